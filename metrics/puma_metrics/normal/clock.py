"""Times of day: 17:08, 8.30, godzina 1647, and hours that are written as a number alone."""

from . import options as said
from .agreeing import abbreviated_case
from .grammar import bases, forms, head, thing
from .lists import ABOUT, HOUR_PHRASES, HOUR_WORDS, JOINERS, OPENING, PASSING, PREPOSITIONS, words
from .numerals import cardinal
from .options import Said, whole
from .ordinals import ordinal
from .scan import NUMBERS, Scan, value

_HOUR_CASES = {
    **dict.fromkeys(words("o po przy w godzinie"), "l"),
    **dict.fromkeys(words("od do sprzed z godziny około koło ok. circa"), "g"),
    **dict.fromkeys(words("przed między pomiędzy godziną"), "i"),
    **dict.fromkeys(words("na godzinę"), "a"),
}
_BEFORE_TIMES = words("o od do po przed między około a godz. godzinie godziny godzina godzinę")
_NEAR = 8
"""Tokens before an hour in which an opening time is recognised."""


def hour_case(scan: Scan, i: int) -> str:
    """The case of the hour at token i: o ósmej, przed ósmą, nominative if nothing asks for another."""
    at = i
    for _ in range(3):  # o 8:00, 9:00 i 10:00
        if scan.low(at - 1) not in JOINERS:
            break
        number = next((back for back in range(at - 2, at - 8, -1) if scan.kind(back) in (*NUMBERS, "time")), -1)
        if number < 0:
            break
        at = number
    if scan.kind(at - 1) == "abbreviation" and scan.low(at - 1) not in ABOUT:
        return abbreviated_case(scan, at - 1)
    return _HOUR_CASES.get(scan.low(at - 1), "n")


def read_time(hours: int, minutes: int, case: str) -> str:
    """
    >>> read_time(17, 8, "l"), read_time(0, 40, "n"), read_time(0, 0, "n")
    ('siedemnastej osiem', 'zero czterdzieści', 'zero zero zero')
    """
    if not minutes:
        return ordinal(hours, case, "f") if hours else "zero zero zero"
    return f"{ordinal(hours, case, 'f') if hours else 'zero'} {cardinal(minutes)}"


def time(scan: Scan, i: int) -> Said | None:
    """17:08 and 17:08:30"""
    hours, minutes, *seconds = map(int, scan.at(i).text.split(":"))
    if hours > 24 or minutes > 59 or (seconds and seconds[0] > 59):
        return None
    reading, options = read_time(hours, minutes, hour_case(scan, i)), said.clock(hours, minutes)
    if seconds:
        tail = said.all_cardinals(seconds[0])
        options = said.then(options[:1], ("", "i"), tail, ("", "sekund", "sekundy", "sekunda"))
        return Said(1, f"{reading} {cardinal(seconds[0])}", options, "time")
    score = said.ratio(*scan.at(i).text.split(":"))
    return Said(1, reading, (*options, score), "time")


def dotted_time(scan: Scan, i: int) -> Said | None:
    """`o 17.08`, `godz. 8.30-15.00`: a point with two digits after a word that a time follows."""
    hours, point, minutes = scan.at(i).text.partition(".")
    if not point or len(hours) > 2 or len(minutes) != 2 or int(hours) > 24 or int(minutes) > 59:
        return None
    if scan.low(i - 1) not in _BEFORE_TIMES:
        return None
    reading = read_time(int(hours), int(minutes), hour_case(scan, i))
    return Said(1, reading, (*said.clock(int(hours), int(minutes)), *said.decimal(hours, minutes)), "time")


def time_with_stop(scan: Scan, i: int) -> Said | None:
    """`o 17.08.` at a sentence's end, which looks like a day and a month."""
    before = scan.low(i - 1)
    ends_range = before == "do" and scan.low(i - 3) in ("od", "godz.")
    if before not in ("o", "godz.", "godzinie", "godziny", "godzina") and not ends_range:
        return None
    hours, minutes = map(int, scan.at(i).text.strip(".").split("."))
    if hours > 24:
        return None
    return Said(1, read_time(hours, minutes, hour_case(scan, i)), said.clock(hours, minutes), "time")


def run_together(scan: Scan, i: int) -> Said | None:
    """`godzinie 1647`: recognisers write the hours and minutes as one number."""
    text, before = scan.at(i).text, scan.at(i - 1)
    after_hour = "godzina" in bases(before.low) if before.kind == "word" else before.low in ("godz.", "godz")
    if not after_hour or len(text) != 4 or int(text[:2]) > 24 or int(text[2:]) > 59:
        return None
    reading = read_time(int(text[:2]), int(text[2:]), hour_case(scan, i))
    return Said(1, reading, (*whole(text), *said.clock(int(text[:2]), int(text[2:]))), "time")


def hour(scan: Scan, i: int) -> Said | None:
    """An hour that stands alone: o 8, przed 10, 7 rano, czynne od 8 do 16."""
    digits = value(scan.at(i))
    n, at = int(digits), thing(scan, i)
    if n > 24:
        return None
    with_dot = at == i + 1 and scan.low(at) == "." and scan.touches(i) and scan.low(at + 1) in HOUR_WORDS
    part_of_day = (scan.low(at), scan.low(at + 1)) in HOUR_PHRASES
    if with_dot or scan.low(at) in HOUR_WORDS or part_of_day:
        return Said(2 if with_dot else 1, ordinal(n, hour_case(scan, i), "f"), whole(digits), "hour")
    _, nouns = head(scan, at)
    if any(form.number == ("sg" if n == 1 else "pl") for form in nouns) or not _ends_here(scan, at):
        return None
    before = scan.low(i - 1)
    if _is_half_or_quarter(scan, i):
        return Said(1, ordinal(n, "g" if before == "do" else "n", "f"), whole(digits), "hour")
    shared = before == "po" and scan.low(i - 2) in ("mają", "mam", "ma")  # mają po 5
    if before in PASSING or _between_hours(scan, i):
        return Said(1, ordinal(n, "n" if before in PASSING else "i", "f"), whole(digits), "hour")
    if before in ("o", "po", "przed") and not shared:
        return Said(1, ordinal(n, hour_case(scan, i), "f"), whole(digits), "hour")
    if before in ("od", "do") and near_opening(scan, i):
        return Said(1, ordinal(n, "g", "f"), whole(digits), "hour")
    return None


def _between_hours(scan: Scan, i: int) -> bool:
    """`między 10 a 12`: both are hours if nothing is counted."""
    word, first = scan.low(i - 1), i
    if word in JOINERS:
        word, first = scan.low(i - 3), i - 2
    both = [scan.at(first).text, scan.at(first + 2).text]
    return word in ("między", "pomiędzy") and all(text.isdecimal() and int(text[:3]) <= 24 for text in both)


def _is_half_or_quarter(scan: Scan, i: int) -> bool:
    """wpół do 8, za kwadrans 9, za 5 minut 10"""
    if scan.low(i - 1) == "do":
        return scan.low(i - 2) in ("wpół", "pół")
    if scan.low(i - 1) in ("minut", "minuty", "minutę"):
        return scan.low(i - 3) == "za"
    return scan.low(i - 1) == "kwadrans" and scan.low(i - 2) == "za"


def _ends_here(scan: Scan, at: int) -> bool:
    token = scan.at(at)
    if token.kind in ("", "mark") or token.low in PREPOSITIONS or token.low in JOINERS:
        return True
    return token.kind == "word" and not token.is_capitalised and not forms(token.low)


def near_opening(scan: Scan, i: int) -> bool:
    near = [scan.at(k) for k in range(max(0, i - _NEAR), i)]
    return any(token.low in OPENING or (token.kind == "word" and bases(token.low) & OPENING) for token in near)
