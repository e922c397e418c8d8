"""`puma explain`, `puma validate` and the command as a whole: what a user sees of them."""

import json

from puma_cli.main import COMMANDS
from puma_metrics import __version__


def test_explain_shows_each_clause(run, tasks):
    code, out, err = run("explain", "kot", "--answer", "Widzę kota.", "--tasks", str(tasks))
    assert (code, err) == (0, "")
    assert 'clause 1 of 1: "kot" found as "kota" at 6-10' in out
    assert "task: strict 1, soft 1.000" in out


def test_explain_shows_the_tasks_own_answers(run, tasks):
    code, out, _ = run("explain", "kot", "--tasks", str(tasks))
    assert code == 0
    assert "Must be right" in out and "Must be wrong" in out
    assert 'clause 1 of 1: "kot" not found' in out


def test_explain_reads_the_answer_from_a_file(run, tasks, answers):
    code, out, _ = run("explain", "pies", answers, "--tasks", str(tasks))
    assert code == 0
    assert "The answer of answers" in out and 'clause 1 of 1: "pies" not found' in out


def test_explain_refuses_an_unknown_id_and_a_missing_answer(run, tasks, tmp_path):
    (tmp_path / "a.jsonl").write_text(json.dumps({"id": "kot", "prediction": "Koty."}))
    assert run("explain", "kto", "--tasks", str(tasks)) == (
        3, "", "puma: 'kto' is no task of this set; did you mean 'kot'?\n",
    )  # fmt: skip
    assert run("explain", "dom", "a.jsonl", "--tasks", str(tasks)) == (
        3, "", "puma: a.jsonl: holds no answer to 'dom'; give one with --answer TEXT\n",
    )  # fmt: skip
    code, _, err = run("explain", "kot", "a.jsonl", "--answer", "x", "--tasks", str(tasks))
    assert code == 2
    assert "give PREDICTIONS or --answer, not both" in err


def test_validate_lists_everything_and_counts_it(run, task_folder, task):
    good = task_folder(task("kot"), name="good")
    code, out, err = run("validate", str(good))
    assert (code, err) == (0, "")
    assert out.startswith(f"{good}: 1 sound task, digest ") and out.endswith("; 0 errors, 0 warnings\n")
    bad = task_folder(task("kot", answers_bad=["kot"]), task("dom", tags=5), name="bad")
    code, out, err = run("validate", str(bad))
    assert (code, err) == (3, f"puma: {bad}: mend what is listed above, and validate again\n")
    assert out.splitlines()[:2] == [
        "error  tasks.jsonl:1, 'kot', answers_bad: scores strict 1 (\"kot\"); expected 0: every rule is met",
        "error  tasks.jsonl:2, 'dom', tags: is no list (5); expected a list of strings",
    ]
    assert out.endswith("; 2 errors, 0 warnings\n")


def test_validate_refuses_warnings_when_it_is_to_be_strict(run, task_folder, task):
    rule = {"type": "include", "clauses": [["kot"]], "include_max": 1}
    folder = task_folder(task("kot", rules=[rule], answers_bad=[]))
    assert run("validate", str(folder))[0] == 0
    assert run("validate", str(folder), "--strict")[0] == 3


def test_tasks_with_errors_are_not_graded(run, task_folder, task, answers):
    folder = task_folder(task("kot", rules=[]))
    code, out, err = run("grade", answers, "--tasks", str(folder))
    assert (code, out) == (3, "")
    assert err == (
        f"puma: 1 error in {folder}:\ntasks.jsonl:1, 'kot', rules: is empty ([]); expected at least one rule\n"
        f"See them all with: puma validate {folder}\n"
    )


def test_the_command_names_its_version_and_every_command_has_help(run):
    assert run("--version") == (0, f"puma, version {__version__}\n", "")
    assert run()[0] in (0, 2)
    for name, summary in COMMANDS.items():
        assert summary
        code, out, _ = run(name, "--help")
        assert (code, out.startswith(f"Usage: puma {name}")) == (0, True)
