"""Rivals beside what was asked for: an alternative, items of one list, claims of one shape."""

from collections.abc import Iterator

from ..text import Span
from .reading import REACH, Reading
from .seen import ASK, CLAUSE, CLOSE, COLON, COMMA, DASH, LINE, OPEN, PART, SENTENCE, STOP

LONGEST_ITEM = 5
"""Words of an item of a list."""
WITHIN = 4
"""Words between an alternative and the word that offers it."""
AND = frozenset(("i", "oraz", "and", "a", "lub", "albo", "or", "czy", "bądź", "ewentualnie", "względnie"))
SAME = frozenset("po inaczej in zwany zwana czyli alias known also raczej dokładniej tzw".split())
"""What stands behind an *or* that gives the same thing another name."""
BREAKS = ("deny", "fails", "retract", "conclude", "contrast", "source", "condition", "undecided", "open")


def alternative(reading: Reading, place: Span) -> int | None:
    """A rival on the other side of an *or*."""
    start, end = place
    kinds = reading.item_kinds(place)
    gaps = reading.seen.gaps
    stop = reading.on(end, CLAUSE)
    reach = min(stop + 1 if stop < len(reading) and not gaps[stop] & (SENTENCE & ~STOP | CLOSE) else stop, end + WITHIN + 1)
    for cue in reading.cues("or", end, reach):
        if cue.end < len(reading) and reading.seen.tokens[cue.end].lower() in SAME:
            continue
        loose = not any(gaps[at] & OPEN for at in range(end, cue.start + 1))
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
    for spans, is_loose in _lists(reading, place):
        own = [span for span in spans if any(reading.wanted[span[0] : span[1]])]
        others = [span for span in spans if span not in own and _rival_of(reading, span, kinds, is_loose or len(spans) > 3)]
        if not others or len(own) + len(others) <= reading.question.wants:
            continue
        is_bare = sum(stop - begin for begin, stop in spans) + len(spans) + 2 >= len(reading)
        has_or = any(reading.cues("or", stop - 1, stop + 2) for _, stop in spans)
        if len(others) > len(own) or is_bare or has_or or is_loose:
            at = next((number for number, span in enumerate(spans, 1) if span[0] <= place[0] < span[1]), 1)
            return at, len(spans), _rival_of(reading, others[0], kinds, True) - 1
    return None


def _rival_of(reading: Reading, span: Span, kinds: frozenset[str], loose: bool) -> int:
    """One more than the place of the item's first rival, or 0."""
    inside = reading.seen.bracketed
    found = [at for at in reading.rivals(*span, kinds, loose=loose) if not inside[at] or inside[span[0]]]
    return found[0] + 1 if found else 0


def _lists(reading: Reading, place: Span) -> Iterator[tuple[list[Span], bool]]:
    """The lists that the place stands in; and whether their marks say that the items stand for each other."""
    start = reading.back(place[0], SENTENCE | COLON | OPEN)
    end = reading.on(place[1], SENTENCE | COLON | OPEN | CLOSE)
    yield _run(reading, segments(reading, start, end, COMMA | PART), place), False
    start, end = reading.back(place[0], SENTENCE | COLON), reading.on(place[1], SENTENCE | COLON)
    yield _run(reading, segments(reading, start, end, PART, and_too=False), place), True
    start, end = max(0, place[0] - REACH), min(len(reading), place[1] + REACH)
    yield _run(reading, segments(reading, start, end, SENTENCE, and_too=False), place), False


def segments(reading: Reading, start: int, end: int, marks: int, and_too: bool = True) -> list[Span]:
    """The stretches of a range between the marks and the conjunctions."""
    found, first = [], start
    for at in range(start, end):
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
    while first > 0 and is_item(reading, spans[first - 1]):
        first -= 1
    while last + 1 < len(spans) and is_item(reading, spans[last + 1]):
        last += 1
    begin, stop = spans[index]
    if index > first or begin < reading.seen.sentence_of(place[0])[0]:
        if any(reading.is_verb(at) for at in range(begin, place[0])):
            first = index
    if _breaks(reading, begin, place[0]):
        first = index
    run = spans[first : last + 1]
    if first == index == last:
        return run
    if first > 0 and first < index and reading.seen.gaps[spans[first][0]] & (COMMA | PART):
        begin, stop = spans[first - 1]
        run = [(max(begin, stop - 2), stop), *run] if not _breaks(reading, max(begin, stop - 2), stop) else run
    return run


def is_item(reading: Reading, span: Span) -> bool:
    """Whether a stretch is short and names something, without a verb or a stance of its own."""
    start, end = span
    if reading.seen.gaps[end] & ASK or _breaks(reading, start, end):
        return False
    quoted = reading.seen.quoted.get(start, start)
    return not any(reading.is_verb(at) for at in range(quoted, end)) and _size(reading, span) <= LONGEST_ITEM


def _size(reading: Reading, span: Span) -> int:
    """Its words, less what stands in brackets behind it."""
    start, end = reading.seen.quoted.get(span[0], span[0]), span[1]
    return next((at for at in range(start + 1, end) if reading.seen.gaps[at] & OPEN), end) - start


def _breaks(reading: Reading, start: int, end: int) -> bool:
    return any(reading.cues(stance, start, end) for stance in BREAKS)


def parallel(reading: Reading, place: Span) -> int | None:
    """A rival in a claim of the same frame beside the place's own."""
    kinds = reading.item_kinds(place)
    for marks in (SENTENCE, SENTENCE | COMMA | PART):
        start, end = reading.back(place[0], marks), reading.on(place[1], marks)
        own = frame(reading, start, end, kinds)
        if not own:
            continue
        for first, stop in ((end, reading.on(min(end + 1, len(reading)), marks)), (reading.back(max(start - 1, 0), marks), start)):
            if first < stop and not any(reading.wanted[first:stop]) and not reading.seen.gaps[stop] & ASK:
                other = frame(reading, first, stop, kinds)
                rivals = reading.rivals(first, stop, kinds, loose=True)
                if rivals and 2 * len(own & other) >= len(own | other) and not reading.cues("deny", first, stop):
                    return rivals[0]
    return None


def frame(reading: Reading, start: int, end: int, kinds: frozenset[str]) -> frozenset[str]:
    """What a claim says less what it names."""
    return frozenset(
        min(reading.seen.lemmas[at])
        for at in range(start, end)
        if not reading.wanted[at] and not reading.is_rival(at, kinds, loose=True) and not reading.kinds(at) & {"number"}
    )
