"""Chapter 16, special units: strongpoints dismantled for engineers, and the dummy battery (16.2, 16.5)."""

from tarawa_cli.games.malta import rule
from tarawa_cli.games.malta.model import apply, names
from tarawa_cli.games.malta.model.state import DUMMY, State, Unit, hex_of
from tarawa_cli.games.malta.model.unit import POOL
from tarawa_cli.games.malta.model.work import decision
from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex
from tarawa_cli.games.malta.rules.ch07_08_stacking_supply import has_room
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.play import Play, Question
from tarawa_cli.kernel.errors import BadOrder, Refused

# ── Strongpoints dismantled for engineers (16.25)


@rule("16.25")
def dismantlable(state: State) -> list[Hex]:
    """Strongpoints that no Axis unit is next to, by number."""
    return [at for at in sorted(state.strongpoints) if not _threatened(state, at)]


def _threatened(state: State, at: Hex) -> bool:
    near = [unit for hex in (at, *state.board.adjacent[at]) for unit in state.units_at(hex)]
    return any(unit.side == "axis" for unit in near)


def waiting(state: State) -> list[Unit]:
    """Engineers that have not arrived yet."""
    return [unit for unit in state.units.values() if unit.type.entry == "strongpoint" and unit.at == POOL]


def engineers_due(state: State) -> int:
    """Companies that dismantled strongpoints have released and that have not arrived."""
    never = waiting(state)
    came = sum(
        unit.type.entry == "strongpoint" and unit.at != "absent" and unit not in never for unit in state.units.values()
    )
    return min(len(never), state.dismantled // state.charts.value("engineers") - came)


def homes(state: State) -> list[Unit]:
    """Headquarters with room for a company of engineers, in the order of the units."""
    never, field = waiting(state), HexIndex(state)
    headquarters = [unit for unit in state.units.values() if unit.side == "allied" and unit.can("hq") and unit.on_map]
    return [unit for unit in headquarters if never and has_room(field, unit.at, [never[0]])]


@rule("16.25")
def check_dismantle(state: State, hexes: tuple[Hex, ...], home: Unit | None) -> None:
    for at in hexes:
        if at not in state.strongpoints:
            raise Refused("16.25", f"there is no strongpoint in {at}", lambda: _example(state))
        if _threatened(state, at):
            raise Refused("16.25", f"an Axis unit is in {at} or next to it", lambda: _example(state))
    if home and home not in homes(state):
        why = f"{home.id} is not an Allied headquarters on the map with room for engineers"
        raise Refused("16.25", why, lambda: _example(state))


def _example(state: State) -> str:
    found = dismantlable(state)
    return f"dismantle {found[0]}" if found else "next"


def dismantle(play: Play[State], hexes: tuple[Hex, ...], home: Unit | None) -> None:
    for at in hexes:
        apply.strongpoint_dismantled(play, "16.25", hex=at)
    bring_engineers(play, home)


@rule("16.25")
def bring_engineers(play: Play[State], home: Unit | None = None) -> None:
    """Place every company that is due at a headquarters, at the one that was named if there is room."""
    while engineers_due(play.state) > 0 and (places := homes(play.state)):
        to = home if home in places else places[0]
        apply.engineers_arrived(play, "16.25", unit=waiting(play.state)[0].id, to=to.at)


def asks_dismantle(state: State) -> bool:
    return state.policies["allied"]["dismantle"] == "ask" and bool(dismantlable(state))


# ── The dummy battery (16.5), face down among the coast guns of a hex


BOTTOM, NONE, DONE = "bottom", "none", "done"
BEFORE = ("setup-allied", "setup-axis", "approach")
"""Phases in which the dummy can be hidden."""


def the_dummy(state: State) -> Unit | None:
    """The dummy battery, if the side knows it."""
    return next((unit for unit in state.units.values() if unit.type.dummy), None)


@rule("16.5")
def hiding_places(state: State) -> list[Hex]:
    """Hexes with a coast gun, by number, where the dummy can be hidden."""
    return sorted({unit.at for unit in state.units.values() if unit.on_map and _is_gun(unit)})


def _is_gun(unit: Unit) -> bool:
    return unit.can("coast-gun") and not unit.type.dummy


def layers(state: State, at: Hex) -> list[str]:
    """The possible places of the dummy in a stack: the bottom, or on top of a gun."""
    return [BOTTOM, *(gun.id for gun in state.units_at(at) if _is_gun(gun) and not gun.revealed)]


@rule("16.5")
def hide_dummy(play: Play[State]) -> None:
    """Roll for the hex of the dummy, unless its owner has placed it, and for its place in the stack."""
    state, dummy = play.state, the_dummy(play.state)
    places = hiding_places(state)
    if not dummy or not dummy.on_map or not places or sealed_key(state):
        return
    if dummy.at not in places:
        apply.dummy_placed(play, "16.5", unit=dummy.id, to=play.pick(places, "a hex with coast guns", "16.5"))
    upon = play.pick(layers(state, dummy.at), "the dummy's place in its stack", "16.5")
    apply.dummy_laid(play, "16.5", upon="" if upon == BOTTOM else upon)


# ── In a sealed game (24.3)


def sealed_key(state: State) -> str:
    """The key under which the dummy's place is sealed, `dummy:2016`; nothing if it is not sealed."""
    return next((key for key in state.seals if hex_of(key)), "")


@rule("24.3")
def can_be_sealed(state: State) -> bool:
    """Whether the dummy waits for its owner to hide it: until the approach is over."""
    dummy = the_dummy(state)
    return bool(dummy and dummy.at == POOL and state.phase in BEFORE and hiding_places(state))


@rule("24.3")
def check_sealable(state: State, at: Hex) -> None:
    if not can_be_sealed(state):
        raise Refused("24.3", "the dummy battery cannot be hidden now", "next")
    if at not in hiding_places(state):
        why = f"the dummy battery must be in a hex with a coast gun, and {at} has none"
        raise Refused("16.5", why, f"one of {', '.join(hiding_places(state))}")


@rule("24.3", "16.5")
def to_seal(state: State, lines: list[list[str]]) -> dict[str, list[str]]:
    """The dummy's place as chosen; what is left open is drawn at random on the player's machine."""
    from tarawa_cli.kernel.mail import secret_files  # start-up

    if not can_be_sealed(state):
        raise Refused("24.3", "nothing can be sealed now", "next")
    at, upon = _chosen(state, lines) if lines else ("", "")
    at = at or secret_files.draw(hiding_places(state))
    check_sealable(state, at)
    upon = upon or secret_files.draw(layers(state, at))
    if upon not in layers(state, at):
        raise Refused("16.5", f"{upon} is not a coast gun in {at}", f"--upon {' or '.join(layers(state, at))}")
    return {f"{DUMMY}{at}": [upon]}


def _chosen(state: State, lines: list[list[str]]) -> tuple[Hex, str]:
    """`place cg-dummy HEX [--upon GUN|bottom]`."""
    match lines:
        case [["place", id, at, *more]] if id in state.units and state.units[id].type.dummy:
            if not more or (len(more) == 2 and more[0] == "--upon"):
                return names.hex(state, at), "".join(more[1:])
    dummy = the_dummy(state)
    raise BadOrder(
        "seal only the place of the dummy battery, in one line",
        hint=f"place {dummy.id if dummy else 'DUMMY'} {hiding_places(state)[0]} [--upon GUN|{BOTTOM}]",
    )


def seal_dummy(play: Play[State], at: Hex, digest: str) -> None:
    dummy, asked = the_dummy(play.state), play.state.question
    assert dummy
    apply.dummy_sealed(play, "24.3", unit=dummy.id, at=at, digest=digest)
    if asked and asked.kind == "hide":
        play.pop()


@rule("24.3")
def ask_to_seal(play: Play[State]) -> None:
    """Ask the Allied player to place the dummy, or to do without it, before the guns are first fired at."""
    if can_be_sealed(play.state):
        play.push(ask_hide)


@decision
def ask_hide(state: State) -> Question:
    text = "Where is the dummy battery? `seal` draws its place, `seal FILE` takes yours, `none` leaves it out"
    return Question(text, [NONE], "allied")


@ask_hide.answered
def goes_without(play: Play[State], answer: str) -> None:
    play.note("dummy-left-out", "24.3")


@rule("24.3")
def ask_to_reveal(play: Play[State], targets: list[Unit]) -> None:
    """Ask for the sealed place of the dummy when its stack is first shot at."""
    at = hex_of(sealed_key(play.state))
    if any(target.at == at and not target.revealed for target in targets):
        play.push(ask_unveil)


@decision
def ask_unveil(state: State) -> Question:
    """Only the order answers it; a guessed position has nothing to reveal."""
    at = hex_of(sealed_key(state))
    return Question(
        f"The coast guns in {at} are under fire: which of them is the dummy?", [] if at else [DONE], "allied"
    )


@ask_unveil.answered
def goes_on(play: Play[State], answer: str) -> None:
    """Nothing to do: the dummy's place is already known."""


@rule("24.3", "16.5")
def reveal_dummy(play: Play[State], key: str, words: tuple[str, ...]) -> None:
    """Reveal the dummy's place as it was sealed; an impossible one means the bottom of the stack."""
    apply.seal_opened(play, "24.3", key=key, units=[])
    play.pop()
    _lay(play, words[0] if words else BOTTOM)


@rule("24.3")
def give_up_dummy(play: Play[State], key: str) -> None:
    """Give up a lost secret: every counter that is shot at is a gun, and the dummy is removed."""
    state, dummy, aimed = play.state, the_dummy(play.state), _aimed_at(play.state)
    assert dummy
    places = [upon for upon in layers(state, dummy.at) if _at_place(state, upon) not in aimed]
    play.note("dummy-given-up", "24.3", at=dummy.at)
    apply.seal_opened(play, "24.3", key=key, units=[])
    play.pop()
    _lay(play, places[0] if places else BOTTOM)
    apply.unit_lost(play, "24.3", unit=dummy.id)


def _aimed_at(state: State) -> set[str]:
    """The names of the counters that are shot at."""
    struck = [frame.facts["gun"] for frame in state.stack if frame.kind == "strike"]
    known = names.face_down(state)
    return {known[id] for id in [*struck, *state.aims.values()] if id in known}


def _at_place(state: State, upon: str) -> str:
    """The name of the dummy's counter at a place in the stack."""
    trial, dummy = state.twin(), the_dummy(state)
    trial.laid_upon = "" if upon == BOTTOM else upon
    return names.face_down(trial)[dummy.id] if dummy else ""


def _lay(play: Play[State], upon: str) -> None:
    at = "" if upon == BOTTOM or upon not in play.state.units else upon
    apply.dummy_laid(play, "16.5", upon=at)
