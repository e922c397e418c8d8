"""What an answer does with its question: it repeats it, or says more than the question allows."""

from ..text import Span
from .flag import Flag
from .kinds import NAME, is_address, is_first_person
from .question import ECHO
from .reading import Reading

MOST_BESIDE = 10
"""Words beside what was asked for that a question which wants nothing else still allows."""
MOST_NAMES = 2
"""Names among them where the question forbids names."""


def is_echo(reading: Reading, place: Span) -> bool:
    """Whether a place lies within at least ECHO words that also stand in the prompt one behind the other."""
    words = reading.seen.tokens
    known = reading.question.runs if len(words) >= ECHO else ()
    if not known:
        return False
    first = max(0, place[1] - ECHO)
    return any(
        tuple(word.lower() for word in words[start : start + ECHO]) in known for start in range(first, place[0] + 1)
    )


def beyond(reading: Reading) -> Flag | None:
    """A flag where the question wants nothing but words or numbers, and the answer says much beside them."""
    question = reading.question
    if not (question.wants_only or question.forbids_names):
        return None
    polite = frozenset(
        reading.seen.sentence[at] for at, word in enumerate(reading.seen.tokens)
        if (is_address(word.lower()) or is_first_person(word.lower())) and not reading.any_wanted(*reading.sentence(at))
    )  # fmt: skip
    beside = [
        at for at in range(len(reading))
        if not reading.wanted[at] and reading.seen.tokens[at].lower() not in question.words
        and reading.seen.lemmas[at].isdisjoint(question.topic) and not reading.is_of_wanted_name(at)
        and reading.seen.sentence[at] not in polite
    ]  # fmt: skip
    names = [at for at in beside if NAME in reading.kinds(at)] if question.forbids_names else []
    if question.wants_only and (len(beside) > MOST_BESIDE or len(names) > MOST_NAMES):
        return Flag("beyond the form", f"{len(beside)} words beside what the question wants alone")
    return None
