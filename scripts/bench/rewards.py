"""What the adapters for reinforcement learning cost: 10,000 answers through each, against grade_batch, in one run.

    python scripts/bench/rewards.py [--rounds N]

The answers are ten to each of 1,000 tasks, all of them different, as a trainer's groups are. Rounds alternate between
the contenders; each figure is a median, and the ratio is the median of the rounds' ratios, since the machine is noisy.
"""

import argparse
import asyncio
import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "metrics"))

from puma_metrics import grade_batch  # noqa: E402
from puma_metrics.rewards import ready, task_text, trl, verifiers, verl  # noqa: E402

TASKS, ANSWERS_TO_EACH = 1_000, 10
RULES = [
    {"type": "include", "clauses": [["Leliwa"], ["Słowacki", "autor Kordiana"]]},
    {"type": "exclude", "phrases": ["Mickiewicz", "Krasiński"]},
]
ROWS = [
    {"id": f"t{number}", "category": "speech_qa", "rules": json.dumps(RULES, ensure_ascii=False)}
    for number in range(TASKS)
    for _ in range(ANSWERS_TO_EACH)
]
TEXTS = [text for row in ROWS[::ANSWERS_TO_EACH] for text in [task_text(row)] * ANSWERS_TO_EACH]
READY = [ready(text) for text in TEXTS]
COLUMNS = {name: [row[name] for row in ROWS] for name in ("id", "category", "rules")}
ANSWERS = [f"Na ilustracji jest herb Leliwa, którym pieczętował się Juliusz Słowacki, nr {n}" for n in range(len(ROWS))]


async def by_verifiers() -> None:
    for text, answer in zip(TEXTS, ANSWERS, strict=True):
        await verifiers.strict_reward(SimpleNamespace(answer=text), SimpleNamespace(last_reply=answer))


def by_verl() -> None:
    for text, answer in zip(TEXTS, ANSWERS, strict=True):
        verl.compute_score("puma", answer, text)


CONTENDERS: dict[str, Callable[[], object]] = {
    "grade_batch of ready tasks": lambda: grade_batch(READY, ANSWERS),
    "grade_batch of rows": lambda: grade_batch(ROWS, ANSWERS),
    "trl.strict_reward": lambda: trl.strict_reward(completions=ANSWERS, **COLUMNS),
    "verl.compute_score": by_verl,
    "verl.compute_score_batch": lambda: verl.compute_score_batch(None, ANSWERS, TEXTS),
    "verifiers.strict_reward": lambda: asyncio.run(by_verifiers()),
}


def seconds(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    rounds = parser.parse_args().rounds
    for run in CONTENDERS.values():
        run()
    found = [{name: seconds(run) for name, run in CONTENDERS.items()} for _ in range(rounds)]
    for name in CONTENDERS:
        rate = len(ANSWERS) / statistics.median(each[name] for each in found)
        ratio = statistics.median(each[name] / each["grade_batch of ready tasks"] for each in found)
        print(f"{name:<26} {rate:>9,.0f} answers/s   x{ratio:.2f} the time")


if __name__ == "__main__":
    main()
