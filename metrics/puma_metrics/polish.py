"""Polish base forms and valid words, from Morfeusz 2 and its SGJP dictionary (GRADING, sections 2 and 5)."""

import functools
import re
import threading
from dataclasses import dataclass

from .errors import DictionaryMissing

ENDINGS = (
    *("a", "u", "owi", "em", "iem", "ie", "e", "y", "i", "ą", "ę", "o"),  # singular
    *("om", "ami", "ach", "ów"),  # plural
    *("ego", "emu", "im", "ym", "ej", "ych", "ymi", "imi", "owie"),  # of adjectives, and of persons
)
_ENDINGS_BY_LETTER = {ending[-1]: [e for e in ENDINGS if e[-1] == ending[-1]] for ending in ENDINGS}
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
    def key(self) -> str:
        """The base form, marked if the reading is negated."""
        return NEGATED + self.base if is_negated(self.tag) else self.base

    @property
    def is_nominative_plural_noun(self) -> bool:
        parts = self.tag.split(":")
        return parts[0] == "subst" and "pl" in parts[1].split(".") and "nom" in parts[2].split(".")


_SURROGATE = re.compile("[\ud800-\udfff]")
"""Half of a pair, which the dictionary cannot be asked for: no word has one."""
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


def _analyse(word: str) -> list:
    """The dictionary's interpretations of a word in lower case; of a word read only as several segments, of the first.

    The pinned binding's inner object is asked, since the outer one spends nine tenths of its time on describing tags
    that are the same for thousands of words.
    """
    if not 0 < len(word) <= LONGEST_WORD or _SURROGATE.search(word):
        return []
    with _LOCK:
        listed = _morfeusz()._morfeusz_obj.analyse(word)
        if listed[0].isIgn():  # making a list of it would take as long again
            return []
        found = list(listed)
    last = found[-1].endNode
    if last == 1:
        return found
    if "’" in word and without_apostrophe_ending(word) == word:
        return []  # d’Artagnan is not read as d
    first = [i for i in found if i.startNode == 0]
    return [i for i in first if i.endNode == last] or first


@functools.lru_cache(20_000)
def readings(word: str) -> tuple[Reading, ...]:
    """What the dictionary says of a word in lower case, in its order; nothing if it does not know the word.

    >>> [(reading.base, reading.tag) for reading in readings("psem")]
    [('pies', 'subst:sg:inst:m1'), ('pies', 'subst:sg:inst:m2')]
    """
    inner = _morfeusz()._morfeusz_obj
    return tuple(Reading(_base(i.lemma), i.getTag(inner), tuple(i.getName(inner))) for i in _analyse(word))


def _base(lemma: str) -> str:
    """The lemma without its suffix for homonym and gender: `zamek:Sm3~a` is `zamek`."""
    suffix = lemma.find(":", 1)
    return (lemma if suffix < 0 else lemma[:suffix]).lower()


@functools.cache
def _is_negated(tag_id: int) -> bool:
    return is_negated(_morfeusz()._morfeusz_obj.getIdResolver().getTag(tag_id))


def is_negated(tag: str) -> bool:
    parts = tag.split(":")
    return parts[-1] == "neg" and parts[0] in ("ppas", "pact", "ger")


NEGATED = "nie·"


def base_keys(word: str) -> list[str]:
    """The base forms of a word in lower case, those of its negated readings marked with `nie·`; with repetitions.

    >>> sorted(set(base_keys("niewykonany"))), base_keys("netfliksie")
    (['nie·wykonać'], [])
    """
    return [(NEGATED if _is_negated(i.tagId) else "") + _base(i.lemma) for i in _analyse(word)]


def base_forms(word: str) -> tuple[str, ...]:
    """The base forms of a word without its negated readings, each once, in the dictionary's order.

    >>> base_forms("prawa"), base_forms("niewykonany"), base_forms("netfliksie")
    (('prawa', 'prawo', 'prawy'), (), ())
    """
    return tuple(dict.fromkeys(key for key in base_keys(word) if not key.startswith(NEGATED)))


def stems(word: str) -> set[str]:
    """What stands for the base forms of a word (in lower case) that the dictionary does not know.

    The word itself, and the word less an ending where at least four letters are left; an ending after an apostrophe
    is dropped before that.

    >>> sorted(stems("netflixem"))
    ['netflix', 'netflixem']
    """
    if not 0 < len(word) <= LONGEST_WORD:
        return {word} - {""}
    head = without_apostrophe_ending(word)
    found = {head}
    for ending in _ENDINGS_BY_LETTER.get(head[-1], ()):
        if head.endswith(ending) and sum(map(str.isalpha, stem := head[: -len(ending)])) >= 4:
            found.add(stem)
    return found


def without_apostrophe_ending(word: str) -> str:
    """`google’a` is `google`; but `d’artagnan` and `o’brien` begin with an apostrophe of their own and stay whole."""
    head, apostrophe, ending = word.rpartition("’")
    return head if apostrophe and (ending in ENDINGS or len(head) >= 4) else word


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
