"""Rivals beside what was asked for: an alternative, items of one list, claims of one shape."""

from collections.abc import Iterator

from ..text import Span
from .cues import words
from .denial import is_denied
from .kinds import NO_NAME, TITLE, VERB, begins_a_clause, is_first_person, is_preposition
from .marks import (
    ASK,
    CLAUSE,
    CLOSE,
    COLON,
    COMMA,
    DASH,
    LINE,
    OPEN,
    PART,
    PERCENT,
    QUOTE,
    SENTENCE,
    SLASH,
    STOP,
)
from .reading import REACH, Reading, has

LONGEST_ITEM = 5
"""Words of an item of a list."""
WITHIN = 4
"""Words between an alternative and the word that offers it."""
AND = frozenset(("i", "oraz", "and", "a", "lub", "albo", "or", "czy", "bądź", "ewentualnie", "względnie"))
SAME = words("po inaczej in zwany zwana czyli alias known also raczej dokładniej tzw")
"""What stands behind an *or* that gives the same thing another name."""
OTHERWISE = words("ewentualnie względnie alternatywnie alternatively optionally opcjonalnie")
"""What offers another answer wherever it stands."""
BREAKS = ("deny", "fails", "retract", "conclude", "contrast", "source", "refuse", "condition", "undecided", "open")


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
        is_loose = marks == PART or len(spans) > 3
        own = [span for span in spans if has(item, span) or _answers_another(reading, span, place, marks)]
        others = [span for span in spans if span not in own and _rival_of(reading, span, place, kinds, is_loose)]
        in_array = marks & COMMA and _is_array(reading, spans)
        if not others or (
            reading.covered(spans) + len(others) <= reading.question.wants and not in_array and marks != SLASH
        ):
            continue
        is_bare = spans[0][0] <= 1 and spans[-1][1] >= len(reading) - 1
        has_or = any(reading.cues("or", stop - 1, stop + 2) for _, stop in spans)
        if len(others) > len(own) or is_bare or has_or or in_array or marks in (PART, SLASH):
            at = next((number for number, span in enumerate(spans, 1) if span[0] <= place[0] < span[1]), 1)
            return at, len(spans), _rival_of(reading, others[0], place, kinds, True) - 1
    return None


def _answers_another(reading: Reading, span: Span, place: Span, marks: int) -> bool:
    """Whether an item names something else that was asked for; of a line, what the place's own line does not name."""
    if marks & COMMA or marks != SENTENCE:
        return bool(marks & COMMA) and reading.any_wanted(*span)
    line = reading.back(place[0], SENTENCE), reading.on(place[1], SENTENCE)
    return any(has(item, span) and not has(item, line) for item in reading.items)


def _is_array(reading: Reading, spans: list[Span]) -> bool:
    """Whether the items fill a pair of brackets, each in quotation marks, as in JSON."""
    gaps = reading.seen.gaps
    return bool(gaps[spans[0][0]] & OPEN and gaps[spans[-1][1]] & CLOSE) and all(
        gaps[start] & QUOTE for start, _ in spans
    )


def percent(reading: Reading, place: Span) -> int | None:
    """A rival with a percentage behind it, where the place has one."""
    gaps = reading.seen.gaps
    if not any(gaps[at] & PERCENT for at in range(place[1] + 1, min(place[1] + 3, len(gaps)))):
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
    marks = SENTENCE | COLON | (OPEN | CLOSE if reading.seen.bracketed[place[0]] or _opens(reading, place) else 0)
    start, end = reading.back(place[0], marks), reading.on(place[1], marks)
    yield _run(reading, segments(reading, start, end, COMMA | PART), place), COMMA | PART
    start, end = reading.back(place[0], SENTENCE | COLON), reading.on(place[1], SENTENCE | COLON)
    yield _run(reading, segments(reading, start, end, PART, and_too=False), place), PART
    yield _run(reading, segments(reading, start, end, SLASH, and_too=False), place), SLASH
    start, end = max(0, place[0] - REACH), min(len(reading), place[1] + REACH)
    lines = segments(reading, start, end, SENTENCE, and_too=False)
    kinds = reading.item_kinds(place)
    label = label_of(reading, next(line for line in lines if line[0] <= place[0] < line[1]), kinds)
    yield (
        _run(reading, [line for line in lines if _is_one_label(label, label_of(reading, line, kinds))], place),
        SENTENCE,
    )


def label_of(reading: Reading, span: Span, kinds: frozenset[str]) -> frozenset[str] | None:
    """What stands before the first colon, dash or bar of a line, less numbers and letters; None where there is none."""
    stop = next((at for at in range(span[0] + 1, span[1]) if reading.seen.gaps[at] & (COLON | DASH | PART)), None)
    if stop is None or reading.any_wanted(span[0], stop):
        return None
    rivals = reading.rivals(span[0], stop, kinds)
    words = [at for at in range(span[0], stop) if len(reading.seen.tokens[at]) > 1 and at not in rivals]
    if rivals and not words:
        return None
    return frozenset().union(*(reading.seen.lemmas[at] for at in words if reading.seen.tokens[at].isalpha()))


def _is_one_label(one: frozenset[str] | None, other: frozenset[str] | None) -> bool:
    if one is None or other is None:
        return one is other
    return (not one and not other) or not one.isdisjoint(other)


def _opens(reading: Reading, place: Span) -> bool:
    return bool(reading.seen.gaps[place[0]] & OPEN)


def segments(reading: Reading, start: int, end: int, marks: int, and_too: bool = True) -> list[Span]:
    """The stretches of a range between the marks and the conjunctions."""
    found, first = [], start
    inside = reading.seen.bracketed
    for at in range(start, end):
        if inside[at] and not inside[start] and not marks & LINE:
            continue
        is_and = and_too and reading.seen.tokens[at].lower() in AND and not reading.wanted[at]
        if (reading.seen.gaps[at] & marks and at > start) or is_and:
            if first < at:
                found.append((first, at))
            first = at + is_and
    return [*found, (first, end)] if first < end else found


def _run(reading: Reading, spans: list[Span], place: Span) -> list[Span]:
    """The short items without a break around the place; of the first, what stands at its end."""
    index = next((i for i, span in enumerate(spans) if span[0] <= place[0] < span[1]), None)
    if index is None:
        return []
    first = last = index
    kinds = reading.item_kinds(place)
    longest = max(LONGEST_ITEM, _size(reading, spans[index]) + 2)
    while first > 0 and is_item(reading, spans[first - 1], longest, kinds):
        first -= 1
    while last + 1 < len(spans) and is_item(reading, spans[last + 1], longest, kinds):
        last += 1
    begin, stop = spans[index]
    if index > first or begin < reading.seen.sentence_of(place[0])[0]:
        words = range(begin, place[0])
        if any(reading.is_verb(at) or reading.seen.tokens[at].lower() == "to" for at in words):
            first = index
        if any(reading.seen.gaps[at + 1] & (DASH | COLON) for at in words):
            first = index
    if breaks(reading, begin, place[0]):
        first = index
    run = spans[first : last + 1]
    if first == index == last:
        return run
    if first > 0 and first < index and reading.seen.gaps[spans[first][0]] & (COMMA | PART):
        begin, stop = spans[first - 1]
        run = [(max(begin, stop - 2), stop), *run] if not breaks(reading, max(begin, stop - 2), stop) else run
    return run


def is_item(reading: Reading, span: Span, longest: int, kinds: frozenset[str]) -> bool:
    """Whether a stretch is short and names something, without a verb or a stance of its own."""
    start, end = span
    gaps, tokens = reading.seen.gaps, reading.seen.tokens
    if gaps[end] & ASK or (gaps[end] & COLON and gaps[end] & LINE) or breaks(reading, start, end):
        return False
    if not {VERB, TITLE} & kinds and any(
        is_first_person(tokens[at].lower()) for at in range(start, end) if len(tokens[at]) > 1
    ):
        return False
    if VERB not in kinds and any(tokens[at].lower() == "to" for at in range(start + 1, end)):
        return False
    if begins_a_clause(tokens[start].lower()) and VERB not in kinds:
        return False
    quoted = reading.seen.quoted.get(start, start)
    may_be_verbs = bool({VERB, TITLE} & kinds)
    return (may_be_verbs or not any(reading.is_verb(at) for at in range(quoted, end))) and _size(
        reading, span
    ) <= longest


def _size(reading: Reading, span: Span) -> int:
    """Its words, less what stands in brackets behind it."""
    start, end = reading.seen.quoted.get(span[0], span[0]), span[1]
    return next((at for at in range(start + 1, end) if reading.seen.gaps[at] & OPEN), end) - start


def breaks(reading: Reading, start: int, end: int) -> bool:
    return any(reading.cues(stance, start, end) for stance in BREAKS)
