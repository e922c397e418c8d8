"""Files of a folder that somebody else made: links, pipes, devices and ways out are refused, and none is waited for."""

import os
from pathlib import Path

import pytest

from puma_dataset import opening
from puma_dataset.opening import Unopened, open_inside, read_inside, read_named

NO_CONTENT = "is no file with content; put the file itself there"
LINK = "is a symbolic link; put the file itself there"
REFUSED = {
    "link": f"'link' {LINK}",
    "links/file": f"'links' {LINK}",
    "dangling": f"'dangling' {LINK}",
    "zero": f"'zero' {LINK}",
    "inner/../file": "'inner/../file' leads out of the folder; put the file into it",
    "../outside": "'../outside' leads out of the folder; put the file into it",
    "/etc/passwd": "'/etc/passwd' is absolute; write it relative to the folder",
    "C:/x": "'C:/x' is absolute; write it relative to the folder",
    "inner\\file": "'inner\\\\file' has a character that no path here has; write '/' between folders",
    "a\0b": "'a\\x00b' has a character that no path here has; write '/' between folders",
    "": "is empty; name a file",
    ".": "'.' is a folder; name a file",
    "inner": "'inner' is a folder; name a file",
    "pipe": f"'pipe' {NO_CONTENT}",
    "file/inner": "'file/inner' cannot be read (Not a directory); check its name and permissions",
    "a" * 300: f"'{'a' * 300}' cannot be read (File name too long); check its name and permissions",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "folder"
    (folder / "inner").mkdir(parents=True)
    (tmp_path / "outside").write_text("secret")
    for name in ("file", "inner/file"):
        (folder / name).write_text("content")
    (folder / "link").symlink_to(tmp_path / "outside")
    (folder / "links").symlink_to(tmp_path)
    (folder / "dangling").symlink_to(tmp_path / "nothing")
    (folder / "zero").symlink_to("/dev/zero")
    os.mkfifo(folder / "pipe")
    return folder


@pytest.mark.parametrize("has_places", [True, False])
@pytest.mark.parametrize(("path", "problem"), REFUSED.items())
def test_what_leads_out_or_has_no_content_is_refused_and_not_waited_for(
    path: str, problem: str, has_places: bool, folder: Path, monkeypatch
):
    monkeypatch.setattr(opening, "_HAS_PLACES", has_places)
    with pytest.raises(Unopened) as refused:
        read_inside(folder, path)
    assert (str(refused.value), refused.value.problem) == (f"{folder}: {problem}", problem)


@pytest.mark.parametrize("has_places", [True, False])
def test_a_file_inside_is_read_and_the_folder_itself_may_be_a_link(has_places: bool, folder: Path, monkeypatch):
    monkeypatch.setattr(opening, "_HAS_PLACES", has_places)
    (folder.parent / "named").symlink_to(folder)
    assert read_inside(folder.parent / "named", "inner/file") == read_inside(folder, "./file") == b"content"
    with pytest.raises(FileNotFoundError):
        open_inside(folder, "inner/none")


def test_a_link_that_is_put_there_after_the_look_is_not_followed(folder: Path, monkeypatch):
    look = os.stat

    def swapped(part, *args, **options):
        found = look(part, *args, **options)
        if part == "file":
            (folder / "file").unlink()
            (folder / "file").symlink_to(folder.parent / "outside")
        return found

    monkeypatch.setattr(os, "stat", swapped)
    with pytest.raises(Unopened, match="'file' is a symbolic link"):
        read_inside(folder, "file")


def test_a_pipe_that_is_put_there_after_the_look_is_not_waited_for(folder: Path, monkeypatch):
    look = os.stat

    def swapped(part, *args, **options):
        found = look(part, *args, **options)
        if part == "file":
            (folder / "pipe").replace(folder / "file")
        return found

    monkeypatch.setattr(os, "stat", swapped)
    with pytest.raises(Unopened, match="'file' is no file with content"):
        read_inside(folder, "file")


def test_nothing_stays_open(folder: Path):
    before = len(os.listdir("/proc/self/fd")) if os.path.exists("/proc/self/fd") else 0
    for path in REFUSED:
        with pytest.raises(Unopened):
            open_inside(folder, path)
    after = len(os.listdir("/proc/self/fd")) if os.path.exists("/proc/self/fd") else 0
    assert after == before


def test_a_file_with_more_bytes_than_are_read_is_refused_before_it_is(folder: Path):
    with (folder / "huge").open("wb") as huge:
        huge.truncate(2**40)
    for read in (lambda: read_inside(folder, "huge"), lambda: read_named(folder / "huge")):
        with pytest.raises(Unopened, match="'huge' has more than 2,147,483,648 bytes; make it smaller"):
            read()
    assert read_inside(folder, "file", most=7) == b"content"
    with pytest.raises(Unopened, match="'file' has more than 6 bytes"):
        read_inside(folder, "file", most=6)


def test_what_a_user_names_may_be_a_link_and_no_pipe_or_device(folder: Path):
    assert read_named(folder / "link") == b"secret"
    for name, problem in {"pipe": NO_CONTENT, "zero": NO_CONTENT, "inner": "is a folder; name a file"}.items():
        with pytest.raises(Unopened) as refused:
            read_named(folder / name)
        assert refused.value.problem == f"'{name}' {problem}"
    with pytest.raises(FileNotFoundError):
        read_named(folder / "dangling")
