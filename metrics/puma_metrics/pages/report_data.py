"""What the report page shows of tasks and answers: small values, made of each graded sample as soon as it is graded."""

from collections.abc import Mapping
from dataclasses import dataclass

from ..report import Sample
from ..rules import RuleScore
from ..task import Task

LONGEST = 20_000
"""Characters of an answer that the page shows; samples.jsonl has it whole."""
MOST_NEAR = 3

Mark = tuple[int, int, bool]
"""Start and end of a place in an answer, and whether what stands there holds."""


@dataclass(frozen=True)
class Media:
    """One picture, recording or document as a `data:` address; `kind` is image, audio or pdf."""

    kind: str
    source: str
    name: str


@dataclass(frozen=True)
class Verdict:
    """One rule's scores and what it looked at; `parts` are pairs of whether it holds, and the reason."""

    type: str
    strict: int
    soft: float
    parts: tuple[tuple[bool, str], ...]


@dataclass(frozen=True)
class ShownAnswer:
    """One model's answer to one task."""

    is_missing: bool
    strict: int
    soft: float
    text: str
    marks: tuple[Mark, ...]
    rules: tuple[Verdict, ...]
    flags: tuple[str, ...]
    seen: tuple[str, ...]
    """What each flag saw."""
    notes: tuple[str, ...]


@dataclass(frozen=True)
class ShownTask:
    """A task with its media and each model's answer."""

    task: Task
    media: tuple[Media, ...]
    answers: Mapping[str, ShownAnswer]
    default_prompt: str = ""
    """What a task without a question of its own asks."""


def shown_answer(sample: Sample) -> ShownAnswer:
    """What the page shows of a graded answer.

    >>> from puma_metrics import grade_all
    >>> task = {"id": "t1", "category": "speech_qa", "rules": [{"type": "include", "clauses": [["Gdynia"]]}]}
    >>> shown_answer(grade_all([task], {"t1": "W Gdyni."}).samples[0]).marks
    ((2, 7, True),)
    """
    score = sample.score
    places = [(*place, part.holds) for rule in score.rules for part in rule.parts for place in part.places]
    return ShownAnswer(
        is_missing=sample.given is None,
        strict=score.strict,
        soft=score.soft,
        text=score.answer.text[:LONGEST],
        marks=_disjoint([(a, min(b, LONGEST), holds) for a, b, holds in places if a < LONGEST]),
        rules=tuple(map(_verdict, score.rules)),
        flags=score.flags,
        seen=tuple(str(flag) for flag in score.flagged if flag.reason),
        notes=tuple(_notes(sample)),
    )


def _verdict(rule: RuleScore) -> Verdict:
    parts = tuple((part.holds, _reason(part.name, part.reason, part.near)) for part in rule.parts)
    return Verdict(rule.rule.type, rule.strict, rule.soft, parts)


def _reason(name: str, reason: str, near: tuple[str, ...]) -> str:
    return f"{name}: {reason}" + (f" ({'; '.join(near[:MOST_NEAR])})" if near else "")


def _disjoint(marks: list[Mark]) -> tuple[Mark, ...]:
    """The marks in order, each starting where the one before it ends at the earliest."""
    found: list[Mark] = []
    for start, end, holds in sorted(marks):
        start = max(start, found[-1][1] if found else 0)
        if start < end:
            found.append((start, end, holds))
    return tuple(found)


def _notes(sample: Sample) -> list[str]:
    score, given = sample.score, sample.given
    if given is None:
        return []
    raw, size = given.text or "", len(score.answer.text)
    notes = ["null instead of a text"] if given.text is None else []
    notes += ["empty"] if given.text is not None and score.answer.is_blank else []
    notes += ["cut off by the model's limit"] if given.truncated else []
    notes += ["refused"] if given.refused else []
    if score.is_cut:
        notes.append("cut to the longest answer that is graded")
    elif len(raw) > size:
        notes.append(f"{len(raw) - size:,} characters of reasoning before the answer are not graded and not shown")
    if size > LONGEST:
        notes.append(f"the first {LONGEST:,} of {size:,} characters are shown; samples.jsonl has all")
    return notes
