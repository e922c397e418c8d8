"""Which tasks become public: shares of categories and of kinds of rules, and none that tells of another."""

from collections import Counter

import pytest

from puma_dataset.read import SAMPLE, read_tasks
from puma_dataset.release.selection import select

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


def test_a_pdf_stays_private(task_folder, task):
    medium = {"path": "c3.pdf", "type": "pdf", "license": "CC0-1.0", "source": "x"}
    folder = task_folder(task("c3", media=[medium], modality="document", category="document_qa"))
    selection = select([t.record for t in read_tasks(folder, validate=False)[0]], folder, 99, 0)
    assert selection.kept == {"c3": "its PDF cannot be stripped of its properties"}
