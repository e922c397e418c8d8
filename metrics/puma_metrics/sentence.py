"""A sentence of the grader: a kind and its values, said in a language by that language's table.

Code makes `Sentence("absent", phrase="kot")`; the tables in `sentences` hold how each kind is said. A gap of a table
may say how its value is shown: `{phrase:q}` in the language's quotation marks, `{name:n}` as a name, `{cell:r}` as
Python's repr or in quotation marks, `{place:place}` as
a range, `{share:.1f}` with the language's decimal mark, `{left:;}` with semicolons between and `{lines:/}` on lines of
their own, `{count:,}` with its thousands apart, `{n:word|words}` with its noun.
"""

from collections.abc import Mapping
from functools import cache
from string import Formatter
from typing import Any

from .sentences import LANGUAGES

MARKS = {
    "en": {"q": '""', "n": "''", "r": "''", "point": ".", "thousands": ",", "to": "-"},
    "pl": {"q": "„”", "n": "„”", "r": "„”", "point": ",", "thousands": "\N{NO-BREAK SPACE}", "to": "–"},
}
"""What encloses quotations, names and what a sheet holds, the decimal mark, and what stands between numbers."""
BETWEEN = {";": "; ", "/": "\n"}
"""What stands between the items of a list; else a comma."""


class Sentence(str):
    """A sentence that knows its kind and values; as a text it is the English one, so that it goes wherever a text goes.

    >>> told = Sentence("absent", phrase="kot")
    >>> print(told)
    "kot" absent
    >>> in_language(told, "pl")
    '„kot” nie występuje'
    """

    kind: str
    values: Mapping[str, Any]

    def __new__(cls, kind: str, /, **values: Any) -> "Sentence":
        sentence = super().__new__(cls, _spoken(kind, values, "en"))
        sentence.kind, sentence.values = kind, values
        return sentence

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]:
        return (self.kind,), dict(self.values)  # so that it comes whole out of another process

    def plain(self) -> dict[str, Any]:
        """The kind and the values as plain Python, for JSON: what no language is in.

        >>> Sentence("at", place=(0, 3)).plain()
        {'kind': 'at', 'values': {'place': [0, 3]}}
        """
        return {"kind": self.kind, "values": {name: plain(value) for name, value in self.values.items()}}

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> "Sentence":
        """The sentence that `plain` wrote down. Raises KeyError for an unknown kind and for a missing value.

        >>> Sentence.of({"kind": "at", "values": {"place": [0, 3]}})
        'at 0-3'
        """
        return cls(record["kind"], **{name: _read(value) for name, value in record["values"].items()})


def plain(value: Any) -> Any:
    """A sentence's value, or a sentence, as JSON has it."""
    if isinstance(value, Sentence):
        return value.plain()
    return [plain(item) for item in value] if isinstance(value, tuple | list) else value


def _read(value: Any) -> Any:
    if isinstance(value, Mapping):
        return Sentence.of(value)
    return tuple(_read(item) for item in value) if isinstance(value, list) else value


def in_language(text: str, language: str) -> str:
    """A sentence in a language, `en` or `pl`; a text that is no Sentence stays as it is."""
    return _spoken(text.kind, text.values, language) if isinstance(text, Sentence) else str(text)


def together(*items: str) -> str:
    """Sentences one after the other, a comma between; one alone is itself."""
    return items[0] if len(items) == 1 else Sentence("several", items=items)


def _spoken(kind: str, values: Mapping[str, Any], language: str) -> str:
    pieces = (
        before if name is None else before + _shown(values[name], spec, language)
        for before, name, spec in _pieces(kind, language)
    )
    return "".join(pieces)


@cache
def _pieces(kind: str, language: str) -> tuple[tuple[str, str | None, str], ...]:
    """A sentence of a table cut at its gaps: what stands before each, the name of its value, and how that is shown."""
    parsed = Formatter().parse(LANGUAGES[language][kind])
    return tuple((before, name, spec or "") for before, name, spec, _ in parsed)


def _shown(value: Any, spec: str, language: str) -> str:
    """A value in the gap of a sentence."""
    marks = MARKS[language]
    if spec in ("q", "n", "r") and isinstance(value, str):
        return repr(str(value)) if spec == "r" and language == "en" else f"{marks[spec][0]}{value}{marks[spec][1]}"
    if isinstance(value, Sentence):
        return in_language(value, language)
    if spec == "place":
        return marks["to"].join(map(str, value))
    if isinstance(value, tuple | list):
        inner = "" if spec in BETWEEN else spec
        return BETWEEN.get(spec, ", ").join(_shown(item, inner, language) for item in value)
    if "|" in spec:
        return f"{value} {form(value, spec.split('|'), language)}"
    return _number(value, spec, marks)


def _number(value: Any, spec: str, marks: Mapping[str, str]) -> str:
    if isinstance(value, float):
        return format(value, spec).replace(".", marks["point"])
    return format(value, spec).replace(",", marks["thousands"]) if spec == "," else format(value, spec)


def form(number: int, forms: list[str], language: str) -> str:
    """The form of a noun that goes with a number: singular and plural, in Polish with the plural of 2 to 4 between.

    >>> [form(number, ["słowo", "słowa", "słów"], "pl") for number in (1, 2, 5, 12, 22)]
    ['słowo', 'słowa', 'słów', 'słów', 'słowa']
    >>> form(0, ["word", "words"], "en")
    'words'
    """
    if number == 1:
        return forms[0]
    is_few = number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14)
    return forms[1] if language == "en" or is_few else forms[2]


def quotation(text: str) -> str:
    """A text cut to the length in which sentences quote."""
    return text if len(text) <= 60 else text[:57] + "..."
