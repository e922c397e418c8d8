"""What things are called in Polish and English: Spaces, parts, flags, categories, figures, others' errors."""

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

JSON_ERRORS = {
    "Expecting value": "brak wartości",
    "Expecting property name enclosed in double quotes": "brak nazwy pola w cudzysłowie prostym",
    "Expecting ',' delimiter": "brak przecinka",
    "Expecting ':' delimiter": "brak dwukropka",
    "Extra data": "zbędny tekst po wartości",
    "Unterminated string starting at": "niezamknięty cudzysłów",
    "Invalid control character at": "niedozwolony znak sterujący",
    "Invalid \\escape": "niedozwolony znak po ukośniku",
    "Invalid \\uXXXX escape": "błędny kod znaku po ukośniku",
    "Illegal trailing comma before end of object": "zbędny przecinek na końcu obiektu",
    "Illegal trailing comma before end of array": "zbędny przecinek na końcu listy",
    "Unexpected UTF-8 BOM (decode using utf-8-sig)": "zbędny znacznik BOM",
}
"""What Python's reader of JSON says."""

CSV_ERRORS = {
    "field larger than field limit": "za długie pole",
    "unexpected end of data": "niezamknięty cudzysłów",
    "delimiter expected after": "zbędny tekst po cudzysłowie",
    "' expected after": "zbędny tekst po cudzysłowie",
    "line contains NUL": "znak zerowy",
    "new-line character seen in unquoted field": "samotny znak końca wiersza",
}
"""What Python's reader of CSV says, or the part of it that does not vary."""

PARTS = {
    "clause": "klauzula",
    "clauses": "klauzule",
    "phrase": "fraza",
    "pair": "para",
    "match": "dopasowanie",
    "matches": "dopasowania",
    "word": "słowo",
    "words": "słowa",
    "text": "tekst",
    "table": "tabela",
    "tables": "tabele",
    "block": "blok",
    "field": "pole",
    "fields": "pola",
    "element": "element",
    "elements": "elementy",
    "schema": "schemat",
    "answer": "odpowiedź",
    "of": "z",
    "rule error": "błąd reguły",
}
"""The words in the names of parts."""

FLAGS = {
    "cut": "ucięte",
    "rule error": "błąd reguły",
    "not read to its end": "nieprzeczytane do końca",
    "negated": "zaprzeczone",
    "asked": "w pytaniu",
    "hedged": "zostawione otwarte",
    "attributed": "przypisane komuś innemu",
    "conceded": "przyznane i odrzucone",
    "listed": "wyliczone wśród innych",
    "retracted": "odwołane",
    "hidden": "ukryte przed czytelnikiem",
    "echo": "powtórzone pytanie",
    "beyond the form": "więcej, niż pozwala pytanie",
    "loop": "zapętlenie",
    "near miss": "prawie trafione",
    "extra tables": "nadmiarowe tabele",
    "tables not compared": "nieporównane tabele",
}

CATEGORIES = {
    "history_and_culture": ("Historia i kultura", "History and culture"),
    "contemporary_life": ("Życie współczesne", "Contemporary life"),
    "geography_and_environment": ("Geografia i środowisko", "Geography and environment"),
    "asr": ("Rozpoznawanie mowy", "Speech recognition"),
    "speech_qa": ("Pytania o mowę", "Questions about speech"),
    "sound_and_music_qa": ("Pytania o dźwięk i muzykę", "Questions about sound and music"),
    "ocr": ("Odczyt dokumentów", "Document recognition"),
    "document_qa": ("Pytania o dokumenty", "Questions about documents"),
    "structured_extraction": ("Ekstrakcja danych", "Structured extraction"),
}


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


def part_name(name: str, language: str) -> str:
    """The name of a part, as `clause 1 of 2`, in a language.

    >>> part_name("clause 1 of 2", "pl")
    'klauzula 1 z 2'
    """
    if language == "en" or name in PARTS:
        return name if language == "en" else PARTS[name]
    return " ".join(PARTS.get(word, word) for word in name.split(" "))


def flag_name(name: str, language: str) -> str:
    return name if language == "en" else FLAGS.get(name, name)


def category_name(name: str, language: str) -> str:
    return CATEGORIES[name][language == "en"]


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
