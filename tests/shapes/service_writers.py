"""Perfect answers of services."""

from pieces import cells, is_table, lines


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
