"""The figures of the report page, drawn with HTML and CSS: they can be read aloud, copied, and fit any width."""

from collections.abc import Mapping, Sequence

from ..comparison import Run, agreement
from ..leaderboard import NAMES, Results
from ..wording import counted
from .markup import bounds, escape, folded, one, own, table
from .report_data import ShownTask

MOST_MODELS = 12
"""So many models, the best, are drawn as bars and in the table of agreement."""
MOST_TASKS = 15
COLOURS = ("#3f8fb5", "#c98a2b", "#7a9a4a", "#b0718f", "#8377b8", "#4d9a8c", "#c26a5a", "#8a8f98")
"""Told apart by people who see red and green alike; every bar is named as well."""


def category_bars(models: Mapping[str, Results]) -> str:
    """Strict score of each model by category, with its 95 % interval."""
    present = [name for name in NAMES if any(name in results["categories"] for results in models.values())]
    groups = {NAMES[name]: {m: results["categories"].get(name) for m, results in models.items()} for name in present}
    groups["All tasks"] = {model: results["overall"] for model, results in models.items()}
    blocks = "".join(
        f"<div><div class=name>{escape(title)}</div>{_bars(rates)}</div>" for title, rates in groups.items()
    )
    caption = "Strict score in percent of the models that answered. The line over a bar is its 95 % interval (Wilson)."
    return _figure(f"<div class=bars>{blocks}</div>", caption)


def _bars(rates: Mapping[str, Results | None]) -> str:
    rows = []
    for place, (model, rate) in enumerate(rates.items()):
        if rate and rate["strict"] is not None:
            low, high = rate["interval"]
            drawn = (
                f'<span class=bar style="width:{rate["strict"]:.2f}%;--tint:{COLOURS[place % len(COLOURS)]}"></span>'
                f'<span class=reach style="left:{low:.2f}%;width:{high - low:.2f}%"></span>'
            )
            track = f'<span class=track title="{bounds(rate["interval"])}">{drawn}</span>'
            rows.append(f"<li><span>{own(model)}</span>{track}<span>{one(rate['strict'])}</span></li>")
    return f"<ul>{''.join(rows)}</ul>" if rows else "<p class=small>Nobody answered.</p>"


def difficulty(tasks: Sequence[ShownTask], models: Sequence[str]) -> str:
    """How many tasks are passed by how many of the models that answered them, and the hardest of them."""
    shares = {shown.task.id: _share(shown) for shown in tasks}
    answered = {name: share for name, share in shares.items() if share is not None}
    names = ("passed by none", "by less than half", "by half or more", "by all")
    counts = dict.fromkeys(names, 0)
    for share in answered.values():
        counts[names[0 if share == 0 else 1 if share < 0.5 else 2 if share < 1 else 3]] += 1
    most = max(counts.values(), default=0) or 1
    rows = "".join(
        f'<li><span>{name}</span><span class=track><span class=bar style="width:{100 * n / most:.2f}%"></span></span>'
        f"<span>{n}</span></li>"
        for name, n in counts.items()
    )
    left = len(tasks) - len(answered)
    caption = "Tasks passed, of the models that answered them." + (
        f" Nobody answered {counted(left, 'task')}." if left else ""
    )
    return _figure(f"<div class=bars><ul>{rows}</ul></div>", caption) + _hardest(tasks, answered)


def _share(shown: ShownTask) -> float | None:
    verdicts = [answer.strict for answer in shown.answers.values() if not answer.is_missing]
    return sum(verdicts) / len(verdicts) if verdicts else None


def _hardest(tasks: Sequence[ShownTask], shares: Mapping[str, float]) -> str:
    """The tasks that fewest models pass; of equals, those with the lower soft scores."""
    known = {shown.task.id: shown for shown in tasks if shown.task.id in shares}
    soft = {name: _mean_soft(shown) for name, shown in known.items()}
    order = sorted(known, key=lambda name: (shares[name], soft[name], name))[:MOST_TASKS]
    rows = [
        [
            f'<a href="#task-{escape(name)}">{escape(name)}</a>',
            escape(NAMES[known[name].task.category]),
            f"{100 * shares[name]:.0f}",
            f"{100 * soft[name]:.0f}",
        ]
        for name in order
    ]
    shown = table("Hardest tasks", ("Task", "Category", "passed by %", "mean soft %"), rows, texts=2)
    return folded(f"The {len(rows)} hardest tasks", shown, is_open=True) if rows else ""


def _mean_soft(shown: ShownTask) -> float:
    scores = [answer.soft for answer in shown.answers.values() if not answer.is_missing]
    return sum(scores) / len(scores)


def agreements(runs: Sequence[Run]) -> str:
    """A table, shaded: on how many of the tasks that both answered two models have the same verdict."""
    if len(runs) < 2:
        return ""
    header = "".join(f"<th scope=col>{own(run.name)}</th>" for run in runs)
    rows = "".join(
        f"<tr><th scope=row>{own(a.name)}</th>{''.join(_agreement_cell(a, b) for b in runs)}</tr>" for a in runs
    )
    region = '<div class="wide agreement" role=region aria-label="Agreement between models" tabindex=0>'
    drawn = f"{region}<table><thead><tr><td></td>{header}</tr></thead><tbody>{rows}</tbody></table></div>"
    caption = (
        "Agreement: share of the tasks that both answered on which both pass or both fail, in percent, and Cohen's κ, "
        "which is 0 where they agree as often as chance would have it. A dash: no task that both answered."
    )
    return _figure(drawn, caption)


def _agreement_cell(a: Run, b: Run) -> str:
    if a.name == b.name:
        return "<td></td>"
    found = agreement(a, b)
    if not found.n:
        return '<td class=heat style="--share:0">–</td>'
    kappa = "" if found.kappa is None else f" <span class=of>κ {found.kappa:.2f}</span>".replace("-", "−")
    share = found.same / found.n
    return (
        f'<td class=heat style="--share:{share:.3f}">{100 * share:.0f}{kappa}<br><span class=of>n {found.n}</span></td>'
    )


def _figure(drawn: str, caption: str) -> str:
    return f"<figure>{drawn}<figcaption>{escape(caption)}</figcaption></figure>"
