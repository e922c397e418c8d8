"""Roman numerals: only beside a noun of the list or after a name, and never C, D, L or M alone (NORMALISE 12.1)."""

import re

from . import nouns
from .agreeing import agreeing, case_and_gender
from .grammar import ALL_CASES, forms, governor, singular_nouns
from .lists import NUMBERED, ROMAN_HEADS, SPREAD
from .numerals import all_cardinals
from .options import Options, Said, then
from .ordinals import ROMAN, all_ordinals, ordinal
from .scan import Scan

_SMALL = re.compile("[IVX]+")
_CENTURY_CASES = {"w": "l", "na": "l", "po": "l", "przed": "i"}


def roman(scan: Scan, i: int) -> Said | None:
    """`XX w.`, `II wojna światowa`, `tom III`, `Jan Paweł II`."""
    text = scan.at(i).text
    if text not in ROMAN or not _SMALL.fullmatch(text) or _is_and(scan, i):
        return None
    n = ROMAN[text]
    options: Options = ((all_ordinals(n),), (all_cardinals(n),))
    at = _past_list(scan, i)
    if scan.kind(at) == "abbreviation" and scan.low(at) == "w.":
        return _century(scan, i, at, options)
    if any(form.base in ROMAN_HEADS for form in singular_nouns(scan, at)):
        return Said(1, agreeing(scan, n, i, at), options, "roman")
    before = [form for form in singular_nouns(scan, i - 1) if form.base in NUMBERED | ROMAN_HEADS]
    if before:
        case, gender = case_and_gender(before, governor(scan, i - 1).cases)
        return Said(1, ordinal(n, case, gender), options, "roman")
    return _after_name(scan, i, n, options)


def _is_and(scan: Scan, i: int) -> bool:
    """INFORMACJI I ŁĄCZNOŚCI: among capitals I is a word."""
    before, after = scan.at(i - 1).text, scan.at(i + 1).text
    return scan.at(i).text == "I" and len(before) > 1 and before.isupper() and after.isupper()


def _past_list(scan: Scan, i: int) -> int:
    """The token after a list of Roman numerals: past XIX i XX, XIX-XX."""
    at = i + 1
    for _ in range(4):
        if scan.low(at) not in SPREAD or not _SMALL.fullmatch(scan.at(at + 1).text):
            break
        at += 2
    return at


def _century(scan: Scan, i: int, at: int, options: Options) -> Said:
    n, (word, allowed) = ROMAN[scan.at(i).text], governor(scan, i)
    case = _CENTURY_CASES.get(word, "g" if allowed or i else "n")
    if at > i + 1:
        return Said(1, ordinal(n, case), options, "roman")
    reading = f"{ordinal(n, case)} {nouns.noun('wiek', 'sg', case)}"
    return Said(2, reading, then(options, nouns.forms("wiek")), "roman")


def _after_name(scan: Scan, i: int, n: int, options: Options) -> Said | None:
    is_only_a_name = not forms(scan.low(i - 1))  # the text's first word is capitalised whatever it is
    if not scan.at(i - 1).is_capitalised or (len(scan.at(i).text) == 1 and i < 2 and not is_only_a_name):
        return None
    pairs = _name(scan, i - 1)
    if not pairs:
        return None
    first = i - 2 if _name(scan, i - 2) else i - 1
    allowed = governor(scan, first).cases
    case, gender = next((pair for case in allowed for pair in pairs if pair[0] == case), pairs[0])
    return Said(1, ordinal(n, case, gender), options, "roman")


def _name(scan: Scan, k: int, depth: int = 3) -> list[tuple[str, str]]:
    """Case and gender of the name at token k, in agreement with what stands before it: król Jan, króla Jana."""
    if not scan.at(k).is_capitalised:
        return []
    named = [form for form in singular_nouns(scan, k, names=True) if form.gender in ("m1", "f")]
    named = [form for form in named if form.gender == "m1"] or named
    pairs = [(case, form.gender) for case in ALL_CASES for form in named if case in form.cases]
    before = scan.at(k - 1)
    if before.kind != "word" or not depth:
        return pairs
    if before.is_capitalised and k > 1:
        agreed = set(_name(scan, k - 1, depth - 1))
    else:
        agreed = {(case, form.gender) for form in singular_nouns(scan, k - 1) for case in form.cases}
    return [pair for pair in pairs if pair in agreed] or pairs
