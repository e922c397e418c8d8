"""Normalised answers: what spoken1, best1 and structure1 take, on answers, on 5,000 words and on hostile megabytes.

    PYTHONPATH=metrics python scripts/bench/normal.py [--rounds N]

Medians of rounds, in seconds of one core; the bound of NORMALISE 12.7 is 2 s for 1 MB. best1 is asked against
a reference of 5,000 words, of which the hostile texts are within twice, and against one of 60 words.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable

from puma_metrics import word_accuracy
from puma_metrics.normal import best1, spoken1, structure1

MEGABYTE = 1_000_000
ANSWER = (
    "W 2018 r. firma zatrudniała 25 pracowników, a po 3 latach już 112. Pociąg odjeżdża o 16:47 z toru 4 przy "
    "peronie 2, bilet kosztuje 44,40 zł. Temperatura spadła do -5°C, mróz poparło 48% wyborców w wieku 15-18 lat."
)
PLAIN = "Podróżnych prosimy o zachowanie ostrożności i odsunięcie się od krawędzi peronu w stronę poczekalni. "


def filled(piece: str) -> str:
    return (piece * (MEGABYTE // len(piece.encode()) + 1))[:MEGABYTE]


def long_speech(words: int) -> str:
    """Sentences with a number in ten words."""
    chance, found = random.Random(1), []
    while len(found) < words:
        found += f"{PLAIN} {chance.randint(1, 3000)} osób".split()
    return " ".join(found[:words])


HOSTILE = {
    "digits": filled("1"),
    "numbers": filled("1 "),
    "sixes": filled("666666 "),
    "grouped numbers": filled("111 "),
    "joined numbers": filled("1 a "),
    "times": filled("1:11:11"),
    "dates": filled("31.12.2024 r. "),
    "dots": filled("1.1."),
    "letters and digits": filled("a1"),
    "Roman": filled("XIV i "),
    "abbreviations": filled("w. "),
    "no number": filled(PLAIN),
    "one word": filled("a"),
    "spaces": filled(" "),
    "loop": filled("Ala ma kota. "),
    "spaced letters": filled("K O "),
    "hyphens": filled("a-\n"),
    "tags": filled("<figure><img>"),
    "images": filled("![a"),
    "brackets": filled("[image "),
    "table that loops": "<table>" + filled("<tr><td>0</td></tr>"),
}


def seconds(call: Callable[[], object]) -> float:
    start = time.process_time()
    call()
    return time.process_time() - start


def measured(calls: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    found: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(rounds):
        for name, call in calls.items():
            found[name].append(seconds(call))
    return {name: statistics.median(times) for name, times in found.items()}


def speech(rounds: int) -> None:
    long = long_speech(5_000)
    said, long_said = spoken1(ANSWER), spoken1(long)
    calls: dict[str, Callable[[], object]] = {
        "an answer: word accuracy": lambda: word_accuracy(ANSWER, said),
        "an answer: spoken1": lambda: spoken1(ANSWER),
        "an answer: best1": lambda: best1(ANSWER, said),
        "5,000 words: word accuracy": lambda: word_accuracy(long, long_said),
        "5,000 words: spoken1": lambda: spoken1(long),
        "5,000 words: best1": lambda: best1(long, long_said),
        "5,000 words, all wrong: best1": lambda: best1(long.replace(" ", "x "), long_said),
        "5,000 words: structure1": lambda: structure1(long),
    }
    for name, median in measured(calls, rounds).items():
        print(f"  {name:<32}{1000 * median:9.2f} ms")


def hostile(rounds: int) -> None:
    reference = " ".join([spoken1(long_speech(5_000))] * 2)[:60_000]
    short = spoken1(ANSWER)
    print(f"  {'1 MB of':<20}{'spoken1':>9}{'best1':>9}{'short':>9}{'structure1':>12}   seconds")
    for name, text in HOSTILE.items():
        calls: dict[str, Callable[[], object]] = {
            "spoken1": lambda text=text: spoken1(text),
            "best1": lambda text=text: best1(text, reference),
            "short": lambda text=text: best1(text, short),
            "structure1": lambda text=text: structure1(text),
        }
        found = measured(calls, rounds)
        late = "   over 2 s" if max(found.values()) > 2 else ""
        print(f"  {name:<20}" + "".join(f"{found[k]:>9.2f}" for k in ("spoken1", "best1", "short")), end="")
        print(f"{found['structure1']:>12.2f}{late}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    speech(3 * options.rounds)
    hostile(options.rounds)


if __name__ == "__main__":
    main()
