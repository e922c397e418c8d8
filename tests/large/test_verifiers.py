"""Rewards recorded by verifiers' own scoring, and by the Rubric of the releases before 0.4."""

import asyncio
import json
import math
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from puma_metrics import grade
from puma_metrics.rewards import task_text
from puma_metrics.rewards.verifiers import soft_reward, strict_reward

ANSWERS = ["To była Gdynia.", "Gdynia, a nie Sopot", "Hel"]
BEFORE = Path(sys.prefix) / "verifiers-0.3"
"""Where .ci/run puts the last release that has a Rubric."""


@pytest.fixture(scope="module")
def vf(library) -> ModuleType:
    return library("verifiers.v1")


def traced(vf: ModuleType, task: Any, answer: str) -> Any:
    """The trace of a run that ended with the answer, not yet scored."""
    question, reply = vf.UserMessage(content=task.data.prompt), vf.AssistantMessage(content=answer)
    return vf.Trace(
        task=vf.TraceTask(type=type(task).__name__, data=task.data),
        agent=vf.AgentInfo(config=vf.AgentConfig()),
        nodes=[vf.MessageNode(message=question), vf.MessageNode(message=reply, parent=0, sampled=True)],
    )


def written(vf: ModuleType, record: dict[str, Any]) -> Any:
    """A task as the documentation has it: data with an answer, and a reward that calls ours."""

    class PumaData(vf.TaskData):
        answer: str

    class PumaTask(vf.Task[PumaData]):
        @vf.reward
        async def strict(self, trace: vf.Trace) -> float:
            return await strict_reward(self.data, trace)

        @vf.reward(weight=0.5)
        async def soft(self, trace: vf.Trace) -> float:
            return await soft_reward(self.data, trace)

    return PumaTask(PumaData(prompt=record["prompt"], answer=task_text(record)))


def configured(vf: ModuleType, record: dict[str, Any]) -> Any:
    """A task that takes our rewards by name from its configuration."""

    class PumaData(vf.TaskData):
        answer: str

    class PumaTask(vf.Task[PumaData]):
        pass

    module = "puma_metrics.rewards.verifiers"
    rewards = {"strict": {"fn": f"{module}:strict_reward"}, "soft": {"fn": f"{module}:soft_reward", "weight": 0.5}}
    data = PumaData(prompt=record["prompt"], answer=task_text(record))
    return PumaTask(data, vf.TaskConfig(rewards=rewards))


@pytest.mark.parametrize("make", [written, configured])
def test_a_trace_has_the_graders_scores(vf, harbour, make):
    task = make(vf, harbour)
    for answer in ANSWERS:
        trace, score = traced(vf, task, answer), grade(harbour, answer)
        asyncio.run(task.score(trace))
        assert {name: (reward.score, reward.weight) for name, reward in trace.rewards.items()} == {
            "strict": (score.strict, 1.0),
            "soft": (score.soft, 0.5),
        }
        assert trace.reward == score.strict + 0.5 * score.soft


@pytest.mark.parametrize("make", [written, configured])
def test_a_failed_rule_is_a_task_error_and_leaves_the_reward_none(vf, endless, desert, make):
    task = make(vf, endless)
    trace = traced(vf, task, desert)
    with pytest.raises(vf.TaskError, match=r"RuleError: no reward for 'endless', rule 1: the pattern"):
        asyncio.run(task.score(trace))
    assert trace.rewards == {"strict": None, "soft": None}


RUBRIC = """
import asyncio, json, sys, verifiers as vf
from puma_metrics.rewards.verifiers import rubric_soft_reward, rubric_strict_reward
from puma_metrics.rules import pattern_rule
pattern_rule.DEADLINE = 0.05
rubric = vf.Rubric(funcs=[rubric_strict_reward, rubric_soft_reward], weights=[1.0, 0.5])
states = []
for answer, text in json.load(sys.stdin):
    reply = [{"role": "assistant", "content": text}]
    states.append(vf.State(prompt=[], completion=reply, answer=answer, info={}, task=None, trajectory=[]))
asyncio.run(rubric.score_group(states))
print(json.dumps([[state["reward"], state["metrics"]] for state in states]))
"""


@pytest.mark.skipif(not BEFORE.is_dir() and not os.environ.get("PUMA_LARGE"), reason="no verifiers 0.3; see .ci/run")
def test_a_rubric_has_the_graders_scores(harbour, endless, desert):
    given = [(task_text(harbour), answer) for answer in ANSWERS] + [(task_text(endless), desert)]
    sources = Path(__file__).parents[2] / "metrics"
    run = subprocess.run(
        [sys.executable, "-c", RUBRIC],
        input=json.dumps(given),
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (BEFORE, sources)))},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    *scored, failed = json.loads(run.stdout.splitlines()[-1])
    scores = [grade(harbour, answer) for answer in ANSWERS]
    assert scored == [
        [s.strict + 0.5 * s.soft, {"rubric_strict_reward": s.strict, "rubric_soft_reward": s.soft}] for s in scores
    ]
    assert all(map(math.isnan, (failed[0], *failed[1].values())))
    assert "no reward for 'endless', rule 1" in run.stderr
