"""Every command with its arguments and options, from the command line itself, and a list of them in both languages."""

from collections.abc import Iterator

import click

from puma_cli.main import COMMANDS, cli

from .words import of

POLISH: dict[str, str] = {
    "quickstart": "Przygotuj komputer, wczytaj zbiór i metrykę, oceń dołączone odpowiedzi: sprawdź, że wszystko działa.",
    "prepare": 'Spraw, by `load_dataset("puma")` i `evaluate.load("puma_rules")` działały na tym komputerze.',
    "validate": "Sprawdź folder zadań i wypisz wszystko, co jest w nim nie tak.",
    "rules": "Zaatakuj reguły zadań tanimi odpowiedziami.",
    "prompts": "Zapisz, o co pytać model, jako zapytania dla dowolnego narzędzia.",
    "run": "Zapytaj model albo silnik rozpoznawania i zapisuj odpowiedzi, gdy nadchodzą.",
    "grade": "Oceń pliki z odpowiedziami jednego modelu albo kilku.",
    "normalise": "Zapisz liczby rozpoznanej mowy słowami i uporządkuj rozpoznane dokumenty.",
    "table": "Wypisz tabele 2 i 3 z artykułu, dla systemów rozpoznawania.",
    "compare": "Powiedz, czy jeden model jest naprawdę lepszy od drugiego i w których zadaniach.",
    "rescore": "Oceń na nowo odpowiedzi z dawnego przebiegu i wypisz każdy wynik, który się zmienił.",
    "report": "Zrób jedną stronę HTML z tabelami, wykresami oraz każdym zadaniem i każdą odpowiedzią.",
    "explain": "Pokaż, skąd wziął się wynik jednej odpowiedzi, reguła po regule.",
    "review": "Przejrzyj odpowiedzi, które powinien przeczytać człowiek.",
    "rubric": "Od arkusza ekspertów do rankingu z jego niepewnością.",
    "space": "Uruchom demo albo Space jednej metryki na tym komputerze.",
    "publish": "Opublikuj zbiór, metryki albo demo na Hubie Hugging Face.",
    "release": "Wylosuj podzbiór prywatnych zadań do publikacji albo sprawdź, czy nic nie zdradza.",
    "tokens": "Pokaż, co ocena widzi w tekście: słowa, formy podstawowe, postaci tekstu.",
}
"""What each command is for, in Polish; its options are shown as the command line has them, in English."""


def pages(language: str) -> Iterator[tuple[str, str]]:
    """One page: a list of the commands, then each with its options as the command line describes them."""
    yield "commands", "\n".join(_page(language == "pl"))


def _page(polish: bool) -> Iterator[str]:
    if polish:
        yield "# Polecenia\n\nOpisy opcji są po angielsku, jak w `puma help POLECENIE`. `puma -h` wymienia wszystkie polecenia.\n"
        yield "Opcje samego `puma`, przed poleceniem; bez `--lang` język wynika z ustawień systemu:\n"
        yield _table(cli)
        yield "| polecenie | do czego |\n|---|---|"
    else:
        yield "# Commands\n\nWhat `puma help COMMAND` prints, of every command. `puma -h` lists them all.\n"
        yield "Options of `puma` itself, before the command; without `--lang` the locale says which language it speaks:\n"
        yield _table(cli)
        yield "| command | for |\n|---|---|"
    found = list(described())
    for name, short in COMMANDS.items():
        anchor = next(whole for whole, _ in found if whole.split()[1] == name).replace(" ", "-")
        yield f"| [puma {name}](#{anchor}) | {POLISH[name] if polish else _escaped(short)} |"
    yield ""
    for name, command in found:
        yield from _section(name, command)


def described() -> Iterator[tuple[str, click.Command]]:
    """Every command by its whole name, those of groups too."""
    for name in COMMANDS:
        command = cli.get_command(click.Context(cli), name)  # type: ignore[attr-defined]
        assert command
        yield from _leaves(f"puma {name}", command)


def _leaves(name: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    if not isinstance(command, click.Group):
        yield name, command
        return
    for sub in command.list_commands(click.Context(command)):
        found = command.get_command(click.Context(command), sub)
        assert found
        yield from _leaves(f"{name} {sub}", found)


def _section(name: str, command: click.Command) -> Iterator[str]:
    context = click.Context(command, info_name=name)
    arguments = [p.make_metavar(context) for p in command.params if isinstance(p, click.Argument)]
    yield f"## {name}\n\n```text\n{' '.join([name, *(['[OPTIONS]'] if _options(command) else []), *arguments])}\n```\n"
    yield from (f"{_escaped(' '.join(part.split()))}\n" for part in (command.help or "").split("\n\n"))
    if _options(command):
        yield _table(command)


def _table(command: click.Command) -> str:
    rows = "\n".join(_option(option, click.Context(command)) for option in _options(command))
    return f"| {of('en', 'option')} | {of('en', 'meaning')} |\n|---|---|\n{rows}\n"


def _options(command: click.Command) -> list[click.Option]:
    return [param for param in command.params if isinstance(param, click.Option)]


def _option(option: click.Option, context: click.Context) -> str:
    record = option.get_help_record(context)
    assert record
    names, text = record
    return f"| `{' '.join(names.split()).replace('|', chr(92) + '|')}` | {_escaped(' '.join(text.split()))} |"


def _escaped(text: str) -> str:
    for mark in "\\<>|{}[]*_":
        text = text.replace(mark, "\\" + mark)
    return text.replace("\x08", "")
