"""How generations end, in the words of the providers, and which errors are refusals (TASKS, "Predictions")."""

from collections.abc import Mapping
from typing import Any

from .values import is_nothing

TRUNCATED = frozenset(
    (
        *("length", "max_tokens", "max_length", "max_output_tokens", "max_completion_tokens", "max_new_tokens"),
        *("model_length", "model_context_window_exceeded", "context_window_exceeded", "token_limit", "error_limit"),
    )
)
"""The answer was cut: OpenAI and vLLM, Anthropic, Gemini, Mistral, Cohere, Bedrock, Ollama, TGI, Inspect."""
REFUSED = frozenset(
    (
        *("content_filter", "content_filtered", "refusal", "refused", "safety", "recitation", "blocklist", "spii"),
        *("prohibited_content", "image_safety", "image_prohibited_content", "image_recitation", "language"),
        *("jailbreak", "model_armor", "guardrail_intervened", "error_toxic", "sensitive"),
    )
)
"""The provider or the model declined: OpenAI and Azure, Anthropic, Gemini, Bedrock, Cohere, Zhipu."""
FAILED = frozenset(("error", "failed", "abort", "aborted", "network_error", "malformed_response"))
"""The request broke off; without a text there is no answer."""
FILTERS = frozenset(
    ("content_filter", "content_policy_violation", "moderation_blocked", "responsibleaipolicyviolation")
)
"""Codes of an error that is a refusal: Azure answers with status 400 what its filter keeps back."""


def word(ending: object) -> str:
    """A stop reason as the tables have it; "" for none.

    >>> word("MAX_TOKENS"), word("FinishReason.SAFETY"), word({"type": "length"}), word(None)
    ('max_tokens', 'safety', 'length', '')
    """
    if isinstance(ending, str):
        return ending.strip().lower().removeprefix("finishreason.").removeprefix("finish_reason_").replace("-", "_")
    return word(ending.get("type")) if isinstance(ending, Mapping) else ""


def error_text(error: object) -> str:
    """What an error says in one text; "" for none.

    >>> error_text({"code": 429, "message": "slow down"}), error_text("None"), error_text({"error": {"code": "x"}})
    ('slow down', '', 'x')
    """
    if is_nothing(error):
        return ""
    if isinstance(error, Mapping):
        inner = next(
            (error[name] for name in ("error", "message", "code", "type") if not is_nothing(error.get(name))), ""
        )
        return error_text(inner) or str(dict(error))
    return str(error)


def is_filter(error: Any) -> bool:
    """Whether an error is that of a content filter: a refusal by the provider, and no failure.

    >>> is_filter({"error": {"code": "content_filter"}}), is_filter({"code": "rate_limit"}), is_filter("content filter")
    (True, False, False)
    """
    if isinstance(error, Mapping):
        return any(is_filter(error.get(name)) for name in ("error", "innererror", "code", "type"))
    return isinstance(error, str) and error.strip().lower() in FILTERS
