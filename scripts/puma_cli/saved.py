"""What an earlier run left: the folders that `puma grade --out` wrote."""

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import fsum
from pathlib import Path
from typing import Any

from puma_metrics import Given
from puma_metrics.comparison import Outcome, Run
from puma_metrics.errors import InputError
from puma_metrics.signature import parts_of
from puma_metrics.task import CATEGORIES

from . import files

RESULTS, SAMPLES = "results.json", "samples.jsonl"
RUN = "run.json"
"""In a folder that was graded in parts: what is graded there, and how."""
OPTIONS = ("keep_thinking", "unwrap_arrays")


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_strict(value: object) -> bool:
    return isinstance(value, int) and value in (0, 1)


def _is_share(value: object, whole: float = 1) -> bool:
    return isinstance(value, int | float) and 0 <= value <= whole


def _are_rules(value: object) -> bool:
    return isinstance(value, list) and not any(_wrong(rule, NEEDED_OF_RULES) for rule in value)


NEEDED: Mapping[str, Callable[[object], bool]] = {
    "id": _is_text,
    "category": lambda value: _is_text(value) and value in CATEGORIES,
    "strict": _is_strict,
    "soft": _is_share,
    "rules": _are_rules,
    "answer": lambda value: value is None or _is_text(value),
}
NEEDED_OF_RULES = {"type": _is_text, "strict": _is_strict, "soft": _is_share, "reason": _is_text}
NEEDED_OF_RESULTS: Mapping[str, Callable[[object], bool]] = {
    "n": lambda value: isinstance(value, int),
    "attempted": lambda value: isinstance(value, int),
    "strict": lambda value: value is None or _is_share(value, 100),
    "soft": lambda value: value is None or _is_share(value, 100),
}


def _wrong(record: object, needed: Mapping[str, Callable[[object], bool]]) -> list[str]:
    """The fields of a record that are missing or not as needed; all of them where it is no record."""
    if not isinstance(record, dict):
        return list(needed)
    return [name for name, fits in needed.items() if name not in record or not fits(record[name])]


@dataclass(frozen=True)
class Saved:
    """One model's results and samples as they were written."""

    folder: Path
    results: Mapping[str, Any]
    samples: tuple[Mapping[str, Any], ...]

    @property
    def model(self) -> str:
        return str(self.results["model"])

    @property
    def run(self) -> Run:
        outcomes = {
            s["id"]: Outcome(s["category"], s["strict"], s["soft"], s.get("task_digest", ""), _is_missing(s))
            for s in self.samples
        }
        return Run(self.model, self.results["signature"], outcomes)

    @property
    def answers(self) -> dict[str, Given]:
        """The answers by task, those that are missing left out, but for requests that failed."""
        return {
            s["id"]: Given(s["answer"], bool(s.get("truncated")), bool(s.get("refused")), bool(s.get("failed")))
            for s in self.samples
            if not _is_missing(s) or s.get("failed")
        }

    @property
    def options(self) -> dict[str, Any]:
        """With which options the answers were graded."""
        parts = parts_of(self.results["signature"])
        return {name: parts.get(name) == "true" for name in OPTIONS}


def _is_missing(sample: Mapping[str, Any]) -> bool:
    return bool(sample.get("missing"))


def is_saved(place: Path) -> bool:
    """Whether a path names saved results, and not a file of answers."""
    return place.is_dir() or place.name == RESULTS


def read_saved(place: Path) -> list[Saved]:
    """The models saved in a folder, or in the folders directly inside it.

    Raises InputError if there is none, or if one cannot be read or is not of one run.
    """
    folder = place.parent if place.name == RESULTS else place
    files.refuse_unfinished(folder)
    if os.path.lexists(folder / RESULTS):
        return [_read(folder, "")]
    found = sorted(one.name for one in folder.glob("*") if os.path.lexists(one / RESULTS))
    if not found:
        what = "holds no results.json" if folder.is_dir() else "no such folder"
        raise InputError(f"{place}: {what}; expected a folder that puma grade --out has written")
    return [_read(folder, f"{name}/") for name in found]


def model_in(folder: Path) -> str | None:
    """Whose results a folder holds; None where there are none of ours."""
    try:
        found = _parsed(folder / RESULTS, 0, _text(folder, RESULTS))
    except InputError:  # none, or no results: they are put in their place
        return None
    return str(found["model"]) if _is_known(found) else None


def _read(place: Path, inside: str) -> Saved:
    """The results in a folder that the user has named, or in one inside of it, such as "model/"."""
    folder = place / inside
    if any(os.path.lexists(one / RUN) for one in (folder, folder.parent)):
        raise InputError(
            f"{folder}: was graded in parts, which keep no answers; grade it without --jobs to go on with it"
        )
    results = _parsed(folder / RESULTS, 0, _text(place, inside + RESULTS))
    if not _is_known(results):
        form = results.get("format") if isinstance(results, dict) else results
        raise InputError(f"{folder / RESULTS}: is of no known format ({form!r}); expected what puma grade --out writes")
    lines = _text(place, inside + SAMPLES).split("\n")
    samples = [_sample(folder / SAMPLES, n, line) for n, line in enumerate(lines, 1) if line.strip()]
    saved = Saved(folder, results, tuple(samples))
    _refuse_two_runs(saved)
    return saved


def _is_known(results: object) -> bool:
    if not isinstance(results, dict) or results.get("format") != 1 or not isinstance(results.get("model"), str):
        return False
    overall, signature = results.get("overall"), results.get("signature")
    is_signed = isinstance(signature, str) and {"tasks", "scoring"} <= parts_of(signature).keys()
    return is_signed and not _wrong(overall, NEEDED_OF_RESULTS)


def _text(place: Path, name: str) -> str:
    from puma_dataset.opening import read_inside

    try:
        return read_inside(place, name).decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        what = error.strerror if isinstance(error, OSError) else "is not UTF-8"
        raise InputError(f"{place / name}: cannot be read ({what}); expected what puma grade --out writes") from error


def _parsed(file: Path, line: int, text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        at = f"{file}:{line}" if line else str(file)
        raise InputError(f"{at}: is no JSON ({error}); grade again with puma grade --out") from error


def _sample(file: Path, line: int, text: str) -> dict[str, Any]:
    record = _parsed(file, line, text)
    if wrong := _wrong(record, NEEDED):
        raise InputError(f"{file}:{line}, {wrong[0]}: is missing or of another type; grade again with puma grade --out")
    found: dict[str, Any] = record
    return found


def _refuse_two_runs(saved: Saved) -> None:
    """Both files are renamed into place one after the other: a run killed in between leaves them of two runs."""
    overall, n = saved.results["overall"], len(saved.samples)
    strict = 100 * sum(s["strict"] for s in saved.samples) / n if n else None
    soft = 100 * fsum(s["soft"] for s in saved.samples) / n if n else None
    of_results = (overall["n"], overall["strict"], overall["soft"])
    if overall["attempted"] and of_results != (n, strict, soft):
        raise InputError(
            f"{saved.folder}: {RESULTS} and {SAMPLES} are of two different runs, or were edited "
            f"({overall['strict']} % of {overall['n']} tasks against {strict} % of {n}); grade again"
        )
