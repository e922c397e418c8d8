"""Reading an annotation sheet from CSV, TSV, XLSX, JSONL or Parquet; everything is text first.

Rows are numbered as a spreadsheet shows them, with the header in row 1, whatever the format: the first line of a JSONL
file is row 2. Rows without any text are left out and counted on.
"""

import csv
import difflib
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from pathlib import Path
from typing import Any

import numpy as np

from puma_answers.workbook_xml import letters
from puma_cli.opening import open_named
from puma_metrics.errors import InputError, SheetFinding
from puma_metrics.rubric import Column, Sheet
from puma_metrics.rubric.sheet import OPTIONAL, REQUIRED, clean
from puma_metrics.sentence import Sentence

Findings = list[SheetFinding]
CHUNK = 20_000
"""So many rows are read before their columns are encoded: enough to be fast, few enough to be small."""
LONGEST_CELL = 10_000_000
"""Characters of a cell of a CSV file; one that is longer swallowed the rest of the file."""
SEARCHED = 20
"""So many rows are searched for the column names where row 1 has none, to say where they are."""
KNOWN = (*REQUIRED, *OPTIONAL)


@dataclass(frozen=True, eq=False)
class Part:
    """A file, or a worksheet of one (`page`), with what is wrong with it rather than with its content.

    `left_out` are findings about other parts of the file, which are not read.
    """

    page: str
    sheet: Sheet
    findings: Findings
    left_out: Findings = field(default_factory=list)


def reading(path: Path, function: Callable[[Path], list[Part]]) -> list[Part]:
    """What the function reads of a file.

    Raises:
        InputError: the file cannot be read as what its name says.
    """
    try:
        with open_named(path) as file:
            if not file.read(1):
                raise InputError(f"{path}: is empty; expected column names in row 1, and rows below it")
        return function(path)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        text = f"not UTF-8 (byte {_first_fault(path, error)}); save it as 'CSV UTF-8', or as XLSX"
        raise InputError(f"{path}: {text}") from error


def _first_fault(path: Path, error: UnicodeDecodeError) -> int:
    """The place of the first byte that is no UTF-8; the error counts from where its piece of the file began."""
    start = 0
    with open_named(path) as file:
        for line in file:
            try:
                line.decode("utf-8")
            except UnicodeDecodeError as fault:
                return start + fault.start
            start += len(line)
    return error.start


def read_csv(path: Path) -> list[Part]:
    """CSV or TSV; strictly, since a quotation mark that is left open would take in the rows below it."""
    with io.TextIOWrapper(open_named(path), encoding="utf-8-sig", newline="") as file:
        start = file.read(4096)
        file.seek(0)
        rows = _records(path, csv.reader(file, delimiter=_delimiter(path, start), strict=True))
        header = next(rows, [])
        first = [] if has_names(header) else list(islice(rows, SEARCHED))
        refuse_names_below(str(path), {number: row for number, row in enumerate([header, *first], 1) if any(row)})
        sheet, findings = encode(header, chain(first, rows))
        return [Part("", sheet, findings)]


def _records(path: Path, rows: Any) -> Iterator[list[str]]:
    csv.field_size_limit(LONGEST_CELL)
    line = 1
    while True:
        try:
            row = next(rows, None)
        except csv.Error as error:
            text = "a quotation mark is left open there, or one inside of a text is not doubled"
            if "field limit" in str(error):
                error = csv.Error(f"a cell has more than {LONGEST_CELL:,} characters")
            raise InputError(f"{path}: line {line}: {error}; perhaps {text}") from error
        if row is None:
            return
        yield row
        line = rows.line_num + 1


def has_names(texts: Iterable[str]) -> bool:
    """Whether a row is a header of ours, and not a title, an instruction or another table.

    >>> has_names(["Prompt ID", "criterion_id", "uwagi"]), has_names(["prompt_id", "tekst"])
    (True, False)
    """
    names = {column_name(text) for text in texts if text.strip()}
    return {"prompt_id", "criterion_id"} <= names or 2 * len(names & set(REQUIRED)) >= len(REQUIRED)


def refuse_names_below(where: str, rows: dict[int, list[str]]) -> None:
    """Raise InputError if the column names are not in row 1: what stands above them is no part of a table."""
    number = next((number for number in sorted(rows) if number <= SEARCHED and has_names(rows[number])), 1)
    if number > 1:
        text = f"the column names stand in row {number}; delete the rows above, so that they are in row 1"
        raise InputError(f"{where}: {text}")
    if rows and not any(map(str.strip, rows.get(1, []))):
        raise InputError(f"{where}: the first row is empty; put the column names into it")


def _delimiter(path: Path, start: str) -> str:
    """Tab for TSV; else what parts the column names, or is most frequent: spreadsheets in Polish write semicolons."""
    if path.suffix.lower() == ".tsv":
        return "\t"
    lines = start.splitlines()[:SEARCHED] or [""]
    plain = (line.replace('"', "") for line in lines)
    parting = [mark for line in plain for mark in ",;\t" if has_names(line.split(mark))]
    return parting[0] if parting else max(",;\t", key=lines[0].count)


def read_jsonl(path: Path) -> list[Part]:
    with io.TextIOWrapper(open_named(path), encoding="utf-8-sig", newline="\n") as file:
        records = [_record(path, number, line) for number, line in enumerate(file, 1)]
    header = list(dict.fromkeys(name for record in records for name in record))
    sheet, findings = encode(header, ([record.get(name, "") for name in header] for record in records))
    return [Part("", sheet, findings)]


def _record(path: Path, number: int, line: str) -> dict[str, str]:
    if not line.strip():
        return {}
    try:
        record = json.loads(
            line, parse_int=str, parse_float=str, parse_constant=str, object_pairs_hook=_without_repeats
        )
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}:{number}: not JSON ({error})") from error
    if not isinstance(record, dict):
        raise InputError(f"{path}:{number}: expected an object with the sheet's columns, found {line.strip()[:40]!r}")
    return {name: _json_text(path, number, name, value) for name, value in record.items()}


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; JSON would let the last of two values for one name win without a word."""
    record = dict(pairs)
    if len(record) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"{next(name for name in names if names.count(name) > 1)!r} occurs twice")
    return record


def _json_text(path: Path, number: int, name: str, value: Any) -> str:
    """Numbers were kept as they are written; several error types may be a list."""
    if isinstance(value, str):
        return value
    if value is None or isinstance(value, bool):
        return "" if value is None else str(value).lower()
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return "; ".join(value)
    raise InputError(f"{path}:{number}, '{name}': expected text, a number or a list of texts, found {value!r:.60}")


def read_parquet(path: Path) -> list[Part]:
    import pyarrow as pa  # 100 ms, and needed for this format only
    import pyarrow.parquet as pq

    try:
        with open_named(path) as file:
            table = pq.read_table(file)
        columns = [_arrow_column(table.column(place)) for place in range(table.num_columns)]
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError) as error:
        raise InputError(f"{path}: cannot be read as Parquet with columns of text: {error}") from error
    sheet, findings = _as_sheet(table.column_names, columns, range(2, table.num_rows + 2))
    return [Part("", sheet, findings)]


def _arrow_column(column: Any) -> Column:
    import pyarrow as pa

    if pa.types.is_list(column.type):
        texts = ["; ".join(map(str, value)) if value else "" for value in column.to_pylist()]
        return Column.of(texts)
    text = column.cast(pa.large_string()).fill_null("").dictionary_encode().combine_chunks()
    if isinstance(text, pa.ChunkedArray):
        text = pa.concat_arrays(text.chunks)
    return Column.encoded(text.dictionary.to_pylist(), text.indices.to_numpy().astype(np.int64))


def encode(header: Sequence[str], rows: Iterable[Sequence[str]], numbers: Sequence[int] = ()) -> tuple[Sheet, Findings]:
    """The sheet of these rows, encoded piece by piece, so that a text that repeats is kept once.

    Args:
        header: the names of the columns, as they are written.
        rows: their texts.
        numbers: the number of each row in its file; from 2 on where it is not given.
    """
    width = len(header)
    places: list[dict[str, int]] = [{} for _ in header]
    codes: list[list[Any]] = [[] for _ in header]
    findings: Findings = []
    size, rows = 0, iter(rows)
    while chunk := list(islice(rows, CHUNK)):
        if set(map(len, chunk)) != {width}:
            chunk = [_fit(row, size + number, width, findings) for number, row in enumerate(chunk, 2)]
        size += len(chunk)
        for place, texts in enumerate(zip(*chunk, strict=True)):
            known = places[place]
            for text in dict.fromkeys(texts):
                known.setdefault(text, len(known))
            codes[place].append(np.fromiter(map(known.__getitem__, texts), np.int32, len(texts)))
    columns = [
        Column.encoded(texts_of, np.concatenate(parts).astype(np.int64) if parts else np.zeros(0, np.int64))
        for texts_of, parts in zip(places, codes, strict=True)
    ]
    sheet, more = _as_sheet(header, columns, numbers or range(2, size + 2))
    return sheet, findings + more


def _fit(row: Sequence[str], number: int, width: int, findings: Findings) -> Sequence[str]:
    """The row with the header's number of cells; text beyond it is a finding."""
    if any(map(str.strip, row[width:])):
        findings.append(SheetFinding(number, "E021", Sentence("too-many-cells", cells=len(row), names=width)))
    return [*row[:width], *[""] * (width - len(row))]


def _as_sheet(header: Sequence[str], columns: Sequence[Column], numbers: Sequence[int]) -> tuple[Sheet, Findings]:
    """The sheet of these columns without its blank rows, and what is wrong with the header.

    A column that is nobody's may be twice there, or hold what it likes.
    """
    findings: Findings = []
    named: dict[str, Column] = {}
    filled = np.zeros(len(numbers), np.bool_)
    for place, (written, column) in enumerate(zip(header, columns, strict=True), 1):
        name = column_name(written)
        filled |= ~column.blank
        if name in named and name in KNOWN:
            findings.append(SheetFinding(0, "E001", Sentence("column-occurs-twice", column=name)))
        if not name and not column.blank.all():
            findings.append(SheetFinding(1, "W124", Sentence("nameless-column", column=letters(place))))
        named.setdefault(name, column)
    unknown = tuple(text for text in map(clean, header) if text and column_name(text) not in KNOWN)
    # one without any column of ours has no rows to take
    is_ours = any(name in KNOWN for name in named)
    sheet = replace(Sheet.of(named, numbers) if is_ours else Sheet.of({}), unknown=unknown)
    kept = sheet.take(np.flatnonzero(filled)) if is_ours and not filled.all() else sheet
    return kept, findings + _misspelt(list(named))


def _misspelt(names: Sequence[str]) -> Findings:
    """Columns that are nobody's, and close to an optional one that is not there; other columns are the user's own."""
    absent = [name for name in OPTIONAL if name not in names]
    close = ((name, difflib.get_close_matches(name, absent, 1, 0.75)) for name in names if name not in REQUIRED)
    found = (Sentence("misspelt-column", column=name, meant=match[0]) for name, match in close if match)
    return [SheetFinding(1, "W122", text) for text in found]


def column_name(text: str) -> str:
    """A column's name as the specification writes it.

    >>> column_name("\\ufeff Prompt ID")
    'prompt_id'
    """
    return "_".join(clean(text).casefold().replace("-", " ").split())


_FORMULA = re.compile("[=+\\-@\uff1d\uff0b\uff0d\uff20\t\r]")
_NO_FORMULA = "\u2060"
"""A joiner of words, invisible: a spreadsheet takes what begins with it for text, and reading a sheet drops it."""


def to_csv(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A table as CSV that a spreadsheet takes for text and `read_csv` gives back; None is an empty cell."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(header)
    for row in rows:
        writer.writerow([_as_text(cell) if isinstance(cell, str) else cell for cell in row])
    return buffer.getvalue()


def _as_text(cell: str) -> str:
    return _NO_FORMULA + cell if _FORMULA.match(cell) else cell
