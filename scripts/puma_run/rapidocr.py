"""The engine RapidOCR: a library of this process that reads pictures of pages with the models its wheel carries."""

from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import Any

from puma_dataset.sendable import Medium
from puma_metrics.errors import InputError

from .answering import Answer
from .reading import in_thread, reading
from .settings import Asked

INSTALL = "pip install 'puma-bench[recognise]'"


def about(model: str) -> dict[str, Any]:
    """The versions of library and runtime. Raises InputError if they are not installed, or carry another model.

    A model that the wheel does not carry would be fetched from a hub, and is refused for that.
    """
    try:
        import onnxruntime
        import rapidocr  # noqa: F401
    except ImportError as error:
        raise InputError(f"--engine rapidocr: '{error.name}' is not installed; {INSTALL}") from error
    carried = _carried()
    if model != carried:
        raise InputError(
            f"--engine rapidocr: '{model}' is not the model that the installed rapidocr {version('rapidocr')} carries; "
            f"name it: {carried}"
        )
    return {"library": "rapidocr", "version": version("rapidocr"), "onnxruntime": onnxruntime.__version__}


def _carried() -> str:
    """The model that the wheel carries, as its own settings call it."""
    import yaml  # type: ignore[import-untyped]

    settings = yaml.safe_load(files("rapidocr").joinpath("config.yaml").read_text("utf-8"))
    return f"{settings['Rec']['ocr_version']}-{settings['Rec']['model_type']}"


def rapidocr(folder: Path, asked: Asked, timeout: float) -> Answer:
    """The engine, with the library's own settings: its lines in its own order, one under the other."""
    from rapidocr import RapidOCR

    engine: Any = RapidOCR(params={"Global.log_level": "error"})  # what it returns depends on what it is asked

    def recognise(medium: Medium) -> str:
        return "\n".join(engine(medium.data).txts or ())

    return reading(folder, asked, in_thread(recognise))
