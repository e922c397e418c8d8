"""Whatever a visitor sends, a page is shown, nothing explodes in the process that all share, and work is bounded."""

import re
import threading
from pathlib import Path

import pytest
import regex
from hostile_visitor import EXPLODING, SLOW

from puma_demo.views import rules_view
from puma_metrics import lazy
from puma_metrics.lazy import made_once
from puma_metrics.schema_judge import STEPS, Work


@pytest.mark.parametrize("name", EXPLODING)
def test_a_pattern_that_explodes_is_refused_and_not_compiled(name: str, monkeypatch):
    monkeypatch.setattr(regex, "compile", lambda *_: pytest.fail("it was compiled"))
    assert "The pattern writes out to too many items: at most 2,000" in rules_view(*EXPLODING[name], "", "en")
    assert "Wyrażenie rozwija się do zbyt wielu elementów" in rules_view(*EXPLODING[name], "", "pl")


@pytest.mark.parametrize("name", SLOW)
def test_a_slow_rule_ends_in_a_page(name: str, monkeypatch):
    """Patterns by their deadline, schemas by their steps; neither compares two by two."""
    works: list[Work] = []
    made = Work.__init__

    def remembered(self: Work, value: object) -> None:
        made(self, value)
        works.append(self)

    monkeypatch.setattr(Work, "__init__", remembered)
    monkeypatch.setattr("jsonschema._utils.equal", lambda *_: pytest.fail("compared two by two"))
    page = rules_view(*SLOW[name], "", "en")
    assert "<p" in page and "Traceback" not in page
    assert all(work.steps >= -1 for work in works) and STEPS == 200_000


def test_nobody_waits_for_what_is_made_of_another_answer():
    """functools.cached_property shares one lock between all objects of a class: nine visitors waited for the tenth."""
    begun, done = threading.Event(), threading.Event()

    class Scored:
        def __init__(self, is_slow: bool):
            self.is_slow = is_slow

        @made_once
        def flags(self) -> bool:
            begun.set()
            return done.wait(60) if self.is_slow else True

    slow = Scored(is_slow=True)
    visitor = threading.Thread(target=lambda: slow.flags)
    visitor.start()
    assert begun.wait(60) and Scored(is_slow=False).flags
    done.set()
    visitor.join()
    assert vars(slow)["flags"] is True
    files = Path(lazy.__file__).parent.rglob("*.py")
    assert [
        file.name
        for file in files
        if re.search("import cached_property|functools.cached_property$", file.read_text("utf-8"))
    ] == []
