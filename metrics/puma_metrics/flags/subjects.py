"""Of what a claim speaks: a rival that is said of something else answers another question."""

from functools import lru_cache

from .. import polish
from .cues import words
from .denial import THIS
from .kinds import NAME, NO_ANSWER, NOUN
from .marks import CLAUSE, CLOSE, COMMA
from .reading import Reading

SAYS = words(
    "to być jest był była było są stać leżeć znajdować oznaczać wynosić wynieść brzmieć mieć znaczyć zaczynać kończyć "
    "odjeżdżać przyjeżdżać docierać is was are means has stands lies"
)
"""Verbs that say of a subject what it is, or where."""
BESIDE = words("wcześniejszy późniejszy poprzedni następny kolejny dopiero earlier later previous next")
"""What names another thing of the same row."""
ROLES = NO_ANSWER | words(
    "kompozytor kompozytorka twórca twórczyni autorka projektant projektantka patron adresat wynik różnica "
    "średnia reszta kwota wartość rozwiązanie stolica siedziba bohater poeta pisarz władca król"
)
"""What an answer calls the thing that is asked for."""


def is_of_another(reading: Reading, first: int, at: int) -> bool:
    """Whether the claim of a rival, from `first` on, has a subject that the question does not ask for.

    "„wpół do ósmej” to 19:30", "Kolumna Zygmunta stoi w Krakowie".
    """
    begin = max(first, reading.back(at, CLAUSE & ~CLOSE))
    near = range(begin, min(at + 1, len(reading)))
    if any(not reading.seen.lemmas[there].isdisjoint(BESIDE) for there in near):
        return True
    verb = next((there for there in range(at - 1, begin, -1) if not reading.seen.lemmas[there].isdisjoint(SAYS)), 0)
    if not verb:
        return begin > first and begin < len(reading) and _is_said_of_head(reading, begin)
    if begin in reading.seen.quoted and reading.seen.quoted[begin] <= verb:
        return not reading.any_wanted(begin, verb)
    if any(not reading.seen.lemmas[there].isdisjoint(THIS) for there in range(begin, verb)):
        return False
    return any(_is_subject(reading, there) for there in range(begin, verb))


def speaks_of_another(reading: Reading, first: int, stop: int) -> bool:
    """Whether a stretch names nothing that was asked for, and a name that was not: what is set against it is no answer.

    "Konkurs Chopinowski jest starszy, lecz ..."
    """
    if reading.any_wanted(first, stop):
        return False
    return any(
        NAME in reading.kinds(at) and not reading.cues("source", at, at + 1)
        and reading.seen.lemmas[at].isdisjoint(reading.question.topic)
        for at in range(first + 1, stop)
    )  # fmt: skip


def is_of_something_else(reading: Reading, first: int, stop: int) -> bool:
    """Whether what stands behind a doubt is an indirect question that was not asked: "nie wiem, kto zrobił zdjęcie"."""
    asked = next((at for at in range(first, min(stop, first + 3)) if reading.seen.tokens[at].lower() in ABOUT), stop)
    stop = min(stop, reading.on(asked + 1, CLAUSE))
    return any(_is_subject(reading, at, OBLIQUE) for at in range(asked + 1, stop)) and not any(
        not reading.seen.lemmas[at].isdisjoint(reading.question.topic | ROLES) for at in range(asked + 1, stop)
    )


def _is_said_of_head(reading: Reading, begin: int) -> bool:
    """Whether a clause begins with its verb behind an inserted one: "Poczta, do której idzie, jest otwarta"."""
    if reading.seen.lemmas[begin].isdisjoint(SAYS) or not reading.seen.gaps[begin] & COMMA:
        return False
    head = reading.seen.sentence_of(begin)[0]
    stop = reading.on(head + 1, CLAUSE)
    return stop < begin and any(_is_subject(reading, at) for at in range(head, stop))


OBLIQUE = frozenset(("nom", "gen", "dat", "acc", "inst", "loc"))
ABOUT = words("kto kiedy gdzie skąd dlaczego czemu jak ile kogo komu w co about who when where why how")


def _is_subject(reading: Reading, at: int, cases: frozenset[str] = frozenset(("nom",))) -> bool:
    """Whether a common noun stands in the nominative, or another of the cases, and the question does not ask for it."""
    seen = reading.seen
    if reading.wanted[at] or at in seen.cue_words or NOUN not in reading.kinds(at):
        return False
    said = seen.lemmas[at]
    return said.isdisjoint(reading.question.topic | ROLES) and _is_noun(seen.tokens[at].lower(), cases)


@lru_cache(20_000)
def _is_noun(word: str, cases: frozenset[str]) -> bool:
    """Whether a word in lower case is read as a noun in one of the cases.

    >>> nominative = frozenset(("nom",))
    >>> _is_noun("kolumna", nominative), _is_noun("kolumny", nominative), _is_noun("kolumnie", nominative)
    (True, True, False)
    """
    return any(
        reading.tag.startswith("subst") and not cases.isdisjoint(reading.tag.split(":")[2].split("."))
        for reading in polish.readings(word)
    )
