"""What reaches a terminal: every command prints through one place, in which a control character is a picture."""

import ast
import json
import re
from pathlib import Path

import pytest

from puma_cli import main
from puma_cli.main import COMMANDS

CLI = Path(main.__file__).parent
ESCAPE = "\x1b]0;tytuł\x07\x1b[2J\x9b31m\x7f"
"""A title for the window, a bell, an emptied screen, a colour in one byte, and what deletes."""
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
OWN = re.compile("\x1b\\[[0-9;]*m")


def printed_elsewhere(file: Path) -> list[str]:
    """Where a module prints by itself."""
    found = []
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func)
            if name in ("print", "click.echo", "click.secho", "Console") or re.fullmatch(
                r"sys\.std(out|err)\.write", name
            ):
                found.append(f"{file.name}:{node.lineno}: {name}")
    return found


def test_no_command_prints_by_itself():
    modules = [file for file in sorted(CLI.glob("*.py")) if file.name != "files.py"]
    assert [place for file in modules for place in printed_elsewhere(file)] == []


BAR = re.compile("\r(?:Generating test split: [^\r\n]*| *)(?=[\r\n])")
"""The progress bar of datasets, which shows numbers."""


def unharmed(text: str) -> bool:
    return not CONTROL.search(BAR.sub("", OWN.sub("", text)))


@pytest.fixture
def hostile(run, task, tmp_path) -> Path:
    """A folder of tasks, and answers to it, in which every text that somebody chose has control characters."""
    folder = tmp_path / f"tasks{ESCAPE}".replace("/", "")
    folder.mkdir()
    record = task("kot", prompt=f"Co to?{ESCAPE}", tags=[f"t{ESCAPE}"], notes=ESCAPE)
    record["media"] = [{"path": f"a{ESCAPE}.png", "type": "image"}]
    record["answers_ok"] = [f"kot{ESCAPE}"]
    odd = {**record, "id": f"x{ESCAPE}", f"field{ESCAPE}": 1}
    (folder / "tasks.jsonl").write_text(json.dumps(record) + "\n", "utf-8")
    (tmp_path / "wrong").mkdir()
    (tmp_path / "wrong" / "tasks.jsonl").write_text(json.dumps(odd) + "\n" + ESCAPE, "utf-8")
    from PIL import Image

    Image.new("RGB", (4, 4)).save(folder / f"a{ESCAPE}.png")
    for model in "ab":
        row = {"id": "kot", "prediction": f"kot {model}{ESCAPE}", "model": f"{model}{ESCAPE}", "finish_reason": ESCAPE}
        (tmp_path / f"{model}.jsonl").write_text(json.dumps(row) + "\n")
    (tmp_path / "unknown.jsonl").write_text(json.dumps({"id": f"k{ESCAPE}", "prediction": "x"}))
    (tmp_path / "number.jsonl").write_text(json.dumps({"id": [ESCAPE], "prediction": "x"}))
    for name, place in (("run", "a.jsonl"), ("runs", "b.jsonl")):
        assert run("grade", place, "--tasks", str(folder), "--out", name)[0] == 0
    columns = "prompt_id,category,model,criterion_id,weight,kind,met,error_type,rater_id"
    (tmp_path / "sheet.csv").write_text(f"{columns}\n" + ",".join([f"x{ESCAPE}"] * 9) + "\n", "utf-8")
    return folder


COMMAND_LINES = {
    "quickstart": [["quickstart", ESCAPE]],
    "prepare": [["prepare", "TASKS"], ["prepare", "wrong"], ["prepare", ESCAPE]],
    "validate": [["validate", "TASKS"], ["validate", "wrong"], ["validate", ESCAPE]],
    "rules": [["rules", "stress", "TASKS"], ["rules", "stress", "wrong"], ["rules", ESCAPE]],
    "prompts": [
        ["prompts", "--tasks", "TASKS", "--out", f"asked{ESCAPE}"],
        ["prompts", "--out", "x", "--task", ESCAPE],
    ],
    "run": [
        ["run", ESCAPE, "--tasks", "TASKS", "--dry-run", "--out", f"run{ESCAPE}"],
        ["run", "m", "--task", ESCAPE, "--out", "asked"],
        ["run", "m", "--engine", ESCAPE, "--out", "asked"],
        ["run", "m", "--category", ESCAPE, "--out", "asked"],
        ["run", "m", "--url", f"http://{ESCAPE}", "--out", "asked"],
        ["run", "m", "--extra", ESCAPE, "--out", "asked"],
    ],
    "grade": [
        *(["grade", "a.jsonl", "--tasks", "TASKS", *more] for more in ([], ["--json"], ["--tags"], ["--out", ESCAPE])),
        *(
            ["grade", "a.jsonl", "b.jsonl", "--tasks", "TASKS", "--format", form]
            for form in ("csv", "markdown", "latex")
        ),
        *(["grade", f"{name}.jsonl", "--tasks", "TASKS"] for name in ("unknown", "number", f"absent{ESCAPE}")),
        ["grade", "a.jsonl", "b.jsonl", "--tasks", "TASKS", "--tags"],
        ["grade", "--pair", f"{ESCAPE}=a.jsonl", "--tasks", "TASKS"],
        ["grade", f"--{ESCAPE}"],
        ["grade", "a.jsonl", "--format", ESCAPE],
    ],
    "compare": [["compare", "run", "runs"], ["compare", "run", "runs", "--json"], ["compare", "run", ESCAPE]],
    "rescore": [["rescore", "run", "--tasks", "TASKS"], ["rescore", "run"], ["rescore", ESCAPE]],
    "report": [["report", "run", "--tasks", "TASKS", "--out", ESCAPE], ["report", ESCAPE]],
    "explain": [
        ["explain", "kot", "a.jsonl", "--tasks", "TASKS"],
        ["explain", "kot", "--tasks", "TASKS"],
        ["explain", ESCAPE],
    ],
    "review": [["review", "a.jsonl", "--tasks", "TASKS"], ["review", ESCAPE]],
    "rubric": [
        *(["rubric", command, "sheet.csv"] for command in ("agree", "check", "score", "lock", "template")),
        *(["rubric", command, f"{ESCAPE}.csv"] for command in ("agree", "check", "score", "lock", "template")),
        ["rubric", ESCAPE],
    ],
    "space": [["space", ESCAPE]],
    "publish": [
        ["publish", "dataset", "--org", "o", "--dry-run", "--tasks", "TASKS"],
        ["publish", "metrics", "--org", ESCAPE],
    ],
    "release": [
        ["release", "TASKS", "--out", "x"],
        ["release", "TASKS", "--check", "TASKS"],
        ["release", ESCAPE, "--out", "x"],
    ],
    "tokens": [["tokens", f"kot{ESCAPE} {ESCAPE}"]],
    ESCAPE: [[ESCAPE], ["help", ESCAPE], ["help", "grade", ESCAPE]],
}


def test_every_command_is_walked():
    assert [*COMMANDS, ESCAPE] == list(COMMAND_LINES)


@pytest.mark.parametrize("name", COMMAND_LINES, ids=lambda name: name if name.isalpha() else "no command")
def test_no_control_character_reaches_the_terminal(name: str, run, hostile, tmp_path, monkeypatch):
    monkeypatch.setattr("datasets.config.HF_DATASETS_CACHE", tmp_path / "hf")
    monkeypatch.setattr("evaluate.config.HF_MODULES_CACHE", tmp_path / "modules")
    for line in COMMAND_LINES[name]:
        _, out, err = run(*(word.replace("TASKS", str(hostile)) for word in line))
        assert unharmed(out) and unharmed(err), (line, out, err)
        assert out + err


def test_the_walk_would_see_one(run, hostile, monkeypatch):
    monkeypatch.setattr("puma_cli.files.visible", lambda text: text)
    assert not unharmed(run("validate", str(hostile))[1])
