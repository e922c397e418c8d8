"""The rules that compare an answer with a reference: asr, ocr and extraction (GRADING, sections 7 and 8)."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from ..errors import Finding, RuleError
from ..phrases import Answer
from ..speech import accuracy, word_errors
from ..text import words1
from . import fields


@dataclass(frozen=True)
class Asr:
    """A transcript, compared word by word."""

    reference: str

    type: ClassVar[str] = "asr"
    passes_at: ClassVar[float] = 0.9
    checks: ClassVar[dict[str, fields.Check]] = {"reference": fields.string}

    @classmethod
    def of(cls, values: dict[str, Any]) -> "Asr":
        return cls(**values)

    def problems(self) -> Iterator[Finding]:
        if not self.words:
            yield Finding(f"has no words ({fields.shown(self.reference)}); expected a transcript", field="reference")

    @cached_property
    def words(self) -> list[str]:
        return words1(self.reference)

    def is_silent(self, answer: Answer) -> bool:
        return answer.is_wordless

    def soft(self, answer: Answer) -> float:
        return accuracy(word_errors(answer.words1, self.words), len(self.words))


@dataclass(frozen=True)
class Ocr:
    """Blocks of a document's text and tables, in any order."""

    blocks: tuple[str, ...]

    type: ClassVar[str] = "ocr"
    passes_at: ClassVar[float] = 0.9
    checks: ClassVar[dict[str, fields.Check]] = {"blocks": fields.some_strings}

    @classmethod
    def of(cls, values: dict[str, Any]) -> "Ocr":
        return cls(tuple(values["blocks"]))

    def problems(self) -> Iterator[Finding]:
        if len(self.blocks) > 4:
            yield Finding(f"has {len(self.blocks)} blocks; expected at most 4", field="blocks")

    def is_silent(self, answer: Answer) -> bool:
        return answer.is_wordless

    def soft(self, answer: Answer) -> float:
        raise RuleError("this version has no rule ocr")


def _objects(value: object) -> str:
    if isinstance(value, dict) or (isinstance(value, list) and all(isinstance(item, dict) for item in value)):
        return ""
    return f"is neither an object nor a list of objects ({fields.shown(value)})"


def _schema(value: object) -> str:
    return "" if isinstance(value, dict) else f"is no object ({fields.shown(value)}); expected a JSON schema"


@dataclass(frozen=True)
class Extraction:
    """A JSON object or list of objects, compared field by field."""

    reference: dict[str, Any] | list[dict[str, Any]]
    schema: dict[str, Any] | None = None

    type: ClassVar[str] = "extraction"
    passes_at: ClassVar[float] = 1.0
    checks: ClassVar[dict[str, fields.Check]] = {"reference": _objects, "schema": _schema}

    @classmethod
    def of(cls, values: dict[str, Any]) -> "Extraction":
        return cls(**values)

    def problems(self) -> Iterator[Finding]:
        return iter(())

    def is_silent(self, answer: Answer) -> bool:
        return answer.is_blank

    def soft(self, answer: Answer) -> float:
        raise RuleError("this version has no rule extraction")
