"""Malta as the fuzzer sees it: one chooser plays both sides."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tarawa_cli.games.malta import exports
from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.invariants import invariants
from tarawa_cli.games.malta.legal import odds, offers
from tarawa_cli.games.malta.model import apply, codec, scenario
from tarawa_cli.games.malta.model.board import is_hex, neighbours
from tarawa_cli.games.malta.model.state import ENDINGS, POLICIES, State
from tarawa_cli.games.malta.model.unit_types import SIDES
from tarawa_cli.games.malta.orders import ANY_TIME, IN_QUESTIONS
from tarawa_cli.games.malta.orders.morning_and_air import Strike
from tarawa_cli.games.malta.orders.sea import Embark, Shoot
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.game import Setup
from tests.kit.fuzzing.checks import Fault
from tests.kit.subject import ODDITIES, Subject, events_of
from tests.malta.accounts import ACCOUNTS
from tests.malta.rare_starts import RARE
from tests.malta.sealing import Keeper
from tests.malta.starts import MADE_UP

EARLY = ("surrender", "called-off", "axis-resigned", "allied-resigned")
"""Ends that may come before the last turn (20.3, 24.1)."""
EXPORT_EVERY = 5
"""Of the positions that are looked at."""
LANDED = ("first-wave", "second-wave", "airborne")
VARIANTS = (
    "herkules --plan own --setup own --delayed",
    "herkules --alone --delayed --with 8ko,1ches,88cn,96cn,39b",
    "herkules --plan own --with v-folgore,vi-folgore,vii-folgore,ix-folgore,x-folgore,xi-folgore",
    "herkules --plan own --sealed",
    "hal-far --with 1ches",
    "south-beach --alone",
)
"""Starts with the options of `new`."""
PHASES_OF: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("move", "infiltrate", "break"), ("-movement",)),
    "join": ("-movement", *LANDED),
    "airland": ("axis-movement",),
    "support": ("-support", *LANDED),
    "bombard": ("-bombardment",),
    "attack": ("-combat",),
    "break-through": ("-breakthrough",),
    "ammo": ("axis-status",),
    **dict.fromkeys(("attach", "detach"), ("formations",)),
    "strike": ("air-strikes",),
    "replace": ("replacements",),
    "absorb": ("absorb",),
    "dismantle": ("dismantle",),
    **dict.fromkeys(("zone", "series", "cancel"), ("plan-drops", "airborne", "setup-axis")),
    "step": LANDED,
    "approach": ("approach", "setup-axis"),
    "embark": ("embark",),
    "place": ("ships", "setup-allied", "setup-axis"),
    "sail": ("axis-movement",),
    "shoot": ("coast-fire",),
}
"""How the phases of an order end."""


class Malta(Subject[State]):
    game = GAME
    accounts = ACCOUNTS
    events = events_of(apply)
    starts = MADE_UP | RARE
    asides = [
        f"policy {side} {name} {answer}" for side in SIDES for name, answers in POLICIES.items() for answer in answers
    ]
    likes = {"attack": 60, "support": 20, "move": 20, "infiltrate": 5, "break": 3, "join": 3, "zone": 30, "series": 60}
    likes |= {
        "step": 20,
        "airland": 30,
        "strike": 30,
        "bombard": 30,
        "break-through": 60,
        "ammo": 20,
        "place cg-dummy": 30,
    }
    haste = {"next": (2, 8, 40)}
    drawing = ("random",)
    foreseen = odds.FORESEEN
    oddities = (*ODDITIES, "9999", "0000", "18", "18111", "i-3", "i-33-1", "follow-up:south", "malta", "axis", "air")
    again = "python tools/fuzz.py --game malta"

    def scenarios(self) -> list[str]:
        """Those that are built, some of them with options, and the made-up starts."""
        return [*scenario.shipped(), *VARIANTS, *self.starts]

    def unsound(self, state: State) -> Iterable[str]:
        return invariants(state)

    def ended_wrongly(self, state: State) -> Iterable[str]:
        if state.outcome not in ENDINGS:
            yield f"as {state.outcome!r}"
        if state.turn < state.setting.scenario.last and state.outcome not in EARLY:
            yield f"in {state.box.id}, before its last turn"

    def is_misplaced(self, state: State, name: str) -> bool:
        """Whether the game is over, a question is open, or the order belongs to another part of a turn."""
        asked = state.question.kind if state.question else ""
        silenced = bool(state.outcome) or (bool(asked) and name not in (*ANY_TIME, *IN_QUESTIONS.get(asked, ())))
        return (silenced and name != "policy") or not state.phase.endswith(PHASES_OF.get(name, ("",)))

    def words(self, state: State) -> Sequence[Sequence[str]]:
        return [list(state.units), list(state.board.regions), sorted(state.board.terrain), SIDES]

    def near(self, state: State, word: str) -> Sequence[str]:
        """For a hex, its neighbours more often than others."""
        if is_hex(word):
            return [*neighbours(word), *neighbours(word), *sorted(state.board.terrain)]
        return super().near(state, word)

    def chances(self, state: State, tokens: list[str]) -> Iterable[Fraction]:
        order = GAME.read(state, tokens)
        if isinstance(order, Strike):
            return odds.strike_forecast(state, order).flown.values()
        if isinstance(order, Shoot | Embark):
            whole = isinstance(order, Embark) and not order.units
            return [Fraction(1)] if whole else odds.sea_forecast(state, order).shares.values()
        return (outcome.chance for outcome in odds.forecast(state, tokens).outcomes)

    def keeper(self, rng: Random) -> Keeper:
        return Keeper(rng)

    def look_closer(self, match: Match[State], commands: list[str], rng: Random) -> None:
        _drawn(match.state, commands, rng)
        if rng.randrange(EXPORT_EVERY) == 0:
            _exported(match.state)


def _drawn(state: State, commands: list[str], rng: Random) -> None:
    """An order drawn by chance is one of those that are listed, and there is one if any is."""
    order = offers.pick(state, rng.randrange)
    if (order is None) != (not commands) or (order is not None and order.text() not in commands):
        raise Fault(f"{order.text() if order else 'nothing'!r} is drawn, which is not listed as legal")


def _exported(state: State) -> None:
    """A position that is exported is a scenario that starts there."""
    with TemporaryDirectory(prefix="malta export ") as folder:
        Path(folder, "here.toml").write_text(exports.position(state, ""), encoding="utf-8")
        start = GAME.begin(Setup("here.toml", folder))
    if codec.dump(start) != codec.dump(state, setting=start.setting):
        raise Fault("the exported position is not the position")


MALTA = Malta()
