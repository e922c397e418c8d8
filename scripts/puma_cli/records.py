"""What results.json and samples.jsonl hold, and how a file of answers is accounted for."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from puma_answers.shapes import PLAIN
from puma_metrics import Report, TaskScore
from puma_metrics.normal import SPOKEN, spoken_readings
from puma_metrics.repeated import Repeated
from puma_metrics.report import Sample
from puma_metrics.signature import tasks_digest
from puma_metrics.wording import counted

from .predictions import Predictions
from .repeats import numbered


@dataclass(frozen=True)
class Looked:
    """How a file of answers looked, or the files of a model together."""

    file: str
    rows: int
    extra: int
    """Rows of no task."""
    duplicate: int
    null: int
    read_as: str = PLAIN.name
    notes: tuple[str, ...] = ()


def results_record(results: dict[str, Any], cut: int, model: str, looked: Looked) -> dict[str, Any]:
    """What results.json holds: `results` of totals or of a report, of whose answers so many were cut.

    Whoever writes files adds them to `written`.
    """
    rows = {name: getattr(looked, name) for name in ("file", "rows", "extra", "duplicate", "null")}
    about = {"input": {**rows, "cut": cut}, "read_as": looked.read_as, "notes": list(looked.notes)}
    return {**results, "model": model, **about, "written": []}


def results_of(report: Report | Repeated, given: Predictions) -> dict[str, Any]:
    """The results record of answers that were graded at once."""
    counts = (given.rows, given.extra, given.duplicate, given.null)
    looked = Looked(given.file, *counts, read_as=given.read_as, notes=tuple(given.notes))
    return results_record(report.results(), report.totals.all.cut, given.model, looked)


def sample_records(report: Report | Repeated) -> Iterator[dict[str, Any]]:
    """The lines of samples.jsonl."""
    return (sample_record(sample, number) for number, sample in numbered(report))


def sample_record(sample: Sample, number: int = 0) -> dict[str, Any]:
    """One line of samples.jsonl; `number` is that of the answer where its task was asked several times."""
    score = sample.score
    return {
        "id": sample.task.id,
        **({"sample": number} if number else {}),
        "category": sample.task.category,
        "strict": score.strict,
        "soft": score.soft,
        "answer": sample.given.text if sample.given else None,
        "words": len(score.answer.words1),
        "flags": list(score.flags),
        "task_digest": tasks_digest([sample.task]),
        **_ended(sample),
        **_before(sample),
        **({"error": sample.error} if sample.error else {}),
        "rules": [
            {
                "type": rule.rule.type,
                "strict": rule.strict,
                "soft": rule.soft,
                "reason": rule.reason,
                "details": rule.details,
            }
            for rule in score.rules
        ],
        **_beside(score),
    }


def _beside(score: TaskScore) -> dict[str, Any]:
    """What the rules say beside the score; of two that say the same thing the first is heard."""
    said = [rule.rule.beside_score(score.answer) for rule in score.rules]
    return {name: value for one in reversed(said) for name, value in one.items()}


def _before(sample: Sample) -> dict[str, Any]:
    """Of a normalised answer what it was and scored, the score of its best reading, and what was read how."""
    score, given = sample.score, sample.given
    if score.raw is None or given is None:
        return {}
    found: dict[str, Any] = {"raw_answer": given.raw, "normaliser": given.normaliser, "raw_soft": score.raw.soft}
    if score.best is not None:
        found |= {"best_soft": score.best}
    if given.normaliser.startswith(SPOKEN):
        found["readings"] = [list(one) for one in spoken_readings(given.raw or "")] if given.text != given.raw else []
    return found


def _ended(sample: Sample) -> dict[str, bool]:
    """How the answer ended, where it is not as usual."""
    given = sample.given
    found = {"missing": given is None, "failed": sample.failed, "truncated": bool(given and given.truncated)}
    return {name: True for name, holds in {**found, "refused": bool(given and given.refused)}.items() if holds}


def accounted(results: Mapping[str, Any]) -> Iterator[str]:
    """How the answers of a model looked, from what results.json holds; failed requests are among the missing."""
    overall, looked = results["overall"], results["input"]
    yield counted(looked["rows"], "row")
    if samples := overall.get("samples"):
        yield f"{samples} answers to each task"
    if (read_as := results.get("read_as", PLAIN.name)) != PLAIN.name:
        yield f"read as {read_as}"
    if missing := overall["missing"]:
        failed = overall.get("failed", 0)
        yield f"{missing} missing" + (f" ({failed} of them failed)" if failed else "")
    counts = {name: overall.get(name, 0) for name in ("empty", "refused", "truncated")}
    counts |= {name: looked[name] for name in ("null", "extra", "duplicate", "cut")}
    yield from (f"{count} {what}" for what, count in counts.items() if count)
