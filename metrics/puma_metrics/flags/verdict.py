"""What contests a pass: the stance of each thing that was asked for, and what supersedes it."""

from collections.abc import Iterator
from dataclasses import dataclass

from ..text import Span
from . import lists, stances
from .kinds import NAME, is_first_person
from .reading import LONGEST_THING, REACH, Reading
from .seen import ASK, CLAUSE, CLOSE, COLON, COMMA, DASH, LINE, OPEN, PART, QUOTE, SENTENCE, STOP, Cue
from .wanted import Item


@dataclass(frozen=True)
class Flag:
    """A kind, and what was seen."""

    kind: str
    reason: str = ""
    place: Span | None = None
    """Where, in characters of the graded answer."""

    def __str__(self) -> str:
        return f"{self.kind}: {self.reason}" if self.reason else self.kind


def contest(reading: Reading) -> list[Flag]:
    """The flags of a pass, each kind once."""
    found: dict[str, Flag] = {}
    for item in reading.items:
        flag = _contested(reading, item)
        if flag:
            found.setdefault(flag.kind, flag)
    return list(found.values())


def _contested(reading: Reading, item: Item) -> Flag | None:
    """The flag of one item: none of its places is sound, or what follows the last sound one supersedes it."""
    last: Flag | None = None
    for place in reversed(item):
        flag = unsound(reading, place)
        if not flag:
            return superseded(reading, place)
        last = last or flag
    return last


def _flag(reading: Reading, kind: str, reason: str, start: int, end: int | None = None) -> Flag:
    spans = reading.seen.raw_spans
    end = start + 1 if end is None else end
    if start >= len(spans):
        return Flag(kind, reason)
    return Flag(kind, reason, (spans[start][0], spans[max(start, min(end, len(spans)) - 1)][1]))


def _quote(reading: Reading, start: int, end: int) -> str:
    words = reading.seen.tokens[start : min(end, start + 8)]
    return '"' + " ".join(words) + '"'


def unsound(reading: Reading, place: Span) -> Flag | None:
    """Why a place is not sound by what stands around it, if it is not."""
    start, end = place
    said = _quote(reading, start, end)
    if stances.is_hidden(reading, place):
        return _flag(reading, "hidden", f"no reader sees {said}", start, end)
    if stances.is_struck(reading, place):
        return _flag(reading, "retracted", f"{said} is struck out", start, end)
    if stances.is_asked(reading, place):
        return _flag(reading, "asked", f"{said} stands in a question", start, end)
    if stances.is_denied(reading, place):
        return _flag(reading, "negated", f"{said} is denied", start, end)
    kinds = reading.item_kinds(place)
    if end - start > LONGEST_THING and reading.cues("or", start, end):
        return _flag(reading, "listed", f"an alternative stands in {said}", start, end)
    if (other := lists.alternative(reading, place)) is not None:
        return _flag(reading, "listed", f"{said} or {_quote(reading, other, other + 1)}", start, end)
    if listed := lists.listed(reading, place):
        number, of, _ = listed
        return _flag(reading, "listed", f"{of} items, {said} is number {number}", start, end)
    if (other := lists.percent(reading, place)) is not None:
        return _flag(reading, "listed", f"{said} and {_quote(reading, other, other + 1)}, each in part", start, end)
    if (other := lists.bare(reading, place)) is not None:
        return _flag(reading, "listed", f"{said} and {_quote(reading, other, other + 1)} side by side", start, end)
    if (other := lists.parallel(reading, place)) is not None:
        return _flag(
            reading, "listed", f"{said} and {_quote(reading, other, other + 1)} in claims of one shape", start, end
        )
    if (other := stances.other_source(reading, place, kinds)) is not None:
        return _flag(reading, "attributed", f"one says {said}, another {_quote(reading, other, other + 1)}", start, end)
    if stances.is_disowned(reading, place, kinds):
        return _flag(reading, "attributed", f"{said} is what somebody else says", start, end)
    if stances.is_example(reading, place):
        return _flag(reading, "hedged", f"{said} is an example, or a guess of one who cannot tell", start, end)
    if stances.is_left_open(reading, place, kinds):
        return _flag(reading, "hedged", f"{said} is left open", start, end)
    if stances.is_candidate(reading, place, kinds):
        return _flag(reading, "listed", f"{said} is one of several", start, end)
    if stances.is_conditional(reading, place, kinds):
        return _flag(reading, "hedged", f"{said} depends on a condition", start, end)
    return None


def superseded(reading: Reading, place: Span) -> Flag | None:
    """What stands behind the last sound place and takes it back, if anything does."""
    start, end = place
    said = _quote(reading, start, end)
    kinds = reading.item_kinds(place)
    for cue in reading.cues("retract", end, len(reading)):
        if _takes_back(reading, cue):
            return _flag(
                reading,
                "retracted",
                f"{said} is taken back by {_quote(reading, cue.start, cue.end)}",
                cue.start,
                cue.end,
            )
    for at in reading.refusals:
        if at >= end and not any(reading.wanted[at : reading.on(at + 1, SENTENCE)]):
            return _flag(reading, "retracted", f"{said} is taken back by {_quote(reading, at, at + 1)}", at)
    is_sourced = stances.is_sourced(reading, place)
    for first, stop in reading.seen.sentences[reading.seen.sentence_number(end - 1) :]:
        first = max(first, end)
        if first < stop and (
            flag := _superseding(reading, place, first, min(stop, first + REACH), kinds, said, is_sourced)
        ):
            return flag
    return None


def _takes_back(reading: Reading, cue: Cue) -> bool:
    """Whether a cue takes back what stands before it: not a word of the question, nor a moment that is no exclamation."""
    seen = reading.seen
    if not seen.lemmas[cue.start].isdisjoint(reading.question.topic):
        return False
    if cue.end - cue.start > 1 or seen.lemmas[cue.start].isdisjoint(INTERJECTIONS):
        return True
    is_alone = (cue.start == 0 or seen.gaps[cue.start]) and (seen.gaps[cue.end] & ~QUOTE)
    return seen.tokens[cue.start].lower() in INTERJECTIONS and bool(is_alone)


INTERJECTIONS = frozenset(
    "chwila moment momencik chwileczka zaraz stop hmm hm oj ojej ups wait sorry oops edit update".split()
)


def _superseding(
    reading: Reading, place: Span, first: int, stop: int, kinds: frozenset[str], said: str, is_sourced: bool
) -> Flag | None:
    is_asked = bool(reading.seen.gaps[stop] & ASK)
    if is_sourced and not is_asked:
        own_view = (
            any(is_first_person(reading.seen.tokens[at].lower()) for at in range(first, stop)) and stop - first > 2
        )
        if reading.cues("contrast", first, stop) or reading.cues("fails", first, stop) or own_view:
            if not any(reading.wanted[first:stop]):
                return _flag(reading, "attributed", f"{said} is what somebody else says", place[0], place[1])
    if undecided := reading.cues("undecided", first, stop):
        if not any(reading.wanted[undecided[0].end : stop]):
            return _flag(
                reading,
                "hedged",
                f"{said} is left open by {_quote(reading, undecided[0].start, undecided[0].end)}",
                undecided[0].start,
            )
    for cue in reading.cues("conclude", first, stop):
        if _is_the_answer(reading, cue) and not any(reading.wanted[cue.end :]):
            return _flag(
                reading, "retracted", f"another answer stands behind {_quote(reading, cue.start, cue.end)}", cue.start
            )
    rivals = stances.asserted_rivals(reading, first, stop, kinds)
    if not rivals and not is_asked:
        for cue in reading.cues("contrast", first, stop):
            if (at := _but_it_is(reading, cue, kinds)) is not None:
                return _flag(reading, "conceded", f"{said}, but {_quote(reading, at, at + 1)}", at)
    if not rivals:
        return None
    other = _quote(reading, rivals[-1], rivals[-1] + 1)
    if not is_asked:
        last_wanted = max((at for at in range(first, stop) if reading.wanted[at]), default=-1)
        for stance, kind, word in SUPERSEDING:
            for cue in reading.cues(stance, first, stop):
                for at in rivals:
                    if at >= cue.end and (at > last_wanted or _is_strong(reading, at, kinds)):
                        return _flag(reading, kind, f"{said} is {word} {_quote(reading, at, at + 1)}", at)
    for stance in ("or", "maybe"):
        for cue in reading.cues(stance, first, min(stop, first + 3)):
            is_same = cue.end < stop and reading.seen.tokens[cue.end].lower() in lists.SAME
            is_offer = is_asked and reading.seen.tokens[cue.start].lower() == "czy"
            if (
                any(cue.end <= at < cue.end + 4 for at in rivals)
                and stop - first <= 10
                and not is_same
                and not is_offer
            ):
                return _flag(reading, "listed", f"{said} or {other}", rivals[-1])
    return None if is_asked else _contradicted(reading, first, stop, kinds, rivals, said)


SUPERSEDING = (
    ("conclude", "retracted", "superseded by"),
    ("amend", "retracted", "amended to"),
    ("contrast", "conceded", "set against"),
)


def _but_it_is(reading: Reading, cue: Cue, kinds: frozenset[str]) -> int | None:
    """A rival right behind "but it is", where even a common noun is one."""
    seen = reading.seen
    stop = min(cue.end + 4, reading.on(cue.end, CLAUSE))
    at = next(
        (at for at in range(cue.end, stop) if seen.tokens[at].lower() in ("to", "is", "it’s", "jest", "był", "była")),
        None,
    )
    found = reading.rivals(at + 1, min(at + 3, stop), kinds, loose=True) if at is not None else []
    return found[0] if found and not stances.is_denied(reading, (found[0], found[0] + 1)) else None


def _is_the_answer(reading: Reading, cue: Cue) -> bool:
    """Whether a cue announces the answer: "Odpowiedź:", "my answer is"."""
    seen = reading.seen
    if seen.lemmas[cue.start].isdisjoint({"odpowiedź", "answer"}) or cue.end >= len(reading):
        return False
    stop = min(cue.end + 3, len(reading))
    return any(
        seen.gaps[at] & COLON or not seen.lemmas[at - 1].isdisjoint(stances.COPULA - {"chodzić"}) and at > cue.end
        for at in range(cue.end, stop)
    )


def _is_strong(reading: Reading, at: int, kinds: frozenset[str]) -> bool:
    """Whether a rival shares more than being a name."""
    return bool(reading.kinds(at) & kinds - {NAME}) or not reading.seen.lemmas[at].isdisjoint(reading.question.rivals)


def _contradicted(
    reading: Reading, first: int, stop: int, kinds: frozenset[str], rivals: list[int], said: str
) -> Flag | None:
    """A claim in the question's own words that answers it otherwise."""
    seen, topic = reading.seen, reading.question.topic
    shared = {
        lemma for at in range(first, stop) if not reading.wanted[at] and len(seen.tokens[at]) > 3
        for lemma in seen.lemmas[at] & topic
    }  # fmt: skip
    named = sum(1 for at in range(first, stop) if not seen.lemmas[at].isdisjoint(shared))
    for at in rivals:
        copula = any(not seen.lemmas[there].isdisjoint(stances.COPULA) for there in range(max(first, at - 4), at))
        if _is_strong(reading, at, kinds) and copula and named >= 2 and not any(reading.wanted[first:stop]):
            return _flag(reading, "retracted", f"{said} is contradicted by {_quote(reading, at, at + 1)}", at)
    return None
