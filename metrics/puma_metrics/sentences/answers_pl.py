"""What is wrong with a file of answers, and what to do, in Polish."""

SENTENCES = {
    # files
    "unknown-kind": "nieznany rodzaj pliku; {way_out}",
    "save-as-table": "zapisz go jako XLSX albo CSV UTF-8, z identyfikatorami jako tekst",
    "unpack-first": "najpierw go rozpakuj",
    "expected-endings": "oczekiwano {endings}",
    "no-utf8": "to nie jest tekst w UTF-8 (bajt {byte}); zapisz plik w UTF-8",
    "json-too-deep": "JSON jest za głęboki, jak na odpowiedź; oczekiwano {example}",
    "no-json-answer": "to nie jest JSON ({problem}, {line}kolumna {column}{near}); oczekiwano {example}",
    "on-line": "wiersz {line}, ",
    "near": ", przy „{text}”",
    "no-list-of-answers": 'to nie jest lista ({value}); oczekiwano [{example}] albo {{"hc_001": "..."}}',
    "only-scores": "są tu wyniki narzędzia do oceny, a nie odpowiedzi; podaj jego plik samples_*.jsonl (--log_samples)",
    "column-twice": "kolumna {column:n} występuje dwa razy; zostaw jedną",
    "columns-differ": "inna liczba kolumn niż w nagłówku ({columns}); "
    "ujmij w cudzysłów odpowiedzi z przecinkami i końcami wierszy",
    "open-quote": 'to nie jest CSV (niezamknięty cudzysłów); ujmij odpowiedzi w cudzysłów "..."',
    "no-csv": 'to nie jest CSV („{error}”); ujmij odpowiedzi w cudzysłów "..."',
    "no-parquet": "to nie jest plik Parquet („{error}”); zapisz go jeszcze raz",
    "no-worksheet": "żaden arkusz nie ma odpowiedzi; oczekiwano kolumn id i prediction w wierszu 1",
    "several-worksheets": "odpowiedzi są w {sheets} arkuszach ({names:n}); zostaw jeden; "
    "oczekiwano kolumn id i prediction w wierszu 1",
    "may-be-number": "to może być liczba ({value}); {way_out}, w CSV",
    "normaliser-alone": "ma pole normaliser, a nie ma tekstu w raw_prediction; "
    "zapisz oba tak, jak puma normalise, albo nazwij kolumnę inaczej",
    "unknown-normaliser": "nieznany sposób normalizacji {name:n}; {way_out}",
    "two-normalisers": "część odpowiedzi znormalizowano z {option}:{one}, a część z {option}:{other}; "
    "znormalizuj wszystkie tak samo",
    "shown-as": "arkusz ma tu {kind} ({text}), a nie tekst; "
    "nadaj kolumnie format tekstowy i wpisz identyfikatory tak, jak stoją w zadaniach",
    "a-percentage": "procent",
    "a-date": "datę lub godzinę",
    "leading-zeros": "liczbę z zerami na początku",
    "full-cell": "wypełnia komórkę ({most:,} znaków), a arkusze obcinają tam odpowiedzi; zapisz odpowiedzi jako JSONL",
    # packed files
    "no-gzip": "to nie jest plik gzip („{error}”); spakuj go jeszcze raz",
    "no-zip": "to nie jest plik zip („{error}”); spakuj go jeszcze raz",
    "not-unpacked": "{member}: nie da się rozpakować („{error}”); spakuj go jeszcze raz",
    "unpacks-to-more": "po rozpakowaniu ma ponad {most:,} bajtów; podziel go na kilka plików",
    "several-files": "zawiera {files:plik|pliki|plików} ({names:n}); "
    "oczekiwano jednego pliku odpowiedzi; można go też rozpakować i podać folder",
    "no-file-inside": "nie zawiera żadnego pliku; "
    "oczekiwano jednego pliku odpowiedzi; można go też rozpakować i podać folder",
    "no-inspect-log": "to nie jest dziennik Inspect (brakuje header.json); podaj plik zapisany przez „inspect eval”",
    "inspect-no-json": "zawiera coś, co nie jest JSON-em („{error}”); zapisz dziennik jeszcze raz",
    "no-inspect-sample": "nie zawiera próbki Inspect; podaj plik zapisany przez „inspect eval”",
    # rows
    "no-record": "to nie jest obiekt ({value}); oczekiwano takiego jak {example}",
    "other-form": "pola są jak w „{shape}”, a budowa inna („{error}”)",
    "no-response-form": "pola są jak w odpowiedzi serwera, a budowa inna („{error}”)",
    "no-column": "nie ma kolumny {column:n}; są {names:n}",
    "could-be": "odpowiedzią mogą być {values}; wybierz przez --prediction {column} albo nazwij kolumnę „prediction”",
    "column-value": "{column:n} ({value})",
    "both": "{first} i {second}",
    "no-id-in-record": "brakuje identyfikatora (id); oczekiwano obiektu takiego jak {example}{instead}",
    "rename": "; są {names:n}: nazwij właściwą kolumnę {wanted:n}",
    "no-text-here": "to nie jest tekst ({value}); {way_out}",
    "write-as-text": "zapisz to jako tekst, tak jak gdzie indziej: 1.10 i 1.1 to jedna liczba (pandas: dtype=str)",
    "write-json-as-text": "zapisz JSON jako tekst",
    "expected-text": "oczekiwano tekstu",
    "expected-text-or-null": "oczekiwano tekstu albo null",
    "other-column": "nie ma kolumny {column:n}, którą mają inne wiersze, a jest {other:n}; "
    "zapisz wszystkie odpowiedzi w jednej kolumnie",
    "no-answer-in-record": "brakuje odpowiedzi; oczekiwano jednej z kolumn {names:n}{instead}",
    "error-and-answer": "jest i błąd ({error}), i odpowiedź; zostaw jedno z nich puste",
    "several-answers": "{answers:różna odpowiedź|różne odpowiedzi|różnych odpowiedzi} ({first}, {second}); "
    "zostaw jedną",
    "no-content": "to ani tekst, ani lista części ({value})",
    "no-response": "to nie jest znana odpowiedź serwera ({value})",
    "no-id-in-document": "brakuje identyfikatora ({value}); "
    "identyfikator zadania musi być w dokumencie narzędzia jako „id”",
    "missing-in-samples": "to brakująca odpowiedź w pliku zapisanym przez „puma grade”; "
    "podaj plik z odpowiedziami albo użyj „puma rescore”",
    # answers and tasks together
    "holds-no-answer": "{file}: nie ma odpowiedzi; oczekiwano: {expected}",
    "line-of-answers": "w każdym wierszu obiekt taki jak {example}",
    "list-of-answers": "[{example}]",
    "csv-of-answers": "nagłówek z id i prediction, a potem wiersz dla każdej odpowiedzi",
    "parquet-of-answers": "kolumny id i prediction, wiersz dla każdej odpowiedzi",
    "no-task-for": "{answers:odpowiedź|odpowiedzi|odpowiedzi} bez zadania ({names:n}); usuń je albo dodaj ich zadania",
    "no-task-for-one": "{answers:odpowiedź|odpowiedzi|odpowiedzi} bez zadania ({names:n}); "
    "usuń ją albo dodaj jej zadanie",
    "several-models": "{file}: odpowiedzi {models} modeli ({names:n}); zapisz osobny plik dla każdego",
    "no-task-for-in": "{file}: {answers:odpowiedź|odpowiedzi|odpowiedzi} bez zadania w tym zbiorze: "
    "{places}{more}{hint}\nPodaj zadania, na które odpowiadano, przez --tasks FOLDER albo pomiń te odpowiedzi przez "
    "puma grade --extra ignore.",
    "answered-twice": "{file}: więcej niż jedna odpowiedź na {tasks:zadanie|zadania|zadań}: {places}{more}\n"
    "Powiedz, która się liczy: puma grade --duplicates first albo --duplicates last, albo policz wszystkie, jako "
    "kilka prób modelu: --samples {most} (przy milionach: --duplicates all --jobs N --out FOLDER).",
    "id-at": "{id:n} ({place})",
    "line-at": "wiersz {line}",
    "line-in": "{file}, wiersz {line}",
    "times-at": "{n:raz|razy|razy}, od wiersza {first} do {last}",
    "line-also-in": "wiersz {line} i plik {file}",
    "and-more": " i dalsze: {more}",
    "hint": "; {hint}",
}
