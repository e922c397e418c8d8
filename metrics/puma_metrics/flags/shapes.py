"""Claims of one shape beside each other: bare ones, and such as say the same of another thing."""

from ..text import Span
from .cues import words
from .denial import is_crossed
from .kinds import NUMBER, is_address
from .lists import LONGEST_ITEM, breaks, label_of, segments
from .marks import ASK, COLON, COMMA, DASH, HEAD, LINE, PART, RULE, SENTENCE
from .reading import Reading, has


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
        claim for claim in claims if claim != own and not _is_label(reading, claim) and not _is_unsaid(reading, claim)
    ]
    label = label_of(reading, own, kinds)
    others = [claim for claim in others if not reading.any_wanted(*claim) or reading.rivals(*claim, kinds)]
    if any(
        seen_label and label and label.isdisjoint(seen_label)
        for seen_label in (_own_label(reading, claim) for claim in others)
    ):
        return None
    return others[0][0] if others and all(_is_of_shape(reading, claim, own) for claim in others) else None


def _is_unsaid(reading: Reading, claim: Span) -> bool:
    """Whether a claim is hidden, struck out, crossed, or part of a calculation."""
    return (
        claim[0] in reading.state
        or is_crossed(reading, *claim)
        or reading.seen.sentence[claim[0]] in reading.calculations
    )


def _own_label(reading: Reading, span: Span) -> frozenset[str]:
    """The words before the first colon or dash of a line, whatever they are."""
    stop = next((at for at in range(span[0] + 1, span[1]) if reading.seen.gaps[at] & (COLON | DASH)), span[0])
    return frozenset().union(*(reading.seen.lemmas[at] for at in range(span[0], stop)))


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
        or breaks(reading, start, stop)
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
    return (
        said.isdisjoint(reading.question.topic)
        and said.isdisjoint(REMARKS)
        and not any(is_address(seen.tokens[at].lower()) for at in range(start, stop))
    )


REMARKS = words(
    "pytanie odpowiedź zadanie łatwy trudny prosty banalny oczywisty pewny question answer task easy simple hard "
    "trivial obvious sure done gotowe koniec"
)
"""What is said of a question or an answer, which answers nothing."""
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
            if first >= stop or has(item, (first, stop)) or seen.gaps[stop] & ASK or reading.cues("deny", first, stop):
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


NUMBERING = words("pierwszy drugi trzeci jeden dwa trzy first second third one two three former latter")
