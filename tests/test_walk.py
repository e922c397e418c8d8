"""Every command with every file that it is given as a link, a pipe, a device, a folder, or nothing: none hangs.

A link to a file is that file. A pipe is read only as standard input, under the name `-`; any other pipe or device is
refused, since nobody can say when it ends.
"""

import importlib.util
import json
import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from puma_dataset.read import SAMPLE

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has neither pipes nor devices in a folder")
SECONDS = 30
"""After which a command counts as hanging: each needs less than one."""
MOST = 2**31
"""Bytes that a command may ask for while it reads what has no end."""


def _link(target: str) -> Callable[[Path], None]:
    return lambda file: file.symlink_to(target)


KINDS: dict[str, Callable[[Path], object]] = {
    "absent": lambda file: None,
    "a link to nowhere": _link("nowhere"),
    "a link to itself": lambda file: file.symlink_to(file.name),
    "a pipe": lambda file: os.mkfifo(file),
    "a device without end": _link("/dev/zero"),
    "a device": _link("/dev/null"),
    "a folder": lambda file: file.mkdir(),
    "empty": lambda file: file.write_bytes(b""),
}

EXPECTED_ANSWERS = "expected a file of answers, or - for JSONL from standard input"
KNOWN = ".jsonl, .ndjson, .json, .csv, .tsv, .parquet, .xlsx, .gz or .zip"
EXAMPLE = '{"id": "hc_001", "prediction": "To herb Leliwa."}'
ANSWERS = {
    **dict.fromkeys(["absent", "a link to nowhere", "a link to itself"], f"no such file; {EXPECTED_ANSWERS}"),
    **dict.fromkeys(["a pipe", "a device without end", "a device"], f"is no regular file; {EXPECTED_ANSWERS}"),
    "a folder": f"is a folder without a file of answers; expected {KNOWN}",
    "empty": f"holds no answer; expected one object a line, such as {EXAMPLE}",
}
ROWS = "a header with id and prediction, and a row for each answer"
NO_RUN = {**ANSWERS, "a folder": "holds no results.json; expected a folder that puma grade --out has written"}
PARQUET = {**ANSWERS, "empty": "is no Parquet file (Parquet file size is 0 bytes); write it again"}
TASKS = {
    **dict.fromkeys(
        ["absent", "a link to nowhere", "a link to itself"],
        "no such folder; give a folder that holds tasks.jsonl",
    ),
    **dict.fromkeys(
        ["a pipe", "a device without end", "a device", "empty"],
        "a file, not a folder; give the folder that holds tasks.jsonl",
    ),
    "a folder": "no tasks.jsonl in it; a task folder holds tasks.jsonl and the media it names",
}
WRITTEN = {
    **dict.fromkeys(["absent", "a link to nowhere", "a link to itself", "empty"], ""),
    **dict.fromkeys(["a pipe", "a device without end", "a device"], "is a pipe or a device; name a file"),
    "a folder": "is a folder; name a file",
}

Case = tuple[list[str], str, dict[str, str] | None]
"""A command with X for the file, the file's name, and what is said of each kind; None where others word it."""
CASES: dict[str, Case] = {
    "grade JSONL": (["grade", "X"], "x.jsonl", ANSWERS),
    "grade JSON": (["grade", "X"], "x.json", ANSWERS | {"empty": f"holds no answer; expected [{EXAMPLE}]"}),
    "grade CSV": (["grade", "X"], "x.csv", ANSWERS | {"empty": f"holds no answer; expected {ROWS}"}),
    "grade Parquet": (["grade", "X"], "x.parquet", PARQUET),
    "grade --jobs": (["grade", "X", "--jobs", "1", "--out", "jobs"], "x.parquet", None),
    "grade --tasks": (["grade", "a.jsonl", "--tasks", "X"], "x", TASKS),
    "grade --pair": (["grade", "--pair", "A=X+a.jsonl"], "x.jsonl", ANSWERS),
    "grade --before": (["grade", "a.jsonl", "--before", "X"], "x.jsonl", ANSWERS),
    "grade --out": (["grade", "a.jsonl", "--out", "X"], "x", None),
    "compare": (["compare", "X", "a.jsonl"], "x.jsonl", NO_RUN),
    "compare --tasks": (["compare", "a.jsonl", "b.jsonl", "--tasks", "X"], "x", TASKS),
    "compare --pair": (["compare", "a.jsonl", "--pair", "A=X+b.jsonl"], "x.jsonl", ANSWERS),
    "compare a run": (["compare", "run_a", "X"], "x", None),
    "compare results.json": (["compare", "run_a", "X"], "run/results.json", None),
    "rescore": (["rescore", "X"], "x", None),
    "rescore --tasks": (["rescore", "run_a", "--tasks", "X"], "x", TASKS),
    "rescore --out": (["rescore", "run_a", "--out", "X"], "x", None),
    "report": (["report", "X"], "x.jsonl", NO_RUN),
    "report --tasks": (["report", "a.jsonl", "--tasks", "X"], "x", TASKS),
    "report --pair": (["report", "--pair", "A=X+b.jsonl"], "x.jsonl", ANSWERS),
    "report --out": (["report", "a.jsonl", "--out", "X"], "x.html", WRITTEN),
    "explain": (["explain", "hc_001", "X"], "x.jsonl", ANSWERS),
    "explain --tasks": (["explain", "hc_001", "--tasks", "X"], "x", TASKS),
    "review": (["review", "X"], "x.jsonl", ANSWERS),
    "review --tasks": (["review", "a.jsonl", "--tasks", "X"], "x", TASKS),
    "review --out": (["review", "a.jsonl", "--out", "X"], "x.jsonl", WRITTEN),
    "validate": (["validate", "X"], "x", TASKS),
    "prepare": (["prepare", "X"], "x", TASKS),
    "run --tasks": (["run", "m", "--dry-run", "--out", "asked", "--tasks", "X"], "x", TASKS),
    "rules stress": (["rules", "stress", "X"], "x", TASKS),
    "publish": (["publish", "dataset", "--org", "o", "--dry-run", "--tasks", "X"], "x", None),
    "release": (["release", "X", "--out", "released"], "x", None),
    "release --check": (["release", "tasks", "--check", "X"], "x", None),
}
SHEETS: dict[str, Case] = {
    f"rubric {command} {kind}": (["rubric", command, "X"], f"x{kind}", None)
    for command in ("agree", "check", "score")
    for kind in (".csv", ".tsv", ".xlsx", ".jsonl", ".parquet")
} | {
    "rubric lock": (["rubric", "lock", "X", "--out", "lock.json"], "x.csv", None),
    "rubric template": (["rubric", "template", "X", "--model", "m", "--out", "sheet"], "x.csv", None),
    "rubric lock --out": (["rubric", "lock", "--sample", "--out", "X"], "x.json", None),
    "rubric check --lock": (["rubric", "check", "--sample", "--lock", "X"], "x.json", None),
    "rubric check --taxonomy": (["rubric", "check", "--sample", "--taxonomy", "X"], "x.json", None),
    "rubric score --lock": (["rubric", "score", "--sample", "--lock", "X"], "x.json", None),
    "rubric score --taxonomy": (["rubric", "score", "--sample", "--taxonomy", "X"], "x.json", None),
}


@contextmanager
def bounded() -> Iterator[None]:
    """Time and memory for one command; what needs more has no end."""
    import resource

    def give_up(*_: Any) -> None:
        raise AssertionError("the command hangs")

    before = resource.getrlimit(resource.RLIMIT_AS)
    used = int(Path("/proc/self/statm").read_text().split()[0]) * 4096 if Path("/proc/self/statm").exists() else 0
    handler = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(SECONDS)
    if used:
        resource.setrlimit(resource.RLIMIT_AS, (used + MOST, before[1]))
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, handler)
        resource.setrlimit(resource.RLIMIT_AS, before)


@pytest.fixture
def there(run, tmp_path) -> Path:
    """What the commands need beside the file that is wrong."""
    for name in "ab":
        (tmp_path / f"{name}.jsonl").write_text(f'{{"id": "hc_001", "prediction": "{name}"}}\n')
    assert run("grade", "a.jsonl", "--out", "run_a")[0] == 0
    return tmp_path


def refused(run: Callable[..., tuple[int, str, str]], case: Case, kind: str, folder: Path) -> str:
    """What a command says last; nothing where it does what it is asked for."""
    arguments, name, messages = case
    (folder / name).parent.mkdir(exist_ok=True)
    KINDS[kind](folder / name)
    with bounded():
        code, out, err = run(*(argument.replace("X", name) for argument in arguments))
    if code == 0:
        assert messages is None or messages[kind] == "", out
        return ""
    assert code in (2, 3), err
    said = err.splitlines()[-1]
    if messages is not None:
        assert err.endswith(f"puma: {name}: {messages[kind]}\n"), err
    # a file in a folder of results is named behind its folder
    assert name in said or f"puma: {Path(name).parent}: '{Path(name).name}' " in said
    return said


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", CASES)
def test_no_command_hangs_or_breaks(name: str, kind: str, run, there):
    refused(run, CASES[name], kind, there)


@pytest.mark.skipif(not importlib.util.find_spec("puma_cli.opening"), reason="sheets wait for pipes before that module")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", SHEETS)
def test_no_command_for_rubrics_hangs_or_breaks(name: str, kind: str, run, there):
    refused(run, SHEETS[name], kind, there)


def test_a_link_to_a_file_is_the_file(run, there):
    (there / "x.jsonl").symlink_to("a.jsonl")
    assert run("grade", "x.jsonl", "--json")[1] == run("grade", "a.jsonl", "--json")[1].replace("a.jsonl", "x.jsonl") \
        .replace('"model": "a"', '"model": "x"')  # fmt: skip


def test_nothing_takes_the_place_of_a_device(run, there):
    """As root, a rename over /dev/null would leave the machine without it."""
    assert run("report", "a.jsonl", "--out", "/dev/null") == (
        3, "", "puma: /dev/null: is a pipe or a device; name a file\n",
    )  # fmt: skip
    assert Path("/dev/null").is_char_device()


UNREADABLE = {
    "grade": (["grade", "X"], "puma: X: Permission denied; check its permissions\n"),
    "explain": (["explain", "hc_001", "X"], "puma: X: Permission denied; check its permissions\n"),
    "review": (["review", "X"], "puma: X: Permission denied; check its permissions\n"),
    "report": (["report", "X"], "puma: X: Permission denied; check its permissions\n"),
}


@pytest.fixture
def as_nobody(run, monkeypatch) -> Iterator[Callable[..., tuple[int, str, str]]]:
    """Run a command as a user to whom modes apply; root reads whatever it likes."""
    if not hasattr(os, "seteuid"):
        pytest.skip("there are no users here")
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    monkeypatch.chdir(folder)

    def call(*arguments: str) -> tuple[int, str, str]:
        if os.getuid():
            return run(*arguments)
        os.seteuid(65534)
        try:
            return run(*arguments)
        finally:
            os.seteuid(0)

    yield call
    shutil.rmtree(folder)


@pytest.mark.parametrize("name", UNREADABLE)
def test_a_file_that_may_not_be_read_is_refused(name: str, run, as_nobody):
    arguments, message = UNREADABLE[name]
    file = Path("x.jsonl")
    file.write_text(json.dumps({"id": "hc_001", "prediction": "x"}))
    file.chmod(0)
    words = [argument.replace("X", file.name) for argument in arguments]
    run(*words)  # what is imported stands where nobody may read
    assert as_nobody(*words)[::2] == (3, message.replace("X", file.name))


def test_a_folder_of_tasks_that_may_not_be_read_is_refused(run, as_nobody):
    shutil.copytree(SAMPLE, "tasks")
    Path("tasks/tasks.jsonl").chmod(0)
    run("validate", "tasks")
    code, out, err = as_nobody("validate", "tasks")
    assert (code, out) == (3, "")
    assert "tasks.jsonl" in err and "ermission" in err
