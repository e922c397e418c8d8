"""What long runs of letters, digits and signs encode: bytes in base 16, 32, 64 and 85, and characters by their numbers.

Whether a run is a code at all is not asked: what it would encode is looked at, and is seldom a text if it is none.
"""

import base64
import re
from collections.abc import Iterator

SHORTEST = 20
"""Characters of a run that is taken for a code."""

# separators may stand anywhere in a code: line ends, quotation marks, commas; no more than a few together
_BASE64 = re.compile(r"[A-Za-z0-9+/_=-]{8,}(?:[^A-Za-z0-9+/_=-]{1,6}[A-Za-z0-9+/_=-]{4,})*(?:\s[\w+/=-]{1,3}(?!\S))?")
_BASE32 = re.compile(r"[A-Z2-7]{8,}(?:[^A-Za-z0-9]{1,6}[A-Z2-7]{4,})*|[a-z2-7]{8,}(?:[^A-Za-z0-9]{1,6}[a-z2-7]{4,})*")
_HEXADECIMAL = re.compile(r"(?:(?:0x|\\x|%)?[0-9a-fA-F]{2}[^0-9A-Za-z%\\]{0,4}){10,}")
_DECIMAL = re.compile(r"\d{1,7}(?:[^0-9A-Za-z]{1,4}\d{1,7}){9,}")
_BINARY = re.compile(r"(?:[01]{8}[^0-9A-Za-z]{0,4}){10,}")
# as a word of its own, or as several lines of one word each
_BASE85 = re.compile(r"(?m)(?:^[ \t>]*[!-~]{5,}[ \t]*(?:\r?\n|\Z))+")
_WORD85 = re.compile(rf"[!-~]{{{SHORTEST},}}")
# the bytes of a line of `hexdump -C` or `xxd`, and code on a numbered line or in quotation marks, as JSON has parts
_DUMPED = re.compile(
    r"(?m)^[ \t>]*[0-9a-f]{6,8}:?[ \t]+((?:[0-9a-f]{2}(?:[0-9a-f]{2})?[ \t]{1,2}){1,17})", re.IGNORECASE
)
_NUMBERED = re.compile(r"(?m)^[ \t>]*\d+[:.|)]?[ \t]+([A-Za-z0-9+/_=-]{4,})[ \t]*\r?$")
_QUOTED = re.compile(r'"([A-Za-z0-9+/_=-]{12,})"')
_URL_SIGNS = str.maketrans("-_", "+/")


def decoded(text: str) -> Iterator[bytes | str]:
    """The bytes and texts that runs in a text encode, if that is what they are.

    >>> b"Litwo! Ojczyzno moja" in list(decoded("TGl0d28h\\nIE9qY3p5\\nem5vIG1vamE="))
    True
    """
    yield from from_64(text)
    yield from _from_32(text)
    yield from _from_digits(text)
    yield from _from_85(text)


def from_64(text: str) -> Iterator[bytes]:
    """The bytes that runs in base 64 encode, whatever stands between their parts."""
    for parts in (_NUMBERED.findall(text), _QUOTED.findall(text)):
        if len(letters := "".join(parts).translate(_URL_SIGNS).replace("=", "")) >= SHORTEST:
            yield _of_64(letters)
    for run in _BASE64.findall(text):
        words = re.findall(r"[A-Za-z0-9+/_-]+", run)
        letters = "".join(words).translate(_URL_SIGNS)
        if len(letters) >= SHORTEST:
            # a word before the code shifts it
            yield from (_of_64(letters[start:]) for start in range(4))
        if len(words) > 1:
            yield from (_of_64(word.translate(_URL_SIGNS)) for word in words if len(word) >= SHORTEST)


def _of_64(letters: str) -> bytes:
    # one letter alone encodes nothing
    letters = letters[: len(letters) - (len(letters) % 4 == 1)]
    return base64.b64decode(letters + "=" * (-len(letters) % 4))


def _from_32(text: str) -> Iterator[bytes]:
    for run in _BASE32.findall(text):
        letters = "".join(re.findall(r"[A-Za-z2-7]+", run)).upper()
        for start in range(8) if len(letters) >= SHORTEST else ():
            whole = letters[start:]
            whole = whole[: len(whole) - {1: 1, 3: 1, 6: 1}.get(len(whole) % 8, 0)]
            yield base64.b32decode(whole + "=" * (-len(whole) % 8))


def _from_digits(text: str) -> Iterator[bytes | str]:
    if dumped := re.sub(r"\s", "", "".join(_DUMPED.findall(text))):
        yield bytes.fromhex(dumped[: len(dumped) - len(dumped) % 2])
    for run in _HEXADECIMAL.findall(text):
        digits = re.sub(r"0x|[^0-9A-Fa-f]", "", run)
        yield from (bytes.fromhex(digits[start : len(digits) - (len(digits) - start) % 2]) for start in (0, 1))
    for run in _BINARY.findall(text):
        digits = re.sub(r"[^01]", "", run)
        yield bytes(int(digits[at : at + 8], 2) for at in range(0, len(digits) - 7, 8))
    for run in _DECIMAL.findall(text):
        numbers = [int(number) for number in re.findall(r"\d+", run)]
        yield "".join(chr(n) if 0 < n < 0x110000 and not 0xD800 <= n < 0xE000 else " " for n in numbers)
        if all(number < 256 for number in numbers):
            yield bytes(numbers)


def _from_85(text: str) -> Iterator[bytes]:
    blocks = (re.sub(r"[\s]|(?m:^[ \t]*>)", "", block) for block in _BASE85.findall(text))
    for letters in dict.fromkeys([*blocks, *_WORD85.findall(text)]):
        yield from _of_85(letters)


def _of_85(letters: str) -> Iterator[bytes]:
    bare = letters.removeprefix("<~").removesuffix("~>")
    for decode in (base64.a85decode, base64.b85decode) if len(bare) >= SHORTEST else ():
        try:
            yield decode(bare)
        except ValueError:
            continue  # a sign that this code has not, so that it is none
