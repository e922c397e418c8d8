"""Every flag, what it means, and an answer that carries it, by really grading it."""

import json
from collections.abc import Iterator
from typing import Any

from puma_metrics import TaskScore, grade
from puma_metrics.flags import FLAGS
from puma_metrics.grade import grade_normalised
from puma_metrics.normal import spoken1

SHOWN = 160
"""Characters of an answer on the page."""
NOVEL: dict[str, Any] = {
    "id": "t1",
    "category": "history_and_culture",
    "prompt": "Kto napisał powieść, z której pochodzi fragment widoczny na tej ilustracji?",
    "rules": [{"type": "include", "clauses": [["Prus"]]}],
}
TABLE: dict[str, Any] = {
    "id": "t2",
    "category": "ocr",
    "prompt": None,
    "rules": [{"type": "ocr", "blocks": ["<table><tr><td>kot</td></tr></table>"]}],
}
SPEECH: dict[str, Any] = {
    "id": "t3",
    "category": "asr",
    "prompt": None,
    "rules": [{"type": "asr", "reference": "o wpół do szóstej"}],
}
CELL = "<table><tr><td>kot</td></tr></table>"

EXAMPLES: dict[str, tuple[dict[str, Any], str]] = {
    "cut": (NOVEL, "Prus. " + "la " * 400_000),
    "rule error": ({**NOVEL, "rules": [{"type": "regex", "pattern": "(x+x+)+y", "normalize": False}]}, "x" * 5_000),
    "number reading": (SPEECH, "o 17:30"),
    "not read to its end": (NOVEL, "Prus. " + "la " * 40_000),
    "loop": (NOVEL, "Autorem jest Bolesław Prus. " * 4),
    "extra tables": (TABLE, f"{CELL}\n<table><tr><td>pies</td></tr></table>"),
    "tables not compared": (TABLE, CELL * 30),
    "negated": (NOVEL, "To nie Prus."),
    "asked": (NOVEL, "Czy to Prus?"),
    "hedged": (NOVEL, "Prus, ale nie jestem pewien."),
    "attributed": (NOVEL, "Kolega mówi, że Prus, ja stawiam na Reymonta."),
    "conceded": (NOVEL, "Wprawdzie wygląda to na Prusa, ale to Reymont."),
    "listed": (NOVEL, "Prus albo Reymont."),
    "retracted": (NOVEL, "Prus. Przepraszam, Reymont."),
    "hidden": (NOVEL, '<p style="display:none">Prus</p> Reymont'),
    "echo": (
        {**NOVEL, "prompt": "Na okładce powieści, którą napisał Bolesław Prus, widać postać. Kto to?"},
        "Na okładce powieści, którą napisał Bolesław Prus, widać postać.",
    ),
    "beyond the form": (
        {**NOVEL, "prompt": "Kto napisał tę powieść? Podaj tylko nazwisko."},
        "Prus. Urodził się w Hrubieszowie, studiował w Warszawie, pracował jako dziennikarz, pisał felietony, opisywał "
        "kupców, ulice, targi, mieszkańców dawnej stolicy kraju.",
    ),
    "near miss": (NOVEL, "To Pruss."),
}
"""A task and an answer that carries the flag."""

MEANINGS: dict[str, tuple[str, str]] = {
    "cut": ("longer than 1 MB, and cut there", "dłuższa niż 1 MB i tam ucięta"),
    "rule error": ("a rule could not judge it; it scores 0", "reguła nie mogła ocenić; wynik 0"),
    "number reading": (
        "a transcript was normalised, and by the best reading of its numbers the verdict would be another one",
        "transkrypcja była normalizowana, a przy najlepszym odczycie jej liczb werdykt byłby inny",
    ),
    "not read to its end": ("too long to be read for flags to its end", "za długa, żeby szukać flag do końca"),
    "loop": ("the same sentence three times or more", "to samo zdanie trzy razy lub więcej"),
    "extra tables": (
        "more tables than the reference has; they cost nothing",
        "więcej tabel niż we wzorcu; nic nie kosztują",
    ),
    "tables not compared": ("more tables or cells than are compared", "więcej tabel lub komórek, niż się porównuje"),
    "negated": (
        "what the rule looks for is denied, rejected or ruled out",
        "to, czego szuka reguła, jest zaprzeczone, odrzucone albo wykluczone",
    ),
    "asked": ("it stands in a question only", "pada tylko w pytaniu"),
    "hedged": (
        "it is left open, hangs on a condition, or is an example of one who cannot tell",
        "zostaje otwarte, zależy od warunku albo jest przykładem kogoś, kto nie wie",
    ),
    "attributed": ("others say it, and the answer says something else", "mówią tak inni, a odpowiedź co innego"),
    "conceded": ("a *but* follows, with a rival", "dalej stoi *ale* i rywal"),
    "listed": (
        "rivals stand beside it: after an *or*, in a list, in lines, in claims of one shape",
        "obok stoją rywale: po *albo*, na liście, w wierszach, w zdaniach o tej samej budowie",
    ),
    "retracted": (
        "it is struck out, taken back, or another answer follows",
        "jest przekreślone, wycofane albo dalej pada inna odpowiedź",
    ),
    "hidden": (
        "no reader sees it: a hidden element, an alt text, a link's target",
        "nikt tego nie widzi: ukryty element, tekst zastępczy obrazka, adres odsyłacza",
    ),
    "echo": ("it stands in the repeated prompt only", "pada tylko w powtórzonym pytaniu"),
    "beyond the form": (
        "the question wants nothing else, and much else is said",
        "pytanie nie chce niczego więcej, a odpowiedź mówi dużo więcej",
    ),
    "near miss": ("it fails, and a phrase nearly matches", "nie przechodzi, a fraza prawie pasuje"),
}


def graded(flag: str) -> TaskScore:
    """The example of a flag, graded."""
    task, answer = EXAMPLES[flag]
    if flag == "number reading":  # only a normalised answer has it
        return grade_normalised(task, spoken1(answer), answer)
    return grade(task, answer)


def pages(language: str) -> Iterator[tuple[str, str]]:
    """One page."""
    yield "flags", "\n".join(_page(language == "pl"))


def _page(polish: bool) -> Iterator[str]:
    if polish:
        yield "# Flagi\n\nFlaga mówi, że odpowiedź powinien przeczytać człowiek. **Nigdy nie zmienia wyniku.** `puma grade` liczy zaliczenia z flagą, `puma review` pokazuje je po kolei.\n"
        yield "Reguły szukają słów: nie widzą, że odpowiedź czemuś przeczy, coś wycofuje albo tylko wylicza. Rywalem jest to, co odpowiadałoby na pytanie inaczej: nazwa, liczba, godzina lub tytuł tego samego rodzaju, możliwość z pytania, fraza, którą reguły ograniczają. Wśród odpowiedzi w stylu prawdziwych modeli, ocenionych bez znajomości reguł, flagi wychwytują ponad dziewięć na dziesięć niesłusznie zaliczonych i oznaczają mniej niż trzy na sto słusznie zaliczonych (`tests/test_flag_sets.py`). Nie widzą błędnych części, o których nie mówi żadne słowo.\n"
    else:
        yield "# Flags\n\nA flag says that a person should read the answer. **It never changes a score.** `puma grade` counts the passes with a flag, `puma review` shows them one by one.\n"
        yield "Rules find words: they do not see that an answer denies, takes back or merely lists what they look for (see [known weaknesses](grading.md#11-known-weaknesses-of-the-papers-metric)).\n"
        yield "A rival is what would answer the question otherwise: a name, number, time or title of the same kind, an option of the prompt, a phrase that the rules cap. Of answers in the styles of real models, judged blind to the rules, flags catch more than nine in ten of the wrongly accepted and mark fewer than three in a hundred of the rightly accepted (`tests/test_flag_sets.py`); what they miss are wrong parts without a word that says so.\n"
    for flag in FLAGS:
        yield from _section(flag, polish)


def _section(flag: str, polish: bool) -> Iterator[str]:
    task, answer = EXAMPLES[flag]
    score = graded(flag)
    shown = answer if len(answer) <= SHOWN else f"{answer[:SHOWN]}... ({len(answer):,})"
    words = ("zadanie", "odpowiedź", "ścisły", "flagi") if polish else ("task", "answer", "strict", "flags")
    asked = {"prompt": task["prompt"], "rules": task["rules"]}
    values = (json.dumps(asked, ensure_ascii=False), shown, score.strict, ", ".join(score.flags))
    lines = "\n".join(f"{word}: {value}" for word, value in zip(words, values, strict=True))
    yield f"## {flag}\n\n{MEANINGS[flag][polish][0].upper()}{MEANINGS[flag][polish][1:]}.\n\n```text\n{lines}\n```\n"
