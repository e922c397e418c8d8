"""How long, and with how much memory, a large sheet is checked and scored: 100 models, 1,000 prompts, 12 criteria.

    python scripts/bench/rubric.py [--models 100] [--prompts 1000] [--texts] [--csv FILE]

Prints seconds per step, the peak of memory, and the share of time outside the Python code of this project. The share is
a lower bound: numpy's operators inside one of our functions count as that function's own time.
"""

import argparse
import cProfile
import pstats
import random
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from puma_cli.sheet_files import to_csv
from puma_cli.sheets import read_sheet
from puma_metrics.rubric import Sheet, find_all, results_as_dict, score_checked
from puma_metrics.rubric.sheet import DIMENSIONS

POSITIVE = (5, 4, 3, 3, 2, 2, 1, 1, "0.5")
NEGATIVE = (-1, -2, -3)
TAGS = ("Omission", "Hallucination", "Ambiguous Framing", "Formatting", "Language Mixing")
WORDS = ("kapusta", "pierogi", "godka", "zwyczaj", "miasto", "rzeka", "święto", "kuchnia", "słowo", "znaczenie")


def make(models: int, prompts: int, texts: bool) -> dict[str, list[str]]:
    """The columns of a made-up sheet, the same for the same numbers."""
    dice = random.Random(0)
    rows = [
        row
        for prompt in range(prompts)
        for model in range(models)
        for row in _answer(dice, f"Q{prompt}", f"model-{model}", 0.4 + 0.5 * model / models, texts)
    ]
    names = "prompt_id model scope criterion_id kind dimension objectivity explicitness weight max_score result score"
    header = [*names.split(), "error_types", "justification", "rater_id", *(["criterion_text", "response"] * texts)]
    return dict(zip(header, map(list, zip(*rows, strict=True)), strict=True))


def _answer(dice: random.Random, prompt: str, model: str, skill: float, texts: bool) -> list[tuple[str, ...]]:
    response = " ".join(dice.choices(WORDS, k=60))
    scope = ("cultural", "linguistic")[len(prompt) % 2]
    rows = []
    for place, weight in enumerate((*POSITIVE, *NEGATIVE)):
        positive = place < len(POSITIVE)
        good = dice.random() < skill
        result = ("pass" if good else "fail") if positive else ("absent" if good else "present")
        score = str(weight) if result in ("pass", "present") else "0"
        tags, why = ("", "") if good else (dice.choice(TAGS), f"„{' '.join(response.split()[:3])}”: {dice.random()}")
        name = f"P{place}" if positive else f"N{place}"
        fixed = prompt, model, scope, name, "positive" if positive else "negative", DIMENSIONS[place % 4]
        maximum = str(weight) if positive else "0"
        row = (*fixed, "objective", "explicit", str(weight), maximum, result, score, tags, why, "r1")
        rows.append((*row, f"Kryterium {name} pytania {prompt}: {WORDS[place % 10]}", response) if texts else row)
    return rows


def timed(name: str, function: Callable[..., Any], *arguments: Any) -> Any:
    start = time.perf_counter()
    value = function(*arguments)
    print(f"{name:<28}{time.perf_counter() - start:8.2f} s   peak {_peak():6.0f} MB")
    return value


def _peak() -> float:
    scale = 2**20 if sys.platform == "darwin" else 2**10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / scale


def whole(columns: dict[str, list[str]]) -> None:
    sheet = Sheet.of(columns)
    results_as_dict(score_checked(sheet, find_all(sheet)))


def share_outside(function: Callable[..., Any], *arguments: Any) -> float:
    """The share of time that is not the own time of this project's functions."""
    profile = cProfile.Profile()
    profile.runcall(function, *arguments)
    entries = pstats.Stats(profile).stats.items()  # type: ignore[attr-defined]
    own = sum(times[2] for (file, _, _), times in entries if "puma_" in file)
    return 1 - own / sum(times[2] for _, times in entries)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--models", type=int, default=100)
    options.add_argument("--prompts", type=int, default=1000)
    options.add_argument("--texts", action="store_true", help="with criterion_text and response")
    options.add_argument("--csv", type=Path, help="also write the sheet there, and read it from there")
    chosen = options.parse_args()
    columns = timed("made up", make, chosen.models, chosen.prompts, chosen.texts)
    print(f"rows: {len(columns['model']):,}")
    sheet = timed("columns encoded", Sheet.of, columns)
    found = timed("checked", find_all, sheet)
    timed("scored, with statistics", score_checked, sheet, found)
    print(f"findings: {len(found)}; outside our Python: {100 * share_outside(whole, columns):.0f} %")
    if chosen.csv:
        chosen.csv.write_text(to_csv(list(columns), zip(*columns.values(), strict=True)), encoding="utf-8")
        timed("read from CSV", read_sheet, chosen.csv)


if __name__ == "__main__":
    main()
