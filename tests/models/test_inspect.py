"""`inspect eval puma_bench/puma` against the loopback server: the same scores as `puma run` and `puma grade`."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.fixture
def inspect_eval(needs, whole_sample, tmp_path):
    """A function that runs Inspect's own command on a model of the server, and gives its log with the file's name."""
    needs("inspect_ai")
    from inspect_ai.log import read_eval_log

    def call(model, *options):
        environment = {
            **os.environ,
            **{
                "LOCAL_API_KEY": "none-at-all",
                "LOCAL_BASE_URL": whole_sample.url,
                "INSPECT_LOG_DIR": str(tmp_path / model),
            },
        }
        command = [str(Path(sys.executable).parent / "inspect"), "eval", "puma_bench/puma"]
        base = ["--model", f"openai-api/local/{model}", "--max-retries", "1", "--display", "plain"]
        ran = subprocess.run([*command, *base, *options], env=environment, capture_output=True, text=True, cwd=tmp_path)
        assert ran.returncode == 0, ran.stdout + ran.stderr
        (file,) = (tmp_path / model).glob("*.eval")
        return read_eval_log(str(file)), file

    return call


def means(log):
    """Strict and soft in percent, and those of each category."""
    found = {one.name: one.metrics for one in log.results.scores}
    overall = tuple(100 * found[name]["mean"].value for name in ("strict", "soft"))
    return overall, {
        name.removeprefix("grouped_"): (100 * metric.value, 100 * found["soft"][name].value)
        for name, metric in found["strict"].items()
        if name not in ("mean", "stderr")
    }


def graded(run, place):
    code, out, err = run("grade", str(place), "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def same(log, results):
    overall, categories = means(log)
    assert overall == (pytest.approx(results["overall"]["strict"]), pytest.approx(results["overall"]["soft"]))
    assert len(categories) == 9
    for name, scores in categories.items():
        rate = results["categories"][name]
        # of a category without any answer puma grade says none, where a mean has 0
        assert scores == (pytest.approx(rate["strict"] or 0.0), pytest.approx(rate["soft"] or 0.0))


@pytest.mark.parametrize("model", ["good", "bad", "loop"])
def test_inspect_scores_as_puma_grade_does(inspect_eval, run, whole_sample, model):
    log, file = inspect_eval(model)
    assert (log.status, len(log.samples), log.results.completed_samples) == ("success", 52, 52)
    same(log, graded(run, file))
    assert run("run", model, "--url", whole_sample.url, "--out", "R")[0] == 0
    same(log, graded(run, "R"))
    assert all(sample.scores["graded"].explanation for sample in log.samples)


def test_what_failed_stays_in_the_mean_and_says_so(inspect_eval, run):
    log, file = inspect_eval("noschema")
    failed = [sample for sample in log.samples if sample.error]
    assert {sample.metadata["category"] for sample in failed} == {"structured_extraction"}
    assert len(failed) == 5
    for sample in failed:
        score = sample.scores["graded"]
        assert score.value == {"strict": 0.0, "soft": 0.0}
        assert score.explanation == "The request failed: there is no answer, which counts as 0."
    assert means(log)[0] == (pytest.approx(100 * 47 / 52), pytest.approx(100 * 47 / 52))
    results = graded(run, file)
    assert (results["overall"]["failed"], results["overall"]["attempted"]) == (5, 47)
    same(log, results)


def test_where_no_format_is_taken_the_schema_goes_in_the_prompt(inspect_eval, whole_sample):
    log, _ = inspect_eval("noschema", "-T", "with_schema_prompt=true", "--sample-id", "ex_001,ex_003")
    assert means(log)[0] == (100.0, 100.0)
    assert "zgodnym z nastepującym JSON schema: {" in whole_sample.calls[-1].body["messages"][0]["content"][-1]["text"]


def test_a_request_is_that_of_puma_run(inspect_eval, run, whole_sample):
    inspect_eval("good")
    by_inspect = {call.task["id"]: call.body for call in whole_sample.calls}
    assert run("run", "good", "--url", whole_sample.url, "--out", "R")[0] == 0
    by_run = {call.task["id"]: call.body for call in whole_sample.calls[52:]}
    assert len(by_run) == 52

    def told(body):
        form = body.get("response_format")
        for part in body["messages"][0]["content"]:
            part.get("image_url", {}).pop("detail", None)  # Inspect names OpenAI's default, auto
        return body["messages"], body["temperature"], form and form["json_schema"]["schema"]

    for name, body in by_run.items():
        assert told(by_inspect[name]) == told(body)


def test_the_temperatures_of_the_ladder_are_taken_down(inspect_eval, whole_sample):
    log, _ = inspect_eval("loop", "--sample-id", "hc_001")
    assert log.samples[0].metadata["temperatures"] == [0.0, 0.3, 0.6]
    assert [call.body["temperature"] for call in whole_sample.calls] == [0.0, 0.3, 0.6]


def test_a_warmer_request_that_fails_takes_no_answer_away(inspect_eval, run):
    log, file = inspect_eval("cold", "--sample-id", "hc_001")
    assert (log.samples[0].error, log.samples[0].output.completion[:8]) == (None, "tak tak ")
    assert graded(run, file)["overall"]["failed"] == 0
