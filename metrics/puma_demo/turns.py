"""Results in their turn: what comes for a text or a file that is no longer there is not shown.

The browser decides, since the server does not know what a visitor has changed meanwhile, and gradio's own cancelling
lets what has begun finish and shows it. So an answer arrives unseen, and is shown if it is of the place's last turn.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any

import gradio as gr

Field = gr.Textbox | gr.Dropdown | gr.File
Shown = gr.HTML | gr.DownloadButton

SCRIPT = """
window.turns = {
  now: {}, begun: {}, file: {},
  one(values) { return values.length === 1 ? values[0] : values },
  next(place) { return this.now[place] = (this.now[place] ?? 0) + 1 },
  begin(place, button, values) {
    this.begun[button] = this.next(place)
    this.file[place] = values.length === 1 ? values[0]?.path : undefined
    return this.one(values)
  },
  result(place, button, page, file) {
    const holds = this.now[place] === this.begun[button], same = {__type__: "update"}
    if (file === undefined) return holds ? page : same
    return holds ? [page, {__type__: "update", value: file, visible: file !== null}] : [same, same]
  },
  forget(place, values, file) {
    const same = {__type__: "update"}
    // that a file is there may be told after the press that grades it
    if (file && file.path === this.file[place]) return this.one(values.map(() => same))
    this.file[place] = undefined
    this.next(place)
    return this.one(values)
  },
}
"""
"""Counts, for each place of a result, presses and changes; and for each button at which of them it began."""


def grades(
    button: gr.Button, grade: Callable[..., Any], fields: Sequence[Field], result: gr.HTML, *more: gr.DownloadButton
) -> None:
    """Let a button fill the place of a result, and the button with what there is to download.

    A press while an answer is awaited counts once that one is there, so that one at a time is under way.
    """
    arrived: list[Shown] = [gr.HTML(visible=False), *(gr.DownloadButton(visible=False) for _ in more)]
    begun = button.click(
        grade,
        list(fields),
        arrived,
        js=f"(...values) => turns.begin({result._id}, {button._id}, values)",
        trigger_mode="always_last",
        show_progress_on=result,
        api_visibility="private",
    )
    js = f"(...arrived) => turns.result({result._id}, {button._id}, ...arrived)"
    begun.then(None, arrived, [result, *more], js=js, api_visibility="private")


def forgets(fields: Sequence[Field], result: gr.HTML, hint: str, *more: gr.Textbox | gr.DownloadButton) -> None:
    """Take a result away once a field changes, and empty what else depends on it: it speaks of what stood there before.

    This needs no request: an answer of the server's could come after the result of the new text, and take that away.
    """
    emptied = [
        hint,
        *("" if isinstance(part, gr.Textbox) else {"__type__": "update", "visible": False} for part in more),
    ]
    for field in fields:
        sent = [field] if isinstance(field, gr.File) else None
        js = f"(file) => turns.forget({result._id}, {json.dumps(emptied)}, file)"
        field.change(None, sent, [result, *more], js=js, api_visibility="private")
