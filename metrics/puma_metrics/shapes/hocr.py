"""hOCR: a page as HTML whose classes say what is a block, a line and a word."""

import re
from collections import Counter
from dataclasses import dataclass, field

from .cells import Cell, span, table_html, written
from .events import Event, events
from .labels import is_page_number, literal, paragraphs

_BLOCKS = frozenset(("ocr_page", "ocr_column", "ocr_carea", "ocr_par", "ocrx_block", "ocr_float", "ocr_textfloat"))
_LINES = frozenset(("ocr_line", "ocrx_line", "ocr_header", "ocr_footer", "ocr_caption", "ocr_textfloat"))
_MARGINS = frozenset(("ocr_header", "ocr_footer"))
_DROPPED = frozenset(("ocr_pageno", "ocr_image", "ocr_photo", "ocr_linedrawing", "ocr_textimage", "ocr_noise"))
_HIDDEN = frozenset(("head", "script", "style", "title"))
_TABLE = {"table": "table", "tr": "tr", "td": "cell", "th": "cell"}
_VOID = frozenset(("meta", "link", "br", "img", "hr", "input", "col", "wbr"))
_MARK = re.compile(r"class\s*=\s*[\"'][^\"'<>]*\bocr_page\b|<meta[^<>]*\bocr-(?:system|capabilities)\b")


def is_hocr(text: str) -> bool:
    """Whether a page or the recogniser is named as hOCR does it."""
    return bool(_MARK.search(text))


def read_hocr(text: str, order: str) -> str:
    """The lines of each block; HTML tables keep their cells and spans.

    >>> read_hocr("<div class='ocr_page'><p class='ocr_par'><span class='ocrx_word'>Dzień</span> dobry</p></div>", "")
    'Dzień dobry'
    """
    page = _Page()
    for event in events(text):
        page.take(event)
    page.end_block()
    return paragraphs(page.blocks)


@dataclass
class _Page:
    """What was read so far. `open` holds each open element: its name, its class and what its end does."""

    blocks: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    letters: list[str] = field(default_factory=list)
    open: list[tuple[str, str]] = field(default_factory=list)
    names: Counter[str] = field(default_factory=Counter)
    classes: Counter[str] = field(default_factory=Counter)
    cells: list[Cell] = field(default_factory=list)
    row: int = -1

    def take(self, event: Event) -> None:
        if event.kind == "text":
            self.say(event.text)
        elif event.kind == "end":
            self.end(event.name)
        elif event.name not in _VOID:
            self.start(event)

    def say(self, text: str) -> None:
        if not text.strip() or self.classes["dropped"] or self.classes["hidden"]:
            return
        if self.classes["ocrx_word"]:
            self.letters.append(text.strip())  # a word may hold marks of emphasis, or a box for each of its letters
        else:
            self.words += text.split()

    def start(self, event: Event) -> None:
        kind = self.kind(event)
        if kind in _BLOCKS:
            self.end_block()
        elif kind in _LINES:
            self.end_line()
        elif kind == "ocrx_word":
            self.end_word()
        elif kind in _TABLE.values():
            self.start_cell(kind, event)
        self.open.append((event.name, kind))
        self.names[event.name] += 1
        self.classes[kind] += 1

    def kind(self, event: Event) -> str:
        """What an element is: its first class of hOCR, a part of a table, or what no reader sees."""
        classes = event.attributes.get("class", "").split()
        name = next((name for name in classes if name.startswith("ocr")), "")
        if name in _DROPPED:
            return "dropped"
        if event.name in _HIDDEN:
            return "hidden"
        if event.name in _TABLE and not self.classes["cell"]:  # a table inside of a cell is the cell's text
            return _TABLE[event.name]
        return name

    def start_cell(self, kind: str, event: Event) -> None:
        self.end_block()
        if kind == "table":
            self.cells, self.row = [], -1
        elif kind == "tr":
            self.row += 1
        else:
            down, across = (span(event.attributes.get(name)) for name in ("rowspan", "colspan"))
            self.cells.append((max(self.row, 0), len(self.cells), down, across, ""))

    def end(self, name: str) -> None:
        if not self.names[name]:
            return  # it closes nothing
        while self.open:
            opened, kind = self.open.pop()
            self.names[opened] -= 1
            self.classes[kind] -= 1
            self.leave(kind)
            if opened == name:
                break

    def leave(self, kind: str) -> None:
        if kind == "ocrx_word":
            self.end_word()
        elif kind == "cell" and self.cells:
            self.end_line()
            self.cells[-1] = (*self.cells[-1][:4], written(" ".join(self.lines)))
            self.lines = []
        elif kind == "table":
            self.end_block()
            self.blocks += [table_html(self.cells)] if self.cells else []
        elif kind in _LINES:
            self.end_line(is_margin=kind in _MARGINS)
        elif kind in _BLOCKS:
            self.end_block()

    def end_word(self) -> None:
        self.words.append("".join(self.letters))
        self.letters = []

    def end_line(self, is_margin: bool = False) -> None:
        self.end_word()
        line = " ".join(filter(None, self.words))
        if line and not (is_margin and is_page_number(line)):
            self.lines.append(line)
        self.words = []

    def end_block(self) -> None:
        if self.classes["cell"]:
            self.end_line()
            return  # a paragraph of a cell
        self.end_line()
        if self.lines:
            self.blocks.append(literal("\n".join(self.lines)))
        self.lines = []
