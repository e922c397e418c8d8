"""`puma explain`: each rule and clause of one task, what matched where, and what did not."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
from rich.console import Group
from rich.text import Text

from puma_dataset.prompts import prompt_of
from puma_metrics import Given, RuleScore, Task, TaskScore
from puma_metrics import grade as grade_answer
from puma_metrics.errors import InputError, did_you_mean
from puma_metrics.grade import grade_normalised
from puma_metrics.normal import SPOKEN, Normalised, spoken_readings
from puma_metrics.sentence import Sentence
from puma_metrics.wording import visible

from .differences import differences
from .grade import load_tasks
from .language import spoken
from .normalising import Way, normalise_options, what_was_read
from .predictions import read_predictions
from .repeats import reading_options
from .tables import console


@click.command()
@click.argument("id")
@click.argument("predictions", type=click.Path(path_type=Path), required=False)
@click.option("--answer", help="The answer to explain; without it and PREDICTIONS the task's own test answers.")
@click.option("--tasks", "folder", type=click.Path(path_type=Path), help="The folder of tasks; else the sample's.")
@reading_options
@normalise_options
@click.option("--keep-thinking", is_flag=True, help="Grade a leading <think> block as part of the answer.")
@click.option("--unwrap-arrays", is_flag=True, help="An object that holds nothing but an array stands for it.")
def explain(
    id: str,
    predictions: Path | None,
    answer: str | None,
    folder: Path | None,
    prediction: str,
    samples: int | None,
    way: Way | None,
    keep_thinking: bool,
    unwrap_arrays: bool,
) -> None:
    """Explain how the answer to task ID is graded; PREDICTIONS and ID may stand in either order."""
    if predictions and answer is not None:
        raise click.UsageError("give PREDICTIONS or --answer, not both")
    tasks, _ = load_tasks(folder)
    ids = [task.id for task in tasks]
    if predictions and id not in ids and str(predictions) in ids:
        id, predictions = str(predictions), Path(id)
    task = _task(tasks, id)
    how = {"prediction": prediction, "samples": samples or 0}
    answers = list(_answers(task, predictions, answer, ids, how))  # a refusal prints nothing else
    if way:
        answers = [(label, _normalised(task, one, way)) for label, one in answers]
    out = console()
    out.print(question(task))
    options = {"keep_thinking": keep_thinking, "unwrap_arrays": unwrap_arrays}
    for label, given in answers:
        out.print()
        out.print(Text(spoken(label), style="bold"))
        if given.failed:
            continue
        if given.raw is None or not given.normaliser:
            out.print(explained(grade_answer(task, given.text, **options)))
            continue
        out.print(explained(grade_normalised(task, given.text or "", given.raw, **options)))
        out.print(Text("\n".join(map(visible, what_was_read(task.id, given.raw, _made(given))))))


def _task(tasks: list[Task], id: str) -> Task:
    by_id = {task.id: task for task in tasks}
    if id not in by_id:
        raise InputError(Sentence("no-task", id=id, expected=did_you_mean(id, by_id)))
    return by_id[id]


def question(task: Task) -> Group:
    media = ", ".join(item["path"] for item in task.record.get("media", []))
    head = Text.assemble((task.id, "bold"), f"  {spoken(Sentence(task.category))}  {media}")
    default = spoken(Sentence("default-prompt")) + " "
    own = Text(task.prompt) if task.prompt else Text.assemble((default, "dim"), prompt_of(task))
    return Group(head, own)


def _answers(
    task: Task, predictions: Path | None, answer: str | None, ids: list[str], how: dict[str, Any]
) -> Iterator[tuple[str, Given]]:
    if answer is not None:
        yield Sentence("the-answer"), Given(answer)
    elif predictions:
        given = read_predictions(predictions, ids, extra="ignore", duplicates="last", **how)
        found = [(number, of[task.id]) for number, of in enumerate(given.samples, 1) if task.id in of]
        if not found:
            raise InputError(Sentence("no-answer-to", file=str(predictions), id=task.id))
        for number, one in found:
            about = {"model": visible(given.model), "ending": ending_of(one)}
            numbered = Sentence("answer-number-of", number=number, **about)
            yield (numbered if given.others else Sentence("the-answer-of", **about)), one
    else:
        for text in task.record.get("answers_ok", []):
            yield Sentence("must-be-right"), Given(text)
        for text in task.record.get("answers_bad", []):
            yield Sentence("must-be-wrong"), Given(text)


def ending_of(given: Given) -> str:
    """How an answer ended, where it is not as usual."""
    if given.failed:
        error = Sentence("in-brackets", text=visible(given.error)) if given.error else ""
        return Sentence("ending-failed", error=error)
    ends = [("ending-cut", given.truncated), ("ending-refused", given.refused)]
    found = tuple(Sentence(kind) for kind, holds in ends if holds)
    return Sentence("ending", ends=found) if found else ""


def _normalised(task: Task, given: Given, way: Way) -> Given:
    if given.normaliser:
        raise click.UsageError(f"the answer was normalised already ({given.normaliser}); leave out --normalise")
    made = way.of(task, given.text) if given.text is not None else None
    if made is None:
        raise click.UsageError(f"'{task.id}' asks a question, or nothing was answered; leave out --normalise")
    return replace(given, text=made.text, raw=given.text, normaliser=made.normaliser)


def _made(given: Given) -> Normalised:
    """What was read how, of an answer that was normalised some time."""
    raw, text = given.raw or "", given.text or ""
    readings = tuple(spoken_readings(raw)) if given.normaliser.startswith(SPOKEN) and raw != text else ()
    return Normalised(text, given.normaliser, readings)


def explained(score: TaskScore) -> Group:
    """The answer with what matched marked, then every rule with its parts."""
    lines = [_marked(score), Text()]
    for number, rule in enumerate(score.rules, 1):
        lines += _rule_lines(number, rule)
    flags = Sentence("flags", flags=tuple(map(Sentence, score.flags))) if score.flags else ""
    verdict = Sentence("task-verdict", strict=score.strict, soft=score.soft, flags=flags)
    lines.append(Text.assemble(*_verdict(score.strict), f"  {spoken(verdict)}"))
    lines += [Text(f"    {score.beside}")] if score.raw else []
    lines += [
        Text.assemble(("    ⚑ ", "yellow"), visible(spoken(flag.sentence))) for flag in score.flagged if flag.reason
    ]
    return Group(*lines)


def _verdict(strict: int) -> list[tuple[str, str]]:
    return [("✓", "green bold")] if strict else [("✗", "red bold")]


def _marked(score: TaskScore) -> Text:
    """The graded answer: green where it does what a rule asks for, red where it does what a rule forbids."""
    text = Text(visible(score.answer.text))
    for rule in score.rules:
        for part in rule.parts:
            for start, end in part.places:
                text.stylize("bold green" if part.holds else "bold red underline", start, end)
    return text


def _rule_lines(number: int, rule: RuleScore) -> Iterator[Text]:
    about = {"number": number, "type": rule.rule.type, "strict": rule.strict, "soft": rule.soft}
    yield Text.assemble(*_verdict(rule.strict), f"  {spoken(Sentence('rule-verdict', **about))}")
    for part in rule.parts:
        mark = ("    ✓ ", "green") if part.holds else ("    ✗ ", "red")
        near = [(f"\n      {spoken(miss)}", "yellow") for miss in part.near]
        yield Text.assemble(mark, f"{spoken(part.name)}: {spoken(part.reason)}", *near)
    yield from differences(rule.rule, rule.answer)
