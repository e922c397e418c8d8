"""The report of one or several models as one HTML page that needs nothing else and asks for nothing.

Every text of a task, an answer or a file is escaped. Should one ever not be, the page's policy still lets no script run
but its own, which it names by its hash, and loads nothing that does not stand in the page.
"""

import base64
import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..comparison import Difference, Run, verdict
from ..leaderboard import GROUPS, MEAN, Cell, Results, columns, tag_rows
from .markup import bounds, escape, folded, one, own, paragraph, section, table
from .report_data import ShownTask
from .report_figures import MOST_MODELS, agreements, category_bars, difficulty
from .report_style import SCRIPT, STYLE
from .report_tasks import filters, task_list

MOST_PAIRS = 200

METHOD = (
    "A task is passed (strict 1) if all its rules are met. The score is the share of passed tasks; a missing answer "
    "counts as failed. The soft score, in brackets, is the mean of how far each rule is met; it decides nothing.",
    "Intervals of one model: 95 %, Wilson. Differences of two models: paired bootstrap over tasks, and the exact "
    "McNemar test on the tasks that only one of them passes; p (Holm) allows for the number of pairs. With few tasks "
    "the intervals are too narrow: trust p where they disagree.",
    "Flags mark what a rule cannot see and a person should read: an answer that denies, lists or takes back what was "
    "looked for, a near miss, a loop. They never change a score.",
)


@dataclass(frozen=True)
class Contents:
    """What a report shows: each model's results and scores, the pairs of models, and every task."""

    models: Mapping[str, Results]
    runs: Sequence[Run]
    pairs: Mapping[tuple[str, str], Difference]
    tasks: Sequence[ShownTask]
    title: str = "PUMA results"
    with_tasks: bool = True
    """Whether prompts, media, rules and the reasons that quote them may be shown."""
    with_answers: bool = True


def page(contents: Contents) -> str:
    """The report as HTML.

    >>> page(Contents({}, [], {}, []))[:15]
    '<!DOCTYPE html>'
    """
    sections = [
        section("scores", "Scores", _scores(contents.models), category_bars(_best(contents.models))),
        section("differences", "Are the differences real?", _pairs(contents), agreements(_best_runs(contents))),
        section("difficulty", "Difficulty", difficulty(contents.tasks, list(contents.models))),
        section("tags", "Tags", _tags(contents.models)),
        section("tasks", "Tasks and answers", _tasks(contents)),
        section("method", "How it is computed", *map(paragraph, map(escape, METHOD)), _signatures(contents.models)),
    ]
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_policy()}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(contents.title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f"<a class=skip href=#tasks>Skip to the tasks</a>\n<header><h1>{escape(contents.title)}</h1>\n"
        f"{_summary(contents)}{_NAVIGATION}</header>\n<main>\n{''.join(sections)}</main>\n"
        f"<script>{SCRIPT}</script>\n</body>\n</html>\n"
    )


def _policy() -> str:
    digest = base64.b64encode(hashlib.sha256(SCRIPT.encode("utf-8")).digest()).decode("ascii")
    sources = "img-src data:; media-src data:; style-src 'unsafe-inline'"
    return f"default-src 'none'; {sources}; script-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


_NAVIGATION = (
    "<nav aria-label=Sections><ul><li><a href=#scores>Scores</a></li><li><a href=#differences>Differences</a></li>"
    "<li><a href=#difficulty>Difficulty</a></li><li><a href=#tags>Tags</a></li><li><a href=#tasks>Tasks</a></li>"
    "<li><a href=#method>Method</a></li></ul></nav>"
)


def _summary(contents: Contents) -> str:
    models, tasks = len(contents.models), len(contents.tasks)
    text = f"{models} model{'' if models == 1 else 's'}, {tasks} task{'' if tasks == 1 else 's'}."
    names = {}
    if contents.pairs:
        (a, b), first = next(iter(contents.pairs.items()))
        text += f" The two best: {verdict(_A, _B, first)}."
        names = {_A: own(a), _B: own(b)}
    hidden = "" if contents.with_tasks else " Prompts, media, rules and reasons are left out: the tasks are private."
    written = escape(text + hidden).replace(" %", "&nbsp;%")
    return paragraph(re.sub(f"{_A}|{_B}", lambda name: names[name[0]], written))


_A, _B = "\0a", "\0b"
"""Stand for the names of two models until the sentence around them is escaped: each has a direction of its own."""


def _best(models: Mapping[str, Results]) -> dict[str, Results]:
    order = sorted(models, key=lambda name: -(models[name]["overall"]["strict"] or 0))[:MOST_MODELS]
    return {name: results for name, results in models.items() if name in order}


def _best_runs(contents: Contents) -> list[Run]:
    best = _best(contents.models)
    return [run for run in contents.runs if run.name in best]


def _scores(models: Mapping[str, Results]) -> str:
    """The paper's Table 1, with all tasks and their interval before it."""
    cells = columns(models)
    groups = "".join(f"<th class=group colspan={len(names)}>{group}</th>" for group, names in GROUPS.items())
    above = f"<tr><td colspan=4></td>{groups}<td></td></tr>"
    short = [name for names in GROUPS.values() for name in names.values()]
    rows = []
    for place, (model, results) in enumerate(models.items()):
        overall = results["overall"]
        first = [
            own(model),
            f"{overall['attempted']}<br><span class=of>of {overall['n']}</span>",
            _cell(Cell(overall["strict"], overall["soft"])),
            bounds(overall["interval"]),
        ]
        rows.append([*first, *(_cell(column[place]) for column in cells.values())])
    note = "Strict % (soft %). An asterisk: the best strict score. A dash: nothing answered, and then no mean."
    header = ("Model", "answered", "All tasks", "interval", *short, MEAN)
    return table("Scores", header, rows, above) + paragraph(escape(note), "small")


def _cell(cell: Cell) -> str:
    if cell.strict is None:
        return "–"
    strict = f"<span class=best>{one(cell.strict)}*</span>" if cell.is_best else one(cell.strict)
    return f"{strict}<br><span class=of>({one(cell.soft)})</span>"


def _pairs(contents: Contents) -> str:
    if not contents.pairs:
        return paragraph("One model: there is nothing to compare.")
    rows = [
        [
            own(a),
            own(b),
            f"{pair.strict:+.1f}".replace("-", "−"),
            bounds(pair.interval),
            str(pair.only_a),
            str(pair.only_b),
            "&lt; 0.001" if pair.p_holm < 0.001 else f"{pair.p_holm:.3f}",
            "A is better" if pair.p_holm < 0.05 else "tied",
        ]
        for (a, b), pair in list(contents.pairs.items())[:MOST_PAIRS]
    ]
    header = ("A", "B", "A − B", "interval", "only A passes", "only B passes", "p (Holm)", "verdict")
    left = len(contents.pairs) - MOST_PAIRS
    more = paragraph(f"{left} more pairs are not shown; puma compare prints them.", "small") if left > 0 else ""
    return table("Pairs of models", header, rows, texts=2) + more


def _tags(models: Mapping[str, Results]) -> str:
    found = tag_rows(models)
    if not found:
        return paragraph("No task has a tag.")
    rows = [
        [escape(tag), str(n), *(_cell(Cell(rate["strict"], rate["soft"])) for rate in rates)] for tag, n, rates in found
    ]
    shown = table("Scores by tag", ("Tag", "tasks", *map(own, models)), rows)
    return folded(f"Scores by tag ({len(rows)})", shown, is_open=len(rows) <= 12)


def _tasks(contents: Contents) -> str:
    names = list(contents.models)
    listed = task_list(contents.tasks, names, contents.with_tasks, contents.with_answers)
    return filters(contents.tasks, names) + listed


def _signatures(models: Mapping[str, Results]) -> str:
    found = dict.fromkeys(results["signature"] for results in models.values())
    return "".join(paragraph(f"Signature: <code>{escape(signature)}</code>") for signature in found)
