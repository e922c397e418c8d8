"""The paper's normaliser: answers rewritten by a language model, each one audited (NORMALISE, 12.5)."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from puma_metrics import Task
from puma_metrics.grade import cut
from puma_metrics.normal import LLM, SPOKEN, Normalised, normaliser_for
from puma_metrics.normal.audit import DOCUMENTS, MOST_CHANGED, SPEECH, Audit, audit_document, audit_speech
from puma_metrics.shapes import document_text
from puma_metrics.wording import counted

from . import files
from .normalising import Way
from .predictions import Predictions
from .servers import pacing, server

Raw = Mapping[tuple[str, str], tuple[str, str]]
"""By model and task: which of our normalisers the answer has, and the answer."""


def rewritten(
    given: Sequence[Predictions], tasks: Sequence[Task], way: Way, model: str, cache: Path, asking: dict[str, Any]
) -> dict[str, dict[str, Normalised]] | int:
    """By model and task what the language model made of each answer; an exit code where it did not answer all.

    An answer that it changed too much stays as it is, and is named, as is every word that no reading allows.
    """
    from puma_run.rewriting import refuse_other_place, rewrite

    refuse_other_place(cache)
    url, key = server(asking["url"], asking["key_env"], asking["insecure"])
    raw = _raw(given, tasks)
    questions = {
        f"{one}/{task}": asked for (one, task), (kind, text) in raw.items() if (asked := _asked(kind, text, way))
    }
    found = rewrite(questions, model, pacing(asking), cache, url, key, told=lambda _: None)
    if found.outcome.exit_code:
        counts = found.outcome.counts
        why = found.outcome.reason or ", ".join(f"{n} {kind}" for kind, n in counts["failures"].items())
        left = counted(counts["left"] + counts["failed"], "answer")
        files.say(f"{cache}: {left} missing ({why}); nothing was written, the same command goes on", err=True)
        return found.outcome.exit_code
    by_model: dict[str, dict[str, Normalised]] = {one.model: {} for one in given}
    for (one, task), (kind, text) in raw.items():
        name = f"{one}/{task}"
        said, why = found.texts.get(name), found.failures.get(name, "")
        used, notes, is_refused = _audited(kind, text, said, why, name in questions, way)
        how = _normaliser(model, found.digest, kind, way)
        by_model[one][task] = Normalised(used, how, notes=notes, is_refused=is_refused)
    return by_model


def _raw(given: Sequence[Predictions], tasks: Sequence[Task]) -> Raw:
    found = {}
    for one in given:
        for task in tasks:
            answer = one.answers.get(task.id)
            if answer and answer.text and (name := normaliser_for(task.rules)):
                found[one.model, task.id] = name, cut(answer.text)
    return found


def _asked(kind: str, text: str, way: Way) -> str:
    """The question: the paper's prompt, a line break and the text; "" for a transcript without a digit."""
    if kind == SPOKEN:
        return f"{SPEECH}\n{text}" if any(map(str.isdecimal, text)) else ""
    return f"{DOCUMENTS}\n{document_text(text, way.format, way.order)[1]}"


def _audited(
    kind: str, raw: str, text: str | None, failure: str, was_asked: bool, way: Way
) -> tuple[str, tuple[str, ...], bool]:
    """What is graded, what a user should know of it, and whether it is the raw answer since the model's is refused."""
    if not was_asked:
        return raw, (), False
    if text is None:
        return raw, (f"not rewritten ({failure}); the raw answer is used",), True
    audit = audit_speech(raw, text) if kind == SPOKEN else audit_document(raw, text, way.format, way.order)
    if not audit.errors:
        return text, (), False
    return (raw if audit.is_refused else text), (_said(audit),), audit.is_refused


def _said(audit: Audit) -> str:
    share = 100 * audit.errors / audit.words if audit.words else 100.0
    changed = f"{counted(audit.errors, 'word')} of {audit.words} ({share:.1f} %) changed that no reading allows"
    return f"{changed}, more than {MOST_CHANGED:.0%}: the raw answer is used" if audit.is_refused else changed


def _normaliser(model: str, digest: str, kind: str, way: Way) -> str:
    name = f"{LLM}{model.replace(',', '_').replace('|', '_')}:{digest}"
    if kind == SPOKEN:
        return f"{name},numbers:digits"
    return f"{name},order:{way.order}" + (f",format:{way.format}" if way.format else "")
