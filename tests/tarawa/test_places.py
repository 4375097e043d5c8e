"""Places: hexes, the pier, craft, and the words for what is off the map."""

import re
from pathlib import Path

import pytest

import tarawa_cli
from tarawa_cli.games.tarawa.model.board import OFF_MAP, PlaceParts, aboard, in_hex, on_pier, parts

PACKAGE = Path(tarawa_cli.__file__).parent
CUT_UP = re.compile(r"""["'](in|pier):["'{]|\.at\[|\.at\.(startswith|isdigit|partition|removeprefix|split)""")


def test_a_place_is_taken_apart_as_it_was_put_together() -> None:
    assert parts(in_hex("2531")) == PlaceParts(hex="2531")
    assert parts(on_pier("1832")) == PlaceParts(hex="1832", pier="1832")
    assert parts(aboard("lvt-1")) == PlaceParts(craft="lvt-1")


@pytest.mark.parametrize("place", OFF_MAP)
def test_off_the_map_there_is_neither_hex_nor_craft(place: str) -> None:
    assert parts(place) == PlaceParts()


def test_a_place_is_written_in_a_save_as_ever() -> None:
    assert [in_hex("2531"), on_pier("1832"), aboard("lvt-1")] == ["2531", "pier:1832", "in:lvt-1"]


def test_only_one_module_puts_places_together_and_takes_them_apart() -> None:
    cut = [path for path in PACKAGE.rglob("*.py") if CUT_UP.search(path.read_text(encoding="utf-8"))]
    assert cut == [PACKAGE / "games/tarawa/model/board.py"]
