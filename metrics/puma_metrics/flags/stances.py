"""How an answer stands to one place of what was asked for: asserted, or denied, asked, attributed, left open."""

from ..text import Span
from .cues import words
from .denial import concludes, is_denied, is_rhetorical
from .kinds import is_first_person, is_preposition
from .marks import ASK, CLAUSE, COLON, COMMA, DASH, OPEN, PART, SENTENCE
from .reading import REACH, Reading, has
from .seen import Cue


def is_hidden(reading: Reading, place: Span) -> bool:
    start, end = place
    return start == end or any(reading.state.get(at) == "hidden" for at in range(start, min(end, start + REACH)))


def is_struck(reading: Reading, place: Span) -> bool:
    return any(reading.state.get(at) == "struck" for at in range(place[0], min(place[1], place[0] + REACH)))


def is_asked(reading: Reading, place: Span) -> bool:
    """Whether the place stands in a question, and not before a dash behind which something else is asked."""
    end = reading.on(place[1], SENTENCE | PART | DASH)
    return bool(reading.seen.gaps[end] & ASK) and not is_rhetorical(reading, place)


def is_sourced(reading: Reading, place: Span) -> bool:
    """Whether the sentence of the place ascribes it to somebody who is not the one who speaks."""
    first, stop = (
        reading.back(place[0], SENTENCE | PART),
        min(reading.on(place[1], SENTENCE | PART), place[1] + SOURCE_WITHIN),
    )
    for cue in reading.cues("source", first, stop):
        if reading.is_of_wanted_name(cue.start) or (cue.start >= place[1] and not _is_said_behind(reading, cue)):
            continue
        around = reading.seen.tokens[max(first, cue.start - 1) : cue.end + 1]
        if any(is_first_person(word.lower()) for word in around) or not reading.seen.lemmas[cue.start].isdisjoint(
            reading.question.topic
        ):
            continue
        if (
            not reading.cues("contrast", cue.end, place[0])
            and not concludes(reading, cue.end, place[0])
            and not reading.cues("deny", place[1], cue.start)
        ):
            return True
    return False


def _is_said_behind(reading: Reading, cue: Cue) -> bool:
    """Whether a person behind the place says it: *mówi kolega*, and not *uczeń Massarta*."""
    if reading.seen.lemmas[cue.start].isdisjoint(PERSONS):
        return True
    near = range(max(0, cue.start - 2), min(len(reading), cue.end + 2))
    return any(
        cue.start != at and (reading.is_verb(at) or not reading.seen.lemmas[at].isdisjoint(SAYING)) for at in near
    )


PERSONS = words(
    "annotator aunt babcia boss brat brother chłopak ciocia classmate colleague cousin coworker córka dziadek "
    "dziewczyna egzaminator ekspert examiner expert father folks friend grandfather grandmother historyk husband "
    "kierowca kolega koleżanka korepetytor korepetytorka krytyk kuzyn kuzynka ludzie mama matka mother mąż "
    "nauczyciel nauczycielka ojciec people polonista polonistka profesor professor przewodnik przyjaciel "
    "przyjaciółka pupil pupils siostra sister specjalista specjalistka student students syn szef szefowa sąsiad "
    "sąsiadka sędzia tata teacher teściowa teść uczennica uczeń uncle wife wujek znajoma znajomy żona"
)
SAYING = words("zdaniem według mówić twierdzić says said according thinks claims")
SOURCE_WITHIN = 5
"""Words behind a claim within which it is ascribed to somebody."""


def is_disowned(reading: Reading, place: Span) -> bool:
    """Whether somebody says it, and the one who speaks says something else, before or after."""
    kinds = reading.item_kinds(place)
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
    refusals = reading.cues("refuse", max(0, place[0] - 3 * REACH), stop)
    if not refusals:
        return False
    examples = reading.cues("example", first, stop)
    after = reading.cues("contrast", refusals[-1].end, place[0]) or reading.cues("conclude", refusals[-1].end, place[0])
    return bool(examples) or not after


ONE = words("jeden jedna jedno one")
"""What begins an apposition: "Gdynia, jedno z trzech miast"."""


def is_apposition(reading: Reading, cue: Cue) -> bool:
    """Whether "jedno z trzech miast" stands behind the answer, and tells of what kind it is."""
    return (
        reading.seen.tokens[cue.start].lower() in ONE
        and reading.any_wanted(cue.start - 1, cue.start)
        and cue.end < len(reading)
        and not reading.seen.gaps[cue.end]
    )


def is_left_open(reading: Reading, place: Span) -> bool:
    """Whether the sentence of the place says that it cannot decide."""
    kinds = reading.item_kinds(place)
    first, stop = reading.sentence(place[0])
    for cue in reading.cues("undecided", first, stop):
        if cue.end <= place[0] and reading.cues("contrast", cue.end, place[0]):
            continue
        if is_apposition(reading, cue):
            continue
        last_wanted = max((at for at in range(cue.start, stop) if reading.wanted[at]), default=-1)
        last_rival = max(reading.rivals(cue.start, stop, kinds), default=-1)
        if last_wanted < 0 or last_rival > last_wanted:
            return True
    return False


def is_open(reading: Reading, cue: Cue) -> bool:
    """Whether candidates are offered, and neither denied nor ruled out."""
    first, behind = max(0, cue.start - 3), reading.on(cue.end, COMMA | COLON | SENTENCE)
    if reading.seen.gaps[behind] & COMMA and reading.cues("fails", behind, reading.on(behind + 1, CLAUSE)):
        return False
    return not reading.cues("deny", first, cue.start + 1) and not reading.cues("fails", first, cue.start)


def is_candidate(reading: Reading, place: Span) -> bool:
    """Whether the place stands among candidates: what says so, and rivals, stand before or beside it."""
    kinds = reading.item_kinds(place)
    before = reading.back(max(reading.sentence(place[0])[0] - 1, 0), SENTENCE)
    behind = min(len(reading), place[1] + REACH)
    if not (reading.rivals(before, place[0], kinds) or reading.rivals(place[1], behind, kinds)):
        return False
    return any(
        is_open(reading, cue)
        and not reading.cues("conclude", cue.end, place[0])
        and not reading.cues("contrast", cue.end, place[0])
        for cue in reading.cues("open", before, place[0])
    )


def is_conditional(reading: Reading, place: Span) -> bool:
    """Whether the place depends on a condition, and something else is said for the other case."""
    kinds = reading.item_kinds(place)
    first, stop = reading.sentence(place[0])
    others = (
        reading.cues("otherwise", place[1], min(len(reading), stop + REACH))
        if reading.cues("condition", first, place[0])
        else []
    )
    if any(cue.end - cue.start > 1 or reading.seen.tokens[cue.start].lower() == "otherwise" for cue in others):
        return True
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
        or _is_other_case(reading, stop, place)
    )


def other_source(reading: Reading, place: Span) -> int | None:
    """A rival that somebody else says, where the place is what one says."""
    kinds = reading.item_kinds(place)
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
        if (found := reading.rivals(cue.end, stop, kinds, loose)) and not reading.any_wanted(cue.end, found[0]):
            return found[0]
    return None


def _is_other_case(reading: Reading, start: int, place: Span) -> bool:
    """Whether the sentence that begins here speaks of the other case: and adds nothing to this one."""
    stop = reading.on(min(start + 1, len(reading)), SENTENCE)
    cues = [
        cue for cue in reading.cues("condition", start, stop) if not reading.cues("as for", cue.start, cue.start + 1)
    ]
    if not cues or has(reading.item_of[place], (start, stop)):
        return False
    own = reading.sentence(place[0])
    return all(has(item, own) for item in reading.items if has(item, (start, stop)))


def asserted_rivals(reading: Reading, start: int, end: int, kinds: frozenset[str], loose: bool = False) -> list[int]:
    """The rivals in a range of tokens that the answer does not deny."""
    return [
        at for at in reading.rivals(start, end, kinds, loose)
        if not is_denied(reading, (at, at + 1)) and not _is_unreal(reading, at)
    ]  # fmt: skip


def _is_unreal(reading: Reading, at: int) -> bool:
    """Whether a rival is what would come out otherwise."""
    first, stop = reading.back(at, SENTENCE | OPEN), reading.on(at, CLAUSE)
    for cue in reading.cues("counterfactual", first, at):
        if not any(reading.cues(name, cue.end, at) for name in ("contrast", "conclude")):
            return True
    words = (word.lower() for word in reading.seen.tokens[first:stop])
    is_unreal = any(word.endswith(UNREAL) or word == "would" for word in words)
    return is_unreal and (bool(reading.cues("otherwise", first, at)) or _is_elsewhere(reading, at))


def _is_elsewhere(reading: Reading, at: int) -> bool:
    """Whether a clause begins with a place or time that it speaks of: "W Bieszczadach byłby to ryś"."""
    begin = reading.back(at, CLAUSE)
    return begin < at and is_preposition(reading.seen.tokens[begin].lower()) and not reading.any_wanted(begin, at)


UNREAL = ("łby", "łaby", "łoby", "liby", "łyby")
