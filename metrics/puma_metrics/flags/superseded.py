"""What stands behind the last sound place of something and takes it back, or puts something else in its place."""

from collections.abc import Iterator

from ..text import Span
from . import denial, lists, stances
from .cues import words
from .flag import Flag, flag_at, quoted
from .kinds import NAME, NUMBER, TITLE, is_first_person
from .marks import ASK, CLAUSE, COLON, COMMA, OPEN, PART, QUOTE, SENTENCE
from .pitfalls import pitfalls
from .reading import REACH, Reading
from .retracting import takes_back
from .seen import Cue
from .subjects import is_of_another, is_of_something_else, speaks_of_another

SHORT = 7
"""Words of a sentence that rejects the one before it."""
OTHERS = words("inny pozostały reszta żaden other others rest remaining alternative alternatives any each")
SUPERSEDING = (
    ("conclude", "retracted", "{} is superseded by {}"),
    ("amend", "retracted", "{} is superseded by {}"),
    ("contrast", "conceded", "{}, but {}"),
)
I_ANSWER = words("odpowiadać odpowiedzieć wpisywać wpisać podawać podać wybierać wybrać stawiać zostawać")
ANSWER = frozenset(("odpowiedź", "odp", "answer", "ostatecznie", "finally")) | I_ANSWER
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
    here = reading.seen.sentence_number(place[1] - 1) + 1
    if any(_is_somebody_elses(reading, *sentence) for sentence in reading.seen.sentences[here : here + 1]):
        return flag_at(reading, "attributed", f"{said} is what somebody else says", place)
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
    for stance in ("undecided", "conclude", "contrast", "amend", "or", "maybe", "possible", "may", "open", "pick"):
        telling.update(seen.sentence_number(cue.start) for cue in reading.cues(stance, place[1], len(reading)))
    telling.update(seen.sentence_number(at) for at in reading.rivals(place[1], len(reading), kinds))
    return (seen.sentences[number] for number in sorted(telling) if number < len(seen.sentences))


def _taken_back(reading: Reading, end: int) -> Iterator[Span]:
    here = reading.seen.sentence_number(end - 1) + 1
    for first, stop in reading.seen.sentences[here : here + 1]:
        if reading.seen.gaps[end_of := reading.on(first + 1, SENTENCE | COLON)] & COLON:
            stop = end_of
        said = frozenset().union(*reading.seen.lemmas[first:stop]) if stop - first <= SHORT else OTHERS
        if (
            said.isdisjoint(OTHERS)
            and not reading.any_wanted(first, len(reading))
            and not reading.question.is_about_errors
            and not pitfalls(reading, first, stop)
        ):
            yield from (
                (cue.start, cue.end)
                for cue in reading.cues("disagree", first, stop)
                if not _is_of_what_it_names(reading, first, cue.start)
            )
    for cue in reading.cues("retract", end, len(reading)):
        if takes_back(reading, cue):
            yield cue.start, cue.end
    for at in reading.refusals:
        if at >= end and not reading.any_wanted(at, reading.on(at + 1, SENTENCE)):
            yield at, at + 1


def _is_somebody_elses(reading: Reading, first: int, stop: int) -> bool:
    """Whether the sentence behind a place says who said so, and something is set against it: "Tak mówi mama"."""
    if reading.any_wanted(first, len(reading)) or reading.seen.tokens[first].lower() not in SO:
        return False
    behind = [cue.end for cue in reading.cues("source", first, min(stop, first + SHORT))]
    end = reading.on(min(stop + 1, len(reading)), SENTENCE)
    return bool(behind) and _is_disowned(reading, behind[0], end)


SOURCES = ("source", "weak source")
TURNED = ("contrast", "amend")
"""What ends what is said of a pitfall."""
SO = words("tak to tego that this so")


def _is_of_what_it_names(reading: Reading, first: int, stop: int) -> bool:
    """Whether a sentence names, before it disagrees, what it disagrees with."""
    return any(at in reading.seen.quoted or reading.kinds(at) & {NAME, TITLE, NUMBER} for at in range(first + 1, stop))


def _in_sentence(reading: Reading, place: Span, first: int, stop: int, is_sourced: bool) -> Flag | None:
    """What a sentence behind a place, or the rest of its own, says against it."""
    said, is_asked = quoted(reading, *place), bool(reading.seen.gaps[stop] & ASK)
    if pitfalls(reading, first, stop):
        is_over = reading.any_cue(TURNED, first, stop)
        return _rival(reading, place, first, stop, is_asked) if is_over else None
    if is_sourced and not is_asked and _is_disowned(reading, first, stop):
        return flag_at(reading, "attributed", f"{said} is what somebody else says", place)
    for cue in reading.cues("maybe", first, stop)[:1]:
        if cue.start == first and cue.end == stop and not is_asked:
            return flag_at(reading, "hedged", f"{said} is left open", (first, stop))
    for cue in reading.cues("undecided", first, stop)[:1]:
        if (
            not reading.any_wanted(cue.end, stop)
            and not stances.is_apposition(reading, cue)
            and not _is_decided(reading, cue.end, stop)
            and not is_of_something_else(reading, cue.end, stop)
        ):
            return flag_at(reading, "hedged", f"{said} is left open", (cue.start, cue.end))
    for cue in reading.cues("conclude", first, stop):
        if _is_the_answer(reading, cue) and not reading.any_wanted(cue.end, len(reading)):
            return flag_at(reading, "retracted", f"another answer follows {said}", (cue.start, cue.end))
    for at in _also_open(reading, first, stop):
        return flag_at(reading, "listed", f"{said} is one of several", (at, at + 1))
    for at in _picked(reading, place, first, stop):
        return flag_at(reading, "retracted", f"another answer follows {said}", (at, at + 1))
    for at in _turns(reading, first, stop):
        return flag_at(reading, "retracted", f"another answer follows {said}", (at, at + 1))
    return _rival(reading, place, first, stop, is_asked)


def _is_decided(reading: Reading, first: int, stop: int) -> bool:
    """Whether a *but* behind a doubt ends it, with no other doubt behind."""
    buts = reading.cues("contrast", first, stop)
    return bool(buts) and not any(reading.cues(doubt, buts[0].end, stop) for doubt in ("maybe", "undecided", "or"))


def _also_open(reading: Reading, first: int, stop: int) -> Iterator[int]:
    """Where other candidates are named behind a colon: "inna możliwość: ..."."""
    if reading.cues("fails", first, stop) or reading.cues("deny", first, stop):
        return
    for cue in reading.cues("open", first, stop):
        colon = reading.on(cue.end, CLAUSE)
        is_other = not frozenset().union(*reading.seen.lemmas[max(first, cue.start - 2) : cue.end]).isdisjoint(OTHERS)
        if is_other and colon < stop and colon - cue.end < 2 and reading.seen.gaps[colon] & COLON:
            yield cue.start


def _picked(reading: Reading, place: Span, first: int, stop: int) -> Iterator[int]:
    """Where the answer picks the former or the latter of two, and that is not what was asked for."""
    for cue in reading.cues("pick", first, stop):
        near = range(cue.end, min(cue.end + 4, stop))
        order = next((at for at in near if not reading.seen.lemmas[at].isdisjoint(FORMER | LATTER)), 0)
        if not order or reading.any_wanted(cue.end, stop):
            continue
        begin = max(0, cue.start - REACH)
        rivals = stances.asserted_rivals(reading, begin, cue.start, reading.item_kinds(place), loose=True)
        is_former = not reading.seen.lemmas[order].isdisjoint(FORMER)
        if rivals and (rivals[0] < place[0] if is_former else rivals[-1] >= place[1]):
            yield order


FORMER, LATTER = words("pierwszy former first"), words("drugi ostatni latter second last")


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
    if seen.lemmas[cue.start].isdisjoint(ANSWER) or (cue.start and not seen.lemmas[cue.start - 1].isdisjoint(OTHERS)):
        return False
    if not seen.lemmas[cue.start].isdisjoint(I_ANSWER) and not is_first_person(seen.tokens[cue.start].lower()):
        return False
    if reading.cues("fails", cue.end, reading.on(cue.end, SENTENCE)):
        return False
    is_noun = seen.lemmas[cue.start].isdisjoint(I_ANSWER)
    return any(
        seen.gaps[at] & COLON or (is_noun and at > cue.end and not seen.lemmas[at - 1].isdisjoint(denial.IS))
        for at in range(cue.end, min(cue.end + 3, len(reading)))
    )


def _rival(reading: Reading, place: Span, first: int, stop: int, is_asked: bool) -> Flag | None:
    """A rival in a sentence behind a place that the sentence puts in its stead."""
    said, kinds = quoted(reading, *place), reading.item_kinds(place)
    rivals = [
        at for at in stances.asserted_rivals(reading, first, stop, kinds) if not is_of_another(reading, first, at)
    ]
    if not is_asked:
        for at in (at for cue in reading.cues("contrast", first, stop) for at in _but_it_is(reading, cue, kinds)):
            return flag_at(reading, "conceded", f"{said}, but {quoted(reading, at)}", (at, at + 1))
        for kind, reason, at in _set_against(reading, first, stop, rivals, kinds):
            return flag_at(reading, kind, reason.format(said, quoted(reading, at)), (at, at + 1))
    for at in _not_ruled_out(reading, first, stop, rivals):
        return flag_at(reading, "hedged", f"{said} or {quoted(reading, at)}", (at, at + 1))
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
        if not denial.is_denied(reading, (found, found + 1)) and not is_of_another(reading, cue.end, found):
            yield found


TOO = words("zbyt za too")
"""What makes a possibility none: "zbyt daleko, by mógł być Gdańskiem"."""


def _not_ruled_out(reading: Reading, first: int, stop: int, rivals: list[int]) -> Iterator[int]:
    """Rivals behind what says that they are not ruled out, in its clause."""
    for cue in (cue for name in ("possible", "may") for cue in reading.cues(name, first, stop)) if rivals else ():
        if any(reading.cues(name, cue.end, stop) for name in ("contrast", "fails", "deny", "although")):
            continue
        if any(reading.seen.tokens[at].lower() in TOO for at in range(first, cue.start)):
            continue
        end = reading.on(cue.end + 1, CLAUSE)
        before = reading.back(cue.start, CLAUSE)
        yield from (at for at in rivals if before <= at < cue.start or cue.end <= at < end)


def _set_against(
    reading: Reading, first: int, stop: int, rivals: list[int], kinds: frozenset[str]
) -> Iterator[tuple[str, str, int]]:
    """Rivals behind a conclusion or a *but*; before what else was asked for, only those of strictly the same kind."""
    last = max((at for at in range(first, stop) if reading.wanted[at]), default=-1) if rivals else -1
    for stance, kind, reason in SUPERSEDING if rivals else ():
        for cue in reading.cues(stance, first, stop):
            if stance == "contrast" and speaks_of_another(reading, first, cue.start):
                continue
            if stance == "amend" and reading.any_cue(SOURCES, reading.back(cue.start, CLAUSE), cue.start):
                continue
            if not reading.seen.lemmas[cue.start].isdisjoint(denial.ANSWER) and not _is_the_answer(reading, cue):
                continue
            for at in rivals:
                if (
                    cue.end <= at < _end_of_claim(reading, cue, stop)
                    and not _is_said_of_another_part(reading, cue, at)
                    and _is_level(reading, cue, at)
                    and (at > last or _is_strong(reading, at, kinds))
                ):
                    yield kind, reason, at


def _is_said_of_another_part(reading: Reading, cue: Cue, at: int) -> bool:
    """Whether a conclusion names what was asked for, and the rival stands behind a semicolon."""
    part = reading.on(cue.end, PART)
    return cue.stance == "conclude" and part <= at and reading.any_wanted(cue.end, part)


def _end_of_claim(reading: Reading, cue: Cue, stop: int) -> int:
    """Where a clause begins that sets something else against the claim behind a cue: ", a inny ...", ", while ..."."""
    return next(
        (
            at for at in range(cue.end + 1, stop)
            if reading.seen.gaps[at] & COMMA and reading.seen.tokens[at].lower() in AGAINST
            and reading.seen.tokens[min(at + 1, stop - 1)].lower() != "nie"
        ),
        stop,
    )  # fmt: skip


AGAINST = words("a zaś natomiast podczas while whereas")


def _is_level(reading: Reading, cue: Cue, at: int) -> bool:
    """Whether a rival is no remark in brackets behind its cue."""
    if not reading.seen.bracketed[at]:
        return True
    return any(reading.seen.gaps[there] & OPEN for there in range(max(0, cue.start - 2), cue.start + 1))


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
    if not rivals or reading.any_wanted(first, stop) or reading.cues("aside", first, stop):
        return
    seen, topic = reading.seen, reading.question.topic
    named = [at for at in range(first, stop) if len(seen.tokens[at]) > 3 and not seen.lemmas[at].isdisjoint(topic)]
    for at in rivals if len(named) > 1 else ():
        begin = max(first, reading.back(at, CLAUSE & ~QUOTE))
        is_said = not speaks_of_another(reading, first, begin) and any(
            not seen.lemmas[there].isdisjoint(denial.COPULA) for there in range(max(begin, at - 4), at)
        )
        if is_said and _is_strong(reading, at, kinds):
            yield at
