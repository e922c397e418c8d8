"""Every `>>>` of README and documentation is run, whatever fence it stands in."""

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from puma_docs.stage import written

from puma_dataset.prompts import APPENDICES

ROOT = Path(__file__).parents[2]
SHOWN = [ROOT / "README.md", *written("en").values(), *written("pl").values()]
ANSWERS = ROOT / "dataset_builder" / "puma_dataset" / "sample" / "predictions"
WITH = [file for file in SHOWN if ">>>" in file.read_text("utf-8")]
RUN = "import doctest, sys; sys.exit(doctest.testfile(sys.argv[1], module_relative=False, encoding='utf-8')[0])"


def bare(text: str) -> str:
    """A text without the ends of its fences, which doctest would take for output."""
    return re.sub(r"^```.*$", "", text, flags=re.MULTILINE)


def test_there_are_examples():
    assert {"README.md", "start.md", "grade.md", "spacy.md"} <= {file.name for file in WITH}


@pytest.fixture(scope="module")
def prepared(offline: dict[str, str]) -> dict[str, str]:
    """The environment of a machine on which `puma prepare` was called."""
    subprocess.run([sys.executable, "-m", "puma_cli", "prepare"], env=offline, check=True, capture_output=True)
    return offline


@pytest.mark.parametrize("file", WITH, ids=lambda file: str(file.relative_to(ROOT)))
def test_the_examples_of_a_page_are_true(file: Path, prepared: dict[str, str], tmp_path: Path):
    text = file.read_text("utf-8")
    (tmp_path / "page.txt").write_text(bare(text), "utf-8")
    command = [sys.executable, "-c", RUN, "page.txt"]
    run = subprocess.run(
        command, cwd=tmp_path, env=prepared, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert (run.returncode, run.stdout) == (0, "")


def test_a_wrong_example_fails():
    parser = doctest.DocTestParser()
    test = parser.get_doctest(bare("```python\n>>> 1 + 1\n3\n```\n"), {}, "wrong", None, 0)
    assert doctest.DocTestRunner(verbose=False).run(test, out=lambda _: None).failed == 1


def test_the_explanation_in_the_readme_is_real(run):
    """The one grading that the README shows is what the command prints."""
    text = (ROOT / "README.md").read_text("utf-8")
    shown = text.split("```console\n$ puma explain hc_001 --answer '")[1].split("```")[0]
    answer, _, printed = shown.partition("'\n")
    _, out, _ = run("explain", "hc_001", "--answer", answer)
    assert printed.strip() in "\n".join(line.rstrip() for line in out.splitlines())


@pytest.mark.parametrize("language", ["en", "pl"])
def test_what_the_page_about_recognisers_shows_is_real(run, tmp_path: Path, language: str):
    """Each command with a $ is run on the sample's answers, and prints these lines in this order; ... means more."""
    for file in ANSWERS.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    shown = re.findall(r"```console\n\$ puma (.*)\n([^`]*)```", written(language)["recognisers"].read_text("utf-8"))
    assert len(shown) == 4
    for command, lines in shown:
        _, out, _ = run(*shlex.split(command))
        printed = iter(line.rstrip() for line in out.splitlines())
        assert [line for line in lines.splitlines() if line != "..." and line not in printed] == [], command


def test_the_command_that_passes_the_tests_is_the_one_that_the_checks_run():
    command = next(line for line in (ROOT / ".ci" / "run").read_text("utf-8").splitlines() if "-m pytest" in line)
    for file in ("README.md", "CONTRIBUTING.md", "docs/en/start.md"):
        assert command in (ROOT / file).read_text("utf-8").splitlines(), file


def test_the_prompts_that_are_shown_are_those_that_are_asked():
    text = written("en")["run"].read_text("utf-8")
    assert [name for name, prompt in APPENDICES.items() if f"```text\n{prompt}\n```" not in text] == []


@pytest.mark.parametrize("language", ["en", "pl"])
def test_the_numbers_of_exit_are_shown(language: str):
    """Every code that main and puma run give, in the table of the page about grading."""
    text = written(language)["grade"].read_text("utf-8")
    assert re.findall(r"^\| (\d) \|", text, re.MULTILINE) == ["0", "1", "2", "3", "4", "5"]
