"""What of LaTeX the text form `phrase1` reads: fractions, fonts, and where formulas are (GRADING, section 2)."""

import re
from bisect import bisect_left

from .markup import Edit

SEPARATOR = "|"
"""Parts two tokens."""
STOP = "\ue000"
"""Parts two tokens too; a space behind it groups no digits, since what stands before it is a number."""

_FONT = (
    r"\\(?:text(?:bf|it|md|normal|rm|sc|sf|sl|tt|up)?|math(?:bb|bf|cal|frak|it|normal|rm|sf|tt)|bm|boldsymbol|boxed|"
    r"emph|hbox|mbox|operatorname|overline|underline)\*?\s*(?=\{)"
)
_FRACTION = r"\\[dtc]?frac(?![A-Za-z])\s*"
_COMMAND = re.compile(rf"(?P<font>{_FONT})|(?P<fraction>{_FRACTION})|(?P<other>\\[A-Za-z]+)")
_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_BARE = re.compile(r"[^\W_]|\\[A-Za-z]+")
_SPACE = re.compile(r"\s*")


def command_edits(text: str) -> list[Edit]:
    r"""The edits that leave a command's content, and `a/b` of a fraction, however deep they nest.

    >>> text = r"\\text{Ala}, \\frac12"
    >>> [(text[start:end], new) for start, end, new in command_edits(text)][:3]
    [('\\text{', ''), ('}', ''), ('\\frac', '|')]
    """
    commands = list(_COMMAND.finditer(text))
    if not commands:
        return []
    closing = _closing_braces(text)
    starts = {command.start() for command in commands if command["other"] is None}
    edits: list[Edit] = []
    other = -1  # where the last command without content ends
    for command in commands:
        end = command.end()
        if command["other"] is not None:
            other = end
        elif command["fraction"] is not None:
            found = _fraction(text, command.start(), end, closing, starts)
            other = other if found else end
            edits += found
        elif end in closing:
            between = SEPARATOR if command.start() == other else ""  # the name before does not join the content
            edits += [(command.start(), end + 1, between), (closing[end], closing[end] + 1, "")]
    return sorted(edits)


def _closing_braces(text: str) -> dict[int, int]:
    """By the place of each opening brace that of its closing one."""
    found: dict[int, int] = {}
    opened: list[int] = []
    for match in _BRACE.finditer(text):
        if match[0] == "{":
            opened.append(match.start())
        elif match[0] == "}" and opened:
            found[opened.pop()] = match.start()
    return found


def _fraction(text: str, start: int, first: int, closing: dict[int, int], starts: set[int]) -> list[Edit]:
    """The edits of one fraction; none if it lacks an argument, which makes it text.

    An argument without braces is one character or one command, and none of those in `starts`, which want braces.
    """
    first_end = -1 if first in starts else _argument_end(text, first, closing)
    if first_end < 0:
        return []
    second = _SPACE.match(text, first_end).end()  # type: ignore[union-attr]  # it matches anywhere
    second_end = -1 if second in starts else _argument_end(text, second, closing)
    if second_end < 0:
        return []
    return [
        (start, first + (text[first] == "{"), SEPARATOR),
        (first_end - (text[first] == "{"), second + (text[second] == "{"), "/"),
        (second_end - (text[second] == "{"), second_end, STOP),
    ]


def _argument_end(text: str, start: int, closing: dict[int, int]) -> int:
    if text[start : start + 1] == "{":
        return closing[start] + 1 if start in closing else -1
    bare = _BARE.match(text, start)
    return bare.end() if bare else -1


_DELIMITER = re.compile(
    r"\\[\\$]|(?P<dollars>\$\$?)|(?P<open>\\[(\[])|(?P<close>\\[)\]])|(?P<line>\n)(?=(?P<blank>[ \t\r]*+\n)?)"
)
_OPENED_BY = {r"\)": r"\(", r"\]": r"\["}


def formula_tilde_edits(text: str) -> list[Edit]:
    r"""The edits that make a space of each tilde inside of a formula.

    >>> formula_tilde_edits("$25~000$, 100~200 zł")
    [(3, 4, ' ')]
    """
    formulas = _formulas(text)
    starts = [start for start, _ in formulas]
    edits = []
    for match in re.finditer("~", text):
        index = bisect_left(starts, match.start()) - 1
        if index >= 0 and match.start() < formulas[index][1]:
            edits.append((match.start(), match.end(), " "))
    return edits


def _formulas(text: str) -> list[tuple[int, int]]:
    """Where formulas are. A dollar sign before a space opens none, one behind a space or before a digit closes none;
    a single one closes on its line, and no formula goes over a blank line."""
    found = []
    opened, start = "", 0
    for match in _DELIMITER.finditer(text):
        mark = match[0]
        if match["line"]:
            opened = "" if opened == "$" or match["blank"] is not None else opened
        elif opened and _closes(text, match, opened):
            found.append((start, match.start()))
            opened = ""
        elif _opens(text, match, opened):
            opened, start = mark, match.end()
    return found


def _opens(text: str, mark: re.Match[str], opened: str) -> bool:
    if mark["open"]:
        return not opened
    return (
        mark[0] == "$$"
        if not opened and mark[0] != "$"
        else (opened in ("", "$") and mark[0] == "$" and not text[mark.end() : mark.end() + 1].isspace())
    )


def _closes(text: str, mark: re.Match[str], opened: str) -> bool:
    if mark[0] != "$":
        return opened == _OPENED_BY.get(mark[0], mark[0]) and not mark["open"]
    return opened == "$" and not text[mark.start() - 1].isspace() and not text[mark.end() : mark.end() + 1].isdecimal()
