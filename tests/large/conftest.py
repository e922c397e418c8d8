"""The trainers' own libraries, which belong to no extra: .ci/run installs them in an environment of their own.

Where a library is missing its tests are skipped, unless PUMA_LARGE is set, as in .ci/run: then they fail.
"""

import importlib
import os
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest


@pytest.fixture(scope="module")
def library() -> Iterator[Callable[[str], ModuleType]]:
    """A function that imports a module of such a library, offline and without an accelerator."""

    def imported(name: str) -> ModuleType:
        if not os.environ.get("PUMA_LARGE"):
            pytest.importorskip(name.partition(".")[0], reason=f"{name} is not installed; see .ci/run")
        return importlib.import_module(name)

    with pytest.MonkeyPatch.context() as patch:
        for variable in ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE", "HF_DATASETS_OFFLINE"):
            patch.setenv(variable, "1")
        patch.setenv("CUDA_VISIBLE_DEVICES", "")
        yield imported


@pytest.fixture
def of_words(library) -> Callable[[list[str]], Any]:
    """A function that makes a tokenizer of words, of which the first pads and the second ends."""

    def made(words: list[str]) -> Any:
        tokenizers = library("tokenizers")
        numbers = {word: number for number, word in enumerate(words)}
        tokenizer = tokenizers.Tokenizer(tokenizers.models.WordLevel(numbers, unk_token=words[0]))
        tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.WhitespaceSplit()
        fast = library("transformers").PreTrainedTokenizerFast
        return fast(tokenizer_object=tokenizer, pad_token=words[0], eos_token=words[1])

    return made


@pytest.fixture
def harbour() -> dict[str, Any]:
    """A task whose answer is right with one word, half right with another."""
    rules = '[{"type":"include","clauses":[["Gdynia"]]},{"type":"exclude","phrases":["Sopot"]}]'
    return {"id": "harbour", "category": "speech_qa", "prompt": "Jakie słowo nadano?", "rules": rules}


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """A task whose pattern runs into its deadline on `desert`."""
    monkeypatch.setattr("puma_metrics.rules.pattern_rule.DEADLINE", 0.05)
    rules = '[{"type":"regex","pattern":"(a|aa)+$","normalize":false}]'
    return {"id": "endless", "category": "speech_qa", "prompt": "Co słychać?", "rules": rules}


@pytest.fixture
def desert() -> str:
    """A word that the pattern of `endless` searches for too long."""
    return "a" * 100_000 + "b"
