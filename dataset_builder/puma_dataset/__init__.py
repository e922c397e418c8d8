"""Task folders, the sample set and its Hugging Face form; importing it loads neither datasets nor evaluate."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .audio import decode_audio
    from .caches import prepare
    from .read import read_tasks

__all__ = ["decode_audio", "prepare", "read_tasks"]

_HOMES = {"decode_audio": "puma_dataset.audio", "prepare": "puma_dataset.caches", "read_tasks": "puma_dataset.read"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'puma_dataset' has no attribute '{name}'")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
