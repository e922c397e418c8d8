"""A megabyte of words that all differ: how long looking them up takes one by one, and together, in one run.

python scripts/bench/words.py: seconds are those of the processor; ten million additions say how fast it is.
"""

import itertools
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "metrics"))

from puma_metrics import grade, parse_task, phrases, polish  # noqa: E402

SIZE = 1_000_000
TASK = parse_task(
    {
        "id": "t1",
        "category": "speech_qa",
        "rules": [
            {"type": "include", "clauses": [["Leliwa"], ["Słowacki", "autor Kordiana"]]},
            {"type": "exclude", "phrases": ["Mickiewicz", "Krasiński"]},
        ],
    }
)
LETTERS = "abcdefghijklmnopqrstuvwxyz"
ANSWERS = {
    "unknown tags": "".join(f"<x{n}>" for n in range(150_000)),
    "letters and digits": "".join(f"x{n} " for n in range(150_000)),
    "five letters": " ".join(map("".join, itertools.islice(itertools.product(LETTERS, repeat=5), 200_000))),
}


def seconds(run: Callable[[], object]) -> float:
    for cached in (phrases.looked_up, phrases.asked, polish.readings):
        cached.cache_clear()
    start = time.process_time()
    run()
    return time.process_time() - start


def additions() -> None:
    total = 0
    for number in range(10_000_000):
        total += number


def main() -> int:
    polish.dictionary()
    print(f"ten million additions: {seconds(additions):.2f} s")
    print(f"{'a megabyte of':20} {'one by one':>10} {'together':>10}   ratio   graded in all")
    for name, text in ANSWERS.items():
        answer = phrases.Answer(text[:SIZE])
        one = seconds(lambda tokens=answer.tokens: list(map(phrases.looked_up, tokens)))
        together = seconds(lambda tokens=answer.tokens: phrases._looked_up_together(tokens))
        whole = seconds(lambda text=text: grade(TASK, text[:SIZE]).strict)
        print(f"{name:20} {one:8.2f} s {together:8.2f} s   {one / together:5.1f}   {whole:.2f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
