"""The line that makes a result reproducible (GRADING, section 9)."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

from . import __version__
from .polish import dictionary
from .task import Task

SCORING = 2
"""Rises if and only if some score can move; CHANGELOG.md says what and why."""


def canonical(value: object) -> str:
    """JSON without white space, keys in order: equal values give equal text."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def digest(parts: Iterable[str]) -> str:
    """Sixteen hexadecimal digits of the SHA-256 of texts, whatever their order."""
    sha = hashlib.sha256()
    for part in sorted(parts):
        sha.update(part.encode("utf-8", "surrogatepass") + b"\n")
    return sha.hexdigest()[:16]


def tasks_digest(tasks: Iterable[Task]) -> str:
    """The digest of all that a score and its meaning depend on: id, category, prompt and rules of every task."""
    return digest(canonical([t.id, t.category, t.prompt, list(t.record["rules"])]) for t in tasks)


def signature(metric: str, n: int, digest: str, options: Mapping[str, Any] | None = None) -> str:
    """One line that names everything a score depends on.

    `options` are those that differ from their default.

    >>> signature("puma", 2, "0123456789abcdef", {"keep_thinking": True}).split("|")[:4]
    ['puma', 'n:2', 'tasks:0123456789abcdef', 'text:phrase1,raw1,words1']
    """
    parts = [metric, f"n:{n}", f"tasks:{digest}", "text:phrase1,raw1,words1", f"dictionary:{dictionary()}"]
    parts += [f"{name}:{value}".lower() for name, value in sorted((options or {}).items())]
    return "|".join([*parts, f"scoring:{SCORING}", f"version:{__version__}"])


def parts_of(signature: str) -> dict[str, str]:
    """The parts of a signature by name; the metric's name stands under "metric".

    >>> parts_of("puma|n:2|tasks:0123456789abcdef|keep_thinking:true|scoring:1")["keep_thinking"]
    'true'
    """
    metric, *parts = signature.split("|")
    return {"metric": metric} | {name: value for name, _, value in (part.partition(":") for part in parts)}
