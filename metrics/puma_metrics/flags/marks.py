"""The marks between words, as bits of one number: what a comma, a bracket or a line's end stands for."""

import functools
import re
import unicodedata

COMMA, COLON, DASH, OPEN, CLOSE, QUOTE, PART, STOP, LINE, ASK, MATH, HEAD, RULE, SLASH, PERCENT, ITEM = (
    1 << bit for bit in range(16)
)
CROSSED_BEFORE, CROSSED_BEHIND, TICK = 1 << 16, 1 << 17, 1 << 18
SENTENCE = STOP | LINE | ASK

CLAUSE = COMMA | COLON | DASH | OPEN | CLOSE | PART | SENTENCE

_MARKS = {
    **dict.fromkeys(",،、", COMMA), **dict.fromkeys(":", COLON), **dict.fromkeys("–—→⇒⟶➔⇨", DASH),
    **dict.fromkeys("([{", OPEN), **dict.fromkeys(")]}", CLOSE), **dict.fromkeys("„“”\"«»", QUOTE),
    **dict.fromkeys(";|•/⁄‣▪■●◦✓✔\\", PART), **dict.fromkeys(".!…", STOP),
    **dict.fromkeys("\n\r\u2028\u2029", LINE), "?": ASK,
    **dict.fromkeys("#`", HEAD), "%": PERCENT, **dict.fromkeys("=+×·−≈÷", MATH),
}  # fmt: skip

_GAP_MARK = re.compile("[" + re.escape("".join(_MARKS)) + "]")

_CROSS = re.compile("[❌✗✘🚫👎⛔✖❎]")
"""What calls the claim before it wrong, or on a new line or behind a comma or colon the claim behind it."""
_TICK = re.compile("[✓✔✅☑]")
_TO_NEXT = re.compile(r"[,;:\n](?=[^,;:\n]*$)")
_DASH = re.compile(r"(?:\s|^)-+(?:\s|$)|->|=>")

QUOTES = frozenset(mark for mark, bit in _MARKS.items() if bit == QUOTE)

LOOK_ALIKE = str.maketrans(
    "асеорхуіјѕԁһӏАВСЕНІЈКМОРЅТХУZΑΒΕΖΗΙΚΜΝΟΡΤΥΧοανι",
    "aceopxyijsdhlABCEHIJKMOPSTXYZABEZHIKMNOPTYXoavi",
)
"""Cyrillic and Greek letters that look like Latin ones; no Polish or English answer needs them."""


@functools.lru_cache(4096)
def marks_of(gap: str) -> int:
    found = 0
    for mark in set(_GAP_MARK.findall(gap)):
        found |= _MARKS[mark]
    if not gap.isascii() and any(unicodedata.category(char) == "So" for char in gap):
        found |= STOP  # a picture ends a sentence
    if found & PART and "/" in gap:
        found |= SLASH
    if gap in (" * ", "*"):
        found |= MATH
    if "’’’" in gap:  # a fence, whose marks the text form reads as apostrophes
        found |= HEAD
    if "-" in gap and _DASH.search(gap):
        found |= DASH
    if "---" in gap or "===" in gap:
        found |= RULE
    if not gap.isascii() and _CROSS.search(gap):
        head, _, tail = _TO_NEXT.sub("\n", gap).partition("\n")
        found |= (CROSSED_BEHIND if _CROSS.search(head) else 0) | (CROSSED_BEFORE if _CROSS.search(tail) else 0)
    if not gap.isascii() and _TICK.search(gap):
        found |= TICK
    return found
