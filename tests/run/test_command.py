"""`puma run` as its user sees it: what it prints, what it refuses, and that a dry run opens no socket."""

import json
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from loopback_openai import KEY
from PIL import Image

from puma_run.secrets import is_here, shown_url


@pytest.fixture
def no_socket(monkeypatch):
    def opened(*_, **__):
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket.socket, "connect", opened)
    monkeypatch.setattr(socket, "getaddrinfo", opened)


def test_answers_are_written_and_graded(run, server, monkeypatch):
    monkeypatch.setenv("PUMA_API_KEY", KEY)
    chosen = ("--category", "structured_extraction", "--task", "ex_001", "--task", "ex_003")
    assert run("run", "nolist", "--url", server.url, "--out", "R", *chosen) == (
        0,
        "2 of 2 requests answered, 0 failed\n"
        "The server does not take arrays: Invalid schema for response_format: schema must be a JSON Schema of "
        "'type: \"object\"', got 'type: \"array\"'.\n"
        "Written: R\n",
        "",
    )
    code, out, _ = run("grade", "R", "--json")
    graded = json.loads(out)["categories"]["structured_extraction"]
    assert (code, graded["attempted"], graded["strict"]) == (0, 2, 40.0)


def test_the_last_line_of_an_incomplete_run_says_how_it_goes_on(run, server):
    base = ("run", "odd", "--url", server.url, "--out", "R", "--task", "hc_001")
    assert run(*base) == (
        5,
        "0 of 1 request answered, 1 failed\nWritten: R\n",
        "R: 1 answer missing (failed: 1 rejected, see failures.jsonl); the same command goes on, "
        "and asks those that failed for good with --again failed\n",
    )


def test_a_fatal_status_without_an_answer_is_two(run, server):
    base = ("--url", server.url, "--out", "R", "--task", "hc_001")
    code, out, err = run("run", "quota", *base)
    assert (code, out) == (2, "0 of 1 request answered, 0 failed\nWritten: R\n")
    assert err == "R: 1 answer missing (402: Insufficient credits); the same command goes on\n"


def test_json_prints_the_record(run, server):
    code, out, _ = run("run", "good", "--url", server.url, "--out", "R", "--task", "hc_001", "--json")
    record = json.loads(out)
    assert (code, record["counts"]["answered"], record["served"]) == (0, 1, ["served-2026"])
    assert record["url"] == server.url


def test_a_blind_run_says_so_and_sends_no_media(run, server):
    _, out, _ = run("run", "good", "--url", server.url, "--out", "R", "--task", "hc_001", "--without-media")
    assert "A blind run, without media: it belongs on no leaderboard\n" in out
    assert server.calls[-1].kinds == []


def test_the_tasks_that_pass_without_their_media_are_listed(run, server, tasks, monkeypatch):
    monkeypatch.setattr(server, "tasks", [json.loads(line) for line in (tasks / "tasks.jsonl").open(encoding="utf-8")])
    base = (
        "run",
        "good",
        "--url",
        server.url,
        "--tasks",
        str(tasks),
        "--samples",
        "2",
        "--task",
        "kot",
        "--task",
        "dom",
    )
    assert run(*base, "--out", "B", "--without-media")[0] == 0
    rows = [json.loads(line) for line in Path("B/answers.jsonl").read_text("utf-8").splitlines()]
    for row in rows:
        if row["id"] == "dom" or row["sample"] == 1:
            row["prediction"] = "Nie wiem."
    Path("B/answers.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    code, out, _ = run("validate", str(tasks), "--blind", "B")
    assert (code, out.splitlines()[-2:]) == (
        0,
        [
            "blind    'kot': 1 of 2 answers without its media passes",
            "B: 1 of 2 tasks answered there can be passed without media",
        ],
    )
    assert run(*base, "--out", "R")[0] == 0
    code, _, err = run("validate", str(tasks), "--blind", "R")
    assert (code, err) == (
        3,
        "puma: R: was asked with its media; ask again with puma run --without-media, into a new folder\n",
    )


def test_a_dry_run_opens_no_socket_and_writes_nothing(run, no_socket, tmp_path):
    arguments = ("--task", "sq_001", "--max-tokens", "100", "--price", "1", "2", "--out", "R", "--dry-run")
    code, out, err = run("run", "m", "--url", "https://example.org/v1", *arguments)
    said, _, shown = out.partition("{")
    assert (code, err, list(tmp_path.iterdir())) == (0, "", [])
    assert said == (
        "1 task, 1 request, 933,412 bytes; nothing was sent\n"
        "1 medium is sent as WAV, from OGG\n"
        "The texts alone cost about 0.0000 (four characters a token; media are not counted), "
        "with answers of --max-tokens at most 0.0002\n"
    )
    data = json.loads("{" + shown)["messages"][0]["content"][0]["input_audio"]["data"]
    assert data == "UklGR" + data[5:24] + "... (699,844 bytes)"


def test_a_dry_run_names_what_is_too_large(run, no_socket):
    code, out, _ = run("run", "m", "--task", "hc_001", "--max-body", "0.001", "--out", "R", "--dry-run")
    assert (code, out.splitlines()[1][:44]) == (0, "'hc_001' cannot be sent: the request has 12,")


def test_what_is_too_large_is_a_failure(run, server):
    run("run", "good", "--url", server.url, "--task", "hc_001", "--max-body", "0.001", "--out", "R")
    row = json.loads(Path("R/failures.jsonl").read_text("utf-8"))
    assert row["kind"] == "unable"
    assert row["message"].startswith("the request has 12,")
    assert server.calls == []


REFUSED = {
    "a key over plain http": (
        ("--url", "http://example.org/v1"),
        3,
        "puma: --url http://example.org/v1: the key would be sent readable by everyone on the way; use https, "
        "or allow it with --insecure\n",
    ),
    "a password over plain http": (
        ("--url", "http://me:geheim@example.org/v1"),
        3,
        "puma: --url http://example.org/v1: the key would be sent readable by everyone on the way; use https, "
        "or allow it with --insecure\n",
    ),
    "no address": (
        ("--url", "example.org/v1"),
        3,
        "puma: --url: is no address of a server; expected one such as http://127.0.0.1:8000/v1\n",
    ),
    "no such task": (("--task", "hc_01"), 3, "puma: --task 'hc_01': no such task; did you mean 'hc_001'?\n"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(run, no_socket, monkeypatch, name):
    monkeypatch.setenv("PUMA_API_KEY", KEY)
    arguments, code, message = REFUSED[name]
    assert run("run", "m", "--out", "R", *arguments) == (code, "", message)


USAGE = {
    "a budget without a price": (("--budget", "5"), "--budget is kept by the price of tokens: add --price IN OUT"),
    "no such variable": (
        ("--key-env", "NIC"),
        "--key-env NIC: no such environment variable is set; put the key there",
    ),
    "an extra that is none": (("--extra", "[1]"), '--extra: is no object; expected one such as {"top_p": 1}'),
    "our own field": (("--extra", '{"messages": []}'), "--extra: 'messages' is made by puma run itself; leave it out"),
    "an option of its own": (
        ("--extra", '{"temperature": 1}'),
        "--extra: 'temperature' has an option of its own, --temperature; use that",
    ),
    "a stream": (
        ("--extra", '{"stream": true}'),
        "--extra: one whole answer is read from each response; leave out 'stream' and 'n'",
    ),
    "no such engine": (("--engine", "teseract"), "--engine 'teseract': did you mean 'tesseract'?"),
    "questions to a recogniser": (
        ("--engine", "transcription", "--category", "ocr"),
        "--category ocr: --engine transcription answers only asr",
    ),
    "an address of a program": (
        ("--engine", "tesseract", "--url", "http://127.0.0.1/v1"),
        "--engine tesseract runs on this machine: leave out --url and --key-env",
    ),
}


@pytest.mark.parametrize("name", USAGE)
def test_what_makes_no_sense(run, no_socket, name):
    arguments, message = USAGE[name]
    code, _, err = run("run", "pol", "--out", "R", *arguments)
    assert (code, err.splitlines()[-1]) == (2, f"Error: {message}")


def test_a_key_with_a_line_break_is_refused_without_being_shown(run, monkeypatch):
    monkeypatch.setenv("K", "tajne\nhasło")
    assert run("run", "m", "--out", "R", "--key-env", "K") == (
        3,
        "",
        "puma: K: the key in this variable has characters that no key has; copy it again\n",
    )


def test_which_addresses_are_on_this_machine():
    here = ("http://127.0.0.1:8/v1", "http://localhost/v1", "http://[::1]:8/v1", "http://127.8.9.1/v1")
    away = ("http://127.0.0.1.example.org/v1", "http://localhost@example.org/v1", "http://10.0.0.1/v1", "http://0/v1")
    assert (all(map(is_here, here)), any(map(is_here, away))) == (True, False)
    assert shown_url("http://me:geheim@[::1]:8/v1?key=geheim#x") == "http://[::1]:8/v1"


@pytest.mark.skipif(not shutil.which("tesseract"), reason="Tesseract is not installed; .ci/run installs it")
def test_tesseract_reads_the_samples_pages_and_is_graded(run):
    code, out, err = run("run", "pol", "--engine", "tesseract", "--out", "R", "--concurrency", "2")
    assert (code, out, err) == (0, "7 of 7 requests answered, 0 failed\nWritten: R\n", "")
    record = json.loads(Path("R/run.json").read_text("utf-8"))
    assert record["engine_about"]["languages"] == ["pol"]
    assert record["engine_about"]["version"].startswith("tesseract ")
    code, out, _ = run("grade", "R", "--json")
    results = json.loads(out)
    assert (code, results["model"], results["categories"]["ocr"]["attempted"]) == (0, "tesseract pol", 7)
    assert results["categories"]["ocr"]["soft"] > 50


@pytest.mark.skipif(not shutil.which("tesseract"), reason="Tesseract is not installed; .ci/run installs it")
def test_tesseract_names_the_language_that_it_has_not(run):
    code, _, err = run("run", "poi", "--engine", "tesseract", "--out", "R")
    assert (code, err) == (
        3,
        "puma: --engine tesseract: has no language 'poi'; did you mean 'pol'?, or install its model, such as with "
        "apt-get install tesseract-ocr-poi\n",
    )


def test_without_the_program_it_says_what_to_install(run, monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert run("run", "pol", "--engine", "tesseract", "--out", "R") == (
        3,
        "",
        "puma: --engine tesseract: the program 'tesseract' is not on the path; "
        "install it, such as with apt-get install tesseract-ocr tesseract-ocr-pol\n",
    )


def test_a_runs_folder_is_graded_with_its_failures(run, server):
    base = ("run", "llama", "--url", server.url, "--out", "R", "--category", "structured_extraction")
    assert run(*base, "--limit", "2")[0] == 5
    blind = (
        "run",
        "llama",
        "--url",
        server.url,
        "--out",
        "B",
        "--category",
        "structured_extraction",
        "--without-media",
    )
    assert run(*blind)[0] == 0
    graded = {name: json.loads(run("grade", name, "--json")[1])["categories"] for name in ("R", "B")}
    found = graded["R"]["structured_extraction"]
    assert (found["failed"], found["attempted"], found["missing"], found["refused"]) == (2, 0, 5, 0)
    assert graded["B"]["structured_extraction"]["attempted"] == 5


def test_gigabytes_of_media_are_never_held_at_once(server, offline, tmp_path):
    """60 tasks of 10 MB each; 900 by hand."""
    resource = pytest.importorskip("resource", reason="Windows does not say what a process has used")
    assert resource
    folder = tmp_path / "large"
    folder.mkdir()
    record = {
        **{"category": "contemporary_life", "modality": "image", "rules": [{"type": "include", "clauses": [["kot"]]}]},
        **{"answers_ok": ["kot"], "answers_bad": [], "tags": [], "notes": ""},
    }
    Image.new("RGB", (1, 1)).save(folder / "small.png")
    picture = (folder / "small.png").read_bytes()
    lines = []
    for number in range(60):
        media = [{"path": f"{number}.png", "type": "image", "license": "CC0-1.0", "source": "własne"}]
        file = folder / media[0]["path"]
        if number:  # one file under sixty names is as large, and takes no room
            file.hardlink_to(folder / "0.png")
        else:
            file.write_bytes(picture + b"\0" * 10_000_000)
        lines.append(json.dumps({"id": f"t{number}", "prompt": f"Co widać, numer {number}?", "media": media, **record}))
    (folder / "tasks.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    # not ru_maxrss, which begins with the size of the process that started this one
    code = (
        "import re, sys; from puma_cli.main import main\n"
        "try: main()\n"
        "finally: print(re.search(r'VmHWM:\\s*(\\d+)', open('/proc/self/status').read())[1], file=sys.stderr)"
    )
    arguments = ["run", "good", "--url", server.url, "--tasks", str(folder), "--out", str(tmp_path / "R")]
    ran = subprocess.run(
        [sys.executable, "-c", code, *arguments], env=offline, capture_output=True, text=True, check=True
    )
    assert ran.stdout.startswith("60 of 60 requests answered, 0 failed\n")
    assert int(ran.stderr) < 300_000
