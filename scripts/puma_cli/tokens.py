"""`puma tokens`: what the grader sees of a text."""

import click
from rich.table import Table
from rich.text import Text

from puma_metrics import phrases, polish, text

from .tables import console


@click.command()
@click.argument("written", metavar="TEXT")
def tokens(written: str) -> None:
    """Print the words of TEXT with their text form, base forms and readings.

    A phrase in quotes may be what a task looks for or what a model answered: both are read alike.
    """
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("Word", "At", "Text form", "Base forms", "As a phrase it asks for", "Readings"):
        table.add_column(name, overflow="fold")
    for token, (start, end) in text.token_places(written):
        cells = (token, f"{start}-{end}", text.written(token), _bases(token), _asked(token), _readings(token))
        table.add_row(*map(Text, cells))
    out = console()
    out.print(table)
    out.print(Text(f"words1 (speech, documents): {' '.join(text.words1(written))}"))
    out.print(Text(f"raw1 (normalize: false):    {text.raw1(written)}"))


def _bases(token: str) -> str:
    """The base forms of a known word, the stems of an unknown one."""
    if token[0].isdecimal():
        return ""
    word = token.lower()
    return ", ".join(dict.fromkeys(polish.base_keys(word))) or "unknown; stems " + ", ".join(sorted(polish.stems(word)))


def _asked(token: str) -> str:
    return ", ".join(sorted(key for key in phrases.asked(token) if key[0] not in "=~"))


def _readings(token: str) -> str:
    found = {} if token[0].isdecimal() else dict.fromkeys(polish.readings(token.lower()))
    return "\n".join(f"{r.base} {r.tag}{' ' + ', '.join(r.labels) if r.labels else ''}" for r in found)
