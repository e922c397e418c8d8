"""What is refused, in Polish: rules that are none, and files that the grader cannot take."""

from collections.abc import Iterable

from puma_metrics.errors import Finding, InputError, InvalidTask
from puma_metrics.sentence import Sentence, in_language

from . import markup
from .bounds import Refused


def page(error: InputError, language: str, *, names_rules: bool = False) -> str:
    """What is wrong, as a page.

    Args:
        error: what the grader or the demo refuses.
        language: of the page.
        names_rules: whether the visitor wrote the rules, so that their numbers and fields mean something here.
    """
    if isinstance(error, Refused):
        return markup.problem([(error.said(language), language)], language)
    findings: Iterable[Finding] = error.findings if isinstance(error, InvalidTask) else [Finding(error.sentence)]
    return markup.problem([_line(finding, language, names_rules) for finding in findings], language)


def _line(finding: Finding, language: str, names_rules: bool) -> tuple[str, str]:
    """A finding and the language that it is said in."""
    # the task around the rules is the demo's own, and so is its id
    about = (
        Finding(finding.problem, field=finding.field, rule=finding.rule).sentence if names_rules else finding.problem
    )
    is_sentence = isinstance(finding.problem, Sentence)
    return in_language(about, language), language if is_sentence else "en"
