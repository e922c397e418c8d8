"""When a phrase matches an answer: word by word through base forms, or letter by letter (GRADING, section 2).

Words are compared by their keys, short strings in separate name spaces: a base form as it is, `nie·` and the base form
of a negated participle or gerund, `=` a word as written, `~` a stem of an unknown word, `#` a number, `@` a time.
"""

import functools
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from . import polish, text
from .lazy import made_once
from .text import Span

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Keys = frozenset[str]
R = TypeVar("R")

_TIME_WITH_POINT = re.compile(r"(?:[01]?\d|2[0-4])\.[0-5]\d")
_WORDY = re.compile(r"[^\W_]")
LONG = 2_000
"""Words from which an answer is searched for a phrase all at once, and not place by place."""


def _number_keys(token: str) -> Keys:
    """A time has no value; a point with exactly two decimals may be a number or a time."""
    if ":" in token:
        return frozenset({"@" + token})
    value = "#" + text.written(token)
    return frozenset({value, "@" + token.replace(".", ":")} if _TIME_WITH_POINT.fullmatch(token) else {value})


def _unknown_keys(word: str) -> Keys:
    return frozenset({"=" + word, "=" + polish.without_apostrophe_ending(word)} | {"~" + s for s in polish.stems(word)})


class Word(NamedTuple):
    """A word of an answer, looked up once."""

    keys: Keys
    """What it offers to phrases."""
    base_forms: tuple[str, ...] = ()
    """In the dictionary's order, those of negated readings marked; with repetitions."""


@functools.lru_cache(50_000)
def looked_up(token: str) -> Word:
    if token[0].isdecimal():
        return Word(_number_keys(token))
    word = token.lower()
    known = polish.base_keys(word)
    return Word(frozenset([*known, "=" + word]), tuple(known)) if known else Word(_unknown_keys(word))


def offered(token: str) -> Keys:
    """What a word of an answer offers: itself and all its base forms.

    >>> sorted(offered("Psem")), sorted(offered("1,50"))
    (['=psem', 'pies'], ['#1.5'])
    """
    return looked_up(token).keys


@functools.lru_cache(50_000)
def asked(token: str) -> Keys:
    """What a word of a phrase asks for, any one of it: itself; and its base forms, unless it is one of its own.

    A noun in the nominative plural asks for its singular too, but not where the capitalised word is a name.

    >>> sorted(asked("prawa")), sorted(asked("Rysy")), sorted(asked("Chłopi"))
    (['=prawa', 'prawa', 'prawo'], ['=rysy', 'rysy'], ['=chłopi', 'chłop', 'chłopi'])
    """
    word = token.lower()
    known = () if token[0].isdecimal() else polish.readings(word)
    own = [reading for reading in known if reading.key == word]
    if not own:
        return offered(token)
    is_name = token[0].isupper() and any(reading.is_name for reading in own)
    singular = {reading.key for reading in known if reading.is_nominative_plural_noun and not is_name}
    return frozenset({word, "=" + word} | singular)


@dataclass(frozen=True)
class Answer:
    """An answer with its text forms, each made once, however many phrases are looked for."""

    text: str

    @made_once
    def raw1(self) -> str:
        return text.raw1(self.text)

    @made_once
    def words1(self) -> list[str]:
        return text.words1(self.text)

    @made_once
    def cleaned(self) -> str:
        return text.cleaned(self.text)

    @made_once
    def tokens(self) -> list[str]:
        return text.tokens_of(self.cleaned)

    @made_once
    def words(self) -> list[Word]:
        if len(self.text) < 10 * polish.LONGEST_WORD:
            return list(map(looked_up, self.tokens))
        # a huge word is not worth a place in the cache
        return [(looked_up if len(t) <= polish.LONGEST_WORD else looked_up.__wrapped__)(t) for t in self.tokens]

    @made_once
    def keys(self) -> list[Keys]:
        return [word.keys for word in self.words]

    @made_once
    def all_keys(self) -> Keys:
        return frozenset().union(*self.keys)

    @made_once
    def numbered(self) -> tuple["NDArray[np.intp]", dict[str, list[int]]]:
        """Each word's number, equal words alike; and by each key the numbers of the words that offer it."""
        import numpy as np  # takes 50 ms, which an answer of usual length does not need

        different = dict(zip(self.tokens, self.keys, strict=True))
        numbers = {token: number for number, token in enumerate(different)}
        offering: dict[str, list[int]] = defaultdict(list)
        for number, keys in enumerate(different.values()):
            for key in keys:
                offering[key].append(number)
        return np.fromiter(map(numbers.__getitem__, self.tokens), np.intp, len(self.tokens)), offering

    @made_once
    def _comparisons(self) -> dict[int, Any]:
        return {}

    def compared(self, rule: object, compare: Callable[[], R]) -> R:
        """What a rule found in this answer, found once for its score, its reason and its flags.

        A reason must not search again: it could run into the deadline that the score did not.
        """
        if id(rule) not in self._comparisons:
            self._comparisons[id(rule)] = (rule, compare())  # the rule is kept, so that its id stays its own
        return self._comparisons[id(rule)][1]

    @property
    def is_blank(self) -> bool:
        """Whether a reader sees nothing but white space; whoever only counts need not make raw1 for that."""
        return (self.is_wordless or "<" in self.text) and not self.raw1.strip()

    @property
    def is_wordless(self) -> bool:
        """Whether the answer has no letter (L*) and no number (N*), seen or not."""
        return not _WORDY.search(self.text)

    def is_silent(self, normalize: bool) -> bool:
        """Silence is never right: no word at all, or with `normalize: false` nothing but white space."""
        return not self.tokens if normalize else self.is_blank

    def says_no_word(self, normalize: bool) -> bool:
        """Whether the text form that a rule reads has no letter and no number."""
        return not self.tokens if normalize else not _WORDY.search(self.raw1)

    @made_once
    def raw1_places(self) -> Sequence[Span]:
        return text.trace(text.RAW1, self.text)[1]

    @made_once
    def token_places(self) -> list[Span]:
        return text.token_spans(self.text)

    def place(self, start: int, end: int, normalize: bool) -> Span:
        """Where words (or with `normalize: false` characters of `raw1`) start to end stand in the raw answer."""
        places = self.token_places if normalize else self.raw1_places
        return places[start][0], places[end - 1][1]


@dataclass(frozen=True)
class WordPhrase:
    """A phrase to be found word by word."""

    words: tuple[str, ...]
    """As the text form `phrase1` writes them; phrases with equal words are copies of each other."""
    asks: tuple[Keys, ...]

    @property
    def size(self) -> int:
        return len(self.words)

    def places(self, answer: Answer) -> Iterator[Span]:
        """Runs of the answer's words that match, from the left; they may overlap."""
        if not self.asks or any(ask.isdisjoint(answer.all_keys) for ask in self.asks):
            return
        if len(answer.keys) > LONG:
            yield from self._places_in_long(answer)
            return
        keys, first, rest = answer.keys, self.asks[0], self.asks[1:]
        for start in range(len(keys) - len(rest)):
            if not first.isdisjoint(keys[start]):
                end = start + 1 + len(rest)
                if all(not ask.isdisjoint(key) for ask, key in zip(rest, keys[start + 1 : end], strict=True)):
                    yield start, end

    def _places_in_long(self, answer: Answer) -> Iterator[Span]:
        """The same: of all places those that are left after each word. Word by word would take a minute where many
        words of a long phrase match at many places of a long answer."""
        import numpy as np

        words, offering = answer.numbered
        starts = np.arange(len(words) - len(self.asks) + 1)
        for place, ask in enumerate(self.asks):
            wanted = np.zeros(int(words.max()) + 1, np.bool_)
            for key in ask:
                wanted[offering.get(key, [])] = True
            starts = starts[wanted[words[starts + place]]]
        yield from ((start, start + len(self.asks)) for start in starts.tolist())

    def is_in(self, answer: Answer) -> bool:
        if len(self.asks) == 1:
            return not self.asks[0].isdisjoint(answer.all_keys)
        return any(True for _ in self.places(answer))

    def covers(self, other: "WordPhrase | RawPhrase") -> bool:
        """Whether it matches every answer that the other one matches, in whatever form the answer has its words.

        >>> phrase("pies").covers(phrase("zły pies")), phrase("Innocent").covers(phrase("Innocenty"))
        (True, False)
        """
        if not isinstance(other, WordPhrase) or not self.asks:
            return False
        runs = (other.asks[start : start + self.size] for start in range(other.size - self.size + 1))
        return any(all(map(_covers, self.asks, run)) for run in runs)


@dataclass(frozen=True)
class RawPhrase:
    """A phrase to be found letter by letter, in the text form `raw1`."""

    words: str

    @property
    def size(self) -> int:
        return len(self.words)

    def places(self, answer: Answer, behind: Callable[[int, int], int] = lambda start, _: start + 1) -> Iterator[Span]:
        """Where it stands, from the left. `behind` tells for each place from where on the next one is looked for."""
        start = answer.raw1.find(self.words) if self.words else -1
        while start >= 0:
            end = start + len(self.words)
            yield start, end
            start = answer.raw1.find(self.words, behind(start, end))

    def is_in(self, answer: Answer) -> bool:
        return bool(self.words) and self.words in answer.raw1

    def covers(self, other: "WordPhrase | RawPhrase") -> bool:
        """Whether it matches every answer that the other one matches."""
        return isinstance(other, RawPhrase) and bool(self.words) and self.words in other.words


def _covers(asked: Keys, other: Keys) -> bool:
    """Whether each key of the other comes with one that is asked for: a word as written has its base forms too."""
    return all(key in asked or (key[0] == "=" and not asked.isdisjoint(offered(key[1:]))) for key in other)


def phrase(written: str, normalize: bool = True) -> WordPhrase | RawPhrase:
    """A phrase made ready to be looked for in many answers."""
    if not normalize:
        return RawPhrase(text.raw1(written))
    found = text.tokens(written)
    return WordPhrase(tuple(map(text.written, found)), tuple(map(asked, found)))


def phrase_matches(written: str, answer: str, normalize: bool = True) -> bool:
    """Whether a phrase matches an answer (GRADING, section 2; the paper's section 3.2).

    `written` is the phrase as the task has it, `answer` any text. With `normalize` the phrase's words must stand as
    whole words next to each other in the answer, in any inflected form; without, letter by letter.

    >>> phrase_matches("Lech Wałęsa", "z Lechem Wałęsą rozmawiał"), phrase_matches("kot", "kotlet")
    (True, False)
    >>> phrase_matches("AK", "ak", normalize=False)
    False
    """
    return phrase(written, normalize).is_in(Answer(answer))
