"""Ordinals that agree with a noun: before it, with a dot or an ending, after a numbered noun, of decades."""

from .grammar import (
    ALL_CASES,
    Form,
    bases,
    governor,
    head,
    is_adjective,
    is_noun,
    singular_nouns,
    subject_gender,
    thing,
)
from .lists import (
    ABBREVIATED_NOUNS,
    FIRSTS,
    HOUR_WORDS,
    INTO,
    JOINERS,
    NUMBERED,
    ORDINAL_ENDINGS,
    PREPOSITIONS,
    ROMAN_HEADS,
    words,
)
from .nouns import gender as gender_of
from .options import Said, whole
from .ordinals import all_ordinals, ordinal
from .scan import Scan, value

_ALONE = {"na": "a", "za": "a", "z": "g", "ze": "g"}
"""Cases of an ordinal that no noun follows, where the preposition allows two."""
_DECADE_CASES = {"lat": "g", "latach": "l", "latami": "i", "latom": "d", "lata": "n"}
_BEFORE_DECADES = words("w z od do lata na początku końcu końca połowie")
LARGEST_NUMBERED = 999


def case_and_gender(nouns: list[Form], allowed: str) -> tuple[str, str]:
    """The first allowed case that one of the readings has, with its gender."""
    counted = [form for form in nouns if form.base in NUMBERED | ROMAN_HEADS] or nouns  # turze: of tura, not of tur
    for case in allowed or ALL_CASES:
        for form in counted:
            if case in form.cases:
                return case, form.gender
    return counted[0].cases[0], counted[0].gender


def agreeing(scan: Scan, n: int, i: int, at: int) -> str:
    """The ordinal n at token i in agreement with the noun from token `at` on, or else with the one before it."""
    for _ in range(4):  # 2. lub 3. leśnej drogi
        if scan.low(at) not in JOINERS or scan.kind(at + 1) != "whole" or scan.low(at + 2) != ".":
            break
        at += 3
    k, nouns = head(scan, at)
    singular = [form for form in nouns if form.number == "sg"]
    if (not singular or k > at + 2) and (before := _with_noun_before(scan, n, i)):
        return before
    word, allowed = governor(scan, i)
    if k < 0 and word in PREPOSITIONS:
        return ordinal(n, _ALONE.get(word, allowed[0]))
    if singular:  # of a word that is its own base form, that reading: dzień
        own = [form for form in singular if form.base == scan.low(k)]
        return ordinal(n, *case_and_gender(own or singular, allowed))
    if nouns:
        return ordinal(n, nouns[0].cases[0], nouns[0].gender, "pl")
    return ordinal(n, "n", subject_gender(scan, i - 1) or "m3")


def _with_noun_before(scan: Scan, n: int, i: int) -> str:
    """`poprawka 9. została`: an ordinal that no noun follows agrees with the noun before it."""
    low = scan.low(i - 1)
    nouns = singular_nouns(scan, i - 1)
    if not nouns or low in PREPOSITIONS or is_adjective(low):
        return ""
    allowed = governor(scan, i - 1).cases
    if not any(case in form.cases for case in allowed or ALL_CASES for form in nouns):
        return ""
    return ordinal(n, *case_and_gender(nouns, allowed))


def dotted(scan: Scan, i: int) -> Said | None:
    """A number with a dot before a word in lower case: w 3. klasie, lata 90., o 8. rano."""
    digits, following = value(scan.at(i)), scan.at(i + 2)
    is_dotted = scan.low(i + 1) == "." and scan.touches(i) and not scan.touches(i + 1)
    if not is_dotted or following.kind != "word" or int(digits) > 10**9:
        return None
    if not following.text[0].islower() and scan.low(i - 1) != "co":  # co 3. Polak
        return None
    n, before = int(digits), scan.low(i - 1)
    if before in _DECADE_CASES and n % 10 == 0 and n < 100:
        return Said(2, ordinal(n, _DECADE_CASES[before], "n", "pl"), whole(digits), "decade")
    if following.low in HOUR_WORDS and n <= 24:
        return None
    return Said(2, agreeing(scan, n, i, i + 2), whole(digits), "ordinal")


def decade(scan: Scan, i: int) -> Said | None:
    """`w latach 90`: the years from 1990 on."""
    digits, before = value(scan.at(i)), scan.low(i - 1)
    if before not in ("lata", "lat", "latach") or len(digits) != 2 or digits[1] != "0":
        return None
    if is_noun(scan.low(i + 1)) or scan.low(i - 2) not in _BEFORE_DECADES:
        return None
    return Said(1, ordinal(int(digits), _DECADE_CASES[before], "n", "pl"), whole(digits), "decade")


def numbered(scan: Scan, i: int) -> Said | None:
    """`na stronie 48`, `tor 4`, `godzinie 16`: an ordinal that agrees with the noun before it."""
    digits = value(scan.at(i))
    reading = after_numbered(scan, int(digits), i)
    return Said(1, reading, whole(digits), "ordinal") if reading else None


def after_numbered(scan: Scan, n: int, i: int) -> str:
    token = scan.at(i - 1)
    if not 1 <= n <= LARGEST_NUMBERED:
        return ""
    if token.kind == "abbreviation":
        lemma = ABBREVIATED_NOUNS.get(token.low, "")
        if lemma not in NUMBERED or (lemma == "godzina" and n > 24):
            return ""
        return ordinal(n, abbreviated_case(scan, i - 1), gender_of(lemma))
    nouns = [form for form in singular_nouns(scan, i - 1) if form.base in NUMBERED]
    if not nouns or (nouns[0].base == "godzina" and n > 24):
        return ""
    counts = not scan.at(i + 1).is_capitalised and any(form.number == "pl" for form in _nouns_at(scan, i + 1))
    if counts and nouns[0].base not in ("artykuł", "godzina"):
        return ""  # część 5 uczniów
    return ordinal(n, *case_and_gender(nouns, governor(scan, i - 1).cases))


def _nouns_at(scan: Scan, i: int) -> list[Form]:
    k, nouns = head(scan, i)
    return nouns if k == i else []


def before_singular(scan: Scan, i: int) -> Said | None:
    """`na 3 przystanku`: a number before a noun that only stands in the singular is an ordinal."""
    digits = value(scan.at(i))
    at = thing(scan, i, JOINERS)  # 2 i 3 klasa
    k, nouns = head(scan, at)
    if not 1 < int(digits) <= 10**9 or not 0 <= k <= at + 1:
        return None
    if not any(form.number == "sg" for form in nouns) or any(form.number == "pl" for form in nouns):
        return None
    return Said(1, agreeing(scan, int(digits), i, at), whole(digits), "ordinal")


def first_of(scan: Scan, i: int) -> Said | None:
    """`na 1 piętrze`, `w 1 klasie`: of these nouns the first is meant, not one."""
    nouns = [form for form in singular_nouns(scan, i + 1) if form.base in FIRSTS]
    if value(scan.at(i)) != "1" or not nouns or scan.low(i - 1) not in PREPOSITIONS:
        return None
    return Said(1, ordinal(1, *case_and_gender(nouns, governor(scan, i).cases)), whole("1"), "ordinal")


def with_ending(scan: Scan, i: int, n: int, ending: str) -> str:
    """`7-ego`, `90-tych`: the ordinal with this ending that agrees, or else the first with it; "" if none has it."""
    if ending not in ORDINAL_ENDINGS:
        return ""
    fitting = [form for form in all_ordinals(n) if form.endswith(ending)]
    before = scan.low(i - 1)
    if fitting and before in ("lata", "lat", "latach"):
        return ordinal(n, _DECADE_CASES[before], "n", "pl")
    agreed = agreeing(scan, n, i, i + 1) if fitting else ""
    return agreed if agreed in fitting else (fitting[0] if fitting else "")


def abbreviated_case(scan: Scan, i: int) -> str:
    """The case of the noun that the abbreviation at token i stands for: przy ul., z prof. Kowalskim."""
    word, allowed = governor(scan, i)
    if word in ("z", "ze"):
        return _of_name_after(scan, i, "gi") or "g"
    if word in ("przed", "nad", "pod", "za", "między"):
        return "i"
    if word in ("w", "na") and scan.low(i - 1) == word and bases(scan.low(i - 2)) & INTO:
        return "a"
    if allowed:
        return allowed[0]
    if scan.low(i) in _PLACES:
        before = scan.at(i - 1)
        return "g" if before.kind == "word" and is_noun(before.low) else "n"  # przy wylocie ul. Dworcowej
    return _of_name_after(scan, i, ALL_CASES) or "n"


def _of_name_after(scan: Scan, i: int, cases: str) -> str:
    """The case of the man's name that follows, of those asked for: dr. Nowaka, z prof. Nowakiem."""
    if scan.kind(i + 1) != "word" or not scan.at(i + 1).is_capitalised:
        return ""
    men = [form for form in singular_nouns(scan, i + 1, names=True) if form.gender == "m1"]
    return next((case for case in cases if any(case in form.cases for form in men)), "")


_PLACES = frozenset(("ul.", "al.", "pl.", "os."))
