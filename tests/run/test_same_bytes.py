"""`puma prompts`, rows of the dataset and `puma run` ask for a task with the same bytes."""

import io
import json
from pathlib import Path

import numpy as np
import pytest
import soundfile
from PIL import Image

from puma_dataset.features import row
from puma_dataset.prompts import messages
from puma_dataset.read import SAMPLE, read_tasks
from puma_dataset.sendable import media_of
from puma_metrics import parse_task
from puma_run.abilities import Abilities
from puma_run.chat import outgoing
from puma_run.requests import jobs_of
from puma_run.settings import Asked


def sent_by_run(folder, tasks, **asked):
    """The bodies that a run sends at first, by id."""
    settings = Asked("m", **asked)
    found = {}
    for job in jobs_of(folder, tasks, settings, 1):
        media = media_of(folder, job.media, settings.pdf, settings.audio)
        body = outgoing(job, media, settings, settings.temperature, Abilities()).body
        found[job.id] = json.loads(b"".join(body.written()))
    return found


def test_the_samples_requests_are_those_of_a_run(run, tmp_path):
    assert run("prompts", "--out", "r.jsonl", "--model", "m")[0] == 0
    requests = [json.loads(line) for line in (tmp_path / "r.jsonl").read_text("utf-8").splitlines()]
    assert {one["custom_id"]: one["body"] for one in requests} == sent_by_run(
        Path(str(SAMPLE)), read_tasks(SAMPLE, validate=False)[0]
    )
    assert len(requests) == 52


def _turned():
    out, exif = io.BytesIO(), Image.Exif()
    exif[0x0112] = 6
    Image.new("RGB", (4, 2), "red").save(out, "JPEG", exif=exif)
    return out.getvalue()


def _picture(form):
    out = io.BytesIO()
    Image.new("RGB", (4, 2), "red").save(out, form)
    return out.getvalue()


def _sound(form):
    out = io.BytesIO()
    soundfile.write(out, np.full((800, 2), 0.25), 22050, format=form)
    return out.getvalue()


ODD = {
    "a picture of no form that servers read": ("image", "a.png", _picture("BMP"), "image/png"),
    "a turned picture": ("image", "a.jpg", _turned(), "image/png"),
    "a JPEG under another name": ("image", "a.png", _picture("JPEG"), "image/jpeg"),
    "a picture without an ending": ("image", "a", _picture("WEBP"), "image/webp"),
    "FLAC under another name": ("audio", "a.mp3", _sound("FLAC"), "wav"),
    "MP3 under another name": ("audio", "a.wav", _sound("MP3"), "mp3"),
    "a page's picture": ("document", "a.pdf", _picture("PNG"), "image/png"),
}


CATEGORY = {"image": "contemporary_life", "audio": "speech_qa", "document": "document_qa"}


@pytest.mark.parametrize("name", ODD)
def test_what_a_file_holds_decides_how_it_goes_and_not_its_name(tmp_path, name):
    modality, path, content, form = ODD[name]
    (tmp_path / path).write_bytes(content)
    kind = "audio" if modality == "audio" else "image"
    record = {
        **{"id": "t", "category": CATEGORY[modality], "modality": modality, "prompt": "Co to?", "tags": []},
        **{"media": [{"path": path, "type": kind, "license": "CC0-1.0", "source": "własne"}]},
        **{"rules": [{"type": "include", "clauses": [["kot"]]}]},
    }
    task = parse_task(record)
    by_run = sent_by_run(tmp_path, [task])["t"]["messages"]
    assert messages(task, tmp_path) == by_run
    assert messages(row(record, tmp_path)) == by_run
    part = by_run[0]["content"][0]
    inner = part[part["type"]]
    assert (inner.get("format") or inner["url"].partition(";")[0].removeprefix("data:")) == form


@pytest.mark.parametrize("pdf", ["pages", "file"])
def test_a_pdf_goes_as_its_pages_or_as_a_file(tmp_path, pdf):
    if pdf == "pages":
        pytest.importorskip("pypdfium2", reason="the extra [run] is not installed")
    pages = [Image.new("RGB", (72, 144), "white") for _ in range(2)]
    pages[0].save(tmp_path / "a.pdf", "PDF", save_all=True, append_images=pages[1:], resolution=72)
    record = {
        **{"id": "t", "category": "document_qa", "modality": "document", "prompt": "Co to?", "tags": []},
        **{"media": [{"path": "a.pdf", "type": "pdf", "license": "CC0-1.0", "source": "własne"}]},
        **{"rules": [{"type": "include", "clauses": [["kot"]]}]},
    }
    task = parse_task(record)
    by_run = sent_by_run(tmp_path, [task], pdf=pdf)["t"]["messages"]
    assert [part["type"] for part in by_run[0]["content"][:-1]] == (["image_url"] * 2 if pdf == "pages" else ["file"])
    assert messages(task, tmp_path, pdf=pdf) == by_run
    assert messages(row(record, tmp_path), pdf=pdf) == by_run
