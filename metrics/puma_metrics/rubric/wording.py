"""Warnings about texts: near-duplicate criteria, signs that look wrong, justifications that quote nothing."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from puma_metrics.errors import SheetFinding
from puma_metrics.rubric.sheet import LISTED, Sheet, clean, combine, cut, rows_where
from puma_metrics.rubric.similar import Similar, ordered_grams, trigrams
from puma_metrics.sentence import Sentence

QUOTED_WORDS = 3
"""A run of so many words of the response counts as a quotation."""

FAULT_WORDS = (
    *("fails to", "omits", "invents", "hallucinates", "misattributes", "ignores", "confuses", "contains an error"),
    *("pomija", "zmyśla", "ignoruje", "myli", "przekręca", "błędnie", "nie podaje", "nie wyjaśnia"),
    *("يخترع", "يتجاهل", "يغفل", "يخطئ", "يخلط", "لا يذكر", "لم يذكر"),
)
PRAISE_WORDS = ("correctly", "poprawnie", "prawidłowo", "trafnie", "بشكل صحيح", "يذكر بدقة")
"""How a criterion's text starts that names an error, or a merit, in English, Polish and Arabic."""

_LETTERED = re.compile(r"([PN])\d+")
_QUOTED = re.compile("[\"'„”“»«‚’‘]([^\"'„”“»«‚’‘]+)[\"'„”“»«‚’‘]")
_WORD = re.compile(r"\w+")

RowFindings = Iterator[tuple[int, SheetFinding]]
"""The place of a row in the sheet, from 0, with a finding about it."""


def check_rows(sheet: Sheet) -> RowFindings:
    """The warnings about texts, each with its row's place."""
    yield from near_duplicates(sheet)
    yield from signs(sheet)
    yield from _quotations(sheet)


def near_duplicates(sheet: Sheet) -> RowFindings:
    """Criteria of one prompt whose texts are nearly the same and that count for the same model; each pair once."""
    column = sheet["criterion_text"]
    if column.blank.all():
        return
    prompt, criterion = sheet["prompt_id"].codes, sheet["criterion_id"].codes
    first = np.unique(combine(prompt, criterion, column.codes), return_index=True)[1]
    models = _models(sheet)
    grams = ordered_grams([trigrams(text) for text in column.values])
    prompts: dict[int, Similar] = {}
    for row in np.sort(first[~column.blank[first]]).tolist():
        known = prompts.setdefault(int(prompt[row]), Similar())
        own = models[int(prompt[row]), int(criterion[row])]
        others = [
            other
            for other in known.add(row, grams[column.codes[row]], int(criterion[row]))
            if not own.isdisjoint(models[int(prompt[row]), int(criterion[other])])
        ]
        for other in others[:LISTED]:
            name = cut(sheet["criterion_id"].text(other))
            text = Sentence("near-duplicate", criterion=name, row=sheet.number_of(other))
            yield _warn(sheet, row, "W102", text)
        if len(others) > LISTED:
            yield _warn(sheet, row, "W102", Sentence("near-duplicates"))
    for place, known in prompts.items():
        if known.is_cut:
            row = int(np.flatnonzero(prompt == place)[0])
            yield _warn(sheet, row, "W102", Sentence("too-many-alike"))


def _models(sheet: Sheet) -> dict[tuple[int, int], set[int]]:
    """The models of each criterion: a negative one may be one model's only."""
    codes = np.stack([sheet[name].codes for name in ("prompt_id", "criterion_id", "model")], 1)
    models: dict[tuple[int, int], set[int]] = {}
    for prompt, criterion, model in np.unique(codes, axis=0).tolist():
        models.setdefault((prompt, criterion), set()).add(model)
    return models


def signs(sheet: Sheet) -> RowFindings:
    """An id of the other kind, where P1, P2 and N1 are the sheet's habit, or a text that names the opposite."""
    letters = sheet["criterion_id"].map(_letter)
    known = sheet.readable & (letters >= 0)
    odd = known & (letters != sheet.kind)
    if 2 * odd.sum() > known.sum():  # then the letters mean something else here
        odd = np.zeros_like(odd)
    tone = sheet["criterion_text"].map(_tone)
    odd |= sheet.readable & (tone >= 0) & (tone != sheet.kind)
    for row in rows_where(odd):
        in_text = bool(tone[row] == 1 - sheet.kind[row])
        yield _warn(sheet, row, "W104", _sign(bool(sheet.kind[row] == 0), in_text))


def _sign(is_positive: bool, in_text: bool) -> Sentence:
    if is_positive:
        return Sentence("positive-but-text" if in_text else "positive-but-id")
    return Sentence("negative-but-text" if in_text else "negative-but-id")


def _letter(criterion: str) -> int:
    """0 for P1, P2 and so on, 1 for N1, N2, -1 for any other id."""
    match = _LETTERED.fullmatch(criterion)
    return "PN".index(match[1]) if match else -1


def _tone(text: str) -> int:
    """0 for a text that starts with a merit, 1 with an error, -1 for any other."""
    folded = text.casefold()
    starts = [any(re.match(rf"{re.escape(word)}\b", folded) for word in words) for words in (PRAISE_WORDS, FAULT_WORDS)]
    return starts.index(True) if any(starts) else -1


def _quotations(sheet: Sheet) -> RowFindings:
    why, response = sheet["justification"], sheet["response"]
    rows = np.flatnonzero(sheet.readable & (sheet.result == 1) & ~response.blank & ~why.blank)
    if not len(rows):
        return
    said = {place: Spoken.of(response.values[place]) for place in np.unique(response.codes[rows]).tolist()}
    _, first, pair = np.unique(combine(why.codes[rows], response.codes[rows]), return_index=True, return_inverse=True)
    empty = [not _quotes(why.text(row), said[int(response.codes[row])]) for row in rows[first].tolist()]
    for row in rows[np.array(empty)[pair]].tolist():
        yield _warn(sheet, row, "W106", Sentence("quotes-nothing"))


def quotes(justification: str, response: str) -> bool:
    """Whether the justification repeats three words in a row of the response, or any part of it in quotation marks.

    >>> quotes("Model pisze „kapusta”", "Gołąbki to kapusta i ryż."), quotes("źle", "Gołąbki to kapusta i ryż.")
    (True, False)
    """
    return _quotes(justification, Spoken.of(response))


@dataclass(frozen=True)
class Spoken:
    """A response as the runs of up to QUOTED_WORDS words in it, and how many words a quotation of it needs."""

    runs: frozenset[tuple[str, ...]]
    size: int

    @classmethod
    def of(cls, response: str) -> "Spoken":
        words = _words(response)
        size = min(QUOTED_WORDS, len(words))
        return cls(frozenset(run for length in range(1, size + 1) for run in _runs(words, length)), size)


def _quotes(justification: str, said: Spoken) -> bool:
    # a longer part in quotation marks holds a run that counts without them, too
    quoted = (tuple(words[:QUOTED_WORDS]) for words in map(_words, _QUOTED.findall(justification)) if words)
    return any(words in said.runs for words in quoted) or any(
        run in said.runs for run in _runs(_words(justification), said.size)
    )


def _runs(words: Sequence[str], length: int) -> Iterator[tuple[str, ...]]:
    return zip(*(words[start:] for start in range(length)), strict=False)


def _words(text: str) -> list[str]:
    """The folded words."""
    return _WORD.findall(clean(text).casefold())


def _warn(sheet: Sheet, row: int, code: str, message: str) -> tuple[int, SheetFinding]:
    return row, sheet.placed(row, code, message)
