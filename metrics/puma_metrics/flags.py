"""What a rule cannot see of an answer and a person should read: flags. They never change a score.

Rules find words; they do not see that an answer denies, takes back or merely lists what they look for (GRADING,
section 11). An occurrence of what a rule asks for is sound if none of the kinds below apply to it; a pass is contested
if something that a rule asks for has no sound occurrence. The patterns are Polish and English.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from .phrases import Answer
from .rules import Include, Order, Regex, Rule, RuleScore
from .task import Task
from .text import Span, token_places

MOST_OCCURRENCES = 50
LONGEST = 20_000
"""Characters of an answer that are read for flags; what stands behind them is not flagged."""
ECHO = 6
"""So many words in a row that also stand in the prompt are an echo of it."""


def _words(*patterns: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(patterns)})", re.IGNORECASE)


NEGATION_BEFORE = _words(
    r"nie(?! tylko\b)\b", r"ani\b", r"bynajmniej\b", r"zamiast\b", r"w przeciwieństwie do\b", r"inaczej niż\b",
    r"nor?\b", r"not(?! only\b)\b", r"\w+n['’]t\b", r"never\b", r"neither\b", r"instead of\b", r"rather than\b",
)  # fmt: skip
NEGATION_AFTER = re.compile(
    r"^\W{0,3}\?\W{0,6}(?:nie|no)\b"
    r"|^\W*(?:(?:się|jednak|raczej|wcale|tu|to) )*nie (?:jest|są|był[aoy]?|może|mogą|mógł|mogł\w+|pasuj\w+|zgadza\w*"
    r"|zdecyd\w+|wybran\w+|wchodz\w+|wygra\w+|o ni\w+ chodzi)\b"
    r"|\b(?:ale|lecz|jednak|choć|chociaż)\b[^.!?\n]{0,25}?\bnie (?:jest|są|był[aoy]?|to|ta|ten|te|o)\b"
    r"|\b(?:ale|lecz|jednak)\b[^.!?\n]{0,40}?\bnie (?:pasuj|zgadza|odpowiada|może)"
    r"|\bnie (?:jest|są|był[aoy]?) (?:to )?(?:on|ona|ono|ten|ta|to|tym|tą|nim|nią|praw|popraw)"
    r"|\b(?:nim|nią|tym|nimi) nie (?:jest|są|był)|\bto nie (?:on|ona|ono|ten|ta|to|tak)\b"
    r"|\b(?:błędny|fałszywy|zły|mylny) trop\b|\bbyłob[yo] (?:błęd|pomył)"
    r"|\bbut (?:it|this|that)(?:['’]s| is| was) not\b|\b(?:it|this|that) (?:isn['’]t|is not|was not|wasn['’]t)\b",
    re.IGNORECASE,
)
POSSIBILITY_BEFORE = _words(
    r"(?:może|mogą) to być\b", r"to (?:może|mogą) być\b", r"mógłby to być\b", r"mogł[aoy]by to być\b",
    r"możliwe (?:odpowiedzi|tytuły|nazwy|rozwiązania|są)\b", r"możliwości\b", r"kandyda\w+", r"w grę wchodz\w+",
    r"do wyboru\b", r"(?:it|this|these|they) (?:could|might|may) be\b", r"candidates?\b",
    r"possib\w+ (?:answer|title)s?\b", r"possibilities\b", r"options are\b",
)  # fmt: skip
UNDECIDED_AFTER = _words(
    r"trudno (?:powiedzieć|rozstrzygnąć|orzec|wybrać)\b", r"w zależności od\b", r"zależnie od\b",
    r"nie (?:wiem|potrafię|umiem|mogę)\b[^.!?\n]{0,30}\b(?:któr|rozstrzyg|wybra|wskaza)", r"któryś z\b", r"któraś z\b",
    r"nie jestem pew\w+,? któr", r"depending on\b", r"hard to (?:say|tell)\b", r"can(?:not|['’]t) (?:decide|tell)\b",
)  # fmt: skip
OR_AFTER = re.compile(r"^\W*(?:\w[\w.:,’-]*\W+){0,3}?(?:albo|lub|bądź|względnie|or)\b|^[\W_]*czy\b", re.IGNORECASE)
OR_BEFORE = re.compile(r"\b(?:albo|lub|bądź|względnie|or)\W+(?:\w+\W+){0,2}$|\bczy\W+$", re.IGNORECASE)
RETRACTION = re.compile(
    r"\b(?:korekt[aęy]|sprostowani[ea]|errata|poprawka|aktualizacja|poprawi?am|cofam|(?:wy|od)\w{2,4}uję|(?:s|wy)?prostuj\w*"
    r"|sprostować|koryguj\w+|wycofać|przepraszam|wybacz\w*|po namyśle|po zastanowieniu|po przemyśleniu"
    r"|po (?:ponown|powtórn|dokładniejsz|bliższ|głębsz|uważniejsz)\w+|po sprawdzeniu|a właściwie|właściwie nie|a raczej"
    r"|(?:po)?myli(?:łem|łam) się|pomyli(?:łem|łam)|(?:z|od)mieniam (?:zdanie|odpowiedź)|jednak (?:nie|to)"
    r"|nie, (?:jednak|to)"
    r"|(?:właściwa|prawidłowa|poprawna) odpowiedź|tak bym (?:powiedzia|odpowiedzia)\w+"
    r"|correction|on (?:second thoughts?|reflection)|actually|i was wrong|i take (?:that|it) back|sorry|scratch that"
    r"|let me correct|update)\b"
    r"|(?:(?:^|[.!?;,–—-])\s*(?:(?:więc|czyli|a|i) )?)ostatecznie\b"
    r"|\b(?:hmm+|chwila|moment|zaraz|wait)\b\s*[,.…!:–—-]"
    r"|(?:[.?!…–—-]\s*|\b(?:hmm+|ale|choć|jednak|oj|ach)\b\W*)nie\s*[,:–—…]|\bno, (?:wait|it|that)\b",
    re.IGNORECASE,
)
CONCLUSION = re.compile(
    r"\b(?:(?:ostateczna |końcowa |poprawna |prawidłowa )?odpowiedź|(?:final )?answer|wniosek|podsumowanie)"
    r"(?: (?:końcowa|ostateczna|brzmi|to|is))?\W{0,3}:"
    r"|\bodpowiadam więc\W{0,3}:",
    re.IGNORECASE,
)
NO_LIST_ITEM = re.compile(
    r"^\s*(?:a|ale|lecz|czyli|gdzie|co|ani|wbrew|któr\w+|o|że|bo|więc|to|natomiast|zaś|jedyn\w+|choć|jeśli|gdy|aby|żeby"
    r"|which|who|where|that|so|but|because)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"\w+")
SENTENCE_END = re.compile(r"[!?\n]|\.(?!\d)(?=\s|$)")
CLAUSE_END = re.compile(r"[,;:!?\n()–—]|\.(?!\d)| - ")
OR_END = re.compile(r"[;:!?\n–—]|\.(?!\d)")
RUN_END = re.compile(r"[;:!?\n()–—]|\.(?!\d)")


@dataclass(frozen=True)
class Reading:
    """An answer as it is read for flags: its lines, sentences and marks, each found once."""

    text: str
    prompt: str

    @cached_property
    def retractions(self) -> list[int]:
        """Where the answer takes something back; a mark that the prompt uses itself, as `ostatecznie`, is none."""
        asked = set(_WORD.findall(self.prompt.lower())) - {"nie"}
        found = RETRACTION.finditer(self.text)
        return [match.start() for match in found if not asked.issuperset(_WORD.findall(match[0].lower()))]

    @cached_property
    def conclusion(self) -> int:
        """Where the last announced conclusion starts, or 0."""
        return max((match.start() for match in CONCLUSION.finditer(self.text)), default=0)

    @cached_property
    def echoes(self) -> list[Span]:
        """Where at least ECHO words in a row also stand in the prompt."""
        asked = [token.lower() for token, _ in token_places(self.prompt)]
        known = {tuple(asked[i : i + ECHO]) for i in range(len(asked) - ECHO + 1)}
        said = token_places(self.text) if known else []
        words = [token.lower() for token, _ in said]
        starts = [i for i in range(len(words) - ECHO + 1) if tuple(words[i : i + ECHO]) in known]
        return [(said[i][1][0], said[i + ECHO - 1][1][1]) for i in starts]

    def before(self, place: Span, end: re.Pattern[str]) -> str:
        """What stands between the last match of `end` and the place."""
        return self.text[max((m.end() for m in end.finditer(self.text, 0, place[0])), default=0) : place[0]]

    def after(self, place: Span, end: re.Pattern[str]) -> str:
        """What stands between the place and the next match of `end`, that match included."""
        stop = end.search(self.text, place[1])
        return self.text[place[1] : stop.end() if stop else len(self.text)]


def is_negated(reading: Reading, place: Span) -> bool:
    last_words = " ".join(reading.before(place, CLAUSE_END).split()[-6:])
    after = reading.after(place, SENTENCE_END)
    question = after.rstrip().endswith("?")
    following = reading.text[place[1] : place[1] + len(after) + 12] if question else after
    return bool(NEGATION_BEFORE.search(last_words) or NEGATION_AFTER.search(following))


def is_listed(reading: Reading, place: Span) -> bool:
    before, after = reading.before(place, SENTENCE_END), reading.after(place, SENTENCE_END)
    inside = reading.text[slice(*place)]
    return bool(
        POSSIBILITY_BEFORE.search(before)
        or UNDECIDED_AFTER.search(after)
        or OR_AFTER.search(reading.after(place, OR_END))
        or OR_BEFORE.search(reading.before(place, OR_END))
        or (len(inside) > 30 and OR_AFTER.search(inside[1:]))
    )


def is_retracted(reading: Reading, place: Span) -> bool:
    return any(mark >= place[1] for mark in reading.retractions)


def is_before_conclusion(reading: Reading, place: Span) -> bool:
    return place[0] < reading.conclusion


def is_echo(reading: Reading, place: Span) -> bool:
    return any(start <= place[0] and place[1] <= end for start, end in reading.echoes)


KINDS: dict[str, Callable[[Reading, Span], bool]] = {
    "negated": is_negated,
    "listed": is_listed,
    "retracted": is_retracted,
    "before the conclusion": is_before_conclusion,
    "echo": is_echo,
}


def flags(task: Task, answer: Answer, scores: Sequence[RuleScore]) -> tuple[str, ...]:
    """The flags of one graded answer; those of KINDS only for a pass, `near miss` only for a fail."""
    reading = Reading(answer.text[:LONGEST], task.prompt or "")
    found = ["loop"] if is_loop(reading.text) else []
    if all(score.strict for score in scores):
        items = [item for score in scores for item in occurrences(score.rule, answer)]
        found += [kind for kind in KINDS if any(kind in unsound(reading, item) for item in items)]
        found += ["listed"] if is_enumeration(reading, items) and "listed" not in found else []
    elif any(part.near for score in scores for part in score.parts if not score.strict):
        found.append("near miss")
    return tuple(found)


def unsound(reading: Reading, item: Sequence[Span]) -> set[str]:
    """The kinds that apply to the last occurrence of an item, if none of its occurrences is sound."""
    kinds: set[str] = set()
    for place in item:
        kinds = {name for name, applies in KINDS.items() if applies(reading, place)}
        if not kinds:
            return set()
    return kinds


def occurrences(rule: Rule, answer: Answer) -> Iterator[list[Span]]:
    """For each thing that a rule asks for, the places in the raw answer that satisfy it, in order."""
    if isinstance(rule, Include):
        for clause in rule.ready:
            found = (place for phrase in clause for place in islice(phrase.places(answer), MOST_OCCURRENCES))
            if places := sorted(answer.place(*place, rule.normalize) for place in found):
                yield places
    elif isinstance(rule, Order):
        yield from ([answer.place(*place, rule.normalize)] for place in rule.places(answer) if place)
    elif isinstance(rule, Regex) and rule.regex_max != 0:
        places = [place for _, place, objection in rule.best_matches(answer)[:MOST_OCCURRENCES] if not objection]
        yield from ([place] for place in places) if (rule.regex_min or 0) > 1 else filter(None, [places])


def is_enumeration(reading: Reading, items: Sequence[Sequence[Span]]) -> bool:
    """Whether what was asked for stands in a list of at least four short items of which it is less than half."""
    wanted = [item[-1] for item in items]
    return any(_is_mostly_other(reading, place, wanted) for place in wanted)


def _is_mostly_other(reading: Reading, place: Span, wanted: Sequence[Span]) -> bool:
    at = place[0] - len(reading.before(place, RUN_END))
    end = place[1] + len(reading.after(place, RUN_END))
    matched = unmatched = 0
    for part in re.split(r"(,(?!\d)| i | oraz | and )", reading.text[at:end]):
        start, at = at, at + len(part)
        if any(start < stop and begin < at for begin, stop in wanted):
            matched += 1
        elif NO_LIST_ITEM.match(part):
            return False
        elif re.search(r"[^\W_]{2,}", part) and part.strip() not in ("i", "oraz", "and"):
            unmatched += len(part.split()) <= 4
    return matched + unmatched >= 4 and unmatched > matched


def is_loop(text: str) -> bool:
    """Whether a sentence or line of at least three words stands in the answer three times or more.

    >>> is_loop("Lipiec 2022: 78 mm. Sierpień 2022: 78 mm. " * 3), is_loop("Tak. Tak. Tak.")
    (True, False)
    """
    counts: dict[tuple[str, ...], int] = {}
    for sentence in re.split(r"[!?;\n]|\.(?!\d)", text):
        words = tuple(sentence.lower().split())
        if len(words) >= 3:
            counts[words] = counts.get(words, 0) + 1
    return max(counts.values(), default=0) >= 3
