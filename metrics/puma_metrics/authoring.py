"""What the author of a task should know: everything wrong with it, and what is legal but probably not meant."""

from collections.abc import Iterator, Mapping

from .errors import Finding
from .grade import grade
from .rules import Exclude, Extraction, Include, Order, Regex, Rule, fields
from .rules.pattern_advice import hard_to_read, is_never_held_mark, never_held
from .sentence import Sentence
from .task import CATEGORIES, CHECKS, Task, parse_task, structure_findings

REQUIRED = set(CHECKS)


def task_findings(record: object) -> list[Finding]:
    """Everything that can be seen wrong with one record of tasks.jsonl without its files (TASKS, "A task").

    Errors first. A record with errors is not graded, so that its own answers and the warnings come once it is sound.

    >>> record = {"id": "t1", "category": "asr", "modality": "image"}
    >>> str(task_findings(record)[0])
    "'t1': missing field 'prompt'"
    """
    found = list(structure_findings(record, REQUIRED))
    if not found:
        task = parse_task(record)  # type: ignore[arg-type]
        found = [*_schema_findings(task), *_own_answers(task), *_warnings(task)]
    name = record.get("id") if isinstance(record, Mapping) else None
    return [finding.at(id=name) if isinstance(name, str) else finding for finding in found]


def _schema_findings(task: Task) -> Iterator[Finding]:
    for number, rule in enumerate(task.rules, 1):
        if isinstance(rule, Extraction) and rule.schema is not None:
            yield from (finding.at(rule=number) for finding in rule.schema_problems())


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
    if all(isinstance(rule, Exclude) for rule in task.rules):
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
        for finding in _warnings_of(rule):
            yield finding.at(rule=number)


def _warnings_of(rule: Rule) -> Iterator[Finding]:
    if isinstance(rule, Include):
        if rule.include_max is not None and rule.include_min is None:
            yield Finding(Sentence("nothing-passes"), field="include_max")
        yield from _contained(rule)
    if isinstance(rule, Regex):
        yield from _never_matching(rule)
        yield from _hard_to_read(rule)
    if isinstance(rule, Include | Exclude | Order) and not rule.normalize:
        yield from _lower_case(rule)


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


def _lower_case(rule: Include | Exclude | Order) -> Iterator[Finding]:
    phrases = [p for clause in rule.clauses for p in clause] if isinstance(rule, Include) else rule.phrases
    if lower := [phrase for phrase in phrases if phrase[0].islower()]:
        field = "clauses" if isinstance(rule, Include) else "phrases"
        yield Finding(Sentence("lower-case", phrase=fields.shown(lower[0])), field=field)
