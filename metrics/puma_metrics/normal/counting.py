"""Cardinals that count: their form by the preposition before them and by the noun's own tags."""

from .grammar import ALL_CASES, Form, governor, head, thing
from .lists import ABOUT, ANIMALS, PARTS
from .numerals import cardinal, collective, ends_in_few
from .options import Said, whole
from .scan import Scan, value

_SENTENCE_ENDS = frozenset(".!?")
_GENITIVE = frozenset(("do", "od", "bez", "z", "ze", "spośród", "powyżej", "poniżej")) | ABOUT


def counted(scan: Scan, i: int) -> Said | None:
    """A number that counts the noun after it: 25 pracowników, 2 dzieci, z 5 różnymi osobami."""
    digits = value(scan.at(i))
    reading = count_of(scan, int(digits), i, thing(scan, i))
    return Said(1, reading, whole(digits), "count") if reading else None


def count_of(scan: Scan, n: int, i: int, at: int) -> str:
    """The cardinal n at token i in the form that counts the noun from token `at` on; "" if there is none."""
    k, nouns = head(scan, at)
    if k < 0:
        return ""
    allowed = governor(scan, i).cases
    if n == 1:
        return _one(nouns, allowed)
    plural = [form for form in nouns if form.number == "pl"]
    if not plural:
        return ""
    gender, agreeing = _counted_as(plural, n)
    scan.counted_gender, scan.counted_at, scan.counted_together = gender, i, False
    cases = {case for form in agreeing for case in form.cases}
    if collective(n) and all({"col", "pt"} & set(form.marks) for form in agreeing):
        together = _case_of_collective(cases, "g" if _is_out_of(scan, i) else allowed)
        if together:
            scan.counted_together = True
            return collective(n, together)
    case = _case_of_few(cases, allowed, gender) if ends_in_few(n) else _case_of_many(cases, allowed)
    return cardinal(n, case, gender, case in "na" and not ends_in_few(n)) if case else ""


def _is_out_of(scan: Scan, i: int) -> bool:
    """`jedno z 5 dzieci`, but not `matka z 5 dzieci`."""
    return scan.low(i - 1) in ("z", "ze", "spośród") and scan.low(i - 2) in PARTS


def _one(nouns: list[Form], allowed: str) -> str:
    singular = [form for form in nouns if form.number == "sg"]
    for case in allowed or ALL_CASES:
        for form in singular:
            if case in form.cases:
                return cardinal(1, case, form.gender)
    return cardinal(1, singular[0].cases[0], singular[0].gender) if singular else ""


def _counted_as(plural: list[Form], n: int) -> tuple[str, list[Form]]:
    """The gender that a number has before these plural readings, and the readings of that gender."""
    persons = [form for form in plural if form.gender == "m1"]
    are_animals = {form.base for form in plural} & ANIMALS
    if any(form.kind != "depr" for form in persons) and not are_animals:
        return "m1", persons
    if n % 10 == 2 and not are_animals and any(form.gender == "f" for form in plural):
        return "f", plural  # gruszki: of gruszka far more often than of gruszek
    others = [form for form in plural if form.gender != "m1"] or plural
    return others[0].gender, others


def _case_of_few(cases: set[str], allowed: str, gender: str) -> str:
    """Of 2, 3, 4, 22 ...: the noun stands in the numeral's case; persons in the genitive, dwóch chłopców."""
    for case in allowed:
        if case in cases and (case != "a" or gender != "m1" or "g" in cases):
            return case
    if "n" in cases and (not allowed or "a" in allowed):
        return "n"
    if gender == "m1" and "g" in cases:
        return "a"
    return next((case for case in "gdiln" if case in cases), "")


def _case_of_collective(cases: set[str], allowed: str) -> str:
    """Of dwoje, troje: the genitive follows also the instrumental: z dwojgiem dzieci, but z dwoma drzwiami."""
    for case in allowed:
        if "g" in cases if case in "nai" else case in cases:
            return case
    return "n" if "g" in cases else ""


def _case_of_many(cases: set[str], allowed: str) -> str:
    """Of 5 and more: after a nominative or accusative the noun stands in the genitive."""
    for case in allowed:
        if (case in "nag" and "g" in cases) or (case in "dil" and case in cases):
            return case
    if "g" in cases:
        return "n"
    return next((case for case in "dil" if case in cases), "")


def of_them(scan: Scan, i: int) -> Said | None:
    """A number that counts what was counted before: 25 uczniów, 2 z nich."""
    digits = value(scan.at(i))
    after = (scan.low(i + 1), scan.low(i + 2)) == ("z", "nich")
    before = (scan.low(i - 2), scan.low(i - 1)) == ("z", "nich")
    if int(digits) < 2 or not (after or before) or not scan.counted_gender:
        return None
    together = collective(int(digits)) if scan.counted_together else ""
    return Said(1, together or cardinal(int(digits), "n", scan.counted_gender, True), whole(digits), "count")


def one_of(scan: Scan, i: int) -> Said | None:
    """`1 z uczennic`: one has the gender of those it is of."""
    if value(scan.at(i)) != "1" or scan.low(i + 1) not in ("z", "ze"):
        return None
    _, nouns = head(scan, i + 2)
    gender = next((form.gender for form in nouns if form.number == "pl" and "g" in form.cases), "m3")
    return Said(1, cardinal(1, "n", gender), whole("1"), "count")


def bare(scan: Scan, i: int) -> Said:
    """A number that counts nothing: the nominative, or what a preposition asks for."""
    digits = value(scan.at(i))
    return Said(1, _bare(scan, int(digits), i), whole(digits), "cardinal")


def _bare(scan: Scan, n: int, i: int) -> str:
    word, allowed = governor(scan, i)
    if word in _GENITIVE and "g" in allowed:
        return cardinal(n, "g")
    if not word and n > 1 and scan.counted_gender == "m1" and not _sentence_ended(scan, i):
        return cardinal(n, "n", "m1", True)  # 17 radnych, przeciw było 5
    if word == "przy" or (word in ("w", "we", "o", "po", "na") and scan.low(i + 1) in ("z", "ze")):
        return cardinal(n, "l")
    return cardinal(n)


def _sentence_ended(scan: Scan, i: int) -> bool:
    """Whether a sentence ended after what was counted last; far back nothing is looked for."""
    if i - scan.counted_at > 40:
        return True
    return any(scan.low(back) in _SENTENCE_ENDS or scan.kind(back) == "gap" for back in range(scan.counted_at, i))


def unit_case(scan: Scan, i: int, base: str, tail: str = "") -> str:
    """The case of a number with a unit: od 5 km, przed 3 godz., po 5 km, but po 20 zł, po 500 mg."""
    word, allowed = governor(scan, i)
    if not allowed:
        return "n"
    if word in ("z", "ze"):
        return "g"
    if word == "po":
        return "l" if base in _PASSED and not tail else "a"
    if word in ("przed", "między", "pomiędzy", "nad", "pod") and base in _SPANS:
        return "i"
    return "a" if "a" in allowed else allowed[0]


_SPANS = frozenset(("godzina", "minuta", "sekunda"))
_PASSED = _SPANS | {"kilometr", "metr"}
