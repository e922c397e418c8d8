"""What is wrong with a file of answers, in Polish: what puma_answers says, with the address it gives."""

import re

from .frames import framed, frames

_ADDRESS = re.compile(
    r"(?P<file>[^:]+?)(?::(?P<line>\d+))?(?:, '(?P<id>.*?)')?(?:, (?P<field>[\w.]+))?: (?P<problem>.+)", re.DOTALL
)

_PROBLEMS = frames(
    (r"is no object \((.*)\)", r"to nie jest obiekt (\1)"),
    (r"expected one such as (.*)", r"oczekiwano takiego jak \1"),
    (r"expected an object such as (.*)", r"oczekiwano obiektu takiego jak \1"),
    (r"it has (.*): rename the right one to '(\w+)'", r"jest \1: nazwij właściwą kolumnę '\2'"),
    (r"has no id", "brakuje identyfikatora (id)"),
    (r"has no answer", "brakuje odpowiedzi"),
    (r"holds no answer", "nie ma odpowiedzi"),
    (r"expected one of (.*)", r"oczekiwano jednej z kolumn \1"),
    (
        r"has no '(\w+)', which other rows have, but '(\w+)'",
        r"nie ma kolumny '\1', którą mają inne wiersze, a jest '\2'",
    ),
    (r"write all answers in one column", "zapisz wszystkie odpowiedzi w jednej kolumnie"),
    (r"the answer could be (.*)", r"odpowiedzią mogą być \1"),
    (r"choose one with --prediction [\w.]+, or call the model's 'prediction'", "nazwij kolumnę modelu 'prediction'"),
    (r"is no text \((.*)\)", r"to nie jest tekst (\1)"),
    (r"write the JSON as text", "zapisz JSON jako tekst"),
    (r"expected text(?: or null)?", "oczekiwano tekstu"),
    (
        r"write it as text, as it stands elsewhere: 1\.10 and 1\.1 are one number \(pandas: dtype=str\)(?:, in CSV)?",
        "zapisz to jako tekst, bo 1.10 i 1.1 to jedna liczba",
    ),
    (r"may be a number \((.*)\)", r"to może być liczba (\1)"),
    (
        r"is a date or time to the spreadsheet \((.*)\), not text",
        r"arkusz ma tu datę lub godzinę (\1), a nie tekst",
    ),
    (r"is a percentage to the spreadsheet \((.*)\), not text", r"arkusz ma tu procent (\1), a nie tekst"),
    (
        r"is a number with leading zeros to the spreadsheet \((.*)\), not text",
        r"arkusz ma tu liczbę z zerami na początku (\1), a nie tekst",
    ),
    (
        r"format the column as text, and write the ids as they stand in the tasks",
        "nadaj kolumnie format tekstowy i wpisz identyfikatory tak, jak stoją w zadaniach",
    ),
    (r"has an error \((.*)\) and an answer too", r"jest i błąd (\1), i odpowiedź"),
    (r"leave one of them empty", "zostaw jedno z nich puste"),
    (r"(\w+): has no id \((.*)\)", r"\1: brakuje identyfikatora (\2)"),
    (
        r"the task's id must stand in the harness's document as 'id'",
        "identyfikator zadania musi być w dokumencie narzędzia jako 'id'",
    ),
    (r"holds (\d+) different answers \((.*)\)", r"różne odpowiedzi, razem \1 (\2)"),
    (r"(\w+): holds (\d+) different answers \((.*)\)", r"\1: różne odpowiedzi, razem \2 (\3)"),
    (r"keep one(?: of them)?", "zostaw jedną"),
    (r"the (?:field|column) '(.*)' stands twice(?: in one object)?", r"pole '\1' występuje dwa razy"),
    (r"is no JSON \((.*)\)", r"to nie jest JSON („\1”)"),
    (r"expected (\{.*|\[.*)", r"oczekiwano \1"),
    (r"is nested too deeply to be an answer", "JSON jest za głęboki"),
    (r"is no list \((.*)\)", r"to nie jest lista (\1)"),
    (r"is no CSV \(a quote is never closed\)", "to nie jest CSV (niezamknięty cudzysłów)"),
    (r"is no CSV \((.*)\)", r"to nie jest CSV („\1”)"),
    (r'quote answers as "\.\.\."', 'ujmij odpowiedzi w cudzysłów "..."'),
    (r"has another number of columns than the header \((\d+)\)", r"inna liczba kolumn niż w nagłówku (\1)"),
    (r"quote answers that hold commas or line breaks", "ujmij w cudzysłów odpowiedzi z przecinkami i końcami wierszy"),
    (r"is not UTF-8 \(byte (\d+)\)", r"to nie jest tekst w UTF-8 (bajt \1)"),
    (r"save the file as UTF-8", "zapisz plik w UTF-8"),
    (r"unpacks to more than ([\d,]+) bytes", r"po rozpakowaniu ma ponad \1 bajtów"),
    (r"divide it into several files", "podziel go na kilka plików"),
    (r"is no (gzip|zip|Parquet) file \((.*)\)", r"to nie jest plik \1 („\2”)"),
    (r"(?:pack|write) (?:it|the log) again", "zapisz plik jeszcze raz"),
    (r"holds (\d+) files \((.*)\)", r"zawiera pliki, razem \1 (\2)"),
    (r"holds no file", "nie zawiera żadnego pliku"),
    (r"expected one file of answers, or unpack it and name the folder", "oczekiwano jednego pliku odpowiedzi"),
    (
        r"is a missing answer in what puma grade has written",
        "to brakująca odpowiedź w pliku zapisanym przez puma grade",
    ),
    (r"name the file of answers, or puma rescore", "prześlij plik z odpowiedziami"),
    (r"no worksheet has answers", "żaden arkusz nie ma odpowiedzi"),
    (r"(\d+) worksheets have answers \((.*)\)", r"odpowiedzi są w kilku arkuszach, razem \1 (\2)"),
    (r"expected the columns id and prediction in row 1", "oczekiwano kolumn id i prediction w wierszu 1"),
    (
        r"holds a harness's scores and no answers",
        "są tu wyniki narzędzia do oceny, a nie odpowiedzi",
    ),
    (r"name its samples_\*\.jsonl \(--log_samples\)", "prześlij jego plik samples_*.jsonl (--log_samples)"),
    (
        r"has the fields of a response and not its form \((.*)\)",
        r"pola są jak w odpowiedzi serwera, a budowa inna („\1”)",
    ),
    (r"has the fields of (.*) and not its form \((.*)\)", r"pola są jak w „\1”, a budowa inna („\2”)"),
)


def answer_problem(message: str) -> str | None:
    """What puma_answers says of a file, in Polish; None if it is none of its messages.

    >>> answer_problem("a.jsonl:2, 'kot', output: is no text (7); expected text")
    "a.jsonl, wiersz 2, „kot”, output: to nie jest tekst (7); oczekiwano tekstu"
    """
    found = _ADDRESS.fullmatch(message)
    polish = framed(found["problem"], _PROBLEMS) if found else None
    if found is None or polish is None:
        return None
    line, name, field = found["line"], found["id"], found["field"]
    parts = [found["file"], f"wiersz {line}" if line else "", f"„{name}”" if name else "", field or ""]
    return f"{', '.join(filter(None, parts))}: {polish}"
