"""What holds of the repository as a whole: its packages, its public surfaces, its sizes, and what it must not hold."""

import ast
import configparser
import doctest
import importlib
import pkgutil
import re
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]
ROOTS = ("metrics", "dataset_builder", "scripts")
LONGEST_FILE, LONGEST_FUNCTION = 335, 40
TEXT = {".py", ".md", ".cfg", ".toml", ".txt", ".json", ".jsonl", ".cff", ".yml", ".yaml", ".html", ".csv", ".sh", ""}


def folders() -> dict[str, str]:
    """Every package under the three roots: its import name and its folder."""
    found = {}
    for root in ROOTS:
        for file in (ROOT / root).rglob("__init__.py"):
            found[".".join(file.parent.relative_to(ROOT / root).parts)] = str(file.parent.relative_to(ROOT))
    return found


def tracked() -> list[Path]:
    """The repository's files; without git, as in an unpacked source archive, all that are there."""
    run = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if run.returncode:
        return [file for root in (*ROOTS, "tests") for file in (ROOT / root).rglob("*") if file.is_file()]
    return [ROOT / name for name in run.stdout.split("\0") if name and (ROOT / name).is_file()]


def is_made_by_hand(file: Path) -> bool:
    return "recipe" not in file.relative_to(ROOT).parts


TRACKED = tracked()
PYTHON = [file for file in TRACKED if file.suffix == ".py" and is_made_by_hand(file)]
PACKAGES = sorted(name for name in folders() if "." not in name)


def shown(file: Path) -> str:
    return str(file.relative_to(ROOT))


def setup() -> configparser.ConfigParser:
    parser = configparser.ConfigParser()
    parser.read(ROOT / "setup.cfg", encoding="utf-8")
    return parser


def test_setup_names_every_package():
    named = setup()["options"]["packages"].split()
    assert sorted(named) == sorted(folders())
    assert len(set(named)) == len(named)


def test_setup_says_where_every_package_is():
    lines = setup()["options"]["package_dir"].strip().splitlines()
    places = dict(line.replace(" ", "").split("=") for line in lines)
    assert places == {name: folder for name, folder in folders().items() if "." not in name}


def modules() -> list[str]:
    """Every module of the three roots by its import name, but for apps that start a server and for Inspect's task."""
    found = []
    for name in PACKAGES:
        if name == "puma_demo":
            continue
        found.append(name)
        package = ROOT / folders()[name]
        found += [item.name for item in pkgutil.walk_packages([str(package)], f"{name}.")]
    return [name for name in found if not name.endswith((".app", "_child", ".inspect_task"))]


MODULES = modules()


@pytest.mark.parametrize("name", [n for n in MODULES if n in ("puma_metrics", "puma_dataset")])
def test_all_is_the_public_namespace(name: str):
    module = importlib.import_module(name)
    lazy = set(getattr(module, "_HOMES", {}))
    public = {
        item
        for item, value in vars(module).items()
        if not item.startswith("_")
        and item != "TYPE_CHECKING"
        and not isinstance(value, ModuleType)
        and getattr(value, "__module__", name).startswith(name)
    }
    assert set(module.__all__) == public | lazy
    assert len(set(module.__all__)) == len(module.__all__)
    assert all(getattr(module, item) is not None for item in module.__all__)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_run(name: str):
    result = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert result.failed == 0


def test_the_public_functions_have_examples():
    module = importlib.import_module("puma_metrics")
    functions = [getattr(module, name) for name in module.__all__ if callable(getattr(module, name))]
    plain = [function for function in functions if not isinstance(function, type)]
    assert [function.__name__ for function in plain if ">>>" not in (function.__doc__ or "")] == []


@pytest.mark.parametrize("file", PYTHON, ids=shown)
def test_a_file_is_short(file: Path):
    assert len(file.read_text("utf-8").splitlines()) <= LONGEST_FILE


@pytest.mark.parametrize("file", PYTHON, ids=shown)
def test_functions_are_short(file: Path):
    functions = [
        node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.FunctionDef | ast.Lambda)
    ]
    lengths = {getattr(f, "name", "lambda"): (f.end_lineno or 0) - f.lineno + 1 for f in functions}
    assert {name: length for name, length in lengths.items() if length > LONGEST_FUNCTION} == {}


@pytest.mark.parametrize("file", [f for f in PYTHON if f.relative_to(ROOT).parts[0] in ROOTS], ids=shown)
def test_a_module_says_what_it_is(file: Path):
    source = file.read_text("utf-8")
    assert not source or ast.get_docstring(ast.parse(source))


FORBIDDEN = {
    "a path of one machine": r"(?<![\w.])/(?:home|Users|root|work|tmp/bash)/\w",
    "a host of a package mirror": r"\b(?:artifactory|nexus|devpi|pypi-mirror)\b|(?:index-url|extra-index)\s*=?\s*http",
    "a token": r"\b(?:hf_[A-Za-z0-9]{20,}|gh[pousr]_[A-Za-z0-9]{20,}|sk-[A-Za-z0-9-]{20,}|AKIA[0-9A-Z]{16})\b",
    "a private key": r"-----BEGIN [A-Z ]*PRIVATE KEY-----",
    "a conflict": r"^(?:<{7}|>{7}) ",
}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_tracked_file_holds(what: str):
    pattern = re.compile(FORBIDDEN[what], re.MULTILINE)
    texts = [file for file in TRACKED if file.suffix in TEXT and file != Path(__file__)]
    found = [(shown(file), m[0]) for file in texts for m in pattern.finditer(file.read_text("utf-8", "replace"))]
    assert found == []


def test_text_files_are_utf_8_and_end_with_a_line_break():
    wrong = []
    for file in TRACKED:
        content = file.read_bytes() if file.suffix in TEXT and "golden" not in file.parts else b""
        if content and not (content.endswith(b"\n") and content.decode("utf-8")):
            wrong.append(shown(file))
    assert wrong == []
