"""What the words around a number say of it: which case is asked for, and what is counted."""

from collections.abc import Set
from functools import lru_cache
from typing import NamedTuple

from ..polish import readings
from .lists import (
    ABOUT,
    DURATIONS,
    GENITIVE_VERBS,
    JOINERS,
    MINUS,
    NEGATED,
    OF_NOUNS,
    PREPOSITIONS,
    SPREAD,
    TRANSPARENT,
)
from .scan import NUMBERS, Scan, is_number

NOUNS = frozenset(("subst", "depr", "ger"))
ADJECTIVES = frozenset(("adj", "ppas", "pact"))
FARTHEST = 6
"""Tokens that are looked back at, or ahead, for what belongs to a number."""
ALL_CASES = "nagdil"
"""In the order in which a reading is preferred that nothing decides."""


class Form(NamedTuple):
    """One reading of a word that has a case: its class, number, cases, first gender, marks and base form."""

    kind: str
    number: str
    cases: str
    gender: str
    marks: tuple[str, ...]
    base: str


class Governor(NamedTuple):
    """What stands before a number and governs it, and the cases that it allows, the likelier first."""

    word: str
    cases: str


UNGOVERNED = Governor("", "")


def _letters(cases: str) -> str:
    """The dictionary's `gen.loc` as `gl`; the vocative is none that a number stands in."""
    return "".join("l" if case == "loc" else case[0] for case in cases.split(".") if case != "voc")


@lru_cache(20_000)
def forms(word: str, names: bool = False) -> tuple[Form, ...]:
    """A word's readings that have a case; of names only where they are asked for, since a lower-case word is none."""
    found = []
    for reading in readings(word) if word else ():
        if reading.labels and not names and "nazwa_pospolita" not in reading.labels:
            continue
        kind, *tag = reading.tag.split(":")
        if kind in NOUNS | ADJECTIVES and len(tag) >= 3 and (cases := _letters(tag[1])):
            found.append(Form(kind, tag[0], cases, tag[2].split(".")[0], tuple(tag[3:]), reading.base))
    return tuple(sorted(found, key=_is_unlikely))


def _is_unlikely(form: Form) -> bool:
    """Feminine readings of a masculine word, such as of dzień, come last."""
    return form.gender == "f" and form.number == "sg" and form.base == "dzień"


@lru_cache(20_000)
def bases(word: str) -> frozenset[str]:
    return frozenset(reading.base for reading in readings(word)) if word else frozenset()


def is_noun(word: str) -> bool:
    return any(form.kind in NOUNS for form in forms(word))


def is_adjective(word: str) -> bool:
    return any(form.kind in ADJECTIVES for form in forms(word))


def singular_nouns(scan: Scan, i: int, names: bool = False) -> list[Form]:
    if scan.kind(i) != "word":
        return []
    return [form for form in forms(scan.low(i), names) if form.kind == "subst" and form.number == "sg"]


# ---------------------------------------------------------------- before the number
def governor(scan: Scan, i: int) -> Governor:
    """The preposition, measure noun or verb that decides the case of the number at token i."""
    if i not in scan.governors:
        scan.governors[i] = _governor(scan, i)
    return Governor(*scan.governors[i])


def _governor(scan: Scan, i: int) -> Governor:
    at, across = _left_of(scan, i)
    found = _preposition(scan, at)
    if across:  # z 5 kotami i 2 psami
        return found if found.word in PREPOSITIONS and found.word != "po" else UNGOVERNED
    if found is not UNGOVERNED:
        return found
    token = scan.at(at)
    takes_part = token.low == "udział" and bases(scan.low(at - 1)) & {"wziąć", "brać"}
    if token.kind == "word" and token.low not in PREPOSITIONS and bases(token.low) & OF_NOUNS and not takes_part:
        return Governor(token.low, "g")
    return _genitive_verb(scan, i)


def _left_of(scan: Scan, i: int) -> tuple[int, bool]:
    """The token before a number that is no part of it or of a list that it ends; whether another noun lies between."""
    at, across = i - 1, False
    for _ in range(FARTHEST):
        low = scan.low(at)
        is_joined = low in JOINERS or low == "," or (low in MINUS and at == i - 1)  # XIX-XX wiek
        if is_joined and is_number(scan.at(at - 1)):
            at -= 2
        elif low in JOINERS and is_number(scan.at(at - 2)):
            at, across = at - 3, True
        elif low in ("najmniej", "najwyżej") and scan.low(at - 1) == "co":
            at -= 2
        elif low in MINUS or (low in TRANSPARENT and low not in ABOUT and low not in PREPOSITIONS):
            at -= 1
        else:
            break
    return at, across


def _preposition(scan: Scan, at: int) -> Governor:
    token = scan.at(at)
    if token.low in ABOUT:
        return Governor("około", "g")
    if token.low == "ponad":
        return Governor("ponad", "a")
    if token.low == "co" and scan.kind(at + 1) not in NUMBERS:
        return UNGOVERNED
    if token.low == "ze" and _is_about(scan, at + 1):
        return Governor("ze", "a")
    if token.low in PREPOSITIONS:
        return Governor(token.low, PREPOSITIONS[token.low])
    if token.kind == "word" and is_adjective(token.low) and not is_noun(token.low):
        return _before_adjective(scan, at)
    return UNGOVERNED


def _is_about(scan: Scan, i: int) -> bool:
    """`ze 40` is about forty, since from forty is `z 40`; `ze 100` is from a hundred."""
    return (scan.kind(i) == "whole" and not scan.low(i).startswith("1")) or len(scan.low(i)) == 2


def _before_adjective(scan: Scan, at: int) -> Governor:
    """`w ostatnich 5 latach`, `przestrzeń kolejnych 5 lat`: the adjective agrees with what is counted."""
    cases = {case for form in forms(scan.low(at)) if form.number == "pl" for case in form.cases}
    before = scan.low(at - 1)
    if before in PREPOSITIONS:
        both = "".join(case for case in PREPOSITIONS[before] if case in cases)
        return Governor(before, both or PREPOSITIONS[before])
    if "g" in cases and scan.kind(at - 1) == "word" and is_noun(before):
        return Governor(before, "g")
    return UNGOVERNED


def _genitive_verb(scan: Scan, i: int) -> Governor:
    for back in range(i - 1, i - 6, -1):
        token = scan.at(back)
        if token.kind != "word":
            break
        if scan.low(back - 1) == "nie" and (token.low in NEGATED or _takes_object(scan, back, i)):
            return Governor(token.low, "g")
        if back >= i - 3 and (token.low == "brak" or bases(token.low) & GENITIVE_VERBS):
            return Governor(token.low, "g")
    return UNGOVERNED


def _takes_object(scan: Scan, verb: int, i: int) -> bool:
    """Whether the number at i is the object of a verb, not its subject: with that the verb is third person neuter."""
    if i - verb > 3 or {form.base for form in head(scan, i + 1)[1]} & DURATIONS:
        return False
    tags = [reading.tag.split(":") for reading in readings(scan.low(verb))]
    verbs = [tag for tag in tags if tag[0] in ("praet", "fin", "inf", "impt")]
    return bool(verbs) and not any(_may_be_of_numbers(tag) for tag in verbs)


def _may_be_of_numbers(tag: list[str]) -> bool:
    """Of a verb's form: pięć osób przyszło, przyjdzie; dwa psy przyszły; not przyszedł, przyjdę."""
    if tag[0] == "praet":
        return "pl" in tag[1] or "n" in tag[2].split(".")
    return tag[0] == "fin" and "ter" in tag[2]


def subject_gender(scan: Scan, i: int) -> str:
    """The gender that a past verb at token i says its subject has: była 18. w kolejce."""
    tags = [reading.tag.split(":") for reading in readings(scan.low(i))] if scan.kind(i) == "word" else []
    genders = [tag[2].split(".")[0] for tag in tags if tag[0] == "praet" and tag[1] == "sg"]
    return genders[0] if genders else ""


def is_verb(scan: Scan, i: int) -> bool:
    found = readings(scan.low(i)) if scan.kind(i) == "word" else ()
    return any(reading.tag.split(":")[0] in ("praet", "fin", "inf", "impt") for reading in found)


# ---------------------------------------------------------------- after the number
def thing(scan: Scan, i: int, between: Set[str] = SPREAD) -> int:
    """The token after the number at i and after a list or range that it begins: past `do 5` in `3 do 5 dni`."""
    if between is SPREAD and i in scan.things:
        return scan.things[i]
    at = i + 1
    for _ in range(FARTHEST):
        if scan.low(at) not in between or scan.kind(at + 1) not in NUMBERS:
            break
        at += 2
    if between is SPREAD:
        scan.things[i] = at
    return at


def head(scan: Scan, at: int) -> tuple[int, list[Form]]:
    """The noun that begins at token `at` or stands after adjectives there, and its readings that agree with them.

    Without one, (-1, []).
    """
    agreed: set[tuple[str, str]] | None = None
    for k in range(at, at + 4):
        token = scan.at(k)
        if token.kind != "word" or (token.low in PREPOSITIONS and token.low != "koło"):
            return -1, []
        if token.low == "się" and k > at:
            continue
        known = forms(token.low, token.is_capitalised)
        nouns = [form for form in known if form.kind in NOUNS]
        pairs = {(form.number, case) for form in known if form.kind in ADJECTIVES for case in form.cases}
        if nouns and not (k < at + 2 and not token.is_capitalised and _agrees(scan, k + 1, pairs)):
            return k, nouns if agreed is None else _narrowed(nouns, agreed)
        if not pairs:
            return -1, []
        agreed = pairs if agreed is None else agreed & pairs
    return -1, []


def _agrees(scan: Scan, k: int, pairs: set[tuple[str, str]]) -> bool:
    """Whether token k is a noun in a number and case of `pairs`: then the word before it is its adjective."""
    if not pairs or scan.kind(k) != "word":
        return False
    nouns = [form for form in forms(scan.low(k)) if form.kind == "subst"]
    return any((form.number, case) in pairs for form in nouns for case in form.cases)


def _narrowed(nouns: list[Form], agreed: set[tuple[str, str]]) -> list[Form]:
    found = [
        form._replace(cases="".join(case for case in form.cases if (form.number, case) in agreed)) for form in nouns
    ]
    return [form for form in found if form.cases]
