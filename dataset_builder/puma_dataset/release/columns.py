"""Words that stand one to three a line beside numbers, times, tags and keys, read as the text that they are."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

FEWEST, MOST = 4, 16
"""Records that are read together, and words between spaces that one may have on average: prose has more."""
OFTEN = 0.15
"""A word in so many of the records is a key, or a column that is always the same."""
COLUMNS = 10
"""Columns that are read by themselves, as a treebank has."""

_RECORD = re.compile(r"\n|[}\])]+[,;:]?\s*")
_BLOCK = re.compile(r"\n[ \t]*\n")
_TAG = re.compile(r"(?<=\w)[/_|][A-Z]{2,}\b")
_WORD = re.compile(r"\w+")
_BETWEEN = re.compile(r"\t|[,;|]|[ ]+")


def columns(text: str) -> Iterator[str]:
    """The text without numbers and tags; of each block of short records what is no key, and each column.

    >>> list(columns("1,Litwo,pl\\n2,ojczyzno,pl\\n3,moja,pl\\n4,ty,pl"))[1]
    'Litwo ojczyzno moja ty'
    """
    yield " ".join(_words(text))
    for block in _BLOCK.split(text):
        records = [record for record in _RECORD.split(block) if record.strip()]
        if len(records) >= FEWEST and len(block.split()) <= MOST * len(records):
            yield _without_keys(records)
            yield from _by_columns([line for line in block.splitlines() if line.strip()])


def _words(text: str) -> list[str]:
    """Words that have no digit in them, as times, numbers of lines and names of recordings have."""
    return [word for word in _WORD.findall(_TAG.sub(" ", text)) if not any(map(str.isdigit, word))]


def _without_keys(records: Sequence[str]) -> str:
    rows = [_words(record) for record in records]
    counts = Counter(word for row in rows for word in set(row))
    return " ".join(word for row in rows for word in row if counts[word] < max(FEWEST, OFTEN * len(rows)))


def _by_columns(lines: Sequence[str]) -> Iterator[str]:
    rows = [_BETWEEN.split(line.strip())[:COLUMNS] for line in lines]
    yield from (" ".join(row[at] for row in rows if at < len(row)) for at in range(max(map(len, rows), default=0)))
