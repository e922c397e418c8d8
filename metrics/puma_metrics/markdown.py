"""The text of Markdown without its marks, before words are taken from it (GRADING, section 7.2).

Marks that are punctuation may stay, since the text form `words1` drops them anyway. What has to go is what would be
read as words though no reader of the page sees it, and what would part a word. No pattern goes back over a line more
than once: a bracket or a dollar sign starts a search that the next but one of its kind ends.
"""

import re

from .tables import unescape

_FENCE = re.compile(r"^[ \t>]*+(?:`{3,}+[^\n`]*+|~{3,}+[^\n]*+)$", re.MULTILINE)

# `\\` is a line break, so `\\[2pt]` opens no formula.
_FORMULA = re.compile(
    r"(?<![\\$])\$\$((?:[^$\\]++|\\.)++)\$\$"
    r"|(?<![\\$])\$((?=[^\s$])(?:[^$\\\n]++|\\[^\n])++)(?<=\S)\$"
    r"|(?<!\\)\\\(((?:[^\\]++|\\[^()\[\]])*+)\\\)"
    r"|(?<!\\)\\\[((?:[^\\]++|\\[^()\[\]])*+)\\\]",
    re.DOTALL,
)
_ENVIRONMENT = re.compile(r"\\(?:begin|end)\{[^{}\n]{0,30}\}(?:\{[lcr| ]{1,50}\})?")  # with an array's columns
_COMMAND = re.compile(r"\\[A-Za-z]++\*?|[{}^_\\&]")

_CHECKBOX = re.compile(r"\[[ \t]?[xX][ \t]?\](?!\()")
_NESTED = r"(?:[^\[\]\n]|\[[^\[\]\n]{0,200}\]){0,1000}+"
_TARGET = (
    r"\([ \t]*+(?:[^\s()]|\([^\s()]{0,200}\)){0,2000}+"
    r"""(?:[ \t]++(?:"[^"\n]{0,500}"|'[^'\n]{0,500}'|\([^()\n]{0,500}\)))?[ \t]*+\)"""
)
_IMAGE = re.compile(rf"!\[{_NESTED}\](?:{_TARGET}|\[[^\[\]\n]{{0,100}}\])|(?<!\w)!\[{_NESTED}\]")
_LINK = re.compile(rf"\[({_NESTED})\]{_TARGET}")
_REFERENCE = re.compile(rf"\[({_NESTED})\]\[([^\[\]\n]{{0,100}})\]")
_DEFINITION = re.compile(
    r"""^[ ]{0,3}\[(?!\^)([^\[\]\n]{1,100})\]:[ \t]*+\S++(?:[ \t]++(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\)))?[ \t]*+$""",
    re.MULTILINE,
)

# A mark of emphasis between two letters or digits parts no word; a single asterisk between digits may be a product.
_EMPHASIS = re.compile(
    r"(?<![*\\])(\*{2,3})(?=[^\s*])([^*\n]++)(?<=[^\s*\\])\1(?!\*)"
    r"|(?<![*\\\d])\*(?=[^\s*\d])([^*\n]++)(?<=[^\s*\\])\*(?!\*)"
    r"|~~(?=[^\s~])([^~\n]++)(?<=\S)~~"
)


def plain_text(markdown: str) -> str:
    r"""The text of Markdown as a reader of the page sees it, as far as words go (GRADING, section 7.2).

    Fence lines, checkboxes, images, link targets and definitions, and names of LaTeX commands inside of formulas go;
    emphasis inside of a word joins its parts; character references are replaced.

    Args:
        markdown: Text without HTML tags, as `puma_metrics.tables.read_tables` returns it.

    >>> plain_text(r"- [x] **Zgo**da na [dopłatę](https://x.pl) $\frac{1}{2}$ ceny").split()
    ['-', 'Zgoda', 'na', 'dopłatę', '1', '2', 'ceny']
    """
    text = _FENCE.sub("", markdown) if "```" in markdown or "~~~" in markdown else markdown
    text = _FORMULA.sub(_formula, text) if "$" in text or "\\" in text else text
    if "[" in text:
        text = _without_links(text)
    if "*" in text or "~~" in text:
        text = _EMPHASIS.sub(lambda match: match[2] or match[3] or match[4], text)
    return unescape(text)


def _formula(match: re.Match[str]) -> str:
    content = match[1] or match[2] or match[3] or match[4] or ""
    if match[2] and not re.search(r"[\\^_]", content):  # "od $5 do $10" is money
        return match[0]
    return " " + _COMMAND.sub(" ", _ENVIRONMENT.sub(" ", content)) + " "


def _without_links(text: str) -> str:
    text = _IMAGE.sub(" ", _CHECKBOX.sub(" ", text))
    labels = {_label(label) for label in _DEFINITION.findall(text)}
    text = _LINK.sub(r"\1", _DEFINITION.sub("", text))
    if not labels:  # "[1][2]" without a definition is two marks, not a link
        return text
    return _REFERENCE.sub(lambda match: match[1] if _label(match[2] or match[1]) in labels else match[0], text)


def _label(text: str) -> str:
    return " ".join(text.casefold().split())
