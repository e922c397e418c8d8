"""The rubric in Polish: error types and the labels of figures; values stay as written."""

from puma_metrics.rubric.taxonomy import TAXONOMY
from puma_metrics.sentence import Sentence, in_language

FIGURE_LABELS = {
    "macro: mean of prompts, %": "makro: średnia z pytań, %",
    "micro: sum of points, %": "mikro: suma punktów, %",
    "instances": "liczba błędów",
}


def error_type(name: str, language: str) -> str:
    """The name of an error type; one that no taxonomy of ours has stays as it is."""
    return in_language(Sentence(name), language) if name in TAXONOMY.names else name


def figure_label(written: str, language: str) -> str:
    """A label in a figure: an axis, an error type, or a number with the language's decimal mark."""
    if language == "en":
        return written
    is_number = written.removeprefix("-").replace(".", "", 1).isdecimal()
    return written.replace(".", ",") if is_number else FIGURE_LABELS.get(written, error_type(written, language))
