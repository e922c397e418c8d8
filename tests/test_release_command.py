"""`puma release`: what it writes and says, and what it refuses."""

import pytest

from puma_dataset.read import SAMPLE
from puma_dataset.release.subset import release
from puma_metrics.errors import InputError


def test_the_command_writes_and_checks(run, tmp_path):
    code, out, _ = run("release", str(SAMPLE), "--out", "public", "--percent", "10")
    assert code == 0
    assert out.splitlines()[0] == "public: 9 of 52 tasks released, and checked: no leak"
    code, out, _ = run("release", "--check", "public", str(SAMPLE))
    assert (code, out) == (0, f"public: tells nothing of the private tasks in {SAMPLE}, which are unchanged\n")
    (tmp_path / "public" / "x.zip").write_bytes(b"PK")
    code, out, err = run("release", "--check", "public", str(SAMPLE))
    assert (code, out) == (3, "leak  x.zip: is of a kind that is not looked into ('.zip'); remove it\n")
    assert err == "puma: public: 1 finding; mend what is listed above, and check again\n"


def test_the_command_refuses_what_would_be_lost_or_leak(run, tmp_path, tasks):
    assert run("release", str(SAMPLE))[0] == 2
    assert run("release", str(SAMPLE), "--out", "a", "--check", "b")[0] == 2
    (tmp_path / "there").mkdir()
    code, _, err = run("release", str(tasks), "--out", "there")
    assert (code, err) == (3, "puma: there: exists; choose another folder with --out, or remove it\n")
    code, _, err = run("release", str(tasks), "--out", str(tasks / "public"))
    assert (code, "lies within the private folder" in err) == (3, True)
    code, _, err = run("release", "--check", "there", str(tasks))
    assert (code, "release.json: cannot be read" in err) == (3, True)


def test_the_card_says_what_came_out(tmp_path):
    release(SAMPLE, tmp_path / "public", percent=20)
    card = (tmp_path / "public" / "README.md").read_text("utf-8")
    chosen = card.partition("## How it was chosen\n")[2]
    assert chosen.startswith("9 of 52 tasks (17.3 %), drawn with the seed 0")
    assert "| asr | 1 | 5 |" in chosen and "| all | 9 | 52 |" in chosen


@pytest.mark.parametrize("place", ["file/public", "/proc/no/public", "x" * 300])
def test_a_place_that_cannot_be_written_is_refused(place, run, tmp_path, task_folder, task):
    (tmp_path / "file").write_text("x")
    tasks = task_folder(*(task(f"k{n}", prompt=f"Pytanie {n * 7919}") for n in range(4)))
    code, _, err = run("release", str(tasks), "--out", place, "--percent", "50")
    assert code == 3
    assert err.splitlines()[-1].startswith(f"puma: {place}: ")
    assert "choose another" in err


def test_a_release_that_would_leak_is_not_written(tmp_path, tasks):
    (tasks / "LICENSE").write_text(
        "Pytanie: Co przedstawia obraz, który nosi nazwę piespiespies? Co przedstawia obraz, "
        "który nosi nazwę kotkotkot? Co przedstawia obraz, który nosi nazwę domdomdom?\n"
    )
    with pytest.raises(InputError, match=r"not written, since it would leak:\nLICENSE: tells its prompt"):
        release(tasks, tmp_path / "public", percent=30)
    assert not (tmp_path / "public").exists()
