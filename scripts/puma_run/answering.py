"""What an engine gives back for a job: an answer, as a line of the journal, or a failure."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import verdicts
from .client import Failure, Note
from .completions import COUNTS, Completion
from .media import Medium, Unsendable, media_of
from .requests import Job
from .settings import Asked, Price


@dataclass(frozen=True)
class Answered:
    """The answer that stands, and the attempts that came before it because they looped; `completions` ends with it."""

    prediction: str | None
    completions: Sequence[Completion]
    loop: bool = False


Answer = Callable[[Job, Note], Awaitable[Answered | Failure]]
"""An engine: asks for one job, notes each attempt. Raises Stopped where the run ends."""


def answer_row(job: Job, found: Answered, model: str, seconds: float, price: Price | None) -> dict[str, Any]:
    """A line of answers.jsonl."""
    last = found.completions[-1]
    used = [one.usage for one in found.completions]
    usage = {name: sum(one[name] for one in used if one) for name in COUNTS} if any(used) else None
    return {
        "id": job.id,
        "prediction": found.prediction,
        "model": model,
        "finish_reason": last.finish_reason,
        "usage": usage,
        "refusal": last.refusal,
        "reasoning": last.reasoning,
        "temperatures": [one.temperature for one in found.completions],
        "loop": found.loop,
        "seconds": round(seconds, 3),
        "cost": price.of(usage) if price and usage else None,
        "served": last.served,
        "fingerprint": last.fingerprint,
        "sample": job.sample,
        "request": job.request,
        "sent": last.sent,
    }


def failure_row(job: Job, failure: Failure) -> dict[str, Any]:
    """A line of failures.jsonl."""
    return {
        "id": job.id,
        "sample": job.sample,
        "request": job.request,
        "kind": failure.kind,
        "status": failure.status,
        "message": failure.message,
    }


async def prepared(job: Job, folder: Path, asked: Asked, one_at_a_time: asyncio.Lock) -> list[Medium] | Failure:
    """The media of a job, made ready in a thread: one job at a time, since a picture unpacked is large."""
    try:
        async with one_at_a_time:
            return await asyncio.to_thread(media_of, folder, job.media, asked.pdf, asked.audio)
    except Unsendable as error:
        return Failure(verdicts.UNABLE, None, str(error))
    except OSError as error:
        return Failure(verdicts.UNABLE, None, f"a medium cannot be read ({error.strerror})")


def too_large(media: Sequence[Medium], size: int, most: int) -> Failure:
    """What to say of a body above --max-body."""
    largest = max(media, key=lambda medium: len(medium.data), default=None)
    name = f"; the largest medium is '{largest.name}' with {len(largest.data):,} bytes" if largest else ""
    return Failure(
        verdicts.UNABLE,
        None,
        f"the request has {size:,} bytes, more than the {most:,} of --max-body{name}; make it smaller",
    )
