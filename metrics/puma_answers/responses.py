"""What a provider's response says: its text, its model, and how it ended; by the fields it has (RUN, section 6)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from puma_metrics.errors import InputError
from puma_metrics.grade import is_missing

from .endings import error_text, is_filter, word
from .values import Twice, is_nothing, shown


@dataclass(frozen=True)
class Said:
    """What one response says. `ending` is the provider's word for how it ended, `failure` what went wrong."""

    text: str | None = None
    ending: str = ""
    model: str = ""
    failure: str = ""
    is_refusal: bool = False


PARTS = ("text", "output_text", "input_text", "refusal")
"""Parts of a message that are its text; all others are thoughts, tools and media."""
OTHER_PARTS = (
    *("thinking", "redacted_thinking", "reasoning", "reasoning_text", "tool_use", "tool_call", "server_tool_use"),
    *("web_search_tool_result", "image", "image_url", "input_audio", "audio", "file", "document", "data"),
)
_GEMINI_PARTS = {"text", "thought", "thoughtSignature", "thought_signature", "inlineData", "functionCall"}


def said_of(value: Any) -> Said | None:
    """What a response, a message or a list of parts says; None for what is none of them.

    >>> said_of({"choices": [{"message": {"content": "Tak."}, "finish_reason": "stop"}], "model": "m"})
    Said(text='Tak.', ending='stop', model='m', failure='', is_refusal=False)
    >>> said_of([{"type": "thinking", "thinking": "Hm"}, {"type": "text", "text": "Nie."}]).text
    'Nie.'
    >>> said_of({"nazwa": "Leliwa"}) is None
    True
    """
    if isinstance(value, str):
        return Said(value)
    if is_missing(value):
        return Said()
    if isinstance(value, Twice):
        raise InputError(f"the field '{value.twice}' stands twice in one object; keep one of them")
    try:
        if isinstance(value, Mapping):
            return next((read(value) for fits, read in RESPONSES if fits(value)), None)
        return _of_list(value) if isinstance(value, Sequence) and value else None
    except (AttributeError, TypeError, KeyError, IndexError) as error:  # somebody's own file may hold anything
        raise InputError(f"has the fields of a response and not its form ({error})") from error


def _of_list(items: Sequence[Any]) -> Said | None:
    if not all(isinstance(item, Mapping) for item in items):
        return None
    if all("role" in item and item.get("type", "message") == "message" for item in items):
        return _messages({"messages": items})
    if all("message" in item and ("finish_reason" in item or "index" in item) for item in items):
        return _choices({"choices": items})
    if all(_is_part(item) for item in items):
        return _parts(items)
    return _output({"output": items}) if all(item.get("type") in _ITEMS for item in items) else None


def _is_part(item: Mapping[str, Any]) -> bool:
    kind = item.get("type")
    return kind in (*PARTS, *OTHER_PARTS) if kind is not None else bool(item) and item.keys() <= _GEMINI_PARTS


def _parts(items: Sequence[Mapping[str, Any]]) -> Said:
    texts = [item for item in items if item.get("type", "text") in PARTS and not item.get("thought")]
    found = [_part_text(item) for item in texts]
    # without a text the model said nothing that could be graded
    said = "".join(text for text in found if isinstance(text, str)) if found else None
    return Said(said, is_refusal=any(item.get("type") == "refusal" for item in texts))


def _part_text(item: Mapping[str, Any]) -> Any:
    """The text of a part: OpenAI's assistants wrap it once more."""
    text = item.get("refusal", item.get("text"))
    return text.get("value") if isinstance(text, Mapping) else text


def one_of(found: Sequence[Said | None], name: str) -> Said:
    """The one answer of several alternatives. Raises InputError where they differ: the first is not the answer."""
    said = [one for one in found if one is not None]
    texts = list(dict.fromkeys(one.text for one in said))
    if len(texts) > 1:
        raise InputError(
            f"{name}: holds {len(texts)} different answers ({shown(texts[0])}, {shown(texts[1])}); keep one"
        )
    if not said:
        return Said()
    ended = next((one.ending for one in said if one.ending), "")
    return replace(said[0], ending=ended, is_refusal=any(one.is_refusal for one in said))


def _choices(value: Mapping[str, Any]) -> Said:
    said = one_of([_choice(choice) for choice in value["choices"]], "choices")
    return replace(said, model=_model(value) or said.model)


def _choice(choice: Mapping[str, Any]) -> Said:
    message = choice.get("message")
    said = (_message(message) if isinstance(message, Mapping) else None) or Said(choice.get("text"))
    return replace(said, ending=word(choice.get("finish_reason") or choice.get("stop_reason")))


def _message(value: Mapping[str, Any]) -> Said:
    """A message, of a chat or Anthropic's whole response."""
    content = value.get("content")
    said = said_of(content) if content != [] else Said()
    if said is None:
        raise InputError(f"content: is neither text nor a list of parts ({shown(content)})")
    refusal = value.get("refusal")
    if not is_nothing(refusal):
        said = replace(said, is_refusal=True, text=said.text if said.text else str(refusal))
    ending = word(value.get("stop_reason") or value.get("finish_reason") or value.get("done_reason"))
    return replace(said, ending=ending, model=_model(value))


def _messages(value: Mapping[str, Any]) -> Said:
    """A conversation: what the assistant said last; nothing if the last to speak is not the assistant."""
    last = value["messages"][-1] if value["messages"] else {}
    is_said = isinstance(last, Mapping) and last.get("role") in ("assistant", "model", "ai")
    return _message(last) if is_said else Said()


def _candidates(value: Mapping[str, Any]) -> Said:
    blocked = (value.get("promptFeedback") or value.get("prompt_feedback") or {}).get("blockReason")
    model = _model({"model": value.get("modelVersion") or value.get("model_version")})
    found = []
    for candidate in value.get("candidates") or []:
        parts = (candidate.get("content") or {}).get("parts") or []
        ending = word(candidate.get("finishReason") or candidate.get("finish_reason"))
        found.append(replace(_parts(parts) if parts else Said(), ending=ending))
    said = one_of(found, "candidates")
    return replace(said, model=model, is_refusal=said.is_refusal or bool(blocked))


def _outputs(value: Mapping[str, Any]) -> Said:
    """vLLM's RequestOutput, or what Hugging Face's text generation calls its details."""
    found = [Said(one.get("text"), word(one.get("finish_reason"))) for one in value["outputs"]]
    return replace(one_of(found, "outputs"), model=_model(value))


_ITEMS = ("message", "reasoning", "function_call", "web_search_call", "file_search_call", "code_interpreter_call")


def _output(value: Mapping[str, Any]) -> Said:
    """OpenAI's Responses API: items, of which the messages are the answer."""
    messages = [_message(item) for item in value["output"] if item.get("type") == "message"]
    texts = [said.text for said in messages if said.text is not None]
    cut = (value.get("incomplete_details") or {}).get("reason")
    refused = any(said.is_refusal for said in messages)
    failure = error_text(value.get("error"))
    return Said("".join(texts) if texts else None, word(cut), _model(value), failure, refused)


def _body(value: Mapping[str, Any]) -> Said:
    """A batch's response: a status, and the body of what was answered."""
    body, status = value.get("body"), value.get("status_code")
    if isinstance(status, int) and status >= 400:
        return _failure(body or {"error": f"status {status}"})
    said = said_of(body)
    if said is None:
        raise InputError(f"response.body: is no response that is known ({shown(body)})")
    return said


def _failure(value: Any) -> Said:
    if is_filter(value):
        return Said(is_refusal=True)
    return Said(failure=error_text(value) or "no reason given")


def _ollama(value: Mapping[str, Any]) -> Said:
    said = _message(value["message"])
    ended = word(value.get("done_reason") or value.get("finish_reason"))
    return replace(said, model=_model(value), ending=ended or said.ending)


def _generated(value: Mapping[str, Any]) -> Said:
    """SGLang's own endpoint, and one completion alone."""
    about = value.get("meta_info") or {}
    return Said(value["text"], word(about.get("finish_reason") or value.get("finish_reason")), _model(value))


def _model(value: Mapping[str, Any]) -> str:
    model = value.get("model")
    return model if isinstance(model, str) else ""


def _is_list_of(name: str, *fields: str) -> Callable[[Mapping[str, Any]], bool]:
    """Whether a field is a list of objects that have one of the fields."""

    def fits(value: Mapping[str, Any]) -> bool:
        items = value.get(name)
        if not isinstance(items, Sequence) or isinstance(items, str):
            return False
        return all(isinstance(item, Mapping) and any(field in item for field in fields) for item in items)

    return fits


def _is_message(value: Mapping[str, Any]) -> bool:
    return "content" in value and any(name in value for name in ("role", "stop_reason", "refusal"))


def _is_generated(value: Mapping[str, Any]) -> bool:
    return isinstance(value.get("text"), str) and ("meta_info" in value or "finish_reason" in value)


Fits = Callable[[Mapping[str, Any]], bool]
RESPONSES: tuple[tuple[Fits, Callable[[Mapping[str, Any]], Said]], ...] = (
    (lambda value: "body" in value and "status_code" in value, _body),
    (_is_list_of("choices", "message", "text"), _choices),
    (lambda value: "promptFeedback" in value, _candidates),
    (_is_list_of("candidates", "content", "finishReason"), _candidates),
    (_is_list_of("outputs", "text"), _outputs),
    (_is_list_of("output", "type"), _output),
    (_is_list_of("messages", "role"), _messages),
    (_is_message, _message),
    (lambda value: isinstance(value.get("message"), Mapping), _ollama),
    (_is_generated, _generated),
    (lambda value: value.keys() == {"error"}, lambda value: _failure(value["error"])),
)
"""What a response is known by, and how it is read; the first that fits counts."""
