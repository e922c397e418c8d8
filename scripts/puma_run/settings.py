"""What a run is asked to do: what decides an answer, and at what pace it is asked for."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

CHAT = "chat"
"""The engine that is none: a model behind /chat/completions."""


@dataclass(frozen=True)
class Asked:
    """Everything that makes an answer another one; one folder of a run has one value of it. The defaults: the paper's.

    `temperature` is None for the server's own, `ladder` is (step, highest) or None, `response_format` and
    `wrap_arrays` are auto, always or never, `pdf` is pages or file, `audio` wav or mp3.
    """

    model: str
    engine: str = CHAT
    temperature: float | None = 0.0
    ladder: tuple[float, float] | None = (0.3, 1.5)
    max_tokens: int | None = None
    seed: int | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)
    response_format: str = "auto"
    wrap_arrays: str = "auto"
    pdf: str = "pages"
    audio: str = "wav"
    without_media: bool = False

    def record(self) -> dict[str, Any]:
        """As run.json has it.

        >>> Asked("m").record()["ladder"]
        [0.3, 1.5]
        """
        found = {one.name: getattr(self, one.name) for one in fields(self)}
        return {**found, "ladder": list(self.ladder) if self.ladder else None, "extra": dict(self.extra)}


@dataclass(frozen=True)
class Price:
    """What a million tokens cost, in whatever currency the budget is in."""

    prompt: float
    completion: float

    def of(self, usage: Mapping[str, int]) -> float:
        """The cost of a request.

        >>> Price(2.0, 10.0).of({"prompt_tokens": 500_000, "completion_tokens": 100_000})
        2.0
        """
        return (usage["prompt_tokens"] * self.prompt + usage["completion_tokens"] * self.completion) / 1e6


@dataclass(frozen=True)
class Pacing:
    """How fast, how often and for how much is asked; none of it decides an answer.

    `rpm` is requests a minute, `timeout` seconds, `max_body` bytes of one request's body.
    """

    concurrency: int = 8
    rpm: float | None = None
    tries: int = 6
    timeout: float = 600.0
    price: Price | None = None
    budget: float | None = None
    max_body: int = 50_000_000
