"""The key: where it may be sent, and that it stands in no file and no message."""

import ipaddress
import json
from urllib.parse import quote, urlsplit, urlunsplit

from puma_metrics.errors import InputError

SHORTEST = 8
"""A shorter key, such as EMPTY, is a word that an answer may hold: it is taken out of messages alone."""
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
        found = {key, parts.password or "", parts.query, parts.username or ""} - {""}
        forms = {form for one in found for form in (one, json.dumps(one)[1:-1], one.replace("/", "\\/"), quote(one))}
        self._texts = sorted(forms, key=len, reverse=True)

    def hide(self, text: str) -> str:
        """A message without them."""
        for one in self._texts:
            text = text.replace(one, HIDDEN)
        return text

    def hide_bytes(self, content: bytes) -> bytes:
        """A server's body without them, but for words so short that an answer may mean something else by them."""
        for one in self._texts:
            if len(one) >= SHORTEST:
                content = content.replace(one.encode(), HIDDEN.encode())
        return content
