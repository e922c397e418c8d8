"""The paper's normaliser through a loopback server: what it may do, and what it may not (NORMALISE, 12.5)."""

import json
from collections.abc import Iterator
from typing import Any

import loopback_openai
import pytest
from loopback_openai import Call, Server, error, said

from puma_metrics.normal import spoken1
from puma_metrics.normal.audit import DOCUMENTS, SPEECH, audit_document, audit_speech

RAW = "Wczoraj Jan Kowalski kupił 2 psy za 125 zł, a potem o 12:39 pojechał do Gdyni na plażę."
PAGE = "Remi-\nza OSP w Kowalewie " + " ".join(f"{a}{b}ola" for a in "bcdfgh" for b in "ijklmnoprs")
AUDITS = [
    ("an honest rewrite", lambda text: text, 0),
    ("a corrected name", lambda text: text.replace("Kowalski", "Kowalsky"), 1),
    ("a wrong number", lambda text: text.replace("sto dwadzieścia pięć", "sto trzydzieści sześć"), 2),
    ("a dropped clause", lambda text: text.replace(" pojechał do Gdyni na plażę", ""), 5),
    ("an added clause", lambda text: text + " To wszystko.", 2),
    ("nothing left", lambda text: "", 19),
]


@pytest.mark.parametrize(("what", "change", "errors"), AUDITS)
def test_every_word_of_a_rewriting_is_held_against_the_readings(what, change, errors):
    assert audit_speech(RAW, change(spoken1(RAW))).errors == errors


def test_a_reading_of_its_own_is_no_error():
    own = "kupił dwa psy o wpół do trzynastej"
    assert audit_speech("Kupił 2 psy o 12:30.", own).errors == 0


def test_words_of_a_document_are_held_against_the_tidied_one():
    assert audit_document("Remi-\nza OSP [image]", "Remiza OSP").errors == 0
    assert audit_document("Remiza OSP", "Remiza Ochotniczej Straży").errors == 3


def text_of(call: Call) -> str:
    content = call.body["messages"][0]["content"]
    return content if isinstance(content, str) else content[0]["text"]


@pytest.fixture
def server(monkeypatch) -> Iterator[Server]:
    def rewriter(call: Call) -> Any:
        prompt, _, text = text_of(call).partition("\n")
        assert prompt in (SPEECH, DOCUMENTS)
        if prompt == DOCUMENTS:
            return said(text.replace("Remi-\nza", "Remiza").replace("Kowalewie", "Kowalowie"))
        return said(spoken1(text).replace("przy peronie", "na peronie pierwszym albo"))

    monkeypatch.setitem(loopback_openai.FAULTS, "rewriter", rewriter)
    monkeypatch.setitem(loopback_openai.FAULTS, "silent", lambda call: said(""))
    monkeypatch.setitem(loopback_openai.FAULTS, "broken", lambda call: error(500, "no"))
    with Server([]) as running:
        yield running


@pytest.fixture
def answers(tmp_path) -> str:
    rows = [
        {"id": "as_001", "prediction": "Pociąg wjedzie na tor 4 przy peronie 2."},
        {"id": "as_002", "prediction": "Bez cyfr."},
        {"id": "oc_001", "prediction": PAGE},
    ]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return "a.jsonl"


def rows(folder, name: str) -> dict[str, Any]:
    return {row["id"]: row for row in map(json.loads, (folder / name).open(encoding="utf-8"))}


def test_what_a_model_changes_is_counted_named_and_refused(run, server, answers, tmp_path):
    code, out, err = run("normalise", answers, "--to", "n.jsonl", "--with", "llm:rewriter", "--url", server.url)
    assert (code, out) == (0, "Written: n.jsonl, 3 rows, 1 normalised, 2 refused\n")
    assert err.splitlines() == [
        "'as_001': 3 words of 8 (37.5 %) changed that no reading allows, more than 2%: the raw answer is used",
        "'oc_001': 2 words of 64 (3.1 %) changed that no reading allows, more than 2%: the raw answer is used",
    ]
    found = rows(tmp_path, "n.jsonl")
    assert all(row["prediction"] == row["raw_prediction"] for row in found.values())
    assert found["as_002"]["normaliser"].startswith("llm:rewriter:")
    assert len(server.calls) == 2  # a transcript without a digit is not sent


def test_what_was_asked_is_kept_and_asked_once(run, server, answers, tmp_path):
    line = ["normalise", answers, "--with", "llm:rewriter", "--url", server.url, "--cache", "kept"]
    run(*line, "--to", "n.jsonl")
    asked = len(server.calls)
    run(*line, "--to", "m.jsonl")
    assert len(server.calls) == asked and rows(tmp_path, "n.jsonl") == rows(tmp_path, "m.jsonl")
    questions = rows(tmp_path / "kept", "questions.jsonl")
    assert questions["a/as_001"]["question"] == f"{SPEECH}\nPociąg wjedzie na tor 4 przy peronie 2."
    assert rows(tmp_path / "kept", "answers.jsonl")["a/as_001"]["request"] == questions["a/as_001"]["request"]


def test_an_empty_answer_is_no_rewriting(run, server, answers, tmp_path):
    code, _, err = run("normalise", answers, "--to", "n.jsonl", "--with", "llm:silent", "--url", server.url)
    assert (code, err) == (0, "'as_001', 'oc_001': not rewritten (an empty answer); the raw answer is used\n")
    assert rows(tmp_path, "n.jsonl")["as_001"]["prediction"] == "Pociąg wjedzie na tor 4 przy peronie 2."


def test_a_server_that_fails_leaves_nothing_half_written(run, server, answers, tmp_path):
    line = ("--with", "llm:broken", "--url", server.url, "--tries", "1")
    code, out, err = run("normalise", answers, "--to", "n.jsonl", *line)
    assert (code, out) == (5, "") and "2 answers missing" in err and "nothing was written" in err
    assert not (tmp_path / "n.jsonl").exists()


def test_the_model_and_what_it_said_stand_in_the_signature(run, server, answers):
    run("normalise", answers, "--to", "n.jsonl", "--with", "llm:rewriter", "--url", server.url)
    signature = json.loads(run("grade", "n.jsonl", "--json")[1])["signature"]
    assert "|normal:llm:rewriter:" in signature and "|numbers:digits|" in signature
