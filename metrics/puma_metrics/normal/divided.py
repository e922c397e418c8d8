"""Two numbers with a sign between them: ranges, ratios and scores, fractions, street numbers."""

import re

from . import options as said
from .clock import near_opening
from .counting import count_of, unit_case
from .dates import DAYS, day_case
from .grammar import bases, governor, head, is_verb
from .lists import MONTHS, NOT_TAKING
from .measures import gender_of_part, unit_at
from .nouns import CASES
from .nouns import gender as gender_of
from .numerals import GENDERS, all_cardinals, cardinal, ends_in_few
from .options import Alternative, Options, Said, then
from .ordinals import all_ordinals, ordinal
from .scan import LONGEST_NUMBER, Scan

_DASH = re.compile("[-–—]")
LARGEST_DENOMINATOR = 20
_HALVES = {(1, 2): ("pół", "połowa", "połowę", "połowy"), (1, 4): ("ćwierć",)}
_VULGAR = {"½": (1, 2), "¼": (1, 4), "¾": (3, 4), "⅓": (1, 3), "⅔": (2, 3)}


# ---------------------------------------------------------------- ranges
def range_(scan: Scan, i: int) -> Said:
    """`2-3 dni`, `15–18 lat`, `10-12 maja`, `20-30 zł`: both numbers, without do (NORMALISE 12.1)."""
    first, second = _DASH.split(scan.at(i).text)
    options, unit = _range_options(first, second), unit_at(scan, i + 1)
    if first[0] == "0" or second[0] == "0":
        return Said(1, f"{said.spelled(first)} {said.spelled(second)}", options, "range")
    n, m = int(first), int(second)
    if scan.low(i + 1) in MONTHS and n in DAYS and m in DAYS:
        case = day_case(scan, i)
        return Said(1, f"{ordinal(n, case)} {ordinal(m, case)}", options, "range")
    if unit:
        case, gender = unit_case(scan, i, unit.base), gender_of(unit.base)
        numbers = f"{cardinal(n, case, gender, True)} {cardinal(m, case, gender, True)}"
        return Said(2, f"{numbers} {unit.counted(m, case)}", then(options, *unit.options), "range")
    if pair := _years(scan, i, n, m) or _hours(scan, i, n, m):
        return Said(1, pair, options, "range")
    counted = count_of(scan, m, i, i + 1) or cardinal(m)
    return Said(1, f"{_in_the_form_of(counted, n, m)} {counted}", options, "range")


def _years(scan: Scan, i: int, n: int, m: int) -> str:
    """`w latach 1939-1945`"""
    case = {"latach": "l", "lat": "g", "lata": "n"}.get(scan.low(i - 1), "")
    if not case or not 1000 <= n < m <= 2100:
        return ""
    return f"{cardinal(n)} {cardinal(m)}"


def _hours(scan: Scan, i: int, n: int, m: int) -> str:
    """`godziny otwarcia: 8-16`"""
    if not n < m <= 24 or not near_opening(scan, i) or head(scan, i + 1)[0] >= 0:
        return ""
    return f"{ordinal(n, 'n', 'f')} {ordinal(m, 'n', 'f')}"


def _in_the_form_of(counted: str, n: int, m: int) -> str:
    """The first number in the case and gender in which the second one was said."""
    for case in CASES:
        for gender in GENDERS:
            if counted == cardinal(m, case, gender, True):
                return cardinal(n, case, gender, True)
    return cardinal(n)


def _range_options(first: str, second: str) -> Options:
    between = ("", "do", "myślnik", "i", "a", "na")
    return tuple(
        (("", "od"), *left, between, *right) for left in said.whole(first)[:2] for right in said.whole(second)[:2]
    )


# ---------------------------------------------------------------- ratios
def ratio(scan: Scan, i: int) -> Said:
    """`3:1`, `1:50000`: jeden do pięćdziesięciu tysięcy; `1:2:3` and times that are none likewise."""
    numbers = scan.at(i).text.split(":")
    words = [said.spelled(numbers[0])]
    words += [cardinal(int(part), "g", "n") if str(int(part)) == part else said.spelled(part) for part in numbers[1:]]
    segments: Alternative = (said.group(numbers[0]),)
    for part in numbers[1:]:
        segments += (("do", "", "na"), said.group(part))
    return Said(1, " do ".join(words), (segments,), "ratio")


# ---------------------------------------------------------------- fractions
def fraction(scan: Scan, i: int) -> Said:
    """`3/4` is a fraction up to twentieths, unless a capitalised word stands before it (Wiejska 3/4); else `przez`."""
    left, right = scan.at(i).text.split("/")
    through = said.group(left), _THROUGH, said.group(right)
    before = scan.at(i - 1)
    starts = scan.low(i - 2) in ("", ".", "!", "?")  # a capital says nothing there
    is_address = before.kind == "word" and before.is_capitalised and not starts
    plain = left[0] != "0" and right[0] != "0"
    if not plain or not int(left) < int(right) <= LARGEST_DENOMINATOR or is_address:
        return Said(1, f"{said.spelled(left)} przez {said.spelled(right)}", (through,), "fraction")
    a, b = int(left), int(right)
    return Said(1, _fraction_reading(scan, i, a, b), (through, *_fraction_options(a, b)), "fraction")


_THROUGH = ("przez", "łamane przez", "łamane na", "na", "", "mieszkania", "ukośnik")


def _fraction_reading(scan: Scan, i: int, a: int, b: int) -> str:
    _, nouns = head(scan, i + 1)
    if (a, b) == (1, 2) and any(form.number == "sg" and "g" in form.cases for form in nouns):
        return "pół"
    allowed = governor(scan, i).cases
    if not allowed and is_verb(scan, i - 1) and not bases(scan.low(i - 1)) & NOT_TAKING:
        allowed = "a"  # zdobyła 1/3 głosów
    case = "a" if "a" in allowed else "g" if allowed == "g" else "n"
    if a == 1:
        return f"{cardinal(1, case, 'f')} {ordinal(b, case, 'f')}"
    agrees = case if case not in "na" or ends_in_few(a) else "g"
    return f"{cardinal(a, case, 'f')} {ordinal(b, agrees, 'f', 'pl')}"


def _fraction_options(a: int, b: int) -> Options:
    options: Options = ((all_cardinals(a), all_ordinals(b)),)
    return (*options, (_HALVES[a, b],)) if (a, b) in _HALVES else options


def vulgar(scan: Scan, i: int) -> Said:
    """½ and its like, alone or after a whole number: 2½ szklanki."""
    text = scan.at(i).text
    a, b = _VULGAR[text[-1]]
    reading, options = "pół" if b == 2 else _fraction_reading(scan, i, a, b), _fraction_options(a, b)
    if len(text) == 1:
        return Said(1, reading, options, "fraction")
    before = text[:-1].strip()
    if before == "1" and b == 2:
        reading = "półtorej" if gender_of_part(scan, i) == "f" else "półtora"
        return Said(1, reading, said.decimal("1", "5"), "fraction")
    whole = cardinal(int(before), "n", gender_of_part(scan, i) or "m3")
    return Said(
        1, f"{whole} i {reading}", tuple((said.group(before), ("i", ""), *rest) for rest in options), "fraction"
    )


def scale(scan: Scan, i: int) -> Said:
    """1:10 000"""
    digits = "".join(filter(str.isdigit, scan.at(i).text.partition(":")[2]))
    if len(digits) > LONGEST_NUMBER:
        return Said(1, f"jeden do {said.digits(digits)}", (), "ratio")
    return Said(1, f"jeden do {cardinal(int(digits), 'g')}", (said.ratio("1", digits),), "ratio")
