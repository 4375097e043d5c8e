"""What a player keeps to himself: a file of each side beside the save, which never goes to the other."""

import os

from tarawa_cli.kernel import savefile, toml
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.files import read_regular
from tarawa_cli.kernel.hints import Any

LARGEST = 1_000_000


def path_of(save: str, side: str) -> str:
    """`saves/herkules.axis.toml` for the save `saves/herkules.toml`."""
    return f"{save.removesuffix('.toml')}.{side}.toml"


def exists(save: str, side: str) -> bool:
    return os.path.lexists(path_of(save, side))


def read(save: str, side: str) -> dict[str, Any]:
    """What the file holds; BadFile, if there is none or it cannot be read."""
    path = path_of(save, side)
    if not os.path.lexists(path):
        raise BadFile(f"{path} is not here: it holds what {side} keeps secret", hint=f"only {side} has it")
    return toml.parse(toml.decode(read_regular(path, path, LARGEST, ""), path), path)


def held(save: str, side: str) -> dict[str, Any]:
    """What the file holds; nothing, if there is none."""
    return read(save, side) if exists(save, side) else {}


def write(save: str, side: str, secrets: dict[str, Any]) -> None:
    lines = [f"# What {side} keeps secret in {os.path.basename(save)}. Do not give it to anybody, and do not lose it."]
    savefile.write(path_of(save, side), "".join(f"{line}\n" for line in [*lines, *toml.lines(secrets)]))
