"""The annotation sheet: columns of text, normalized once per distinct text and then compared as whole numbers.

A sheet of a million rows repeats a few thousand texts. So each column keeps its distinct texts and, per row, the place
of its text among them; every check and every sum is then a numpy operation on those places.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puma_metrics.errors import SheetFinding
from puma_metrics.steps import normalized

from ..lazy import made_once

KEYS = ("prompt_id", "model", "criterion_id")
REQUIRED = (
    *("prompt_id", "model", "scope", "criterion_id", "kind", "dimension", "objectivity", "explicitness"),
    *("weight", "max_score", "result", "score", "error_types", "justification"),
)
OPTIONAL = ("rater_id", "criterion_text", "response")

SCOPES = ("cultural", "linguistic")
KINDS = ("positive", "negative")
DIMENSIONS = ("Accuracy", "Context Awareness", "Completeness", "Communication Quality")
OBJECTIVITY = ("objective", "subjective")
EXPLICITNESS = ("explicit", "implicit")
RESULTS = {"positive": ("pass", "fail"), "negative": ("present", "absent")}
"""The first result of each kind gives the weight, the second gives nothing."""

FAULTS = ("fail", "present")
"""The results that mark an error of the model."""

Codes = NDArray[np.int64]
"""Per row, the place of its value in a list of distinct values."""

_INVISIBLE = re.compile(
    "[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U0001d173-\U0001d17a\U000e0001-\U000e007f]"
)
_BREAK = "\x1f"
_MINUS = re.compile("^[\u2010-\u2013\u2212]")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,2})?")
_GROUPED = re.compile(r"[+-]?\d{1,3}(,\d{3})+\.\d+")
_DIGITS = 24
_SHOWN = 60
"""Characters of a cell that a finding shows."""
LISTED = 8
"""So many names, rows or findings of one kind are listed one by one; what is more is counted."""


def clean(text: str) -> str:
    r"""The text without invisible characters, in NFKC, without space around it.

    >>> clean("\u200f Omission ")
    'Omission'
    """
    return text.strip() if text.isascii() else normalized("NFKC", _INVISIBLE.sub("", text)).strip()


def clean_all(texts: Sequence[str]) -> list[str]:
    """`clean` of each text; joined, so that the work is done by C where the texts allow it."""
    joined = _BREAK.join(texts)
    if joined.count(_BREAK) != len(texts) - 1:
        return [clean(text) for text in texts]
    return [text.strip() for text in clean(f"x{_BREAK}{joined}{_BREAK}x").split(_BREAK)[1:-1]]


def number(text: str) -> Decimal | None:
    """The number a person meant: any digits and minus of Unicode, decimal comma or point; None for anything else.

    At most 24 digits and two digits of exponent, so that a hostile cell cannot ask for a giant number.

    >>> number("\u2212\u0662,5"), number("five")
    (Decimal('-2.5'), None)
    """
    text = _MINUS.sub("-", clean(text)).replace("٫", ".").replace("٬", "")
    if "," in text:
        grouped = _GROUPED.fullmatch(text)
        text = text.replace(",", "" if grouped else ".") if grouped or text.count(",") == 1 else ""
    return Decimal(text) if _NUMBER.fullmatch(text) and sum(map(str.isdigit, text)) <= _DIGITS else None


def natural(text: str) -> list[tuple[int, str]]:
    """A key for sorting names as people do.

    >>> sorted(["Q10", "Q2"], key=natural)
    ['Q2', 'Q10']
    """
    parts = enumerate(re.split(r"([0-9]{1,18})", text))
    return [(int(part), "") if place % 2 else (0, part) for place, part in parts] + [(0, text)]


def cut(text: str) -> str:
    """The text as a finding shows it: whole, or its beginning.

    >>> cut("a" * 100)[-3:], len(cut("a" * 100))
    ('aa…', 60)
    """
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def listed(names: Sequence[str]) -> str:
    """The names, or the first of them and how many there are more.

    >>> listed(["2", "3"]), listed([str(row) for row in range(2, 20)])
    ('2, 3', '2, 3, 4, 5, 6, 7, 8, 9 and 10 more')
    """
    more = f" and {len(names) - LISTED} more" if len(names) > LISTED else ""
    return ", ".join(names[:LISTED]) + more


def rows_where(mask: NDArray[np.bool_]) -> list[int]:
    """The places, from 0, at which the mask holds."""
    places: list[int] = np.flatnonzero(mask).tolist()
    return places


@dataclass(frozen=True, eq=False)
class Column:
    """A column as its distinct cleaned texts and, per row, the place of its text among them."""

    values: tuple[str, ...]
    codes: Codes

    @classmethod
    def of(cls, texts: Sequence[Any]) -> "Column":
        """The column of these texts; None counts as empty, any other value as its `str`."""
        raw = {text: place for place, text in enumerate(dict.fromkeys(texts))}
        return cls.encoded(list(raw), np.fromiter(map(raw.__getitem__, texts), np.int64, len(texts)))

    @classmethod
    def encoded(cls, values: Iterable[Any], codes: Codes) -> "Column":
        """The column from distinct raw values and the place of each row's value among them."""
        texts = clean_all(["" if value is None else str(value) for value in values])
        places = dict(zip(dict.fromkeys(texts), count(), strict=False))
        return cls(tuple(places), np.fromiter(map(places.__getitem__, texts), np.int64, len(texts))[codes])

    def text(self, row: int) -> str:
        return self.values[self.codes[row]]

    def map(self, function: Callable[[str], Any], dtype: Any = np.int64) -> NDArray[Any]:
        """Per row, the function's value; the function sees each distinct text once."""
        return np.array([function(value) for value in self.values], dtype)[self.codes]

    def among(self, names: Sequence[str]) -> Codes:
        """Per row, the place of its text among the names, or -1."""
        places = {name: place for place, name in enumerate(names)}
        return self.map(lambda value: places.get(value, -1))

    @made_once
    def blank(self) -> NDArray[np.bool_]:
        return self.map(lambda value: not value, np.bool_)

    def take(self, rows: NDArray[Any]) -> "Column":
        """The column of these rows only, with only the texts that they have."""
        used, codes = np.unique(self.codes[rows], return_inverse=True)
        return Column(tuple(self.values[place] for place in used), codes.astype(np.int64))

    def ordered(self) -> "Column":
        """The same column with its distinct texts in natural order."""
        order = sorted(range(len(self.values)), key=lambda place: natural(self.values[place]))
        rank = np.empty(len(order), np.int64)
        rank[order] = np.arange(len(order))
        return Column(tuple(self.values[place] for place in order), rank[self.codes])


@dataclass(frozen=True, eq=False)
class Amounts:
    """The numbers of a sheet, each distinct one once, and per row which one a cell holds: -1 unreadable, -2 empty."""

    numbers: tuple[Decimal, ...]
    weight: Codes
    max_score: Codes
    score: Codes


@dataclass(frozen=True, eq=False)
class Sheet:
    """A sheet as columns (RUBRIC.md, "The sheet"). Columns that are missing are blank and named in `missing`.

    Attributes:
        rows: the number of each row in its file.
        unknown: the names of columns that are nobody's.
        sources: the files or worksheets that the rows come from, where there are several.
        source: per row, the place of its file among them.
    """

    columns: Mapping[str, Column]
    rows: Codes
    missing: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    sources: tuple[str, ...] = ("",)
    source: Codes | None = None

    @classmethod
    def of(cls, columns: Mapping[str, Sequence[Any] | Column], rows: Sequence[int] | None = None) -> "Sheet":
        """The sheet of these columns.

        Args:
            columns: from a column's name to its texts, all of one length; unknown names are left aside.
            rows: the number of each row as a spreadsheet counts; from 2 on where it is not given, after the header.

        Raises:
            ValueError: the columns differ in length.

        >>> Sheet.of({"prompt_id": ["Q1", "Q2"]}).address(1)
        'Q2'
        """
        known = {name: columns[name] for name in (*REQUIRED, *OPTIONAL) if name in columns}
        read = {name: column if isinstance(column, Column) else Column.of(column) for name, column in known.items()}
        lengths = {name: len(column.codes) for name, column in read.items()}
        if len(set(lengths.values())) > 1:
            raise ValueError(f"the sheet's columns differ in length: {lengths}")
        size = max(lengths.values(), default=0)
        empty = Column(("",), np.zeros(size, np.int64))
        numbers = np.arange(2, size + 2) if rows is None else np.asarray(rows, np.int64)
        missing = tuple(name for name in REQUIRED if name not in read)
        unknown = tuple(name for name in columns if name not in read)
        return cls({name: read.get(name, empty) for name in (*REQUIRED, *OPTIONAL)}, numbers, missing, unknown)

    def __getitem__(self, name: str) -> Column:
        return self.columns[name]

    def __len__(self) -> int:
        return len(self.rows)

    def address(self, row: int) -> str:
        """Prompt, model and criterion of a row, of those columns that the sheet has."""
        return "/".join(cut(self[name].text(row)) for name in KEYS if name not in self.missing)

    def file(self, row: int) -> str:
        """The file or worksheet of a row; "" where there is only one."""
        return self.sources[0 if self.source is None else int(self.source[row])]

    def finding(self, row: int, code: str, message: str) -> SheetFinding:
        """A finding about a row."""
        return SheetFinding(int(self.rows[row]), code, message, self.file(row))

    def number_of(self, row: int) -> str:
        """The number of another row that a finding names, with its file where there are several."""
        return f"{self.rows[row]} of {self.file(row)}" if self.file(row) else str(self.rows[row])

    def take(self, rows: NDArray[Any]) -> "Sheet":
        """The sheet of these rows only."""
        columns = {name: column.take(rows) for name, column in self.columns.items()}
        source = None if self.source is None else self.source[rows]
        return replace(self, columns=columns, rows=self.rows[rows], source=source)

    @made_once
    def kind(self) -> Codes:
        """0 positive, 1 negative, -1 neither."""
        return self["kind"].among(KINDS)

    @made_once
    def result(self) -> Codes:
        """0 no error, 1 an error of the model, -1 not a result that the row's kind can have."""
        names = self["result"].map(lambda value: _RESULT.get(value.casefold(), -1))
        fits = (names >= 0) & (names // 2 == self.kind)
        return np.where(fits, names % 2, -1)

    @made_once
    def amounts(self) -> Amounts:
        places: dict[Decimal, int] = {Decimal(0): 0}

        def place(text: str) -> int:
            value = number(text)
            return (-1 if text else -2) if value is None else places.setdefault(value, len(places))

        weight = self["weight"].map(place)
        max_score = self["max_score"].map(place)
        score = self["score"].map(lambda text: place(text.rstrip("%٪").rstrip()) if text else -2)
        return Amounts(tuple(places), weight, max_score, score)

    @made_once
    def readable(self) -> NDArray[np.bool_]:
        """Per row, whether kind and weight can be read: without them nothing else of the row has a meaning."""
        return (self.kind >= 0) & (self.amounts.weight >= 0)

    @made_once
    def named(self) -> NDArray[np.bool_]:
        """Per row, whether prompt, model and criterion are all named."""
        return ~np.logical_or.reduce([self[name].blank for name in KEYS])

    def groups(self, *names: str) -> Codes:
        """Per row, the number of its combination of these columns' texts."""
        return combine(*(self[name].codes for name in names))


_RESULT = {result: 2 * kind + (result in FAULTS) for kind, name in enumerate(KINDS) for result in RESULTS[name]}


def combine(*codes: Codes) -> Codes:
    """Codes, from 0 and without gaps, of the combinations of several codes.

    >>> combine(np.array([0, 1, 0]), np.array([5, 5, 7])).tolist()
    [0, 2, 1]
    """
    combined = codes[0]
    for other in codes[1:]:
        combined = combined * (int(other.max(initial=0)) + 1) + other
        combined = np.unique(combined, return_inverse=True)[1].reshape(-1)
    return combined


def join(sheets: Mapping[str, Sheet]) -> Sheet:
    """Several sheets as one whose findings name the sheet that a row stands in.

    Args:
        sheets: from the name of a file or worksheet to its sheet; all lack the same columns.
    """
    parts = list(sheets.values())
    columns = {name: _joined([part[name] for part in parts]) for name in parts[0].columns}
    rows = np.concatenate([part.rows for part in parts])
    source = np.repeat(np.arange(len(parts)), [len(part) for part in parts])
    unknown = tuple(dict.fromkeys(name for part in parts for name in part.unknown))
    return Sheet(columns, rows, parts[0].missing, unknown, tuple(sheets), source)


def _joined(columns: Sequence[Column]) -> Column:
    starts = np.cumsum([0, *(len(column.values) for column in columns)])
    codes = np.concatenate([column.codes + start for column, start in zip(columns, starts, strict=False)])
    return Column.encoded([text for column in columns for text in column.values], codes.astype(np.int64))
