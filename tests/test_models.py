"""Several models on the command line: reading, joining, tables, formats, files."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puma_cli import models
from puma_cli.predictions import read_models
from puma_metrics import grade_all

SAMPLE = Path(__file__).parents[1] / "dataset_builder" / "puma_dataset" / "sample" / "predictions"
BUNDLED = [str(SAMPLE / f"predictions_{name}.jsonl") for name in ("written", "whisper_base", "tesseract", "rapidocr")]


def write(folder: Path, name: str, **answers: str | None) -> str:
    rows = [json.dumps({"id": task, "answer": text}, ensure_ascii=False) for task, text in answers.items()]
    (folder / name).write_text("\n".join(rows), "utf-8")
    return name


# puma grade


def test_several_files_are_printed_as_table_1(run, tasks, two):
    code, out, err = run("grade", *two, "--tasks", str(tasks))
    lines = out.splitlines()
    assert (code, err) == (0, "")
    assert lines[0].startswith(f"Tasks: {tasks}, 3 tasks, digest ")
    assert lines[1:3] == ["Answers: a.jsonl, model a, 3 rows", "Answers: b.jsonl, model b, 2 rows, 1 missing"]
    (row,) = [line.split() for line in lines if "Contemporary life" in line]
    assert row == ["Contemporary", "life", "100.0", "(100.0)*", "33.3", "(33.3)"]
    assert lines[-1].startswith("puma|n:3|")


def test_what_a_person_should_read_is_said_of_each_model(run, tasks, tmp_path):
    names = [write(tmp_path, "a.jsonl", kot="To nie jest kot."), write(tmp_path, "b.jsonl", kot="Kot.")]
    out = run("grade", *names, "--tasks", str(tasks))[1]
    assert "a: 1 of 1 pass is contested: 1 negated\n" in out
    assert "b: " not in out


def test_many_models_stand_in_rows(run, tasks, tmp_path):
    names = [write(tmp_path, f"m{number}.jsonl", kot="Kot.") for number in range(6)]
    out = run("grade", *names, "--tasks", str(tasks))[1]
    assert sum(line.startswith("m") and "33.3 (33)*" in line for line in out.splitlines()) == 6


def test_json_of_several_models_is_a_list_of_what_one_prints(run, tasks, two):
    several = json.loads(run("grade", *two, "--tasks", str(tasks), "--json")[1])
    alone = [json.loads(run("grade", name, "--tasks", str(tasks), "--json")[1]) for name in two]
    assert several == alone


def test_a_column_of_models_is_as_many_files(run, tasks, two, tmp_path):
    rows = [
        {**json.loads(line), "model": name[0]} for name in two for line in (tmp_path / name).read_text().split("\n")
    ]
    random.Random(1).shuffle(rows)
    (tmp_path / "all.jsonl").write_text("\n".join(map(json.dumps, rows)))
    found = {one["model"]: one for one in json.loads(run("grade", "all.jsonl", "--tasks", str(tasks), "--json")[1])}
    assert {name: one["overall"]["strict"] for name, one in found.items()} == {"a": 100, "b": pytest.approx(100 / 3)}


def test_a_pair_joins_the_parts_of_one_model(run, tasks, tmp_path):
    parts = [write(tmp_path, "v.jsonl", kot="Kot."), write(tmp_path, "s.jsonl", pies="Pies.", dom="nie")]
    out = json.loads(run("grade", "--pair", f"A with B={'+'.join(parts)}", "--tasks", str(tasks), "--json")[1])
    assert (out["model"], out["input"]["file"], out["input"]["rows"]) == ("A with B", "v.jsonl+s.jsonl", 3)
    assert (out["overall"]["attempted"], out["overall"]["strict"]) == (3, pytest.approx(200 / 3))


def test_parts_of_a_pair_that_answer_the_same_are_refused(run, tasks, two):
    message = "puma: b.jsonl: 2 tasks answered in a.jsonl too: 'kot', 'pies'; keep each task's answer in one part\n"
    assert run("grade", "--pair", "A=a.jsonl+b.jsonl", "--tasks", str(tasks)) == (3, "", message)


def test_two_models_of_one_name_are_refused_with_a_way_out(run, tasks, two, tmp_path):
    (tmp_path / "x").mkdir()
    other = write(tmp_path, "x/a.jsonl", kot="Kot.")
    code, out, err = run("grade", "a.jsonl", other, "--tasks", str(tasks))
    assert (code, out) == (3, "")
    assert err == (
        "puma: x/a.jsonl: the model 'a' stands in a.jsonl too; join the two with --pair 'a=a.jsonl+x/a.jsonl', "
        "or give one another name in its column 'model'\n"
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ["grade", "--pair", "A"],
        ["grade", "--pair", "=a.jsonl+b.jsonl"],
        ["grade", "--pair", "A=a.jsonl+"],
        ["grade", "a.jsonl", "--json", "--format", "csv"],
        ["grade", "a.jsonl", "--format", "eval-results"],
        ["grade", "a.jsonl", "b.jsonl", "--format", "model-index", "--dataset-id", "x/y"],
        ["compare", "a.jsonl"],
        ["compare"],
        ["report"],
    ],
)
def test_wrong_usage_is_said(arguments: list[str], run, tasks, two):
    code, out, err = run(*arguments, "--tasks", str(tasks))
    assert (code, out) == (2, "")
    assert "Usage: puma" in err


def test_the_lowest_of_several_decides_on_failing(run, tasks, two):
    assert run("grade", *two, "--tasks", str(tasks), "--fail-under", "34")[0] == 4
    assert run("grade", *two, "--tasks", str(tasks), "--fail-under", "33")[0] == 0


def test_recognisers_have_a_table_of_their_own_with_the_score_before(run):
    tesseract, rapid = BUNDLED[2:]
    out = run("grade", tesseract, "--before", rapid)[1]
    assert "soft % before" in out
    (row,) = [line for line in out.splitlines() if " ocr " in line]
    assert row.split()[-2:] == ["59.3", "58.2"]
    results = json.loads(run("grade", tesseract, "--before", rapid, "--json")[1])
    assert results["before"]["categories"]["ocr"]["soft"] == pytest.approx(58.2, abs=0.05)


def test_raw_output_of_another_model_is_refused(run):
    code, out, err = run("grade", *BUNDLED[2:], "--before", BUNDLED[2])
    assert (code, out) == (3, "")
    assert err.startswith("puma: --before: holds no raw output of 'rapidocr")


def test_tags_are_printed_with_their_counts(run, tasks, two):
    one = run("grade", "a.jsonl", "--tasks", str(tasks), "--tags")[1]
    assert next(x for x in one.splitlines() if x.startswith("test ")).split()[:5] == ["test", "3", "of", "3", "100.0"]
    both = run("grade", *two, "--tasks", str(tasks), "--tags")[1]
    assert next(x for x in both.splitlines() if x.startswith("test ")).split()[:2] == ["test", "3"]


def test_out_makes_a_folder_for_each_model_and_the_tables(run, tasks, two, tmp_path):
    code, out, _ = run("grade", *two, "--tasks", str(tasks), "--out", "out")
    written = [line.removeprefix("Written: ") for line in out.splitlines() if line.startswith("Written: ")]
    found = sorted(str(path.relative_to(tmp_path)) for path in (tmp_path / "out").rglob("*") if path.is_file())
    assert (code, sorted(written)) == (0, found)
    assert set(found) == {f"out/{name}/{file}" for name in "ab" for file in ("results.json", "samples.jsonl")} | {
        f"out/{file}" for file in ("models.csv", "models.md", "models.tex", "tags.csv")
    }
    saved = json.loads((tmp_path / "out/b/results.json").read_text("utf-8"))
    assert saved["written"] == ["out/b/results.json", "out/b/samples.jsonl"]


def test_names_of_folders_are_safe_and_distinct():
    names = ["../../etc/x", "a/b", "a:b", "A:B", "", "." * 5, "ą", "x" * 300]
    found = models.folders(names)
    assert len({name.lower() for name in found.values()}) == len(names)
    assert not [name for name in found.values() if "/" in name or name.startswith(".") or len(name) > 90]


def test_the_hubs_own_classes_read_what_is_exported(run, tasks, two, tmp_path):
    yaml = pytest.importorskip("yaml")
    from huggingface_hub import parse_eval_result_entries
    from huggingface_hub.repocard_data import model_index_to_eval_results

    options = ["--tasks", str(tasks), "--dataset-id", "org/puma"]
    entries = parse_eval_result_entries(
        yaml.safe_load(run("grade", "b.jsonl", *options, "--format", "eval-results")[1])
    )
    assert [(e.dataset_id, e.task_id, e.value) for e in entries] == [
        ("org/puma", "all", 33.33), ("org/puma", "contemporary_life", 33.33),
    ]  # fmt: skip
    assert entries[0].notes.startswith("puma|n:3|")
    index = yaml.safe_load(run("grade", "b.jsonl", *options, "--format", "model-index")[1])["model-index"]
    name, results = model_index_to_eval_results(index)
    assert (name, results[0].metric_name, results[0].metric_value) == ("b", "All tasks: strict %", 33.33)
    assert {result.dataset_type for result in results} == {"org/puma"}
    run("grade", *two, *options, "--format", "eval-results", "--out", "out")
    assert yaml.safe_load((tmp_path / "out/a/.eval_results/puma.yaml").read_text())[0]["value"] == 100.0


@pytest.mark.parametrize("form", ["csv", "markdown", "latex"])
def test_a_format_is_all_that_is_printed(form: str, run, tasks, two, tmp_path):
    code, out, err = run("grade", *two, "--tasks", str(tasks), "--format", form, "--out", "out")
    assert (code, err) == (0, "")
    assert out == (tmp_path / "out" / models.FILES[form]).read_text("utf-8")


# what deleting wrong answers does


SAID = st.dictionaries(
    st.sampled_from(["kot", "pies", "dom", "las"]), st.sampled_from(["kot", "Pies.", "dom i las", ""])
)


@given(SAID, st.data())
@settings(deadline=None, derandomize=True, max_examples=80, suppress_health_check=list(HealthCheck))
def test_deleting_wrong_answers_from_a_file_never_raises_a_score(tmp_path, said: dict[str, str], data: st.DataObject):
    """Overall, by category, by tag and in the mean of the categories; a dash is no score."""
    categories = {"kot": "speech_qa", "pies": "speech_qa", "dom": "document_qa", "las": "document_qa"}
    tasks = [
        {"id": name, "category": category, "rules": [{"type": "include", "clauses": [[name]]}], "tags": [name, "all"]}
        for name, category in categories.items()
    ]
    before = graded(tmp_path, tasks, said)
    wrong = [name for name, strict in before[1].items() if not strict]
    deleted = data.draw(st.sets(st.sampled_from(wrong))) if wrong else set()
    after = graded(tmp_path, tasks, {name: text for name, text in said.items() if name not in deleted})
    for place, value in after[0].items():
        assert value <= before[0][place], place


def graded(folder: Path, tasks: list[dict[str, Any]], said: dict[str, str]) -> tuple[dict[str, float], dict[str, int]]:
    """Every score of a file of answers, None as 0; and the strict score of each answer in it."""
    file = folder / "said.csv"
    file.write_text("id,prediction\n" + "".join(f"{name},{text}\n" for name, text in {**said, "x": ""}.items()))
    (given,) = read_models(file, [task["id"] for task in tasks], extra="ignore")
    report = grade_all(tasks, given.answers)
    results = report.results()
    groups = {"overall": results["overall"], "mean": results["category_mean"]}
    groups |= {f"category {name}": rate for name, rate in results["categories"].items()}
    groups |= {f"tag {name}": rate for name, rate in results["tags"].items()}
    scores = {f"{name} {kind}": rate[kind] or 0 for name, rate in groups.items() for kind in ("strict", "soft")}
    return scores, {sample.task.id: sample.score.strict for sample in report.samples if sample.given}
