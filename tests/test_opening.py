"""Files of a folder that somebody else made: links, pipes, devices and ways out are refused, and none is waited for."""

import os
from pathlib import Path

import pytest

from puma_dataset import opening
from puma_dataset.hub import dataset_repository
from puma_dataset.opening import Unopened, open_inside, read_inside, read_named
from puma_dataset.release.subset import release

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
    before = opened_now()
    for path in REFUSED:
        with pytest.raises(Unopened):
            open_inside(folder, path)
    assert opened_now() == before


def opened_now() -> int:
    """How many files this process has open, where the system says so."""
    place = Path("/proc/self/fd")
    return len(list(place.iterdir())) if place.exists() else 0


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


TEXTS = ("tasks.jsonl", "README.md", "LICENSE-x", "release.json")


def put(kind: str, file: Path, outside: Path) -> None:
    """Something that is no file of its own, in place of one."""
    file.unlink(missing_ok=True)
    if kind == "pipe":
        os.mkfifo(file)
    else:
        file.symlink_to({"link": outside, "device": Path("/dev/zero")}[kind])


@pytest.mark.parametrize("kind", ["link", "pipe", "device"])
@pytest.mark.parametrize("name", TEXTS)
def test_no_text_of_a_task_folder_is_read_from_elsewhere(name: str, kind: str, task_folder, task, tmp_path: Path):
    """A link to any file of this machine would be copied into the public subset, and onto the Hub."""
    folder = task_folder(*(task(f"t{number}") for number in range(10)))
    for other in TEXTS[1:3]:
        (folder / other).write_text("---\nlicense: cc0-1.0\n---\nMine.\n")
    (tmp_path / "outside").write_text('{"canary": "secret"}')
    put(kind, folder / name, tmp_path / "outside")
    refusal = f"{folder}: '{name}' {NO_CONTENT if kind == 'pipe' else LINK}"
    with pytest.raises(Unopened) as refused:
        dataset_repository("org", folder)
    assert str(refused.value) == refusal
    if name in ("tasks.jsonl", "LICENSE-x"):  # the others are of no interest to a release
        with pytest.raises(Unopened) as refused:
            release(folder, tmp_path / "public", percent=50)
        assert str(refused.value) == refusal
        assert not (tmp_path / "public").exists()
