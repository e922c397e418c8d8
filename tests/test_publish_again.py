"""Publishing where something is already: exactly the new rows, no more of the old, and what people wrote is kept."""

import io
import shutil

import pyarrow.parquet as pq
import pytest
from huggingface_hub import HfApi
from huggingface_hub.errors import HfHubHTTPError
from loopback import TOKEN, Hub

from puma_cli import publish
from puma_dataset.hub import CARD, ROWS_FILE, Repository, Upload, dataset_repository, metric_repositories
from puma_dataset.hub_changes import Commit, Remote, change
from puma_metrics.errors import InputError

HISTORY = "what is gone stays in the repository's history: where tasks were withdrawn, squash that"
HEADER = "---\nconfigs:\n- config_name: default\n  data_files:\n  - split: test\n    path: data/test-*.parquet\n---\n"


@pytest.fixture
def hub(tmp_path, monkeypatch):
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_DISABLE_XET", True)
    with Hub() as running:
        yield running


@pytest.fixture
def upload(hub, tmp_path, monkeypatch, capsys):
    """A function that publishes; what it says."""
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "cache"))
    api = HfApi(endpoint=hub.url, token=TOKEN)

    def run(repository):
        capsys.readouterr()
        done = publish.upload(api, repository)
        start = f"{repository.name}: "
        said = capsys.readouterr().err.splitlines()  # the library's progress among it
        return done, [line.removeprefix(start) for line in said if line.startswith(start)]

    return run


@pytest.fixture
def folder(task_folder, task):
    """A function that writes a folder of tasks with a card."""

    def write(*names, text="Opis zbioru.\n"):
        shutil.rmtree(place := task_folder(*map(task, names), name="published"))
        place = task_folder(*map(task, names), name="published")
        (place / CARD).write_text(HEADER + text, "utf-8")
        return dataset_repository("org", place)

    return write


def ids(hub):
    """The ids of all rows that the card's pattern reads, in every shard."""
    files = hub.repository("dataset", "org/puma").files
    shards = [content for path, content in sorted(files.items()) if path.startswith("data/test-")]
    return [name for shard in shards for name in pq.read_table(io.BytesIO(shard)).column("id").to_pylist()]


def by_hand(hub, kind="dataset", name="org/puma", **files):
    repository = hub.repository(kind, name)
    repository.commit({**repository.files, **files}, "Update", "")


def test_a_smaller_set_leaves_exactly_its_rows(hub, upload, folder):
    upload(folder("kot", "pies", "dom"))
    shard = hub.repository("dataset", "org/puma").files[ROWS_FILE]
    more = {"data/test-00000-of-00002.parquet": shard, "data/test-00001-of-00002.parquet": shard}
    by_hand(hub, **more)
    assert len(ids(hub)) == 9
    commits = len(hub.repository("dataset", "org/puma").commits)
    _, said = upload(folder("kot", "dom"))
    assert ids(hub) == ["kot", "dom"]
    assert len(hub.repository("dataset", "org/puma").commits) == commits + 1
    assert said == [
        *(f"{path} was changed on the Hub since the last publication: it is removed" for path in more),
        *(f"{path} is removed: it is no part of this publication" for path in more),
        HISTORY,
    ]


def test_a_shard_from_before_the_first_publication_is_removed_too(hub, upload, folder):
    repository = folder("kot", "dom")
    upload(repository)
    old = dict(hub.repository("dataset", "org/puma").files)
    hub.repositories.clear()
    HfApi(endpoint=hub.url, token=TOKEN).create_repo("org/puma", repo_type="dataset")
    by_hand(hub, **{"data/test-00000-of-00007.parquet": old[ROWS_FILE]})
    upload(repository)
    assert ids(hub) == ["kot", "dom"]


def test_the_same_again_changes_nothing(upload, folder):
    repository = folder("kot", "dom")
    upload(repository)
    assert upload(repository) == ("is up to date", [])


def test_what_people_wrote_is_kept_and_what_they_changed_is_named(hub, upload, folder):
    table = "<!-- table: rules -->\n{}\n<!-- end of table -->\n"
    upload(folder("kot", "pies", text=f"Opis.\n{table.format('| 2 |')}"))
    card = hub.repository("dataset", "org/puma").files[CARD].decode()
    edited = card.replace("Opis.", "Opis. Errata: zadanie pies wycofano.")
    by_hand(hub, **{CARD: edited.encode(), "notatki.md": b"x", "eval.yaml": b"y"})
    _, said = upload(folder("kot", "dom", text=f"Opis.\n{table.format('| 1 |')}"))
    files = hub.repository("dataset", "org/puma").files
    assert files[CARD].decode() == edited.replace("| 2 |", "| 1 |")
    assert files["notatki.md"] == b"x"
    since = "was changed on the Hub since the last publication"
    assert said == [
        f"README.md {since}: its text is kept, only header and tables are new",
        f"eval.yaml {since}: it is overwritten",
        f"notatki.md {since}: it stays as it is",
    ]
    assert ids(hub) == ["kot", "dom"]
    kept = "README.md has text that was written on the Hub: it is kept, only header and tables are new"
    for _ in range(2):
        assert upload(folder("kot", text=f"Nowszy opis.\n{table.format('| 0 |')}"))[1] == [kept]
        assert hub.repository("dataset", "org/puma").files[CARD].decode() == edited.replace("| 2 |", "| 0 |")


def test_a_card_that_only_we_wrote_is_written_anew(hub, upload, folder):
    upload(folder("kot", text="Stary opis.\n"))
    assert upload(folder("kot", text="Nowy opis.\n"))[1] == []
    assert "Nowy opis." in hub.repository("dataset", "org/puma").files[CARD].decode()


def test_a_card_from_before_the_first_publication_is_kept(hub, upload, folder):
    HfApi(endpoint=hub.url, token=TOKEN).create_repo("org/puma", repo_type="dataset")
    by_hand(hub, **{CARD: "# Nasz zbiór\n".encode()})
    _, said = upload(folder("kot"))
    assert said == ["README.md has text that was written on the Hub: it is kept, only header and tables are new"]
    assert hub.repository("dataset", "org/puma").files[CARD].decode() == HEADER + "# Nasz zbiór\n"


def test_a_space_loses_the_files_that_it_has_no_more(hub, upload):
    space = metric_repositories("org")[0]
    old = Repository(space.kind, space.name, (*space.files, Upload("old.py", b"x = 1\n")))
    upload(old)
    by_hand(hub, "space", space.name, **{"theirs.py": b"y"})
    _, said = upload(space)
    assert {*hub.repository("space", space.name).files} == {*(file.path for file in space.files), "theirs.py"}
    assert said[-2:] == ["old.py is removed: it is no part of this publication", HISTORY]


def test_a_change_in_between_is_refused(hub, upload, folder, monkeypatch):
    upload(folder("kot"))
    looked = publish.on_the_hub

    def slowly(api, repository):
        found = looked(api, repository)
        by_hand(hub, **{"x.md": b"x"})
        return found

    monkeypatch.setattr(publish, "on_the_hub", slowly)
    repository = folder("dom")
    with pytest.raises(HfHubHTTPError) as refused:
        upload(repository)
    assert ids(hub) == ["kot"]
    assert publish.refusal(repository, refused.value).endswith(
        "; somebody has changed it meanwhile: publish again, which looks at what is there now"
    )


def test_without_patterns_in_the_card_every_data_file_is_read():
    repository = Repository("dataset", "org/puma", (Upload(CARD, b"# Zbi\xc3\xb3r\n"), Upload(ROWS_FILE, b"")))
    files = dict.fromkeys(["old.csv", "data/a.jsonl", "zdjecie.png", ROWS_FILE], "0")
    assert change(repository, Remote(Commit("0", files, ""))).removed == ("data/a.jsonl", "old.csv")


def test_a_card_that_cannot_be_read_is_refused(hub, upload, folder):
    repository = folder("kot")
    broken = Repository("dataset", "org/puma", (Upload(CARD, b"---\na: [\n---\n"), Upload(ROWS_FILE, b"")))
    with pytest.raises(
        InputError, match=r"^README\.md: its header is no YAML \(line 2\); mend it between the two lines"
    ):
        change(broken, Remote(Commit("0", {}, "")))
    upload(repository)
    by_hand(hub, **{CARD: b"\xff"})
    with pytest.raises(InputError, match=r"^org/puma: its README\.md on the Hub is not UTF-8; save it there as UTF-8$"):
        upload(repository)
