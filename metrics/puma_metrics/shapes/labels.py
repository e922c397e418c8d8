"""Which blocks of a page are text, and how their text becomes Markdown (NORMALISE, section 12.4)."""

import re
from collections.abc import Iterable

_DROPPED = (
    "picture image figure chart diagram seal stamp watermark pagenumber pageno headerimage footerimage blankpage "
    "stampzone sealzone graphiczone numberingzone barcode ruler"
)
DROPPED = frozenset(_DROPPED.split())
"""Labels of graphics and page numbers, as `plain_label` writes them; the last are SegmOnto's and Google's."""

MARGINS = frozenset(
    ("header", "footer", "pageheader", "pagefooter", "runninghead", "runningtitlezone", "topmargin", "bottommargin")
)
"""Labels of page headers and footers: kept, if they are more than a page number."""

FORMULAS = frozenset(
    ("formula", "equation", "equationblock", "equationinterline", "interlineequation", "displayformula")
)

_PAGE_NUMBER = re.compile(r"(?=[^0-9]*[0-9])(?:[0-9\s\-\u00ad\u2010-\u2015\u2212]|str\.)+", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")
_LIKE_MARKUP = re.compile(r"<(?=[A-Za-z/!?])|&(?=[#A-Za-z])")
_MARKUP = {"<": "&lt;", "&": "&amp;"}


def plain_label(label: object) -> str:
    """A label in lower case without what recognisers put between its words.

    >>> plain_label("Page-Number"), plain_label("page_number"), plain_label(None)
    ('pagenumber', 'pagenumber', '')
    """
    return re.sub(r"[\s_-]", "", label).lower() if isinstance(label, str) else ""


def is_page_number(text: str) -> bool:
    """Whether a header or footer is digits, dashes and "str." alone.

    >>> is_page_number("– 12 –"), is_page_number("str. 4"), is_page_number("Rok 1974"), is_page_number("-")
    (True, True, False, False)
    """
    return _PAGE_NUMBER.fullmatch(_TAG.sub("", text).strip(" \n\t*_#")) is not None


def block(label: object, text: object) -> str:
    """What of a labelled block is text: nothing of a graphic or page number; a formula gets its marks.

    >>> block("Page-footer", "7"), block("Page-footer", "Gmina Zagórze"), block("Picture", "logo")
    ('', 'Gmina Zagórze', '')
    """
    name = plain_label(label)
    if not isinstance(text, str) or name in DROPPED or (name in MARGINS and is_page_number(text)):
        return ""
    return formula(text) if name in FORMULAS else text


def formula(latex: str) -> str:
    """LaTeX between the marks without which the names of its commands would be words.

    >>> formula("\\\\frac{1}{2}"), formula("$x$"), formula("x = 2")
    ('$$\\\\frac{1}{2}$$', '$x$', 'x = 2')
    """
    is_marked = "$" in latex or "\\(" in latex or "\\[" in latex or "<math" in latex
    return latex if is_marked or not re.search(r"[\\^_]", latex) else f"$${latex.strip()}$$"


def literal(text: str) -> str:
    """Plain text, written so that nothing in it is read as a tag or a character reference.

    >>> literal("R&D, a<b, 2 < 3, &amp;")
    'R&amp;D, a&lt;b, 2 < 3, &amp;amp;'
    """
    return _LIKE_MARKUP.sub(lambda mark: _MARKUP[mark[0]], text)


def paragraphs(blocks: Iterable[str]) -> str:
    """Blocks one under the other with an empty line between them; empty ones leave no trace."""
    return "\n\n".join(text.strip("\n") for text in blocks if text.strip())
