"""Near misses: what keeps a phrase from matching an answer that nearly has it. They explain, and never score."""

import functools
import unicodedata
from collections.abc import Iterator, Sequence

from . import polish, text
from .phrases import Answer, asked, phrase
from .sentence import Sentence

ENGLISH = frozenset(["the", "of", "and", "is", "was", "are", "this", "that", "which", "with", "from", "for", "its"])
_STROKES = str.maketrans("łŁøØđĐ", "lLoOdD")
SHORTEST_WORD = 4
"""Letters; one letter off is no near miss in a shorter word."""
LONGEST = 2_000
"""Words of an answer in which near misses are looked for."""


def near_misses(alternatives: Sequence[str], answer: Answer, normalize: bool) -> tuple[Sentence, ...]:
    """Why each alternative that is not found is a near miss, in the words of a reason.

    >>> near_misses(["Świętokrzyska"], Answer("swietokrzyska"), True)
    ('"swietokrzyska" would match with diacritics',)
    >>> near_misses(["skrzypce"], Answer("Skrzpyce"), True)
    ('one letter off: "Skrzpyce"',)
    """
    found = dict.fromkeys(miss for written in alternatives for miss in _misses(written, answer, normalize))
    return tuple(found) or tuple(_language(answer))


def _misses(written: str, answer: Answer, normalize: bool) -> Iterator[Sentence]:
    if not normalize:
        if phrase(written).is_in(answer):
            yield Sentence("near-form")
        return
    wanted = text.tokens(written)
    folded = [_folded_stems(token) for token in wanted]
    for start in range(min(len(answer.tokens), LONGEST) - len(wanted) + 1):
        window = answer.tokens[start : start + len(wanted)]
        is_folded = all(not stems.isdisjoint(_folded_stems(word)) for stems, word in zip(folded, window, strict=True))
        if is_folded and any(_fold(word) != word.lower() for word in (*window, *wanted)):
            yield Sentence("near-diacritics", words=" ".join(window))
        elif _is_one_off(wanted, window, [asked(token) for token in wanted], answer.keys[start : start + len(wanted)]):
            yield Sentence("near-letter", words=" ".join(window))


def _fold(word: str) -> str:
    """The word in lower case without diacritics."""
    apart = unicodedata.normalize("NFD", word.translate(_STROKES).lower())
    return "".join(char for char in apart if not unicodedata.combining(char))


def _folded_stems(word: str) -> frozenset[str]:
    """Looked up once for all alternatives; a huge word is not worth a place in the cache."""
    return (_stems_of if len(word) <= polish.LONGEST_WORD else _stems_of.__wrapped__)(word)


@functools.lru_cache(20_000)
def _stems_of(word: str) -> frozenset[str]:
    return frozenset(polish.stems(_fold(word)))


def _is_one_off(wanted: Sequence[str], window: Sequence[str], asks: Sequence, keys: Sequence) -> bool:
    """Whether one word of the window is one letter off and all others match."""
    from rapidfuzz.distance import OSA

    off = [
        (word.lower(), there.lower())
        for word, there, ask, key in zip(wanted, window, asks, keys, strict=True)
        if ask.isdisjoint(key)
    ]
    # a number one digit off is another number
    is_long = len(off) == 1 and min(map(len, off[0])) >= SHORTEST_WORD and not off[0][0][0].isdecimal()
    return is_long and OSA.distance(*off[0], score_cutoff=1) == 1


def _language(answer: Answer) -> Iterator[Sentence]:
    words = answer.words1
    if len(words) >= 5 and sum(word in ENGLISH for word in words) * 8 >= len(words):
        yield Sentence("near-english")
