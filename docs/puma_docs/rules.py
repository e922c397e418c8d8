"""A page for each rule type: its fields from its dataclass, its examples from the golden lines, its reasons from a run."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields
from typing import Any

from puma_metrics import score_rule
from puma_metrics.rules import RULES
from puma_metrics.sentence import in_language
from puma_metrics.task import CATEGORIES

from .stage import DOCS
from .words import of

GOLDEN = DOCS.parent / "tests" / "golden" / "rules.jsonl"
LONGEST = 300
"""Characters of an example: longer ones would fill the page."""
SHOWN = 12
"""Examples of a rule type, a half that pass and a half that do not."""

SECTIONS = {
    "include": "3-include",
    "exclude": "4-exclude",
    "regex": "5-regex",
    "order": "6-order",
    "asr": "7-asr-and-ocr",
    "ocr": "7-asr-and-ocr",
    "extraction": "8-extraction",
}
"""Where the normative text speaks of it."""

ABOUT: dict[str, tuple[str, str]] = {
    "include": (
        "Every clause must hold, or a number of them within bounds; a clause holds if any of its phrases is in the "
        "answer, in any inflected form.",
        "Każda klauzula musi być spełniona albo ich liczba musi się mieścić w granicach; klauzula jest spełniona, gdy "
        "którakolwiek jej fraza jest w odpowiedzi, w dowolnej formie odmiany.",
    ),
    "exclude": (
        "None of the phrases may be in the answer. It asks for nothing, so put it beside a rule that does.",
        "Żadna z fraz nie może być w odpowiedzi. Sama o nic nie pyta, więc dodaj obok regułę, która pyta.",
    ),
    "regex": (
        "The number of matches of a pattern must be within bounds. The way for what has a form and no fixed text.",
        "Liczba dopasowań wzorca musi się mieścić w granicach. Na to, co ma kształt, a nie stały tekst.",
    ),
    "order": (
        "The phrases must stand in this order; of a phrase that stands there several times the last place counts.",
        "Frazy muszą stać w tej kolejności; gdy fraza pada kilka razy, liczy się ostatnie miejsce.",
    ),
    "asr": (
        "A transcript, compared word by word; strict from a word accuracy of 0.9.",
        "Transkrypcja porównywana słowo po słowie; wynik ścisły od trafności słów 0,9.",
    ),
    "ocr": (
        "A document's text and HTML tables; strict from 0.9 of both together, weighted by characters.",
        "Tekst i tabele HTML dokumentu; wynik ścisły od 0,9 łącznie, z wagą według liczby znaków.",
    ),
    "extraction": (
        "JSON, compared with the reference field by field; strict if every field is right and none is superfluous.",
        "JSON porównywany z wzorcem pole po polu; wynik ścisły, gdy każde pole się zgadza i żadnego nie ma za dużo.",
    ),
}

MEANINGS: dict[str, tuple[str, str]] = {
    "clauses": (
        'list of lists of phrases: all clauses, any phrase of each; also as typed, `"Leliwa, Słowacki|autor Kordiana"`',
        'lista list fraz: wszystkie klauzule, dowolna fraza z każdej; także tekst `"Leliwa, Słowacki|autor Kordiana"`',
    ),
    "include_min": ("the fewest clauses that must hold", "najmniejsza liczba spełnionych klauzul"),
    "include_max": ("the most clauses that may hold", "największa liczba spełnionych klauzul"),
    "normalize": (
        "true: words, in any inflected form, case aside (`phrase1`); false: letter by letter (`raw1`)",
        "true: słowa, w dowolnej odmianie, bez względu na wielkość liter (`phrase1`); false: znak po znaku (`raw1`)",
    ),
    "phrases": ("list of phrases", "lista fraz"),
    "pattern": ("a pattern of the `regex` package, VERSION0", "wzorzec pakietu `regex`, VERSION0"),
    "regex_min": ("the fewest matches", "najmniejsza liczba dopasowań"),
    "regex_max": ("the most matches; null: no bound", "największa liczba dopasowań; null: bez granicy"),
    "match_min_length": ("shorter matches do not count, in characters", "krótsze dopasowania się nie liczą, w znakach"),
    "match_max_length": ("longer matches do not count, in characters", "dłuższe dopasowania się nie liczą, w znakach"),
    "valid_words": (
        "only matches that are one valid Polish word count",
        "liczą się tylko dopasowania, które są jednym poprawnym polskim słowem",
    ),
    "occurrence": (
        '`"last"` or `"first"`: which place of a repeated phrase counts',
        '`"last"` albo `"first"`: które miejsce powtórzonej frazy się liczy',
    ),
    "reference": (
        "asr: the transcript; extraction: the right object, or list of objects",
        "asr: transkrypcja; extraction: właściwy obiekt albo lista obiektów",
    ),
    "blocks": (
        "one to four blocks of Markdown with HTML tables; several where the reading order is open",
        "od jednego do czterech bloków Markdown z tabelami HTML; kilka, gdy kolejność czytania jest dowolna",
    ),
    "schema": (
        "a JSON schema of flat objects that models are given; the score does not depend on it",
        "schemat JSON płaskich obiektów, który dostają modele; wynik od niego nie zależy",
    ),
}


def pages(language: str) -> Iterator[tuple[str, str]]:
    """A page for each rule type, and one that lists them."""
    lines = [json.loads(line) for line in GOLDEN.read_text("utf-8").splitlines()]
    yield "rules/index", _index(language)
    for kind in RULES:
        examples = [line for line in lines if line["rule"]["type"] == kind]
        yield f"rules/{kind}", "\n".join(_page(kind, examples, language))


def _index(language: str) -> str:
    polish = language == "pl"
    title, head = ("Reguły", "| reguła | mówi |") if polish else ("Rules", "| rule | says |")
    rows = "\n".join(f"| [{kind}]({kind}.md) | {ABOUT[kind][polish]} |" for kind in RULES)
    names = "\n".join(RULES)
    categories, allowed, which = (
        ("kategoria", "reguły", "Które reguły może mieć zadanie")
        if polish
        else ("category", "rules", "Which rules a task may have")
    )
    may = "\n".join(f"| `{name}` | {', '.join(category.rules)} |" for name, category in CATEGORIES.items())
    return (
        f"# {title}\n\n{head}\n|---|---|\n{rows}\n\n(allowed-rules)=\n\n## {which}\n\n| {categories} | {allowed} |\n|---|---|\n{may}\n\n"
        f"```{{toctree}}\n:hidden:\n\n{names}\n```\n"
    )


def _page(kind: str, examples: list[dict[str, Any]], language: str) -> Iterator[str]:
    polish, rule = language == "pl", RULES[kind]
    section = (
        f"[{'jak oceniana jest odpowiedź' if polish else 'How an answer is graded'}](../grading.md#{SECTIONS[kind]})"
    )
    yield f"# {kind}\n\n{ABOUT[kind][polish]}\n"
    yield f"{'Tekst normatywny' if polish else 'The normative text'}: {section}.\n"
    yield f"## {'Pola' if polish else 'Fields'}\n"
    yield f"| {of(language, 'field')} | {of(language, 'default')} | {of(language, 'meaning')} |\n|---|---|---|"
    yield "\n".join(_fields(kind, language)) + "\n"
    threshold = f"{rule.passes_at:g}"
    if polish:
        yield f"Wynik ścisły to 1, gdy miękki wynosi co najmniej {threshold.replace('.', ',')}.\n\n## Przykłady\n"
    else:
        yield f"Strict is 1 where the soft score is at least {threshold}.\n\n## Examples\n"
    yield "\n".join(_example(line, language) for line in _chosen(examples))


def _fields(kind: str, language: str) -> Iterator[str]:
    defaults = {item.name: item.default for item in fields(RULES[kind])}
    for name in RULES[kind].checks:
        shown = of(language, "required") if defaults[name] is MISSING else f"`{json.dumps(defaults[name])}`"
        yield f"| `{name}` | {shown} | {MEANINGS[name][language == 'pl']} |"


def _chosen(examples: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Some that pass and some that do not, in the order of the golden lines."""
    short = [line for line in examples if len(json.dumps(line, ensure_ascii=False)) <= LONGEST and _is_plain(line)]
    passing, failing = ([line for line in short if line["strict"] == strict][: SHOWN // 2] for strict in (1, 0))
    return [line for line in short if line in passing or line in failing]


def _is_plain(line: Mapping[str, Any]) -> bool:
    """Whether all its characters can be seen on a page."""
    return all(char.isprintable() or char == "\n" for char in line["answer"] + line["rule"].get("pattern", ""))


def _example(line: Mapping[str, Any], language: str) -> str:
    score = score_rule(line["rule"], line["answer"])
    polish = language == "pl"
    why = "" if polish else f"**{line['why'][0].upper()}{line['why'][1:]}.** "
    strict, soft = ("ścisły", "miękki") if polish else ("strict", "soft")
    shown = f"{score.soft:.3f}".replace(".", "," if polish else ".")
    reason = in_language(score.reason, language) or "-"
    return (
        f"{why}{strict} {score.strict}, {soft} {shown}\n\n```text\n{of(language, 'rule')}: "
        f"{json.dumps(line['rule'], ensure_ascii=False)}\n{of(language, 'answer')}: "
        f"{json.dumps(line['answer'], ensure_ascii=False)}\n{reason}\n```\n"
    )
