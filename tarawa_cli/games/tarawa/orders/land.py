"""`land`: the landing of a turn in one command, as plain orders: `unload`, `advance`, `suppress`, `next`."""

from tarawa_cli.games.tarawa.model import names
from tarawa_cli.games.tarawa.model.board import LOST, distance, is_hex
from tarawa_cli.games.tarawa.model.names import WordKind, named
from tarawa_cli.games.tarawa.model.state import PHASES, State, Unit
from tarawa_cli.games.tarawa.orders import LANDING, check_open, need_phase
from tarawa_cli.games.tarawa.rules.ch05_06_landing import front_steps
from tarawa_cli.games.tarawa.rules.ch05_06_landing.advancing import can_move, has_way, may_cross, movers
from tarawa_cli.games.tarawa.rules.ch05_06_landing.reef import Ways, unloadings
from tarawa_cli.games.tarawa.rules.japanese_fire import coming_in, suppressible
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.fast_forward import find_phases
from tarawa_cli.kernel.engine.grammar import Grammar, Option, Word, Words
from tarawa_cli.kernel.engine.order_words import Expanded
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hints import Iterator

PARTS = ("embark", "impulse", "suppression")
"""The phases in which it can be given, and which it plays."""
STOPS = tuple(phase for phase in PHASES if phase.rstrip("-123") in ("impulse", "suppression", "actions"))
"""The phases at which it can stop."""
COMING = WordKind(lambda state, word: names.unit(state, word).id, lambda unit: not unit.type.is_craft)


class Landing:
    """Plays the impulses of a turn: boats unload, all units advance, ships fire on the beaches' areas."""

    def __init__(self, state: State, given: Words) -> None:
        self._stopped = ""
        """Why it stops for the player to look."""
        until = given.value("--until")
        self._until = find_phases(until, STOPS) if until else ()
        wishes = [*_pairs(given)]
        check_open(state, "land")
        need_phase(state, "land", "6", *PARTS)
        due = _due(state) if given.flag("--due") else Expanded([])
        self._embarking, self._left_out = due.orders, due.left_out
        if state.phase == "embark" and not self._embarking and not coming_in(state):
            raise Refused("6", "no unit is at the edge or on the reef", "land --due")
        self._wishes = {unit: at for words, at in wishes for unit in _who(state, words, at)}
        self._start = (state.turn, state.phase)
        self._steps: dict[str, int] = {}
        """The steps of each unit that comes in, at the start."""
        self._loads: dict[str, str] = {}
        """The battalion that the supplies in each craft are for."""
        self._movers: list[str] = []
        """The units that have yet to move in this round of the impulse."""
        self._begun = False

    @property
    def note(self) -> str:
        return "; ".join(filter(None, [*self._left_out, self._stopped]))

    def order(self, state: State) -> list[str]:
        if self._is_over(state):
            return []
        self._stopped = self._misfortune(state)
        self._count(state)
        found = [] if self._stopped else next(self._orders(state), [])
        self._begun = True
        return found

    def _is_over(self, state: State) -> bool:
        here = (state.turn, state.phase)
        if here != self._start and state.phase in self._until:
            return True
        return state.phase.rstrip("-123") not in PARTS or state.turn != self._start[0]

    def _orders(self, state: State) -> Iterator[list[str]]:
        if state.phase == "embark":
            if self._embarking:
                yield self._embarking.pop(0).tokens
        elif state.phase.startswith("impulse"):
            self._check_wishes(state)
            yield from _unloadings(state)
            yield from self._advances(state)
            if self._stopped:
                return
        else:
            yield from (["suppress", area] for area in suppressible(state) if area not in state.suppression_tried)
        yield ["next"]

    # ── What goes wrong

    def _count(self, state: State) -> None:
        """Record the units that come in, and their loads."""
        for unit in coming_in(state):
            who = state.passenger(unit) or unit if unit.type.is_craft else unit
            if not who.type.is_craft:
                self._steps.setdefault(who.id, who.steps)
        self._loads = {unit.id: unit.supplies for unit in state.units.values() if unit.load and unit.at != LOST}

    def _misfortune(self, state: State) -> str:
        """Why it stops for the player to look: a unit or supplies lost, or a unit halved."""
        reasons = [why for id, steps in self._steps.items() if (why := _losses(state.units[id], steps))]
        sunk = {id: who for id, who in self._loads.items() if state.units[id].at == LOST}
        reasons += [f"{id} is sunk with the supplies for {who}" for id, who in sunk.items()]
        return f"`land` stopped: {'; '.join(reasons)}; `land` continues" if reasons else ""

    # ── Moves

    def _advances(self, state: State) -> Iterator[list[str]]:
        """Nearest the shore first, units with a wish before others; units held up get another chance."""
        while able := self._next_round(state):
            while able:
                mover = state.units[able.pop(0)]
                if has_way(state, mover) and (order := self._advance(state, mover)):
                    yield order
                    return
                if self._stopped:
                    return

    def _check_wishes(self, state: State) -> None:
        """Refuse a wish that cannot be met, before anything is done."""
        for mover in movers(state) if not self._begun else ():
            self._advance(state, mover)

    def _next_round(self, state: State) -> list[str]:
        if not self._movers:
            able = [unit for unit in movers(state) if self._advance(state, unit)]
            self._movers = [unit.id for unit in sorted(able, key=lambda unit: self._wish(state, unit) is None)]
        return self._movers

    def _wish(self, state: State, mover: Unit) -> Hex | None:
        """The landing hex that the player named for a unit."""
        passenger = state.passenger(mover) if mover.type.is_craft else None
        return self._wishes.get((passenger or mover).id)

    def _advance(self, state: State, mover: Unit) -> list[str]:
        wish = self._wish(state, mover)
        if wish is None or mover.course or mover.on_pier or not can_move(state, mover):
            return ["advance", mover.id]
        ways = Ways(state, mover)
        left = front_steps(mover.beach, ways.gait, (wish,))
        if mover.at not in left or wish not in ways.goals:
            self._give_up(ways, wish)
            return []
        moves = [move for move in ways.moves() if left.get(move.route[-1], left[mover.at]) < left[mover.at]]
        best = min(moves, key=lambda move: (left[move.route[-1]], move.spent, move.route), default=None)
        return ["advance", mover.id, best.route[-1]] if best else []

    def _give_up(self, ways: Ways, wish: Hex) -> None:
        """A landing hex can no longer be reached: stop, or refuse if nothing has been done yet."""
        who = (ways.state.passenger(ways.unit) if ways.unit.type.is_craft else None) or ways.unit
        open_ = [at for at in ways.goals if ways.unit.at in front_steps(ways.unit.beach, ways.gait, (at,))]
        why = "no room" if ways.unit.at in front_steps(ways.unit.beach, ways.gait, (wish,)) else "no way"
        can = f"; it can still reach {' '.join(open_)}" if open_ else ""
        reason = f"{who.id} cannot land in {wish}: {why} there from {ways.unit.at}{can}"
        if not self._begun:
            raise Refused("6.4", reason, f"land {who.id} {open_[0]}" if open_ else "land")
        self._stopped = f"`land` stopped: {reason}"


def _losses(unit: Unit, before: int) -> str:
    if unit.at == LOST:
        return f"{unit.id} is lost"
    return f"{unit.id} has {unit.steps} of {before} steps left" if unit.steps * 2 <= before else ""


def _unloadings(state: State) -> Iterator[list[str]]:
    """Boats that cannot go in themselves unload, into the water first."""
    for craft in state.units.values():
        if craft.type.is_craft and craft.hex and state.is_loaded(craft) and not may_cross(state, craft):
            yield from (["unload", craft.id, place] for place in unloadings(state, craft)[:1])


def _due(state: State) -> Expanded:
    """What `embark --due` means."""
    from tarawa_cli.games.tarawa.orders.expansion import expand  # start-up

    return expand(state, ["embark", "--due"])


def _pairs(given: Words) -> Iterator[tuple[list[str], str]]:
    """Pairs of words for units and the hex where they land."""
    units: list[str] = []
    for word in given.plain:
        if not is_hex(word):
            units.append(word)
            continue
        if not units:
            raise given.wrong(f"who lands in {word}?")
        yield units, word
        units = []
    if units:
        raise given.wrong(f"where does {' '.join(units)} land?")


def _who(state: State, words: list[str], at: Hex) -> Iterator[str]:
    """The units that the player sends to a hex; a unit ashore is refused if it was named by its id."""
    if names.hex(state, at) not in state.board.landing:
        raise Refused("6.5", f"{at} is not a landing hex", f"land {words[0]} {_nearest(state, at)}")
    for who in named(state, words, COMING):
        unit = state.units[who.id]
        passenger = state.passenger(unit) if unit.type.is_craft else None
        if not state.is_ashore(unit):
            yield (passenger or unit).id
        elif who.alone:
            raise Refused("6.5", f"{unit.id} is already ashore, in {unit.hex}", "land")


def _nearest(state: State, at: Hex) -> Hex:
    beaches = state.setting.scenario.beaches
    landing = (hex for beach in beaches for hex in state.board.beaches[beach].landing)
    return min(landing, key=lambda hex: (distance(hex, at), hex))


LAND = Grammar(
    "land",
    """Land all units, up to the next decision (6.3, 6.4, 6.7).

It unloads craft, advances and suppresses, impulse by impulse. `land 2/8 2627` sends units to a landing hex; all
others take the shortest way. It stops at a question, when a unit is lost or halved, when supplies are sunk, and when a
landing hex that you named can no longer be reached.""",
    (Word("UNIT… HEX…", "Name units and their landing hex; repeat for other hexes.", 0, None),),
    (
        Option("--due", "Embark all units that are due first, as `embark --due` does."),
        Option("--until", "Stop when this phase comes: impulse-2, suppression, …", "PHASE", default=""),
    ),
    group=LANDING,
    usage="land [UNIT… HEX]… [--due] [--until PHASE]",
    macro=Landing,
    phases=PARTS,
)
