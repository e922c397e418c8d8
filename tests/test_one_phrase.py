"""What a rule of any type quotes, planted in a page of a release: it is found, also where it is one phrase alone."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from puma_dataset.release.checking import leaks
from puma_dataset.release.subset import release

TWELVE = "bursztyn znaleziony po sztormie koło latarni w Rozewiu waży sto gramów dziś"
QUOTING: dict[str, Callable[[str], dict[str, Any]]] = {
    "include": lambda words: {"clauses": [[words]]},
    "exclude": lambda words: {"phrases": [words]},
    "order": lambda words: {"phrases": [words, "koniec"]},
    "regex": lambda words: {"pattern": words.lower()},
}
"""By type how a rule quotes some words."""


def quoting(kind: str, name: str, words: str, prompt: str) -> dict[str, Any]:
    has, has_not = f"Tak: {words}", "Nie wiem."
    right, wrong = {"exclude": (has_not, has), "order": (f"{has}, koniec", has_not)}.get(kind, (has, has_not))
    rule = {"type": kind, **QUOTING[kind](words)}
    return {
        **{"id": name, "category": "speech_qa", "modality": "audio", "prompt": prompt, "rules": [rule]},
        "media": [{"path": f"{name}.wav", "type": "audio", "license": "CC0-1.0", "source": "nagranie własne"}],
        **{"answers_ok": [right], "answers_bad": [wrong], "tags": ["test"], "notes": ""},
    }


def released(private: Path, public: Path) -> None:
    """A release of the tasks in which the first is not: it is drawn until that is so."""
    for seed in range(20):
        release(private, public / str(seed), percent=50, seed=seed)
        if "latarnią" not in (public / str(seed) / "tasks.jsonl").read_text("utf-8"):  # ids are made anew
            (public / str(seed)).rename(public / "drawn")
            return
    raise AssertionError("the task is in every release")


@pytest.mark.parametrize("kind", QUOTING)
def test_one_phrase_of_twelve_words_in_a_public_page_is_found(kind, task_folder, tmp_path):
    """An include of one phrase was published without a finding; with a second clause it was found."""
    assert len(TWELVE.split()) == 12
    private = task_folder(
        quoting(kind, "t1", TWELVE, "Co leżało rano pod latarnią morską?"),
        quoting(kind, "u2", "półwysep Hel", "Gdzie kończy się trasa, o której mowa?"),
        quoting(kind, "u3", "mierzeja Wiślana", "Jaką krainę opisuje przewodniczka na początku nagrania?"),
    )
    released(private, tmp_path / "public")
    public = tmp_path / "public" / "drawn"
    assert leaks(public, private) == []
    card = public / "README.md"
    card.write_text(f"{card.read_text('utf-8')}\nNa przykład: {TWELVE}.\n", "utf-8")
    told = [str(finding) for finding in leaks(public, private)]
    assert any("of the private task 't1'; remove it" in problem for problem in told), told
