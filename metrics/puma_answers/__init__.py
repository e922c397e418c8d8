"""People's files of answers, from any inference stack: bytes and names in, rows out (RUN, section 6).

Opening files stays with whoever calls, so that this package opens none.
"""

from functools import partial

from .formats import records
from .rows import Answers, Row, read

__all__ = ["Answers", "Row", "answers_of", "read", "records"]


def answers_of(name: str, content: bytes, prediction: str = "") -> Answers:
    """The answers of a file.

    Args:
        name: of the file; its ending says what kind it is, and messages begin with it.
        content: its bytes.
        prediction: the column of the answers; "" for the only one that can be meant.

    Raises:
        InputError: with the address of what cannot be read, or could be read as more than one thing.

    >>> found = answers_of("a.jsonl", b'{"custom_id": "t1", "response": {"status_code": 500, "body": {}}}')
    >>> found.read_as, found.rows[0].given.failed
    ('OpenAI batch output', True)
    """
    return read(name, partial(records, name, content), prediction)
