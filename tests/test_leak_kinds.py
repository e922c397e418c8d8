"""Private texts and media in every form that SECURITY.md lists: what is found there is found, and nothing else is."""

import json
from itertools import pairwise

import kinds
import pytest
import soundfile
from PIL import Image

from puma_dataset.read import SAMPLE, read_tasks
from puma_dataset.release.checking import Private, _in_text, leaks
from puma_dataset.release.layers import DEPTH, layers
from puma_dataset.release.passages import Index
from puma_dataset.release.selection import select
from puma_dataset.release.subset import release
from puma_dataset.release.traces import Known, medium, traces

CANARY = "kanarek"


@pytest.fixture(scope="module")
def records():
    return [task.record for task in read_tasks(SAMPLE, validate=False)[0]]


@pytest.fixture(scope="module")
def secret(records):
    selection = select(records, SAMPLE, 20, 0)
    return Private(selection.private, tuple(record["id"] for record in records), CANARY)


@pytest.fixture(scope="module")
def private(secret, records):
    """The records that stayed private."""
    ids = {task.id for task in secret.known.tasks}
    return [record for record in records if record["id"] in ids]


def found_in(text, secret):
    return list(_in_text(f"# Karta\n\n{text}\n\n{CANARY}\n".encode(), ".md", secret))


def references(record):
    for rule in record["rules"]:
        yield from [rule["reference"]] if rule["type"] == "asr" else rule.get("blocks", [])


def test_the_list_in_security_is_current():
    page = kinds.SECURITY.read_text("utf-8")
    assert kinds.with_table(page) == page, "run: python tests/leaks/kinds.py"


@pytest.mark.parametrize("kind", kinds.TEXTS)
def test_a_text_is_found_however_it_is_written(kind, private, secret):
    texts = {record["id"]: record["prompt"] for record in private if record["prompt"]}
    texts |= {record["id"]: text for record in private for text in references(record)}
    tried = dict(list(texts.items())[::9])
    missed = [name for name, text in tried.items() if name not in "".join(found_in(kinds.TEXTS[kind](text), secret))]
    assert (len(tried) > 3, missed) == (True, [])


@pytest.mark.parametrize("kind", kinds.WORDS)
def test_a_text_is_found_word_by_word_beside_other_columns(kind, private, secret):
    tried = {record["id"]: text for record in private if record["category"] == "asr" for text in references(record)}
    tried = {name: text for name, text in list(tried.items())[:2] if len(text.split()) > 9}
    missed = [name for name, text in tried.items() if name not in "".join(found_in(kinds.WORDS[kind](text), secret))]
    assert (len(tried) > 0, missed) == (True, [])


@pytest.mark.parametrize("kind", kinds.TEXTS_MISSED)
def test_a_text_that_is_said_not_to_be_found_is_not(kind, private, secret):
    record = next(record for record in private if record["prompt"] and len(record["prompt"].split()) > 15)
    assert found_in(kinds.TEXTS_MISSED[kind](record["prompt"]), secret) == []


def test_any_nine_words_of_a_private_text_are_found(private, secret):
    """But for nine numbers that go on in steps of one, as anybody counts, and for hardly more than single digits.

    A word holds a letter or a digit: the bars of a table are none.
    """
    missed = []
    for record in private:
        texts = [record["prompt"] or "", *references(record), *record["answers_ok"], *record["answers_bad"]]
        for text in dict.fromkeys(texts):
            words = [word for word in text.split() if any(map(str.isalnum, word))]
            for start in range(len(words) - 8):
                said = " ".join(words[start : start + 9])
                if not any(record["id"] in problem for problem in found_in(said, secret)):
                    missed.append(said)
    rows = [[word.strip(",;.") for word in said.split()] for said in missed]
    longer = [row for row in rows if sum(len(word) == 1 and word.isdecimal() for word in row) < 7]
    assert {tuple(int(b) - int(a) for a, b in pairwise(row)) for row in longer} <= {(1,) * 8}
    assert len(missed) < 40


@pytest.mark.parametrize("options", [{}, {"ensure_ascii": False}, {"indent": 2}, {"indent": 2, "ensure_ascii": False}])
def test_rules_that_were_pasted_as_they_are_are_found(options, private, secret):
    """But for a letter that must be there and another one that must not: such rules many have."""
    whole = {record["id"]: found_in(json.dumps(record["rules"], **options), secret) for record in private}
    assert [name for name, found in whole.items() if name not in "".join(found)] == ["cl_006"]


@pytest.mark.parametrize("written", ["Skala ma 5 dźwięków, a kwinta czysta 7 półtonów", "lubelskie, łódzkie, opolskie"])
def test_innocent_words_are_no_leak(written, task_folder, task):
    """A number and a term, and what a rule only caps or forbids."""
    numbered = [{"type": "include", "clauses": [["5"], ["kwinta czysta"]]}]
    names = ["lubelskie", "łódzkie", "opolskie"]
    capped = [
        {"type": "regex", "pattern": "kot"},
        {"type": "include", "clauses": [[name] for name in names], "include_max": 1},
    ]
    forbidden = [{"type": "exclude", "phrases": names}, *capped[:1]]
    rules = {"k1": numbered, "k2": capped, "k3": forbidden}
    folder = task_folder(*(task(name, rules=rule, answers_ok=["kot"]) for name, rule in rules.items()))
    records = [item.record for item in read_tasks(folder, validate=False)[0]]
    known = Known(known_traces := [traces(record, folder) for record in records], Index(_texts_of(known_traces)))
    assert found_in(written, Private(known, tuple(rules), CANARY)) == []


ROWS = [["Roślina", "Sztuk", "Cena"], ["Berberys Thunberga", "14", "23,75"], ["Pigwowiec pośredni", "9", "18,40"]]
ROWS += [["Kalina koralowa", "31", "12,15"], ["Irga &amp; ognik", "7", "9,99"]]


@pytest.mark.parametrize("form", kinds.TABLES)
def test_the_table_of_a_reference_is_found_in_every_form(form, task_folder, task):
    cells = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in ROWS)
    table = [{"type": "ocr", "blocks": [f"<table>{cells}</table>"]}]
    record = task("k1", rules=table)
    known = [traces(record, task_folder(record))]
    secret = Private(Known(known, Index(_texts_of(known))), ("k1",), CANARY)
    rows = [[cell.replace("&amp;", "&") for cell in row] for row in ROWS]
    assert "tells its reference, of the private task 'k1'; remove it" in found_in(kinds.TABLES[form](rows), secret)


def _texts_of(tasks):
    return [text for one in tasks for text in one.texts]


def test_a_list_of_one_long_phrase_is_found(task_folder, task):
    """The reference that stood in a rule of another kind than expected was published without a word."""
    phrase = "bursztyn znaleziony po sztormie koło latarni w Rozewiu waży sto gramów z okładem"
    assert len(phrase.split()) == 13
    secret_rule = [{"type": "include", "clauses": [[" ".join(phrase.split()[:12])]]}]
    folder = task_folder(task("k1", rules=secret_rule), task("k2", prompt="Ile lat ma ten zamek nad rzeką?"))
    records = [item.record for item in read_tasks(folder, validate=False)[0]]
    drawn = (select(records, folder, 50, seed).private for seed in range(9))
    known = next(one for one in drawn if "k1" in {traces.id for traces in one.tasks})
    said = found_in(f"Na przykład: {phrase}.", Private(known, ("k1", "k2"), CANARY))
    assert "tells a phrase of its rule, of the private task 'k1'; remove it" in said


def test_what_is_not_read_to_its_end_is_named(secret):
    deep = "Litwo, Ojczyzno moja, ty jesteś jak zdrowie"
    for _ in range(DEPTH + 2):
        deep = kinds.b64(deep.encode())
    assert f"has codes more than {DEPTH} layers deep and is not read to its end; remove what is encoded" in found_in(
        deep, secret
    )
    bomb = kinds.b64(kinds.gzip.compress(b"a b " * 2_000_000))
    assert "encodes more than is read and is not read to its end; remove what is encoded" in found_in(bomb, secret)
    escaped = "&" + "amp;" * 40 + "lt;"
    assert layers(escaped).unread == "has escapes more than 12 layers deep"


@pytest.mark.parametrize("kind", kinds.IMAGES)
def test_an_image_is_found_in_every_format(kind, private, secret):
    media = [m["path"] for record in private for m in record["media"] if m["type"] == "image"][::12]
    for path in media:
        with Image.open(SAMPLE / path) as image:
            copy = medium("", "image", kinds.IMAGES[kind](image.convert("RGB")))
        assert path in [there for _, _, there in secret.known.same(copy)]


@pytest.mark.parametrize("kind", [*kinds.SOUNDS, *kinds.SOUNDS_MISSED])
def test_a_recording_is_found_in_every_form(kind, private, secret):
    change = {**kinds.SOUNDS, **kinds.SOUNDS_MISSED}[kind]
    media = [m["path"] for record in private for m in record["media"] if m["type"] == "audio"]
    long = [path for path in media if soundfile.info(SAMPLE / path).duration > 6][::5]
    assert len(long) > 1
    found = []
    for path in long:
        samples, rate = soundfile.read(SAMPLE / path, always_2d=True)
        copy = medium("", "audio", change(samples.mean(axis=1), rate))
        found.append(path in [there for _, _, there in secret.known.same(copy)])
    assert all(found) == (kind in kinds.SOUNDS), found


def test_the_few_that_are_compared_finely_are_all_that_fit(secret):
    """What is found coarsely first is what a comparison with each one finds."""
    from puma_dataset.release.likeness import fit

    media = [(task.id, medium) for task in secret.known.tasks for medium in task.media][::5]
    for _, one in media:
        slow = {there.path for task in secret.known.tasks for there in task.media if fit(one.likeness, there.likeness)}
        assert {path for _, _, path in Known(secret.known.tasks, secret.known.index).same(one)} == slow


@pytest.mark.parametrize(("percent", "seed"), [(30, 7), (40, 4)])
def test_a_release_is_no_leak(percent, seed, tmp_path):
    release(SAMPLE, tmp_path / "public", percent=percent, seed=seed)
    assert leaks(tmp_path / "public", SAMPLE) == []
