"""The text of Markdown without its marks, before words are taken from it (GRADING, section 7.2).

Marks that are punctuation may stay, since the text form `words1` drops them anyway. What has to go is what would be
read as words though no reader of the page sees it, and what would part a word. No pattern goes back over a line more
than once: a dollar sign starts a search that the next but one of its kind ends. Brackets are `links`' affair.
"""

import re

from .links import label, without_links
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
_ENVIRONMENT = re.compile(r"\\(?:begin|end)\{[^{}\n]*+\}(?:\{[lcr| ]++\})?")  # with an array's columns
_COMMAND = re.compile(r"\\[A-Za-z]++\*?|[{}^_\\&]")

_CHECKBOX = re.compile(r"\[[ \t]?[xX][ \t]?\](?!\()")
# A line of a definition may stand in quotations and list items, whose marks stay: visible numbering is text.
_INDENT = r"[ ]{0,3}(?:(?:>|[-+*][ \t]|[0-9]++[.)][ \t])[ ]{0,3})*+"
_NEXT_LINE = r"[ \t]*+\n[ \t>]*+"
_INNER = r"\n(?![ \t>]*+\n)"  # a blank line ends label and title
_TITLE = rf"""(?:"(?:[^"\\\n]|\\.|{_INNER})*+"|'(?:[^'\\\n]|\\.|{_INNER})*+'|\((?:[^()\\\n]|\\.|{_INNER})*+\))"""
# What stands alone on the next line is text, unless it looks like an address.
_ADDRESS = r"(?:<[^<>\n]*+>|(?:[a-z][a-z0-9+.-]*+:(?=\S)|www\.|\.{0,2}/|\#)\S++)"
_DEFINITION = re.compile(
    rf"""^({_INDENT})\[(?!\^)((?:[^\[\]\n]|{_INNER})++)\]:"""
    rf"""(?:[ \t]*+(?!!\[)(?:<(?:data:[^<>]*+|[^<>\n]*+)>|\S++)|{_NEXT_LINE}{_ADDRESS})"""
    rf"""(?:(?:[ \t]++|{_NEXT_LINE}){_TITLE}[ \t]*+$|[ \t]*+$)""",
    re.MULTILINE | re.IGNORECASE,
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
    content = unescape(match[1] or match[2] or match[3] or match[4] or "")  # or `&lt;` would leave the word lt
    if match[2] and not re.search(r"[\\^_]", content):  # "od $5 do $10" is money
        return match[0]
    return " " + _COMMAND.sub(" ", _ENVIRONMENT.sub(" ", content)) + " "


def _without_links(text: str) -> str:
    text = _CHECKBOX.sub(" ", text)
    labels = {label(match[2]) for match in _DEFINITION.finditer(text)} if "]:" in text else set()
    return without_links(_DEFINITION.sub(r"\1", text) if labels else text, labels)
