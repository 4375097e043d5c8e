"""What others have done in a few lines, most important first, and the highlights of a game."""

from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.model.unit_types import SIDES
from tarawa_cli.games.malta.narration import turn_report
from tarawa_cli.games.malta.narration.naming import both, capitalised, place, together
from tarawa_cli.games.malta.narration.sentences import PLAYERS, sentence
from tarawa_cli.games.malta.narration.sentences import sentence as event_sentence
from tarawa_cli.games.malta.narration.turn_report import TurnEvents, is_end, units_of
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.hints import Callable, Iterable, Iterator, Sequence
from tarawa_cli.kernel.narration.digest import Digest, DigestLine, orders_given, some
from tarawa_cli.kernel.narration.visible import plural
from tarawa_cli.kernel.standard import partial

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


def _told(*tells: turn_report.Tell) -> Tell:
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
    _told(turn_report.ended),
    _ground,
    _told(*(partial(turn_report.marches, side=side) for side in SIDES)),
    _lost,
    _steps,
    partial(_fights, won=False),
    _begun,
    _shaken,
    _told(turn_report.morale_sentences),
    _told(turn_report.at_sea, turn_report.from_the_air),
    _retreats,
    _told(turn_report.morning),
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
