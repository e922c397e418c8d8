"""The tasks of the report page: what was asked, what each model answered, why it scored so, and the filters."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..leaderboard import GROUPS, NAMES
from ..task import Task
from ..wording import counted
from .markup import escape, folded, own
from .report_data import Media, ShownAnswer, ShownTask

FEW = 6
"""Up to so many models have their answers open, and their verdicts in a task's line."""
LONG = 400
"""Characters of a rule from which it is folded."""

RESULTS = {
    "": "any result",
    "passed": "passed",
    "failed": "failed",
    "missing": "not answered",
    "contested": "passed with a flag",
    "flagged": "any flag",
    "split": "models disagree",
}


def filters(tasks: Sequence[ShownTask], models: Sequence[str]) -> str:
    """The form over the tasks; the page's script shows it, since without a script it could do nothing."""
    present = {shown.task.category for shown in tasks}
    categories = [(name, NAMES[name]) for group in GROUPS.values() for name in group if name in present]
    tags = sorted({tag for shown in tasks for tag in shown.task.tags})
    flags = sorted({flag for shown in tasks for answer in shown.answers.values() for flag in answer.flags})
    numbered = [("all", "every model"), ("any", "any model"), *((str(n), model) for n, model in enumerate(models))]
    fields = [
        '<label>Search<input type=search name=text autocomplete=off placeholder="words, ids, answers"></label>',
        _select("category", "Category", [("", "all categories"), *categories]),
        _select("tag", "Tag", [("", "all tags"), *((tag, tag) for tag in tags)]),
        _select("model", "Model", numbered),
        _select("result", "Result", list(RESULTS.items())),
        _select("flag", "Flag", [("", "with and without"), *((flag, flag) for flag in flags)]),
        _select("order", "Order", [("", "of the task set"), ("hard", "hardest first"), ("easy", "easiest first")]),
        "<button type=reset>Reset</button>",
        "<button type=button id=open>Open or close all</button>",
    ]
    form = f'<form id=filter hidden aria-label="Filter the tasks">{"".join(fields)}</form>'
    return f"{form}<p id=count class=small role=status>{counted(len(tasks), 'task')}</p>"


def _select(name: str, label: str, options: Sequence[tuple[str, str]]) -> str:
    choices = "".join(f'<option value="{escape(value)}">{escape(text)}</option>' for value, text in options)
    return f"<label>{escape(label)}<select name={name}>{choices}</select></label>"


def task_list(tasks: Sequence[ShownTask], models: Sequence[str], with_tasks: bool, with_answers: bool) -> str:
    """Every task. Without `with_tasks` nothing of a task is shown but its id, category and tags."""
    return f"<div id=list>{''.join(_task(shown, models, with_tasks, with_answers) for shown in tasks)}</div>"


def _task(shown: ShownTask, models: Sequence[str], with_tasks: bool, with_answers: bool) -> str:
    task, answers = shown.task, [shown.answers[model] for model in models]
    data = {
        "category": task.category,
        "tags": json.dumps(task.tags),
        "flags": json.dumps([answer.flags for answer in answers]),
        "verdicts": "".join("-" if answer.is_missing else str(answer.strict) for answer in answers),
    }
    attributes = " ".join(f'data-{name}="{escape(value)}"' for name, value in data.items())
    head = f"<h3>{escape(task.id)}</h3> <span class=of>{escape(NAMES[task.category])}</span>{_chips(models, answers)}"
    about = _about(shown) if with_tasks else ""
    said = "".join(
        _answer(model, answer, len(models) <= FEW, with_tasks, with_answers)
        for model, answer in zip(models, answers, strict=True)
    )
    return (
        f'<details class=task id="task-{escape(task.id)}" {attributes}><summary>{head}</summary>'
        f"<div class=body><div>{about}{_tags(task)}</div><div>{said}</div></div></details>\n"
    )


def _chips(models: Sequence[str], answers: Sequence[ShownAnswer]) -> str:
    if len(models) > FEW:
        passed = sum(answer.strict for answer in answers)
        return f"<span class=chips><span class=chip>passed by {passed} of {counted(len(models), 'model')}</span></span>"
    chips = "".join(
        f'<span class="chip {_kind(answer)}">{_sign(answer)} {own(model)}</span>'
        for model, answer in zip(models, answers, strict=True)
    )
    return f"<span class=chips>{chips}</span>"


def _kind(answer: ShownAnswer) -> str:
    return "" if answer.is_missing else "good" if answer.strict else "bad"


def _sign(answer: ShownAnswer) -> str:
    """A sign for the eye and a word for the ear."""
    sign, word = ("–", "not answered") if answer.is_missing else ("✓", "passed") if answer.strict else ("✗", "failed")
    return f'<span role=img aria-label="{word}">{sign}</span>'


def _about(shown: ShownTask) -> str:
    """Media, prompt and rules."""
    name = "Prompt" if shown.task.prompt else "The default prompt"
    prompt = shown.task.prompt or shown.default_prompt or "The default prompt of this category."
    rules = "".join(f"<li>{_rule(rule)}</li>" for rule in shown.task.record["rules"])
    return (
        "".join(_media(item, shown.task) for item in shown.media)
        + f"<div class=name>{name}</div><p class=prompt lang=pl dir=auto>{escape(prompt)}</p>"
        + f"<div class=name>Rules</div><ol class=rules>{rules}</ol>"
    )


def _media(item: Media, task: Task) -> str:
    name = escape(item.name)
    if item.kind == "image":
        shown = f'<img loading=lazy decoding=async src="{escape(item.source)}" alt="Picture of task {escape(task.id)}">'
    elif item.kind == "audio":
        shown = f'<audio controls preload=none src="{escape(item.source)}" aria-label="Recording {name}"></audio>'
    else:
        shown = f'<a href="{escape(item.source)}" download="{name}">{name}</a>'
    return f"<div class=media>{shown}</div>"


def _rule(rule: Mapping[str, Any]) -> str:
    fields = {name: value for name, value in rule.items() if name != "type"}
    written = "\n".join(f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in fields.items())
    shown = f"<code lang=pl>{escape(written)}</code>"
    return folded(escape(rule["type"]), shown) if len(written) > LONG else f"{escape(rule['type'])}<br>{shown}"


def _tags(task: Task) -> str:
    chips = "".join(f"<li class=chip>{escape(tag)}</li>" for tag in task.tags)
    return f"<div class=name>Tags</div><ul class=chips>{chips}</ul>" if chips else ""


def _answer(model: str, answer: ShownAnswer, is_open: bool, with_reasons: bool, with_text: bool) -> str:
    if answer.is_missing:
        return f"<p class=small>{_sign(answer)} {own(model)}: no answer</p>"
    flags = "".join(f" <span class='chip flag'>{escape(flag)}</span>" for flag in answer.flags)
    scores = f" <span class=of>strict {answer.strict}, soft {answer.soft:.3f}</span>"
    head = f'<span class="{_kind(answer)}">{_sign(answer)}</span> {own(model)}{scores}{flags}'
    notes = "".join(f"<p class=small>{escape(note)}</p>" for note in answer.notes)
    text = (
        f"<div class=text lang=pl dir=auto>{_marked(answer, with_reasons)}</div>" if with_text and answer.text else ""
    )
    reasons = f"<ul class=reasons>{''.join(_reasons(answer, with_reasons))}</ul>"
    return folded(head, notes, text, reasons, is_open=is_open)


def _marked(answer: ShownAnswer, with_marks: bool) -> str:
    """The answer's text: what a rule looks for marked, and what it forbids."""
    pieces, at = [], 0
    for start, end, holds in answer.marks if with_marks else ():
        pieces.append(escape(answer.text[at:start]))
        pieces.append(f"<mark{'' if holds else ' class=bad'}>{escape(answer.text[start:end])}</mark>")
        at = end
    return "".join(pieces) + escape(answer.text[at:])


def _reasons(answer: ShownAnswer, with_parts: bool) -> Iterator[str]:
    for rule in answer.rules:
        scores = f"strict {rule.strict}, soft {rule.soft:.3f}"
        parts = "".join(f"<li>{_tick(holds)} {escape(reason)}</li>" for holds, reason in rule.parts)
        # reasons quote what the rules look for
        shown = f"<ul>{parts}</ul>" if with_parts and parts else ""
        yield f"<li>{_tick(bool(rule.strict))} {escape(rule.type)} <span class=of>{scores}</span>{shown}</li>"
    yield from (f"<li>⚑ {escape(seen)}</li>" for seen in (answer.seen if with_parts else ()))


def _tick(holds: bool) -> str:
    kind, sign, word = ("good", "✓", "met") if holds else ("bad", "✗", "not met")
    return f'<span class={kind} role=img aria-label="{word}">{sign}</span>'
