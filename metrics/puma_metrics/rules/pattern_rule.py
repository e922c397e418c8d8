"""The rule that counts the matches of a regular expression (GRADING, section 5)."""

import re
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from .. import polish, text
from ..deadline import Deadline
from ..errors import Finding, RuleError
from ..lazy import made_once
from ..phrases import Answer
from ..sentence import Sentence
from . import fields, pattern_guard
from .pattern_calls import calls_itself_first
from .pattern_form import PatternForm, pattern_form
from .pattern_items import ESCAPE, ESCAPED, LITERAL, items
from .phrase_rules import bounded
from .quotes import Quotes

DEADLINE = 1.0
"""Seconds of computing that one rule may search one answer: as the engine counts them, waiting for others left out."""
CALLING_DEADLINE = 0.25
"""The same for a pattern that calls a group of its own: one that calls itself first takes memory as long as it runs."""
_CALL = re.compile(r"\(\?(?:R|[+-]?\d|&|P>)")

_ESCAPE = re.compile(ESCAPED, re.DOTALL)
_RUN = re.compile(r"[^\W_]+")


class Spans(Sequence[text.Span]):
    """Starts and ends of matches, empty ones left out: as numbers, since a million pairs would take 100 MB."""

    def __init__(self, numbers: "array[int] | None" = None):
        self.numbers = array("I") if numbers is None else numbers

    def add(self, span: text.Span) -> None:
        if span[0] < span[1]:
            self.numbers.extend(span)

    def __len__(self) -> int:
        return len(self.numbers) // 2

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        return self.numbers[2 * index], self.numbers[2 * index + 1]


class Found(NamedTuple):
    """Where a pattern matches, and how many of the matches count."""

    searched: str
    places: Sequence[text.Span]
    counted: int = 0


@dataclass(frozen=True)
class Regex:
    """A pattern whose number of matches must lie within bounds."""

    pattern: str
    regex_min: int | None = 1
    regex_max: int | None = None
    match_min_length: int | None = None
    match_max_length: int | None = None
    valid_words: bool = False
    normalize: bool = True

    type: ClassVar[str] = "regex"
    passes_at: ClassVar[float] = 1.0
    checks: ClassVar[dict[str, fields.Check]] = {
        "pattern": fields.string,
        "regex_min": fields.count,
        "regex_max": fields.count,
        "match_min_length": fields.count,
        "match_max_length": fields.count,
        "valid_words": fields.flag,
        "normalize": fields.flag,
    }

    @classmethod
    def of(cls, values: dict[str, Any]) -> "Regex":
        return cls(**values)

    def problems(self) -> Iterator[Finding]:
        low = 1 if self.regex_min is None else self.regex_min
        yield from fields.above(low, self.regex_max, "regex_min", "regex_max")
        yield from fields.above(self.match_min_length, self.match_max_length, "match_min_length", "match_max_length")
        if not self.pattern:
            yield Finding(Sentence("empty-pattern"), field="pattern")
        elif self.form.problems:
            yield from (Finding(problem, field="pattern") for problem in self.form.problems)
        elif calls_itself_first(self.form.text):
            yield Finding(Sentence("endless-pattern", pattern=fields.shown(self.pattern)), field="pattern")
        else:
            yield from self._compile_problems()

    def _compile_problems(self) -> Iterator[Finding]:
        try:
            _ = self.compiled
        except pattern_guard.TooLarge as error:
            shown, most = fields.shown(self.pattern), pattern_guard.MOST_ITEMS
            yield Finding(Sentence("many-items-in", most=most, pattern=shown, way_out=error.way_out), field="pattern")
        except pattern_guard.BadPattern as error:
            problem = Sentence("bad-pattern", pattern=fields.shown(self.pattern), error=str(error))
            yield Finding(problem, field="pattern")

    @made_once
    def form(self) -> PatternForm:
        return pattern_form(self.pattern, self.normalize)

    @made_once
    def compiled(self):
        """The only way to the engine. Raises BadPattern, of a pattern that nobody has validated too."""
        return pattern_guard.compiled(self.form.text, self.normalize)

    @made_once
    def pattern_words(self) -> frozenset[str]:
        return frozenset(word.lower() for word in _RUN.findall(_ESCAPE.sub(" ", self.form.text)))

    @property
    def literals(self) -> set[str]:
        """The characters that the pattern names one by one, outside classes."""
        found = items(self.form.text)
        escaped = {item.text[1] for item in found if item.kind == ESCAPE and not item.text[1].isalnum()}
        return escaped | {item.text for item in found if item.kind == LITERAL}

    def quotes(self) -> Quotes:
        return Quotes(pattern=self.pattern)

    def is_silent(self, answer: Answer) -> bool:
        return answer.is_silent(self.normalize)

    def texts(self, answer: Answer) -> list[str]:
        """What is searched: `raw1`, or the words as written and the words in base forms."""
        if not self.normalize:
            return [answer.raw1]
        words = [text.written(token) for token in answer.tokens]
        found = {word: looked_up.base_forms for word, looked_up in zip(words, answer.words, strict=True)}
        bases = {word: self._base_form(word, forms) for word, forms in found.items()}
        texts = [" ".join(words), " ".join(bases[word] for word in words)]
        return texts[:1] if texts[0] == texts[1] else texts

    def _base_form(self, word: str, forms: Sequence[str]) -> str:
        """The base form that stands as a word in the pattern, else the word if it is one of its own, else the first.

        Where only valid words count, what is none (the abbreviation `b`) does not become one (`bajt`).
        """
        if self.valid_words and not polish.is_polish_word(word):
            return word
        bases = [form for form in forms if not form.startswith(polish.NEGATED)]
        in_pattern = next((base for base in bases if base in self.pattern_words), None)
        return in_pattern or (word if word in bases or not bases else bases[0])

    def matches(self, searched: str, deadline: Deadline) -> Spans:
        """Where the pattern matches, empty matches left out; raises RuleError at the deadline."""
        found = Spans()
        try:
            matches = self.compiled.finditer(searched, timeout=deadline.left)
            for number, match in enumerate(matches, start=1):
                found.add(match.span())
                if number % 1024 == 0 and deadline.is_over():
                    raise TimeoutError
        except (TimeoutError, MemoryError) as error:
            pattern = fields.shown(self.pattern)
            if isinstance(error, TimeoutError):
                raise RuleError(Sentence("pattern-slow", pattern=pattern, seconds=self._seconds)) from error
            raise RuleError(Sentence("pattern-memory", pattern=pattern)) from error
        return found

    @property
    def _seconds(self) -> float:
        return min(DEADLINE, CALLING_DEADLINE) if _CALL.search(self.pattern) else DEADLINE

    @property
    def is_choosy(self) -> bool:
        return self.valid_words or self.match_min_length is not None or self.match_max_length is not None

    def objection(self, match: str) -> str:
        """Why a match does not count: its length in characters is out of bounds, or it is no valid word."""
        if self.match_min_length is not None and len(match) < self.match_min_length:
            return self._objections[0]
        if self.match_max_length is not None and len(match) > self.match_max_length:
            return self._objections[1]
        return self._objections[2] if self.valid_words and not polish.is_polish_word(match) else ""

    @made_once
    def _objections(self) -> tuple[Sentence, Sentence, Sentence]:
        """Made once: a text may have as many matches as characters."""
        short = Sentence("too-short", bound=self.match_min_length or 0)
        return short, Sentence("too-long", bound=self.match_max_length or 0), Sentence("no-word")

    def found(self, answer: Answer) -> Found:
        """What was found in the text with the larger count."""
        return answer.compared(self, lambda: self._search(answer))

    def _search(self, answer: Answer) -> Found:
        texts = self.texts(answer)  # looking words up is not the pattern's time
        deadline = Deadline(self._seconds)
        found = [Found(searched, self.matches(searched, deadline)) for searched in texts]
        counted = [each._replace(counted=self._count(*each[:2])) for each in found]
        return max(counted, key=lambda each: each.counted)

    def _count(self, searched: str, places: Sequence[text.Span]) -> int:
        if not self.is_choosy:
            return len(places)
        return sum(not self.objection(searched[start:end]) for start, end in places)

    def soft(self, answer: Answer) -> float:
        count = self.found(answer).counted
        high = count if self.regex_max is None else self.regex_max
        return bounded(count, 1 if self.regex_min is None else self.regex_min, high)

    def first_matches(self, answer: Answer, most: int) -> list[tuple[str, text.Span, str]]:
        """Each of the first matches with its place in the raw answer and why it does not count, if so."""
        searched, places, _ = self.found(answer)
        in_answer = self._place_in_answer(searched, answer)
        return [(searched[s:e], in_answer(s, e), self.objection(searched[s:e])) for s, e in places[:most]]

    def _place_in_answer(self, searched: str, answer: Answer) -> Callable[[int, int], text.Span]:
        if not self.normalize:
            return lambda start, end: answer.place(start, end, normalize=False)
        word_of = [index for index, word in enumerate(searched.split(" ")) for _ in range(len(word) + 1)]
        return lambda start, end: answer.place(word_of[start], word_of[end - 1] + 1, normalize=True)
