"""The tabs of metrics that take texts: rules, speech, documents, extraction. A tab is drawn in the current page."""

from collections.abc import Sequence
from functools import partial

import gradio as gr

from .bounds import ANSWER, REFERENCE
from .views import RULES_EXAMPLE, View, documents_view, extraction_view, rules_view, speech_view
from .words import say

TEXT_EXAMPLES = {
    "speech": (
        "proszę pańtwa pociąg do Gdyni odjedzie z toru trzeciego",
        "Proszę państwa, pociąg do Gdyni odjedzie o ósmej z toru trzeciego.",
    ),
    "documents": (
        "Cennik dnia\n\n<table><tr><th>Ser</th><td>8 zł</td></tr><tr><th>Chleb</th><td>4 zł</td></tr></table>",
        "Cennik dnia\n---\n<table><tr><th>Ser</th><td>9 zł</td></tr><tr><th>Chleb</th><td>4 zł</td></tr>"
        "<tr><th>Miód</th><td>31 zł</td></tr></table>",
    ),
    "extraction": (
        '{"sprzedawca": "u haliny", "suma": 45.76, "karta": true}',
        '{"sprzedawca": "„U Haliny”", "suma": 45.67, "rabat": null}',
    ),
}
"""An answer and a reference of each tab, so that a visitor sees a result with one press."""
VIEWS: dict[str, tuple[View, str, str]] = {
    "speech": (speech_view, "transcript", "reference"),
    "documents": (documents_view, "document", "reference"),
    "extraction": (extraction_view, "answer", "reference_json"),
}


def box(key: str, language: str, value: str, lines: int = 4, most: int = ANSWER) -> gr.Textbox:
    """A field for text. The browser stops at the bound; whoever goes around it gets a message."""
    return gr.Textbox(value, label=say(key, language), lines=lines, max_lines=12, max_length=most)


def offer(view: View, inputs: Sequence[gr.Textbox], language: str) -> None:
    """The button that grades, and the place of the result, in which the view's page appears."""
    button = gr.Button(say("grade", language), variant="primary")
    result = gr.HTML(f"<p>{say('empty', language)}</p>", label=say("result", language))
    button.click(
        partial(_viewed, view, language), list(inputs), result, show_progress="minimal", api_visibility="private"
    )


def _viewed(view: View, language: str, *values: str) -> str:
    return view(*values, language)


def rules_tab(language: str) -> None:
    """An answer, rules that can be edited, and each clause lit up in the answer."""
    with gr.Row():
        answer = box("answer", language, "To herb Leliwa, którą pieczętował się Juliusz Słowacki, a nie Mickiewicz.")
        rules = box("rules_json", language, RULES_EXAMPLE, 8, REFERENCE)
    prompt = box("prompt", language, "", 1, REFERENCE)
    offer(rules_view, [answer, rules, prompt], language)


def text_tab(name: str, language: str) -> None:
    """An answer beside a reference: speech, documents or extraction."""
    view, answer_key, reference_key = VIEWS[name]
    said, expected = TEXT_EXAMPLES[name]
    with gr.Row():
        answer = box(answer_key, language, said, 6)
        reference = box(reference_key, language, expected, 6, REFERENCE)
    offer(view, [answer, reference], language)
