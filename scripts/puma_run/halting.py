"""Ending a run early: whoever waits stops waiting, and what is in flight is finished and written."""

import asyncio


class Stopped(Exception):
    """A request that is not sent any more, since the run ends."""


class Halt:
    """Whether the run ends, and why; said once, by whoever sees the reason first."""

    def __init__(self) -> None:
        self.reason = ""
        self.is_fatal = False
        """A reason that no retry mends: a wrong key, no credit, a budget spent."""
        self._said = asyncio.Event()

    def call(self, reason: str, is_fatal: bool = True) -> None:
        if not self.reason:
            self.reason, self.is_fatal = reason, is_fatal
        self._said.set()

    def check(self) -> None:
        if self.reason:
            raise Stopped(self.reason)

    async def sleep(self, seconds: float) -> None:
        """Sleep, or raise Stopped as soon as the run ends."""
        try:
            await asyncio.wait_for(self._said.wait(), seconds)
        except TimeoutError:
            return
        raise Stopped(self.reason)
