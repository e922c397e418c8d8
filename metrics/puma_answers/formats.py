"""The records of a file of answers, by the ending of its name, each with its line: bytes in, records out."""

import csv
import io
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from typing import Any

from puma_metrics.errors import InputError

from .parquet import parquet_records
from .rows import READ, USED
from .shapes import FIELDS, PLAIN, shape_of
from .tables import workbook_records
from .unpacking import inspect_records, member_of, unpacked
from .values import EXAMPLE, TEXT_COLUMNS, Twice, refuse_twice, shown

Records = Iterator[tuple[int, object]]
OTHER_KINDS = {
    **dict.fromkeys((".xlsm", ".xls", ".ods", ".numbers"), "save it as XLSX, or as CSV UTF-8, with the ids as text"),
    **dict.fromkeys((".bz2", ".xz", ".zst", ".tar", ".tgz", ".7z"), "unpack it first"),
}
"""What to do with kinds that people have and that are not read."""
LONGEST_INTEGER = 1000
"""Digits; Python makes no number of more than some thousand."""
SEPARATORS = ",;\t|"
MOST_BYTES = 4_000_000_000
"""Bytes that a packed file may hold."""


def records(name: str, content: bytes, most: int = MOST_BYTES) -> Records:
    """Each record of a file with its line, or with its number where there are no lines.

    Args:
        name: of the file; its ending says what it is.
        content: its bytes.
        most: bytes to which a packed file may unpack.

    Raises:
        InputError: with the address of what is wrong.
    """
    kind = ending(name)
    if kind == ".gz":
        return records_as(ending(name[:-3]), name, unpacked(name, content, most), most)
    return records_as(kind, name, content, most)


def records_as(kind: str, name: str, content: bytes, most: int) -> Records:
    if kind == ".zip":
        inner, content = member_of(name, content, most)
        return records_as(ending(inner), f"{name}/{inner}", content, most)
    if kind == ".eval":
        return inspect_records(name, content, most)
    if kind not in READERS:
        way_out = OTHER_KINDS.get(kind, f"expected {', '.join((*READERS, '.eval', '.gz', '.zip'))}")
        raise InputError(f"{name}: unknown kind of file; {way_out}")
    return READERS[kind](name, content)


def ending(name: str) -> str:
    """What a name ends in, in lower case.

    >>> ending("a/b.JSONL.GZ"), ending("b/.hidden")
    ('.gz', '')
    """
    last = name.replace("\\", "/").rpartition("/")[2]
    stem, dot, found = last.rpartition(".")
    return f".{found.lower()}" if dot and stem else ""


def decoded(name: str, content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise InputError(f"{name}:{line}: is not UTF-8 (byte {error.start}); save the file as UTF-8") from error


def lines(name: str, content: bytes) -> Records:
    """JSONL. Not by splitlines: an answer may hold U+2028 as it is."""
    for number, line in enumerate(decoded(name, content).split("\n"), 1):
        if line.strip():
            yield number, parsed(f"{name}:{number}", line, EXAMPLE)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; one that has a field twice says so, which is an error only where somebody reads that field."""
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    marked = Twice(found)
    counts = Counter(name for name, _ in pairs)
    repeated = [name for name in counts if counts[name] > 1]
    marked.twice = next((name for name in repeated if name in READ), repeated[0])
    return marked


def _integer(literal: str) -> int | Decimal:
    return int(literal) if len(literal) <= LONGEST_INTEGER else Decimal(literal)


def parsed(at: str, written: str, example: str) -> Any:
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


def _json(name: str, content: bytes) -> Records:
    """A list of records, an object of answers by id, the log of a harness or, as some tools call it, lines."""
    text = decoded(name, content)
    if not text.strip():
        return
    if text.lstrip()[:1] == "{" and "\n{" in text.strip():
        yield from lines(name, content)
        return
    found = parsed(name, text, f"[{EXAMPLE}]")
    if isinstance(found, dict):
        found = _inside(name, found)
    if not isinstance(found, list):
        raise InputError(f'{name}: is no list ({shown(found)}); expected [{EXAMPLE}] or {{"hc_001": "..."}}')
    yield from enumerate(found, 1)


def _inside(name: str, found: dict[str, Any]) -> list[Any]:
    """The records in one object: of a log, or one record, or a text for each id."""
    if isinstance(found.get("eval"), Mapping) and isinstance(found.get("samples"), list):
        return [{**sample, "model": found["eval"].get("model")} for sample in found["samples"]]
    results = found.get("results")
    if isinstance(results, Mapping) and isinstance(results.get("results"), list):
        return list(results["results"])
    if isinstance(results, Mapping) and isinstance(found.get("configs"), Mapping):
        raise InputError(f"{name}: holds a harness's scores and no answers; name its samples_*.jsonl (--log_samples)")
    if shape_of(frozenset(found)) is not PLAIN or ("id" in found and any(column in found for column in TEXT_COLUMNS)):
        return [found]
    if isinstance(found, Twice):
        raise InputError(f"{name}: the field '{found.twice}' stands twice in one object; keep one of them")
    return [{"id": task, "prediction": text} for task, text in found.items()]


def _csv(name: str, content: bytes) -> Records:
    csv.field_size_limit(2**31 - 1)
    text = decoded(name, content)
    rows = _rows(name, csv.reader(io.StringIO(text, newline=""), delimiter=separator(text), strict=True))
    _, header = next(rows, (1, []))
    columns = [column.strip().lower() for column in header]
    refuse_twice(f"{name}:1", columns, USED)
    for line, row in rows:
        if len(row) != len(columns):
            problem = f"has another number of columns than the header ({len(columns)})"
            raise InputError(f"{name}:{line}: {problem}; quote answers that hold commas or line breaks")
        yield line, dict(zip(columns, row, strict=True))


def separator(text: str) -> str:
    """What separates the columns: the character that cuts the header into names with an id among them.

    >>> separator("id;prediction, as it was"), separator("note\\tid\\tanswer"), separator("x")
    (';', '\\t', ',')
    """
    head = text.partition("\n")[0].strip()
    cut = {mark: [column.strip().strip('"').lower() for column in head.split(mark)] for mark in SEPARATORS}
    known = [mark for mark, columns in cut.items() if set(columns) & {"id", "index", "custom_id"} and len(columns) > 1]
    return max(known or SEPARATORS, key=lambda mark: len(cut[mark]))


def _rows(name: str, reader: Any) -> Iterator[tuple[int, list[str]]]:
    """The rows that are not blank, each with the line on which it begins."""
    while True:
        line = reader.line_num + 1
        try:
            row = next(reader, None)
        except csv.Error as error:
            problem = "a quote is never closed" if "end of data" in str(error) else str(error)
            raise InputError(f'{name}:{line}: is no CSV ({problem}); quote answers as "..."') from error
        if row is None:
            return
        if row:
            yield line, row


def _parquet(name: str, content: bytes) -> Records:
    return parquet_records(name, content, (*USED, *sorted(FIELDS)))


READERS: Mapping[str, Callable[[str, bytes], Records]] = {
    ".jsonl": lines,
    ".ndjson": lines,
    ".json": _json,
    ".csv": _csv,
    ".tsv": _csv,
    ".parquet": _parquet,
    ".xlsx": workbook_records,
}
WANTED: Mapping[str, str] = {
    **dict.fromkeys((".csv", ".tsv"), "a header with id and prediction, and a row for each answer"),
    ".parquet": "the columns id and prediction, and a row for each answer",
    ".json": f"[{EXAMPLE}]",
}
"""What a file should hold, by the ending of its name; of any other, lines of JSON."""
