"""What the command line says of itself, and how it words numbers, names and advice."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from puma_cli.models import folders
from puma_cli.quickstart import _show
from puma_dataset.read import SAMPLE
from puma_metrics import __version__
from puma_metrics.errors import did_you_mean

USAGE = "Usage: puma [OPTIONS] COMMAND [ARGS]...\nTry 'puma --help' for help.\n\nError: "


def test_the_first_table_says_who_gave_the_answers(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    names = ("written", "whisper_base", "tesseract", "rapidocr")
    _show([SAMPLE / "predictions" / f"predictions_{name}.jsonl" for name in names])
    lines = capsys.readouterr().out.splitlines()
    start = lines.index("Answers, put together to show every category; no model gave them all:")
    assert lines[start + 1 : start + 4] == [
        "  questions and structured extraction: written by hand for this sample",
        "  speech recognition: whisper-base-ct2-int8",
        "  document recognition: tesseract-5.3.0-pol or rapidocr-3.10.0 (PP-OCRv6 small, bundled)",
    ]
    heads = [re.split(r"\s{2,}", line.strip()) for line in lines if "strict %" in line]
    assert heads == [
        ["strict % (soft %)", "by hand + whisper + tesseract", "by hand + whisper + rapidocr"],
        ["Recogniser", "Category", "answered", "strict %", "95 % interval", "soft %"],
    ]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("gradd", "No such command 'gradd'; did you mean 'grade'?"),
        ("rubic", "No such command 'rubic'; did you mean 'rubric'?"),
    ],
)
def test_a_command_that_is_none_has_a_suggestion(typed: str, said: str, run):
    assert run(typed) == (2, "", f"{USAGE}{said}\n")
    assert run("help", typed) == (2, "", f"{USAGE}{said}\n")


def test_help_is_a_command_too(run):
    assert run("help") == run("--help")
    assert run("help", "grade") == run("grade", "--help")
    assert run("help", "rubric", "check") == run("rubric", "check", "--help")
    assert run("help", "grade", "x")[2].endswith("Error: 'puma grade' has no commands of its own\n")


def test_the_version_has_a_short_option(run):
    assert run("-V") == run("--version") == (0, f"puma, version {__version__}\n", "")


def test_the_package_runs_as_a_module():
    done = subprocess.run([sys.executable, "-m", "puma_cli", "-V"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"puma, version {__version__}\n", "")


def test_the_shell_completes_commands():
    environment = {**os.environ, "_PUMA_COMPLETE": "bash_complete", "COMP_WORDS": "puma gr", "COMP_CWORD": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "puma_cli"], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.split()) == (0, ["plain,grade"])


@pytest.mark.parametrize(
    ("name", "known", "said"),
    [
        ("kto", ["kot"], "did you mean 'kot'?"),
        ("gora\u0301", ["gor\u00e1"], "did you mean 'gor\u00e1'? It differs only in how its letters are composed"),
        ("kot\u200b", ["kot"], "did you mean 'kot'? It is another name without U+200B"),
        ("kot", ["kot\u00a0"], "did you mean 'kot\u00a0'? It is another name with U+00A0"),
        ("kоt", ["kot"], "did you mean 'kot'? It is another name without U+043E"),
        ("x", ["a", "b"], "expected one of 'a', 'b'"),
        (
            "x",
            [f"t{n}" for n in range(99)],
            f"expected one of {', '.join(repr(f't{n}') for n in range(10))} and 89 more",
        ),
    ],
)
def test_names_that_print_alike_are_told_apart(name: str, known: list[str], said: str):
    assert did_you_mean(name, known) == said


@pytest.fixture
def kot(task, task_folder, tmp_path) -> Path:
    """A folder with one task, and one answer to it."""
    folder = task_folder(task("kot"))
    (tmp_path / "a.jsonl").write_text('{"id": "kot", "prediction": "Kot."}\n')
    return folder


def test_explain_takes_file_and_task_in_either_order(run, kot):
    usual = run("explain", "kot", "a.jsonl", "--tasks", str(kot))
    assert usual[0] == 0
    assert run("explain", "a.jsonl", "kot", "--tasks", str(kot)) == usual
    assert run("explain", "a.jsonl", "kto", "--tasks", str(kot))[2] == (
        "puma: 'a.jsonl' is no task of this set; expected one of 'kot'\n"
    )


def test_a_rule_that_cannot_judge_is_named_with_its_task(run, task, task_folder, tmp_path, monkeypatch):
    monkeypatch.setattr("puma_metrics.rules.pattern_rule.DEADLINE", 0.05)
    slow = {"type": "regex", "pattern": "(a|aa)+$", "normalize": False}
    folder = task_folder(*(task(name, rules=[{"type": "include", "clauses": [["aa"]]}, slow]) for name in ("x", "y")))
    rows = [{"id": name, "prediction": "aa " + "a" * 200_000 + "b"} for name in ("x", "y")]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    out = run("grade", "a.jsonl", "--tasks", str(folder))[1]
    error = 'the pattern "(a|aa)+$" ran for more than 0.05 s; write it with less backtracking'
    assert f"\n'x', rule 2; 'y', rule 2: not judged, counted as 0: {error}\n" in out


def test_no_folder_of_a_model_is_a_device_of_windows():
    names = ["CON", "nul", "con.txt", "Aux.v1", "com1", "LPT9.x", "console", "com", "com10"]
    assert list(folders(names).values()) == [
        *("_CON", "_nul", "_con.txt", "_Aux.v1", "_com1", "_LPT9.x"),
        *("console", "com", "com10"),
    ]


ONE_OF_MANY = re.compile(r"(?<![\d.,–-])1 (?!is\b|was\b|has\b|passes\b|as\b|this\b|less\b)[a-z]+s\b")
"""A plural after one."""


def test_one_of_anything_is_said_in_the_singular(run, kot, tmp_path):
    (tmp_path / "b.jsonl").write_text('{"id": "kot", "prediction": "Kot, a nie pies.", "model": "b"}\n')
    (tmp_path / "odd.jsonl").write_text('{"id": "kto", "prediction": "Kot."}\n')
    (tmp_path / "twice.jsonl").write_text('{"id": "kot", "prediction": "Kot."}\n' * 2)
    (tmp_path / "empty.jsonl").write_text("")
    tasks = ["--tasks", str(kot)]
    for name in "ab":
        assert run("grade", f"{name}.jsonl", *tasks, "--out", f"run_{name}")[0] == 0
    lines = [
        *(["grade", f"{name}.jsonl", *tasks, "--tags"] for name in ("a", "b", "odd", "twice", "empty")),
        *(["grade", "a.jsonl", "b.jsonl", *tasks], ["compare", "run_a"], ["compare", "run_a", "run_b"]),
        *(["compare", "a.jsonl", *tasks], ["rescore", "run_a", *tasks], ["report", "run_a", *tasks]),
        *(["validate", str(kot)], ["rules", "stress", str(kot)], ["review", "b.jsonl", *tasks]),
        *(["release", str(kot), "--out", "released"], ["publish", "dataset", "--org", "o", "--dry-run", *tasks]),
    ]
    said = [run(*line) for line in lines]
    wrong = [found[0] for _, out, err in said for found in ONE_OF_MANY.finditer(out + err)]
    assert wrong == []
    assert said[6][2].endswith("Error: 1 model to compare: name two folders of results, or files of answers\n")
    assert ONE_OF_MANY.findall("1 answers, 11 answers, 0.1 points, 1 word") == ["1 answers"]
    page = re.sub(r"(?s)<script.*?</script>|<style.*?</style>", "", Path("report.html").read_text("utf-8"))
    assert ONE_OF_MANY.findall(re.sub(r"<[^>]*>", "\n", page)) == []
