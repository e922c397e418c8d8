"""Rivals beside what was asked for: an alternative, items of one list, claims of one shape."""

from collections.abc import Iterator

from ..text import Span
from .cues import words
from .denial import is_denied
from .kinds import NO_NAME, TITLE, is_preposition
from .marks import (
    CLAUSE,
    CLOSE,
    COLON,
    COMMA,
    OPEN,
    PART,
    PERCENT,
    QUOTE,
    RULE,
    SENTENCE,
    SLASH,
    STOP,
)
from .reading import REACH, Reading, has
from .runs import is_one_label, label_of, run, segments

MOST_SAID = 8
"""Words of a line beside what was asked for, so that it is an item; a longer one is a sentence that says something."""
WITHIN = 4
"""Words between an alternative and the word that offers it."""
SAME = words(
    "po inaczej in zwany zwana czyli alias known also raczej dokładniej tzw ang angielski niem niemiecki łac łaciński "
    "łacina fr francuski ros eng latin german"
)
"""What stands behind an *or* that gives the same thing another name."""
OTHERWISE = words("ewentualnie względnie alternatywnie alternatively optionally opcjonalnie")
"""What offers another answer wherever it stands."""


def alternative(reading: Reading, place: Span) -> int | None:
    """A rival on the other side of an *or*."""
    start, end = place
    kinds = reading.item_kinds(place)
    gaps = reading.seen.gaps
    stop = reading.on(end, CLAUSE)
    reach = min(
        stop + 1 if stop < len(reading) and not gaps[stop] & (SENTENCE & ~STOP | CLOSE) else stop, end + WITHIN + 1
    )
    for cue in reading.cues("or", end, reach):
        is_offer = gaps[cue.start] & STOP and reading.seen.tokens[cue.start].lower() == "czy"
        if is_offer or (cue.end < len(reading) and reading.seen.tokens[cue.end].lower() in SAME):
            continue
        loose = not any(gaps[at] & OPEN for at in range(end, cue.start + 1)) or not OTHERWISE.isdisjoint(
            reading.seen.lemmas[cue.start]
        )
        last = min(reading.on(cue.end, CLAUSE), cue.end + WITHIN)
        if found := reading.rivals(cue.end, last, kinds, loose):
            return found[0]
    first = reading.back(start, CLAUSE)
    for cue in reading.cues("or", max(first, start - WITHIN), start):
        begin = max(reading.back(cue.start, CLAUSE & ~COMMA), cue.start - WITHIN)
        if found := reading.rivals(begin, cue.start, kinds, loose=True):
            return found[-1]
    return None


def listed(reading: Reading, place: Span) -> tuple[int, int, int] | None:
    """The place's number in a list of short items of which others are rivals, their number, and the first rival."""
    kinds = reading.item_kinds(place)
    item = reading.item_of[place]
    for spans, marks in _lists(reading, place):
        if len(spans) < 2:
            continue
        is_bare = spans[0][0] <= 1 and spans[-1][1] >= len(reading) - 1
        is_loose = marks == PART or len(spans) > (2 if is_bare else 3)
        own = [span for span in spans if has(item, span) or _answers_another(reading, span, place, marks)]
        others = [span for span in spans if span not in own and _rival_of(reading, span, place, kinds, is_loose)]
        in_array = marks & COMMA and _is_array(reading, spans)
        if not others or (
            reading.covered(spans) + len(others) <= reading.question.wants and not in_array and marks != SLASH
        ):
            continue
        has_or = any(reading.cues("or", stop - 1, stop + 2) for _, stop in spans)
        if len(others) > len(own) or is_bare or has_or or in_array or marks in (PART, SLASH):
            at = next((number for number, span in enumerate(spans, 1) if span[0] <= place[0] < span[1]), 1)
            return at, len(spans), _rival_of(reading, others[0], place, kinds, True) - 1
    return None


def _answers_another(reading: Reading, span: Span, place: Span, marks: int) -> bool:
    """Whether an item names something else that was asked for; of a line, what the place's own line does not name."""
    if marks == SLASH:
        return False
    if marks & COMMA:
        return reading.any_wanted(*span)
    line = reading.back(place[0], SENTENCE), reading.on(place[1], SENTENCE)
    return any(has(item, span) and not has(item, line) for item in reading.items)


def _is_array(reading: Reading, spans: list[Span]) -> bool:
    """Whether the items fill a pair of brackets, each in quotation marks, as in JSON."""
    gaps = reading.seen.gaps
    opens = any(gaps[at] & OPEN for at in range(max(0, spans[0][0] - 1), spans[0][0] + 1))
    return bool(opens and gaps[spans[-1][1]] & CLOSE) and all(gaps[start] & QUOTE for start, _ in spans)


def percent(reading: Reading, place: Span) -> int | None:
    """A rival with a percentage behind it, where the place has one."""
    gaps = reading.seen.gaps
    if not any(gaps[at] & PERCENT for at in range(place[1] + 1, min(place[1] + 2, reading.on(place[1], SENTENCE)) + 1)):
        return None
    first, stop = max(0, place[0] - REACH), min(len(reading), place[1] + REACH)
    for at in reading.rivals(first, stop, reading.item_kinds(place), loose=True):
        if any(gaps[there] & PERCENT for there in range(at + 2, min(at + 4, len(gaps)))):
            return at
    return None


def _rival_of(reading: Reading, span: Span, place: Span, kinds: frozenset[str], loose: bool) -> int:
    """One more than the place of the item's first rival, or 0."""
    seen = reading.seen
    first = seen.tokens[span[0]].lower()
    if first in SAME or (is_preposition(first) and (place[0] == 0 or seen.tokens[place[0] - 1].lower() != first)):
        return 0
    if (
        TITLE in kinds
        and loose
        and span[1] - span[0] > 1
        and seen.tokens[span[0]][0].isupper()
        and first not in NO_NAME
    ):
        said = frozenset().union(*(seen.lemmas[at] for at in range(*span)))
        is_other = said.isdisjoint(reading.question.topic) and not reading.any_wanted(*span)
        if is_other and not is_denied(reading, span):
            return span[0] + 1
    inside = seen.bracketed
    found = [at for at in reading.rivals(*span, kinds, loose=loose) if not inside[at] or inside[span[0]]]
    found = [at for at in found if not is_denied(reading, (at, at + 1))]
    return found[0] + 1 if found else 0


def _lists(reading: Reading, place: Span) -> Iterator[tuple[list[Span], int]]:
    """The lists that the place stands in, each with the marks between its items."""
    marks = (
        SENTENCE
        | COLON
        | (OPEN | CLOSE if reading.seen.bracketed[place[0]] or reading.seen.gaps[place[0]] & OPEN else 0)
    )
    start, end = reading.back(place[0], marks), reading.on(place[1], marks)
    yield run(reading, segments(reading, start, end, COMMA | PART), place), COMMA | PART
    start, end = reading.back(place[0], SENTENCE | COLON), reading.on(place[1], SENTENCE | COLON)
    for marks in (mark for mark in (PART, SLASH) if reading.seen.marks & mark):
        yield run(reading, segments(reading, start, end, marks, and_too=False), place), marks
    if len(reading.seen.sentences) > 1:
        yield _lines(reading, place), SENTENCE


def _lines(reading: Reading, place: Span) -> list[Span]:
    """The lines and sentences around the place that have no label, or the same one."""
    start, end = max(0, place[0] - REACH), min(len(reading), place[1] + REACH)
    lines = segments(reading, start, end, SENTENCE, and_too=False)
    kinds = reading.item_kinds(place)
    own = next(line for line in lines if line[0] <= place[0] < line[1])
    lines = [line for line in lines if line == own or not reading.seen.gaps[line[1]] & RULE]  # no head of a table
    if sum(not reading.wanted[at] for at in range(*own)) > MOST_SAID:
        return []
    label = label_of(reading, own, kinds)
    return run(reading, [line for line in lines if is_one_label(label, label_of(reading, line, kinds))], place)
