"""What compare, explain and the tables say where models have not answered the same tasks, or requests failed."""

import csv
import json
from pathlib import Path

import pytest

from puma_metrics.comparison import Difference, Outcome, Run, compare, verdict
from puma_metrics.rubric.statistics import Settings


def rows(*records: dict) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


@pytest.fixture
def files(tmp_path: Path) -> None:
    said = {"kot": "Koty.", "pies": "Psy.", "dom": "Dom."}
    (tmp_path / "all.jsonl").write_text(rows(*({"id": name, "prediction": text} for name, text in said.items())))
    failed = {"id": "pies", "error": {"code": 500, "message": "HTTP 500"}}
    cut = {"id": "kot", "prediction": "Koty.", "finish_reason": "length"}
    (tmp_path / "few.jsonl").write_text(rows(cut, failed))


def run_of(name: str, **strict: int | None) -> Run:
    found = {t: Outcome("asr", one or 0, float(one or 0), "", one is None) for t, one in strict.items()}
    return Run(name, "puma|tasks:x|scoring:2", found)


def test_a_verdict_names_the_tasks_that_only_one_has_answered():
    a, b = run_of("A", t1=1, t2=1, t3=0, t4=0), run_of("B", t1=1, t2=None, t3=None, t4=1)
    found = compare(a, b, Settings(resamples=50))
    assert found.overall.answered == (4, 2, 2) and not found.overall.is_even
    assert verdict("A", "B", found.overall).endswith(
        "; A has answered 4 of 4 tasks, B 2, both 2: what is missing counts as failed"
    )
    assert found.both is not None and (found.both.n, found.both.passed_a, found.both.passed_b) == (2, 1, 2)


def test_as_many_tasks_that_are_not_the_same_are_told_too():
    found = compare(run_of("A", t1=1, t2=None), run_of("B", t1=None, t2=1), Settings(resamples=50))
    assert found.overall.answered == (1, 1, 0) and found.both is None
    assert "both 0: what is missing counts as failed" in verdict("A", "B", found.overall)


def test_the_same_tasks_answered_need_no_word():
    found = compare(run_of("A", t1=1, t2=None), run_of("B", t1=0, t2=None), Settings(resamples=50))
    assert found.both is None and "answered" not in verdict("A", "B", found.overall)
    assert Difference(1, 1, 0, 1, 0, 0.0, None, 1.0, 1.0).is_even


def test_compare_prints_a_dash_for_what_nobody_answered_and_both_verdicts(run, files):
    Path("none.jsonl").write_text(rows({"id": "hc_001", "prediction": "Leliwa, Słowacki"}))
    Path("some.jsonl").write_text(rows(*({"id": f"hc_00{n}", "prediction": "x"} for n in (1, 2))))
    code, out, _ = run("compare", "none.jsonl", "some.jsonl")
    assert code == 0
    by_name = {line.split("  ")[0]: line.split() for line in out.splitlines() if line}
    assert by_name["Speech recognition"][-9:] == ["5", *["–"] * 8]
    assert by_name["History and culture"][3:6] == ["5", "20.0", "0.0"]
    assert "; none has answered 1 of 52 tasks, some 2, both 1: what is missing counts as failed\n" in out
    assert "The 1 task that both have answered: none and some are tied: 100.0 % against 0.0 %" in out
    plain = json.loads(run("compare", "none.jsonl", "some.jsonl", "--json")[1])
    assert (plain["overall"]["answered"], plain["both_answered"]["n"]) == ([1, 2, 1], 1)


def test_explain_says_that_a_request_failed_and_that_an_answer_was_cut(run, tasks, files):
    on = ("few.jsonl", "--tasks", str(tasks))
    out = run("explain", "pies", *on)[1]
    assert out.endswith("The answer of few: the request failed (HTTP 500); the task counts as missing\n")
    assert "The answer of few, cut at the model's limit\n" in run("explain", "kot", *on)[1]


def test_failed_requests_are_saved_and_exported_and_counted_once(run, tasks, files):
    on = ("--tasks", str(tasks))
    assert "2 rows, 2 missing (1 of them failed), 1 truncated\n" in run("grade", "few.jsonl", *on, "--out", "o")[1]
    samples = [json.loads(line) for line in Path("o/samples.jsonl").read_text("utf-8").splitlines()]
    assert [sample.get("error") for sample in samples] == [None, "HTTP 500", None]
    table = csv.DictReader(run("grade", "few.jsonl", *on, "--format", "csv")[1].splitlines())
    assert {row["category"]: row["failed"] for row in table}["all"] == "1"
    again = run("rescore", "o", *on, "--out", "new")
    assert again[0] == 0
    assert json.loads(Path("new/samples.jsonl").read_text("utf-8").splitlines()[1])["error"] == "HTTP 500"


@pytest.mark.parametrize(
    "command", [["compare", "X", "three.jsonl"], ["report", "X"], ["review", "X"], ["explain", "kot", "X"]]
)
def test_every_command_that_grades_takes_the_column_of_the_answers(command: list[str], run, tasks, files):
    gold = {"id": "kot", "answer": "Koty.", "output": "nie wiem"}
    Path("two.jsonl").write_text(rows(gold))
    Path("three.jsonl").write_text(rows(gold))
    arguments = [word.replace("X", "two.jsonl") for word in command] + ["--tasks", str(tasks)]
    told = "two.jsonl:1, 'kot': the answer could be 'answer' (\"Koty.\") and 'output' (\"nie wiem\"); choose one with"
    assert run(*arguments)[2].startswith(f"puma: {told} --prediction output")
    code, out, _ = run(*arguments, "--prediction", "output")
    assert code == 0 and "Koty." not in out
