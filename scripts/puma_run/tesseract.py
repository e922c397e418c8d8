"""The engine Tesseract: a program on this machine that reads pictures of pages; its model's name is its languages."""

import asyncio
import os
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from puma_metrics.errors import InputError, did_you_mean

from . import verdicts
from .answering import Answer, Answered, prepared
from .client import Failure, Note
from .completions import Completion
from .media import Medium
from .requests import Job
from .settings import Asked

PROGRAM = "tesseract"
INSTALL = "install it, such as with apt-get install tesseract-ocr tesseract-ocr-pol"
QUESTION = 30.0
"""Seconds for the program to say its version or its languages."""


def about(model: str) -> dict[str, Any]:
    """The program's version and the languages that are asked of it.

    Raises InputError if the program is not on the path, or knows one of the languages not.
    """
    program = shutil.which(PROGRAM)
    if not program:
        raise InputError(f"--engine tesseract: the program '{PROGRAM}' is not on the path; {INSTALL}")
    known = _said(program, "--list-langs")[1:]
    for language in model.split("+"):
        if language not in known:
            raise InputError(
                f"--engine tesseract: has no language '{language}'; {did_you_mean(language, known)}, "
                f"or install its model, such as with apt-get install tesseract-ocr-{language or 'pol'}"
            )
    return {"program": PROGRAM, "version": _said(program, "--version")[0], "languages": model.split("+")}


def _said(program: str, question: str) -> Sequence[str]:
    run = subprocess.run([program, question], capture_output=True, text=True, timeout=QUESTION, check=False)
    return [line.strip() for line in (run.stdout or run.stderr).splitlines() if line.strip()] or [""]


def tesseract(folder: Path, asked: Asked, timeout: float) -> Answer:
    """The engine for the languages of `asked.model`, such as pol or pol+eng."""
    one_at_a_time = asyncio.Lock()

    async def answer(job: Job, note: Note) -> Answered | Failure:
        media = await prepared(job, folder, asked, one_at_a_time)
        if isinstance(media, Failure):
            return media
        pages = []
        for medium in media:
            started = time.time()
            read = await _page(medium, asked.model, timeout)
            message = read.message if isinstance(read, Failure) else None
            seconds = round(time.time() - started, 3)
            note(
                {"at": round(started, 3), "temperature": None, "status": None, "seconds": seconds, "usage": None}
                | {"message": message}
            )
            if isinstance(read, Failure):
                return read
            pages.append(read)
        text = "\n\n".join(pages)
        return Answered(text, [Completion(text, "stop")])

    return answer


async def _page(medium: Medium, languages: str, timeout: float) -> str | Failure:
    process = await asyncio.create_subprocess_exec(
        *(PROGRAM, "stdin", "stdout", "-l", languages),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,  # a Ctrl-C is the run's, which lets its pages be read to their end
        env={**os.environ, "OMP_THREAD_LIMIT": "1"},  # with several at once, its own threads only wait for each other
    )
    try:
        out, said = await asyncio.wait_for(process.communicate(medium.data), timeout)
    except TimeoutError:
        return Failure(verdicts.SERVER, None, f"'{medium.name}' was not read within {timeout:g} s; see --timeout")
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:  # below zero: it was killed, which another time may not
        kind = verdicts.SERVER if process.returncode < 0 else verdicts.UNABLE
        message = said.decode("utf-8", "replace").strip()[:300] or f"it ended with {process.returncode}"
        return Failure(kind, None, f"'{medium.name}' was not read ({message})")
    return out.decode("utf-8", "replace").strip()
