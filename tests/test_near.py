"""Near misses explain and never score."""

import pytest

from puma_metrics import grade, score_rule
from puma_metrics.near import near_misses
from puma_metrics.phrases import Answer

MISSES = [
    ("Świętokrzyska", "ulica swietokrzyska", '"swietokrzyska" would match with diacritics'),
    ("Łódź", "w Lodzi", '"Lodzi" would match with diacritics'),
    ("skrzypce", "Skrzpyce", 'one letter off: "Skrzpyce"'),
    ("Wieniawski", "Wieniawsky", 'one letter off: "Wieniawsky"'),
    ("Jan Kochanowski", "Jan Kochanowsky", 'one letter off: "Jan Kochanowsky"'),
]


@pytest.mark.parametrize(("written", "answer", "miss"), MISSES)
def test_a_near_miss_is_named(written: str, answer: str, miss: str):
    assert near_misses([written], Answer(answer), True) == (miss,)
    score = score_rule({"type": "include", "clauses": [[written]]}, answer)
    assert (score.strict, score.soft) == (0, 0)
    assert miss in score.reason


@pytest.mark.parametrize(("written", "answer"), [("kot", "kto"), ("dom", "dym"), ("Wisła", "Odra"), ("1410", "1411")])
def test_a_short_or_another_word_is_no_near_miss(written: str, answer: str):
    assert near_misses([written], Answer(answer), True) == ()


def test_without_normalization_another_case_or_form_is_one():
    assert near_misses(["AK"], Answer("ak"), False) == (
        "would match in another case or inflected form, were normalize true",
    )
    assert near_misses(["AK"], Answer("BCh"), False) == ()


def test_an_english_answer_is_named():
    assert near_misses(["zamek"], Answer("This is the castle of the king"), True) == (
        "the answer is in English, the alternatives are not",
    )


def test_a_near_miss_flags_a_fail_and_never_a_pass():
    task = {"id": "t", "category": "speech_qa", "rules": [{"type": "include", "clauses": [["skrzypce"]]}]}
    assert grade(task, "Skrzpyce").flags == ("near miss",)
    assert grade(task, "Skrzypce").flags == ()
    assert grade(task, "Fortepian").flags == ()
