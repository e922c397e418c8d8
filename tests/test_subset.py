"""Some of the tasks: the denominator follows, and the signature says it; and no folder loses another's results."""

import json
from pathlib import Path

import pytest

from puma_metrics.signature import parts_of

CHOSEN = [
    (["--limit", "2"], 2, "limit=2"),
    (["--task", "dom", "--task", "kot"], 2, "task=dom+kot"),
    (["--category", "contemporary_life"], 3, "category=contemporary_life"),
    (["--category", "contemporary_life", "--limit", "1"], 1, "category=contemporary_life,limit=1"),
]


@pytest.mark.parametrize(("given", "n", "said"), CHOSEN)
def test_the_denominator_follows_and_the_signature_says_it(given, n, said, run, tasks, answers):
    results = json.loads(run("grade", answers, "--tasks", str(tasks), "--json", *given)[1])
    assert (results["overall"]["n"], results["overall"]["missing"]) == (n, 0)
    parts = parts_of(results["signature"])
    assert (parts["n"], parts["subset"]) == (str(n), said)


def test_all_tasks_are_no_subset(run, tasks, answers):
    results = json.loads(run("grade", answers, "--tasks", str(tasks), "--json")[1])
    assert "subset" not in parts_of(results["signature"])


def test_a_task_that_does_not_exist_is_refused(run, tasks, answers):
    message = "puma: --task kto: is no task of this set; did you mean 'kot'?\n"
    assert run("grade", answers, "--tasks", str(tasks), "--task", "kto") == (3, "", message)
    message = "puma: no task of this set is in category=asr; choose others with --category, --task or --limit\n"
    assert run("grade", answers, "--tasks", str(tasks), "--category", "asr") == (3, "", message)


def test_files_and_saved_results_are_compared_on_the_same_tasks(run, tasks, two):
    given = ["--tasks", str(tasks)]
    for file in two:
        assert run("grade", file, *given, "--out", Path(file).stem)[0] == 0
    options = ["--task", "kot", "--task", "dom", "--resamples", "10", "--json"]
    of_files = json.loads(run("compare", *two, *given, *options)[1])
    of_saved = json.loads(run("compare", "a", "b", *options)[1])
    assert of_files == of_saved
    assert of_files["overall"]["n"] == 2 and of_files["only_a"] == ["dom"]


def test_results_of_a_subset_are_graded_again_on_it(run, tasks, answers):
    assert run("grade", answers, "--tasks", str(tasks), "--limit", "2", "--out", "out")[0] == 0
    (summary,) = json.loads(run("rescore", "out", "--tasks", str(tasks), "--json", "--out", "new")[1])
    assert summary["moved"] == [] if "moved" in summary else summary
    old, new = (json.loads(Path(name, "results.json").read_text("utf-8")) for name in ("out", "new"))
    assert old["signature"] == new["signature"] and new["overall"]["n"] == 2


def test_the_report_shows_only_these_tasks(run, tasks, answers, tmp_path):
    code, _, err = run("report", answers, "--tasks", str(tasks), "--task", "kot", "--out", "r.html")
    page = (tmp_path / "r.html").read_text("utf-8")
    assert (code, err) == (0, "") and "subset:task=kot" in page and "piespiespies" not in page


def test_another_models_results_are_not_lost(run, tasks, two, tmp_path):
    given = ["--tasks", str(tasks), "--out", "out"]
    assert run("grade", "a.jsonl", *given)[0] == 0
    before = (tmp_path / "out" / "results.json").read_bytes()
    message = "puma: out: holds the results of 'a', which would be lost; grade into another folder\n"
    assert run("grade", "b.jsonl", *given) == (3, "", message)
    assert (tmp_path / "out" / "results.json").read_bytes() == before
    assert run("grade", "a.jsonl", *given)[0] == 0  # the same model again


def test_results_of_several_models_are_not_hidden_by_one(run, tasks, two):
    given = ["--tasks", str(tasks), "--out", "out"]
    assert run("grade", *two, *given)[0] == 0
    message = (
        "puma: out: holds results of 'a', 'b', which nothing would read beside those of one model; grade into another "
        "folder\n"
    )
    assert run("grade", "a.jsonl", *given) == (3, "", message)
    assert run("grade", *two, *given)[0] == 0


def test_a_folder_that_two_names_share_is_not_overwritten(run, tasks, tmp_path):
    for file, model in (("x.jsonl", "org/a"), ("y.jsonl", "org:a"), ("z.jsonl", "z")):
        row = {"id": "kot", "answer": "Koty.", "model": model}
        (tmp_path / file).write_text(json.dumps(row))
    given = ["--tasks", str(tasks), "--out", "out"]
    assert run("grade", "x.jsonl", "z.jsonl", *given)[0] == 0
    message = (
        "puma: out/org_a: holds the results of 'org/a', which those of 'org:a' would replace; "
        "grade into another folder\n"
    )
    assert run("grade", "y.jsonl", "z.jsonl", *given) == (3, "", message)


@pytest.mark.parametrize("form", ["model-index", "eval-results"])
def test_the_sample_is_not_published_as_the_benchmark(form: str, run, tmp_path):
    (tmp_path / "a.jsonl").write_text('{"id": "hc_001", "answer": "Leliwa"}')
    message = (
        f"puma: --format {form} is about the benchmark, and these tasks are the bundled sample; name the benchmark's "
        "with --tasks FOLDER\n"
    )
    assert run("grade", "a.jsonl", "--format", form, "--dataset-id", "a/b") == (3, "", message)
