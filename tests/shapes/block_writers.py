"""Perfect answers of recognisers that write lines or labelled blocks."""

import html
from itertools import chain

from pieces import box, cells, is_table, lines, otsl, table_html


# ---------------------------------------------------------------- JSON of lines
def rapidocr(found):
    return [[box(n), line, 0.98] for n, line in enumerate(lines(found))]


def paddleocr(found):
    texts = list(lines(found))
    return {
        "res": {"rec_texts": texts, "rec_scores": [0.9] * len(texts), "rec_polys": list(map(box, range(len(texts))))}
    }


def surya(found):
    rows = [{"text": html.escape(t, quote=False), "polygon": box(n)} for n, t in enumerate(lines(found))]
    return {"oc": [{"text_lines": rows, "page": 1}]}


# ---------------------------------------------------------------- JSON of blocks
def pp_structure(found):
    blocks = [
        {"block_label": "table" if is_table(p) else "text", "block_content": table_html(p) if is_table(p) else p}
        for p in found
    ]
    extra = [{"block_label": "number", "block_content": "7"}, {"block_label": "seal", "block_content": "WPŁYNĘŁO"}]
    return {"layoutParsingResults": [{"prunedResult": {"parsing_res_list": blocks + extra}}]}


def dots(found):
    blocks = [
        {
            "bbox": [0, 0, 9, 9],
            "category": "Table" if is_table(p) else "Text",
            "text": table_html(p) if is_table(p) else p,
        }
        for p in found
    ]
    return [*blocks, {"bbox": [0, 0, 9, 9], "category": "Picture"}, {"category": "Page-footer", "text": "str. 3"}]


def mineru(found):
    body = {"type": "table", "img_path": "t.jpg", "table_caption": [], "table_footnote": []}
    blocks = [body | {"table_body": table_html(p)} if is_table(p) else {"type": "text", "text": p} for p in found]
    return [*blocks, {"type": "page_number", "text": "3"}]


def mineru_2(found):
    def block(p):
        if is_table(p):
            return {
                "type": "table",
                "content": {"table_caption": [], "html": table_html(p), "table_type": "simple_table"},
            }
        return {"type": "paragraph", "content": {"paragraph_content": [{"type": "text", "content": p}]}}

    number = {"type": "page_number", "content": {"page_number_content": [{"type": "text", "content": "3"}]}}
    return [[*map(block, found), number]]


def docling(found):
    texts, tables, children = [], [], []
    for piece in found:
        if is_table(piece):
            children.append({"$ref": f"#/tables/{len(tables)}"})
            tables.append({"label": "table", "data": {"table_cells": [docling_cell(*cell) for cell in cells(piece)]}})
        else:
            children.append({"$ref": f"#/texts/{len(texts)}"})
            texts.append({"label": "text", "text": piece, "content_layer": "body"})
    return {"schema_name": "DoclingDocument", "body": {"children": children}, "texts": texts, "tables": tables}


def docling_cell(r, c, down, across, text):
    place = {"start_row_offset_idx": r, "end_row_offset_idx": r + down, "start_col_offset_idx": c}
    return {**place, "end_col_offset_idx": c + across, "row_span": down, "col_span": across, "text": text}


def marker(found):
    def block(n, p):
        if is_table(p):
            parts = [{"id": f"/c/{c}", "block_type": "TableCell", "html": t} for c, (t, _, _) in enumerate(chain(*p))]
            return {"id": f"/{n}", "block_type": "Table", "html": table_html(p, "th"), "children": parts}
        return {"id": f"/{n}", "block_type": "Text", "html": f"<p>{html.escape(p)}</p>", "children": None}

    blocks = [block(n, p) for n, p in enumerate(found)]
    blocks.append({"id": "/f", "block_type": "PageFooter", "html": "<p>7</p>", "children": None})
    refs = "".join(f"<content-ref src='{b['id']}'></content-ref>" for b in blocks)
    return {"block_type": "Document", "children": [{"block_type": "Page", "html": refs, "children": blocks}]}


def mistral(found):
    tables = [p for p in found if is_table(p)]
    links = [f"[tbl-{tables.index(p)}.html](tbl-{tables.index(p)}.html)" if is_table(p) else p for p in found]
    beside = [{"id": f"tbl-{n}.html", "content": table_html(p), "format": "html"} for n, p in enumerate(tables)]
    return {
        "pages": [{"index": 0, "markdown": "\n\n".join(links), "tables": beside, "footer": "- 2 -"}],
        "model": "ocr",
    }


def markdown_html(found):
    return "\n\n".join(table_html(p) if is_table(p) else p for p in found)


def olmocr(found):
    return {"primary_language": "pl", "is_table": False, "natural_text": markdown_html(found)}


def olmocr_front(found):
    head = "---\nprimary_language: pl\nis_rotation_valid: True\nrotation_correction: 0\nis_table: False\n---\n"
    return head + markdown_html(found)


def chandra(found):
    blocks = (
        f'<div data-bbox="0 0 9 9" data-label="{"Table" if is_table(p) else "Text"}">'
        f"{table_html(p) if is_table(p) else f'<p>{html.escape(p)}</p>'}</div>"
        for p in found
    )
    return "\n".join(blocks) + '\n<div data-bbox="0 0 9 9" data-label="Image"><img alt="pieczęć urzędu"/></div>'


def deepseek(found):
    blocks = (
        f"<|ref|>{'table' if is_table(p) else 'text'}<|/ref|><|det|>[[0, 0, 9, 9]]<|/det|>\n"
        f"{table_html(p) if is_table(p) else p}\n\n"
        for p in found
    )
    return "".join(blocks) + "<|ref|>image<|/ref|><|det|>[[0, 0, 9, 9]]<|/det|>\n"


def doctags(found):
    place = "<loc_1><loc_2><loc_3><loc_4>"
    blocks = (f"<otsl>{place}{otsl(p)}</otsl>" if is_table(p) else f"<text>{place}{p}</text>" for p in found)
    return f"<doctag>{''.join(blocks)}<picture>{place}</picture><page_footer>{place}7</page_footer></doctag>"
