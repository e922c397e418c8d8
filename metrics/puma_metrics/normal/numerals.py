"""Polish cardinal and collective numerals: closed tables, every case and gender (NORMALISE 12.1).

Cases are the letters of `nouns.CASES`; genders are m1 (persons), m2 (animals), m3, f and n. No dictionary is asked.
"""

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import product

from .nouns import CASES, noun

GENDERS = ("m3", "f", "n", "m2", "m1")
LARGEST = 10**15 - 1

_ZERO = ("zero", "zera", "zeru", "zero", "zerem", "zerze")
_MASCULINE_ONE = ("jeden", "jednego", "jednemu", "jednego", "jednym", "jednym")
_ONE = {
    "m1": _MASCULINE_ONE,
    "m2": _MASCULINE_ONE,
    "m3": ("jeden", "jednego", "jednemu", "jeden", "jednym", "jednym"),
    "f": ("jedna", "jednej", "jednej", "jedną", "jedną", "jednej"),
    "n": ("jedno", "jednego", "jednemu", "jedno", "jednym", "jednym"),
}
# things, feminine, persons that do the counting themselves; genitive and locative, dative, instrumental, its feminine
_FEW = {
    2: ("dwa", "dwie", "dwaj", "dwóch dwu", "dwóm dwom dwu", "dwoma", "dwiema dwoma"),
    3: ("trzy", "trzy", "trzej", "trzech", "trzem", "trzema", "trzema"),
    4: ("cztery", "cztery", "czterej", "czterech", "czterem", "czterema", "czterema"),
}
# nominative and accusative of things; the other cases, and of persons; instrumental
_MANY = {
    5: "pięć pięciu pięcioma",
    6: "sześć sześciu sześcioma",
    7: "siedem siedmiu siedmioma",
    8: "osiem ośmiu ośmioma",
    9: "dziewięć dziewięciu dziewięcioma",
    10: "dziesięć dziesięciu dziesięcioma",
    11: "jedenaście jedenastu jedenastoma",
    12: "dwanaście dwunastu dwunastoma",
    13: "trzynaście trzynastu trzynastoma",
    14: "czternaście czternastu czternastoma",
    15: "piętnaście piętnastu piętnastoma",
    16: "szesnaście szesnastu szesnastoma",
    17: "siedemnaście siedemnastu siedemnastoma",
    18: "osiemnaście osiemnastu osiemnastoma",
    19: "dziewiętnaście dziewiętnastu dziewiętnastoma",
    20: "dwadzieścia dwudziestu dwudziestoma",
    30: "trzydzieści trzydziestu trzydziestoma",
    40: "czterdzieści czterdziestu czterdziestoma",
    50: "pięćdziesiąt pięćdziesięciu pięćdziesięcioma",
    60: "sześćdziesiąt sześćdziesięciu sześćdziesięcioma",
    70: "siedemdziesiąt siedemdziesięciu siedemdziesięcioma",
    80: "osiemdziesiąt osiemdziesięciu osiemdziesięcioma",
    90: "dziewięćdziesiąt dziewięćdziesięciu dziewięćdziesięcioma",
    100: "sto stu stu stoma",
    200: "dwieście dwustu dwustu dwustoma",
    300: "trzysta trzystu trzystu trzystoma",
    400: "czterysta czterystu czterystu czterystoma",
    500: "pięćset pięciuset pięciuset",
    600: "sześćset sześciuset sześciuset",
    700: "siedemset siedmiuset siedmiuset",
    800: "osiemset ośmiuset ośmiuset",
    900: "dziewięćset dziewięciuset dziewięciuset",
}
# nominative and accusative; genitive; dative and locative; instrumental
_TOGETHER = {
    2: "dwoje dwojga dwojgu dwojgiem",
    3: "troje trojga trojgu trojgiem",
    4: "czworo czworga czworgu czworgiem",
}
_TOGETHER_STEMS = {
    **{5: "pięci", 6: "sześci", 7: "siedmi", 8: "ośmi", 9: "dziewięci", 10: "dziesięci", 11: "jedenaści"},
    **{12: "dwanaści", 13: "trzynaści", 14: "czternaści", 15: "piętnaści", 16: "szesnaści", 17: "siedemnaści"},
    **{18: "osiemnaści", 19: "dziewiętnaści", 20: "dwadzieści", 30: "trzydzieści", 40: "czterdzieści"},
    **{50: "pięćdziesięci", 60: "sześćdziesięci", 70: "siedemdziesięci", 80: "osiemdziesięci", 90: "dziewięćdziesięci"},
}
_TOGETHER |= {
    n: " ".join(stem + end for end in ("oro", "orga", "orgu", "orgiem")) for n, stem in _TOGETHER_STEMS.items()
}
_SCALES = ((10**12, "bilion"), (10**9, "miliard"), (10**6, "milion"), (10**3, "tysiąc"))


def ends_in_few(n: int) -> bool:
    """2, 3, 4, 22, ... but not 12 to 14: the counted noun agrees and does not stand in the genitive."""
    return n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14)


def parts(n: int) -> list[int]:
    """The numerals of one word that a number below 1000 is made of.

    >>> parts(125), parts(17), parts(0)
    ([100, 20, 5], [17], [])
    """
    hundreds, rest = n - n % 100, n % 100
    tens, ones = (rest - rest % 10, rest % 10) if rest >= 20 else (0, rest)
    return [part for part in (hundreds, tens, ones) if part]


def _few(n: int, case: str, gender: str, alone: bool, governs: bool) -> list[str]:
    things, feminine, persons, genitive, dative, instrumental, feminine_instrumental = _FEW[n]
    if case in "na" and gender == "m1":
        agrees = case == "n" and alone and not governs
        return [persons] if agrees else genitive.split()
    if case in "na":
        return [feminine if gender == "f" else things]
    if case == "i":
        return (feminine_instrumental if gender == "f" else instrumental).split()
    return (dative if case == "d" else genitive).split()


def _word(n: int, case: str, gender: str, alone: bool, governs: bool) -> list[str]:
    """A numeral of one word. `alone`: it is the whole number; `governs`: a person counted stands in the genitive."""
    if n == 1:
        return [_ONE[gender][CASES.index(case)] if alone else "jeden"]
    if n in _FEW:
        return _few(n, case, gender, alone, governs)
    direct, oblique, *instrumental = _MANY[n].split()
    if case in "na":
        return [oblique if gender == "m1" else direct]
    return list(dict.fromkeys((*instrumental, oblique))) if case == "i" else [oblique]


def _thousands(many: int, scale: str, case: str, last: bool) -> list[str]:
    """`tysiąc`, `dwa miliony`, `pięcioma miliardami`; before a smaller number `tysiąc` need not be declined."""
    if many == 1:
        words = dict.fromkeys((noun(scale, "sg", case), *(() if last else (scale,))))
        return [*words, *(f"jeden {scale}" for _ in words if case in "na")]
    counted = noun(scale, "pl", case if case not in "na" or ends_in_few(many) else "g")
    return [f"{word} {counted}" for word in cardinals(many, case)]


@lru_cache(8192)
def cardinals(n: int, case: str = "n", gender: str = "m3", governs: bool = False) -> tuple[str, ...]:
    """The forms of a cardinal in one case, the usual one first; n from 0 to `LARGEST`.

    >>> cardinals(2, "i", "f"), cardinals(1250, "g")
    (('dwiema', 'dwoma'), ('tysiąca dwustu pięćdziesięciu', 'tysiąc dwustu pięćdziesięciu'))
    >>> cardinals(22, "n", "m1", True)
    ('dwudziestu dwóch', 'dwudziestu dwu')
    """
    if n > LARGEST:
        raise ValueError(f"{n} is beyond {LARGEST}")
    if n == 0:
        return (_ZERO[CASES.index(case)],)
    choices, rest = [], n
    for value, scale in _SCALES:
        many, rest = divmod(rest, value)
        if many:
            choices.append(_thousands(many, scale, case, not rest))
    small = parts(rest)
    alone = len(small) == 1 and not choices
    choices += [_word(part, case, gender, alone, governs) for part in small]
    return unique(" ".join(words) for words in product(*choices))


def cardinal(n: int, case: str = "n", gender: str = "m3", governs: bool = False) -> str:
    """The usual form of a cardinal.

    >>> cardinal(125), cardinal(2, "n", "m1"), cardinal(2, "n", "m1", governs=True)
    ('sto dwadzieścia pięć', 'dwaj', 'dwóch')
    """
    return cardinals(n, case, gender, governs)[0]


def collective(n: int, case: str = "n") -> str:
    """The collective numeral of a number below 100; "" where there is none, as of 1 and 21.

    >>> collective(4), collective(4, "l"), collective(25), collective(21)
    ('czworo', 'czworgu', 'dwadzieścia pięcioro', '')
    """
    at = {"n": 0, "a": 0, "g": 1, "d": 2, "l": 2, "i": 3}[case]
    if n in _TOGETHER:
        return _TOGETHER[n].split()[at]
    if 20 < n < 100 and n % 10 in _TOGETHER:
        return f"{cardinal(n - n % 10, case)} {_TOGETHER[n % 10].split()[at]}"
    return ""


@lru_cache(4096)
def all_cardinals(n: int) -> tuple[str, ...]:
    """Every form of the cardinal and the collective, the nominative first."""
    forms = [
        form
        for case in CASES
        for gender in GENDERS
        for governs in (False, True)
        for form in cardinals(n, case, gender, governs)
    ]
    together = [collective(n, case) for case in CASES]
    if 20 < n < 100 and n % 10 in _TOGETHER:  # dwadzieścioro czworo too
        together += [f"{collective(n - n % 10, case)} {collective(n % 10, case)}" for case in CASES]
    return unique((*forms, *filter(None, together)))


@cache
def digit(one: str) -> str:
    return cardinal(int(one))


def digits(text: str) -> str:
    """One digit after the other.

    >>> digits("007")
    'zero zero siedem'
    """
    return " ".join(map(digit, text))


def unique(phrases: Iterable[str]) -> tuple[str, ...]:
    """Each phrase once, in order."""
    return tuple(dict.fromkeys(phrases))
