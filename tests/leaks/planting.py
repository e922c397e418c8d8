"""A small private set, a release of it, and the ways in which tests plant leaks into a copy of that."""

import io
import json
import shutil
import unicodedata

import pytest
import soundfile

from puma_dataset.canary import MANIFEST
from puma_dataset.read import SAMPLE, read_tasks, write_tasks
from puma_dataset.release.selection import select
from puma_dataset.release.stripping import stripped
from puma_dataset.release.subset import release

IDS = ["hc_001", "hc_002", "hc_003", "as_001", "as_002", "sm_007", "oc_001", "oc_007", "ex_001", "ex_002", "dq_002"]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A small private set."""
    folder = tmp_path_factory.mktemp("private")
    kept = [task.record for task in read_tasks(SAMPLE, validate=False)[0] if task.id in IDS]
    assert len(kept) == len(IDS)
    write_tasks(folder, kept)
    for path in (medium["path"] for record in kept for medium in record["media"]):
        (folder / path).parent.mkdir(exist_ok=True)
        shutil.copy(SAMPLE / path, folder / path)
    return folder


@pytest.fixture(scope="module")
def percent():
    """How much of the private set is released."""
    return 40


@pytest.fixture(scope="module")
def records(whole):
    return [task.record for task in read_tasks(whole, validate=False)[0]]


@pytest.fixture(scope="module")
def selection(whole, records, percent):
    return select(records, whole, percent, 0)


@pytest.fixture(scope="module")
def subset(whole, percent, tmp_path_factory):
    folder = tmp_path_factory.mktemp("release") / "public"
    release(whole, folder, percent=percent)
    return folder


@pytest.fixture
def tree(subset, tmp_path):
    """A copy of the subset to plant a leak in."""
    return shutil.copytree(subset, tmp_path / "public")


@pytest.fixture
def private(records, selection):
    """The tasks that stayed private, by what they are good for."""
    stayed = {task.id for task in selection.private.tasks}
    left = [record for record in records if record["id"] in stayed]

    def having(kind):
        return next(record for record in left if any(rule["type"] == kind for rule in record["rules"]))

    return having


def canary_of(tree):
    return json.loads((tree / MANIFEST).read_text("utf-8"))["canary"]


def say(tree, text, name="README.md"):
    file = tree / name
    before = file.read_text("utf-8") if file.exists() else canary_of(tree) + "\n"
    file.write_text(f"{before}\n{text}\n", "utf-8")


def put_image(tree, image):
    file = io.BytesIO()
    image.convert("RGB").save(file, "PNG")
    content, suffix = stripped(file.getvalue(), "image", canary_of(tree))
    (tree / "media" / f"x{suffix}").write_bytes(content)


def put_sound(tree, samples, rate):
    file = io.BytesIO()
    soundfile.write(file, samples, rate, format="WAV")
    (tree / "media" / "x.flac").write_bytes(stripped(file.getvalue(), "audio", canary_of(tree))[0])


def told(what, record):
    return f"tells {what}, of the private task '{record['id']}'; remove it"


def reference(record):
    return next(rule["reference"] for rule in record["rules"] if rule["type"] == "asr")


def plain(text):
    letters = unicodedata.normalize("NFKD", text.translate(str.maketrans("łŁ", "lL")))
    return "".join(c for c in letters if not unicodedata.combining(c))
