"""Numbers with units, scales and money: 5 km, 350 tys. zł, 4,40 zł, 1,5 litra."""

import re
from typing import NamedTuple

from . import nouns
from . import options as said
from .counting import unit_case
from .grammar import governor, head, thing
from .lists import (
    CAPITAL_UNITS,
    CENTS,
    COMPOSED_UNITS,
    DOTTED_LETTERS,
    LETTER_UNITS,
    POWERS,
    SCALES,
    UNITS,
)
from .numerals import all_cardinals, cardinal, ends_in_few
from .options import Alternative, Options, Said, then, whole
from .ordinals import adjective
from .scan import NUMBERS, Scan, value

_POWER = re.compile("([kcm]?m)([²³23])")
_CURRENCIES = {form: base for base in CENTS for form in nouns.forms(base)}
_SCALED_CASES = {"w": "l", "we": "l", "przy": "l", "między": "i", "pomiędzy": "i"}
_SCALE_VALUES = {"tysiąc": 10**3, "milion": 10**6, "miliard": 10**9}


class Unit(NamedTuple):
    """A unit of one token: its noun and what follows it (na godzinę, kwadratowy)."""

    base: str
    tail: str = ""

    @property
    def options(self) -> Alternative:
        return said.unit(self.base, self.tail)

    def form(self, number: str, case: str) -> str:
        noun = nouns.noun(self.base, number, case)
        if self.tail in ("kwadratowy", "sześcienny"):
            return f"{noun} {adjective(self.tail, case, 'm3', number)}"
        return f"{noun} {self.tail}" if self.tail else noun

    def counted(self, n: int, case: str) -> str:
        """The unit after the number n in a case: metr, dwa metry, pięć metrów."""
        if n == 1:
            return self.form("sg", case)
        return self.form("pl", case if case not in "na" or ends_in_few(n) else "g")


def unit_at(scan: Scan, i: int) -> Unit | None:
    """The unit that token i is, if it stands after a number."""
    token = scan.at(i)
    if token.kind not in ("word", "abbreviation", "sign"):
        return None
    low = token.low
    if low in COMPOSED_UNITS:
        return Unit(*COMPOSED_UNITS[low])
    if power := _POWER.fullmatch(low):
        return Unit(POWERS[power[1]], "kwadratowy" if power[2] in "²2" else "sześcienny")
    if low in DOTTED_LETTERS:
        is_flat = low == "m." and scan.kind(i + 1) in NUMBERS  # Długa 12 m. 5
        return None if is_flat else Unit(UNITS[low[0]])
    if len(low) == 1 and low.isalpha():
        ends = token.text != "s" or scan.kind(i + 1) != "word"
        return Unit(UNITS[low]) if token.text in LETTER_UNITS and ends else None
    if low not in UNITS or (low in CAPITAL_UNITS and token.text.islower()):
        return None
    return Unit(UNITS[low])


def measured(scan: Scan, i: int) -> Said | None:
    """A whole number with a unit; in `3 do 5 zł` the unit belongs to the last number, and the first agrees with it."""
    digits, at = value(scan.at(i)), thing(scan, i)
    unit = unit_at(scan, at)
    if unit is None:
        return None
    n, case = int(digits), unit_case(scan, i, unit.base, unit.tail)
    number = cardinal(n, case, nouns.gender(unit.base), True)
    if at > i + 1:
        return Said(1, number, whole(digits), "count")
    options = then(whole(digits), *unit.options)
    if n == 1:
        options = (*options, unit.options)
    return Said(2, f"{number} {unit.counted(n, case)}", options, "unit")


def scaled(scan: Scan, i: int) -> Said | None:
    """`350 tys. zł`, `38 mln`: the scale is counted; a unit after it stands in the genitive plural."""
    scale = _scale_at(scan, i + 1)
    if not scale:
        return None
    digits, (word, allowed), unit = value(scan.at(i)), governor(scan, i), unit_at(scan, i + 2)
    n, case = int(digits), _SCALED_CASES.get(word) or next((case for case in "ag" if case in allowed), "n")
    reading = Unit(scale).counted(n, case)
    if n != 1:
        reading = f"{cardinal(n, case)} {reading}"
    options: Options = ((all_cardinals(n), nouns.forms(scale)),)
    if n == 1:
        options = (*options, (nouns.forms(scale),))
    if unit:
        return Said(3, f"{reading} {unit.form('pl', 'g')}", then(options, *unit.options), "scale")
    return Said(2, reading, options, "scale")


def _scale_at(scan: Scan, i: int) -> str:
    token = scan.at(i)
    return SCALES.get(token.low, "") if token.kind in ("word", "abbreviation") else ""


# ---------------------------------------------------------------- decimals
def decimal(scan: Scan, i: int) -> Said:
    """A decimal number with its scale and unit: 1,5 litra, 4,40 zł, 2,3 mln zł, 36,6."""
    before, part = value_and_part(scan, i)
    scale = _scale_at(scan, i + 1)
    unit = unit_at(scan, i + 2 if scale else i + 1) or (None if scale else _currency(scan, i + 1))
    if unit and unit.base in CENTS and len(part) == 2 and not scale:
        return _money(scan, i, before, part, unit)
    base = scale or (unit.base if unit else "")
    reading = _decimal_reading(scan, i, before, part, base)
    options = said.decimal(before, part)
    if "." in scan.at(i).text and scan.kind(i) == "decimal" and not base:
        options += said.of_a_point(before, part)
    if scale:
        reading += f" {nouns.noun(scale, 'sg', 'g')}"
        options = (*then(options, nouns.forms(scale)), *_written_out(before, part, scale))
    if unit:
        reading += f" {unit.form('pl', 'g') if scale else unit.form('sg', 'g')}"
        options = then(options, *unit.options)
        if unit.base in CENTS and len(part) == 1 and not scale:
            options += said.money(before, part, unit.base)
        if unit == Unit("metr") and len(part) == 2 and not scale:
            options += said.metres(before, part)
    return Said(1 + bool(scale) + bool(unit), reading, options, "decimal")


def _currency(scan: Scan, i: int) -> Unit | None:
    """A currency that is written out: 4,50 złotych."""
    base = _CURRENCIES.get(scan.low(i), "") if scan.kind(i) == "word" else ""
    return Unit(base) if base else None


def value_and_part(scan: Scan, i: int) -> tuple[str, str]:
    """The digits before and after the point of the decimal number at token i."""
    text = scan.at(i).text
    if scan.kind(i) == "group":
        before, _, part = text.partition(",")
        return "".join(filter(str.isdigit, before)), part
    before, _, part = text.replace(",", ".").partition(".")
    return before, part


def _written_out(before: str, part: str, scale: str) -> Options:
    """1,5 mln as a whole number, milion pięćset tysięcy, where it is one."""
    value, places = int(before + part) * _SCALE_VALUES[scale], 10 ** len(part)
    return () if value % places or value // places >= 10**15 else ((all_cardinals(value // places),),)


def _decimal_reading(scan: Scan, i: int, before: str, part: str, base: str) -> str:
    gender = ("f" if nouns.gender(base) == "f" else "m3") if base else gender_of_part(scan, i)
    whole_number = said.spelled(before)
    if part != "5" or base == "procent" or not gender:
        return f"{whole_number} przecinek {said.spelled(part)}"
    if int(before) < 2:
        return ("półtorej" if gender == "f" else "półtora") if int(before) else "pół"
    genitive = governor(scan, i).cases == "g"
    return f"{cardinal(int(before), 'g' if genitive else 'n', gender)} i pół"


def gender_of_part(scan: Scan, i: int) -> str:
    """Of what a decimal number counts, f or m3; "" if it counts nothing in the genitive singular."""
    _, found = head(scan, i + 1)
    fitting = (form for form in found if form.number == "sg" and "g" in form.cases)
    return next(("f" if form.gender == "f" else "m3" for form in fitting), "")


def _money(scan: Scan, i: int, before: str, part: str, unit: Unit) -> Said:
    """Złote and grosze, without "i"; what is zero is not said."""
    case = unit_case(scan, i, unit.base).replace("a", "n")
    n, cents, small = int(before), int(part), Unit(CENTS[unit.base])
    amounts = [(n, unit)] if n or not cents else []
    amounts += [(cents, small)] if cents else []
    words = [f"{cardinal(many, case, nouns.gender(one.base), True)} {one.counted(many, case)}" for many, one in amounts]
    options = (*said.money(before, part, unit.base), *then(said.decimal(before, part), *unit.options))
    return Said(2, " ".join(words), options, "money")
