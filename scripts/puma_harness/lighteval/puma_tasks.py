"""PUMA for lighteval: `lighteval endpoint litellm MODEL puma --custom-tasks FILE`, with the path of this file.

`puma` sends a task's media to a server, as parts of its message. `puma_vision` has them as pictures, for models that
lighteval loads itself, which hear nothing: it holds the tasks about pictures and documents.
"""

from typing import Any

import numpy as np
from lighteval.metrics.metrics_sample import SampleLevelComputation
from lighteval.metrics.utils.metric_utils import SampleLevelMetricGrouping
from lighteval.tasks.lighteval_task import LightevalTaskConfig
from lighteval.tasks.requests import Doc, SamplingMethod

from puma_dataset.prompts import messages
from puma_harness.rows import pictures, scores, text

KEPT = ("id", "category", "prompt", "rules")
"""What grading needs of a row, and what the log names its task by."""


def asked_of_a_server(row: dict[str, Any], task_name: str) -> Doc:
    """The task as parts of one message, since lighteval itself sends a server nothing but the query."""
    parts: Any = messages(_own(row), with_schema=True)[0]["content"]
    return _doc(row, task_name, parts)


def asked_of_a_model(row: dict[str, Any], task_name: str) -> Doc:
    """The task with its pictures beside the text."""
    return _doc(row, task_name, text(_own(row)), images=pictures(row))


def _own(row: dict[str, Any]) -> dict[str, Any]:
    """The row without what lighteval puts into it, such as `__index`."""
    return {name: value for name, value in row.items() if not name.startswith("__")}


def _doc(row: dict[str, Any], task_name: str, query: Any, **more: Any) -> Doc:
    kept = {name: row[name] for name in KEPT}
    return Doc(query=query, choices=[], gold_index=[], task_name=task_name, specific=kept, **more)


class Scores(SampleLevelComputation):
    """Strict and soft of an answer."""

    def compute(self, doc: Doc, model_response: Any, **_: Any) -> dict[str, float]:
        texts = model_response.final_text
        return scores(doc.specific, texts[0] if texts else None)


METRIC = SampleLevelMetricGrouping(
    metric_name=["strict", "soft"],
    higher_is_better={"strict": True, "soft": True},
    category=SamplingMethod.GENERATIVE,
    sample_level_fn=Scores(),
    corpus_level_fn={"strict": np.mean, "soft": np.mean},
)


def _task(name: str, prompt: Any, **more: Any) -> LightevalTaskConfig:
    return LightevalTaskConfig(
        name=name,
        prompt_function=prompt,
        hf_repo="puma",
        hf_subset="default",
        hf_avail_splits=["test"],
        evaluation_splits=["test"],
        metrics=[METRIC],
        generation_size=8192,
        **more,
    )


TASKS_TABLE = [
    _task("puma", asked_of_a_server),
    _task("puma_vision", asked_of_a_model, hf_filter=lambda row: row["modality"] != "audio"),
]
