"""A server that is not there ends a run at once, kindly; and a blind run is no result of the benchmark."""

import json
import socket
from pathlib import Path

import httpx2
import pytest


@pytest.fixture
def nowhere():
    """An address on this machine at which nobody listens."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{bound.getsockname()[1]}/v1"


def test_where_no_server_is_the_run_ends_at_once_and_nothing_is_a_failure(run, nowhere, server):
    base = ("run", "good", "--out", "R", "--category", "structured_extraction", "--concurrency", "3")
    code, out, err = run(*base, "--url", nowhere)
    assert (code, out) == (2, "0 of 5 requests answered, 0 failed\nWritten: R\n")
    assert err == (
        f"R: 5 answers missing (no server at {nowhere} (ConnectError: All connection attempts failed); start it, or "
        "give its address with --url); the same command goes on\n"
    )
    assert len(Path("R/attempts.jsonl").read_text("utf-8").splitlines()) <= 3 + 2  # two more may have been on their way
    assert run(*base, "--url", server.url)[:2] == (0, "5 of 5 requests answered, 0 failed\nWritten: R\n")


class Leaving(httpx2.AsyncBaseTransport):
    """A server that answers so many requests, and is away for as many as are to fail."""

    def __init__(self, answers, away):
        self.answers, self.away, self.asked = answers, away, 0

    async def handle_async_request(self, request):
        async for _ in request.stream:
            pass
        self.asked += 1
        if self.answers < self.asked <= self.answers + self.away:
            raise httpx2.ConnectError("refused", request=request)
        message = {"role": "assistant", "content": "tak"}
        return httpx2.Response(200, json={"choices": [{"message": message, "finish_reason": "stop"}]})


def test_a_server_that_leaves_is_waited_for_through_all_tries_of_all_workers(ask, monkeypatch):
    monkeypatch.setattr("puma_run.client.wait_of", lambda *_: 0.0)
    gone = Leaving(2, 1_000)
    ran = ask("m", concurrency=2, tries=3, transport=gone)
    assert (ran.outcome.counts["answered"], gone.asked, ran.outcome.exit_code) == (2, 2 + 2 * 3, 5)
    assert ran.outcome.reason.startswith("no server at http://127.0.0.1:")


def test_a_server_that_comes_back_in_time_loses_nothing(ask, monkeypatch):
    monkeypatch.setattr("puma_run.client.wait_of", lambda *_: 0.0)
    ran = ask("m", concurrency=1, tries=3, transport=Leaving(2, 2))
    assert (ran.outcome.counts["answered"], ran.outcome.exit_code) == (9, 0)


@pytest.mark.parametrize("name", ["B", "B/answers.jsonl"])
def test_a_blind_run_is_graded_and_never_published(run, server, tasks, monkeypatch, name):
    monkeypatch.setattr(server, "tasks", [json.loads(line) for line in (tasks / "tasks.jsonl").open(encoding="utf-8")])
    base = ("--url", server.url, "--tasks", str(tasks), "--out")
    assert run("run", "good", *base, "B", "--without-media")[0] == 0
    assert run("run", "good", *base, "R")[0] == 0
    code, out, _ = run("grade", name, "--tasks", str(tasks))
    assert (code, f"{name}: a blind run, without media: it belongs on no leaderboard" in out) == (0, True)
    for form in ("model-index", "eval-results"):
        hub = ("--tasks", str(tasks), "--format", form, "--dataset-id", "a/b")
        assert run("grade", "R", *hub)[0] == 0
        assert run("grade", name, *hub) == (
            *(3, ""),
            f"puma: {name}: a blind run, without media, is no result of the benchmark, and --format {form} would "
            "publish it as one; ask again without --without-media\n",
        )
