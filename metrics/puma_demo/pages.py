"""A layer around the app that gives each page its language and its style before gradio begins.

gradio asks the browser for its language once, before anything of ours has run, and has some words in English only. So
the page itself tells it: a page at `/en` is English, every other is Polish. Who comes to `/` from elsewhere with a
browser that speaks another language than Polish is sent on to `/en`; `/pl` is Polish for everybody.
"""

import json
import re
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from .bounds import BODY, UPLOAD
from .style import AROUND
from .turns import SCRIPT as TURNS
from .words import say, size

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

POLISH = {
    "More tabs": "Więcej kart",
    "Click to upload or drop files": "Kliknij, aby przesłać plik, albo upuść go tutaj",
    "File upload": "Przesyłanie pliku",
    "Error": "Błąd",
    "Warning": "Ostrzeżenie",
    "Close": "Zamknij",
    "Loading...": "Wczytuję…",
    "Connection to the server was lost. Attempting reconnection...": "Utracono połączenie z serwerem. Próbuję znowu…",
    "Connection re-established.": "Połączenie przywrócone.",
    "Connection errored out.": "Utracono połączenie z serwerem.",
    "This application is currently busy. Please try again.": "Serwer jest zajęty. Spróbuj ponownie za chwilę.",
    "No options": "Brak zadań",
}
"""What gradio says in English to everybody. Its other words it has in Polish."""

SCRIPT = """
Object.defineProperty(navigator, "language", {get: () => LANGUAGE})
const said = word => {
  const bare = word.trim()
  if (/^File\\(s\\) exceed the maximum/.test(bare)) return TOO_LARGE
  if (/^Queue is full/.test(bare)) return WORDS["This application is currently busy. Please try again."]
  return Object.hasOwn(WORDS, bare) ? WORDS[bare] : word
}
const put = (node, name) => {
  const value = node.getAttribute(name)
  if (value && said(value) !== value) node.setAttribute(name, said(value))
}
// what visitors wrote, and what we say of it, stays as it is
const skipped = "script, style, textarea, .puma"
const translate = node => {
  if (node.nodeType === Node.TEXT_NODE) {
    if (!node.parentElement?.closest(skipped) && said(node.data) !== node.data) node.data = said(node.data)
  } else if (node.nodeType === Node.ELEMENT_NODE && !node.closest(skipped)) {
    for (const name of ["aria-label", "title", "placeholder"]) put(node, name)
    node.childNodes.forEach(translate)
  }
}
// the other language is another page, on which nothing stands of what was typed: the browser asks before it leaves
let typed = false
addEventListener("input", event => { typed ||= event.target.matches("textarea, [data-testid=textbox]") })
addEventListener("beforeunload", event => { if (typed) event.preventDefault() })
new MutationObserver(changes => changes.forEach(change => {
  translate(change.target)
  change.addedNodes.forEach(translate)
})).observe(document.documentElement, {
  subtree: true, childList: true, characterData: true, attributes: true,
  attributeFilter: ["aria-label", "title", "placeholder"],
})
"""


def language_of(path: str) -> str:
    """The language of the page at a path.

    >>> language_of("/"), language_of("/spaces/puma/en/")
    ('pl', 'en')
    """
    return "en" if path.rstrip("/").endswith("/en") else "pl"


def goes_to_english(scope: Message) -> bool:
    """Whether a request is the first of a visitor whose browser asks for another language than Polish.

    Who chose Polish on a page of the demo comes from there, and stays.
    """
    headers = dict(scope["headers"])
    wanted = headers.get(b"accept-language", b"").decode("latin-1").lower()
    first = re.split("[,;-]", wanted)[0].strip()
    here = b"//" + headers.get(b"host", b"") + b"/" in headers.get(b"referer", b"")
    return scope["path"] == "/" and scope["method"] == "GET" and first not in ("", "*", "pl") and not here


def script(language: str) -> str:
    values = {
        "LANGUAGE": language,
        "WORDS": POLISH if language == "pl" else {},
        "TOO_LARGE": say("too_large_upload", language, size(UPLOAD, language)),
    }
    constants = "".join(f"const {name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in values.items())
    return f"<script>{{\n{constants}{SCRIPT}{TURNS}}}</script>"


def dressed(page: bytes, language: str) -> bytes:
    """A page of gradio's with its language, for people and for gradio itself, and our style."""
    page = re.sub(rb'<html(\s+)lang="\w+"', rf'<html\1lang="{language}"'.encode(), page, count=1)
    return page.replace(b"<head>", f"<head>{script(language)}<style>{AROUND}</style>".encode(), 1)


class Pages:
    """The app with its pages dressed, and without requests so large that reading them alone takes the memory."""

    def __init__(self, app: App):
        self.app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
        elif int(dict(scope["headers"]).get(b"content-length", b"0")) > BODY:
            await send({"type": "http.response.start", "status": 413, "headers": [(b"content-length", b"0")]})
            await send({"type": "http.response.body", "body": b""})
        elif goes_to_english(scope):
            query = b"?" + scope["query_string"] if scope["query_string"] else b""
            headers = [(b"location", b"en" + query), (b"cache-control", b"no-store"), (b"content-length", b"0")]
            await send({"type": "http.response.start", "status": 302, "headers": headers})
            await send({"type": "http.response.body", "body": b""})
        else:
            if scope["path"] in ("/pl", "/pl/"):
                scope = {**scope, "path": "/", "raw_path": b"/"}
            await self.app(scope, receive, Dressing(send, language_of(scope["path"])))


class Dressing:
    """The sender of one answer: a page is held until it is whole, and all else passes."""

    def __init__(self, send: Send, language: str):
        self.send, self.language = send, language
        self.held: Message | None = None
        """How the page's answer starts, until the whole of it is here."""
        self.body = b""

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start" and _is_page(message):
            self.held = message
        elif self.held is None:
            await self.send(message)
        else:
            self.body += message.get("body", b"")
            if not message.get("more_body"):
                await self._finish(self.held, dressed(self.body, self.language))

    async def _finish(self, start: Message, body: bytes) -> None:
        kept = [(name, value) for name, value in start["headers"] if name != b"content-length"]
        await self.send({**start, "headers": [*kept, (b"content-length", str(len(body)).encode())]})
        await self.send({"type": "http.response.body", "body": body})


def _is_page(start: Message) -> bool:
    return dict(start["headers"]).get(b"content-type", b"").startswith(b"text/html")
