import sys
import time

import pytest

from puma_dataset.patterns import pattern_problems

# twelve characters that would be written out to more items than any memory holds
LARGE = "(?:(?:(?:(?:a{999}){999}){999}){999}){999}"
SLOW = "takes more than 2 s to compile; write it with smaller bounds"
TOO_LARGE = "needs more than 512 MB to compile; write it with smaller bounds"


def test_nothing_to_compile_starts_no_process():
    assert pattern_problems([]) == []


def test_a_wrong_pattern_is_the_rules_own_finding():
    assert pattern_problems([(r"\p{L}+", True), ("(", True), ("a{2,1}", False), ("[ąę\ud800]", True)]) == [""] * 4


def test_only_the_guilty_pattern_is_reported():
    began = time.monotonic()
    problems = pattern_problems([("a", True), (LARGE, True), ("b", True), (LARGE, False), ("c", True)])
    assert problems[::2] == ["", "", ""]
    assert set(problems[1::2]) <= {SLOW, TOO_LARGE}
    assert time.monotonic() - began < 10


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux bounds a process's memory")
def test_memory_is_bounded_on_linux(monkeypatch):
    monkeypatch.setattr("puma_dataset.patterns.SECONDS", 60.0)  # on a busy machine the time may be over first
    assert pattern_problems([(LARGE, True)]) == [TOO_LARGE]


def test_time_is_bounded(monkeypatch):
    monkeypatch.setattr("puma_dataset.patterns.SECONDS", 0.0)
    assert pattern_problems([("a{1000}" * 2000, True)]) == [SLOW]
