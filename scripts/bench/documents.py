"""A long document in four blocks: the best of 24 orders, against jiwer on each order, in one run.

    PYTHONPATH=metrics python scripts/bench/documents.py [--rounds N] [--words N]

The answer is the reference with one word in ten wrong and its blocks in another order. Medians of rounds that
alternate; `search` is the search over orders alone, `whole answer` reads the Markdown too.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable
from itertools import permutations

import jiwer

from puma_metrics.document import _best_order, read_reference, score_document
from puma_metrics.text import words1

SYLLABLES = [
    "ba",
    "ce",
    "do",
    "fi",
    "gu",
    "ha",
    "jo",
    "ka",
    "le",
    "mi",
    "no",
    "pa",
    "ru",
    "sy",
    "to",
    "wa",
    "zie",
    "żo",
    "łą",
    "dź",
]


def made_up(words: int, chance: random.Random) -> list[str]:
    vocabulary = ["".join(chance.choices(SYLLABLES, k=chance.randint(1, 4))) for _ in range(words // 3)]
    return chance.choices(vocabulary, k=words)


def pair(words: int, chance: random.Random) -> tuple[list[str], str]:
    """Four blocks, and an answer with the blocks in the order 3, 1, 4, 2 and one word in ten wrong."""
    each = words // 4
    blocks = [made_up(each, chance) for _ in range(4)]
    answer = [word if chance.random() > 0.1 else word + "x" for number in (2, 0, 3, 1) for word in blocks[number]]
    return [" ".join(block) for block in blocks], " ".join(answer)


def by_jiwer(blocks: list[str], answer: str) -> float:
    said = " ".join(words1(answer))
    orders = (" ".join(words1(" ".join(order))) for order in permutations(blocks))
    return max(max(0.0, 1 - jiwer.wer(order, said)) for order in orders)


def seconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--words", type=int, default=5_000)
    options = parser.parse_args()
    blocks, answer = pair(options.words, random.Random(1))
    reference = read_reference(blocks)
    encoded = "".join(reference.symbols.get(word, "\0") for word in words1(answer))
    calls: dict[str, Callable[[], object]] = {
        "search over orders": lambda: _best_order(encoded, reference.encoded),
        "whole answer": lambda: score_document(answer, reference),
        "jiwer on each order": lambda: by_jiwer(blocks, answer),
    }
    found: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(options.rounds):
        for name, call in calls.items():
            found[name].append(seconds(call))
    medians = {name: statistics.median(times) for name, times in found.items()}
    print(f"{options.words} words, 4 blocks, 24 orders; medians of {options.rounds} rounds")
    for name, median in medians.items():
        print(f"  {name:<20} {1000 * median:9.1f} ms   x{medians['jiwer on each order'] / median:.1f}")
    ours, theirs = score_document(answer, reference).text_accuracy, by_jiwer(blocks, answer)
    print(f"  word accuracy {ours:.9f}, jiwer {theirs:.9f}, difference {abs(ours - theirs):.1e}")


if __name__ == "__main__":
    main()
