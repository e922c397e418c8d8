"""What is wrong with a folder of tasks, and what its author should know, in Polish."""

SENTENCES = {
    # records
    "no-id": "to nie jest identyfikator ({value}); oczekiwano od 1 do 64 znaków spośród A-Z, a-z, 0-9, „_”, „.” i „-”",
    "empty-prompt": 'jest puste (""); oczekiwano pytania',
    "no-list-of-rules": "to nie jest lista ({value}); oczekiwano listy reguł",
    "no-rules": "jest puste ([]); oczekiwano co najmniej jednej reguły",
    "no-list-of-media": 'to nie jest lista ({value}); oczekiwano listy takiej jak [{{"path": ..., "type": ...}}]',
    "no-media": "jest puste ([]); oczekiwano co najmniej jednego pliku",
    "no-task-record": 'to nie jest obiekt ({value}); oczekiwano zadania, na przykład {{"id": ..., "rules": ...}}',
    "other-category": "nie pasuje do tej kategorii ({type:n}); oczekiwano jednego z: {types}",
    "no-medium": "zawiera coś, co nie jest obiektem ({value}); oczekiwano ścieżki (path) i rodzaju (type)",
    "other-modality": "nie pasuje do kategorii {category} ({value}); oczekiwano {expected:n}",
    "null-prompt": "ma wartość null; oczekiwano pytania: domyślne polecenie mają tylko asr i ocr",
    # lines of tasks.jsonl
    "one-array": "to jedna lista JSON; zapisz każde zadanie w osobnym wierszu (jq -c '.[]')",
    "no-tasks": "nie zawiera zadań; zapisz jeden obiekt JSON w każdym wierszu",
    "line-no-utf8": "bajt {byte} (0x{found}) nie jest w UTF-8; zapisz plik w UTF-8",
    "line-no-json": "to nie jest JSON, kolumna {column}: {problem}; każdy wiersz to jeden obiekt JSON",
    "line-no-object": '{kind}, a nie obiekt; każdy wiersz to jedno zadanie, {{"id": ..., ...}}',
    "a-list": "lista",
    "line-too-deep": "zagnieżdżenie głębsze niż {most:poziom|poziomy|poziomów}; zadaniu wystarczy sześć",
    "field-twice": "pole {field:n} występuje dwa razy w jednym obiekcie; zostaw jedno",
    "no-json-number": "{literal} nie jest liczbą JSON; wpisz liczbę skończoną albo null",
    "number-too-large": "liczba {literal} jest za duża, aby ją zachować; zapisz ją jako tekst",
    "exponent-too-large": "liczba {literal} ma za duży wykładnik; zapisz ją jako tekst",
    "number-not-kept": "liczba {literal} zostałaby zachowana jako {kept}; zapisz mniej cyfr albo tekst",
    "number-too-long": "za długa liczba ({length:znak|znaki|znaków}); dozwolone najwyżej {most}",
    "half-a-pair": "połowa pary zastępczej (\\u{code}) nie jest znakiem; usuń ją",
    # folders
    "no-folder": "{folder}: nie ma takiego folderu; podaj folder, w którym jest {file}",
    "no-folder-but-file": "{folder}: to plik, a nie folder; podaj folder, w którym jest {file}",
    "no-tasks-file": "{folder}: nie ma w nim {file}; folder zadań zawiera {file} i wymienione w nim materiały",
    # between tasks
    "same-id": "{id:n} to już identyfikator z wiersza {line}; nadaj każdemu zadaniu własny",
    "similar-prompt": "jest prawie takie jak {id:n} z wiersza {line}; zapytaj o coś innego albo usuń jedno z zadań",
    "same-medium": "{path:n} jest też materiałem zadania {id:n} z wiersza {line}",
    # what an author should know
    "own-answer": "ma wynik ścisły {strict} ({answer}); oczekiwano {expected}: {reason}",
    "every-rule-met": "każda reguła jest spełniona",
    "only-excludes": "są tylko reguły exclude, które spełnia większość złych odpowiedzi; "
    "oczekiwano reguły, która pyta o właściwą",
    "prompt-passes": "samo pytanie, podane jako odpowiedź, ma wynik ścisły 1",
    "few-tags": "jest ich {tags}, a powinno być co najmniej {fewest}; "
    "oczekiwano rodzaju dokumentu, jakości obrazu i czasu powstania",
    "no-fitting-medium": "brakuje materiału {type}, którego dotyczy kategoria {category}",
    "no-image-or-pdf": "brakuje materiału image albo pdf, którego dotyczy kategoria {category}",
    "no-license": "brakuje licencji, pola „license” ({path})",
    "no-source": "brakuje źródła, pola „source” ({path})",
    "nothing-passes": "bez include_min zalicza się odpowiedź, która do niczego nie pasuje",
    "adds-nothing": "klauzula {number}: {phrase} nic nie dodaje do {other}, które już do tego pasuje; usuń tę frazę",
    "escape-never-held": "szuka {written} ({code}), czego tekst nigdy nie ma; tekst ma {held}",
    "words-never-held": "szuka {written}, czego tekst nigdy nie ma; tekst ma {held}",
    "never-held-in": "{problem} ({pattern})",
    "in-its-place": "w tym miejscu {held}",
    "nothing-in-its-place": "w tym miejscu nic",
    "marks-never-held": "szuka {marks} ({pattern}), czego znormalizowany tekst nigdy nie ma; "
    "oczekiwano słów i liczb albo normalize false",
    "hard-to-read": "{problem} ({pattern}); oczekiwano krótkiego wyrażenia: "
    "o słowa pytaj regułą include, zabraniaj ich regułą exclude, o kolejność pytaj regułą order",
    "long-pattern": "ma {length:znak|znaki|znaków}, więcej niż {most}",
    "nested-lookaround": "ma asercję wewnątrz asercji (lookaround)",
    "lookaround-of-words": "wymienia słowa w asercji (lookaround)",
    "lower-case": "{phrase} nigdy nie pasuje na początku zdania: normalize ma wartość false",
}
