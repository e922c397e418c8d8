"""Reading an annotation sheet from CSV, TSV, XLSX, JSONL or Parquet; everything is text first.

Rows are numbered as a spreadsheet shows them, with the header in row 1, whatever the format: the first line of a JSONL
file is row 2. Rows without any text are left out and counted on.
"""

import csv
import difflib
import io
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from puma_cli import workbooks
from puma_metrics.errors import InputError, SheetFinding
from puma_metrics.rubric import Column, Sheet
from puma_metrics.rubric.sheet import OPTIONAL, REQUIRED, clean

Findings = list[SheetFinding]
CHUNK = 20_000
"""So many rows are read before their columns are encoded: enough to be fast, few enough to be small."""


def read_sheet(path: Path) -> tuple[Sheet, Findings]:
    """The sheet, and what is wrong with the file rather than with its content.

    Raises:
        InputError: the file cannot be read as what its name says.
    """
    reader = READERS.get(path.suffix.lower())
    if reader is None:
        raise InputError(f"{path}: a sheet's name ends in {', '.join(READERS)}; this one ends in '{path.suffix}'")
    try:
        return reader(path)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        text = f"not UTF-8 (byte {error.start}); save it as 'CSV UTF-8', or as XLSX"
        raise InputError(f"{path}: {text}") from error


def _read_csv(path: Path) -> tuple[Sheet, Findings]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        start = file.read(4096)
        file.seek(0)
        rows = csv.reader(file, delimiter=_delimiter(path, start))
        try:
            header = next(rows, [])
            if not any(map(str.strip, header)) and any(any(map(str.strip, row)) for row in rows):
                raise InputError(f"{path}: the first row is empty; put the column names into it")
            return encode(header, rows)
        except csv.Error as error:
            text = f"line {rows.line_num}: {error}; is a quotation mark left open?"
            raise InputError(f"{path}: {text}") from error


def _delimiter(path: Path, start: str) -> str:
    """Tab for TSV; else the most frequent in the header: spreadsheets in Polish write semicolons."""
    header = start.splitlines()[0] if start else ""
    return "\t" if path.suffix.lower() == ".tsv" else max(",;\t", key=header.count)


def _read_xlsx(path: Path) -> tuple[Sheet, Findings]:
    header, rows, findings = workbooks.read_cells(path)
    if not any(map(str.strip, header)):
        raise InputError(f"{path}: the first row is empty; put the column names into it")
    sheet, more = encode(header, rows)
    return sheet, findings + more


def _read_jsonl(path: Path) -> tuple[Sheet, Findings]:
    records = [_record(path, number, line) for number, line in enumerate(_lines(path), 1)]
    header = list(dict.fromkeys(name for record in records for name in record))
    return encode(header, ([record.get(name, "") for name in header] for record in records))


def _lines(path: Path) -> Iterator[str]:
    with path.open(encoding="utf-8-sig", newline="\n") as file:
        yield from file


def _record(path: Path, number: int, line: str) -> dict[str, str]:
    if not line.strip():
        return {}
    try:
        record = json.loads(line, parse_int=str, parse_float=str, parse_constant=str)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}:{number}: not JSON ({error})") from error
    if not isinstance(record, dict):
        raise InputError(f"{path}:{number}: expected an object with the sheet's columns, found {line.strip()[:40]!r}")
    return {name: _json_text(path, number, name, value) for name, value in record.items()}


def _json_text(path: Path, number: int, name: str, value: Any) -> str:
    """Numbers were kept as they are written; several error types may be a list."""
    if isinstance(value, str):
        return value
    if value is None or isinstance(value, bool):
        return "" if value is None else str(value).lower()
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return "; ".join(value)
    raise InputError(f"{path}:{number}, '{name}': expected text, a number or a list of texts, found {value!r:.60}")


def _read_parquet(path: Path) -> tuple[Sheet, Findings]:
    import pyarrow as pa  # 100 ms, and needed for this format only
    import pyarrow.parquet as pq

    try:
        table = pq.read_table(path)
        columns = {name: _arrow_column(table.column(place)) for place, name in enumerate(table.column_names)}
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError) as error:
        raise InputError(f"{path}: cannot be read as Parquet with columns of text: {error}") from error
    return _without_blank_rows(columns, table.num_rows)


def _arrow_column(column: Any) -> Column:
    import pyarrow as pa

    if pa.types.is_list(column.type):
        texts = ["; ".join(map(str, value)) if value else "" for value in column.to_pylist()]
        return Column.of(texts)
    text = column.cast(pa.large_string()).fill_null("").dictionary_encode().combine_chunks()
    if isinstance(text, pa.ChunkedArray):
        text = pa.concat_arrays(text.chunks)
    return Column.encoded(text.dictionary.to_pylist(), text.indices.to_numpy().astype(np.int64))


READERS: dict[str, Callable[[Path], tuple[Sheet, Findings]]] = {
    ".csv": _read_csv,
    ".tsv": _read_csv,
    ".txt": _read_csv,
    ".xlsx": _read_xlsx,
    ".jsonl": _read_jsonl,
    ".parquet": _read_parquet,
}


def encode(header: Sequence[str], rows: Iterable[Sequence[str]]) -> tuple[Sheet, Findings]:
    """The sheet of these rows, encoded piece by piece, so that a text that repeats is kept once."""
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
    columns: dict[str, Column] = {}
    for name, texts_of, parts in zip(header, places, codes, strict=True):
        joined = np.concatenate(parts).astype(np.int64) if parts else np.zeros(0, np.int64)
        if name.strip() and column_name(name) in columns:
            findings.append(SheetFinding(0, "E001", f"column '{column_name(name)}' occurs twice"))
        columns.setdefault(column_name(name), Column.encoded(texts_of, joined))
    sheet, more = _without_blank_rows(columns, size)
    return sheet, findings + more


def _fit(row: Sequence[str], number: int, width: int, findings: Findings) -> Sequence[str]:
    """The row with the header's number of cells; text beyond it is a finding."""
    if any(map(str.strip, row[width:])):
        text = f"{len(row)} cells under {width} column names; a text with the separator in it needs quotation marks"
        findings.append(SheetFinding(number, "E021", text))
    return [*row[:width], *[""] * (width - len(row))]


def _without_blank_rows(columns: dict[str, Column], size: int) -> tuple[Sheet, Findings]:
    columns = {column_name(name): column for name, column in columns.items()}
    filled = np.zeros(size, np.bool_)
    for column in columns.values():
        filled |= ~column.blank
    sheet = Sheet.of(columns)
    # one without any column of ours has no rows to take
    return (sheet if filled.all() or not len(sheet) else sheet.take(np.flatnonzero(filled))), _misspelt(list(columns))


def _misspelt(names: Sequence[str]) -> Findings:
    """Columns that are nobody's, and close to an optional one that is not there; other columns are the user's own."""
    absent = [name for name in OPTIONAL if name not in names]
    close = ((name, difflib.get_close_matches(name, absent, 1, 0.75)) for name in names if name not in REQUIRED)
    text = "column '{}' is not used; did you mean '{}'?"
    return [SheetFinding(1, "W122", text.format(name, match[0])) for name, match in close if match]


def column_name(text: str) -> str:
    """A column's name as the specification writes it.

    >>> column_name("\\ufeff Prompt ID")
    'prompt_id'
    """
    return "_".join(clean(text).casefold().replace("-", " ").split())


def to_csv(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A table as CSV; None is an empty cell, other values are written unrounded."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return buffer.getvalue()
