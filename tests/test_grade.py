"""One task and one answer."""

import json
import multiprocessing
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import pytest

from puma_metrics import grade, grade_batch, parse_task, score_rule
from puma_metrics.errors import InvalidTask
from puma_metrics.grade import LONGEST_ANSWER, without_thinking
from puma_metrics.rules import Asr

GOLDEN = Path(__file__).with_name("golden")
REASONING = [json.loads(line) for line in (GOLDEN / "reasoning.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("vector", REASONING, ids=lambda vector: vector["why"])
def test_one_leading_reasoning_block_goes(vector: dict[str, str]):
    assert without_thinking(vector["answer"]) == vector["graded"]


def task(*rules, category="speech_qa"):
    return {"id": "t1", "category": category, "rules": list(rules)}


LUBLIN = {"type": "include", "clauses": [["Lublin"]]}
NO_ZAMOSC = {"type": "exclude", "phrases": ["Zamość"]}


def test_a_reasoning_block_is_not_graded_unless_asked_for():
    answer = "<think>Zamość?</think>Lublin"
    assert grade(task(LUBLIN, NO_ZAMOSC), answer).strict == 1
    assert grade(task(LUBLIN, NO_ZAMOSC), answer, keep_thinking=True).strict == 0


def test_rules_never_remove_a_reasoning_block():
    assert score_rule(NO_ZAMOSC, "<think>Zamość?</think>Lublin").strict == 0


def test_strict_needs_every_rule_and_soft_is_their_mean():
    score = grade(task(LUBLIN, NO_ZAMOSC, {"type": "include", "clauses": [["kot"], ["pies"]]}), "Lublin, kot")
    assert (score.strict, [rule.strict for rule in score.rules]) == (0, [1, 1, 0])
    assert score.soft == pytest.approx((1 + 1 + 0.5) / 3)


@pytest.mark.parametrize("answer", [None, "", "<think>Lublin"])
def test_a_missing_answer_is_an_empty_one(answer):
    score = grade(task(LUBLIN, NO_ZAMOSC), answer)
    assert (score.strict, score.soft, score.answer.text) == (0, 0, "")
    assert [rule.reason for rule in score.rules] == ["answer: is empty", "answer: is empty"]


def test_what_is_no_text_is_refused():
    with pytest.raises(TypeError) as raised:
        grade(task(LUBLIN), 5)  # type: ignore[arg-type]
    assert str(raised.value) == "an answer is text or None, not int (5)"


def test_an_invalid_task_is_refused():
    with pytest.raises(InvalidTask) as raised:
        grade({"id": "t1", "category": "speech_qa", "rules": []}, "Lublin")
    assert str(raised.value) == "'t1', rules: is empty ([]); expected at least one rule"


def test_a_long_answer_is_cut_after_its_reasoning_block():
    answer = "<think>" + "a" * 100 + "</think>" + "b " * (LONGEST_ANSWER // 2)
    assert not grade(task(NO_ZAMOSC), answer).is_cut
    longer = grade(task(NO_ZAMOSC), answer + "Zamość")
    assert (longer.is_cut, longer.strict, longer.flags[0]) == (True, 1, "cut")
    assert longer.is_contested


# silence

SYMBOLS = "🙂 … €"
ALWAYS = [
    {"type": "exclude", "phrases": ["kot"]},
    {"type": "exclude", "phrases": ["kot"], "normalize": False},
    {"type": "asr", "reference": "kot"},
    {"type": "ocr", "blocks": ["kot"]},
]
NORMALIZED = [
    {"type": "include", "clauses": [["kot"]], "include_min": 0},
    {"type": "include", "clauses": [["kot"]], "include_max": 0},
    {"type": "regex", "pattern": "kot", "regex_min": 0},
    {"type": "regex", "pattern": "kot", "regex_min": 0, "regex_max": 0},
    {"type": "order", "phrases": ["kot"]},
]


@pytest.mark.parametrize("rule", [*ALWAYS, *NORMALIZED], ids=str)
@pytest.mark.parametrize("answer", ["", " \n\t", "\u00ad\u200b", SYMBOLS, "***", "_"])
def test_an_answer_without_letter_or_number_scores_nothing(rule, answer):
    score = score_rule(rule, answer)
    assert (score.strict, score.soft) == (0, 0)


RAW = [
    {"type": "include", "clauses": [["kot"]], "include_max": 0, "normalize": False},
    {"type": "regex", "pattern": "kot", "regex_min": 0, "normalize": False},
    {"type": "order", "phrases": ["€"], "normalize": False},
]


@pytest.mark.parametrize("rule", RAW, ids=str)
def test_a_symbol_is_an_answer_where_normalization_is_off(rule):
    assert score_rule(rule, SYMBOLS).strict == 1


@pytest.mark.parametrize("rule", RAW, ids=str)
@pytest.mark.parametrize("answer", ["", " ", "\n\u00a0\t", "\u200b"])
def test_white_space_is_none_even_there(rule, answer):
    assert score_rule(rule, answer).soft == 0


@pytest.mark.parametrize("answer", ["0", "½", "Ⅷ", "字", "²"])
def test_a_number_or_any_letter_is_no_silence(answer):
    assert score_rule({"type": "exclude", "phrases": ["kot"]}, answer).strict == 1


def test_silence_says_why():
    rule = {"type": "exclude", "phrases": ["kot"]}
    assert score_rule(rule, "…").reason == "answer: has no letter or digit"
    assert score_rule(rule, " ").reason == "answer: is empty"


# thresholds


@pytest.mark.parametrize("words", range(10, 60, 10))
def test_exactly_nine_tenths_of_the_words_are_enough(words: int):
    reference = " ".join(f"s{number}" for number in range(words))
    wrong = words // 10
    nearly = " ".join(["x"] * wrong + reference.split()[wrong:])
    less = " ".join(["x"] * (wrong + 1) + reference.split()[wrong + 1 :])
    assert score_rule({"type": "asr", "reference": reference}, nearly).strict == 1
    assert score_rule({"type": "asr", "reference": reference}, less).strict == 0


@pytest.mark.parametrize(("soft", "strict"), [(0.9 - 1e-12, 1), (0.9 - 1e-8, 0)])
def test_the_dust_of_binary_floats_does_not_lose_an_exact_nine_tenths(soft: float, strict: int, monkeypatch):
    monkeypatch.setattr(Asr, "soft", lambda rule, answer: soft)
    assert score_rule({"type": "asr", "reference": "tak"}, "tak").strict == strict


def test_a_rule_error_scores_nothing_and_is_flagged(monkeypatch):
    monkeypatch.setattr("puma_metrics.rules.pattern_rule.DEADLINE", -1.0)
    rule = {"type": "regex", "pattern": "(a+)+$", "normalize": False}
    score = grade(task(rule, LUBLIN), "Lublin " + "a" * 3_000 + "b")
    error = 'the pattern "(a+)+$" ran for more than -1 s; write it with less backtracking'
    assert (score.strict, score.soft, score.rules[0].error) == (0, 0.5, error)
    assert score.rules[0].reason == f"rule error: {error}"
    assert "rule error" in score.flags


BATCH_TASKS = [task(LUBLIN), {**task({"type": "regex", "pattern": "lublin"}), "id": "t2"}]
BATCH = [(BATCH_TASKS[n % 2], ("w Lublinie", "Lublin", "Łódź", None, "")[n % 5]) for n in range(40)]


def test_a_batch_is_its_pairs_graded_one_by_one():
    tasks, answers = zip(*BATCH, strict=True)
    scores = grade_batch(tasks, answers)
    single = [grade(*pair) for pair in BATCH]
    assert [(s.strict, s.soft, s.flags, s.rules) for s in scores] == [
        (s.strict, s.soft, s.flags, s.rules) for s in single
    ]


def test_a_batch_grades_equal_pairs_once_however_the_task_is_written():
    row = {**task(LUBLIN), "rules": json.dumps([LUBLIN]), "images": [object()]}
    copies = [task(LUBLIN), parse_task(task(LUBLIN)), row]
    first, second, third = grade_batch(copies, ["Lublin"] * 3)
    assert first is second is third
    other = grade_batch([task(LUBLIN), {**task(LUBLIN), "prompt": "Miasto?"}], ["Lublin"] * 2)
    assert other[0] is not other[1]


def test_a_batch_takes_the_options_of_grade():
    thinking = "<think>Lublin </think> Łódź"
    assert [s.strict for s in grade_batch([task(LUBLIN)], [thinking], keep_thinking=True)] == [1]
    reference = {"type": "extraction", "reference": [{"a": 1}]}
    extraction = task(reference, category="structured_extraction")
    assert [s.strict for s in grade_batch([extraction], ['{"x": [{"a": 1}]}'], unwrap_arrays=True)] == [1]


@pytest.mark.parametrize(
    ("tasks", "answers", "error", "message"),
    [
        ([task(LUBLIN)], ["a", "b"], ValueError, "1 tasks and 2 answers; expected one answer to each task"),
        ([task(LUBLIN)], "a", TypeError, "answers is one str; expected a sequence of them"),
        (task(LUBLIN), ["a"], TypeError, "tasks is one dict; expected a sequence of them"),
        ([task(LUBLIN)], [["a"]], TypeError, "an answer is text or None, not list (['a'])"),
        ([{"id": "t1"}], ["a"], InvalidTask, "'t1': missing field 'category'"),
    ],
)
def test_what_a_batch_refuses(tasks, answers, error, message):
    with pytest.raises(error) as raised:
        grade_batch(tasks, answers)
    assert str(raised.value).split("\n")[0] == message


def test_batches_in_threads_and_processes_give_the_same():
    tasks, answers = zip(*BATCH, strict=True)
    expected = [(score.strict, score.soft) for score in grade_batch(tasks, answers)]
    with ThreadPoolExecutor(4) as threads:
        in_threads = list(threads.map(grade_batch, [tasks] * 8, [answers] * 8))
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as processes:
        in_processes = list(processes.map(grade_batch, [tasks] * 2, [answers] * 2))
    for scores in in_threads + in_processes:
        assert [(score.strict, score.soft) for score in scores] == expected
    assert in_processes[0][2].rules[0].reason == grade(*BATCH[2]).rules[0].reason
