"""What an answer says of the errors that others make: "Częsty błąd: ..." names rivals, and claims none."""

from ..text import Span
from .cues import words
from .marks import CLOSE, COMMA, PART, SENTENCE
from .reading import Reading
from .seen import Cue

THIS = words("to ten on taki this that it")
"""What speaks of what stands before it."""
FROM_HEAD = 2
"""Words of a sentence before what makes it a pitfall's: "Uwaga, pułapka:"."""


def pitfalls(reading: Reading, first: int, stop: int) -> list[Cue]:
    """The cues in a sentence by which it tells an error of others, and not that what stands before it is one."""
    return [cue for cue in reading.cues("pitfall", first, stop) if _tells(reading, cue)]


def is_of_pitfall(reading: Reading, place: Span) -> bool:
    """Whether a place is what others take for the answer, before any *but* or other claim of its sentence."""
    first = reading.back(place[0], SENTENCE | PART)
    for cue in pitfalls(reading, first, place[0]):
        is_over = any(reading.cues(name, cue.end, place[0]) for name in ("contrast", "amend"))
        if not is_over and not (reading.any_wanted(*place) and _is_corrected(reading, cue.end, place)):
            return True
    return False


def _is_corrected(reading: Reading, start: int, place: Span) -> bool:
    """Whether a rival stands between, so that the place may be what is right."""
    return bool(reading.rivals(start, place[0], reading.item_kinds(place)))


def _tells(reading: Reading, cue: Cue) -> bool:
    gaps = reading.seen.gaps
    first = reading.back(cue.start, SENTENCE | PART)
    is_head = cue.start - first <= FROM_HEAD and not reading.any_wanted(first, cue.start)
    is_of_before = any(not reading.seen.lemmas[at].isdisjoint(THIS) for at in range(first, cue.start))
    is_told = cue.end < len(reading) and not gaps[cue.end] & (SENTENCE | COMMA | CLOSE | PART)
    return is_head and is_told and not is_of_before
