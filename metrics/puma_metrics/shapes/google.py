"""Google's two services: Vision, symbol by symbol, and Document AI, by places in one text."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .azure import Taken
from .cells import Cell, span, table_html, written
from .labels import block, literal, paragraphs, plain_label

_BREAKS = {"SPACE": " ", "SURE_SPACE": " ", "EOL_SURE_SPACE": "\n", "HYPHEN": "-\n", "LINE_BREAK": "\n"}
_BREAK_NUMBERS: dict[Any, str] = dict(enumerate(_BREAKS, start=1))
_BLOCK_NUMBERS = {3: "PICTURE", 4: "RULER", 5: "BARCODE"}
"""How a client that writes no names for values numbers them."""


def _get(value: dict[str, Any], name: str) -> Any:
    """A field by its name in JSON, or by that of the Python clients: fullTextAnnotation, full_text_annotation."""
    if name in value:
        return value[name]
    return value.get("".join(f"_{char.lower()}" if char.isupper() else char for char in name))


# ---------------------------------------------------------------- Vision
def _annotations(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        for answer in value["responses"] if isinstance(value.get("responses"), list) else [value]:
            if isinstance(answer, dict) and (_get(answer, "fullTextAnnotation") or _get(answer, "textAnnotations")):
                yield answer


def is_vision(value: Any) -> bool:
    """`responses`, or one with `fullTextAnnotation` or `textAnnotations`."""
    return any(_annotations(value)) or (isinstance(value, dict) and value.get("responses") == [{}])


def read_vision(value: Any, order: str) -> str:
    """The blocks of every page, but for pictures and barcodes; a hyphen at a line's end stays one.

    >>> read_vision({"textAnnotations": [{"description": "Dzień\\ndobry"}, {"description": "Dzień"}]}, "given")
    'Dzień\\ndobry'
    """
    return paragraphs(map(_annotation, _annotations(value)))


def _annotation(answer: dict[str, Any]) -> str:
    full = _get(answer, "fullTextAnnotation")
    if not full:
        return literal(_get(answer, "textAnnotations")[0]["description"])
    blocks = [part for page in full.get("pages") or () for part in page.get("blocks") or ()]
    return paragraphs(map(_block, blocks)) if blocks else literal(full.get("text") or "")


def _block(part: dict[str, Any]) -> str:
    kind = _get(part, "blockType")
    words = (word for paragraph in part.get("paragraphs") or () for word in paragraph.get("words") or ())
    text = "".join(_symbol(symbol) for word in words for symbol in word.get("symbols") or ())
    return block(_BLOCK_NUMBERS.get(kind, kind), literal(text.strip()))


def _symbol(symbol: dict[str, Any]) -> str:
    found = _get(symbol.get("property") or {}, "detectedBreak") or {}
    kind = found.get("type")
    space = _BREAKS.get(str(_BREAK_NUMBERS.get(kind, kind)), "")
    text = symbol.get("text") or ""
    return space + text if _get(found, "isPrefix") else text + space


# ---------------------------------------------------------------- Document AI
def _document(value: Any) -> dict[str, Any]:
    inner = value.get("document") if isinstance(value, dict) else None
    return inner if isinstance(inner, dict) else value


def is_documentai(value: Any) -> bool:
    """`text` with pages that have `layout`, `paragraphs`, `lines` or `tables`, or `documentLayout`."""
    document = _document(value)
    if not isinstance(document, dict):
        return False
    if isinstance(_get(document, "documentLayout"), dict):
        return True
    pages = document.get("pages")
    parts = {"layout", "blocks", "paragraphs", "lines", "tables"}
    return isinstance(document.get("text"), str) and isinstance(pages, list) and any(parts & set(p) for p in pages)


def read_documentai(value: Any, order: str) -> str:
    """Paragraphs and tables in the text's order; what is in a table is not said again as a paragraph.

    >>> layout = {"textAnchor": {"textSegments": [{"endIndex": "4"}]}}
    >>> read_documentai({"text": "Ceny", "pages": [{"paragraphs": [{"layout": layout}]}]}, "given")
    'Ceny'
    """
    document = _document(value)
    if blocks := (_get(document, "documentLayout") or {}).get("blocks"):
        return paragraphs(map(_layout_block, blocks))
    said = _Said(document["text"], left=4 * len(document["text"]) + 1000)
    found = [piece for page in document["pages"] for piece in _pieces(page, said)]
    texts = [text for _, text in sorted(found, key=lambda piece: piece[0])]
    return paragraphs(texts) if found else literal(document["text"])


Places = list[tuple[int, int]]


def _places(layout: dict[str, Any] | None) -> Places:
    anchor = _get(layout or {}, "textAnchor") or {}
    segments = _get(anchor, "textSegments") or ()
    return [(int(_get(s, "startIndex") or 0), int(_get(s, "endIndex") or 0)) for s in segments]


@dataclass
class _Said:
    """The document's text, and how much of it may yet be said: else few places could say it without end."""

    text: str
    left: int

    def at(self, layout: dict[str, Any] | None) -> str:
        found = "".join(self.text[start:end] for start, end in _places(layout))
        self.left -= len(found)
        if self.left < 0:
            raise ValueError("the layouts say the text more than four times")
        return found.strip()


def _pieces(page: dict[str, Any], text: _Said) -> Iterator[tuple[int, str]]:
    inside: Places = []
    for table in page.get("tables") or ():
        cells = list(_cells(table, text))
        places = _places(table.get("layout")) + [place for _, places in cells for place in places]
        inside += places
        yield min(places, default=(0, 0))[0], table_html(cell for cell, _ in cells)
    taken = Taken(inside)
    for piece in page.get("paragraphs") or page.get("lines") or page.get("blocks") or ():
        places = _places(piece["layout"])
        if places and not taken.holds(places[0][0]):
            yield places[0][0], literal(text.at(piece["layout"]))


def _cells(table: dict[str, Any], text: _Said) -> Iterator[tuple[Cell, Places]]:
    rows = [*(_get(table, "headerRows") or ()), *(_get(table, "bodyRows") or ())]
    for r, row in enumerate(rows):
        for c, cell in enumerate(row.get("cells") or ()):
            spans = span(_get(cell, "rowSpan")), span(_get(cell, "colSpan"))
            yield (r, c, *spans, written(text.at(cell.get("layout")))), _places(cell.get("layout"))


def _layout_block(part: dict[str, Any]) -> str:
    """A block of the layout parser: text, table or list, with blocks inside."""
    if said := _get(part, "textBlock"):
        inner = map(_layout_block, said.get("blocks") or ())
        return paragraphs([block(plain_label(said.get("type")), literal(said.get("text") or "")), *inner])
    if table := _get(part, "tableBlock"):
        rows = [*(_get(table, "headerRows") or ()), *(_get(table, "bodyRows") or ())]
        cells = ((r, c, cell) for r, row in enumerate(rows) for c, cell in enumerate(row.get("cells") or ()))
        return paragraphs([literal(table.get("caption") or ""), table_html(map(_layout_cell, cells))])
    entries = _get(_get(part, "listBlock") or {}, "listEntries") or ()
    return paragraphs(_layout_block(inner) for entry in entries for inner in entry.get("blocks") or ())


def _layout_cell(placed: tuple[int, int, dict[str, Any]]) -> Cell:
    r, c, cell = placed
    said = " ".join(map(_layout_block, cell.get("blocks") or ()))
    return r, c, span(_get(cell, "rowSpan")), span(_get(cell, "colSpan")), " ".join(said.split())
