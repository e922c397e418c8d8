"""Abbreviations of nouns, which are declined, of adjectives, which agree, and of phrases; signs between numbers."""

from . import nouns
from .agreeing import abbreviated_case, case_and_gender
from .grammar import ALL_CASES, forms, governor, head, singular_nouns
from .lists import ABBREVIATED_ADJECTIVES, ABBREVIATED_NOUNS, ABBREVIATED_PHRASES, UNDOTTED_SCALES, WITHOUT_DOT
from .nouns import CASES
from .numerals import GENDERS, unique
from .options import Said
from .ordinals import adjective
from .scan import NUMBERS, Scan

_SIGNS = {
    "+": ("plus", "dodać", "i", ""),
    "=": ("równa się", "to", "jest", "równe", "równa"),
    "×": ("razy", "na"),
    "%": nouns.forms("procent"),
}


def dotted(scan: Scan, i: int) -> Said:
    """`m.in.` and `p.n.e.`, with spaces or without."""
    return _phrase("".join(scan.low(i).split()))


def _phrase(key: str) -> Said:
    phrases = ABBREVIATED_PHRASES[key]
    return Said(1, phrases[0], ((phrases,),), "abbreviation")


def abbreviation(scan: Scan, i: int) -> Said | None:
    """An abbreviation of the list; those of units only stand after a number."""
    low = scan.low(i)
    if low in ABBREVIATED_PHRASES:
        return _phrase(low)
    if low in ABBREVIATED_ADJECTIVES:
        return _adjective(scan, i)
    if low not in ABBREVIATED_NOUNS:
        return None
    base = ABBREVIATED_NOUNS[low]
    number = "pl" if low == "al." and _is_plural(scan, i + 1) else "sg"
    reading = nouns.noun(base, number, abbreviated_case(scan, i))
    return Said(1, reading, ((nouns.forms(base),),), "abbreviation")


def _is_plural(scan: Scan, i: int) -> bool:
    """`al. Jerozolimskie`: an adjective that no feminine noun in the singular has."""
    adjectives = [form for form in forms(scan.low(i), True) if form.kind == "adj"]
    return any(form.number == "pl" for form in adjectives) and not any(
        form.number == "sg" and form.gender == "f" for form in adjectives
    )


def without_dot(scan: Scan, i: int) -> Said | None:
    """dr, mgr, nr, wg in any case; mln, mld and pkt in lower case."""
    token = scan.at(i)
    if token.low in WITHOUT_DOT or token.text in UNDOTTED_SCALES:
        return abbreviation(scan, i)
    return None


def _adjective(scan: Scan, i: int) -> Said:
    """`tzw.`, `ww.` and `św.` agree with the noun or the name after them: święty Mikołaj, świętej Anny."""
    before, lemma = ABBREVIATED_ADJECTIVES[scan.low(i)]
    case, gender, number = _saint(scan, i) if lemma == "święty" else _what_follows(scan, i)
    everything = unique(
        before + adjective(lemma, case_, gender_, number_)
        for number_ in ("sg", "pl")
        for gender_ in GENDERS
        for case_ in CASES
    )
    return Said(1, before + adjective(lemma, case, gender, number), ((everything,),), "abbreviation")


def _saint(scan: Scan, i: int) -> tuple[str, str, str]:
    named = singular_nouns(scan, i + 1, names=True)
    men = [form for form in named if form.gender == "m1"] or named  # Wojciecha: of Wojciech
    if not men:
        return "n", "m1", "sg"
    return *case_and_gender(men, governor(scan, i).cases or "ngdail"), "sg"


def _what_follows(scan: Scan, i: int) -> tuple[str, str, str]:
    at = i + 2 if scan.kind(i + 1) == "mark" else i + 1
    _, found = head(scan, at)
    for case in governor(scan, i).cases or ALL_CASES:
        for form in found:
            if case in form.cases:
                return case, form.gender, form.number
    return "n", "m3", "sg"


def sign(scan: Scan, i: int) -> Said | None:
    """A sign beside a number: 2 + 2 = 4, 3 × 5; a percent sign anywhere."""
    token = scan.at(i)
    if token.text not in _SIGNS:
        return None
    if token.text != "%":
        beside = scan.kind(i - 1) in NUMBERS or scan.kind(i + 1) in NUMBERS
        if not beside or (token.text == "+" and scan.kind(i - 1) not in NUMBERS and not scan.touches(i)):
            return None
    return Said(1, _SIGNS[token.text][0], ((_SIGNS[token.text],),), "sign")
