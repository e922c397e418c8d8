"""What things are called in Polish and English: Spaces, parts, flags, categories, figures, others' errors."""

from puma_metrics.sentence import Sentence, in_language

SPACES = {
    "puma_demo": (
        "PUMA: oceń odpowiedź",
        "PUMA: grade an answer",
        "Oceniarka benchmarku PUMA: każdy wynik mówi, skąd się wziął.",
        "The grader of the PUMA benchmark: every score says where it comes from.",
    ),
    "puma_rules": (
        "puma_rules: odpowiedź i jej reguły",
        "puma_rules: an answer and its rules",
        "Sprawdza, czy odpowiedź ma wymagane słowa w dowolnej odmianie, nie ma zakazanych i zachowuje kolejność.",
        "Checks that an answer has the words that it must have, in any inflected form, none of the forbidden ones, and "
        "their order.",
    ),
    "puma_asr": (
        "puma_asr: transkrypcja mowy",
        "puma_asr: transcripts of speech",
        "Liczy trafność słów: 1 minus liczba słów zamienionych, pominiętych i wstawionych na słowo wzorca.",
        "Computes word accuracy: 1 minus the words substituted, dropped and inserted per word of the reference.",
    ),
    "puma_ocr": (
        "puma_ocr: odczyt dokumentów",
        "puma_ocr: documents as read",
        "Liczy trafność słów tekstu w najlepszej kolejności bloków i podobieństwo tabel (TEDS), ważone liczbą znaków.",
        "Computes the word accuracy of the text in its best order of blocks and the similarity of tables (TEDS), "
        "weighted by characters.",
    ),
    "puma_extraction": (
        "puma_extraction: dane w JSON",
        "puma_extraction: data as JSON",
        "Porównuje odpowiedź w JSON z wzorcem pole po polu i liczy, jaka część pól jest poprawna.",
        "Compares an answer in JSON with a reference, field by field, and computes the share of fields that are right.",
    ),
    "puma_rubric": (
        "puma_rubric: oceny ekspertów",
        "puma_rubric: experts' marks",
        "Z arkusza ocen ekspertów liczy ranking modeli z przedziałami i zestawienie błędów; najpierw sprawdza arkusz.",
        "Turns a sheet of experts' marks into a leaderboard with intervals and a table of errors; it checks the sheet "
        "first.",
    ),
}
"""Each Space's heading and what it computes, in Polish and English."""

CSV_ERRORS = {
    "field larger than field limit": "za długie pole",
    "unexpected end of data": "niezamknięty cudzysłów",
    "delimiter expected after": "zbędny tekst po cudzysłowie",
    "' expected after": "zbędny tekst po cudzysłowie",
    "line contains NUL": "znak zerowy",
    "new-line character seen in unquoted field": "samotny znak końca wiersza",
}
"""What Python's reader of CSV says, or the part of it that does not vary."""

FIGURES = {
    "leaderboard": ("Makro każdego modelu z przedziałem", "Macro of each model, with its interval"),
    "distribution": ("Procent każdego pytania, mediana i kwartyle", "Percentage of each prompt, median and quartiles"),
    "macro_micro": ("Makro i mikro: na linii są równe", "Macro and micro: on the line they are equal"),
    "heatmap": ("Procent pytań (od najtrudniejszych) i modeli", "Percentage of prompts (hardest first) and models"),
    "errors": ("Błędy każdego modelu według rodzaju", "Errors of each model, by type"),
    "profiles": ("Udział rodzajów błędów w błędach modelu, %", "Share of each error type in a model's errors, %"),
}


def space_name(name: str, language: str) -> str:
    """A Space's heading."""
    return SPACES[name][language == "en"]


def space_purpose(name: str, language: str) -> str:
    """What a Space computes, in a sentence."""
    return SPACES[name][2 + (language == "en")]


def flag_name(name: str, language: str) -> str:
    return in_language(Sentence(name), language)


def category_name(name: str, language: str) -> str:
    return in_language(Sentence(name), language)


def figure_name(name: str, language: str) -> str:
    return FIGURES[name][language == "en"] if name in FIGURES else name


def csv_error(message: str, language: str) -> str:
    """What the reader of CSV says, in a language.

    >>> csv_error("field larger than field limit (100000)", "pl")
    'za długie pole'
    """
    if language == "en":
        return message
    return next((polish for english, polish in CSV_ERRORS.items() if english in message), f"„{message}”")
