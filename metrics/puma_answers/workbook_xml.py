"""The XML inside of an XLSX workbook as a stream: no tree, no empty cells, nothing that a claim alone asks for."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from typing import IO, Any, NamedTuple
from xml.parsers import expat

from puma_metrics.errors import InputError
from puma_metrics.sentence import Sentence

MOST_CELLS = 2_000_000
"""Cells of all worksheets together, up to the last one with text of each row."""
WIDEST = 1_000
"""The last column that may hold text; one beyond it is a stray cell far from its rows."""
ROWS = 1_048_576
"""How long a worksheet of any spreadsheet program may be."""

Area = tuple[int, int, int, int]
"""First row, first column, last row, last column, from 1."""

_DATES = {*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)}
_PERCENTS = {9, 10}
PERCENT, DATE, ZEROS = Sentence("a-percentage"), Sentence("a-date"), Sentence("leading-zeros")
"""What a number may be shown as."""
_LAST_DAY = 2_950_000
"""About the year 9976: a spreadsheet shows no later date, and Python knows none after 9999."""
_ZEROS = re.compile(r"(0{2,})(?:;.*)?", re.DOTALL)
_NO_DATE = re.compile(r'"[^"]*"|\\.|_.|\[(?!hh?\]|mm?\]|ss?\])[^\]]*\]')
_PLACE = re.compile(r"\$?([A-Z]{1,3})\$?([0-9]{1,7})")


@dataclass
class Worksheet:
    """What a worksheet holds, while it is read.

    Attributes:
        rows: from a row's number to its texts, from column A to the last that has one; rows without text are left out.
        merged: the areas of merged cells.
        hidden: the numbers of rows with text that are hidden, by hand or by a filter.
        hidden_columns: from and to which column others are hidden.
        shown: from a column to its first row whose number is shown as something else, and as what.
        broken: row, column and what is wrong, of cells without a value to read.
    """

    rows: dict[int, list[str]] = field(default_factory=dict)
    merged: list[Area] = field(default_factory=list)
    hidden: list[int] = field(default_factory=list)
    broken: list[tuple[int, int, str]] = field(default_factory=list)
    hidden_columns: list[tuple[int, int]] = field(default_factory=list)
    shown: dict[int, tuple[int, str]] = field(default_factory=dict)


def parse(stream: IO[bytes], start: Callable[..., Any], end: Callable[[str], Any], text: Callable[[str], Any]) -> None:
    """Calls the functions with each element's name, without its namespace, and with the text in it.

    Raises:
        expat.ExpatError: not well-formed.
    """
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = lambda name, attributes: start(name.rpartition(" ")[2], attributes)
    parser.EndElementHandler = lambda name: end(name.rpartition(" ")[2])
    parser.CharacterDataHandler = text
    parser.ParseFile(stream)


def elements(stream: IO[bytes], name: str, parent: str = "") -> list[dict[str, str]]:
    """The attributes of the elements of this name, without their namespaces; with a parent only those inside of it."""
    found: list[dict[str, str]] = []
    inside: list[str] = []

    def start(element: str, attributes: dict[str, str]) -> None:
        if element == name and (not parent or parent in inside):
            found.append({key.rpartition(" ")[2]: value for key, value in attributes.items()})
        inside.append(element)

    parse(stream, start, lambda element: inside.pop(), lambda text: None)
    return found


def shared_strings(stream: IO[bytes]) -> list[str]:
    """The texts that cells refer to; runs are joined, and how an Asian word is read aloud is left out."""
    texts: list[str] = []
    parts: list[str] = []
    state = {"t": False, "rPh": False}

    def start(name: str, attributes: dict[str, str]) -> None:
        if name in state:
            state[name] = True

    def end(name: str) -> None:
        if name in state:
            state[name] = False
        if name == "si":
            texts.append(_unescaped("".join(parts)))
            parts.clear()

    parse(stream, start, end, lambda text: parts.append(text) if state["t"] and not state["rPh"] else None)
    return texts


class Style(NamedTuple):
    """What a number is shown as: PERCENT, DATE, ZEROS with how many digits at least, or as it is ("")."""

    shown: str = ""
    digits: int = 0


def style_of(number: int, code: str) -> Style:
    """The style of a number's format.

    >>> style_of(14, "").shown, style_of(164, "000").digits, style_of(2, "").shown
    ('a date or time', 3, '')
    """
    plain = _NO_DATE.sub("", code)
    if number in _PERCENTS or "%" in plain:
        return Style(PERCENT)
    if number in _DATES or re.search("[dmhys]", plain, re.IGNORECASE):
        return Style(DATE)
    zeros = _ZEROS.fullmatch(code)
    return Style(ZEROS, len(zeros[1])) if zeros else Style()


class SheetReader:
    """Reads the XML of a worksheet into a `Worksheet`, for `parse`.

    Args:
        strings: the workbook's shared strings.
        styles: of each style, how it shows numbers.
        epoch: the day 0 of the workbook's dates.
        room: how many cells may still be read.

    Raises:
        InputError: the text of cells reaches too far; the message has no file's name yet.
    """

    def __init__(self, strings: list[str], styles: list[Style], epoch: datetime, room: int):
        self.sheet, self.room = Worksheet(), room
        self._strings, self._styles, self._epoch = strings, styles, epoch
        self._known: dict[tuple[str, Style], str] = {}
        self._row, self._column, self._is_hidden, self._is_spoken = 0, 0, False, False
        self._cells: list[str] = []
        self._cell: dict[str, str] = {}
        self._parts: dict[str, list[str]] = {}
        self._open = ""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "c":
            self._column = place(attributes["r"])[1] if "r" in attributes else self._column + 1
            self._cell, self._parts = attributes, {}
        elif name in ("v", "t", "f") and not self._is_spoken:
            self._open = name
            self._parts.setdefault(name, [])
        elif name == "rPh":  # how an Asian word is read aloud
            self._is_spoken = True
        elif name == "row":
            self._row, self._column = int(attributes.get("r", self._row + 1)), 0
            self._is_hidden = attributes.get("hidden") in ("1", "true")
            self._cells = []
        elif name == "col" and attributes.get("hidden") in ("1", "true"):
            self.sheet.hidden_columns.append((int(attributes["min"]), int(attributes["max"])))
        elif name == "mergeCell":
            first, _, last = attributes["ref"].partition(":")
            self.sheet.merged.append((*place(first), *place(last or first)))

    def text(self, text: str) -> None:
        if self._open:
            self._parts[self._open].append(text)

    def end(self, name: str) -> None:
        if name in ("v", "t", "f"):
            self._open = ""
        elif name == "rPh":
            self._is_spoken = False
        elif name == "c":
            if text := self._text():
                self._put(text)
        elif name == "row" and self._cells:
            if self._row in self.sheet.rows:
                raise ValueError(f"row {self._row} occurs twice")
            self.sheet.rows[self._row] = self._cells
            if self._is_hidden:
                self.sheet.hidden.append(self._row)

    def _put(self, text: str) -> None:
        self.room -= max(0, self._column - len(self._cells))
        if self.room < 0 or self._column > WIDEST or self._row > ROWS:
            corner = f"{letters(self._column)}{self._row}"
            said = f"the sheet reaches to cell {corner}; delete the empty rows and columns around it, or save it as CSV"
            raise InputError(said)
        self._cells += [""] * (self._column - len(self._cells))
        self._cells[self._column - 1] = text

    def _text(self) -> str:
        """What a person reads in the cell."""
        kind, parts = self._cell.get("t", "n"), self._parts
        if kind == "inlineStr":
            return _unescaped("".join(parts.get("t", ())))
        value = "".join(parts.get("v", ()))
        if "f" in parts and not value and not (kind == "str" and "v" in parts):
            what = f"the formula {'=' + ''.join(parts['f'])!r} has no stored value"
            self._break(f"{what}; open and save the file in a spreadsheet program,")
        if kind == "e":
            self._break(f"the cell holds the error {value!r}; mend its formula,")
        if kind == "s":
            return self._strings[abs(int(value))] if value else ""
        if kind == "b":
            return "TRUE" if value == "1" else "FALSE" if value else ""
        return self._number(value) if kind == "n" and value else _unescaped(value)

    def _break(self, what: str) -> None:
        self.sheet.broken.append((self._row, self._column, f"{what} or write the value"))

    def _number(self, value: str) -> str:
        place = int(self._cell.get("s", 0))
        style = self._styles[place] if place < len(self._styles) else Style()
        if style.shown:
            self.sheet.shown.setdefault(self._column, (self._row, style.shown))
        if (value, style) not in self._known:
            self._known[value, style] = self._shown(value, style)
        return self._known[value, style]

    def _shown(self, text: str, style: Style) -> str:
        """5 and not 5.0, 60% and not 0.6, 007 and not 7."""
        value = float(text)
        if not abs(value) < 1e300:  # beyond a float's range is nobody's score
            return text
        if style.shown == DATE:
            return self._date(value)
        # a spreadsheet keeps 15 digits, in which 0.1 + 0.2 is 0.3
        exact = Decimal(f"{value:.15g}")
        if style.shown == PERCENT:
            return f"{_plain(exact * 100)}%"
        is_whole = exact == exact.to_integral_value()
        return f"{int(exact):0{style.digits + (exact < 0)}}" if style.digits and is_whole else _plain(exact)

    def _date(self, value: float) -> str:
        """The day, or the time of a day; never a number, which the cell does not show either."""
        if not 0 <= value < _LAST_DAY:
            return f"#{value:g}"
        moment = self._epoch + timedelta(milliseconds=round(value * 86_400_000))
        if self._epoch.year == 1899 and 1 <= value < 60:
            moment += timedelta(1)  # spreadsheets know a 29th of February 1900
        return str(moment.time() if value < 1 else moment)


def place(reference: str) -> tuple[int, int]:
    """Row and column of a cell, from 1.

    >>> place("$B$12")
    (12, 2)
    """
    match = _PLACE.fullmatch(reference)
    if match is None:
        raise ValueError(f"{reference!r:.40} is no cell")
    column = 0
    for letter in match[1]:
        column = 26 * column + ord(letter) - 64
    return int(match[2]), column


def letters(column: int) -> str:
    """The letters of a column.

    >>> letters(1), letters(28), letters(16384)
    ('A', 'AB', 'XFD')
    """
    text = ""
    while column:
        column, rest = divmod(column - 1, 26)
        text = chr(65 + rest) + text
    return text


def _unescaped(text: str) -> str:
    """The text with what XML cannot hold, which a workbook writes as `_x000D_`."""
    return re.sub("_x([0-9A-Fa-f]{4})_", lambda match: chr(int(match[1], 16)), text) if "_x" in text else text


def _plain(value: Decimal) -> str:
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def epoch(properties: list[dict[str, Any]]) -> datetime:
    """The day 0 of the dates: old Macintosh workbooks count from 1904."""
    is_1904 = any(item.get("date1904") in ("1", "true") for item in properties)
    return datetime(1904, 1, 1) if is_1904 else datetime(1899, 12, 30)
