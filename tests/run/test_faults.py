"""Whatever a server is like: every answer arrives, or is a failure of the right kind, and the score is the same."""

import json

import pytest
from loopback_openai import KEY

from puma_metrics import Given, grade_all

WEATHERED = (
    *("busy", "busy-ms", "busy-date", "busy-reset", "flaky", "html", "empty-choices", "loop", "blank"),
    *("noschema", "nolist", "notemp", "parts", "think"),
)


def score(tasks, rows):
    report = grade_all(tasks, {name: Given(row["prediction"]) for name, row in rows.items()})
    return report.overall["strict"], report.overall["soft"]


@pytest.mark.parametrize("model", WEATHERED)
def test_every_answer_arrives_and_scores_as_a_faultless_servers(ask, few, model):
    good = ask("good", out="good")
    ran = ask(model)
    assert ran.outcome.exit_code == 0
    assert ran.rows("failures.jsonl") == {}
    assert score(few, ran.rows()) == score(few, good.rows())
    assert score(few, good.rows())[0] == 100.0


FAILING = {
    "llama": (
        "unable",
        500,
        "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj",
    ),
    "noeyes": (
        "unable",
        400,
        "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj",
    ),
    "large": ("unable", 413, "too large"),
    "odd": ("rejected", 400, "I do not like this."),
    "down": ("server", 503, "overloaded"),
}
ATTEMPTS = {"down": 3}


@pytest.mark.parametrize("model", FAILING)
def test_what_brings_no_answer_is_a_failure_of_its_kind(ask, server, model):
    ran = ask(model, "hc_001")
    row = ran.rows("failures.jsonl")["hc_001"]
    assert (row["kind"], row["status"], row["message"]) == FAILING[model]
    assert (ran.rows(), ran.outcome.exit_code) == ({}, 5)
    assert len(server.calls) == ATTEMPTS.get(model, 1)


def test_a_failure_about_one_kind_of_medium_fails_no_other(ask):
    ran = ask("llama", "hc_001", "sq_001", without_media=True)
    assert len(ran.rows()) == 2


@pytest.mark.parametrize("model", ["moderated", "filter", "refusal"])
def test_a_refusal_is_an_answer_and_no_failure(ask, model):
    ran = ask(model, "hc_001")
    row = ran.rows()["hc_001"]
    assert row["refusal"] or row["finish_reason"] == "content_filter"
    assert (ran.rows("failures.jsonl"), ran.outcome.exit_code) == ({}, 0)


def test_nothing_said_is_an_answer(ask):
    assert ask("null", "hc_001").rows()["hc_001"]["prediction"] is None


@pytest.mark.parametrize(
    ("model", "reason"), [("key", "401: Incorrect API key provided: [key]"), ("quota", "402: Insufficient credits")]
)
def test_what_no_retry_mends_ends_the_run_after_as_many_requests_as_are_open(ask, server, model, reason):
    ran = ask(model, concurrency=3)
    assert (ran.outcome.reason, ran.outcome.exit_code) == (reason, 2)
    assert len(server.calls) <= 3
    assert (ran.rows(), ran.rows("failures.jsonl")) == ({}, {})


@pytest.mark.parametrize("model", ["nowhere", "moved"])
def test_what_is_not_there_ends_the_run_only_if_nothing_has_been_answered(ask, server, model):
    ran = ask(model, "hc_001", "dq_001", concurrency=1)
    assert (ran.outcome.exit_code, len(server.calls)) == (2, 1)


def test_a_redirect_is_not_followed_and_named(ask, server):
    reason = ask("moved", "hc_001").outcome.reason
    assert reason == (
        "307: redirects to http://127.0.0.2:9/v1/chat/completions, which is not followed; "
        "give the server's own address with --url"
    )
    assert len(server.calls) == 1


def test_the_key_is_sent_and_stands_in_no_file_and_no_message(ask, server):
    for model in ("good", "key", "echo", "odd"):
        ran = ask(model, "hc_001", out=model)
        assert KEY not in str(ran.outcome)
        assert [file.name for file in ran.out.iterdir() if KEY.encode() in file.read_bytes()] == []
    assert {call.authorization for call in server.calls} == {f"Bearer {KEY}"}


def test_a_body_without_end_or_bottom_is_no_completion(ask):
    row = ask("deep", "hc_001").rows("failures.jsonl")["hc_001"]
    assert (row["kind"], row["status"]) == ("no_completion", 200)


def test_a_count_of_tokens_that_is_none_is_not_counted(ask):
    from puma_run.settings import Price

    ran = ask("generous", "hc_001", price=Price(1.0, 1.0))
    assert (ran.rows()["hc_001"]["usage"], ran.rows()["hc_001"]["cost"], ran.outcome.record["cost"]) == (
        None,
        None,
        0.0,
    )


def test_parameters_that_are_refused_are_left_out_once_and_said(ask, server):
    ran = ask("gemini", seed=7, concurrency=1)
    said = 'Invalid JSON payload received. Unknown name "seed": Cannot find field.'
    assert ran.outcome.abilities.record() == {"seed": {"takes": False, "said": said}}
    assert json.loads((ran.out / "run.json").read_text("utf-8"))["abilities"] == ran.outcome.abilities.record()
    assert ["seed" in call.body for call in server.calls].count(True) == 1


def test_a_bound_of_tokens_goes_under_the_name_that_the_server_knows(ask, server):
    ran = ask("newname", max_tokens=500, concurrency=4)
    assert len(ran.rows()) == 9
    assert "max_completion_tokens" in server.calls[-1].body


def test_eight_in_flight_are_refused_alike_and_all_are_asked_again(ask):
    ran = ask("notemp", concurrency=8)
    assert {tuple(row["temperatures"]) for row in ran.rows().values()} == {(None,)}
    assert list(ran.outcome.abilities.said) == ["temperature"]


def test_a_list_is_wrapped_where_it_is_refused_and_unwrapped_only_there(ask):
    rows = ask("nolist", "ex_001", "ex_003").rows()
    assert (rows["ex_001"]["prediction"][0], rows["ex_003"]["prediction"][0]) == ("{", "[")


@pytest.mark.parametrize(("model", "options"), [("noschema", {}), ("nolist", {"wrap_arrays": "never"})])
def test_what_is_always_sent_and_refused_is_a_failure_and_not_asked_for_ever(ask, server, model, options):
    ran = ask(model, "ex_003", response_format="always", **options)
    assert ran.rows("failures.jsonl")["ex_003"]["kind"] == "rejected"
    assert len(server.calls) == 1


def test_where_lists_are_never_wrapped_a_list_alone_is_asked_for_in_the_prompt(ask, server):
    rows = ask("nolist", "ex_001", "ex_003", wrap_arrays="never").rows()
    assert {name: row["prediction"][0] for name, row in rows.items()} == {"ex_001": "{", "ex_003": "["}
    assert ["response_format" in call.body for call in server.calls].count(False) == 1


def test_where_no_format_is_taken_the_schema_stands_in_the_prompt(ask, server):
    ask("noschema", "ex_001")
    text = server.calls[-1].body["messages"][0]["content"][-1]["text"]
    assert "zgodnym z nastepującym JSON schema: {" in text


def test_a_looping_answer_is_asked_warmer_and_no_other(ask):
    for model, tried in (("good", (0.0,)), ("loop", (0.0, 0.3, 0.6)), ("hopeless", (0.0, 0.3, 0.6, 0.9, 1.2, 1.5))):
        row = ask(model, "hc_001", out=model).rows()["hc_001"]
        assert tuple(row["temperatures"]) == tried
        assert row["usage"]["prompt_tokens"] == 100 * len(tried)
        assert row["loop"] == (model == "hopeless")


def test_without_a_ladder_and_at_the_servers_own_temperature_a_loop_stands(ask):
    assert ask("loop", "hc_001", ladder=None).rows()["hc_001"]["temperatures"] == [0.0]
    assert ask("hopeless", "hc_001", out="own", temperature=None).rows()["hc_001"]["temperatures"] == [None]


def test_reasoning_is_kept_beside(ask):
    row = ask("think", "hc_001").rows()["hc_001"]
    assert row["reasoning"] == "Hm, to chyba..."
    assert row["reasoning"] not in row["prediction"]


def test_no_more_are_open_than_was_said(ask, server):
    ask("slow", concurrency=2)
    assert server.most <= 2


def test_a_recogniser_behind_an_address_is_asked_for_transcriptions(ask, server, few):
    ran = ask("good", "as_001", engine="transcription", extra={"language": "pl"})
    assert server.calls[-1].path == "/v1/audio/transcriptions"
    assert server.calls[-1].body == {"model": "good", "language": "pl"}
    assert score([task for task in few if task.id == "as_001"], ran.rows())[0] == 100.0
