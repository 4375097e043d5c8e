"""What has changed between two positions: in sentences, and by hex."""

from tarawa_cli.games.malta.model.places import LOST, POOL, in_words, target_name
from tarawa_cli.games.malta.model.state import DEMORALISED, DISORGANISED, ENDINGS, OK, State, Unit
from tarawa_cli.games.malta.narration.next_steps import zones
from tarawa_cli.games.malta.narration.sentences import listed
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.board.units import changes
from tarawa_cli.kernel.hints import Callable, Collection, Iterator, Sequence
from tarawa_cli.kernel.narration.digest import Change
from tarawa_cli.kernel.narration.visible import plural, wrapped
from tarawa_cli.kernel.scene.changes import Change as HexChange
from tarawa_cli.kernel.scene.changes import Changes, by_hex

Tell = Callable[[State, State], Iterator[str]]


def changed(before: State, after: State, found: Sequence[Change]) -> list[str]:
    """A line for each change that a player would see; `found` holds all changes, bookkeeping too."""
    keys = {change.path[0] for change in found}
    lines = [line for key, tell in TOLD.items() if key in keys for line in tell(before, after)]
    units = {change.path[1] for change in found if change.path[0] == "units"}
    lines += [line for id in after.units if id in units and id in before.units for line in _unit(before, after, id)]
    rest = [change.text() for change in found if change.path[0] not in (*TOLD, *UNTOLD, "units")]
    return [wrapped(f"  {line}", 4) for line in [*lines, *rest]]


# ── Ground and tallies


def _hexes(name: str, gained: str, lost: str) -> Tell:
    """Hexes or units that were added to a set, and those that were taken from it."""

    def tell(before: State, after: State) -> Iterator[str]:
        old, new = getattr(before, name), getattr(after, name)
        yield from _counted(gained, sorted(new - old))
        yield from _counted(lost, sorted(old - new))

    return tell


def _counted(what: str, names: Collection[str]) -> Iterator[str]:
    if names:
        yield f"{what} ({len(names)}): {' '.join(names)}"


def _tally(name: str, what: str) -> Tell:
    def tell(before: State, after: State) -> Iterator[str]:
        old, new = getattr(before, name), getattr(after, name)
        yield f"{what} {old} → {new} ({new - old:+d})"

    return tell


def _weather(before: State, after: State) -> Iterator[str]:
    yield f"weather: {before.weather} → {after.weather}"


def _given(before: State, after: State) -> Iterator[str]:
    for at in sorted({*before.assigned, *after.assigned}):
        old, new = before.assigned.get(at, []), after.assigned.get(at, [])
        if old != new:
            yield f"assigned to {at}: {listed(new)}" if new else f"nothing assigned to {at} any more"


def _policy(before: State, after: State) -> Iterator[str]:
    for side, answers in after.policies.items():
        for name, answer in answers.items():
            if before.policies[side][name] != answer:
                yield f"policy {side} {name}: {before.policies[side][name]} → {answer}"


def _navy(before: State, after: State) -> Iterator[str]:
    yield f"the Royal Navy has rolled {after.royal_navy}"


def _aims(before: State, after: State) -> Iterator[str]:
    for by, at in after.aims.items():
        if before.aims.get(by) != at:
            yield f"{by} aims at {target_name(at)}"


def _plan(before: State, after: State) -> Iterator[str]:
    for name in dict.fromkeys([*before.plan, *after.plan]):
        if name not in after.plan:
            yield f"drop zone {name}: removed"
        elif before.plan.get(name) != after.plan[name]:
            yield from (f"drop zone {line}" for line in zones(after, [name]))


def _outcome(before: State, after: State) -> Iterator[str]:
    yield ENDINGS[after.outcome] if after.outcome else "the game continues"


TOLD: dict[str, Tell] = {
    "outcome": _outcome,
    "weather": _weather,
    "royal_navy": _navy,
    "control": _hexes("control", "taken by the Axis", "taken by the Allies"),
    "strongpoints": _hexes("strongpoints", "strongpoints built", "strongpoints lost"),
    "dismantled": _tally("dismantled", "strongpoints dismantled"),
    "silenced": _hexes("silenced", "coast guns silenced", "coast guns ready again"),
    "plan": _plan,
    "aims": _aims,
    "given": _given,
    "stock": _tally("stock", "Axis ammunition"),
    "lost_steps": _tally("lost_steps", "Axis steps lost"),
    "policy": _policy,
}
"""By the key of a save."""
UNTOLD = (
    *("turn", "phase", "pending", "fight", "assaulted", "bombarded", "default"),
    *("lifted", "flown", "strikes", "replaced", "jumped", "free", "airlanded", "laid_upon"),
)
"""Keys shown in headlines, and bookkeeping that only the JSON object shows."""


# ── Units


def _unit(before: State, after: State, id: str) -> Iterator[str]:
    """A line for a unit whose place or condition changed; what it has done this turn is bookkeeping."""
    old, new = before.units[id], after.units[id]
    said = [*_place(old, new), *([] if new.at == LOST else _condition(old, new))]
    if said:
        yield f"{id}: {', '.join(said)}"


def _place(old: Unit, new: Unit) -> Iterator[str]:
    if old.at != new.at:
        yield "lost" if new.at == LOST else f"{_where(old)} → {_where(new)}"


def _where(unit: Unit) -> str:
    """The place of a unit in words."""
    if unit.is_broken:
        return "as companies"
    if unit.in_battalion:
        return "in its battalion"
    return "not placed" if unit.at == POOL else in_words(unit.at).removeprefix("in ")


def _condition(old: Unit, new: Unit) -> Iterator[str]:
    if old.steps != new.steps:
        yield f"{'+' if new.steps > old.steps else '-'}{plural(abs(new.steps - old.steps), 'step')}, {new.steps} left"
    yield from changes(old, new)
    if old.formation != new.formation:
        yield f"attached to {new.formation}"


# ── By hex, for the map: ground taken, units hit and shaken, come and gone


ORDER = ("taken", "retaken", "hit", "shaken", "came", "gone")
"""The signs, the most important first."""
_SHORT = {OK: "in order", DISORGANISED: "D", DEMORALISED: "Z"}


def differences(before: State, after: State) -> Changes:
    """Every change by hex."""
    return by_hex([*_ground_by_hex(before, after), *_units_by_hex(before, after)], ORDER)


def _ground_by_hex(before: State, after: State) -> Iterator[tuple[Hex, HexChange]]:
    yield from ((at, HexChange("taken", "Axis")) for at in sorted(after.control - before.control))
    yield from ((at, HexChange("retaken", "Allies")) for at in sorted(before.control - after.control))


def _units_by_hex(before: State, after: State) -> Iterator[tuple[Hex, HexChange]]:
    """Changes of units that are in both positions; a gun that was revealed meanwhile has another name."""
    for id, unit in after.units.items():
        old = before.units.get(id)
        if old:
            yield from _unit_by_hex(old, unit)


def _unit_by_hex(old: Unit, new: Unit) -> Iterator[tuple[Hex, HexChange]]:
    there = new.at if new.on_map else old.at if old.on_map else ""
    if there and new.steps < old.steps:
        yield there, HexChange("hit", f"{new.id}{' lost' if new.at == LOST else f' -{old.steps - new.steps}'}")
    if new.on_map and new.state != old.state:
        yield there, HexChange("shaken", f"{new.id} {_SHORT[new.state]}")
    if old.at == new.at:
        return
    if new.on_map:
        yield new.at, HexChange("came", new.id)
    if old.on_map and new.at != LOST:
        yield old.at, HexChange("gone", new.id)
