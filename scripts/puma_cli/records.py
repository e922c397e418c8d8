"""What results.json and samples.jsonl hold, and how a file of answers is accounted for."""

from collections.abc import Iterator, Mapping
from typing import Any

from puma_answers.shapes import PLAIN
from puma_metrics import Report
from puma_metrics.phrases import Answer
from puma_metrics.report import Sample
from puma_metrics.rules import Extraction
from puma_metrics.signature import tasks_digest
from puma_metrics.wording import counted

from .predictions import Predictions


def results_of(report: Report, given: Predictions) -> dict[str, Any]:
    """What results.json holds."""
    looked = {
        "file": given.file,
        "rows": given.rows,
        "extra": given.extra,
        "duplicate": given.duplicate,
        "null": given.null,
        "cut": report.totals.all.cut,
    }
    about = {"input": looked, "read_as": given.read_as, "notes": list(given.notes), "written": []}
    return {**report.results(), "model": given.model, **about}


def sample_record(sample: Sample) -> dict[str, Any]:
    """One line of samples.jsonl."""
    score = sample.score
    extraction = [_validity(r.rule, score.answer) for r in score.rules if isinstance(r.rule, Extraction)]
    return {
        "id": sample.task.id,
        "category": sample.task.category,
        "strict": score.strict,
        "soft": score.soft,
        "answer": sample.given.text if sample.given else None,
        "words": len(score.answer.words1),
        "flags": list(score.flags),
        "task_digest": tasks_digest([sample.task]),
        **_ended(sample),
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
        **({"schema_valid": extraction[0]} if extraction else {}),
    }


def _validity(rule: Extraction, answer: Answer) -> bool | str | None:
    """Whether the answer is valid against the rule's schema, null without one."""
    valid = rule.schema_valid(answer)
    return "not judged" if valid is None and rule.schema is not None else valid


def _ended(sample: Sample) -> dict[str, bool]:
    """How the answer ended, where it is not as usual."""
    given = sample.given
    found = {"missing": given is None, "failed": sample.failed, "truncated": bool(given and given.truncated)}
    return {name: True for name, holds in {**found, "refused": bool(given and given.refused)}.items() if holds}


def accounted(results: Mapping[str, Any]) -> Iterator[str]:
    """How the answers of a model looked, from what results.json holds."""
    overall, looked = results["overall"], results["input"]
    yield counted(looked["rows"], "row")
    if (read_as := results.get("read_as", PLAIN.name)) != PLAIN.name:
        yield f"read as {read_as}"
    counts = {name: overall.get(name, 0) for name in ("missing", "failed", "empty", "refused", "truncated")}
    counts |= {name: looked[name] for name in ("null", "extra", "duplicate", "cut")}
    yield from (f"{count} {what}" for what, count in counts.items() if count)
