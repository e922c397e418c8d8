"""run.json: what was asked of whom, what was learned, and how it ended."""

import json
import platform
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from puma_metrics import __version__
from puma_metrics.errors import InputError
from puma_metrics.signature import tasks_digest
from puma_metrics.task import Task

from .body import as_json
from .journal import RUN, Key, content_of, write_whole
from .settings import Asked

FORMAT = 1
OPTIONS = {
    "extra": "--extra",
    "max_tokens": "--max-tokens",
    "response_format": "--response-format",
    "wrap_arrays": "--wrap-arrays",
    "without_media": "--without-media",
    **{name: f"--{name}" for name in ("temperature", "ladder", "seed", "pdf", "audio", "engine")},
    "model": "MODEL",
}
"""What sets each of the values that decide an answer."""


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def earlier(out: Path, asked: Asked) -> dict[str, Any]:
    """run.json of an earlier run into this folder, {} if there was none.

    Raises InputError for a folder that holds something else, and for another setting, with what differs.
    """
    if not content_of(out / RUN):
        if any(name for name in out.iterdir() if not name.name.startswith(("run.lock", "."))):
            raise InputError(f"{out}: holds other files, and no run of puma run; name a new folder with --out")
        return {}
    record = of_run(out)
    before = record["asked"]
    if differences := [
        f"{OPTIONS[name]} was {_shown(before.get(name))}, is {_shown(value)}"
        for name, value in json.loads(as_json(asked.record())).items()
        if before.get(name) != value
    ]:
        raise InputError(
            f"{out}: was made with other settings: {'; '.join(differences)}. One folder has one setting: name a new "
            "one with --out, which takes over equal requests with --from"
        )
    return record


def of_run(out: Path) -> dict[str, Any]:
    """run.json of a run's folder. Raises InputError if there is none, or if it is not what a run writes."""
    try:
        record = json.loads(content_of(out / RUN))
        assert isinstance(record["asked"], dict)
    except (ValueError, RecursionError, KeyError, TypeError, AssertionError, NotADirectoryError) as error:
        raise InputError(f"{out}: holds no {RUN} that puma run has written; name the folder of a run") from error
    return dict(record)


def _shown(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def about(tasks: Sequence[Task], folder: str, url: str | None, asked: Asked, samples: int) -> dict[str, Any]:
    """What run.json says before the first request."""
    import httpx2

    return {
        "format": FORMAT,
        "model": asked.model,
        "engine": asked.engine,
        "url": url,
        "blind": asked.without_media,
        "asked": asked.record(),
        "samples": samples,
        "tasks": {"folder": folder, "n": len(tasks), "digest": tasks_digest(tasks)},
        "versions": {"puma-bench": __version__, "httpx2": httpx2.__version__, "python": platform.python_version()},
    }


def counts_of(
    wanted: Iterable[Key], answers: Mapping[Key, Mapping[str, Any]], failures: Mapping[Key, Mapping[str, Any]]
) -> dict[str, Any]:
    """How the jobs stand.

    >>> counts_of([("a", 0), ("b", 0)], {("a", 0): {}}, {})
    {'jobs': 2, 'answered': 1, 'failed': 0, 'left': 1, 'failures': {}}
    """
    wanted = list(wanted)
    failed = Counter(str(failures[key].get("kind")) for key in wanted if key in failures)
    answered = sum(key in answers for key in wanted)
    return {
        "jobs": len(wanted),
        "answered": answered,
        "failed": failed.total(),
        "left": len(wanted) - answered - failed.total(),
        "failures": dict(failed.most_common()),
    }


def save(out: Path, record: Mapping[str, Any]) -> None:
    write_whole(out / RUN, json.dumps(record, ensure_ascii=False, indent=2).encode("utf-8", "backslashreplace") + b"\n")
