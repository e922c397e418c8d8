"""`puma --lang`: reasons, findings and refusals in Polish or English, and JSON that has no language."""

import json

import pytest

from puma_metrics.sentence import Sentence, in_language

POLISH = "puma: w tym zbiorze nie ma zadania „kto”; czy chodziło o „kot”?\n"
ENGLISH = "puma: 'kto' is no task of this set; did you mean 'kot'?\n"


@pytest.mark.parametrize(
    ("locale", "expected"),
    [
        ({"LC_ALL": "pl_PL.UTF-8"}, POLISH),
        ({"LC_ALL": "", "LC_MESSAGES": "pl_PL"}, POLISH),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "pl"}, POLISH),
        ({"LC_ALL": "C.UTF-8", "LANG": "pl_PL.UTF-8"}, ENGLISH),
        ({"LC_ALL": "", "LC_MESSAGES": "de_DE", "LANG": "pl_PL"}, ENGLISH),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": ""}, ENGLISH),
    ],
)  # fmt: skip
def test_the_language_is_that_of_the_locale(run, tasks, monkeypatch, locale, expected):
    for name, value in locale.items():
        monkeypatch.setenv(name, value)
    assert run("explain", "kto", "--tasks", str(tasks)) == (3, "", expected)


def test_the_option_goes_before_the_locale(run, tasks, monkeypatch):
    monkeypatch.setenv("LC_ALL", "pl_PL.UTF-8")
    assert run("--lang", "en", "explain", "kto", "--tasks", str(tasks))[2].startswith("puma: 'kto' is no task")
    assert run("explain", "kto", "--tasks", str(tasks))[2].startswith("puma: w tym zbiorze")
    monkeypatch.setenv("LC_ALL", "C")
    assert run("--lang", "pl", "explain", "kto", "--tasks", str(tasks))[2].startswith("puma: w tym zbiorze")
    assert run("explain", "kto", "--tasks", str(tasks))[2].startswith("puma: 'kto'")
    assert run("--lang", "de", "explain", "kto")[0] == 2


def test_explain_in_polish(run, tasks, english_in):
    code, out, err = run("--lang", "pl", "explain", "kot", "--answer", "Kta i pies.", "--tasks", str(tasks))
    assert (code, err) == (0, "")
    assert out.splitlines()[3:] == [
        "Odpowiedź",
        "Kta i pies.",
        "",
        "✗  reguła 1, include: ściśle 0, częściowo 0,000",
        "    ✗ klauzula 1 z 1: nie znaleziono „kot”",
        "✗  zadanie: ściśle 0, częściowo 0,000",
    ]


def test_validate_in_polish(run, task_folder, task):
    rules = [{"type": "include", "clauses": [["kot"]], "includemin": 1}, {"type": "regex", "pattern": "("}]
    folder = task_folder(task("kot", rules=rules), task("pies"))
    code, out, err = run("--lang", "pl", "validate", str(folder))
    assert code == 3
    assert err == f"puma: {folder}: popraw, co wymieniono wyżej, i sprawdź jeszcze raz\n"
    assert out.splitlines() == [
        "błąd  tasks.jsonl, wiersz 1, „kot”, reguła 1: nieznane pole „includemin”; czy chodziło o „include_min”?",
        'błąd  tasks.jsonl, wiersz 1, „kot”, reguła 2, pole „pattern”: wyrażenie jest błędne ("("); '
        "biblioteka regex podaje: „missing ) at position 1”; oczekiwano wyrażenia w składni pakietu regex, VERSION0",
        f"{folder}: 1 poprawne zadanie, skrót {out.split('skrót ')[1][:16]}; 2 błędy, 0 uwag",
    ]


def test_json_has_no_language(run, tasks, answers, tmp_path):
    written = []
    for language in ("pl", "en"):
        shown = run("--lang", language, "grade", answers, "--tasks", str(tasks), "--out", "out", "--json")
        written.append((shown, (tmp_path / "out" / "samples.jsonl").read_bytes()))
    assert written[0] == written[1]
    (failed,) = [row for row in map(json.loads, written[0][1].splitlines()) if not row["strict"]]
    (part,) = failed["rules"][0]["details"]
    assert part["reason"] == '"pies" not found'
    assert part["said"] == {
        "name": {"kind": "part-clause", "values": {"number": 1, "all": 1}},
        "reason": {"kind": "not-found", "values": {"phrase": "pies"}},
        "near": [],
    }
    assert in_language(Sentence.of(part["said"]["reason"]), "pl") == "nie znaleziono „pies”"
