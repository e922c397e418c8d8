"""What leaves an answer open, whatever is named beside it: odds, the other way round, one *perhaps* beside another."""

from ..text import Span
from .cues import words
from .denial import THAT, concludes
from .kinds import is_first_person
from .marks import CLAUSE, COLON, COMMA, LINE, PART, PERCENT, SENTENCE, SLASH
from .reading import REACH, Reading, has
from .runs import RELATIVE
from .seen import Cue
from .stances import UNREAL, asserted_rivals, is_open

NEAR = 4
"""Words between a cue and what it is said of."""
GUESSED = 12
"""Words that a *perhaps* speaks of."""
ODDS = words(
    "prawdopodobieństwo szansa pewność przekonanie probability chance chances odds likelihood confidence likely sure"
)
LIKELY = 60
"""Percent; who is surer than this has decided."""
POLES = {
    **dict.fromkeys(("tak", "yes"), words("nie no")),
    **dict.fromkeys(("nie", "no"), words("tak yes")),
    **dict.fromkeys(("prawda", "true"), words("fałsz false nieprawda")),
    **dict.fromkeys(("fałsz", "false"), words("prawda true")),
}
"""Words that answer a question of two answers, and the other answer."""


def is_reversed(reading: Reading, place: Span) -> bool:
    """Whether the answer says behind a place that it may be the other way round."""
    for cue in () if len(reading.items) < 2 else reading.cues("reverse", place[1], min(len(reading), place[1] + REACH)):
        first = max(place[1], cue.start - NEAR)
        if any(
            reading.cues(stance, first, cue.start)
            for stance in ("or", "maybe", "otherwise", "contrast", "although", "amend")
        ):
            return True
        if any(not reading.seen.lemmas[at].isdisjoint(MAY) for at in range(first, cue.start)):
            return True
        if any(reading.cues(stance, max(0, place[0] - REACH), cue.start) for stance in ("condition", "undecided")):
            return True
    return False


MAY = words("móc could might may")


def is_bet(reading: Reading, place: Span) -> bool:
    """Whether the answer gives odds: percentages that add up to a hundred, or a low one."""
    shares = _shares(reading)
    if not shares or "%" in reading.question.marks:
        return False
    if len(shares) > 1:
        return 90 <= sum(share for _, share in shares) <= 110
    at, share = shares[0]
    near = range(max(0, at - 6), min(len(reading), at + 6))
    return share <= LIKELY and any(not reading.seen.lemmas[word].isdisjoint(ODDS) for word in near)


def is_guessed(reading: Reading, place: Span) -> bool:
    """Whether the one who speaks calls what the sentence says a guess, or *perhaps, for example*; of others it is
    told."""
    begin, stop = reading.sentence(place[0])
    if any(reading.cues("maybe", begin, cue.start) for cue in reading.cues("example", place[0] - 3, place[0])):
        return True
    for cue in reading.cues("guess", max(begin, place[0] - GUESSED), min(stop, place[1] + GUESSED)):
        word = reading.seen.tokens[cue.start].lower()
        is_own = is_first_person(word) or reading.seen.lemmas[cue.start].isdisjoint(GUESSES)
        is_denied = reading.cues("deny", max(begin, cue.start - 2), cue.start)
        if is_own and not is_denied and not concludes(reading, cue.end, place[0]):
            return True
    return False


GUESSES = words("strzelać zgadywać obstawiać")


def _shares(reading: Reading) -> list[tuple[int, int]]:
    """The percentages below a hundred, each with its token."""
    if not (reading.seen.marks & (PERCENT | SLASH) or any(token.lower() in PERCENTS for token in reading.seen.tokens)):
        return []
    return [
        (at, int(token)) for at, token in enumerate(reading.seen.tokens)
        if token.isdecimal() and len(token) < 3 and not reading.wanted[at] and _is_share(reading, at)
    ]  # fmt: skip


def _is_share(reading: Reading, at: int) -> bool:
    tokens, gaps = reading.seen.tokens, reading.seen.gaps
    halves = [there for there in (at, at + 1) if gaps[there] & SLASH and 0 < there < len(reading)]
    if any(tokens[there - 1] == tokens[there] == "50" for there in halves):
        return True
    return bool(gaps[at + 1] & PERCENT) or (at + 1 < len(reading) and tokens[at + 1].lower() in PERCENTS)


PERCENTS = words("procent percent proc")


def is_one_guess(reading: Reading, place: Span) -> bool:
    """Whether a *perhaps* before the place has another one beside it, of something else."""
    own = reading.cues("maybe", max(0, place[0] - 6), place[0])
    if not own:
        return False
    first = reading.seen.lemmas[own[-1].start]
    item = reading.item_of[place]
    around = reading.cues("maybe", max(0, place[0] - REACH), min(len(reading), place[1] + REACH))
    for cue in around:
        if cue.start == own[-1].start or first.isdisjoint(reading.seen.lemmas[cue.start]):
            continue
        stop = min(reading.on(cue.end, SENTENCE | PART), cue.start + GUESSED)
        later = reading.cues("maybe", cue.end, stop)
        stop = later[0].start if later else stop
        if stop > cue.end and not reading.any_wanted(cue.end, stop) and not has(item, (cue.end, stop)):
            return True
    return False


def is_headed(reading: Reading, place: Span) -> bool:
    """Whether the place stands in a list whose heading calls its items possible."""
    gaps = reading.seen.gaps
    for colon in range(place[0], max(0, place[0] - 2 * REACH), -1):
        opens = reading.cues("open", reading.back(colon - 1, SENTENCE), colon) if gaps[colon] & COLON else []
        if any(is_open(reading, cue) for cue in opens):
            end = min(len(reading), place[1] + REACH)
            items = [at for at in range(colon + 1, end) if gaps[at] & (LINE | COMMA | PART)]
            return bool(items) and not any(
                reading.cues(name, colon, place[0]) for name in ("conclude", "contrast", "retract")
            )
    return False


def other_pole(reading: Reading, place: Span) -> int | None:
    """The other of two answers on the other side of an *or*."""
    tokens = reading.seen.tokens
    others = POLES.get(tokens[place[0]].lower()) if place[1] - place[0] == 1 else None
    for cue in reading.cues("or", max(0, place[0] - 1), place[1] + 2) if others else ():
        at = cue.end if cue.start >= place[1] else cue.start - 1
        if 0 <= at < len(reading) and tokens[at].lower() in (others or ()):
            return at
    return None


def is_counterfactual(reading: Reading, place: Span) -> bool:
    """Whether the place is what would be the case if something were so that is not."""
    first, stop = reading.sentence(place[0])
    before = reading.seen.tokens[max(first, place[0] - NEAR) : place[0]]
    if any(word.lower().endswith(UNREAL) or word.lower() == "would" for word in before) and any(
        reading.cues(name, place[1], stop) for name in ("condition", "counterfactual")
    ):
        return True
    for cue in reading.cues("counterfactual", first, place[0]):
        is_over = any(reading.cues(name, cue.end + 1, place[0]) for name in ("contrast", "conclude"))
        if not is_over and not reading.cues("as for", cue.start, cue.start + 1):
            return not reading.any_wanted(reading.on(place[1], CLAUSE), stop) or reading.covered([(cue.end, stop)]) > 1
    return False


AGAINST = words("wbrew contrary despite")
"""What sets a source aside."""


def is_conceded(reading: Reading, place: Span) -> bool:
    """Whether the place stands behind *although* or *just as*, and the answer, or a rival, before that."""
    begin, item = reading.sentence(place[0])[0], reading.item_of[place]
    for cue in (cue for stance in ("although", "compare") for cue in reading.cues(stance, begin, place[0])):
        first = begin if cue.stance == "although" else max(0, place[0] - REACH)
        if has(item, (first, cue.start)):
            continue
        if _is_outdone(reading, cue, place):
            return True
        is_against = not reading.seen.lemmas[cue.start].isdisjoint(AGAINST) and _is_of_phrase(
            reading, cue.end, place[0]
        )
        end = reading.sentence(place[0])[1] if is_against else cue.start
        if asserted_rivals(reading, first, end, reading.item_kinds(place)):
            return True
        if reading.cues("deny", begin, cue.start):
            continue
        if begin < cue.start and not reading.any_wanted(begin, cue.start) and _is_of_clause(reading, cue.end, place[0]):
            return True
    return False


def _is_outdone(reading: Reading, cue: Cue, place: Span) -> bool:
    """Whether the clause behind "choć X ..." answers in the question's words: "..., siedzibą władz jest Y"."""
    comma, stop = reading.on(place[1], COMMA | SENTENCE), reading.sentence(place[0])[1]
    if cue.stance != "although" or comma >= stop or reading.on(cue.end, CLAUSE) < place[0]:
        return False
    if has(reading.item_of[place], (comma, stop)):
        return False
    said = frozenset().union(*reading.seen.lemmas[comma:stop])
    return not said.isdisjoint(reading.question.topic) and bool(
        asserted_rivals(reading, comma, stop, reading.item_kinds(place))
    )


def _is_of_phrase(reading: Reading, start: int, end: int) -> bool:
    """Whether at most a relative clause begins between: "wbrew podręcznikom, które podają X"."""
    marks = [at for at in range(start, end + 1) if reading.seen.gaps[at] & CLAUSE]
    return len(marks) < 2 and all(not reading.seen.lemmas[at].isdisjoint(RELATIVE | THAT) for at in marks)


def _is_of_clause(reading: Reading, start: int, end: int) -> bool:
    """Whether no comma stands between but before *that*."""
    marks = [at for at in range(start, end + 1) if reading.seen.gaps[at] & CLAUSE]
    return all(reading.seen.tokens[at].lower() in THAT for at in marks)


def is_possible(reading: Reading, place: Span) -> bool:
    """Whether the place is what the answer does not rule out."""
    return any(
        not concludes(reading, max(cue.end, place[0] - NEAR), place[0])
        and not reading.cues("contrast", cue.end, place[0])
        for cue in reading.cues("possible", reading.back(place[0], SENTENCE), place[0])
    )


def is_labelled_another(reading: Reading, place: Span) -> bool:
    """Whether the label before the place says nothing but that other answers follow: "inne: [...]"."""
    gaps = reading.seen.gaps
    colon = next((at for at in range(place[0], max(0, place[0] - LABELLED), -1) if gaps[at] & COLON), 0)
    if not colon or reading.any_wanted(0, colon):
        return False
    label = range(max(reading.back(colon - 1, CLAUSE), colon - 2), colon)
    return all(not reading.seen.lemmas[at].isdisjoint(ANOTHER) for at in label)


LABELLED = 8
"""Words behind a label's colon that it is said of."""
ANOTHER = words(
    "inny inne pozostały alternatywa alternatywny alternatywnie możliwy możliwość mozliwosci mozliwosc kandydat "
    "odrzucony odrzucone wariant other others alternative alternatives possible candidate candidates rejected"
)


def is_one_try(reading: Reading, place: Span) -> bool:
    """Whether the place is the first or second of several tries, each numbered or lettered."""
    own = [cue for cue in reading.cues("variant", max(0, place[0] - 7), place[0]) if _is_numbered(reading, cue)]
    if not own:
        return False
    words = reading.seen.lemmas[own[-1].start]
    for cue in reading.cues("variant", max(0, place[0] - REACH), min(len(reading), place[1] + REACH)):
        if (
            cue.start != own[-1].start
            and _is_numbered(reading, cue)
            and not words.isdisjoint(reading.seen.lemmas[cue.start])
        ):
            return True
    return False


def _is_numbered(reading: Reading, cue: Cue) -> bool:
    """Whether a number or a letter stands beside a word; "raz" numbers by itself."""
    seen = reading.seen
    beside = [seen.tokens[at] for at in (cue.start - 1, cue.end) if 0 <= at < len(reading) and not reading.wanted[at]]
    lemmas = frozenset().union(*(seen.lemmas[at] for at in (cue.start - 1, cue.end) if 0 <= at < len(reading)))
    word = seen.tokens[cue.start].lower()
    if word == "razem" or not seen.lemmas[cue.start].isdisjoint(reading.question.topic):
        return False
    is_alone = word in ("raz", "half")
    return (
        is_alone
        or not lemmas.isdisjoint(ORDINALS)
        or any((len(token) == 1 and token.isupper()) or token.isdecimal() for token in beside)
    )


ORDINALS = words("pierwszy drugi trzeci first second third one two three other mój my best")


DRAFTED = 8
"""Words between a thing and what calls it a draft."""


def is_draft(reading: Reading, place: Span) -> bool:
    """Whether the place is called a draft, and something else follows it as the answer."""
    first = max(reading.back(place[0], SENTENCE), place[0] - DRAFTED)
    stop = min(reading.on(place[1], SENTENCE), place[1] + DRAFTED)
    if not reading.cues("provisional", first, place[0]) and not reading.cues("provisional", place[1], stop):
        return False
    return any(
        not reading.any_wanted(cue.end, len(reading))
        for stance in ("conclude", "contrast", "amend", "retract")
        for cue in reading.cues(stance, place[1], len(reading))
    )


def is_part_of_a_title(reading: Reading, place: Span) -> bool:
    """Whether a title of one word begins another title, which a sentence with a denial names: „Psy” that of „Psy 2”."""
    end = reading.seen.quoted.get(place[0], 0)
    first, _ = reading.sentence(place[0])
    if place[1] - place[0] > 1 or end <= place[1] or reading.any_wanted(place[1], end):
        return False
    return any(first <= at < place[0] for at in reading.refusals) or bool(reading.cues("deny", first, place[0]))
