"""`puma prompts`: what to ask a model, as requests for any inference stack (RUN, section 2)."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from puma_dataset.prompts import messages, paths, prompt_of, response_format
from puma_metrics import Task
from puma_metrics.wording import counted

from . import files
from .grade import load_tasks
from .subset import Subset, subset_options

MODEL = "MODEL"
"""The name in a batch whose user has named none: a server refuses it, and does not answer as another."""


@click.command()
@click.option("--tasks", "folder", type=click.Path(path_type=Path), help="The folder of tasks; else the sample's.")
@click.option(
    "--out", required=True, type=click.Path(path_type=Path), help="Write the requests into this file (JSONL)."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["openai-batch", "chat", "plain"]),
    default="openai-batch",
    show_default=True,
    help="openai-batch for OpenAI, vLLM's run_batch, SGLang and Mistral; chat: messages; plain: prompt and paths.",
)
@click.option(
    "--media",
    type=click.Choice(["inline", "path"]),
    default="inline",
    show_default=True,
    help="As base64, or as paths.",
)
@subset_options
@click.option("--model", default=MODEL, show_default=True, help="The model that a batch names.")
@click.option(
    "--with-schema-prompt",
    "with_schema",
    is_flag=True,
    help="Extraction: the schema in the prompt, no response_format.",
)
def prompts(
    folder: Path | None,
    out: Path,
    form: str,
    media: str,
    subset: Subset,
    model: str,
    with_schema: bool,
) -> None:
    """Write a request for each task: the paper's prompts, the media and the schema of the answer.

    What a stack makes of a batch, puma grade reads as it is.
    """
    tasks = subset.of(load_tasks(folder)[0])
    write = FORMATS[form]
    found = (write(task, folder, media, model, with_schema) for task in tasks)
    size = files.write_lines(out, (json.dumps(one, ensure_ascii=False) + "\n" for one in found))
    files.say(f"Written: {out}, {counted(len(tasks), 'request')}, {size:,} bytes")


def _batch(task: Task, folder: Path | None, media: str, model: str, with_schema: bool) -> dict[str, Any]:
    body: dict[str, Any] = {"model": model, "temperature": 0}
    body["messages"] = messages(task, folder, media=media, with_schema=with_schema)
    wanted = None if with_schema else response_format(task)
    body |= {"response_format": wanted} if wanted else {}
    return {"custom_id": task.id, "method": "POST", "url": "/v1/chat/completions", "body": body}


def _chat(task: Task, folder: Path | None, media: str, model: str, with_schema: bool) -> dict[str, Any]:
    wanted = None if with_schema else response_format(task)
    asked = messages(task, folder, media=media, with_schema=with_schema)
    return {"id": task.id, "messages": asked, "response_format": wanted}


def _plain(task: Task, folder: Path | None, media: str, model: str, with_schema: bool) -> dict[str, Any]:
    return {"id": task.id, "prompt": prompt_of(task, with_schema=with_schema), "media": paths(task, folder)}


Write = Callable[[Task, Path | None, str, str, bool], dict[str, Any]]
FORMATS: dict[str, Write] = {"openai-batch": _batch, "chat": _chat, "plain": _plain}
