"""The bytes of one POST, in pieces: a medium is encoded while it is sent, and never held twice."""

import base64
import hashlib
import json
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .media import Medium

STEP = 3 * 2**16
"""Bytes encoded at once; divisible by three, so that no padding stands in between."""
BOUNDARY = "puma-boundary-"


@dataclass(frozen=True)
class Body:
    """What is sent. Of the pieces, pairs of (bytes, whether they are still to be encoded in base64)."""

    content_type: str
    pieces: Sequence[tuple[bytes, bool]]

    @property
    def size(self) -> int:
        return sum(-(-len(data) // 3) * 4 if encode else len(data) for data, encode in self.pieces)

    @property
    def digest(self) -> str:
        sha = hashlib.sha256()
        for piece in self.written():
            sha.update(piece)
        return sha.hexdigest()[:16]

    def written(self) -> Iterator[bytes]:
        """The body itself, piece by piece."""
        for data, encode in self.pieces:
            if not encode:
                yield data
                continue
            for start in range(0, len(data), STEP):
                yield base64.b64encode(data[start : start + STEP])

    async def sent(self) -> AsyncIterator[bytes]:
        for piece in self.written():
            yield piece


def as_json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "backslashreplace")


def chat_body(fields: Mapping[str, Any], media: Sequence[Medium], text: str) -> Body:
    """The body of a chat completion: the fields, and one message with the media's parts before the text.

    >>> body = chat_body({"model": "m"}, [Medium("image", "image/png", b"abc", "a.png")], "Co to?")
    >>> record = json.loads(b"".join(body.written()))
    >>> record["messages"][0]["content"][0]
    {'type': 'image_url', 'image_url': {'url': 'data:image/png;base64,YWJj'}}
    >>> len(b"".join(body.written())) == body.size
    True
    """
    head = as_json(fields)[:-1] + (b", " if fields else b"") + b'"messages": [{"role": "user", "content": ['
    pieces: list[tuple[bytes, bool]] = [(head, False)]
    for medium in media:
        before, after = _around(medium)
        pieces += [(before, False), (medium.data, True), (after + b", ", False)]
    pieces.append((as_json({"type": "text", "text": text}) + b"]}]}", False))
    return Body("application/json", pieces)


def _around(medium: Medium) -> tuple[bytes, bytes]:
    """A part of a message, up to its data and from there on."""
    if medium.kind == "image":
        return f'{{"type": "image_url", "image_url": {{"url": "data:{medium.form};base64,'.encode(), b'"}}'
    if medium.kind == "audio":
        return b'{"type": "input_audio", "input_audio": {"data": "', b'", "format": ' + as_json(medium.form) + b"}}"
    head = b'{"type": "file", "file": {"filename": ' + as_json(medium.name) + b', "file_data": "data:'
    return head + medium.form.encode() + b";base64,", b'"}}'


def form_body(fields: Mapping[str, str], medium: Medium) -> Body:
    """The body of a transcription: a form with one recording, its boundary made of the recording's own digest."""
    boundary = BOUNDARY + hashlib.sha256(medium.data).hexdigest()[:24]
    start = f"--{boundary}\r\nContent-Disposition: form-data; name="
    head = "".join(f'{start}"{name}"\r\n\r\n{value}\r\n' for name, value in fields.items())
    head += f'{start}"file"; filename="recording.{medium.form}"\r\nContent-Type: audio/{medium.form}\r\n\r\n'
    pieces = [(head.encode(), False), (medium.data, False), (f"\r\n--{boundary}--\r\n".encode(), False)]
    return Body(f"multipart/form-data; boundary={boundary}", pieces)
