"""Texts rewritten by a language model, through the same client, pace and journal as answers (NORMALISE, 12.5)."""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from puma_metrics.errors import InputError
from puma_metrics.signature import canonical

from .journal import ANSWERS, FAILURES, rows_of, write_whole
from .requests import Job
from .running import Outcome, Plan, Progress, run
from .settings import Asked, Pacing

if TYPE_CHECKING:
    import httpx2

QUESTIONS = "questions.jsonl"
"""What was asked, by the digest under which the answer stands."""


@dataclass(frozen=True)
class Rewritten:
    """What a model made of texts.

    Attributes:
        texts: by the text's name; without those that it refused or that failed.
        failures: by the name why there is none.
        digest: of every question and its answer.
    """

    texts: Mapping[str, str]
    failures: Mapping[str, str]
    digest: str
    outcome: Outcome


def rewrite(
    questions: Mapping[str, str],
    model: str,
    pacing: Pacing,
    cache: Path,
    url: str,
    key: str,
    told: Callable[[Progress], None],
    transport: "httpx2.AsyncBaseTransport | None" = None,
) -> Rewritten:
    """Ask a model each of the questions at temperature 0, once, and keep question and answer in a folder.

    The same call goes on where an earlier one was ended, and asks nothing twice. Raises InputError as `running.run`.
    """
    asked = Asked(model, temperature=0.0, ladder=None)
    jobs = [_job(name, question, asked) for name, question in questions.items()]
    outcome = run(Plan(cache, (), jobs, asked, pacing, cache, url, key), told, transport)
    write_whole(cache / QUESTIONS, "".join(_line(job) for job in jobs).encode("utf-8", "backslashreplace"))
    wanted = {job.request: job for job in jobs}
    texts, failures = {}, {}
    for row in rows_of(cache / ANSWERS):
        if job := wanted.get(row["request"]):
            if isinstance(text := row.get("prediction"), str) and text.strip() and not row.get("refusal"):
                texts[job.id] = text
            else:
                failures[job.id] = str(row.get("refusal") or "an empty answer")
    for row in rows_of(cache / FAILURES):
        if (job := wanted.get(row["request"])) and job.id not in texts:
            failures[job.id] = str(row.get("message"))
    pairs = sorted((job.prompt, texts.get(job.id, "")) for job in jobs)
    return Rewritten(texts, failures, _digest(pairs), outcome)


def _job(name: str, question: str, asked: Asked) -> Job:
    return Job(name, "", question, question, None, (), 0, _digest({"prompt": question, "asked": asked.record()}))


def _digest(value: object) -> str:
    return hashlib.sha256(canonical(value).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _line(job: Job) -> str:
    return json.dumps({"request": job.request, "id": job.id, "question": job.prompt}, ensure_ascii=False) + "\n"


def refuse_other_place(cache: Path) -> None:
    """Raise InputError where a folder for question and answer is a file."""
    if cache.exists() and not cache.is_dir():
        raise InputError(f"--cache {cache}: is a file; name a folder, in which question and answer are kept")
