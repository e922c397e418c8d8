"""The rules that compare an answer with a reference: asr, ocr and extraction (GRADING, sections 7 and 8)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, ClassVar

from .. import document, extraction, json_reader, schema
from ..errors import Finding
from ..lazy import made_once
from ..phrases import Answer
from ..sentence import Sentence
from ..speech import accuracy, word_errors
from ..text import words1
from . import asked, fields
from .quotes import Quotes


@dataclass(frozen=True)
class Asr:
    """A transcript, compared word by word."""

    reference: str

    type: ClassVar[str] = "asr"
    passes_at: ClassVar[float] = 0.9
    pattern_field: ClassVar[str] = ""
    checks: ClassVar[dict[str, fields.Check]] = {"reference": fields.string}

    @classmethod
    def of(cls, values: dict[str, Any]) -> "Asr":
        return cls(**values)

    def problems(self) -> Iterator[Finding]:
        if not self.words:
            yield Finding(Sentence("wordless-transcript", value=fields.shown(self.reference)), field="reference")

    @made_once
    def words(self) -> list[str]:
        return words1(self.reference)

    def quotes(self) -> Quotes:
        return Quotes(texts=(self.reference,))

    def expected(self) -> asked.Expected:
        return asked.Expected(words=self.words, is_ordered=True)

    def side_by_side(self, answer: Answer) -> asked.SideBySide:
        return asked.SideBySide(answer.words1, self.words, is_whole=True)

    normaliser = "spoken1"

    def best_reading(self, answer: Answer) -> float:
        """The word accuracy of the best reading of the answer's numbers (NORMALISE, 12.2)."""
        from ..normal import best1  # its tables take 50 ms to make, which other answers do not need

        return best1(answer.text, self.reference)

    beside_score = asked.says_no_more
    author_problems = asked.has_no_more_problems
    unwrapping = property(asked.itself)
    asks = asked.asks_for_no_phrase
    asked_places = asked.has_no_places

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
    pattern_field: ClassVar[str] = ""
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

    def expected(self) -> asked.Expected:
        return self._expected

    @made_once
    def _expected(self) -> asked.Expected:
        words, tables = document.split_document("\n\n".join(self.blocks))
        return asked.Expected(words=words, tables=tables)

    def side_by_side(self, answer: Answer) -> asked.SideBySide:
        score = self.compare(answer)
        if not score.errors:
            return asked.SideBySide(document=score)
        expected = list(chain.from_iterable(self.read.blocks[block - 1] for block in score.order))
        return asked.SideBySide(score.answer_words, expected, document=score)

    beside_score = asked.says_no_more
    normaliser = "structure1"
    best_reading = asked.reads_no_numbers
    author_problems = asked.has_no_more_problems
    unwrapping = property(asked.itself)
    asks = asked.asks_for_no_phrase
    asked_places = asked.has_no_places

    def is_silent(self, answer: Answer) -> bool:
        return answer.is_wordless or not self.compare(answer).says_anything

    def compare(self, answer: Answer) -> document.DocumentScore:
        return answer.compared(self, lambda: document.score_document(answer.text, self.read))

    def soft(self, answer: Answer) -> float:
        return self.compare(answer).soft


def _objects(value: object) -> str:
    if isinstance(value, dict) or (isinstance(value, list) and all(isinstance(item, dict) for item in value)):
        return ""
    return Sentence("no-objects", value=fields.shown(value))


def _schema(value: object) -> str:
    return "" if isinstance(value, dict) else Sentence("no-schema", value=fields.shown(value))


@dataclass(frozen=True)
class Extraction:
    """A JSON object or list of objects, compared field by field."""

    reference: dict[str, Any] | list[dict[str, Any]]
    schema: dict[str, Any] | None = None
    unwrap_array: bool = False
    """Whether an object that holds nothing but an array stands for it; the grader's option, not the task's."""

    type: ClassVar[str] = "extraction"
    passes_at: ClassVar[float] = 1.0
    pattern_field: ClassVar[str] = ""
    checks: ClassVar[dict[str, fields.Check]] = {"reference": _objects, "schema": _schema}

    @classmethod
    def of(cls, values: dict[str, Any]) -> "Extraction":
        return cls(**values)

    def problems(self) -> Iterator[Finding]:
        return self._found(None)

    def author_problems(self) -> Iterator[Finding]:
        """What is wrong with the schema, and with the reference under it: for authors, since no score depends on it."""
        return iter(()) if self.schema is None else self._found(self.schema)

    def _found(self, under: dict[str, Any] | None) -> Iterator[Finding]:
        return (Finding(what, field=field) for field, what in schema.found_in(self.reference, under))

    @made_once
    def read(self) -> json_reader.Json:
        return json_reader.read_reference(self.reference)

    @made_once
    def unwrapping(self) -> "Extraction":
        """The same rule with `unwrap_array`."""
        return replace(self, unwrap_array=True)

    def quotes(self) -> Quotes:
        return Quotes(reference=self.reference)

    def expected(self) -> asked.Expected:
        return asked.Expected(value=self.reference, schema=self.schema)

    def side_by_side(self, answer: Answer) -> asked.SideBySide:
        return asked.SideBySide(fields=self.compare(answer))

    def beside_score(self, answer: Answer) -> dict[str, Any]:
        """Whether the answer is valid against the schema, null without one."""
        valid = self.schema_valid(answer)
        return {"schema_valid": "not judged" if valid is None and self.schema is not None else valid}

    normaliser = asked.NOT_NORMALISED
    best_reading = asked.reads_no_numbers
    asks = asked.asks_for_no_phrase
    asked_places = asked.has_no_places

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
