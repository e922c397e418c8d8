"""Which server is asked, with which key and at what pace: for every command that asks one (RUN, section 3)."""

import math
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from puma_run.settings import Pacing

KEY = "PUMA_API_KEY"
LOCAL = "http://127.0.0.1:8000/v1"

_SERVER = (
    click.option("--url", metavar="URL", help=f"The server's address up to /v1; else {LOCAL}."),
    click.option("--key-env", metavar="NAME", help=f"The environment variable with the key; else {KEY}, if it is set."),
    click.option("--insecure", is_flag=True, help="Send the key over plain http to another machine."),
)
_PACE = (
    click.option("--max-body", type=click.FloatRange(0.001), default=50, show_default=True, help="MB of one request."),
    click.option("--concurrency", type=click.IntRange(1, 1000), default=8, show_default=True, help="Requests at once."),
    click.option("--rpm", type=click.FloatRange(0, min_open=True), metavar="N", help="Requests a minute."),
    click.option("--tries", type=click.IntRange(1), default=6, show_default=True, help="Attempts until it has failed."),
    click.option("--timeout", type=click.FloatRange(0, min_open=True), default=600, show_default=True, help="Seconds."),
    click.option("--price", type=(float, float), metavar="IN OUT", help="Of a million tokens: prompt and answer."),
    click.option(
        "--budget", type=click.FloatRange(0, min_open=True), metavar="AMOUNT", help="Stop here; needs --price."
    ),
)


def server_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options `url`, `key_env` and `insecure` of a command."""
    return _with(_SERVER, command)


def pace_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of a command that `pacing` takes."""
    return _with(_PACE, command)


def _with(options: Any, command: Callable[..., Any]) -> Callable[..., Any]:
    for option in reversed(options):
        command = option(command)
    return command


def server(url: str | None, key_env: str | None, insecure: bool) -> tuple[str, str]:
    """The address and the key. Raises UsageError and InputError where they are none, or not safe together."""
    from puma_run.secrets import refuse_unsafe, sound_key

    variable = key_env or KEY
    if key_env and not os.environ.get(variable):
        raise click.UsageError(f"--key-env {variable}: no such environment variable is set; put the key there")
    address, key = url or LOCAL, sound_key(os.environ.get(variable, ""), variable)
    refuse_unsafe(address, key, insecure)
    return address, key


def pacing(given: dict[str, Any]) -> "Pacing":
    """How fast, how often and for how much is asked, from the options. Raises UsageError for those that are none."""
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
