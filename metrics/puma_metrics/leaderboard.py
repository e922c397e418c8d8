"""Several models side by side, as in the paper's Table 1: nine categories in three groups, and their mean."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .sentence import Sentence

Results = Mapping[str, Any]
"""What results.json holds of one model."""

GROUPS: dict[str, dict[str, str]] = {
    "Images": {
        "history_and_culture": "History",
        "contemporary_life": "Life",
        "geography_and_environment": "Geography",
    },
    "Audio": {"asr": "ASR", "speech_qa": "Speech QA", "sound_and_music_qa": "Sound QA"},
    "Documents": {"ocr": "OCR", "document_qa": "Document QA", "structured_extraction": "Extraction"},
}
"""The categories of each modality, with the short names that head a column."""

NAMES: dict[str, str] = {name: Sentence(name) for names in GROUPS.values() for name in names}
"""What the categories are called; a Sentence, which says it in Polish too."""

MEAN = "Mean"
RECOGNITION = ("asr", "ocr")
"""The categories that specialised recognisers answer, and nothing else."""


@dataclass(frozen=True)
class Cell:
    """Scores in percent, None where nothing was attempted; `is_best` marks the best of several strict scores."""

    strict: float | None
    soft: float | None
    is_best: bool = False


def columns(models: Mapping[str, Results]) -> dict[str, list[Cell]]:
    """By category, and "Mean" for the mean of the categories: a cell for each model, in their order.

    >>> rate = lambda value: {"strict": value, "soft": value}
    >>> models = {name: {"categories": {"asr": rate(x)}, "category_mean": rate(x)} for name, x in (("A", 5), ("B", 7))}
    >>> columns(models)["asr"]
    [Cell(strict=5, soft=5, is_best=False), Cell(strict=7, soft=7, is_best=True)]
    """
    found = {name: _marked([r["categories"].get(name) for r in models.values()]) for name in NAMES}
    return found | {MEAN: _marked([results["category_mean"] for results in models.values()])}


def _marked(rates: Sequence[Results | None]) -> list[Cell]:
    pairs = [(rate["strict"], rate["soft"]) if rate else (None, None) for rate in rates]
    scored = [strict for strict, _ in pairs if strict is not None]
    best = max(scored) if len(scored) > 1 else None
    return [Cell(strict, soft, strict is not None and strict == best) for strict, soft in pairs]


def attempted(results: Results) -> list[str]:
    """The categories of which a model answered at least one task."""
    return [name for name, rate in results["categories"].items() if rate["attempted"]]


def are_recognisers(models: Mapping[str, Results]) -> bool:
    """Whether every model answers speech recognition alone, or document recognition alone."""
    return all(len(found := attempted(results)) == 1 and found[0] in RECOGNITION for results in models.values())


def tag_rows(models: Mapping[str, Results]) -> list[tuple[str, int, list[Results]]]:
    """Every tag with the number of its tasks and each model's rate, the most frequent first, equal ones by name."""
    first: Results = next(iter(models.values()))["tags"] if models else {}
    order = sorted(first, key=lambda tag: (-first[tag]["n"], tag))
    return [(tag, first[tag]["n"], [results["tags"][tag] for results in models.values()]) for tag in order]
