"""How fast the question-answering rules are: short answers a second on one core, against peers, in one run.

    python scripts/bench/rules.py [--rounds N]

Every figure is a median of rounds that alternate between the contenders; ratios matter, the machine is noisy. The
baseline is what graders commonly do: simplemma word by word, then substring search in the joined text
(`pip install simplemma`; left out if it is not there).
"""

import argparse
import importlib
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "metrics"))

from puma_metrics import grade, parse_task, phrases, polish  # noqa: E402

TASK = {
    "id": "t1",
    "category": "speech_qa",
    "rules": [
        {"type": "include", "clauses": [["Leliwa"], ["Słowacki", "autor Kordiana"]]},
        {"type": "exclude", "phrases": ["Mickiewicz", "Krasiński"]},
    ],
}
NUMBERS = ["raz", "dwa", "trzy", "cztery", "pięć", "sześć", "siedem", "osiem", "dziewięć", "dziesięć"]
PLAIN = [
    "Na ilustracji widnieje herb Leliwa ze złotą gwiazdą nad złotym półksiężycem w błękitnym polu, "
    f"pieczętował się nim Juliusz Słowacki, po {number}"
    for number in NUMBERS
]
MARKED = [
    "Na ilustracji nr 12 widnieje herb **Leliwa** ze złotą gwiazdą (1,5 cm) nad złotym półksiężycem, "
    f"którym pieczętował się *Juliusz Słowacki* w {year} r. według Niesieckiego"
    for year in range(1830, 1840)
]


def ours(task: object) -> Callable[[list[str]], None]:
    return lambda answers: [grade(task, answer) for answer in answers] and None  # type: ignore[arg-type]


def without_caches(answers: list[str]) -> None:
    for answer in answers:
        for cached in (phrases.looked_up, phrases.asked, polish.readings):
            cached.cache_clear()
        grade(TASK, answer)


def simplemma_substring() -> Callable[[list[str]], None] | None:
    try:
        simplemma = importlib.import_module("simplemma")
    except ImportError:
        return None

    def lemmas(text: str) -> str:
        return " ".join(simplemma.lemmatize(word, lang="pl") for word in simplemma.simple_tokenizer(text)).lower()

    include = [[lemmas(phrase) for phrase in clause] for clause in TASK["rules"][0]["clauses"]]  # type: ignore[index]
    exclude = [lemmas(phrase) for phrase in TASK["rules"][1]["phrases"]]  # type: ignore[index]

    def check(answers: list[str]) -> None:
        for answer in answers:
            text = lemmas(answer)
            all(any(phrase in text for phrase in clause) for clause in include)
            all(phrase not in text for phrase in exclude)

    return check


def rate(run: Callable[[list[str]], None], answers: list[str], repeats: int) -> float:
    start = time.perf_counter()
    for _ in range(repeats):
        run(answers)
    return len(answers) * repeats / (time.perf_counter() - start)


def start_up() -> float:
    """Milliseconds from a cold process to the first graded answer, dictionary included."""
    code = f"import sys; sys.path.insert(0, {str(ROOT / 'metrics')!r}); from puma_metrics import phrase_matches; "
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code + "phrase_matches('kot', 'koty')"], check=True)
    return 1000 * (time.perf_counter() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args().rounds
    contenders = {"this grader": (ours(parse_task(TASK)), 50), "its caches off": (without_caches, 2)}
    if peer := simplemma_substring():
        contenders["simplemma, substring"] = (peer, 50)
    for name, answers in (("plain text", PLAIN), ("digits and Markdown", MARKED)):
        for run, _ in contenders.values():
            run(answers)
        found: dict[str, list[float]] = {contender: [] for contender in contenders}
        for _ in range(rounds):
            for contender, (run, repeats) in contenders.items():
                found[contender].append(rate(run, answers, repeats))
        words = len(answers[0].split())
        medians = {contender: statistics.median(rates) for contender, rates in found.items()}
        print(f"{name}, {words} words an answer, warm, one core:")
        for contender, median in medians.items():
            print(f"  {contender:<22} {median:>9,.0f} answers/s   x{median / medians['this grader']:.2f}")
    print(f"cold process to first answer: {statistics.median(start_up() for _ in range(5)):.0f} ms")


if __name__ == "__main__":
    main()
