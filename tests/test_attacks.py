"""Each attack on a small task that it breaks and on one that withstands it; what options and patterns are read as."""

import json
from itertools import pairwise
from typing import Any

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from puma_metrics import Task, grade, parse_rule, parse_task
from puma_metrics.attacks import ATTACKS
from puma_metrics.attacks.informed import named, shuffled
from puma_metrics.attacks.names import NAMES
from puma_metrics.attacks.options import options
from puma_metrics.attacks.spelled import spelled
from puma_metrics.stress import stress

PROMPT = "Co widać na obrazie: kot, pies czy lis?"
CATEGORIES = {"asr": "asr", "ocr": "ocr", "extraction": "structured_extraction"}


def include(*clauses: str, **bounds: int) -> dict[str, Any]:
    return {"type": "include", "clauses": [clause.split("|") for clause in clauses], **bounds}


def exclude(*phrases: str) -> dict[str, Any]:
    return {"type": "exclude", "phrases": list(phrases)}


def pattern(text: str, **bounds: int) -> dict[str, Any]:
    return {"type": "regex", "pattern": text, "normalize": False, **bounds}


def order(*phrases: str) -> dict[str, Any]:
    return {"type": "order", "phrases": list(phrases)}


def at_most(most: int, text: str) -> dict[str, Any]:
    return pattern(text, regex_min=0, regex_max=most)


def asr(*words: str) -> dict[str, Any]:
    return {"type": "asr", "reference": " ".join(words)}


def ocr(*blocks: str) -> dict[str, Any]:
    return {"type": "ocr", "blocks": list(blocks)}


def extraction(reference: Any, *types: str) -> dict[str, Any]:
    fields = reference[0] if isinstance(reference, list) else reference
    properties = {name: {"type": kind} for name, kind in zip(fields, types or ["string"] * len(fields), strict=True)}
    schema: dict[str, Any] = {"type": "object", "properties": properties}
    if isinstance(reference, list):
        schema = {"type": "array", "items": schema}
    return {"type": "extraction", "reference": reference, "schema": schema}


KOT, ANY = [include("kot")], [exclude("słoń")]
ALMOST_ONE_WORD = ["tak"] * 30 + ["nie"]
SPEECH = ["litwo", "ojczyzno", "moja", "ty", "jesteś", "jak", "zdrowie"]
LONG_TEXT = " ".join(f"słowo{number}" for number in range(100))
CELLS = "<table><tr><td>raz</td><td>dwa</td></tr><tr><td>trzy</td><td>cztery</td></tr></table>"

BREAKS_AND_WITHSTANDS: dict[str, tuple[list[dict[str, Any]], list[dict[str, Any]]]] = {
    "nothing": ([pattern(".")], KOT),
    "refusal": (ANY, KOT),
    "yes and no": ([include("tak")], [include("tak"), exclude("nie")]),
    "yes or no": (ANY, [include("tak")]),
    "prompt echoed": (KOT, [*KOT, exclude("pies")]),
    "prompt's words, each alone": (ANY, KOT),
    "every option": (KOT, [*KOT, exclude("pies", "lis")]),
    "options, each alone": ([include("kot|pies")], KOT),
    "options, each after the prompt": (KOT, [*KOT, exclude("pies")]),
    "options in every order": ([include("kot", "pies", "lis")], [order("pies", "kot", "lis")]),
    "numbers 0 to 1000": ([include("7")], [include("7"), at_most(9, r"\d+")]),
    "numbers, each alone": ([pattern(r"\d")], [include("7")]),
    "amounts of money": ([include("3,80")], [include("3,80"), at_most(9, r"\d,\d\d")]),
    "years 1 to 2030": ([include("1410")], [include("1410"), at_most(3, r"\d{4}")]),
    "every date": ([include("3 maja")], [include("3 maja"), exclude("4 maja")]),
    "every time of day": ([include("19:15")], [include("19:15"), at_most(5, r"\d\d:\d\d")]),
    "the alphabet": ([include("ź")], [include("ź"), exclude("ż")]),
    "letters, each alone": ([pattern(r"\p{L}")], [include("ź")]),
    "every name of a kind": (
        [include("Gdynia")],
        [include("Gdynia"), include("Gdańsk", "Sopot", "Kraków", "Warszawa", include_min=0, include_max=2)],
    ),
    "names, each alone": ([pattern(r"\p{Lu}\w+")], [include("Gdynia")]),
    "everything at once": ([include("Gdynia", "19:15")], [include("Gdynia", "19:15"), exclude("Sopot")]),
    "empty form": (
        [extraction({"a": None, "b": 0, "c": [], "d": ""}, "null", "integer", "array", "string")],
        [extraction({"a": 5, "b": "kot"}, "integer", "string")],
    ),
    "every phrase": ([pattern("(?s)kot(?!.*pies)")], [*KOT, exclude("pies")]),
    "order reversed": ([order("kot", "Kot")], [order("kot", "pies")]),
    "one phrase of several": ([include("kot", "kot|pies")], [include("kot", "pies")]),
    "words shuffled": ([asr(*ALMOST_ONE_WORD)], [asr(*SPEECH)]),
    "words reversed": ([asr(*ALMOST_ONE_WORD)], [asr(*SPEECH)]),
    "cells shuffled": ([ocr(LONG_TEXT, CELLS)], [ocr(CELLS)]),
    "values shuffled": ([extraction({"a": "Kot", "b": "kot."})], [extraction({"a": "kot", "b": "pies"})]),
    "arrays reversed": ([extraction({"a": ["Kot", "kot."]}, "array")], [extraction({"a": ["kot", "pies"]}, "array")]),
}


def small(rules: list[dict[str, Any]]) -> Task:
    category = CATEGORIES.get(rules[0]["type"], "contemporary_life")
    return parse_task({"id": "t1", "category": category, "prompt": PROMPT, "rules": rules})


def broken_by(rules: list[dict[str, Any]]) -> list[str]:
    return [breach.attack for breach in stress(small(rules)).breaches]


def test_every_attack_has_both_tasks():
    assert list(BREAKS_AND_WITHSTANDS) == list(ATTACKS)


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_breaks_one_task_and_not_the_other(attack: str):
    breaks, withstands = BREAKS_AND_WITHSTANDS[attack]
    assert attack in broken_by(breaks)
    assert list(ATTACKS[attack].answers(small(withstands))), "the attack was not tried"
    assert attack not in broken_by(withstands)


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_says_what_it_is_and_gives_the_same_bounded_answers_again(attack: str):
    assert ATTACKS[attack].answers.__doc__
    for rules in BREAKS_AND_WITHSTANDS[attack]:
        answers = list(ATTACKS[attack].answers(small(rules)))
        assert answers == list(ATTACKS[attack].answers(small(rules)))
        assert len(answers) <= 1100
        assert max(len(answer.encode()) for answer in answers) < 100_000


def test_a_right_answer_is_no_attack():
    """Where the rules name nothing wrong, naming it all is right; where an answer may be tak, tak is no hedge."""
    for rules in (KOT, [include("Leliwa", "Słowacki|autor Kordiana")], [include("tak")], [pattern(r"\b998\b")]):
        task = small(rules)
        assert list(ATTACKS["every phrase"].answers(task)) == []
        assert stress(task).names_nothing_wrong
    assert "yes or no" not in broken_by([include("tak")])
    assert "options, each alone" not in broken_by(KOT)


def test_the_surplus_of_a_rule_with_a_maximum_is_wrong():
    assert named(parse_rule(include("raz", "dwa", "trzy", include_min=1, include_max=2))) == (["raz", "dwa"], ["trzy"])
    assert named(parse_rule(include("raz|jeden", "dwa", include_min=0, include_max=1))) == ([], ["raz", "jeden", "dwa"])
    assert named(parse_rule(at_most(0, "kot|pies"))) == ([], ["kot", "pies"])


OPTIONS = {
    "Czy to Mickiewicz, Słowacki czy Krasiński?": [["to Mickiewicz", "Słowacki", "Krasiński"]],
    "Czy bardziej lubi koty czy psy?": [["bardziej lubi koty", "psy"]],
    "Odpowiedz „tak” lub „nie”.": [["tak", "nie"]],
    "Wybierz: A) kot B) pies C) lis": [["A", "B", "C"], ["kot", "pies", "lis"]],
    "Cyframi 1–4 oznaczono bitwy.": [["1", "2", "3", "4"]],
    "Podaj nazwy od 1 do 3.": [["1", "2", "3"]],
    "Kto rządził w latach 1918–1939?": [],
    "Podaj liczbę od 1 do 100.": [],
    "Jak nazywa się ten ptak?": [],
}


@pytest.mark.parametrize("prompt", OPTIONS)
def test_options_of_a_prompt(prompt: str):
    assert options(prompt) == OPTIONS[prompt]


SPELLED = {
    r"(?<!\d)19[:.]15(?!\d)": (["19:15"], []),
    r"(?i)\bsierp(?:ień|nia)\b(?!.*\b(?:lip(?:iec|ca))\b)": (["sierpień", "sierpnia"], ["lipiec", "lipca"]),
    r"(?P<a>kot)\s+i\s*(?>pies)": (["kot ipies"], []),
    r"\d{4}-[0-9]{2}|rok\w+": (["1111-00", "roka"], []),
    r"kot.*?pies": (["kot pies"], []),
    r"(?<=a)b(?=c)(?#nic)\p{Lu}[^x]": (["bax"], []),
    "(" * 60 + "a" + ")" * 60: ([], []),
}


@pytest.mark.parametrize("text", SPELLED)
def test_what_a_pattern_spells(text: str):
    assert spelled(text) == SPELLED[text]


@given(st.text(alphabet=r"ab()[]{}|?*+\.,1<!=:#^$w", max_size=40))
def test_any_text_is_spelled_in_bounds(text: str):
    for texts in spelled(text):
        assert len(texts) <= 40
        assert all(0 < len(one) <= 200 for one in texts)


def test_what_a_plain_pattern_spells_it_matches():
    for text in (r"4[,.]88(?!\d)", r"\b(?:trzy|troje)\s+(?:os[oó]b|ludzi)\b", r"B\s?[-–]?\s?36"):
        assert all(regex.fullmatch(text, one) for one in spelled(text)[0])


@given(st.lists(st.text(max_size=5), max_size=30))
def test_shuffled_loses_nothing(items: list[str]):
    assert sorted(shuffled(items)) == sorted(items)
    assert shuffled(items) == shuffled(items)


def test_shuffled_keeps_no_run():
    mixed = shuffled(list(range(100)))
    assert sum(after == before + 1 for before, after in pairwise(mixed)) < 5


def test_a_kind_has_each_name_once():
    assert all(len(set(names)) == len(names) >= 5 for names in NAMES.values())


def test_forms_and_references_are_json():
    task = small([extraction([{"a": 1, "b": ["x", "y"]}, {"a": 2, "b": []}], "integer", "array")])
    for attack in ("empty form", "values shuffled", "arrays reversed"):
        for answer in ATTACKS[attack].answers(task):
            json.loads(answer)
    assert '[{"a": 0, "b": []}]' in ATTACKS["empty form"].answers(task)
    assert '[{"a": 1, "b": ["y", "x"]}, {"a": 2, "b": []}]' in ATTACKS["arrays reversed"].answers(task)


def test_the_order_of_objects_is_no_attack():
    """Objects are paired whatever their order: only the arrays within their fields are turned round."""
    task = small([extraction([{"a": "kot"}, {"a": "pies"}])])
    assert list(ATTACKS["arrays reversed"].answers(task)) == []
    assert grade(task, '[{"a": "pies"}, {"a": "kot"}]').strict == 1


@pytest.mark.parametrize(
    "prompt", ["kot, pies, " * 5000, " ".join(f"w{i}" for i in range(5000)), "A) x " * 5000, "„" * 9999]
)
def test_a_long_prompt_makes_no_more_answers(prompt: str):
    task = parse_task({"id": "t1", "category": "speech_qa", "prompt": prompt, "rules": KOT})
    assert all(len(group) <= 20 for group in options(prompt))
    assert len(list(ATTACKS["prompt's words, each alone"].answers(task))) <= 500
