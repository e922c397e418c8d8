"""How reasons and findings word what they show."""

import re
import unicodedata

_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029]")


def shorten(text: str, length: int = 60) -> str:
    """The text on one line, or its beginning and an ellipsis if it is longer than `length` characters.

    Controls and lone surrogates, which no terminal or file takes, become U+FFFD.

    >>> shorten("Dojechaliśmy szczęśliwie", 14)
    'Dojechaliśmy …'
    """
    return _UNPRINTABLE.sub("\ufffd", text if len(text) <= length else text[: length - 1] + "…")


_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def visible(text: str) -> str:
    """The text with a picture for each control character but tab and newline, so that none reaches a terminal.

    >>> visible("a\\x1b[2J")
    'a␛[2J'
    """
    return _CONTROL.sub(_picture, text)


def _picture(control: re.Match[str]) -> str:
    return chr(0x2400 + ord(control[0])) if control[0] < " " else "␡" if control[0] == "\x7f" else "\ufffd"


_UNSEEN = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")  # marks of direction show: they turn what follows


def one_name(name: str) -> str:
    """A name as it is seen: two that print alike are one, in whatever way their letters are composed.

    >>> one_name(" Bielik\u00a0 11B\u200b"), one_name("go\u0301ra") == one_name("g\u00f3ra")
    ('Bielik 11B', True)
    """
    return visible(" ".join(unicodedata.normalize("NFC", _UNSEEN.sub("", name)).split()))


def counted(number: int, noun: str, plural: str = "") -> str:
    """A number and its noun.

    >>> counted(1, "word"), counted(0, "table"), counted(2, "pass", "passes")
    ('1 word', '0 tables', '2 passes')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {plural or noun + 's'}"
