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
    E022 merged across columns                     W123 a rater skipped a model or a criterion of a prompt
    W124 part of a file that is not read           W125 hidden rows or columns that are read

Each check takes time in proportion to the sheet, and so do its findings: what more than LISTED others would say is one
finding that counts them.
"""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from puma_metrics.errors import SheetFinding
from puma_metrics.rubric import consistency, wording
from puma_metrics.rubric.sheet import (
    DIMENSIONS,
    EXPLICITNESS,
    KEYS,
    KINDS,
    LISTED,
    OBJECTIVITY,
    RESULTS,
    SCOPES,
    Codes,
    Sheet,
    cut,
    listed,
    number,
    rows_where,
)
from puma_metrics.rubric.taxonomy import TAXONOMY, Taxonomy
from puma_metrics.rubric.wording import RowFindings
from puma_metrics.sentence import Sentence

SUGGESTED = 200
"""So many unknown error types of a sheet are told what they may have meant."""


def check_sheet(sheet: Sheet, taxonomy: Taxonomy = TAXONOMY) -> tuple[SheetFinding, ...]:
    """All findings: first those of rows, by row and then in the order in which a row is read; then those of the sheet.

    >>> [str(finding) for finding in check_sheet(Sheet.of({"prompt_id": ["Q1"]}))][0][:30]
    'E001: missing column(s): model'
    """
    if sheet.missing:
        return (absent_columns(sheet, sheet.missing),)
    if not len(sheet):
        return (SheetFinding(0, "E001", Sentence("no-sheet-rows")),)
    by_row = [finding for check in _ROW_CHECKS for finding in check(sheet)]
    by_row += [*_tags(sheet, taxonomy), *duplicates(sheet), *wording.check_rows(sheet)]
    by_row.sort(key=lambda pair: pair[0])
    return (*(finding for _, finding in by_row), *consistency.check_across(sheet))


def absent_columns(sheet: Sheet, names: Sequence[str]) -> SheetFinding:
    """E001: the columns that are missing, and what stands in the header in their place."""
    text = Sentence("missing-columns", names=tuple(names))
    if sheet.unknown:
        more = Sentence("and-so-on") if len(sheet.unknown) > LISTED else ""
        unknown = tuple(map(cut, sheet.unknown[:LISTED]))
        text = Sentence("missing-columns-but", names=tuple(names), unknown=unknown, more=more)
    return SheetFinding(0, "E001", text, sheet.sources[0] if len(sheet.sources) == 1 else "")


def _say(sheet: Sheet, where: NDArray[np.bool_], code: str, message: Callable[[int], str]) -> RowFindings:
    for row in rows_where(where):
        yield row, sheet.placed(row, code, message(row))


def keys(sheet: Sheet, names: Sequence[str] = KEYS) -> RowFindings:
    """E002: a prompt, model or criterion without a name."""
    for name in names:
        for row in rows_where(sheet[name].blank):
            yield row, sheet.finding(row, "E002", Sentence("key-empty", column=name))


def scope(sheet: Sheet) -> RowFindings:
    """E013: a scope that is none, or not that of most rows of its prompt; of two equally frequent ones the first."""
    scope, prompt = sheet["scope"].among(SCOPES), sheet["prompt_id"].codes
    wrong = (scope < 0) | ((scope != _most_frequent(scope, prompt)) & ~sheet["prompt_id"].blank)
    first, second = SCOPES

    def message(row: int) -> str:
        return Sentence("bad-scope", value=cut(sheet["scope"].text(row)), first=first, second=second)

    return _say(sheet, wrong, "E013", message)


def _most_frequent(scope: Codes, prompt: Codes) -> Codes:
    """Per row, the scope that most rows of its prompt have; where two have as many, the scope of the first of them."""
    known = scope >= 0
    counts = np.zeros((int(prompt.max(initial=-1)) + 1, len(SCOPES)), np.int64)
    np.add.at(counts, (prompt[known], scope[known]), 1)
    first = np.zeros(len(counts), np.int64)
    first[prompt[known][::-1]] = scope[known][::-1]
    is_tied = (counts == counts.max(1, keepdims=True)).sum(1) > 1
    most: Codes = np.where(is_tied, first, counts.argmax(1))
    return most[prompt]


def dimension(sheet: Sheet) -> RowFindings:
    """E014: a dimension that is none."""
    column = sheet["dimension"]
    wrong = column.among(DIMENSIONS) < 0
    about = {"column": "dimension", "known": tuple(DIMENSIONS)}
    return _say(sheet, wrong, "E014", lambda row: Sentence("not-one-of", value=cut(column.text(row)), **about))


def kind(sheet: Sheet) -> RowFindings:
    """E003: neither positive nor negative."""
    column = sheet["kind"]
    about = {"first": KINDS[0], "second": KINDS[1]}
    return _say(sheet, sheet.kind < 0, "E003", lambda row: Sentence("bad-kind", value=cut(column.text(row)), **about))


def weight(sheet: Sheet) -> RowFindings:
    """E004 to E006: a weight that is no number, or has the other kind's sign."""
    code = sheet.amounts.weight
    sign = np.array([*((value > 0) - (value < 0) for value in sheet.amounts.numbers), 0, 0])[code]
    column = sheet["weight"]
    wrong = (sheet.kind >= 0) & (code < 0)
    yield from _say(sheet, wrong, "E004", lambda row: Sentence("no-weight", value=cut(column.text(row))))
    wrong = sheet.readable & (sheet.kind == 0) & (sign <= 0)
    yield from _say(sheet, wrong, "E005", lambda row: Sentence("positive-weight", weight=_weight_of(sheet, row)))
    wrong = sheet.readable & (sheet.kind == 1) & (sign >= 0)
    yield from _say(sheet, wrong, "E006", lambda row: Sentence("negative-weight", weight=_weight_of(sheet, row)))


def _weight_of(sheet: Sheet, row: int) -> str:
    return str(number(sheet["weight"].text(row)))


def max_score(sheet: Sheet) -> RowFindings:
    """E007: a maximum other than the weight of a positive criterion, or 0."""
    given = sheet.amounts.max_score
    wrong = sheet.readable & (given != -2) & (given != np.where(sheet.kind == 0, sheet.amounts.weight, 0))

    def message(row: int) -> str:
        text = sheet["max_score"].text(row)
        value = str(number(text)) if given[row] >= 0 else Sentence("cell", value=cut(text))
        if sheet.kind[row] == 0:
            return Sentence("max-score-positive", value=value, wanted=_weight_of(sheet, row))
        return Sentence("max-score-negative", value=value, wanted="0")

    return _say(sheet, wrong, "E007", message)


def _result(sheet: Sheet) -> RowFindings:
    def message(row: int) -> str:
        kind = KINDS[sheet.kind[row]]
        first, second = RESULTS[kind]
        about = {"value": cut(sheet["result"].text(row)), "first": first, "second": second}
        return Sentence("result-positive" if sheet.kind[row] == 0 else "result-negative", **about)

    wrong = sheet.readable & (sheet.result < 0)
    foreign = wrong & sheet["result"].map(_is_foreign, np.bool_)
    for place in range(len(sheet.sources)):
        here = foreign if sheet.source is None else foreign & (sheet.source == place)
        if here.sum() > 1:
            yield _foreign_results(sheet, rows_where(here))
            wrong &= ~here
    yield from _say(sheet, wrong, "E008", message)


def _is_foreign(text: str) -> bool:
    """Whether a result is a word of another vocabulary: somebody ticked boxes, or wrote in another language."""
    return bool(text) and text.casefold() not in {word for words in RESULTS.values() for word in words}


def _foreign_results(sheet: Sheet, rows: Sequence[int]) -> tuple[int, SheetFinding]:
    """One finding for all rows of a file that have such words."""
    words = list(dict.fromkeys(sheet["result"].text(row) for row in rows))
    (passed, failed), (present, absent) = RESULTS.values()
    text = Sentence(
        "foreign-results",
        words=tuple(map(cut, words[:LISTED])),
        more=Sentence("and-so-on") if len(words) > LISTED else "",
        size=len(rows),
        rows=listed([str(sheet.rows[row]) for row in rows]),
        passed=passed,
        failed=failed,
        present=present,
        absent=absent,
    )
    return rows[0], sheet.finding(rows[0], "E008", text)


def _score(sheet: Sheet) -> RowFindings:
    given, weight = sheet.amounts.score, sheet.amounts.weight
    expected = np.where(sheet.result == sheet.kind, weight, 0)
    wrong = sheet.readable & (sheet.result >= 0) & (given != -2) & (given != expected)

    def message(row: int) -> str:
        wanted = _weight_of(sheet, row) if sheet.result[row] == sheet.kind[row] else "0"
        text = cut(sheet["score"].text(row))
        return Sentence("score-contradicts", score=text, result=_result_of(sheet, row), wanted=wanted)

    return _say(sheet, wrong, "E009", message)


def _result_of(sheet: Sheet, row: int) -> str:
    return sheet["result"].text(row).casefold()


def _evidence(sheet: Sheet) -> RowFindings:
    """An error needs a type and a justification; no error needs none."""
    tagged = ~sheet["error_types"].blank
    error = sheet.readable & (sheet.result == 1)
    yield from _say(sheet, error & ~tagged, "E015", lambda row: Sentence("needs-type", result=_result_of(sheet, row)))
    silent = error & sheet["justification"].blank
    yield from _say(sheet, silent, "E017", lambda row: Sentence("needs-justification", result=_result_of(sheet, row)))


def _tags(sheet: Sheet, taxonomy: Taxonomy) -> RowFindings:
    column = sheet["error_types"]
    tags = taxonomy.tags_of(column.values)
    suggestions: dict[str, str] = {}
    judged = sheet.readable & (sheet.result >= 0)

    def ignored(row: int) -> str:
        texts = [cut(tag.text) for tag in tags[column.codes[row]]]
        shown = texts if len(texts) <= LISTED else [*texts[:LISTED], "..."]
        return Sentence("types-ignored", result=_result_of(sheet, row), types=tuple(shown))

    yield from _say(sheet, judged & (sheet.result == 0) & ~column.blank, "W119", ignored)
    doubtful = np.array([any(tag.name != tag.text for tag in cell) for cell in tags])[column.codes]
    for row in rows_where(judged & doubtful):
        odd = [tag for tag in tags[column.codes[row]] if tag.name != tag.text]
        for tag in odd[:LISTED]:
            if tag.name is None:
                yield _one(sheet, row, "E016", _unknown(taxonomy, tag.text, suggestions))
            else:
                yield _one(sheet, row, "W101", Sentence("type-read-as", value=cut(tag.text), type=_type(tag.name)))
        if rest := odd[LISTED:]:
            code = "E016" if any(tag.name is None for tag in rest) else "W101"
            yield _one(sheet, row, code, Sentence("more-types", more=len(rest)))


def _unknown(taxonomy: Taxonomy, text: str, suggestions: dict[str, str]) -> str:
    """What is said of an unknown type; to search for what it may have meant is dear, so it has an end."""
    if text not in suggestions and len(suggestions) < SUGGESTED:
        suggestions[text] = taxonomy.closest(cut(text))
    if text in suggestions:
        return Sentence("type-unknown-but", value=cut(text), meant=suggestions[text])
    return Sentence("type-unknown", value=cut(text))


def _type(name: str) -> Sentence:
    """The name of an error type as the sheet has it; of the paper's own with what it means in the language."""
    return Sentence("type", name=Sentence(name)) if name in TAXONOMY.names else Sentence("cell", value=name)


def _one(sheet: Sheet, row: int, code: str, message: str) -> tuple[int, SheetFinding]:
    return row, sheet.placed(row, code, message)


def duplicates(sheet: Sheet) -> RowFindings:
    """E010: a row with the prompt, model, criterion and rater of an earlier one."""
    _, first, group = np.unique(sheet.groups(*KEYS, "rater_id"), return_index=True, return_inverse=True)
    earlier = first[group]
    again = sheet.named & (earlier != np.arange(len(sheet)))
    return _say(sheet, again, "E010", lambda row: Sentence("duplicate-row", row=sheet.number_of(earlier[row])))


def percentages(sheet: Sheet) -> RowFindings:
    """W107: a percent sign, or 100 for a criterion that is worth something else."""
    signed = np.logical_or.reduce(
        [sheet[name].map(lambda text: text.endswith(("%", "٪")), np.bool_) for name in ("weight", "max_score", "score")]
    )
    hundred = np.array([*(abs(value) == 100 for value in sheet.amounts.numbers), False, False])  # -1, -2: unreadable
    given, weight = sheet.amounts.score, sheet.amounts.weight
    full = sheet.readable & (sheet.result == sheet.kind) & (given >= 0) & hundred[given] & ~hundred[weight]
    return _say(sheet, signed | full, "W107", lambda row: Sentence("percentage"))


def vocabulary(sheet: Sheet) -> RowFindings:
    """W110: an objectivity or explicitness that is none."""
    for name, words in (("objectivity", OBJECTIVITY), ("explicitness", EXPLICITNESS)):
        column = sheet[name]
        for row in rows_where((column.among(words) < 0) & ~column.blank):
            about = {"column": name, "value": cut(column.text(row)), "known": tuple(words)}
            yield _one(sheet, row, "W110", Sentence("not-one-of", **about))


_ROW_CHECKS: tuple[Callable[[Sheet], RowFindings], ...] = (
    *(keys, scope, dimension, kind, weight, max_score, _result, _score, _evidence),
    *(percentages, vocabulary),
)
