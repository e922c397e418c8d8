"""The records of a file of answers, by the ending of its name, each with its line."""

import csv
import io
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puma_metrics.errors import InputError
from puma_metrics.wording import shorten

if TYPE_CHECKING:
    from pyarrow.parquet import ParquetFile

TEXT_COLUMNS = ("prediction", "answer", "response", "output", "completion", "generated_text")
USED = ("id", *TEXT_COLUMNS, "model", "finish_reason", "error")
"""The columns that are read; whatever else a file has is left alone, and refuses nothing."""
EXAMPLE = '{"id": "hc_001", "prediction": "To herb Leliwa."}'
OTHER_KINDS = {
    **dict.fromkeys((".xlsx", ".xlsm", ".xls", ".ods", ".numbers"), "save it as CSV UTF-8, with the ids as text"),
    **dict.fromkeys((".gz", ".zip", ".bz2", ".xz", ".zst", ".tar", ".tgz"), "unpack it first"),
}
"""What to do with kinds that people have and that are not read."""
LONGEST_INTEGER = 1000
"""Digits; Python makes no number of more than some thousand."""


class Twice(dict[str, Any]):
    """An object in which the field `twice` stands twice: of two values nobody could say which counts."""

    twice = ""


def shown(value: object) -> str:
    """A value as it stands in JSON, cut to a readable length."""
    written = json.dumps(value, ensure_ascii=False, default=str)
    return written if len(written) <= 60 else written[:57] + "..."


def records(file: Path) -> Iterator[tuple[int, object]]:
    """Each record with its line, or with its number where there are no lines.

    A pipe is read only as standard input, under the name `-`: any other that is named could be waited for. Raises
    InputError with the address of what is wrong.
    """
    if str(file) == "-":
        yield from _lines("standard input", _decoded("standard input", _standard_input()))
        return
    if not file.is_file():
        what = "is a folder" if file.is_dir() else "is no regular file" if file.exists() else "no such file"
        raise InputError(f"{file}: {what}; expected a file of answers, or - for JSONL from standard input")
    readers = {".jsonl": _jsonl, ".ndjson": _jsonl, ".json": _json, ".csv": _csv, ".tsv": _csv, ".parquet": _parquet}
    if file.suffix.lower() not in readers:
        way_out = OTHER_KINDS.get(file.suffix.lower(), f"expected {', '.join(readers)}")
        raise InputError(f"{file}: unknown kind of file; {way_out}")
    yield from readers[file.suffix.lower()](file)


def _standard_input() -> bytes:
    stream = getattr(sys.stdin, "buffer", None)
    return stream.read() if stream else sys.stdin.read().encode()


def _text(file: Path) -> str:
    return _decoded(str(file), file.read_bytes())


def _decoded(name: str, content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise InputError(f"{name}:{line}: is not UTF-8 (byte {error.start}); save the file as UTF-8") from error


def _jsonl(file: Path) -> Iterator[tuple[int, object]]:
    return _lines(str(file), _text(file))


def _lines(name: str, text: str) -> Iterator[tuple[int, object]]:
    # not splitlines: an answer may hold U+2028 as it is
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield number, _parsed(f"{name}:{number}", line, EXAMPLE)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; one that has a field twice says so, which is an error only where somebody reads that field."""
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    marked = Twice(found)
    counts = Counter(name for name, _ in pairs)
    repeated = [name for name in counts if counts[name] > 1]
    marked.twice = next((name for name in repeated if name in USED), repeated[0])
    return marked


def _integer(literal: str) -> int | Decimal:
    return int(literal) if len(literal) <= LONGEST_INTEGER else Decimal(literal)


def _parsed(at: str, written: str, example: str) -> Any:
    try:
        return json.loads(written, object_pairs_hook=_object, parse_int=_integer)
    except RecursionError as error:
        raise InputError(f"{at}: is nested too deeply to be an answer; expected {example}") from error
    except json.JSONDecodeError as error:
        near = written[max(0, error.pos - 20) : error.pos + 20].strip()
        line = f"line {error.lineno}, " if "\n" in written else ""
        where = f"at {line}column {error.colno}{f', near {near}' if near else ''}"
        what = f"{error.msg.removesuffix(' at')} {where}"
        raise InputError(f"{at}: is no JSON ({what}); expected {example}") from error


def _json(file: Path) -> Iterator[tuple[int, object]]:
    """A list of records, an object of answers by id, or, as some tools call it, lines."""
    text = _text(file)
    if not text.strip():
        return
    if text.lstrip()[:1] == "{" and "\n{" in text.strip():
        yield from _jsonl(file)
        return
    content = _parsed(str(file), text, f"[{EXAMPLE}]")
    if isinstance(content, dict) and "id" in content and any(column in content for column in TEXT_COLUMNS):
        content = [content]
    if isinstance(content, Twice):
        raise InputError(f"{file}: the field '{content.twice}' stands twice in one object; keep one of them")
    if isinstance(content, dict):
        content = [{"id": name, "prediction": text} for name, text in content.items()]
    if not isinstance(content, list):
        raise InputError(f'{file}: is no list ({shown(content)}); expected [{EXAMPLE}] or {{"hc_001": "..."}}')
    yield from enumerate(content, 1)


def _csv(file: Path) -> Iterator[tuple[int, object]]:
    csv.field_size_limit(2**31 - 1)
    text = _text(file)
    rows = _rows(file, csv.reader(io.StringIO(text, newline=""), delimiter=_separator(file, text), strict=True))
    _, header = next(rows, (1, []))
    columns = [name.strip().lower() for name in header]
    if twice := _stands_twice(columns):
        raise InputError(f"{file}:1: the column '{twice}' stands twice; keep one of them")
    for line, row in rows:
        if len(row) != len(columns):
            problem = f"has another number of columns than the header ({len(columns)})"
            raise InputError(f"{file}:{line}: {problem}; quote answers that hold commas or line breaks")
        yield line, dict(zip(columns, row, strict=True))


def _stands_twice(columns: Sequence[str]) -> str:
    """A column that is read and stands twice; "" if there is none."""
    return next((name for name in USED if columns.count(name) > 1), "")


def _separator(file: Path, text: str) -> str:
    """A tab in .tsv; else a comma, or the semicolon that Polish spreadsheets write."""
    head = text.partition("\n")[0]
    return "\t" if file.suffix.lower() == ".tsv" else ";" if ";" in head and "," not in head else ","


def _rows(file: Path, reader: Any) -> Iterator[tuple[int, list[str]]]:
    """The rows that are not blank, each with the line on which it begins."""
    while True:
        line = reader.line_num + 1
        try:
            row = next(reader, None)
        except csv.Error as error:
            problem = "a quote is never closed" if "end of data" in str(error) else str(error)
            raise InputError(f'{file}:{line}: is no CSV ({problem}); quote answers as "..."') from error
        if row is None:
            return
        if row:
            yield line, row


def _parquet(file: Path) -> Iterable[tuple[int, object]]:
    opened = open_parquet(file)
    names = opened.schema_arrow.names
    others = dict.fromkeys(name for name in names if name not in USED)  # named where a column is missed, but not read
    with readable(file):
        rows = opened.read([name for name in names if name in USED]).to_pylist()
    return enumerate(({**row, **others} for row in rows), 1)


def open_parquet(file: Path) -> "ParquetFile":
    """A Parquet file ready to be read, no used column of which stands twice."""
    import pyarrow.parquet

    with readable(file):
        opened = pyarrow.parquet.ParquetFile(file)
    if twice := _stands_twice(opened.schema_arrow.names):
        raise InputError(f"{file}: the column '{twice}' stands twice; keep one of them")
    return opened


@contextmanager
def readable(file: Path) -> Iterator[None]:
    """Turns what a broken Parquet file raises while it is read into an InputError."""
    import pyarrow

    try:
        yield
    # a broken file fails at any of its layers; one without errno was opened, and is broken
    except (pyarrow.ArrowException, ValueError, OverflowError, MemoryError, OSError) as error:
        if isinstance(error, OSError) and error.errno:
            raise
        raise InputError(f"{file}: is no Parquet file ({shorten(str(error), 200)}); write it again") from error
