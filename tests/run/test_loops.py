"""What a repetition loop is: nothing that a task of the sample expects or lists is one."""

import json

import pytest

from puma_dataset.read import SAMPLE, read_tasks
from puma_run.loops import is_loop

LOOPS = {
    "a word": "tak " * 100,
    "a sentence": "To jest zdanie, które wraca. " * 6,
    "a page that comes back three times": "".join(f"wiersz {n} strony, {n * 37} zł\n" for n in range(25)) * 3,
    "cut within a copy": "Dobry początek. " + ("Ala ma kota, a kot ma Alę. " * 9)[:-11],
    "blanks": '{"a": ' + "\n \t" * 100,
    "nothing but blanks": " " * 200,
    "rows of a table": "<tr><td></td><td></td></tr>\n" * 40,
    "a list that counts on": "".join(f"{n}. pozycja na liście zakupów\n" for n in range(1, 300)),
    "line breaks as JSON writes them": '{"a": "' + "\\n" * 300,
}
SOUND = {
    "a long answer": " ".join(f"słowo{n * n}" for n in range(400)),
    "said twice": "Warszawa jest stolicą Polski i leży nad Wisłą. " * 2,
    "dots of a table of contents": "Rozdział pierwszy " + "." * 60 + " 17",
    "a rule of a table": "|---|---|---|",
    "": "",
}


@pytest.mark.parametrize("name", LOOPS)
def test_a_loop(name):
    assert is_loop(LOOPS[name], "length")
    assert not is_loop(LOOPS[name], "stop")


@pytest.mark.parametrize("name", SOUND)
def test_no_loop(name):
    assert not is_loop(SOUND[name], "length")


def said(task):
    yield from task.record.get("answers_ok", [])
    yield from task.record.get("answers_bad", [])
    for rule in task.record["rules"]:
        if "reference" in rule:
            reference = rule["reference"]
            yield reference if isinstance(reference, str) else json.dumps(reference, ensure_ascii=False)
            yield json.dumps(reference, ensure_ascii=False, indent=2)
        yield from (block for block in rule.get("blocks", []) if isinstance(block, str))


def test_no_answer_of_the_sample_is_a_loop():
    tasks, _ = read_tasks(SAMPLE, validate=False)
    texts = [(task.id, text) for task in tasks for text in said(task)]
    assert len(texts) > 150
    assert [(name, text) for name, text in texts if is_loop(text, "length")] == []


def test_no_answer_of_the_samples_models_is_a_loop():
    rows = [
        json.loads(line) for file in (SAMPLE / "predictions").glob("*.jsonl") for line in file.open(encoding="utf-8")
    ]
    assert [row["id"] for row in rows if is_loop(row["prediction"], "length")] == []
