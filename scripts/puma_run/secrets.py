"""The key: where it may be sent, and that it stands in no file and no message."""

import ipaddress
import json
from collections.abc import Iterable
from urllib.parse import parse_qsl, quote, urlsplit, urlunsplit

from puma_metrics.errors import InputError

SHORTEST_HIDDEN, SHORTEST = 4, 8
"""Shorter keys are not secret; those shorter than the second, such as EMPTY, are taken out of messages alone, since an
answer may hold the word."""
HIDDEN = "[key]"


def shown_url(url: str) -> str:
    """An address without its user part and its query, where a key may stand.

    >>> shown_url("https://me:secret@example.org/v1?key=secret")
    'https://example.org/v1'
    """
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


def is_here(url: str) -> bool:
    """Whether an address is on this machine.

    >>> is_here("http://127.0.0.1:8000/v1"), is_here("http://localhost.example.org/v1")
    (True, False)
    """
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def refuse_unsafe(url: str, key: str, insecure: bool) -> None:
    """Raise InputError for an address that is none, and for one that a key must not be sent to."""
    try:
        parts = urlsplit(url)
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_address = False
    if not is_address:
        raise InputError("--url: is no address of a server; expected one such as http://127.0.0.1:8000/v1")
    secret = key or parts.username or parts.password or parts.query
    if secret and parts.scheme == "http" and not is_here(url) and not insecure:
        raise InputError(
            f"--url {shown_url(url)}: the key would be sent readable by everyone on the way; use https, "
            "or allow it with --insecure"
        )


def sound_key(key: str, name: str) -> str:
    """A key as it is sent. Raises InputError, which does not show it, for what no header takes."""
    key = key.strip()
    if not key.isascii() or not key.isprintable():
        raise InputError(f"{name}: the key in this variable has characters that no key has; copy it again")
    return key


class Secrets:
    """What must never be written: the key, and the parts of an address that may hold one."""

    def __init__(self, key: str, url: str) -> None:
        parts = urlsplit(url)
        own = {key, parts.password or ""}
        around = {parts.username or "", *(value for _, value in parse_qsl(parts.query))}
        self._in_messages = _forms(one for one in own | around if len(one) >= SHORTEST_HIDDEN)
        self._in_answers = _forms(one for one in own if len(one) >= SHORTEST)

    def hide(self, text: str) -> str:
        """A message without them."""
        for one in self._in_messages:
            text = text.replace(one, HIDDEN)
        return text

    def hide_bytes(self, content: bytes) -> bytes:
        """A server's body without the key, but for one so short that an answer may mean something else by it."""
        for one in self._in_answers:
            content = content.replace(one.encode(), HIDDEN.encode())
        return content


def _forms(secrets: Iterable[str]) -> list[str]:
    """Each as it is, as JSON and as an address write it; the longest first."""
    found = {form for one in secrets for form in (one, json.dumps(one)[1:-1], one.replace("/", "\\/"), quote(one))}
    return sorted(found, key=len, reverse=True)


def address(url: str, path: str) -> str:
    """The address of one of a server's paths; a query stays behind it.

    >>> address("https://example.org/v1/?api-version=1", "/chat/completions")
    'https://example.org/v1/chat/completions?api-version=1'
    """
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc, parts.path.rstrip("/") + path, parts.query, ""))
