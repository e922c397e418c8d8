"""The places that a new type of rule touches, as CONTRIBUTING lists them: each that is left out is named.

A toy type is added here and nowhere else. With one place missing the sentence says which; with all of them it is
graded, explained, flagged, attacked, leak-checked and reported by code that has never heard of it.
"""

import importlib.util
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, get_args

import pytest

from puma_dataset.release.letters import folded
from puma_dataset.release.traces import traces
from puma_metrics import authoring, grade, rules, task
from puma_metrics.attacks.informed import named
from puma_metrics.errors import Finding
from puma_metrics.phrases import Answer, phrase
from puma_metrics.rules import asked, fields, reasons
from puma_metrics.rules.parts import Part
from puma_metrics.rules.quotes import Quotes
from puma_metrics.stress import stress
from puma_metrics.text import Span

ROOT = Path(__file__).parents[1]
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
START, END = "<!-- places of a rule -->", "<!-- end of places -->"

QUESTIONS = (
    *("type", "passes_at", "checks", "pattern_field"),
    *("of", "problems", "is_silent", "soft", "quotes", "asks", "asked_places", "expected", "side_by_side"),
    *("beside_score", "author_problems", "unwrapping"),
)
"""What other rooms ask of a rule."""


def module(name: str) -> ModuleType:
    """Another file of tests."""
    spec = importlib.util.spec_from_file_location(f"places_{Path(name).stem}", ROOT / "tests" / name)
    assert spec and spec.loader
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@dataclass
class House:
    """Where types of rules are named; a test changes a copy of it."""

    rules: dict[str, type]
    union: tuple[type, ...]
    parts: dict[str, Any]
    advice: dict[str, Any]
    categories: dict[str, task.Category]
    golden: list[dict[str, Any]]
    quoted: dict[str, Any]
    targets: dict[str, Any]
    documentation: str


def house() -> House:
    lines = (ROOT / "tests" / "golden" / "rules.jsonl").read_text("utf-8").splitlines()
    return House(
        rules=dict(rules.RULES),
        union=get_args(rules.Rule),
        parts=dict(reasons.PARTS),
        advice=dict(authoring.ADVICE),
        categories=dict(task.CATEGORIES),
        golden=list(map(json.loads, lines)),
        quoted=dict(module("test_rule_quotes.py").WRITTEN),
        targets=dict(module("fuzz/targets.py").TARGETS),
        documentation=(ROOT / "docs" / "puma_docs" / "rules.py").read_text("utf-8"),
    )


def in_the_class(kind: str, where: House) -> str:
    rule = where.rules.get(kind)
    unanswered = [name for name in QUESTIONS if rule and name not in dir(rule)]
    return f"does not say {', '.join(unanswered)}" if unanswered else ""


def in_the_table(kind: str, where: House) -> str:
    rule = where.rules.get(kind)
    return "" if rule and rule in where.union and rule.type == kind else "is not in RULES, or not in the union Rule"


def in_golden(kind: str, where: House) -> str:
    seen = {line["strict"] for line in where.golden if line["rule"]["type"] == kind}
    return "" if seen == {0, 1} else "has no line that passes and one that fails"


PLACES: dict[str, Callable[[str, House], str]] = {
    "the class in `metrics/puma_metrics/rules/`": in_the_class,
    "`RULES` and `Rule` in `metrics/puma_metrics/rules/__init__.py`": in_the_table,
    "`PARTS` in `metrics/puma_metrics/rules/reasons.py`": lambda kind, where: (
        "" if kind in where.parts else "does not say why it scores as it does"
    ),
    "`ADVICE` in `metrics/puma_metrics/authoring.py`": lambda kind, where: (
        "" if kind in where.advice else "does not say what is legal but probably not meant"
    ),
    "`CATEGORIES` in `metrics/puma_metrics/task.py`": lambda kind, where: (
        "" if any(kind in one.rules for one in where.categories.values()) else "is in no category's rules"
    ),
    "`tests/golden/rules.jsonl`": in_golden,
    "`WRITTEN` in `tests/test_rule_quotes.py`": lambda kind, where: (
        "" if kind in where.quoted else "has no example of what it quotes"
    ),
    "`TARGETS` in `tests/fuzz/targets.py`": lambda kind, where: "" if kind in where.targets else "is not fuzzed",
    "`ABOUT` in `docs/puma_docs/rules.py`": lambda kind, where: (
        "" if f'"{kind}": (' in where.documentation else "stands in no page"
    ),
}
"""By place, in CONTRIBUTING's words, what is missing there of a type of rule; "" if nothing is."""


def missing(kind: str, where: House) -> list[str]:
    return [f"{place}: '{kind}' {problem}" for place, look in PLACES.items() if (problem := look(kind, where))]


@pytest.mark.parametrize("kind", rules.RULES)
def test_every_type_of_rule_stands_in_every_place(kind):
    assert missing(kind, house()) == []


def test_no_table_names_a_type_that_is_none():
    where = house()
    assert set(where.union) == set(where.rules.values())
    assert set(where.parts) == set(where.advice) == set(where.quoted) == set(where.rules)
    assert {kind for one in where.categories.values() for kind in one.rules} == set(where.rules)
    assert {line["rule"]["type"] for line in where.golden} == set(where.rules)


def test_contributing_lists_these_places_and_no_others():
    listed = CONTRIBUTING.partition(START)[2].partition(END)[0]
    assert re.findall(r"^\d+\. (.*?)(?::|;|$)", listed, re.M) == list(PLACES)


# --- a toy type


@dataclass(frozen=True)
class Ending:
    """A phrase with which the answer must end."""

    phrase: str

    type: ClassVar[str] = "ending"
    passes_at: ClassVar[float] = 1.0
    pattern_field: ClassVar[str] = ""
    checks: ClassVar[dict[str, fields.Check]] = {"phrase": fields.string}

    @classmethod
    def of(cls, values: dict[str, Any]) -> "Ending":
        return cls(**values)

    def problems(self) -> Iterator[Finding]:
        return iter(())

    def is_silent(self, answer: Answer) -> bool:
        return answer.is_silent(normalize=True)

    def place(self, answer: Answer) -> Span | None:
        found = list(phrase(self.phrase).places(answer))
        return found[-1] if found and found[-1][1] == len(answer.tokens) else None

    def soft(self, answer: Answer) -> float:
        return float(self.place(answer) is not None)

    def quotes(self) -> Quotes:
        return Quotes(phrases=(self.phrase,))

    def asks(self) -> asked.Asks:
        return asked.Asks(things=1, clauses=((self.phrase,),), most=1)

    def asked_places(self, answer: Answer) -> Iterator[list[Span]]:
        yield [place for place in [self.place(answer)] if place]

    expected = asked.expects_no_whole
    side_by_side = asked.shows_nothing
    beside_score = asked.says_no_more
    author_problems = asked.has_no_more_problems
    unwrapping = property(asked.itself)


def ending_parts(rule: Ending, answer: Answer) -> Iterator[Part]:
    place = rule.place(answer)
    places = (answer.place(*place, normalize=True),) if place else ()
    yield Part("ending", bool(place), f'"{rule.phrase}" {"ends it" if place else "does not end it"}', places)


def ending_advice(rule: Ending) -> Iterator[Finding]:
    if len(rule.phrase) < 3:
        yield Finding("is short, so that much ends with it", field="phrase")


GOLDEN = [{"rule": {"type": "ending", "phrase": "Hel"}, "strict": strict} for strict in (0, 1)]
LEFT_OUT: dict[str, Callable[[House], None]] = {
    "the class in `metrics/puma_metrics/rules/`": lambda where: where.rules.update(ending=Bare),
    "`RULES` and `Rule` in `metrics/puma_metrics/rules/__init__.py`": lambda where: where.rules.pop("ending"),
    "`PARTS` in `metrics/puma_metrics/rules/reasons.py`": lambda where: where.parts.pop("ending"),
    "`ADVICE` in `metrics/puma_metrics/authoring.py`": lambda where: where.advice.pop("ending"),
    "`CATEGORIES` in `metrics/puma_metrics/task.py`": lambda where: where.categories.pop("speech_qa"),
    "`tests/golden/rules.jsonl`": lambda where: where.golden.pop(),
    "`WRITTEN` in `tests/test_rule_quotes.py`": lambda where: where.quoted.pop("ending"),
    "`TARGETS` in `tests/fuzz/targets.py`": lambda where: where.targets.pop("ending"),
    "`ABOUT` in `docs/puma_docs/rules.py`": lambda where: setattr(where, "documentation", ""),
}
"""By place how to leave it out."""


class Bare:
    """The same type as CONTRIBUTING had it described: it is scored, and says nothing to anybody else."""

    type, passes_at, checks = "ending", 1.0, Ending.checks
    of, problems, is_silent, soft = Ending.of, Ending.problems, Ending.is_silent, Ending.soft


def furnished() -> House:
    """The house with the toy type in every place."""
    where = house()
    where.rules["ending"], where.union = Ending, (*where.union, Ending, Bare)
    where.parts["ending"], where.advice["ending"] = ending_parts, ending_advice
    where.categories["speech_qa"] = task.Category("audio", (*task.QUESTION_RULES, "ending"))
    where.golden += GOLDEN
    where.quoted["ending"] = ({"phrase": "Hel"}, Quotes(phrases=("Hel",)))
    where.targets["ending"] = print
    where.documentation += '"ending": ("The phrase ends the answer.", "Fraza kończy odpowiedź."),'
    return where


def test_a_type_that_stands_in_every_place_lacks_nothing():
    assert missing("ending", furnished()) == []
    assert len(missing("ending", house())) == len(PLACES) - 1  # of a class that is nowhere nothing can be asked


@pytest.mark.parametrize("place", PLACES)
def test_a_place_that_was_left_out_is_named(place):
    where = furnished()
    LEFT_OUT[place](where)
    (said,) = missing("ending", where)
    assert said.startswith(f"{place}: 'ending' ")


def test_a_class_that_only_scores_names_every_question_that_it_leaves_open():
    where = furnished()
    where.rules["ending"] = Bare
    assert missing("ending", where) == [
        "the class in `metrics/puma_metrics/rules/`: 'ending' does not say pattern_field, quotes, asks, asked_places, "
        "expected, side_by_side, beside_score, author_problems, unwrapping"
    ]


@pytest.fixture
def moved_in(monkeypatch):
    """The toy type in the program's own tables, for one test."""
    where = furnished()
    monkeypatch.setitem(rules.RULES, "ending", Ending)
    monkeypatch.setitem(reasons.PARTS, "ending", ending_parts)
    monkeypatch.setitem(authoring.ADVICE, "ending", ending_advice)
    monkeypatch.setitem(task.CATEGORIES, "speech_qa", where.categories["speech_qa"])


def record(name: str, phrase: str, **changed: Any) -> dict[str, Any]:
    return {
        **{"id": name, "category": "speech_qa", "modality": "audio", "prompt": f"Na co kończy się nagranie {name}?"},
        "media": [{"path": f"{name}.wav", "type": "audio", "license": "CC0-1.0", "source": "nagranie własne"}],
        "rules": [{"type": "ending", "phrase": phrase}],
        "answers_ok": [f"Nagranie kończy się słowami: {phrase}."],
        "answers_bad": ["Nie wiem."],
        "tags": ["test"],
        "notes": "",
        **changed,
    }


def test_a_new_type_is_graded_and_explained(moved_in):
    one = record("t1", "półwysep Hel")
    right, wrong = grade(one, "To Półwysep Hel!"), grade(one, "Półwysep Hel to kosa.")
    assert [(score.strict, score.soft, score.rules[0].reason) for score in (right, wrong)] == [
        (1, 1.0, 'ending: "półwysep Hel" ends it'),
        (0, 0.0, 'ending: "półwysep Hel" does not end it'),
    ]
    assert right.rules[0].details[0]["places"] == [[3, 15]]


def test_a_new_type_is_flagged(moved_in):
    assert "negated" in grade(record("t1", "półwysep Hel"), "To na pewno nie jest półwysep Hel").flags


def test_a_new_type_is_attacked(moved_in):
    one = task.parse_task(record("t1", "półwysep Hel", prompt="Czy to Gdynia, Sopot czy półwysep Hel?"))
    assert named(one.rules[0]) == (["półwysep Hel"], [])
    assert {"prompt echoed", "every option"} <= {breach.attack for breach in stress(one).breaches}


def test_a_new_type_is_advised_on(moved_in):
    (found,) = authoring.task_findings(record("t1", "Hż"))
    assert (str(found), found.is_warning) == ("'t1', rule 1, phrase: is short, so that much ends with it", True)


def test_a_new_type_is_reported_by_every_command(moved_in, run, task_folder, tmp_path):
    folder = task_folder(record("t1", "półwysep Hel"), record("t2", "mierzeja Wiślana"))
    answers = [{"id": "t1", "prediction": "Półwysep Hel"}, {"id": "t2", "prediction": "Nie wiem."}]
    (tmp_path / "m.jsonl").write_text("\n".join(map(json.dumps, answers)), "utf-8")
    assert run("validate", str(folder))[0] == 0
    code, out, _ = run("grade", "m.jsonl", "--tasks", str(folder), "--json")
    assert (code, json.loads(out)["overall"]["strict"]) == (0, 50.0)
    assert '"mierzeja Wiślana" does not end it' in run("explain", "t2", "m.jsonl", "--tasks", str(folder))[1]
    assert run("rules", "stress", str(folder), "--json")[0] in (0, 1)
    assert run("report", "m.jsonl", "--tasks", str(folder), "--out", "page.html")[0] == 0
    assert "does not end it" in (tmp_path / "page.html").read_text("utf-8")


def test_a_new_type_is_looked_for_in_what_is_published(moved_in, task_folder):
    words = "bursztyn znaleziony po sztormie koło latarni w Rozewiu waży sto gramów dziś"
    one = record("t1", words)
    (told,) = [text for text in traces(one, task_folder(one)).texts if text.what == "a phrase of its rule"]
    assert (told.task, " ".join(told.words)) == ("t1", " ".join(folded(words)))
