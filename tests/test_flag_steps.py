"""Flags take linear time, whatever the answer: steps are counted, not seconds."""

import sys
from collections.abc import Callable

import pytest

from puma_metrics import grade

TASK = {
    "id": "t1",
    "category": "speech_qa",
    "prompt": "Podaj nazwę miasta i rzeki. Wypisz tylko nazwy.",
    "rules": [{"type": "include", "clauses": [["Gdynia"], ["Wisła", "rzeka Wisła"]]}],
}
SIGNS = {
    "id": "cl_002",
    "category": "contemporary_life",
    "prompt": "Podaj oznaczenia kodowe obu znaków drogowych.",
    "rules": [{"type": "order", "phrases": ["B-36", "B-35"], "normalize": False}],
}
SHAPES = [
    *("Gdynia ", "Gdynia, ", "Gdynia albo Sopot. ", "a,", "a ", "1,", "1 ", "1.5 ", "ą", "x", "<", "<s>", "</s>"),
    *("<s>a</s> ", "~~a~~ ", "~~", "[a](b) ", "![a](b) ", "[](", "[a]: b\n", "(", "((a) ", "„a” ", '"a", ', "nie "),
    *("nie, ", "ale nie ", "? ", "! ", "... ", "\n", "- a\n", "| a | b |\n", "#", "`", "```\n", "$", "{", "&amp;", "&"),
    *("<!--", "-->", "<div hidden>", "</div>", "jeśli ", "nie jestem pewien ", "Ktoś mówi, że ", "Odpowiedź: "),
    *("Odpowiedź: Sopot. ", "Korekta: ", "Gdynia → ", "A) ", "1) Gdynia\n", "https://a.b/ ", "\u0301", "\u200b"),
    *("Gdynia 50%, Sopot 50%. ", "Ekspert mówi Sopot. ", "Wisła Odra ", "Gdansk Gdynią ", '<a b="c">', "\\sout{a} "),
    *("a/b ", "żubr; łoś; ", "W. O. ", "Święta ", "Bydgoszz "),
]


def steps(work: Callable[[], object]) -> int:
    """The calls of functions, ours and Python's, that some work makes."""
    counted = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal counted
        counted += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return counted


def flag_steps(text: str) -> int:
    score = grade(TASK, text)
    return steps(lambda: score.flagged)


@pytest.mark.parametrize("shape", SHAPES)
def test_twice_the_answer_takes_at_most_twice_the_steps(shape: str):
    once, twice = (f"Gdynia Wisła Gdynia. {(shape * length)[:length]}" for length in (3_000, 6_000))
    _ = flag_steps(once), flag_steps(twice)  # what is looked up once
    assert flag_steps(twice) <= 2.3 * flag_steps(once) + 20_000


def test_there_are_sixty_shapes():
    assert len(set(SHAPES)) >= 60


def test_a_long_list_does_not_stall():
    score = grade(SIGNS, "B-36," + "a," * 800 + "B-35")
    assert score.strict == 1
    assert steps(lambda: score.flagged) < 500_000


def test_what_is_not_read_is_said():
    score = grade(TASK, "Gdynia, Wisła. " + "Statek płynie. " * 10_000)
    assert "not read to its end" in score.flags
    assert "characters were read" in str(score.flagged[0])


@pytest.mark.parametrize("shape", SHAPES)
def test_twice_the_answer_takes_at_most_twice_the_steps_for_reasons(shape: str):
    once, twice = (f"Gdynia Wisła Gdynia. {(shape * length)[:length]}" for length in (3_000, 6_000))
    _ = reason_steps(once), reason_steps(twice)  # what is looked up once
    assert reason_steps(twice) <= 2.3 * reason_steps(once) + 20_000


def reason_steps(text: str) -> int:
    score = grade(TASK, text)
    return steps(lambda: [rule.reason for rule in score.rules])


@pytest.mark.parametrize("shape", ["&amp;", "&#97;", "<s>a</s> ", r"\frac{1}{2} ", "a ", "1 ", "a_{1} "])
def test_reasons_take_few_steps_a_character(shape: str):
    text = f"Gdynia Wisła {shape * (20_000 // len(shape))}"
    assert reason_steps(text) <= 10 * len(text)
