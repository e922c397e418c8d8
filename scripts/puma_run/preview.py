"""What a run would send, without a socket: sizes, conversions, and the first request (RUN, section 3.8)."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from .abilities import Abilities
from .body import form_body
from .chat import outgoing
from .media import Medium, Unsendable, media_of
from .requests import Job
from .running import Plan

SHOWN = 24
"""Characters of a medium in base64 that the first request is shown with."""
CHARACTERS = 4
"""Characters of text that are taken for one token, where a cost is estimated."""


@dataclass(frozen=True)
class Preview:
    """Counts of tasks and requests, bytes of all bodies, and by what is done how many media are converted.

    `unable` says of a task what keeps it from being sent. `cost` is of the texts alone, at the price that was given:
    what a medium costs is the provider's secret; `most` adds answers of --max-tokens each, None without that bound.
    """

    tasks: int
    requests: int
    bytes: int
    converted: dict[str, int]
    unable: dict[str, str]
    cost: float | None
    most: float | None
    first: dict[str, Any] | None

    def record(self) -> dict[str, Any]:
        return dict(vars(self))


def preview(plan: Plan) -> Preview:
    """What the jobs of a plan would send; one job's media are held at a time."""
    size, text = 0, 0
    converted: Counter[str] = Counter()
    unable: dict[str, str] = {}
    first: dict[str, Any] | None = None
    for job in plan.jobs:
        try:
            media = media_of(plan.folder, job.media, plan.asked.pdf, plan.asked.audio)
        except Unsendable as error:
            unable[job.id] = str(error)
            continue
        body = _size(plan, job, media)
        if body > plan.pacing.max_body:
            unable[job.id] = f"the request has {body:,} bytes, more than the {plan.pacing.max_body:,} of --max-body"
            continue
        size, text = size + body, text + len(job.prompt)
        converted.update(medium.converted for medium in media if medium.converted)
        if first is None and plan.asked.engine == "chat":
            first = _shown(plan, job, media)
    tasks, price = len({job.id for job in plan.jobs}), plan.pacing.price
    requests = len(plan.jobs) - sum(job.id in unable for job in plan.jobs)
    cost = price.of({"prompt_tokens": text // CHARACTERS, "completion_tokens": 0}) if price else None
    answers = {"prompt_tokens": text // CHARACTERS, "completion_tokens": requests * (plan.asked.max_tokens or 0)}
    most = price.of(answers) if price and plan.asked.max_tokens else None
    return Preview(tasks, requests, size, dict(converted.most_common()), unable, cost, most, first)


def _size(plan: Plan, job: Job, media: Sequence[Medium]) -> int:
    if plan.asked.engine == "chat":
        return outgoing(job, media, plan.asked, plan.asked.temperature, Abilities()).body.size
    if plan.asked.engine == "transcription":
        return form_body({"model": plan.asked.model}, media[0]).size
    return sum(len(medium.data) for medium in media)


def _shown(plan: Plan, job: Job, media: Sequence[Medium]) -> dict[str, Any]:
    """A request's body, its media shortened to their beginnings, which divide by three and so need no padding."""
    short = [replace(medium, data=medium.data[: SHOWN * 3 // 4]) for medium in media]
    body = outgoing(job, short, plan.asked, plan.asked.temperature, Abilities()).body
    found: dict[str, Any] = json.loads(b"".join(body.written()))
    for part, medium in zip(found["messages"][0]["content"], media, strict=False):
        inner = part[part["type"]]
        name = {"image": "url", "audio": "data", "file": "file_data"}[medium.kind]
        inner[name] += f"... ({len(medium.data):,} bytes)"
    return found
