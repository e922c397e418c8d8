"""Polish ordinals up to 10^9, the first part of compounds (dwudziestopięcio-), and Roman numerals: closed tables."""

from functools import lru_cache

from .nouns import CASES
from .numerals import GENDERS, cardinal, parts, unique

LARGEST_ORDINAL = 10**9
_ORDINALS = {
    0: "zerowy",
    **{1: "pierwszy", 2: "drugi", 3: "trzeci", 4: "czwarty", 5: "piąty", 6: "szósty", 7: "siódmy", 8: "ósmy"},
    **{9: "dziewiąty", 10: "dziesiąty", 11: "jedenasty", 12: "dwunasty", 13: "trzynasty", 14: "czternasty"},
    **{15: "piętnasty", 16: "szesnasty", 17: "siedemnasty", 18: "osiemnasty", 19: "dziewiętnasty", 20: "dwudziesty"},
    **{30: "trzydziesty", 40: "czterdziesty", 50: "pięćdziesiąty", 60: "sześćdziesiąty", 70: "siedemdziesiąty"},
    **{80: "osiemdziesiąty", 90: "dziewięćdziesiąty", 100: "setny", 200: "dwusetny", 300: "trzechsetny"},
    **{400: "czterechsetny", 500: "pięćsetny", 600: "sześćsetny", 700: "siedemsetny", 800: "osiemsetny"},
    **{900: "dziewięćsetny", 1000: "tysięczny", 10**6: "milionowy", 10**9: "miliardowy"},
}
# the first parts of compounds; of hundreds the usual one, then the other
_COMPOUNDS = {
    **{1: "jedno", 2: "dwu", 3: "trzy", 4: "cztero", 5: "pięcio", 6: "sześcio", 7: "siedmio", 8: "ośmio"},
    **{9: "dziewięcio", 10: "dziesięcio", 11: "jedenasto", 12: "dwunasto", 13: "trzynasto", 14: "czternasto"},
    **{15: "piętnasto", 16: "szesnasto", 17: "siedemnasto", 18: "osiemnasto", 19: "dziewiętnasto"},
    **{20: "dwudziesto", 30: "trzydziesto", 40: "czterdziesto", 50: "pięćdziesięcio", 60: "sześćdziesięcio"},
    **{70: "siedemdziesięcio", 80: "osiemdziesięcio", 90: "dziewięćdziesięcio", 100: "stu", 200: "dwustu"},
    **{300: "trzystu", 400: "czterystu", 500: "pięćset", 600: "sześćset", 700: "siedemset", 800: "osiemset"},
    **{900: "dziewięćset"},
}
_COMPOUNDS_TOO = {
    **{500: "pięciuset", 600: "sześciuset", 700: "siedmiuset", 800: "ośmiuset", 900: "dziewięciuset"},
    **{200: "dwuset", 300: "trzechset", 400: "czterechset"},
}
# endings of adjectives in the order of CASES, by stems that end hard (czwarty), in k or g (drugi), soft (trzeci)
_MASCULINE = {"hard": "y ego emu y ym ym", "g": "i iego iemu i im im", "soft": "i iego iemu i im im"}
_FEMININE = {"hard": "a ej ej ą ą ej", "g": "a iej iej ą ą iej", "soft": "ia iej iej ią ią iej"}
_NEUTER = {"hard": "e ego emu e ym ym", "g": "ie iego iemu ie im im", "soft": "ie iego iemu ie im im"}
_PLURAL = {"hard": "e ych ym e ymi ych", "g": "ie ich im ie imi ich", "soft": "ie ich im ie imi ich"}
_BY_GENDER = {"m1": _MASCULINE, "m2": _MASCULINE, "m3": _MASCULINE, "f": _FEMININE, "n": _NEUTER}
_PERSONS = {"pierwszy": "pierwsi", "drugi": "drudzy", "trzeci": "trzeci"}


def _of_persons(lemma: str) -> str:
    """The nominative plural of persons: piąci, szóści, setni."""
    if lemma in _PERSONS:
        return _PERSONS[lemma]
    stem = lemma[:-1]
    if stem.endswith("st"):
        return stem[:-2] + "ści"
    return stem[:-1] + "ci" if stem.endswith("t") else stem + "i"


def adjective(lemma: str, case: str, gender: str, number: str = "sg") -> str:
    """A form of an ordinal or of another adjective in -y, of drugi or trzeci.

    >>> adjective("trzeci", "a", "f"), adjective("szósty", "n", "m1", "pl"), adjective("drugi", "g", "m3")
    ('trzecią', 'szóści', 'drugiego')
    """
    if number == "pl" and gender == "m1" and case == "n":
        return _of_persons(lemma)
    kind = "hard" if lemma[-1] == "y" else "g" if lemma[-2] in "gk" else "soft"
    table = _PLURAL if number == "pl" else _BY_GENDER[gender]
    if case == "a" and (gender == "m1" or (gender == "m2" and number == "sg")):
        case = "g"
    return lemma[:-1] + table[kind].split()[CASES.index(case)]


@lru_cache(8192)
def ordinal(n: int, case: str = "n", gender: str = "m3", number: str = "sg") -> str:
    """The ordinal of a number from 0 to `LARGEST_ORDINAL`; of a number in thousands one word (NORMALISE 12.1).

    >>> ordinal(1998, "l"), ordinal(2000), ordinal(90, "g", "n", "pl")
    ('tysiąc dziewięćset dziewięćdziesiątym ósmym', 'dwutysięczny', 'dziewięćdziesiątych')
    >>> ordinal(2_500_000)
    'dwa miliony pięćsettysięczny'
    """
    if n > LARGEST_ORDINAL:
        raise ValueError(f"{n} is beyond {LARGEST_ORDINAL}")
    if n in _ORDINALS:
        return adjective(_ORDINALS[n], case, gender, number)
    for scale, name in ((10**6, "milionowy"), (10**3, "tysięczny")):
        if n % scale == 0 and n < scale * 1000:
            return adjective(compound(n // scale) + name, case, gender, number)
    last = next(scale for scale in (10, 100, 1000, 10**6) if n % scale and (scale > 10 or n % 100 > 20))
    if last == 10:  # both of the last two numerals are ordinals
        tens, before = n % 100 - n % 10, n - n % 100
        both = f"{ordinal(tens, case, gender, number)} {ordinal(n % 10, case, gender, number)}"
        return f"{cardinal(before)} {both}" if before else both
    return f"{cardinal(n - n % last)} {ordinal(n % last, case, gender, number)}"


@lru_cache(4096)
def all_ordinals(n: int) -> tuple[str, ...]:
    """Every form of the ordinal; none beyond `LARGEST_ORDINAL`."""
    if n > LARGEST_ORDINAL:
        return ()
    return unique(ordinal(n, case, gender, number) for number in ("sg", "pl") for gender in GENDERS for case in CASES)


def compound(n: int) -> str:
    """The first part of a compound: 45 is czterdziestopięcio(minutowy), 1000 is tysiąc(lecie).

    >>> compound(45), compound(100), compound(1000), compound(125), compound(500)
    ('czterdziestopięcio', 'stu', 'tysiąc', 'studwudziestopięcio', 'pięćset')
    """
    thousands, rest = divmod(n, 1000)
    head = "" if not thousands else "tysiąc" if thousands == 1 else compound(thousands) + "tysięczno"
    return head + "".join(_COMPOUNDS[part] for part in parts(rest))


def compounds(n: int) -> tuple[str, ...]:
    """`compound` and, of 200 to 900, the other form: dwustu(lecie), dwuset(lecie)."""
    return unique((compound(n), *((_COMPOUNDS_TOO[n],) if n in _COMPOUNDS_TOO else ())))


_CALLED = {2: "dwój", 3: "trój", 4: "czwór", 6: "szóst", 7: "siódem", 8: "ósem", 100: "set"}


def called(n: int, ending: str) -> str:
    """The noun that a number gives its name to, in -ka: piątka, szesnastki; "" where there is none.

    >>> called(16, "kę"), called(7, "ka"), called(5, "ek"), called(101, "ka")
    ('szesnastkę', 'siódemka', 'piątek', '')
    """
    if n in _CALLED:
        return _CALLED[n] + ending
    is_named = 5 <= n <= 20 or n in range(30, 100, 10)
    return _ORDINALS[n][:-1] + ending if is_named else ""


_LETTERS = (
    *((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL")),
    *((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")),
)


def _roman(n: int) -> str:
    found = ""
    for value, letters in _LETTERS:
        found += letters * (n // value)
        n %= value
    return found


ROMAN = {_roman(n): n for n in range(1, 2101)}
"""Roman numerals up to 2100 and what they say."""
