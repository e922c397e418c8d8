"""Samples of a recording, through soundfile: neither torch nor torchcodec is needed."""

import io
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from puma_metrics.errors import InputError

if TYPE_CHECKING:
    import numpy as np

BLOCK = 65536


def decode_audio(record: Mapping[str, Any]) -> tuple["np.ndarray[Any, np.dtype[np.float32]]", int]:
    """The samples and the rate of a recording.

    `record` is a row of the dataset with one recording in its column `audio`, or one recording of that column, a dict
    with `bytes` (or, without them, `path`). Returns the samples, float32 in [-1, 1], of shape (n,) for one channel
    and (channels, n) for more, and the rate in samples per second.

    Raises InputError if there is not exactly one recording, or if it cannot be decoded.

    >>> from pathlib import Path
    >>> clip = {"bytes": None, "path": str(Path(__file__).with_name("sample") / "audio/asr_001_peron.ogg")}
    >>> samples, rate = decode_audio({"id": "as_001", "audio": [clip]})
    >>> samples.shape, rate
    ((799678,), 16000)
    """
    import soundfile

    clip = _one_clip(record)
    content, path = clip.get("bytes"), clip.get("path")
    if content is None and not path:
        raise InputError("the recording has neither bytes nor a path; give a row of the dataset or one of its clips")
    try:
        with soundfile.SoundFile(path if content is None else io.BytesIO(content)) as sound:
            return _samples(sound), sound.samplerate
    except soundfile.LibsndfileError as error:
        name = f"the recording {path}" if path else "the recording"
        raise InputError(f"{name} cannot be decoded ({error.error_string.rstrip('.')})") from error


def _samples(sound: Any) -> "np.ndarray[Any, np.dtype[np.float32]]":
    """As many samples as there are: room for all that a header claims may be more than any machine has."""
    import numpy as np

    blocks = [sound.read(0, dtype="float32")]
    while len(block := sound.read(BLOCK, dtype="float32")):
        blocks.append(block)
    return np.concatenate(blocks).T


def _one_clip(record: Mapping[str, Any]) -> Mapping[str, Any]:
    """The recording itself, or the only one of a row."""
    if not isinstance(record, Mapping):
        raise InputError(f"expected a row of the dataset or one of its clips, a dict, not {type(record).__name__}")
    if "audio" not in record:
        return record
    clips = record["audio"] or []
    if isinstance(clips, Mapping):
        return clips
    if len(clips) == 1 and isinstance(clips[0], Mapping):
        return clips[0]
    name = f"'{record['id']}'" if record.get("id") else "the row"
    if len(clips) == 1:
        raise InputError(f"{name}: the recording is decoded already; cast the column to Audio(decode=False)")
    way_out = "give one of record['audio']" if clips else "its media are no recordings"
    raise InputError(f"{name} has {len(clips)} recordings, not one; {way_out}")
