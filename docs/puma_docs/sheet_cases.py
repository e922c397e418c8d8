"""An input for each finding of `puma rubric check`, as a change of the worked example, and the way out."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Case:
    """A change of the worked example `tests/golden/rubric/golden_small.csv`, and what to do about what it causes."""

    way_out: tuple[str, str]
    """In English and in Polish."""
    rows: dict[int, dict[str, str]] = field(default_factory=dict)
    """New values by the number of the row, which counts from 2, and the column."""
    added: tuple[tuple[int, dict[str, str]], ...] = ()
    """Rows that are added: copies of a row with new values."""
    dropped: tuple[int, ...] = ()
    columns: dict[str, str] = field(default_factory=dict)
    """New names of columns; "" takes the column away."""
    book: dict[str, Any] = field(default_factory=dict)
    """What only a workbook has: cells, merged, hidden_rows, page."""
    options: tuple[str, ...] = ()
    locked: bool = False
    """Whether the sheet is compared with a lock of the worked example."""
    text: str = ""
    """The whole file, in place of the worked example."""


# fmt: off
CASES: dict[str, Case] = {
    "E001": Case(
        ("Give the sheet the columns that are named.", "Dodaj do arkusza wymienione kolumny."),
        columns={"weight": ""},
    ),
    "E002": Case(("Fill in the empty name.", "Uzupełnij pustą nazwę."), rows={2: {"model": ""}}),
    "E003": Case(("Write `positive` or `negative`.", "Wpisz `positive` albo `negative`."), rows={2: {"kind": "bonus"}}),
    "E004": Case(
        ("Write the criterion's points as a number.", "Wpisz punkty kryterium jako liczbę."),
        rows={2: {"weight": "five", "max_score": "", "score": ""}},
    ),
    "E005": Case(
        ("Give a positive criterion a weight above 0.", "Daj kryterium pozytywnemu wagę większą od 0."),
        rows={2: {"weight": "-5"}},
    ),
    "E006": Case(
        ("Give a negative criterion a weight below 0.", "Daj kryterium negatywnemu wagę mniejszą od 0."),
        rows={5: {"weight": "2", "kind": "negative", "result": "present"}},
    ),
    "E007": Case(
        ("Write the criterion's weight, or leave `max_score` empty.", "Wpisz wagę kryterium albo zostaw `max_score` puste."),
        rows={2: {"max_score": "4"}},
    ),
    "E008": Case(
        ("Write `pass` or `fail`, of an error `present` or `absent`.", "Wpisz `pass` lub `fail`, o błędzie `present` lub `absent`."),
        rows={2: {"result": "present"}},
    ),
    "E009": Case(
        ("Correct the result or the score; `score` may stay empty.", "Popraw wynik albo punkty; `score` może być puste."),
        rows={2: {"score": "3"}},
    ),
    "E010": Case(("Delete one of the two rows.", "Usuń jeden z dwóch wierszy."), added=((2, {}),)),
    "E011": Case(
        ("Give all models the same positive criteria.", "Daj wszystkim modelom te same kryteria pozytywne."),
        rows={2: {"dimension": "Completeness"}},
    ),
    "E012": Case(
        (
            "Annotate the missing model, or score with `--on-missing intersect`.",
            "Oceń brakujący model albo licz z `--on-missing intersect`.",
        ),
        dropped=(19, 20, 21, 22),
    ),
    "E013": Case(
        ("Write `cultural` or `linguistic`, one for the whole prompt.", "Wpisz `cultural` lub `linguistic`, jedno dla całego pytania."),
        rows={2: {"scope": "cultral"}},
    ),
    "E014": Case(("Write one of the four dimensions.", "Wpisz jeden z czterech wymiarów."), rows={2: {"dimension": "Acuracy"}}),
    "E015": Case(
        ("Name the type of the error.", "Podaj typ błędu."),
        rows={2: {"result": "fail", "score": "0", "error_types": "", "justification": "„brak”"}},
    ),
    "E016": Case(
        (
            "Write one of the taxonomy's types, or give your own with `--taxonomy`.",
            "Wpisz jeden z typów taksonomii albo podaj własne przez `--taxonomy`.",
        ),
        rows={2: {"result": "fail", "score": "0", "error_types": "Factual Error", "justification": "„brak”"}},
    ),
    "E017": Case(
        ("Quote the response to justify the error.", "Uzasadnij błąd cytatem z odpowiedzi."),
        rows={2: {"result": "fail", "score": "0", "error_types": "Omission", "justification": ""}},
    ),
    "E018": Case(
        ("Give the prompt at least one positive criterion.", "Daj pytaniu choć jedno kryterium pozytywne."),
        added=((5, {"prompt_id": "Q9", "model": "A", "criterion_id": "N1", "kind": "negative", "weight": "-2",
                    "max_score": "0", "score": "0", "result": "absent", "error_types": "", "justification": ""}),),
    ),
    "E019": Case(
        (
            "Open and save the workbook in a spreadsheet program, or write the value.",
            "Otwórz i zapisz skoroszyt w arkuszu kalkulacyjnym albo wpisz wartość.",
        ),
        book={"cells": {"L2": "=2+3"}},
    ),
    "E020": Case(
        (
            "Restore the rubric that was locked, or lock anew before any output is seen.",
            "Przywróć zamkniętą rubrykę albo zamknij nową, zanim ktokolwiek zobaczy odpowiedzi.",
        ),
        rows={2: {"dimension": "Completeness"}, 12: {"dimension": "Completeness"}},
        locked=True,
    ),
    "E021": Case(
        ("Put the text that holds the separator in quotation marks.", "Weź tekst z separatorem w cudzysłów."),
        text="prompt_id,criterion_id,weight\nQ1,P1,5,more\n",
    ),
    "E022": Case(
        ("Unmerge the cells, and write what each of them holds.", "Rozdziel komórki i wpisz, co zawiera każda z nich."),
        book={"merged": "M4:N4"},
    ),
    "W101": Case(
        ("Nothing: the corrected name counts. Check that it is the one meant.", "Nic: liczy się poprawiona nazwa. Sprawdź, czy o nią chodziło."),
        rows={2: {"result": "fail", "score": "0", "error_types": "Omision", "justification": "„brak”"}},
    ),
    "W102": Case(
        ("Merge the two criteria, or tell them apart.", "Połącz oba kryteria albo je rozróżnij."),
        rows={2: {"criterion_text": "Podaje rok bitwy."}, 3: {"criterion_text": "podaje  rok bitwy."}},
    ),
    "W104": Case(
        ("Look whether the criterion is really of this kind.", "Sprawdź, czy kryterium jest naprawdę tego rodzaju."),
        rows={2: {"criterion_text": "Pomija rok bitwy."}},
    ),
    "W106": Case(
        ("Quote a part of the response.", "Zacytuj fragment odpowiedzi."),
        rows={2: {"result": "fail", "score": "0", "error_types": "Omission", "justification": "źle",
                  "response": "Bitwa odbyła się dawno temu."}},
    ),
    "W107": Case(("Write points, no percentages.", "Wpisz punkty, nie procenty."), rows={2: {"score": "5%"}}),
    "W109": Case(
        ("Look whether a block was copied by mistake.", "Sprawdź, czy blok nie został skopiowany przez pomyłkę."),
        options=("copy_rater",),
    ),
    "W110": Case(
        ("Write `objective` or `subjective`, `explicit` or `implicit`.", "Wpisz `objective` lub `subjective`, `explicit` lub `implicit`."),
        rows={2: {"objectivity": "objektive"}},
    ),
    "W111": Case(
        ("Agree on one penalty; until then the mean counts.", "Ustalcie jedną karę; do tego czasu liczy się średnia."),
        options=("two_penalties",),
    ),
    "W119": Case(
        ("Delete the type, or correct the result.", "Usuń typ albo popraw wynik."),
        rows={2: {"error_types": "Omission"}},
    ),
    "W120": Case(
        ("Nothing: you asked for it. Say it where you publish.", "Nic: tak miało być. Napisz o tym przy publikacji."),
        dropped=(19, 20, 21, 22),
        options=("intersect",),
    ),
    "W122": Case(("Give the column its right name.", "Popraw nazwę kolumny."), columns={"rater_id": "rater"}),
    "W123": Case(
        (
            "Have the rater judge the rest, or leave such prompts out with `--on-missing intersect`.",
            "Poproś o ocenę reszty albo pomiń takie pytania przez `--on-missing intersect`.",
        ),
        options=("skipped",),
    ),
    "W124": Case(
        ("Nothing, if it should not be read; else give it the columns in row 1.", "Nic, jeśli nie ma być czytane; inaczej wpisz kolumny w wierszu 1."),
        book={"page": ("Instrukcja", "Proszę ocenić.")},
    ),
    "W125": Case(
        ("Delete what should not count: hidden rows count.", "Usuń, co nie ma się liczyć: ukryte wiersze się liczą."),
        book={"hidden_rows": [7]},
    ),
}
