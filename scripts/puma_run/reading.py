"""An engine on this machine: its program or library reads one medium after the other (RUN, section 4)."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from puma_dataset.sendable import Medium

from . import verdicts
from .answering import Answer, Answered, prepared
from .client import Failure, Note
from .completions import Completion
from .requests import Job
from .settings import Asked

Read = Callable[[Medium], Awaitable[str | Failure]]
"""Reads one page or recording."""


def reading(folder: Path, asked: Asked, read: Read) -> Answer:
    """The engine of which `read` is the recogniser: an answer is what all media of a task hold, each noted alone."""
    one_at_a_time = asyncio.Lock()

    async def answer(job: Job, note: Note) -> Answered | Failure:
        media = await prepared(job, folder, asked, one_at_a_time)
        if isinstance(media, Failure):
            return media
        texts = []
        for medium in media:
            started = time.time()
            found = await read(medium)
            message = found.message if isinstance(found, Failure) else None
            seconds = round(time.time() - started, 3)
            note(
                {"at": round(started, 3), "temperature": None, "status": None, "seconds": seconds, "usage": None}
                | {"message": message}
            )
            if isinstance(found, Failure):
                return found
            texts.append(found)
        text = "\n\n".join(texts)
        return Answered(text, [Completion(text, "stop")])

    return answer


def in_thread(recognise: Callable[[Medium], str]) -> Read:
    """Reads with a library of this process, which takes all cores by itself: one medium at a time."""
    one_at_a_time = asyncio.Lock()

    async def read(medium: Medium) -> str | Failure:
        async with one_at_a_time:
            try:
                return await asyncio.to_thread(recognise, medium)
            except Exception as error:  # whatever a library makes of one medium, the others are still to be read
                said = f"{type(error).__name__}: {error}"[:300]
                return Failure(verdicts.UNABLE, None, f"'{medium.name}' was not read ({said})")

    return read
