"""The rules as rewards, called as the documentation of TRL, verl and verifiers says their functions are called."""

import asyncio
import json
import logging
import math
import pickle
import sys
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

from puma_dataset.features import row
from puma_metrics import grade, grade_batch, parse_task
from puma_metrics.errors import InvalidTask, RuleError
from puma_metrics.rewards import judging, last_reply, ready, task_text, trl, verifiers, verl

SAMPLE = Path(__file__).parents[1] / "dataset_builder" / "puma_dataset" / "sample"
HARBOUR = {
    "id": "t1",
    "category": "speech_qa",
    "prompt": "Jakie słowo nadano?",
    "rules": [{"type": "include", "clauses": [["Gdynia"], ["Hel"]]}, {"type": "exclude", "phrases": ["Sopot"]}],
}
SLOW = {
    "id": "slow_1",
    "category": "speech_qa",
    "prompt": "Co widać?",
    "rules": [{"type": "include", "clauses": [["aa"]]}, {"type": "regex", "pattern": "(a|aa)+$", "normalize": False}],
}
DESERT = "aa " + "a" * 200_000 + "b"
"""What the pattern of SLOW searches for longer than the rules' deadline."""
NO_REWARD = (
    "no reward for 'slow_1', rule 2: the pattern \"(a|aa)+$\" ran for more than 0.2 s; write it with less backtracking"
)
ANSWERS = ["Gdynia i Hel", "w Gdyni", "Gdynia, Hel, Sopot", "", "<think>Sopot?</think>Gdynia i Hel"]
STRICT = [1.0, 0.0, 0.0, 0.0, 1.0]
SOFT = [1.0, 0.75, 0.5, 0.0, 1.0]


def columns(*tasks):
    """The dataset's columns as TRL passes them: a list each, one value a completion."""
    rules = [json.dumps(task["rules"], ensure_ascii=False, separators=(",", ":")) for task in tasks]
    return {"id": [t["id"] for t in tasks], "category": [t["category"] for t in tasks], "rules": rules}


def called_by_trl(function, completions, *tasks):
    """TRL's call: everything by keyword, with more of it than a function wants."""
    return function(
        prompts=[task["prompt"] for task in tasks],
        completions=completions,
        completion_ids=[[1, 2]] * len(tasks),
        trainer_state=None,
        log_extra=None,
        log_metric=None,
        **columns(*tasks),
    )


@pytest.fixture
def deadline(monkeypatch):
    """Rules that give up early, so that their failure costs little."""
    monkeypatch.setattr("puma_metrics.rules.pattern_rule.DEADLINE", 0.2)


def test_the_scores_here_are_the_graders():
    scores = [grade(HARBOUR, answer) for answer in ANSWERS]
    assert ([score.strict for score in scores], [score.soft for score in scores]) == (STRICT, SOFT)


def test_trl_gets_a_list_of_floats():
    given = [HARBOUR] * len(ANSWERS)
    assert called_by_trl(trl.strict_reward, ANSWERS, *given) == STRICT
    assert called_by_trl(trl.soft_reward, ANSWERS, *given) == SOFT
    assert {type(reward) for reward in called_by_trl(trl.strict_reward, ANSWERS, *given)} == {float}


def test_trl_conversations_and_rules_as_a_list():
    messages = [[{"role": "assistant", "content": answer}] for answer in ANSWERS]
    plain = {**columns(*[HARBOUR] * 5), "rules": [HARBOUR["rules"]] * 5}
    assert trl.strict_reward(prompts=[[]] * 5, completions=messages, **plain) == STRICT


def test_trl_options_are_set_with_partial():
    kept = partial(trl.strict_reward, keep_thinking=True)
    assert called_by_trl(kept, ANSWERS[-1:], HARBOUR) == [0.0]
    reference = [{"rok": 1920}]
    task = {"id": "e1", "category": "structured_extraction", "prompt": "", "tags": ["a", "b", "c"]}
    task["rules"] = [{"type": "extraction", "reference": reference}]
    wrapped = ['{"lista": [{"rok": 1920}]}']
    unwrapping = partial(trl.soft_reward, unwrap_arrays=True)
    assert called_by_trl(trl.soft_reward, wrapped, task) == [0.0]
    assert called_by_trl(unwrapping, wrapped, task) == [1.0]


def test_trl_columns_of_another_length_are_refused():
    with pytest.raises(ValueError, match="1 task and 2 answers"):
        called_by_trl(trl.strict_reward, ANSWERS[:2], HARBOUR)


@pytest.mark.parametrize("function", [trl.strict_reward, trl.soft_reward])
def test_trl_gets_none_and_one_warning_where_a_rule_failed(function, deadline, caplog):
    tasks = [SLOW, HARBOUR, SLOW, SLOW]
    with caplog.at_level(logging.WARNING):
        rewards = called_by_trl(function, [DESERT, ANSWERS[0], DESERT, "aa"], *tasks)
    assert rewards == [None, 1.0, None, 1.0]
    assert [record.getMessage() for record in caplog.records] == [NO_REWARD]
    assert caplog.records[0].name == "puma_metrics.rewards.judging"


def test_verl_gets_the_same_keys_of_every_answer(deadline):
    given = [(HARBOUR, answer) for answer in ANSWERS] + [(SLOW, DESERT), (SLOW, "aa")]
    rows = [
        verl.compute_score(
            data_source="puma", solution_str=answer, ground_truth=task_text(task), extra_info={"num_turns": 1}
        )
        for task, answer in given
    ]
    assert {tuple(row) for row in rows} == {("score", "strict", "soft", "rule_error")}
    assert {type(value) for row in rows for value in row.values()} == {float}
    assert [row["score"] for row in rows[:5]] == [row["strict"] for row in rows[:5]] == STRICT
    assert [row["soft"] for row in rows[:5]] == SOFT
    assert [row["rule_error"] for row in rows] == [0, 0, 0, 0, 0, 1, 0]
    assert all(math.isnan(rows[5][key]) for key in ("score", "strict", "soft"))


def test_verl_functions_differ_only_in_the_score():
    text = task_text(HARBOUR)
    strict, soft = (f("puma", ANSWERS[1], text) for f in (verl.compute_score, verl.compute_soft_score))
    assert soft == {**strict, "score": 0.75}
    batch = {
        "data_sources": ["puma"] * 5,
        "solution_strs": ANSWERS,
        "ground_truths": [text] * 5,
        "extra_infos": [{}] * 5,
    }
    assert verl.compute_score_batch(**batch) == [verl.compute_score("puma", answer, text) for answer in ANSWERS]
    assert verl.compute_soft_score_batch(**batch) == [verl.compute_soft_score("puma", a, text) for a in ANSWERS]


def test_verl_counts_a_failed_rule_as_one_says(deadline):
    row = verl.compute_score("puma", DESERT, task_text(SLOW), None, on_error=0.0, reward_router_address=None)
    assert row == {"score": 0.0, "strict": 0.0, "soft": 0.0, "rule_error": 1.0}


def test_verl_columns_hold_the_task():
    given = {**HARBOUR, **{name: values[0] for name, values in columns(HARBOUR).items()}}
    assert verl.columns(given) == {
        "data_source": "puma",
        "prompt": [{"role": "user", "content": "Jakie słowo nadano?"}],
        "ability": "speech_qa",
        "reward_model": {"style": "rule", "ground_truth": task_text(HARBOUR)},
        "extra_info": {"id": "t1"},
    }


def test_verl_columns_want_a_prompt():
    with pytest.raises(InvalidTask) as refused:
        verl.columns({"id": "a1", "category": "asr", "prompt": None, "rules": [{"type": "asr", "reference": "tak"}]})
    problem = "'a1', prompt: is null; expected a question: give the task the default prompt of its category first"
    assert str(refused.value) == problem


def of_verifiers(task, answer):
    """What verifiers 0.4 passes: the task's data and the trace."""
    return {"task": SimpleNamespace(answer=task_text(task)), "trace": SimpleNamespace(last_reply=answer)}


def test_verifiers_functions_are_awaited_and_see_task_and_trace():
    given = [of_verifiers(HARBOUR, answer) for answer in ANSWERS]
    assert [asyncio.run(verifiers.strict_reward(**each)) for each in given] == STRICT
    assert [asyncio.run(verifiers.soft_reward(**each)) for each in given] == SOFT
    assert asyncio.run(verifiers.strict_reward(**given[-1], keep_thinking=True)) == 0.0


@pytest.mark.parametrize("function", [verifiers.strict_reward, verifiers.soft_reward])
def test_verifiers_functions_raise_where_a_rule_failed(function, deadline):
    with pytest.raises(RuleError) as failed:
        asyncio.run(function(**of_verifiers(SLOW, DESERT)))
    assert str(failed.value) == NO_REWARD


def called_by_a_rubric(function, task, answer):
    """The Rubric's call: everything by keyword, the completion a conversation."""
    completion = [{"role": "assistant", "content": answer}]
    more = {"prompt": [], "state": {}, "info": {}, "task": None, "parser": None}
    return function(completion=completion, answer=task_text(task), **more)


def test_rubric_functions():
    assert [called_by_a_rubric(verifiers.rubric_strict_reward, HARBOUR, answer) for answer in ANSWERS] == STRICT
    assert [called_by_a_rubric(verifiers.rubric_soft_reward, HARBOUR, answer) for answer in ANSWERS] == SOFT


@pytest.mark.parametrize("function", [verifiers.rubric_strict_reward, verifiers.rubric_soft_reward])
def test_rubric_functions_are_not_a_number_where_a_rule_failed(function, deadline, caplog):
    assert math.isnan(called_by_a_rubric(function, SLOW, DESERT))
    assert [record.getMessage() for record in caplog.records] == [NO_REWARD]


CALLS = {
    "trl": lambda text: trl.strict_reward(completions=["a"], **columns(json.loads(text))),
    "verl": lambda text: verl.compute_score("puma", "a", text),
    "verl's batch": lambda text: verl.compute_score_batch(["puma"], ["a"], [text]),
    "verifiers": lambda text: asyncio.run(
        verifiers.strict_reward(SimpleNamespace(answer=text), SimpleNamespace(last_reply="a"))
    ),
    "a rubric": lambda text: verifiers.rubric_strict_reward(completion="a", answer=text),
}


@pytest.mark.parametrize("name", CALLS)
def test_an_invalid_task_is_refused_with_its_address(name):
    with pytest.raises(InvalidTask) as refused:
        CALLS[name]('{"id":"t1","category":"speech_qa","rules":[{"type":"include","phrases":["kot"]}]}')
    assert str(refused.value).splitlines()[0].startswith("'t1', rule 1: ")


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ("[1", "task: is no JSON (\"[1\"): Expecting ',' delimiter: line 1 column 3 (char 2); "),
        (None, "task: is no text (null); "),
        ({"id": "t1"}, 'task: is no text ({"id": "t1"}); '),
    ],
)
def test_what_is_no_task_text_is_refused(given, problem):
    with pytest.raises(InvalidTask) as refused:
        ready(given)
    assert str(refused.value) == problem + "expected what puma_metrics.rewards.task_text gives"


def test_a_task_text_gives_the_same_scores_as_its_task(sample_tasks):
    ok = {task["id"]: task["answers_ok"][0] for task in sample_tasks}
    bad = {task["id"]: task["answers_bad"][0] for task in sample_tasks}
    for answers in (ok, bad):
        expected = [score.soft for score in grade_batch(sample_tasks, [answers[task["id"]] for task in sample_tasks])]
        found = [verl.compute_score("puma", answers[task["id"]], task_text(task))["soft"] for task in sample_tasks]
        assert found == expected
    assert task_text(parse_task(HARBOUR)) == task_text(HARBOUR)


def test_a_task_text_is_made_of_a_row_of_the_dataset_too(sample_tasks):
    for task in sample_tasks:
        found = task_text(row(task, SAMPLE))
        assert (found, ready(found).record["rules"]) == (task_text(task), task["rules"])


@pytest.mark.parametrize(
    ("completion", "answer"),
    [
        ("Hel", "Hel"),
        ([], ""),
        ([{"role": "user", "content": "Co to?"}], ""),
        ([{"role": "assistant", "content": None, "tool_calls": []}], ""),
        ([{"role": "assistant", "tool_calls": []}], ""),
        ([{"role": "assistant", "content": "Sopot"}, {"role": "tool", "content": "5"}], "Sopot"),
        ([{"role": "assistant", "content": "Sopot"}, {"role": "assistant", "content": "Hel"}], "Hel"),
        (({"role": "assistant", "content": [{"type": "text", "text": "Hel"}]},), "Hel"),
        (
            [
                {
                    "role": "assistant",
                    "content": [{"type": "text", "text": "a"}, {"type": "image"}, {"type": "text", "text": "b"}],
                }
            ],
            "a\nb",
        ),
        ([{"role": "assistant", "content": {"type": "text", "text": "Hel"}}], "Hel"),
        ([{"role": "assistant", "content": ["Hel", {"text": "Sopot"}]}], "Hel\nSopot"),
        ([{"role": "assistant", "content": [{"type": "output_text", "text": "Hel"}]}], "Hel"),
        ([{"role": "assistant", "content": [{"text": "Gdynia?", "thought": True}, {"text": "Hel"}]}], "Hel"),
        ([{"role": "assistant", "content": [{"type": "thinking", "text": "Gdynia?"}]}], ""),
        ([{"role": "assistant", "content": [None, 5, [], {}, {"type": "text"}, {"type": "text", "text": None}]}], ""),
    ],
)
def test_the_answer_is_the_last_reply(completion, answer):
    assert last_reply(completion) == answer


def test_what_is_no_completion_is_refused():
    with pytest.raises(TypeError) as refused:
        last_reply(5)
    assert str(refused.value) == "a completion is text or a list of messages, not int (5)"
    with pytest.raises(TypeError) as refused:
        last_reply([{"role": "assistant", "content": 5}])
    assert str(refused.value) == "a message's content is text or a list of parts, not int (5)"


def test_a_text_in_place_of_a_list_is_not_judged_letter_by_letter():
    with pytest.raises(TypeError) as refused:
        trl.strict_reward("ab", **columns(HARBOUR, HARBOUR))
    assert str(refused.value) == "completions is one str; expected a sequence of them"
    with pytest.raises(TypeError) as refused:
        verl.compute_score_batch(["puma"] * 2, "ab", [task_text(HARBOUR)] * 2)
    assert str(refused.value) == "solution_strs is one str; expected a sequence of them"


FUNCTIONS = [
    *(trl.strict_reward, trl.soft_reward),
    *(verl.compute_score, verl.compute_soft_score, verl.compute_score_batch, verl.compute_soft_score_batch),
    *(verifiers.strict_reward, verifiers.soft_reward, verifiers.rubric_strict_reward, verifiers.rubric_soft_reward),
]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_functions_go_to_other_processes(function):
    assert pickle.loads(pickle.dumps(function)) is function
    assert pickle.loads(pickle.dumps(partial(function, keep_thinking=True))).func is function
    assert ">>>" in function.__doc__


def test_rules_are_made_ready_once_and_not_for_ever():
    for cached in (judging._of_text, judging._of_texts):
        cached.cache_clear()
    for _ in range(3):
        called_by_trl(trl.strict_reward, ANSWERS[:2], HARBOUR, HARBOUR)
        verl.compute_score("puma", "Hel", task_text(HARBOUR))
    assert [cached.cache_info().misses for cached in (judging._of_text, judging._of_texts)] == [1, 1]
    assert [cached.cache_info().maxsize for cached in (judging._of_text, judging._of_texts)] == [judging.KEPT] * 2


def test_no_flag_and_no_reason_is_computed(monkeypatch):
    # the package's name `grade` is the function, not its module
    monkeypatch.setattr(sys.modules["puma_metrics.grade"], "flags", lambda *_: pytest.fail("flags were computed"))
    monkeypatch.setattr("puma_metrics.rules.reasons.parts", lambda *_: pytest.fail("reasons were computed"))
    assert called_by_trl(trl.strict_reward, ANSWERS, *[HARBOUR] * 5) == STRICT
    assert verl.compute_score("puma", ANSWERS[0], task_text(HARBOUR))["score"] == 1.0
