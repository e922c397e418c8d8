import pytest

from puma_dataset.swap import ROOM, discard, put, workroom
from puma_metrics.errors import InputError


def test_a_room_is_empty_and_goes(tmp_path):
    (tmp_path / "cache" / ROOM / "left by a killed one").mkdir(parents=True)
    with workroom(tmp_path / "cache") as room:
        assert list(room.iterdir()) == []
        (room / "half").mkdir()
    assert not room.exists()


def test_a_room_goes_after_an_error(tmp_path):
    with pytest.raises(RuntimeError), workroom(tmp_path) as room:
        raise RuntimeError
    assert not room.exists()


def test_says_which_cache_cannot_be_written(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(InputError) as raised, workroom(tmp_path / "file" / "cache"):
        pass
    message = f"{tmp_path / 'file' / 'cache'}: cannot be written (Not a directory); set HF_HOME to a folder of yours"
    assert str(raised.value) == message


def test_what_is_put_takes_the_place_of_what_was_there(tmp_path):
    with workroom(tmp_path) as room:
        for content in ("old", "new"):
            (room / "rows").mkdir()
            (room / "rows" / content).touch()
            put(room / "rows", tmp_path / "a" / "b", room)
        assert [file.name for file in (tmp_path / "a" / "b").iterdir()] == ["new"]
        discard(tmp_path / "a" / "b", room)
        assert list((tmp_path / "a").iterdir()) == []
