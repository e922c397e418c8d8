"""What the demo says, in Polish and English."""

LANGUAGES = {"pl": "Polski", "en": "English"}

TEXTS: dict[str, tuple[str, str]] = {
    "kept": ("Nic z tego, co tu wpiszesz, nie jest zapisywane.", "Nothing that you enter is kept."),
    "rules": ("Reguły", "Rules"),
    "speech": ("Mowa", "Speech"),
    "documents": ("Dokumenty", "Documents"),
    "extraction": ("Ekstrakcja", "Extraction"),
    "rubric": ("Rubryka", "Rubric"),
    "benchmark": ("Benchmark", "Benchmark"),
    "answer": ("Odpowiedź modelu", "The model's answer"),
    "rules_json": ("Reguły zadania (JSON)", "The task's rules (JSON)"),
    "pattern": ("Wyrażenie regularne", "The pattern"),
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
    "only_apart": ("Pokazano tylko miejsca, które się różnią.", "Only what differs is shown."),
    "not_aligned": (
        "Teksty są za długie, aby pokazać zestawienie: ponad {} słów.",
        "The texts are too long to be shown word by word: more than {} words.",
    ),
    "expected": ("Wzorzec", "Reference"),
    "found": ("Odpowiedź", "Answer"),
    "blocks_hint": (
        "Wiersz z samym „---” oddziela bloki dokumentu (najwyżej 4).",
        "A line with nothing but “---” separates the blocks of a document (4 at most).",
    ),
    "legend": ("Nad każdym słowem odpowiedzi stoi słowo wzorca.", "Above each word of the answer is the reference's."),
    "equal": ("zgodne", "equal"),
    "other_word": ("inne słowo", "another word"),
    "missing": ("brak albo nadmiar", "missing or too much"),
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
    "sheet": ("Arkusz ocen (CSV, TSV, do 2 MB)", "Sheet of marks (CSV, TSV, up to 2 MB)"),
    "sheet_hint": (
        "Jeden wiersz to ocena jednego kryterium w jednej odpowiedzi. Potrzebne kolumny: {}",
        "A row is the mark for one criterion of one answer. Columns needed: {}",
    ),
    "sample": ("Pokaż na przykładzie", "Show with an example"),
    "figures": ("Wykresy", "Figures"),
    "signature": ("Sygnatura", "Signature"),
    "leaderboard": ("Ranking", "Leaderboard"),
    "model": ("Model", "Model"),
    "macro": ("Makro %", "Macro %"),
    "micro": ("Mikro %", "Micro %"),
    "interval": ("Przedział 95 %", "95 % interval"),
    "findings": ("Uwagi do arkusza", "Findings about the sheet"),
    "row": ("Wiersz", "Row"),
    "more_findings": ("Pokazano pierwsze {} z {}.", "The first {} of {} are shown."),
    "error_type": ("Rodzaj błędu", "Error type"),
    "errors": ("Rodzaje błędów", "Error types"),
    "report": ("Pobierz pełny raport (HTML, po angielsku)", "Download the whole report (HTML)"),
    "task": ("Zadanie z próbki", "A task of the sample"),
    "question": ("Pytanie", "Question"),
    "asr_prompt": (
        "Zapisz słowo w słowo wszystko, co mówi osoba na nagraniu.",
        "Write down word for word all that is said in the recording.",
    ),
    "ocr_prompt": (
        "Przepisz całą stronę jako tekst (Markdown); tabele zapisz w HTML.",
        "Write out the whole page as text (Markdown), its tables in HTML.",
    ),
    "media": ("Materiał zadania {}", "Medium of task {}"),
    "to_answer": ("Odpowiedz na pytanie i naciśnij „Oceń”.", "Answer the question and press Grade."),
    "your_answer": ("Twoja odpowiedź", "Your answer"),
    "one_task": ("Jedno zadanie", "One task"),
    "whole_file": ("Cały plik odpowiedzi", "A whole file of answers"),
    "file_hint": (
        "Jedna odpowiedź w wierszu: identyfikator zadania z próbki (id) i tekst modelu (prediction), na przykład: {}",
        "One answer a line: the id of a task of the sample and the model's text as prediction, such as: {}",
    ),
    "file": (
        "Odpowiedzi (JSONL, JSON, CSV, Parquet, XLSX, ZIP, do 2 MB)",
        "Answers (JSONL, JSON, CSV, Parquet, XLSX, ZIP, up to 2 MB)",
    ),
    "grade_file": ("Oceń plik", "Grade the file"),
    "download": ("Pobierz tabelę (CSV)", "Download the table (CSV)"),
    "category": ("Kategoria", "Category"),
    "answered": ("Odpowiedzi", "Answered"),
    "strict": ("Ściśle %", "Strict %"),
    "softs": ("Częściowo %", "Soft %"),
    "all": ("Wszystkie zadania", "All tasks"),
    "unanswered": (
        "Kategorie bez żadnej odpowiedzi mają „–”. W pozostałych wierszach, także we „Wszystkich zadaniach”, zadanie "
        "bez odpowiedzi liczy się jako błędne.",
        "Categories without any answer show “–”. In every other row, “All tasks” among them, a task without an answer "
        "counts as wrong.",
    ),
    "problem": ("Tego nie da się ocenić", "This cannot be graded"),
    "too_long": ("{}: tekst ma {}, a może mieć najwyżej {}.", "{}: the text has {}; at most {} are taken."),
    "too_large_file": ("Plik ma {}, a może mieć najwyżej {}.", "The file has {}; at most {} are taken."),
    "too_large_upload": (
        "Za duży plik: może mieć najwyżej {}. Podziel go albo skróć.",
        "The file is too large: at most {} are taken. Split or shorten it.",
    ),
    "too_many_rows": ("Za dużo wierszy: najwyżej {}.", "Too many rows: at most {}."),
    "too_many_models": ("Za dużo modeli: {}, a może być najwyżej {}.", "Too many models: {}; at most {} are taken."),
    "too_many_items": (
        "Wyrażenie rozwija się do zbyt wielu elementów: może mieć najwyżej {}, licząc wszystkie powtórzenia.",
        "The pattern writes out to too many items: at most {}, all repetitions counted.",
    ),
    "wrong_kind": (
        "Plik „{}” nie ma rozszerzenia {}. Prześlij tabelę zapisaną jako CSV (UTF-8).",
        "The file “{}” does not end in {}. Send a table saved as CSV (UTF-8).",
    ),
    "spreadsheet": (
        "Plik „{}” to skoroszyt, a nie tekst ({}). Zapisz go z arkusza kalkulacyjnego jako CSV (UTF-8).",
        "The file “{}” is a workbook, no text ({}). Save it as CSV (UTF-8) from your spreadsheet.",
    ),
    "not_utf8": (
        "Plik nie jest tekstem w UTF-8 (bajt {}). Zapisz go jako CSV w kodowaniu UTF-8.",
        "The file is no text in UTF-8 (byte {}). Save it as CSV in UTF-8.",
    ),
    "empty_file": ("Plik jest pusty.", "The file is empty."),
    "csv": ("CSV, wiersz {}: {}.", "CSV, line {}: {}."),
    "columns": (
        "CSV, wiersz {}: inna liczba kolumn niż w nagłówku.",
        "CSV, line {}: another number of columns than the header.",
    ),
    "twice": ("Odpowiedź {}: identyfikator „{}” już był.", "Answer {}: the id “{}” was there already."),
    "json": ("{}: to nie jest JSON, wiersz {}, kolumna {}: {}.", "{}: no JSON, line {}, column {}: {}."),
    "json_empty": ("{}: pole jest puste, a potrzebny jest JSON.", "{}: the field is empty, and JSON is needed."),
    "json_size": (
        "{}: JSON jest za głęboki albo ma za długą liczbę.",
        "{}: the JSON is too deep, or a number too long.",
    ),
    "rules_list": (
        'Reguły: oczekiwano listy od 1 do {} reguł, na przykład [{{"type": "include", …}}].',
        'Rules: a list of 1 to {} rules is expected, such as [{{"type": "include", …}}].',
    ),
    "no_reference": (
        "Wzorzec jest pusty: wpisz, co powinno być w odpowiedzi.",
        "The reference is empty: enter what is right.",
    ),
    "in_english": ("Oceniarka podaje po angielsku:", "The grader says:"),
    "to_upload": (
        "Prześlij plik i naciśnij „{}” albo zacznij od przykładu.",
        "Upload a file and press “{}”, or begin with the example.",
    ),
    "no_file": ("Najpierw wybierz plik.", "Choose a file first."),
    "changed": ("Tekst się zmienił. Naciśnij „Oceń”.", "The text has changed. Press Grade."),
    "met": ("Stan", "Met"),
    "rank": ("Miejsce", "Rank"),
    "code": ("Kod", "Code"),
    "yes": ("spełnione", "met"),
    "no": ("niespełnione", "not met"),
}

NOUNS = {
    "character": (("znak", "znaki", "znaków"), ("character", "characters")),
    "row": (("wiersz", "wiersze", "wierszy"), ("row", "rows")),
}


def say(key: str, language: str, *values: object) -> str:
    """A text in a language.

    >>> say("grade", "pl"), say("reference_table", "en", 2)
    ('Oceń', 'Reference, table 2')
    """
    return TEXTS[key][language == "en"].format(*values)


def grouped(number: int, language: str) -> str:
    """A whole number with its thousands apart.

    >>> grouped(100000, "pl"), grouped(100000, "en")
    ('100\xa0000', '100,000')
    """
    return f"{number:,}" if language == "en" else f"{number:,}".replace(",", "\xa0")


def counted(number: int, noun: str, language: str) -> str:
    """A number and its noun in the right form.

    >>> [counted(n, "row", "pl") for n in (1, 3, 5, 12, 22)]
    ['1 wiersz', '3 wiersze', '5 wierszy', '12 wierszy', '22 wiersze']
    """
    (one, few, many), (single, several) = NOUNS[noun]
    if language == "en":
        form = single if number == 1 else several
    elif number == 1:
        form = one
    else:
        form = few if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else many
    return f"{grouped(number, language)} {form}"


def size(number: int, language: str) -> str:
    """A number of bytes in MB, as people read it.

    >>> size(2_400_000, "pl"), size(2_000_000, "en")
    ('2,4 MB', '2 MB')
    """
    # the next tenth up: a file a byte above the bound is not as large as the bound
    tenths = -(-number // 100_000)
    written = f"{tenths // 10}.{tenths % 10}".removesuffix(".0")
    return f"{written if language == 'en' else written.replace('.', ',')} MB"
