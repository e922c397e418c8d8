"""The tables of dataset cards, made from the tasks, and the places in a card where they stand."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from puma_metrics.task import CATEGORIES

Record = Mapping[str, Any]

_PLACE = r"(<!-- table: {name} -->\n).*?(<!-- end of table -->)"


def dataset_tables(records: Sequence[Record]) -> dict[str, str]:
    """Tasks and media by category, rules by type, media by licence and by source, as Markdown.

    >>> print(dataset_tables([{"category": "asr", "modality": "audio", "rules": [{"type": "asr"}],
    ...     "media": [{"type": "audio", "license": "CC0-1.0", "source": "own recording"}]}])["categories"], end="")
    | category | modality | tasks | media | rules |
    |---|---|---|---|---|
    | asr | audio | 1 | 1 | asr |
    | all | | 1 | 1 | |
    """
    media = [medium for record in records for medium in record["media"]]
    return {
        "categories": _categories(records),
        "rules": _counted("rule", "tasks", (kind for record in records for kind in _kinds(record))),
        "licences": _counted("licence", "files", (str(medium.get("license")) for medium in media)),
        "sources": _counted("source", "files", (str(medium.get("source")) for medium in media)),
    }


def filled(card: str, tables: Mapping[str, str]) -> str:
    """The card with its tables written anew, each between `<!-- table: name -->` and `<!-- end of table -->`.

    >>> filled("<!-- table: a -->\\nold\\n<!-- end of table -->", {"a": "new\\n"})
    '<!-- table: a -->\\nnew\\n<!-- end of table -->'
    """
    for name, table in tables.items():
        # a backslash in the table is one, not the sign of a group
        written = table.replace("\\", r"\\")
        card = re.sub(_PLACE.format(name=re.escape(name)), rf"\g<1>{written}\g<2>", card, flags=re.DOTALL)
    return card


def places(card: str) -> list[str]:
    """The names of the tables in a card."""
    return re.findall(r"<!-- table: (\S+) -->", card)


def table_of(card: str) -> dict[str, str]:
    """The tables in a card, by name, as they stand between their marks.

    >>> table_of("<!-- table: a -->\\nold\\n<!-- end of table -->")
    {'a': 'old\\n'}
    """
    return dict(re.findall(r"<!-- table: (\S+) -->\n(.*?)<!-- end of table -->", card, re.DOTALL))


def table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Markdown. A bar within a cell is escaped, and a line break is a space.

    >>> print(table(["a", "b"], [["x|y", 1]]), end="")
    | a | b |
    |---|---|
    | x\\|y | 1 |
    """
    lines = [_row(header), "|" + "---|" * len(header), *map(_row, rows)]
    return "\n".join(lines) + "\n"


def _row(cells: Sequence[object]) -> str:
    written = [re.sub(r"\s+", " ", str(cell)).replace("|", "\\|").strip() for cell in cells]
    return "|" + "".join(f" {cell} |" if cell else " |" for cell in written)


def _kinds(record: Record) -> list[str]:
    return sorted({rule["type"] for rule in record["rules"]})


def _categories(records: Sequence[Record]) -> str:
    rows: list[Sequence[object]] = []
    for name in CATEGORIES:
        inside = [record for record in records if record["category"] == name]
        media = sum(len(record["media"]) for record in inside)
        kinds = sorted({kind for record in inside for kind in _kinds(record)})
        if inside:
            rows.append((name, inside[0]["modality"], len(inside), media, ", ".join(kinds)))
    total = sum(len(record["media"]) for record in records)
    return table(["category", "modality", "tasks", "media", "rules"], [*rows, ("all", "", len(records), total, "")])


def _counted(what: str, of: str, names: Iterable[str]) -> str:
    # the most common first, of equals in order of the alphabet
    return table([what, of], Counter(sorted(names)).most_common())
