"""An OpenAI-compatible server of one process on the loopback interface, with the faults of real ones.

The name of the model picks the fault; `good` has none. A task is known by its prompt, and where the prompt is a default
by the digest of what was sent, of which the test tells the server with `expect`.
"""

import base64
import hashlib
import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

SHAPE = "Invalid schema for response_format: schema must be a JSON Schema of 'type: \"object\"', got 'type: \"array\"'."
EYES = "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj"
KEY = "sk-key/of+tests"


@dataclass(frozen=True)
class Call:
    """One request as it came. `turn` counts those of the same model and task, from 1."""

    body: Mapping[str, Any]
    task: Mapping[str, Any] | None
    turn: int
    kinds: Sequence[str]
    authorization: str | None
    path: str

    @property
    def schema(self) -> Mapping[str, Any] | None:
        form = self.body.get("response_format")
        return form["json_schema"]["schema"] if form else None

    @property
    def temperature(self) -> float:
        return self.body.get("temperature", 1.0)


@dataclass(frozen=True)
class Back:
    """What goes back. `declared` is a length that is not the body's own."""

    status: int = 200
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    declared: int = 0


Fault = Callable[[Call], Back | None]


def error(status: int, message: str, code: str | None = None, **headers: str) -> Back:
    record = {"error": {"message": message, "type": "invalid_request_error", "code": code}}
    return Back(status, record, {name.replace("_", "-"): value for name, value in headers.items()})


def said(content: Any, reason: str = "stop", **message: Any) -> Back:
    choice = {"index": 0, "finish_reason": reason, "message": {"role": "assistant", "content": content, **message}}
    usage = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
    record = {"id": "x", "object": "chat.completion", "model": "served-2026", "choices": [choice], "usage": usage}
    return Back(200, record)


def right(call: Call) -> Any:
    """The right answer, in the form that was asked for."""
    if not call.task:
        return "nie wiem"
    rule = call.task["rules"][0]
    if rule["type"] == "extraction":
        wraps = (call.schema or {}).get("properties", {}).get("items", {}).get("type") == "array"
        reference = {"items": rule["reference"]} if wraps else rule["reference"]
        return json.dumps(reference, ensure_ascii=False)
    return (call.task.get("answers_ok") or [rule.get("reference")])[0]


def _busy(**headers: str) -> Fault:
    return lambda call: error(429, "Rate limit reached", **headers) if call.turn == 1 else None


def _busy_date(call: Call) -> Back | None:
    return (
        error(429, "Rate limit reached", retry_after=formatdate(time.time(), usegmt=True)) if call.turn == 1 else None
    )


def _flaky(call: Call) -> Back | None:
    if call.turn == 1:
        return error(503, "overloaded", retry_after="0")
    return Back(200, b'{"id": "x", "choi', declared=5000) if call.turn == 2 else None


def _html(call: Call) -> Back | None:
    return Back(200, b"<html>Bad gateway</html>", {"retry-after": "0"}) if call.turn == 1 else None


def _empty_choices(call: Call) -> Back | None:
    return Back(200, {"choices": [], "usage": None}, {"retry-after": "0"}) if call.turn == 1 else None


def _without(name: str, message: str) -> Fault:
    return lambda call: error(400, message) if name in call.body else None


def _no_list(call: Call) -> Back | None:
    return error(400, SHAPE) if (call.schema or {}).get("type") == "array" else None


def _as_list(call: Call) -> Back | None:
    """The endpoint of Gemini for OpenAI's clients."""
    message = 'Invalid JSON payload received. Unknown name "seed": Cannot find field.'
    return Back(400, [{"error": {"code": 400, "message": message}}]) if "seed" in call.body else None


def _eyeless(status: int) -> Fault:
    return lambda call: error(status, EYES) if call.kinds else None


FAULTS: dict[str, Fault] = {
    "good": lambda call: None,
    "bad": lambda call: said("źle"),
    "busy": _busy(retry_after="0.02"),
    "busy-ms": _busy(retry_after_ms="20"),
    "busy-date": _busy_date,
    "busy-reset": _busy(x_ratelimit_reset_requests="20ms", x_ratelimit_remaining_requests="0"),
    "flaky": _flaky,
    "html": _html,
    "empty-choices": _empty_choices,
    "loop": lambda call: said("tak tak " * 500, "length") if call.temperature < 0.6 else None,
    "blank": lambda call: said('{\n"a": ' + "\n \t" * 400, "length") if call.temperature < 0.3 else None,
    "hopeless": lambda call: said("nie " * 500, "length"),
    "noschema": _without("response_format", "response_format is not supported by this model"),
    "nolist": _no_list,
    "notemp": _without("temperature", "Unsupported value: 'temperature' does not support 0 with this model."),
    "newname": _without("max_tokens", "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."),
    "gemini": _as_list,
    "parts": lambda call: said([{"type": "text", "text": right(call)}]),
    "think": lambda call: said(right(call), reasoning_content="Hm, to chyba..."),
    "llama": _eyeless(500),
    "noeyes": _eyeless(400),
    "moderated": lambda call: error(400, "The response was filtered by the content management policy."),
    "filter": lambda call: said("", "content_filter"),
    "refusal": lambda call: said(None, refusal="I cannot help with that."),
    "null": lambda call: said(None),
    "key": lambda call: error(401, f"Incorrect API key provided: {KEY}", "invalid_api_key"),
    "quota": lambda call: error(402, "Insufficient credits"),
    "nowhere": lambda call: error(404, "no such model"),
    "moved": lambda call: Back(307, {}, {"location": "http://127.0.0.2:9/v1/chat/completions"}),
    "down": lambda call: error(503, "overloaded", retry_after="0"),
    "large": lambda call: error(413, "too large"),
    "odd": lambda call: error(400, "I do not like this."),
    "echo": lambda call: said(f"Twój klucz to {KEY}"),
    "deep": lambda call: Back(200, b"[" * 100_000, {"retry-after": "0"}),
    "generous": lambda call: Back(
        200, {**said("tak").body, "usage": {"prompt_tokens": -9, "completion_tokens": 10**400}}
    ),
    "slow": lambda call: time.sleep(0.05),
    "unpriced": lambda call: Back(200, {"choices": said("tak").body["choices"]}),
}


class Server(ThreadingHTTPServer):
    """A running server: its address, every request it was sent, and how many were open at once at most."""

    daemon_threads = True
    request_queue_size = 256

    def __init__(self, tasks: Sequence[Mapping[str, Any]], port: int = 0) -> None:
        self.tasks, self.calls, self.lock = tasks, [], threading.Lock()
        self.turns: Counter[tuple[str, str]] = Counter()
        self.by_media: dict[str, Mapping[str, Any]] = {}
        self.open = self.most = 0
        super().__init__(("127.0.0.1", port), Handler)
        self.url = f"http://127.0.0.1:{self.server_port}/v1"

    def expect(self, task: Mapping[str, Any], sent: bytes) -> None:
        """The task of which this is the medium, as it is sent."""
        self.by_media[hashlib.sha256(sent).hexdigest()] = task

    def __enter__(self) -> "Server":
        threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self.server_close()

    def task_of(self, text: str, media: Sequence[bytes]) -> Mapping[str, Any] | None:
        digests = [hashlib.sha256(medium).hexdigest() for medium in media]
        if found := next((self.by_media[name] for name in digests if name in self.by_media), None):
            return found
        return next((task for task in self.tasks if task["prompt"] and task["prompt"] in text), None)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server

    def log_message(self, *_: object) -> None:
        pass

    def do_POST(self) -> None:
        server = self.server
        with server.lock:
            server.open += 1
            server.most = max(server.most, server.open)
        try:
            self._answer(self.rfile.read(int(self.headers["Content-Length"])))
        except (BrokenPipeError, ConnectionResetError):  # whoever asked was killed
            self.close_connection = True
        finally:
            with server.lock:
                server.open -= 1

    def _answer(self, content: bytes) -> None:
        call = self._form(content) if "transcriptions" in self.path else self._chat(json.loads(content))
        fault = FAULTS[call.body["model"]](call)
        if fault is None:
            fault = Back(200, {"text": right(call)}) if "transcriptions" in self.path else said(right(call))
        self._send(fault)

    def _chat(self, body: Mapping[str, Any]) -> Call:
        texts, media, kinds = [], [], []
        for part in body["messages"][0]["content"]:
            if part["type"] == "text":
                texts.append(part["text"])
                continue
            inner = part[part["type"]]
            data = inner.get("url") or inner.get("data") or inner.get("file_data")
            media.append(base64.b64decode(data.partition(",")[2] or data, validate=True))
            kinds.append(part["type"])
        return self._counted(body, "\n".join(texts), media, kinds)

    def _form(self, content: bytes) -> Call:
        """A multipart form, read as the standard library reads mail."""
        from email import message_from_bytes

        mail = message_from_bytes(b"Content-Type: " + self.headers["Content-Type"].encode() + b"\r\n\r\n" + content)
        parts = {part.get_param("name", header="content-disposition"): part for part in mail.get_payload()}
        fields = {name: part.get_payload() for name, part in parts.items() if name != "file"}
        return self._counted(fields, "", [parts["file"].get_payload(decode=True)], ["audio"])

    def _counted(self, body: Mapping[str, Any], text: str, media: Sequence[bytes], kinds: Sequence[str]) -> Call:
        server = self.server
        task = server.task_of(text, media)
        with server.lock:
            key = body["model"], task["id"] if task else text
            server.turns[key] += 1
            call = Call(body, task, server.turns[key], kinds, self.headers["Authorization"], self.path)
            server.calls.append(call)
        return call

    def _send(self, back: Back) -> None:
        content = back.body if isinstance(back.body, bytes) else json.dumps(back.body).encode()
        self.send_response(back.status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(back.declared or len(content)))
        for name, value in back.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)
        if back.declared:
            self.close_connection = True


if __name__ == "__main__":  # for tests by hand: FOLDER PORT
    import sys
    from pathlib import Path

    lines = Path(sys.argv[1], "tasks.jsonl").read_text("utf-8").splitlines()
    Server([json.loads(line) for line in lines], int(sys.argv[2])).serve_forever()
