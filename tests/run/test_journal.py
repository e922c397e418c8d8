"""What was answered is never asked again: not after a failure, a kill, an edited rule, or a second command."""

import json
import os
import random
import signal
import subprocess
import sys
import time

import pytest

from puma_dataset.read import SAMPLE
from puma_metrics.errors import InputError
from puma_run.journal import locked


def lines(file):
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def test_the_same_command_asks_nothing_that_was_answered(ask, server):
    ask("good")
    n = len(server.calls)
    assert (ask("good").outcome.exit_code, len(server.calls)) == (0, n)


def test_what_may_pass_is_asked_again_and_what_failed_for_good_only_when_told(ask, server):
    ask("down", "hc_001")
    ask("odd", "hc_001", out="odd")
    n = len(server.calls)
    assert (ask("odd", "hc_001", out="odd").outcome.exit_code, len(server.calls)) == (5, n)
    ask("odd", "hc_001", out="odd", again=True)
    ask("down", "hc_001")
    assert len(server.calls) == n + 1 + 3


def test_a_mended_failure_stands_no_longer_among_the_failures(ask, server):
    ran = ask("down", "hc_001")
    assert list(ran.rows("failures.jsonl")) == ["hc_001"]
    # the third turn of this model is over: the fault is gone
    server.turns.clear()
    from loopback_openai import FAULTS

    broken = FAULTS["down"]
    FAULTS["down"] = lambda call: None
    try:
        ran = ask("down", "hc_001")
    finally:
        FAULTS["down"] = broken
    assert (list(ran.rows()), ran.rows("failures.jsonl"), ran.outcome.exit_code) == (["hc_001"], {}, 0)


def test_a_line_that_was_cut_never_was(ask, server):
    ran = ask("good")
    for name in ("answers.jsonl", "attempts.jsonl"):
        file = ran.out / name
        file.write_bytes(file.read_bytes()[:-20])
    n = len(server.calls)
    assert len(ask("good").rows()) == 9
    assert len(server.calls) == n + 1
    assert len(lines(ran.out / "attempts.jsonl")) == 9


def test_a_line_that_is_none_is_named(ask):
    ran = ask("good", "hc_001")
    (ran.out / "answers.jsonl").write_bytes(b"nonsense\n")
    with pytest.raises(InputError) as refused:
        ask("good", "hc_001")
    assert str(refused.value) == (
        f"{ran.out / 'answers.jsonl'}:1: is no line of puma run; remove it, and its task is asked again"
    )


def test_one_folder_has_one_setting(ask):
    ran = ask("good", "hc_001")
    with pytest.raises(InputError) as refused:
        ask("good", "hc_001", temperature=0.7, seed=3)
    assert str(refused.value) == (
        f"{ran.out}: was made with other settings: --temperature was 0.0, is 0.7; --seed was null, is 3. One folder "
        "has one setting: name a new one with --out, which takes over equal requests with --from"
    )


def test_pace_is_no_setting_and_more_tasks_are_none_either(ask, server):
    ask("good", "hc_001")
    assert len(ask("good", concurrency=2, timeout=60.0).rows()) == 9
    assert len(server.calls) == 9


def test_an_edited_prompt_is_asked_again_and_an_edited_rule_is_not(ask, server, few, monkeypatch):
    ask("good", "hc_001")
    task = next(task for task in few if task.id == "hc_001")
    monkeypatch.setitem(task.record, "rules", [{"type": "include", "clauses": [["Pilawa"]]}])
    assert ask("good", "hc_001").outcome.stale == 0
    assert len(server.calls) == 1
    object.__setattr__(task, "prompt", task.prompt + " Krótko.")
    try:
        ran = ask("good", "hc_001")
    finally:
        object.__setattr__(task, "prompt", task.prompt.removesuffix(" Krótko."))
    assert (ran.outcome.stale, len(ran.rows()), len(server.calls)) == (1, 1, 2)


def test_equal_requests_are_taken_over_from_another_run(ask, server):
    ran = ask("good", "hc_001", "dq_001", out="other")
    n = len(server.calls)
    found = ask("good", "hc_001", "dq_001", "ex_001", other=ran.out)
    assert (found.outcome.taken_over, len(server.calls)) == (2, n + 1)
    assert ask("good", "hc_001", out="warm", temperature=1.0, other=ran.out).outcome.taken_over == 0


def test_several_samples_are_several_requests(ask, server):
    ran = ask("good", "hc_001", samples=3)
    rows = lines(ran.out / "answers.jsonl")
    assert sorted(row["sample"] for row in rows) == [0, 1, 2]
    assert len({row["request"] for row in rows}) == 3


def test_a_second_process_is_refused(ask, tmp_path):
    (tmp_path / "run").mkdir()
    with locked(tmp_path / "run"), pytest.raises(InputError) as refused:
        ask("good", "hc_001")
    assert str(refused.value) == f"{tmp_path / 'run'}: another puma run is writing there; wait for its end"


def test_a_folder_with_other_files_is_refused(ask, tmp_path):
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "answers.jsonl").write_text("mine")
    with pytest.raises(InputError) as refused:
        ask("good", "hc_001")
    assert str(refused.value) == (
        f"{tmp_path / 'run'}: holds other files, and no run of puma run; name a new folder with --out"
    )
    assert (tmp_path / "run" / "answers.jsonl").read_text() == "mine"


def test_a_place_that_is_no_folder_is_refused(ask, tmp_path):
    (tmp_path / "run").write_text("mine")
    with pytest.raises(InputError) as refused:
        ask("good", "hc_001")
    assert str(refused.value) == f"{tmp_path / 'run'}: is no folder; name a new one with --out"
    (tmp_path / "turns").symlink_to("turns")
    with pytest.raises(InputError) as refused:
        ask("good", "hc_001", out="turns")
    assert str(refused.value).startswith(f"{tmp_path / 'turns'}: cannot be written (")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pipes in folders")
@pytest.mark.parametrize("name", ["run.lock", "run.json", "answers.jsonl", "failures.jsonl", "attempts.jsonl"])
def test_a_pipe_in_a_runs_folder_is_refused_and_not_waited_for(ask, server, name):
    ran = ask("good", "hc_001")
    (ran.out / name).unlink()
    os.mkfifo(ran.out / name)
    with pytest.raises(InputError, match=name):
        ask("good", "hc_001")
    assert len(server.calls) == 1


def test_a_budget_ends_the_run_within_one_request_a_worker(ask, server):
    from puma_run.settings import Price

    price = Price(10_000.0, 0.0)  # one for each request of 100 tokens
    ran = ask("good", price=price, budget=3.0, concurrency=2)
    assert 3 <= len(server.calls) <= 4
    assert (ran.outcome.reason.partition(" (")[0], ran.outcome.exit_code) == ("the budget of 3 is spent", 5)
    n = len(server.calls)
    ask("good", price=price, budget=3.0, concurrency=2)  # what was spent before a restart counts
    assert len(server.calls) == n


def test_a_budget_is_not_kept_by_guessing(ask, server):
    from puma_run.settings import Price

    ran = ask("unpriced", price=Price(1.0, 1.0), budget=3.0, concurrency=1)
    assert ran.outcome.reason == "the server does not say how many tokens it used, so that --budget cannot be kept"
    assert len(server.calls) == 1


def started(server, out, offline):
    arguments = ["run", "slow", "--url", server.url, "--out", str(out), "--concurrency", "2", "--tasks", str(SAMPLE)]
    chosen = ["--category", "history_and_culture", "--category", "contemporary_life"]
    command = [sys.executable, "-m", "puma_cli", *arguments, *chosen]
    return subprocess.Popen(command, env=offline, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def answered(file):
    return file.read_bytes().count(b"\n") if file.exists() else 0


def test_killed_at_random_moments_it_ends_with_every_task_once(server, offline, tmp_path, few):
    draw = random.Random(17)
    out = tmp_path / "killed"
    finished: set[str] = set()
    for kills in range(3):
        process = started(server, out, offline)
        goal = 3 * kills + draw.randint(1, 2)
        while answered(out / "answers.jsonl") < goal and process.poll() is None:
            time.sleep(0.005)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        whole = (out / "answers.jsonl").read_bytes().rpartition(b"\n")[0].splitlines()
        finished = {json.loads(line)["id"] for line in whole}
        n = len(server.calls)
    last = started(server, out, offline)
    assert (last.communicate()[1], last.returncode) == ("", 0)
    rows = lines(out / "answers.jsonl")
    assert len(rows) == len({row["id"] for row in rows}) == 12
    assert len(server.calls) - n == 12 - len(finished)
    whole = started(server, tmp_path / "whole", offline)
    whole.communicate()
    said = {
        row["id"]: (row["prediction"], row["request"], row["sent"]) for row in lines(tmp_path / "whole/answers.jsonl")
    }
    assert {row["id"]: (row["prediction"], row["request"], row["sent"]) for row in rows} == said


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for one process")
def test_the_first_ctrl_c_writes_what_is_in_flight(server, offline, tmp_path):
    process = started(server, tmp_path / "run", offline)
    while answered(tmp_path / "run" / "answers.jsonl") < 2 and process.poll() is None:
        time.sleep(0.005)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate()
    rows = lines(tmp_path / "run" / "answers.jsonl")
    assert process.returncode == 130
    assert len(rows) == len(server.calls)
    assert said == (f"{tmp_path / 'run'}: {12 - len(rows)} answers missing (interrupted); the same command goes on\n")
