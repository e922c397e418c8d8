"""A megabyte of each kind of hostile answer, graded in a process whose memory is bounded.

The deadline is a guard against hanging only: what is not linear takes hours at this size, not minutes.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from puma_metrics import parse_rule, score_rule
from puma_metrics.rules import Rule

SESSION = Path(__file__).with_name("hostile_session.py")
DEADLINE = 600
GIGABYTE = 1_000_000
"""In kilobytes, as VmHWM counts: the bound of GRADING, section 10."""

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="/proc and the bound of memory are Linux's")


@pytest.fixture(scope="module")
def told() -> dict[str, dict[str, Any]]:
    """What the session tells of each answer."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    command = [sys.executable, str(SESSION)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as session:
        try:
            out, err = session.communicate(timeout=DEADLINE)
        except subprocess.TimeoutExpired:
            session.kill()
            pytest.fail(f"hangs: {session.communicate()[0].splitlines()[-1].decode()}")
    assert session.returncode == 0, err.decode()
    lines = list(map(json.loads, out.splitlines()))
    assert [line["begins"] for line in lines[::2]] == [line["name"] for line in lines[1::2]]
    return {line["name"]: line for line in lines[1::2]}


@on_linux
def test_every_hostile_answer_is_graded(told):
    assert len(told) == 34
    for name, score in told.items():
        assert all(0 <= soft <= 1 for soft in score["softs"]), name
        assert not any(score["errors"]), name


@on_linux
def test_no_hostile_answer_takes_a_gigabyte(told):
    peaks = {name: score["peak"] for name, score in told.items() if score["peak"] >= GIGABYTE}
    assert peaks == {}


@on_linux
def test_a_hostile_answer_scores_what_a_small_one_would(told):
    """Nothing of it is right but what is there: the words in the last, a raw phrase between marks of direction."""
    right = {name: [soft > 0.05 for soft in score["softs"]] for name, score in told.items()}
    assert {name: softs for name, softs in right.items() if any(softs)} == {
        "overrides of direction": [False, True, False, False, False, False],
        "a phrase that nearly matches everywhere": [False, False, True, False, False, False],
        "words that are looked for": [True, True, True, False, True, False],
    }
    assert told["words that are looked for"]["softs"][0] == 0.5


EXPLAINED = """
from puma_metrics import Task, grade, parse_rule
records = [
    {"type": "include", "clauses": [["الله"]]},
    {"type": "order", "phrases": ["الله", "وسلم"]},
    {"type": "regex", "pattern": "."},
    {"type": "regex", "pattern": "الله"},
    {"type": "asr", "reference": "ala ma kota " * 30},
]
score = grade(Task("t1", "speech_qa", tuple(map(parse_rule, records))), "\ufdfa" * 333_333)
assert all(rule.reason for rule in score.rules) and score.flags is not None
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


@on_linux
def test_a_character_of_four_words_a_million_times_is_explained_in_memory():
    """U+FDFA becomes four words of 18 characters: places and matches are millions."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    command = [sys.executable, "-c", EXPLAINED]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    assert int(done.stdout) < 750_000  # the bound is a gigabyte, which a faster machine's matches may come nearer


# steps, which no busy machine can change

GROWING = {
    "words that nearly match": ({"type": "include", "clauses": [["a " * 60 + "b"]]}, "a a a a a a a a b "),
    "phrases of two words": ({"type": "include", "clauses": [["kot ma", "ma psa", "psa kot"]]}, "kot psa ma "),
    "a phrase in a phrase": ({"type": "order", "phrases": ["aaab", "aaa"], "normalize": False}, "aaaaaab"),
    "overlapping places": ({"type": "order", "phrases": ["a" * 500, "b"], "normalize": False}, "a"),
    "words in order": ({"type": "order", "phrases": ["kot", "pies", "kot"]}, "kot pies mysz "),
    "excluded words": ({"type": "exclude", "phrases": ["kot pies", "pies mysz kot kot"]}, "kot pies mysz "),
    "nested tables": ({"type": "ocr", "blocks": ["kot <table><tr><td>1</table>"]}, "<table><tr><td>kot"),
    "links": ({"type": "ocr", "blocks": ["kot"]}, "[kot]("),
    "deep JSON": ({"type": "extraction", "reference": {"a": 1}}, '{"a":['),
    "a list": ({"type": "extraction", "reference": [{"a": 1}]}, '{"a": 2}, '),
    "spoken words": ({"type": "asr", "reference": "kot pies"}, "Kot, "),
}  # fmt: skip


def steps(rule: Rule, answer: str) -> int:
    """How many functions are called to score an answer, those written in C too."""
    count = 0

    def counted(frame: Any, event: str, argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        score_rule(rule, answer)
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("name", GROWING)
def test_four_times_the_answer_takes_four_times_the_steps(name: str):
    record, unit = GROWING[name]
    rule = parse_rule(record)
    small, large = (unit * (size // len(unit)) for size in (40_000, 160_000))
    score_rule(rule, large)  # words are looked up
    assert steps(rule, large) <= 4.2 * steps(rule, small) + 200
