"""What moves when saved answers are graded again: by which tasks, by how much, and why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .signature import parts_of
from .wording import shorten

DUST = 1e-9
"""Soft scores nearer than this are the same."""

Record = Mapping[str, Any]
"""A line of samples.jsonl."""


@dataclass(frozen=True)
class Move:
    """One task whose score moved."""

    id: str
    category: str
    strict: tuple[int, int]
    """Before and now."""
    soft: tuple[float, float]
    why: tuple[str, ...]
    sample: int = 0
    """Which of the answers to a task that was asked several times, from 1; 0 where there is one."""


def moves(old: Sequence[Record], new: Sequence[Record], changes: Sequence[str] = ()) -> list[Move]:
    """The tasks of both gradings whose strict or soft score moved, in the order of the new one.

    `changes` are those of the grader, from `signature_changes`; of tasks that stayed as they were they are the cause.

    >>> before = {"id": "t", "category": "asr", "strict": 0, "soft": 0.5, "rules": []}
    >>> moves([before], [{**before, "strict": 1, "soft": 1.0}])[0].why
    ('neither the task nor the signature changed: was the file edited by hand?',)
    """
    before = {_key(record): record for record in old}
    pairs = [(before[_key(record)], record) for record in new if _key(record) in before]
    return [_move(before, now, changes) for before, now in pairs if _has_moved(before, now)]


def _key(record: Record) -> tuple[str, int]:
    return record["id"], record.get("sample", 0)


def _has_moved(old: Record, new: Record) -> bool:
    return old["strict"] != new["strict"] or abs(old["soft"] - new["soft"]) > DUST


def _move(old: Record, new: Record, changes: Sequence[str]) -> Move:
    why = (*_causes(old, new, changes), *_moved_rules(old["rules"], new["rules"]))
    strict, soft = (old["strict"], new["strict"]), (old["soft"], new["soft"])
    return Move(new["id"], new["category"], strict, soft, why, new.get("sample", 0))


def _causes(old: Record, new: Record, changes: Sequence[str]) -> list[str]:
    before, now = old.get("task_digest"), new.get("task_digest")
    if before is None or now is None:
        known = [rule["type"] for rule in old["rules"]] == [rule["type"] for rule in new["rules"]]
        changed = [] if known else ["the task has other rules"]
    else:
        changed = ["the task itself changed"] if before != now else []
    found = [*changed, *(f"the grader changed: {change}" for change in changes)]
    return found or ["neither the task nor the signature changed: was the file edited by hand?"]


def _moved_rules(old: Sequence[Record], new: Sequence[Record]) -> list[str]:
    """The rules whose score or reason differs, with both reasons; rules of two lists correspond by place."""
    found = []
    for number in range(max(len(old), len(new))):
        before = old[number] if number < len(old) else None
        now = new[number] if number < len(new) else None
        if before is None or now is None or _rule_differs(before, now):
            kind = (now or before or {})["type"]
            found.append(f"rule {number + 1}, {kind}: {_scored(before)}, now {_scored(now)}")
    return found


def _rule_differs(before: Record, now: Record) -> bool:
    same = before["type"] == now["type"] and before["strict"] == now["strict"]
    return not same or abs(before["soft"] - now["soft"]) > DUST


def _scored(rule: Record | None) -> str:
    if rule is None:
        return "no such rule"
    return f"strict {rule['strict']}, soft {rule['soft']:.3f} ({shorten(rule['reason'], 200)})"


def signature_changes(old: str, new: str) -> list[str]:
    """What differs between two signatures and can move a score, in words; the tasks have a digest each.

    >>> signature_changes("puma|tasks:a|dictionary:sgjp-1|scoring:1", "puma|tasks:b|dictionary:sgjp-2|scoring:1")
    ['dictionary:sgjp-1, now dictionary:sgjp-2']
    """
    before, now = parts_of(old), parts_of(new)
    names = [name for name in dict.fromkeys([*before, *now]) if name not in ("n", "tasks")]
    changed = [name for name in names if before.get(name) != now.get(name)]
    return [f"{_part(name, before)}, now {_part(name, now)}" for name in changed]


def _part(name: str, parts: Mapping[str, str]) -> str:
    return f"{name}:{parts[name]}" if name in parts else f"no {name}"
