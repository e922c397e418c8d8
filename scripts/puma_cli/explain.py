"""`puma explain`: each rule and clause of one task, what matched where, and what did not."""

from collections.abc import Iterator
from pathlib import Path

import click
from rich.console import Group
from rich.text import Text

from puma_dataset.prompts import prompt_of
from puma_metrics import RuleScore, Task, TaskScore
from puma_metrics import grade as grade_answer
from puma_metrics.errors import InputError, did_you_mean
from puma_metrics.wording import visible

from .differences import differences
from .grade import load_tasks
from .predictions import read_predictions
from .tables import NAMES, console


@click.command()
@click.argument("id")
@click.argument("predictions", type=click.Path(path_type=Path), required=False)
@click.option("--answer", help="The answer to explain; without it and PREDICTIONS the task's own test answers.")
@click.option("--tasks", "folder", type=click.Path(path_type=Path), help="The folder of tasks; else the sample's.")
@click.option("--keep-thinking", is_flag=True, help="Grade a leading <think> block as part of the answer.")
@click.option("--unwrap-arrays", is_flag=True, help="An object that holds nothing but an array stands for it.")
def explain(
    id: str,
    predictions: Path | None,
    answer: str | None,
    folder: Path | None,
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
    answers = list(_answers(task, predictions, answer, ids))  # a refusal prints nothing else
    out = console()
    out.print(question(task))
    for label, text in answers:
        out.print()
        out.print(Text(label, style="bold"))
        out.print(explained(grade_answer(task, text, keep_thinking=keep_thinking, unwrap_arrays=unwrap_arrays)))


def _task(tasks: list[Task], id: str) -> Task:
    by_id = {task.id: task for task in tasks}
    if id not in by_id:
        raise InputError(f"'{id}' is no task of this set; {did_you_mean(id, by_id)}")
    return by_id[id]


def question(task: Task) -> Group:
    media = ", ".join(item["path"] for item in task.record.get("media", []))
    head = Text.assemble((task.id, "bold"), f"  {NAMES[task.category]}  {media}")
    own = Text(task.prompt) if task.prompt else Text.assemble(("the default prompt: ", "dim"), prompt_of(task))
    return Group(head, own)


def _answers(
    task: Task, predictions: Path | None, answer: str | None, ids: list[str]
) -> Iterator[tuple[str, str | None]]:
    if answer is not None:
        yield "The answer", answer
    elif predictions:
        given = read_predictions(predictions, ids, extra="ignore", duplicates="last")
        if task.id not in given.answers:
            raise InputError(f"{predictions}: holds no answer to '{task.id}'; give one with --answer TEXT")
        yield f"The answer of {given.model}", given.answers[task.id].text
    else:
        for text in task.record.get("answers_ok", []):
            yield "Must be right", text
        for text in task.record.get("answers_bad", []):
            yield "Must be wrong", text


def explained(score: TaskScore) -> Group:
    """The answer with what matched marked, then every rule with its parts."""
    lines = [_marked(score), Text()]
    for number, rule in enumerate(score.rules, 1):
        lines += _rule_lines(number, rule)
    flags = f"  flags: {', '.join(score.flags)}" if score.flags else ""
    lines.append(Text.assemble(*_verdict(score.strict), f"  task: strict {score.strict}, soft {score.soft:.3f}{flags}"))
    lines += [Text.assemble(("    ⚑ ", "yellow"), visible(str(flag))) for flag in score.flagged if flag.reason]
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
    yield Text.assemble(
        *_verdict(rule.strict), f"  rule {number}, {rule.rule.type}: strict {rule.strict}, soft {rule.soft:.3f}"
    )
    for part in rule.parts:
        mark = ("    ✓ ", "green") if part.holds else ("    ✗ ", "red")
        yield Text.assemble(mark, f"{part.name}: {part.reason}", *[(f"\n      {near}", "yellow") for near in part.near])
    yield from differences(rule.rule, rule.answer)
