"""How an answer stands to one place of what was asked for: asserted, or denied, asked, attributed, left open."""

from ..text import Span
from .reading import REACH, Reading
from .seen import ASK, CLAUSE, CLOSE, COLON, COMMA, DASH, LINE, OPEN, PART, SENTENCE

DENIED_WITHIN = 6
"""Words behind a denial that it reaches, in its clause."""
COPULA = frozenset(("być", "to", "brzmieć", "wynosić", "nazywać", "is", "was"))
IS = frozenset(("być", "is", "was", "are", "were", "móc", "to"))


def is_hidden(reading: Reading, place: Span) -> bool:
    start, end = place
    return start == end or any(reading.state.get(at) == "hidden" for at in range(start, min(end, start + REACH)))


def is_struck(reading: Reading, place: Span) -> bool:
    return any(reading.state.get(at) == "struck" for at in range(place[0], min(place[1], place[0] + REACH)))


def is_asked(reading: Reading, place: Span) -> bool:
    _, end = reading.sentence(place[1] - 1)
    return bool(reading.seen.gaps[end] & ASK) if end <= len(reading) else False


def is_denied(reading: Reading, place: Span) -> bool:
    """Whether a denial before the place reaches it, or one behind it means it."""
    start, end = place
    first = max(reading.back(start, CLAUSE), start - DENIED_WITHIN)
    while first and reading.seen.gaps[first] & COMMA:
        before = reading.back(first - 1, CLAUSE)
        if any(not reading.wanted[there] for there in range(max(before, first - 2), first)):
            break
        first = before
    if first and reading.seen.gaps[first] & OPEN:
        first = max(reading.back(first - 1, CLAUSE), first - DENIED_WITHIN)
    for cue in reading.cues("deny", first, start):
        if not reading.cues("affirm", cue.start, cue.start + 1) and not reading.cues("contrast", cue.end, start):
            return True
    if _is_inserted(reading, start):
        return True
    stop = reading.on(end, SENTENCE | PART)
    return _denied_behind(reading, end, stop)


def _is_inserted(reading: Reading, start: int) -> bool:
    """Whether the place stands behind "a nie, jak sądzą niektórzy,"."""
    clause = reading.back(start, CLAUSE)
    if clause < 2 or not reading.seen.gaps[clause] & COMMA:
        return False
    before = reading.back(clause - 1, CLAUSE)
    return before >= 1 and reading.seen.tokens[before - 1].lower() == "nie" and bool(reading.seen.gaps[before] & COMMA)


def _denied_behind(reading: Reading, end: int, stop: int) -> bool:
    kinds = reading.item_kinds((max(0, end - 1), end))
    for cue in reading.cues("fails", end, stop) if not reading.question.is_about_errors else ():
        if reading.cues("affirm", cue.start, cue.start + 1):
            continue
        if reading.rivals(end, cue.start, kinds) or _is_another(reading, end, cue.start):
            continue
        clause_end = reading.on(cue.end, CLAUSE)
        if not reading.rivals(cue.end, clause_end, kinds) and not any(reading.wanted[cue.end : stop]):
            return True
    for cue in reading.cues("deny", end, min(stop, end + 3)):
        is_copula = cue.end < stop and not reading.seen.lemmas[cue.end].isdisjoint(IS)
        if is_copula and reading.on(end, COMMA | COLON | OPEN | SENTENCE) >= cue.end and not any(reading.wanted[cue.end : stop]):
            return True
    return False


def _is_another(reading: Reading, start: int, end: int) -> bool:
    """Whether something else that was asked for stands in another clause between."""
    return any(reading.wanted[start:end]) and reading.on(start, CLAUSE) < end


def is_sourced(reading: Reading, place: Span) -> bool:
    """Whether the clause of the place, or the one that governs it, ascribes it to somebody."""
    start, end = reading.sentence(place[0])
    first = reading.back(place[0], SENTENCE | PART)
    return bool(reading.cues("source", max(start, first), min(reading.on(place[1], SENTENCE | PART), end)))


def is_left_open(reading: Reading, place: Span, kinds: frozenset[str]) -> bool:
    """Whether the sentence of the place says that it cannot decide."""
    first, stop = reading.sentence(place[0])
    for cue in reading.cues("undecided", first, stop):
        if cue.end <= place[0] and reading.cues("contrast", cue.end, place[0]):
            continue
        last_wanted = max((at for at in range(cue.start, stop) if reading.wanted[at]), default=-1)
        last_rival = max(reading.rivals(cue.start, stop, kinds), default=-1)
        if last_wanted < 0 or last_rival > last_wanted:
            return True
    return False


def is_candidate(reading: Reading, place: Span, kinds: frozenset[str]) -> bool:
    """Whether the place stands among candidates: what says so, and rivals, stand before or beside it."""
    first, stop = reading.sentence(place[0])
    before = reading.back(max(first - 1, 0), SENTENCE)
    for cue in reading.cues("open", before, reading.on(place[1], SENTENCE)):
        if reading.cues("deny", cue.start - 3, cue.start) or reading.cues("deny", cue.start, cue.start + 1):
            continue
        if not reading.cues("conclude", cue.end, place[0]) and not reading.cues("contrast", cue.end, place[0]):
            if reading.rivals(before, place[0], kinds) or reading.rivals(place[1], min(len(reading), place[1] + REACH), kinds):
                return True
    return False


def other_source(reading: Reading, place: Span, kinds: frozenset[str]) -> int | None:
    """A rival that somebody else says, where the place is what one says."""
    first, last = max(0, place[0] - REACH), min(len(reading), place[1] + REACH)
    own = reading.back(place[0], SENTENCE | PART)
    topic = reading.question.topic
    mine = [cue for cue in reading.cues("source", own, place[0]) if reading.seen.lemmas[cue.start].isdisjoint(topic)]
    if not mine:
        return None
    for cue in reading.cues("source", first, last):
        if mine[0].start <= cue.start < place[1] or not reading.seen.lemmas[cue.start].isdisjoint(topic):
            continue
        stop = min(reading.on(cue.end, SENTENCE | PART), cue.end + 3)
        if (found := reading.rivals(cue.end, stop, kinds, loose=True)) and not any(reading.wanted[cue.end : found[0]]):
            return found[0]
    return None


def is_conditional(reading: Reading, place: Span, kinds: frozenset[str]) -> bool:
    """Whether the place depends on a condition, and something else is said for the other case."""
    first, stop = reading.sentence(place[0])
    cues = [cue for cue in reading.cues("condition", first, stop) if not reading.cues("as for", cue.start, cue.start + 1)]
    if not cues:
        return False
    if all(cue.end <= place[0] and reading.cues("contrast", cue.end, place[0]) for cue in cues):
        return False
    after = min(len(reading), stop + REACH)
    return bool(
        asserted_rivals(reading, first, stop, kinds)
        or reading.cues("otherwise", place[1], after)
        or _is_other_case(reading, stop, kinds)
    )


def _is_other_case(reading: Reading, start: int, kinds: frozenset[str]) -> bool:
    """Whether the sentence that begins here speaks of the other case."""
    stop = reading.on(min(start + 1, len(reading)), SENTENCE)
    cues = [cue for cue in reading.cues("condition", start, stop) if not reading.cues("as for", cue.start, cue.start + 1)]
    return bool(cues) and not any(reading.wanted[start:stop])


def asserted_rivals(reading: Reading, start: int, end: int, kinds: frozenset[str], loose: bool = False) -> list[int]:
    """The rivals in a range of tokens that the answer does not deny."""
    return [at for at in reading.rivals(start, end, kinds, loose) if not is_denied(reading, (at, at + 1))]
