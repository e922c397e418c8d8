"""Small task folders, made in a test's own directory."""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile
from hypothesis import settings
from PIL import Image

ROOT = Path(__file__).parents[1]

os.environ["LC_ALL"] = "C.UTF-8"  # the command line speaks the language of the locale, and tests expect English

# by hand, for tests that try only a few examples in CI: pytest --hypothesis-profile thorough
settings.register_profile("thorough", max_examples=400, stateful_step_count=30, deadline=None)


def plain_task(name: str, **changed: Any) -> dict[str, Any]:
    """A task about one image that has nothing wrong with it, but for what is changed; None leaves a field out."""
    record = {
        "id": name,
        "category": "contemporary_life",
        "modality": "image",
        "prompt": f"Co przedstawia obraz, który nosi nazwę {name * 3}?",
        "media": [{"path": f"{name}.png", "type": "image", "license": "CC0-1.0", "source": "rysunek własny"}],
        "rules": [{"type": "include", "clauses": [[name]]}],
        "answers_ok": [f"Obraz przedstawia {name}."],
        "answers_bad": ["Nie wiem."],
        "tags": ["test"],
        "notes": "",
    }
    record.update(changed)
    return {field: value for field, value in record.items() if value is not ...}


def write_media(file: Path, seed: int) -> None:
    """An image, a recording or the start of a PDF, by the file's ending; another seed is another content."""
    file.parent.mkdir(parents=True, exist_ok=True)
    if file.suffix == ".wav":
        soundfile.write(file, np.full((1600, 1 + seed % 2), (seed + 1) / 100), 16000)
    elif file.suffix == ".pdf":
        file.write_bytes(b"%PDF-1.7\n" + str(seed).encode() + b"\nstartxref\n0\n%%EOF\n")
    else:
        Image.new("RGB", (4, 4), (seed % 256, 1, 2)).save(file)


ENGLISH = (
    "the of and or is are was not found expected missing files error errors drop click upload clear close word "
    "words row rows cell cells table tables answer answers rule rules field fields score grade reference "
    "should must with for from than more too large long left loading queue processing tabs line column "
    "characters bytes wrong right block positive negative criterion needs unknown did you mean read warning "
    "options empty holds before inserted dropped hallucination omission formatting mixing flags length only "
    "has have cannot exceed maximum allowed size"
)
"""Words that stand in the grader's or in gradio's English and in no Polish text."""


@pytest.fixture(scope="session")
def english_in() -> Callable[[str], list[str]]:
    """A function that lists the English words of a text, those in quotation marks left out: they are somebody's own."""

    english = frozenset(ENGLISH.split())

    def listed(text: str) -> list[str]:
        bare = re.sub(r"„.*?”|'[^']*'|\"[^\"]*\"", " ", text, flags=re.DOTALL)
        return sorted(english.intersection(re.findall(r"[^\W\d_]+", bare.lower())))

    return listed


@pytest.fixture(scope="session")
def sample_tasks() -> list[dict[str, Any]]:
    """The tasks of the sample set, as parsed JSON."""
    file = ROOT / "dataset_builder" / "puma_dataset" / "sample" / "tasks.jsonl"
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def task() -> Callable[..., dict[str, Any]]:
    return plain_task


@pytest.fixture
def task_folder(tmp_path: Path) -> Callable[..., Path]:
    """A function that writes a folder of tasks (records or raw lines) with all their media."""

    def write(*tasks: dict[str, Any] | bytes, name: str = "tasks", media: bool = True) -> Path:
        folder = tmp_path / name
        folder.mkdir(exist_ok=True)
        lines = [t if isinstance(t, bytes) else json.dumps(t, ensure_ascii=False).encode() for t in tasks]
        (folder / "tasks.jsonl").write_bytes(b"".join(line + b"\n" for line in lines))
        paths = [m["path"] for t in tasks if media and isinstance(t, dict) for m in t.get("media", [])]
        for seed, path in enumerate(paths):
            write_media(folder / path, seed)
        return folder

    return write


@pytest.fixture
def run(monkeypatch, capsys, tmp_path) -> Callable[..., tuple[int, str, str]]:
    """A function that runs `puma` with arguments in an empty directory: exit code, stdout and stderr."""
    from puma_cli.main import main

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")

    def call(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["puma", *arguments])
        with pytest.raises(SystemExit) as left:
            main()
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return int(left.value.code or 0), out, err

    return call


@pytest.fixture
def tasks(task_folder) -> Path:
    """The folder of three tasks, of which `kot` is about cats, and so on."""
    return task_folder(*map(plain_task, ("kot", "pies", "dom")))


@pytest.fixture
def answers(tmp_path) -> str:
    """The name of a file of answers to `tasks`: right, wrong, right."""
    said = {"kot": "Koty.", "pies": "Kot.", "dom": "Dom."}
    records = [json.dumps({"id": name, "prediction": text}) for name, text in said.items()]
    (tmp_path / "answers.jsonl").write_text("\n".join(records), "utf-8")
    return "answers.jsonl"


@pytest.fixture
def two(tmp_path) -> list[str]:
    """Names of the files of two models: `a` passes all of `tasks`, `b` one of them and leaves one out."""
    said = {"a": {"kot": "Kot.", "pies": "Pies.", "dom": "Dom."}, "b": {"kot": "Kot.", "pies": "Kot."}}
    for model, answers in said.items():
        records = [json.dumps({"id": name, "answer": text}) for name, text in answers.items()]
        (tmp_path / f"{model}.jsonl").write_text("\n".join(records), "utf-8")
    return ["a.jsonl", "b.jsonl"]


@pytest.fixture(scope="session")
def evil() -> str:
    """A text that would do something if it were not escaped."""
    script = "<script>document.title = 'evil'</script><img src=x onerror=\"document.title='evil'\">"
    return f"{script}\"'&$x$ </textarea>"


@pytest.fixture(scope="session")
def build_report(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., str]:
    """A function that returns the page of `puma report`."""
    from click.testing import CliRunner

    from puma_cli.report import report

    out = tmp_path_factory.mktemp("built") / "report.html"

    def build(*arguments: str) -> str:
        options = {"catch_exceptions": False, "standalone_mode": False}
        result = CliRunner().invoke(report, [*arguments, "--out", str(out)], **options)
        assert result.output == f"Written: {out}\n"
        return out.read_text("utf-8")

    return build


@pytest.fixture(scope="session")
def four(build_report: Callable[..., str], evil: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The report of the sample set with its four files of answers, one answer of which is evil."""
    folder, files = tmp_path_factory.mktemp("four"), []
    for file in sorted((ROOT / "dataset_builder" / "puma_dataset" / "sample" / "predictions").glob("*.jsonl")):
        rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
        if "written" in file.name:
            rows[0]["prediction"] = evil
        (folder / file.name).write_text("".join(json.dumps(row) + "\n" for row in rows))
        files.append(str(folder / file.name))
    return build_report(*files, "--title", "Wyniki <b>")


@pytest.fixture(scope="session")
def offline(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment for child processes: caches and home of their own, no network, and the project's sources."""
    home = tmp_path_factory.mktemp("home")
    sources = os.pathsep.join(str(ROOT / name) for name in ("metrics", "dataset_builder", "scripts"))
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("HF_", "XDG_", "PYTHON"))}
    return {
        **kept,
        "HOME": str(home),
        "HF_HOME": str(home / "hf"),
        "HF_HUB_OFFLINE": "1",
        "HF_EVALUATE_OFFLINE": "1",
        "PYTHONPATH": sources,
        "PYTHONUTF8": "1",
    }
