"""Phone numbers, postal codes, letters with digits, compounds with a number, numbers too long or with leading zeros."""

import re

from . import nouns
from . import options as said
from .agreeing import after_numbered, with_ending
from .counting import unit_case
from .lists import CALLING, LETTER_UNITS, ROMAN_ADJECTIVES, SECRETS, UNITS
from .measures import Unit, unit_at
from .numerals import all_cardinals, cardinal, digits, unique
from .options import Alternative, Options, Said, then, whole
from .ordinals import ROMAN, all_ordinals, called, compound, compounds
from .scan import LONGEST_NUMBER, Scan, value

_DIGITS = re.compile(r"\d+")
_DASH = re.compile("[-–]")
_NAMED = re.compile("(?:s?t)?(ka|ki|kę|ką|ce|ek|kach|kami|kom)")
_LETTERS_FIRST = re.compile(r"([^\W\d_]+)[-–]?(\d+)(?:[-–.,](\d+))?([^\W\d_]?)")


def digit_by_digit(scan: Scan, i: int) -> Said | None:
    """Numbers that no numeral says: after PIN and hasło, with leading zeros, or longer than fifteen digits."""
    text = value(scan.at(i))
    if len(text) > LONGEST_NUMBER:
        return Said(1, digits(text), (), "digits")
    if len(text) > 3 and scan.kind(i) == "whole" and any(scan.low(k) in SECRETS for k in range(i - 5, i)):
        return Said(1, digits(text), whole(text), "digits")
    if len(text) > 1 and text[0] == "0":
        return Said(1, said.spelled(text) if text.strip("0") == "" else digits(text), whole(text), "digits")
    return None


# ---------------------------------------------------------------- phones and postal codes
def phone(scan: Scan, i: int) -> Said | None:
    """Nine digits in threes after numer, telefon, dzwonić; with +48; or 22 826 10 10."""
    text = scan.at(i).text
    has_code = text.startswith("+48")
    found = _DIGITS.findall(text[3:] if has_code else text)
    if len(found) == 1:
        found = [found[0][at : at + 3] for at in range(0, 9, 3)]
    spaced = " " in text or "\u00a0" in text
    options = _phone_options(found)
    if len(found) == 3 and spaced and not has_code and found[0][0] != "0" and not _is_called(scan, i):
        return None
    reading = " ".join(map(said.spelled, found))
    if has_code:
        reading = "plus czterdzieści osiem " + reading
        options = tuple((("plus", ""), ("czterdzieści osiem", "cztery osiem"), *rest) for rest in options)
    return Said(1, reading, options, "phone")


def called_number(scan: Scan, i: int) -> Said | None:
    """`numer 19 115`: groups that are no phone number of nine digits, each for itself."""
    if not scan.low(i - 1).startswith(("numer", "nr", "telefon", "tel.")):
        return None
    groups = _DIGITS.findall(scan.at(i).text)
    return Said(1, " ".join(map(said.spelled, groups)), whole("".join(groups)), "phone")


def _is_called(scan: Scan, i: int) -> bool:
    return any(scan.low(k).startswith(CALLING) for k in range(i - 4, i))


def _phone_options(found: list[str]) -> Options:
    """In the groups that are written, digit by digit, in pairs, three digits and then pairs."""
    text = "".join(found)
    options: list[Alternative] = [tuple(map(said.group, found)), ((digits(text),),)]
    if len(text) == 9:
        pairs = tuple(map(said.group, re.findall("..", text[1:])))
        options.append((said.group(text[0]), *pairs))
        options.append((said.group(text[:3]), *map(said.group, re.findall("..", text[3:]))))
        options.append(tuple(map(said.group, re.findall("...", text))))
    return tuple(options)


def thirds(scan: Scan, i: int) -> Options:
    """Further readings of a number in groups of three: each group for itself, and as a phone number."""
    found = _DIGITS.findall(scan.at(i).text)
    return _phone_options(found) if len("".join(found)) == 9 else (tuple(map(said.group, found)),)


def postal(scan: Scan, i: int) -> Said | None:
    """00-950; before a unit it is a range."""
    first, second = scan.at(i).text.split("-")
    if first[0] != "0" and unit_at(scan, i + 1):
        return None
    options = ((said.group(first), ("", "myślnik", "kreska"), said.group(second)),)
    return Said(1, f"{said.spelled(first)} {said.spelled(second)}", options, "postal")


# ---------------------------------------------------------------- letters with digits
def lettered(scan: Scan, i: int) -> Said:
    """`S8`, `F-16`, `10A`: the letters stay letters; a unit that touches its number is a unit: 5g."""
    match = _LETTERS_FIRST.fullmatch(scan.at(i).text)
    if match is None:
        return _number_first(scan, i)
    letters, number, more, end = match.groups()
    words, segments = [letters, said.spelled(number)], [(letters,), _code(number)]
    for part in filter(None, (more,)):
        words.append(said.spelled(part))
        segments.append(said.group(part))
    for letter in filter(None, (end,)):
        words.append(letter)
        segments.append((letter,))
    return Said(1, " ".join(words), (tuple(segments),), "letters")


def _code(number: str) -> said.Phrases:
    return unique((*said.group(number), *(all_ordinals(int(number)) if number[0] != "0" else ())))


def _number_first(scan: Scan, i: int) -> Said:
    text = scan.at(i).text
    number, letter = text[:-1], text[-1]
    plain = said.group(number), (letter,)
    if letter in LETTER_UNITS:
        unit = Unit(UNITS[letter.lower()])
        n, case = int(number), unit_case(scan, i, unit.base)
        reading = f"{cardinal(n, case, nouns.gender(unit.base), True)} {unit.counted(n, case)}"
        return Said(1, reading, (*then(whole(number), *unit.options), plain), "unit")
    after = after_numbered(scan, int(number), i) or said.spelled(number)
    return Said(1, f"{after} {letter}", ((_code(number), (letter,)),), "letters")


# ---------------------------------------------------------------- compounds
def compounded(scan: Scan, i: int) -> Said | None:
    """`4-tygodniowy`, `25-lecie`, `XX-wieczny`, and ordinals with an ending: 7-ego."""
    first, second = _DASH.split(scan.at(i).text, maxsplit=1)
    n = int(first) if first.isdecimal() else ROMAN.get(first, -1)
    if n < 0 or (not first.isdecimal() and second not in ROMAN_ADJECTIVES):
        return None
    if name := _NAMED.fullmatch(second):
        reading = called(n, name[1])
        return Said(1, reading, (((reading,),), (all_cardinals(n),)), "compound") if reading else None
    if ordinal := with_ending(scan, i, n, second):
        return Said(1, ordinal, ((all_ordinals(n),),), "ordinal")
    options: list[Alternative] = [(tuple(part + second for part in compounds(n)),), (all_cardinals(n), (second,))]
    if n == 2:
        options.append((tuple(part + second for part in ("dwo", "dwój")),))
    return Said(1, compound(n) + second, tuple(options), "compound")
