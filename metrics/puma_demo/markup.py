"""Results as HTML. Every text that is not ours goes through `text`, and nothing else writes a `<`."""

import base64
import html
from collections.abc import Iterable, Mapping, Sequence

from puma_metrics.text import Span

from .words import say

STYLE = """
.puma { font-size: 1rem; line-height: 1.5; overflow-wrap: anywhere }
.puma h2 { font-size: 1.05rem; font-weight: 600; margin: 1rem 0 .35rem }
.puma .verdict { display: inline-block; font-weight: 700; font-size: 1.15rem; padding: .2rem .8rem;
  border-radius: .5rem; border: 2px solid currentColor }
.puma .good { background: #d8f3dc; color: #0b3d1f }
.puma .bad { background: #fde2e1; color: #6b1010 }
.puma .warn { background: #fff1c2; color: #4a3600 }
.puma .box { white-space: pre-wrap; border: 1px solid var(--border-color-primary); border-radius: .5rem;
  padding: .6rem .8rem; max-height: 24rem; overflow: auto }
.puma .good *, .puma .bad *, .puma .warn * { color: inherit }
.puma mark { border-radius: .2rem; padding: 0 .15rem; text-decoration: underline; text-underline-offset: .2em }
.puma mark.bad { text-decoration-style: wavy }
.puma .wide { overflow-x: auto }
.puma table { border-collapse: collapse; margin: .3rem 0; width: auto }
.puma th, .puma td { border: 1px solid var(--border-color-primary); padding: .3rem .6rem; text-align: start;
  vertical-align: top; overflow-wrap: normal; white-space: normal }
@media (min-width: 40rem) { .puma td.short { white-space: nowrap } }
.puma td.n { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap }
.puma .words { display: flex; flex-wrap: wrap; gap: .35rem }
.puma .word { display: grid; text-align: center; border-radius: .3rem; padding: .1rem .4rem; line-height: 1.35 }
.puma .two { display: grid; grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr)); gap: 1rem }
.puma img, .puma audio { max-width: 100%; max-height: 32rem; border-radius: .5rem; display: block }
.puma .gallery { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: 1rem }
.puma figure { margin: .5rem 0 0 }
.puma figcaption { font-size: .9rem }
.puma figure img { background: #fff }
.puma .problem { border-inline-start: .35rem solid #b3261e; padding: .5rem .8rem; white-space: pre-wrap }
/* where gradio's default theme is below the contrast that people need */
.gradio-container button.primary, .gradio-container button.primary:hover { background: #b03a06; color: #fff }
.gradio-container .or, .nav-holder a, nav a, .gradio-container [role=tab].selected {
  color: var(--body-text-color) !important; opacity: 1 }
"""


def text(value: object) -> str:
    """A text escaped, for content and quoted attributes alike."""
    return html.escape(str(value), quote=True)


def page(*parts: str, language: str) -> str:
    """A result as a whole; read out when it appears."""
    return f'<div class="puma" role="status" lang="{language}">{"".join(parts)}</div>'


def title(key: str, language: str) -> str:
    return f"<h2>{text(say(key, language))}</h2>"


def problem(message: str, language: str) -> str:
    """What is wrong with what was sent."""
    head = f"<strong>{text(say('problem', language))}</strong>"
    return page(f'<div class="problem">{head}<br>{text(message)}</div>', language=language)


def verdict(strict: int, soft: float, language: str) -> str:
    """Passed or failed, in words, with a sign and a colour."""
    kind, sign, key = ("good", "✓", "passed") if strict else ("bad", "✗", "failed")
    score = f"{say('soft', language)} {number(soft, 3, language)}"
    return f'<p><span class="verdict {kind}">{sign} {text(say(key, language))}</span> {text(score)}</p>'


def number(value: float, digits: int, language: str) -> str:
    """A number with the language's decimal mark.

    >>> number(0.5, 1, "pl"), number(0.5, 1, "en")
    ('0,5', '0.5')
    """
    written = f"{value:.{digits}f}"
    return written if language == "en" else written.replace(".", ",")


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


def table(header: Sequence[str], rows: Iterable[Sequence[str]], label: str) -> str:
    """A table whose cells are HTML already; it scrolls by itself where it is too wide, with the keyboard too."""
    head = "".join(f'<th scope="col">{text(name)}</th>' for name in header)
    body = "".join("<tr>" + "".join(map(cell, row)) + "</tr>" for row in rows)
    where = f'<div class="wide" tabindex="0" role="region" aria-label="{text(label)}">'
    return f"{where}<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"


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


def gallery(pictures: Mapping[str, bytes]) -> str:
    """Figures with their names, two in a row where there is room."""
    figures = (
        f"<figure>{picture(content, 'image/png', name)}<figcaption>{text(name)}</figcaption></figure>"
        for name, content in pictures.items()
    )
    return f'<div class="gallery">{"".join(figures)}</div>'
