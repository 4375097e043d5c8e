"""The command reference, from what every command says with --help: `make docs` writes docs/commands.md."""

import os
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from unittest.mock import patch

from tarawa_cli.cli.building import build, headings

HEAD = """\
# Command reference

<!-- Generated from `tarawa COMMAND --help` by `make docs` (tools/command_reference.py). Do not edit. -->

Generated from what each command says with `--help`; `make docs` writes it anew, and a test compares.
Units, craft, beaches, areas and hexes may be written in any case, and shortened as long as they fit only one.
"""


def help_of(name: str) -> str:
    """What a command says about itself, 80 columns wide."""
    said = StringIO()
    with patch.dict(os.environ, COLUMNS="80"), redirect_stdout(said):
        build([name])([name, "--help"], prog_name="tarawa", standalone_mode=False)
    return "\n".join(line.rstrip() for line in said.getvalue().strip().splitlines())


def reference() -> str:
    return "\n".join([HEAD, *_sections()])


def _sections() -> Iterator[str]:
    for title, names in headings().items():
        yield f"## {title}\n"
        for name in names:
            yield f"### `tarawa {name}`\n\n```text\n{help_of(name)}\n```\n"


if __name__ == "__main__":
    print(reference(), end="")
