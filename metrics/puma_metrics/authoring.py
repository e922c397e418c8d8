"""What the author of a task should know: everything wrong with it, and what is legal but probably not meant."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from .errors import Finding
from .grade import grade
from .rules import Exclude, Include, Order, Regex, Rule, fields
from .rules.pattern_advice import hard_to_read, is_never_held_mark, never_held
from .sentence import Sentence
from .task import CATEGORIES, CHECKS, Task, read_task

REQUIRED = set(CHECKS)


def task_findings(record: object) -> list[Finding]:
    """Everything that can be seen wrong with one record of tasks.jsonl without its files (TASKS, "A task").

    Errors first. A record with errors is not graded, so that its own answers and the warnings come once it is sound.

    >>> record = {"id": "t1", "category": "asr", "modality": "image"}
    >>> str(task_findings(record)[0])
    "'t1': missing field 'prompt'"
    """
    return validated_task(record)[1]


def validated_task(record: object) -> tuple[Task | None, list[Finding]]:
    """A record as a task, parsed once, if its structure is sound, and everything that can be seen wrong with it."""
    task, found = read_task(record, REQUIRED)
    if task:
        found = [*_author_findings(task), *_own_answers(task), *_warnings(task)]
    name = record.get("id") if isinstance(record, Mapping) else None
    return task, [finding.at(id=name) if isinstance(name, str) else finding for finding in found]


def _author_findings(task: Task) -> Iterator[Finding]:
    for number, rule in enumerate(task.rules, 1):
        yield from (finding.at(rule=number) for finding in rule.author_problems())


def _own_answers(task: Task) -> Iterator[Finding]:
    """Every task carries its own test: answers that must score strict 1 and strict 0."""
    for field, strict in (("answers_ok", 1), ("answers_bad", 0)):
        for answer in task.record[field]:
            score = grade(task, answer)
            if score.strict != strict:
                failed = (rule.reason for rule in score.rules if not rule.strict)
                about = {"strict": score.strict, "answer": fields.shown(answer), "expected": strict}
                reason = next(failed, Sentence("every-rule-met"))
                yield Finding(Sentence("own-answer", **about, reason=reason), field=field)


def _warnings(task: Task) -> Iterator[Finding]:
    for finding in (*_task_warnings(task), *_rule_warnings(task)):
        yield finding.at(is_warning=True)


def _task_warnings(task: Task) -> Iterator[Finding]:
    if all(rule.asks().only_forbids for rule in task.rules):
        yield Finding(Sentence("only-excludes"))
    if task.prompt and grade(task, task.prompt).strict:
        yield Finding(Sentence("prompt-passes"), field="prompt")
    fewest = CATEGORIES[task.category].fewest_tags
    if len(task.tags) < fewest:
        yield Finding(Sentence("few-tags", tags=len(task.tags), fewest=fewest), field="tags")
    if problem := _no_fitting_medium(task):
        yield Finding(problem, field="media")
    for item in task.record["media"]:
        if not item.get("license"):
            yield Finding(Sentence("no-license", path=fields.shown(item["path"])), field="media")
        if not item.get("source"):
            yield Finding(Sentence("no-source", path=fields.shown(item["path"])), field="media")


def _no_fitting_medium(task: Task) -> str:
    types = {item["type"] for item in task.record["media"]}
    if task.modality == "document":
        return "" if types & {"image", "pdf"} else Sentence("no-image-or-pdf", category=task.category)
    about = {"type": task.modality, "category": task.category}
    return "" if task.modality in types else Sentence("no-fitting-medium", **about)


def _rule_warnings(task: Task) -> Iterator[Finding]:
    for number, rule in enumerate(task.rules, 1):
        for finding in ADVICE[rule.type](rule):
            yield finding.at(rule=number)


def _on_include(rule: Include) -> Iterator[Finding]:
    if rule.include_max is not None and rule.include_min is None:
        yield Finding(Sentence("nothing-passes"), field="include_max")
    yield from _contained(rule)
    yield from _lower_case([phrase for clause in rule.clauses for phrase in clause], rule.normalize, "clauses")


def _on_phrases(rule: Exclude | Order) -> Iterator[Finding]:
    return _lower_case(rule.phrases, rule.normalize, "phrases")


def _on_regex(rule: Regex) -> Iterator[Finding]:
    yield from _never_matching(rule)
    yield from _hard_to_read(rule)


def _on_nothing(rule: Rule) -> Iterator[Finding]:
    return iter(())


ADVICE: dict[str, Callable[[Any], Iterator[Finding]]] = {
    "include": _on_include,
    "exclude": _on_phrases,
    "regex": _on_regex,
    "order": _on_phrases,
    "asr": _on_nothing,
    "ocr": _on_nothing,
    "extraction": _on_nothing,
}
"""By type of rule what is legal but probably not meant."""


def _contained(rule: Include) -> Iterator[Finding]:
    """An alternative adds nothing where another of its clause covers it; of two that cover each other the later."""
    for number, (written, ready) in enumerate(zip(rule.clauses, rule.ready, strict=True), 1):
        for index, item in enumerate(ready):
            others = [
                written[other]
                for other, phrase in enumerate(ready)
                if other != index and phrase.covers(item) and (other < index or not item.covers(phrase))
            ]
            if others:
                about = {"phrase": fields.shown(written[index]), "other": fields.shown(others[0])}
                yield Finding(Sentence("adds-nothing", number=number, **about), field="clauses")


def _never_matching(rule: Regex) -> Iterator[Finding]:
    """The normalized text is words and numbers between single spaces; a number may have a point, a time a colon."""
    for problem in never_held(rule.pattern, rule.normalize):
        yield Finding(Sentence("never-held-in", problem=problem, pattern=fields.shown(rule.pattern)), field="pattern")
    if not rule.normalize:
        return
    if marks := sorted(mark for mark in rule.literals if is_never_held_mark(mark)):
        about = {"marks": " ".join(marks), "pattern": fields.shown(rule.pattern)}
        yield Finding(Sentence("marks-never-held", **about), field="pattern")


def _hard_to_read(rule: Regex) -> Iterator[Finding]:
    """What nobody can read, nobody can check: other rules say the same in words."""
    if why := hard_to_read(rule.pattern):
        yield Finding(Sentence("hard-to-read", problem=why, pattern=fields.shown(rule.pattern)), field="pattern")


def _lower_case(phrases: Sequence[str], normalize: bool, field: str) -> Iterator[Finding]:
    if not normalize and (lower := [phrase for phrase in phrases if phrase[0].islower()]):
        yield Finding(Sentence("lower-case", phrase=fields.shown(lower[0])), field=field)
