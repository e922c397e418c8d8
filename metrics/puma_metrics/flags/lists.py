"""Rivals beside what was asked for: an alternative, items of one list, claims of one shape."""

from collections.abc import Iterator

from ..text import Span
from .kinds import NO_NAME, NUMBER, TITLE, VERB, begins_a_clause, is_address, is_preposition
from .reading import REACH, Reading
from .seen import (
    ASK,
    CLAUSE,
    CLOSE,
    COLON,
    COMMA,
    DASH,
    HEAD,
    LINE,
    OPEN,
    PART,
    PERCENT,
    QUOTE,
    RULE,
    SENTENCE,
    SLASH,
    STOP,
)
from .stances import is_denied
from .wanted import Item

LONGEST_ITEM = 5
"""Words of an item of a list."""
WITHIN = 4
"""Words between an alternative and the word that offers it."""
AND = frozenset(("i", "oraz", "and", "a", "lub", "albo", "or", "czy", "bądź", "ewentualnie", "względnie"))
SAME = frozenset("po inaczej in zwany zwana czyli alias known also raczej dokładniej tzw".split())
"""What stands behind an *or* that gives the same thing another name."""
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
    item = reading.item_of[place]
    for spans, marks in _lists(reading, place):
        is_loose = marks == PART or len(spans) > 3
        own = [span for span in spans if _has(item, span) or (marks & COMMA and any(reading.wanted[span[0] : span[1]]))]
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


def _has(item: Item, span: Span) -> bool:
    return any(start < span[1] and span[0] < end for start, end in item)


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
        is_other = said.isdisjoint(reading.question.topic) and not any(reading.wanted[span[0] : span[1]])
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
    label = _label(reading, next(line for line in lines if line[0] <= place[0] < line[1]), kinds)
    yield _run(reading, [line for line in lines if _is_one_label(label, _label(reading, line, kinds))], place), SENTENCE


def _label(reading: Reading, span: Span, kinds: frozenset[str]) -> frozenset[str] | None:
    """What stands before the first colon, dash or bar of a line, less numbers and letters; None where there is none."""
    stop = next((at for at in range(span[0] + 1, span[1]) if reading.seen.gaps[at] & (COLON | DASH | PART)), None)
    if stop is None or any(reading.wanted[span[0] : stop]) or reading.rivals(span[0], stop, kinds):
        return None
    words = (at for at in range(span[0], stop) if len(reading.seen.tokens[at]) > 1)
    return frozenset().union(*(reading.seen.lemmas[at] for at in words if reading.seen.tokens[at].isalpha()))


def _is_one_label(one: frozenset[str] | None, other: frozenset[str] | None) -> bool:
    if one is None or other is None:
        return one is other
    return not one and not other or not one.isdisjoint(other)


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
    if _breaks(reading, begin, place[0]):
        first = index
    run = spans[first : last + 1]
    if first == index == last:
        return run
    if first > 0 and first < index and reading.seen.gaps[spans[first][0]] & (COMMA | PART):
        begin, stop = spans[first - 1]
        run = [(max(begin, stop - 2), stop), *run] if not _breaks(reading, max(begin, stop - 2), stop) else run
    return run


def is_item(reading: Reading, span: Span, longest: int, kinds: frozenset[str]) -> bool:
    """Whether a stretch is short and names something, without a verb or a stance of its own."""
    start, end = span
    if reading.seen.gaps[end] & ASK or _breaks(reading, start, end):
        return False
    if begins_a_clause(reading.seen.tokens[start].lower()) and VERB not in kinds:
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


def _breaks(reading: Reading, start: int, end: int) -> bool:
    return any(reading.cues(stance, start, end) for stance in BREAKS)


def bare(reading: Reading, place: Span) -> int | None:
    """A short claim beside one that is nothing but what was asked for, where the answer is made of such claims."""
    if len(reading) > LONGEST_BARE:
        return None
    claims = segments(reading, 0, len(reading), SENTENCE | PART, and_too=False)
    own = next(claim for claim in claims if claim[0] <= place[0] < claim[1])
    extra = sum(not reading.wanted[at] and not reading.is_of_wanted_name(at) for at in range(*own))
    if extra > 1 or reading.covered([own]) < reading.question.wants:
        return None
    kinds = reading.item_kinds(place)
    others = [
        claim for claim in claims if claim != own and not _is_label(reading, claim) and claim[0] not in reading.state
    ]
    others = [
        claim for claim in others if not any(reading.wanted[claim[0] : claim[1]]) or reading.rivals(*claim, kinds)
    ]
    return others[0][0] if others and all(_is_of_shape(reading, claim, own) for claim in others) else None


def _is_label(reading: Reading, claim: Span) -> bool:
    """Whether a claim heads a page, a table or a block of code."""
    gaps = reading.seen.gaps
    line = reading.on(claim[1], LINE) if not gaps[claim[1]] & LINE else claim[1]
    is_fence = bool(gaps[claim[0]] & HEAD) and claim[1] - claim[0] == 1 and bool(gaps[claim[1]] & (LINE | HEAD))
    return is_fence or bool(gaps[claim[0]] & HEAD and gaps[claim[1]] & LINE) or bool(gaps[line] & RULE)


def _is_of_shape(reading: Reading, claim: Span, own: Span) -> bool:
    start, stop = claim
    seen = reading.seen
    if (
        stop - start > max(LONGEST_ITEM, own[1] - own[0] + 1)
        or seen.gaps[stop] & (COLON | ASK)
        or _breaks(reading, start, stop)
    ):
        return False
    if max(map(len, seen.tokens[start:stop])) == 1 < max(map(len, seen.tokens[slice(*own)])):
        return False
    if seen.tokens[start][0].isupper() != seen.tokens[own[0]][0].isupper() or seen.bracketed[start]:
        return False
    if any(seen.tokens[at][0].isdecimal() for at in range(start, stop)) != any(
        seen.tokens[at][0].isdecimal() for at in range(*own)
    ):
        return False
    said = frozenset().union(*(seen.lemmas[at] for at in range(start, stop)))
    return said.isdisjoint(reading.question.topic) and not any(
        is_address(seen.tokens[at].lower()) for at in range(start, stop)
    )


LONGEST_BARE = 60
"""Words of an answer that is made of bare claims."""


def parallel(reading: Reading, place: Span) -> int | None:
    """A rival in a claim of the same frame beside the place's own."""
    kinds = reading.item_kinds(place)
    item = reading.item_of[place]
    seen = reading.seen
    if NUMBER in kinds and seen.sentence[place[0]] in reading.calculations:
        return None
    for marks in (SENTENCE, SENTENCE | COMMA | PART):
        start, end = reading.back(place[0], marks), reading.on(place[1], marks)
        own = frame(reading, start, end, kinds)
        if not own:
            continue
        before = reading.back(max(start - 1, 0), marks), start
        for first, stop in ((end, reading.on(min(end + 1, len(reading)), marks)), before):
            if first >= stop or _has(item, (first, stop)) or seen.gaps[stop] & ASK or reading.cues("deny", first, stop):
                continue
            rivals = reading.rivals(first, stop, kinds, loose=True)
            if rivals and _are_alike(own, frame(reading, first, stop, kinds)):
                return rivals[0]
    return None


def _are_alike(own: frozenset[str], other: frozenset[str]) -> bool:
    shared = len(own & other)
    return 2 * shared >= len(own | other) or (shared >= 2 and 4 * shared >= len(own) + len(other))


def frame(reading: Reading, start: int, end: int, kinds: frozenset[str]) -> frozenset[str]:
    """What a claim says less what it names, and less what numbers it."""
    rivals = set(reading.rivals(start, end, kinds, loose=True))
    return frozenset(
        min(reading.seen.lemmas[at])
        for at in range(start, end)
        if not reading.wanted[at] and at not in rivals and not reading.is_of_wanted_name(at)
        and not NUMBERING & reading.seen.lemmas[at] and len(reading.seen.tokens[at]) > 1
        and not reading.kinds(at) & kinds & {NUMBER}
    )  # fmt: skip


NUMBERING = frozenset("pierwszy drugi trzeci jeden dwa trzy first second third one two three former latter".split())
