"""Azure AI Document Intelligence and its predecessors: paragraphs and tables by their places in the content."""

from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

from .cells import Cell, span, table_html, written
from .labels import block, literal, paragraphs

_MARKS = ((":unselected:", "☐"), (":selected:", "☑"))
"""How Azure writes boxes of a form."""


def is_azure(value: Any) -> bool:
    """`analyzeResult`, or what it holds: content, pages, and the model's or interface's name."""
    if not isinstance(value, dict):
        return False
    if isinstance(value.get("analyzeResult"), dict):
        return True
    return value.keys() >= {"content", "pages"} and bool(value.keys() & {"modelId", "apiVersion"})


def read_azure(value: Any, order: str) -> str:
    """Paragraphs and tables in the content's order; what is in a table is not said again as a paragraph.

    >>> read_azure({"analyzeResult": {"content": "Ceny", "paragraphs": [{"content": "Ceny"}]}}, "given")
    'Ceny'
    """
    result = value.get("analyzeResult", value)
    if "readResults" in result:
        return _version_2(result)
    tables = [(_spans(table), _table(table)) for table in result.get("tables") or ()]
    taken = Taken([place for places, _ in tables for place in places])
    lines = [line for page in result.get("pages") or () for line in page.get("lines") or ()]
    pieces = result.get("paragraphs") or lines
    texts = [(_start(p), _paragraph(p)) for p in pieces if not taken.holds(_start(p))]
    found = [*((min(places)[0] if places else -1, text) for places, text in tables), *texts]
    if not found:
        return literal(_with_boxes(result.get("content") or ""))
    return paragraphs(text for _, text in sorted(found, key=lambda piece: piece[0]))


def _with_boxes(text: str) -> str:
    for mark, box in _MARKS:
        text = text.replace(mark, box)
    return text


def _paragraph(piece: dict[str, Any]) -> str:
    return block(piece.get("role"), literal(_with_boxes(piece["content"])))


def _start(piece: dict[str, Any]) -> int:
    """Where a paragraph begins; behind no other where it does not say."""
    return next((place["offset"] for place in piece.get("spans") or ()), -1)


def _spans(table: dict[str, Any]) -> list[tuple[int, int]]:
    """Where a table's cells are in the content, or the table, if its cells do not say."""
    cells = [place for cell in table["cells"] for place in cell.get("spans") or ()]
    return [(place["offset"], place["offset"] + place["length"]) for place in cells or table.get("spans") or ()]


class Taken:
    """The places of the content that stand in tables."""

    def __init__(self, places: list[tuple[int, int]]):
        self.places = sorted(places)

    def holds(self, offset: int) -> bool:
        at = bisect_right(self.places, (offset, float("inf"))) - 1
        return at >= 0 and offset < self.places[at][1]


def _table(table: dict[str, Any]) -> str:
    return table_html(map(_cell, table["cells"]))


def _cell(cell: dict[str, Any]) -> Cell:
    down, across = span(cell.get("rowSpan")), span(cell.get("columnSpan"))
    text = _with_boxes(cell.get("content", cell.get("text")) or "")
    return cell["rowIndex"], cell["columnIndex"], down, across, written(text)


# ---------------------------------------------------------------- version 2
def _version_2(result: dict[str, Any]) -> str:
    """Lines by pages, and the pages' tables; lines that a cell refers to are not said again."""
    tables = [table for page in result.get("pageResults") or () for table in page.get("tables") or ()]
    inside = {
        "/".join(element.split("/")[:5])
        for table in tables
        for cell in table["cells"]
        for element in cell.get("elements") or ()
    }
    lines = list(_lines(result["readResults"], inside))
    return paragraphs(["\n".join(lines), *map(_table, tables)])


def _lines(pages: list[dict[str, Any]], inside: set[str]) -> Iterator[str]:
    for p, page in enumerate(pages):
        for n, line in enumerate(page.get("lines") or ()):
            if f"#/readResults/{p}/lines/{n}" not in inside:
                yield literal(line["text"])
