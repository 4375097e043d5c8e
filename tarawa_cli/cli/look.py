"""Commands that only look at the position."""

from typing import Annotated, Any

import typer

from tarawa_cli.cli import output, program
from tarawa_cli.cli.options import DEFAULT_SAVE, Colour, Json, Save
from tarawa_cli.cli.wording import IF_NAMED
from tarawa_cli.kernel.look import Asked, Look, none
from tarawa_cli.kernel.session import Match
from tarawa_cli.kernel.sides import own_orders

Where = Annotated[str, typer.Argument(metavar="[WHERE]", help="A place: the close view.")]
Radius = Annotated[
    int, typer.Option("--radius", "-r", metavar="N", min=0, max=30, help="How far the close view reaches.")
]
Layer = Annotated[str, typer.Option("--layer", metavar="LAYER", help="What to show."), IF_NAMED]
Ascii = Annotated[bool, typer.Option("--ascii", help="Only ASCII signs.")]
Filter = Annotated[str, typer.Argument(metavar="[FILTER]", help="Which ones.")]
UnitId = Annotated[str, typer.Argument(metavar="ID", help="A unit, or the beginning of its name.")]
HexId = Annotated[str, typer.Argument(metavar="HEX", help="Its number.")]
OddsOf = Annotated[list[str], typer.Argument(metavar="COMMAND…", help="An order.")]
LegalFor = Annotated[str, typer.Argument(metavar="[UNIT]", help="Only the commands of one unit.")]
AreaId = Annotated[str, typer.Argument(metavar="AREA", help="An area, or the beginning of its name.")]


# looking commands → what a game without them does not have
THINGS = {
    "map": "map",
    "units": "units",
    "unit": "units",
    "hex": "hexes",
    "area": "areas",
    "policy": "standing answers",
}


def _noted(save: str) -> Match[Any]:
    match = program.look(save)
    if match.edited:
        output.note("note: this save was edited by hand; the next order will record it")
    return match


def _answer(match: Match[Any], as_json: bool, look: Look, painted: bool = False) -> None:
    """Only the form that is wanted is worked out."""
    if as_json:
        facts = {look.key: look.facts()}
        if "state" not in facts:
            facts["state"] = match.game.looking.brief(match.state, match)
        output.say_answer(look.command, **facts)
    else:
        output.say(look.text(), painted=painted)


def _show(name: str, save: str, as_json: bool, asked: Asked, painted: bool = False) -> None:
    """One of the looks that the game has."""
    match = _noted(save)
    looks = match.game.looking.LOOKS
    if name not in looks:
        raise none(THINGS[name])
    _answer(match, as_json, looks[name](match, asked), painted)


def status_(save: Save = DEFAULT_SAVE, json: Json = False) -> None:
    """The whole situation, and what to do next."""
    _show("status", save, json, Asked())


def map_(
    where: Where = "",
    radius: Radius = 3,
    layer: Layer = "",
    ascii: Ascii = False,
    save: Save = DEFAULT_SAVE,
    json: Json = False,
    color: Colour = "auto",
) -> None:
    """The island, or a close view of a part of it."""
    colour = output.colour_wanted(color)
    asked = Asked(where, radius, layer, ascii, output.width(), colour and not json)
    _show("map", save, json, asked, painted=colour)


def units_(filter: Filter = "", save: Save = DEFAULT_SAVE, json: Json = False) -> None:
    """Units, all or some: where they are, what is left of them."""
    _show("units", save, json, Asked(filter))


def unit_(id: UnitId, save: Save = DEFAULT_SAVE, json: Json = False) -> None:
    """A unit in full, and what it may do."""
    _show("unit", save, json, Asked(id))


def hex_(hex: HexId, save: Save = DEFAULT_SAVE, json: Json = False) -> None:
    """A hex in full: terrain, who is there, who can reach it."""
    _show("hex", save, json, Asked(hex))


def area_(area: AreaId, save: Save = DEFAULT_SAVE, json: Json = False) -> None:
    """An area in full: what is cleared, what stands, who is there."""
    _show("area", save, json, Asked(area))


def show_standing(name: str, save: str, as_json: bool) -> None:
    """What stands by an order whose name alone asks for it."""
    _show(name, save, as_json, Asked())


def legal_(unit: LegalFor = "", save: Save = DEFAULT_SAVE, json: Json = False) -> None:
    """Every legal command now, ready to paste."""
    match = _noted(save)
    choices, command = match.game.choices, "legal"
    if unit:
        name, found = choices.legal_for(match.state, unit)
        command = f"legal {name}"
    else:
        found = choices.legal(match.state)
    own = own_orders(match.game, match.state, found, match.side)
    _answer(match, json, Look(command, "commands", lambda: own, lambda: "\n".join(own) or "nothing"))


def odds_(command: OddsOf, save: Save = DEFAULT_SAVE, json: Json = False) -> None:
    """Exact chances of every outcome of an order, without rolling."""
    match = _noted(save)
    _answer(match, json, match.game.choices.odds(match.state, command))
