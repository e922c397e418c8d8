"""A real server of llama.cpp, of which the registry has the program and a small model: blind, and with media.

The model is Gemma 3 270M, downloaded under its own terms and never committed. It knows nothing: what is tested is that
a real server takes what is sent, schemas as grammars too, and that what it cannot take is a failure of the right kind.
"""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from puma_dataset.prompts import schema_of
from puma_dataset.read import SAMPLE, read_tasks

BEGINS = {"array": "[", "object": "{"}


@pytest.fixture(scope="module")
def llama(needs, tmp_path_factory):
    """The address of a running server."""
    needs("xllamacpp")
    folder = tmp_path_factory.mktemp("llama")
    command = [sys.executable, str(Path(__file__).with_name("llama_server.py")), str(folder / "gemma.gguf")]
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log)
        try:
            lines = iter(server.stdout.readline, b"")  # it logs to standard output, too
            yield next(line.decode().strip() for line in lines if line.startswith(b"http://")) + "/v1"
        finally:
            server.kill()
            server.communicate()


def test_it_answers_the_samples_prompts_blind_with_schemas_as_grammars(run, llama):
    # without the ladder, which asks a model of this size up to six times for most answers
    options = ("--without-media", "--max-tokens", "128", "--no-ladder", "--concurrency", "4")
    code, out, err = run("run", "gemma3-270m", "--url", llama, "--out", "R", *options)
    assert (code, out.splitlines()[0], err) == (0, "52 of 52 requests answered, 0 failed", "")
    assert json.loads(Path("R/run.json").read_text("utf-8"))["abilities"] == {}
    rows = [json.loads(line) for line in Path("R/answers.jsonl").read_text("utf-8").splitlines()]
    said = {row["id"]: row["prediction"] for row in rows}
    schemas = {task.id: schema for task in read_tasks(SAMPLE, validate=False)[0] if (schema := schema_of(task))}
    assert len(schemas) == 5
    for name, schema in schemas.items():
        assert said[name].lstrip().startswith(BEGINS[schema["type"]])
    assert all(0 < row["usage"]["completion_tokens"] <= 128 for row in rows)
    assert json.loads(run("grade", "R", "--json")[1])["overall"]["attempted"] == 52


def test_with_media_each_task_is_one_failure_and_asked_once(run, llama):
    code, out, _ = run("run", "gemma3-270m", "--url", llama, "--out", "R", "--max-tokens", "128")
    assert (code, out.splitlines()[0]) == (5, "0 of 52 requests answered, 52 failed")
    rows = [json.loads(line) for line in Path("R/failures.jsonl").read_text("utf-8").splitlines()]
    assert Counter((row["kind"], row["status"]) for row in rows) == {("unable", 500): 52}
    assert len(Path("R/attempts.jsonl").read_text("utf-8").splitlines()) == 52
