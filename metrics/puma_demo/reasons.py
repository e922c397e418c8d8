"""The grader's reasons in Polish: whole phrases outside of quotation marks. A reason with any other stays English."""

import re

_QUOTED = re.compile(r'"[^"]*"')
_PHRASES = (
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
    '"Leliwa" znaleziono jako "Leliwą", znaki 0-6'
    >>> in_polish("the pattern took too long") is None
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
    if re.search(r"[A-Za-z]{2,}", re.sub(r"'[^']*'|¤[^¤]*¤|\belement \d+|true|false|null", "", left)):
        return None
    # numbers of ours get the Polish mark; those of an answer stay as they were written
    written = re.sub(r"(TEDS|trafność słów|co najmniej) (\d+)\.(\d+)", r"\1 \2,\3", written)
    return re.sub(r"¤(\d+)¤", lambda match: quoted[int(match[1])], written)
