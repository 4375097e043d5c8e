"""What has happened: the changes between two positions, what others did, most important first, and the highlights."""

from tarawa_cli.games.malta.model.state import DEMORALISED, DISORGANISED, ENDINGS, OK, State, Unit
from tarawa_cli.games.malta.model.unit import LOST, POOL, in_words, target_name
from tarawa_cli.games.malta.model.unit_types import SIDES
from tarawa_cli.games.malta.narration import turn_report
from tarawa_cli.games.malta.narration.next_steps import zones
from tarawa_cli.games.malta.narration.sentences import PLAYERS, both, capitalised, listed, place, sentence, together
from tarawa_cli.games.malta.narration.sentences import sentence as event_sentence
from tarawa_cli.games.malta.narration.turn_report import TurnEvents, is_end, units_of
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.board.units import changes
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.hints import Callable, Collection, Iterable, Iterator, Sequence
from tarawa_cli.kernel.narration.digest import Change, Digest, DigestLine, orders_given, some
from tarawa_cli.kernel.narration.visible import plural, wrapped
from tarawa_cli.kernel.scene import Changes, HexChange, by_hex
from tarawa_cli.kernel.standard import partial

# ── Changes between two positions


ChangeWords = Callable[[State, State], Iterator[str]]


def changed(before: State, after: State, found: Sequence[Change]) -> list[str]:
    """A line for each change that a player would see; `found` holds all changes, bookkeeping too."""
    keys = {change.path[0] for change in found}
    lines = [line for key, tell in TOLD.items() if key in keys for line in tell(before, after)]
    units = {change.path[1] for change in found if change.path[0] == "units"}
    lines += [line for id in after.units if id in units and id in before.units for line in _unit(before, after, id)]
    rest = [change.text() for change in found if change.path[0] not in (*TOLD, *UNTOLD, "units")]
    return [wrapped(f"  {line}", 4) for line in [*lines, *rest]]


# ── Ground and tallies


def _hexes(name: str, gained: str, lost: str) -> ChangeWords:
    """Hexes or units that were added to a set, and those that were taken from it."""

    def tell(before: State, after: State) -> Iterator[str]:
        old, new = getattr(before, name), getattr(after, name)
        yield from _counted(gained, sorted(new - old))
        yield from _counted(lost, sorted(old - new))

    return tell


def _counted(what: str, names: Collection[str]) -> Iterator[str]:
    if names:
        yield f"{what} ({len(names)}): {' '.join(names)}"


def _tally(name: str, what: str) -> ChangeWords:
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


TOLD: dict[str, ChangeWords] = {
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


# ── What others have done


# ── What others have done, in a few lines


Tell = Callable[[Sequence[Event], State], Iterator[str]]

_OWN_LINE = (
    *("plan-sealed", "seal-opened", "seal-lost", "plan-void", "dummy-sealed", "dummy-left-out", "dummy-given-up"),
    *("landings-delayed", "headquarters-back", "engineers-arrived", "security-absorbed", "strongpoint-dismantled"),
    *("jump-cancelled", "policy-set"),
)
"""Events that get a line of their own."""


def digest(events: Sequence[Event], state: State) -> list[DigestLine]:
    return _DIGEST.lines(events, state)


def _report_sentences(*tells: turn_report.Tell) -> Tell:
    """Sentences of the account of a turn."""
    return lambda events, state: (line for tell in tells for line in tell(TurnEvents(events, state)))


def _fights(events: Sequence[Event], state: State, won: bool) -> Iterator[str]:
    """The fights that gained ground, or the others."""
    going_on = _unfinished(events, state)
    found = [fight for fight in turn_report.fights(TurnEvents(events, state)) if fight != going_on]
    for fight in found:
        if (fight.taken or fight.emptied) is won and not turn_report.is_vain(fight):
            yield capitalised(turn_report.fight_in_words(fight, state))
    vain = [fight for fight in found if turn_report.is_vain(fight)]
    if vain and not won:
        where = both([place(at) for at in dict.fromkeys(fight.on for fight in vain)])
        yield f"{'An attack' if len(vain) == 1 else 'Attacks'} on {where} had no effect."


def _begun(events: Sequence[Event], state: State) -> Iterator[str]:
    """The fight that waits for an answer."""
    fight = _unfinished(events, state)
    if fight:
        yield capitalised(f"{some(together(fight.units))} attacked {place(fight.on)}; the fight continues")


def _unfinished(events: Sequence[Event], state: State) -> turn_report.FightReport | None:
    """The last fight, if it is not over."""
    found = turn_report.fights(TurnEvents(events, state))
    return found[-1] if found and state.fight and state.stack else None


def _ground(events: Sequence[Event], state: State) -> Iterator[str]:
    yield from _fights(events, state, won=True)
    for event in events:
        if event.type == "broken-through":
            yield capitalised(f"{some(together(event.facts['units']))} broke through to {place(event.facts['to'])}")
    fought = {fight.on for fight in turn_report.fights(TurnEvents(events, state))}
    beaches = [place(event.facts["hex"]) for event in events if event.type == "beach-taken"]
    if beaches:
        yield f"The Axis took the beaches {some(beaches)}." if len(beaches) > 1 else f"The Axis took {beaches[0]}."
    taken = [place(at) for event in events if event.type == "hex-taken" and (at := event.facts["hex"]) not in fought]
    if taken:
        yield f"Taken without a fight: {some(taken)}."


def _by_side(units: Sequence[str]) -> str:
    """`Axis iii-88-1, ii-34; Allies laa-3m`."""
    own = {side: [unit for unit in units if turn_report.side_of(unit) == side] for side in SIDES}
    return "; ".join(f"{PLAYERS[side]} {some(together(found))}" for side, found in own.items() if found)


def _lost(events: Sequence[Event], state: State) -> Iterator[str]:
    gone = [unit for event in events if is_end(event) or event.type == "fell-into-sea" for unit in units_of(event)]
    if gone:
        yield f"Lost: {_by_side([*dict.fromkeys(gone)])}."


def _steps(events: Sequence[Event], state: State) -> Iterator[str]:
    hit = [event.facts["unit"] for event in events if event.type == "step-lost" and event.facts["left"]]
    hit += [event.facts["unit"] for event in events if event.type == "company-reduced"]
    if hit:
        yield f"Lost a step: {_by_side(hit)}."


def _shaken(events: Sequence[Event], state: State) -> Iterator[str]:
    last = {event.facts["unit"]: event.facts["to"] for event in events if event.type == "state-changed"}
    for to, what in (("demoralised", "Demoralised"), ("disorganised", "Disorganised"), ("ok", "In order again")):
        units = [unit for unit, now in last.items() if now == to]
        if units:
            yield f"{what}: {_by_side(units)}."


def _retreats(events: Sequence[Event], state: State) -> Iterator[str]:
    back: dict[str, str] = {}
    for event in events:
        if event.type == "retreated":
            back |= dict.fromkeys(event.facts["units"], event.facts["to"])
    if back:
        yield f"Retreated: {some(f'{unit} to {at}' for unit, at in back.items())}."


def _others(events: Sequence[Event], state: State) -> Iterator[str]:
    """A sentence for each event that no other line reports."""
    for event in events:
        if event.type in _OWN_LINE:
            yield event_sentence(event, state).strip()


def _afloat(events: Sequence[Event], state: State) -> Iterator[str]:
    units = [unit for event in events if event.type == "embarked" for unit in units_of(event)]
    if units:
        yield f"Embarked: {some(together(units))}."
    ships = [event.facts["ship"] for event in events if event.type in ("ship-sailed", "ship-placed")]
    if ships:
        yield f"Warships moved: {some(dict.fromkeys(ships))}."


def _guns(events: Sequence[Event], state: State) -> Iterator[str]:
    shelled = dict.fromkeys(event.facts["hex"] for event in events if event.type == "bombarded")
    if shelled:
        yield f"Bombarded: {some(shelled)}."
    given = dict.fromkeys(event.facts["hex"] for event in events if event.type == "support-given")
    if given:
        yield f"Support was assigned to {some(given)}."


def _moves(events: Sequence[Event], state: State) -> Iterator[str]:
    for what, type in (("moved", "moved"), ("moved one hex", "stepped")):
        units = dict.fromkeys(event.facts["unit"] for event in events if event.type == type)
        if units:
            yield f"{plural(len(units), 'unit')} {what}: {some(together(units))}."
    joined = [event.facts["unit"] for event in events if event.type == "joined"]
    if joined:
        yield f"Joined again: {some(dict.fromkeys(joined))}."


def _orders(events: Sequence[Event], state: State) -> Iterator[str]:
    return orders_given(events)


_DIGEST: Digest[State] = Digest(
    _report_sentences(turn_report.ended),
    _ground,
    _report_sentences(*(partial(turn_report.marches, side=side) for side in SIDES)),
    _lost,
    _steps,
    partial(_fights, won=False),
    _begun,
    _shaken,
    _report_sentences(turn_report.morale_sentences),
    _report_sentences(turn_report.at_sea, turn_report.from_the_air),
    _retreats,
    _report_sentences(turn_report.morning),
    _others,
    _guns,
    _afloat,
    _moves,
    _orders,
)
"""Most important first."""


# ── Highlights


_GREAT = ("unit-lost", "game-over", "surrendered")


def highlights(events: Iterable[Event], state: State) -> list[str]:
    """The most important of some events, in a few words each."""
    told = (sentence(event, state).partition("  [")[0].strip() for event in events if _is_great(event, state))
    return [text for text in told if text]


def _is_great(event: Event, state: State) -> bool:
    """Whether an event ends a unit or the game, or takes an objective."""
    if event.type == "step-lost":
        return not event.facts["left"]
    if event.type == "advanced":
        return event.facts["to"] in state.board.objectives
    return event.type in _GREAT
