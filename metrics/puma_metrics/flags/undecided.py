"""What leaves an answer open, whatever is named beside it: odds, the other way round, one *perhaps* beside another."""

from ..text import Span
from .cues import words
from .reading import REACH, Reading, has
from .seen import CLAUSE, COLON, COMMA, LINE, PART, PERCENT, SENTENCE
from .stances import asserted_rivals

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
    for cue in reading.cues("reverse", place[1], min(len(reading), place[1] + REACH)):
        first = max(place[1], cue.start - NEAR)
        if any(reading.cues(stance, first, cue.start) for stance in ("or", "maybe", "otherwise", "retract", "amend")):
            return True
        if any(reading.cues(stance, max(0, place[0] - REACH), cue.start) for stance in ("condition", "undecided")):
            return True
    return False


def is_bet(reading: Reading, place: Span) -> bool:
    """Whether the answer gives odds: percentages that add up to a hundred, or a low one."""
    shares = reading.shares
    if not shares or "%" in reading.question.marks:
        return False
    if len(shares) > 1:
        return 90 <= sum(share for _, share in shares) <= 110
    at, share = shares[0]
    near = range(max(0, at - 6), min(len(reading), at + 6))
    return share <= LIKELY and any(not reading.seen.lemmas[word].isdisjoint(ODDS) for word in near)


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
    start = reading.seen.sentence_of(place[0])[0]
    for number in range(reading.seen.sentence_number(place[0]), max(-1, reading.seen.sentence_number(place[0]) - 20), -1):
        first, stop = reading.seen.sentences[number]
        if not reading.seen.gaps[stop if number != reading.seen.sentence_number(place[0]) else first] & COLON:
            colon = next((at for at in range(first + 1, min(stop, place[0] + 1)) if reading.seen.gaps[at] & COLON), None)
            if colon is None:
                continue
            stop = colon
        if not reading.cues("open", first, stop):
            return False
        end = min(len(reading), place[1] + REACH)
        items = [at for at in range(stop, end) if reading.seen.gaps[at] & (LINE | COMMA | PART)]
        return len(items) > 1 or (start > stop and len(items) > 0)
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
    for cue in reading.cues("counterfactual", first, place[0]):
        is_over = any(reading.cues(name, cue.end, place[0]) for name in ("contrast", "conclude"))
        if not is_over and not reading.cues("as for", cue.start, cue.start + 1):
            return not reading.any_wanted(reading.on(place[1], CLAUSE), stop) or reading.covered([(cue.end, stop)]) > 1
    return False


def is_conceded(reading: Reading, place: Span) -> bool:
    """Whether the place stands behind *although* or *just as*, and a rival before it in the sentence."""
    first, _ = reading.sentence(place[0])
    for stance in ("although", "compare"):
        for cue in reading.cues(stance, first + 1, place[0]):
            item = reading.item_of[place]
            if asserted_rivals(reading, first, cue.start, reading.item_kinds(place)) and not has(item, (first, cue.start)):
                return True
    return False
