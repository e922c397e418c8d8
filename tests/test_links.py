"""Links and images of Markdown, against documents that are built together with the words a reader sees."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puma_metrics.document import split_document
from puma_metrics.links import label, without_links

WORD = st.sampled_from(["ala", "kot", "1", "zł"]).map(lambda word: (word, [word]))
BASE64 = "iVBORw0KGgoAAAANSUhEUg" * 20
TARGET = st.sampled_from(
    ["", "x", "https://x.pl/a_(b_(c))", "x 'y'", 'x\n"y\n(z) ]"', "x (y)", "<x y>", "<x y> 'z'", r"a\)b", " x "]
)
DATA = st.sampled_from([f"data:image/png;base64,{BASE64}", f"data:image/png;base64,{BASE64}\n{BASE64}==\n", "DATA:,x"])


def link(parts):
    (inner, words), target = parts
    return f"[{inner}]({target})", words


def picture(parts):
    (inner, _), target = parts
    return f"![{inner}]({target})", []


def together(pieces):
    return " ".join(written for written, _ in pieces), [word for _, words in pieces for word in words]


PAGE = st.recursive(
    WORD,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map(together),
        st.tuples(inner, TARGET).map(link),
        st.tuples(inner, st.one_of(TARGET, DATA)).map(picture),
        inner.map(lambda piece: (f"({piece[0]})\n", piece[1])),
        inner.map(lambda piece: (f"[{piece[0]}] ", piece[1])),
        inner.map(lambda piece: (f"![{piece[0]}] ", [])),
    ),
    max_leaves=12,
)


@settings(max_examples=1500, deadline=None)
@given(st.lists(PAGE, max_size=4))
def test_only_what_a_reader_sees_is_left(pages):
    written = "\n\n".join(page for page, _ in pages)
    assert split_document(written)[0] == [word for _, words in pages for word in words]


@settings(max_examples=1000, deadline=None)
@given(st.text(alphabet=st.sampled_from("[]()!<>\\\"' \n\tab:"), max_size=30))
def test_text_without_a_closed_bracket_stays(text):
    assert set(without_links(text, {"a"})) <= set(text) | {" "}
    if "]" not in text:
        assert without_links(text, ()) == text


@pytest.mark.parametrize(
    "markdown, left",
    [
        ("[a](b", "[a](b"),
        ("[a](b c)", "[a](b c)"),
        ('[a](b "c)', '[a](b "c)'),
        ("[a](b\n\n)", "[a](b\n\n)"),
        ("[a](<b\n\n>)", "[a](<b\n\n>)"),
        ("[a](b 'c\n\nd')", "[a](b 'c\n\nd')"),
        ("[a](data:b", "[a](data:b"),
        ("x ![a](data:b c", "x   c"),  # cut off: the picture goes, what stands behind it stays
        ("Uwaga![1] Uwaga![1](b)", "Uwaga![1] Uwaga "),
        ("![a][b\n\nc]", " [b\n\nc]"),
        ("[a] [b](c) [d", "[a] b [d"),
        ("[a][Ę  x] [ę X][] [z][] [a][]", "a ę X [z][] [a][]"),
        (r"!\[a](b) \[c](d)", r"!\[a](b) \[c](d)"),
    ],
)
def test_what_is_no_link_stays(markdown, left):
    assert without_links(markdown, {label("ę x")}) == left
