"""Writing an empty XLSX sheet with drop-down lists, through openpyxl (extra [report])."""

import io
from collections.abc import Mapping, Sequence
from typing import Any

from puma_metrics.errors import InputError

ROWS_TO_FILL = 2000
"""Rows below the last one that get the drop-down lists too, for negative criteria and further raters."""


def _openpyxl() -> Any:
    try:
        import openpyxl
    except ImportError as error:
        text = 'XLSX needs openpyxl: pip install "puma-bench[report]"'
        raise InputError(text) from error
    return openpyxl


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
