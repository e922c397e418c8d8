"""Saved runs: compared, rescored, and refused where they are broken."""

import json
from pathlib import Path

import pytest

from puma_cli import files
from puma_cli.saved import read_saved
from puma_metrics import SCORING
from puma_metrics.errors import InputError


def write(folder: Path, name: str, **answers: str | None) -> str:
    rows = [json.dumps({"id": task, "answer": text}, ensure_ascii=False) for task, text in answers.items()]
    (folder / name).write_text("\n".join(rows), "utf-8")
    return name


# puma compare


@pytest.fixture
def saved(run, tasks, two) -> str:
    run("grade", *two, "--tasks", str(tasks), "--out", "out")
    return "out"


def test_compare_says_who_wins_and_where(run, saved):
    code, out, err = run("compare", saved)
    assert (code, err) == (0, "")
    assert "All tasks: a and b are tied: 100.0 % against 33.3 %; a difference of 66.7 points" in out
    assert "Only a passes 2: pies, dom\nOnly b passes 0: no task\n" in out
    assert "b has not answered 1 of 3 tasks; it counts as failed." in out


def test_saved_results_and_files_of_answers_compare_alike(run, tasks, two, saved):
    by_folder = json.loads(run("compare", "out/a", "out/b/results.json", "--json")[1])
    by_file = json.loads(run("compare", *two, "--tasks", str(tasks), "--json")[1])
    pairs = ["--pair", "b=b.jsonl"]
    by_pair = json.loads(run("compare", "a.jsonl", *pairs, "--tasks", str(tasks), "--json")[1])
    assert by_folder == by_file == by_pair
    assert by_folder["only_a"] == ["pies", "dom"] and by_folder["tied"] is True


def test_more_than_two_are_compared_pair_by_pair(run, tasks, two, tmp_path):
    third = write(tmp_path, "c.jsonl", kot="nie")
    found = json.loads(run("compare", *two, third, "--tasks", str(tasks), "--json")[1])
    assert [(pair["a"], pair["b"]) for pair in found["pairs"]] == [("a", "b"), ("a", "c"), ("b", "c")]
    out = run("compare", *two, third, "--tasks", str(tasks))[1]
    assert "Tied with the best, a: b, c\n3 of 3 pairs are tied" in out


def test_results_of_other_tasks_are_refused(run, saved, task_folder, task):
    other = task_folder(*(task(name, prompt="Inne pytanie?") for name in ("kot", "pies", "dom")), name="other")
    run("grade", "a.jsonl", "--tasks", str(other), "--out", "new")
    code, out, err = run("compare", "new", "out/b")
    assert (code, out) == (3, "")
    assert "a and b cannot be compared" in err
    assert "3 tasks with the same id and other contents: 'kot', 'pies', 'dom'" in err


def test_results_of_another_scoring_are_refused(run, saved, tmp_path):
    file = tmp_path / "out/b/results.json"
    file.write_text(file.read_text().replace(f"|scoring:{SCORING}|", "|scoring:0|"))
    code, _, err = run("compare", saved)
    assert code == 3
    assert f"  scoring:{SCORING} against scoring:0\nThe way out: puma rescore" in err


# saved runs


def test_saved_answers_come_back_as_they_were_given(run, tasks, tmp_path):
    rows = [
        {"id": "kot", "answer": None, "finish_reason": "length"},
        {"id": "pies", "answer": "\ud800 pies", "finish_reason": "SAFETY"},
        {"id": "dom", "answer": "", "error": "x"},
    ]
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, rows)))
    results = json.loads(run("grade", "a.jsonl", "--tasks", str(tasks), "--out", "out", "--json")[1])
    (found,) = read_saved(tmp_path / "out")
    assert set(found.answers) == {"kot", "pies", "dom"} and found.answers["dom"].failed
    assert (found.answers["kot"].text, found.answers["kot"].truncated) == (None, True)
    assert (found.answers["pies"].text, found.answers["pies"].refused) == ("\ud800 pies", True)
    run("rescore", "out", "--tasks", str(tasks), "--out", "new")
    again = json.loads((tmp_path / "new" / "results.json").read_text("utf-8"))
    assert {k: v for k, v in again.items() if k not in ("input", "written")} == {
        k: v for k, v in results.items() if k not in ("input", "written")
    }


def test_results_and_samples_of_two_runs_are_refused(run, saved, tmp_path):
    (tmp_path / "out/a/samples.jsonl").write_bytes((tmp_path / "out/b/samples.jsonl").read_bytes())
    with pytest.raises(InputError) as raised:
        read_saved(tmp_path / "out" / "a")
    assert "results.json and samples.jsonl are of two different runs" in str(raised.value)


BROKEN: dict[str, tuple[str, str, str]] = {
    "no folder": ("nowhere", "", "nowhere: no such folder; expected a folder that puma grade --out has written"),
    "another format": ("results.json", '{"format": 9}', "out/a/results.json: is of no known format (9)"),
    "no signature": (
        "results.json",
        '{"format": 1, "model": "a", "overall": {}}',
        "out/a/results.json: is of no known format (1)",
    ),
    "rules of no kind": (
        "samples.jsonl",
        '{"id": "kot", "category": "asr", "strict": 1, "soft": 1, "rules": [1], "answer": ""}',
        "out/a/samples.jsonl:1, rules: is missing or of another type",
    ),
    "no JSON": ("results.json", "{", "out/a/results.json: is no JSON ("),
    "half a line": ("samples.jsonl", '{"id": "ko', "out/a/samples.jsonl:1: is no JSON ("),
    "no score": ("samples.jsonl", '{"id": "kot", "category": "asr"}', "out/a/samples.jsonl:1, strict: is missing"),
}


@pytest.mark.parametrize("why", BROKEN)
def test_broken_results_are_refused(why: str, run, saved, tmp_path):
    file, content, message = BROKEN[why]
    if content:
        (tmp_path / "out/a" / file).write_text(content)
    code, out, err = run("rescore", "out/a" if content else file)
    assert (code, out) == (3, "")
    assert err.startswith(f"puma: {message}")


# puma rescore


def test_nothing_moves_where_nothing_changed(run, tasks, saved):
    code, out, _ = run("rescore", saved, "--tasks", str(tasks))
    assert code == 0
    assert out.count("0 of 3 scores moved") == 2


def test_a_changed_rule_shows_itself(run, saved, task_folder, task):
    rules = [{"type": "include", "clauses": [["żubr"]]}]
    changed = task_folder(task("kot"), task("pies", rules=rules, answers_ok=["Żubr."]), task("dom"), name="changed")
    out = run("rescore", "out/a", "--tasks", str(changed))[1]
    assert "strict 100.0 → 66.7" in out
    assert "1 of 3 scores moved\n\npies: strict 1 → 0, soft 1.000 → 0.000\n  the task itself changed\n" in out
    assert 'rule 1, include: strict 1, soft 1.000 (clause 1 of 1: "pies" found as "Pies" at 0-4), now strict 0' in out


def test_a_new_dictionary_shows_itself(run, tasks, saved, tmp_path):
    """As if an older dictionary had not known a form."""
    results, samples = tmp_path / "out/a/results.json", tmp_path / "out/a/samples.jsonl"
    content = json.loads(results.read_text())
    content["signature"] = content["signature"].replace("dictionary:sgjp-", "dictionary:old-")
    content["overall"] |= {"strict": 100 * 2 / 3, "soft": 100 * 2 / 3}
    results.write_text(json.dumps(content))
    first, *rest = samples.read_text().splitlines()
    record = json.loads(first)
    record |= {"strict": 0, "soft": 0.0}
    record["rules"][0] |= {"strict": 0, "soft": 0.0, "reason": 'clause 1 of 1: none of "kot" found'}
    samples.write_text("\n".join([json.dumps(record), *rest]))
    found = json.loads(run("rescore", "out/a", "--tasks", str(tasks), "--json")[1])[0]
    assert (len(found["changes"]), found["changes"][0][:15]) == (1, "dictionary:old-")
    (moved,) = found["moved"]
    assert (moved["id"], moved["strict"], moved["why"][0][:35]) == (
        "kot", [0, 1], "the grader changed: dictionary:old-",
    )  # fmt: skip
    assert 'none of "kot" found), now strict 1' in moved["why"][1]


def test_tasks_that_came_and_went_are_named(run, saved, task_folder, task):
    other = task_folder(task("kot"), task("pies"), task("okno"), name="other")
    found = json.loads(run("rescore", "out/a", "--tasks", str(other), "--json")[1])[0]
    assert (found["gone"], found["added"], found["tasks"]) == (["dom"], ["okno"], 2)


def test_options_of_the_old_run_are_kept(run, tasks, tmp_path):
    write(tmp_path, "t.jsonl", kot="<think>kot</think> pies")
    run("grade", "t.jsonl", "--tasks", str(tasks), "--keep-thinking", "--out", "old")
    assert "0 of 3 scores moved" in run("rescore", "old", "--tasks", str(tasks))[1]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("id", 5), ("category", "cats"), ("category", []), ("strict", 2), ("strict", 10**400), ("strict", True),
        ("soft", -1), ("soft", "1"), ("soft", float("nan")), ("soft", None), ("rules", {}), ("rules", [1]),
        ("rules", [{}]), ("answer", 5),
    ],
)  # fmt: skip
def test_a_sample_that_somebody_changed_is_refused_or_a_sample(field, value, run, tasks, saved, tmp_path):
    file = tmp_path / "out/a/samples.jsonl"
    first, *rest = file.read_text("utf-8").splitlines()
    file.write_text("\n".join([json.dumps({**json.loads(first), field: value}), *rest]))
    code, out, err = run("rescore", "out/a", "--tasks", str(tasks))
    if value is True:  # which counts as 1
        assert (code, err) == (0, "")
    else:
        message = f"out/a/samples.jsonl:1, {field}: is missing or of another type; grade again with puma grade --out\n"
        assert (code, out, err) == (3, "", f"puma: {message}")


@pytest.mark.parametrize("changed", [{"soft": 10**400}, {"soft": "x"}, {"strict": 5}, {"reason": None}, {"type": []}])
def test_a_rule_of_a_sample_that_somebody_changed_is_refused(changed, run, tasks, saved, tmp_path):
    file = tmp_path / "out/a/samples.jsonl"
    first, *rest = file.read_text("utf-8").splitlines()
    record = json.loads(first)
    record["rules"][0] |= changed
    file.write_text("\n".join([json.dumps(record), *rest]))
    assert run("rescore", "out/a", "--tasks", str(tasks))[:2] == (3, "")


@pytest.mark.parametrize(
    "changed", [{"strict": "x"}, {"strict": 101}, {"soft": 10**400}, {"n": None}, {"attempted": "0"}]
)
def test_results_that_somebody_changed_are_refused(changed, run, tasks, saved, tmp_path):
    file = tmp_path / "out/a/results.json"
    record = json.loads(file.read_text("utf-8"))
    record["overall"] |= changed
    file.write_text(json.dumps(record))
    assert run("rescore", "out/a", "--tasks", str(tasks))[:2] == (3, "")


# files


def test_several_files_are_put_in_place_together_or_not_at_all(tmp_path):
    (tmp_path / "a").write_text("old")
    (tmp_path / "file").touch()
    with pytest.raises(InputError):
        files.write_all({tmp_path / "a": b"new", tmp_path / "file" / "b": b"new"})
    assert (tmp_path / "a").read_text() == "old"
    assert sorted(item.name for item in tmp_path.iterdir()) == ["a", "file"]
