"""How an answer stands to one place of what was asked for: asserted, or denied, asked, attributed, left open."""

from ..text import Span
from .kinds import is_first_person, is_verb
from .reading import REACH, Reading
from .seen import ASK, CLAUSE, CLOSE, COLON, COMMA, DASH, LINE, OPEN, PART, SENTENCE, Cue

DENIED_WITHIN = 6
"""Words behind a denial that it reaches, in its clause."""
COPULA = frozenset(("być", "to", "brzmieć", "wynosić", "nazywać", "chodzić", "is", "was"))
IS = frozenset(("być", "is", "was", "are", "were", "móc", "to"))


def is_hidden(reading: Reading, place: Span) -> bool:
    start, end = place
    return start == end or any(reading.state.get(at) == "hidden" for at in range(start, min(end, start + REACH)))


def is_struck(reading: Reading, place: Span) -> bool:
    return any(reading.state.get(at) == "struck" for at in range(place[0], min(place[1], place[0] + REACH)))


def is_asked(reading: Reading, place: Span) -> bool:
    """Whether the place stands in a question, and not before a dash behind which something else is asked."""
    end = reading.on(place[1], SENTENCE | PART | DASH)
    return bool(reading.seen.gaps[end] & ASK)


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
        if reading.cues("affirm", cue.start, cue.start + 1) or _is_over(reading, cue, start):
            continue
        return True
    if _is_inserted(reading, start) or _is_rejected(reading, start):
        return True
    quoted_end = reading.seen.quoted.get(start, end)
    if {end, quoted_end} & reading.refused_at:
        return True
    stop = reading.on(end, SENTENCE | PART)
    return _denied_behind(reading, end, stop)


def _is_over(reading: Reading, cue: Cue, start: int) -> bool:
    """Whether a denial ends before the place: at *but*; *instead of* and its like at a verb."""
    words = reading.seen.tokens[cue.end : start]
    if any(word.lower() in BUT for word in words):
        return True
    return reading.seen.tokens[cue.start].lower() not in NOT and any(is_verb(word.lower()) for word in words)


BUT = frozenset(("ale", "lecz", "tylko", "but"))
NOT = frozenset("nie ani not never nor neither no".split())


def _is_rejected(reading: Reading, start: int) -> bool:
    """Whether the place is what a word such as *odrzucić* or a label such as "Odrzucona hipoteza:" rejects."""
    if reading.question.is_about_errors:
        return False
    first = reading.back(start, CLAUSE)
    if first and first == start and reading.seen.gaps[start] & COLON:
        first = reading.back(start - 1, CLAUSE)
        if start - first == 1 and reading.seen.tokens[first].lower() in ("nie", "no", "źle"):
            return True
    cues = reading.cues("fails", max(first, start - DENIED_WITHIN), start)
    return any(
        not reading.cues("deny", cue.start - 1, cue.start + 1) and not reading.cues("conclude", cue.end, start)
        for cue in cues
    )


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
        is_copula = cue.end - cue.start == 1 and cue.end < stop and not reading.seen.lemmas[cue.end].isdisjoint(IS)
        if (
            is_copula
            and reading.on(end, COMMA | COLON | OPEN | SENTENCE) >= cue.end
            and not any(reading.wanted[cue.end : stop])
        ):
            return True
    return False


def _is_another(reading: Reading, start: int, end: int) -> bool:
    """Whether something else that was asked for stands in another clause between."""
    return any(reading.wanted[start:end]) and reading.on(start, CLAUSE) < end


def is_sourced(reading: Reading, place: Span) -> bool:
    """Whether the sentence of the place ascribes it to somebody who is not the one who speaks."""
    first, stop = (
        reading.back(place[0], SENTENCE | PART),
        min(reading.on(place[1], SENTENCE | PART), place[1] + SOURCE_WITHIN),
    )
    for cue in reading.cues("source", first, stop):
        around = reading.seen.tokens[max(first, cue.start - 1) : cue.end + 1]
        if any(is_first_person(word.lower()) for word in around) or not reading.seen.lemmas[cue.start].isdisjoint(
            reading.question.topic
        ):
            continue
        if not reading.cues("contrast", cue.end, place[0]) and not reading.cues("deny", place[1], cue.start):
            return True
    return False


SOURCE_WITHIN = 5
"""Words behind a claim within which it is ascribed to somebody."""


def is_disowned(reading: Reading, place: Span, kinds: frozenset[str]) -> bool:
    """Whether somebody says it, and the one who speaks says something else, before or after."""
    if not is_sourced(reading, place):
        return False
    first, stop = reading.back(place[0], SENTENCE), reading.on(place[1], SENTENCE)
    own = reading.back(place[0], SENTENCE | PART | COMMA | DASH)
    for start, end in ((max(0, first - REACH), min(own, place[0])), (stop, min(len(reading), stop + REACH))):
        for at in asserted_rivals(reading, start, end, kinds):
            if not is_sourced(reading, (at, at + 1)) and not reading.seen.bracketed[at]:
                return True
    return False


def is_example(reading: Reading, place: Span) -> bool:
    """Whether the answer says that it cannot tell, and gives the place as an example of one."""
    first, stop = reading.sentence(place[0])
    refusals = reading.cues("refuse", 0, stop)
    if not refusals:
        return False
    examples = reading.cues("example", first, stop)
    after = reading.cues("contrast", refusals[-1].end, place[0]) or reading.cues("conclude", refusals[-1].end, place[0])
    return bool(examples) or not after


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
    for cue in reading.cues("open", before, place[0]):
        if reading.cues("deny", cue.start - 3, cue.start) or reading.cues("deny", cue.start, cue.start + 1):
            continue
        if not reading.cues("conclude", cue.end, place[0]) and not reading.cues("contrast", cue.end, place[0]):
            if reading.rivals(before, place[0], kinds) or reading.rivals(
                place[1], min(len(reading), place[1] + REACH), kinds
            ):
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
        loose = cue.stance == mine[0].stance == "source"
        if (found := reading.rivals(cue.end, stop, kinds, loose)) and not any(reading.wanted[cue.end : found[0]]):
            return found[0]
    return None


def is_conditional(reading: Reading, place: Span, kinds: frozenset[str]) -> bool:
    """Whether the place depends on a condition, and something else is said for the other case."""
    first, stop = reading.sentence(place[0])
    cues = [
        cue for cue in reading.cues("condition", first, stop) if not reading.cues("as for", cue.start, cue.start + 1)
    ]
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


def other_source(reading: Reading, place: Span, kinds: frozenset[str]) -> int | None:
    """A rival that somebody else says, where the place is what one says."""
    topic = reading.question.topic
    own = reading.back(place[0], SENTENCE | PART)
    stances = ("source", "weak source")
    mine = [
        cue
        for name in stances
        for cue in reading.cues(name, own, place[0])
        if reading.seen.lemmas[cue.start].isdisjoint(topic)
    ]
    if not mine:
        return None
    first, last = max(0, place[0] - REACH), min(len(reading), place[1] + REACH)
    for cue in (cue for name in stances for cue in reading.cues(name, first, last)):
        if mine[0].start <= cue.start < place[1] or not reading.seen.lemmas[cue.start].isdisjoint(topic):
            continue
        stop = min(reading.on(cue.end, SENTENCE | PART), cue.end + 3)
        loose = cue.stance == mine[0].stance == "source"
        if (found := reading.rivals(cue.end, stop, kinds, loose)) and not any(reading.wanted[cue.end : found[0]]):
            return found[0]
    return None


def _is_other_case(reading: Reading, start: int, kinds: frozenset[str]) -> bool:
    """Whether the sentence that begins here speaks of the other case."""
    stop = reading.on(min(start + 1, len(reading)), SENTENCE)
    cues = [
        cue for cue in reading.cues("condition", start, stop) if not reading.cues("as for", cue.start, cue.start + 1)
    ]
    return bool(cues) and not any(reading.wanted[start:stop])


def asserted_rivals(reading: Reading, start: int, end: int, kinds: frozenset[str], loose: bool = False) -> list[int]:
    """The rivals in a range of tokens that the answer does not deny."""
    return [at for at in reading.rivals(start, end, kinds, loose) if not is_denied(reading, (at, at + 1))]
