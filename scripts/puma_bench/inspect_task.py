"""PUMA as a task of Inspect AI: `inspect eval puma_bench/puma -T tasks=FOLDER --model NAME` (RUN, section 5).

The requests are those of `puma run`, the ladder of temperatures too; the scores are those of `puma grade`, which also
reads the log. A request that fails scores 0 and stays in the mean.
"""

import base64
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from anyio import to_thread
from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import (
    ChatMessageUser,
    Content,
    ContentAudio,
    ContentDocument,
    ContentImage,
    ContentText,
    ModelOutput,
    ResponseSchema,
)
from inspect_ai.scorer import Score, Scorer, Target, grouped, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import JSONSchema

from puma_dataset.prompts import prompt_of, schema_of
from puma_dataset.read import SAMPLE, read_tasks
from puma_dataset.sendable import Medium, media_of
from puma_metrics import grade
from puma_metrics.errors import InputError
from puma_metrics.task import Task as PumaTask
from puma_run.chat import next_step
from puma_run.loops import is_loop

ENDINGS = {"max_tokens": "length"}
"""What Inspect calls an end by the bound of tokens, and the servers that `puma run` asks."""


@task
def puma(
    tasks: str = "",
    temperature: float | None = 0.0,
    ladder: bool = True,
    with_schema_prompt: bool = False,
    pdf: str = "pages",
) -> Task:
    """The tasks of a folder, or the bundled sample's.

    Args:
        tasks: the folder; else the sample's.
        temperature: None for the model's own, and then no ladder.
        ladder: ask a looping answer again, warmer by 0.3 up to 1.5.
        with_schema_prompt: extraction: the schema in the prompt, for models that take no `response_format`.
        pdf: "pages" for one picture a page, or "file".
    """
    found = _tasks(tasks)
    samples = [
        Sample(id=name, input=prompt_of(one), metadata={"category": one.category, "tags": list(one.tags)})
        for name, one in found.items()
    ]
    return Task(
        dataset=MemoryDataset(samples, name="puma"),
        solver=asked(tasks, temperature, ladder, with_schema_prompt, pdf),
        scorer=graded(tasks),
        # a sample that failed is scored, as 0: dropped from the mean it would raise it
        fail_on_error=False,
        score_on_error=True,
    )


@cache
def _tasks(folder: str) -> Mapping[str, PumaTask]:
    """The tasks of a folder by id. Raises InputError if any has an error."""
    found, findings = read_tasks(folder or SAMPLE, validate=False)
    if errors := [finding for finding in findings if not finding.is_warning]:
        raise InputError(f"{folder}: {errors[0]}; see puma validate {folder}")
    return {one.id: one for one in found}


@solver
def asked(tasks: str, temperature: float | None, ladder: bool, with_schema_prompt: bool, pdf: str) -> Solver:
    """Asks for one sample; its media are read only then."""
    steps = (0.3, 1.5) if ladder else None

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        found = _tasks(tasks)[str(state.sample_id)]
        schema = None if with_schema_prompt else _format(found)
        text = prompt_of(found, with_schema=schema is None)
        folder = Path(tasks) if tasks else Path(str(SAMPLE))
        media = await to_thread.run_sync(media_of, folder, found.record.get("media", ()), pdf)
        message = ChatMessageUser(content=[*map(_content, media), ContentText(text=text)])
        return await _climb(state, generate, message, temperature, steps, schema)

    return solve


async def _climb(
    state: TaskState,
    generate: Generate,
    message: ChatMessageUser,
    temperature: float | None,
    steps: tuple[float, float] | None,
    schema: ResponseSchema | None,
) -> TaskState:
    """Warmer as long as the answer loops; where a warmer request fails, the last answer stands."""
    fields: dict[str, Any] = {"response_schema": schema} if schema else {}
    tried: list[float | None] = []
    stands: ModelOutput | None = None
    while True:
        state.messages = [message]
        warmth = {} if temperature is None else {"temperature": temperature}
        try:
            state = await generate(state, cache=False, **warmth, **fields)
        except Exception:  # whatever it was: some servers refuse to be warmer than 1
            if stands is None:
                raise
            state.output, state.messages = stands, [message, stands.message]
            return state
        tried.append(temperature)
        state.metadata["temperatures"] = list(tried)
        stands = state.output
        loops = is_loop(stands.completion, ENDINGS.get(stands.stop_reason))
        if temperature is None or not loops or (temperature := next_step(temperature, steps)) is None:
            return state


def _format(found: PumaTask) -> ResponseSchema | None:
    """The schema of an answer; None without one, and for one that Inspect's own type does not hold whole."""
    schema = schema_of(found)
    if schema is None:
        return None
    held = JSONSchema.model_validate(schema)
    return ResponseSchema(name="answer", json_schema=held) if held.model_dump(exclude_none=True) == schema else None


def _content(medium: Medium) -> Content:
    kind = f"audio/{medium.form}" if medium.kind == "audio" else medium.form
    url = f"data:{kind};base64,{base64.b64encode(medium.data).decode()}"
    if medium.kind == "audio":
        return ContentAudio(audio=url, format="mp3" if medium.form == "mp3" else "wav")
    if medium.kind == "image":
        return ContentImage(image=url)
    return ContentDocument(document=url, filename=medium.name, mime_type=medium.form)


@scorer(
    metrics={
        "strict": [mean(), stderr(), grouped(mean(), "category", all=False)],
        "soft": [mean(), stderr(), grouped(mean(), "category", all=False)],
    }
)
def graded(tasks: str) -> Scorer:
    """Strict and soft, with the reason of every rule; a sample without an answer has neither."""

    async def score(state: TaskState, target: Target) -> Score:
        found = _tasks(tasks)[str(state.sample_id)]
        if not state.output.choices or state.output.error:
            failed = "The request failed: there is no answer, which counts as 0."
            return Score(value={"strict": 0.0, "soft": 0.0}, explanation=failed)
        result = grade(found, state.output.completion)
        return Score(
            value={"strict": float(result.strict), "soft": result.soft},
            answer=state.output.completion,
            explanation="\n\n".join(rule.reason for rule in result.rules),
            metadata={"flags": list(result.flags)},
        )

    return score
