"""Sentences: a kind and its values, which every language's table says with every value shown."""

import ast
import copy
import json
import pickle
import re
from collections import Counter
from pathlib import Path
from string import Formatter

import pytest

from puma_metrics import grade, score_rule
from puma_metrics.sentence import Sentence, form, in_language
from puma_metrics.sentences import LANGUAGES
from puma_metrics.task import parse_task

ROOT = Path(__file__).parents[1]
SOURCES = sorted(file for root in ("metrics", "dataset_builder", "scripts") for file in (ROOT / root).rglob("*.py"))
TREES = {file: ast.parse(file.read_text("utf-8")) for file in SOURCES if file.parent.name != "sentences"}


def gaps(sentence):
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def literals(node):
    """The kinds that an expression may be: a literal, or two of which a condition chooses."""
    if isinstance(node, ast.IfExp):
        return literals(node.body) + literals(node.orelse)
    return [node.value] if isinstance(node, ast.Constant) else []


CALLS = [
    (f"{file.name}:{node.lineno}", kind, {word.arg for word in node.keywords})
    for file, tree in TREES.items()
    for node in ast.walk(tree)
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Sentence"
    for kind in literals(node.args[0])
]


def test_every_kind_has_a_sentence_in_every_language_with_the_same_gaps():
    english, polish = LANGUAGES["en"], LANGUAGES["pl"]
    assert english.keys() == polish.keys()
    assert {
        kind: (gaps(english[kind]), gaps(polish[kind])) for kind in english if gaps(english[kind]) != gaps(polish[kind])
    } == {}


def test_no_kind_stands_in_two_parts_of_a_table():
    for language, table in LANGUAGES.items():
        parts = (ROOT / "metrics" / "puma_metrics" / "sentences").glob(f"*_{language}.py")
        keys = [
            key.value
            for file in parts
            for key in ast.walk(ast.parse(file.read_text("utf-8")))
            if isinstance(key, ast.Dict)
            for key in key.keys
        ]
        assert [kind for kind, times in Counter(keys).items() if times > 1] == []
        assert set(keys) == set(table)


def test_every_sentence_that_is_made_has_a_kind_of_the_tables_and_all_its_values():
    assert len(CALLS) > 80
    for place, kind, names in CALLS:
        wanted = gaps(LANGUAGES["en"][kind])
        # **values stand for those that are not named
        assert names - {None} <= wanted if None in names else names == wanted, (place, kind)


def test_every_kind_is_made_somewhere():
    constants = {node.value for tree in TREES.values() for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    assert [kind for kind in LANGUAGES["en"] if kind not in constants] == []


def test_the_polish_table_is_polish_and_counts_in_three_forms(english_in):
    for kind, sentence in LANGUAGES["pl"].items():
        assert english_in(re.sub(r"\{[^}]*\}|--[\w-]+|puma [\w-]+", " ", sentence)) == [], kind
    for language, forms in (("en", 2), ("pl", 3)):
        for sentence in LANGUAGES[language].values():
            counted = [spec for _, _, spec, _ in Formatter().parse(sentence) if spec and "|" in spec]
            assert all(spec.count("|") == forms - 1 for spec in counted), sentence


@pytest.mark.parametrize(
    ("number", "noun"),
    [
        (0, "słów"),
        (1, "słowo"),
        (2, "słowa"),
        (4, "słowa"),
        (5, "słów"),
        (12, "słów"),
        (22, "słowa"),
        (112, "słów"),
        (1002, "słowa"),
    ],
)
def test_a_polish_noun_follows_its_number(number, noun):
    assert form(number, ["słowo", "słowa", "słów"], "pl") == noun


def test_a_sentence_is_its_english_text_wherever_a_text_goes():
    told = Sentence("found-as", phrase="kot", there="Kota", place=(3, 7))
    text = '"kot" found as "Kota" at 3-7'
    assert told == text and hash(told) == hash(text) and json.loads(json.dumps(told)) == text
    assert type(str(told)) is str
    for other in (pickle.loads(pickle.dumps(told)), copy.copy(told), copy.deepcopy(told)):
        assert (other, other.kind, other.values) == (told, told.kind, told.values)
    assert told.plain() == {"kind": "found-as", "values": {"phrase": "kot", "there": "Kota", "place": [3, 7]}}


INCLUDE = {"type": "include", "clauses": [["kot"], ["pies", "wilk"], ["lis"]], "include_max": 3}
REASONS = [
    (INCLUDE, "mysz", ("klauzule: spełnione: 0 z 3, oczekiwano od 0 do 3")),
    (
        {"type": "regex", "pattern": "kot", "regex_min": 2, "regex_max": 3},
        "kot",
        ("dopasowania: 1 dopasowanie dla „kot”, oczekiwano od 2 do 3"),
    ),
    (
        {"type": "regex", "pattern": "kot", "regex_min": 3},
        "kot kot",
        ("dopasowania: 2 dopasowania dla „kot”, oczekiwano co najmniej 3"),
    ),
    (
        {"type": "regex", "pattern": '"\\w+"', "normalize": False},
        'x "found" y',
        ('dopasowania: 1 dopasowanie dla „"\\w+"”, oczekiwano co najmniej 1; dopasowanie 1 z 1: „"found"”, znaki 2–9'),
    ),
    (
        {"type": "include", "clauses": [['tytuł "expected 3"']]},
        "kot",
        ('klauzula 1 z 1: nie znaleziono „tytuł "expected 3"”'),
    ),
    (
        {"type": "regex", "pattern": "\\w+", "match_min_length": 4, "regex_min": 2},
        "ala kotek",
        (
            "dopasowania: liczy się 1 z 2 dopasowań dla „\\w+”, oczekiwano co najmniej 2; "
            "dopasowanie 1 z 2: „ala”, znaki 0–3, jest krótsze niż 4 znaki"
        ),
    ),
    (
        {"type": "asr", "reference": "ala ma kota"},
        "ala miała kota dziś",
        (
            "słowa: słowa zamienione: 1, pominięte: 0, wstawione: 1, we wzorcu: 3; "
            "trafność słów 0,333, oczekiwano co najmniej 0,9; "
            "słowo 2: „miała” zamiast „ma”; "
            "słowo 4: wstawiono „dziś”"
        ),
    ),
    (
        {"type": "ocr", "blocks": ["raz dwa trzy cztery pięć"]},
        "raz dwa",
        (
            "tekst: trafność słów 0,400, 2 słowa wobec 5 we wzorcu; "
            "blok 1: błędne słowa: 3 z 5 w wierszu „raz dwa trzy cztery pięć”"
        ),
    ),
    (
        {"type": "extraction", "reference": {"suma": 45.67}},
        '{"suma": 45.76}',
        ("pola: poprawne: 0 z 1; pole: „suma”: 45.67 (wzorzec), 45.76 (odpowiedź)"),
    ),
    (
        {"type": "extraction", "reference": {"a": 1}},
        "[1,]",
        ("odpowiedź: to nie jest JSON: brak wartości, wiersz 1, kolumna 4"),
    ),
    (
        {"type": "extraction", "reference": {"a": 1}},
        "[]",
        ("odpowiedź: odpowiedź to lista, a oczekiwano wartości: obiekt"),
    ),
    ({"type": "order", "phrases": ["kot", "pies"]}, "pies, kot", ("para 1, 2: „kot” powinno stać przed „pies”")),
    (
        {"type": "exclude", "phrases": ["kot"]},
        "Koty i kot",
        ("fraza 1 z 1: „kot” znaleziono jako „Koty”, znaki 0–4, znaki 7–10"),
    ),
]


@pytest.mark.parametrize(("rule", "answer", "polish"), REASONS, ids=str)
def test_a_reason_in_polish(rule, answer, polish):
    assert in_language(score_rule(rule, answer).reason, "pl") == polish


def sentences(said):
    """A sentence and those in it."""
    yield said
    for value in said.values.values():
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, Sentence):
                yield from sentences(item)


def test_every_reason_of_the_samples_answers_is_polish(sample_tasks, english_in):
    by_id = {task["id"]: parse_task(task) for task in sample_tasks}
    files = (ROOT / "dataset_builder" / "puma_dataset" / "sample" / "predictions").glob("*.jsonl")
    rows = [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()]
    own = [(task["id"], text) for task in sample_tasks for text in (*task["answers_ok"], *task["answers_bad"])]
    parts = 0
    for name, text in [*((row["id"], row["prediction"]) for row in rows), *own]:
        for rule in grade(by_id[name], text).rules:
            assert str(rule.reason) == in_language(rule.reason, "en")
            assert Sentence.of(json.loads(json.dumps(rule.reason.plain()))).values == rule.reason.values
            for said in sentences(rule.reason):
                assert english_in(in_language(said, "pl")) == [], said
            parts += len(rule.parts)
    assert parts > 2_000


def test_a_sentence_without_a_place_in_the_tables_is_not_made():
    with pytest.raises(KeyError):
        Sentence("went up in smoke")
    with pytest.raises(KeyError):
        Sentence("absent")


def test_a_text_that_is_no_sentence_stays_as_it_is():
    assert in_language("went up in smoke", "pl") == "went up in smoke"
