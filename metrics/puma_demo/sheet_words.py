"""The rubric in Polish: error types, and a frame for every finding about a sheet; values stay as written."""

import re

from .frames import framed, frames

ERROR_TYPES = {
    "Hallucination": "Halucynacja",
    "Omission": "Pominięcie",
    "Irrelevant Addition": "Zbędny dodatek",
    "Ambiguous Framing": "Niejasne ujęcie",
    "Cultural Misattribution": "Błąd kulturowy",
    "Instruction Violation": "Złamanie polecenia",
    "Formatting": "Formatowanie",
    "Language Mixing": "Mieszanie języków",
    "Other": "Inny błąd",
}
FIGURE_LABELS = {
    "macro: mean of prompts, %": "makro: średnia z pytań, %",
    "micro: sum of points, %": "mikro: suma punktów, %",
    "instances": "liczba błędów",
}

_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
"""A value as findings show it; one that holds an apostrophe stands in double quotes."""

_KIND = r"positive|negative"
_RESULTS = "'(.*)' or '(.*)' for a positive criterion, '(.*)' or '(.*)' for a negative one"
_RESULTS_PL = r"kryterium dodatnie ma '\{}' albo '\{}', a ujemne '\{}' albo '\{}'"
_FINDINGS = frames(
    (r"missing column\(s\): (.*)", r"brakuje kolumn: '\1'"),
    (r"row 1 has (.*)", r"wiersz 1 zawiera: \1"),
    (r"the sheet has no rows below its header", "arkusz nie ma wierszy pod nagłówkiem"),
    (r"(\w+) is empty", r"pole '\1' jest puste"),
    (
        r"scope (.*) must be '(.*)' or '(.*)' and the same for the whole prompt",
        r"pole 'scope' \1 musi mieć wartość '\2' albo '\3', tę samą dla całego pytania",
    ),
    (
        r"(dimension|objectivity|explicitness) (.*) is not one of \[(.*)\]",
        r"pole '\1' \2 nie jest jedną z wartości: \3",
    ),
    (r"kind (.*) must be '(.*)' or '(.*)'", r"pole 'kind' \1 musi mieć wartość '\2' albo '\3'"),
    (r"weight (.*) is not a finite number", r"waga \1 nie jest liczbą skończoną"),
    (r"positive criterion has weight (.*)", r"kryterium dodatnie ma wagę \1"),
    (r"it must be > 0", "musi być większa od 0"),
    (r"negative criterion has weight (.*)", r"kryterium ujemne ma wagę \1"),
    (r"a penalty must be < 0", "kara musi być mniejsza od 0"),
    (rf"max_score (.*) must be (.*) for a (?:{_KIND}) criterion", r"pole 'max_score' \1 musi wynosić \2"),
    (
        r"result (.*) must be '(.*)' or '(.*)' for a positive criterion",
        r"wynik \1: kryterium dodatnie ma '\2' albo '\3'",
    ),
    (r"result (.*) must be '(.*)' or '(.*)' for a negative criterion", r"wynik \1: kryterium ujemne ma '\2' albo '\3'"),
    (
        rf"result (.*) in (\d+) rows \((.*) and (\d+) more\) must be {_RESULTS}",
        rf"wynik \1 (liczba wierszy: \2; \3 i dalsze: \4): {_RESULTS_PL.format(5, 6, 7, 8)}",
    ),
    (
        rf"result (.*) in (\d+) rows \((.*)\) must be {_RESULTS}",
        rf"wynik \1 (liczba wierszy: \2; \3): {_RESULTS_PL.format(4, 5, 6, 7)}",
    ),
    (
        r"score (.*) contradicts result '(.*)' \(expected (.*)\)",
        r"punkty \1 przeczą wynikowi '\2' (powinno być \3)",
    ),
    (r"result '(.*)' needs at least one error type", r"wynik '\1' wymaga co najmniej jednego rodzaju błędu"),
    (
        r"result '(.*)' needs a justification that cites the response",
        r"wynik '\1' wymaga uzasadnienia, które cytuje odpowiedź",
    ),
    (r"result '(.*)' carries error type\(s\) \[(.*)\]", r"wynik '\1' ma rodzaje błędów: \2"),
    (r"ignored", "pominięto je"),
    (r"(\d+) more error types are unknown or misspelt", r"dalsze rodzaje błędów, nieznane lub z literówką: \1"),
    (r"unknown error type (.*)", r"nieznany rodzaj błędu \1"),
    (r"did you mean (.*)\?", r"czy chodziło o \1?"),
    (r"error type (.*) read as (.*)", r"rodzaj błędu \1 odczytano jako \2"),
    (
        r"duplicate of row (\d+) \(same prompt, model, criterion and rater\)",
        r"powtórzenie wiersza \1 (to samo pytanie, model, kryterium i osoba oceniająca)",
    ),
    (r"percentage where points belong", "procent zamiast punktów"),
    (r"write the criterion's points", "wpisz punkty za kryterium"),
    (
        r"no rows for (\d+) models: (.*) and (\d+) more",
        r"brak wierszy dla modeli, których jest \1: \2 i dalsze: \3",
    ),
    (
        r"(\d+) more positive criteria differ between (.*) and (.*)",
        r"dalsze kryteria dodatnie, które różnią się między modelami \2 i \3: \1",
    ),
    (
        r"rater (.*) did not judge model (.*) on (.*) and (\d+) more",
        r"osoba oceniająca \1 nie oceniła modelu \2 w pytaniach \3 i w dalszych: \4",
    ),
    (
        r"rater (.*) did not judge model (.*) on (.*)",
        r"osoba oceniająca \1 nie oceniła modelu \2 w pytaniach \3",
    ),
    (
        r"further pairs of a rater and a model that was not judged on all prompts: (\d+) or more",
        r"dalsze pary osoby i modelu, którego nie oceniła we wszystkich pytaniach: co najmniej \1",
    ),
    (
        r"further pairs of a rater and a model that was not judged on all prompts: (\d+)",
        r"dalsze pary osoby i modelu, którego nie oceniła we wszystkich pytaniach: \1",
    ),
    (
        r"means there are over fewer raters, and --on-missing intersect leaves these prompts out",
        "średnia obejmuje tam mniej osób, a '--on-missing intersect' pomija te pytania",
    ),
    (r"no rows for model (.*)", r"brak wierszy dla modelu \1"),
    (
        r"positive criterion (.*) differs between raters (.*) and (.*)",
        r"kryterium dodatnie \1 różni się u osób oceniających: \2 i \3",
    ),
    (
        r"positive criterion (.*) differs between (.*) and (.*)",
        r"kryterium dodatnie \1 różni się między modelami: \2 i \3",
    ),
    (
        r"no positive criterion, so the maximum is 0 and the percentage is undefined",
        "brak kryterium dodatniego, więc maksimum wynosi 0 i nie ma procentu",
    ),
    (r"weight (.*) differs from another rater's (.*)", r"waga \1 jest inna niż u drugiej osoby oceniającej (\2)"),
    (
        r"raters (.*) and (\d+) more have identical annotations, justifications included, of (.*)",
        r"osoby oceniające \1 i dalsze (\2) mają identyczne oceny, razem z uzasadnieniami: \3",
    ),
    (
        r"models (.*) and (\d+) more have identical annotations, justifications included, of (.*)",
        r"modele \1 i dalsze (\2) mają identyczne oceny, razem z uzasadnieniami: \3",
    ),
    (
        r"raters (.*) and (.*) have identical annotations, justifications included, of (.*)",
        r"osoby oceniające \1 i \2 mają identyczne oceny, razem z uzasadnieniami: \3",
    ),
    (
        r"models (.*) and (.*) have identical annotations, justifications included, of (.*)",
        r"modele \1 i \2 mają identyczne oceny, razem z uzasadnieniami: \3",
    ),
    (r"says nearly the same as criterion (.*) in row (\d+)", r"mówi prawie to samo co kryterium \1 w wierszu \2"),
    (r"says nearly the same as more criteria", "mówi prawie to samo co dalsze kryteria"),
    (
        r"too many criteria are alike for each to be compared with each",
        "zbyt wiele kryteriów jest podobnych, aby porównać każde z każdym",
    ),
    (r"one slip counts twice", "jedno potknięcie liczy się podwójnie"),
    (
        r"the criterion is positive, but its id suggests an error",
        "kryterium jest dodatnie, a identyfikator wskazuje błąd",
    ),
    (r"the criterion is positive, but its text names an error", "kryterium jest dodatnie, a tekst nazywa błąd"),
    (
        r"the criterion is negative, but its id suggests a merit",
        "kryterium jest ujemne, a identyfikator wskazuje zaletę",
    ),
    (r"the criterion is negative, but its text names a merit", "kryterium jest ujemne, a tekst nazywa zaletę"),
    (r"is the sign right\?", "czy znak jest właściwy?"),
    (r"the justification quotes nothing from the response", "uzasadnienie niczego nie cytuje z odpowiedzi"),
)


def error_type(name: str, language: str) -> str:
    """The name of an error type; one that no taxonomy of ours has stays as it is."""
    return name if language == "en" else ERROR_TYPES.get(name, name)


def figure_label(written: str, language: str) -> str:
    """A label in a figure: an axis, an error type, or a number with the language's decimal mark."""
    if language == "en":
        return written
    known = ERROR_TYPES | FIGURE_LABELS
    is_number = written.removeprefix("-").replace(".", "", 1).isdecimal()
    return written.replace(".", ",") if is_number else known.get(written, written)


def finding_in_polish(message: str) -> str | None:
    """A finding about a sheet in Polish, with the address that it begins with; None if no frame fits.

    >>> finding_in_polish("Q1/A/P1: weight 'five' is not a finite number")
    'Q1/A/P1: waga „five” nie jest liczbą skończoną'
    >>> finding_in_polish("Q1/A/P1: unknown error type 'Mixing'; did you mean 'Language Mixing'?")
    'Q1/A/P1: nieznany rodzaj błędu „Mixing”; czy chodziło o „Language Mixing” (Mieszanie języków)?'
    """
    for address, rest in _addresses(message):
        if (polish := framed(rest, _FINDINGS)) is not None:
            return address + _QUOTED.sub(_quoted, polish)
    return None


def _quoted(match: re.Match[str]) -> str:
    """A value in Polish quotation marks: an error type as a sheet writes it, with the name that the tables show."""
    value = match[0][1:-1]
    return f"„{value}” ({ERROR_TYPES[value]})" if value in ERROR_TYPES else f"„{value}”"


def _addresses(message: str) -> list[tuple[str, str]]:
    """Where the address may end: nowhere, or after each colon, since names may hold colons."""
    ends = [place + 2 for place in range(len(message)) if message.startswith(": ", place)][:8]
    return [(message[:end], message[end:]) for end in (0, *ends)]
