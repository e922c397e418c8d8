"""The tabs of metrics that take texts: rules, speech, documents, extraction. A tab is drawn in the current page."""

from collections.abc import Sequence
from functools import partial
from typing import Literal

import gradio as gr

from .turns import forgets, grades
from .views import RULES_EXAMPLE, View, documents_view, extraction_view, rules_view, speech_view
from .words import say

RULES_ANSWER = "To herb Leliwa, którą pieczętował się Juliusz Słowacki, a nie Mickiewicz."
TEXT_EXAMPLES = {
    "speech": (
        "proszę pańtwa pociąg do Gdyni odjedzie z toru trzeciego",
        "Proszę państwa, pociąg do Gdyni odjedzie o ósmej z toru trzeciego.",
    ),
    "documents": (
        "Cenik dnia\n\n<table>\n<tr><th>Ser</th><td>8 zł</td></tr>\n<tr><th>Chleb</th><td>4 zł</td></tr>\n</table>",
        "Cennik dnia\n---\n<table>\n<tr><th>Ser</th><td>9 zł</td></tr>\n<tr><th>Chleb</th><td>4 zł</td></tr>\n"
        "<tr><th>Miód</th><td>31 zł</td></tr>\n</table>",
    ),
    "extraction": (
        '{\n  "sprzedawca": "u haliny",\n  "suma": 45.76,\n  "karta": true\n}',
        '{\n  "sprzedawca": "„U Haliny”",\n  "suma": 45.67,\n  "rabat": null\n}',
    ),
}
"""An answer and a reference of each tab, so that a visitor sees at once what comes of them."""
VIEWS: dict[str, tuple[View, str, str]] = {
    "speech": (speech_view, "transcript", "reference"),
    "documents": (documents_view, "document", "reference"),
    "extraction": (extraction_view, "answer", "reference_json"),
}
NARROW = 320
"""Pixels that a column wants: on a phone they stand below each other."""


def box(key: str, language: str, value: str, lines: int = 4, info: str | None = None) -> gr.Textbox:
    """A field for text. The browser takes any length, since it would cut a longer one without a word."""
    return gr.Textbox(value, label=say(key, language), lines=lines, max_lines=14, info=info)


def page(content: str) -> gr.HTML:
    """The place of a result, at the edge at which all else begins."""
    return gr.HTML(content, padding=False)


def button(key: str, language: str, variant: Literal["primary", "secondary"] = "secondary") -> gr.Button:
    return gr.Button(say(key, language), variant=variant, scale=0, min_width=160)


def offer(view: View, inputs: Sequence[gr.Textbox], language: str) -> None:
    """The button that grades, and the result, which is that of the example until a visitor changes it."""
    with gr.Row():
        grade = button("grade", language, "primary")
    result = page(view(*(field.value for field in inputs), language))
    grades(grade, partial(_viewed, view, language), inputs, result)
    forgets(inputs, result, f"<p>{say('changed', language)}</p>")


def _viewed(view: View, language: str, *values: str) -> str:
    return view(*values, language)


def rules_tab(language: str) -> None:
    """An answer, rules that can be edited, and each clause lit up in the answer."""
    with gr.Row():
        with gr.Column(min_width=NARROW):
            answer = box("answer", language, RULES_ANSWER, 4)
            prompt = box("prompt", language, "", 1)
        with gr.Column(min_width=NARROW):
            rules = box("rules_json", language, RULES_EXAMPLE, 8)
    offer(rules_view, [answer, rules, prompt], language)


def text_tab(name: str, language: str) -> None:
    """An answer beside a reference: speech, documents or extraction."""
    view, answer_key, reference_key = VIEWS[name]
    said, expected = TEXT_EXAMPLES[name]
    lines = 3 if name == "speech" else 7
    with gr.Row():
        with gr.Column(min_width=NARROW):
            answer = box(answer_key, language, said, lines)
        with gr.Column(min_width=NARROW):
            reference = box(reference_key, language, expected, lines)
    if name == "documents":
        gr.Markdown(say("blocks_hint", language))
    offer(view, [answer, reference], language)
