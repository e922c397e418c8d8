"""PAGE: a page as XML, with the text of regions, lines and words, and tables with cells."""

import re
from dataclasses import dataclass, field

from .cells import Cell, span, table_html, written
from .events import Event, events
from .labels import block, literal, paragraphs
from .placing import in_order

_MARK = re.compile(r"<(?:[\w.-]+:)?PcGts(?=[\s/>])", re.IGNORECASE)
_CUSTOM = re.compile(r"structure\s*\{[^{}]*?\btype\s*:\s*([\w-]+)")
_GRAPHICS = frozenset(("imageregion", "graphicregion", "chartregion", "linedrawingregion", "separatorregion"))
_BETWEEN = {"textregion": "\n", "tablecell": "\n", "textline": " ", "word": "", "glyph": ""}
"""The levels of text, and what stands between the parts of each."""
_REGIONS = frozenset(("textregion", "tablecell"))


def is_page(text: str) -> bool:
    """Whether there is a `<PcGts>` element."""
    return bool(_MARK.search(text))


def read_page(text: str, order: str) -> str:
    """The lines of each region in the reading order that is named, tables by the places of their cells.

    >>> read_page("<PcGts><TextRegion><TextEquiv><Unicode>Cennik</Unicode></TextEquiv></TextRegion></PcGts>", "")
    'Cennik'
    """
    page = _Page()
    for event in events(text):
        page.take(event)
    while page.open:
        page.leave(page.open.pop())
    while page.tables:
        page.end_table()
    return paragraphs(in_order(page.blocks, page.order))


@dataclass
class _Level:
    """An open region, line or word. `equivalents` are its own texts by their index; `parts` the texts inside of it."""

    name: str
    attributes: dict[str, str]
    cell: tuple[int, int, int, int] | None = None
    equivalents: list[tuple[int, str]] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)

    def said(self) -> str:
        """The text of the parts, where there are any: a region's own text is often without its lines' ends."""
        own = min(self.equivalents, key=lambda text: text[0])[1].strip() if self.equivalents else ""
        inner = _BETWEEN[self.name].join(filter(None, self.parts))
        return inner or own if self.name in _REGIONS else own or inner


@dataclass
class _Page:
    """What was read so far. `open` are the regions, lines and words that are open; a table is `cells` until it ends."""

    blocks: list[tuple[str, str]] = field(default_factory=list)
    order: list[str] = field(default_factory=list)
    open: list[_Level] = field(default_factory=list)
    graphics: int = 0
    tables: list[tuple[str, list[Cell]]] = field(default_factory=list)
    index: int = 0
    text: list[str] | None = None

    def take(self, event: Event) -> None:
        if event.kind == "text":
            if self.text is not None:
                self.text.append(event.text)
        elif event.kind == "start":
            self.start(event.name, event.attributes)
        else:
            self.end(event.name)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name in _BETWEEN:
            self.open.append(
                _Level(name, attributes, _place(attributes, "row", "col") if name == "tablecell" else None)
            )
        elif name == "tableregion":
            self.tables.append((attributes.get("id", ""), []))
        elif name in _GRAPHICS:
            self.graphics += 1
        elif name == "tablecellrole" and self.open:
            self.open[-1].cell = _place(attributes, "rowindex", "columnindex")
        elif name == "textequiv":
            self.index = (
                int(attributes.get("index", "")) if re.fullmatch("[0-9]{1,9}", attributes.get("index", "")) else 0
            )
        elif name == "unicode":
            self.text = []
        elif name in ("regionrefindexed", "regionref"):
            self.order.append(attributes.get("regionref", ""))

    def end(self, name: str) -> None:
        if name == "unicode" and self.text is not None:
            if self.open:
                self.open[-1].equivalents.append((self.index, "".join(self.text)))
            self.text = None
        elif name in _BETWEEN:
            while self.open:
                level = self.open.pop()
                self.leave(level)
                if level.name == name:
                    break
        elif name == "tableregion" and self.tables:
            self.end_table()
        elif name in _GRAPHICS:
            self.graphics = max(0, self.graphics - 1)

    def end_table(self) -> None:
        name, cells = self.tables.pop()
        if cells:
            self.blocks.append((name, table_html(cells)))

    def leave(self, level: _Level) -> None:
        """What a level says goes to the one around it, to the table, or to the page."""
        kind = _type(level.attributes)
        said = level.said() if level.name not in _REGIONS or block(kind, level.said()) else ""
        if self.graphics and level.name in _REGIONS and kind != "caption":
            return
        if level.cell and self.tables:
            self.tables[-1][1].append((*level.cell, written(said)))
        elif self.open:
            self.open[-1].parts.append(said)
        elif level.name in _REGIONS and said:
            self.blocks.append((level.attributes.get("id", ""), literal(said)))


def _type(attributes: dict[str, str]) -> str:
    found = _CUSTOM.search(attributes.get("custom", ""))
    return attributes.get("type") or (found[1] if found else "")


def _place(attributes: dict[str, str], row: str, column: str) -> tuple[int, int, int, int]:
    """Row, column, rowspan and colspan."""
    where = (attributes.get(name, "") for name in (row, column))
    spans = (span(attributes.get(name)) for name in ("rowspan", "colspan"))
    r, c = (int(value) if re.fullmatch("[0-9]{1,9}", value) else 0 for value in where)
    down, across = spans
    return r, c, down, across
