"""Whether one model is really better than another: both have answered the same tasks, so it is tested task by task.

The p values are those of the exact McNemar test, which asks only of the tasks that one model passes and the other
fails. Where tasks were asked several times, a task counts once, with the share of its answers that pass, and the test
is that of exchanged signs, which with one answer a task is McNemar's. The intervals are percentile bootstrap intervals
of the difference, with the same draw of tasks for all models; with few tasks they are too narrow, so that every verdict
rests on p.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from math import fsum

import numpy as np

from .errors import InputError
from .paired_tests import detectable, in_units, mcnemar, sign_flips
from .rubric.statistics import Settings, bootstrap_means, holm, intervals
from .signature import parts_of
from .task import CATEGORIES
from .wording import counted

SHOWN = 10
"""How many ids a message names."""


@dataclass(frozen=True)
class Outcome:
    """The scores of one task; `digest` is the task's own, "" where it was not saved."""

    category: str
    strict: int | Fraction
    """0 or 1, or of several answers the share that passes."""
    soft: float
    digest: str = ""
    is_missing: bool = False
    """Whether there was no answer, which counts as a failed one."""


@dataclass(frozen=True)
class Run:
    """One model's scores by task id, and the signature of how they came about."""

    name: str
    signature: str
    outcomes: Mapping[str, Outcome]


@dataclass(frozen=True)
class Difference:
    """Model A against model B on the same `n` tasks."""

    n: int
    passed_a: int | float
    """Tasks that A passes; of several answers to a task their share counts."""
    passed_b: int | float
    only_a: int
    """Tasks that A passes and B fails, or of which more of A's answers pass."""
    only_b: int
    soft: float
    """The mean soft score of A less that of B, in points of percent."""
    interval: tuple[float, float] | None
    """Of the difference of the strict scores, in points of percent; None where no task tells the models apart."""
    p: float
    """Exact McNemar, two-sided; of several answers to a task the exact test of exchanged signs."""
    p_holm: float
    """The same, corrected for how many such tests stand beside it."""
    answered: tuple[int, int, int] | None = None
    """Tasks that A has answered, that B has, and that both have; None where nobody counted them."""

    @property
    def is_even(self) -> bool:
        """Whether both models have answered the same tasks: else one may be better at nothing but answering."""
        return self.answered is None or len(set(self.answered)) == 1

    @property
    def strict(self) -> float:
        """The strict score of A less that of B, in points of percent."""
        return 100 * (self.passed_a - self.passed_b) / self.n


@dataclass(frozen=True)
class Comparison:
    """Two models: all tasks, each category, and which of them passes what alone."""

    a: str
    b: str
    overall: Difference
    categories: Mapping[str, Difference]
    only_a: tuple[str, ...]
    only_b: tuple[str, ...]
    confidence: float
    both: Difference | None = None
    """On the tasks that both have answered, where they have not answered the same; None if there is none."""

    @property
    def is_tied(self) -> bool:
        return self.overall.p_holm >= 1 - self.confidence


def refuse_incomparable(runs: Sequence[Run]) -> None:
    """Raise InputError, which says what differs, unless all runs are of the same tasks and the same `scoring`.

    Two signatures differ in their tasks where any prompt or rule does, even if the ids are the same.
    """
    first = runs[0]
    if not first.outcomes:
        raise InputError(f"{first.name} holds no task; there is nothing to compare")
    for other in runs[1:]:
        a, b = parts_of(first.signature), parts_of(other.signature)
        differing = [name for name in ("metric", "tasks", "scoring") if a.get(name) != b.get(name)]
        if differing or set(first.outcomes) != set(other.outcomes):
            lines = [f"  {name}:{a.get(name)} against {name}:{b.get(name)}" for name in differing]
            lines += _task_differences(first, other)
            way_out = "grade both against the same tasks"
            if differing == ["scoring"]:
                way_out = "puma rescore grades saved answers again with the grader that is installed"
            raise InputError(
                f"{first.name} and {other.name} cannot be compared: their results differ in more than the model\n"
                + "\n".join(lines)
                + f"\nThe way out: {way_out}."
            )


def _task_differences(a: Run, b: Run) -> Iterable[str]:
    for one, other in ((a, b), (b, a)):
        if only := [name for name in one.outcomes if name not in other.outcomes]:
            yield f"  {counted(len(only), 'task')} only of {one.name}: {_named(only)}"
    shared = [name for name in a.outcomes if name in b.outcomes]
    changed = [name for name in shared if "" != a.outcomes[name].digest != b.outcomes[name].digest != ""]
    if changed:
        yield f"  {counted(len(changed), 'task')} with the same id and other contents: {_named(changed)}"


def _named(names: Sequence[str]) -> str:
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(f"'{name}'" for name in names[:SHOWN]) + more


def compare(a: Run, b: Run, settings: Settings | None = None) -> Comparison:
    """Model A against model B, overall and by category; the categories' p values are corrected by Holm's method.

    `settings` say how many bootstrap draws there are, their seed and the confidence. Raises InputError if the runs are
    not of the same tasks and the same `scoring`.

    >>> of = lambda name, *passed: Run(name, "puma|tasks:x|scoring:1",
    ...     {str(task): Outcome("asr", strict, float(strict)) for task, strict in enumerate(passed)})
    >>> found = compare(of("A", 1, 1, 1, 0), of("B", 0, 1, 0, 0), Settings(resamples=100))
    >>> found.overall.strict, found.overall.p, found.only_a
    (50.0, 0.5, ('0', '2'))
    """
    settings = settings or Settings()
    refuse_incomparable([a, b])
    ids = list(a.outcomes)
    overall = _difference(a, b, ids, settings)
    by_category = {name: [i for i in ids if a.outcomes[i].category == name] for name in CATEGORIES}
    found = {name: _difference(a, b, members, settings) for name, members in by_category.items() if members}
    shared = [name for name in ids if not (a.outcomes[name].is_missing or b.outcomes[name].is_missing)]
    return Comparison(
        a.name,
        b.name,
        overall,
        _corrected(found),
        tuple(i for i in ids if a.outcomes[i].strict > b.outcomes[i].strict),
        tuple(i for i in ids if a.outcomes[i].strict < b.outcomes[i].strict),
        settings.confidence,
        None if overall.is_even or not shared else _difference(a, b, shared, settings),
    )


def _difference(a: Run, b: Run, ids: Sequence[str], settings: Settings) -> Difference:
    table = _strict_table([a, b], ids)
    means = bootstrap_means(table, settings)
    (bounds,) = intervals(means[:, [0]] - means[:, [1]], settings.confidence)
    return _counted(a, b, ids, bounds)


def _strict_table(runs: Sequence[Run], ids: Sequence[str]) -> np.ndarray:
    """Strict scores in percent, tasks by models."""
    return np.array([[100.0 * float(run.outcomes[name].strict) for run in runs] for name in ids])


def _counted(a: Run, b: Run, ids: Sequence[str], bounds: tuple[float, float]) -> Difference:
    scores = [[run.outcomes[name].strict for name in ids] for run in (a, b)]
    only_a = sum(one > other for one, other in zip(*scores, strict=True))
    only_b = sum(one < other for one, other in zip(*scores, strict=True))
    is_single = all(isinstance(one, int) for of_run in scores for one in of_run)
    p = mcnemar(only_a, only_b) if is_single else sign_flips(in_units(*scores))
    passed_a, passed_b = (int(sum(of_run)) if is_single else float(sum(of_run)) for of_run in scores)
    return Difference(
        n=len(ids),
        passed_a=passed_a,
        passed_b=passed_b,
        only_a=only_a,
        only_b=only_b,
        soft=100 * fsum(a.outcomes[i].soft - b.outcomes[i].soft for i in ids) / len(ids),
        interval=bounds if only_a + only_b else None,
        p=p,
        p_holm=p,
        answered=_answered(a, b, ids),
    )


def _answered(a: Run, b: Run, ids: Sequence[str]) -> tuple[int, int, int]:
    of_a, of_b = ({name for name in ids if not run.outcomes[name].is_missing} for run in (a, b))
    return len(of_a), len(of_b), len(of_a & of_b)


def _corrected(differences: Mapping[str, Difference]) -> dict[str, Difference]:
    p_values = holm([difference.p for difference in differences.values()])
    return {name: replace(d, p_holm=p) for (name, d), p in zip(differences.items(), p_values, strict=True)}


def compare_all(runs: Sequence[Run], settings: Settings | None = None) -> dict[tuple[str, str], Difference]:
    """Every pair of at least two models on all tasks, best first; p values corrected by Holm's method over the pairs.

    Raises InputError if the runs are not of the same tasks and the same `scoring`.
    """
    settings = settings or Settings()
    refuse_incomparable(runs)
    ids = list(runs[0].outcomes)
    ranked = sorted(runs, key=lambda run: -sum(outcome.strict for outcome in run.outcomes.values()))
    table = _strict_table(ranked, ids)
    means = bootstrap_means(table, settings)
    found = {}
    for a, b in combinations(range(len(ranked)), 2):
        (bounds,) = intervals(means[:, [a]] - means[:, [b]], settings.confidence)
        names = ranked[a].name, ranked[b].name
        found[names] = _counted(ranked[a], ranked[b], ids, bounds)
    # Holm's correction asks for all the p values at once
    p_values = holm([difference.p for difference in found.values()])
    return {names: replace(d, p_holm=p) for (names, d), p in zip(found.items(), p_values, strict=True)}


def tied_with_best(pairs: Mapping[tuple[str, str], Difference], confidence: float = 0.95) -> list[str]:
    """The models that the best one does not beat significantly, from what `compare_all` returns."""
    best = next(iter(pairs))[0]
    return [b for (a, b), pair in pairs.items() if a == best and pair.p_holm >= 1 - confidence]


def verdict(a: str, b: str, difference: Difference, confidence: float = 0.95) -> str:
    """What a difference means, in words: which model is better, or that they are tied and why.

    >>> verdict("A", "B", Difference(900, 717, 692, 166, 141, 2.0, (-1.0, 6.6), 0.17, 0.17))
    'A and B are tied: 79.7 % against 76.9 %; a difference of 2.8 points (-1.0 to 6.6) can be chance (p = 0.17)'
    """
    return f"{_judged(a, b, difference, confidence)}{_uneven(a, b, difference)}"


def _uneven(a: str, b: str, difference: Difference) -> str:
    """What a verdict rests on where the models have not answered the same tasks."""
    if difference.is_even or difference.answered is None:
        return ""
    of_a, of_b, both = difference.answered
    counts = f"{a} has answered {of_a} of {counted(difference.n, 'task')}, {b} {of_b}, both {both}"
    return f"; {counts}: what is missing counts as failed"


def _judged(a: str, b: str, difference: Difference, confidence: float) -> str:
    shown = f"{100 * difference.passed_a / difference.n:.1f} % against {100 * difference.passed_b / difference.n:.1f} %"
    decisive = difference.only_a + difference.only_b
    if not decisive:
        return f"{a} and {b} are tied: they pass the same tasks, {shown}"
    low, high = difference.interval or (0.0, 0.0)
    size = f"{abs(difference.strict):.1f} points"
    bounds = f"{low:.1f} to {high:.1f}" if difference.strict >= 0 else f"{-high:.1f} to {-low:.1f}"
    p = "p < 0.001" if difference.p_holm < 0.001 else f"p = {difference.p_holm:.2g}"
    if difference.p_holm < 1 - confidence:
        better, worse = (a, b) if difference.strict > 0 else (b, a)
        shown = shown if better == a else " against ".join(reversed(shown.split(" against ")))
        return f"{better} is better than {worse}: {shown}; {size} ({bounds}), {p}"
    few = f"; {counted(decisive, 'discordant task')}, where at least {detectable(confidence)} are needed to decide"
    why = few if decisive < detectable(confidence) else ""
    return f"{a} and {b} are tied: {shown}; a difference of {size} ({bounds}) can be chance ({p}){why}"


@dataclass(frozen=True)
class Agreement:
    """On how many of the `n` tasks that both models answered they have the same verdict."""

    n: int
    same: int
    kappa: float | None
    """Cohen's kappa; None where both give one and the same verdict throughout."""


def agreement(a: Run, b: Run) -> Agreement:
    """How far the verdicts of two models agree, on the tasks that both answered.

    >>> of = lambda *passed: Run("", "", {str(n): Outcome("asr", strict, strict) for n, strict in enumerate(passed)})
    >>> agreement(of(1, 1, 0, 0), of(1, 1, 1, 0))
    Agreement(n=4, same=3, kappa=0.5)
    """
    pairs = [(one, b.outcomes[name]) for name, one in a.outcomes.items() if name in b.outcomes]
    both = [(int(one.strict), int(other.strict)) for one, other in pairs if not (one.is_missing or other.is_missing)]
    n, same = len(both), sum(x == y for x, y in both)
    passed_a, passed_b = sum(x for x, _ in both), sum(y for _, y in both)
    # n squared times the agreement that chance would have
    chance = passed_a * passed_b + (n - passed_a) * (n - passed_b)
    return Agreement(n, same, (n * same - chance) / (n * n - chance) if n * n > chance else None)
