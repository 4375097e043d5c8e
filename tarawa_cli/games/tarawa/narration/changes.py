"""What has changed between two positions, in sentences: ground, strongpoints, units, then the tallies."""

from tarawa_cli.games.tarawa.model.board import LOST
from tarawa_cli.games.tarawa.model.codec import in_order
from tarawa_cli.games.tarawa.model.state import ATTRIBUTES, State, Unit, ap_left
from tarawa_cli.games.tarawa.narration.sentences import TRACK_NAMES
from tarawa_cli.kernel.board.units import changes
from tarawa_cli.kernel.hints import Callable, Collection, Iterator, Sequence
from tarawa_cli.kernel.narration.digest import Change
from tarawa_cli.kernel.narration.visible import plural, wrapped

ChangeLines = Callable[[State, State], Iterator[str]]


def changed(before: State, after: State, found: Sequence[Change]) -> list[str]:
    """A line for each change that a player would see; `found` holds all changes, bookkeeping included."""
    keys = {change.path[0] for change in found}
    lines = [line for key, changes_of in SHOWN_KEYS.items() if key in keys for line in changes_of(before, after)]
    units = {change.path[1] for change in found if change.path[0] == "units"}
    lines += [line for id in after.units if id in units for line in _unit(before, after, id)]
    rest = [change.text() for change in found if change.path[0] not in (*SHOWN_KEYS, *BOOKKEEPING_KEYS, "units")]
    return [wrapped(f"  {line}", 4) for line in [*lines, *rest]]


# ── Ground


def _places(name: str, gained: str, lost: str) -> ChangeLines:
    """Hexes or areas that were added to a set, and those that were taken from it."""

    def lines(before: State, after: State) -> Iterator[str]:
        old, new = getattr(before, name), getattr(after, name)
        yield from _listed(gained, in_order(after.setting, new - old))
        yield from _listed(lost, in_order(after.setting, old - new))

    return lines


def _listed(what: str, names: Collection[str]) -> Iterator[str]:
    if names:
        yield f"{what} ({len(names)}): {' '.join(names)}"


def _demolished(before: State, after: State) -> Iterator[str]:
    """Pillboxes in hexes that are not cleared; clearing destroys the rest."""
    for at in in_order(after.setting, after.demolished):
        if after.demolished[at] != before.demolished.get(at, 0) and at not in after.cleared:
            left = f"pillboxes {after.pillboxes_standing(at)} of {after.board.pillboxes[at]} standing"
            yield f"{at}: {plural(after.demolished[at], 'demolition step')}, {left}"


def _counted(name: str, what: str, zero: str = "0") -> ChangeLines:
    """Markers by hex or area."""

    def lines(before: State, after: State) -> Iterator[str]:
        old, new = getattr(before, name), getattr(after, name)
        for key in in_order(after.setting, {*old, *new}):
            if old.get(key) != new.get(key):
                yield f"{key}: {what} {_number(old.get(key), zero)} → {_number(new.get(key), zero)}"

    return lines


def _number(value: int | None, zero: str) -> str:
    return "none" if value is None else str(value) if value else zero


# ── Tallies


def _tally(name: str, what: str) -> ChangeLines:
    def lines(before: State, after: State) -> Iterator[str]:
        old, new = getattr(before, name), getattr(after, name)
        yield f"{what} {old:,} → {new:,} ({new - old:+,d})"

    return lines


def _word(name: str, what: str) -> ChangeLines:
    def lines(before: State, after: State) -> Iterator[str]:
        old, new = getattr(before, name), getattr(after, name)
        yield f"{what}: {old or 'none'} → {new or 'none'}"

    return lines


def _morale(before: State, after: State) -> Iterator[str]:
    for track in after.tracks:
        old, new = (state.charts.box_name(state.tracks[track]) for state in (before, after))
        if old != new:
            yield f"{TRACK_NAMES[track]} morale {old} → {new}"


def _policy(before: State, after: State) -> Iterator[str]:
    for name, attribute in ATTRIBUTES.items():
        old, new = getattr(before, attribute), getattr(after, attribute)
        if old != new:
            yield f"policy {name}: {old} → {new}"


def _outcome(before: State, after: State) -> Iterator[str]:
    yield after.ending or "the game continues"


SHOWN_KEYS: dict[str, ChangeLines] = {
    "outcome": _outcome,
    "cleared": _places("cleared", "cleared", "lost again"),
    "occupied": _places("occupied", "entered", "no longer held"),
    "secured": _places("secured", "areas secured", "areas no longer secured"),
    "demolished": _demolished,
    "suppressed": _counted("suppressed", "suppression markers"),
    "improved": _places("improved", "improved positions", "improved positions gone"),
    "heads": _places("heads", "supply heads placed", "supply heads gone"),
    "chits": _counted("chits", "chit", "blank"),
    "area_suppression": _places("area_suppression", "areas suppressed", "areas no longer suppressed"),
    "raids": _counted("raids", "air-raid marker"),
    "casualties": _tally("casualties", "casualties"),
    "tracks": _morale,
    "stock": _tally("stock", "supply points"),
    "shore": _tally("shore", "shore points"),
    "supply_loss": _tally("supply_loss", "lasting loss of supply"),
    "shore_loss": _tally("shore_loss", "lasting loss of shore points"),
    "wreck": _word("wreck", "the wreck"),
    "wreck_fire": _tally("wreck_fire", "turns of shore fire on the wreck"),
    "policy": _policy,
}
"""By the key of a save."""
BOOKKEEPING_KEYS = (
    *("turn", "phase", "pending"),  # the headlines show them
    "operative",  # follows the tracks
    *("shore_used", "delay", "chits_due", "suppression_tried", "submarine", "carrier", "wreck_assigned", "wreck_party"),
    *("pier_walked", "pier_landings", "pier_artillery", "craft_lost", "paid", "plan", "heavy_embarked", "no_embarking"),
    *("direct_supply", "default"),
)
"""Bookkeeping, which only the JSON object shows."""


# ── Units


def _unit(before: State, after: State, id: str) -> Iterator[str]:
    """A line for a unit that shows a change; what it has done this turn is bookkeeping."""
    old, new = before.units[id], after.units[id]
    parts = [*_place(old, new), *_steps(old, new), *_condition(old, new)]
    if new.at != LOST and not parts and after.is_ashore(new):
        had, has = ap_left(before, old), ap_left(after, new)
        parts = [f"AP {had:g} → {has:g}"] if had != has else []
    if parts:
        yield f"{id}: {', '.join(parts)}"


def _place(old: Unit, new: Unit) -> Iterator[str]:
    if old.at == new.at:
        return
    yield "lost" if new.at == LOST else f"{old.where.removeprefix('in ')} → {new.where.removeprefix('in ')}"


def _steps(old: Unit, new: Unit) -> Iterator[str]:
    if old.steps != new.steps and new.at != LOST:
        step = "step" if abs(new.steps - old.steps) == 1 else "steps"
        yield f"{new.steps - old.steps:+d} {step}, {new.steps} left"


_SUPPLY = {"active": "active supply", "general": "general supply", "none": "without supply"}


def _condition(old: Unit, new: Unit) -> Iterator[str]:
    if new.at == LOST:
        return
    if pinned := new.traits["pins"].changed(old, new):
        yield pinned
    if old.supply != new.supply:
        yield _SUPPLY[new.supply]
    if old.load != new.load:
        yield f"carries supplies for {new.supplies}" if new.load else "has unloaded its supplies"
    yield from changes(old, new, but=("pins",))
