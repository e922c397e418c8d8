"""`puma publish`: the dataset, the metrics and the demo, as repositories of an organisation on the Hub."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from puma_metrics import __version__
from puma_metrics.errors import InputError
from puma_metrics.wording import counted

from .files import say

if TYPE_CHECKING:
    from huggingface_hub import HfApi

    from puma_dataset.hub import Repository
    from puma_dataset.hub_changes import Commit, Remote


@click.command()
@click.argument("what", type=click.Choice(["dataset", "metrics", "spaces"]))
@click.option("--org", "organisation", required=True, help="The organisation or user on the Hub that gets it.")
@click.option("--tasks", "folder", type=click.Path(path_type=Path), help="dataset: the folder; else the sample's.")
@click.option("--dry-run", is_flag=True, help="List every file with its size and digest, and upload nothing.")
def publish(what: str, organisation: str, folder: Path | None, dry_run: bool) -> None:
    """Publish the dataset, the metrics (a Space each) or the Spaces of the demo.

    Your token is the one of `hf auth login`, or in HF_TOKEN. What has not changed is not uploaded again.
    """
    if folder and what != "dataset":
        raise click.UsageError("--tasks belongs to `puma publish dataset`")
    if not re.fullmatch(r"(?!.*(?:--|\.\.))[A-Za-z0-9](?:[\w.-]{0,94}[A-Za-z0-9])?", organisation, re.ASCII):
        raise click.BadParameter(f"'{organisation}' is no name of an organisation or user", param_hint="--org")
    repositories = planned(what, organisation, folder)
    if folder and not (folder / "release.json").is_file():
        say(f"warning  {folder}: was not drawn by puma release; all its tasks would be public", err=True)
    for repository in repositories:
        listing(repository)
    if dry_run:
        say("Nothing was uploaded.")
    else:
        upload_all(repositories)


def planned(what: str, organisation: str, folder: Path | None) -> "Sequence[Repository]":
    """The repositories as they are to be."""
    from puma_dataset import hub

    if what == "dataset":
        return [hub.dataset_repository(organisation, folder)]
    return hub.metric_repositories(organisation) if what == "metrics" else hub.demo_repositories(organisation)


def listing(repository: "Repository") -> None:
    size = f"{repository.size:,} bytes" if repository.size != 1 else "1 byte"
    say(f"{repository.kind} {repository.name}: {counted(len(repository.files), 'file')}, {size}")
    for file in repository.files:
        say(f"  {file.path:<32} {len(file.content):>10,}  sha256 {file.digest[:16]}")


def upload_all(repositories: "Sequence[Repository]") -> None:
    """One repository after the other. Raises InputError where the Hub refuses or cannot be reached."""
    from huggingface_hub import HfApi
    from huggingface_hub.errors import HfHubHTTPError, LocalTokenNotFoundError, OfflineModeIsEnabled
    from huggingface_hub.utils import httpx  # the client that it uses, which has another name in each major version

    api = HfApi(library_name="puma-bench", library_version=__version__)
    for number, repository in enumerate(repositories, 1):
        say(f"[{number}/{len(repositories)}] {repository.name} ...", err=True)
        try:
            say(f"{repository.name}: {upload(api, repository)}")
        except (HfHubHTTPError, httpx.HTTPError, LocalTokenNotFoundError, OfflineModeIsEnabled) as error:
            raise InputError(refusal(repository, error)) from error


def upload(api: "HfApi", repository: "Repository") -> str:
    """Change what is on the Hub in one commit; its address, or that there was nothing to do.

    The commit names the state that it was made for as its parent: the Hub refuses it if that was changed meanwhile.
    """
    from huggingface_hub import CommitOperationAdd, CommitOperationDelete

    from puma_dataset.hub_changes import TITLE, change

    sdk = "gradio" if repository.kind == "space" else None
    api.create_repo(repository.name, repo_type=repository.kind, space_sdk=sdk, exist_ok=True)
    remote = on_the_hub(api, repository)
    planned = change(repository, remote)
    for note in planned.notes:
        say(f"{repository.name}: {note}", err=True)
    done = api.create_commit(
        repository.name,
        repo_type=repository.kind,
        operations=[
            *(CommitOperationDelete(path, is_folder=False) for path in planned.removed),
            *(CommitOperationAdd(file.path, file.content) for file in planned.files),
        ],
        commit_message=f"{TITLE} {__version__}",
        commit_description=planned.description,
        parent_commit=remote.now.name,
    )
    return "is up to date" if done.oid == remote.now.name else done.commit_url


def on_the_hub(api: "HfApi", repository: "Repository") -> "Remote":
    """What is there now, and what the last publication left there."""
    from puma_dataset.hub_changes import TITLE, Remote

    commits = api.list_repo_commits(repository.name, repo_type=repository.kind)
    now = state(api, repository, commits[0].commit_id)
    own = next((commit for commit in commits if commit.title.startswith(TITLE)), None)
    if own is None:
        return Remote(now)
    then = now if own.commit_id == now.name else state(api, repository, own.commit_id)
    return Remote(now, then, tuple(own.message.splitlines()))


def state(api: "HfApi", repository: "Repository", commit: str) -> "Commit":
    from huggingface_hub.hf_api import RepoFile

    from puma_dataset.hub import CARD
    from puma_dataset.hub_changes import Commit

    name, kind = repository.name, repository.kind
    entries = api.list_repo_tree(name, recursive=True, revision=commit, repo_type=kind)
    files = {entry.path: entry.blob_id for entry in entries if isinstance(entry, RepoFile)}
    card = ""
    if CARD in files:
        try:
            card = Path(api.hf_hub_download(name, CARD, revision=commit, repo_type=kind)).read_text("utf-8")
        except UnicodeDecodeError as error:
            raise InputError(f"{name}: its {CARD} on the Hub is not UTF-8; save it there as UTF-8") from error
    return Commit(commit, files, card)


def refusal(repository: "Repository", error: Exception) -> str:
    """What the Hub's refusal means, and what to do."""
    status = getattr(getattr(error, "response", None), "status_code", 0)
    if status in (401, 403) or type(error).__name__ == "LocalTokenNotFoundError":
        way_out = "log in with `hf auth login`, or set HF_TOKEN to a token that may write there"
    elif status == 412:
        way_out = "somebody has changed it meanwhile: publish again, which looks at what is there now"
    elif type(error).__name__ == "OfflineModeIsEnabled":
        way_out = "unset HF_HUB_OFFLINE"
    else:
        way_out = "try again later; what was uploaded stays, and is not uploaded twice"
    reason = (str(error).strip() or type(error).__name__).splitlines()[-1]
    what = f"the Hub refuses ({status})" if status else "the Hub was not reached"
    return f"{repository.name}: {what}: {reason}; {way_out}"
