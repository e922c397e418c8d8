"""Tables and text from mixed Markdown and HTML, against golden vectors and against a browser's parser."""

import json
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from puma_metrics.document import split_document
from puma_metrics.markdown import plain_text
from puma_metrics.tables import MAX_COLSPAN, MAX_ROWSPAN, read_tables
from puma_metrics.text import words1

GOLDEN = Path(__file__).parent / "golden"


def golden(name):
    lines = (GOLDEN / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [pytest.param(vector, id=vector["why"]) for vector in map(json.loads, lines)]


@pytest.mark.parametrize("vector", golden("ocr_tables"))
def test_golden_tables(vector):
    words, tables = split_document(vector["input"])
    assert [[[list(cell) for cell in row] for row in table] for table in tables] == vector["tables"]
    assert words == words1(vector["text"])


@pytest.mark.parametrize("vector", golden("ocr_words"))
def test_golden_words(vector):
    assert split_document(vector["input"])[0] == vector["words"]


@pytest.mark.parametrize(
    "markdown, words",
    [
        ("Kra<!-- strona 1 -->ków", "kra ków"),
        ("a <!--> b <!---> c <!-- d --!> e", "a b c e"),
        ("a <!-- nie zamknięty b", "a nie zamknięty b"),
        ("a <!-- b <!-- c --> d --> e", "a d e"),
        ("<template><template></template>x", "x"),
        ("<noscript><script></noscript>1", "1"),
        ("a <script>nie zamknięty <title>", "a nie zamknięty"),
        ("a<script>let b = '<table>';</script>c<style>d</style>", "a c"),
        ("<template>a<template>b</template>c</template>d<noscript>e</noscript>", "d"),
        ("Użyj `<script>` oraz `<td>` i `<!DOCTYPE>` w HTML", "użyj oraz i w html"),
        ("jeśli x<y i y<z", "jeśli x y i y z"),
        ("2 < 3 > 1 <5 zł", "2 3 1 5 zł"),
        ("raz <b", "raz"),
        ("raz <tabl", "raz"),
        ("raz </td", "raz"),
        ("raz <watermark", "raz watermark"),
        ("raz <table class='a", "raz"),
        ('<a title="a>b" href="x">tekst</a>', "tekst"),
        ("<?xml version='1.0'?><!DOCTYPE html>tekst</>", "tekst"),
        ("<www.gov.pl> <tel:123>", "www gov pl tel 123"),
        ("<table><caption>Spis</caption>luzem<tr><td>a</td></tr>dalej</table>po", "spis luzem dalej po"),
        ("<table><tr><td>a</td></tr>\n**Waż**ne [link](http://x)", "ważne link"),
        ("[tekst](https://x.pl 'tytuł') [a (b)](x_(y).html)", "tekst a b"),
        ("zob. [1](str. 5) i [1][2]", "zob 1 str 5 i 1 2"),
        ("[1]: Ustawa z dnia 5 maja", "1 ustawa z dnia 5 maja"),
        ("słowo[^1]\n\n[^1]: przypis", "słowo 1 1 przypis"),
        ("![a [b] c](x.png) ![logo] Uwaga![1]", "uwaga 1"),
        ("od $5 do $10 i $x_1$", "od 5 do 10 i x 1"),
        (r"$$\begin{array}{lcr} a \\[2pt] b \end{array}$$", "a 2pt b"),
        (r"\[ \alpha \cdot x \] oraz \frac{1}{2}", "x oraz frac 1 2"),
        ("~~~\ntekst\n~~~\n> ```python\n> kod\n> ```", "tekst kod"),
        ("2*3*4 i **12**a", "2 3 4 i 12a"),
        ("&oacutew &#173;a &#" + "1" * 6000 + ";", "ów a"),
        ("&#" + "0" * 6000 + "65; &#x" + "0" * 6000 + "41; &#0;", "a a"),
        ("[x] TAK [X](http://x.pl) [ ] nie", "tak x nie"),
        ("a\x00b\x07c\x85d", "abc d"),
    ],
)
def test_words_of_the_text(markdown, words):
    assert split_document(markdown)[0] == words.split()


@pytest.mark.parametrize(
    "attributes, spans",
    [
        ("colspan=2", (2, 1)),
        ("COLSPAN='3' rowspan=\"4\"", (3, 4)),
        ("title='colspan=5' colspan = 2", (2, 1)),
        ("colspan=2 colspan=3", (2, 1)),
        ("colspan='\n +2x'", (2, 1)),
        ("colspan='++2'", (1, 1)),
        ("colspan=&#50;", (2, 1)),
        ("colspan=007/", (7, 1)),
        ("colspan='٣'", (1, 1)),
        ("colspan=" + "9" * 5000, (MAX_COLSPAN, 1)),
        ("rowspan=65535", (1, MAX_ROWSPAN)),
        ("data-colspan=2", (1, 1)),
    ],
)
def test_spans(attributes, spans):
    assert read_tables(f"<table><tr><td {attributes}>a</table>")[1] == [[[("a", *spans)]]]


def test_cells_keep_markdown_and_case():
    _, tables = read_tables("<table><tr><td>[x] $\\alpha$ **A**\n B&shy;C e&#x301;</table>")
    assert tables == [[[("[x] $\\alpha$ **A** BC é", 1, 1)]]]


def test_tables_as_text_in_document_order():
    text, tables = read_tables("a<table><caption>b</caption><tr><td>c<table><td>d</table></td></tr>e</table>f", True)
    assert (words1(text), tables) == (list("abcdef"), [])


def lexbor_tables(source):
    """The outermost tables of a browser's tree, and the text outside of them."""
    tables, words = [], []

    def walk(node, rows=None, cell=None):
        while node is not None:
            if node.tag == "-text":
                (words if cell is None else cell).append(node.text_content or "")
            elif node.tag == "table" and rows is None and cell is None:
                tables.append([])
                walk(node.child, tables[-1])
            elif node.tag == "tr" and rows is not None and cell is None:
                rows.append([])
                walk(node.child, rows)
            elif node.tag in ("td", "th") and rows and cell is None:
                rows[-1].append([])
                walk(node.child, rows, rows[-1][-1])
            elif node.tag == "caption" and cell is None:
                walk(node.child, None, words)
            else:
                walk(node.child, rows, cell)
            node = node.next

    walk(LexborHTMLParser(source).body.child)
    return [[["".join(cell) for cell in row] for row in table] for table in tables if any(table)], words


NAMES = ["table", "tr", "td", "th", "thead", "tbody", "tfoot", "caption", "col", "colgroup", "b", "i", "img"]
SOUP = st.lists(st.sampled_from([f"<{end}{name}>" for name in NAMES for end in ("", "/")] + list("ąbcdefgh")))


@settings(max_examples=1500, deadline=None)
@given(SOUP)
def test_reads_tables_like_a_browser(pieces):
    source = "".join(pieces)
    tables, words = lexbor_tables("<body>" + source)
    text, ours = read_tables(source)
    # letters in any order: a browser moves stray text before its table, here it stays where it is
    assert [[[sorted(cell[0].replace(" ", "")) for cell in row] for row in table] for table in ours] == [
        [[sorted(cell) for cell in row] for row in table] for table in tables
    ]
    assert sorted("".join(text.split())) == sorted("".join(words))


UNITS = [
    *["[", "&", "`", "*", "~", "$", "<", ">", "!", "(", ")", "\\", "_", "=", '"', "'", "a", "\n", "\t", "ą", "\xad"],
    *[
        "$\\a",
        "<div>",
        "<table>",
        "<td>",
        "<!--",
        "](",
        "![",
        "[a](",
        "[[a]",
        "![[a]",
        "$$",
        "\\(",
        "\\[",
        "\\(a\\[",
        "$_{",
        "$a$b",
        "\\begin{",
        "\\left(",
        "[x]",
        "[^1]",
    ],
    *[
        "**a",
        "*a",
        "a*",
        "~~a",
        "<script>",
        "<style",
        "<title>",
        "<template>",
        "</noscript><noscript>",
        "&#1",
        "&amp",
        "`<b",
        "`<b>`",
        "<http:",
        "<a@",
        "</",
        "<?",
    ],
    *[
        "<table><tr><td>",
        "<table><caption>",
        "<td>",
        "</td>",
        "<p><",
        "<b>",
        "<a<b",
        "<br>",
        "<tr>",
        "(((",
        "[(",
        "[a]((",
        "[^",
        "[a]:",
    ],
    '<a ="',
    '<a="<a"',
    '="<a"',
    "<a x='",
    "<td " + "a " * 70 + ">",
    '<td colspan="',
    "[a]: b\n",
    '[a](b "',
    "[a][b]\n[b]: c\n",
    "\n```",
    "> ",
    "&#" + "1" * 20,
    "[a](b",
    "![",
    "[a](b '",
    "[a](<",
    "![a](data:",
    "[a](\n",
    "[[a][]]",
    "[a](b (",
    "<x>",
    "<a ='\"",
    "</template>",
    "\n\n[",
    "[a]: <data:",
    "e\u0301",
]


@pytest.mark.parametrize("size", [100_000, 1_000_000])
def test_hostile_text_is_read_in_linear_time(size):
    units = UNITS if size <= 100_000 else UNITS[::4]
    for unit in units:
        start = time.process_time()
        split_document((unit * (size // len(unit) + 1))[:size])
        assert time.process_time() - start < 10, unit  # a safety net: it takes about half a second per megabyte


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet=st.sampled_from("<>/!-&#;[]()`*$\\~\"' =\ntablerdihcopsąĆ\u0301\u00ad\ud800\x00"), max_size=60))
def test_never_raises(text):
    words, tables = split_document(text)
    assert all(words1(word) == [word] for word in words)
    assert all(any(table) for table in tables)
    assert plain_text(plain_text(text)) is not None
