"""The shapes that recognisers write, by name: how each is recognised and how it is read (NORMALISE, section 12.4)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from . import alto, azure, docling, google, hocr, layouts, lines, marked, marker, mineru, page, tesseract, textract

Reading = tuple[Callable[[Any], bool], Callable[[Any, str], str]]
"""Whether a value is of a shape, and its text in the order that was asked for."""


@dataclass(frozen=True)
class Shape:
    """A shape: its mark, as a message names it, and its reading from a JSON value, from a text, or from either."""

    mark: str
    json: Reading | None = None
    text: Reading | None = None
    is_any_text: bool = False
    """Whether every text is of this shape where it is named."""


# The first that fits is it: those with marks of their own stand before those that are known by their structure.
SHAPES: dict[str, Shape] = {
    "docling": Shape("DoclingDocument", json=(docling.is_docling, docling.read_docling)),
    "textract": Shape("list of Blocks", json=(textract.is_textract, textract.read_textract)),
    "azure": Shape("analyzeResult", json=(azure.is_azure, azure.read_azure)),
    "google-vision": Shape("fullTextAnnotation", json=(google.is_vision, google.read_vision)),
    "google-documentai": Shape("text with pages and layouts", json=(google.is_documentai, google.read_documentai)),
    "mistral": Shape("list of pages with markdown", json=(layouts.is_mistral, layouts.read_mistral)),
    "pp-structure": Shape("parsing_res_list", json=(layouts.is_pp_structure, layouts.read_pp_structure)),
    "paddleocr": Shape("list of rec_texts or lines", json=(lines.is_paddleocr, lines.read_paddleocr)),
    "rapidocr": Shape("list of boxes with texts", json=(lines.is_rapidocr, lines.read_rapidocr)),
    "marker": Shape("block with block_type", json=(marker.is_marker, marker.read_marker)),
    "dots": Shape("list of blocks with category", json=(layouts.is_dots, layouts.read_dots)),
    "mineru": Shape(
        "list of blocks with type",
        json=(mineru.is_mineru, mineru.read_mineru),
        text=(mineru.is_mineru_marks, mineru.read_mineru_marks),
    ),
    "surya": Shape("list of text_lines", json=(lines.is_surya, lines.read_surya)),
    "tesseract-tsv": Shape("header line of Tesseract's TSV", text=(tesseract.is_tsv, tesseract.read_tsv)),
    "hocr": Shape("element of class ocr_page", text=(hocr.is_hocr, hocr.read_hocr)),
    "alto": Shape("<alto> element", text=(alto.is_alto, alto.read_alto)),
    "page": Shape("<PcGts> element", text=(page.is_page, page.read_page)),
    "chandra": Shape(
        "<div> with data-label",
        json=(layouts.is_chandra_blocks, layouts.read_chandra_blocks),
        text=(marked.is_chandra, marked.read_chandra),
    ),
    "deepseek": Shape("<|ref|> with <|det|>", text=(marked.is_deepseek, marked.read_deepseek)),
    "olmocr": Shape(
        "natural_text or primary_language",
        json=(layouts.is_olmocr, layouts.read_olmocr),
        text=(marked.is_olmocr_front, marked.read_olmocr_front),
    ),
    "doctags": Shape("<doctag> element", text=(marked.is_doctags, marked.read_doctags)),
    "markdown": Shape("pipe table", text=(marked.is_markdown, marked.read_markdown), is_any_text=True),
    "html": Shape("tag", text=(marked.is_html, marked.read_html), is_any_text=True),
    "text": Shape("text", is_any_text=True),
}
