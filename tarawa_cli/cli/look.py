"""Commands that only look at the position."""

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

import typer

from tarawa_cli.cli import output
from tarawa_cli.cli.options import DEFAULT_SAVE, Colour, Json, Save, choice
from tarawa_cli.games import GAMES
from tarawa_cli.games.tarawa.looking import facts, reports
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel import session
from tarawa_cli.kernel.session import Match

Where = Annotated[str, typer.Argument(metavar="[WHERE]", help="An area, beach:red2, a hex or a unit: the close view.")]
Radius = Annotated[
    int, typer.Option("--radius", "-r", metavar="N", min=0, max=30, help="How far the close view reaches.")
]
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


class Answer(NamedTuple):
    """What was asked, in the words of the command line, and the key under which `--json` puts the answer."""

    command: str
    key: str
    value: Callable[[], Any]
    text: Callable[[], str]
    painted: bool = False


def _answer(match: Match[State], as_json: bool, answer: Answer) -> None:
    """Only the form that is wanted is worked out."""
    if as_json:
        state = facts.brief(match.state, match)
        output.say_answer(answer.command, **{answer.key: answer.value()}, state=state)
    else:
        output.say(answer.text(), painted=answer.painted)


def status_(save: Save = DEFAULT_SAVE, json: Json = False) -> None:
    """The whole situation, and what to do next."""
    match = _look(save)
    if json:
        output.say_answer("status", state=facts.whole(match.state, match))
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
    from tarawa_cli.games.tarawa.looking import map_views

    match = _look(save)
    colour, layer = output.colour_wanted(color), choice("--layer", layer, list(map_views.LAYERS))
    picture = map_views.picture(
        match.state, map_views.View(where, radius, layer, ascii, output.width(), colour and not json)
    )
    asked = f"map {where}".rstrip()
    _answer(match, json, Answer(asked, "map", lambda: picture.split("\n"), lambda: picture, painted=colour))


def units_(filter: Filter = "", save: Save = DEFAULT_SAVE, json: Json = False) -> None:
    """Units, all or some: where they are, what is left of them."""
    match = _look(save)
    state, found = match.state, reports.filtered(match.state, filter)
    answer = Answer(
        f"units {filter}".rstrip(),
        "units",
        lambda: [facts.unit_facts(state, unit) for unit in found],
        lambda: reports.units(state, found),
    )
    _answer(match, json, answer)


def unit_(id: UnitId, save: Save = DEFAULT_SAVE, json: Json = False) -> None:
    """A unit in full, and what it may do."""
    from tarawa_cli.games.tarawa.model import names

    match = _look(save)
    state, unit = match.state, names.unit(match.state, id)
    answer = Answer(
        f"unit {unit.id}", "unit", lambda: facts.unit_in_full(state, unit), lambda: reports.unit(state, unit)
    )
    _answer(match, json, answer)


def hex_(hex: HexId, save: Save = DEFAULT_SAVE, json: Json = False) -> None:
    """A hex in full: terrain, who is there, who can reach it."""
    match = _look(save)
    state, at = match.state, facts.find_hex(match.state, hex)
    _answer(
        match, json, Answer(f"hex {at}", "hex", lambda: facts.hex_in_full(state, at), lambda: reports.hex(state, at))
    )


def area_(area: AreaId, save: Save = DEFAULT_SAVE, json: Json = False) -> None:
    """An area in full: what is cleared, what stands, who is there."""
    from tarawa_cli.games.tarawa.model import names

    match = _look(save)
    state, id = match.state, names.area(match.state, area)
    _answer(
        match,
        json,
        Answer(f"area {id}", "area", lambda: facts.area_in_full(state, id), lambda: reports.area(state, id)),
    )


def legal_(unit: LegalFor = "", save: Save = DEFAULT_SAVE, json: Json = False) -> None:
    """Every legal command now, ready to paste."""
    from tarawa_cli.games.tarawa.choices import legal
    from tarawa_cli.games.tarawa.model import names

    match = _look(save)
    who = names.unit(match.state, unit) if unit else None
    found = legal.legal_for(match.state, who) if who else legal.legal(match.state)
    command = f"legal {who.id}" if who else "legal"
    _answer(match, json, Answer(command, "commands", lambda: found, lambda: "\n".join(found) or "nothing"))


def odds_(command: OddsOf, save: Save = DEFAULT_SAVE, json: Json = False) -> None:
    """Exact chances of every outcome of an order, without rolling."""
    from tarawa_cli.games.tarawa.choices import odds

    match = _look(save)
    found = odds.odds(match.state, command)
    asked = f"odds {' '.join(command)}"
    _answer(match, json, Answer(asked, "odds", lambda: odds.summary(found), lambda: odds.text(found)))


def show_policy(save: str, as_json: bool) -> None:
    match = _look(save)
    policy = {"hits": match.state.hits, "empty-lvt": match.state.empty_lvt}
    lines = (f"policy {name} {value}" for name, value in policy.items())
    _answer(match, as_json, Answer("policy", "policy", lambda: policy, lambda: "\n".join(lines)))
