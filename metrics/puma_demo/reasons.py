"""The grader's reasons in Polish: a sentence says itself, what flags saw is put into Polish by its frame."""

import re

from puma_metrics.sentence import Sentence, in_language

_QUOTED = re.compile(r'"[^"]*"')
_SEEN = (
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
    (r"at (\d+-\d+)", r"znaki \1"),
)
"""What flags saw."""


def in_polish(reason: str) -> str | None:
    """A reason in Polish, or None for a text of which no Polish is known.

    >>> in_polish(Sentence("found-as", phrase="Leliwa", there="Leliwą", place=(0, 6)))
    '„Leliwa” znaleziono jako „Leliwą”, znaki 0–6'
    >>> in_polish("no frame fits this") is None
    True
    """
    if isinstance(reason, Sentence):
        return in_language(reason, "pl")
    quoted: list[str] = []

    def hide(match: re.Match[str]) -> str:
        quoted.append(match[0])
        return f"¤{len(quoted) - 1}¤"

    written = _QUOTED.sub(hide, reason)
    left = written
    for pattern, polish in _SEEN:
        written = re.sub(pattern, polish, written)
        left = re.sub(pattern, lambda match: " ".join(group for group in match.groups() if "¤" in group), left)
    if re.search(r"[A-Za-z]{2,}", re.sub(r"¤[^¤]*¤", "", left)):  # what no frame took is English still
        return None
    written = re.sub(r"\b(\d+)-(\d+)\b", r"\1–\2", written)
    return re.sub(r"¤(\d+)¤", lambda match: f"„{quoted[int(match[1])][1:-1]}”", written)
