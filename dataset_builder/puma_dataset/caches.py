"""Seeding the local caches, so that load_dataset("puma") and evaluate.load("puma_rules") work letter for letter.

Both libraries look for a bare name in the working directory, then on the Hub, then among what they cached last. The
last is where the rows and the modules are put; newest wins there, hence everything else of that name goes.
"""

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import puma_metrics
from puma_metrics.errors import Finding

from .read import SAMPLE, read_sound_tasks
from .swap import discard, put, workroom

# the evaluate modules that are installed beside puma_metrics
MODULES = ("puma_rules",)
DATASET = "puma"


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
    tasks, findings = read_sound_tasks(source)
    dataset, left = _seed_dataset(source, [task.record for task in tasks])
    modules = tuple(_seed_module(name) for name in MODULES)
    return Prepared(
        folder=source,
        tasks=len(tasks),
        fingerprint=dataset.name,
        dataset=dataset,
        modules=modules,
        findings=tuple(findings),
        warnings=(*left, *in_the_way(Path.cwd())),
    )


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


def _seed_dataset(folder: Path, records: Sequence[Mapping[str, Any]]) -> tuple[Path, list[str]]:
    """Where the rows are in the cache, and what could not be removed beside them."""
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
        left = [discard(other, room) for other in _others(cache / DATASET, final)]
    return final, [warning for warning in left if warning]


def _holds(prepared: Path, rows: int) -> bool:
    """Whether the cached folder can be read to its end and has that many rows: a full disk or a copy may cut it."""
    import pyarrow as pa

    files = sorted(prepared.glob(f"{DATASET}-test*.arrow"))
    if not (prepared / "dataset_info.json").is_file():
        return False
    try:
        return rows == sum(pa.ipc.open_stream(pa.memory_map(str(file))).read_all().num_rows for file in files)
    except (pa.ArrowInvalid, OSError):
        return False


def _others(home: Path, final: Path) -> Iterable[Path]:
    """Everything that datasets would consider for the name beside `final`: older rows, those of a folder named like
    the dataset, and the half-written of a killed process, any of which can win or break the line."""
    return [path for path in home.glob("*/*/*") if path.is_dir() and path != final]


def _seed_module(name: str) -> Path:
    """Where the evaluate module is in the cache. evaluate takes the newest of the folders with 64 letters."""
    from evaluate.loading import init_dynamic_modules

    # beside puma_metrics, and not by its import name, which a folder in the working directory could have taken
    source = (Path(puma_metrics.__file__).parents[1] / name / f"{name}.py").read_bytes()
    metrics = Path(init_dynamic_modules()) / "metrics"
    home = metrics / f"evaluate-metric--{name}"
    final = home / hashlib.sha256(puma_metrics.__version__.encode() + b"\n" + source).hexdigest()
    with workroom(metrics) as room:
        home.mkdir(exist_ok=True)
        for package in (metrics, home):
            (package / "__init__.py").touch()
        _put_module(name, source, final, room)
        for other in home.iterdir():
            if len(other.name) == 64 and other != final:
                discard(other, room)
    return final


def _put_module(name: str, source: bytes, final: Path, room: Path) -> None:
    """The module's file in its folder, newer than any before."""
    file = final / f"{name}.py"
    if not (final / "__init__.py").is_file() or not file.is_file() or file.read_bytes() != source:
        new = room / name
        new.mkdir()
        (new / "__init__.py").touch()
        (new / f"{name}.py").write_bytes(source)
        put(new, final, room)
    os.utime(file)
