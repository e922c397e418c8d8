"""Whether a cue such as *korekta* or *sorry* takes back what stands before it."""

from .cues import words
from .kinds import NAME, NUMBER, TIME, TITLE
from .marks import CLAUSE, CLOSE, COLON, DASH, LINE, OPEN, QUOTE, SENTENCE
from .reading import Reading
from .seen import Cue

INTERJECTIONS = words("chwila moment momencik chwileczka zaraz stop hmm hm oj ojej ups wait sorry oops edit update")
"""Words that take back only where they stand alone."""
CORRECTED = words("poprawka poprawić poprawiony korekta sprostowanie correction corrected revised edit updated")
"""What a remark in brackets calls the answer that stands before it."""
DENIES_WITHIN = 3
"""Words before a cue in which a denial means it: "nie do pomylenia"."""


def takes_back(reading: Reading, cue: Cue) -> bool:
    """Whether a cue takes back what stands before it: no word of the question, no moment that is no exclamation."""
    seen = reading.seen
    if not seen.lemmas[cue.start].isdisjoint(reading.question.topic):
        return False
    if reading.cues("deny", max(cue.start - DENIES_WITHIN, reading.back(cue.start, CLAUSE)), cue.start):
        return False
    if seen.tokens[cue.start].lower() in AFTER and cue.end - cue.start == 2 and not _is_look(reading, cue):
        return False
    is_aside = reading.cues("aside", reading.sentence(cue.start)[0], cue.start)
    if is_aside and not seen.lemmas[cue.start].isdisjoint(CORRECTED):
        return False  # "Ciekawostka: poprawki nanosił ..."
    if _is_remark(reading, cue) or _is_confirmed(reading, cue):
        return False
    if cue.end - cue.start > 1 or seen.lemmas[cue.start].isdisjoint(INTERJECTIONS):
        return True
    is_alone = (cue.start == 0 or seen.gaps[cue.start]) and (seen.gaps[cue.end] & ~QUOTE)
    return seen.tokens[cue.start].lower() in INTERJECTIONS and bool(is_alone)


def _is_look(reading: Reading, cue: Cue) -> bool:
    """Whether *after a second* and the like, or its sentence before, speaks of looking: "po kolejnym odsłuchaniu"."""
    seen, near = reading.seen, range(reading.sentence(cue.start)[0], min(cue.end + 2, len(reading)))
    return any(not seen.lemmas[at].isdisjoint(LOOKS) or seen.tokens[at].lower().endswith(LOOKING) for at in near)


AFTER = words("po przy")
LOOKS = words(
    "analiza lektura weryfikacja namysł kontrola raz ogląd odczyt rzut oględziny podejście próba rozmowa refleksja"
)
LOOKING = ("niu", "ciu")


def _is_confirmed(reading: Reading, cue: Cue) -> bool:
    """Whether a second look finds the same: its sentence, or the next one, says so."""
    stop = reading.on(min(reading.on(cue.end, SENTENCE) + 1, len(reading)), SENTENCE)
    return any(
        not reading.cues("deny", confirmed.start - 1, confirmed.start + 1)
        for confirmed in reading.cues("confirm", cue.end, stop)
    )


def _is_remark(reading: Reading, cue: Cue) -> bool:
    """Whether brackets behind a place call it the corrected one, and name nothing else: "(poprawka po sprawdzeniu)"."""
    seen = reading.seen
    first = reading.back(cue.start, OPEN | LINE)
    if not seen.gaps[first] & OPEN or seen.lemmas[first].isdisjoint(CORRECTED):
        return False
    stop = reading.on(cue.end, CLOSE | LINE)
    return not any(seen.gaps[at] & (COLON | DASH) for at in range(first + 1, stop + 1)) and not any(
        reading.kinds(at) & {NAME, TITLE, NUMBER, TIME} for at in range(first + 1, stop)
    )
