"""Publishing to a hub on the loopback interface, and loading from it on a machine that has nothing of it."""

import io
import json
import os
import re
import subprocess
import sys

import pyarrow.parquet as pq
import pytest
from datasets import Features
from loopback import TOKEN, Hub

from puma_dataset import hub as plans
from puma_dataset.caches import MODULES
from puma_dataset.canary import PUMA
from puma_dataset.features import features, row
from puma_dataset.hub import dataset_repository, metric_repositories, pinned
from puma_dataset.read import SAMPLE, read_tasks
from puma_dataset.release.subset import release
from puma_metrics import __version__
from puma_metrics.errors import InputError
from puma_metrics.task import CATEGORIES

COMMAND = "from puma_cli.main import main; main()"


@pytest.fixture(scope="module")
def hub():
    with Hub() as running:
        yield running


@pytest.fixture(scope="module")
def machine(hub, offline, tmp_path_factory):
    """A function that runs Python with a home of its own each time, where nothing of the hub has ever been."""

    def run(code, *arguments, **environment):
        home = tmp_path_factory.mktemp("machine")
        kept = {name: value for name, value in offline.items() if not name.startswith("HF_")}
        own = {"HOME": str(home), "HF_HOME": str(home / "hf"), **hub.environment(), **environment}
        command = [sys.executable, "-c", code, *arguments]
        return subprocess.run(command, env={**kept, **own}, cwd=home, capture_output=True, text=True, check=False)

    return run


@pytest.fixture(scope="module")
def publish(machine):
    def run(*arguments, token=TOKEN):
        return machine(COMMAND, "publish", *arguments, **({"HF_TOKEN": token} if token else {}))

    return run


@pytest.fixture(scope="module")
def published(hub, publish):
    for what in ("dataset", "metrics", "spaces"):
        done = publish(what, "--org", "org")
        assert done.returncode == 0, done.stderr
    return hub


def listed(output):
    """Path and size of each file by repository, as a run says."""
    found, name = {}, ""
    for line in output.splitlines():
        if head := re.match(r"(?:dataset|space) (\S+): \d+ files?, ", line):
            name = head[1]
        elif file := re.match(r"  (\S+) +([\d,]+)  sha256 (\w+)$", line):
            found.setdefault(name, {})[file[1]] = (int(file[2].replace(",", "")), file[3])
    return found


@pytest.mark.parametrize("what", ["dataset", "metrics", "spaces"])
def test_what_is_uploaded_is_what_the_dry_run_lists(published, publish, what):
    before = len(published.requests)
    dry = publish(what, "--org", "org", "--dry-run")
    assert dry.returncode == 0
    assert dry.stdout.endswith("Nothing was uploaded.\n")
    assert published.requests[before:] == []
    for name, files in listed(dry.stdout).items():
        repository = published.repository("dataset" if what == "dataset" else "space", name)
        assert {path: size for path, (size, _) in files.items()} == {p: len(c) for p, c in repository.files.items()}


def test_publishing_again_uploads_nothing(published, publish):
    commits = len(published.repository("dataset", "org/puma").commits)
    again = publish("dataset", "--org", "org")
    assert again.stdout.splitlines()[-1] == "org/puma: is up to date"
    assert len(published.repository("dataset", "org/puma").commits) == commits


ROWS = """
import json, sys
from datasets import load_dataset, List, Image
def plain(rows):
    pages = List(Image(decode=False))
    rows = rows.cast_column("images", pages).cast_column("documents", pages)
    return [{**row, **{name: [[hash_(item["bytes"]), item["path"]] for item in row[name]]
             for name in ("images", "audio", "documents")}} for row in rows]
def hash_(content):
    import hashlib
    return hashlib.sha256(content).hexdigest()
whole = load_dataset("org/puma")
streamed = load_dataset("org/puma", streaming=True)
decoded = whole["test"][0]["images"][0].size
print(json.dumps({"splits": list(whole), "rows": plain(whole["test"]), "streamed": plain(streamed["test"]),
                  "size": decoded}))
"""


def test_the_dataset_loads_from_an_empty_machine_whole_and_streaming(published, machine):
    done = machine(ROWS)
    assert done.returncode == 0, done.stderr
    loaded = json.loads(done.stdout)
    assert loaded["splits"] == ["test"]
    assert loaded["rows"] == loaded["streamed"]
    expected = [with_digests(row(task.record, SAMPLE)) for task in read_tasks(SAMPLE, validate=False)[0]]
    assert loaded["rows"] == expected
    assert loaded["size"][0] > 100


def with_digests(values):
    import hashlib

    # in Parquet datasets keeps of a path the file's name
    for name in ("images", "audio", "documents"):
        values[name] = [[hashlib.sha256(item["bytes"]).hexdigest(), item["path"]] for item in values[name]]
    return values


@pytest.mark.parametrize("name", MODULES)
def test_a_module_loads_from_an_empty_machine_and_its_cards_example_runs(published, machine, name):
    card = published.repository("space", f"org/{name}").files["README.md"].decode()
    (code,) = re.findall(r"```python\n(.*?)```", card, re.DOTALL)
    assert f'evaluate.load("org/{name}")' in code
    done = machine(code)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == re.findall(r"^# (.*)$", code, re.MULTILINE)


def test_a_space_is_snapshot_whole(published, machine):
    code = (
        "import os; from huggingface_hub import snapshot_download as get;"
        "print(*sorted(os.listdir(get('org/puma_rules', repo_type='space'))))"
    )
    files = sorted(published.repository("space", "org/puma_rules").files)
    assert machine(code).stdout.split() == files


def test_refusals_say_what_to_do(published, publish, machine):
    refused = publish("metrics", "--org", "other")
    assert refused.returncode == 3
    assert "puma: other/puma_rules: the Hub refuses (403)" in refused.stderr
    unknown = publish("metrics", "--org", "org", token="another")
    assert unknown.returncode == 3
    assert unknown.stderr.endswith(
        "puma: org/puma_rules: the Hub refuses (401): Invalid username or password.; log in with `hf auth login`, or "
        "set HF_TOKEN to a token that may write there\n"
    )
    offline = machine(COMMAND, "publish", "metrics", "--org", "org", HF_HUB_OFFLINE="1", HF_TOKEN=TOKEN)
    assert (offline.returncode, "unset HF_HUB_OFFLINE" in offline.stderr) == (3, True)
    nobody = machine(COMMAND, "publish", "metrics", "--org", "org", HF_ENDPOINT="http://127.0.0.1:9", HF_TOKEN=TOKEN)
    assert nobody.returncode == 3
    assert "puma: org/puma_rules: the Hub was not reached: [Errno 111] Connection refused; try again" in nobody.stderr


@pytest.mark.parametrize("name", ["", "-a", "a-", "a--b", "a..b", "a/b", "ż", "a" * 97])
def test_a_name_that_the_hub_does_not_take(name, run):
    code, out, err = run("publish", "metrics", "--org", name, "--dry-run")
    assert (code, out) == (2, "")
    assert f"'{name}' is no name of an organisation or user" in err


def test_a_folder_needs_a_card_and_sound_tasks(run, tasks):
    code, _, err = run("publish", "dataset", "--org", "org", "--dry-run", "--tasks", str(tasks))
    assert (code, err) == (
        3,
        f"puma: {tasks}: no README.md in it; a dataset's page is its card, write one there\n",
    )
    (tasks / "README.md").write_text('load_dataset("puma")\n')
    code, out, _ = run("publish", "dataset", "--org", "org", "--dry-run", "--tasks", str(tasks))
    assert code == 0
    assert list(listed(out)["org/puma"]) == ["README.md", "eval.yaml", "data/test-00000-of-00001.parquet"]
    (tasks / "kot.png").unlink()
    code, _, err = run("publish", "dataset", "--org", "org", "--dry-run", "--tasks", str(tasks))
    assert (code, "'kot.png' does not exist" in err) == (3, True)


def test_tasks_are_an_option_of_the_dataset_only(run):
    code, _, err = run("publish", "metrics", "--org", "org", "--tasks", ".")
    assert (code, "`puma publish dataset`" in err) == (2, True)


def test_the_plan_is_the_same_every_time():
    assert dataset_repository("org") == dataset_repository("org")
    assert metric_repositories("org") == metric_repositories("org")


def test_every_file_of_the_dataset_bears_the_canary(tmp_path):
    for file in dataset_repository("org").files:
        assert PUMA.encode() in file.content, file.path
    subset = tmp_path / "public"
    canary = release(SAMPLE, subset, percent=10).canary
    files = dataset_repository("org", subset).files
    assert {file.path for file in files} > {"README.md", "eval.yaml", plans.ROWS_FILE}
    assert [file.path for file in files if canary.encode() not in file.content] == []
    assert all(canary.encode() in file.read_bytes() for file in subset.rglob("*") if file.is_file())
    assert b"# " + canary.encode() in next(file.content for file in files if file.path == "eval.yaml")


def test_a_released_manifest_without_a_canary_is_refused(tasks):
    (tasks / "README.md").write_text("PUMA\n")
    for manifest in ("{}", "[", '{"canary": 1}', '{"canary": " "}'):
        (tasks / "release.json").write_text(manifest)
        with pytest.raises(InputError, match=r"release\.json: (has no canary|the canary is no text)"):
            dataset_repository("org", tasks)


def test_the_canary_is_in_the_metadata_of_the_rows_and_the_features_beside_it():
    (rows,) = (file.content for file in dataset_repository("org").files if file.path == plans.ROWS_FILE)
    schema = pq.read_schema(io.BytesIO(rows))
    assert schema.metadata[b"canary"].decode() == PUMA
    assert Features.from_arrow_schema(schema) == features()


def test_requirements_are_pinned_to_this_version():
    for repository in [*metric_repositories("org"), *plans.demo_repositories("org")]:
        (requirements,) = [file.content.decode() for file in repository.files if file.path == "requirements.txt"]
        assert re.fullmatch(rf"puma-bench\[demo\]=={re.escape(__version__)}\n", requirements)
    assert pinned("numpy\npuma-bench\n") == f"numpy\npuma-bench=={__version__}\n"


def test_nothing_of_this_machine_is_published():
    for repository in [dataset_repository("org"), *metric_repositories("org")]:
        for file in repository.files:
            assert os.fsencode(str(SAMPLE.parents[2])) not in file.content


def test_the_benchmark_file_has_a_leaderboard_for_every_category():
    import yaml

    benchmark = yaml.safe_load((plans.HERE / "eval.yaml").read_text("utf-8"))
    assert list(benchmark) == ["name", "description", "evaluation_framework", "tasks"]
    assert [task["id"] for task in benchmark["tasks"]] == ["puma", *CATEGORIES]
    assert {(task["config"], task["split"]) for task in benchmark["tasks"]} == {("default", "test")}
