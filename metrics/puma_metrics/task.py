"""Tasks: their fields, their categories, and everything that can be wrong with one (TASKS, "A task")."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .errors import Finding, InvalidTask
from .lazy import made_once
from .rules import Rule, fields, ready_rule, rule_findings

if TYPE_CHECKING:
    from .flags.question import Question

QUESTION_RULES = ("include", "exclude", "regex", "order")


@dataclass(frozen=True)
class Category:
    modality: str
    rules: tuple[str, ...]
    """The rule types that its tasks may have."""
    fewest_tags: int = 0


CATEGORIES: dict[str, Category] = {
    "history_and_culture": Category("image", QUESTION_RULES),
    "contemporary_life": Category("image", QUESTION_RULES),
    "geography_and_environment": Category("image", QUESTION_RULES),
    "asr": Category("audio", ("asr",)),
    "speech_qa": Category("audio", QUESTION_RULES),
    "sound_and_music_qa": Category("audio", QUESTION_RULES),
    "ocr": Category("document", ("ocr",), fewest_tags=3),
    "document_qa": Category("document", QUESTION_RULES, fewest_tags=3),
    "structured_extraction": Category("document", ("extraction",), fewest_tags=3),
}


@dataclass(frozen=True)
class Task:
    """One task, its rules made ready. `record` is the task as it was read, nothing added and nothing lost."""

    id: str
    category: str
    rules: tuple[Rule, ...]
    prompt: str | None = None
    tags: tuple[str, ...] = ()
    record: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @property
    def modality(self) -> str:
        return CATEGORIES[self.category].modality

    @made_once
    def question(self) -> "Question":
        """What flags need to know of it."""
        from .flags.question import Question

        return Question.of(self)


def _id(value: object) -> str:
    if isinstance(value, str) and re.fullmatch(r"[A-Za-z0-9_.-]{1,64}", value):
        return ""
    return f"is no id ({fields.shown(value)}); expected 1 to 64 of the characters A-Z, a-z, 0-9, '_', '.' and '-'"


def _prompt(value: object) -> str:
    if value == "":
        return 'is empty (""); expected a question'
    return "" if value is None else fields.string(value)


def _rules(value: object) -> str:
    if not isinstance(value, list | tuple):
        return f"is no list ({fields.shown(value)}); expected a list of rules"
    return "" if value else "is empty ([]); expected at least one rule"


def _media(value: object) -> str:
    if not isinstance(value, list | tuple):
        return f'is no list ({fields.shown(value)}); expected a list such as [{{"path": ..., "type": ...}}]'
    return "" if value else "is empty ([]); expected at least one file"


CHECKS: dict[str, fields.Check] = {
    "id": _id,
    "category": fields.one_of(*CATEGORIES),
    "modality": fields.one_of("image", "audio", "document"),
    "prompt": _prompt,
    "media": _media,
    "tags": fields.strings,
    "rules": _rules,
    "answers_ok": fields.strings,
    "answers_bad": fields.strings,
    "notes": fields.string,
}
MEDIA_CHECKS: dict[str, fields.Check] = {
    "path": fields.string,
    "type": fields.one_of("image", "audio", "pdf"),
    "license": fields.string,
    "source": fields.string,
    "source_url": fields.string,
    "author": fields.string,
}
TO_GRADE = {"id", "category", "rules"}
"""Without these a task cannot be graded; a task folder must have them all."""
DATASET_COLUMNS = {"images", "audio", "documents"}
"""A row of the dataset is a task too: its media stand in columns of their own and its rules are JSON text."""


def structure_findings(record: object, required: set[str]) -> Iterator[Finding]:
    """What is wrong with a task's fields, one by one and together, and with its rules."""
    if problem := fields.unreadable(record):
        yield Finding(problem)
        return
    if not isinstance(record, Mapping):
        yield Finding(f'is no object ({fields.shown(record)}); expected a task such as {{"id": ..., "rules": ...}}')
        return
    plain = {name: value for name, value in record.items() if name not in DATASET_COLUMNS}
    yield from fields.problems(plain, CHECKS, required)
    category = record.get("category")
    known = CATEGORIES.get(category) if isinstance(category, str) else None
    if known:
        yield from _category_findings(record, known)
    for number, rule in enumerate(record["rules"] if not _rules(record.get("rules")) else (), 1):
        found = rule_findings(rule)
        yield from (finding.at(rule=number) for finding in found)
        if known and not found and rule["type"] not in known.rules:
            problem = f"is not for this category ('{rule['type']}'); expected one of {', '.join(known.rules)}"
            yield Finding(problem, field="type", rule=number)
    for item in record["media"] if not _media(record.get("media")) else ():
        if not isinstance(item, Mapping):
            yield Finding(f"holds what is no object ({fields.shown(item)}); expected a path and a type", field="media")
            continue
        for finding in fields.problems(item, MEDIA_CHECKS, {"path", "type"}):
            yield finding.at(field=f"media.{finding.field}" if finding.field else "media")


def _category_findings(record: Mapping[str, Any], category: Category) -> Iterator[Finding]:
    name = record["category"]
    modality = record.get("modality", category.modality)
    if modality != category.modality and not CHECKS["modality"](modality):
        problem = f"does not fit category {name} ({fields.shown(modality)}); expected '{category.modality}'"
        yield Finding(problem, field="modality")
    if "prompt" in record and record["prompt"] is None and name not in ("asr", "ocr"):
        yield Finding("is null; expected a question: only asr and ocr have a default prompt", field="prompt")


def plain_record(task: Mapping[str, Any]) -> Mapping[str, Any]:
    """A row of the dataset as a task: its rules read from JSON text, its media less their nulls; else as it is.

    A row of a pandas table is one too, with lists for arrays and nothing for what is missing in it.
    """
    row = _of_pandas(task)
    if not isinstance(row, Mapping):
        return row
    return {**row, **_media_of_a_row(row), **_rules_of_a_row(row)}


def _of_pandas(row: Any) -> Any:
    """A row of a table, as a Series, a named tuple or a dict, as a mapping; anything else as it is."""
    if hasattr(row, "_asdict"):
        row = {name: value for name, value in row._asdict().items() if name != "Index"}
    elif not isinstance(row, Mapping) and hasattr(row, "to_dict") and getattr(row, "ndim", 0) == 1:
        row = row.to_dict()
    if not isinstance(row, Mapping) or not any(hasattr(v, "tolist") or _is_nan(v) for v in row.values()):
        return row
    lists = {name: value.tolist() if hasattr(value, "tolist") else value for name, value in row.items()}
    return {name: value for name, value in lists.items() if not _is_nan(value)}


def _is_nan(value: object) -> bool:
    return isinstance(value, float) and value != value


def _rules_of_a_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """The rules that stand as JSON text; nothing where they are a list, or a text that is none, which is a finding."""
    try:
        return {"rules": json.loads(row["rules"])} if isinstance(row.get("rules"), str) else {}
    except (ValueError, RecursionError):
        return {}


def _media_of_a_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """The media without the nulls that Arrow has where a field was left out; nothing where they are of no row.

    A row is known by its rules as text or by its columns of media; in a line of tasks.jsonl a null is a finding.
    """
    media = row.get("media")
    is_row = isinstance(row.get("rules"), str) or not DATASET_COLUMNS.isdisjoint(row)
    if not is_row or not isinstance(media, list | tuple) or not all(isinstance(medium, Mapping) for medium in media):
        return {}
    return {"media": [{name: value for name, value in item.items() if value is not None} for item in media]}


def parse_task(record: Mapping[str, Any] | Task) -> Task:
    """A task made ready to be graded (TASKS, "A task").

    `record` is a line of tasks.jsonl or a row of the dataset; `id`, `category` and `rules` must be there, the other
    fields may be left out. Raises InvalidTask, which lists everything wrong with it.

    >>> parse_task({"id": "t1", "category": "speech_qa", "rules": [{"type": "include", "clauses": [["kot"]]}]}).modality
    'audio'
    """
    if isinstance(record, Task):
        return record
    record = plain_record(record)
    if findings := [finding.at(id=_shown_id(record)) for finding in structure_findings(record, TO_GRADE)]:
        raise InvalidTask(findings)
    rules = tuple(map(ready_rule, record["rules"]))
    return Task(record["id"], record["category"], rules, record.get("prompt"), tuple(record.get("tags", ())), record)


def _shown_id(record: object) -> str:
    value = record.get("id") if isinstance(record, Mapping) else None
    return value if isinstance(value, str) else ""
