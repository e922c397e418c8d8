"""Whether an answer denies one place of what was asked for: a denial before it reaches it, or one behind means it."""

from ..text import Span
from .cues import words
from .kinds import CALLED_STRUCK, NAME, NOUN, is_verb
from .marks import ASK, CLAUSE, COLON, COMMA, CROSSED_BEFORE, CROSSED_BEHIND, LINE, OPEN, PART, SENTENCE, TICK
from .pitfalls import THIS, is_of_pitfall
from .reading import REACH, Reading
from .seen import Cue

DENIED_WITHIN = 6
"""Words behind a denial that it reaches, in its clause."""

COPULA = frozenset(("być", "to", "brzmieć", "wynosić", "nazywać", "chodzić", "is", "was"))

IS = frozenset(("być", "is", "was", "are", "were", "to", "brzmieć"))

IS_OR_CAN = IS | {"móc"}


def is_denied(reading: Reading, place: Span) -> bool:
    """Whether a denial before the place reaches it, or one behind it means it."""
    start, end = place
    if is_crossed(reading, start, end):
        return True
    if not reading.may_deny:
        return False
    first = max(reading.back(start, CLAUSE), start - DENIED_WITHIN)
    while first > start - REACH and first and reading.seen.gaps[first] & COMMA:
        before = reading.back(first - 1, CLAUSE)
        if any(not reading.wanted[there] for there in range(max(before, first - 2), first)):
            break
        first = before
    if first and reading.seen.gaps[first] & OPEN:
        first = max(reading.back(first - 1, CLAUSE), first - DENIED_WITHIN)
    if is_rhetorical(reading, place):
        return False
    for cue in reading.cues("deny", first, start):
        is_none = reading.cues("affirm", cue.start, cue.start + 1) or reading.cues("possible", cue.start, cue.start + 1)
        is_quoted = reading.seen.quoted.get(cue.start, start + 1) <= start
        if not is_none and not is_quoted and not _is_over(reading, cue, start):
            return True
    if is_of_pitfall(reading, place) or _is_inserted(reading, start) or _is_rejected(reading, start):
        return True
    quoted_end = reading.seen.quoted.get(start, end)
    if {end, quoted_end} & reading.refused_at:
        return True
    stop = reading.on(end, SENTENCE | PART)
    return _denied_behind(reading, end, stop)


def is_rhetorical(reading: Reading, place: Span) -> bool:
    """Whether a question such as "who, if not X?" says that it is X."""
    stop = reading.on(place[1], SENTENCE)
    if not reading.seen.gaps[stop] & ASK:
        return False
    first = reading.sentence(place[0])[0]
    return bool(reading.cues("who if not", first, place[0])) and any(
        not reading.seen.lemmas[at].isdisjoint(WHO) for at in range(first, place[0])
    )


WHO = words("kto któż co cóż który jaki gdzie gdzież kiedy czyj ile skąd who what which where when whose")


def is_crossed(reading: Reading, start: int, end: int) -> bool:
    """Whether a cross stands before or behind the place on its line."""
    gaps = reading.seen.gaps
    if not reading.seen.has_crosses or _says_no(reading, start, end):
        return False
    first = reading.back(start, LINE | CROSSED_BEFORE | CROSSED_BEHIND | TICK)
    last = reading.on(end, LINE | CROSSED_BEFORE | CROSSED_BEHIND | TICK)
    is_crossed_before = gaps[first] & (CROSSED_BEFORE if first else CROSSED_BEFORE | CROSSED_BEHIND)
    return bool((is_crossed_before and not gaps[first] & TICK) or gaps[last] & CROSSED_BEHIND)


def _says_no(reading: Reading, start: int, end: int) -> bool:
    """Whether the place is a verdict such as *fałsz*, which a cross only paints."""
    return end - start == 1 and not reading.seen.lemmas[start].isdisjoint(VERDICTS_AGAINST)


VERDICTS_AGAINST = words("fałsz nie nieprawda false no")


def _is_over(reading: Reading, cue: Cue, start: int) -> bool:
    """Whether a denial ends before the place: at *but*; *instead of* and its like at a verb."""
    words = reading.seen.tokens[cue.end : start]
    if any(word.lower() in BUT for word in words) or _stands_for(reading, cue, start):
        return True
    return reading.seen.tokens[cue.start].lower() not in NOT and any(
        is_verb(word.lower()) or not reading.seen.lemmas[at].isdisjoint(OUGHT) for at, word in enumerate(words, cue.end)
    )


def _stands_for(reading: Reading, cue: Cue, start: int) -> bool:
    """Whether an error stands before *instead of*, where errors are asked for: "119,50 zł zamiast 129,50 zł"."""
    if not reading.question.is_about_errors or reading.seen.lemmas[cue.start].isdisjoint(INSTEAD):
        return False
    if any(not reading.seen.lemmas[at].isdisjoint(RIGHT) for at in range(cue.end, start)):
        return True
    kinds = reading.item_kinds((start, start + 1))
    first = reading.back(cue.start, CLAUSE)
    return bool(reading.rivals(max(first, cue.start - 2), cue.start, kinds))


INSTEAD = words("zamiast instead")
RIGHT = words("poprawny prawidłowy właściwy należny correct right proper")
OUGHT = words("być mieć powinien wynosić")

BUT = frozenset(("ale", "lecz", "tylko", "but"))

NOT = words("nie ani not never nor neither no")


def _is_called_struck(reading: Reading, start: int) -> bool:
    """Whether a label before the place calls it struck out: "[skreślone: Chełm]"."""
    first = reading.back(start, CLAUSE)
    if start - first > 3 or not reading.seen.gaps[first] & COLON:
        return False
    label = range(reading.back(first - 1, CLAUSE), first)
    return len(label) <= 3 and any(not reading.seen.lemmas[at].isdisjoint(CALLED_STRUCK) for at in label)


THAT = words("że iż that jakoby")


def _is_rejected(reading: Reading, start: int) -> bool:
    """Whether the place is what a word such as *odrzucić* or a label such as "Odrzucona hipoteza:" rejects."""
    if _is_called_struck(reading, start):
        return True
    if reading.question.is_about_errors:
        return False
    first = reading.back(start, CLAUSE)
    if first and _is_said_to_be_false(reading, first):
        return True
    if first and first == start and reading.seen.gaps[start] & COLON:
        first = reading.back(start - 1, CLAUSE)
        if start - first == 1 and reading.seen.tokens[first].lower() in ("nie", "no", "źle"):
            return True

    cues = reading.cues("fails", max(first, start - DENIED_WITHIN), start)
    return any(
        not _is_predicate(reading, cue, start)
        and not reading.cues("deny", cue.start - 1, cue.start + 1)
        and not concludes(reading, cue.end, start)
        for cue in cues
    )


def _is_predicate(reading: Reading, cue: Cue, start: int) -> bool:
    """Whether a sentence says of something before it that it is wrong, before a colon: "Oba tropy są mylne: ..."."""
    if not any(reading.seen.gaps[at] & COLON for at in range(cue.end, start + 1)):
        return False
    first = reading.back(cue.start, CLAUSE)
    return cue.start - first > 1 and any(
        not reading.seen.lemmas[at].isdisjoint(IS - {"to"}) for at in range(first + 1, cue.start)
    )


def _is_said_to_be_false(reading: Reading, first: int) -> bool:
    """Whether the clause that begins here stands behind "to nieprawda, że"."""
    if not reading.seen.gaps[first] & COMMA or reading.seen.tokens[first].lower() not in THAT:
        return False
    cues = reading.cues("fails", reading.back(first - 1, CLAUSE), first)
    return any(not reading.cues("deny", cue.start - 1, cue.start + 1) for cue in cues)


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
        if (
            reading.rivals(end, cue.start, kinds)
            or _has_own_subject(reading, end, cue.start)
            or _is_another(reading, end, cue.start)
        ):
            continue
        clause_end = reading.on(cue.end, CLAUSE)
        if _is_copula(reading, end, cue.start):
            return True
        if not reading.rivals(cue.end, clause_end, kinds) and not reading.any_wanted(cue.end, stop):
            return True
    if _is_verb_denied(reading, end, stop):
        return True
    for cue in reading.cues("deny", end, min(stop, end + 3)):
        is_copula = (
            cue.end - cue.start == 1 and cue.end < stop and not reading.seen.lemmas[cue.end].isdisjoint(IS_OR_CAN)
        )
        if (
            is_copula
            and reading.on(end, COMMA | COLON | OPEN | SENTENCE) >= cue.end
            and not reading.any_wanted(cue.end, stop)
        ):
            return True
    return False


def _is_copula(reading: Reading, start: int, stop: int) -> bool:
    """Whether nothing but *is* stands between a place and what calls it wrong."""
    return start < stop and all(not reading.seen.lemmas[at].isdisjoint(IS) for at in range(start, stop))


def _is_verb_denied(reading: Reading, end: int, stop: int) -> bool:
    """Whether the question's own verb is denied right behind the place: "Słowacki się nim nie pieczętował"."""
    if stop > end and reading.on(end, CLAUSE) < end + 2:
        return False
    for cue in reading.cues("deny", end, min(reading.on(end, CLAUSE), end + 4)):
        verb = cue.end
        if verb < stop and reading.is_verb(verb) and not reading.any_wanted(verb, stop):
            is_asked_for = not reading.seen.lemmas[verb].isdisjoint(reading.question.topic)
            if is_asked_for and reading.seen.tokens[cue.start].lower() == "nie":
                return True
    return False


def _has_own_subject(reading: Reading, end: int, fails: int) -> bool:
    """Whether a reason says of something else that it fails: "bo inne regiony odpadły"."""
    if any(reading.seen.tokens[at].lower() in WHILE and reading.seen.gaps[at] & COMMA for at in range(end, fails)):
        return True
    first = reading.back(fails, CLAUSE)
    if first < end or fails - first < 2 or reading.seen.tokens[first].lower() not in BECAUSE:
        return False
    said = frozenset().union(*(reading.seen.lemmas[at] for at in range(first, fails)))
    return said.isdisjoint(THIS) and any(reading.kinds(at) & {NOUN, NAME} for at in range(first, fails))


BECAUSE = words("bo ponieważ gdyż skoro że a natomiast zaś because since as")

WHILE = words("podczas while whereas")


def _is_another(reading: Reading, start: int, end: int) -> bool:
    """Whether something else that was asked for stands in another clause between."""
    return reading.any_wanted(start, end) and reading.on(start, CLAUSE) < end


def concludes(reading: Reading, start: int, end: int) -> bool:
    """Whether a conclusion is drawn in a range of tokens; the word *answer* alone draws none."""
    return any(reading.seen.lemmas[cue.start].isdisjoint(ANSWER) for cue in reading.cues("conclude", start, end))


ANSWER = frozenset(("odpowiedź", "odp", "answer"))
