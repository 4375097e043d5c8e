"""Commands that only look at the position."""

from typing import Annotated, Any

import typer

from tarawa_cli.cli import output
from tarawa_cli.cli.options import DEFAULT_SAVE, Colour, Json, Save
from tarawa_cli.games import GAMES
from tarawa_cli.games.tarawa import facts, reports
from tarawa_cli.games.tarawa.state import State
from tarawa_cli.kernel import session
from tarawa_cli.kernel.session import Match

Where = Annotated[str, typer.Argument(metavar="[WHERE]", help="An area, beach:red2, a hex or a unit: the close view.")]
Radius = Annotated[int, typer.Option("--radius", "-r", min=0, max=30, help="How far the close view reaches.")]
Layer = Annotated[str, typer.Option("--layer", metavar="units|terrain|areas|control|supply", help="What to show.")]
Ascii = Annotated[bool, typer.Option("--ascii", help="Only ASCII signs.")]
Filter = Annotated[
    str, typer.Argument(metavar="[FILTER]", help="ashore, afloat, due, lost, craft, an area, a battalion…")
]
UnitId = Annotated[str, typer.Argument(metavar="ID", help="A unit, or the beginning of its name.")]
HexId = Annotated[str, typer.Argument(metavar="HEX", help="Four digits: row, column.")]
OddsOf = Annotated[list[str], typer.Argument(metavar="COMMAND…", help="An order, e.g. attack 2/8A --on 2828.")]
LegalFor = Annotated[str, typer.Argument(metavar="[UNIT]", help="Only the commands of one unit.")]
AreaId = Annotated[str, typer.Argument(metavar="AREA", help="An area, or the beginning of its name.")]


def _look(save: str) -> Match[State]:
    match: Match[State] = session.look(GAMES, save)
    if match.edited:
        output.note("note: this save was edited by hand; the next order will record it")
    return match


def _answer(match: Match[State], as_json: bool, key: str, value: Any, text: str) -> None:
    if as_json:
        output.say_json({"ok": True, key: value, "state": facts.brief(match.state, match)})
    else:
        output.say(text)


def status_(save: Save = DEFAULT_SAVE, json: Json = False) -> None:
    """Turn, phase, what can be done now, tracks, points, progress of every area."""
    match = _look(save)
    if json:
        output.say_json({"ok": True, "command": "status", "events": [], "state": facts.whole(match.state, match)})
    else:
        output.say(reports.status(match.state, match))


def map_(
    where: Where = "",
    radius: Radius = 3,
    layer: Layer = "units",
    ascii: Ascii = False,
    save: Save = DEFAULT_SAVE,
    json: Json = False,
    color: Colour = "auto",
) -> None:
    """The island, or a close view of a part of it."""
    from tarawa_cli.games.tarawa import mapping

    match = _look(save)
    asked = mapping.View(where, radius, layer, ascii, output.width(), not json and output.colour_wanted(color))
    picture = mapping.picture(match.state, asked)
    _answer(match, json, "map", picture.split("\n") if json else [], picture)


def units_(filter: Filter = "", save: Save = DEFAULT_SAVE, json: Json = False) -> None:
    """Units, all or some, with where they are and what is left of them."""
    match = _look(save)
    found = reports.filtered(match.state, filter)
    listed = [facts.unit_facts(match.state, unit) for unit in found]
    _answer(match, json, "units", listed, "" if json else reports.units(match.state, found))


def unit_(id: UnitId, save: Save = DEFAULT_SAVE, json: Json = False) -> None:
    """A unit in full, and what it may do."""
    from tarawa_cli.games.tarawa import legal, names

    match = _look(save)
    unit = names.unit(match.state, id)
    if json:
        commands = legal.legal_for(match.state, unit)
        _answer(match, json, "unit", facts.unit_facts(match.state, unit) | {"commands": commands}, "")
    else:
        output.say(reports.unit(match.state, unit))


def hex_(hex: HexId, save: Save = DEFAULT_SAVE, json: Json = False) -> None:
    """A hex in full: terrain, who is there, who can reach it."""
    from tarawa_cli.games.tarawa import legal, names

    match = _look(save)
    at = names.hex(match.state, hex)
    if json:
        able = legal.doers(match.state).get(at, {})
        _answer(match, json, "hex", facts.hex_facts(match.state, at) | {"orders": able}, "")
    else:
        output.say(reports.hex(match.state, at))


def area_(area: AreaId, save: Save = DEFAULT_SAVE, json: Json = False) -> None:
    """An area in full: what is cleared, which pillboxes stand, who is there."""
    from tarawa_cli.games.tarawa import legal, names

    match = _look(save)
    id = names.area(match.state, area)
    if json:
        hexes = match.state.board.areas[id].hexes
        able = {at: orders for at, orders in legal.doers(match.state).items() if at in hexes}
        _answer(match, json, "area", facts.area_facts(match.state, id) | {"orders": able}, "")
    else:
        output.say(reports.area(match.state, id))


def legal_(unit: LegalFor = "", save: Save = DEFAULT_SAVE, json: Json = False) -> None:
    """Every legal command now, ready to paste."""
    from tarawa_cli.games.tarawa import legal, names

    match = _look(save)
    found = legal.legal_for(match.state, names.unit(match.state, unit)) if unit else legal.legal(match.state)
    _answer(match, json, "commands", found, "\n".join(found) or "nothing")


def odds_(command: OddsOf, save: Save = DEFAULT_SAVE, json: Json = False) -> None:
    """Exact chances of every outcome of an order, without rolling."""
    from tarawa_cli.games.tarawa import odds

    match = _look(save)
    found = odds.odds(match.state, command)
    _answer(match, json, "odds", odds.summary(found), "" if json else odds.text(found))


def show_policy(save: str, as_json: bool) -> None:
    match = _look(save)
    policy = {"hits": match.state.hits, "empty-lvt": match.state.empty_lvt}
    text = "\n".join(f"{name:10} {value}" for name, value in policy.items())
    _answer(match, as_json, "policy", policy, text)
