"""Write the fixtures of shapes whose tools do not run here, after their documentation; run it by hand.

All hold the answers of plain.jsonl, of which that to hc_002 was cut at the model's limit.
"""

import gzip
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

HERE = Path(__file__).parent
CUT = "hc_002"
MODEL = "model"


def said() -> dict[str, str]:
    rows = map(json.loads, (HERE / "plain.jsonl").read_text("utf-8").splitlines())
    return {row["id"]: row["prediction"] for row in rows}


def completion(name: str, text: Any, cut: str = "length") -> dict[str, Any]:
    choice = {"index": 0, "message": {"role": "assistant", "content": text, "refusal": None, "tool_calls": []}}
    choice |= {"finish_reason": cut if name == CUT else "stop", "logprobs": None}
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    return {
        "id": f"chatcmpl-{name}",
        "object": "chat.completion",
        "created": 1,
        "model": MODEL,
        "choices": [choice],
    } | {"usage": usage}


def openai(name: str, text: str) -> dict[str, Any]:
    response = {"status_code": 200, "request_id": "r1", "body": completion(name, text)}
    return {"id": f"batch_req_{name}", "custom_id": name, "response": response, "error": None}


def anthropic(name: str, text: str) -> dict[str, Any]:
    content = [{"type": "thinking", "thinking": "Gdynia?", "signature": "x"}, {"type": "text", "text": text}]
    return {
        "id": f"msg_{name}",
        "type": "message",
        "role": "assistant",
        "model": MODEL,
        "content": content,
        "stop_reason": "max_tokens" if name == CUT else "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }


def gemini(name: str, text: str) -> dict[str, Any]:
    half = len(text) // 2
    parts = [{"text": "Gdynia?", "thought": True}, {"text": text[:half]}, {"text": text[half:]}]
    ended = "MAX_TOKENS" if name == CUT else "STOP"
    candidate = {"content": {"parts": parts, "role": "model"}, "finishReason": ended, "index": 0}
    return {"candidates": [candidate], "modelVersion": MODEL, "responseId": "x"}


def vllm(name: str, text: str) -> dict[str, Any]:
    output = {"index": 0, "text": text, "token_ids": [1], "finish_reason": "length" if name == CUT else "stop"}
    return {"request_id": name, "prompt": "Co to?", "outputs": [output], "finished": True, "model": MODEL}


def conversation(name: str, text: str) -> dict[str, Any]:
    asked = {"role": "user", "content": [{"type": "text", "text": "Co to?"}]}
    answered = {"role": "assistant", "content": [{"type": "text", "text": text}]}
    ended = "length" if name == CUT else "stop"
    return {"id": name, "messages": [asked, answered], "model": MODEL, "finish_reason": ended}


def harness(name: str, text: str) -> dict[str, Any]:
    doc = {"id": name, "prompt": "Co to?"}
    log = {"doc_id": 0, "target": "złoto", "arguments": {"gen_args_0": {"arg_0": "Co to?"}}, "filter": "none"}
    return {"doc": doc, "resps": [[text]], "filtered_resps": [text], "doc_hash": "x", **log}


def promptfoo(name: str, text: str) -> dict[str, Any]:
    response = {"output": text, "finishReason": "length" if name == CUT else "stop", "cached": False}
    return {
        "vars": {"id": name},
        "provider": {"id": f"openai:chat:{MODEL}", "label": MODEL},
        "response": response,
        "success": False,
        "failureReason": 1,
        "error": 'Expected output to contain "złoto"',
    }


LINES: dict[str, Callable[[str, str], dict[str, Any]]] = {
    "openai_batch.jsonl": openai,
    "chat.jsonl": lambda name, text: {"custom_id": name, **completion(name, text)},
    "parts.jsonl": lambda name, text: {"id": name, "response": completion(name, [{"type": "text", "text": text}])},
    "anthropic_batch.jsonl": lambda name, text: {
        "custom_id": name,
        "result": {"type": "succeeded", "message": anthropic(name, text)},
    },
    "anthropic.jsonl": lambda name, text: {**anthropic(name, text), "custom_id": name},
    "gemini_batch.jsonl": lambda name, text: {"key": name, "response": gemini(name, text)},
    "gemini.jsonl": lambda name, text: {"id": name, **gemini(name, text)},
    "vllm.jsonl": vllm,
    "conversations.jsonl": conversation,
    "lmms_eval.jsonl": lambda name, text: {
        **harness(name, text),
        "filtered_resps": text,
        "resps": [text],
        "input": "Co to?",
    },
}


def lighteval(answers: dict[str, str]) -> bytes:
    rows = [
        {
            "doc": {"query": "Co to?", "choices": ["złoto"], "gold_index": 0, "id": str(n), "specific": {"id": name}},
            "metric": {"extractive_match": 0.0},
            "model_response": {"input": "Co to?", "text": [text], "logprobs": [], "truncated_tokens_count": 0},
        }
        for n, (name, text) in enumerate(answers.items())
    ]
    written = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(rows), written)
    return written.getvalue()


def vlmevalkit(answers: dict[str, str]) -> bytes:
    import openpyxl

    book = openpyxl.Workbook()
    book.active.append(["index", "question", "answer", "category", "prediction"])
    for name, text in answers.items():
        book.active.append([name, "Co to?", "złoto", "history", text])
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def write() -> None:
    answers = said()
    files = {
        name: "".join(json.dumps(shape(*one), ensure_ascii=False) + "\n" for one in answers.items()).encode()
        for name, shape in LINES.items()
    }
    results = {"version": 3, "results": [promptfoo(*one) for one in answers.items()], "stats": {}}
    files["promptfoo.json"] = (json.dumps({"evalId": "x", "results": results}, ensure_ascii=False) + "\n").encode()
    files["lighteval.parquet"], files["vlmevalkit.xlsx"] = lighteval(answers), vlmevalkit(answers)
    files["plain.jsonl.gz"] = gzip.compress((HERE / "plain.jsonl").read_bytes(), mtime=0)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.write(HERE / "plain.jsonl", "out/plain.jsonl")
    files["plain.zip"] = packed.getvalue()
    for name, content in files.items():
        (HERE / name).write_bytes(content)


if __name__ == "__main__":
    write()
