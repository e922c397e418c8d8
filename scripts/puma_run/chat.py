"""The engine that asks a model: a chat completion, and the ladder of temperatures where an answer loops."""

import asyncio
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from .abilities import Abilities
from .answering import Answer, Answered, prepared, too_large
from .arrays import is_array, unwrapped
from .body import chat_body
from .client import Client, Failure, Note, Outgoing
from .completions import Completion, chat_completion
from .loops import is_loop
from .media import Medium
from .requests import Job, fields_of
from .settings import Asked

PATH = "/chat/completions"


def outgoing(
    job: Job, media: Sequence[Medium], asked: Asked, temperature: float | None, abilities: Abilities
) -> Outgoing:
    """The request for a job, as far as the server is able to take it."""
    fields = fields_of(job, asked, abilities, temperature)
    sent = fields.record.get("temperature")
    return Outgoing(
        PATH,
        chat_body(fields.record, media, fields.text),
        kinds=frozenset(medium.kind for medium in media),
        own=fields.own,
        has_array=job.schema is not None and is_array(job.schema) and not fields.is_wrapped,
        is_wrapped=fields.is_wrapped,
        temperature=sent if isinstance(sent, int | float) else None,
    )


def chat(client: Client, folder: Path, asked: Asked, max_body: int) -> Answer:
    """The engine for one server and one way of asking it."""
    one_at_a_time = asyncio.Lock()

    async def answer(job: Job, note: Note) -> Answered | Failure:
        media = await prepared(job, folder, asked, one_at_a_time)
        if isinstance(media, Failure):
            return media
        size = outgoing(job, media, asked, asked.temperature, client.standing.abilities).body.size
        if size > max_body:
            return too_large(media, size, max_body)
        return await _climb(client, job, media, asked, note)

    return answer


async def _climb(client: Client, job: Job, media: Sequence[Medium], asked: Asked, note: Note) -> Answered | Failure:
    """Warmer as long as the answer loops; where a warmer request fails, the last answer stands."""
    temperature, completions = asked.temperature, list[Completion]()
    while True:
        found = await client.ask(partial(outgoing, job, media, asked, temperature), chat_completion, note)
        if isinstance(found, Failure):
            return _answered(completions) if completions else found
        completions.append(found)
        if not is_loop(found.text, found.finish_reason) or found.temperature is None or temperature is None:
            return _answered(completions)
        temperature = next_step(temperature, asked.ladder)
        if temperature is None:
            return _answered(completions)


def next_step(temperature: float, ladder: tuple[float, float] | None) -> float | None:
    """The next warmer temperature; None above the highest.

    >>> next_step(0.3, (0.3, 1.5)), next_step(1.5, (0.3, 1.5)), next_step(0.0, None)
    (0.6, None, None)
    """
    if ladder is None or round(temperature + ladder[0], 6) > ladder[1]:
        return None
    return round(temperature + ladder[0], 6)


def _answered(completions: Sequence[Completion]) -> Answered:
    last = completions[-1]
    text = unwrapped(last.text) if last.is_wrapped and last.text else last.text
    return Answered(text, completions, is_loop(last.text, last.finish_reason))
