"""XLSX files of answers: the worksheet that has ids and answers (VLMEvalKit writes such files)."""

import io
import re
from collections.abc import Iterator

from puma_metrics.errors import InputError

from .values import AS_TEXT, TEXT_COLUMNS, refuse_twice
from .workbook_xml import Worksheet
from .workbooks import pages_of

IDS = ("id", "index", "custom_id")
FULL = 32_767
"""Characters of a cell: spreadsheets, and what writes for them, cut a longer answer there."""
_AS_IDS = "format the column as text, and write the ids as they stand in the tasks"
_FRACTION = re.compile(r"\d+\.\d+|\d+E[+-]?\d+", re.IGNORECASE)


def workbook_records(name: str, content: bytes) -> Iterator[tuple[int, object]]:
    """The rows of the one visible worksheet with an id and an answer, under the names of its first row."""
    pages = [page for page in pages_of(name, io.BytesIO(content)) if page.content and page.content.rows]
    found = []
    for page in (page for page in pages if not page.is_hidden):
        assert page.content
        columns = [column.strip().lower() for column in page.content.rows.get(1, [])]
        if set(columns) & set(IDS) and set(columns) & set(TEXT_COLUMNS):
            found.append((page.name, columns, page.content))
    if len(found) != 1:
        names = ", ".join(f"'{sheet}'" for sheet, _, _ in found)
        what = f"{len(found)} worksheets have answers ({names}); keep one" if found else "no worksheet has answers"
        raise InputError(f"{name}: {what}; expected the columns id and prediction in row 1")
    _, columns, sheet = found[0]
    refuse_twice(f"{name}:1", columns, (*IDS, *TEXT_COLUMNS))
    _refuse_shown(name, columns, sheet)
    rows = sheet.rows
    for number in sorted(rows):
        if number > 1:
            row = rows[number] + [""] * (len(columns) - len(rows[number]))
            yield number, _record(f"{name}:{number}", dict(zip(columns, row, strict=False)))


def _refuse_shown(name: str, columns: list[str], sheet: Worksheet) -> None:
    """An id that a spreadsheet has made a date of, or that it only shows with its zeros, is nobody's id any more."""
    for number, column in enumerate(columns, 1):
        if column in IDS and number in sheet.shown:
            row, shown = sheet.shown[number]
            text = sheet.rows[row][number - 1]
            problem = f"is {shown} to the spreadsheet ({text}), not text"
            raise InputError(f"{name}:{row}, {column}: {problem}; {_AS_IDS}")


def _record(at: str, record: dict[str, str]) -> dict[str, str]:
    for column in IDS:
        if _FRACTION.fullmatch(record.get(column, "")):
            raise InputError(f"{at}, {column}: may be a number ({record[column]}); {AS_TEXT}, in CSV")
    for column in TEXT_COLUMNS:
        if len(record.get(column, "")) == FULL:
            problem = f"fills a cell ({FULL:,} characters), where spreadsheets cut answers"
            raise InputError(f"{at}, {column}: {problem}; write the answers as JSONL")
    return record
