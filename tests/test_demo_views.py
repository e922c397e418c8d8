"""What the demo shows, without a browser: escaped, bounded, in both languages; messages in place of tracebacks."""

import html
import json
import re
import socket
from pathlib import Path

import pytest

from puma_answers import answers_of
from puma_dataset.caches import MODULES
from puma_demo import bounds, files, names, refusals, views, words
from puma_demo.bounds import Refused, safe_rules
from puma_metrics import Given, flags
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
        (
            views.rules_view,
            ("a" * (bounds.ANSWER + 2), views.RULES_EXAMPLE, ""),
            "Odpowiedź modelu: tekst ma 100\xa0002 znaki, a może mieć najwyżej 100\xa0000.",
        ),
        (
            views.rules_view,
            ("a", "[" * 50_000, ""),
            "Reguły zadania (JSON): tekst ma 50\xa0000 znaków, a może mieć najwyżej 20\xa0000.",
        ),
        (views.rules_view, ("a", "[" * 9_000, ""), "Reguły zadania (JSON): JSON jest za głęboki"),
        (views.rules_view, ("a", " ", ""), "Reguły zadania (JSON): pole jest puste, a potrzebny jest JSON."),
        (views.rules_view, ("a", "[{", ""), "wiersz 1, kolumna 3: brak nazwy pola w cudzysłowie prostym."),
        (views.rules_view, ("a", "7", ""), "Reguły: oczekiwano listy od 1 do 20 reguł"),
        (
            views.rules_view,
            ("a", '[{"type": "regex", "pattern": "(a{999}){999}"}]', ""),
            "Wyrażenie rozwija się do zbyt wielu elementów: może mieć najwyżej 2\xa0000, licząc wszystkie powtórzenia.",
        ),
        (
            views.rules_view,
            ("a", '[{"type": "include", "phrases": ["a"]}]', ""),
            "reguła 1: nieznane pole 'phrases'; oczekiwano jednego z: 'clauses'",
        ),
        (views.speech_view, ("a", "..."), 'nie zawiera słów ("..."); oczekiwano transkrypcji'),
        (views.speech_view, ("a", " "), "Wzorzec jest pusty"),
        (views.documents_view, ("a", "\n---\n".join("abcde")), "za dużo bloków (5); oczekiwano od 1 do 4 bloków"),
        (views.extraction_view, ("{}", '{"a": {"b": 1}}'), "pole 'a' nie jest płaskie"),
    ],
)
def test_what_cannot_be_graded_gives_a_message(view, inputs, message):
    page = view(*inputs, "pl")
    assert "Tego nie da się ocenić" in page
    assert message in html.unescape(texts(page))


def test_a_rule_lights_up_in_the_answer_with_its_flags():
    rules = '[{"type": "include", "clauses": [["Leliwa"]]}]'
    page = views.rules_view("To nie jest Leliwa.", rules, "Jaki to herb?", "pl")
    assert '<mark class="good">Leliwa</mark>' in page
    assert "Do sprawdzenia przez człowieka: zaprzeczone" in page
    assert "znaleziono, znaki 12–18" in page
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
    assert '<tr><td>a</td><td><code>2</code></td><td class="bad"><code>1</code></td></tr>' in page
    assert '<tr><td>b</td><td><code>null</code></td><td class="bad">∅</td></tr>' in page
    assert "All fields are equal." in views.extraction_view('{"a": 1}', '{"a": 1.0}', "en")


def test_every_text_is_in_both_languages():
    for key, (polish, english) in words.TEXTS.items():
        assert polish and english, key
        assert polish.count("{}") == english.count("{}"), key
    assert set(names.CATEGORIES) == set(CATEGORIES)
    assert set(flags.FLAGS) <= set(names.FLAGS)
    for name, texts_of in names.SPACES.items():
        assert len(texts_of) == 4 and all(texts_of), name


def test_patterns_are_bounded_before_they_are_compiled():
    explosive = ("(?:(?:a{99}){99}){99}", "((((a{9\u00ad9}){99}){99}){99}){99}", "(?x)((((a{9 9}){99}){99}){99}){99}")
    for pattern in (*explosive, "(?:" + "()" * 78 + "){500}", "(?:a?" * 20 + "b" + ")+" * 20):
        with pytest.raises(Refused):
            safe_rules([{"type": "regex", "pattern": pattern}])
    with pytest.raises(Refused):
        safe_rules({"type": "regex", "pattern": "a" * 301})


def refusal(call, *values):
    with pytest.raises(InputError) as raised:
        call(*values)
    error = raised.value
    return error.said("pl") if isinstance(error, Refused) else html.unescape(texts(refusals.page(error, "pl")))


def test_uploads_are_bounded_and_named_where_they_are_wrong(tmp_path):
    def upload(name, content):
        (tmp_path / name).write_bytes(content)
        return refusal(lambda path: files.text_of(files.content_of(path, files.SHEETS)), str(tmp_path / name))

    assert upload("a.csv", b"a" * 2_400_000) == "Plik ma 2,4 MB, a może mieć najwyżej 2 MB."
    assert upload("a.csv", b"a" * (bounds.FILE + 1)) == "Plik ma 2,1 MB, a może mieć najwyżej 2 MB."
    assert upload("b.tsv", b"ab\xff\xfe\x00").startswith("Plik nie jest tekstem w UTF-8 (bajt 2).")
    assert upload("c.xlsx", b"PK").startswith("Plik „c.xlsx” to skoroszyt, a nie tekst (.csv, .tsv).")
    assert upload("c.png", b"PNG").startswith("Plik „c.png” nie ma rozszerzenia .csv, .tsv. Prześlij tabelę")
    assert upload("d.csv", b" \n") == "Plik jest pusty."
    assert refusal(files.content_of, None, files.SHEETS) == "Najpierw wybierz plik."


def answers(content: str) -> dict[str, Given]:
    return files.answers_of("a.jsonl", content.encode())


def csv_answers(content: str) -> dict[str, Given]:
    return files.answers_of("a.csv", content.encode())


@pytest.mark.parametrize(
    ("read", "content", "message"),
    [
        (files.rows_of, "id,prediction\na,b\nc\n", "CSV, wiersz 3: inna liczba kolumn niż w nagłówku."),
        (files.rows_of, 'id,prediction\na,"b\n', "CSV, wiersz 2: niezamknięty cudzysłów."),
        (files.rows_of, f'id,prediction\na,"{"b" * 2_000_001}"\n', "CSV, wiersz 2: za długie pole."),
        (csv_answers, f'id,prediction\na,"{"b" * 100_001}"\n', "Odpowiedź modelu: tekst ma 100\xa0001 znaków"),
        (files.rows_of, 'id,prediction\na,"b"c\n', "CSV, wiersz 2: zbędny tekst po cudzysłowie."),
        (files.rows_of, "id\n" + "a\n" * 3_001, "Za dużo wierszy: najwyżej 3\xa0000."),
        (
            answers,
            '{"id": "a", "prediction": "b"}\n\n{"id',
            "a.jsonl, wiersz 3: to nie jest JSON („Unterminated string",
        ),
        (
            answers,
            '{"id": "a", "prediction": "b"}\n{"id": 7}',
            "a.jsonl, wiersz 2, id: to nie jest tekst (7); zapisz to",
        ),
        (answers, '{"id": "a"}', "a.jsonl, wiersz 1, „a”: brakuje odpowiedzi; oczekiwano jednej z kolumn 'prediction'"),
        (answers, '{"id": "a", "answer": "b", "output": "c"}', "a.jsonl, wiersz 1, „a”: odpowiedzią mogą być 'answer'"),
        (
            answers,
            '{"id": "a", "prediction": null}\n{"id": "a", "prediction": ""}',
            "Odpowiedź 2: identyfikator",
        ),
        (
            answers,
            '{"id": "a", "prediction": ' + "[" * 100_000,
            "a.jsonl, wiersz 1: JSON jest za głęboki; oczekiwano {",
        ),
        (answers, json.dumps({"id": "a", "prediction": "b" * 100_001}), "tekst ma 100\xa0001 znaków"),
    ],
)
def test_a_file_that_cannot_be_read_says_where(read, content, message):
    assert message in refusal(read, content)


def test_a_sheet_of_a_polish_spreadsheet_is_read():
    assert files.rows_of("id;prediction\na;b, c\n") == [{"id": "a", "prediction": "b, c"}]


def test_a_file_of_answers_gives_the_table_of_puma_grade():
    written = files.SAMPLE / "predictions" / "predictions_written.jsonl"
    report = files.graded_file(written.name, written.read_bytes())
    rows = files.report_rows(report, "en")
    assert [row[0] for row in rows][-1] == "All tasks"
    assert rows[0][1:] == ("5 / 5", *(rows[0][2:]))
    assert rows[-1][1] == "40 / 52"


def test_a_category_without_any_answer_is_explained():
    file_tabs = pytest.importorskip("puma_demo.file_tabs")
    written = (files.SAMPLE / "predictions" / "predictions_written.jsonl").read_text("utf-8").splitlines()
    of_one = "\n".join(line for line in written if '"hc_' in line)
    note = words.say("unanswered", "pl")
    assert note in html.unescape(file_tabs._answers("a.jsonl", of_one.encode(), "pl")[0])
    every = "\n".join(json.dumps({"id": name, "prediction": ""}) for name in file_tabs.TASKS)
    assert note not in html.unescape(file_tabs._answers("a.jsonl", every.encode(), "pl")[0])


def test_a_task_without_a_question_says_what_is_to_be_done():
    file_tabs = pytest.importorskip("puma_demo.file_tabs")
    assert "Zapisz słowo w słowo" in file_tabs.task_html("pl", "as_001")
    assert "as text (Markdown), its tables in HTML" in file_tabs.task_html("en", "oc_001")
    for name, task in file_tabs.TASKS.items():
        assert task.prompt or task.category in ("asr", "ocr"), name


def test_every_module_has_its_space_and_its_app():
    shell = pytest.importorskip("puma_demo.shell")
    assert set(shell.SPACES) == {*MODULES, "puma_demo"}
    for name in shell.SPACES:
        assert f'puma_demo.shell.run("{name}")' in (METRICS / name / "app.py").read_text("utf-8")


@pytest.mark.parametrize("name", (*MODULES, "puma_demo"))
def test_every_space_says_what_it_computes(name):
    shell = pytest.importorskip("puma_demo.shell")
    config = shell.space(name).get_config_file()
    headings = [part["props"]["value"] for part in config["components"] if part["type"] == "markdown"]
    for language in words.LANGUAGES:
        heading = f"# {names.space_name(name, language)}\n\n{names.space_purpose(name, language)}"
        assert sum(text.startswith(heading) for text in headings) == 1
    others = {names.space_name(other, "pl") for other in shell.SPACES} - {names.space_name(name, "pl")}
    assert not any(other in text for other in others for text in headings)


def test_no_field_is_cut_by_the_browser():
    shell = pytest.importorskip("puma_demo.shell")
    boxes = [part for part in shell.space("puma_demo").get_config_file()["components"] if part["type"] == "textbox"]
    assert len(boxes) == 2 * (3 + 3 * 2 + 1)
    assert all(part["props"].get("max_length") is None for part in boxes)


def test_a_port_that_is_taken_is_said_so(run):
    pytest.importorskip("gradio")
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        code, out, err = run("space", "puma_asr", "--port", str(port))
    assert (code, out, err) == (3, "", f"puma: port {port} is taken; choose another with --port\n")


def test_a_space_is_run_by_name(run):
    code, _, err = run("space", "puma_rule")
    assert (code, err) == (3, "puma: 'puma_rule' is no Space; did you mean 'puma_rules'?\n")


def test_a_long_column_that_nobody_reads_refuses_no_file():
    content = f"id,prediction,log\na,b,{'c' * 200_000}\n"
    assert csv_answers(content) == {"a": Given("b")}


@pytest.mark.parametrize(
    "name", ["openai_batch.jsonl", "inspect.eval", "lighteval.parquet", "vlmevalkit.xlsx", "plain.zip"]
)
def test_the_demo_reads_what_the_command_line_reads(name: str):
    content = (Path(__file__).parent / "answers" / name).read_bytes()
    found = {row.id: row.given for row in answers_of(name, content).rows}
    assert files.answers_of(name, content) == found and len(found) == 11
