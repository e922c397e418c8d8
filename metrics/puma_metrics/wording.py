"""How reasons and findings word what they show."""

import re

_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029]")


def shorten(text: str, length: int = 60) -> str:
    """The text on one line, or its beginning and an ellipsis if it is longer than `length` characters.

    Controls and lone surrogates, which no terminal or file takes, become U+FFFD.

    >>> shorten("Dojechaliśmy szczęśliwie", 14)
    'Dojechaliśmy …'
    """
    return _UNPRINTABLE.sub("\ufffd", text if len(text) <= length else text[: length - 1] + "…")


def counted(number: int, noun: str) -> str:
    """A number and its noun.

    >>> counted(1, "word"), counted(0, "table")
    ('1 word', '0 tables')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
