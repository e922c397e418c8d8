"""Results as HTML. Every text that is not ours goes through `text`, and nothing else writes a `<`."""

import base64
import html
from collections.abc import Iterable, Mapping, Sequence, Set

from puma_metrics.text import Span

from .words import say


def text(value: object) -> str:
    """A text escaped, for content and quoted attributes alike."""
    return html.escape(str(value), quote=True)


def page(*parts: str, language: str) -> str:
    """A result as a whole; read out when it appears."""
    return f'<div class="puma" role="status" lang="{language}">{"".join(parts)}</div>'


def title(key: str, language: str) -> str:
    return f"<h2>{text(say(key, language))}</h2>"


def problem(lines: Iterable[tuple[str, str]], language: str) -> str:
    """What is wrong with what was sent: lines, each with the language that it is in."""
    said = "".join(f"<p>{in_language(line, spoken, language)}</p>" for line, spoken in lines)
    head = f"<strong>{text(say('problem', language))}</strong>"
    return page(f'<div class="problem">{head}{said}</div>', language=language)


def in_language(line: str, spoken: str, language: str) -> str:
    """A line that is in another language than the page says so, to eyes and to a screen reader."""
    if spoken == language:
        return text(line)
    return f'{text(say("in_english", language))} <span lang="{spoken}">{text(line)}</span>'


def verdict(strict: int, soft: float, language: str) -> str:
    """Passed or failed, in words, with a sign and a colour."""
    kind, sign, key = ("good", "✓", "passed") if strict else ("bad", "✗", "failed")
    score = f"{say('soft', language)} {number(soft, 3, language)}"
    verdict = f'<span class="verdict {kind}">{sign} {text(say(key, language))}</span>'
    return f'<p class="scores">{verdict}<span class="soft">{text(score)}</span></p>'


def number(value: float, digits: int, language: str) -> str:
    """A number with the language's decimal mark, and a minus that is one.

    >>> number(0.5, 1, "pl"), number(-0.5, 1, "en")
    ('0,5', '−0.5')
    """
    written = f"{value:.{digits}f}".replace("-", "−")
    return written if language == "en" else written.replace(".", ",")


def interval(bounds: Sequence[float] | None, language: str) -> str:
    """The two ends of an interval, or nothing for none.

    >>> interval((-10.14, 31), "pl")
    '−10,1 – 31,0'
    """
    return " – ".join(number(bound, 1, language) for bound in bounds) if bounds else ""


def marked(answer: str, places: Iterable[tuple[Span, bool]]) -> str:
    """The answer with places marked, good or bad; of places that overlap the first is marked.

    >>> marked("a<b", [((0, 1), True)])
    '<div class="box"><mark class="good">a</mark>&lt;b</div>'
    """
    parts, at = [], 0
    for (start, end), holds in sorted(places, key=lambda place: place[0]):
        if start >= at and end > start:
            kind = "good" if holds else "bad"
            parts += [text(answer[at:start]), f'<mark class="{kind}">{text(answer[start:end])}</mark>']
            at = end
    return f'<div class="box">{"".join(parts)}{text(answer[at:])}</div>'


def table(
    header: Sequence[str], rows: Iterable[Sequence[str]], label: str, numbers: Set[int] = frozenset(), kind: str = ""
) -> str:
    """A table whose cells are HTML already; it scrolls by itself where it is too wide, with the keyboard too.

    Args:
        header: the names of the columns.
        rows: of cells.
        label: what the table is.
        numbers: the columns whose numbers stand at the right.
        kind: a class of its own.
    """
    head = "".join(
        f'<th scope="col"{" class=n" if place in numbers else ""}>{text(name)}</th>'
        for place, name in enumerate(header)
    )
    body = "".join("<tr>" + "".join(map(cell, row)) + "</tr>" for row in rows)
    where = f'<div class="wide" tabindex="0" role="region" aria-label="{text(label)}">'
    return f'{where}<table class="{kind}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def cell(content: str) -> str:
    return content if content.startswith("<td") else f"<td>{content}</td>"


def numeric(content: str) -> str:
    return f'<td class="n">{text(content)}</td>'


def short(content: str) -> str:
    """A cell of a few words, which stay on one line."""
    return f'<td class="short">{text(content)}</td>'


def picture(content: bytes, kind: str, description: str) -> str:
    """An image or a recording within the page itself: no path of the server is told."""
    data = f"data:{kind};base64,{base64.b64encode(content).decode()}"
    if kind.startswith("audio/"):
        return f'<audio controls src="{data}" aria-label="{text(description)}"></audio>'
    return f'<img src="{data}" alt="{text(description)}">'


def signature(line: str, language: str) -> str:
    """All that the scores depend on, for who wants to quote them."""
    return f'<p class="signature">{text(say("signature", language))}: <code>{text(line)}</code></p>'


def gallery(pictures: Mapping[str, bytes]) -> str:
    """Figures with their names, two in a row where there is room."""
    figures = (
        f"<figure>{picture(content, 'image/png', name)}<figcaption>{text(name)}</figcaption></figure>"
        for name, content in pictures.items()
    )
    return f'<div class="gallery">{"".join(figures)}</div>'
