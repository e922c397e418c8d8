"""A program in Tesseract's place: what becomes of a page that it does not read."""

import os
import sys
from pathlib import Path

import pytest

PROGRAM = """#!{python}
import os, signal, sys
if sys.argv[1] == "--version":
    print("tesseract 0.0")
elif sys.argv[1] == "--list-langs":
    print("List of available languages (1):\\npol")
else:
    sys.stdin.buffer.read()
    {does}
"""
DOES = {
    "refuses": ("sys.stderr.write('no picture'); sys.exit(1)", "unable", "(no picture)"),
    "says nothing": ("sys.exit(3)", "unable", "(it ended with 3)"),
    "is killed": ("os.kill(os.getpid(), signal.SIGKILL)", "server", "(it ended with -9)"),
    "never ends": ("signal.pause()", "server", "within 1 s; see --timeout"),
}


@pytest.fixture
def program(tmp_path, monkeypatch):
    """A function that puts a program on the path which does this with a page."""

    def put(does: str) -> None:
        folder = tmp_path / "programs"
        folder.mkdir()
        file = folder / "tesseract"
        file.write_text(PROGRAM.format(python=sys.executable, does=does))
        file.chmod(0o755)
        monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")

    return put


pytestmark = pytest.mark.skipif(os.name == "nt", reason="a script with its interpreter's name is a program on POSIX")


@pytest.mark.parametrize("name", DOES)
def test_a_page_that_is_not_read_is_a_failure(ask, program, name):
    does, kind, message = DOES[name]
    program(does)
    asked = {"engine": "tesseract", "timeout": 1.0 if name == "never ends" else 60.0}
    row = ask("pol", "oc_001", **asked).rows("failures.jsonl")["oc_001"]
    assert row["kind"] == kind
    assert row["message"].endswith(message)


def test_what_it_reads_is_the_answer(ask, program):
    program("print('Zażółć gęślą jaźń')")
    ran = ask("pol", "oc_001", engine="tesseract")
    assert ran.rows()["oc_001"]["prediction"] == "Zażółć gęślą jaźń"
    assert ran.rows()["oc_001"]["model"] == "tesseract pol"
    assert ran.outcome.record["engine_about"] == {
        **{"program": "tesseract", "version": "tesseract 0.0", "languages": ["pol"]},
    }
    assert Path(ran.out, "attempts.jsonl").read_text("utf-8").count("\n") == 1
