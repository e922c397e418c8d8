"""What is a tag, what no reader sees, what of LaTeX is read; in time in proportion to the text, counted in calls."""

import sys
from collections.abc import Callable
from typing import Any

import pytest

from puma_metrics.hidden import hidden
from puma_metrics.latex import command_edits, formula_tilde_edits
from puma_metrics.markup import FORMATTING, NAMES, Edit, tag_edits, tags


def edited(written: str, edits: list[Edit]) -> str:
    for start, end, new in reversed(edits):
        written = written[:start] + new + written[end:]
    return written


HIDDEN = {
    "<!-- a --> b": ["<!-- a -->"],
    "<!-- a <!-- b --> c -->": ["<!-- a <!-- b -->"],
    "<!--> a -->": ["<!-->"],
    "<!---> a -->": ["<!--->"],
    "<!-- a --!> b": ["<!-- a --!>"],
    "<!-- a": [],
    "`<!-- a -->` <!-- b -->": ["<!-- b -->"],
    "`` ` <!-- a --> `` <!-- b -->": ["<!-- b -->"],
    "` <!-- a -->": ["<!-- a -->"],
    "a ` b\n\n<!-- c --> `": ["<!-- c -->"],
    "```\n<!-- a -->\n```\n<!-- b -->": ["<!-- b -->"],
    "> ~~~html\n> <!-- a -->\n> ~~~\n<!-- b -->": ["<!-- b -->"],
    "```\n<!-- a -->": [],
    "<title>a</title >": ["<title>a</title >"],
    "<TITLE\nid=a>b</Title>": ["<TITLE\nid=a>b</Title>"],
    "<titles>a</titles>": [],
    "<script><!-- </script> -->": ["<script><!-- </script>"],
    "<!-- <script> --> a </script>": ["<!-- <script> -->"],
    "<head><title>a</title></head>": ["<head><title>a</title></head>"],
    "<template><template></template>a": ["<template></template>"],
    "<template>a<template>b</template>c</template>d": ["<template>a<template>b</template>c</template>"],
    "<template><title>a</title>b": ["<title>a</title>"],
    "</template><template>a": [],
}


@pytest.mark.parametrize("written", HIDDEN)
def test_what_no_reader_sees(written: str):
    assert [written[start:end] for start, end in hidden(written)] == HIDDEN[written]


TAGS = {
    "<b>": ["<b>"],
    "<b": [],
    "< b>": [],
    "<b a=\"<i>\" c='>'>": ["<b a=\"<i>\" c='>'>"],
    '<b a="x>y': ['<b a="x>'],
    '<b a="x>y <i c="z">': ['<b a="x>y <i c="z">'],
    "<b <i>": ["<i>"],
    "<x>": [],
    "<x/>": ["<x/>"],
    "<x></X>": ["<x>", "</X>"],
    "</x><x>": [],
    "<x><x></x></x></x>": ["<x>", "<x>", "</x>", "</x>", "</x>"],
    "<źródło>a</źródło>": ["<źródło>", "</źródło>"],
    "<o:p></o:p>": ["<o:p>", "</o:p>"],
    "<https://x.pl/>": [],
    "<www.x.pl/>": [],
    "<jan@x.pl/>": [],
    "<1/>": [],
}


@pytest.mark.parametrize("written", TAGS)
def test_what_is_a_tag(written: str):
    assert [written[tag.start : tag.end] for tag in tags(written)] == TAGS[written]


def test_a_tag_names_its_attributes():
    (tag,) = tags("<TD colspan=2 />")
    assert (tag.name, tag.is_closing, "<TD colspan=2 />"[tag.attributes : tag.end - 1]) == ("td", False, " colspan=2 /")


@pytest.mark.parametrize("name", sorted(NAMES))
def test_every_tag_of_html_but_the_formatting_ones_separates(name: str):
    expected = {"sup": "a^b", "sub": "a_b"}.get(name, "ab" if name in FORMATTING else "a\nb")
    assert edited(f"a<{name}>b", tag_edits(f"a<{name}>b")) == expected


SEPARATED = {
    "<b>a</b><i>b</i>": "a\nb",
    "a</b></i><u><s>b": "a\nb",
    "a</b> <i>b": "a b",
    "a</b><wbr>b": "ab",
    "a</b><sup>2</sup>": "a^{2}",
    "a</b><i><sup>2</sup></i>": "a^{2}",
    "a<sup>2</sup><b>c": "a^{2}c",
    "a<sup>2</b><i></sup>": "a^{2\n}",
    "a</b><i>²": "a²",
    "a</b><i>^2": "a^2",
    "a<sup>2</sup></b><i>c": "a^{2}\nc",
    "<sup>1</sup><sup>2</sup>": "^{1}^{2}",
    "m<sup>2": "m^2",
    "CO<sub>2 i <sup>1</sup>": "CO_2 i ^{1}",
}


@pytest.mark.parametrize("written", SEPARATED)
def test_a_closing_tag_followed_at_once_by_an_opening_one_separates(written: str):
    assert edited(written, tag_edits(written)) == SEPARATED[written]


COMMANDS = {
    r"\text{a}": "a",
    r"\text{a{b}c}": "a{b}c",
    r"\text{a\}b}": r"a\}b",
    r"\text{a": r"\text{a",
    r"\text a": r"\text a",
    r"\boxed{\text{\emph{\textbf{a}}}}": "a",
    r"\cdot\text{a}": r"\cdot|a",
    r"\frac12": "|1/2\ue000",
    r"\frac1{23}": "|1/23\ue000",
    r"\frac {1} {2}": "|1/2\ue000",
    r"\dfrac{\tfrac12}{\cfrac{3}{4}}": "||1/2\ue000/|3/4\ue000\ue000",
    r"\frac12\frac34": "|1/2\ue000|3/4\ue000",
    r"\text{\frac12}": "|1/2\ue000",
    r"\frac{a}": r"\frac{a}",
    r"\frac": r"\frac",
    r"\frac{a}\text{b}": r"\frac{a}b",
    r"\frac\pi2": r"|\pi/2" + "\ue000",
    r"\fraction": r"\fraction",
}


@pytest.mark.parametrize("written", COMMANDS)
def test_the_content_of_commands_stays(written: str):
    assert edited(written, command_edits(written)) == COMMANDS[written]


TILDES = {
    "$1~2$": "$1 2$",
    "$$1\n~2$$": "$$1\n 2$$",
    r"\(1~2\) \[3~4\]": r"\(1 2\) \[3 4\]",
    "1~2": "1~2",
    "$1~2": "$1~2",
    "$1~2 $": "$1~2 $",
    "$ 1~2$": "$ 1~2$",
    "$1~2$3": "$1~2$3",
    "$1\n~2$": "$1\n~2$",
    "$$1\n\n~2$$": "$$1\n\n~2$$",
    r"\$1~2$": r"\$1~2$",
    r"\\(1~2\\)": r"\\(1~2\\)",
    r"\(1~2\]": r"\(1~2\]",
    "$1$~$2$": "$1$~$2$",
    "$5 i $1~2$": "$5 i $1 2$",
}


@pytest.mark.parametrize("written", TILDES)
def test_a_tilde_is_a_space_inside_of_formulas_only(written: str):
    assert edited(written, formula_tilde_edits(written)) == TILDES[written]


UNITS = (
    *("<", "<!--", "<!-- -->", "<!--`", "`<!--", "``", "<b>", "<b>a", "</b><i>", "<x>", "<x></x>", "</x>", "<x/>"),
    *('<a b="', "<a b='<a c=\"", "<a b=", "<a =\" ='", "<script>", "<title></title>", "<template>", "</template>", "~"),
    *("\n```\n<title>", "<template></template>", "<sup>2</sup>", r"\frac{", r"\frac12", r"\frac{1}{2}", r"\text{", "{"),
    *(r"\text{a}", "}", r"\cdot\text{", "$~", "$a~b$ ", r"\(~", r"\[~\]", "$$~", "$\n~", "$~$1"),
)


def calls(function: Callable[[str], Any], written: str) -> int:
    """How many functions are called, those written in C too: a measure that no busy machine changes."""
    count = 0

    def counted(frame: Any, event: str, argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        function(written)
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("find", [hidden, tag_edits, command_edits, formula_tilde_edits])
@pytest.mark.parametrize("unit", UNITS)
def test_four_times_the_text_takes_four_times_the_calls(find: Callable[[str], Any], unit: str):
    assert calls(find, unit * 2_000) <= 4.2 * calls(find, unit * 500) + 100
