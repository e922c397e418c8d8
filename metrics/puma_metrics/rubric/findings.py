"""Everything that is wrong with a sheet, all at once (RUBRIC.md, "Findings").

A code that starts with E is an error: the sheet is not scored before it is put right. W is a warning.

    E001 missing column or no rows     E009 score contradicts result       E017 justification missing
    E002 empty key                     E010 duplicate row                  E018 no positive criterion
    E003 kind                          E011 positive criteria differ       E019 formula without a stored value
    E004 weight is no number           E012 model lacks a prompt           E020 rubric differs from its lock
    E005 positive weight <= 0          E013 scope                          W101 error type corrected
    E006 negative weight >= 0          E014 dimension                      W102 near-duplicate criteria
    E007 max_score                     E015 error type missing             W104 sign looks wrong
    E008 result                        E016 error type unknown             W106 justification quotes nothing
    W107 percentage in place of points             W109 identical blocks of annotations
    W110 objectivity or explicitness unknown       W111 raters give a negative criterion different weights
    W119 error type without an error, ignored      W120 prompt left out (--on-missing intersect)
    E021 more cells than column names              W122 column misspelt
"""

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from puma_metrics.errors import SheetFinding
from puma_metrics.rubric import consistency, wording
from puma_metrics.rubric.sheet import (
    DIMENSIONS,
    EXPLICITNESS,
    KEYS,
    KINDS,
    OBJECTIVITY,
    RESULTS,
    SCOPES,
    Sheet,
    number,
    rows_where,
)
from puma_metrics.rubric.taxonomy import TAXONOMY, Taxonomy

Found = Iterator[tuple[int, SheetFinding]]
"""The place of a row in the sheet, from 0, with a finding about it."""


def check_sheet(sheet: Sheet, taxonomy: Taxonomy = TAXONOMY) -> tuple[SheetFinding, ...]:
    """All findings: first those of rows, by row and then in the order in which a row is read; then those of the sheet.

    >>> [str(finding) for finding in check_sheet(Sheet.of({"prompt_id": ["Q1"]}))][0][:30]
    'E001: missing column(s): model'
    """
    if sheet.missing:
        return (SheetFinding(0, "E001", f"missing column(s): {', '.join(sheet.missing)}"),)
    if not len(sheet):
        return (SheetFinding(0, "E001", "the sheet has no rows below its header"),)
    by_row = [finding for check in _ROW_CHECKS for finding in check(sheet)]
    by_row += [*_tags(sheet, taxonomy), *_duplicates(sheet), *wording.check_rows(sheet)]
    by_row.sort(key=lambda pair: pair[0])
    return (*(finding for _, finding in by_row), *consistency.check_across(sheet))


def _say(sheet: Sheet, where: NDArray[np.bool_], code: str, message: Callable[[int], str]) -> Found:
    for row in rows_where(where):
        yield row, SheetFinding(int(sheet.rows[row]), code, f"{sheet.address(row)}: {message(row)}")


def _keys(sheet: Sheet) -> Found:
    for name in KEYS:
        for row in rows_where(sheet[name].blank):
            yield row, SheetFinding(int(sheet.rows[row]), "E002", f"{name} is empty")


def _scope(sheet: Sheet) -> Found:
    """The first scope that can be read is the prompt's; the others are compared with it."""
    scope, prompt = sheet["scope"].among(SCOPES), sheet["prompt_id"].codes
    first = np.full(len(sheet["prompt_id"].values), -1)
    known = np.flatnonzero(scope >= 0)[::-1]
    first[prompt[known]] = scope[known]
    wrong = (scope < 0) | ((scope != first[prompt]) & ~sheet["prompt_id"].blank)
    wanted = f"must be '{SCOPES[0]}' or '{SCOPES[1]}' and the same for the whole prompt"
    return _say(sheet, wrong, "E013", lambda row: f"scope {sheet['scope'].text(row)!r} {wanted}")


def _dimension(sheet: Sheet) -> Found:
    column = sheet["dimension"]
    wrong = column.among(DIMENSIONS) < 0
    return _say(sheet, wrong, "E014", lambda row: f"dimension {column.text(row)!r} is not one of {list(DIMENSIONS)}")


def _kind(sheet: Sheet) -> Found:
    column = sheet["kind"]
    return _say(
        sheet, sheet.kind < 0, "E003", lambda row: f"kind {column.text(row)!r} must be '{KINDS[0]}' or '{KINDS[1]}'"
    )


def _weight(sheet: Sheet) -> Found:
    code = sheet.amounts.weight
    sign = np.array([*((value > 0) - (value < 0) for value in sheet.amounts.numbers), 0, 0])[code]
    column = sheet["weight"]
    wrong = (sheet.kind >= 0) & (code < 0)
    yield from _say(sheet, wrong, "E004", lambda row: f"weight {column.text(row)!r} is not a finite number")
    wrong = sheet.readable & (sheet.kind == 0) & (sign <= 0)
    text = "positive criterion has weight {}; it must be > 0"
    yield from _say(sheet, wrong, "E005", lambda row: text.format(_weight_of(sheet, row)))
    wrong = sheet.readable & (sheet.kind == 1) & (sign >= 0)
    text_negative = "negative criterion has weight {}; a penalty must be < 0"
    yield from _say(sheet, wrong, "E006", lambda row: text_negative.format(_weight_of(sheet, row)))


def _weight_of(sheet: Sheet, row: int) -> str:
    return str(number(sheet["weight"].text(row)))


def _max_score(sheet: Sheet) -> Found:
    given = sheet.amounts.max_score
    wrong = sheet.readable & (given != -2) & (given != np.where(sheet.kind == 0, sheet.amounts.weight, 0))

    def message(row: int) -> str:
        text = sheet["max_score"].text(row)
        value = number(text) if given[row] >= 0 else repr(text)
        wanted = _weight_of(sheet, row) if sheet.kind[row] == 0 else "0"
        return f"max_score {value} must be {wanted} for a {KINDS[sheet.kind[row]]} criterion"

    return _say(sheet, wrong, "E007", message)


def _result(sheet: Sheet) -> Found:
    def message(row: int) -> str:
        kind = KINDS[sheet.kind[row]]
        first, second = RESULTS[kind]
        return f"result {sheet['result'].text(row)!r} must be '{first}' or '{second}' for a {kind} criterion"

    return _say(sheet, sheet.readable & (sheet.result < 0), "E008", message)


def _score(sheet: Sheet) -> Found:
    given, weight = sheet.amounts.score, sheet.amounts.weight
    expected = np.where(sheet.result == sheet.kind, weight, 0)
    wrong = sheet.readable & (sheet.result >= 0) & (given != -2) & (given != expected)

    def message(row: int) -> str:
        wanted = _weight_of(sheet, row) if sheet.result[row] == sheet.kind[row] else "0"
        return f"score {sheet['score'].text(row)} contradicts result '{_result_of(sheet, row)}' (expected {wanted})"

    return _say(sheet, wrong, "E009", message)


def _result_of(sheet: Sheet, row: int) -> str:
    return sheet["result"].text(row).casefold()


def _evidence(sheet: Sheet) -> Found:
    """An error needs a type and a justification; no error needs none."""
    tagged = ~sheet["error_types"].blank
    error = sheet.readable & (sheet.result == 1)
    yield from _say(
        sheet, error & ~tagged, "E015", lambda row: f"result '{_result_of(sheet, row)}' needs at least one error type"
    )
    yield from _say(
        sheet,
        error & sheet["justification"].blank,
        "E017",
        lambda row: f"result '{_result_of(sheet, row)}' needs a justification that cites the response",
    )


def _tags(sheet: Sheet, taxonomy: Taxonomy) -> Found:
    column = sheet["error_types"]
    tags = [taxonomy.tags(cell) for cell in column.values]
    judged = sheet.readable & (sheet.result >= 0)

    def ignored(row: int) -> str:
        texts = [tag.text for tag in tags[column.codes[row]]]
        return f"result '{_result_of(sheet, row)}' carries error type(s) {texts}; ignored"

    yield from _say(sheet, judged & (sheet.result == 0) & ~column.blank, "W119", ignored)
    doubtful = np.array([any(tag.name != tag.text for tag in cell) for cell in tags])[column.codes]
    for row in rows_where(judged & doubtful):
        for tag in tags[column.codes[row]]:
            if tag.name is None:
                closest = taxonomy.closest(tag.text)
                yield _one(sheet, row, "E016", f"unknown error type {tag.text!r}; did you mean {closest!r}?")
            elif tag.is_corrected:
                yield _one(sheet, row, "W101", f"error type {tag.text!r} read as {tag.name!r}")


def _one(sheet: Sheet, row: int, code: str, message: str) -> tuple[int, SheetFinding]:
    return row, SheetFinding(int(sheet.rows[row]), code, f"{sheet.address(row)}: {message}")


def _duplicates(sheet: Sheet) -> Found:
    _, first, group = np.unique(sheet.groups(*KEYS, "rater_id"), return_index=True, return_inverse=True)
    earlier = first[group]
    again = sheet.named & (earlier != np.arange(len(sheet)))
    text = "duplicate of row {} (same prompt, model, criterion and rater)"
    return _say(sheet, again, "E010", lambda row: text.format(sheet.rows[earlier[row]]))


def _percentages(sheet: Sheet) -> Found:
    """A percent sign, or 100 for a criterion that is worth something else."""
    signed = np.logical_or.reduce(
        [sheet[name].map(lambda text: text.endswith(("%", "٪")), np.bool_) for name in ("weight", "max_score", "score")]
    )
    hundred = np.array([*(abs(value) == 100 for value in sheet.amounts.numbers), False, False])  # -1, -2: unreadable
    given, weight = sheet.amounts.score, sheet.amounts.weight
    full = sheet.readable & (sheet.result == sheet.kind) & (given >= 0) & hundred[given] & ~hundred[weight]
    return _say(
        sheet, signed | full, "W107", lambda row: "percentage where points belong; write the criterion's points"
    )


def _vocabulary(sheet: Sheet) -> Found:
    for name, words in (("objectivity", OBJECTIVITY), ("explicitness", EXPLICITNESS)):
        column = sheet[name]
        for row in rows_where((column.among(words) < 0) & ~column.blank):
            yield _one(sheet, row, "W110", f"{name} {column.text(row)!r} is not one of {list(words)}")


_ROW_CHECKS: tuple[Callable[[Sheet], Found], ...] = (
    *(_keys, _scope, _dimension, _kind, _weight, _max_score, _result, _score, _evidence),
    *(_percentages, _vocabulary),
)
