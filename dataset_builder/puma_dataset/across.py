"""What is wrong between the tasks of a set: ids, prompts and media that stand in two of them."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from puma_metrics.errors import Finding
from puma_metrics.sentence import Sentence

from .lines import Line
from .media import content_digest, media_of, path_problem

# of 100: a changed digit, name or ending; two questions of one series are further apart
ALIKE = 95.0


def same_ids(lines: Sequence[Line]) -> Iterator[Finding]:
    """An error for each task whose id an earlier one has."""
    first: dict[str, int] = {}
    for line in lines:
        name = line.record.get("id")
        if isinstance(name, str) and first.setdefault(name, line.number) != line.number:
            problem = Sentence("same-id", id=name, line=first[name])
            yield Finding(problem, field="id", **line.address())


def similar_prompts(lines: Sequence[Line]) -> Iterator[Finding]:
    """A warning for each prompt that is nearly an earlier one; the default prompt, null, may be everyone's."""
    from rapidfuzz import fuzz, process

    earlier: dict[int, str] = {}
    names = {line.number: line.address()["id"] for line in lines}
    for line in lines:
        prompt = line.record.get("prompt")
        if not isinstance(prompt, str):
            continue
        plain = " ".join(prompt.casefold().split())
        if closest := process.extractOne(plain, earlier, scorer=fuzz.ratio, score_cutoff=ALIKE):
            number = closest[2]
            problem = Sentence("similar-prompt", id=names[number], line=number)
            yield Finding(problem, field="prompt", is_warning=True, **line.address())
        earlier[line.number] = plain


def same_media(folder: Path, lines: Sequence[Line]) -> Iterator[Finding]:
    """A warning for each file that an earlier task has as well, under whichever name."""
    first: dict[str, Line] = {}
    for line in lines:
        for path, _ in media_of(line.record):
            if path_problem(folder, path):
                continue
            other = first.setdefault(content_digest(folder, path), line)
            if other is not line:
                problem = Sentence("same-medium", path=path, id=other.address()["id"], line=other.number)
                yield Finding(problem, field="media.path", is_warning=True, **line.address())
