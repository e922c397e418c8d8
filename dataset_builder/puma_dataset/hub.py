"""What goes to the Hugging Face Hub: the repositories of an organisation with every file in them, as values.

Publishing uploads these values and nothing else, so that what a dry run lists is what is uploaded.
"""

import hashlib
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import puma_metrics
from puma_metrics.errors import InputError

from .caches import MODULES
from .canary import canary, marked
from .licences import licences
from .opening import text_inside
from .read import SAMPLE

HERE = Path(__file__).parent
CARD = "README.md"
ROWS_FILE = "data/test-00000-of-00001.parquet"
DEMO = "puma_demo"


@dataclass(frozen=True)
class Upload:
    """One file: its path in the repository, and its content."""

    path: str
    content: bytes

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.content).hexdigest()


@dataclass(frozen=True)
class Repository:
    """A repository as it is to be: `kind` is dataset or space, `name` has the organisation in it."""

    kind: str
    name: str
    files: tuple[Upload, ...]

    @property
    def size(self) -> int:
        """Bytes in all files."""
        return sum(len(file.content) for file in self.files)


def dataset_repository(organisation: str, folder: str | Path | None = None) -> Repository:
    """The dataset `organisation`/puma: card, rows with their media, licences, and eval.yaml, each with the canary.

    `folder` is a task folder with a README.md, its card; None is the sample set. Raises InputError if the folder holds
    no task set or no card, and InvalidTask, with every error, if tasks are wrong.

    >>> dataset_repository("org", "no/such/folder")
    Traceback (most recent call last):
    puma_metrics.errors.InputError: no/such/folder: no such folder; expected one of tasks, with a card
    """
    source = SAMPLE if folder is None else Path(folder)
    if not source.is_dir():
        raise InputError(f"{source}: no such folder; expected one of tasks, with a card")
    try:
        card = text_inside(HERE if folder is None else source, CARD)
    except FileNotFoundError as error:
        raise InputError(f"{source}: no {CARD} in it; a dataset's page is its card, write one there") from error
    texts = {
        CARD: _with_organisation(card, organisation).encode(),
        "eval.yaml": (HERE / "eval.yaml").read_bytes(),
        **{name: text.encode() for name, text in licences(source).items()},
    }
    mark = canary(source)
    files = [Upload(name, marked(name, content, mark)) for name, content in texts.items()]
    return Repository("dataset", f"{organisation}/puma", (*files[:2], Upload(ROWS_FILE, _rows(source)), *files[2:]))


def metric_repositories(organisation: str) -> list[Repository]:
    """The Space of each evaluate module, which is what evaluate.load("organisation/module") reads."""
    return [_space(organisation, name) for name in MODULES]


def demo_repositories(organisation: str) -> list[Repository]:
    """The Space that shows all metrics. Raises InputError if this installation has none."""
    if not _module(DEMO).is_dir():
        raise InputError(f"{_module(DEMO)}: no such folder; install puma-bench as a whole")
    return [_space(organisation, DEMO)]


def _rows(folder: Path) -> bytes:
    # Arrow takes half a second to import, which the Spaces do not need
    from .parquet import to_parquet

    with tempfile.TemporaryDirectory() as room:
        to_parquet(folder, Path(room, "rows.parquet"))
        return Path(room, "rows.parquet").read_bytes()


def _module(name: str) -> Path:
    """The modules are installed beside puma_metrics."""
    return Path(puma_metrics.__file__).parents[1] / name


def _space(organisation: str, name: str) -> Repository:
    return Repository("space", f"{organisation}/{name}", tuple(_space_files(organisation, name)))


def _space_files(organisation: str, name: str) -> Iterator[Upload]:
    """Card, requirements, the module and the app: code of a Space's tabs comes with the package."""
    folder = _module(name)
    yield Upload(CARD, _with_organisation((folder / CARD).read_text("utf-8"), organisation).encode())
    for file in ("app.py", f"{name}.py"):
        if (folder / file).is_file():
            yield Upload(file, (folder / file).read_bytes())
    yield Upload("requirements.txt", pinned((folder / "requirements.txt").read_text("utf-8")).encode())


def pinned(requirements: str) -> str:
    """Requirements with this very version of the package, so that a Space never scores by another.

    >>> pinned("puma-bench[demo]\\n").startswith("puma-bench[demo]==")
    True
    """
    return re.sub(
        r"^(puma-bench(?:\[[\w,]+\])?)$", rf"\1=={puma_metrics.__version__}", requirements, flags=re.MULTILINE
    )


def _with_organisation(card: str, organisation: str) -> str:
    """The card whose examples load from the Hub: a bare name works only where `puma prepare` was run."""
    card = re.sub(r'load_dataset\("puma"', f'load_dataset("{organisation}/puma"', card)
    return re.sub(r'evaluate\.load\("(puma_\w+)"\)', rf'evaluate.load("{organisation}/\1")', card)
