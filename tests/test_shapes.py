"""Recognisers' shapes: golden vectors, perfect answers, real tools, what is dropped, and answers that are no shape."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pieces import pieces
from shape_writers import WITH_SPANS, WITHOUT_TABLES, written

from puma_metrics.document import read_reference, score_document, split_document
from puma_metrics.errors import InputError
from puma_metrics.shapes import SHAPES, document_text, shape_not_found
from puma_metrics.text import words1

TESTS = Path(__file__).parent
REAL = TESTS / "shapes"
VECTORS = [
    json.loads(line)
    for name in ("normal", "shapes")
    for line in (TESTS / f"golden/{name}.jsonl").read_text("utf-8").splitlines()
]
GOLDEN = [vector for vector in VECTORS if vector["kind"] == "convert"]
WRITERS = WITH_SPANS | WITHOUT_TABLES


def words(text):
    return split_document(text)[0]


@pytest.mark.parametrize("vector", [pytest.param(v, id=v["why"]) for v in GOLDEN])
def test_golden(vector):
    order = vector.get("order", "given")
    found = document_text(vector["in"], order=order)
    assert found[0] == vector["format"]
    assert split_document(found[1]) == split_document(vector["out"][0])
    assert document_text(vector["in"], vector["format"], order) == found


# ---------------------------------------------------------------- perfect answers
@pytest.fixture
def documents(sample_tasks):
    return [task["rules"][0]["blocks"] for task in sample_tasks if task["category"] == "ocr"]


@pytest.mark.parametrize("name", WITH_SPANS)
def test_a_perfect_answer_scores_one(name, documents):
    for blocks in documents:
        found, text = document_text(written(WITH_SPANS[name], pieces(blocks)))
        assert found in (name.split(" ")[0], "text")
        assert score_document(text, read_reference(blocks)).soft == 1


@pytest.mark.parametrize("name", WITHOUT_TABLES)
def test_a_shape_without_tables_carries_every_word(name, documents):
    for blocks in documents:
        found, text = document_text(written(WITHOUT_TABLES[name], pieces(blocks)))
        assert found == name
        expected = [word for block in blocks for word in words1(block.replace("<", " <").replace(">", "> "))]
        if "<table" not in blocks[0]:
            assert words(text) == expected
            assert score_document(text, read_reference(blocks)).soft == 1


@pytest.mark.parametrize("name", sorted({name.split(" ")[0] for name in WRITERS}))
def test_a_named_shape_is_read_as_the_found_one(name, documents):
    raw = written(WRITERS[name], pieces(documents[2]))
    assert document_text(raw, name) == document_text(raw)


def test_every_shape_has_a_perfect_answer():
    assert set(SHAPES) - {name.split(" ")[0] for name in WRITERS} == {"markdown", "text"}


# ---------------------------------------------------------------- real tools
@pytest.mark.parametrize(
    ("file", "name"), [("oc_005.hocr", "hocr"), ("oc_005.alto.xml", "alto"), ("oc_005.tsv", "tesseract-tsv")]
)
def test_tesseract_says_the_same_in_all_its_formats(file, name):
    found, text = document_text((REAL / file).read_text("utf-8"))
    assert found == name
    assert words(text) == words(document_text((REAL / "oc_005.hocr").read_text("utf-8"))[1])
    assert words(text)[:3] == ["bociany", "wróciły", "do"]
    assert len(text.split("\n\n")) > 1


@pytest.mark.parametrize(("file", "name"), [("oc_003.docling.json", "docling"), ("oc_003.doctags", "doctags")])
def test_docling_core(file, name, documents):
    found, text = document_text((REAL / file).read_text("utf-8"))
    assert found == name
    assert score_document(text, read_reference(documents[2])).soft == 1


def test_real_predictions_of_rapidocr_and_tesseract_are_text_and_stay():
    folder = TESTS.parent / "dataset_builder/puma_dataset/sample/predictions"
    for name in ("rapidocr", "tesseract"):
        for line in (folder / f"predictions_{name}.jsonl").read_text("utf-8").splitlines():
            raw = json.loads(line)["prediction"]
            assert document_text(raw) == ("text", raw)


# ---------------------------------------------------------------- order
def test_a_header_two_columns_and_a_footer():
    places = [("Tytuł", 0, 0, 200), ("a1", 0, 30, 80), ("b1", 110, 30, 200), ("a2", 0, 42, 80), ("b2", 110, 42, 200)]
    lines = [[[x, y, right, y + 10], text, 1.0] for text, x, y, right in [*places, ("Stopka", 0, 80, 200)]]
    raw = json.dumps(lines)
    assert document_text(raw, order="columns")[1] == "Tytuł\n\na1\na2\n\nb1\nb2\n\nStopka"
    assert document_text(raw)[1] == "Tytuł\na1\nb1\na2\nb2\nStopka"


@pytest.mark.parametrize("box", ["null", "[0, 0]", "[1e999, 0, 1, 1]", '["a", 0, 1, 1]'])
def test_a_box_that_cannot_be_read_leaves_the_given_order(box):
    raw = f'{{"txts": ["b", "a"], "boxes": [{box}, [0, 0, 9, 9]]}}'
    assert document_text(raw, order="columns") == ("rapidocr", "b\na")


# ---------------------------------------------------------------- no shape, or only almost
@pytest.mark.parametrize(
    "raw",
    [
        "", "{", "[]", "{}", "null", "[1, 2]", '{"Blocks": []}', '{"Blocks": [{"Id": 1}]}', '[["a", "b"]]',
        '{"analyzeResult": {"tables": [{"cells": [{"content": "a"}]}]}}',
        '{"schema_name": "DoclingDocument", "body": 3}',
        '{"schema_name": "DoclingDocument", "body": {"children": [{"$ref": "#/texts/7"}]}, "texts": []}',
        '{"pages": [{"markdown": 3}]}', '[{"category": "Text"}, 3]', "<altowiolista>", "| a | b |\n| c | d |",
        "a | b\n---", '{"txts": [1]}', "Ceny &amp; <b>ser</b>", "```\nkod\n```", "  Cennik \n", "[" * 100_000,
        '{"a":' * 50_000, "[" + "9" * 100_000 + "]", "\ud800",
    ],
)  # fmt: skip
def test_what_is_no_shape_stays_as_it_is(raw):
    assert document_text(raw) == ("text", raw)


def test_a_format_that_was_named_and_is_not_there():
    assert document_text("Cennik", "alto") == ("text", "Cennik")
    assert shape_not_found("alto") == "format 'alto' was asked for, but no <alto> element was found; read as text"
    assert document_text("Cennik", "markdown") == ("markdown", "Cennik")
    assert document_text("a|b\n-|-", "text") == ("text", "a|b\n-|-")


def test_unknown_names():
    with pytest.raises(InputError, match=r"^unknown format 'altoo'; did you mean 'alto'\?$"):
        document_text("", "altoo")
    with pytest.raises(InputError, match=r"^unknown order 'column'; did you mean 'columns'\?$"):
        document_text("", order="column")


def test_a_declared_entity_is_not_expanded():
    bomb = "<!DOCTYPE a [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]><alto><String CONTENT='&b; &oacute; &#x17c;'/></alto>"
    assert document_text(bomb) == ("alto", "&amp;b; ó ż")


def test_a_document_that_was_cut_off_is_read_as_far_as_it_goes():
    assert document_text("<alto><TextLine><String CONTENT='Ser'/><String CONT") == ("alto", "Ser")
    assert document_text("<div class='ocr_page'><span class='ocrx_word'>Ser") == ("hocr", "Ser")


# ---------------------------------------------------------------- bounds and properties
CHILD = [{"Type": "CHILD", "Ids": ["c"]}]
HOSTILE = {
    "textract": {
        "Blocks": [
            *({"Id": f"t{n}", "BlockType": "TABLE", "Relationships": CHILD} for n in range(500)),
            {"Id": "c", "BlockType": "CELL", "RowIndex": 1, "ColumnIndex": 1, "RowSpan": 10**9,
             "Relationships": [{"Type": "CHILD", "Ids": ["w"] * 5000}]},
            {"Id": "w", "BlockType": "WORD", "Text": "słowo"},
        ]
    },
    "mistral": {"pages": [{"markdown": "[a](a)" * 5000, "tables": [{"id": "a", "content": "x" * 10_000}]}]},
    "text": {"text": "a" * 9000, "pages": [
        {"paragraphs": [{"layout": {"textAnchor": {"textSegments": [{"endIndex": 9000}]}}}] * 500}
    ]},
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_few_blocks_do_not_say_the_same_without_end(name):
    raw = json.dumps(HOSTILE[name])
    found, text = document_text(raw)
    assert found == name
    assert len(text) <= 4 * len(raw)


def test_short_rows_of_a_wide_table_are_not_filled_up_without_end():
    found, text = document_text("a|" * 3000 + "\n" + "-|" * 3000 + "\n" + "|\n" * 3000)
    assert found == "markdown"
    assert text.count("<td>") <= 3000 + 3000


def test_huge_spans_are_written_and_not_filled():
    cell = {"rowIndex": 0, "columnIndex": 0, "rowSpan": 10**9, "columnSpan": 10**9, "content": "a"}
    found, text = document_text(json.dumps({"analyzeResult": {"tables": [{"cells": [cell]}]}}))
    assert (found, split_document(text)[1]) == ("azure", [[[("a", 1000, 65534)]]])


WRITTEN = (
    "<alto>, <PcGts>, <div class='ocr_page'>, <TextRegion>, </TextRegion>, <td>, <table>, <tr>, </table>, <!--, -->, "
    "<String CONTENT='a'/>, <TableRegion>, <Unicode>, </Unicode>, <TableCellRole/>, <doctag>, <otsl>, <fcel>, <lcel>, "
    "<ucel>, <nl>, </otsl>, <picture>, </picture>, <|ref|>text<|/ref|><|det|>1<|/det|>, |, \n, -, &a;, słowo,  , ', "
    "<div data-label='Text'>, <span class='ocrx_word'>, </span>, <![CDATA["
)
MARKS = st.sampled_from(WRITTEN.split(", "))


@settings(max_examples=150, deadline=None)
@given(st.lists(MARKS, max_size=25).map("".join))
def test_no_text_raises_anything(raw):
    for name in (None, *SHAPES):
        found, text = document_text(raw, name, "columns")
        assert found in SHAPES and isinstance(text, str)
        assert found != "text" or text == raw


NAMES = (
    "schema_name body children texts Blocks Id BlockType Relationships analyzeResult tables cells pages paragraphs "
    "spans text layout responses fullTextAnnotation blocks markdown parsing_res_list block_label block_content res "
    "rec_texts txts boxes block_type html category bbox type table_body pdf_info para_blocks label content data $ref "
    "natural_text document table_cells"
)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["", "a", "footer", "#/texts/0"])
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(NAMES.split()), inner, max_size=4),
    max_leaves=25,
)


@settings(max_examples=200, deadline=None)
@given(VALUES, st.sampled_from(["given", "columns"]))
def test_no_value_raises_anything(value, order):
    raw = json.dumps(value)
    for name in (None, *SHAPES):
        found, text = document_text(raw, name, order)
        assert isinstance(text, str)
        assert found != "text" or text == raw
