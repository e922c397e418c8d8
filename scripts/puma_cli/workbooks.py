"""XLSX sheets through openpyxl (extra [report]): reading one as text, and writing an empty one with drop-down lists."""

import io
from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from puma_metrics.errors import InputError, SheetFinding

MOST_CELLS = 1_000_000
WIDEST = 200
"""Columns; a sheet that is wider and has more than MOST_CELLS has a stray cell far from its rows."""
ROWS_TO_FILL = 2000
"""Rows below the last one that get the drop-down lists too, for negative criteria and further raters."""


def _openpyxl() -> Any:
    try:
        import openpyxl
    except ImportError as error:
        text = 'XLSX needs openpyxl: pip install "puma-bench[report]"; or save the sheet as CSV UTF-8'
        raise InputError(text) from error
    return openpyxl


def read_cells(path: Path) -> tuple[list[str], list[list[str]], list[SheetFinding]]:
    """The header and the rows of the workbook's first visible sheet as text.

    A merged cell counts for every cell that it covers. A formula counts as the value that the file stores for it; one
    without a stored value, as programs other than spreadsheets write it, is a finding.
    """
    openpyxl = _openpyxl()
    try:
        values, formulas = (openpyxl.load_workbook(path, data_only=data_only) for data_only in (True, False))
    except OSError:
        raise
    except Exception as error:  # a damaged or protected workbook makes openpyxl and zipfile raise nearly anything
        raise InputError(f"{path}: not an XLSX workbook ({error}); save it again from a spreadsheet program") from error
    name = next((sheet.title for sheet in values.worksheets if sheet.sheet_state == "visible"), None)
    if name is None:
        raise InputError(f"{path}: the workbook has no visible sheet with cells")
    _refuse_sparse(path, values[name])
    cells = [[_text(cell) for cell in row] for row in values[name].iter_rows()]
    findings = _uncached(values[name], formulas[name], cells)
    for area in values[name].merged_cells.ranges:
        for row in range(area.min_row, area.max_row + 1):
            first = cells[area.min_row - 1][area.min_col - 1]
            cells[row - 1][area.min_col - 1 : area.max_col] = [first] * (area.max_col - area.min_col + 1)
    return (cells[0] if cells else []), cells[1:], findings


def _refuse_sparse(path: Path, sheet: Any) -> None:
    """One stray cell far away makes millions of empty ones, which are read before anything can be said."""
    area = sheet.max_row * sheet.max_column
    if (area > MOST_CELLS and sheet.max_column > WIDEST) or area > 20 * MOST_CELLS:
        corner = sheet.cell(sheet.max_row, sheet.max_column).coordinate
        text = f"the sheet reaches to cell {corner}; delete the empty rows and columns around it, or save it as CSV"
        raise InputError(f"{path}: {text}")


def _uncached(values: Any, formulas: Any, cells: list[list[str]]) -> list[SheetFinding]:
    findings = []
    for shown, written in zip(values.iter_rows(), formulas.iter_rows(), strict=True):
        for value, formula in zip(shown, written, strict=True):
            if formula.data_type == "f" and value.value is None:
                column = cells[0][formula.column - 1]
                written_as = getattr(formula.value, "text", formula.value)
                text = f"{column}: the formula {written_as!r} has no stored value; open and save the file in a"
                findings.append(SheetFinding(formula.row, "E019", f"{text} spreadsheet program, or write the value"))
    return findings


def _text(cell: Any) -> str:
    """What a person reads in the cell: 5 and not 5.0, 60% and not 0.6."""
    value = cell.value
    if isinstance(value, bool) or not isinstance(value, int | float):
        return "" if value is None else str(value)
    # a spreadsheet keeps 15 digits, in which 0.1 + 0.2 is 0.3; one beyond a float's range is nobody's score
    exact = Decimal(f"{value:.15g}") if abs(value) < 1e300 else Decimal(value)
    if "%" in (cell.number_format or ""):
        return f"{_plain(exact * 100)}%"
    return _plain(exact)


def _plain(value: Decimal) -> str:
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def write_template(header: Sequence[str], rows: Sequence[Sequence[str]], lists: Mapping[str, Sequence[str]]) -> bytes:
    """A workbook to fill in.

    Args:
        header: the names of the columns.
        rows: the cells; each is written as text, never as a formula.
        lists: from a column's name to the words that its cells offer.
    """
    openpyxl = _openpyxl()
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "annotations"
    for number, row in enumerate([header, *rows], 1):
        for column, text in enumerate(row, 1):
            cell = sheet.cell(number, column)
            cell.value = text or None
            if text:
                cell.data_type = "s"
                cell.alignment = openpyxl.styles.Alignment(wrap_text=True, vertical="top")
    for cell in sheet[1]:
        cell.font = openpyxl.styles.Font(bold=True)
    for place, name in enumerate(header, 1):
        sheet.column_dimensions[openpyxl.utils.get_column_letter(place)].width = _WIDTHS.get(name, 14)
    sheet.freeze_panes = "A2"
    sheet.auto_filter.ref = sheet.dimensions
    _offer(openpyxl, book, header, lists, len(rows) + 1 + ROWS_TO_FILL)
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


_WIDTHS = {"criterion_text": 48, "response": 48, "justification": 48, "dimension": 22, "error_types": 24}


def _offer(openpyxl: Any, book: Any, header: Sequence[str], lists: Mapping[str, Sequence[str]], last: int) -> None:
    """Drop-down lists, from a sheet of words: a list inside the rule may have 255 characters only."""
    words = book.create_sheet("lists")
    words.sheet_state = "hidden"
    for place, (name, choices) in enumerate(lists.items(), 1):
        letter = openpyxl.utils.get_column_letter(place)
        for number, choice in enumerate(choices, 1):
            words.cell(number, place).value = choice
        source = f"lists!${letter}$1:${letter}${len(choices)}"
        rule = openpyxl.worksheet.datavalidation.DataValidation(type="list", formula1=source, allow_blank=True)
        rule.showErrorMessage = name != "error_types"  # a row may have several, separated by semicolons
        rule.errorTitle, rule.error = name, "Choose one of the list."
        column = openpyxl.utils.get_column_letter(header.index(name) + 1)
        rule.add(f"{column}2:{column}{last}")
        book["annotations"].add_data_validation(rule)
