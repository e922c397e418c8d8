"""Results in the two forms that the Hub reads: a model card's model-index, and `.eval_results/*.yaml`.

Both are made by huggingface-hub's own classes, so that they follow what the Hub accepts.
"""

from collections.abc import Iterator
from typing import Any

from puma_metrics.errors import InputError
from puma_metrics.leaderboard import NAMES, Results

TASK_TYPES = {
    "history_and_culture": "image-text-to-text",
    "contemporary_life": "image-text-to-text",
    "geography_and_environment": "image-text-to-text",
    "asr": "automatic-speech-recognition",
    "speech_qa": "audio-text-to-text",
    "sound_and_music_qa": "audio-text-to-text",
    "ocr": "image-to-text",
    "document_qa": "document-question-answering",
    "structured_extraction": "image-text-to-text",
}
"""What the Hub calls the task of each category; the benchmark as a whole is any-to-any."""

SPLIT = "test"
ALL = "all"
"""The task of the dataset's leaderboard that stands for the benchmark as a whole."""


def model_index(model: str, results: Results, dataset: str) -> str:
    """The `model-index` of a model card, as YAML: strict and soft of the whole and of each answered category."""
    from huggingface_hub.repocard_data import EvalResult, ModelCardData

    found = [
        EvalResult(
            task_type=TASK_TYPES.get(name, "any-to-any"),
            dataset_type=dataset,
            dataset_name="PUMA",
            dataset_split=SPLIT,
            metric_type="accuracy" if score == "strict" else "soft_accuracy",
            metric_name=f"{NAMES.get(name, 'All tasks')}: {score} %",
            metric_value=round(rate[score], 2),
            metric_args={"signature": results["signature"]},
        )
        for name, rate in _rates(results)
        for score in ("strict", "soft")
    ]
    return ModelCardData(model_name=model, eval_results=found).to_yaml() + "\n"


def eval_results(results: Results, dataset: str) -> str:
    """`.eval_results/puma.yaml`: the strict score of the whole and of each answered category, in percent.

    It bears no date: the Hub takes that of the commit. The notes hold the signature.
    """
    from huggingface_hub import EvalResultEntry, eval_result_entries_to_yaml
    from huggingface_hub.utils import yaml_dump

    entries = [
        EvalResultEntry(dataset_id=dataset, task_id=name, value=round(rate["strict"], 2), notes=results["signature"])
        for name, rate in _rates(results)
    ]
    return yaml_dump(eval_result_entries_to_yaml(entries), sort_keys=False, width=1000)


def _rates(results: Results) -> Iterator[tuple[str, dict[str, Any]]]:
    if not results["overall"]["attempted"]:
        raise InputError(f"{results['model']}: has answered no task; there is nothing to publish")
    if results["category_mean"]["strict"] is not None:  # of a part of the categories there is no score of the whole
        yield ALL, results["overall"]
    yield from ((name, rate) for name, rate in results["categories"].items() if rate["attempted"])
