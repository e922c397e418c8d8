"""The public names of Python, each with its signature and its docstring."""

import inspect
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from importlib import import_module
from types import ModuleType

PACKAGES = (
    *("puma_metrics", "puma_metrics.rubric", "puma_metrics.rewards", "puma_metrics.rewards.trl"),
    *("puma_metrics.rewards.verl", "puma_metrics.rewards.verifiers", "puma_metrics.errors"),
    *("puma_metrics.normal", "puma_metrics.shapes", "puma_answers", "puma_dataset", "puma_dataset.prompts"),
)
"""What other programs may import; all other modules may move."""


def pages(language: str) -> Iterator[tuple[str, str]]:
    """One page; its texts are docstrings, so that there is one only in English."""
    if language == "en":
        yield "api", "\n".join(_page())


def public(module: ModuleType) -> list[str]:
    """The names that a module offers: `__all__`, else what it defines itself without an underscore."""
    if names := getattr(module, "__all__", None):
        return sorted(names, key=str.lower)
    own = vars(module).items()
    return [n for n, v in own if not n.startswith("_") and getattr(v, "__module__", "") == module.__name__]


def _page() -> Iterator[str]:
    yield "# Python API\n"
    yield "Names and signatures here stay; every other module may move. The texts are the docstrings; examples run as tests.\n"
    for name in PACKAGES:
        module = import_module(name)
        yield f"## {name}\n\n{_text(module)}\n"
        for item in public(module):
            yield from _entry(name, item, getattr(module, item))


def _entry(package: str, name: str, value: object) -> Iterator[str]:
    yield f"### {package}.{name}\n"
    if inspect.isclass(value):
        yield _text(value) + "\n"
        yield from _members(value)
    elif callable(value):
        yield f"```text\n{name}{_signature(value)}\n```\n\n{_text(value)}\n"
    elif isinstance(value, int | str | float):
        yield f"`{value!r}`\n"
    else:
        yield f"A `{type(value).__name__}`.\n"


def _members(kind: type) -> Iterator[str]:
    """The fields of a dataclass, and its public properties and methods."""
    if is_dataclass(kind):
        shown = (f"{f.name}: {_annotation(f.type)}" for f in fields(kind))
        yield "```text\n" + "\n".join(shown) + "\n```\n"
    for name, value in vars(kind).items():
        if name.startswith("_") or name in getattr(kind, "__dataclass_fields__", {}):
            continue
        text = _text(value)
        if callable(value) or isinstance(value, classmethod | staticmethod):
            function = getattr(kind, name)
            yield f"- `{name}{_signature(function)}`: {_first(text)}"
        elif text:
            yield f"- `{name}`: {_first(text)}"
    yield ""


def _first(text: str) -> str:
    return " ".join(text.split("\n\n")[0].split())


def _annotation(kind: object) -> str:
    return kind if isinstance(kind, str) else getattr(kind, "__name__", str(kind))


def _signature(value: object) -> str:
    try:
        shown = str(inspect.signature(value))  # type: ignore[arg-type]
    except (TypeError, ValueError):  # such as an exception's, which Python does not tell
        return "(...)"
    shown = re.sub(r" at 0x[0-9a-f]+", "", shown)
    shown = re.sub(r"\b(?:collections\.abc|typing|fractions|pathlib)\.", "", shown)
    return re.sub(r"\bpuma_\w+(?:\.\w+)*\.(\w+)", r"\1", shown)


def _text(value: object) -> str:
    """A docstring as Markdown: its examples and its drawings in fences."""
    text = inspect.getdoc(value) or ""
    blocks = [_block(block) for block in text.split("\n\n")]
    return "\n\n".join(blocks)


def _block(block: str) -> str:
    if block.lstrip().startswith(">>>"):
        return f"```pycon\n{block}\n```"
    if block.startswith("    "):
        return f"```text\n{block}\n```"
    return re.sub(r"(?<![`\w])([<\[])(?=\w)", r"\\\1", block) if "`" not in block else block
