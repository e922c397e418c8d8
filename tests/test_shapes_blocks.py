"""Recognisers' labels: page numbers, headers, graphics and captions in every shape, and details of XML."""

import json

import pytest

from puma_metrics.document import split_document
from puma_metrics.shapes import document_text
from puma_metrics.text import words1


def words(text):
    return split_document(text)[0]


def said(header, footer):
    """Three blocks around the word Cennik, and a figure."""
    return [("Page-Header", header), ("Text", "Cennik"), ("Page-Footer", footer), ("Figure", "logo")]


NAMES = {"Page-Header": "header", "Page-Footer": "footer", "Text": "text", "Figure": "image"}


def json_blocks(header, footer):
    """The blocks in the shapes of JSON."""
    pairs = said(header, footer)
    texts = [{"label": label, "text": text} for label, text in pairs[:3]]
    children = [{"$ref": f"#/texts/{n}"} for n in range(3)]
    azure = [{"role": "page" + label[5:], "content": text} for label, text in pairs[:3]]
    lines = [{"Id": f"l{n}", "BlockType": "LINE", "Text": text} for n, (_, text) in enumerate(pairs)]
    parts = [
        {"Id": f"p{n}", "BlockType": f"LAYOUT_{label[5:].upper() or 'TEXT'}", "Relationships": related(f"l{n}")}
        for n, (label, _) in enumerate([*pairs[:3], ("Page-Figure", "")])
    ]
    marker = [{"block_type": label.replace("-", ""), "html": f"<p>{text}</p>"} for label, text in pairs]
    return {
        "docling": {"schema_name": "DoclingDocument", "body": {"children": children}, "texts": texts},
        "dots": [{"category": label, "text": text, "bbox": []} for label, text in pairs],
        "pp-structure": {"parsing_res_list": [{"block_label": NAMES[k], "block_content": t} for k, t in pairs]},
        "mineru": [{"type": NAMES[label], "text": text} for label, text in pairs],
        "marker": {"block_type": "Document", "children": marker},
        "mistral": {"pages": [{"markdown": "Cennik", "header": header, "footer": footer}]},
        "azure": {"analyzeResult": {"paragraphs": azure}},
        "textract": {"Blocks": [*parts, *lines]},
    }


def related(name):
    return [{"Type": "CHILD", "Ids": [name]}]


def text_blocks(header, footer):
    """The same blocks in the shapes of text."""
    pairs = said(header, footer)
    kinds = list(zip(("header", "paragraph", "footer"), pairs, strict=False))
    areas = list(zip(("TopMargin", "PrintSpace", "BottomMargin"), pairs, strict=False))
    equivalent = "<TextEquiv><Unicode>{}</Unicode></TextEquiv>"
    line = "<TextBlock><TextLine><String CONTENT='{}'/></TextLine></TextBlock>"
    classes = zip(("ocr_header", "ocr_line", "ocr_footer", "ocr_image"), pairs, strict=True)
    tags = zip(("page_header", "text", "page_footer", "picture"), pairs, strict=True)
    return {
        "chandra": "".join(f"<div data-label='{label}'>{text}</div>" for label, text in pairs),
        "deepseek": "".join(f"<|ref|>{NAMES[k]}<|/ref|><|det|>[[0]]<|/det|>{t}\n" for k, t in pairs),
        "doctags": "<doctag>" + "".join(f"<{tag}>{text}</{tag}>" for tag, (_, text) in tags) + "</doctag>",
        "page": "<PcGts>"
        + "".join(f"<TextRegion type='{k}'>{equivalent.format(t)}</TextRegion>" for k, (_, t) in kinds)
        + "</PcGts>",
        "alto": "<alto>" + "".join(f"<{area}>{line.format(t)}</{area}>" for area, (_, t) in areas) + "</alto>",
        "hocr": "<div class='ocr_page'>"
        + "".join(f"<span class='{name}'>{text}</span>" for name, (_, text) in classes)
        + "</div>",
        "html": f"<header>{header}</header><p>Cennik</p><footer>{footer}</footer>",
    }


@pytest.mark.parametrize("name", [*json_blocks("", ""), *text_blocks("", "")])
def test_a_page_number_goes_and_a_footer_stays(name):
    for header, footer, expected in (
        ("12", "str. 4", ["cennik"]),
        ("– 12 –", "4-5", ["cennik"]),
        ("Gmina Zagórze", "Rok 1974", ["gmina", "zagórze", "cennik", "rok", "1974"]),
    ):
        value = {**json_blocks(header, footer), **text_blocks(header, footer)}[name]
        found, text = document_text(value if isinstance(value, str) else json.dumps(value))
        assert found == name
        assert words(text) == expected


def test_a_caption_of_a_graphic_stays():
    picture = {"label": "picture", "captions": [{"$ref": "#/texts/0"}], "children": [{"$ref": "#/texts/1"}]}
    texts = [{"label": "caption", "text": "Fot. A. Nowak"}, {"label": "text", "text": "szyld"}]
    body = {"children": [{"$ref": "#/pictures/0"}]}
    value = {"schema_name": "DoclingDocument", "body": body, "texts": texts, "pictures": [picture]}
    assert document_text(json.dumps(value)) == ("docling", "Fot. A. Nowak")
    raw = "<doctag><picture><loc_1>szyld<caption>Fot. A. Nowak</caption></picture></doctag>"
    assert document_text(raw) == ("doctags", "Fot. A. Nowak")


def test_a_title_of_doctags_is_no_hidden_title_of_html():
    assert words(document_text("<doctag><title>Cennik</title></doctag>")[1]) == ["cennik"]


def test_what_looks_like_a_tag_in_plain_text_is_text():
    assert words(document_text('{"txts": ["x <b> y &lt; z", "R&D"]}')[1]) == words1("x <b> y &lt; z R&D")


def test_a_hyphen_of_alto_is_said_once():
    parts = "<String CONTENT='spóź' SUBS_TYPE='HypPart1' SUBS_CONTENT='spóźnień'/><HYP CONTENT='-'/>"
    rest = "<String CONTENT='nień' SUBS_TYPE='HypPart2' SUBS_CONTENT='spóźnień'/>"
    whole = f"<alto><TextLine>{parts}</TextLine><TextLine>{rest}</TextLine></alto>"
    assert document_text(whole) == ("alto", "spóźnień")
    bare = "<alto><TextLine><String CONTENT='spóź'/><HYP CONTENT='-'/></TextLine></alto>"
    assert document_text(bare) == ("alto", "spóź-")


def test_page_follows_the_reading_order_that_it_names():
    regions = "".join(
        f"<TextRegion id='{name}'><TextEquiv><Unicode>{name}</Unicode></TextEquiv></TextRegion>" for name in "ab"
    )
    order = "".join(f"<RegionRefIndexed regionRef='{name}'/>" for name in "ba")
    order = f"<ReadingOrder><OrderedGroup>{order}</OrderedGroup></ReadingOrder>"
    assert document_text(f"<PcGts>{order}{regions}</PcGts>") == ("page", "b\n\na")


def test_page_takes_the_first_reading_of_a_line():
    equivalents = "".join(
        f"<TextEquiv index='{n}'><Unicode>{t}</Unicode></TextEquiv>" for n, t in ((1, "Sor"), (0, "Ser"))
    )
    word = "<Word><TextEquiv><Unicode>Ser</Unicode></TextEquiv></Word>"
    raw = f"<PcGts><TextRegion><TextLine>{word}{equivalents}</TextLine></TextRegion></PcGts>"
    assert document_text(raw) == ("page", "Ser")
