"""Perfect answers in XML, HTML and TSV."""

import html
import re

from pieces import cells, is_table, lines, table_html


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
