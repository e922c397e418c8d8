"""Texts of vision models with marks of their own: Chandra, DeepSeek-OCR, doctags, olmOCR; Markdown and HTML."""

import re
from collections import Counter
from collections.abc import Iterator

from .cells import has_pipe_table, otsl_tables, pipe_tables
from .labels import block, is_page_number, paragraphs

# ---------------------------------------------------------------- Chandra
_DIV = re.compile(r"<div\b[^<>]*+>", re.IGNORECASE)
_LABEL = re.compile(r"\sdata-label\s*=\s*[\"']([^\"'<>]*+)[\"']", re.IGNORECASE)


def is_chandra(text: str) -> bool:
    """Whether there is a `<div data-label="...">`."""
    return any(_LABEL.search(div[0]) for div in _DIV.finditer(text)) if "data-label" in text else False


def read_chandra(text: str, order: str) -> str:
    """The HTML of the labelled blocks.

    >>> read_chandra("<div data-label='Text'>Ceny</div><div data-label='Page-Footer'>4</div>", "given")
    "<div data-label='Text'>Ceny</div>"
    """
    marks = [(div.start(), label[1]) for div in _DIV.finditer(text) if (label := _LABEL.search(div[0]))]
    ends = [start for start, _ in marks[1:]] + [len(text)]
    blocks = (block(label, text[start:end]) for (start, label), end in zip(marks, ends, strict=True))
    return paragraphs([text[: marks[0][0]], *blocks])


# ---------------------------------------------------------------- DeepSeek-OCR
_GROUNDED = re.compile(r"<\|ref\|>([^<]*+)<\|/ref\|>\s*+<\|det\|>[^<]*+<\|/det\|>")
_NAMES = (
    "title sub_title text paragraph list list_item table table_caption table_footnote image image_caption figure "
    "figure_caption chart seal stamp equation formula code reference header footer page_number footnote caption"
)
_LABELS = frozenset(_NAMES.split())


def is_deepseek(text: str) -> bool:
    """Whether there is `<|ref|>` with `<|det|>`."""
    return bool(_GROUNDED.search(text))


def read_deepseek(text: str, order: str) -> str:
    """The blocks behind the labels; a mark that is no label is text itself.

    >>> read_deepseek("<|ref|>title<|/ref|><|det|>[[0, 0, 9, 9]]<|/det|>\\n# Cennik", "given").strip()
    '# Cennik'
    """
    parts = _GROUNDED.split(text)
    blocks = (_grounded(label, said) for label, said in zip(parts[1::2], parts[2::2], strict=True))
    return otsl_tables(pipe_tables(paragraphs([parts[0], *blocks])))


def _grounded(label: str, said: str) -> str:
    return block(label, said) if label.strip() in _LABELS else f"{label}{said}"


# ---------------------------------------------------------------- doctags
_PLACE = re.compile(r"<loc_[0-9]+>|<_[^\s<>]+_>|</?smiles>")
_ELEMENT = re.compile(
    r"<(/?)(doctag|document|text|paragraph|title|section_header(?:_level_[0-9])?|list_item|ordered_list|unordered_list"
    r"|caption|footnote|page_header|page_footer|page_number|page_break|picture|chart|otsl|document_index|formula|code"
    r"|checkbox_selected|checkbox_unselected|key_value_region|key_value_item|form|group|inline|reference|references)>"
)
_DOCTAGS = re.compile(r"<doctag>|<otsl>|<(?:fcel|ched)>|<loc_[0-9]+>")
_GRAPHICS = ("picture", "chart", "page_number")
_CAPTIONS = frozenset(("caption", "footnote"))


def is_doctags(text: str) -> bool:
    """Whether there is a `<doctag>`, a place or a cell of OTSL."""
    return bool(_DOCTAGS.search(text))


def read_doctags(text: str, order: str) -> str:
    """The elements' texts, tables in OTSL as HTML tables; of a picture its caption.

    >>> read_doctags("<otsl><caption>Tabela 1</caption><fcel>Ser<nl></otsl><picture>logo</picture>", "given")
    'Tabela 1\\n\\n<table><tr><td>Ser</td></tr></table>'
    """
    return paragraphs(_elements(_ELEMENT.split(_PLACE.sub("", text))))


def _elements(parts: list[str]) -> Iterator[str]:
    """The texts between tags. A graphic that never closes is none."""
    yield otsl_tables(parts[0])
    names, texts = list(zip(parts[1::3], parts[2::3], strict=True)), parts[3::3]
    last = {name: place for place, (slash, name) in enumerate(names) if slash}
    opened: list[str] = []
    counts: Counter[str] = Counter()
    for place, ((slash, name), said) in enumerate(zip(names, texts, strict=True)):
        if not slash and last.get(name, -1) > place:
            opened.append(name)
            counts[name] += 1
        while slash and counts[name]:
            closed = opened.pop()
            counts[closed] -= 1
            if closed == name:
                break
        inner = opened[-1] if opened else ""
        if inner in _CAPTIONS or not any(counts[graphic] for graphic in _GRAPHICS):
            yield otsl_tables(block(inner, said))


# ---------------------------------------------------------------- olmOCR
_FRONT = re.compile(r"---\r?\n(?:[a-z_]+:[^\n]*\n){1,20}---(?:\r?\n|\Z)")


def _front(text: str) -> str:
    found = _FRONT.match(text)
    return found[0] if found and "primary_language:" in found[0] else ""


def is_olmocr_front(text: str) -> bool:
    """Whether the text begins with lines between `---` of which one is the primary language."""
    return bool(_front(text))


def read_olmocr_front(text: str, order: str) -> str:
    """What follows these lines.

    >>> read_olmocr_front("---\\nprimary_language: pl\\n---\\nCennik", "given")
    'Cennik'
    """
    return pipe_tables(text[len(_front(text)) :])


# ---------------------------------------------------------------- Markdown and HTML
_HTML = re.compile(r"<(?:table|p|div|h[1-6]|html|body)\b", re.IGNORECASE)
_MARGIN = re.compile(r"<(header|footer)\b[^<>]*+>([^<>]*+)</(header|footer)\s*+>", re.IGNORECASE)


def is_markdown(text: str) -> bool:
    """Whether there is a pipe table."""
    return has_pipe_table(text)


def read_markdown(text: str, order: str) -> str:
    """The text with its pipe tables as HTML tables."""
    return pipe_tables(text)


def is_html(text: str) -> bool:
    """Whether there is a tag of a table, a paragraph, a heading or a page."""
    return bool(_HTML.search(text))


def read_html(text: str, order: str) -> str:
    """The text as it is, but for page numbers in a header or footer.

    >>> read_html("<p>Ceny</p><footer>str. 4</footer>", "given")
    '<p>Ceny</p>'
    """
    return _MARGIN.sub(lambda margin: "" if is_page_number(margin[2]) else margin[0], text)
