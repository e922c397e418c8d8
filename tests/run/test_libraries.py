"""RapidOCR and Whisper: libraries in their place, what they are handed, and RapidOCR itself where it is installed."""

import importlib.util
import io
import json
import sys
from importlib.metadata import version
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import ClassVar

import numpy as np
import pytest
import soundfile

from puma_run import rapidocr, whisper

HAS_RAPIDOCR = importlib.util.find_spec("rapidocr") is not None


@pytest.fixture
def libraries(monkeypatch):
    """A function that puts modules with these names in place of the real ones."""

    def put(**modules):
        for name, fields in modules.items():
            module = ModuleType(name)
            vars(module).update(fields)
            monkeypatch.setitem(sys.modules, name, module)

    return put


class Reader:
    """In RapidOCR's place."""

    def __init__(self, params):
        assert params == {"Global.log_level": "error"}

    def __call__(self, data):
        if data == b"":
            raise ValueError("no picture")
        return SimpleNamespace(txts=("Zażółć", "gęślą jaźń") if data[:4] == b"\xff\xd8\xff\xe0" else None)


@pytest.fixture
def paper(libraries, monkeypatch):
    libraries(rapidocr={"RapidOCR": Reader}, onnxruntime={"__version__": "1.0"})
    monkeypatch.setattr(rapidocr, "_carried", lambda: "PP-OCRv6-small")
    monkeypatch.setattr(rapidocr, "version", lambda name: "3.10.0")


def test_lines_are_read_one_under_the_other(ask, paper):
    ran = ask("PP-OCRv6-small", "oc_001", engine="rapidocr")
    assert ran.rows()["oc_001"]["prediction"] == "Zażółć\ngęślą jaźń"
    assert ran.rows()["oc_001"]["model"] == "rapidocr PP-OCRv6-small"
    assert ran.outcome.record["engine_about"] == {"library": "rapidocr", "version": "3.10.0", "onnxruntime": "1.0"}


def test_what_a_library_raises_about_a_page_fails_that_page_alone(ask, paper, monkeypatch):
    def broken(self, data):
        raise ValueError("no picture")

    monkeypatch.setattr(Reader, "__call__", broken)
    row = ask("PP-OCRv6-small", "oc_001", engine="rapidocr").rows("failures.jsonl")["oc_001"]
    assert (row["kind"], row["message"]) == ("unable", "'oc_001_list.jpg' was not read (ValueError: no picture)")


def test_another_model_is_refused_and_never_fetched(run, paper):
    assert run("run", "PP-OCRv5", "--engine", "rapidocr", "--out", "R") == (
        *(3, ""),
        "puma: --engine rapidocr: 'PP-OCRv5' is not the model that the installed rapidocr 3.10.0 carries; "
        "name it: PP-OCRv6-small\n",
    )


@pytest.mark.parametrize("engine", ["tesseract", "rapidocr"])
def test_more_fields_for_what_takes_none_are_refused(run, engine):
    code, _, err = run("run", "m", "--engine", engine, "--extra", '{"a": 1}', "--out", "R")
    assert (code, err.splitlines()[-1]) == (2, f"Error: --engine {engine} takes no --extra: leave it out")


MISSING = {
    "rapidocr": ("rapidocr", "'rapidocr' is not installed; pip install 'puma-bench[recognise]'"),
    "whisper": (
        "faster_whisper",
        "'faster_whisper' is not installed; pip install faster-whisper. No extra of puma-bench brings it: it requires "
        "PyAV, whose wheel holds codecs under the GPL, though puma-bench itself decodes with soundfile",
    ),
}


@pytest.mark.parametrize("engine", MISSING)
def test_a_library_that_is_not_here_is_named_with_the_way_out(run, monkeypatch, libraries, engine):
    module, said = MISSING[engine]
    libraries(onnxruntime={})
    monkeypatch.setitem(sys.modules, module, None)
    assert run("run", "m", "--engine", engine, "--out", "R") == (3, "", f"puma: --engine {engine}: {said}\n")


class Listener:
    """In WhisperModel's place."""

    loaded: ClassVar[list[dict[str, object]]] = []

    def __init__(self, folder, local_files_only, **loading):
        assert local_files_only
        self.loaded.append(loading)
        if Path(folder, "model.bin").read_bytes() == b"broken":
            raise RuntimeError("unsupported model")

    def transcribe(self, sound, language=None, beam_size=5):
        assert (sound.dtype, sound.ndim) == (np.float32, 1)
        texts = [" Uwaga,", " uwaga."] if language == "pl" else [" Attention."]
        return (SimpleNamespace(text=text) for text in texts), None


@pytest.fixture
def weights(libraries, monkeypatch, tmp_path):
    libraries(faster_whisper={"WhisperModel": Listener, "__version__": "1.2.1"})
    monkeypatch.setattr(whisper, "version", lambda name: "4.8")
    monkeypatch.setattr(Listener, "loaded", [])
    (tmp_path / "base").mkdir()
    (tmp_path / "base" / "model.bin").write_bytes(b"abc")
    return tmp_path / "base"


def test_a_recording_is_transcribed_with_the_weights_of_a_folder(ask, weights):
    row = ask(str(weights), "as_001", engine="whisper", extra={"language": "pl", "compute_type": "float32"})
    assert row.rows()["as_001"]["prediction"] == "Uwaga, uwaga."
    assert row.rows()["as_001"]["model"] == "whisper base"
    assert Listener.loaded == [{"device": "cpu", "compute_type": "float32"}]
    assert row.outcome.record["engine_about"] == {
        **{"library": "faster-whisper", "version": "1.2.1", "ctranslate2": "4.8", "weights": "base"},
        "sha256": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    }


def test_an_argument_that_whisper_has_not_is_refused(run, weights):
    code, _, err = run("run", str(weights), "--engine", "whisper", "--out", "R", "--extra", '{"langauge": "pl"}')
    assert (code, err) == (3, "puma: --extra: faster-whisper takes no 'langauge'; did you mean 'language'?\n")


def test_weights_that_are_none_are_named(run, weights):
    (weights / "model.bin").write_bytes(b"broken")
    code, _, err = run("run", "base", "--engine", "whisper", "--out", "B")
    assert (code, err) == (*(3, "puma: --engine whisper: base cannot be loaded (unsupported model); see its files\n"),)
    (weights / "model.bin").unlink()
    code, _, err = run("run", "base", "--engine", "whisper", "--out", "C")
    assert (code, err) == (
        3,
        "puma: --engine whisper: base holds no model.bin; name a folder with a model of faster-whisper, which puma "
        "run never fetches itself\n",
    )


@pytest.mark.parametrize("rate", [8_000, 16_000, 44_100])
def test_sound_is_heard_at_sixteen_thousand_samples_and_one_channel(rate):
    out = io.BytesIO()
    tone = np.sin(2 * np.pi * 440 * np.arange(rate) / rate) * 0.5
    soundfile.write(out, np.stack([tone, tone], axis=1), rate, format="WAV")
    sound = whisper.heard(out.getvalue())
    assert (sound.dtype, len(sound)) == (np.float32, 16_000)
    assert np.argmax(np.abs(np.fft.rfft(sound))) == 440


@pytest.mark.skipif(not HAS_RAPIDOCR, reason="the extra [recognise] is not installed; .ci/run installs it")
def test_rapidocr_reads_the_samples_documents(run):
    model = rapidocr._carried()
    code, out, err = run("run", model, "--engine", "rapidocr", "--out", "R")
    assert (code, out, err) == (0, "7 of 7 requests answered, 0 failed\nWritten: R\n", "")
    about = json.loads(Path("R/run.json").read_text("utf-8"))["engine_about"]
    assert about["version"] == version("rapidocr")
    results = json.loads(run("grade", "R", "--json")[1])
    assert (results["model"], results["categories"]["ocr"]["attempted"]) == (f"rapidocr {model}", 7)
    assert results["categories"]["ocr"]["soft"] > 50
