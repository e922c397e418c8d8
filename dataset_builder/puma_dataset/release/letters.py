"""The form in which texts are compared: letters and digits alone, and the directions in which they may be read."""

import unicodedata
from collections.abc import Sequence

from puma_metrics.text import words1

# strokes, which no normal form takes off, and letters of other scripts that look like Latin ones
_ALIKE = str.maketrans(
    "łøđħıſ" + "авеіјкмнорсѕтухԁԛԝһӏѵ" + "αβγεικνορτυχωϲϳ",
    "lodhis" + "abeijkmhopcstyxdqwhlv" + "abyeiknoptuxwcj",
)
# letters within squares, flags made of two of them, and the letters of tags, which show nothing
_SIGNS = {base + n: chr(97 + n) for base in (0x1F130, 0x1F150, 0x1F170, 0x1F1E6, 0xE0041, 0xE0061) for n in range(26)}


def folded(text: str) -> list[str]:
    """The words of a text in lower case and without diacritics, as somebody types them who has no Polish keyboard.

    >>> folded("Zażółć GĘŚLĄ jaźń!"), folded("Кrаków")
    (['zazolc', 'gesla', 'jazn'], ['krakow'])
    """
    plain = " ".join(words1(text if text.isascii() else text.translate(_SIGNS))).translate(_ALIKE)
    if plain.isascii():
        return plain.split()
    # what loses its marks may be a look-alike then, as й is of u
    bare = "".join(c for c in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(c))
    return bare.translate(_ALIKE).split()


def streams(words: Sequence[str]) -> list[str]:
    """The letters of words in a row: as they are, from behind, each word from behind, and the last word first.

    >>> streams(["ala", "ma"])
    ['alama', 'amala', 'alaam', 'maala']
    """
    forward, turned = "".join(words), "".join(word[::-1] for word in words)
    return list(dict.fromkeys([forward, forward[::-1], turned, turned[::-1]]))
