"""Warnings about texts: near-duplicate criteria, signs that look wrong, justifications that quote nothing."""

import re
from collections.abc import Iterator

import numpy as np

from puma_metrics.errors import SheetFinding
from puma_metrics.rubric.sheet import KINDS, Sheet, clean, combine, rows_where

NEAR_DUPLICATE = 0.95
"""Jaccard similarity of the character 3-grams of two criteria from which on they say the same."""

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

Found = Iterator[tuple[int, SheetFinding]]


def check_rows(sheet: Sheet) -> Found:
    """The warnings about texts, each with its row's place."""
    yield from _near_duplicates(sheet)
    yield from _signs(sheet)
    yield from _quotations(sheet)


def trigrams(text: str) -> frozenset[str]:
    """The character 3-grams of the folded text.

    >>> sorted(trigrams("Ala ma"))
    [' ma', 'a m', 'ala', 'la ']
    """
    text = " ".join(clean(text).casefold().split())
    return frozenset(text[start : start + 3] for start in range(max(1, len(text) - 2)))


def similarity(one: frozenset[str], other: frozenset[str]) -> float:
    """Jaccard: the share of the 3-grams that both have."""
    return len(one & other) / len(one | other)


def _near_duplicates(sheet: Sheet) -> Found:
    """Criteria of one prompt whose texts are nearly the same and that count for the same model; each pair once."""
    column = sheet["criterion_text"]
    if column.blank.all():
        return
    prompt, criterion = sheet["prompt_id"].codes, sheet["criterion_id"].codes
    first = np.unique(combine(prompt, criterion, column.codes), return_index=True)[1]
    grams = [trigrams(text) for text in column.values]
    earlier: dict[int, list[int]] = {}
    for row in np.sort(first[~column.blank[first]]).tolist():
        others = earlier.setdefault(int(prompt[row]), [])
        for other in others:
            one, two = grams[column.codes[row]], grams[column.codes[other]]
            near = criterion[row] != criterion[other] and NEAR_DUPLICATE * len(one) <= len(two)
            if near and similarity(one, two) >= NEAR_DUPLICATE and _meet(sheet, row, other):
                name = sheet["criterion_id"].text(other)
                text = f"says nearly the same as criterion {name!r} in row {sheet.rows[other]}; one slip counts twice"
                yield _warn(sheet, row, "W102", text)
        others.append(row)


def _meet(sheet: Sheet, *rows: int) -> bool:
    """Whether some model has the criteria of both rows: a negative criterion may be one model's only."""
    criterion, same = sheet["criterion_id"].codes, sheet["prompt_id"].codes == sheet["prompt_id"].codes[rows[0]]
    models = [set(sheet["model"].codes[same & (criterion == criterion[row])].tolist()) for row in rows]
    return not models[0].isdisjoint(models[1])


def _signs(sheet: Sheet) -> Found:
    """An id of the other kind, where P1, P2 and N1 are the sheet's habit, or a text that names the opposite."""
    letters = sheet["criterion_id"].map(_letter)
    known = sheet.readable & (letters >= 0)
    odd = known & (letters != sheet.kind)
    if 2 * odd.sum() > known.sum():  # then the letters mean something else here
        odd = np.zeros_like(odd)
    tone = sheet["criterion_text"].map(_tone)
    odd |= sheet.readable & (tone >= 0) & (tone != sheet.kind)
    for row in rows_where(odd):
        what = "text names" if tone[row] == 1 - sheet.kind[row] else "id suggests"
        kind = KINDS[sheet.kind[row]]
        opposite = ("a merit", "an error")[1 - sheet.kind[row]]
        yield _warn(sheet, row, "W104", f"the criterion is {kind}, but its {what} {opposite}; is the sign right?")


def _letter(criterion: str) -> int:
    """0 for P1, P2 and so on, 1 for N1, N2, -1 for any other id."""
    match = _LETTERED.fullmatch(criterion)
    return "PN".index(match[1]) if match else -1


def _tone(text: str) -> int:
    """0 for a text that starts with a merit, 1 with an error, -1 for any other."""
    folded = text.casefold()
    starts = [any(re.match(rf"{re.escape(word)}\b", folded) for word in words) for words in (PRAISE_WORDS, FAULT_WORDS)]
    return starts.index(True) if any(starts) else -1


def _quotations(sheet: Sheet) -> Found:
    why, response = sheet["justification"], sheet["response"]
    rows = np.flatnonzero(sheet.readable & (sheet.result == 1) & ~response.blank & ~why.blank)
    if not len(rows):
        return
    said = {place: _words(response.values[place]) for place in np.unique(response.codes[rows]).tolist()}
    _, first, pair = np.unique(combine(why.codes[rows], response.codes[rows]), return_index=True, return_inverse=True)
    empty = [not _quotes(why.text(row), said[int(response.codes[row])]) for row in rows[first].tolist()]
    for row in rows[np.array(empty)[pair]].tolist():
        yield _warn(sheet, row, "W106", "the justification quotes nothing from the response")


def quotes(justification: str, response: str) -> bool:
    """Whether the justification repeats three words in a row of the response, or any part of it in quotation marks.

    >>> quotes("Model pisze „kapusta”", "Gołąbki to kapusta i ryż."), quotes("źle", "Gołąbki to kapusta i ryż.")
    (True, False)
    """
    return _quotes(justification, _words(response))


def _quotes(justification: str, said: str) -> bool:
    if any(words != "  " and words in said for words in map(_words, _QUOTED.findall(justification))):
        return True
    spoken = _words(justification).split()
    size = min(QUOTED_WORDS, len(said.split()))
    return any(f" {' '.join(spoken[start : start + size])} " in said for start in range(len(spoken) - size + 1))


def _words(text: str) -> str:
    """The folded words with a space on either side, so that whole words are found in them."""
    return f" {' '.join(_WORD.findall(clean(text).casefold()))} "


def _warn(sheet: Sheet, row: int, code: str, message: str) -> tuple[int, SheetFinding]:
    return row, SheetFinding(int(sheet.rows[row]), code, f"{sheet.address(row)}: {message}")
