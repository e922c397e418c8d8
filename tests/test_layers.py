"""Three layers, one direction: scripts → dataset_builder → metrics; and a grader that touches nothing outside."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LAYERS = {"metrics": 0, "dataset_builder": 1, "scripts": 2}
HUGGING_FACE = {"datasets", "evaluate", "huggingface_hub", "transformers", "gradio"}
OUTSIDE = {
    *("pathlib", "os", "shutil", "tempfile", "glob", "fileinput"),
    *("socket", "ssl", "urllib", "http", "requests", "httpx", "subprocess", "multiprocessing", "asyncio", "signal"),
    *("random", "secrets", "uuid", "locale", "datetime", "logging"),
}
HEAVY = {"morfeusz2", "rapidfuzz", "numpy", "scipy", "jsonschema", "PIL", "pyarrow", "soundfile", "rich"}


def packages(root: str) -> dict[str, str]:
    """Every importable package under a root, with its layer's folder."""
    return {folder.name: root for folder in (ROOT / root).iterdir() if (folder / "__init__.py").is_file()}


HOME = {name: root for root in LAYERS for name, root in packages(root).items()}
SOURCES = sorted(file for name, root in HOME.items() for file in (ROOT / root / name).rglob("*.py"))
GRADER = [file for file in SOURCES if file.is_relative_to(ROOT / "metrics" / "puma_metrics")]


def shown(file: Path) -> str:
    return str(file.relative_to(ROOT))


def imports(file: Path, at_import_only: bool = False) -> Iterator[tuple[str, int]]:
    """The top-level names that a file imports, with their lines; only those that importing the file itself runs."""
    todo: list[ast.AST] = [ast.parse(file.read_text("utf-8"))]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Import):
            yield from ((alias.name.partition(".")[0], node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield node.module.partition(".")[0], node.lineno
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("import_module", "__import__"):
            first = node.args[0]
            literal = first.values[0] if isinstance(first, ast.JoinedStr) else first
            if isinstance(literal, ast.Constant):
                yield str(literal.value).partition(".")[0], node.lineno
        inside = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        inside |= isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING"
        if not (at_import_only and inside):
            todo += ast.iter_child_nodes(node)


def test_the_three_layers_hold_packages():
    assert set(HOME.values()) == set(LAYERS)
    assert {"puma_metrics", "puma_dataset", "puma_cli"} <= set(HOME)


@pytest.mark.parametrize("file", SOURCES, ids=shown)
def test_nothing_points_back(file: Path):
    layer = LAYERS[file.relative_to(ROOT).parts[0]]
    back = [(name, line) for name, line in imports(file) if name in HOME and LAYERS[HOME[name]] > layer]
    assert back == []


RUNNER = [file for file in SOURCES if file.is_relative_to(ROOT / "scripts" / "puma_run")]


@pytest.mark.parametrize("file", RUNNER, ids=shown)
def test_the_runner_knows_nothing_of_the_command_line_and_prints_nothing(file: Path):
    assert [(name, line) for name, line in imports(file) if name in ("puma_cli", "click", "rich")] == []
    calls = [node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Call)]
    assert [call.lineno for call in calls if getattr(call.func, "id", "") == "print"] == []


@pytest.mark.parametrize("file", GRADER, ids=shown)
def test_the_grader_imports_nothing_else_of_the_project(file: Path):
    assert [(name, line) for name, line in imports(file) if name in HOME and name != "puma_metrics"] == []


@pytest.mark.parametrize("file", GRADER, ids=shown)
def test_the_grader_has_no_hugging_face_no_file_no_network_and_no_chance(file: Path):
    # a trainer's user sees nothing but the log: there a reward that is not to be had is named
    allowed = {"logging"} if file.parent.name == "rewards" else set()
    assert [(name, line) for name, line in imports(file) if name in (HUGGING_FACE | OUTSIDE) - allowed] == []


@pytest.mark.parametrize("file", GRADER, ids=shown)
def test_the_grader_opens_no_file(file: Path):
    calls = [node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Call)]
    names = [(getattr(call.func, "id", "") or getattr(call.func, "attr", ""), call.lineno) for call in calls]
    outside = {"open", "exec", "eval", "input", "print", "read_text", "write_text", "read_bytes", "write_bytes"}
    assert [name for name in names if name[0] in outside] == []


def test_the_graders_heavy_libraries_are_imported_where_they_are_used():
    for name in loaded("import puma_metrics", *map(module_name, GRADER)):
        file = next(file for file in GRADER if module_name(file) == name)
        assert (name, [item for item in imports(file, at_import_only=True) if item[0] in HEAVY]) == (name, [])


def module_name(file: Path) -> str:
    parts = file.relative_to(ROOT / "metrics").with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def test_only_the_deadline_has_a_clock():
    timed = [shown(file) for file in GRADER if any(name == "time" for name, _ in imports(file))]
    assert timed == ["metrics/puma_metrics/deadline.py"]


def loaded(code: str, *names: str) -> list[str]:
    """Which of the modules are loaded after the code, in a Python of its own."""
    run = subprocess.run(
        [sys.executable, "-c", f"import sys; {code}; print(*[n for n in {names!r} if n in sys.modules])"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(str(ROOT / root) for root in LAYERS)},
    )
    return run.stdout.split()


def test_importing_the_grader_loads_nothing_heavy():
    names = (*HUGGING_FACE, *HEAVY, "socket", "subprocess", "multiprocessing")
    assert loaded("import puma_metrics", *names) == []


def test_the_adapters_do_not_load_their_libraries():
    adapters = "from puma_metrics.rewards import trl, verl, verifiers"
    assert loaded(adapters, *HUGGING_FACE, *HEAVY, "torch", "trl", "verl", "verifiers", "puma_metrics.rewards.trl") == [
        "puma_metrics.rewards.trl"
    ]


def test_grading_loads_no_hugging_face_library():
    task = {"id": "t", "category": "asr", "rules": [{"type": "asr", "reference": "dzień dobry"}]}
    assert loaded(f"import puma_metrics; puma_metrics.grade({task!r}, 'dzień dobry')", *HUGGING_FACE, "PIL") == []


def test_the_command_line_loads_no_command_before_it_is_called():
    assert loaded("import puma_cli.main", *HUGGING_FACE, *HEAVY, "puma_dataset", "puma_cli.grade") == []
