"""The rules: one frozen dataclass each, in one literal table."""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field
from dataclasses import fields as dataclass_fields
from typing import Any

from ..errors import Finding, InvalidTask, RuleError, did_you_mean
from ..lazy import made_once
from ..phrases import Answer
from . import fields, reasons
from .pattern_rule import Regex
from .phrase_rules import Exclude, Include, Order
from .reference_rules import Asr, Extraction, Ocr

Rule = Include | Exclude | Regex | Order | Asr | Ocr | Extraction

RULES: dict[str, type[Rule]] = {
    "include": Include,
    "exclude": Exclude,
    "regex": Regex,
    "order": Order,
    "asr": Asr,
    "ocr": Ocr,
    "extraction": Extraction,
}


def rule_findings(record: object) -> list[Finding]:
    """Everything that is wrong with a rule as it stands in a task; without address."""
    if problem := fields.unreadable(record):
        return [Finding(problem)]
    if not isinstance(record, Mapping):
        return [Finding(f'is no object ({fields.shown(record)}); expected a rule such as {{"type": "include", ...}}')]
    kind = record.get("type")
    if not isinstance(kind, str) or kind not in RULES:
        if "type" not in record:
            return [Finding(f"missing field 'type'; {did_you_mean('', RULES)}")]
        return [Finding(f"is unknown ({fields.shown(kind)}); {did_you_mean(str(kind), RULES)}", field="type")]
    rule, values = RULES[kind], {name: value for name, value in record.items() if name != "type"}
    required = {item.name for item in dataclass_fields(rule) if item.default is MISSING}
    return list(fields.problems(values, rule.checks, required)) or list(rule.of(values).problems())


def ready_rule(record: Mapping[str, Any]) -> Rule:
    """A rule from a record that has no findings."""
    return RULES[record["type"]].of({name: value for name, value in record.items() if name != "type"})


def parse_rule(record: Mapping[str, Any] | Rule) -> Rule:
    """A rule made ready to be checked against many answers (GRADING, sections 3 to 8).

    `record` is the rule as it stands in a task, with its `type`. Raises InvalidTask, which lists everything wrong.

    >>> parse_rule({"type": "exclude", "phrases": ["Mickiewicz"]})
    Exclude(phrases=('Mickiewicz',), normalize=True)
    """
    if isinstance(record, Rule):
        return record
    if findings := rule_findings(record):
        raise InvalidTask(findings)
    return ready_rule(record)


@dataclass(frozen=True)
class RuleScore:
    """What one rule says of one answer."""

    strict: int
    """1 if the rule is met, else 0."""
    soft: float
    """How far it is met, from 0 to 1."""
    rule: Rule = field(repr=False)
    answer: Answer = field(repr=False)
    error: str = ""
    """Why the grader could not judge, if it could not; the score is 0 then, and the run says so."""

    @made_once
    def parts(self) -> tuple[reasons.Part, ...]:
        """Each clause, phrase, match, pair or word that the rule looked at; found only when asked for."""
        if self.error:
            return (reasons.Part("rule error", False, self.error),)
        return reasons.parts(self.rule, self.answer)

    @property
    def reason(self) -> str:
        """Why, in one line."""
        return reasons.reason(self.parts, self.strict)

    @property
    def details(self) -> list[dict[str, Any]]:
        """The parts as plain Python, for JSON."""
        return [part.plain() for part in self.parts]


def score_rule(rule: Mapping[str, Any] | Rule, answer: str | Answer) -> RuleScore:
    """The strict and the soft score of one rule (GRADING, section 1).

    `rule` is a rule or its record, `answer` the text to judge as it is: no reasoning block is removed here.
    Raises InvalidTask if the record is no valid rule.

    >>> score = score_rule({"type": "include", "clauses": [["Leliwa"], ["Słowacki"]]}, "To herb Leliwa.")
    >>> score.strict, score.soft
    (0, 0.5)
    """
    rule = parse_rule(rule)
    answer = answer if isinstance(answer, Answer) else Answer(answer)
    if rule.is_silent(answer):
        return RuleScore(0, 0.0, rule, answer)
    try:
        soft = rule.soft(answer)
    except RuleError as error:
        return RuleScore(0, 0.0, rule, answer, error=str(error))
    return RuleScore(int(round(soft, 9) >= rule.passes_at), soft, rule, answer)


def score_extraction(answer: str, reference: dict[str, Any] | list[Any], unwrap_array: bool = False) -> RuleScore:
    """Compare extracted JSON with a reference, field by field (GRADING, section 8; the paper's section 3.2.2).

    `answer` is any text, `reference` a flat object or a list of them, whose numbers have the value of their literal (of
    a float its repr). With `unwrap_array` an object that holds nothing but an array stands for it where the reference
    is an array. Raises InputError if the reference is no JSON value.

    >>> score_extraction('{"a": 1.0, "b": "X."}', {"a": 1, "b": "x"}).strict
    1
    """
    rule = Extraction(reference)
    return score_rule(rule.unwrapping if unwrap_array else rule, answer)
