"""The few pieces of HTML that pages share. Texts of tasks and answers go through `escape`, without exception."""

import html
from collections.abc import Iterable, Sequence


def escape(text: object) -> str:
    """A text as HTML shows it, in a page's content or in a quoted attribute.

    >>> escape('<b title="x">')
    '&lt;b title=&quot;x&quot;&gt;'
    """
    return html.escape(str(text), quote=True)


def own(text: object) -> str:
    """A name of the user's: escaped, and isolated from the direction of what stands around it."""
    return f"<bdi>{escape(text)}</bdi>"


def one(value: float | None) -> str:
    """One decimal and a true minus sign; a dash for nothing.

    >>> one(-1.25), one(None)
    ('−1.2', '–')
    """
    return "–" if value is None else f"{value:.1f}".replace("-", "−")


def bounds(interval: Sequence[float] | None) -> str:
    return "–" if interval is None else f"{one(interval[0])} … {one(interval[1])}"


def section(name: str, title: str, *parts: str) -> str:
    return f'<section id="{name}">\n<h2>{escape(title)}</h2>\n{"".join(parts)}\n</section>\n'


def paragraph(text: str, kind: str = "") -> str:
    return f"<p{f' class={kind}' if kind else ''}>{text}</p>"


def table(label: str, header: Sequence[str], rows: Iterable[Sequence[str]], above: str = "", texts: int = 1) -> str:
    """A table of cells that are HTML already, in a region that scrolls by itself and can be reached by keyboard.

    The first `texts` columns are texts and head their rows, the others numbers. `above` is a row over the header's.
    """
    head = "".join(
        f"<th scope=col{'' if place < texts else ' class=n'}>{name}</th>" for place, name in enumerate(header)
    )
    body = "".join(f"<tr>{_cells(row, texts)}</tr>\n" for row in rows)
    region = f'<div class=wide role=region aria-label="{escape(label)}" tabindex=0>'
    return f"{region}<table><thead>{above}<tr>{head}</tr></thead>\n<tbody>\n{body}</tbody></table></div>"


def _cells(row: Sequence[str], texts: int) -> str:
    return "".join(
        f"<th scope=row>{cell}</th>" if place < texts else f"<td class=n>{cell}</td>" for place, cell in enumerate(row)
    )


def folded(summary: str, *parts: str, is_open: bool = False) -> str:
    """What opens at a click or a key."""
    return f"<details{' open' if is_open else ''}><summary>{summary}</summary>{''.join(parts)}</details>"
