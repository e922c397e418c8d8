"""What a rule quotes, for the leak check: every text that an author writes into a rule of any type."""

import pytest

from puma_metrics.rules import RULES, ready_rule
from puma_metrics.rules.quotes import Quotes

WRITTEN = {
    "include": ({"clauses": [["kot", "kocur"], ["pies"]]}, Quotes(phrases=("kot", "kocur", "pies"))),
    "exclude": ({"phrases": ["kot"]}, Quotes(phrases=("kot",), is_asked=False)),
    "regex": ({"pattern": "ko[tc]"}, Quotes(pattern="ko[tc]")),
    "order": ({"phrases": ["kot", "pies"]}, Quotes(phrases=("kot", "pies"))),
    "asr": ({"reference": "kot i pies"}, Quotes(texts=("kot i pies",))),
    "ocr": ({"blocks": ["kot", "pies"]}, Quotes(texts=("kot", "pies"))),
    "extraction": ({"reference": {"kto": "kot"}}, Quotes(reference={"kto": "kot"})),
}


def test_every_type_of_rule_says_what_it_quotes():
    assert set(WRITTEN) == set(RULES)
    assert all(callable(getattr(rule, "quotes", None)) for rule in RULES.values())


@pytest.mark.parametrize("kind", WRITTEN)
def test_a_rule_quotes_what_its_author_wrote(kind):
    fields, quotes = WRITTEN[kind]
    assert ready_rule({"type": kind, **fields}).quotes() == quotes


def test_a_list_that_is_only_capped_is_not_asked_for():
    capped = {"type": "include", "clauses": [["lubelskie"], ["opolskie"]], "include_max": 1}
    assert not ready_rule(capped).quotes().is_asked
    assert ready_rule({**capped, "include_min": 1}).quotes().is_asked


def test_clauses_as_a_person_types_them_are_phrases():
    """They were taken letter by letter."""
    assert ready_rule({"type": "include", "clauses": "kot|kocur, pies"}).quotes().phrases == ("kot", "kocur", "pies")
