"""Days of months, years and whole dates."""

from functools import lru_cache

from .grammar import governor, head, thing
from .lists import BEFORE_YEARS, JOINERS, MONTHS, SCALES, TODAY, words
from .measures import unit_at
from .numerals import all_cardinals, ends_in_few, unique
from .options import Alternative, Options, Said, decimal, group, of_a_point, spelled, then, whole
from .ordinals import all_ordinals, ordinal
from .scan import NUMBERS, Scan, value

_DAY_CASES = {"przed": "i", "między": "i", "pomiędzy": "i", "po": "l", "przy": "l"}
_YEAR_CASES = {
    **dict.fromkeys(words("w we na po o przy"), "l"),
    **dict.fromkeys(words("przed między pomiędzy"), "i"),
    **dict.fromkeys(words("od do z ze sprzed około bez"), "g"),
    "przez": "a",
}
_YEAR_WORDS = frozenset(("rok", "roku", "rokiem", "rokowi", "r.", "r"))
_YEAR_PREPOSITIONS = words("w we od po przed z ze sprzed")
DAYS, YEARS = range(1, 32), range(1000, 2101)


def day(scan: Scan, i: int) -> Said | None:
    """A day before its month: the genitive, or what przed, między and po ask for."""
    digits = value(scan.at(i))
    if int(digits) not in DAYS or scan.low(thing(scan, i)) not in MONTHS:
        return None
    return Said(1, ordinal(int(digits), day_case(scan, i)), whole(digits), "day")


def day_case(scan: Scan, i: int) -> str:
    at = i
    for _ in range(4):  # między 10 a 20 lipca
        if scan.low(at - 1) not in JOINERS or scan.kind(at - 2) not in NUMBERS:
            break
        at -= 2
    before = scan.low(at - 1)
    if before in ("jest", "to") and scan.low(at - 2) in TODAY:
        return "n"
    return _DAY_CASES.get(before, "g")


# ---------------------------------------------------------------- years
def year(scan: Scan, i: int) -> Said | None:
    """A year: with rok or r., after a month or season, or 1000 to 2100 after a preposition with nothing counted."""
    digits = value(scan.at(i))
    if not _is_year(scan, i, digits):
        return None
    n, options = int(digits), whole(digits)
    before, following = scan.low(i - 1), scan.low(i + 1)
    if following in ("r.", "r"):
        case, noun = _of_the_year(scan, i)
        alternatives = then(options, ("rok", "roku", "rokiem", "r"))
        return Said(2, f"{ordinal(n, case)} {noun}", alternatives, "year")
    return Said(1, ordinal(n, _year_case(scan, i, before, following)), options, "year")


def _is_year(scan: Scan, i: int, digits: str) -> bool:
    n, at, before = int(digits), thing(scan, i), scan.low(i - 1)
    if scan.low(at) in _YEAR_WORDS and len(digits) >= 3:
        return 100 <= n <= 2200
    if n not in YEARS or scan.kind(i) != "whole" or unit_at(scan, at) or scan.low(at) in SCALES:
        return False
    if before in ("rok", "roku", "rokiem"):
        return True
    if _is_counted(scan, i, at, n):
        return False
    if before in ("do", "około"):
        return n > 1500 or scan.low(i - 3) == "od"
    return before in _YEAR_PREPOSITIONS or before in MONTHS or before in BEFORE_YEARS or _is_second_of_two(scan, i)


def _is_counted(scan: Scan, i: int, at: int, n: int) -> bool:
    """Whether the noun from token `at` on stands in a form that n things have: 2000 osób, w 1000 miejscach."""
    _, nouns = head(scan, at)
    asked = {"g"} | (set(governor(scan, i).cases) & set("dil"))
    return any(form.number == "pl" and (ends_in_few(n) or asked & set(form.cases)) for form in nouns)


def _is_second_of_two(scan: Scan, i: int) -> bool:
    """`w 1939 i 1945`, `między 1918 a 1939`: the number before the joiner is a year."""
    first = i - 2
    is_pair = scan.low(i - 1) in JOINERS and scan.kind(first) == "whole" and int(scan.low(first)[:5]) in YEARS
    return is_pair and (scan.low(first - 1) in _YEAR_CASES or scan.low(first - 1) in ("roku", "latach"))


def _year_case(scan: Scan, i: int, before: str, following: str) -> str:
    asked = _YEAR_CASES.get(governor(scan, i).word, "")
    if following == "rok":
        return "a" if asked == "a" else "n"
    if following in ("rokiem", "rokowi"):
        return "i" if following == "rokiem" else "d"
    if following == "roku":
        return asked if asked in ("l", "g") else "g"
    if before in ("rok", "rokiem"):
        return "n" if before == "rok" else "i"
    if before == "roku":
        return "l" if scan.low(i - 2) in ("w", "na", "po", "o") else "g"
    return asked or "g"


def _of_the_year(scan: Scan, i: int) -> tuple[str, str]:
    """Case and noun of `1998 r.`: rok where it stands first in the text, else by its preposition."""
    asked = _YEAR_CASES.get(governor(scan, i).word, "")
    if scan.low(i - 1) in MONTHS:
        return "g", "roku"
    case = asked or ("n" if i == 0 else "g")
    return case, {"n": "rok", "a": "rok", "i": "rokiem"}.get(case, "roku")


# ---------------------------------------------------------------- whole dates
def _numbers(text: str, separator: str) -> list[int]:
    return [int(part) for part in text.split(separator) if part]


def iso(scan: Scan, i: int) -> Said | None:
    """2024-12-31"""
    year_, month, day_ = _numbers(scan.at(i).text, "-")
    return _date(scan, i, day_, month, year_)


def dmy(scan: Scan, i: int) -> Said | None:
    """31.12.2024"""
    day_, month, year_ = _numbers(scan.at(i).text, ".")
    return _date(scan, i, day_, month, year_)


def dm(scan: Scan, i: int) -> Said | None:
    """15.06."""
    day_, month = _numbers(scan.at(i).text, ".")
    return _date(scan, i, day_, month, 0)


def bare_day(scan: Scan, i: int) -> Said | None:
    """`3.05`: a point before a month with a zero, and no unit after it."""
    day_, point, month = scan.at(i).text.partition(".")
    if not point or len(month) != 2 or month[0] != "0" or len(day_) > 2 or scan.kind(i + 1) == "sign":
        return None
    if unit_at(scan, i + 1) or scan.low(i + 1) in SCALES or _counts_part(scan, i + 1):
        return None
    said = _date(scan, i, int(day_), int(month), 0)
    return said and said._replace(options=said.options + of_a_point(day_, month) + decimal(day_, month))


def _counts_part(scan: Scan, at: int) -> bool:
    """Whether the noun from token `at` on stands as after a decimal number: 3.05 metra."""
    k, nouns = head(scan, at)
    return k == at and any(form.number == "sg" and "g" in form.cases for form in nouns)


def dotted_day(scan: Scan, i: int) -> Said | None:
    """`w dniu 15.06`, without the second dot."""
    day_, point, month = scan.at(i).text.partition(".")
    if not point or len(month) != 2 or len(day_) > 2 or scan.low(i - 1) not in ("dnia", "dniu", "terminie"):
        return None
    return _date(scan, i, int(day_), int(month), 0)


def _date(scan: Scan, i: int, day_: int, month: int, year_: int) -> Said | None:
    if day_ not in DAYS or not 1 <= month <= 12:
        return None
    reading, length = f"{ordinal(day_, day_case(scan, i))} {MONTHS[month - 1]}", 1
    options = date_options(day_, month, year_)
    if year_:
        reading += f" {ordinal(year_, 'g')}"
        if scan.low(i + 1) in ("r.", "r"):
            reading, length = f"{reading} roku", 2
    return Said(length, reading, options, "date")


@lru_cache(4096)
def date_options(day_: int, month: int, year_: int) -> Options:
    """All readings of a date; of one without a year `year_` is 0."""
    months = MONTHS[month - 1], *all_ordinals(month), *all_cardinals(month)
    both: Alternative = (unique((*all_ordinals(day_), *all_cardinals(day_))), unique(months))
    if not year_:
        return (both,)
    return ((*both, unique((*all_ordinals(year_), *all_cardinals(year_))), ("", "roku", "r")),)


def not_a_date(scan: Scan, i: int) -> Said:
    """Numbers that look like a date and are none: 45.13.2024 is said number by number."""
    token = scan.at(i)
    numbers = [part for part in token.text.replace("-", ".").split(".") if part]
    return Said(1, " ".join(map(spelled, numbers)), (tuple(map(group, numbers)),), "digits")
