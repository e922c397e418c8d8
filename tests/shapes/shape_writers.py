"""Perfect answers: a document's pieces, written as each recogniser would write them.

The writers are small and know nothing of the readers: they follow the tools' documentation.
"""

import json

from block_writers import (
    chandra,
    deepseek,
    docling,
    doctags,
    dots,
    markdown_html,
    marker,
    mineru,
    mineru_2,
    mistral,
    olmocr,
    olmocr_front,
    paddleocr,
    pp_structure,
    rapidocr,
    surya,
)
from service_writers import azure, documentai, textract, vision
from xml_writers import alto, hocr, page, tsv

WITH_SPANS = {
    "hocr": hocr, "page": page, "pp-structure": pp_structure, "dots": dots, "mineru": mineru, "mineru 2": mineru_2,
    "docling": docling, "marker": marker, "mistral": mistral, "olmocr": olmocr, "olmocr front": olmocr_front,
    "chandra": chandra, "deepseek": deepseek, "doctags": doctags, "azure": azure, "google-documentai": documentai,
    "textract": textract, "html": markdown_html,
}  # fmt: skip
"""Shapes that can carry a table with spans; a second word of a name is a version."""

WITHOUT_TABLES = {
    "alto": alto, "tesseract-tsv": tsv, "rapidocr": rapidocr, "paddleocr": paddleocr, "surya": surya,
    "google-vision": vision,
}  # fmt: skip


def written(writer, found):
    value = writer(found)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
