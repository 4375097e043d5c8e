"""Manual pages of both programs, from what every command says with --help: `make docs` writes docs/man/."""

import sys
from collections.abc import Iterator
from pathlib import Path

from command_reference import help_of

from tarawa_cli import __version__
from tarawa_cli.cli import program
from tarawa_cli.cli.typer_app import headings
from tarawa_cli.games import PROGRAMS

FILES = (
    ("saves/", "your games, a TOML file each; saves/.current names the ones that are played"),
    ("$TARAWA_SAVE", "the save, if none is named with --save"),
    ("$TARAWA_SIDE", "the side that you play, in a game of two sides"),
    ("$NO_COLOR", "no colour, even on a terminal"),
)
EXIT_CODES = (
    ("0", "done"),
    ("1", "refused by the rules; nothing has changed"),
    ("2", "the command cannot be understood"),
    ("3", "a file is missing, damaged, locked, or of a newer version"),
    ("4", "more dice are needed, in a game whose dice you give"),
    ("5", "orders given in one go were carried out in part"),
)


def page(name: str) -> str:
    """The page of a program, in the language of man."""
    program.start(PROGRAMS[name])
    return "\n".join([*_head(name), *_commands(name), *_lists()]) + "\n"


def _head(name: str) -> Iterator[str]:
    yield f'.TH {name.upper()} 1 "" "tarawa-cli {__version__}" "Games"'
    yield ".SH NAME"
    yield f"{name} \\- {_safe(PROGRAMS[name].title)}"
    yield ".SH SYNOPSIS"
    yield f".B {name}\nCOMMAND [ARGUMENTS] [OPTIONS]"


def _commands(name: str) -> Iterator[str]:
    for title, names in headings().items():
        yield f".SH {_safe(title).upper()}"
        for command in names:
            yield f".SS {name} {command}"
            yield f".nf\n{_safe(help_of(command, name))}\n.fi"


def _lists() -> Iterator[str]:
    for title, rows in (("EXIT CODES", EXIT_CODES), ("FILES AND ENVIRONMENT", FILES)):
        yield f".SH {title}"
        for term, meaning in rows:
            yield f".TP\n.B {_safe(term)}\n{_safe(meaning)}"


def _safe(text: str) -> str:
    """Text in which man sees no orders."""
    lines = text.replace("\\", "\\e").replace("-", "\\-").split("\n")
    return "\n".join(f"\\&{line}" if line.startswith((".", "'")) else line for line in lines)


def write(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in PROGRAMS:
        (folder / f"{name}.1").write_text(page(name), encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
