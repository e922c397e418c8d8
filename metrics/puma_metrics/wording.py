"""How reasons and findings word what they show."""


def shorten(text: str, length: int = 60) -> str:
    """The text, or its beginning and an ellipsis if it is longer than `length` characters.

    >>> shorten("Dojechaliśmy szczęśliwie", 14)
    'Dojechaliśmy …'
    """
    return text if len(text) <= length else text[: length - 1] + "…"


def count(number: int, noun: str) -> str:
    """A number and its noun.

    >>> count(1, "word"), count(0, "table")
    ('1 word', '0 tables')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
