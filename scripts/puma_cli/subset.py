"""Some of the tasks: `--category`, `--task` and `--limit`. The denominator follows, and the signature says it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any

import click

from puma_metrics import Report, Task
from puma_metrics.errors import InputError, did_you_mean
from puma_metrics.signature import parts_of, signature, tasks_digest
from puma_metrics.task import CATEGORIES

OPTIONS = ("keep_thinking", "unwrap_arrays")
FEW = 5
"""Tasks that a signature names; of more it has the number, and their digest tells them apart."""


@dataclass(frozen=True)
class Subset:
    """Which tasks count: those of some categories, some by name, of these the first `limit`; all of them by default."""

    categories: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    limit: int | None = None

    def __str__(self) -> str:
        """As a signature says it; "" for all tasks."""
        named = "+".join(self.names) if len(self.names) <= FEW else str(len(self.names))
        values = {"category": "+".join(self.categories), "task": named, "limit": str(self.limit or "")}
        return ",".join(f"{name}={value}" for name, value in values.items() if value)

    def of(self, tasks: Sequence[Task]) -> list[Task]:
        """The tasks that count. Raises InputError if there is none, or one that is named does not exist."""
        wanted = self.chosen([(task.id, task.category) for task in tasks])
        return [task for task in tasks if task.id in wanted]

    def chosen(self, tasks: Sequence[tuple[str, str]]) -> set[str]:
        """The same of tasks by id and category."""
        ids = [name for name, _ in tasks]
        for name in self.names:
            if name not in ids:
                raise InputError(f"--task {name}: is no task of this set; {did_you_mean(name, ids)}")
        found = [name for name, category in tasks if not self.categories or category in self.categories]
        found = [name for name in found if not self.names or name in self.names][: self.limit]
        if not found:
            raise InputError(f"no task of this set is in {self}; choose others with --category, --task or --limit")
        return set(found)

    def report(self, report: Report) -> Report:
        """The part of a report on all tasks that counts."""
        if not str(self):
            return report
        tasks = self.of([sample.task for sample in report.samples])
        ids = {task.id for task in tasks}
        options = {name: parts_of(report.signature).get(name) == "true" for name in OPTIONS}
        samples = tuple(sample for sample in report.samples if sample.task.id in ids)
        return Report(samples, signed(tasks, options, str(self)))


def signed(tasks: Sequence[Task], options: Mapping[str, Any], subset: str) -> str:
    """The signature of a report on these tasks, with what chose them; "" if they are all."""
    named = {name: True for name in OPTIONS if options.get(name)}
    return signature("puma", len(tasks), tasks_digest(tasks), {**named, **({"subset": subset} if subset else {})})


def subset_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The three options of a command, which is called with the `subset` that they choose."""

    @wraps(command)
    def called(categories: tuple[str, ...], names: tuple[str, ...], limit: int | None, **given: Any) -> Any:
        return command(subset=Subset(categories, names, limit), **given)

    which = click.Choice(list(CATEGORIES))
    first = click.option("--limit", type=click.IntRange(1), metavar="N", help="Only the first N of these tasks.")
    name = click.option("--task", "names", multiple=True, metavar="ID", help="Only this task; repeat it for more.")
    kind = click.option("--category", "categories", multiple=True, type=which, help="Only tasks of this category.")
    return kind(name(first(called)))
