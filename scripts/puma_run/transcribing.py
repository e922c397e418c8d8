"""The engine for servers of recognisers: an OpenAI-compatible /audio/transcriptions."""

import asyncio
from pathlib import Path

from .abilities import Abilities
from .answering import Answer, Answered, prepared, too_large
from .body import form_body
from .client import Client, Failure, Note, Outgoing
from .completions import transcription
from .requests import Job
from .settings import Asked

PATH = "/audio/transcriptions"


def transcribing(client: Client, folder: Path, asked: Asked, max_body: int) -> Answer:
    """The engine for one server: a form with the recording, the model and what --extra names, and nothing else."""
    one_at_a_time = asyncio.Lock()

    async def answer(job: Job, note: Note) -> Answered | Failure:
        media = await prepared(job, folder, asked, one_at_a_time)
        if isinstance(media, Failure):
            return media
        fields = {"model": asked.model, **{name: str(value) for name, value in asked.extra.items()}}
        body = form_body(fields, media[0])
        if body.size > max_body:
            return too_large(media, body.size, max_body)

        def make(_: Abilities) -> Outgoing:
            return Outgoing(PATH, body, frozenset({"audio"}))

        found = await client.ask(make, transcription, note)
        return found if isinstance(found, Failure) else Answered(found.text, [found])

    return answer
