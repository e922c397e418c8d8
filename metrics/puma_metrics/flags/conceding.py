"""What an answer admits only to take it away: "co prawda X, ale ...", "dawniej X, dziś ...", "X, in another order"."""

from bisect import bisect_left
from collections.abc import Iterator

from ..text import Span
from .cues import words
from .denial import THIS, is_denied
from .marks import CLAUSE
from .reading import REACH, Reading, has
from .seen import Cue
from .stances import UNREAL, asserted_rivals

ADMITTED = 4
"""Words between a place and a *wprawdzie* behind it that admits it."""
TAKEN_WITHIN = 8
"""Words behind a *but* within which it denies."""
CHANGED = words("inny inaczej other another different else")
ORDERED = words("kolejność kolejno order sequence")
RANGE = {"od": "do", "from": "to"}


def is_admitted(reading: Reading, place: Span) -> bool:
    """Whether the place is admitted, and what follows a *but* denies it or names a rival."""
    first, stop = reading.sentence(place[0])
    for cue in reading.cues("admit", first, min(stop, place[1] + ADMITTED)):
        if reading.cues("contrast", cue.end, place[0]):
            continue
        for but in reading.cues("contrast", max(cue.end, place[1]), stop)[:1]:
            if not has(reading.item_of[place], (but.end, stop)) and _takes_away(reading, but, stop, place):
                return True
    return False


def _takes_away(reading: Reading, but: Cue, stop: int, place: Span) -> bool:
    """Whether what stands behind a *but* denies what the question asks, or names a rival."""
    for deny in reading.cues("deny", but.end, min(stop, but.end + TAKEN_WITHIN)):
        begin, end = reading.back(deny.start, CLAUSE), reading.on(deny.end, CLAUSE)
        if any(not reading.seen.lemmas[at].isdisjoint(reading.question.topic | THIS) for at in range(begin, end)):
            return True
    return bool(asserted_rivals(reading, but.end, stop, reading.item_kinds(place)))


def is_former(reading: Reading, place: Span) -> bool:
    """Whether the place held once, and something else holds today."""
    first, stop = reading.sentence(place[0])
    behind = min(reading.on(place[1], CLAUSE), place[1] + ADMITTED)
    if not reading.cues("formerly", first, behind):
        return False
    for now in reading.cues("now", place[1], stop)[:1]:
        is_changed = any(not reading.seen.lemmas[at].isdisjoint(CHANGED) for at in range(now.end, stop))
        if not has(reading.item_of[place], (now.end, stop)) and (
            is_changed or asserted_rivals(reading, now.end, stop, reading.item_kinds(place), loose=True)
        ):
            return True
    return False


def is_explained_away(reading: Reading, place: Span) -> bool:
    """Whether the same thing is denied before in the sentence, and the place tells of what was denied.

    "... dla lipca, a nie dla sierpnia – sierpień ma tylko przypis", "Nie kukułka, choć przy kukułce ..."
    """
    item, first = reading.item_of[place], reading.sentence(place[0])[0]
    at = bisect_left(item, place) - 1
    if at < 0 or item[at][0] < first or not is_denied(reading, item[at]):
        return False
    before = item[at]
    if any(reading.cues(name, before[1], place[0]) for name in ("conclude", "retract")):
        return False
    kinds = reading.item_kinds(place)
    if reading.cues("contrast", before[1], place[0]):
        return bool(asserted_rivals(reading, before[1], place[0], kinds, loose=True))
    is_conceded = bool(reading.cues("although", before[1], place[0]))
    begin = max(0, first - REACH) if is_conceded else first
    stop = reading.sentence(place[0])[1] if is_conceded else place[0]
    return any(asserted_rivals(reading, *span, kinds, loose=True) for span in ((begin, before[0]), (before[1], stop)))


def is_of_another_order(reading: Reading, place: Span) -> bool:
    """Whether the answer says that it has another order than the question asks for."""
    if ORDERED.isdisjoint(reading.question.topic):
        return False
    first, stop = reading.sentence(place[0])
    if any(token.lower().endswith(UNREAL) or token.lower() == "would" for token in reading.seen.tokens[first:stop]):
        return False
    return any(True for _ in _other_orders(reading, first, stop)) or _counts_down(reading, first, place[0])


def _other_orders(reading: Reading, first: int, stop: int) -> Iterator[Cue]:
    asked = " ".join(reading.question.words)
    for cue in reading.cues("other order", first, stop):
        said = " ".join(reading.seen.tokens[cue.start : cue.end]).lower()
        if said not in asked and not reading.cues("deny", max(first, cue.start - 3), cue.start):
            yield cue


def _counts_down(reading: Reading, first: int, stop: int) -> bool:
    """Whether the answer begins with "od 4 do 1", and the question counts up."""
    words = [token.lower() for token in reading.seen.tokens[first:stop]]
    return any(
        RANGE.get(one) == to and high.isdecimal() and low.isdecimal() and int(high) > int(low)
        for one, high, to, low in zip(words, words[1:], words[2:], words[3:], strict=False)
    )
