"""The rules that compare an answer with a reference: asr, ocr and extraction (GRADING, sections 7 and 8)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from .. import document, extraction, json_reader, schema
from ..errors import Finding
from ..lazy import made_once
from ..phrases import Answer
from ..speech import accuracy, word_errors
from ..text import words1
from . import fields
from .quotes import Quotes


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

    @made_once
    def words(self) -> list[str]:
        return words1(self.reference)

    def quotes(self) -> Quotes:
        return Quotes(texts=(self.reference,))

    def is_silent(self, answer: Answer) -> bool:
        return not answer.words1

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
        for problem in document.document_problems(list(self.blocks)):
            yield Finding(problem, field="blocks")

    @made_once
    def read(self) -> document.Reference:
        return document.read_reference(self.blocks)

    def quotes(self) -> Quotes:
        return Quotes(texts=self.blocks)

    def is_silent(self, answer: Answer) -> bool:
        return answer.is_wordless or not self.compare(answer).says_anything

    def compare(self, answer: Answer) -> document.DocumentScore:
        return answer.compared(self, lambda: document.score_document(answer.text, self.read))

    def soft(self, answer: Answer) -> float:
        return self.compare(answer).soft


def _objects(value: object) -> str:
    if isinstance(value, dict) or (isinstance(value, list) and all(isinstance(item, dict) for item in value)):
        return ""
    return f"is neither an object nor a list of objects ({fields.shown(value)}); expected {{...}} or [{{...}}, ...]"


def _schema(value: object) -> str:
    return "" if isinstance(value, dict) else f"is no object ({fields.shown(value)}); expected a JSON schema"


@dataclass(frozen=True)
class Extraction:
    """A JSON object or list of objects, compared field by field."""

    reference: dict[str, Any] | list[dict[str, Any]]
    schema: dict[str, Any] | None = None
    unwrap_array: bool = False
    """Whether an object that holds nothing but an array stands for it; the grader's option, not the task's."""

    type: ClassVar[str] = "extraction"
    passes_at: ClassVar[float] = 1.0
    checks: ClassVar[dict[str, fields.Check]] = {"reference": _objects, "schema": _schema}

    @classmethod
    def of(cls, values: dict[str, Any]) -> "Extraction":
        return cls(**values)

    def problems(self) -> Iterator[Finding]:
        return self._found(None)

    def schema_problems(self) -> Iterator[Finding]:
        """What is wrong with the schema, and with the reference under it: for authors, since no score depends on it."""
        return self._found(self.schema)

    def _found(self, under: dict[str, Any] | None) -> Iterator[Finding]:
        for problem in schema.extraction_problems(self.reference, under):
            field, _, what = problem.partition(": ")
            yield Finding(what, field=field)

    @made_once
    def read(self) -> json_reader.Json:
        return json_reader.read_reference(self.reference)

    @made_once
    def unwrapping(self) -> "Extraction":
        """The same rule with `unwrap_array`."""
        return replace(self, unwrap_array=True)

    def quotes(self) -> Quotes:
        return Quotes(reference=self.reference)

    def is_silent(self, answer: Answer) -> bool:
        return answer.is_blank

    def compare(self, answer: Answer) -> extraction.ExtractionScore:
        return answer.compared(
            self,
            lambda: extraction.compare_json(answer.text, self.read, unwrap_array=self.unwrap_array),
        )

    def soft(self, answer: Answer) -> float:
        return self.compare(answer).soft

    def schema_valid(self, answer: Answer) -> bool | None:
        """Whether the answer is valid against the schema; None without one, and where it was not judged."""
        return None if self.schema is None else answer.compared(self._judging, lambda: self._judge(answer))

    @made_once
    def _judging(self) -> object:
        """What the verdict on an answer is kept by."""
        return object()

    def _judge(self, answer: Answer) -> bool | None:
        assert self.schema is not None
        value, problem = json_reader.read_json(answer.text)
        if problem:
            return False
        return schema.is_schema_valid(extraction.unwrapped(value) if self._unwraps else value, self.schema)

    @property
    def _unwraps(self) -> bool:
        return self.unwrap_array and isinstance(self.reference, list)
