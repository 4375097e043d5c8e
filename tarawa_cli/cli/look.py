"""Commands that only look at the position."""

from typing import Any

from tarawa_cli.cli import output, program
from tarawa_cli.cli.commands import COLOUR, JSON, SAVE
from tarawa_cli.kernel.grammar import Grammar, Number, Option, Word
from tarawa_cli.kernel.look import Asked, Look, none
from tarawa_cli.kernel.session import Match
from tarawa_cli.kernel.sides import own_orders

_USUAL = (SAVE, JSON)
STATUS = Grammar("status", "The whole situation, and what to do next.", options=_USUAL)
MAP = Grammar(
    "map",
    "The island, or a close view of a part of it.",
    (Word("WHERE", "A place: the close view.", 0),),
    (
        Option("--radius", "How far the close view reaches.", "N", number=Number(0, 30), default="3", short="-r"),
        Option("--layer", "What to show.", "LAYER", default="", if_worded=True),
        Option("--ascii", "Only ASCII signs."),
        *_USUAL,
        COLOUR,
    ),
)
UNITS = Grammar(
    "units",
    "Units, all or some: where they are, what is left of them.",
    (Word("FILTER", "Which ones.", 0),),
    _USUAL,
)
UNIT = Grammar(
    "unit",
    "A unit in full, and what it may do.",
    (Word("ID", "A unit, or the beginning of its name."),),
    _USUAL,
)
HEX = Grammar("hex", "A hex in full: terrain, who is there, who can reach it.", (Word("HEX", "Its number."),), _USUAL)
AREA = Grammar(
    "area",
    "An area in full: what is cleared, what stands, who is there.",
    (Word("AREA", "An area, or the beginning of its name."),),
    _USUAL,
)
LEGAL = Grammar(
    "legal",
    "Every legal command now, ready to paste.",
    (Word("UNIT", "Only the commands of one unit.", 0),),
    _USUAL,
)
ODDS = Grammar(
    "odds",
    "Exact chances of every outcome of an order, without rolling.",
    (Word("COMMAND…", "An order.", 1, None),),
    _USUAL,
    with_order=True,
)


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


def status_(*, save: str, json: bool) -> None:
    _show("status", save, json, Asked())


def map_(where: str = "", *, radius: int, layer: str = "", ascii: bool, save: str, json: bool, color: str) -> None:
    colour = output.colour_wanted(color)
    asked = Asked(where, radius, layer, ascii, output.width(), colour and not json)
    _show("map", save, json, asked, painted=colour)


def units_(which: str = "", *, save: str, json: bool) -> None:
    _show("units", save, json, Asked(which))


def unit_(name: str, *, save: str, json: bool) -> None:
    _show("unit", save, json, Asked(name))


def hex_(number: str, *, save: str, json: bool) -> None:
    _show("hex", save, json, Asked(number))


def area_(name: str, *, save: str, json: bool) -> None:
    _show("area", save, json, Asked(name))


def show_standing(name: str, save: str, as_json: bool) -> None:
    """What stands by an order whose name alone asks for it."""
    _show(name, save, as_json, Asked())


def legal_(unit: str = "", *, save: str, json: bool) -> None:
    match = _noted(save)
    choices, command = match.game.choices, "legal"
    if unit:
        name, found = choices.legal_for(match.state, unit)
        command = f"legal {name}"
    else:
        found = choices.legal(match.state)
    own = own_orders(match.game, match.state, found, match.side)
    _answer(match, json, Look(command, "commands", lambda: own, lambda: "\n".join(own) or "nothing"))


def odds_(*command: str, save: str, json: bool) -> None:
    match = _noted(save)
    _answer(match, json, match.game.choices.odds(match.state, [*command]))
