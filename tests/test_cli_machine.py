"""The command over files that come, go and break: whatever state a folder is in, `puma` ends as it is documented to.

A few examples in CI; with `--hypothesis-profile thorough` many more.
"""

import io
import json
import os
import re
import shutil
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
from drawn import Drawn, mutated
from file_targets import TASK
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from PIL import Image
from targets import PIECES

from puma_cli.files import JOURNAL
from puma_cli.main import BELOW, FINE, REFUSED, USAGE, main
from puma_metrics.task import CHECKS

FEW = settings(max_examples=12, stateful_step_count=12, derandomize=True)
chosen = settings.default if settings.get_current_profile_name() == "thorough" else FEW

ROOT = Path(__file__).parents[1]
SHEET = (ROOT / "tests" / "golden" / "rubric" / "golden_small.csv").read_bytes()
NAMES = ("kot", "pies", "dom", "t.1")
LISTS = ("validate", "release", "check")
"""Commands whose product is a list of what is wrong: they print it, and then refuse."""
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")

names = st.sampled_from(NAMES)
texts = st.one_of(
    st.sampled_from(["Koty.", "pies", "Nie wiem.", "", "<think>kot", "=1+1", "dom\x1b[2Jkot", "kot\x9b2J \u202e"]),
    st.lists(st.sampled_from(PIECES), max_size=6).map("".join),
    st.text(max_size=20),
)
folders = st.sampled_from(["tasks", "other", "out"])
files = st.sampled_from(
    ["a.jsonl", "b.json", "c.csv", "d.tsv", "e.parquet", "sheet.csv", "out/results.json", "out", "none"]
)
sheets = st.sampled_from(["sheet.csv", "sheet.jsonl", "sheet.xlsx", "a.jsonl", "c.csv", "tasks"])


anything = files | sheets | folders.map("{}/tasks.jsonl".format)
contents = st.binary(max_size=40) | st.lists(texts, max_size=4).map(",".join).map(lambda text: encoded(text))


def plain_task(name: str) -> dict[str, Any]:
    return {
        **TASK, "id": name, "prompt": f"Co to jest, co nazywa się {name * 3}?", "answers_ok": [f"To {name}."],
        "media": [{**TASK["media"][0], "path": f"{name}.png"}], "rules": [{"type": "include", "clauses": [[name]]}],
        "answers_bad": ["Nie wiem."],
    }  # fmt: skip


def encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def written(rows: list[dict[str, Any]], ending: str) -> bytes:
    if ending == ".json":
        return json.dumps(rows).encode()
    if ending in (".csv", ".tsv"):
        mark = "," if ending == ".csv" else "\t"
        cells = [["id", "prediction"], *([row["id"], row["prediction"]] for row in rows)]
        lines = (mark.join('"' + str(cell).replace('"', '""') + '"' for cell in row) for row in cells)
        return encoded("\n".join(lines))
    return "\n".join(map(json.dumps, rows)).encode()


class Commands(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.before = Path.cwd()
        self.room = Path(mkdtemp(prefix="puma-machine-"))
        os.chdir(self.room)

    def teardown(self) -> None:
        os.chdir(self.before)
        shutil.rmtree(self.room)

    # files

    @initialize()
    def begin(self) -> None:
        self.write_folder("other", [plain_task(name) for name in NAMES[:2]])
        self.mend()
        assert self.puma("grade", "a.jsonl", "--tasks", "tasks", "--out", "out") == FINE

    @rule()
    def mend(self) -> None:
        """Everything whole again, but for what stands in the way."""
        self.write_folder("tasks", [plain_task(name) for name in NAMES])
        for name in ("a.jsonl", "b.json", "c.csv"):
            rows = [{"id": "kot", "prediction": f"Koty {name}."}, {"id": "dom", "prediction": "x"}]
            self.put(name, written(rows, Path(name).suffix))
        self.put("sheet.csv", SHEET)

    def put(self, name: str, content: bytes) -> None:
        """A file, if nothing is in its way."""
        file = self.room / name
        if not file.is_dir() and not file.parent.is_file():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)

    def write_folder(self, name: str, tasks: list[Any]) -> None:
        self.put(f"{name}/tasks.jsonl", b"\n".join(json.dumps(task).encode() for task in tasks))
        for seed, task in enumerate(NAMES):
            picture = io.BytesIO()
            Image.new("RGB", (4, 4), (seed, 1, 2)).save(picture, "PNG")
            self.put(f"{name}/{task}.png", picture.getvalue())

    @rule(name=folders, which=names, changes=st.lists(st.binary(min_size=8, max_size=20), min_size=1, max_size=2))
    def change_a_task(self, name: str, which: str, changes: list[bytes]) -> None:
        task: Any = plain_task(which)
        for data in changes:
            task = mutated(task, Drawn(data), [*CHECKS, "x"])
        self.write_folder(name, [task if other == which else plain_task(other) for other in NAMES])

    @rule(name=st.sampled_from(["a.jsonl", "b.json", "c.csv", "d.tsv"]), said=st.dictionaries(names, texts, min_size=1))
    def answer(self, name: str, said: dict[str, str]) -> None:
        rows = [{"id": task, "prediction": text} for task, text in said.items()]
        self.put(name, written(rows, Path(name).suffix))

    @rule(name=files, rows=st.lists(st.tuples(names | texts, st.none() | texts), max_size=5), model=st.none() | texts)
    def answer_strangely(self, name: str, rows: list[tuple[str, str | None]], model: str | None) -> None:
        records = [{"id": task, "prediction": said, **({"model": model} if model else {})} for task, said in rows]
        self.put(name, written(records, Path(name).suffix))

    @rule(name=anything, how=st.sampled_from(["write", "spoil", "cut", "remove", "stand"]), content=contents)
    def harm(self, name: str, how: str, content: bytes) -> None:
        file = self.room / name
        before = file.read_bytes() if file.is_file() else b""
        if how == "write":
            self.put(name, content)
        elif how == "remove" and file.is_dir():
            shutil.rmtree(file)
        elif how == "remove":
            file.unlink(missing_ok=True)
        elif how == "stand" and not file.exists() and not file.parent.is_file():
            file.mkdir(parents=True)
        elif before:
            place = sum(content) % len(before)
            file.write_bytes(before[:place] + content[:1] + (b"" if how == "cut" else before[place + 1 :]))

    # commands

    def content(self) -> dict[str, bytes]:
        return {str(file): file.read_bytes() for file in sorted(self.room.rglob("*")) if file.is_file()}

    def once(self, *arguments: str) -> tuple[int, bytes, bytes]:
        """One command: exit code, stdout and stderr."""
        streams = [io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2)]
        with pytest.MonkeyPatch.context() as patch, redirect_stdout(streams[0]), redirect_stderr(streams[1]):
            patch.setattr(sys, "argv", ["puma", *arguments])
            patch.setattr(sys, "stdin", io.StringIO(""))
            with pytest.raises(SystemExit) as left:
                main()
            for stream in streams:
                stream.flush()
        out, err = (stream.buffer.getvalue() for stream in streams)  # type: ignore[attr-defined]
        return int(left.value.code or 0), out, err

    def puma(self, *arguments: str, again: bool = True) -> int:
        before = self.content()
        code, out, err = self.once(*arguments)
        after = self.content()
        assert code in (FINE, USAGE, REFUSED, BELOW), (arguments, code, err)
        assert b"Traceback" not in out + err
        assert code != BELOW or "--fail-under" in arguments
        assert not CONTROL.search((out + err).decode("utf-8")), (arguments, out, err)
        if code in (USAGE, REFUSED):
            assert after == before, arguments
            assert err and (out == b"" or arguments[0] in LISTS or arguments[1] in LISTS), (arguments, out)
        if again and code in (FINE, BELOW, REFUSED):
            assert self.once(*arguments) == (code, out, err), arguments
            assert self.content() == after
        return code

    @rule(folder=folders, strict=st.booleans())
    def validate(self, folder: str, strict: bool) -> None:
        self.puma("validate", folder, *["--strict"] * strict)

    @rule(
        given=st.lists(files, min_size=1, max_size=2),
        options=st.lists(
            st.sampled_from(
                ["--json", "--tags", "--out=out", "--out=a.jsonl", "--format=csv", "--format=markdown",
                 "--format=latex", "--extra=ignore", "--duplicates=last", "--fail-under=50",
                 "--keep-thinking", "--fail-under=nan"]
            ),
            max_size=4,
        ),
    )  # fmt: skip
    def grade(self, given: list[str], options: list[str]) -> None:
        options = [part for option in options for part in option.split("=")]
        self.puma("grade", *given, "--tasks", "tasks", *options)

    @rule(which=names | texts, given=files, said=st.none() | texts)
    def explain(self, which: str, given: str, said: str | None) -> None:
        answer = [given] if said is None else ["--answer", said.replace("\0", "")]
        self.puma("explain", "--tasks", "tasks", *answer, "--", which.replace("\0", "") or "kot")

    @rule(given=files)
    def review(self, given: str) -> None:
        self.puma("review", given, "--tasks", "tasks")

    @rule(runs=st.lists(files, max_size=3), as_json=st.booleans())
    def compare(self, runs: list[str], as_json: bool) -> None:
        self.puma("compare", *runs, "--tasks", "tasks", "--resamples", "20", *["--json"] * as_json)

    @rule(
        runs=st.lists(files, max_size=2), options=st.lists(st.sampled_from(["--no-tasks", "--no-answers"]), max_size=2)
    )
    def report(self, runs: list[str], options: list[str]) -> None:
        self.puma("report", *runs, "--tasks", "tasks", "--out", "report.html", *options)

    @rule(old=files, out=st.booleans(), as_json=st.booleans())
    def rescore(self, old: str, out: bool, as_json: bool) -> None:
        self.puma("rescore", old, "--tasks", "tasks", *["--out", "again"] * out, *["--json"] * as_json)

    @rule(said=texts)
    def tokens(self, said: str) -> None:
        self.puma("tokens", "--", said.replace("\0", ""))

    @rule(sheet=sheets, command=st.sampled_from(["check", "score", "agree"]), as_json=st.booleans())
    def rubric(self, sheet: str, command: str, as_json: bool) -> None:
        few = ["--resamples", "20"] if command == "score" else []
        self.puma("rubric", command, sheet, *few, *["--json"] * as_json)

    @rule(sheet=sheets, force=st.booleans())
    def lock(self, sheet: str, force: bool) -> None:
        self.puma("rubric", "lock", sheet, *["--force"] * force)

    @rule(folder=folders)
    def release(self, folder: str) -> None:
        if self.puma("release", folder, "--out", "public", "--percent", "50", again=False) == FINE:
            assert self.puma("release", folder, "--check", "public") == FINE

    @rule(folder=folders, public=folders)
    def check_a_release(self, folder: str, public: str) -> None:
        self.puma("release", folder, "--check", public)

    @invariant()
    def nothing_half_written_remains(self) -> None:
        left = [file.name for file in self.room.rglob(".*") if file.name not in (".", "..")]
        assert left == [] and not list(self.room.rglob(JOURNAL))


TestCommands = Commands.TestCase
TestCommands.settings = settings(chosen, deadline=None, suppress_health_check=list(HealthCheck))
