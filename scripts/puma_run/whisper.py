"""The engine Whisper: faster-whisper, if the user has installed it, with weights from a folder that the user names."""

import hashlib
import inspect
import io
from importlib.metadata import version
from math import gcd
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puma_dataset.sendable import Medium
from puma_metrics.errors import InputError, did_you_mean

from .answering import Answer
from .reading import in_thread, reading
from .settings import Asked

if TYPE_CHECKING:
    import numpy as np

RATE = 16_000
"""Samples a second that Whisper hears."""
WEIGHTS = "model.bin"
LOADING = {"device": "cpu", "compute_type": "int8"}
"""What decides how the weights are loaded, unless --extra says otherwise."""
INSTALL = (
    "pip install faster-whisper. No extra of puma-bench brings it: it requires PyAV, whose wheel holds codecs under "
    "the GPL, though puma-bench itself decodes with soundfile"
)


def about(model: str) -> dict[str, Any]:
    """The library's versions and the digest of the weights. Raises InputError if either is not here."""
    try:
        import faster_whisper
    except ImportError as error:
        raise InputError(f"--engine whisper: '{error.name}' is not installed; {INSTALL}") from error
    weights = Path(model) / WEIGHTS
    if not weights.is_file():
        raise InputError(
            f"--engine whisper: {model} holds no {WEIGHTS}; name a folder with a model of faster-whisper, which "
            "puma run never fetches itself"
        )
    with weights.open("rb") as opened:
        digest = hashlib.file_digest(opened, "sha256").hexdigest()
    return {
        **{"library": "faster-whisper", "version": faster_whisper.__version__, "ctranslate2": version("ctranslate2")},
        **{"weights": Path(model).resolve().name, "sha256": digest},
    }


def whisper(folder: Path, asked: Asked, timeout: float) -> Answer:
    """The engine for the weights in the folder `asked.model`; --extra has arguments of `transcribe`.

    Raises InputError for an argument that `transcribe` has not, and for weights that are none.
    """
    from faster_whisper import WhisperModel

    known = [*inspect.signature(WhisperModel.transcribe).parameters][2:] + list(LOADING)
    for name in asked.extra:
        if name not in known:
            raise InputError(f"--extra: faster-whisper takes no '{name}'; {did_you_mean(name, known)}")
    loading = {name: asked.extra.get(name, usual) for name, usual in LOADING.items()}
    options = {name: value for name, value in asked.extra.items() if name not in LOADING}
    try:
        model = WhisperModel(asked.model, local_files_only=True, **loading)
    except (RuntimeError, ValueError, OSError) as error:
        raise InputError(f"--engine whisper: {asked.model} cannot be loaded ({error}); see its files") from error

    def recognise(medium: Medium) -> str:
        segments, _ = model.transcribe(heard(medium.data), **options)
        return "".join(segment.text for segment in segments).strip()

    return reading(folder, asked, in_thread(recognise))


def heard(data: bytes) -> "np.ndarray[Any, Any]":
    """A recording as Whisper hears it: one channel, the mean of all, at 16,000 samples a second."""
    import soundfile
    from scipy.signal import resample_poly

    samples, rate = soundfile.read(io.BytesIO(data), dtype="float32", always_2d=True)
    mono = samples.mean(axis=1)
    common = gcd(rate, RATE)
    found: np.ndarray[Any, Any] = mono if rate == RATE else resample_poly(mono, RATE // common, rate // common)
    return found
