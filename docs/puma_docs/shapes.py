"""The shapes of recognisers' output that `document_text` reads, from its table."""

from collections.abc import Iterator

from puma_metrics.shapes import SHAPES, VERSION


def table() -> Iterator[str]:
    """A row for each shape: its name, what it is known by, and whether it is JSON or text."""
    yield "| format | known by |\n|---|---|"
    for name, shape in SHAPES.items():
        kinds = " or ".join(kind for kind, reads in (("JSON", shape.json), ("text", shape.text)) if reads)
        yield f"| `{name}` | {_escaped(shape.mark)}{f', {kinds}' if kinds else ''} |"


def pages(language: str) -> Iterator[tuple[str, str]]:
    """One page, in English only, since it is a table of names."""
    if language == "en":
        rows = "\n".join(table())
        yield "shapes", f"# Recognisers' shapes\n\n{ABOUT}\n\n{rows}\n"


ABOUT = (
    f"What `puma_metrics.shapes.document_text` reads (`{VERSION}`): the first shape whose mark an answer has, or the one that "
    "is named. What fits none, or only almost, stays text, character by character. Normative: "
    "[NORMALISE, section 12.4](normalise.md)."
)


def _escaped(mark: str) -> str:
    return f"`{mark}`".replace("|", "\\|") if mark.startswith("<") else mark
