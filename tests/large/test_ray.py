"""A local Ray cluster of two nodes, one of which is killed in the middle of the run."""

import hashlib
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from puma_cli import cluster, jobs
from puma_dataset.read import SAMPLE, read_tasks
from puma_metrics.errors import InputError

OPTIONS = ("refuse", "all", {"keep_thinking": False, "unwrap_arrays": False}, False)


@pytest.fixture(scope="module")
def answers(tmp_path_factory) -> Path:
    """40,000 answers to the questions of the sample set."""
    tasks = [task.record for task in read_tasks(SAMPLE, validate=False)[0] if task.category.endswith("qa")]
    said = [(task["id"], answer) for task in tasks for answer in (*task["answers_ok"], *task["answers_bad"])]
    rows = [said[n % len(said)] for n in range(40_000)]
    columns = {"id": [name for name, _ in rows], "answer": [f"{answer} {n}." for n, (_, answer) in enumerate(rows)]}
    file = tmp_path_factory.mktemp("answers") / "answers.parquet"
    pq.write_table(pa.table(columns), file)
    return file


@pytest.fixture
def two_nodes(library, monkeypatch):
    """A cluster whose head computes nothing, and two nodes of one CPU each."""
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    ray = library("ray")
    found = library("ray.cluster_utils").Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    nodes = [found.add_node(num_cpus=1) for _ in range(2)]
    found.wait_for_nodes()
    ray.init(found.address, log_to_driver=False)
    yield found, nodes
    ray.shutdown()
    found.shutdown()


def graded(answers: Path, out: Path, work) -> list[dict]:
    tasks = read_tasks(SAMPLE, validate=False)[0]
    return jobs.grade_parts(work, [answers], tasks, None, out, *OPTIONS)


def digests(out: Path) -> dict[str, str]:
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in (out / "parts").iterdir()}


def test_a_node_dies_in_the_middle(answers, two_nodes, tmp_path, monkeypatch):
    monkeypatch.setattr(jobs, "PART", 1_000)
    found, nodes = two_nodes
    killed = []

    def work(run, left, room):
        for n in cluster.on_ray("auto", run, left, room):
            if not killed:
                killed.append(len(list(room.glob("part-*"))))
                found.remove_node(nodes[1], allow_graceful=False)
            yield n

    with_ray = graded(answers, tmp_path / "ray", work)
    alone = graded(answers, tmp_path / "alone", lambda *given: jobs.by_processes(1, *given))
    assert killed and killed[0] < 40, "the node was to die while parts were left"
    assert [{**one, "written": []} for one in with_ray] == [{**one, "written": []} for one in alone]
    assert with_ray[0]["overall"]["n"] == 40_000 + with_ray[0]["overall"]["missing"]
    assert digests(tmp_path / "ray") == digests(tmp_path / "alone")
    assert len(digests(tmp_path / "ray")) == 40


def test_what_is_refused_is_told_as_everywhere(two_nodes, tmp_path):
    file = tmp_path / "a.parquet"
    pq.write_table(pa.table({"id": ["hc_001", None], "answer": ["x", "y"]}), file)
    with pytest.raises(InputError, match=f"^{file}:2: has no id; expected an object such as "):
        graded(file, tmp_path / "out", lambda *given: cluster.on_ray("auto", *given))
