"""The score of a document's text and tables (the paper, sections 3.2.2 and A.2; GRADING, sections 7 and 10)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, permutations
from statistics import median

from .markdown import plain_text
from .sentence import Sentence
from .tables import Table, node_count, read_tables
from .text import words1
from .wording import shorten

MAX_BLOCKS = 4
MAX_REFERENCE_CELLS = 1000
MAX_CELL_CHARACTERS = 10_000
"""Characters of a reference's cell; comparing longer ones with cells as long would outlast the bound of section 10."""
MAX_PREDICTED_CELLS = 20_000


@dataclass(frozen=True)
class Reference:
    """What a task's blocks ask for: read once per task.

    `lines` holds each block's lines as plain text, `blocks` its words, `symbols` gives every word of the text a
    character of its own, so that texts can be compared as strings, and `encoded` is each block as such a string.
    `text_characters` and `table_characters` are the weights: the characters of the words.
    """

    lines: tuple[tuple[str, ...], ...]
    blocks: tuple[tuple[str, ...], ...]
    tables: tuple[Table, ...]
    symbols: dict[str, str]
    encoded: tuple[str, ...]
    text_characters: int
    table_characters: tuple[int, ...]
    table_words: Counter[str]

    @property
    def words(self) -> int:
        return sum(map(len, self.blocks))


@dataclass(frozen=True)
class TableMatch:
    """What became of a reference table: the predicted table that is most like it, and their TEDS.

    `table` and `predicted` count from 1; `predicted` is 0 if there is none. A missing table, for which no predicted
    table is left, scores 0 whatever its TEDS.
    """

    table: int
    characters: int
    predicted: int
    teds: float
    missing: bool = False

    @property
    def score(self) -> float:
        return 0.0 if self.missing else self.teds


@dataclass(frozen=True)
class DocumentScore:
    """How an answer compares with a document's blocks: counts, and `soft`, the score in [0, 1].

    `errors` is the word edit distance for the best order of blocks, `order` (counted from 1), capped at the larger of
    the reference's words and 1. Of `answer_tables` only the first `compared` are within the bounds of section 10.
    """

    reference: Reference = field(repr=False)
    answer_words: list[str] = field(repr=False)
    answer_tables: list[Table] = field(repr=False)
    errors: int
    order: tuple[int, ...]
    compared: int
    tables: tuple[TableMatch, ...]

    @property
    def words(self) -> int:
        return self.reference.words

    @property
    def text_characters(self) -> int:
        return self.reference.text_characters

    @property
    def predicted_tables(self) -> int:
        return len(self.answer_tables)

    @property
    def not_compared(self) -> int:
        return len(self.answer_tables) - self.compared

    @property
    def table_words(self) -> int:
        """Words beyond the reference's text that stand in its tables: a table that was written as text."""
        if not self.reference.tables:
            return 0
        beyond = Counter(self.answer_words) - Counter(chain.from_iterable(self.reference.blocks))
        return (beyond & self.reference.table_words).total()

    @property
    def says_anything(self) -> bool:
        """Whether a reader of the answer sees a word, in the text or in a table."""
        return bool(self.answer_words) or any(words1(cell[0]) for t in self.answer_tables for row in t for cell in row)

    @property
    def text_accuracy(self) -> float:
        return max(0.0, 1 - self.errors / max(self.words, 1))

    @property
    def table_characters(self) -> int:
        return sum(match.characters for match in self.tables)

    @property
    def table_score(self) -> float:
        """The mean over the reference's tables, by characters; tables without characters weigh alike."""
        if not self.table_characters:
            return sum(match.score for match in self.tables) / max(len(self.tables), 1)
        return sum(match.characters * match.score for match in self.tables) / self.table_characters

    @property
    def missing_tables(self) -> int:
        return sum(match.missing for match in self.tables)

    @property
    def extra_tables(self) -> int:
        return max(0, self.predicted_tables - len(self.tables)) if self.tables else 0

    @property
    def soft(self) -> float:
        total = self.text_characters + self.table_characters
        if not total:
            return self.table_score if self.tables else self.text_accuracy
        text = self.text_characters * self.text_accuracy if self.text_characters else 0.0
        return (text + self.table_characters * self.table_score) / total


def split_document(markdown: str) -> tuple[list[str], list[Table]]:
    """The words of a document's text, and its tables (GRADING, section 7.1 and 7.2).

    Args:
        markdown: Markdown with HTML tables, any string.

    Returns:
        The `words1` words of the text outside of tables, in document order, and the tables, each a list of rows of
        (text, colspan, rowspan).

    >>> split_document("# Cennik\\n<table><tr><td>Ser<td>9 zł</table>")
    (['cennik'], [[[('Ser', 1, 1), ('9 zł', 1, 1)]]])
    """
    text, tables = read_tables(markdown)
    return words1(plain_text(text)), tables


def read_reference(blocks: Sequence[str]) -> Reference:
    """Read a task's blocks, one to four texts of Markdown with HTML tables, whatever is wrong with them.

    >>> read_reference(["Cennik <table><tr><td>Ser<td>9 zł</table>"]).table_characters
    (6,)
    """
    parts = [read_tables(block) for block in blocks]
    lines = tuple(tuple(line.strip() for line in plain_text(text).splitlines()) for text, _ in parts)
    words = tuple(tuple(chain.from_iterable(map(words1, block))) for block in lines)
    tables = tuple(chain.from_iterable(tables for _, tables in parts))
    cells = [list(chain.from_iterable(words1(cell[0]) for row in table for cell in row)) for table in tables]
    symbols = {word: chr(number) for number, word in enumerate(dict.fromkeys(chain.from_iterable(words)), start=1)}
    return Reference(
        lines,
        words,
        tables,
        symbols,
        tuple("".join(symbols[word] for word in block) for block in words),
        _characters(chain.from_iterable(words)),
        tuple(map(_characters, cells)),
        Counter(chain.from_iterable(cells)),
    )


def _characters(words: Iterable[str]) -> int:
    return sum(map(len, words))


def score_document(answer: str, reference: Reference) -> DocumentScore:
    """Compare an answer with a document's blocks (the paper, section A.2; GRADING, sections 7.3 to 7.5).

    Args:
        answer: Markdown with HTML tables, any string.
        reference: What `read_reference` made of the blocks. If it has no tables, the answer's are read as text.

    >>> score = score_document("Cennik dnia <table><tr><td>ser", read_reference(["dnia", "Cennik"]))
    >>> score.order, score.errors, score.words
    ((2, 1), 1, 2)
    """
    text, tables = read_tables(answer, tables_as_text=not reference.tables)
    words = words1(plain_text(text))
    errors, order = _best_order("".join(reference.symbols.get(word, "\0") for word in words), reference.encoded)
    matches, compared = _match_tables(tables, reference)
    return DocumentScore(reference, words, tables, errors, tuple(block + 1 for block in order), compared, matches)


def _best_order(answer: str, blocks: Sequence[str]) -> tuple[int, Sequence[int]]:
    """The smallest edit distance over all orders of the blocks, and an order that has it.

    Distances beyond the length of the reference score 0 alike, so they need not be told apart. No order can do better
    than the words that both sides have, in any order, allow. The likely order comes first, since a small distance makes
    the search for a smaller one short.
    """
    from rapidfuzz.distance import Levenshtein

    length = sum(map(len, blocks))
    common = (Counter("".join(blocks)) & Counter(answer)).total()
    least = max(length, len(answer)) - common
    best, best_order = max(length, 1), tuple(range(len(blocks)))
    if least >= best:
        return best, best_order
    for order in dict.fromkeys((_likely_order(answer, blocks), *permutations(best_order))):
        joined = "".join(blocks[block] for block in order)
        errors = Levenshtein.distance(joined, answer, score_cutoff=best - 1)
        if errors < best:
            best, best_order = errors, order
        if best == least:
            break
    return best, best_order


def _likely_order(answer: str, blocks: Sequence[str]) -> tuple[int, ...]:
    """The blocks by the places of their words in the answer."""
    places = {symbol: place for place, symbol in enumerate(answer)}
    middles: list[float] = []
    for block in blocks:
        found = [places[symbol] for symbol in block if symbol in places]
        # a block of which the answer has no word stays behind the one before it
        middles.append(median(found) if found else middles[-1] if middles else 0)
    return tuple(sorted(range(len(blocks)), key=middles.__getitem__))


def _match_tables(predicted: Sequence[Table], reference: Reference) -> tuple[tuple[TableMatch, ...], int]:
    """For each reference table the best predicted one, and how many predicted tables were compared."""
    compared = _within_bounds(predicted, reference.tables)
    matches = [
        _best_match(number, table, characters, compared)
        for number, (table, characters) in enumerate(
            zip(reference.tables, reference.table_characters, strict=True), start=1
        )
    ]
    absent = max(0, len(matches) - len(predicted))
    missing = {match.table for match in sorted(matches, key=lambda match: (match.teds, -match.table))[:absent]}
    return tuple(replace(match, missing=match.table in missing) for match in matches), len(compared)


def _within_bounds(predicted: Sequence[Table], references: Sequence[Table]) -> Sequence[Table]:
    """The first tables, up to 20,000 cells in all and 16 + 4 per reference table. An empty row counts as a cell.

    Every predicted table is compared with every reference table: where those have more than 1,000 cells together, as
    many times fewer predicted cells are compared, which keeps the work within the bound of section 10.
    """
    most = MAX_PREDICTED_CELLS * MAX_REFERENCE_CELLS // max(MAX_REFERENCE_CELLS, sum(map(_cells, references)))
    total = 0
    for count, table in enumerate(predicted[: 16 + 4 * len(references)]):
        total += _cells(table)
        if total > most:
            return predicted[:count]
    return predicted[: 16 + 4 * len(references)]


def _cells(table: Table) -> int:
    return sum(max(1, len(row)) for row in table)


def _best_match(number: int, table: Table, characters: int, predicted: Sequence[Table]) -> TableMatch:
    """Tables are tried from the most similar size on: none can score more than the ratio of the sizes."""
    from .trees import tree_similarity  # numpy takes 50 ms to import, which a document without tables does not need

    size = node_count(table)
    sizes = [node_count(other) for other in predicted]
    bounds = [min(size, other) / max(size, other) for other in sizes]
    best, which = -1.0, 0
    for index in sorted(range(len(predicted)), key=lambda index: -bounds[index]):
        if bounds[index] > best:
            similarity = tree_similarity(predicted[index], table)
            if similarity > best:
                best, which = similarity, index + 1
    return TableMatch(number, characters, which, max(best, 0.0))


def document_problems(blocks: object) -> list[str]:
    """What is wrong with the blocks of an ocr rule, each as: what is wrong (value); what is expected (TASKS.md).

    >>> document_problems([])
    ['no blocks ([]); a list of 1 to 4 texts is expected']
    """
    if not isinstance(blocks, list) or not all(isinstance(block, str) for block in blocks):
        return [Sentence("blocks-no-texts", value=shorten(repr(blocks)), most=MAX_BLOCKS)]
    if not blocks:
        return [Sentence("no-blocks", most=MAX_BLOCKS)]
    if len(blocks) > MAX_BLOCKS:
        return [Sentence("many-blocks", blocks=len(blocks), most=MAX_BLOCKS)]
    problems: list[str] = [
        Sentence("empty-block", number=number, value=shorten(repr(block)))
        for number, block in enumerate(blocks, start=1)
        if not any(split_document(block))
    ]
    reference = read_reference(blocks)
    for number, table in enumerate(reference.tables, start=1):
        cells = _cells(table)
        if cells > MAX_REFERENCE_CELLS:
            problems.append(Sentence("large-table", number=number, cells=cells, most=MAX_REFERENCE_CELLS))
        longest = max((len(cell[0]) for row in table for cell in row), default=0)
        if longest > MAX_CELL_CHARACTERS:
            problems.append(Sentence("long-cell", number=number, characters=longest, most=MAX_CELL_CHARACTERS))
    if not problems and not reference.words and not reference.tables:
        problems.append(Sentence("wordless-blocks", value=shorten(repr(blocks))))
    return problems
