"""What is wrong with a rule, a task or a file of tasks, and what to do, in Polish."""

SENTENCES = {
    # where it is wrong, and several problems
    "finding": "{address}: {problem}",
    "lines": "{lines:/}",
    "address-line": "{file}, wiersz {line}",
    "address-id": "{id:n}",
    "address-rule": "reguła {number}",
    "address-field": "pole {field:n}",
    # names
    "did-you-mean": "czy chodziło o {name:n}?{unseen}",
    "one-of": "oczekiwano jednego z: {names:n}",
    "one-of-first": "oczekiwano jednego z: {names:n} i dalszych: {more}",
    "other-composed": " Nazwy różnią się tylko złożeniem liter",
    "other-with": " To inna nazwa, ze znakiem {codes}",
    "other-without": " To inna nazwa, bez znaku {codes}",
    # fields of any record
    "missing-field": "brakuje pola {field:n}",
    "missing-field-type": "brakuje pola „type”; {expected}",
    "unknown-field": "nieznane pole {field:n}; {expected}",
    "too-deep": "zagnieżdżenie głębsze niż {most:poziom|poziomy|poziomów}; wystarczy sześć",
    "huge-number": "liczba całkowita ma ponad 1000 cyfr; oczekiwano mniejszej albo tekstu",
    "no-truth-value": "to nie jest wartość logiczna ({value}); oczekiwano true albo false",
    "no-count": "to nie jest liczba sztuk ({value}); oczekiwano liczby całkowitej od 0 albo null",
    "no-text": "to nie jest tekst ({value}); oczekiwano tekstu w cudzysłowie",
    "no-list-of-strings": "to nie jest lista ({value}); oczekiwano listy tekstów",
    "not-all-text": "zawiera coś, co nie jest tekstem ({value}); oczekiwano tekstów w cudzysłowie",
    "no-strings": "jest puste ([]); oczekiwano co najmniej jednego tekstu",
    "unknown-value": "nieznana wartość ({value}); {expected}",
    "above": "przekracza {other} ({low} > {high}); oczekiwano najwyżej {high}",
    # rules
    "no-rule": 'to nie jest obiekt ({value}); oczekiwano reguły, na przykład {{"type": "include", ...}}',
    "no-clauses": "jest puste ({value}); oczekiwano co najmniej jednej klauzuli",
    "no-list-of-clauses": "to nie jest lista ({value}); oczekiwano listy klauzul, z których każda jest listą fraz",
    "phrase-for-clause": "zawiera frazę tam, gdzie powinna być klauzula ({value}); oczekiwano [{value}]",
    "wrong-clause": "błędna klauzula: {problem}",
    "above-clauses": "przekracza liczbę klauzul ({low} > {clauses}); oczekiwano najwyżej {clauses}",
    "wordless-phrase": "nie ma litery ani cyfry ({value}); oczekiwano słowa albo liczby",
    "empty-phrase": 'jest puste (""); oczekiwano frazy',
    "unseen-phrase": "nie zawiera niczego, co widzi czytelnik ({value}); oczekiwano frazy",
    "wordless-transcript": "nie zawiera słów ({value}); oczekiwano transkrypcji",
    "no-objects": "to nie jest obiekt ani lista obiektów ({value}); oczekiwano {{...}} albo [{{...}}, ...]",
    "no-schema": "to nie jest obiekt ({value}); oczekiwano schematu JSON",
    # patterns
    "empty-pattern": 'jest puste (""); oczekiwano wyrażenia regularnego',
    "endless-pattern": "wywołuje samo siebie, zanim cokolwiek dopasuje ({pattern}), i tak bez końca; "
    "przed wywołaniem musi stać znak, który trzeba dopasować",
    "many-items": "rozwija się do ponad {most:,} elementów; {way_out}",
    "many-items-in": "rozwija się do ponad {most:,} elementów ({pattern}); {way_out}",
    "nest-fewer": "ogranicz zagnieżdżone powtórzenia",
    "write-clearer": "zapisz je bez (?x), komentarzy i nawiasów wewnątrz klasy, żeby było widać jego rozmiar",
    "bad-pattern": "wyrażenie jest błędne ({pattern}); biblioteka regex podaje: „{error}”; "
    "oczekiwano wyrażenia w składni pakietu regex, VERSION0",
    "invisible": "zawiera niewidoczny znak {code} na miejscu {at} ({pattern}), którego tekst nigdy nie ma; "
    "usuń ten znak z wyrażenia",
    "repeated-in-parts": "powtarza literę zapisaną w częściach, {code} na miejscu {at} ({pattern}); "
    "zapisz literę jednym znakiem albo w grupie (?:...)",
    "range-end": "ma zakres, którego krańcem jest {code} na miejscu {at} ({pattern}), a tego znaku tekst nigdy nie ma; "
    "użyj zakresu znaków, które tekst ma, albo kodu znaku",
    "class-in-parts": "ma w klasie literę zapisaną w dwóch częściach, {code} na miejscu {at} ({pattern}); "
    "zapisz literę jednym znakiem albo użyj (?:...|...)",
    # documents
    "no-blocks": "brak bloków ([]); oczekiwano od 1 do {most:bloku|bloków|bloków}",
    "blocks-no-texts": "to nie jest lista tekstów ({value}); oczekiwano od 1 do {most:bloku|bloków|bloków}",
    "many-blocks": "za dużo bloków ({blocks}); oczekiwano od 1 do {most:bloku|bloków|bloków}",
    "empty-block": "pusty blok {number} ({value}); oczekiwano Markdownu ze słowem albo tabelą",
    "large-table": "tabela {number} jest za duża ({cells:komórka|komórki|komórek}); dozwolone jest najwyżej {most}",
    "long-cell": "komórka tabeli {number} jest za długa ({characters:znak|znaki|znaków}); "
    "dozwolone jest najwyżej {most}",
    "wordless-blocks": "w żadnym bloku nie ma słów ({value}); potrzebna jest litera albo cyfra do oceny",
    # references and schemas
    "in-field": "{field}: {problem}",
    "no-json": "{problem} ({value}); oczekiwano danych JSON",
    "no-flat-json": "zagnieżdżenie za głębokie, dozwolone poziomy: {most}; oczekiwano płaskich obiektów",
    "no-json-value": "to nie jest wartość JSON ({value}); oczekiwano danych JSON",
    "reference-no-object": "{place}to nie jest obiekt ({value}); oczekiwano płaskiego obiektu albo ich listy",
    "not-flat": "{place}pole „{field}” nie jest płaskie ({value}); "
    "oczekiwano tekstu, liczby, true, false, null albo ich listy",
    "in-element": "element {number}, ",
    "schema-no-object": "to nie jest obiekt ({value}); oczekiwano schematu JSON",
    "schema-type": "typ {value}; oczekiwano obiektu albo listy obiektów",
    "schema-not-flat": "pole „{field}” nie jest płaskie ({value}); "
    "oczekiwano typu string, number, integer, boolean, null albo ich listy",
    "schema-refers": "odwołuje się do {value}; oczekiwano schematu bez odwołań",
    "schema-patterns": "zawiera patternProperties; oczekiwano schematu, który nazywa pola w properties",
    "schema-pattern-large": "wyrażenie {pattern} {problem}",
    "schema-pattern-bad": "wyrażenie {pattern} jest błędne („{error}”); oczekiwano wyrażenia regularnego",
    "schema-wrong": "„{message}” (w {path}); oczekiwano schematu JSON",
    "fails-schema": "nie spełnia własnego schematu w {path} („{message}”); oczekiwano wzorca zgodnego ze schematem",
}
