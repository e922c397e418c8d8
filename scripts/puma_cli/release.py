"""`puma release`: a public subset of a private folder of tasks, and the check that nothing else got out."""

from pathlib import Path

import click

from puma_metrics.errors import InputError
from puma_metrics.wording import counted

from .files import say


@click.command()
@click.argument("private", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), help="The folder to write; it must not exist.")
@click.option("--percent", type=click.IntRange(1, 99), default=20, show_default=True, help="Of each category.")
@click.option("--seed", type=int, default=0, show_default=True, help="Another number draws other tasks.")
@click.option("--check", "public", type=click.Path(path_type=Path), help="Check this released folder instead.")
def release(private: Path, out: Path | None, percent: int, seed: int, public: Path | None) -> None:
    """Write a public subset of the tasks in PRIVATE with --out, or check one with --check PUBLIC PRIVATE.

    The check proves that no private id, prompt, media (encoded anew, too), reference, phrase list or pattern is in any
    file of PUBLIC, and that PRIVATE is what it was when the subset was drawn.
    """
    if (out is None) == (public is None):
        raise click.UsageError("give --out FOLDER to write a subset, or --check FOLDER to check one")
    if public:
        _check(public, private)
    elif out:
        _write(private, out, percent, seed)


def _write(private: Path, out: Path, percent: int, seed: int) -> None:
    from puma_dataset.release.subset import release as write

    done = write(private, out, percent=percent, seed=seed)
    for name, reason in done.kept.items():
        say(f"stays private  '{name}': {reason}", err=True)
    say(f"{done.folder}: {done.public} of {counted(done.total, 'task')} released, and checked: no leak")
    say(f"Canary: {done.canary}")
    say(f"Next: puma validate {done.folder}; puma publish dataset --org ORG --tasks {done.folder}")


def _check(public: Path, private: Path) -> None:
    from puma_dataset.release.checking import leaks

    found = leaks(public, private)
    for finding in found:
        say(f"leak  {finding}")
    if found:
        raise InputError(f"{public}: {counted(len(found), 'finding')}; mend what is listed above, and check again")
    say(f"{public}: tells nothing of the private tasks in {private}, which are unchanged")
