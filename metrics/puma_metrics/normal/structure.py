"""The four structural operations of the paper's prompt A.2 on a document, and no other (NORMALISE 12.3)."""

import re

from .graphics import without_graphics
from .loops import without_loop

_HYPHEN = re.compile(r"(?<=[^\W\d_])[-\u00ad\u2010\u2011¬][ \t]*+\r?\n[ \t]*+(-?)(?=[^\W\d_])")
_UPPER, _LOWER = "A-ZĄĆĘŁŃÓŚŹŻ", "a-ząćęłńóśźż"
_IN_CAPITALS = rf"[{_UPPER}](?: [{_UPPER}])+(?![^\W_])"
_IN_LOWER_CASE = rf"[{_UPPER}{_LOWER}](?: [{_LOWER}])+(?![^\W_])"
_SPACED = re.compile(
    rf"(?<![^\W_])(?:{_IN_CAPITALS}(?: {{2,}}+{_IN_CAPITALS})*|{_IN_LOWER_CASE}(?: {{2,}}+{_IN_LOWER_CASE})*)"
)
_WORDS_APART = re.compile(" {2,}")
FEWEST_LETTERS = 5
ONE_LETTER_WORDS = frozenset("aiouwz")
_ALPHABET = "aąbcćdeęfghijklłmnńoópqrsśtuvwxyzźż"


def structure1(text: str) -> str:
    """A document without a loop at its end, hyphens at line ends, descriptions of graphics and spaced letters (12.3).

    A text form: a frozen function of the text alone. What no operation applies to stays character by character.

    Args:
        text: Markdown with HTML tables, any string.

    >>> structure1("spóź-\\nnienia <img>logo</img> O K Ó L N I K i tak i tak i tak")
    'spóźnienia  OKÓLNIK i tak'
    """
    text = _HYPHEN.sub(r"\1", without_loop(text))
    return _SPACED.sub(_joined, without_graphics(text))


def _joined(match: re.Match[str]) -> str:
    """Spaced letters as words, unless they are words of one letter or answers in order (A B C D E)."""
    letters = match[0].replace(" ", "").lower()
    if len(letters) < FEWEST_LETTERS or ONE_LETTER_WORDS.issuperset(letters) or _in_order(letters):
        return match[0]
    return " ".join(word.replace(" ", "") for word in _WORDS_APART.split(match[0]))


def _in_order(letters: str) -> bool:
    places = [_ALPHABET.index(letter) for letter in letters]
    return places == sorted(places)
