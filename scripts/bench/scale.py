"""How fast, and with how much memory, very many answers are graded.

    python scripts/bench/scale.py [--answers 1000000] [--ray] [--only shares ocr extraction tenfold long]

The tasks are the sample's in equal shares, their answers the test answers with a number, so that no two are alike; OCR
and extraction are measured apart too. Prints answers per second, the peak of memory of the main process and a worker,
what a second job and a Ray cluster of two nodes gain, and what becomes of the cost per answer when there are ten times
as many, and when each is ten times as long. Ratios are of one run; of the short measures they are medians.
"""

import argparse
import itertools
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from puma_dataset.read import SAMPLE, read_tasks
from puma_metrics import Task, grade_batch

PUMA = "if __name__ == '__main__': from puma_cli.main import main; main()"
# the head of the cluster computes nothing; its start is not timed
ON_RAY = """
import sys, time
from pathlib import Path
import ray
from ray.cluster_utils import Cluster
from puma_cli import cluster, jobs
from puma_dataset.read import SAMPLE, read_tasks

file, out = map(Path, sys.argv[1:])
nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
for _ in range(2):
    nodes.add_node(num_cpus=1)
nodes.wait_for_nodes()
ray.init(nodes.address, log_to_driver=False)
tasks, options = read_tasks(SAMPLE, validate=False)[0], {"keep_thinking": False, "unwrap_arrays": False}
start = time.perf_counter()
work = lambda *given: cluster.on_ray("auto", *given)
jobs.grade_parts(work, [file], tasks, None, out, "refuse", "all", options, False)
print(time.perf_counter() - start)
ray.shutdown()
nodes.shutdown()
"""


def answers(tasks: Sequence[Task]) -> Iterator[tuple[str, str]]:
    """Ids and answers without end, all different: the tasks in turn, the test answers of each in turn."""
    said = {task.id: [*task.record["answers_ok"], *task.record["answers_bad"]] for task in tasks}
    for number in itertools.count():
        for task in tasks:
            text = said[task.id][number % len(said[task.id])]
            # JSON takes white space after it, and no word
            yield task.id, text + (" " * (number % 5000) if task.category.startswith("struct") else f" {number}")


def write(file: Path, tasks: Sequence[Task], n: int) -> Path:
    source, schema = answers(tasks), pa.schema({"id": pa.string(), "prediction": pa.string()})
    with pq.ParquetWriter(file, schema) as writer:
        for start in range(0, n, 20_000):
            ids, texts = zip(*itertools.islice(source, min(20_000, n - start)), strict=True)
            writer.write_table(pa.table([list(ids), list(texts)], schema))
    return file


def graded(file: Path, jobs: int) -> tuple[float, int, int]:
    """Seconds, and the peak in MB of the main process and of the largest worker."""
    with tempfile.TemporaryDirectory() as out:
        options = ["--jobs", str(jobs), "--duplicates", "all", "--out", out, "--json"]
        start = time.perf_counter()
        run = subprocess.Popen(
            [sys.executable, "-c", PUMA, "grade", str(file), *options],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        peaks: dict[int, int] = {}
        while run.poll() is None:
            for pid in (run.pid, *_children(run.pid)):
                peaks[pid] = max(peaks.get(pid, 0), _peak(pid))
            time.sleep(0.1)
        assert run.returncode == 0
        main = peaks.pop(run.pid)
        return time.perf_counter() - start, main >> 10, max(peaks.values(), default=0) >> 10


def _children(pid: int) -> list[int]:
    try:
        return list(map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()))
    except OSError:  # it has ended
        return []


def _peak(pid: int) -> int:
    """The most memory that a process has had, in kB; 0 once it has ended."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("VmHWM")), 0)


def on_ray(file: Path) -> float:
    with tempfile.TemporaryDirectory() as out:
        run = [sys.executable, "-c", ON_RAY, str(file), out]
        return float(subprocess.run(run, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout)


def jobs(name: str, room: Path, tasks: Sequence[Task], n: int, ray: bool = False) -> None:
    file = write(room / f"{name}.parquet", tasks, n)
    one, main, _ = graded(file, 1)
    print(f"{name:<12} {n:>9,} answers  --jobs 1  {one:7.1f} s {n / one:8,.0f} a second  peak {main} MB", flush=True)
    two, main, worker = graded(file, 2)
    gain = f"{one / two:.2f} times --jobs 1"
    print(
        f"{'':<32} --jobs 2  {two:7.1f} s {n / two:8,.0f} a second  peak {main} + 2 x {worker} MB, {gain}", flush=True
    )
    if ray:
        took = on_ray(file)
        print(f"{'':<32} Ray, 2 nodes {took:4.1f} s {n / took:8,.0f} a second, {two / took:.2f} times --jobs 2")


def tenfold(room: Path, tasks: Sequence[Task], n: int) -> None:
    """The cost of an answer among n / 100, n / 10 and n."""
    for size in (n // 100, n // 10, n):
        took, main, _ = graded(write(room / "tenfold.parquet", tasks, size), 1)
        print(f"tenfold {size:>14,} answers  {1e6 * took / size:8.1f} us each, peak {main} MB", flush=True)


KINDS: dict[str, Callable[[Task], bool]] = {
    "rules": lambda task: task.category not in ("asr", "ocr", "structured_extraction"),
    "speech": lambda task: task.category == "asr",
    "extraction": lambda task: task.category == "structured_extraction",
    "documents": lambda task: task.category == "ocr",
}


def longer(task: Task, answer: str, times: int) -> str:
    """An answer so many times as long: repeated, and of JSON with more objects or more fields."""
    if task.category != "structured_extraction":
        return "\n".join([answer] * times)
    try:
        value = json.loads(answer)
    except ValueError:
        return answer * times
    if isinstance(value, list):
        return json.dumps(value * times, ensure_ascii=False)
    if isinstance(value, dict):
        return json.dumps({f"{k}{n or ''}": v for n in range(times) for k, v in value.items()}, ensure_ascii=False)
    return answer * times


def long(tasks: Sequence[Task], rounds: int = 5) -> None:
    """What an answer ten times as long costs; 10 is linear."""
    for name, holds in KINDS.items():
        pairs = [
            (task, text)
            for task in tasks
            if holds(task)
            for text in (*task.record["answers_ok"], *task.record["answers_bad"])
        ]
        for times in (10, 100):
            base, grown = ([longer(task, text, n) for task, text in pairs] for n in (times // 10, times))
            ratios = []
            for _ in range(rounds):
                short_time, long_time = (_timed([task for task, _ in pairs], texts) for texts in (base, grown))
                ratios.append(long_time / short_time)
            sizes = [sum(map(len, texts)) / len(texts) for texts in (base, grown)]
            said = f"{sizes[0]:9,.0f} to {sizes[1]:9,.0f} characters"
            print(f"long {name:<11} {said}: {statistics.median(ratios):5.1f} times the cost", flush=True)


def _timed(tasks: Sequence[Task], texts: Sequence[str]) -> float:
    start = time.process_time()  # unlike the time on the wall, not that of others
    grade_batch(tasks, texts)
    return time.process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--answers", type=int, default=1_000_000)
    parser.add_argument("--ray", action="store_true")
    measures = ["shares", "ocr", "extraction", "tenfold", "long"]
    parser.add_argument("--only", nargs="+", choices=measures, default=measures)
    options = parser.parse_args()
    tasks = read_tasks(SAMPLE, validate=False)[0]
    ocr, extraction = (list(filter(KINDS[kind], tasks)) for kind in ("documents", "extraction"))
    n = options.answers
    with tempfile.TemporaryDirectory() as folder:
        room = Path(folder)
        run = {
            "shares": lambda: jobs("shares", room, tasks, n, options.ray),
            "ocr": lambda: jobs("ocr", room, ocr, n // 10),
            "extraction": lambda: jobs("extraction", room, extraction, n // 5),
            "tenfold": lambda: tenfold(room, tasks, n // 2),
            "long": lambda: long(tasks),
        }
        for name in options.only:
            run[name]()


if __name__ == "__main__":
    main()
