"""A run from its plan to its end: what is left to ask is asked, and every answer is written as soon as it is there."""

import asyncio
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puma_metrics.errors import InputError
from puma_metrics.task import Task

from . import records, verdicts
from .abilities import Abilities
from .answering import Answer, answer_row, failure_row
from .chat import chat
from .client import Client, Failure, Standing, http_client
from .completions import COUNTS
from .engines import ENGINES, name_of
from .halting import Halt, Stopped
from .journal import ANSWERS, ATTEMPTS, Journal, key_of, locked, rows_of
from .requests import Job
from .secrets import Secrets, shown_url
from .settings import Asked, Pacing
from .tesseract import tesseract
from .transcribing import transcribing

if TYPE_CHECKING:
    import httpx2

INTERRUPTED = "interrupted"
DONE, USAGE, INCOMPLETE, BROKEN_OFF = 0, 2, 5, 130


@dataclass(frozen=True)
class Plan:
    """What to ask whom, and where the answers go. `url` and `key` are "" for a recogniser on this machine."""

    folder: Path
    tasks: Sequence[Task]
    jobs: Sequence[Job]
    asked: Asked
    pacing: Pacing
    out: Path
    url: str = ""
    key: str = ""
    samples: int = 1
    again: bool = False
    """Ask again what failed for good, too."""
    other: Path | None = None
    """A run from which equal requests are taken over."""


@dataclass(frozen=True)
class Progress:
    """How far a run is. `asked` counts this run's finished jobs, `seconds` since it began."""

    asked: int
    left: int
    failed: int
    seconds: float
    tokens: int
    cost: float | None


@dataclass(frozen=True)
class Outcome:
    """How a run ended. `reason` says why it ended early, "" if it did not."""

    counts: Mapping[str, Any]
    reason: str = ""
    is_fatal: bool = False
    taken_over: int = 0
    stale: int = 0
    abilities: Abilities = field(default_factory=Abilities)
    record: Mapping[str, Any] = field(default_factory=dict)

    @property
    def exit_code(self) -> int:
        """0 all answered, 5 incomplete, 2 if a fatal status or the budget left nothing answered, 130 on Ctrl-C."""
        if self.reason == INTERRUPTED:
            return BROKEN_OFF
        if self.is_fatal and not self.counts["answered"]:
            return USAGE
        return INCOMPLETE if self.counts["left"] or self.counts["failed"] or self.is_fatal else DONE


def run(plan: Plan, told: Callable[[Progress], None], transport: "httpx2.AsyncBaseTransport | None" = None) -> Outcome:
    """Ask for every job that is not answered yet.

    `told` hears of every finished job; `transport` takes the place of the network in tests. Raises InputError for a
    folder that is locked, that is no run, or that was made with other settings.
    """
    about = ENGINES[plan.asked.engine].about(plan.asked.model)
    with locked(plan.out):
        before = records.earlier(plan.out, plan.asked)
        wanted = {job.key: job.request for job in plan.jobs}
        journal = Journal(plan.out, wanted, plan.again, verdicts.PASSING)
        taken_over = _take_over(plan.other, wanted, journal) if plan.other else 0
        url = shown_url(plan.url) if plan.url else None
        record = records.about(plan.tasks, str(plan.folder), url, plan.asked, plan.samples)
        record |= {"engine_about": dict(about), "start": before.get("start") or records.now()}
        record["abilities"] = before.get("abilities", {}) if before.get("url") == url else {}
        records.save(plan.out, record)
        try:
            return asyncio.run(_Run(plan, journal, record, told, transport).work(taken_over))
        finally:
            journal.close()


def _take_over(other: Path, wanted: Mapping[tuple[str, int], str], journal: Journal) -> int:
    """Equal requests of another run, and how many they are."""
    if not (other / ANSWERS).is_file():
        raise InputError(f"--from {other}: holds no {ANSWERS}; name the folder of a run")
    rows = {key_of(row): row for row in rows_of(other / ANSWERS)}
    found = [row for key, row in rows.items() if key not in journal.answers and wanted.get(key) == row["request"]]
    for row in found:
        journal.failures.pop(key_of(row), None)
        journal.answered(row)
    if found:
        journal.rewrite_failures()
    return len(found)


class _Run:
    """One process's part of a run."""

    def __init__(
        self,
        plan: Plan,
        journal: Journal,
        record: dict[str, Any],
        told: Callable[[Progress], None],
        transport: "httpx2.AsyncBaseTransport | None",
    ) -> None:
        self.plan, self.journal, self.record, self.told, self.transport = plan, journal, record, told, transport
        self.standing = _standing(plan, journal, record)
        self.halt = Halt()
        self.began, self.asked = time.monotonic(), 0
        self.left = [job for job in plan.jobs if job.key not in journal.answers and job.key not in journal.failures]

    async def work(self, taken_over: int) -> Outcome:
        async with AsyncExitStack() as stack:
            answer = await self._engine(stack)
            with _gentle(self.halt):
                await self._all(answer)
        self._save(records.now())
        return Outcome(
            self.record["counts"],
            self.halt.reason,
            self.halt.is_fatal,
            taken_over,
            self.journal.stale,
            self.standing.abilities,
            self.record,
        )

    async def _engine(self, stack: AsyncExitStack) -> Answer:
        plan = self.plan
        if plan.asked.engine == "tesseract":
            return tesseract(plan.folder, plan.asked, plan.pacing.timeout)
        http = await stack.enter_async_context(http_client(plan.key, plan.url, plan.pacing, self.transport))
        secrets = Secrets(plan.key, plan.url)
        client = Client(http, plan.url, secrets, plan.pacing, self.halt, self.standing)
        engine = transcribing if plan.asked.engine == "transcription" else chat
        return engine(client, plan.folder, plan.asked, plan.pacing.max_body)

    async def _all(self, answer: Answer) -> None:
        queue = iter(self.left)

        async def worker() -> None:
            for job in queue:
                if self.halt.reason:
                    return
                try:
                    await self._one(job, answer)
                except Stopped:
                    return

        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(min(self.plan.pacing.concurrency, len(self.left))):
                    group.create_task(worker())
        except BaseExceptionGroup as errors:  # such as a full disk: the first is the one to say
            raise errors.exceptions[0] from errors

    async def _one(self, job: Job, answer: Answer) -> None:
        started = time.monotonic()
        knew = self.standing.abilities

        def note(attempt: dict[str, Any]) -> None:
            self.journal.attempted({"id": job.id, "sample": job.sample, "request": job.request, **attempt})

        found = await answer(job, note)
        if isinstance(found, Failure):
            self.journal.failed(failure_row(job, found))
        else:
            model = name_of(self.plan.asked.engine, self.plan.asked.model)
            seconds = time.monotonic() - started
            self.journal.answered(answer_row(job, found, model, seconds, self.plan.pacing.price))
        self.asked += 1
        if self.standing.abilities != knew:
            self._save(None)
        self.told(self._progress())

    def _progress(self) -> Progress:
        return Progress(
            self.asked,
            len(self.left) - self.asked,
            len(self.journal.failures),
            time.monotonic() - self.began,
            self.standing.prompt_tokens + self.standing.completion_tokens,
            self.standing.spent if self.plan.pacing.price else None,
        )

    def _save(self, end: str | None) -> None:
        served = dict.fromkeys(row.get("served") for row in self.journal.answers.values())
        self.record |= {
            "served": [name for name in served if name],
            "abilities": self.standing.abilities.record(),
            "counts": records.counts_of(
                [job.key for job in self.plan.jobs], self.journal.answers, self.journal.failures
            ),
            "tokens": {name: getattr(self.standing, name) for name in COUNTS},
            "cost": self.standing.spent if self.plan.pacing.price else None,
            "end": end,
            "stopped": self.halt.reason or None,
        }
        records.save(self.plan.out, self.record)


def _standing(plan: Plan, journal: Journal, record: Mapping[str, Any]) -> Standing:
    """What is known and was spent before this process: the budget is that of the run, whoever is killed."""
    standing = Standing(Abilities.of(record["abilities"]), bool(journal.answers))
    for attempt in rows_of(plan.out / ATTEMPTS):
        if usage := attempt.get("usage"):
            standing.prompt_tokens += usage["prompt_tokens"]
            standing.completion_tokens += usage["completion_tokens"]
            standing.spent += plan.pacing.price.of(usage) if plan.pacing.price else 0.0
    return standing


@contextmanager
def _gentle(halt: Halt) -> Iterator[None]:
    """The first Ctrl-C lets what is in flight be finished and written; the second ends at once."""
    loop = asyncio.get_running_loop()

    def interrupted(*_: object) -> None:
        signal.signal(signal.SIGINT, before)
        loop.call_soon_threadsafe(halt.call, INTERRUPTED, False)

    try:
        before = signal.signal(signal.SIGINT, interrupted)
    except ValueError:  # in a thread, which no signal reaches
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
