"""What the demo says, in Polish and English."""

LANGUAGES = {"pl": "Polski", "en": "English"}

TEXTS: dict[str, tuple[str, str]] = {
    "title": ("PUMA: oceń odpowiedź", "PUMA: grade an answer"),
    "intro": (
        "Oceniarka benchmarku PUMA. Każdy wynik mówi, skąd się wziął. Nic z tego, co tu wpiszesz, nie jest zapisywane.",
        "The grader of the PUMA benchmark. Every score says where it comes from. Nothing that you enter is kept.",
    ),
    "rules": ("Reguły", "Rules"),
    "speech": ("Mowa", "Speech"),
    "documents": ("Dokumenty", "Documents"),
    "extraction": ("Ekstrakcja", "Extraction"),
    "rubric": ("Rubryka", "Rubric"),
    "benchmark": ("Benchmark", "Benchmark"),
    "answer": ("Odpowiedź modelu", "The model's answer"),
    "rules_json": ("Reguły zadania (JSON)", "The task's rules (JSON)"),
    "prompt": ("Pytanie (niekonieczne)", "Question (optional)"),
    "reference": ("Wzorzec", "Reference"),
    "reference_json": ("Wzorzec (JSON)", "Reference (JSON)"),
    "transcript": ("Transkrypcja modelu", "The model's transcript"),
    "document": (
        "Dokument odczytany przez model (Markdown, tabele w HTML)",
        "The document as read (Markdown, HTML tables)",
    ),
    "grade": ("Oceń", "Grade"),
    "result": ("Wynik", "Result"),
    "passed": ("Zaliczone", "Passed"),
    "failed": ("Niezaliczone", "Failed"),
    "soft": ("wynik częściowy", "soft score"),
    "flags": ("Do sprawdzenia przez człowieka", "A person should read this"),
    "parts": ("Co sprawdzono", "What was checked"),
    "part": ("Część", "Part"),
    "finding": ("Ustalenie", "Finding"),
    "marked": ("Odpowiedź z zaznaczeniami", "The answer with marks"),
    "alignment": ("Zestawienie słów", "Words aligned"),
    "expected": ("wzorzec", "reference"),
    "found": ("odpowiedź", "answer"),
    "legend": (
        "Zielone: zgodne. Żółte: inne słowo. Czerwone: brak albo nadmiar.",
        "Green: equal. Yellow: another word. Red: missing or too much.",
    ),
    "tables_title": ("Tabele", "Tables"),
    "cells_legend": (
        "Im mocniejsza czerwień komórki, tym większa różnica.",
        "The stronger the red of a cell, the further off it is.",
    ),
    "reference_table": ("Wzorzec, tabela {}", "Reference, table {}"),
    "answer_table": ("Odpowiedź, tabela {}", "Answer, table {}"),
    "no_table": ("Brak tabeli w odpowiedzi", "The answer has no such table"),
    "field": ("Pole", "Field"),
    "fields": ("Pola, które się różnią", "Fields that differ"),
    "all_equal": ("Wszystkie pola się zgadzają.", "All fields are equal."),
    "sheet": ("Arkusz ocen ekspertów (CSV)", "The experts' sheet (CSV)"),
    "sheet_sample": ("Pokaż na przykładzie", "Show with the sample"),
    "leaderboard": ("Ranking", "Leaderboard"),
    "model": ("Model", "Model"),
    "macro": ("Makro %", "Macro %"),
    "micro": ("Mikro %", "Micro %"),
    "interval": ("Przedział 95 %", "95 % interval"),
    "findings": ("Uwagi do arkusza", "Findings about the sheet"),
    "row": ("Wiersz", "Row"),
    "errors": ("Rodzaje błędów", "Error types"),
    "count": ("Liczba", "Count"),
    "report": ("Pełny raport (HTML)", "The whole report (HTML)"),
    "figure": ("Wykres: {}", "Figure: {}"),
    "task": ("Zadanie z próbki", "A task of the sample"),
    "question": ("Pytanie", "Question"),
    "default_prompt": ("(domyślne polecenie tej kategorii)", "(the category's default prompt)"),
    "media": ("Materiał zadania {}", "Medium of task {}"),
    "your_answer": ("Twoja odpowiedź", "Your answer"),
    "file": ("Albo plik odpowiedzi (JSONL lub CSV)", "Or a file of answers (JSONL or CSV)"),
    "grade_file": ("Oceń plik", "Grade the file"),
    "download": ("Tabela do pobrania (CSV)", "The table to download (CSV)"),
    "category": ("Kategoria", "Category"),
    "answered": ("Odpowiedzi", "Answered"),
    "strict": ("Ściśle %", "Strict %"),
    "softs": ("Częściowo %", "Soft %"),
    "all": ("Wszystkie zadania", "All tasks"),
    "problem": ("Tego nie da się ocenić", "This cannot be graded"),
    "too_long": ("Za długi tekst: najwyżej {} znaków.", "The text is too long: at most {} characters."),
    "too_large_file": ("Za duży plik: najwyżej {} bajtów.", "The file is too large: at most {} bytes."),
    "too_many_rows": ("Za dużo wierszy: najwyżej {}.", "Too many rows: at most {}."),
    "too_many_models": ("Za dużo modeli: najwyżej {}.", "Too many models: at most {}."),
    "too_large_pattern": (
        "Wyrażenie powtarza się za wiele razy: łącznie najwyżej {}.",
        "The pattern repeats too often: at most {} in all.",
    ),
    "no_file": ("Najpierw wybierz plik.", "Choose a file first."),
    "empty": ("Wpisz odpowiedź i naciśnij „Oceń”.", "Enter an answer and press Grade."),
    "met": ("Stan", "Met"),
    "rank": ("Miejsce", "Rank"),
    "code": ("Kod", "Code"),
    "yes": ("spełnione", "met"),
    "no": ("niespełnione", "not met"),
}

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
    "rule": "reguła",
    "error": "błąd",
}
"""The words in the names of parts."""

FLAGS = {
    "negated": "zaprzeczone",
    "asked": "w pytaniu",
    "conceded": "przyznane i odrzucone",
    "listed": "wyliczone wśród innych",
    "retracted": "odwołane",
    "before the conclusion": "przed wnioskiem",
    "loop": "zapętlenie",
    "echo": "powtórzone pytanie",
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
    "leaderboard": ("ranking z przedziałami", "leaderboard with intervals"),
    "distribution": ("rozkład wyników", "distribution of the scores"),
    "macro_micro": ("makro i mikro", "macro and micro"),
    "heatmap": ("modele i pytania", "models and prompts"),
    "errors": ("błędy modeli", "the models' errors"),
    "profiles": ("profile błędów w procentach", "profiles of errors in percent"),
}


def say(key: str, language: str, *values: object) -> str:
    """A text in a language.

    >>> say("grade", "pl"), say("reference_table", "en", 2)
    ('Oceń', 'Reference, table 2')
    """
    return TEXTS[key][language == "en"].format(*values)


def part_name(name: str, language: str) -> str:
    """The name of a part, as `clause 1 of 2`, in a language.

    >>> part_name("clause 1 of 2", "pl")
    'klauzula 1 z 2'
    """
    return name if language == "en" else " ".join(PARTS.get(word, word) for word in name.split(" "))


def flag_name(name: str, language: str) -> str:
    return name if language == "en" else FLAGS.get(name, name)


def category_name(name: str, language: str) -> str:
    return CATEGORIES[name][language == "en"]


def figure_name(name: str, language: str) -> str:
    return say("figure", language, FIGURES[name][language == "en"] if name in FIGURES else name)
