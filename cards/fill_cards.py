"""Writes the tables of the cards anew: python cards/fill_cards.py. tests/test_cards.py says when one is stale.

The dataset's tables come from the sample's tasks, the metrics' examples from examples.jsonl, graded as they stand.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from puma_dataset.cards import dataset_tables, filled, table
from puma_dataset.read import SAMPLE, read_tasks
from puma_metrics.modules import loaded, results, rule_for, rules_of

HERE = Path(__file__).parent
ROOT = HERE.parent
DATASET_CARD = ROOT / "dataset_builder" / "puma_dataset" / "README.md"


def cards() -> Iterator[tuple[Path, str]]:
    """Each card with what it is to hold."""
    records = [task.record for task in read_tasks(SAMPLE, validate=False)[0]]
    yield DATASET_CARD, filled(DATASET_CARD.read_text("utf-8"), dataset_tables(records))
    lines = (HERE / "examples.jsonl").read_text("utf-8").splitlines()
    examples = [json.loads(line) for line in lines]
    for name in dict.fromkeys(example["metric"] for example in examples):
        card = ROOT / "metrics" / name / "README.md"
        own = [example for example in examples if example["metric"] == name]
        yield card, filled(card.read_text("utf-8"), {"examples": examples_table(name, own)})


def examples_table(metric: str, examples: Sequence[dict[str, Any]]) -> str:
    """Prediction, reference, scores and reason of each example."""
    references = [example["reference"] for example in examples]
    predictions = [example["prediction"] for example in examples]
    graded = results(metric, predictions, RULES[metric](references), references)
    rows = []
    for number, example in enumerate(examples):
        reasons = graded["reasons"][number]
        reason = reasons if isinstance(reasons, str) else "; ".join(reasons)
        scores = (graded["strict_scores"][number], f"{graded['soft_scores'][number]:.3f}")
        rows.append((code(example["prediction"]), code(example["reference"]), *scores, html_free(reason)))
    return table(["prediction", "reference", "strict", "soft", "reason"], rows)


RULES = {
    "puma_rules": rules_of,
    "puma_asr": lambda references: rule_for("asr", references, "reference"),
    "puma_ocr": lambda references: rule_for("ocr", references, "blocks"),
    "puma_extraction": lambda references: rule_for("extraction", loaded(references), "reference"),
}


def code(value: Any) -> str:
    written = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return f"`{written}`" if written else "(empty)"


def html_free(text: str) -> str:
    return text.replace("<", "&lt;")


if __name__ == "__main__":
    for card, content in cards():
        card.write_text(content, encoding="utf-8")
