"""All right readings of an expression, whatever stands around it (NORMALISE 12.2).

Options are alternatives; an alternative is a row of segments, of which each is one of several phrases. `("", "i")` is a
word that may be left out. The combinations are never written out: `lattice` folds them into the alignment.
"""

from functools import lru_cache
from typing import NamedTuple

from . import nouns
from .lists import CENTS, MONTHS
from .nouns import CASES
from .numerals import all_cardinals, cardinal, digits, unique
from .ordinals import LARGEST_ORDINAL, adjective, all_ordinals, ordinal
from .scan import LONGEST_NUMBER

Phrases = tuple[str, ...]
Alternative = tuple[Phrases, ...]
Options = tuple[Alternative, ...]


class Said(NamedTuple):
    """What a reader makes of the tokens from a place on: how many they are, how they are said, how else they may be."""

    length: int
    reading: str
    options: Options
    kind: str


def then(options: Options, *segments: Phrases) -> Options:
    """Every alternative with more segments after it."""
    return tuple(alternative + segments for alternative in options)


def spelled(text: str) -> str:
    """A group of digits in a code: leading zeros one by one, then a number.

    >>> spelled("007"), spelled("115"), spelled("00")
    ('zero zero siedem', 'sto piętnaście', 'zero zero')
    """
    rest = text.lstrip("0")
    if len(rest) > 6:
        return digits(text)
    zeros = ["zero"] * (len(text) - len(rest))
    return " ".join([*zeros, cardinal(int(rest))] if rest else zeros)


@lru_cache(4096)
def group(text: str) -> Phrases:
    """A group of digits: as a number in all cases if it has no leading zero, else with the zeros; digit by digit."""
    if text[0] != "0" and len(text) <= LONGEST_NUMBER:
        return unique((*all_cardinals(int(text)), digits(text)))
    return unique((spelled(text), digits(text)))


_GROUPED = {3: ((1, 2),), 4: ((2, 2),), 5: ((2, 3),), 6: ((3, 3), (2, 2, 2)), 9: ((3, 3, 3),)}
"""How the digits of a code are said in groups."""


def _in_groups(text: str, sizes: tuple[int, ...]) -> Alternative:
    found, at = [], 0
    for size in sizes:
        found.append(group(text[at : at + size]))
        at += size
    return tuple(found)


@lru_cache(4096)
def whole(text: str) -> Options:
    """Readings of a whole number of any length: cardinal, ordinal, digits, groups, and of four digits a time."""
    found: list[Alternative] = []
    if (text[0] != "0" or text == "0") and len(text) <= LONGEST_NUMBER:
        found.append((all_cardinals(int(text)),))
        if 0 < int(text) <= LARGEST_ORDINAL:
            found.append((all_ordinals(int(text)),))
    if len(text) > 1:
        found.append((unique((digits(text), spelled(text))),))
    found += [_in_groups(text, sizes) for sizes in _GROUPED.get(len(text), ())]
    if len(text) == 4 and int(text[:2]) <= 24 and int(text[2:]) < 60:
        found += clock(int(text[:2]), int(text[2:]))[:1]
    return tuple(found)


_PLACES = {1: "dziesiąty", 2: "setny", 3: "tysięczny"}


def _adjectives(lemma: str, gender: str) -> Phrases:
    return unique(adjective(lemma, case, gender, number) for number in ("sg", "pl") for case in CASES)


@lru_cache(4096)
def decimal(before: str, part: str) -> Options:
    """Readings of a decimal number: przecinek, kropka, i; dziesiątych and setnych; i pół, półtora, i ćwierć."""
    ones = group(before)
    found: list[Alternative] = [(ones, ("przecinek", "i", "", "kropka", "koma"), unique((spelled(part), *group(part))))]
    if len(part) in _PLACES and int(part):
        tail = all_cardinals(int(part)), _adjectives(_PLACES[len(part)], "f")
        found.append((ones, ("", "cała", "całe", "całych"), ("i", ""), *tail))
        if not int(before):
            found.append(tail)
    if part.rstrip("0") == "5":
        found.append((ones, ("i pół",)))
        if int(before) < 2:
            found.append((("półtora", "półtorej") if int(before) else ("pół",),))
    if part.rstrip("0") == "25":
        found.append((ones, ("i ćwierć",)))
    if not int(part):
        found.append((ones,))
    return tuple(found)


def unit(base: str, tail: str = "") -> Alternative:
    """A unit in all its forms, with what follows it: kilometr na godzinę, metr kwadratowy."""
    if tail in ("kwadratowy", "sześcienny"):
        return nouns.forms(base), _adjectives(tail, "m3")
    if tail == "Celsjusza":
        return nouns.forms(base), (tail, "")
    return (nouns.forms(base), (tail,)) if tail else (nouns.forms(base),)


def money(before: str, part: str, base: str) -> Options:
    """Readings of an amount with cents: cztery złote (i) czterdzieści groszy, cztery czterdzieści."""
    cents = int(part.ljust(2, "0"))
    amount, small = (group(before), nouns.forms(base)), (all_cardinals(cents), nouns.forms(CENTS[base]))
    found: list[Alternative] = [(*amount, ("i", ""), small[0], (*small[1], ""))]
    found.append((group(before), group(part.ljust(2, "0"))))
    if not cents:
        found.append(amount)
    if not int(before):
        found.append(small)
    return tuple(found)


def metres(before: str, part: str) -> Options:
    """1,75 m as people say heights: metr siedemdziesiąt pięć (centymetrów)."""
    tail = nouns.forms("metr"), group(part), ("", *nouns.forms("centymetr"))
    return ((group(before), *tail), tail) if before == "1" else ((group(before), *tail),)


def of_a_point(before: str, part: str) -> Options:
    """What a point with two digits may be besides a decimal: a time, and a day of a month."""
    if len(before) > 2 or len(part) != 2:
        return ()
    found: Options = ()
    if int(before) <= 24 and int(part) < 60:
        found += clock(int(before), int(part))
    if 1 <= int(before) <= 31 and 1 <= int(part) <= 12:
        months = MONTHS[int(part) - 1], *all_ordinals(int(part)), *all_cardinals(int(part))
        found += ((unique((*all_ordinals(int(before)), *all_cardinals(int(before)))), unique(months)),)
    return found


_QUARTER = {15: ("kwadrans",)}


@lru_cache(4096)
def clock(hours: int, minutes: int) -> Options:
    """Readings of a time: with zero, on the 12-hour clock, wpół do, kwadrans, za dziesięć, dziesięć po."""

    def hour(*values: int) -> Phrases:
        return unique(ordinal(value, case, "f") for value in values for case in CASES)

    twelve = (hours - 1) % 12 + 1
    exact = unique((*hour(hours), *all_cardinals(hours)))
    number = all_cardinals(minutes)
    said = [*number, *(f"{cardinal(minutes)} {form}" for form in ("minut", "minuty", "minutę"))]
    if minutes < 10:
        said += [f"zero {cardinal(minutes)}", *([] if minutes else [""])]
    found: list[Alternative] = [(exact, tuple(said))]
    if hours != twelve and hours:
        found.append((hour(twelve), tuple(said)))
    here, coming = hour(hours, twelve), hour((hours + 1) % 24, hours % 12 + 1)
    if minutes == 30:
        found.append((("wpół do", "w pół do", "pół do"), coming))
    if 0 < minutes < 30:
        found.append(((*number, *_QUARTER.get(minutes, ())), ("po",), here))
    if minutes > 30:
        found.append((("za",), (*all_cardinals(60 - minutes), *_QUARTER.get(60 - minutes, ())), coming))
    return tuple(found)


def ratio(left: str, right: str) -> Alternative:
    return group(left), ("do", "", "na"), group(right)
