"""The `puma` command: its subcommands, loaded when they are called, and its exit codes."""

import errno
import io
import sys
from importlib import import_module

import click

from puma_metrics import __version__
from puma_metrics.errors import InputError, PumaError, did_you_mean

from .files import say

FINE, UNEXPECTED, USAGE, REFUSED, BELOW = 0, 1, 2, 3, 4
WAYS_OUT = {
    **dict.fromkeys((errno.EACCES, errno.EPERM), "check its permissions"),
    errno.ENAMETOOLONG: "choose another, shorter name",
    **dict.fromkeys((errno.ENOTDIR, errno.EISDIR, errno.ELOOP, errno.EROFS), "choose another file or folder"),
}
"""Of a file or folder that the user named: what is the matter with it, and what to do."""

COMMANDS = {
    "quickstart": "Prepare, load and grade the bundled answers: see that everything works.",
    "prepare": 'Make load_dataset("puma") and evaluate.load("puma_rules") work on this machine.',
    "validate": "Check a folder of tasks and list everything wrong with it.",
    "rules": "Attack the rules of tasks with cheap answers.",
    "prompts": "Write what to ask a model, as requests for any inference stack.",
    "run": "Ask a model or a recogniser for answers, and write them as they come.",
    "grade": "Grade files of answers, of one model or of several.",
    "compare": "Say whether one model is really better than another, and on which tasks.",
    "rescore": "Grade the answers of an earlier run again, and list every score that moved.",
    "report": "Write one HTML page with tables, figures and every task and answer.",
    "explain": "Show why one answer scores as it does, rule by rule.",
    "review": "Walk through the answers that a person should read.",
    "rubric": "From an annotation sheet of experts to a leaderboard with its uncertainty.",
    "space": "Serve the demo, or the Space of one metric, on this machine.",
    "publish": "Publish the dataset, the metrics or the demo on the Hugging Face Hub.",
    "release": "Draw a public subset of a private folder of tasks, or check that one leaks nothing.",
    "tokens": "Show what the grader sees of a text: words, base forms, text forms.",
}


class Commands(click.Group):
    """Commands that are imported when they are called: none pays for what another needs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name == "help":
            return help_of
        if name not in COMMANDS:
            return None
        return getattr(import_module(f"puma_cli.{name}"), name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and not self.get_command(ctx, args[0]):
            raise click.UsageError(f"No such command '{args[0]}'; {did_you_mean(args[0], COMMANDS)}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version", prog_name="puma")
def cli() -> None:
    """Grade answers to the PUMA benchmark, offline and reproducibly.

    Exit codes: 0 fine, 1 unexpected, 2 usage, 3 input refused, 4 below --fail-under, 5 a run is incomplete.
    """


@click.command("help")
@click.argument("names", nargs=-1, metavar="[COMMAND]...")
@click.pass_context
def help_of(context: click.Context, names: tuple[str, ...]) -> None:
    """Show what COMMAND does, as its --help does; without one, all commands."""
    assert context.parent
    shown: click.Command = cli
    found = context.parent
    for name in names:
        if not isinstance(shown, click.Group):
            raise click.UsageError(f"'{found.command_path}' has no commands of its own", found)
        _, inner, _ = shown.resolve_command(found, [name])
        assert inner
        shown, found = inner, click.Context(inner, found, info_name=name)
    say(shown.get_help(found))


def main() -> None:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # half a surrogate pair in an answer is shown, not fatal
            stream.reconfigure(errors="backslashreplace")
    try:
        sys.exit(cli.main(prog_name="puma", standalone_mode=False) or FINE)
    except click.UsageError as error:
        shown = io.StringIO()
        error.show(shown)
        say(shown.getvalue().rstrip("\n"), err=True)
        sys.exit(USAGE)
    except click.ClickException as error:
        say(f"puma: {error.format_message()}", err=True)
        sys.exit(error.exit_code)
    except click.Abort:
        say("stopped", err=True)
        sys.exit(UNEXPECTED)
    except PumaError as error:
        say(f"puma: {error}", err=True)
        sys.exit(REFUSED if isinstance(error, InputError) else UNEXPECTED)
    except BrokenPipeError:  # whoever read the output has read enough
        sys.stdout = None
        sys.exit(UNEXPECTED)
    except RuntimeError as error:
        if not str(error).startswith("Symlink loop"):  # so says Path.resolve of a loop, up to Python 3.12
            raise
        say(f"puma: {error}; name a file or folder itself", err=True)
        sys.exit(REFUSED)
    except OSError as error:
        if error.errno in WAYS_OUT and error.filename:
            say(f"puma: {error.filename}: {error.strerror}; {WAYS_OUT[error.errno]}", err=True)
            sys.exit(REFUSED)
        say(f"puma: {error.strerror or error}{f' ({error.filename})' if error.filename else ''}", err=True)
        sys.exit(UNEXPECTED)
