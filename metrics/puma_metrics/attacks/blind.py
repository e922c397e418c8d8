"""Cheap answers of someone who has not seen the rules: from the question alone, or from nothing."""

import json
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any

from ..rules import Extraction
from ..task import Task
from .names import NAMES
from .options import options

MOST_WORDS = 500
"""More words of a prompt are not tried alone."""
MOST_PERMUTED = 4
"""More options than these are not put into every order."""

_ALPHABET = list("AĄBCĆDEĘFGHIJKLŁMNŃOÓPQRSŚTUVWXYZŹŻ")
_MONTHS = [
    "stycznia", "lutego", "marca", "kwietnia", "maja", "czerwca",
    "lipca", "sierpnia", "września", "października", "listopada", "grudnia",
]  # fmt: skip
_LENGTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_ZEROS: dict[str, Any] = {"string": "", "number": 0, "integer": 0, "boolean": False, "array": []}

_NUMBERS = [str(number) for number in range(1001)]
_MORE_NUMBERS = [str(number) for number in range(10_000)]
_AMOUNTS = [f"{cents // 100},{cents % 100:02}" for cents in (*range(1000), *range(1000, 10_001, 10))]
_TIMES = [f"{hour:02}:{minute:02}" for hour in range(24) for minute in range(60)]
_DAYS = [f"{day} {name}" for name, days in zip(_MONTHS, _LENGTHS, strict=True) for day in range(1, days + 1)]


def both_ways(items: Sequence[str], between: str = ", ") -> Iterator[str]:
    """All of the items in one answer, and from the last to the first, which an order tells apart."""
    yield between.join(items)
    yield between.join(reversed(items))


def laid_out(items: Sequence[str]) -> Iterator[str]:
    """All of the items in one answer in other ways than with commas: a line each, slashes, semicolons."""
    for between in ("\n", " / ", "; "):
        yield from both_ways(items, between)


def nothing(task: Task) -> Iterator[str]:
    """No answer, white space, punctuation."""
    yield from ("", " \n\t", "-", "...", "?")


def refusals(task: Task) -> Iterator[str]:
    """Not knowing, and not wanting to answer, in Polish and English."""
    yield from ("nie wiem", "Nie wiem.", "Nie mam pewności.", "Nie mogę odpowiedzieć na to pytanie.", "I don't know.")
    yield from ("Przepraszam, nie widzę obrazu.", "Nie mam dostępu do nagrania.", "Nie potrafię odczytać dokumentu.")


def yes_and_no(task: Task) -> Iterator[str]:
    """Yes and no in one answer."""
    yield from ("tak i nie", "tak, nie", "nie, tak", "Tak albo nie.", "Tak. Nie. Tak.")


def yes_or_no(task: Task) -> Iterator[str]:
    """Yes, and no: one of the two is wrong."""
    yield from ("tak", "nie")


def prompt_echoed(task: Task) -> Iterator[str]:
    """The question as an answer, once and twice, and its words from the last to the first."""
    if task.prompt:
        yield task.prompt
        yield f"{task.prompt}\n{task.prompt}"
        yield " ".join(reversed(task.prompt.split()))


def prompt_words(task: Task) -> Iterator[str]:
    """Each word of the question alone: at most one of them is an answer."""
    words = (task.prompt or "").lower().replace(",", " ").split()
    yield from list(dict.fromkeys(words))[:MOST_WORDS]


def options_listed(task: Task) -> Iterator[str]:
    """Every option that the question offers in one answer, once and three times over."""
    for group in options(task.prompt or ""):
        yield from both_ways(group)
        yield from both_ways(group, " albo ")
        yield from both_ways(group * 3)
        yield from laid_out(group)


def options_alone(task: Task) -> Iterator[str]:
    """Each option that the question offers alone: at most one is right."""
    for group in options(task.prompt or ""):
        yield from group


def options_after_prompt(task: Task) -> Iterator[str]:
    """The question echoed, with each of its options as the answer: at most one is right."""
    for group in options(task.prompt or ""):
        yield from (f"{task.prompt} {option}" for option in group)


def options_in_every_order(task: Task) -> Iterator[str]:
    """A few options in each of their orders: at most one is right."""
    for group in options(task.prompt or ""):
        if 2 < len(group) <= MOST_PERMUTED:
            yield from map(", ".join, permutations(group))


def numbers(task: Task) -> Iterator[str]:
    """0 to 1000 in one answer, up and down, and to 9999."""
    yield from both_ways(_NUMBERS)
    yield from laid_out(_NUMBERS)
    yield from both_ways(_MORE_NUMBERS)


def numbers_alone(task: Task) -> Iterator[str]:
    """Each number from 0 to 1000 alone: at most one is right."""
    yield from _NUMBERS


def amounts(task: Task) -> Iterator[str]:
    """Amounts of money in one answer: to 10 by the hundredth, to 100 by the tenth."""
    yield from both_ways(_AMOUNTS, "; ")


def years(task: Task) -> Iterator[str]:
    """The years 1 to 2030 in one answer."""
    yield from both_ways([str(year) for year in range(1, 2031)])


def dates(task: Task) -> Iterator[str]:
    """Every day of the year in one answer, the month as a word and as a number."""
    yield from both_ways(_DAYS)
    lengths = enumerate(_LENGTHS, 1)
    yield from both_ways([f"{day:02}.{month:02}" for month, days in lengths for day in range(1, days + 1)])


def times(task: Task) -> Iterator[str]:
    """00:00 to 23:59 in one answer."""
    yield from both_ways(_TIMES)


def letters(task: Task) -> Iterator[str]:
    """The alphabet in one answer, with and without the letters that only Polish has."""
    yield from both_ways(_ALPHABET)
    yield from both_ways([letter for letter in _ALPHABET if letter.isascii()])


def letters_alone(task: Task) -> Iterator[str]:
    """Each letter of the alphabet alone: at most one is right."""
    yield from _ALPHABET


def names_listed(task: Task) -> Iterator[str]:
    """All names of one kind in one answer: towns, rivers, composers, months and so on."""
    for names in NAMES.values():
        yield from both_ways(names)
        yield from laid_out(names)


def names_alone(task: Task) -> Iterator[str]:
    """Each name alone: at most one is right; what two kinds share counts once."""
    yield from dict.fromkeys(name for names in NAMES.values() for name in names)


def everything(task: Task) -> Iterator[str]:
    """Every list at once: meets rules that each ask for another kind of thing."""
    lists = [*NAMES.values(), _ALPHABET, _NUMBERS, _AMOUNTS, _TIMES, _DAYS]
    yield from both_ways([", ".join(items) for items in lists], ".\n")


def empty_forms(task: Task) -> Iterator[str]:
    """JSON without content: the schema, which the question shows, filled with null, or with zeros and empty texts."""
    yield from ("{}", "[]", "[{}]", "null")
    for rule in task.rules:
        if isinstance(rule, Extraction) and rule.schema is not None:
            is_list = rule.schema.get("type") == "array"
            properties = (rule.schema.get("items", {}) if is_list else rule.schema).get("properties", {})
            for form in (dict.fromkeys(properties), {name: _zero(about) for name, about in properties.items()}):
                yield json.dumps([form] if is_list else form, ensure_ascii=False)


def _zero(about: Any) -> Any:
    """The emptiest value of a property's type; null where it may be null, or its type is not said."""
    kind = about.get("type") if isinstance(about, dict) else None
    return _ZEROS.get(kind) if isinstance(kind, str) else None
