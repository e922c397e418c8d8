"""Seeding the local caches, so that load_dataset("puma") and evaluate.load("puma_rules") work letter for letter.

Both libraries look for a bare name in the working directory, then on the Hub, then among what they cached last. The
last is where the rows and the modules are put. Newest wins there, so what else has the name must not be chosen.
"""

import hashlib
import json
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import puma_metrics
from puma_metrics.errors import Finding, InputError, InvalidTask, PumaError
from puma_metrics.task import Task

from .published import laid_out
from .read import SAMPLE, read_sound_tasks, read_tasks
from .swap import discard, put, workroom

# the evaluate modules that are installed beside puma_metrics
MODULES = ("puma_rules", "puma_asr", "puma_ocr", "puma_extraction", "puma_rubric")
DATASET = "puma"
INFO_FILE = "dataset_info.json"
# the name of config that takes rows from the choice, and how long a process may need to open what it has chosen
REPLACED = "replaced"
SECONDS_TO_OPEN = 60


@dataclass(frozen=True)
class Prepared:
    """What a preparation put where.

    `warnings` says what may still keep the two lines from reading it; `findings` are the warnings about the tasks.
    """

    folder: Path
    tasks: int
    fingerprint: str
    dataset: Path
    modules: tuple[Path, ...]
    findings: tuple[Finding, ...]
    warnings: tuple[str, ...]


def prepare(folder: str | Path | None = None) -> Prepared:
    """Make load_dataset("puma") give the tasks of `folder` (None: the sample set), and load the metrics by their names.

    The caches are those that datasets and evaluate are configured for (HF_HOME, HF_DATASETS_CACHE, HF_MODULES_CACHE).
    Rows and modules prepared before are replaced, and so is whatever datasets cached under the name from elsewhere.
    A preparation that is killed, or runs beside another, leaves the old or the new there, never half.

    Raises InputError if the folder holds no task set or a cache cannot be written, and InvalidTask, with every error,
    if tasks are wrong.

    >>> prepare("no/such/folder")
    Traceback (most recent call last):
    puma_metrics.errors.InputError: no/such/folder: no such folder; give a folder that holds tasks.jsonl
    """
    source = SAMPLE if folder is None else Path(folder)
    tasks, findings = _read(source)
    with _as_refusal():
        dataset = _seed_dataset(source, [task.record for task in tasks])
        modules = tuple(_seed_module(name) for name in MODULES)
    return Prepared(
        folder=source,
        tasks=len(tasks),
        fingerprint=dataset.name,
        dataset=dataset,
        modules=modules,
        findings=tuple(findings),
        warnings=tuple(in_the_way(Path.cwd())),
    )


def _read(source: Path) -> tuple[list[Task], list[Finding]]:
    """The tasks, which must be sound; of a set that was laid out its authors kept what it takes to see that."""
    if source.parent != laid_out():
        return read_sound_tasks(source)
    tasks, findings = read_tasks(source, validate=False)
    if findings:
        raise InvalidTask(findings)
    return tasks, findings


@contextmanager
def _as_refusal() -> Iterator[None]:
    """Turns what the system says of a full or broken disk into an InputError, whichever library has wrapped it."""
    try:
        yield
    except PumaError:
        raise
    except Exception as error:  # datasets has an exception of its own around whatever stops it
        said: BaseException | None = error
        while said and not isinstance(said, OSError):
            said = said.__cause__ or said.__context__
        if not isinstance(said, OSError):
            raise
        reason = said.strerror or str(said).partition(".")[0]
        way_out = "make room, or set HF_HOME to another disk"
        raise InputError(f"{said.filename or 'the caches'}: cannot be written ({reason}); {way_out}") from error


def in_the_way(directory: Path) -> Iterator[str]:
    """A warning for each folder in `directory` that the libraries read, started there, before any cache."""
    if (directory / DATASET).is_dir():
        yield (
            f'{directory / DATASET}: load_dataset("{DATASET}") reads this folder before any cache, and caches it under '
            "the same name; rename it, or work in another directory, and prepare again"
        )
    for name in MODULES:
        if (directory / name / f"{name}.py").is_file():
            yield (
                f'{directory / name}: evaluate.load("{name}") runs the module in this folder before any cache; '
                "rename it, or work in another directory"
            )


def _seed_dataset(folder: Path, records: Sequence[Mapping[str, Any]]) -> Path:
    """Where the rows are in the cache."""
    # datasets takes a second to import, which whoever only reads tasks need not wait for
    from datasets import config

    from .builder import Puma, fingerprint

    cache = Path(config.HF_DATASETS_CACHE).expanduser()
    with workroom(cache) as room:
        builder = Puma(folder, records, hash=fingerprint(folder, records), cache_dir=str(room / "new"))
        new = Path(builder.cache_dir)
        final = cache / new.relative_to(room / "new")
        if not _holds(final, len(records)):
            builder.download_and_prepare()
            put(new, final, room)
        os.utime(final)
        for other in (cache / DATASET).glob("*/*/*"):
            if other.is_dir() and other != final:
                _retire(other, room)
    return final


def _holds(rows: Path, count: int) -> bool:
    """Whether the cached rows are offered and can be read to their end: a full disk or a copy may cut them off."""
    import pyarrow as pa

    files = sorted(rows.glob(f"{DATASET}-test*.arrow"))
    if _info(rows).get("config_name") in (None, REPLACED):
        return False
    try:
        return count == sum(pa.ipc.open_stream(pa.memory_map(str(file))).read_all().num_rows for file in files)
    except (pa.ArrowInvalid, OSError):
        return False


def _info(rows: Path) -> dict[str, Any]:
    """What datasets wrote about rows in its cache; empty if nothing can be read."""
    try:
        info = json.loads((rows / INFO_FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return info if isinstance(info, dict) else {}


def _retire(rows: Path, room: Path) -> None:
    """Take rows from the choice: older ones, and those of a folder that is named like the dataset.

    datasets takes the newest folder whose config is named like the folder above, and a process may be about to open
    one that it has just chosen. So rows get another name of config first, and go with a later preparation. What has
    no readable description, as a killed process leaves it, breaks the choice itself and goes at once.
    """
    info = _info(rows)
    if "config_name" not in info:
        discard(rows, room)
    elif info["config_name"] != REPLACED:
        description = room / INFO_FILE
        description.write_text(json.dumps({**info, "config_name": REPLACED}), encoding="utf-8")
        description.replace(rows / INFO_FILE)
    elif (rows / INFO_FILE).stat().st_mtime < time.time() - SECONDS_TO_OPEN:
        discard(rows, room)


def _seed_module(name: str) -> Path:
    """Where the evaluate module is in the cache.

    evaluate takes the folder, of those with 64 letters, in which the module's file is newest. Older ones are a few
    kilobytes and stay: it fails if one goes between its looking for them and its looking into them.
    """
    from evaluate import config
    from evaluate.loading import init_dynamic_modules

    # beside puma_metrics, and not by its import name, which a folder in the working directory could have taken
    source = (Path(puma_metrics.__file__).parents[1] / name / f"{name}.py").read_bytes()
    metrics = Path(config.HF_MODULES_CACHE) / config.MODULE_NAME_FOR_DYNAMIC_MODULES / "metrics"
    home = metrics / f"evaluate-metric--{name}"
    final = home / hashlib.sha256(puma_metrics.__version__.encode() + b"\n" + source).hexdigest()
    with workroom(metrics) as room:
        init_dynamic_modules()
        home.mkdir(exist_ok=True)
        for package in (metrics, home):
            (package / "__init__.py").touch()
        newest = max((file.stat().st_mtime for file in home.glob(f"*/{name}.py")), default=0)
        now = max(time.time(), newest + 1)
        new = room / name
        new.mkdir()
        (new / "__init__.py").touch()
        (new / f"{name}.py").write_bytes(source)
        os.utime(new / f"{name}.py", (now, now))
        _put_module(new, final, room)
    return final


def _put_module(new: Path, final: Path, room: Path) -> None:
    """File by file into a folder that is there, since evaluate may be about to read it."""
    if not final.is_dir():
        put(new, final, room)
        return
    for file in new.iterdir():
        file.replace(final / file.name)
