"""An input for each kind of finding of `puma validate`, as a change of a sound task, and the way out."""

from typing import Any, NamedTuple


class Case(NamedTuple):
    """What is wrong, what to do, and what causes it. `changes` of several tasks, `raw` in place of the file's bytes."""

    name: tuple[str, str]
    way_out: tuple[str, str]
    change: dict[str, Any] | None = None
    more: tuple[dict[str, Any], ...] = ()
    raw: bytes = b""
    file: bytes = b""
    """The content of the task's medium, in place of a sound one."""


MEDIUM = {"path": "kot.png", "type": "image", "license": "CC0-1.0", "source": "rysunek własny"}
INCLUDE = {"type": "include", "clauses": [["kot"]]}
PAGE = {
    "category": "structured_extraction",
    "modality": "document",
    "tags": ["receipt", "scan", "2020s"],
    "answers_ok": ['{"suma": 5}'],
}


def one_rule(**rule: Any) -> dict[str, Any]:
    """A task with this rule and no answers of its own."""
    return {"rules": [rule], "answers_ok": [], "answers_bad": []}


# fmt: off
CASES: tuple[Case, ...] = (
    # the file
    Case(("a line that is no JSON", "wiersz, który nie jest JSON-em"), ("Write one JSON object per line.", "Pisz jeden obiekt JSON w wierszu."), raw=b'{"id": "kot",}\n'),
    Case(("a line that is no object", "wiersz, który nie jest obiektem"), ("Write one JSON object per line.", "Pisz jeden obiekt JSON w wierszu."), raw=b'["kot"]\n{}\n'),
    Case(("another encoding than UTF-8", "kodowanie inne niż UTF-8"), ("Save the file as UTF-8.", "Zapisz plik w UTF-8."), raw="żółw".encode("cp1250")),
    Case(("one array in place of lines", "jedna tablica zamiast wierszy"), ("Put each task on a line of its own.", "Każde zadanie w osobnym wierszu."), raw=b'[{"id": "kot"}]\n'),
    Case(("an empty file", "pusty plik"), ("Write the first task.", "Napisz pierwsze zadanie."), raw=b"\n"),
    Case(("a field twice", "pole dwa razy"), ("Keep one of them.", "Zostaw jedno."), raw=b'{"id": "a", "id": "b"}\n'),
    # the fields
    Case(("an unknown field", "nieznane pole"), ("Correct the name; notes belong into `notes`.", "Popraw nazwę; uwagi wpisz w `notes`."), {"promt": "Co to?"}),
    Case(("a missing field", "brak pola"), ("Add it: empty lists and texts are allowed where nothing is asked for.", "Dodaj je; puste listy i teksty są dozwolone tam, gdzie nic nie jest wymagane."), {"notes": ...}),
    Case(("an id that is none", "zły identyfikator"), ("Use letters without diacritics, digits, `_`, `.` and `-`.", "Użyj liter bez ogonków, cyfr, `_`, `.` i `-`."), {"id": "kot na dachu"}),
    Case(("an id twice", "powtórzony identyfikator"), ("Give each task its own.", "Daj każdemu zadaniu własny."), {}, ({"prompt": "Jakie zwierzę mieszka w tej budzie?"},)),
    Case(("an unknown category", "nieznana kategoria"), ("Take one of the nine.", "Wybierz jedną z dziewięciu."), {"category": "speech"}),
    Case(("a modality of another category", "modalność innej kategorii"), ("It follows from the category.", "Wynika z kategorii."), {"modality": "audio"}),
    Case(("no prompt where one is needed", "brak pytania"), ("Write the question; only asr and ocr have a default prompt.", "Napisz pytanie; domyślne mają tylko asr i ocr."), {"prompt": None}),
    Case(("an empty prompt", "puste pytanie"), ("Write the question.", "Napisz pytanie."), {"prompt": ""}),
    Case(("a list that is none", "nie lista"), ("Write a list of strings.", "Wpisz listę tekstów."), {"tags": "test"}),
    # the media
    Case(("no medium", "brak pliku"), ("Name at least one file.", "Podaj choć jeden plik."), {"media": []}),
    Case(("a medium that is no object", "plik, który nie jest obiektem"), ("Write `path`, `type`, `license`, `source`.", "Wpisz `path`, `type`, `license`, `source`."), {"media": ["kot.png"]}),
    Case(("a medium of an unknown type", "nieznany typ pliku"), ("`image`, `audio` or `pdf`.", "`image`, `audio` albo `pdf`."), {"media": [{**MEDIUM, "type": "video"}]}),
    Case(("a file that is not there", "brakujący plik"), ("Put it into the folder, or correct the path.", "Wstaw go do folderu albo popraw ścieżkę."), {"media": [{**MEDIUM, "path": "kto.png"}]}),
    Case(("a file outside of the folder", "plik poza folderem"), ("Put it into the folder.", "Wstaw go do folderu."), {"media": [{**MEDIUM, "path": "../kot.png"}]}),
    Case(("a file of another type", "plik innego typu"), ("Correct the type, or save the file anew.", "Popraw typ albo zapisz plik od nowa."), {}, file=b"to jest tekst"),
    Case(("no medium of the category's kind", "brak pliku właściwego rodzaju"), ("Add what the question is about.", "Dodaj to, o co pytasz."), {"media": [{**MEDIUM, "path": "kot.wav", "type": "audio"}]}),
    Case(("no licence or source", "brak licencji lub źródła"), ("Say under which licence it stands, by SPDX, and where it is from.", "Podaj licencję (SPDX) i pochodzenie."), {"media": [{"path": "kot.png", "type": "image"}]}),
    Case(("a file of two tasks", "jeden plik w dwóch zadaniach"), ("Take another one, unless it is meant.", "Weź inny, chyba że tak ma być."), {}, ({"id": "pies", "prompt": "Ile okien ma dom widoczny z tyłu?"},)),
    # the rules
    Case(("no rule", "brak reguły"), ("Write at least one.", "Napisz choć jedną."), {"rules": []}),
    Case(("rules that are no list", "reguły, które nie są listą"), ("Write a list.", "Wpisz listę."), {"rules": INCLUDE}),
    Case(("a rule that is no object", "reguła, która nie jest obiektem"), ("Write an object with a type.", "Wpisz obiekt z typem."), {"rules": ["include"]}),
    Case(("a rule without a type", "reguła bez typu"), ("Name its type.", "Podaj jej typ."), one_rule(clauses=[["kot"]])),
    Case(("a rule of an unknown type", "nieznany typ reguły"), ("Take one of the seven.", "Wybierz jeden z siedmiu."), one_rule(type="contains", clauses=[["kot"]])),
    Case(("a rule of another category", "reguła innej kategorii"), ("See which rules the category may have.", "Sprawdź, jakie reguły może mieć kategoria."), one_rule(type="asr", reference="kot")),
    Case(("a phrase where a clause is due", "fraza zamiast klauzuli"), ("A clause is a list of phrases.", "Klauzula to lista fraz."), one_rule(type="include", clauses=["kot"])),
    Case(("a phrase without a word", "fraza bez słowa"), ("Write a word or a number, or `normalize: false`.", "Wpisz słowo lub liczbę albo `normalize: false`."), one_rule(type="include", clauses=[["..."]])),
    Case(("an empty phrase", "pusta fraza"), ("Write a phrase.", "Wpisz frazę."), one_rule(type="exclude", phrases=[""], normalize=False)),
    Case(("a phrase that nobody sees", "fraza, której nikt nie widzi"), ("Write what a reader sees.", "Wpisz to, co widzi czytelnik."), one_rule(type="exclude", phrases=["<!-- kot -->"], normalize=False)),
    Case(("a minimum above the number of clauses", "minimum większe od liczby klauzul"), ("Lower it.", "Zmniejsz je."), one_rule(type="include", clauses=[["kot"]], include_min=2)),
    Case(("a minimum above the maximum", "minimum większe od maksimum"), ("Exchange them.", "Zamień je."), one_rule(type="regex", pattern="kot", regex_min=3, regex_max=2)),
    Case(("an empty pattern", "pusty wzorzec"), ("Write a pattern.", "Wpisz wzorzec."), one_rule(type="regex", pattern="")),
    Case(("a pattern that does not compile", "wzorzec, który się nie kompiluje"), ("Mend it; the engine is the `regex` package.", "Popraw go; silnikiem jest pakiet `regex`."), one_rule(type="regex", pattern="(kot")),
    Case(("a pattern that grows too large", "wzorzec, który zbyt rośnie"), ("Write it with smaller counts.", "Użyj mniejszych liczb powtórzeń."), one_rule(type="regex", pattern="((a{99}){99}){99}")),
    Case(("a transcript without words", "transkrypcja bez słów"), ("Write what is said.", "Wpisz, co jest mówione."), {**one_rule(type="asr", reference="..."), "category": "asr", "modality": "audio", "prompt": None}),
    Case(("too many blocks", "za dużo bloków"), ("At most four.", "Najwyżej cztery."), {**one_rule(type="ocr", blocks=["a", "b", "c", "d", "e"]), "category": "ocr", "modality": "document", "prompt": None}),
    Case(("a reference that is not flat", "wzorzec, który nie jest płaski"), ("Use values, or lists of values.", "Użyj wartości albo list wartości."), {**one_rule(type="extraction", reference={"a": {"b": 1}}), **PAGE}),
    Case(("a reference that fails its schema", "wzorzec niezgodny ze schematem"), ("Correct one of the two.", "Popraw jedno z nich."), {**PAGE, "rules": [{"type": "extraction", "reference": {"suma": 5}, "schema": {"type": "object", "properties": {"suma": {"type": "string"}}}}]}),
    Case(("too many levels", "za dużo poziomów"), ("Use fewer levels.", "Użyj mniej poziomów."), raw=b'{"notes": ' + b"[" * 101 + b"]" * 101 + b"}\n"),
    Case(("a character in a pattern that nobody sees", "niewidoczny znak we wzorcu"), ("Delete it.", "Usuń go."), one_rule(type="regex", pattern="ko\u200bt")),
    Case(("a pattern that calls itself first", "wzorzec, który najpierw woła sam siebie"), ("Match a character before the call.", "Dopasuj znak przed wywołaniem."), one_rule(type="regex", pattern="(?R)a")),
    Case(("a number that is too large", "za duża liczba"), ("Write it as a string.", "Wpisz ją jako tekst."), raw=b'{"id": ' + b"9" * 1001 + b"}\n"),
    Case(("a pattern whose form changes", "wzorzec z niewłaściwą postacią liczby"), ("Write what the text has in its place.", "Wpisz to, co tekst ma w tym miejscu."), {"rules": [INCLUDE, {"type": "regex", "pattern": "km²", "regex_min": 0}]}),
    Case(("a pattern that is hard to read", "wzorzec trudny do przeczytania"), ("Say it with include, exclude and order.", "Wyraź to przez include, exclude i order."), {"rules": [INCLUDE, {"type": "regex", "pattern": "kot(?!.*(?:pies|mysz|koza) )", "regex_min": 0}]}),
    # the task's own answers
    Case(("an answer of answers_ok that fails", "odpowiedź z answers_ok, która nie przechodzi"), ("Mend the rule, or the answer.", "Popraw regułę albo odpowiedź."), {"answers_ok": ["Pies."]}),
    Case(("an answer of answers_bad that passes", "odpowiedź z answers_bad, która przechodzi"), ("Make the rule stricter, or correct the answer.", "Zaostrz regułę albo popraw odpowiedź."), {"answers_bad": ["Kot."]}),
    # warnings
    Case(("nothing but exclude", "same reguły exclude"), ("Add a rule that asks for the right answer.", "Dodaj regułę, która pyta o właściwą odpowiedź."), {"rules": [{"type": "exclude", "phrases": ["pies"]}], "answers_bad": ["Pies."]}),
    Case(("a question that is its own answer", "pytanie, które samo jest odpowiedzią"), ("Ask so that the question does not hold what the rule looks for.", "Zapytaj tak, żeby pytanie nie zawierało szukanego."), {"prompt": "Czy to kot?"}),
    Case(("too few tags", "za mało tagów"), ("Document type, image quality, time of creation.", "Rodzaj dokumentu, jakość obrazu, czas powstania."), {**PAGE, "tags": [], "rules": [{"type": "extraction", "reference": {"suma": 5}}]}),
    Case(("a maximum without a minimum", "maksimum bez minimum"), ("Write `include_min` too, 0 if that is meant.", "Dopisz `include_min`, 0 jeśli tak ma być."), {"rules": [{**INCLUDE, "include_max": 1}], "answers_bad": []}),
    Case(("an alternative that adds nothing", "alternatywa, która nic nie dodaje"), ("Leave it out.", "Pomiń ją."), {"rules": [{"type": "include", "clauses": [["kot", "czarny kot"]]}]}),
    Case(("a pattern that can never match", "wzorzec, który nigdy nie pasuje"), ("Write words and numbers, or `normalize: false`.", "Wpisz słowa i liczby albo `normalize: false`."), {"rules": [INCLUDE, {"type": "regex", "pattern": "!", "regex_min": 0}]}),
    Case(("letter by letter, and lower case", "znak po znaku, małą literą"), ("Write both forms, or `normalize: true`.", "Wpisz obie formy albo `normalize: true`."), {"rules": [{"type": "include", "clauses": [["kot"]], "normalize": False}], "answers_ok": ["To jest kot."]}),
    Case(("two prompts that are nearly alike", "dwa prawie takie same pytania"), ("Ask for something else.", "Zapytaj o coś innego."), {}, ({"id": "pies", "media": [{**MEDIUM, "path": "pies.png"}]},)),
)
