"""One POST at a time to an OpenAI-compatible server, until it is answered or given up (RUN, section 3)."""

import asyncio
import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import httpx2

from puma_metrics.errors import InputError

from . import verdicts
from .abilities import Abilities, refused
from .body import Body
from .completions import Completion, read_json, usage_of
from .halting import Halt
from .secrets import Secrets, address, is_here
from .settings import Pacing
from .waits import Pace, wait_of

CONNECT = 20.0
"""Seconds until a server that does not pick up counts as away."""
EXAMPLE = "http://127.0.0.1:8000/v1"
MOST = 50_000_000
"""Bytes of a response; what is longer is no completion."""

Note = Callable[[dict[str, Any]], None]
"""Takes down one attempt."""


@dataclass(frozen=True)
class Failure:
    """A request that brought no answer. `status` is None where nothing came back."""

    kind: str
    status: int | None
    message: str


@dataclass(frozen=True)
class Outgoing:
    """A request as it is sent now. `own` are the fields that we chose, `kinds` those of its media."""

    path: str
    body: Body
    kinds: frozenset[str] = frozenset()
    own: frozenset[str] = frozenset()
    has_array: bool = False
    is_wrapped: bool = False
    temperature: float | None = None


@dataclass(frozen=True)
class Reply:
    """What came back; `status` is None and `message` says why, where nothing did."""

    status: int | None
    content: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    message: str = ""
    kind: str = ""

    @property
    def record(self) -> Any:
        return read_json(self.content)


@dataclass
class Standing:
    """What a run knows of its server so far, and what it has spent."""

    abilities: Abilities = field(default_factory=Abilities)
    has_answered: bool = False
    spent: float = 0.0
    prompt_tokens: int = 0
    completion_tokens: int = 0


class Client:
    """Sends requests as fast as it may, learns what the server takes, and ends the run where no retry helps."""

    def __init__(
        self,
        http: httpx2.AsyncClient,
        url: str,
        secrets: Secrets,
        pacing: Pacing,
        halt: Halt,
        standing: Standing,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self._http, self._url, self._secrets = http, url, secrets
        self._pacing, self._halt, self._chance = pacing, halt, chance
        self._pace = Pace(pacing.rpm, time.monotonic, halt.sleep)
        self.standing = standing

    async def ask(
        self, make: Callable[[Abilities], Outgoing], read: Callable[[Any], Completion | None], note: Note
    ) -> Completion | Failure:
        """The answer to a request, which is made anew for each attempt. Raises Stopped where the run ends."""
        attempt = 0
        while True:
            await self._pace.turn()
            self._refuse_to_overspend()
            self._halt.check()
            sent = make(self.standing.abilities)
            reply = await self._post(sent, note)
            if completion := self._completion(reply, sent, read):
                return completion
            found = self._after(reply, sent)
            if found is None:
                if make(self.standing.abilities).body.digest != sent.body.digest:
                    continue
                # such as with --response-format always: what was refused is sent all the same
                return Failure(verdicts.REJECTED, reply.status, self._message(reply))
            what, failure = found
            if what == verdicts.REFUSAL:
                return Completion(None, "content_filter", refusal=failure.message, sent=sent.body.digest)
            attempt += 1
            if what == verdicts.FAIL or attempt >= self._pacing.tries:
                return failure
            await self._wait(reply, attempt - 1, what == verdicts.HOLD)

    async def _wait(self, reply: Reply, attempt: int, holds: bool) -> None:
        seconds = wait_of(reply.headers, attempt, reply.status or 0, time.time(), self._chance())
        if holds:
            self._pace.hold(seconds)
        else:
            await self._halt.sleep(seconds)

    async def _post(self, sent: Outgoing, note: Note) -> Reply:
        started, at = time.monotonic(), time.time()
        try:
            async with asyncio.timeout(self._pacing.timeout):
                reply = await self._response(sent)
        except TimeoutError:
            reply = Reply(None, message=f"no answer within {self._pacing.timeout:g} s", kind=verdicts.SERVER)
        except httpx2.HTTPError as error:  # refused, cut, or no HTTP at all
            message = self._secrets.hide(f"{type(error).__name__}: {error}".rstrip(": "))
            reply = Reply(None, message=message, kind=verdicts.NETWORK)
        record = reply.record if reply.status else None
        usage = usage_of(record.get("usage")) if isinstance(record, Mapping) else None
        self._count(usage)
        is_fine = reply.status == 200 and isinstance(record, Mapping) and not record.get("error")
        note(
            {
                "at": round(at, 3),
                "temperature": sent.temperature,
                "status": reply.status,
                "seconds": round(time.monotonic() - started, 3),
                "usage": usage,
                "message": None if is_fine else self._message(reply),
            }
        )
        return reply

    async def _response(self, sent: Outgoing) -> Reply:
        headers = {"Content-Type": sent.body.content_type, "Content-Length": str(sent.body.size)}
        content = bytearray()
        async with self._http.stream(
            "POST", address(self._url, sent.path), content=sent.body.sent(), headers=headers
        ) as response:
            async for block in response.aiter_bytes():
                content += block
                if len(content) > MOST:
                    return Reply(None, message=f"more than {MOST:,} bytes", kind=verdicts.NO_COMPLETION)
        said = {name.lower(): value for name, value in response.headers.items()}
        return Reply(response.status_code, self._secrets.hide_bytes(bytes(content)), said)

    def _completion(self, reply: Reply, sent: Outgoing, read: Callable[[Any], Completion | None]) -> Completion | None:
        completion = read(reply.record) if reply.status == 200 else None
        if completion is None:
            return None
        self.standing.has_answered = True
        if self._pacing.budget is not None and completion.usage is None:
            self._halt.call("the server does not say how many tokens it used, so that --budget cannot be kept")
        return replace(completion, sent=sent.body.digest, is_wrapped=sent.is_wrapped, temperature=sent.temperature)

    def _after(self, reply: Reply, sent: Outgoing) -> tuple[str, Failure] | None:
        """What to do after a reply without a completion; None for asking at once, once something was learned."""
        message = self._message(reply)
        if reply.status is None:
            return verdicts.AGAIN, Failure(reply.kind, None, message)
        record = reply.record
        if reply.status in (400, 422):
            named = f"{message} {verdicts.code_of(record)}"
            if name := refused(named, sent.own, sent.has_array):
                if getattr(self.standing.abilities, name):  # else another request has learned it meanwhile
                    self.standing.abilities = self.standing.abilities.without(name, message)
                return None
        what, kind = verdicts.verdict(reply.status, record, reply.content, sent.kinds)
        if what == verdicts.STOP or (what == verdicts.STOP_UNLESS_ANSWERED and not self.standing.has_answered):
            self._halt.call(f"{reply.status}: {message}")
            self._halt.check()
        is_settled = what in (verdicts.LEARN, verdicts.STOP_UNLESS_ANSWERED)
        return verdicts.FAIL if is_settled else what, Failure(kind, reply.status, message)

    def _message(self, reply: Reply) -> str:
        if reply.status is None:
            return reply.message
        if 300 <= reply.status < 400:
            target = self._secrets.hide(reply.headers.get("location", "nowhere")).partition("?")[0]
            return f"redirects to {target}, which is not followed; give the server's own address with --url"
        return self._secrets.hide(verdicts.message_of(reply.record, reply.content))

    def _count(self, usage: Mapping[str, int] | None) -> None:
        if usage:
            self.standing.prompt_tokens += usage["prompt_tokens"]
            self.standing.completion_tokens += usage["completion_tokens"]
            if self._pacing.price:
                self.standing.spent += self._pacing.price.of(usage)

    def _refuse_to_overspend(self) -> None:
        budget = self._pacing.budget
        if budget is not None and self.standing.spent >= budget:
            self._halt.call(f"the budget of {budget:g} is spent ({self.standing.spent:.4f})")


def http_client(
    key: str, url: str, pacing: Pacing, transport: httpx2.AsyncBaseTransport | None = None
) -> httpx2.AsyncClient:
    """A client that follows no redirect, and asks no proxy about an address on this machine.

    Raises InputError for an address that is none.
    """
    try:
        httpx2.URL(url)
    except httpx2.InvalidURL as error:
        raise InputError(f"--url: is no address of a server ({error}); expected one such as {EXAMPLE}") from error
    return httpx2.AsyncClient(
        headers={"Authorization": f"Bearer {key}"} if key else {},
        timeout=httpx2.Timeout(pacing.timeout, connect=min(CONNECT, pacing.timeout)),
        limits=httpx2.Limits(max_connections=pacing.concurrency, max_keepalive_connections=pacing.concurrency),
        follow_redirects=False,
        trust_env=not is_here(url),
        transport=transport,
    )
