"""A loopback server that knows the sample, and a run against it in this process."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from loopback_openai import KEY, Server

from puma_dataset.read import SAMPLE, read_tasks
from puma_metrics.task import Task
from puma_run.media import media_of
from puma_run.requests import jobs_of
from puma_run.running import Outcome, Plan, Progress, run
from puma_run.settings import Asked, Pacing

ONE_OF_EACH = ("hc_001", "as_001", "sq_001", "sm_001", "oc_001", "dq_001", "ex_001", "ex_003", "ex_005")
"""Tasks with pictures, sounds and pages, with both default prompts, and with schemas of both shapes."""


@pytest.fixture(scope="session")
def few() -> list[Task]:
    found = [task for task in read_tasks(SAMPLE, validate=False)[0] if task.id in ONE_OF_EACH]
    assert len(found) == len(ONE_OF_EACH)
    return found


@pytest.fixture
def server(few: list[Task]) -> Iterator[Server]:
    with Server([task.record for task in few]) as running:
        for task in few:
            if task.prompt is None:
                sent = media_of(SAMPLE, tuple(task.record["media"]), "pages", "wav")
                running.expect(task.record, sent[0].data)
        yield running


@dataclass(frozen=True)
class Ran:
    """How a run ended, and what stands in its folder."""

    outcome: Outcome
    out: Path
    told: list[Progress]

    def rows(self, name: str = "answers.jsonl") -> dict[str, dict[str, Any]]:
        lines = (self.out / name).read_text("utf-8").splitlines()
        rows = [json.loads(line) for line in lines]
        assert len({(row["id"], row["sample"]) for row in rows}) == len(rows)
        return {row["id"]: row for row in rows}


Ask = Callable[..., Ran]


@pytest.fixture
def ask(server: Server, few: list[Task], tmp_path: Path) -> Ask:
    """A function that asks a model of the server, for all of the tasks or those named."""

    def call(model: str, *ids: str, out: str = "run", **options: Any) -> Ran:
        plan_options = {name: options.pop(name) for name in ("samples", "again", "other") if name in options}
        transport = options.pop("transport", None)
        names = Asked.__dataclass_fields__
        asked = Asked(model, **{name: options.pop(name) for name in list(options) if name in names})
        pacing = replace(Pacing(tries=3), **options)
        tasks = [task for task in few if not ids or task.id in ids]
        jobs = tuple(jobs_of(SAMPLE, tasks, asked, plan_options.get("samples", 1)))
        plan = Plan(SAMPLE, tasks, jobs, asked, pacing, tmp_path / out, server.url, KEY, **plan_options)
        told: list[Progress] = []
        return Ran(run(plan, told.append, transport), plan.out, told)

    return call
