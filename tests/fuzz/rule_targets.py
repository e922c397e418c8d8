"""What must hold of every rule, whatever its fields and the answer."""

import json
from itertools import combinations, pairwise
from typing import Any

from drawn import ITEM, Drawn, mutated, own_json

from puma_metrics import Task, grade, parse_rule, phrase_matches, score_rule, text
from puma_metrics.document import read_reference
from puma_metrics.errors import InvalidTask
from puma_metrics.flags import FLAGS
from puma_metrics.phrases import Answer
from puma_metrics.rules import Rule, RuleScore

EXPLAINED = 4_000
"""Characters of an answer up to which its score is explained too."""


def parsed(record: dict[str, Any]) -> Any:
    """The rule, or None where its findings say what is wrong with it."""
    before = json.dumps(record)
    try:
        rule = parse_rule(record)
    except InvalidTask as error:
        assert error.findings and all(finding.problem for finding in error.findings)
        return None
    assert json.dumps(record) == before
    return rule


def judged(rule: Rule, written: str) -> RuleScore:
    """The score of an answer, which must be in range, the same twice, and explained by places within the answer."""
    score, again = score_rule(rule, written), score_rule(rule, written)
    assert 0 <= score.soft <= 1
    assert score.strict == int(not score.error and round(score.soft, 9) >= rule.passes_at)
    assert score.error or again.error or (score.strict, score.soft) == (again.strict, again.soft)
    if rule.is_silent(Answer(written)):
        assert score.soft == 0
    if len(written) > EXPLAINED:
        return score
    assert score.reason
    json.dumps(score.details)
    assert all(0 <= start <= end <= len(written) for part in score.parts for start, end in part.places)
    whole = grade(Task("t", "speech_qa", (rule,), prompt=written[:100]), written, keep_thinking=True)
    assert set(whole.flags) <= set(FLAGS)
    assert whole.rules[0].error or score.error or (whole.strict, whole.soft) == (score.strict, score.soft)
    return score


def include(data: bytes) -> None:
    """Clauses that hold are counted, and each phrase is in itself."""
    drawn = Drawn(data)
    record: dict[str, Any] = {"type": "include", "normalize": not drawn.flag()}
    record |= {"include_min": drawn.count(), "include_max": drawn.count()}
    *clauses, answer = drawn.texts(6)
    rule = parsed({**record, "clauses": [clause.split(ITEM) for clause in clauses] or answer[:200]})
    if not rule:
        return
    score = judged(rule, answer)
    if not rule.is_silent(Answer(answer)):
        held = [any(phrase_matches(p, answer, rule.normalize) for p in clause) for clause in rule.clauses]
        low, high = rule.bounds
        assert score.strict == (low <= sum(held) <= high)
    assert all(phrase_matches(p, p, rule.normalize) for clause in rule.clauses for p in clause if len(p) < EXPLAINED)


def exclude(data: bytes) -> None:
    """What exclude forbids is what include finds."""
    drawn = Drawn(data)
    normalize = not drawn.flag()
    phrases, answer = [*drawn.texts(2), ""][:2]
    rule = parsed({"type": "exclude", "phrases": phrases.split(ITEM), "normalize": normalize})
    if rule:
        score = judged(rule, answer)
        found = [phrase_matches(phrase, answer, normalize) for phrase in rule.phrases]
        assert rule.is_silent(Answer(answer)) or score.soft == found.count(False) / len(found)


def order(data: bytes) -> None:
    """Places do not overlap, stand where the phrase stands, and pairs of them make the score."""
    drawn = Drawn(data)
    record = {"type": "order", "normalize": not drawn.flag(), "occurrence": drawn.choice(["last", "first"])}
    phrases, answer = [*drawn.texts(2), ""][:2]
    rule = parsed({**record, "phrases": phrases.split(ITEM)})
    if not rule:
        return
    score = judged(rule, answer)
    places = rule.places(Answer(answer))
    found = sorted(place for place in places if place)
    assert all(a[1] <= b[0] for a, b in pairwise(found))
    assert all(
        place in list(item.places(Answer(answer))) for item, place in zip(rule.ready, places, strict=True) if place
    )
    pairs = [bool(a and b and a[1] <= b[0]) for a, b in combinations(places, 2)] or [places[0] is not None]
    assert rule.is_silent(Answer(answer)) or score.soft == sum(pairs) / len(pairs)


def pattern(data: bytes) -> None:
    """Matches are counted within bounds; what a pattern costs ends at its deadline."""
    drawn = Drawn(data)
    record: dict[str, Any] = {"type": "regex", "normalize": not drawn.flag(), "valid_words": drawn.flag()}
    names = ("regex_min", "regex_max", "match_min_length", "match_max_length")
    record |= {name: drawn.count() for name in names}
    written, answer = [*drawn.texts(2), ""][:2]
    rule = parsed({**record, "pattern": written[:60]})
    if not rule:
        return
    score = judged(rule, answer)
    if not score.error and not rule.is_silent(Answer(answer)):
        found = rule.found(Answer(answer))
        assert found.counted <= len(found.places)
        assert all(0 <= start < end <= len(found.searched) for start, end in found.places)
        if not rule.normalize:
            assert found.searched == text.raw1(answer)


def asr(data: bytes) -> None:
    """A transcript is its own best answer."""
    reference, answer = [*Drawn(data).texts(2), ""][:2]
    rule = parsed({"type": "asr", "reference": reference})
    if rule:
        judged(rule, answer)
        assert judged(rule, reference).soft == 1


def ocr(data: bytes) -> None:
    """A block with a word is its own best answer, and the order of blocks does not count."""
    *blocks, answer = Drawn(data).texts(4)
    rule = parsed({"type": "ocr", "blocks": blocks or [answer]})
    if not rule:
        return
    score = judged(rule, answer)
    if len(rule.blocks) == 1 and not rule.is_silent(Answer(rule.blocks[0])):
        assert judged(rule, rule.blocks[0]).strict == 1
    if not read_reference(rule.blocks).tables:
        turned = parsed({"type": "ocr", "blocks": list(rule.blocks[::-1])})
        assert abs(score_rule(turned, answer).soft - score.soft) < 1e-9


REFERENCE: dict[str, Any] = {"suma": 45.5, "sklep": "Żabka", "pozycje": ["chleb", "ser"], "karta": True, "uwagi": None}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "suma": {"type": "number"}, "sklep": {"type": "string", "pattern": "^[A-ZŻ]"},
        "pozycje": {"type": "array", "items": {"type": "string"}}, "karta": {"type": ["boolean", "null"]},
        "uwagi": {"anyOf": [{"type": "string"}, {"type": "null"}]},
    },
}  # fmt: skip


def extraction(data: bytes) -> None:
    """A reference is its own best answer; schemas are sound or refused, and never change a score."""
    drawn = Drawn(data)
    base: Any = [REFERENCE, {**REFERENCE, "suma": 1}] if drawn.flag() else REFERENCE
    changes, with_schema = drawn.number(3), drawn.flag()
    schema: Any = SCHEMA
    shape = Drawn(bytes(drawn.number(255) for _ in range(40)))
    own, answer = [*drawn.texts(2), ""][:2]
    for _ in range(changes):
        base = mutated(base, shape, [*REFERENCE, own])
        schema = mutated(schema, shape, ["items", "enum", "const", "patternProperties", "$ref", "anyOf", "pattern"])
    reference = own_json(own) if own else base
    rule = parsed({"type": "extraction", "reference": reference, **({"schema": schema} if with_schema else {})})
    if not rule:
        return
    problems = list(rule.author_problems())
    score = judged(rule, answer)
    assert 0 <= score_rule(rule.unwrapping, answer).soft <= 1
    assert score_rule(rule, json.dumps(reference)).soft == 1
    if with_schema and not problems:
        assert rule.schema_valid(Answer(json.dumps(reference))) is not False
        without = parsed({"type": "extraction", "reference": reference})
        assert score_rule(without, answer).soft == score.soft
