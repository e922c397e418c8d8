"""Descriptions of graphics go from a document: images, tags, lines that name one, bracketed names (NORMALISE 12.3)."""

import re
from collections import Counter
from dataclasses import dataclass

_NAMES = (
    "obraz(?:ek)?|rysunek|zdjęcie|fotografia|ilustracja|grafika|logo|pieczątka|pieczęć|stempel|znak wodny|watermark|"
    "image|figure|picture|photo|stamp|seal|logotype|img|wykres|diagram|herb|kod qr|qr code|barcode|kod kreskowy"
)
_NO_TABLE = r"(?!</?table\b)"
_MARKDOWN_IMAGE = re.compile(
    rf"!\[(?:{_NO_TABLE}[^\[\]\n]|\n(?!\n))*+\](?:\((?:{_NO_TABLE}[^()\n])*+\))?", re.IGNORECASE
)
_LINE = re.compile(
    rf"^[ \t]*+[*_>(\[]*+[ \t]*+(?:{_NAMES})[ \t]*+[*_]*+:(?:{_NO_TABLE}[^\n])*+", re.IGNORECASE | re.MULTILINE
)
_BRACKETS = re.compile(rf"[\[<(](?:{_NAMES})(?:[ :_-](?!\d)[^\[\]()<>\n]{{0,300}})?[\]>)]", re.IGNORECASE)
_GRAPHICS = frozenset(("img", "figure", "watermark", "page_number", "stamp", "seal"))
_KEPT = frozenset(("figcaption", "caption", "table"))
_TAG = re.compile(rf"<(/?)({'|'.join(sorted(_GRAPHICS | _KEPT))})(?![\w-])[^<>]*>", re.IGNORECASE)


def without_graphics(text: str) -> str:
    """The text without what describes a graphic; captions and tables stay.

    >>> without_graphics("<figure><img src='a.png'><figcaption>Rynek</figcaption></figure> Rysunek 1: rynek")
    '<figcaption>Rynek</figcaption> Rysunek 1: rynek'
    """
    text = _without_tags(_MARKDOWN_IMAGE.sub("", text))
    return _BRACKETS.sub("", _LINE.sub("", text))


@dataclass
class _Element:
    """An opening tag; `is_closed` if its closing tag follows, or the one of the graphic that it stands in."""

    name: str
    is_closed: bool = False

    @property
    def is_graphic(self) -> bool:
        return self.name in _GRAPHICS


def _elements(tags: list[re.Match[str]]) -> list[_Element | None]:
    """Of each tag its element; None of a closing tag that closes nothing. An img before another img is void."""
    found: list[_Element | None] = []
    stack: list[_Element] = []
    inside: Counter[str] = Counter()
    for tag in tags:
        name = tag[2].lower()
        if tag[1]:
            found.append(_close(name, stack, inside) if inside[name] else None)
            continue
        if name == "img" and inside["img"]:
            _make_void(stack, inside)
        found.append(_Element(name))
        if not tag[0].endswith("/>"):
            stack.append(found[-1])  # type: ignore[arg-type]
            inside[name] += 1
    return found


def _close(name: str, stack: list[_Element], inside: Counter[str]) -> _Element:
    """Take the innermost element of the name from the stack, and what stands open in it."""
    while True:
        element = stack.pop()
        inside[element.name] -= 1
        if element.name == name:
            element.is_closed = True
            return element
        element.is_closed = name in _GRAPHICS and not element.is_graphic


def _make_void(stack: list[_Element], inside: Counter[str]) -> None:
    """Of the img on the stack: there is one at most."""
    at = next(k for k in range(len(stack) - 1, -1, -1) if stack[k].name == "img")
    del stack[at]
    inside["img"] -= 1


def _without_tags(text: str) -> str:
    tags = list(_TAG.finditer(text))
    if not tags:
        return text
    kept: list[str] = []
    at = 0
    stack: list[_Element] = []
    for tag, element in zip(tags, _elements(tags), strict=True):
        goes = bool(stack) and stack[-1].is_graphic
        if element is None or (not element.is_closed and not element.is_graphic):
            continue
        if not element.is_closed:  # void, or never closed: the tag alone goes
            kept.append("" if goes else text[at : tag.start()])
            at = tag.end()
        elif not tag[1]:
            kept.append("" if goes else text[at : tag.start()])
            at = tag.end() if element.is_graphic else tag.start()
            stack.append(element)
        else:
            end = tag.start() if element.is_graphic else tag.end()
            kept.append("" if goes else text[at:end])
            at = tag.end()
            while stack.pop() is not element:
                pass
    return "".join([*kept, text[at:]])
