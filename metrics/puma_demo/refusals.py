"""What is refused, in Polish: rules that are none, and files that the grader cannot take."""

from collections.abc import Iterable

from puma_metrics.errors import Finding, InputError, InvalidTask

from . import markup
from .answer_words import answer_problem
from .bounds import Refused
from .frames import framed, frames

_PROBLEMS = frames(
    (r"is no object \((.*)\)", r"to nie jest obiekt (\1)"),
    (r"expected a rule such as (.*)", r"oczekiwano reguły, na przykład \1"),
    (r"missing field '(.*)'", r"brakuje pola '\1'"),
    (r"unknown field '(.*)'", r"nieznane pole '\1'"),
    (r"is unknown \((.*)\)", r"nieznana wartość (\1)"),
    (r"did you mean '(.*)'\?", r"czy chodziło o '\1'?"),
    (r"expected one of (.*)", r"oczekiwano jednego z: \1"),
    (r"is no truth value \((.*)\)", r"to nie jest wartość logiczna (\1)"),
    (r"expected true or false", "oczekiwano true albo false"),
    (r"is no count \((.*)\)", r"to nie jest liczba sztuk (\1)"),
    (r"expected a whole number from 0, or null", "oczekiwano liczby całkowitej od 0 albo null"),
    (r"is no text \((.*)\)", r"to nie jest tekst (\1)"),
    (r"expected a string", "oczekiwano tekstu w cudzysłowie"),
    (r"is no list \((.*)\)", r"to nie jest lista (\1)"),
    (r"expected a list of strings", "oczekiwano listy tekstów"),
    (r"holds what is no text \((.*)\)", r"zawiera coś, co nie jest tekstem (\1)"),
    (r"expected strings", "oczekiwano tekstów w cudzysłowie"),
    (r"is empty \((.*)\)", r"jest puste (\1)"),
    (r"expected at least one string", "oczekiwano co najmniej jednego tekstu"),
    (r"expected at least one clause", "oczekiwano co najmniej jednej klauzuli"),
    (
        r"expected a list of clauses, each a list of phrases",
        "oczekiwano listy klauzul, z których każda jest listą fraz",
    ),
    (r"holds a phrase where a clause is due \((.*)\)", r"zawiera frazę tam, gdzie powinna być klauzula (\1)"),
    (r"holds a clause that is no list \((.*)\)", r"zawiera klauzulę, która nie jest listą (\1)"),
    (r"holds a clause that holds what is no text \((.*)\)", r"zawiera klauzulę, w której coś nie jest tekstem (\1)"),
    (r"holds a clause that is empty \((.*)\)", r"zawiera pustą klauzulę (\1)"),
    (r"has no letter or digit \((.*)\)", r"nie ma litery ani cyfry (\1)"),
    (r"holds nothing that a reader sees \((.*)\)", r"nie zawiera niczego, co widzi czytelnik (\1)"),
    (r"expected a word or a number", "oczekiwano słowa albo liczby"),
    (r"expected a phrase", "oczekiwano frazy"),
    (r"expected a pattern", "oczekiwano wyrażenia regularnego"),
    (r"is above the number of clauses \((.*)\)", r"przekracza liczbę klauzul (\1)"),
    (r"is above (\w+) \((.*)\)", r"przekracza \1 (\2)"),
    (r"expected at most (\d+)", r"oczekiwano najwyżej \1"),
    (r"writes out to more than ([\d,]+) items \((.*)\)", r"rozwija się do ponad \1 elementów (\2)"),
    (r"nest fewer counted repetitions", "ogranicz zagnieżdżone powtórzenia"),
    (
        r"write it without \(\?x\), comments, and brackets within a class, so that its size can be seen",
        "zapisz je bez (?x), komentarzy i nawiasów wewnątrz klasy, żeby było widać jego rozmiar",
    ),
    (r"does not compile \((.*)\): (.*)", r"wyrażenie jest błędne (\1); biblioteka regex podaje: „\2”"),
    (r"expected a pattern of the regex package, VERSION0", "oczekiwano wyrażenia w składni pakietu regex"),
    (
        r"holds an invisible character, (U\+\w+), at character (\d+) \((.*)\), which the text never has",
        r"zawiera niewidoczny znak \1 na miejscu \2 (\3), którego tekst nigdy nie ma",
    ),
    (r"expected the pattern without it", "usuń ten znak z wyrażenia"),
    (
        r"repeats a letter that is written in parts, (U\+\w+) at character (\d+) \((.*)\)",
        r"powtarza literę zapisaną w częściach, \1 na miejscu \2 (\3)",
    ),
    (
        r"expected the letter as one character, or in a group \(\?:\.\.\.\)",
        "zapisz literę jednym znakiem albo w grupie (?:...)",
    ),
    (
        r"has a letter in two parts in a class, (U\+\w+) at character (\d+) \((.*)\)",
        r"ma w klasie literę zapisaną w dwóch częściach, \1 na miejscu \2 (\3)",
    ),
    (
        r"expected the letter as one character, or \(\?:\.\.\.\|\.\.\.\)",
        "zapisz literę jednym znakiem albo użyj (?:...|...)",
    ),
    (
        r"has a range that ends in (U\+\w+) at character (\d+) \((.*)\), which the text never has",
        r"ma zakres, którego krańcem jest \1 na miejscu \2 (\3), a tego znaku tekst nigdy nie ma",
    ),
    (
        r"expected a range of characters that it has, or an escape",
        "użyj zakresu znaków, które tekst ma, albo kodu znaku",
    ),
    (
        r"calls itself before it has matched anything \((.*)\), which has no end",
        r"wywołuje samo siebie, zanim cokolwiek dopasuje (\1), i tak bez końca",
    ),
    (
        r"expected a character that must match before the call",
        "przed wywołaniem musi stać znak, który trzeba dopasować",
    ),
    (r"is not for this category \('(.*)'\)", r"nie można łączyć z pierwszą regułą ('\1')"),
    (r"has no words \((.*)\)", r"nie zawiera słów (\1)"),
    (r"expected a transcript", "oczekiwano transkrypcji"),
    (r"is neither an object nor a list of objects \((.*)\)", r"to nie jest obiekt ani lista obiektów (\1)"),
    (r"expected (\{\.\.\.\}) or (\[.*)", r"oczekiwano \1 albo \2"),
    (r"expected (\{.*)", r"oczekiwano \1"),
    (r"expected (\[.*)", r"oczekiwano \1"),
    (r"expected a JSON schema", "oczekiwano schematu JSON"),
    (r"element (\d+), field '(.*)' is not flat \((.*)\)", r"element \1, pole '\2' nie jest płaskie (\3)"),
    (r"field '(.*)' is not flat \((.*)\)", r"pole '\1' nie jest płaskie (\2)"),
    (
        r"a string, number, boolean, null or an array of them is expected",
        "oczekiwano tekstu, liczby, true, false, null albo ich listy",
    ),
    (r"no blocks \(\[\]\)", "brak bloków"),
    (r"too many blocks \((\d+)\)", r"za dużo bloków (\1)"),
    (r"a list of 1 to (\d+) texts is expected", r"oczekiwano od 1 do \1 bloków"),
    (r"empty block (\d+) \((.*)\)", r"pusty blok \1 (\2)"),
    (r"Markdown with a word or a table is expected", "oczekiwano Markdownu ze słowem albo tabelą"),
    (r"table (\d+) too large \((\d+) cells\)", r"tabela \1 jest za duża (komórek: \2)"),
    (r"a cell of table (\d+) too long \((\d+) characters\)", r"komórka tabeli \1 jest za długa (znaków: \2)"),
    (r"at most (\d+) are expected", r"dozwolone jest najwyżej \1"),
    (r"no words in any block \((.*)\)", r"w żadnym bloku nie ma słów (\1)"),
    (r"a letter or digit to grade is expected", "potrzebna jest litera albo cyfra do oceny"),
    (r"no JSON value \((.*)\)", r"to nie jest wartość JSON (\1)"),
    (r"JSON is expected", "oczekiwano JSON-u"),
    (r"(\d+) answers? to no task \((.*)\)", r"odpowiedzi do zadań spoza próbki: \1 (\2)"),
    (r"leave them out or add their tasks", "usuń je z pliku"),
    (r"leave it out or add its task", "usuń ją z pliku"),
    (r"no prompt is common to all models", "żadne pytanie nie jest wspólne dla wszystkich modeli"),
    (r"leave out a model that answered other prompts", "usuń model, który odpowiadał na inne pytania"),
)


def page(error: InputError, language: str, *, names_rules: bool = False) -> str:
    """What is wrong, as a page.

    Args:
        error: what the grader or the demo refuses.
        language: of the page.
        names_rules: whether the visitor wrote the rules, so that their numbers and fields mean something here.
    """
    if isinstance(error, Refused):
        return markup.problem([(error.said(language), language)], language)
    findings: Iterable[Finding] = error.findings if isinstance(error, InvalidTask) else [Finding(str(error))]
    return markup.problem([_line(finding, language, names_rules) for finding in findings], language)


def _line(finding: Finding, language: str, names_rules: bool) -> tuple[str, str]:
    """A finding and the language that it is said in."""
    polish = (framed(finding.problem, _PROBLEMS) or answer_problem(finding.problem)) if language == "pl" else None
    problem, said = (finding.problem, "en") if polish is None else (polish, "pl")
    # the task around the rules is the demo's own, and so is its id
    return (_address(finding, said) if names_rules else "") + problem, said


def _address(finding: Finding, language: str) -> str:
    rule = "rule" if language == "en" else "reguła"
    named = finding.field if language == "en" else f"pole '{finding.field}'"
    parts = [f"{rule} {finding.rule}" if finding.rule else "", named if finding.field else ""]
    return ", ".join(filter(None, parts)) + ": " if any(parts) else ""
