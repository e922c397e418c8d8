"""What stands behind the last sound place of something and takes it back, or puts something else in its place."""

from collections.abc import Iterator

from ..text import Span
from . import denial, lists, stances
from .cues import words
from .flag import Flag, flag_at, quoted
from .kinds import NAME, is_first_person
from .marks import ASK, CLAUSE, COLON, QUOTE, SENTENCE
from .reading import REACH, Reading
from .seen import Cue

SHORT = 7
"""Words of a sentence that rejects the one before it."""
OTHERS = words("inny pozostały reszta żaden other others rest remaining alternative alternatives any each")
INTERJECTIONS = words("chwila moment momencik chwileczka zaraz stop hmm hm oj ojej ups wait sorry oops edit update")
"""Words that take back only where they stand alone."""
SUPERSEDING = (
    ("conclude", "retracted", "{} is superseded by {}"),
    ("amend", "retracted", "{} is superseded by {}"),
    ("contrast", "conceded", "{}, but {}"),
)
I_ANSWER = words("odpowiadać odpowiedzieć wpisywać wpisać podawać podać wybierać wybrać stawiać zostawać")
ANSWER = frozenset(("odpowiedź", "answer", "ostatecznie", "finally")) | I_ANSWER
TURNS = (("contrast", ("conclude", "contrast")), ("maybe", ("contrast",)))
"""Two cues one behind the other by which an answer turns to another one."""
IT_IS = frozenset(("to", "is", "it’s", "jest", "był", "była", "było"))


def superseded(reading: Reading, place: Span) -> Flag | None:
    """What stands behind a place and supersedes it, if anything does."""
    if not (reading.refusals or reading.by_stance or reading.has_rivals_near(place)):
        return None
    said = quoted(reading, *place)
    for start, end in _taken_back(reading, place[1]):
        return flag_at(reading, "retracted", f"{said} is taken back by {quoted(reading, start, end)}", (start, end))
    is_sourced = stances.is_sourced(reading, place)
    for first, stop in _telling(reading, place, is_sourced):
        first, stop = max(first, place[1]), min(stop, first + REACH)
        if first < stop and (flag := _in_sentence(reading, place, first, stop, is_sourced)):
            return flag
    return None


def _telling(reading: Reading, place: Span, is_sourced: bool) -> Iterator[Span]:
    """The sentences behind a place that hold a cue or a rival; the ones right behind it where somebody else says it."""
    seen, kinds = reading.seen, reading.item_kinds(place)
    here = seen.sentence_number(place[1] - 1)
    telling = set(range(here, here + 4)) if is_sourced else {here}
    for stance in ("undecided", "conclude", "contrast", "amend", "or", "maybe"):
        telling.update(seen.sentence_number(cue.start) for cue in reading.cues(stance, place[1], len(reading)))
    telling.update(seen.sentence_number(at) for at in reading.rivals(place[1], len(reading), kinds))
    return (seen.sentences[number] for number in sorted(telling) if number < len(seen.sentences))


def _taken_back(reading: Reading, end: int) -> Iterator[Span]:
    here = reading.seen.sentence_number(end - 1) + 1
    for first, stop in reading.seen.sentences[here : here + 1]:
        said = frozenset().union(*reading.seen.lemmas[first:stop]) if stop - first <= SHORT else OTHERS
        if (
            said.isdisjoint(OTHERS)
            and not reading.any_wanted(first, len(reading))
            and not reading.question.is_about_errors
        ):
            yield from ((cue.start, cue.end) for cue in reading.cues("disagree", first, stop))
    for cue in reading.cues("retract", end, len(reading)):
        if _takes_back(reading, cue):
            yield cue.start, cue.end
    for at in reading.refusals:
        if at >= end and not reading.any_wanted(at, reading.on(at + 1, SENTENCE)):
            yield at, at + 1


def _takes_back(reading: Reading, cue: Cue) -> bool:
    """Whether a cue takes back what stands before it: no word of the question, no moment that is no exclamation."""
    seen = reading.seen
    if not seen.lemmas[cue.start].isdisjoint(reading.question.topic):
        return False
    if cue.end - cue.start > 1 or seen.lemmas[cue.start].isdisjoint(INTERJECTIONS):
        return True
    is_alone = (cue.start == 0 or seen.gaps[cue.start]) and (seen.gaps[cue.end] & ~QUOTE)
    return seen.tokens[cue.start].lower() in INTERJECTIONS and bool(is_alone)


def _in_sentence(reading: Reading, place: Span, first: int, stop: int, is_sourced: bool) -> Flag | None:
    """What a sentence behind a place, or the rest of its own, says against it."""
    said, is_asked = quoted(reading, *place), bool(reading.seen.gaps[stop] & ASK)
    if is_sourced and not is_asked and _is_disowned(reading, first, stop):
        return flag_at(reading, "attributed", f"{said} is what somebody else says", place)
    for cue in reading.cues("undecided", first, stop)[:1]:
        if not reading.any_wanted(cue.end, stop):
            return flag_at(reading, "hedged", f"{said} is left open", (cue.start, cue.end))
    for cue in reading.cues("conclude", first, stop):
        if _is_the_answer(reading, cue) and not reading.any_wanted(cue.end, len(reading)):
            return flag_at(reading, "retracted", f"another answer follows {said}", (cue.start, cue.end))
    for at in _turns(reading, first, stop):
        return flag_at(reading, "retracted", f"another answer follows {said}", (at, at + 1))
    return _rival(reading, place, first, stop, is_asked)


def _turns(reading: Reading, first: int, stop: int) -> Iterator[int]:
    """Where *but in fact* or *or perhaps* begins a short rest that names nothing that was asked for."""
    for one, others in TURNS:
        for cue in reading.cues(one, first, stop):
            is_short = stop - cue.end <= SHORT and not reading.any_wanted(cue.end, len(reading))
            if is_short and any(reading.cues(other, cue.start + 1, cue.end + 2) for other in others):
                yield cue.start


def _is_disowned(reading: Reading, first: int, stop: int) -> bool:
    """Whether a sentence sets something against what somebody said, or says what the one who speaks thinks."""
    if reading.any_wanted(first, stop):
        return False
    words = reading.seen.tokens[first:stop]
    is_own_view = len(words) > 2 and any(is_first_person(word.lower()) for word in words)
    return is_own_view or bool(reading.cues("contrast", first, stop) or reading.cues("fails", first, stop))


def _is_the_answer(reading: Reading, cue: Cue) -> bool:
    """Whether a cue announces the answer: "Odpowiedź:", "my answer is"."""
    seen = reading.seen
    if seen.lemmas[cue.start].isdisjoint(ANSWER):
        return False
    if not seen.lemmas[cue.start].isdisjoint(I_ANSWER) and not is_first_person(seen.tokens[cue.start].lower()):
        return False
    is_noun = seen.lemmas[cue.start].isdisjoint(I_ANSWER)
    return any(
        seen.gaps[at] & COLON or (is_noun and at > cue.end and not seen.lemmas[at - 1].isdisjoint(denial.IS))
        for at in range(cue.end, min(cue.end + 3, len(reading)))
    )


def _rival(reading: Reading, place: Span, first: int, stop: int, is_asked: bool) -> Flag | None:
    """A rival in a sentence behind a place that the sentence puts in its stead."""
    said, kinds = quoted(reading, *place), reading.item_kinds(place)
    rivals = stances.asserted_rivals(reading, first, stop, kinds)
    if not is_asked:
        for at in (at for cue in reading.cues("contrast", first, stop) for at in _but_it_is(reading, cue, kinds)):
            return flag_at(reading, "conceded", f"{said}, but {quoted(reading, at)}", (at, at + 1))
        for kind, reason, at in _set_against(reading, first, stop, rivals, kinds):
            return flag_at(reading, kind, reason.format(said, quoted(reading, at)), (at, at + 1))
    for at in _offered(reading, first, stop, rivals, is_asked):
        return flag_at(reading, "listed", f"{said} or {quoted(reading, at)}", (at, at + 1))
    for at in () if is_asked else _contradicting(reading, first, stop, rivals, kinds):
        return flag_at(reading, "retracted", f"{said} is superseded by {quoted(reading, at)}", (at, at + 1))
    return None


def _but_it_is(reading: Reading, cue: Cue, kinds: frozenset[str]) -> Iterator[int]:
    """A rival right behind "but it is", where even a common noun is one."""
    stop = min(cue.end + 4, reading.on(cue.end, CLAUSE))
    words = reading.seen.tokens
    at = next((at for at in range(cue.end, stop) if words[at].lower() in IT_IS), stop)
    for found in reading.rivals(at + 1, min(at + 3, stop), kinds, loose=True):
        if not denial.is_denied(reading, (found, found + 1)):
            yield found


def _set_against(
    reading: Reading, first: int, stop: int, rivals: list[int], kinds: frozenset[str]
) -> Iterator[tuple[str, str, int]]:
    """Rivals behind a conclusion or a *but*; before what else was asked for, only those of strictly the same kind."""
    last = max((at for at in range(first, stop) if reading.wanted[at]), default=-1) if rivals else -1
    for stance, kind, reason in SUPERSEDING if rivals else ():
        for cue in reading.cues(stance, first, stop):
            for at in rivals:
                if at >= cue.end and _is_level(reading, cue, at) and (at > last or _is_strong(reading, at, kinds)):
                    yield kind, reason, at


def _is_level(reading: Reading, cue: Cue, at: int) -> bool:
    """Whether a rival is no remark in brackets behind its cue."""
    return not reading.seen.bracketed[at] or bool(reading.seen.bracketed[cue.start])


def _is_strong(reading: Reading, at: int, kinds: frozenset[str]) -> bool:
    """Whether a rival shares more than being a name."""
    return bool(reading.kinds(at) & kinds - {NAME}) or not reading.seen.lemmas[at].isdisjoint(reading.question.rivals)


def _offered(reading: Reading, first: int, stop: int, rivals: list[int], is_asked: bool) -> Iterator[int]:
    """Rivals right behind an *or* or *perhaps* that begins a short sentence, which is no offer of more help."""
    if stop - first > 10:
        return
    for cue in (cue for stance in ("or", "maybe") for cue in reading.cues(stance, first, min(stop, first + 3))):
        is_same = cue.end < stop and reading.seen.tokens[cue.end].lower() in lists.SAME
        is_offer = is_asked and reading.seen.tokens[cue.start].lower() == "czy"
        if cue.start == first and not lists.OTHERWISE.isdisjoint(reading.seen.lemmas[cue.start]):
            yield from range(cue.end, min(stop, cue.end + 1))
        if not is_same and not is_offer:
            yield from (at for at in rivals if cue.end <= at < cue.end + 6)


def _contradicting(reading: Reading, first: int, stop: int, rivals: list[int], kinds: frozenset[str]) -> Iterator[int]:
    """Rivals of strictly the same kind in a claim that is made in the question's own words."""
    if not rivals or reading.any_wanted(first, stop):
        return
    seen, topic = reading.seen, reading.question.topic
    named = [at for at in range(first, stop) if len(seen.tokens[at]) > 3 and not seen.lemmas[at].isdisjoint(topic)]
    for at in rivals if len(named) > 1 else ():
        is_said = any(not seen.lemmas[there].isdisjoint(denial.COPULA) for there in range(max(first, at - 4), at))
        if is_said and _is_strong(reading, at, kinds):
            yield at
