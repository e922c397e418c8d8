import io

import numpy as np
import pytest
import soundfile

from puma_dataset.audio import decode_audio
from puma_metrics.errors import InputError


def clip(samples, rate: int = 16000) -> dict:
    stream = io.BytesIO()
    soundfile.write(stream, samples, rate, format="WAV", subtype="FLOAT")
    return {"bytes": stream.getvalue(), "path": "a.wav"}


MONO = np.array([0.0, 0.5, -1.0, 1.0], dtype="float32")
STEREO = np.stack([MONO, -MONO])


def test_one_channel_is_flat_and_several_come_first():
    samples, rate = decode_audio(clip(MONO, 22050))
    assert (samples.shape, samples.dtype, rate) == ((4,), np.float32, 22050)
    assert np.array_equal(samples, MONO)
    samples, _ = decode_audio(clip(STEREO.T))
    assert np.array_equal(samples, STEREO)


def test_a_row_with_one_recording_is_read():
    assert np.array_equal(decode_audio({"id": "a", "audio": [clip(MONO)]})[0], MONO)


def test_a_recording_on_disk_is_read(tmp_path):
    soundfile.write(tmp_path / "a.wav", MONO, 8000, subtype="FLOAT")
    samples, rate = decode_audio({"bytes": None, "path": str(tmp_path / "a.wav")})
    assert np.array_equal(samples, MONO)
    assert rate == 8000


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"id": "a", "audio": []}, "'a' has 0 recordings, not one; its media are no recordings"),
        ({"audio": [clip(MONO)] * 2}, "the row has 2 recordings, not one; give one of record['audio']"),
        (
            {"id": "a", "audio": [object()]},
            "'a': the recording is decoded already; cast the column to Audio(decode=False)",
        ),
        ([clip(MONO)], "expected a row of the dataset or one of its clips, a dict, not list"),
        ({"id": "a"}, "the recording has neither bytes nor a path; give a row of the dataset or one of its clips"),
        (
            {"bytes": b"to nie jest nagranie", "path": "a.ogg"},
            "the recording a.ogg cannot be decoded (Format not recognised)",
        ),
        (
            {"bytes": None, "path": "absent.ogg"},
            "the recording absent.ogg cannot be decoded (System error)",
        ),
    ],
)
def test_says_what_cannot_be_decoded(record, message):
    with pytest.raises(InputError) as raised:
        decode_audio(record)
    assert str(raised.value) == message
