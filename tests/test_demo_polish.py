"""Everything that the demo says in Polish is Polish: every reason, finding and refusal of the grader has its frame."""

import csv
import html
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from puma_demo import refusals, sheet_words, words
from puma_demo.pages import goes_to_english, language_of
from puma_demo.reasons import in_polish
from puma_metrics import parse_rule, score_rule
from puma_metrics.errors import InvalidTask
from puma_metrics.rubric import Sheet, check_sheet
from puma_metrics.rubric.taxonomy import TAXONOMY

GOLDEN = Path(__file__).parent / "golden"
LINES = [json.loads(line) for line in (GOLDEN / "rules.jsonl").read_text("utf-8").splitlines()]
TABLE = "<table><tr><td colspan=2>1<td>2<tr><td>a<td>b</table>"
REASONS = [
    ({"type": "include", "clauses": [["kot"], ["pies", "lis"]], "include_min": 1}, "koty"),
    ({"type": "include", "clauses": [["Słowacki"], ["Leliwa"]]}, "Slowacki leliwka"),
    ({"type": "include", "clauses": [["Leliwa"]]}, "this is the answer of the task that was asked"),
    ({"type": "include", "clauses": [["kot"]], "normalize": False}, "kota"),
    ({"type": "include", "clauses": [["kot"]]}, "..."),
    ({"type": "include", "clauses": [["kot"]]}, ""),
    ({"type": "exclude", "phrases": ["kot", "pies"]}, "koty i kot"),
    ({"type": "order", "phrases": ["jeden", "dwa"]}, "dwa jeden"),
    ({"type": "order", "phrases": ["kot", "kot"]}, "kot"),
    ({"type": "regex", "pattern": "kot", "regex_max": 2}, "kot kot"),
    ({"type": "regex", "pattern": "a", "match_max_length": 0, "regex_min": 2}, "aa a"),
    ({"type": "regex", "pattern": r"\\w+", "match_min_length": 4, "valid_words": True}, "ala kotek xyzzyq"),
    ({"type": "regex", "pattern": "(a|a)+b", "normalize": False}, "a" * 40),
    ({"type": "asr", "reference": "raz dwa trzy"}, "raz dwie trzy cztery"),
    ({"type": "asr", "reference": "słowo " * 30}, "inne " * 60),
    ({"type": "ocr", "blocks": ["a", TABLE]}, f"a {TABLE.replace('colspan=2', '').replace('b', 'c')}"),
    ({"type": "ocr", "blocks": ["raz dwa trzy", TABLE]}, f"raz cztery {TABLE}{TABLE}"),
    ({"type": "ocr", "blocks": [TABLE]}, "1 2 a b"),
    ({"type": "ocr", "blocks": [TABLE, TABLE]}, TABLE),
    ({"type": "extraction", "reference": {"a": 1, "b": 2}}, '{"a": 2, "c": 3}'),
    ({"type": "extraction", "reference": [{"a": 1}, {"b": 2}]}, '[{"a": 1}]'),
    ({"type": "extraction", "reference": [{"a": 1}]}, '[{"a": 1}, {"a": 2}]'),
    *(
        ({"type": "extraction", "reference": {"a": 1}}, answer)
        for answer in ("[1", "[]", "7", '"a"', "true", "null", '{"a": NaN}', "```json\n```", "[" * 100)
    ),
    ({"type": "extraction", "reference": {"a": 1}}, '{"a": ' + "1" * 2_000 + "}"),
    ({"type": "extraction", "reference": {"a": 1}}, '{"a": 1e99999}'),
]
CASES = [*REASONS, *((line["rule"], line["answer"]) for line in LINES)]


def test_every_reason_has_polish_words_only(english_in):
    for rule, answer in CASES:
        for part in score_rule(rule, answer).parts:
            for reason in (part.reason, *part.near):
                polish = in_polish(reason)
                assert polish, reason
                assert english_in(polish) == [], polish


def test_an_unknown_reason_is_left_alone():
    assert in_polish("went up in smoke") is None
    assert in_polish('"expected" found at 1-2') == "„expected” znaleziono, znaki 1–2"


def test_polish_numbers_have_a_comma_and_those_of_an_answer_stay():
    assert in_polish("TEDS 0.675 against predicted table 1") == "TEDS 0,675 wobec tabeli 1 z odpowiedzi"
    assert in_polish("'suma': 45.67 expected, 45.76 found") == "'suma': 45.67 (wzorzec), 45.76 (odpowiedź)"


def golden_findings():
    lines = (GOLDEN / "rubric" / "findings.jsonl").read_text("utf-8").splitlines()
    dirty = (GOLDEN / "rubric" / "dirty_expected.tsv").read_text("utf-8").splitlines()
    found = [message for line in lines for _, _, message in json.loads(line)["findings"]]
    return [*found, *(line.split("\t")[2] for line in dirty)]


def folded(row):
    """Sheets of many rows, whose findings are counted in one."""
    many = [str(place) for place in range(70)]
    same = {name: [text] * 70 for name, text in row.items()}
    fault = {
        "result": ["fail"] * 70,
        "score": ["0"] * 70,
        "error_types": ["Omission"] * 70,
        "justification": ["j"] * 70,
    }
    yield same | {"model": many, "prompt_id": many}
    yield same | {"model": many, "rater_id": many}
    yield same | {"model": ["a", *["b"] * 69], "criterion_id": many}
    yield same | fault | {"model": many}
    yield same | fault | {"rater_id": many}
    yield same | {"result": ["tak"] * 70, "criterion_id": many}
    yield same | {"criterion_id": many, "criterion_text": ["Podaje znaczenie."] * 70}
    yield {
        **same,
        "model": ["a"] + ["b"] * 69,
        "rater_id": ["r", *["s"] * 69],
        "prompt_id": ["0", *many[:1], *many[1:69]],
    }


def test_every_finding_about_a_sheet_has_its_frame(english_in):
    with (GOLDEN / "rubric" / "golden_small.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    negative = next(row for row in rows if row["kind"] == "negative")
    odd = [negative | {"criterion_id": "P9", "result": "pass"}, negative | {"criterion_text": "Poprawnie podaje rok"}]
    columns = {name: [row.get(name, "") for row in [*rows, *odd]] for name in (*rows[0], "criterion_text")}
    more = [
        *check_sheet(Sheet.of(columns)),
        *check_sheet(Sheet.of({"model": ["a"]})),
        *check_sheet(Sheet.of({n: [] for n in rows[0]})),
        *check_sheet(Sheet.of({"Instrukcja": ["a"]})),
        *(finding for columns in folded(rows[0]) for finding in check_sheet(Sheet.of(columns))),
    ]
    more.append(replace(more[0], message="Q1/A/P0: too many criteria are alike for each to be compared with each"))
    pairs = "further pairs of a rater and a model that was not judged on all prompts: 9950 or more"
    more.append(replace(more[0], message=pairs))
    for message in [*golden_findings(), *(finding.message for finding in more)]:
        polish = sheet_words.finding_in_polish(message)
        assert polish, message
        assert english_in(polish) == [], polish
    assert sheet_words.finding_in_polish("Q1: went up in smoke") is None


def test_a_value_in_a_finding_stands_in_polish_quotation_marks():
    polish = sheet_words.finding_in_polish("Q1/A: error type 'formating' read as 'Formatting'")
    assert polish == "Q1/A: rodzaj błędu „formating” odczytano jako „Formatting” (Formatowanie)"
    assert sheet_words.finding_in_polish('Q1: weight "it\'s" is not a finite number') == (
        "Q1: waga „it's” nie jest liczbą skończoną"
    )


def test_every_error_type_and_label_of_a_figure_is_polish(english_in):
    assert set(sheet_words.ERROR_TYPES) == set(TAXONOMY.names)
    for written in (*sheet_words.ERROR_TYPES, *sheet_words.FIGURE_LABELS):
        assert sheet_words.figure_label(written, "pl") != written
        assert sheet_words.figure_label(written, "en") == written
    assert [sheet_words.figure_label(text, "pl") for text in ("-10.6", "GPT 4.1")] == ["-10,6", "GPT 4.1"]


REFUSED = [
    7,
    {},
    {"type": "inclde"},
    {"type": "asr"},
    {"type": "asr", "reference": 7},
    {"type": "asr", "reference": "..."},
    {"type": "include", "clauses": []},
    {"type": "include", "clauses": 7},
    {"type": "include", "clauses": ""},
    {"type": "include", "clauses": ["a"]},
    {"type": "include", "clauses": [[]]},
    {"type": "include", "clauses": [7]},
    {"type": "include", "clauses": [[7]]},
    {"type": "include", "clauses": [["..."]]},
    {"type": "include", "clauses": [[""]], "normalize": False},
    {"type": "include", "clauses": [["a; b"]], "include_min": 3},
    {"type": "include", "clauses": [["a"]], "include_min": -1, "normalise": True},
    {"type": "include", "clauses": [["a"]], "normalize": 1},
    {"type": "exclude", "phrases": "a"},
    {"type": "order", "phrases": []},
    {"type": "regex", "pattern": ""},
    {"type": "regex", "pattern": "("},
    {"type": "regex", "pattern": "((a{200}){200})"},
    {"type": "regex", "pattern": "a\u00adb"},
    {"type": "regex", "pattern": "(?R)a"},
    {"type": "regex", "pattern": "o\u0301+"},
    {"type": "regex", "pattern": "[o\u0301]"},
    {"type": "regex", "pattern": "[a-\u2011]"},
    {"type": "regex", "pattern": "a", "regex_min": 3, "regex_max": 2},
    {"type": "ocr", "blocks": []},
    {"type": "ocr", "blocks": ["a", ""]},
    {"type": "ocr", "blocks": ["a", "<table>" + "<tr><td>1<td>2" * 3_000 + "</table>"]},
    {"type": "ocr", "blocks": ["<table><tr><td>" + "a" * 20_000 + "</table>"]},
    {"type": "extraction", "reference": 7},
    {"type": "extraction", "reference": {"a": {}}},
    {"type": "extraction", "reference": [{"a": [[1]]}]},
    {"type": "extraction", "reference": {}, "schema": 7},
]


@pytest.mark.parametrize("rule", REFUSED, ids=str)
def test_every_refusal_of_a_rule_has_its_frame(rule, english_in):
    with pytest.raises(InvalidTask) as raised:
        parse_rule(rule)
    page = refusals.page(raised.value, "pl", names_rules=True)
    assert 'lang="en"' not in page and words.say("in_english", "pl") not in page, raised.value
    # what the library of patterns says of one stands in quotation marks
    assert english_in(html.unescape(re.sub(r"<[^>]*>", " ", page))) == [], page


def test_what_has_no_frame_is_shown_as_it_is_and_says_so():
    page = refusals.page(InvalidTask([]), "pl")
    assert "Tego nie da się ocenić" in page
    page = refusals.page(refusals.InputError("went up in smoke"), "pl")
    assert 'Oceniarka podaje po angielsku: <span lang="en">went up in smoke</span>' in page
    assert "po angielsku" not in refusals.page(refusals.InputError("went up in smoke"), "en")


def test_every_text_in_polish_is_polish(english_in):
    assert {key: english_in(polish) for key, (polish, _) in words.TEXTS.items() if english_in(polish)} == {}


@pytest.mark.parametrize(
    ("headers", "goes"),
    [
        ({}, False),
        ({"accept-language": "*"}, False),
        ({"accept-language": "pl"}, False),
        ({"accept-language": "pl-PL,pl;q=0.9,en-US;q=0.8"}, False),
        ({"accept-language": "en-US,en;q=0.9,pl;q=0.8"}, True),
        ({"accept-language": "uk"}, True),
        ({"accept-language": "en", "referer": "https://huggingface.co/spaces/puma"}, True),
        ({"accept-language": "en", "referer": "http://puma.example/en"}, False),
    ],
)
def test_a_first_visit_is_in_the_language_of_the_browser(headers, goes):
    pairs = [(name.encode(), value.encode()) for name, value in {"host": "puma.example", **headers}.items()]
    scope = {"path": "/", "method": "GET", "headers": pairs}
    assert goes_to_english(scope) is goes
    assert not any(goes_to_english({**scope, "path": path}) for path in ("/pl", "/en", "/config"))


def test_a_page_is_in_the_language_of_its_address():
    assert [language_of(path) for path in ("/", "/en", "/en/", "/men", "")] == ["pl", "en", "en", "pl", "pl"]
