"""What a server was found not to take, by its own words; believed once for a whole run (RUN, section 3.2)."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

_REFUSES = (
    r"not support|unsupported|only the default|unknown|unrecogni[sz]ed|unexpected|not (?:allowed|permitted|available)"
    r"|unavailable|cannot find field|deprecated|extra inputs|extra_forbidden|does not (?:take|accept)|not implemented"
)
REFUSES = re.compile(_REFUSES, re.IGNORECASE)
ARRAY = re.compile(
    r"got\W+type\W+array|type\W+object\W+got|must be (?:an|a json) object"
    r"|(?:top.level|root)[^.]{0,60}(?:object|array)",
    re.IGNORECASE,
)
FORMAT = re.compile(r"response[_ ]format|json[_ ]schema|structured[_ ]output|guided[_ ]json|grammar", re.IGNORECASE)


@dataclass(frozen=True)
class Abilities:
    """Of each field that we send, whether the server takes it; `said` has the sentence in which it refused one."""

    response_format: bool = True
    arrays: bool = True
    """Schemas whose top level is an array."""
    temperature: bool = True
    seed: bool = True
    max_tokens: bool = True
    """Under this name, and not as max_completion_tokens."""
    said: Mapping[str, str] = field(default_factory=dict)

    def without(self, name: str, message: str) -> "Abilities":
        return replace(self, **{name: False}, said={**self.said, name: message})

    def record(self) -> dict[str, dict[str, object]]:
        """What was learned, as run.json has it.

        >>> Abilities().without("seed", "Unknown name: seed").record()
        {'seed': {'takes': False, 'said': 'Unknown name: seed'}}
        """
        return {name: {"takes": False, "said": sentence} for name, sentence in self.said.items()}

    @classmethod
    def of(cls, record: Mapping[str, Mapping[str, object]]) -> "Abilities":
        found = cls()
        for name, learned in record.items():
            found = found.without(name, str(learned["said"]))
        return found


def refused(message: str, own: Collection[str], has_array: bool) -> str:
    """Which ability a refusal denies, of a request with our fields `own`; "" if it names none of them.

    Only what that request was sent with can have been refused: of eight in flight all get the same sentence, and one
    that already left a field out is refused for something else. `has_array`: its schema's top level is an array.

    >>> said = "Unsupported value: 'temperature' does not support 0 with this model."
    >>> refused(said, {"temperature"}, False), refused(said, set(), False)
    ('temperature', '')
    """
    if "response_format" in own:
        if has_array and ARRAY.search(message):
            return "arrays"
        if FORMAT.search(message):
            return "response_format"
    if "max_tokens" in own and "max_completion_tokens" in message:
        return "max_tokens"
    for name in ("temperature", "seed"):
        if name in own and re.search(rf"\b{name}\b", message, re.IGNORECASE) and REFUSES.search(message):
            return name
    return ""
