"""What the demo shows, without a browser: escaped, bounded, in both languages; messages in place of tracebacks."""

import json
import re
from pathlib import Path

import pytest

from puma_dataset.caches import MODULES
from puma_demo import bounds, files, views, words
from puma_demo.bounds import TooMuch, repeats, safe_rules
from puma_demo.reasons import in_polish
from puma_metrics import flags, score_rule
from puma_metrics.errors import InputError
from puma_metrics.task import CATEGORIES

HOSTILE = "<script>alert(1)</script> <img src=x onerror=alert(1)> ${1+1} {{value}} \" onmouseover='x' &amp;"
METRICS = Path(views.__file__).parents[1]


def texts(page):
    return re.sub(r"<[^>]*>", "", page)


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize(
    ("view", "inputs"),
    [
        (views.rules_view, (HOSTILE, json.dumps([{"type": "include", "clauses": [[HOSTILE]]}]), HOSTILE)),
        (views.rules_view, (HOSTILE, HOSTILE, "")),
        (views.rules_view, ("x", json.dumps([{"type": HOSTILE}]), "")),
        (views.speech_view, (HOSTILE, HOSTILE)),
        (views.documents_view, (HOSTILE, HOSTILE)),
        (views.documents_view, (f"<table><tr><td>{HOSTILE}", f"<table><tr><td>{HOSTILE}<td>2</table>")),
        (views.extraction_view, (json.dumps({HOSTILE: HOSTILE}), json.dumps({HOSTILE: 1}))),
        (views.extraction_view, (HOSTILE, "{")),
    ],
)
def test_everything_that_is_sent_in_is_escaped(view, inputs, language):
    page = view(*inputs, language)
    tags = re.findall(r"<(/?\w+)([^>]*)>", page)
    known = {"div", "p", "span", "strong", "br", "h2", "mark", "table", "thead", "tbody", "tr", "th", "td", "b", "code"}
    assert {name.strip("/") for name, _ in tags} <= known
    assert not any(" on" in attributes.replace(" one", "") for _, attributes in tags)


@pytest.mark.parametrize(
    ("view", "inputs", "message"),
    [
        (views.rules_view, ("a" * (bounds.ANSWER + 1), views.RULES_EXAMPLE, ""), "najwyżej 100 000 znaków"),
        (views.rules_view, ("a", "[" * 50_000, ""), "najwyżej 20 000 znaków"),
        (views.rules_view, ("a", "[" * 9_000, ""), "JSON"),
        (views.rules_view, ("a", "7", ""), "rules: expected a list of 1 to 20 rules"),
        (views.rules_view, ("a", '[{"type": "regex", "pattern": "(a{999}){999}"}]', ""), "łącznie najwyżej 1 000"),
        (views.speech_view, ("a", "..."), "reference"),
        (views.documents_view, ("a", "\n---\n".join("abcde")), "blocks"),
        (views.extraction_view, ("{}", '{"a": {"b": 1}}'), "reference"),
    ],
)
def test_what_cannot_be_graded_gives_a_message(view, inputs, message):
    page = view(*inputs, "pl")
    assert "Tego nie da się ocenić" in page
    assert message in texts(page)


def test_a_rule_lights_up_in_the_answer_with_its_flags():
    rules = '[{"type": "include", "clauses": [["Leliwa"]]}]'
    page = views.rules_view("To nie jest Leliwa.", rules, "Jaki to herb?", "pl")
    assert '<mark class="good">Leliwa</mark>' in page
    assert "Do sprawdzenia przez człowieka: zaprzeczone" in page
    assert "znaleziono, znaki 12-18" in page
    assert "A person should read this: negated" in views.rules_view("To nie jest Leliwa.", rules, "", "en")


def test_speech_shows_both_words_where_they_differ():
    page = views.speech_view("dzień dobra", "Dzień dobry, panie", "pl")
    assert '<span class="word warn"><span>dobry</span><b>dobra</b></span>' in page
    assert '<span class="word bad"><span>panie</span><b>∅</b></span>' in page


def test_documents_colour_the_cells_that_differ():
    reference = "<table><tr><td>Ser<td>9 zł<tr><td>Miód<td>31 zł</table>"
    page = views.documents_view("<table><tr><td>Ser<td>8 zł</table>", reference, "pl")
    assert [texts(cell) for cell in re.findall(r"<td[^>]*style[^>]*>.*?</td>", page)] == [
        "9 zł",
        "Miód",
        "31 zł",
        "8 zł",
    ]
    assert "Wzorzec, tabela 1" in page
    assert "Brak tabeli w odpowiedzi" in views.documents_view("nic", reference, "pl")


def test_extraction_lists_the_fields_that_differ():
    page = views.extraction_view('{"a": 1, "c": true}', '{"a": 2, "b": null}', "en")
    assert "<tr><td>a</td><td><code>2</code></td><td><code>1</code></td></tr>" in page
    assert "<tr><td>b</td><td><code>null</code></td><td>∅</td></tr>" in page
    assert "All fields are equal." in views.extraction_view('{"a": 1}', '{"a": 1.0}', "en")


def test_every_text_is_in_both_languages():
    for key, (polish, english) in words.TEXTS.items():
        assert polish and english, key
        assert polish.count("{}") == english.count("{}"), key
    assert set(words.CATEGORIES) == set(CATEGORIES)
    assert set(flags.KINDS) <= set(words.FLAGS)
    assert set(words.FLAGS) >= {"listed", "loop", "echo", "near miss", "extra tables", "tables not compared"}


REASONS = [
    ({"type": "include", "clauses": [["kot"], ["pies", "lis"]], "include_min": 1}, "koty"),
    ({"type": "exclude", "phrases": ["kot", "pies"]}, "koty i kot"),
    ({"type": "order", "phrases": ["jeden", "dwa"]}, "dwa jeden"),
    ({"type": "regex", "pattern": "kot", "regex_max": 2}, "kot kot"),
    ({"type": "asr", "reference": "raz dwa trzy"}, "raz dwie trzy cztery"),
    ({"type": "ocr", "blocks": ["a", "<table><tr><td>1<td>2</table>"]}, "a <table><tr><td>1<td>3</table>"),
    ({"type": "extraction", "reference": {"a": 1, "b": 2}}, '{"a": 2, "c": 3}'),
    ({"type": "include", "clauses": [["kot"]]}, "..."),
    ({"type": "include", "clauses": [["kot"]]}, ""),
]


@pytest.mark.parametrize(("rule", "answer"), REASONS)
def test_the_usual_reasons_are_polish(rule, answer):
    for part in score_rule(rule, answer).parts:
        polish = in_polish(part.reason)
        assert polish, part.reason
        assert not re.search(r"\b(?:found|expected|of|at|words?|right|missing)\b", polish)


def test_an_unknown_reason_stays_english_and_says_so():
    assert in_polish("ran into its deadline") is None
    assert in_polish('"expected" found at 1-2') == '"expected" znaleziono, znaki 1-2'


def test_polish_numbers_have_a_comma_and_those_of_an_answer_stay():
    assert in_polish("TEDS 0.675 against predicted table 1") == "TEDS 0,675 wobec tabeli 1 z odpowiedzi"
    assert in_polish("'suma': 45.67 expected, 45.76 found") == "'suma': 45.67 (wzorzec), 45.76 (odpowiedź)"


def test_patterns_are_bounded_before_they_are_compiled():
    assert repeats("(?:a{50}){30}") == 1500
    with pytest.raises(TooMuch):
        safe_rules([{"type": "regex", "pattern": "(?:(?:a{99}){99}){99}"}])
    with pytest.raises(TooMuch):
        safe_rules({"type": "regex", "pattern": "a" * 301})


def test_uploads_are_bounded_and_named_where_they_are_wrong(tmp_path):
    large = tmp_path / "a.csv"
    large.write_bytes(b"a" * (bounds.FILE + 1))
    with pytest.raises(TooMuch, match="too_large_file"):
        files.content_of(str(large), "pl")
    (tmp_path / "b.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="UTF-8"):
        files.content_of(str(tmp_path / "b.csv"), "pl")
    with pytest.raises(InputError, match="Najpierw wybierz plik"):
        files.content_of(None, "pl")
    with pytest.raises(InputError, match="CSV, line 3: another number of columns"):
        files.rows_of("id,prediction\na,b\nc\n")
    with pytest.raises(TooMuch, match="too_many_rows"):
        files.rows_of("id\n" + "a\n" * (bounds.ROWS + 1))
    with pytest.raises(InputError, match="JSONL, line 2"):
        files.answers_of('{"id": "a", "prediction": "b"}\n{"id')
    with pytest.raises(InputError, match=r"^2: expected"):
        files.answers_of('{"id": "a", "prediction": "b"}\n{"id": 7}')


def test_a_file_of_answers_gives_the_table_of_puma_grade():
    written = files.SAMPLE / "predictions" / "predictions_written.jsonl"
    report = files.graded_file(written.read_text("utf-8"))
    rows = files.report_rows(report, "en")
    assert [row[0] for row in rows][-1] == "All tasks"
    assert rows[0][1:] == ("5 / 5", *(rows[0][2:]))
    assert rows[-1][1] == "40 / 52"


def test_every_module_has_its_space_and_its_app():
    shell = pytest.importorskip("puma_demo.shell")
    assert set(shell.SPACES) == {*MODULES, "puma_demo"}
    for name in shell.SPACES:
        assert f'puma_demo.shell.run("{name}")' in (METRICS / name / "app.py").read_text("utf-8")


def test_a_space_is_run_by_name(run):
    code, _, err = run("space", "puma_rule")
    assert (code, err) == (3, "puma: 'puma_rule' is no Space; did you mean 'puma_rules'?\n")
