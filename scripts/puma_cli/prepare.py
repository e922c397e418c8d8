"""`puma prepare`: make the two literal lines work on this machine."""

from pathlib import Path

import click

from puma_metrics.errors import InvalidTask
from puma_metrics.wording import counted

from .files import say
from .grade import refused, task_folder
from .offline import go_offline


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), required=False)
def prepare(folder: Path | None) -> None:
    """Make load_dataset("puma") give the tasks of FOLDER (else the sample's), and load the metrics by their names.

    FOLDER may be a dataset on the Hub, ORG/NAME, which is downloaded.
    """
    folder = task_folder(folder)
    go_offline()
    from puma_dataset import prepare as prepare_caches

    try:
        done = prepare_caches(folder)
    except InvalidTask as error:
        raise refused(folder or "the sample set", error.findings) from error
    for finding in done.findings:
        say(f"warning  {finding}", err=True)
    for warning in done.warnings:
        say(f"warning  {warning}", err=True)
    say(f'load_dataset("puma")          {counted(done.tasks, "task")} of {done.folder}, in {done.dataset}')
    for place in done.modules:
        line = f'evaluate.load("{place.parent.name.removeprefix("evaluate-metric--")}")'
        say(f"{line:<29} {place}")
    say("Without a network, set HF_HUB_OFFLINE=1 and HF_EVALUATE_OFFLINE=1 to spare yourself the wait for the Hub.")
