"""What must hold of the parsers of text: text forms, Markdown, tables and JSON, whatever the bytes."""

import json
import unicodedata
from itertools import pairwise
from typing import Any

from drawn import Drawn, decoded

from puma_metrics import score_extraction, split_document, teds, text
from puma_metrics.document import document_problems, read_reference, score_document
from puma_metrics.extraction import compare_json, letters_and_digits
from puma_metrics.grade import cut, without_thinking
from puma_metrics.hidden import hidden
from puma_metrics.json_reader import read_json
from puma_metrics.markdown import plain_text
from puma_metrics.phrases import Answer, phrase_matches
from puma_metrics.rules.phrase_rules import read_clauses
from puma_metrics.steps import normalized
from puma_metrics.tables import MAX_COLSPAN, MAX_ROWSPAN, Table, read_tables
from puma_metrics.text import trace, words1, words1_places

SHORT = 3_000
"""Characters up to which a text is traced, which takes memory for every one of them."""


def text_forms(data: bytes) -> None:
    """raw1, words1 and phrase1: idempotent, traced as they run, and a text matches itself."""
    written = decoded(data)
    raw, words, tokens = text.raw1(written), words1(written), text.tokens(written)
    # one pass leaves a comma in braces, as it should, and the neighbours of a comment may make another
    if "{{,}}" not in text.run(text.CLEAN, written) and not hidden(raw):
        assert text.raw1(raw) == raw
    if "İ" not in written:  # the one letter of which lower case makes two
        assert words1(" ".join(words)) == words
    assert tokens == text.TOKEN.findall(text.run(text.PHRASE1, written))
    assert [text.written(word) for word in text.phrase1(written)] == text.phrase1(written)
    assert phrase_matches(written[:SHORT], written[:SHORT]) is bool(text.tokens(written[:SHORT]))
    assert Answer(written).is_wordless is not any(unicodedata.category(char)[0] in "LN" for char in written)
    for steps in (text.RAW1, text.PHRASE1):
        traced, places = trace(steps, written[:SHORT])
        assert traced == text.run(steps, written[:SHORT])
        assert all(0 <= start <= end <= len(written) for start, end in places)
        assert all(a[0] <= b[0] and a[1] <= b[1] for a, b in pairwise(places))
    assert [word for word, _ in words1_places(written[:SHORT])] == words1(written[:SHORT])


def normalisation(data: bytes) -> None:
    """The linear normalisation of long texts is Python's, and what is cut stays whole characters."""
    drawn = Drawn(data)
    form = drawn.choice(("NFC", "NFD", "NFKC", "NFKD"))
    written = drawn.text()
    longer = (written * (2_500 // (len(written) or 1) + 1))[:8_000]
    for one in (written[:8_000], longer):
        assert normalized(form, one) == unicodedata.normalize(form, one)  # type: ignore[arg-type]
    assert letters_and_digits(written) == letters_and_digits(unicodedata.normalize("NFD", written))
    assert written.startswith(cut(written))
    assert written.endswith(without_thinking(written))
    assert all(isinstance(phrase, str) for clause in read_clauses(written) for phrase in clause)


def _fits(table: Table) -> bool:
    return any(table) and all(
        cell[0] == " ".join(cell[0].split()) and 1 <= cell[1] <= MAX_COLSPAN and 1 <= cell[2] <= MAX_ROWSPAN
        for row in table
        for cell in row
    )


def tables(data: bytes) -> None:
    """Tables of anything: whole, within bounds, and each is most like itself."""
    written = decoded(data)
    outside, found = read_tables(written)
    assert all(map(_fits, found))
    assert sum(len(row) for table in found for row in table) <= 2 * written.lower().count("<t")
    everything, none = read_tables(written, tables_as_text=True)
    assert none == [] and len(everything) >= len(outside) - 2 * written.count("<")
    if sum(len(row) for table in found[:1] for row in table) < 200:
        assert teds(written, written) == 1


def _drawn_table(drawn: Drawn, texts: list[str]) -> Table:
    rows = [drawn.number(4) for _ in range(1 + drawn.number(3))]
    spans = (1, 1, 1, 2, 3, 1000)
    cells = iter(texts * 20 or [""] * 20)
    return [[(clean_cell(next(cells, "")), drawn.choice(spans), drawn.choice(spans)) for _ in range(n)] for n in rows]


def clean_cell(written: str) -> str:
    """A text that stands in a cell as it is: without what HTML or the text forms would change."""
    kept = "".join(char for char in written[:40] if char.isalnum() or char in " .,-")
    return " ".join(text.run(text.CLEAN, kept).split())


def html_of(table: Table) -> str:
    rows = ("".join(f"<td colspan='{c}' rowspan={r}>{t}</td>" for t, c, r in row) for row in table)
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


def tree_distances(data: bytes) -> None:
    """Tables made of the input come back as they were written; TEDS is symmetric, in range, and 1 for equal tables."""
    drawn = Drawn(data)
    shape = Drawn(bytes(drawn.number(255) for _ in range(60)))
    texts = drawn.text().split("\n")
    first, second = _drawn_table(shape, texts), _drawn_table(shape, texts[::-1])
    written, other = html_of(first), html_of(second)
    assert read_tables(written)[1] == ([first] if any(first) else [])
    score = teds(written, other)
    assert 0 <= score <= 1 and abs(score - teds(other, written)) < 1e-9
    assert teds(written, written) == 1
    assert first == second or not (any(first) and any(second)) or score < 1


def documents(data: bytes) -> None:
    """Documents: words are words, a block is its own best answer, and any answer scores within its range."""
    drawn = Drawn(data)
    *blocks, answer = drawn.texts(4)
    blocks = blocks or [answer]
    assert isinstance(plain_text(answer), str)
    words, found = split_document(answer)
    assert words == words1(" ".join(words)) or "İ" in answer
    assert all(map(_fits, found))
    if document_problems(blocks):
        return
    reference = read_reference(blocks)
    score = score_document(answer, reference)
    assert 0 <= score.soft <= 1 and 0 <= score.text_accuracy <= 1 and 0 <= score.table_score <= 1
    assert score == score_document(answer, read_reference(blocks))
    if len(blocks) == 1:
        assert score_document(blocks[0], reference).soft == 1


def _strict_json(written: str) -> Any:
    def refuse(name: str) -> None:
        raise ValueError(name)

    return json.loads(written, parse_constant=refuse)


def json_values(data: bytes) -> None:
    """Answers that are JSON: read as Python reads them or refused with a reason, and equal to themselves."""
    first, second = [*Drawn(data).texts(2), ""][:2]
    value, problem = read_json(first)
    assert problem == "" or value is None
    try:
        plain = _strict_json(first)
    except (ValueError, RecursionError):
        plain = None
    if plain is not None and problem:
        assert problem.startswith(("nested deeper", "a number of", "exponent")), problem
    if problem:
        assert "\n" not in problem
        return
    if not isinstance(value, dict) and not (isinstance(value, list) and all(isinstance(v, dict) for v in value)):
        return
    assert compare_json(first, value).soft == 1
    assert score_extraction(first, value, unwrap_array=True).soft == 1
    other, trouble = read_json(second)
    score = compare_json(second, value)
    assert 0 <= score.soft <= 1 and (not trouble or score.problem)
    if not trouble and isinstance(other, type(value)) and isinstance(other, dict | list):
        assert abs(compare_json(first, other).soft - score.soft) < 1e-9
