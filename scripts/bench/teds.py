"""TEDS against its peers: milliseconds per pair of tables, and how far the scores lie apart.

    pip install apted table-recognition-metric docling-metrics-table
    PYTHONPATH=metrics python scripts/bench/teds.py [--smoke]

Peers that are not installed are left out. table-recognition-metric is PubTabNet's way: lxml, apted and costs in Python.
docling-metrics-table is compiled, takes trees in bracket notation, and has costs of its own (a changed cell costs 1,
however little of it changed), so that only its time compares. `tree` columns time the distance of trees that are read
already, `html` columns include the reading. The share is what the distances between the texts of the cells take of our
time: the floor.
"""

import argparse
import importlib
import random
import resource
import statistics
import string
import time
from collections.abc import Callable
from types import ModuleType

from apted import APTED, Config
from rapidfuzz.distance import Levenshtein

from puma_metrics.document import read_reference, score_document
from puma_metrics.tables import Cell, Table, node_count, read_tables, teds
from puma_metrics.trees import Comparison, tree_similarity

SHAPES = [(5, 4, False), (20, 6, False), (50, 10, False), (100, 10, False), (100, 10, True), (316, 3, False)]
COLUMNS = ("ours tree", "apted tree", "docling tree", "ours html", "recognition")


class Node:
    def __init__(self, label: str, cell: Cell = ("", 1, 1), children: "list[Node] | None" = None) -> None:
        self.label, self.cell, self.children = label, cell, children or []


class Costs(Config):
    def rename(self, node1: Node, node2: Node) -> float:
        if node1.label != node2.label or node1.cell[1:] != node2.cell[1:]:
            return 1
        return Levenshtein.normalized_distance(node1.cell[0], node2.cell[0])

    def children(self, node: Node) -> list[Node]:
        return node.children


def tree(table: Table) -> Node:
    return Node("table", children=[Node("tr", children=[Node("td", cell) for cell in row]) for row in table])


def apted_similarity(prediction: Table, reference: Table) -> float:
    distance = APTED(tree(prediction), tree(reference), Costs()).compute_edit_distance()
    return max(0.0, 1 - distance / max(node_count(prediction), node_count(reference)))


def html(table: Table) -> str:
    rows = ["".join(f'<td colspan="{cell[1]}" rowspan="{cell[2]}">{cell[0]}</td>' for cell in row) for row in table]
    return "<html><body><table>" + "".join(f"<tr>{row}</tr>" for row in rows) + "</table></body></html>"


def brackets(table: Table) -> str:
    """The tree in the bracket notation of docling-metrics-table."""
    rows = ["".join(f"{{td {cell[1]} {cell[2]} {cell[0]}}}" for cell in row) for row in table]
    return "{table" + "".join(f"{{tr{row}}}" for row in rows) + "}"


def text(generator: random.Random) -> str:
    return "".join(generator.choices(string.ascii_lowercase + "ąęłóż 0123456789", k=generator.randint(3, 14))).strip()


def pair(rows: int, columns: int, all_different: bool, seed: int) -> tuple[Table, Table]:
    """A reference with repeated texts and some spans, and a prediction with edited cells and deleted rows."""
    generator = random.Random(seed)
    words = [text(generator) for _ in range(rows * columns if all_different else max(4, rows * columns // 3))]
    texts = iter(words) if all_different else iter(lambda: generator.choice(words), None)
    reference = [[(next(texts), 2 if generator.random() < 0.05 else 1, 1) for _ in range(columns)] for _ in range(rows)]
    prediction = [
        [(text(generator) if all_different or generator.random() < 0.1 else cell[0], *cell[1:]) for cell in row]
        for row in reference
        if generator.random() > 0.05
    ]
    return prediction, reference


def milliseconds(function: Callable[[], float], budget: float) -> tuple[float, float]:
    """The median time of a call, repeated for at least `budget` seconds or once, and its result."""
    times: list[float] = []
    while not times or sum(times) < budget:
        start = time.perf_counter()
        result = function()
        times.append(time.perf_counter() - start)
    return 1000 * statistics.median(times), result


def optional(name: str) -> ModuleType | None:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def compare(rows: int, columns: int, all_different: bool, budget: float) -> None:
    prediction, reference = pair(rows, columns, all_different, seed=rows * columns)
    calls: dict[str, Callable[[], float]] = {
        "ours tree": lambda: tree_similarity(prediction, reference),
        "apted tree": lambda: apted_similarity(prediction, reference),
        "ours html": lambda: teds(html(prediction), html(reference)),
    }
    recognition, docling = optional("table_recognition_metric"), optional("docling_metrics_table")
    if recognition:
        calls["recognition"] = lambda: recognition.TEDS()(html(prediction), html(reference))
    if docling:
        manager = docling.docling_metric_table_cpp.TEDSManager()
        sides = brackets(prediction), brackets(reference)
        calls["docling tree"] = lambda: manager.evaluate_sample("x", *sides).teds
    results = {name: milliseconds(call, budget) for name, call in calls.items()}
    costs, _ = milliseconds(lambda: float(Comparison.of(prediction, reference).rows.rows), budget)
    ours, theirs = results["ours tree"], results["apted tree"]
    shown = [f"{results[name][0]:12.2f}" if name in results else "           -" for name in COLUMNS]
    print(
        f"{rows}x{columns}{' different' if all_different else '':10}".ljust(18),
        *shown,
        f"{theirs[0] / ours[0]:8.0f} {100 * costs / ours[0]:6.0f} % {abs(ours[1] - theirs[1]):10.1e}",
    )


def whole_answer(columns: int, reference_columns: int) -> None:
    """A whole answer of 20,000 cells against a reference table of 1,000."""
    generator = random.Random(1)
    reference = [[(text(generator), 1, 1) for _ in range(reference_columns)] for _ in range(1000 // reference_columns)]
    cells = ["".join(generator.choices(string.ascii_lowercase, k=30)) for _ in range(20_000)]
    answer = [[(cell, 1, 1) for cell in cells[start : start + columns]] for start in range(0, 20_000, columns)]
    markdown = html(answer).replace(' colspan="1" rowspan="1"', "").replace("</td>", "")
    prepared = read_reference([html(reference)])
    start = time.process_time()
    _, tables = read_tables(markdown)
    reading = time.process_time() - start
    start = time.process_time()
    score_document(markdown, prepared)
    total = time.process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"1,000 cells in rows of {reference_columns} against {sum(map(len, tables[0]))} in rows of {columns}, "
        f"{len(markdown) / 1e6:.2f} MB: {total:.2f} s of which reading {reading:.2f} s; peak so far {peak:.0f} MB"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--smoke", action="store_true", help="the two smallest shapes only, once each")
    smoke = parser.parse_args().smoke
    print("ms per pair".ljust(18), *(name.rjust(12) for name in COLUMNS), "ratio to apted, share of texts, difference")
    for rows, columns, all_different in SHAPES[:2] if smoke else SHAPES:
        compare(rows, columns, all_different, budget=0 if smoke else 1)
    for columns, reference_columns in [] if smoke else [(10, 10), (1, 1), (20_000, 10), (1, 1000)]:
        whole_answer(columns, reference_columns)


if __name__ == "__main__":
    main()
