"""`puma run`: ask a model, or a recogniser, for answers to tasks, and write them as they come (RUN, section 3)."""

import json
import math
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from puma_metrics import Task
from puma_metrics.errors import InputError, did_you_mean
from puma_metrics.task import CATEGORIES
from puma_metrics.wording import counted, shorten

from .files import print_json, say, say_over
from .grade import load_tasks

if TYPE_CHECKING:
    from puma_run.preview import Preview
    from puma_run.running import Outcome, Plan, Progress
    from puma_run.settings import Asked, Pacing

KEY = "PUMA_API_KEY"
LOCAL = "http://127.0.0.1:8000/v1"
OURS = ("model", "messages", "response_format")
"""Fields of a request that --extra does not replace."""
OPTIONS = {"temperature": "--temperature", "seed": "--seed", "max_tokens": "--max-tokens"}
SHARES = click.Choice(["auto", "always", "never"])


class Temperature(click.ParamType):
    """A number, or default for the server's own."""

    name = "0|default"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float | str:
        if value == "default":
            return "default"
        try:
            number = float(value)
        except (TypeError, ValueError):
            number = math.nan
        if not 0 <= number <= 2:
            self.fail(f"'{value}' is no temperature; expected a number from 0 to 2, or default", param, ctx)
        return number


class Ladder(click.ParamType):
    """STEP:HIGHEST."""

    name = "step:highest"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[float, float]:
        if isinstance(value, tuple):
            return value
        try:
            step, highest = map(float, value.split(":"))
        except ValueError:
            step, highest = math.nan, math.nan
        if not (0 < step <= 2 and 0 <= highest <= 2):
            self.fail(f"'{value}' is no ladder; expected STEP:HIGHEST, such as 0.3:1.5", param, ctx)
        return step, highest


@click.command()
@click.argument("model")
@click.option("--out", required=True, type=click.Path(path_type=Path), metavar="RUN", help="The run's folder.")
@click.option("--tasks", "folder", type=click.Path(path_type=Path), help="The folder of tasks; else the sample's.")
@click.option("--engine", metavar="NAME", help="A recogniser in place of a model: transcription or tesseract.")
@click.option("--url", metavar="URL", help=f"The server's address up to /v1; else {LOCAL}.")
@click.option("--key-env", metavar="NAME", help=f"The environment variable with the key; else {KEY}, if it is set.")
@click.option("--insecure", is_flag=True, help="Send the key over plain http to another machine.")
@click.option("--category", "categories", multiple=True, metavar="C", help="Only this category; repeat it.")
@click.option("--task", "ids", multiple=True, metavar="ID", help="Only this task; repeat it.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Only the first N of them.")
@click.option("--samples", type=click.IntRange(1), default=1, show_default=True, help="Answers to each task.")
@click.option("--without-media", is_flag=True, help="Send the question alone: a blind run, for no leaderboard.")
@click.option("--temperature", type=Temperature(), default="0", show_default=True, help="Or the server's default.")
@click.option(
    "--ladder", type=Ladder(), default="0.3:1.5", show_default=True, help="How much warmer a looping answer is asked."
)
@click.option("--no-ladder", is_flag=True, help="Take a looping answer as it is.")
@click.option("--max-tokens", type=click.IntRange(1), metavar="N", help="Send this bound; else none is sent.")
@click.option("--seed", type=int, metavar="N", help="Send this seed; else none is sent.")
@click.option("--extra", metavar="JSON", help="More fields of the request, as a JSON object.")
@click.option("--response-format", type=SHARES, default="auto", show_default=True, help="Send extraction's schema.")
@click.option("--wrap-arrays", type=SHARES, default="auto", show_default=True, help="Wrap a schema that is a list.")
@click.option("--pdf", type=click.Choice(["pages", "file"]), default="pages", show_default=True, help="How a PDF goes.")
@click.option(
    "--audio", type=click.Choice(["wav", "mp3"]), default="wav", show_default=True, help="What other sound becomes."
)
@click.option("--max-body", type=click.FloatRange(0.001), default=50, show_default=True, help="MB of one request.")
@click.option("--concurrency", type=click.IntRange(1, 1000), default=8, show_default=True, help="Requests at once.")
@click.option("--rpm", type=click.FloatRange(0, min_open=True), metavar="N", help="Requests a minute.")
@click.option("--tries", type=click.IntRange(1), default=6, show_default=True, help="Attempts until it has failed.")
@click.option("--timeout", type=click.FloatRange(0, min_open=True), default=600, show_default=True, help="Seconds.")
@click.option("--price", type=(float, float), metavar="IN OUT", help="Of a million tokens: prompt and answer.")
@click.option("--budget", type=click.FloatRange(0, min_open=True), metavar="AMOUNT", help="Stop here; needs --price.")
@click.option("--from", "other", type=click.Path(path_type=Path), metavar="OTHER", help="Take over a run's answers.")
@click.option("--again", type=click.Choice(["failed"]), help="Ask again what failed for good, too.")
@click.option("--dry-run", is_flag=True, help="Open no socket: say what would be sent, and show the first request.")
@click.option("--json", "as_json", is_flag=True, help="Print run.json, or what --dry-run says, as JSON.")
def run(model: str, out: Path, dry_run: bool, as_json: bool, **given: Any) -> int:
    """Ask MODEL for answers, at any OpenAI-compatible server; `puma grade RUN` grades them.

    The same command goes on where a run was ended. Exit codes: 0 all answered, 5 incomplete, 130 on Ctrl-C.
    """
    from puma_run.running import run as run_plan

    plan = _plan(model, out, given)
    if dry_run:
        from puma_run.preview import preview

        found = preview(plan)
        print_json(found.record()) if as_json else _say_preview(found)
        return 0
    told = _Line()
    try:
        outcome = run_plan(plan, told)
    except KeyboardInterrupt:  # the second one: what was in flight is asked again by the same command
        told.end()
        say(f"{out}: broken off; the same command goes on", err=True)
        return 130
    told.end()
    print_json(dict(outcome.record)) if as_json else _say_outcome(plan, outcome)
    if outcome.exit_code:
        say(last_line(plan, outcome), err=True)
    return outcome.exit_code


def _plan(model: str, out: Path, given: dict[str, Any]) -> "Plan":
    from puma_dataset.read import SAMPLE
    from puma_run.engines import ENGINES
    from puma_run.requests import jobs_of
    from puma_run.running import Plan
    from puma_run.secrets import refuse_unsafe, sound_key

    name = given["engine"] or "chat"
    if name not in ENGINES:
        raise click.UsageError(f"--engine '{name}': {did_you_mean(name, ENGINES)}")
    engine = ENGINES[name]
    if not engine.has_server and (given["url"] or given["key_env"]):
        raise click.UsageError(f"--engine {name} runs on this machine: leave out --url and --key-env")
    url, key = "", ""
    if engine.has_server:
        variable = given["key_env"] or KEY
        if given["key_env"] and not os.environ.get(variable):
            raise click.UsageError(f"--key-env {variable}: no such environment variable is set; put the key there")
        url, key = given["url"] or LOCAL, sound_key(os.environ.get(variable, ""), variable)
        refuse_unsafe(url, key, given["insecure"])
    asked, folder = _asked(model, name, given), given["folder"]
    tasks = _selected(load_tasks(folder)[0], engine.categories, given)
    jobs = tuple(jobs_of(folder or SAMPLE, tasks, asked, given["samples"]))
    again = given["again"] == "failed"
    return Plan(
        folder or SAMPLE, tasks, jobs, asked, _pacing(given), out, url, key, given["samples"], again, given["other"]
    )


def _asked(model: str, engine: str, given: dict[str, Any]) -> "Asked":
    from puma_run.settings import Asked

    if not model.strip():
        raise click.UsageError("MODEL is empty; name the model as its server does")
    return Asked(
        model=model,
        engine=engine,
        temperature=None if given["temperature"] == "default" else given["temperature"],
        ladder=None if given["no_ladder"] else given["ladder"],
        extra=_extra(given["extra"]),
        **{
            name: given[name]
            for name in ("max_tokens", "seed", "response_format", "wrap_arrays", "pdf", "audio", "without_media")
        },
    )


def _extra(written: str | None) -> dict[str, Any]:
    if written is None:
        return {}
    try:
        found = json.loads(written)
    except ValueError as error:
        raise click.UsageError(f'--extra: is no JSON ({error}); expected an object such as {{"top_p": 1}}') from error
    if not isinstance(found, dict):
        raise click.UsageError('--extra: is no object; expected one such as {"top_p": 1}')
    if ours := [name for name in OURS if name in found]:
        raise click.UsageError(f"--extra: '{ours[0]}' is made by puma run itself; leave it out")
    if options := [name for name in OPTIONS if name in found]:
        raise click.UsageError(f"--extra: '{options[0]}' has an option of its own, {OPTIONS[options[0]]}; use that")
    if found.get("stream") or found.get("n", 1) != 1:
        raise click.UsageError("--extra: one whole answer is read from each response; leave out 'stream' and 'n'")
    return found


def _pacing(given: dict[str, Any]) -> "Pacing":
    from puma_run.settings import Pacing, Price

    price = given["price"]
    if price and not all(math.isfinite(one) and one >= 0 for one in price):
        raise click.UsageError("--price: expected two amounts of 0 and more, for a million tokens each")
    if given["budget"] is not None and not price:
        raise click.UsageError("--budget is kept by the price of tokens: add --price IN OUT")
    names = ("concurrency", "rpm", "tries", "timeout", "budget")
    return Pacing(
        price=Price(*price) if price else None,
        max_body=round(given["max_body"] * 1e6),
        **{name: given[name] for name in names},
    )


def _selected(tasks: Sequence[Task], able: Sequence[str], given: dict[str, Any]) -> list[Task]:
    """The tasks to ask. A name that nothing has is refused, and so is a category that a recogniser cannot answer."""
    known = {task.id for task in tasks}
    for name in given["categories"]:
        if name not in CATEGORIES:
            raise click.UsageError(f"--category '{name}': {did_you_mean(name, CATEGORIES)}")
        if name not in able:
            raise click.UsageError(f"--category {name}: --engine {given['engine']} answers only {', '.join(able)}")
    for name in given["ids"]:
        if name not in known:
            raise InputError(f"--task '{name}': no such task; {did_you_mean(name, sorted(known))}")
    wanted = given["categories"] or able
    found = [task for task in tasks if task.category in wanted and (not given["ids"] or task.id in given["ids"])]
    if not found:
        raise InputError(f"no task is left to ask; of {counted(len(tasks), 'task')} none is of {', '.join(wanted)}")
    return found[: given["limit"]]


class _Line:
    """The progress, on one line of stderr, where a person looks on."""

    def __init__(self) -> None:
        self._shown = ""

    def __call__(self, found: "Progress") -> None:
        if sys.stderr.isatty():
            self._shown = progress_line(found)
            say_over(self._shown, is_last=False)

    def end(self) -> None:
        if self._shown:
            say_over(self._shown, is_last=True)


def progress_line(found: "Progress") -> str:
    """How far a run is: rate, tokens, cost and time left.

    >>> from puma_run.running import Progress
    >>> progress_line(Progress(asked=30, left=60, failed=1, seconds=60, tokens=12500, cost=0.5))
    '30 of 90, 1 failed, 30.0 a minute, 12,500 tokens, cost 0.5000, 2:00 left'
    """
    rate = 60 * found.asked / found.seconds if found.seconds else 0.0
    left = round(found.left * 60 / rate) if rate else 0
    parts = [f"{found.asked} of {found.asked + found.left}"]
    parts += [f"{found.failed} failed"] if found.failed else []
    parts += [f"{rate:.1f} a minute", f"{found.tokens:,} tokens"]
    parts += [] if found.cost is None else [f"cost {found.cost:.4f}"]
    return ", ".join([*parts, f"{left // 60}:{left % 60:02} left"])


def _say_outcome(plan: "Plan", outcome: "Outcome") -> None:
    counts = outcome.counts
    say(f"{counts['answered']} of {counted(counts['jobs'], 'request')} answered, {counts['failed']} failed")
    if outcome.taken_over:
        say(f"Taken over from {plan.other}: {counted(outcome.taken_over, 'answer')}")
    if outcome.stale:
        say(f"Asked anew, since the prompt or a medium is another: {counted(outcome.stale, 'answer')}")
    for name, sentence in outcome.abilities.said.items():
        say(f"The server does not take {name}: {shorten(sentence, 200)}")
    if plan.asked.without_media:
        say("A blind run, without media: it belongs on no leaderboard")
    say(f"Written: {plan.out}")


def last_line(plan: "Plan", outcome: "Outcome") -> str:
    """Of an incomplete run: how many are missing, why, and how it goes on."""
    counts = outcome.counts
    missing = counts["left"] + counts["failed"]
    kinds = ", ".join(f"{n} {kind}" for kind, n in counts["failures"].items())
    why = "; ".join(part for part in (outcome.reason, kinds and f"failed: {kinds}, see failures.jsonl") if part)
    from puma_run.verdicts import PASSING

    settled = sum(n for kind, n in counts["failures"].items() if kind not in PASSING)
    way_out = "the same command goes on" + (
        ", and asks those that failed for good with --again failed" if settled else ""
    )
    return f"{plan.out}: {counted(missing, 'answer')} missing ({why}); {way_out}"


def _say_preview(found: "Preview") -> None:
    say(
        f"{counted(found.tasks, 'task')}, {counted(found.requests, 'request')}, {found.bytes:,} bytes; nothing was sent"
    )
    for what, n in found.converted.items():
        say(f"{counted(n, 'medium', 'media')} {'is' if n == 1 else 'are'} sent {what}")
    for name, problem in found.unable.items():
        say(f"'{name}' cannot be sent: {problem}")
    if found.cost is not None:
        most = f", with answers of --max-tokens at most {found.most:.4f}" if found.most is not None else ""
        say(f"The texts alone cost about {found.cost:.4f} (four characters a token; media are not counted){most}")
    if found.first:
        say(json.dumps(found.first, ensure_ascii=False, indent=2))
