"""`--samples` as a user gives it: files of any shape, runs in parts, and what is refused."""

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from puma_answers import answers_of, by_sample

TEXTS = {"kot": ["Koty.", "Pies.", "Kot!"], "pies": ["Nie.", "Kot.", "Dom."], "dom": ["Dom.", "dom", "Domy, domu."]}


def choice(text: str) -> dict[str, Any]:
    return {"message": {"role": "assistant", "content": text}, "finish_reason": "stop"}


def each(form: Any) -> list[dict[str, Any]]:
    return [form(name, number, text) for name, texts in TEXTS.items() for number, text in enumerate(texts)]


def batch(name: str, texts: list[str]) -> dict[str, Any]:
    body = {"choices": list(map(choice, texts)), "model": "m"}
    return {"custom_id": name, "response": {"status_code": 200, "body": body}, "error": None}


SHAPES: dict[str, list[dict[str, Any]]] = {
    "rows": each(lambda name, _, text: {"id": name, "prediction": text}),
    "numbered rows": each(lambda name, n, text: {"id": name, "prediction": text, "sample": n})[::-1],
    "choices of a batch": [batch(name, texts) for name, texts in TEXTS.items()],
    "lines of a batch": [batch(name, [text]) for name, texts in TEXTS.items() for text in texts],
    "chat completions": [{"id": n, "choices": list(map(choice, texts))} for n, texts in TEXTS.items()],
    "vLLM": [{"request_id": n, "outputs": [{"text": t} for t in texts]} for n, texts in TEXTS.items()],
    "Gemini": [
        {"key": n, "response": {"candidates": [{"content": {"parts": [{"text": t}]}} for t in texts]}}
        for n, texts in TEXTS.items()
    ],
    "epochs of Inspect": each(lambda n, e, t: {"id": n, "epoch": e + 1, "output": {"choices": [choice(t)]}}),
    "repeats of lm-eval": [
        {"doc": {"id": n}, "resps": [texts], "filtered_resps": texts[:1]} for n, texts in TEXTS.items()
    ],
    "repeats that lm-eval kept": [
        {"doc": {"id": n}, "resps": [texts], "filtered_resps": [texts]} for n, texts in TEXTS.items()
    ],
    "lighteval": [{"__doc__": {"id": n}, "__model_response__": {"text": texts}} for n, texts in TEXTS.items()],
}


def lines(rows: list[dict[str, Any]]) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


@pytest.mark.parametrize("name", SHAPES)
def test_several_answers_are_read_from_any_shape(name: str):
    found = answers_of("a.jsonl", lines(SHAPES[name]), samples=3)
    given = by_sample("a.jsonl", found.rows, 3)
    assert {task: [of[task].text for of in given] for task in TEXTS} == TEXTS


@pytest.fixture
def files(tmp_path) -> None:
    for name, rows in SHAPES.items():
        (tmp_path / f"{name}.jsonl").write_bytes(lines(rows))
    table = pd.DataFrame(SHAPES["rows"])
    table.to_csv(tmp_path / "a.csv", index=False)
    table.to_parquet(tmp_path / "a.parquet")
    (tmp_path / "R").mkdir()
    (tmp_path / "R" / "run.json").write_text('{"samples": 3, "asked": {}}')
    (tmp_path / "R" / "answers.jsonl").write_bytes(lines(SHAPES["numbered rows"][1:]))
    failure = {"id": "dom", "sample": 2, "request": "r", "kind": "rate", "status": 429, "message": "slow down"}
    (tmp_path / "R" / "failures.jsonl").write_bytes(lines([failure]))


def graded(run: Any, *arguments: str) -> dict[str, Any]:
    code, out, err = run("grade", *arguments, "--json")
    assert code == 0, err
    return json.loads(out)


@pytest.mark.parametrize("name", ["rows.jsonl", "a.csv", "a.parquet", "epochs of Inspect.jsonl"])
def test_the_scores_are_the_same_in_any_format(name: str, run, tasks, files):
    results = graded(run, name, "--samples", "3", "--tasks", str(tasks))
    overall = results["overall"]
    assert overall["strict"] == pytest.approx(100 * 5 / 9)
    assert (overall["pass_at"]["3"]["rate"], overall["all_of"]["3"]["rate"]) == pytest.approx((200 / 3, 100 / 3))
    assert "|samples:3|" in results["signature"] and results["input"]["rows"] == 9


def test_a_run_says_itself_how_often_it_asked(run, tasks, files):
    results = graded(run, "R", "--tasks", str(tasks), "--out", "graded")
    assert (results["overall"]["samples"], results["overall"]["missing"], results["overall"]["failed"]) == (3, 1, 1)
    lines = Path("graded/samples.jsonl").read_text("utf-8").splitlines()
    samples = [json.loads(line) for line in lines]
    failed = [s for s in samples if s.get("failed")]
    assert [(s["id"], s["sample"], s["error"]) for s in failed] == [("dom", 3, "slow down")]
    told = "puma: R: was asked for 3 samples a task, not 2; leave out --samples\n"
    assert run("grade", "R", "--tasks", str(tasks), "--samples", "2") == (3, "", told)


def test_the_table_says_what_passes_once_and_always(run, tasks, files):
    code, out, _ = run("grade", "rows.jsonl", "--tasks", str(tasks), "--samples", "3")
    assert code == 0
    assert "rows.jsonl, model rows, 9 rows, 3 answers to each task\n" in out
    head, *_, total, _ = (line for line in out.splitlines() if "%" in line or line.startswith(("All", "Mean")))
    assert head.split() == [
        "Category",
        "answered",
        "mean",
        "%",
        "95",
        "%",
        "interval",
        "soft",
        "%",
        "pass@3",
        "%",
        "95",
        "%",
        "interval",
        "all",
        "of",
        "3",
        "%",
        "95",
        "%",
        "interval",
    ]
    assert total.split()[:6] == ["All", "tasks", "3", "of", "3", "55.6"]


REFUSED = {
    "too many": (
        ["grade", "rows.jsonl", "--samples", "2"],
        "rows.jsonl: more than 2 answers to 3 tasks: 'kot' (3: lines 1, 2, 3), 'pies' (3: lines 4, 5, 6), "
        "'dom' (3: lines 7, 8, 9)\nSay how often each task was asked with --samples 3, or leave out what is too many.",
    ),
    "report": (
        ["report", "rows.jsonl", "--samples", "3"],
        "rows.jsonl: holds 3 answers to each task, of which one is shown: choose with --sample 1 to --sample 3",
    ),
    "--pair": (
        ["grade", "--pair", "A=rows.jsonl+rows.jsonl", "--samples", "3"],
        "rows.jsonl: 3 tasks answered in rows.jsonl too: 'dom', 'kot', 'pies'; keep each task's answer in one part",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name: str, run, tasks, files):
    arguments, message = REFUSED[name]
    assert run(*arguments, "--tasks", str(tasks)) == (3, "", f"puma: {message}\n")


USAGE = {
    "--samples grades in one piece; in parts --duplicates all counts every answer": ["--jobs", "1", "--out", "o"],
    "--samples counts every answer, and --duplicates last one: give one of them": ["--duplicates", "last"],
    "--before is about one answer to each task: leave out --samples": ["--before", "a.csv"],
}


@pytest.mark.parametrize("message", USAGE)
def test_what_does_not_go_together(message: str, run, tasks, files):
    code, out, err = run("grade", "rows.jsonl", "--samples", "3", "--tasks", str(tasks), *USAGE[message])
    assert (code, out) == (2, "") and err.endswith(f"Error: {message}\n")


def test_one_sample_twice_is_refused(run, tasks, tmp_path):
    row = {"id": "kot", "prediction": "x", "sample": 1}
    (tmp_path / "a.jsonl").write_bytes(lines([row, row]))
    told = "puma: a.jsonl: two answers to 'kot' are its sample 1 (lines 1, 2); keep one of them\n"
    assert run("grade", "a.jsonl", "--tasks", str(tasks), "--samples", "2") == (3, "", told)


def test_saved_samples_are_compared_graded_again_and_shown(run, tasks, files):
    on = ("--tasks", str(tasks))
    graded(run, "rows.jsonl", "--samples", "3", "--out", "saved", *on)
    two = json.loads(run("compare", "saved", "choices of a batch.jsonl", "--samples", "3", "--json", *on)[1])
    assert (two["overall"]["passed_a"], two["overall"]["passed_b"], two["tied"]) == (5 / 3, 5 / 3, True)
    out = run("rescore", "saved", *on)[1]
    assert "0 of 9 scores moved\n" in out and "|samples:3|" in out
    assert run("report", "saved", "--sample", "2", "--out", "page.html", *on)[0] == 0
    assert "rows (answer 2 of 3)" in Path("page.html").read_text("utf-8")
    shown = run("explain", "kot", "rows.jsonl", "--samples", "3", *on)[1]
    assert [line for line in shown.splitlines() if line.startswith("Answer ")] == [
        f"Answer {number} of rows" for number in (1, 2, 3)
    ]
    lost = Path("saved/samples.jsonl").read_text("utf-8").splitlines(keepends=True)
    lost[1] = lost[1].replace('"sample":2', '"sample":1').replace('"sample": 2', '"sample": 1')
    Path("saved/samples.jsonl").write_text("".join(lost), "utf-8")
    told = "3 lines of 'kot', where the signature says samples:3; grade again with puma grade --out\n"
    assert run("rescore", "saved", *on) == (3, "", f"puma: saved/samples.jsonl: {told}")


def test_a_run_in_parts_is_compared_by_its_counts(run, tasks, files):
    on = ("--tasks", str(tasks))
    assert run("grade", "a.parquet", "--jobs", "1", "--duplicates", "all", "--out", "parts", *on)[0] == 0
    two = json.loads(run("compare", "parts", "rows.jsonl", "--samples", "3", "--json", *on)[1])
    assert two["overall"]["passed_a"] == two["overall"]["passed_b"] == 5 / 3
    code, out, err = run("compare", "parts", "rows.jsonl", "--samples", "3", *on)
    assert code == 0 and err == "" and "a passes more often 0: no task\n" in out


def test_an_unfinished_or_uneven_run_in_parts_is_not_compared(run, tasks, files, tmp_path):
    on = ("--tasks", str(tasks))
    assert run("grade", "a.parquet", "--jobs", "1", "--duplicates", "all", "--out", "parts", *on)[0] == 0
    Path("parts/results.json").unlink()
    told = "puma: parts: is not finished (1 part of it); give the same command again\n"
    assert run("compare", "parts", "a.csv", *on) == (3, "", told)
    pd.DataFrame(SHAPES["rows"][:4]).to_parquet("b.parquet")
    assert run("grade", "b.parquet", "--jobs", "1", "--duplicates", "all", "--out", "uneven", *on)[0] == 0
    code, _, err = run("compare", "uneven", "uneven", *on)
    assert code == 3 and err.startswith(
        "puma: uneven: holds from 1 to 3 answers of b to a task; models are compared by"
    )


def test_a_run_in_parts_of_other_tasks_is_not_compared(run, tasks, files):
    assert (
        run("grade", "a.parquet", "--jobs", "1", "--duplicates", "all", "--out", "parts", "--tasks", str(tasks))[0] == 0
    )
    assert run("compare", "parts", "parts")[2] == "puma: 'a (parts)' is named twice; name two different runs\n"
    first, *others = (tasks / "tasks.jsonl").read_text("utf-8").splitlines(keepends=True)
    changed = json.dumps({**json.loads(first), "prompt": "Cóż to?"}) + "\n"
    (tasks / "tasks.jsonl").write_text("".join([changed, *others]), "utf-8")
    code, _, err = run("compare", "parts", "parts")
    assert code == 3 and err.startswith("puma: parts: was graded against other tasks (")
