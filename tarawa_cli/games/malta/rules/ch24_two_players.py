"""Chapter 24: two players, one file. Sealed secrets, and guesses at what is hidden (24.3)."""

from tarawa_cli.games.malta import rule
from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.board import is_hex
from tarawa_cli.games.malta.model.charts import TIMES
from tarawa_cli.games.malta.model.codec import OFFSETS, read_zones
from tarawa_cli.games.malta.model.scenario import series_of, units_of
from tarawa_cli.games.malta.model.state import PHASES, DropZone, Setting, State, Unit, hex_of
from tarawa_cli.games.malta.model.unit import ABSENT, AIR
from tarawa_cli.games.malta.rules import ch16_special_units
from tarawa_cli.games.malta.rules.ch16_special_units import sealed_key
from tarawa_cli.games.malta.rules.ch19_drops import FIRST_DAYS, check_jumpers, open_turns
from tarawa_cli.kernel.board.dice import NoDice
from tarawa_cli.kernel.board.units import Roster
from tarawa_cli.kernel.engine.play import Frame, Play
from tarawa_cli.kernel.errors import Refused, refusal
from tarawa_cli.kernel.hints import Any, Callable, Mapping

# ── Sealed secrets (24.3)


Read = Callable[[State, list[str]], Any]
Check = Callable[[State, Any], None]
PLANNING = ("zone", "series", "cancel")
OPEN = "plan with `zone` and `series`: the other side does not see them"


def is_sealed(state: State) -> bool:
    """Whether the plan that can be made now is a secret."""
    return state.setting.options.sealed and state.phase != "airborne"


@rule("24.3")
def check_open(state: State, name: str) -> None:
    """Refused, if orders like this are sealed in this game."""
    if is_sealed(state):
        why = f"this game is sealed: write `{name}` and the rest of your plan into a file and seal it"
        raise Refused("24.3", why, "`seal FILE`")


# ── Sealing


@rule("24.3")
def to_seal(state: State, side: str, lines: list[list[str]], read: Read, check: Check) -> dict[str, list[str]]:
    """The secret to seal: the Axis plan of drops, or the Allied dummy's place.

    `read` and `check` read an order and check it by the rules.
    """
    if not state.setting.options.sealed:
        raise Refused("24.3", "this game is not sealed", OPEN)
    return ch16_special_units.to_seal(state, lines) if side == "allied" else _plan_to_seal(state, lines, read, check)


def _plan_to_seal(state: State, lines: list[list[str]], read: Read, check: Check) -> dict[str, list[str]]:
    """By turn, the plan that some orders make, tried on a copy; a turn without a plan is sealed too."""
    wanted = [turn for turn in open_turns(state) if state.charts.turn(turn).id not in state.seals]
    if not wanted:
        raise Refused("24.3", "nothing can be sealed now", "next")
    trial = _unsealed(state)
    for line in lines:
        order = read(trial, line)
        if line[0].lower() not in PLANNING:
            why = f"`{line[0]}` is not a secret: only {', '.join(PLANNING)} are sealed"
            raise Refused("24.3", why, f"give `{line[0]}` as an order")
        check(trial, order)
        order.resolve(Play(trial, NoDice()))
    return {state.charts.turn(turn).id: _words(trial, turn) for turn in wanted}


def _unsealed(state: State) -> State:
    """A copy of the position in a game that is not sealed."""
    trial, setting = state.copied(), state.setting
    trial.setting = Setting(setting.scenario, setting.options._replace(sealed=False), setting.charts)
    return trial


def _words(state: State, turn: int) -> list[str]:
    """The zones of a turn, a word each: `ramcke:1414:fj-1,fj-2:fj-3@ne1`."""
    return [
        ":".join([name, zone.marker, *(_series(series.units, series.offset) for series in series_of(zone))])
        for name, zone in state.plan.items()
        if zone.turn == turn
    ]


def _series(units: tuple[str, ...], offset: str) -> str:
    return ",".join(units) + (f"@{offset}" if offset else "")


# ── Revealing


@rule("24.3")
def to_reveal(state: State) -> str:
    """The seal that must be revealed before the game continues, or nothing."""
    if state.question and state.question.kind == "unveil":
        return sealed_key(state)
    return state.box.id if state.phase == "airborne" and state.box.id in state.seals else ""


@rule("24.3")
def check_revealed(state: State, key: str, salt: str, words: tuple[str, ...]) -> None:
    if key != to_reveal(state):
        raise Refused("24.3", f"{key} cannot be revealed now", "next")
    from tarawa_cli.kernel.mail import secret_files  # start-up

    if salt and secret_files.digest(salt, words) != state.seals[key]:
        raise Refused("24.3", f"this is not what was sealed for {key}", "`reveal --lost` continues without it")


@rule("24.3")
def reveal(play: Play[State], key: str, words: tuple[str, ...]) -> None:
    """Reveal the plan of a turn; series that are illegal or beyond the airlift are struck, in their order."""
    apply.seal_opened(play, "24.3", key=key, units=_units_in(play.state, words))
    for word in words:
        _reveal_zone(play, key, *word.split(":"))


def _units_in(state: State, words: tuple[str, ...]) -> list[str]:
    """The units that a sealed plan names, whether they may drop or not."""
    series = [one.partition("@")[0] for word in words for one in word.split(":")[2:]]
    return [id for id in dict.fromkeys(id for one in series for id in one.split(",")) if id in state.units]


@rule("24.3", "19.3")
def give_up(play: Play[State], key: str) -> None:
    """Give up a lost plan and all plans sealed with it, so that a player cannot drop turns by choice."""
    plans = [other for other in play.state.seals if not hex_of(other)]
    lost = [other for other in plans if _segment(play.state, other) == _segment(play.state, key)]
    play.note("seal-lost", "24.3", keys=sorted(lost, key=play.state.charts.turn_numbers.__getitem__))
    for other in lost:
        apply.seal_opened(play, "24.3", key=other, units=[])


@rule("19.3")
def _segment(state: State, key: str) -> int:
    """The day on which the drops of a turn are planned; 0 is before the game."""
    day = state.charts.turn(state.charts.turn_numbers[key]).day
    return 0 if day <= FIRST_DAYS else day - state.charts.value("days-ahead")


def _reveal_zone(play: Play[State], turn: str, name: str, marker: str = "", *series: str) -> None:
    state = play.state
    if name in state.plan or not is_hex(marker) or marker not in state.board.terrain:
        play.note("plan-void", "24.3", what=name, why="there is no such hex, or the name is taken")
        return
    apply.zone_planned(play, "19.2", zone=name, marker=marker, turn=turn)
    for one in series:
        units, _, offset = one.partition("@")
        why = _why_void(state, name, units.split(","), offset)
        if why:
            play.note("plan-void", "24.3", what=units, why=why)
        else:
            apply.series_planned(play, "19.2", zone=name, units=units.split(","), offset=offset)
    if not state.plan[name].series:
        apply.jump_cancelled(play, "19.35", zone=name, units=[])


def _why_void(state: State, zone: str, units: list[str], offset: str) -> str:
    """Why a sealed series may not drop; nothing if it may."""
    if any(id not in state.units for id in units) or len(set(units)) < len(units):
        return "there are no such units"
    if offset and offset not in OFFSETS:
        return f"there is no offset {offset}"
    if why := _why_planned_before(state, zone, units):
        return why
    no = refusal(check_jumpers, state, zone, state.named(units))
    return no.message if no else ""


@rule("24.3", "19.3")
def _why_planned_before(state: State, zone: str, units: list[str]) -> str:
    """Why a unit may not be in this plan: an earlier plan within two days named it."""
    jump, days = state.plan[zone].turn, state.charts.value("days-ahead")
    for turn, planned in state.planned_before.items():
        before = jump - state.charts.turn_numbers[turn]
        if 0 < before < days * TIMES and (twice := [id for id in units if id in planned]):
            return f"{twice[0]} was in the plan of {turn}, less than two days before"
    return ""


@rule("24.3")
def check_all_revealed(state: State) -> None:
    if to_reveal(state):
        raise Refused("24.3", "the plan of this turn is sealed: reveal it before the drop", "`reveal`")


def drop_seal(play: Play[State]) -> None:
    """Remove the seal of a turn without drops; its plan stays secret."""
    if to_reveal(play.state):
        apply.seal_opened(play, "19.35", key=to_reveal(play.state), units=[])


# ── A whole position that fits what one side knows (24.3), for the computer to play on
#
# Only the side's view is looked at, so the guess cannot tell more than the side could work out itself.


GUNS = "where each coast gun is (the printed places, with the dummy where there is an extra counter)"
JUMPS = "where the Axis drop (as far as possible the scenario's plan)"


@rule("24.3")
def guess(known: State, side: str) -> tuple[State, str]:
    """The position, and in words what was guessed for it; nothing, if all was known."""
    whole, told = known.twin(), []
    guns = _guns(known)
    whole.seals = {}
    if guns or sealed_key(known):
        told.append(GUNS)
        _turn_over(whole, guns)
    if _is_in_the_dark(known, side):
        told.append(JUMPS)
        whole.plan = _jumps(known)
    return whole, "; ".join(told)


# ── Coast guns


def _guns(known: State) -> dict[str, str]:
    """A possible gun for each face-down counter, by the counter's name."""
    counters = [unit for id, unit in known.units.items() if id not in known.charts.units]
    free = [type for id, type in known.charts.units.items() if type.hidden and id not in known.units]
    found: dict[str, str] = {}
    for type in free:
        there = [counter.id for counter in counters if counter.at == type.hex and counter.id not in found]
        if there and not type.dummy:
            found[there[0]] = type.id
    others = [counter.id for counter in counters if counter.id not in found]
    rest = sorted((type for type in free if type.id not in found.values()), key=lambda type: not type.dummy)
    return found | {counter: type.id for counter, type in zip(others, rest, strict=False)}


def _turn_over(state: State, guns: Mapping[str, str]) -> None:
    """Replace face-down counters by guns wherever they are named."""
    fresh = State(state.setting).units
    by_id = {id: counter for counter, id in guns.items()}
    for id, gun in fresh.items():
        if gun.type.hidden and id not in state.units:
            gun.at = state.units[by_id[id]].at if id in by_id else ABSENT
    state.units = Roster([(id, state.units.get(id, unit)) for id, unit in fresh.items()])
    state.aims = {by: guns.get(at, at) for by, at in state.aims.items()}
    state.silenced = {guns.get(id, id) for id in state.silenced}
    state.stack = [frame._replace(facts=_facts(frame, guns)) for frame in state.stack]
    if state.fight:
        state.fight = state.fight._replace(defenders=tuple(guns.get(id, id) for id in state.fight.defenders))


def _facts(frame: Frame, guns: Mapping[str, str]) -> dict[str, object]:
    lists = {key: [guns.get(id, id) for id in fact] for key, fact in frame.facts.items() if key == "units"}
    return frame.facts | lists | {key: guns.get(fact, fact) for key, fact in frame.facts.items() if key == "gun"}


# ── Jumps


def _is_in_the_dark(known: State, side: str) -> bool:
    """Whether there may be planned drops that a side does not know; not when playing alone (21.1)."""
    wait = any(unit.type.entry == "drop" and _waits(unit) for unit in known.units.values())
    return any(not hex_of(key) for key in known.seals) or (
        side == "allied" and wait and not known.setting.options.alone
    )


def _jumps(known: State) -> dict[str, DropZone]:
    """Future drop zones of the scenario's plan whose units all still wait."""
    plan = read_zones(known.setting, known.setting.scenario.plan.jumps)
    return {name: zone for name, zone in plan.items() if _is_to_come(known, zone)}


def _is_to_come(known: State, zone: DropZone) -> bool:
    due = zone.turn > known.turn or (
        zone.turn == known.turn and not (known.jumped or PHASES.index(known.phase) > PHASES.index("airborne"))
    )
    return due and all(_waits(known.units[id]) for id in units_of(zone))


def _waits(unit: Unit) -> bool:
    return unit.at == AIR
