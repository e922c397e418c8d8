"""The shapes in which inference stacks write answers, each known by its fields (RUN, section 6)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from puma_metrics.errors import InputError
from puma_metrics.sentence import Sentence

from .endings import error_text, is_filter
from .responses import one_of, said_of
from .values import TEXT_COLUMNS, is_nothing, refusal, shown

Record = Mapping[str, Any]


@dataclass(frozen=True)
class Shape:
    """One shape of a record: the fields it is known by, all of one set, and its fields as a plain row has them."""

    name: str
    known_by: tuple[frozenset[str], ...]
    columns: tuple[str, ...]
    """What brings the answer: if there is more than one, they must say the same."""
    flat: Callable[[Record], Record]


def _any_of(*sets: str) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(one.split()) for one in sets)


def _whole(column: str) -> Callable[[Record], Record]:
    """The record itself is the response; its own `id` names the response, unless it is the task's."""

    def flat(record: Record) -> Record:
        name = next((record[key] for key in ("custom_id", "id", "request_id") if not is_nothing(record.get(key))), None)
        return {**record, "id": name, column: record}

    return flat


def _openai_batch(record: Record) -> Record:
    error = record.get("error")
    body = record.get("response")
    if not is_nothing(error):
        refused = is_filter(error)
        return {"id": record["custom_id"], "error": "" if refused else error_text(error), "refusal": refused}
    return {"id": record["custom_id"], "response": body}


def _anthropic_batch(record: Record) -> Record:
    result = record["result"]
    kind = result.get("type") if isinstance(result, Mapping) else shown(result)
    if kind == "succeeded":
        return {"id": record["custom_id"], "result.message": result.get("message")}
    # errored, canceled, expired: none of them was answered
    return {"id": record["custom_id"], "error": error_text(result.get("error")) or str(kind)}


def _gemini_batch(record: Record) -> Record:
    error = error_text(record.get("error")) or error_text(record.get("status"))
    return {"id": record["key"], **({"error": error} if error else {"response": record.get("response")})}


def _samples(record: Record) -> Record:
    doc = record["doc"]
    found = {name: _alone(record[name], name) for name in ("filtered_resps", "resps") if name in record}
    return _answered(_id_in(doc, "doc"), found)


def _answered(name: Any, found: Record) -> Record:
    """What a harness says of a task; lmms-eval says in place of an answer that there is none."""
    if failure := next((one for one in found.values() if isinstance(one, str) and one.startswith(NO_ANSWER)), ""):
        return {"id": name, "error": failure.removeprefix("[").replace("] ", ": ", 1)}
    return {"id": name, **found}


def _lmms_eval(record: Record) -> Record:
    """lmms-eval's log leaves the document out; the id is there where the task put it among its scores."""
    if is_nothing(record.get("id")):
        raise InputError(
            "has no id: lmms-eval leaves the document out of its log; ask with the files that "
            "`python -m puma_harness lmms-eval` names, which put the id there"
        )
    return _answered(record["id"], {"filtered_resps": _alone(record["filtered_resps"], "filtered_resps")})


def _alone(value: Any, name: str) -> Any:
    """The one text of lists within lists: a list for each request, a text for each of its repeats."""
    if not isinstance(value, list):
        return value
    return one_of([said_of(_alone(item, name)) for item in value], name).text


def _id_in(doc: Any, name: str) -> Any:
    if isinstance(doc, Mapping):
        for place in (doc.get("specific"), doc.get("metadata"), doc):
            if isinstance(place, Mapping) and not is_nothing(place.get("id")):
                return place["id"]
    raise refusal(Sentence("no-id-in-document", value=shown(doc)), "", field=name)


def _lighteval(record: Record) -> Record:
    doc, response = (record.get(name, record.get(f"__{name}__")) for name in ("doc", "model_response"))
    texts = response.get("text") if isinstance(response, Mapping) else response
    return {"id": _id_in(doc, "doc"), "model_response.text": _alone(list(texts or []), "model_response.text")}


def _inspect(record: Record) -> Record:
    output = record.get("output") or {}
    error = error_text(record.get("error")) or error_text(output.get("error"))
    model = record.get("model") or output.get("model")
    name = record["id"]
    found = {"id": str(name) if isinstance(name, int) else name, "model": model, "error": error}
    found["sample"] = record.get("epoch")
    return found if error or not output.get("choices") else {**found, "output": {"choices": output["choices"]}}


def _promptfoo(record: Record) -> Record:
    response = record.get("response") or {}
    provider = record.get("provider")
    model = (provider.get("label") or provider.get("id")) if isinstance(provider, Mapping) else provider
    # its own `error` names assertions that did not hold too; 2 is a request that failed
    failed = record.get("error") if record.get("failureReason") == 2 else response.get("error")
    found = {"id": _id_in(record.get("vars"), "vars"), "model": model, "error": error_text(failed)}
    found["finish_reason"] = response.get("finishReason")
    return found if "output" not in response else {**found, "response.output": response["output"]}


def _indexed(record: Record) -> Record:
    index = record["index"]
    return {**record, "id": str(index) if isinstance(index, int) else index}


def _failure(record: Record) -> Record:
    return {
        "id": record["id"],
        "error": error_text(record["message"]) or record["kind"],
        "sample": record.get("sample"),
    }


def _graded(record: Record) -> Record:
    """A sample that grading has written; read as an answer, a missing one would become an empty one, and attempted."""
    if record.get("missing"):
        raise InputError(Sentence("missing-in-samples"))
    return record


NO_ANSWER = "[LMMS_EVAL_REQUEST_FAILED"
"""How lmms-eval begins what it writes in place of an answer where a request failed."""
PLAIN = Shape("rows", (frozenset(),), TEXT_COLUMNS, lambda record: record)
SHAPES = (
    Shape("OpenAI batch output", _any_of("custom_id response", "custom_id error"), ("response",), _openai_batch),
    Shape("Anthropic batch results", _any_of("custom_id result"), ("result.message",), _anthropic_batch),
    Shape("Gemini batch output", _any_of("key response", "key error"), ("response",), _gemini_batch),
    Shape("lm-eval samples", _any_of("doc resps", "doc filtered_resps"), ("filtered_resps", "resps"), _samples),
    Shape("lmms-eval samples", _any_of("doc_id doc_hash filtered_resps"), ("filtered_resps",), _lmms_eval),
    Shape(
        "lighteval details",
        _any_of("doc model_response", "__doc__ __model_response__"),
        ("model_response.text",),
        _lighteval,
    ),
    Shape("Inspect log", _any_of("id epoch output", "id epoch error"), ("output",), _inspect),
    Shape(
        "promptfoo results", _any_of("vars response provider", "vars error provider"), ("response.output",), _promptfoo
    ),
    Shape("failures of puma run", _any_of("id request kind message"), (), _failure),
    Shape("samples of puma grade", _any_of("id answer strict soft task_digest"), ("answer",), _graded),
    Shape("rows", _any_of("id prediction"), TEXT_COLUMNS, lambda record: record),
    Shape("VLMEvalKit table", _any_of("index prediction"), ("prediction",), _indexed),
    Shape("chat completions", _any_of("choices"), ("choices",), _whole("choices")),
    Shape("Gemini responses", _any_of("candidates", "promptFeedback"), ("candidates",), _whole("candidates")),
    Shape("vLLM outputs", _any_of("outputs"), ("outputs",), _whole("outputs")),
    Shape("OpenAI responses", _any_of("object output"), ("output",), _whole("output")),
    Shape("messages of Anthropic", _any_of("content stop_reason"), ("content",), _whole("content")),
    Shape("messages", _any_of("id role content"), ("content",), _whole("content")),
    Shape("conversations", _any_of("messages"), ("messages",), _whole("messages")),
    Shape("Ollama responses", _any_of("message done", "message done_reason"), ("message",), _whole("message")),
    Shape("SGLang outputs", _any_of("text meta_info"), ("text",), _whole("text")),
    PLAIN,
)
"""What a record is known by, in this order: the first shape of which all fields are there."""
FIELDS = frozenset(field for shape in SHAPES for fields in shape.known_by for field in fields)
"""All fields that a shape is known by."""


def shape_of(fields: frozenset[str]) -> Shape:
    """The shape of a record with these fields.

    >>> shape_of(frozenset(("id", "custom_id", "response", "error"))).name
    'OpenAI batch output'
    """
    return next(shape for shape in SHAPES if any(known <= fields for known in shape.known_by))
