"""The fight in the beach hex (18.6), and who stays there (18.7)."""

from tarawa_cli.games.malta.geography.grid import distance
from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.places import follow_up
from tarawa_cli.games.malta.model.state import AIR_MARKER, State, Unit
from tarawa_cli.games.malta.model.work import LandHex, decision
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch05.zones import blocks
from tarawa_cli.games.malta.rules.ch09.overrun import overrun
from tarawa_cli.games.malta.rules.ch09.support import air_markers
from tarawa_cli.games.malta.rules.ch16.ships import ships
from tarawa_cli.games.malta.rules.ch18.landing import ashore
from tarawa_cli.games.malta.rules.ch19.close import begin
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.play import Play
from tarawa_cli.kernel.unfinished import Question

FIGHT = "fight"


def enemies_in(state: State, at: Hex) -> list[Unit]:
    """Allied combat units and guns in a hex."""
    return [unit for unit in state.units_at(at) if unit.side == "allied" and blocks(unit)]


@rule("18.6")
def storm(play: Play[State], at: Hex) -> None:
    """Fight the enemies still in the beach hex, with ships and planes."""
    state = play.state
    fighters = [unit for unit in ashore(state, at) if unit.can("combat")]
    if not enemies_in(state, at):
        settle(play, at)
    elif not fighters:
        throw_back(play, at)
    elif helpers(state, at) or air_help(state, at):
        play.push(ask_storm, hex=at)
    else:
        fight(play, at)


def helpers(state: State, at: Hex) -> list[Unit]:
    """Ships that can still help in a beach hex."""
    return [ship for ship in ships(state) if not ship.fired and distance(ship.at, at) <= ship.type.range]


def air_help(state: State, at: Hex) -> bool:
    return air_markers(state) > 0 and AIR_MARKER not in state.given.get(at, ())


def storm_hex(state: State) -> Hex:
    """The hex for whose fight the Axis are asked for ships and planes; nothing at other times."""
    asked = state.question
    return str(asked.facts["hex"]) if asked and asked.handler is ask_storm else ""


@rule("18.6", "9.2")
def check_storm_support(state: State, at: Hex, by: list[Unit], air: bool) -> None:
    """Refused, unless these ships and planes can help in the fight for the hex."""
    here = storm_hex(state)
    if at != here:
        raise Refused("18.6", f"the fight is for {here}", lambda: _example(state))
    if not by and not air:
        raise Refused("9.2", "nothing to assign: add --air, or ships with --by", lambda: _example(state))
    for unit in by:
        if unit not in helpers(state, at):
            why = f"only ships in range that have not fired support a landing, {unit.id} cannot"
            raise Refused("18.6", why, lambda: _example(state))
    if air and not air_help(state, at):
        raise Refused(
            "17.2", f"no air support is left this turn, or {at} already has an air marker", lambda: _example(state)
        )


def _example(state: State) -> str:
    at = storm_hex(state)
    able = helpers(state, at)
    if able:
        return f"support {at} --by {able[0].id}"
    return f"support {at} --air" if air_help(state, at) else f"decide {FIGHT}"


@decision
def ask_storm(state: State, hex: LandHex) -> Question:
    able = ", ".join(ship.id for ship in helpers(state, hex))
    names = " ".join(unit.id for unit in enemies_in(state, hex))
    help = f"support {hex}{f' --by {helpers(state, hex)[0].id}' if able else ''}{' --air' * air_help(state, hex)}"
    text = f"{names} hold{'s' * (' ' not in names)} {hex}: assign ships and planes (`{help}`), then `fight`"
    return Question(text, [FIGHT], "axis")


@ask_storm.answered
def storm_answered(play: Play[State], answer: str, hex: Hex) -> None:
    fight(play, hex)


@rule("18.6", "19.5")
def fight(play: Play[State], at: Hex) -> None:
    """One attack in the hex: no guns, no defensive support, and landed units take hits only as steps."""
    begin(play, at, tuple(play.state.given.get(at, ())))


@rule("18.6")
def decided(play: Play[State], at: Hex) -> None:
    """After the fight the landed units hold the hex or are thrown back."""
    apply.beach_support_spent(play, "18.6", hex=at)
    if enemies_in(play.state, at):
        throw_back(play, at)
    else:
        settle(play, at)


@rule("18.7", "16.2")
def settle(play: Play[State], at: Hex) -> None:
    """Take the beach if combat units stay, and overrun units that cannot defend it."""
    if any(unit.can("combat") for unit in ashore(play.state, at)):
        if at not in play.state.control or at in play.state.strongpoints:
            apply.beach_taken(play, "18.7", hex=at)
        overrun(play, "axis", at)
    elif any(unit.side == "allied" for unit in play.state.units_at(at)):
        throw_back(play, at)


@rule("18.6")
def throw_back(play: Play[State], at: Hex) -> None:
    units = [unit.id for unit in ashore(play.state, at)]
    if units:
        apply.thrown_back(play, "18.6", units=units, to=follow_up(play.state.board.zone_of[at]))
