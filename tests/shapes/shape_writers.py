"""Perfect answers: a document's pieces, written as each recogniser would write them.

A piece is a paragraph or a table; a table is rows of (text, rowspan, colspan). The writers are small and know nothing
of the readers: they follow the tools' documentation.
"""

import html
import json
import re
from itertools import chain

from puma_metrics.tables import read_tables

TABLE = re.compile(r"<table>.*?</table>", re.DOTALL)


def pieces(blocks):
    """A reference's paragraphs and tables in order."""
    found = []
    for block in blocks:
        done = 0
        for table in TABLE.finditer(block):
            found += paragraphs(block[done : table.start()])
            rows = read_tables(table[0])[1][0]
            found.append([[(text, rowspan, colspan) for text, colspan, rowspan in row] for row in rows])
            done = table.end()
        found += paragraphs(block[done:])
    return found


def paragraphs(text):
    return [part.strip().removeprefix("# ") for part in text.split("\n\n") if part.strip()]


def cells(rows):
    """(row, column, rowspan, colspan, text) with the columns that a grid gives them."""
    taken, found = set(), []
    for r, row in enumerate(rows):
        column = 0
        for text, down, across in row:
            while (r, column) in taken:
                column += 1
            found.append((r, column, down, across, text))
            taken |= {(r + i, column + j) for i in range(down) for j in range(across)}
            column += across
    return found


def table_html(rows, tag="td"):
    spans = lambda down, across: f' rowspan="{down}"' * (down > 1) + f' colspan="{across}"' * (across > 1)  # noqa: E731
    inner = (
        "".join(f"<{tag}{spans(down, across)}>{html.escape(text)}</{tag}>" for text, down, across in row)
        for row in rows
    )
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in inner)}</table>"


def otsl(rows):
    grid = {}
    for r, c, down, across, text in cells(rows):
        for i in range(down):
            for j in range(across):
                grid[r + i, c + j] = "xcel" if i and j else "ucel" if i else "lcel" if j else text
    width = 1 + max(c for _, c in grid)
    marks = {"xcel", "ucel", "lcel"}
    return "".join(
        "".join(
            f"<{t}>" if (t := grid.get((r, c), "")) in marks else f"<fcel>{t}" if t else "<ecel>" for c in range(width)
        )
        + "<nl>"
        for r in range(len(rows))
    )


def is_table(piece):
    return isinstance(piece, list)


def lines(found):
    """Every line of text, the tables' cells too: what shapes without tables can carry."""
    for piece in found:
        yield from (text for row in piece for text, _, _ in row) if is_table(piece) else piece.split("\n")


def box(n):
    return [[0, 10 * n], [100, 10 * n], [100, 10 * n + 8], [0, 10 * n + 8]]


# ---------------------------------------------------------------- XML
def hocr(found):
    def words(text):
        return " ".join(f"<span class='ocrx_word' title='bbox 0 0 9 9'>{html.escape(w)}</span>" for w in text.split())

    def block(piece):
        if is_table(piece):
            return re.sub("(<td[^>]*>)([^<]*)", lambda m: m[1] + words(html.unescape(m[2])), table_html(piece))
        line = "".join(f"<span class='ocr_line'>{words(line)}</span>\n" for line in piece.split("\n"))
        return f"<div class='ocr_carea'><p class='ocr_par'>{line}</p></div>"

    head = "<head><title>strona</title><meta name='ocr-system' content='test'/></head>"
    return f"<html>{head}<body><div class='ocr_page' id='page_1'>{''.join(map(block, found))}</div></body></html>"


def alto(found):
    def line(text):
        return f"<TextLine>{'<SP/>'.join(f'<String CONTENT={html.escape(w)!r}/>' for w in text.split())}</TextLine>"

    blocks = "".join(f"<TextBlock>{line(text)}</TextBlock>" for text in lines(found))
    return f"<?xml version='1.0'?>\n<alto xmlns='http://www.loc.gov/standards/alto/ns-v4#'><Layout>{blocks}</Layout></alto>"


def page(found):
    def said(text):
        return f"<TextEquiv><Unicode>{html.escape(text)}</Unicode></TextEquiv>"

    def region(piece):
        if not is_table(piece):
            inner = "".join(f"<TextLine>{said(line)}</TextLine>" for line in piece.split("\n"))
            return f"<TextRegion type='paragraph'>{inner}{said(piece)}</TextRegion>"
        roles = (
            f"<TextRegion><Roles><TableCellRole rowIndex='{r}' columnIndex='{c}' rowSpan='{d}' colSpan='{a}'/></Roles>"
            f"{said(text)}</TextRegion>"
            for r, c, d, a, text in cells(piece)
        )
        return f"<TableRegion>{''.join(roles)}</TableRegion>"

    return f"<PcGts xmlns='http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15'><Page>{''.join(map(region, found))}</Page></PcGts>"  # noqa: E501


def tsv(found):
    rows = ["level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext"]
    for n, line in enumerate(lines(found), start=1):
        rows += [f"5\t1\t{n}\t1\t1\t{w}\t0\t0\t9\t9\t95.0\t{word}" for w, word in enumerate(line.split(), start=1)]
    return "\n".join(rows) + "\n"


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


# ---------------------------------------------------------------- services
def azure(found):
    content, parts, tables = "", [], []
    for piece in [*found, "4"]:
        table = {"cells": []}
        for r, c, d, a, text in cells(piece) if is_table(piece) else [(0, 0, 1, 1, piece)]:
            spans = [{"offset": len(content), "length": len(text)}]
            place = {"rowIndex": r, "columnIndex": c, "rowSpan": d, "columnSpan": a}
            parts.append({"content": text, "spans": spans})
            table["cells"].append({**place, "content": text, "spans": spans})
            content += text + "\n"
        tables += [table] if is_table(piece) else []
    parts[-1]["role"] = "pageNumber"
    result = {"apiVersion": "2024-11-30", "content": content, "pages": [], "paragraphs": parts, "tables": tables}
    return {"status": "succeeded", "analyzeResult": result}


def vision(found):
    def word(text, space):
        symbols = [{"text": letter} for letter in text]
        symbols[-1]["property"] = {"detectedBreak": {"type": space}}
        return {"symbols": symbols}

    def block(text):
        parts = text.split()
        breaks = ["SPACE"] * (len(parts) - 1) + ["LINE_BREAK"]
        return {"blockType": "TEXT", "paragraphs": [{"words": list(map(word, parts, breaks))}]}

    pages = [{"blocks": [*map(block, lines(found)), {"blockType": "PICTURE"}]}]
    return {"responses": [{"fullTextAnnotation": {"pages": pages, "text": "\n".join(lines(found))}}]}


def documentai(found):
    text, parts, tables = "", [], []

    def layout(said):
        nonlocal text
        start = len(text)
        text += said + "\n"
        return {"textAnchor": {"textSegments": [{"startIndex": str(start), "endIndex": str(len(text))}]}}

    for piece in found:
        if not is_table(piece):
            parts.append({"layout": layout(piece)})
            continue
        rows = [{"cells": [{"layout": layout(t), "rowSpan": d, "colSpan": a} for t, d, a in row]} for row in piece]
        parts += [{"layout": cell["layout"]} for row in rows for cell in row["cells"]]
        tables.append({"headerRows": rows[:1], "bodyRows": rows[1:]})
    return {"text": text, "pages": [{"paragraphs": parts, "tables": tables}]}


def textract(found):
    blocks = [{"Id": "p", "BlockType": "PAGE"}]

    def add(kind, children=(), relation="CHILD", **fields):
        name = str(len(blocks))
        links = [{"Type": relation, "Ids": list(children)}] if children else []
        blocks.append({"Id": name, "BlockType": kind, "Relationships": links, **fields})
        return name

    def line(text):
        names = [add("WORD", Text=word) for word in text.split()]
        add("LINE", names, Text=text)
        return names

    for piece in found:
        if not is_table(piece):
            for text in piece.split("\n"):
                line(text)
            continue
        table(piece, line, add, blocks)
    return {"Blocks": blocks}


def table(piece, line, add, blocks):
    """A merged cell is a block beside the single cells that it is merged of."""
    singles, merged = [], []
    for r, c, down, across, text in cells(piece):
        names = line(text)
        parts = [
            add(
                "CELL",
                names if (i, j) == (0, 0) else (),
                RowIndex=r + i + 1,
                ColumnIndex=c + j + 1,
                RowSpan=1,
                ColumnSpan=1,
            )
            for i in range(down)
            for j in range(across)
        ]
        singles += parts
        if len(parts) > 1:
            place = {"RowIndex": r + 1, "ColumnIndex": c + 1, "RowSpan": down, "ColumnSpan": across}
            merged.append(add("MERGED_CELL", parts, **place))
    name = add("TABLE", singles)
    relations = next(block for block in blocks if block["Id"] == name)["Relationships"]
    relations += [{"Type": "MERGED_CELL", "Ids": merged}] if merged else []


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
