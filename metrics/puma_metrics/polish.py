"""Polish base forms and valid words, from Morfeusz 2 and its SGJP dictionary (GRADING, sections 2 and 5)."""

import functools
import threading
from dataclasses import dataclass

from .errors import DictionaryMissing

ENDINGS = tuple("a u owi em iem ie e y i ą ę o om ami ach ów ego emu im ym ej ych ymi imi owie".split())
ONE_LETTER_WORDS = frozenset("aiouwz")
NO_WORD = frozenset({"ign", "interp", "dig", "sym", "romandig", "brev", "aglt"})
LONGEST_WORD = 100
"""Characters; the dictionary is not asked for a longer word, which is unknown."""


@dataclass(frozen=True)
class Reading:
    """One reading of a word: its base form and grammatical tag, and whether it is a proper name."""

    base: str
    """In lower case, without the dictionary's suffixes for homonyms and gender."""
    tag: str
    labels: tuple[str, ...]

    @property
    def is_name(self) -> bool:
        return any(label != "nazwa_pospolita" for label in self.labels)

    @property
    def is_negated(self) -> bool:
        parts = self.tag.split(":")
        return parts[-1] == "neg" and parts[0] in ("ppas", "pact", "ger")

    @property
    def is_nominative_plural_noun(self) -> bool:
        parts = self.tag.split(":")
        return parts[0] == "subst" and "pl" in parts[1].split(".") and "nom" in parts[2].split(".")


_LOCK = threading.Lock()  # an analyser keeps state between calls


@functools.cache
def _morfeusz():
    try:
        import morfeusz2
    except ImportError as error:
        raise DictionaryMissing from error
    return morfeusz2.Morfeusz(generate=False, case_handling=morfeusz2.IGNORE_CASE, praet="composite")


@functools.cache
def dictionary() -> str:
    """The dictionary's name and date, such as `sgjp-2026.06.01`."""
    with _LOCK:
        return _morfeusz().dict_id().removeprefix("pl.sgjp.")


@functools.lru_cache(20_000)
def readings(word: str) -> tuple[Reading, ...]:
    """What the dictionary says of a word, in its order; of a word read only as several segments, of the first one.

    >>> [(reading.base, reading.tag) for reading in readings("kotom")]
    [('kot', 'subst:pl:dat:m1'), ('kot', 'subst:pl:dat:m2'), ('kota', 'subst:pl:dat:f')]
    """
    if len(word) > LONGEST_WORD:
        return ()
    with _LOCK:
        found = _morfeusz().analyse(word)
    first = [(end, facts) for start, end, facts in found if start == 0 and facts[2] != "ign"]
    last = max((end for _, end, _ in found), default=0)
    whole = [facts for end, facts in first if end == last]
    return tuple(_reading(facts) for facts in whole or [facts for _, facts in first])


def _reading(facts: tuple) -> Reading:
    _, lemma, tag, labels, _ = facts
    suffix = lemma.find(":", 1)
    return Reading((lemma if suffix < 0 else lemma[:suffix]).lower(), tag, tuple(labels))


def base_forms(word: str) -> tuple[str, ...]:
    """The base forms of a word without its negated readings, each once, in the dictionary's order.

    >>> base_forms("prawa"), base_forms("niewykonany"), base_forms("netfliksie")
    (('prawa', 'prawo', 'prawy'), (), ())
    """
    return tuple(dict.fromkeys(reading.base for reading in readings(word) if not reading.is_negated))


def stems(word: str) -> set[str]:
    """What stands for the base forms of a word (in lower case) that the dictionary does not know.

    The word itself, and the word less an ending where at least four letters are left; an ending after an apostrophe
    is dropped before that.

    >>> sorted(stems("netflixem"))
    ['netflix', 'netflixem']
    """
    head = without_apostrophe_ending(word)
    cut = {head[: -len(ending)] for ending in ENDINGS if head.endswith(ending)}
    return {head} | {stem for stem in cut if sum(map(str.isalpha, stem)) >= 4}


def without_apostrophe_ending(word: str) -> str:
    """`google’a` is `google`; but `d’artagnan` and `o’brien` begin with an apostrophe of their own and stay whole."""
    head, _, ending = word.rpartition("’")
    return head if ending in ENDINGS or len(head) >= 4 else word


def is_polish_word(token: str) -> bool:
    """Whether a token is one valid Polish word: letters only, known, and a proper name only if capitalised.

    >>> [is_polish_word(token) for token in ("krata", "rekat", "kraków", "Kraków", "XIV", "a", "b")]
    [True, False, False, True, False, True, False]
    """
    if not token.isalpha():
        return False
    if len(token) == 1:
        return token.lower() in ONE_LETTER_WORDS
    known = [reading for reading in readings(token.lower()) if reading.tag.partition(":")[0] not in NO_WORD]
    return any(token[0].isupper() or not reading.is_name for reading in known)
