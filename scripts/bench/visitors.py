"""How long ten visitors of the demo wait while one of them sends what is meant to keep the others waiting.

    python scripts/bench/visitors.py

The demo is served on the loopback interface by a process of its own, and asked over HTTP as a browser asks it: nine
visitors send an ordinary answer again and again, one sends each input of tests/fuzz/hostile_visitor.py. For each
input: how long it took, and how many pages the others saw meanwhile, with the median and the slowest of their waits.
"""

import json
import statistics
import sys
import threading
import time
import uuid
from multiprocessing import Process, Queue
from pathlib import Path

import httpx

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "metrics"), str(ROOT / "tests" / "fuzz")]

from hostile_visitor import EXPLODING, LARGE, SLOW, Sent  # noqa: E402

from puma_demo.views import RULES_EXAMPLE  # noqa: E402

OTHERS, PAUSE, AT_LEAST, LONGEST = 9, 0.3, 2.0, 60.0
"""Visitors, and seconds between their pages, of each input at least, and of a page at most."""
ORDINARY: Sent = ("Na ilustracji jest herb Leliwa, którym pieczętował się Juliusz Słowacki.", RULES_EXAMPLE)
GRADE = 0
"""The number of the button that grades: the first event of the app."""


def serve(told: "Queue[str]") -> None:
    from puma_demo.shell import launch, space

    app = space("puma_rules")
    told.put(launch(app))
    app.block_thread()


def main() -> None:
    told: Queue[str] = Queue()
    server = Process(target=serve, args=(told,), daemon=True)
    server.start()
    address = told.get().rstrip("/")
    try:
        measure(address)
    finally:
        server.terminate()


def measure(address: str) -> None:
    page(httpx.Client(timeout=LONGEST), address, ORDINARY)  # the dictionary is loaded
    print(f"{'sent by one visitor':40} took      others' pages  median   slowest")
    for name, sent in {"nothing": ORDINARY, **EXPLODING, **SLOW, **LARGE}.items():
        waits: list[float] = []
        over = threading.Event()
        others = [threading.Thread(target=visit, args=(address, over, waits)) for _ in range(OTHERS)]
        for other in others:
            other.start()
        began = time.perf_counter()
        took = 0.0
        with httpx.Client(timeout=LONGEST) as client:
            while not took or time.perf_counter() - began < AT_LEAST:
                took = max(took, page(client, address, sent))
        over.set()
        for other in others:
            other.join()
        print(
            f"{name:40} {took:6.2f} s  {len(waits):6}       {statistics.median(waits):6.3f} s  {max(waits):6.3f} s",
            flush=True,
        )


def visit(address: str, over: threading.Event, waits: list[float]) -> None:
    with httpx.Client(timeout=LONGEST) as client:
        while not over.is_set():
            waits.append(page(client, address, ORDINARY))
            over.wait(PAUSE)


def page(client: httpx.Client, address: str, sent: Sent) -> float:
    """Seconds until the result is there, with the time in the queue."""
    began = time.perf_counter()
    visitor = uuid.uuid4().hex
    asked = {"data": [*sent, ""], "fn_index": GRADE, "session_hash": visitor}
    client.post(f"{address}/gradio_api/queue/join", json=asked).raise_for_status()
    with client.stream("GET", f"{address}/gradio_api/queue/data", params={"session_hash": visitor}) as stream:
        for line in stream.iter_lines():
            if line.startswith("data:") and json.loads(line[5:])["msg"] == "process_completed":
                told = json.loads(line[5:])
                if not told["success"]:
                    raise RuntimeError(f"no page came: {told}")
                return time.perf_counter() - began
    raise RuntimeError("the stream ended before the page came")


if __name__ == "__main__":
    main()
