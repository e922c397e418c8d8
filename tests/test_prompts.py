"""What models are asked: the paper's texts, a task's messages, and requests that come back as answers."""

import base64
import io
import json
from pathlib import Path
from typing import Any

import pytest
import soundfile

from puma_dataset.prompts import DOCUMENTS, EXTRACTION, SPEECH, messages, prompt_of, response_format
from puma_dataset.read import SAMPLE, read_tasks
from puma_metrics.errors import InputError

TASKS = {task.id: task for task in read_tasks(SAMPLE, validate=False)[0]}
FORMATS = ["openai-batch", "chat", "plain"]


def test_the_default_prompts_are_those_of_the_paper():
    assert SPEECH.startswith("Dokonaj transkrypcji pliku audio w języku polskim. Wszystkie wartości liczbowe")
    assert SPEECH.endswith(
        '"sto dwadzieścia pięć złotych" zamiast "125 zł". Zwróć tylko zawartość nagrania, bez dodatkowych komentarzy.'
    )
    assert DOCUMENTS.count(" - ") == 7 and DOCUMENTS.endswith(
        "- Preferuj używanie znaków □ i ☑ do prezentacji check boxów."
    )
    # "nastepującym" stands so in the paper
    assert EXTRACTION.endswith("w formacie JSON zgodnym z nastepującym JSON schema: {JSON_SCHEMA}")


def test_the_datasets_card_shows_them():
    card = (Path(SAMPLE).parent / "README.md").read_text("utf-8")
    assert [text for text in (SPEECH, DOCUMENTS, EXTRACTION) if f"> {text}\n" not in card] == []


def test_explain_shows_the_default_prompt(run):
    assert "the default prompt: Dokonaj transkrypcji" in run("explain", "as_001", "--answer", "tak")[1]


def test_a_task_has_its_own_prompt_or_that_of_its_category():
    assert prompt_of(TASKS["as_001"]) == SPEECH
    assert prompt_of(TASKS["oc_001"]) == DOCUMENTS
    assert prompt_of(TASKS["hc_001"]) == TASKS["hc_001"].prompt
    assert prompt_of(TASKS["hc_001"].record) == TASKS["hc_001"].prompt


def extraction() -> Any:
    return next(task for task in TASKS.values() if task.category == "structured_extraction")


def test_the_schema_stands_in_the_prompt_only_where_it_is_wanted():
    task = extraction()
    schema = json.dumps(task.record["rules"][0]["schema"], ensure_ascii=False)
    assert prompt_of(task) == task.prompt
    assert prompt_of(task, with_schema=True) == f"{task.prompt}\n\n{EXTRACTION.replace('{JSON_SCHEMA}', schema)}"
    assert response_format(task)["json_schema"]["schema"] == task.record["rules"][0]["schema"]
    assert response_format(TASKS["hc_001"]) is None


def test_a_task_without_any_prompt_is_refused():
    rules = [{"type": "include", "clauses": [["kot"]]}]
    with pytest.raises(InputError) as refused:
        prompt_of({"id": "t1", "category": "speech_qa", "rules": rules})
    said = "'t1': has no prompt, and speech_qa has no default one; write its question"
    assert str(refused.value) == said


def test_a_recording_is_sent_as_wav_with_its_samples():
    (part, text) = messages(TASKS["as_001"])[0]["content"]
    assert (part["type"], part["input_audio"]["format"], text["text"]) == ("input_audio", "wav", SPEECH)
    samples, rate = soundfile.read(io.BytesIO(base64.b64decode(part["input_audio"]["data"])))
    with (Path(SAMPLE) / TASKS["as_001"].record["media"][0]["path"]).open("rb") as file:
        own, own_rate = soundfile.read(file)
    assert (len(samples), rate) == (len(own), own_rate)


def test_a_picture_is_sent_as_it_is():
    part = messages(TASKS["hc_001"])[0]["content"][0]
    head, _, data = part["image_url"]["url"].partition(",")
    content = (Path(SAMPLE) / TASKS["hc_001"].record["media"][0]["path"]).read_bytes()
    assert (head, base64.b64decode(data)) == ("data:image/png;base64", content)


def test_a_missing_medium_is_named(tmp_path):
    with pytest.raises(InputError) as refused:
        messages(TASKS["hc_001"], tmp_path)
    path = TASKS["hc_001"].record["media"][0]["path"]
    assert str(refused.value) == f"{tmp_path}: '{path}' does not exist; put the file there"


@pytest.mark.parametrize("form", FORMATS)
def test_every_task_has_a_request(form: str, run, tasks, tmp_path):
    code, out, err = run("prompts", "--tasks", str(tasks), "--out", "r.jsonl", "--format", form, "--media", "path")
    requests = [json.loads(line) for line in (tmp_path / "r.jsonl").read_text("utf-8").splitlines()]
    size = (tmp_path / "r.jsonl").stat().st_size
    assert (code, out, err) == (0, f"Written: r.jsonl, 3 requests, {size:,} bytes\n", "")
    assert [request.get("custom_id", request.get("id")) for request in requests] == ["kot", "pies", "dom"]


def test_category_limit_and_schema_choose_what_is_asked(run, tmp_path):
    given = [
        "--category",
        "structured_extraction",
        "--category",
        "asr",
        "--task",
        "as_001",
        "--task",
        extraction().id,
        "--limit",
        "2",
        "--media",
        "path",
    ]
    assert run("prompts", "--out", "a.jsonl", "--format", "chat", *given)[0] == 0
    assert run("prompts", "--out", "b.jsonl", "--format", "chat", *given, "--with-schema-prompt")[0] == 0
    (a, b), (c, d) = (
        [json.loads(line) for line in (tmp_path / name).read_text("utf-8").splitlines()]
        for name in ("a.jsonl", "b.jsonl")
    )
    assert [one["response_format"] is None for one in (a, b, c, d)] == [True, False, True, True]
    assert "JSON schema: {" in d["messages"][0]["content"][-1]["text"]
    assert "JSON schema: {" not in b["messages"][0]["content"][-1]["text"]


def test_a_set_without_such_tasks_is_refused(run, tasks):
    message = "puma: no task of this set is in category=asr; choose others with --category, --task or --limit\n"
    assert run("prompts", "--tasks", str(tasks), "--out", "r.jsonl", "--category", "asr") == (3, "", message)


def test_from_prompts_to_a_grade(run, tmp_path):
    """A loop over the requests answers as a server's batch would; what comes back is graded as it is."""
    assert run("prompts", "--out", "requests.jsonl", "--model", "m", "--limit", "30")[0] == 0
    answered = []
    for line in (tmp_path / "requests.jsonl").read_text("utf-8").splitlines():
        request = json.loads(line)
        assert request["method"] == "POST" and request["url"] == "/v1/chat/completions"
        assert request["body"]["messages"][0]["content"][-1]["type"] == "text"
        said = {"role": "assistant", "content": TASKS[request["custom_id"]].record["answers_ok"][0]}
        body = {"model": request["body"]["model"], "choices": [{"index": 0, "message": said, "finish_reason": "stop"}]}
        response = {"status_code": 200, "request_id": "r", "body": body}
        answered.append({"id": "b", "custom_id": request["custom_id"], "response": response, "error": None})
    (tmp_path / "answers.jsonl").write_text("".join(json.dumps(one) + "\n" for one in answered), "utf-8")
    code, out, _ = run("grade", "answers.jsonl", "--json")
    results = json.loads(out)
    assert (code, results["model"], results["read_as"]) == (0, "m", "OpenAI batch output")
    assert len(answered) == 30 == results["overall"]["attempted"]
    assert results["overall"]["strict"] == pytest.approx(100 * 30 / 52)
