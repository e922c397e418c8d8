"""XLSX files of answers: the worksheet that has ids and answers (VLMEvalKit writes such files)."""

import io
import re
from collections.abc import Iterator

from puma_metrics.sentence import Sentence

from .values import AS_TEXT, TEXT_COLUMNS, refusal, refuse_twice
from .workbook_xml import Worksheet
from .workbooks import pages_of

IDS = ("id", "index", "custom_id")
FULL = 32_767
"""Characters of a cell: spreadsheets, and what writes for them, cut a longer answer there."""
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
        names = tuple(sheet for sheet, _, _ in found)
        several = Sentence("several-worksheets", sheets=len(found), names=names)
        raise refusal(several if found else Sentence("no-worksheet"), name)
    _, columns, sheet = found[0]
    refuse_twice(name, columns, (*IDS, *TEXT_COLUMNS), line=1)
    _refuse_shown(name, columns, sheet)
    rows = sheet.rows
    for number in sorted(rows):
        if number > 1:
            row = rows[number] + [""] * (len(columns) - len(rows[number]))
            yield number, _record(name, number, dict(zip(columns, row, strict=False)))


def _refuse_shown(name: str, columns: list[str], sheet: Worksheet) -> None:
    """An id that a spreadsheet has made a date of, or that it only shows with its zeros, is nobody's id any more."""
    for number, column in enumerate(columns, 1):
        if column in IDS and number in sheet.shown:
            row, shown = sheet.shown[number]
            text = sheet.rows[row][number - 1]
            raise refusal(Sentence("shown-as", kind=shown, text=text), name, row, field=column)


def _record(name: str, line: int, record: dict[str, str]) -> dict[str, str]:
    for column in IDS:
        if _FRACTION.fullmatch(record.get(column, "")):
            problem = Sentence("may-be-number", value=record[column], way_out=AS_TEXT)
            raise refusal(problem, name, line, field=column)
    for column in TEXT_COLUMNS:
        if len(record.get(column, "")) == FULL:
            raise refusal(Sentence("full-cell", most=FULL), name, line, field=column)
    return record
