"""The grader of the PUMA benchmark: pure functions from tasks and answers to scores and their reasons."""

__version__ = "0.1.0"

from .document import split_document
from .grade import TaskScore, grade, grade_batch
from .phrases import phrase_matches
from .polish import is_polish_word
from .report import Given, Report, grade_all
from .rules import RuleScore, parse_rule, score_extraction, score_rule
from .signature import SCORING
from .speech import word_accuracy
from .tables import teds
from .task import Task, parse_task

__all__ = [
    "SCORING",
    "Given",
    "Report",
    "RuleScore",
    "Task",
    "TaskScore",
    "grade",
    "grade_all",
    "grade_batch",
    "is_polish_word",
    "parse_rule",
    "parse_task",
    "phrase_matches",
    "score_extraction",
    "score_rule",
    "split_document",
    "teds",
    "word_accuracy",
]
