"""Which tasks become public: shares of categories and of kinds of rules, and none that tells of another."""

import random
from collections import Counter

import pytest
from PIL import Image, ImageDraw, ImageFont

from puma_dataset.read import SAMPLE, read_tasks
from puma_dataset.release.checking import leaks
from puma_dataset.release.likeness import fit
from puma_dataset.release.selection import NEARLY, select
from puma_dataset.release.subset import release
from puma_dataset.release.traces import medium

PERCENT = 30


@pytest.fixture(scope="module")
def records():
    return [task.record for task in read_tasks(SAMPLE, validate=False)[0]]


@pytest.mark.parametrize("percent", [10, 50, 80])
def test_every_category_gives_its_share(records, percent):
    selection = select(records, SAMPLE, percent, 0)
    total = Counter(record["category"] for record in records)
    kept = Counter(record["category"] for record in records if record["id"] in selection.kept)
    chosen = Counter(record["category"] for record in selection.public)
    for category, count in total.items():
        wanted = min(count - kept[category], max(1, round(percent * count / 100 + 1e-9)))
        assert abs(chosen[category] - wanted) <= 1
        assert chosen[category] >= 1


def test_within_a_category_every_combination_of_rules_gives_its_share(task_folder, task):
    regex = [{"type": "regex", "pattern": "kot"}]
    both = [{"type": "include", "clauses": [["kot"]]}, *regex]
    tasks = [task(f"k{n}", rules=regex, answers_ok=["kot"]) for n in range(8)]
    tasks += [task(f"m{n}", rules=both, answers_ok=["kot"]) for n in range(4)]
    folder = task_folder(*[{**t, "prompt": f"Pytanie {t['id'] * 9}"} for t in tasks])
    chosen = select([t.record for t in read_tasks(folder, validate=False)[0]], folder, 50, 0).public
    assert Counter(len(record["rules"]) for record in chosen) == {1: 4, 2: 2}


def test_the_order_of_the_file_does_not_matter(records):
    forward = {record["id"] for record in select(records, SAMPLE, PERCENT, 0).public}
    assert {record["id"] for record in select(records[::-1], SAMPLE, PERCENT, 0).public} == forward


def test_a_task_that_tells_of_another_stays_private(task_folder, task):
    twin = "Jak nazywa się najdłuższa rzeka, która płynie przez Polskę?"
    folder = task_folder(
        task("a1", prompt=twin),
        task("b2", prompt=twin.replace("Jak", "jak").replace("?", "")),
        task("c3", media=[{"path": "c3.pdf", "type": "pdf", "license": "CC0-1.0", "source": "x"}], modality="document"),
        task("d4"),
    )
    selection = select([t.record for t in read_tasks(folder, validate=False)[0]], folder, 99, 0)
    assert selection.kept["a1"] == "tells of 'b2': its prompt"
    assert selection.kept["b2"] == "tells of 'a1': its prompt"
    assert {record["id"] for record in selection.public} == {"d4"}


def write_page(file, seed):
    """Black lines on white, always at the same places, of words that only this page has."""
    lot, page, font = random.Random(seed), Image.new("RGB", (900, 700), "white"), ImageFont.load_default(26)
    for line in range(6):
        words = ("".join(lot.choices("abcdefghijklmnoprstuwz", k=lot.randint(3, 8))) for _ in range(20))
        ImageDraw.Draw(page).text((40, 40 + 40 * line), " ".join(words)[:44], "black", font)
    page.save(file)


def test_another_page_of_the_same_form_is_another_document(task_folder, task, tmp_path):
    """Nothing of document_qa could be published, since all pages of a form were taken for one document."""
    prompts = ("Kto podpisał protokół zebrania?", "Ile kosztowała naprawa rynny i parapetu w kuchni?")
    tasks = [task(f"k{n}", category="document_qa", modality="document", prompt=text) for n, text in enumerate(prompts)]
    folder = task_folder(*tasks)
    for n in range(2):
        write_page(folder / f"k{n}.png", n)
    pages = [medium("", "image", (folder / f"k{n}.png").read_bytes()).likeness for n in range(2)]
    assert 0.86 < fit(*pages) < 1 - NEARLY
    assert select([t.record for t in read_tasks(folder, validate=False)[0]], folder, 50, 0).kept == {}
    assert release(folder, tmp_path / "public", percent=50, seed=0).public == 1
    # the same page, and a copy of it, is still found beside the public one of its form
    secret = select([t.record for t in read_tasks(folder, validate=False)[0]], folder, 50, 0).private.tasks[0].id
    with Image.open(folder / f"{secret}.png") as page:
        page.resize((500, 700)).save(tmp_path / "public" / "x.jpg")
    assert any(f"'{secret}.png' of the private task" in str(found) for found in leaks(tmp_path / "public", folder))


def test_a_pdf_stays_private(task_folder, task):
    medium = {"path": "c3.pdf", "type": "pdf", "license": "CC0-1.0", "source": "x"}
    folder = task_folder(task("c3", media=[medium], modality="document", category="document_qa"))
    selection = select([t.record for t in read_tasks(folder, validate=False)[0]], folder, 99, 0)
    assert selection.kept == {"c3": "its PDF cannot be stripped of its properties"}
