"""The files for lm-eval, lmms-eval and lighteval, read by each harness's own loader.

They belong to no extra and do not go together with the other large libraries: .ci/large installs them in an environment
of its own, runs `puma prepare` there, and sets PUMA_HARNESS. Elsewhere these tests are skipped.
"""

import importlib
import json
import os
from importlib.metadata import version
from typing import Any

import pytest

from puma_dataset.prompts import prompt_of
from puma_dataset.read import SAMPLE, read_tasks
from puma_harness import folder
from puma_metrics import Task, grade

pytestmark = pytest.mark.skipif(not os.environ.get("PUMA_HARNESS"), reason="the harnesses are not here; see .ci/large")

VERSIONS = {
    "torch": "2.13.0+cpu",
    "lm_eval": "0.4.13",
    "lmms_eval": "0.7.3",
    "lighteval": "0.13.0",
    "inspect_ai": "0.3.285",
    "openai": "3.57.0",
}


@pytest.fixture(scope="module")
def tasks() -> dict[str, Task]:
    return {task.id: task for task in read_tasks(SAMPLE, validate=False)[0]}


def test_the_versions_are_those_that_were_tried():
    assert {name: version(name) for name in VERSIONS} == VERSIONS
    assert version("datasets").startswith("5.2.") and version("huggingface_hub").startswith("2.4.")


def asked(task: Task) -> str:
    return prompt_of(task, with_schema=True)


def said_of(task: Task) -> list[str]:
    return [*task.record["answers_ok"], *task.record["answers_bad"]]


def graded(task: Task, answer: str) -> dict[str, float]:
    found = grade(task, answer)
    return {"strict": float(found.strict), "soft": found.soft}


def test_lm_eval_asks_and_grades(tasks: dict[str, Task]):
    loader = importlib.import_module("lm_eval.tasks")
    manager = loader.TaskManager(include_path=str(folder("lm-eval")), include_defaults=False)
    found = loader.get_task_dict(["puma_vision", "puma_audio"], manager)
    seen = {}
    for name, task in found.items():
        for doc in task.eval_docs:
            own = seen[doc["id"]] = tasks[doc["id"]]
            assert task.doc_to_text(doc) == asked(own)
            media = task.doc_to_image(doc) if name == "puma_vision" else task.doc_to_audio(doc)
            assert len(media) == len(own.record["media"])
            for answer in said_of(own):
                assert task.process_results(doc, [answer]) == graded(own, answer)
        assert set(task.aggregation()) == {"strict", "soft"}
    assert set(seen) == set(tasks)


def test_lmms_eval_asks_and_grades(tasks: dict[str, Task]):
    loader = importlib.import_module("lmms_eval.tasks")
    messages = importlib.import_module("lmms_eval.protocol").ChatMessages
    manager = loader.TaskManager("ERROR", include_path=str(folder("lmms-eval")), include_defaults=False)
    (task,) = loader.get_task_dict(["puma"], manager, task_type="chat").values()
    docs = list(task.eval_docs)
    assert [doc["id"] for doc in docs] == list(tasks)
    for doc in docs:
        own = tasks[doc["id"]]
        (sent,) = messages(messages=task.doc_to_messages(doc)).to_openai_messages()
        kinds = [part["type"] for part in sent["content"]]
        assert kinds == [*["audio_url" if own.modality == "audio" else "image_url"] * len(own.record["media"]), "text"]
        assert sent["content"][-1]["text"] == task.doc_to_text(doc) == asked(own)
        assert json.dumps(sent)
        assert len(task.doc_to_visual(doc)) == len(own.record["media"])
        for answer in said_of(own):
            assert task.process_results(doc, [answer]) == {**graded(own, answer), "id": own.id}
    failed = "[LMMS_EVAL_REQUEST_FAILED after 5 retries] Connection error"
    assert task.process_results(docs[0], [failed]) == {"strict": 0.0, "soft": 0.0, "id": docs[0]["id"]}


def test_lighteval_asks_and_grades(tasks: dict[str, Task]):
    """By its registry's own functions for custom tasks: as a whole it does not load with this huggingface-hub."""
    registry = importlib.import_module("lighteval.tasks.registry").Registry
    task_of = importlib.import_module("lighteval.tasks.lighteval_task").LightevalTask
    response = importlib.import_module("lighteval.models.model_output").ModelResponse
    module = registry.create_custom_tasks_module(str(folder("lighteval") / "puma_tasks.py"))
    by_name: dict[str, Any] = {name: task_of(config) for name, config in registry._extract_configs(module).items()}
    for name, wanted in (("puma", list(tasks)), ("puma_vision", [t for t in tasks if tasks[t].modality != "audio"])):
        docs = by_name[name].get_docs()
        assert sorted(doc.specific["id"] for doc in docs) == sorted(wanted)
        for doc in docs:
            own = tasks[doc.specific["id"]]
            parts = doc.query if name == "puma" else [*doc.images, {"type": "text", "text": doc.query}]
            assert len(parts) == len(own.record["media"]) + 1 and parts[-1]["text"] == asked(own)
            for answer in said_of(own):
                (metric,) = by_name[name].metrics
                assert metric.compute_sample(doc=doc, model_response=response(text=[answer])) == graded(own, answer)
