"""What is wrong with a sheet of experts' marks, in Polish."""

SENTENCES = {
    # the sheet
    "missing-columns": "brakuje kolumn: {names:n}",
    "missing-columns-but": "brakuje kolumn: {names:n}; wiersz 1 zawiera: {unknown:r}{more}",
    "and-so-on": ", …",
    "no-sheet-rows": "arkusz nie ma wierszy pod nagłówkiem",
    "first-of": "{names} i dalsze: {more}",
    "cell": "{value:r}",
    "row-of": "{row} ({file})",
    "coded": "{code}: {message}",
    "address-row": "wiersz {row}",
    # rows
    "key-empty": "pole {column:n} jest puste",
    "bad-scope": "pole „scope” {value:r} musi mieć wartość {first:n} albo {second:n}, tę samą dla całego pytania",
    "not-one-of": "pole {column:n} {value:r} nie jest jedną z wartości: {known:r}",
    "bad-kind": "pole „kind” {value:r} musi mieć wartość {first:n} albo {second:n}",
    "no-weight": "waga {value:r} nie jest liczbą skończoną",
    "positive-weight": "kryterium dodatnie ma wagę {weight}; musi być większa od 0",
    "negative-weight": "kryterium ujemne ma wagę {weight}; kara musi być mniejsza od 0",
    "max-score-positive": "pole „max_score” {value} musi wynosić {wanted} dla kryterium dodatniego",
    "max-score-negative": "pole „max_score” {value} musi wynosić {wanted} dla kryterium ujemnego",
    "result-positive": "wynik {value:r}: kryterium dodatnie ma {first:n} albo {second:n}",
    "result-negative": "wynik {value:r}: kryterium ujemne ma {first:n} albo {second:n}",
    "foreign-results": "wynik {words:r}{more} ({size:wiersz|wiersze|wierszy}: {rows}): "
    "kryterium dodatnie ma {passed:n} albo {failed:n}, a ujemne {present:n} albo {absent:n}",
    "score-contradicts": "punkty {score} przeczą wynikowi {result:n} (powinno być {wanted})",
    "needs-type": "wynik {result:n} wymaga co najmniej jednego rodzaju błędu",
    "needs-justification": "wynik {result:n} wymaga uzasadnienia, które cytuje odpowiedź",
    "types-ignored": "wynik {result:n} ma rodzaje błędów: {types:r}; pominięto je",
    "type-unknown": "nieznany rodzaj błędu {value:r}",
    "type-unknown-but": "nieznany rodzaj błędu {value:r}; czy chodziło o {meant:r}?",
    "type-read-as": "rodzaj błędu {value:r} odczytano jako {type}",
    "type": "{name:r} ({name})",
    "more-types": "dalsze rodzaje błędów, nieznane lub z literówką: {more}",
    "duplicate-row": "powtórzenie wiersza {row} (to samo pytanie, model, kryterium i osoba oceniająca)",
    "percentage": "procent zamiast punktów; wpisz punkty za kryterium",
    # models, prompts and raters compared
    "no-rows-for-models": "brak wierszy dla {models:modelu|modeli|modeli}: {names:r} i dalsze: {more}",
    "no-rows-for-model": "brak wierszy dla modelu {model:r}",
    "raters-differ": "kryterium dodatnie {criterion:r} różni się u osób oceniających: {first:r} ({first_has:r}) "
    "i {second:r} ({second_has:r})",
    "models-differ": "kryterium dodatnie {criterion:r} różni się między modelami: {first:r} ({first_has:r}) "
    "i {second:r} ({second_has:r})",
    "more-criteria-differ": "dalsze kryteria dodatnie, które różnią się między modelami {first:r} i {second:r}: {more}",
    "no-positive": "brak kryterium dodatniego, więc maksimum wynosi 0 i nie ma procentu",
    "weights-differ": "waga {weight} jest inna niż u drugiej osoby oceniającej ({other})",
    "raters-alike": "osoby oceniające {names} mają identyczne oceny, razem z uzasadnieniami: {where}{more}",
    "models-alike": "modele {names} mają identyczne oceny, razem z uzasadnieniami: {where}{more}",
    "with-effect": "{what}; {effect}",
    "rater-skipped": "osoba oceniająca {rater:r} nie oceniła modelu {model:r} w pytaniach: {prompts}",
    "pairs-skipped": "dalsze pary osoby i modelu, którego nie oceniła we wszystkich pytaniach: {pairs}",
    "pairs-skipped-or-more": "dalsze pary osoby i modelu, którego nie oceniła we wszystkich pytaniach: "
    "co najmniej {pairs}",
    "effect-means": "średnia obejmuje tam mniej osób, a „--on-missing intersect” pomija te pytania",
    "effect-left-out": "pominięto u każdego modelu",
    "effect-prompt-left-out": "to pytanie pominięto u każdego modelu",
    # texts
    "near-duplicate": "mówi prawie to samo co kryterium {criterion:r} w wierszu {row}; "
    "jedno potknięcie liczy się podwójnie",
    "near-duplicates": "mówi prawie to samo co dalsze kryteria; jedno potknięcie liczy się podwójnie",
    "too-many-alike": "zbyt wiele kryteriów jest podobnych, aby porównać każde z każdym",
    "positive-but-id": "kryterium jest dodatnie, a identyfikator wskazuje błąd; czy znak jest właściwy?",
    "positive-but-text": "kryterium jest dodatnie, a tekst nazywa błąd; czy znak jest właściwy?",
    "negative-but-id": "kryterium jest ujemne, a identyfikator wskazuje zaletę; czy znak jest właściwy?",
    "negative-but-text": "kryterium jest ujemne, a tekst nazywa zaletę; czy znak jest właściwy?",
    "quotes-nothing": "uzasadnienie niczego nie cytuje z odpowiedzi",
    # the paper's error types
    "Hallucination": "Halucynacja",
    "Omission": "Pominięcie",
    "Irrelevant Addition": "Zbędny dodatek",
    "Ambiguous Framing": "Niejasne ujęcie",
    "Cultural Misattribution": "Błąd kulturowy",
    "Instruction Violation": "Złamanie polecenia",
    "Formatting": "Formatowanie",
    "Language Mixing": "Mieszanie języków",
    "Other": "Inny błąd",
    # refusals
    "no-common-prompt": "żadne pytanie nie jest wspólne dla wszystkich modeli; "
    "usuń model, który odpowiadał na inne pytania",
    "no-full-prompt": "żadnego pytania nie oceniła w całości każda z jego osób oceniających; "
    "usuń osobę, która pominęła modele",
}
