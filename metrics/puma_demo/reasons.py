"""The grader's reasons in Polish: whole phrases outside of quotation marks. A reason with any other stays English."""

import re

from .names import JSON_ERRORS

_QUOTED = re.compile(r'"[^"]*"')
_PHRASES = (
    (r"would match with diacritics", "pasowałoby z polskimi znakami"),
    (
        r"would match in another case or inflected form, were normalize true",
        "pasowałoby w innej formie, gdyby normalize było włączone",
    ),
    (r"one letter off:", "różni się jedną literą:"),
    (r"the answer is in English, the alternatives are not", "odpowiedź jest po angielsku, a oczekiwane frazy nie"),
    (r"is longer than (\d+) characters", r"za długie, dozwolona długość: do \1"),
    (r"is shorter than (\d+) characters", r"za krótkie, wymagana długość: od \1"),
    (r"is no valid Polish word", "nie jest polskim słowem"),
    (
        r"found too rarely, or only where it does not count",
        "znaleziono zbyt rzadko albo tylko tam, gdzie się nie liczy",
    ),
    (r"the pattern (¤\d+¤) ran for more than (\S+) s", r"wyrażenie \1 działało dłużej niż \2 s"),
    (r"the pattern (¤\d+¤) ran out of memory", r"wyrażeniu \1 zabrakło pamięci"),
    (r"write it with less backtracking", "zapisz je tak, aby mniej się cofało"),
    (r"(\d+) tables? more than expected, which costs nothing", r"nadmiarowe tabele: \1, bez wpływu na wynik"),
    (r"(\d+) tables? beyond the bounds, not compared", r"tabele ponad limit, nieporównane: \1"),
    (r"(\d+) words? of tables written as text, which count as insertions", r"słowa tabel poza tabelą, wstawione: \1"),
    (r"(\d+) more are wrong, and not listed here", r"dalsze błędy, niewymienione tutaj: \1"),
    (r"(\d+) more differ", r"dalsze różnice: \1"),
    (r"nothing to compare it with", "nie ma jej z czym porównać"),
    (r"colspan (\d+) and rowspan (\d+)", r"scalone kolumny: \1, wiersze: \2"),
    (r"no partner for elements? ([\d, .]+) of the answer", r"bez pary we wzorcu: \1"),
    (r"no partner for elements? ([\d, .]+) of the reference", r"bez pary w odpowiedzi: \1"),
    (r"too many to be paired optimally", "za dużo, aby połączyć je w pary najlepiej"),
    (r"the answer is not valid against it, which costs nothing", "odpowiedź jest z nim niezgodna, bez wpływu na wynik"),
    (r"nested deeper than (\d+)", r"zagnieżdżone za głęboko, dozwolone poziomy: \1"),
    (r"a number of (\d+) characters; at most (\d+) are read", r"za długa liczba, znaków: \1; dozwolone najwyżej \2"),
    (r"exponent out of range: (\S+); at most (\d+) is read", r"za duży wykładnik: \1; dozwolony najwyżej \2"),
    (r"no JSON: empty", "brak danych JSON: pusto"),
    *(
        (rf"not JSON: {re.escape(english.removesuffix(' at'))} at", f"to nie jest JSON: {polish},")
        for english, polish in JSON_ERRORS.items()
    ),
    (r"not JSON: (NaN|-?Infinity)", r"JSON nie zna wartości \1"),
    (r"line (\d+) column (\d+)", r"wiersz \1, kolumna \2"),
    (r"an array", "lista"),
    (r"an object", "obiekt"),
    (r"a string", "tekst"),
    (r"a boolean", "wartość logiczna"),
    (r"a number", "liczba"),
    # what flags saw
    (r"no reader sees (¤\d+¤)", r"czytelnik nie widzi \1"),
    (r"(¤\d+¤) is struck out", r"\1 jest przekreślone"),
    (r"(¤\d+¤) stands in the question repeated", r"\1 stoi w powtórzonym pytaniu"),
    (r"(¤\d+¤) stands in a question", r"\1 stoi w pytaniu"),
    (r"(¤\d+¤) is denied", r"zaprzeczono: \1"),
    (r"an alternative stands in (¤\d+¤)", r"wśród słów \1 stoi inna możliwość"),
    (r"(\d+) items, (¤\d+¤) is number (\d+)", r"lista, pozycji: \1, \2 jest na miejscu \3"),
    (r"(¤\d+¤) and (¤\d+¤) stand side by side", r"\1 i \2 stoją obok siebie"),
    (r"one says (¤\d+¤), another (¤\d+¤)", r"jedni mówią \1, inni \2"),
    (r"(¤\d+¤) is what somebody else says", r"\1 mówi kto inny"),
    (r"(¤\d+¤) is an example, or a guess", r"\1 jest przykładem albo domysłem"),
    (r"(¤\d+¤) is left open", r"nie rozstrzygnięto: \1"),
    (r"(¤\d+¤) is part of another name", r"\1 jest częścią innej nazwy"),
    (r"(¤\d+¤) is a draft", r"\1 jest tylko wersją roboczą"),
    (r"(¤\d+¤) is conceded", r"\1 jest tylko ustępstwem albo porównaniem"),
    (r"(¤\d+¤) is one of several", r"\1 jest jedną z wielu możliwości"),
    (r"(¤\d+¤) depends on a condition", r"\1 zależy od warunku"),
    (r"(¤\d+¤) is taken back by (¤\d+¤)", r"\1 odwołano słowami \2"),
    (r"(¤\d+¤) is superseded by (¤\d+¤)", r"miejsce \1 zajmuje potem \2"),
    (r"another answer follows (¤\d+¤)", r"po \1 następuje inna odpowiedź"),
    (r"(¤\d+¤), but (¤\d+¤)", r"\1, ale \2"),
    (r"(¤\d+¤) or (¤\d+¤)", r"\1 albo \2"),
    (r"(\d+) words beside what the question wants alone", r"słowa poza tym, o co wyłącznie chodzi w pytaniu: \1"),
    (r"more than can be looked at was found of what was asked for", "szukanych słów jest za dużo, aby obejrzeć każde"),
    (r"(\d+) of (\d+) characters were read", r"przeczytano znaków: \1 z \2"),
    (r"(\d+) bytes were graded", r"oceniono bajtów: \1"),
    (r"a sentence stands there three times or more", "jedno zdanie stoi tam co najmniej trzy razy"),
    (r"a phrase nearly matches", "pewna fraza prawie pasuje"),
    (r"(\d+) tables? more than expected", r"nadmiarowe tabele: \1"),
    (r"(\d+) tables? beyond the bounds", r"tabele ponad limit: \1"),
    (r"found as (\S+) at (\d+-\d+)", r"znaleziono jako \1, znaki \2"),
    (r"found at (\d+-\d+)", r"znaleziono, znaki \1"),
    (r"not found", "nie znaleziono"),
    (r"not expected", "nieoczekiwane"),
    (r"none of (.*) found", r"nie znaleziono żadnej z fraz: \1"),
    (r"absent", "nie występuje"),
    (r"at (\d+-\d+)", r"znaki \1"),
    (r"(\d+) of (\d+) hold", r"spełnione: \1 z \2"),
    (r"(\d+) words? against (\d+)", r"słów: \1, we wzorcu: \2"),
    (r"(\d+) of (\d+) words? right", r"poprawne słowa: \1 z \2"),
    (r"(\d+) of (\d+) words? wrong in", r"błędne słowa: \1 z \2 w"),
    (r"(\d+) of (\d+) right", r"poprawne: \1 z \2"),
    (r"none right", "żadne nie jest poprawne"),
    (r"(\d+) of (\d+) for", r"dopasowania: \1 z \2 dla"),
    (r"(\d+) for", r"dopasowania: \1 dla"),
    (r"expected at least", "oczekiwano co najmniej"),
    (r"(\d+(?:\.\d+)?) to (\d+)", r"od \1 do \2"),
    (r"expected (\d)", r"oczekiwano \1"),
    (r"should stand before", "powinno stać przed"),
    (r"(\d+) substituted", r"zamienione: \1"),
    (r"(\d+) dropped", r"pominięte: \1"),
    (r"(\d+) inserted against (\d+)", r"wstawione: \1, słów we wzorcu: \2"),
    (r"inserted", "wstawione"),
    (r"dropped", "pominięte"),
    (r"word accuracy", "trafność słów"),
    (r"(¤\d+¤) for (¤\d+¤)", r"\1 zamiast \2"),
    (r"TEDS (\S+) against predicted table (\d+)", r"TEDS \1 wobec tabeli \2 z odpowiedzi"),
    (r"row (\d+) cell (\d+)", r"wiersz \1 komórka \2"),
    (r"(\d+) % of the score", r"\1 % wyniku"),
    (r"block order", "kolejność bloków"),
    (r"missing", "brak"),
    (r"too much", "nadmiar"),
    (r"expected", "(wzorzec)"),
    (r"found", "(odpowiedź)"),
    (r"is empty", "jest pusta"),
    (r"has no letter or digit", "nie ma ani litery, ani cyfry"),
)


def in_polish(reason: str) -> str | None:
    """A reason in Polish, or None if a phrase of it is unknown.

    >>> in_polish('"Leliwa" found as "Leliwą" at 0-6')
    '„Leliwa” znaleziono jako „Leliwą”, znaki 0–6'
    >>> in_polish("no frame fits this") is None
    True
    """
    quoted: list[str] = []

    def hide(match: re.Match[str]) -> str:
        quoted.append(match[0])
        return f"¤{len(quoted) - 1}¤"

    written = _QUOTED.sub(hide, reason)
    left = written
    for pattern, polish in _PHRASES:
        written = re.sub(pattern, polish, written)
        left = re.sub(pattern, lambda match: " ".join(group for group in match.groups() if "¤" in group), left)
    # what no phrase took is English still, but for names of fields, in single quotes, and values of JSON
    if re.search(
        r"[A-Za-z]{2,}",
        re.sub(r"'[^']*'|¤[^¤]*¤|\belement \d+|NaN|-?Infinity|true|false|null|\b\d[\d.]*[eE][+-]?\d+", "", left),
    ):
        return None
    # numbers of ours get the Polish mark; those of an answer stay as they were written
    written = re.sub(r"(TEDS|trafność słów|co najmniej) (\d+)\.(\d+)", r"\1 \2,\3", written)
    written = re.sub(r"\b(\d+)-(\d+)\b", r"\1–\2", written)
    return re.sub(r"¤(\d+)¤", lambda match: f"„{quoted[int(match[1])][1:-1]}”", written)
