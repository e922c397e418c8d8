"""Tasks as they were published: a dataset on the Hub, a Parquet file, or a folder with Parquet files.

`puma publish` writes rows with their media in them. To grade, the rules are enough; for whatever needs the media, a set
is laid out as a folder of tasks, without the answers that its authors kept at home.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from puma_answers.parquet import open_parquet, readable
from puma_metrics.errors import Finding, InputError, InvalidTask
from puma_metrics.task import DATASET_COLUMNS, Task, parse_task, plain_record
from puma_metrics.wording import counted

from .lines import TASKS_FILE
from .media import media_of
from .opening import form_problem, open_inside

COLUMNS = ("id", "category", "modality", "prompt", "tags", "media", "rules")
"""What a task is, but for its media."""
KEPT_AT_HOME: Mapping[str, Any] = {"answers_ok": [], "answers_bad": [], "notes": ""}
_NAME = r"[\w.-]{1,96}/[\w.-]{1,96}"
_ON_THE_HUB = re.compile(rf"(?:hf:/{{1,2}}datasets/)?({_NAME})(?:@([\w.-]+))?(?:/(.+))?", re.ASCII)
_SPLIT = re.compile(r"(?:^|/)([a-z]+)(?:-[^/]*)?(?:/[^/]*)?\.parquet$")
ROWS_AT_ONCE = 16
"""Rows of which the media are held in memory."""


@dataclass(frozen=True)
class Published:
    """Where the rows are on this machine, and what the set is called, with its commit if it is from the Hub."""

    name: str
    folder: Path
    files: tuple[str, ...]


def is_published(place: Path) -> bool:
    """Whether a path names a published set, and no folder of tasks.

    >>> is_published(Path("org/puma")), is_published(Path("no-such-folder")), is_published(Path("/no/puma"))
    (True, False, False)
    """
    if place.is_dir():
        return not (place / TASKS_FILE).exists() and bool(_inside(place))
    if place.suffix.lower() == ".parquet" and not str(place).startswith("hf:"):
        return place.is_file()
    return bool(_ON_THE_HUB.fullmatch(place.as_posix())) and not _is_here(place)


def _is_here(place: Path) -> bool:
    """A path that exists, or into a folder that does: a wrong name in it is no dataset of that organisation."""
    return place.exists() or place.is_symlink() or place.parts[0] in (".", "..", "/") or Path(place.parts[0]).exists()


def _inside(folder: Path) -> list[str]:
    found = [*folder.glob("*.parquet"), *folder.glob("data/*.parquet")]
    return sorted(str(file.relative_to(folder).as_posix()) for file in found)


def published(place: Path) -> Published:
    """The rows of a published set; those on the Hub are downloaded into its cache.

    Raises InputError if there are none, more than one split, or the Hub refuses or cannot be reached.
    """
    if place.is_dir():
        return Published(str(place), place, _one_split(str(place), _inside(place)))
    if place.is_file():
        file = place.resolve()
        return Published(str(place), file.parent, (file.name,))
    return _downloaded(place)


def _one_split(name: str, files: Sequence[str]) -> tuple[str, ...]:
    """The files of the split `test`, or of the only one that there is."""
    by_split: dict[str, list[str]] = {}
    for file in files:
        found = _SPLIT.search(file)
        by_split.setdefault(found[1] if found else "", []).append(file)
    if not by_split:
        raise InputError(f"{name}: holds no Parquet file; expected what puma publish dataset has uploaded")
    if len(by_split) > 1 and "test" not in by_split:
        shown = ", ".join(sorted(files)[:10])
        raise InputError(f"{name}: holds several sets ({shown}); name one of the files")
    return tuple(sorted(by_split.get("test", files)))


def _downloaded(place: Path) -> Published:
    from huggingface_hub import HfApi
    from huggingface_hub.errors import HfHubHTTPError, LocalEntryNotFoundError, OfflineModeIsEnabled
    from huggingface_hub.utils import httpx

    found = _ON_THE_HUB.fullmatch(place.as_posix())
    assert found
    name, revision, path = found.groups()
    api = HfApi(library_name="puma-bench")
    try:
        about = api.dataset_info(name, revision=revision)
        there = [one.rfilename for one in about.siblings or [] if one.rfilename.endswith(".parquet")]
        files = _one_split(name, [one for one in there if path in (None, one)])
        local = [
            Path(api.hf_hub_download(name, file, repo_type="dataset", revision=about.sha)).resolve() for file in files
        ]
    except (HfHubHTTPError, httpx.HTTPError, OfflineModeIsEnabled, LocalEntryNotFoundError) as error:
        raise InputError(_refusal(name, error)) from error
    if len({file.parent for file in local}) > 1:
        raise InputError(f"{name}: its files are not in one folder of the cache; delete it and load the set again")
    called = f"{name}@{(about.sha or '')[:12]}"
    return Published(called, local[0].parent, tuple(file.name for file in local))


def _refusal(name: str, error: Exception) -> str:
    status = getattr(getattr(error, "response", None), "status_code", 0)
    if type(error).__name__ == "OfflineModeIsEnabled":
        return f"{name}: no such folder here, and HF_HUB_OFFLINE keeps from looking for it on the Hub; unset it"
    if status in (401, 403, 404):
        way_out = "of a private dataset log in with `hf auth login`, or set HF_TOKEN"
        return f"{name}: no such folder here, and no such dataset on the Hub ({status}); {way_out}"
    reason = (str(error).strip() or type(error).__name__).splitlines()[-1]
    return f"{name}: no such folder here, and the Hub was not reached: {reason}; try again later"


def read_published(found: Published) -> list[Task]:
    """The tasks of a published set in the order of its rows, without their media.

    Raises InputError for a file that is none of ours, and InvalidTask, with every error, if tasks cannot be graded.
    """
    tasks: list[Task] = []
    findings: list[Finding] = []
    seen: set[str] = set()
    for row in _rows(found, COLUMNS):
        try:
            task = parse_task(row)
        except InvalidTask as error:
            findings += error.findings
            continue
        if task.id in seen:
            findings.append(Finding("stands twice; every id must be unique", id=task.id, field="id"))
        seen.add(task.id)
        tasks.append(task)
    if findings:
        raise InvalidTask(findings)
    if not tasks:
        raise InputError(f"{found.name}: holds no task")
    return tasks


def _rows(found: Published, columns: Sequence[str]) -> Iterator[dict[str, Any]]:
    for file in found.files:
        where = found.name if len(found.files) == 1 else f"{found.name}, {file}"
        with open_inside(found.folder, file) as opened, readable(where):
            parquet = open_parquet(where, opened, columns)
            missing = [name for name in ("id", "category", "rules") if name not in parquet.schema_arrow.names]
            if missing:
                wanted = ", ".join(f"'{name}'" for name in missing)
                raise InputError(f"{where}: has no column {wanted}; expected what puma publish dataset has uploaded")
            there = [name for name in columns if name in parquet.schema_arrow.names]
            for batch in parquet.iter_batches(ROWS_AT_ONCE, columns=there):
                yield from batch.to_pylist()


def lay_out(found: Published) -> Path:
    """A folder of tasks with the media of a published set, in the cache of the Hub; made once for each content.

    Raises as `read_published`, and InputError for a row whose media are not what it says.
    """
    from .swap import put, workroom

    read_published(found)
    final = laid_out() / _digest(found)
    if (final / TASKS_FILE).is_file():
        return final
    with workroom(final.parent) as room:
        new = room / "new"
        new.mkdir()
        with (new / TASKS_FILE).open("w", encoding="utf-8", newline="\n") as lines:
            for row in _rows(found, (*COLUMNS, *sorted(DATASET_COLUMNS))):
                record = _record(row)
                _write_media(found.name, new, record, row)
                lines.write(json.dumps({**record, **KEPT_AT_HOME}, ensure_ascii=False, allow_nan=False) + "\n")
        put(new, final, room)
    return final


def laid_out() -> Path:
    """Where published sets are laid out as folders."""
    from huggingface_hub.constants import HF_HOME

    return Path(HF_HOME).expanduser() / "puma"


def _digest(found: Published) -> str:
    sha = hashlib.sha256()
    for file in found.files:
        with open_inside(found.folder, file) as opened:
            sha.update(hashlib.file_digest(opened, "sha256").digest())
    return sha.hexdigest()


def _record(row: Mapping[str, Any]) -> dict[str, Any]:
    plain = plain_record(row)
    return {name: plain[name] for name in COLUMNS if name in plain}


def _write_media(name: str, folder: Path, record: Mapping[str, Any], row: Mapping[str, Any]) -> None:
    """The media of a row under the paths that it gives them: none of them may lead out of the folder."""
    from .features import column

    waiting = {kind: list(row.get(kind) or []) for kind in DATASET_COLUMNS}
    for path, kind in media_of(record):
        clips = waiting[column(str(record.get("modality")), kind)]
        clip = clips.pop(0) if clips else {}
        problem = form_problem(path) or ("" if clip.get("bytes") else f"'{path}' has no content in its row")
        if problem or not path.isprintable():
            raise InputError(f"{name}, '{record['id']}', media: {problem or 'has a character that no path here has'}")
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        if place.exists() and place.read_bytes() != clip["bytes"]:
            raise InputError(f"{name}, '{record['id']}', media: '{path}' has another content in another task")
        place.write_bytes(clip["bytes"])
    if left := sum(map(len, waiting.values())):
        raise InputError(f"{name}, '{record['id']}', media: {counted(left, 'file')} more than the task names")
