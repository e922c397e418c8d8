"""How long ten visitors of the demo wait while one of them sends what is meant to keep the others waiting.

    python scripts/bench/visitors.py

Nine visitors send an ordinary answer again and again, one sends each input of tests/fuzz/hostile_visitor.py, all of
them in this process and through as many places as the demo has. For each input: how long it took, and how many pages
the others saw meanwhile, with the median and the slowest of their waits.
"""

import statistics
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "metrics"), str(ROOT / "tests" / "fuzz")]

from hostile_visitor import EXPLODING, SLOW, Sent  # noqa: E402

from puma_demo.shell import AT_ONCE  # noqa: E402
from puma_demo.views import RULES_EXAMPLE, rules_view  # noqa: E402

OTHERS, PAUSE, AT_LEAST = 9, 0.3, 2.0
ORDINARY: Sent = ("Na ilustracji jest herb Leliwa, którym pieczętował się Juliusz Słowacki.", RULES_EXAMPLE)


def main() -> None:
    places = threading.Semaphore(AT_ONCE)
    rules_view(*ORDINARY, "", "pl")  # the dictionary is loaded
    print(f"{'sent by one visitor':40} took      others' pages  median   slowest")
    for name, sent in {"nothing": ORDINARY, **EXPLODING, **SLOW}.items():
        waits: list[float] = []
        over = threading.Event()
        others = [threading.Thread(target=visit, args=(places, over, waits)) for _ in range(OTHERS)]
        for other in others:
            other.start()
        began = time.perf_counter()
        took = 0.0
        while time.perf_counter() - began < AT_LEAST:
            took = max(took, page(places, sent))
        over.set()
        for other in others:
            other.join()
        print(f"{name:40} {took:6.2f} s  {len(waits):6}       {statistics.median(waits):6.3f} s  {max(waits):6.3f} s")


def visit(places: threading.Semaphore, over: threading.Event, waits: list[float]) -> None:
    while not over.is_set():
        waits.append(page(places, ORDINARY))
        over.wait(PAUSE)


def page(places: threading.Semaphore, sent: Sent) -> float:
    """Seconds until a page is there, with the time in the queue."""
    began = time.perf_counter()
    with places:
        rules_view(*sent, "", "pl")
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
