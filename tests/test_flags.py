"""Flags: what a person should read before trusting a score, in several wordings each, and what must stay unflagged."""

import pytest

from puma_metrics import grade

TASK = {
    "id": "t1",
    "category": "history_and_culture",
    "prompt": "Kto napisał powieść, z której pochodzi fragment widoczny na tej ilustracji?",
    "rules": [{"type": "include", "clauses": [["Prus"]]}],
}
FLAGGED = {
    "negated": [
        "To nie Prus.", "Autorem nie jest Prus, lecz Reymont.", "Ani Prus, ani Reymont.", "To Reymont zamiast Prusa.",
        "Wbrew pozorom nie Prus.", "It is not Prus.", "Reymont rather than Prus.", "Prus nie jest autorem.",
    ],
    "listed": [
        "Prus albo Reymont.", "Prus lub Żeromski", "Może to być Prus, może Reymont.", "Reymont bądź Prus.",
        "It could be Prus. It could be Reymont.",
        "Prus or Reymont.", "Reymont, Sienkiewicz, Prus, Żeromski, Orzeszkowa",
    ],
    "retracted": [
        "Prus. Korekta: Reymont.", "Prus. Przepraszam, Reymont.", "Prus... po namyśle Reymont.",
        "Prus. Po zastanowieniu stawiam na Reymonta.", "Prus. Ostatecznie Reymont.",
        "Prus pasuje do epoki.\nOdpowiedź: Reymont", "~~Prus~~ Reymont",
    ],
    "conceded": ["Prus. Actually, Reymont.", "Pasuje Prus, ale autorem jest Reymont."],
    "asked": ["Prus? Final answer: Reymont"],
    "hedged": ["Prus, ale nie jestem pewien.", "Jeśli to „Lalka”, Prus; jeśli „Chłopi”, Reymont."],
    "attributed": ["Wielu sądzi, że Prus. Nie mają racji.", "Kolega mówi, że Prus, ja stawiam na Reymonta."],
    "hidden": ["Reymont <span hidden>Prus</span>", "Reymont ![Prus](x.png)", 'Reymont <p style="display:none">Prus'],
}  # fmt: skip


@pytest.mark.parametrize(("kind", "answer"), [(kind, answer) for kind, said in FLAGGED.items() for answer in said])
def test_flagged(kind: str, answer: str):
    score = grade(TASK, answer)
    assert score.strict == 1
    assert kind in score.flags
    assert score.is_contested


SOUND = [
    "Prus.", "Bolesław Prus", "Autorem jest Bolesław Prus.", "To Bolesław Prus, autor „Lalki”.", "Napisał ją Prus.",
    "Odpowiedź: Prus", "**Bolesław Prus** (właściwie Aleksander Głowacki)", "Nie tylko „Lalkę” napisał Prus.",
    "Powieść Prusa opowiada o Warszawie.", "Lalka – Prus, 1890.", "Reymont? Korekta: Prus.", "The author is Prus.",
    "Reymont albo Żeromski? Nie, ostatecznie: to Prus.", "Prus urodził się w Hrubieszowie i zmarł w Warszawie.",
]  # fmt: skip


@pytest.mark.parametrize("answer", SOUND)
def test_a_sound_look_alike_is_not_flagged(answer: str):
    score = grade(TASK, answer)
    assert (score.strict, score.flags) == (1, ())


def test_one_sound_occurrence_is_enough():
    assert grade(TASK, "To nie Prus? Jednak tak: napisał to Prus.").flags == ()
    assert grade(TASK, "Nie Reymont. Autorem jest Prus.").flags == ()


@pytest.mark.parametrize(
    "rule",
    [
        {"type": "include", "clauses": [["Reymont"], ["Żeromski"]], "include_min": 0, "include_max": 1},
        {"type": "regex", "pattern": "Reymont|Żeromski", "regex_min": 0, "regex_max": 1},
    ],
    ids=["include", "regex"],
)
def test_what_a_rule_only_bounds_from_above_is_not_asked_for(rule: dict):
    """A cap on rivals asks for none of them: to deny one is sound, and to hedge with one is still flagged."""
    task = {**TASK, "rules": [*TASK["rules"], rule]}
    assert grade(task, "To nie Reymont. Autorem jest Prus.").flags == ()
    assert grade(task, "Prus albo Reymont.").flags == ("listed",)


def test_an_echo_of_the_prompt_is_flagged():
    task = {**TASK, "prompt": "Czy autorem tej powieści jest Prus, czy może Reymont?"}
    assert "echo" in grade(task, "Czy autorem tej powieści jest Prus, czy może Reymont").flags
    assert grade(task, "Autorem jest Prus.").flags == ()


def test_a_loop_is_flagged_whether_it_passes_or_fails():
    assert "loop" in grade(TASK, "Autorem jest Bolesław Prus. " * 3).flags
    assert "loop" in grade(TASK, "Autorem jest Władysław Reymont. " * 3).flags
    assert grade(TASK, "Autorem jest Bolesław Prus. " * 2).flags == ()


def test_kinds_flag_passes_only():
    assert grade(TASK, "To nie Reymont albo Żeromski.").flags == ()


@pytest.mark.parametrize("answers", FLAGGED.values())
def test_flags_never_change_a_score(answers: list[str]):
    assert [(grade(TASK, answer).strict, grade(TASK, answer).soft) for answer in answers] == [(1, 1)] * len(answers)


def test_what_must_not_be_there_is_not_looked_for():
    task = {**TASK, "rules": [*TASK["rules"], {"type": "exclude", "phrases": ["Reymont"]}]}  # type: ignore[misc]
    assert grade(task, "Prus.").flags == ()


def test_order_and_regex_are_read_too():
    order = {**TASK, "rules": [{"type": "order", "phrases": ["Prus", "Reymont"]}]}
    assert "retracted" in grade(order, "Prus, Reymont. Korekta: odwrotnie.").flags
    pattern = {**TASK, "rules": [{"type": "regex", "pattern": r"\bPrus\b"}]}
    assert "negated" in grade(pattern, "To nie Prus.").flags
    never = {**TASK, "rules": [*TASK["rules"], {"type": "regex", "pattern": "x", "regex_min": 0, "regex_max": 0}]}  # type: ignore[misc]
    assert grade(never, "Prus").flags == ()
