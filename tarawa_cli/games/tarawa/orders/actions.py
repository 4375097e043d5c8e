"""Orders of phase `actions`: `move`, `fire`, `attack`, `demolish`, `recover`, `dig`."""

from typing import NamedTuple, Self

from tarawa_cli.games.tarawa.model import apply, names
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.orders import need_phase
from tarawa_cli.games.tarawa.phases import run
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules.ch07 import assault, marine_fire, moving, resting
from tarawa_cli.kernel.errors import BadOrder, Refused
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.orders import Words, flag_text, option_text, shown
from tarawa_cli.kernel.play import Play


def _units(state: State, words: list[str]) -> tuple[str, ...]:
    return tuple(names.combat_unit(state, word).id for word in words)


@rule("7.2.1")
class Move(NamedTuple):
    unit: str
    route: tuple[Hex, ...]

    @classmethod
    def read(cls, state: State, tokens: list[str]) -> Self:
        first, *rest = Words("move", tokens).count(2, None, "move UNIT HEX…")
        return cls(names.combat_unit(state, first).id, tuple(names.hex(state, word) for word in rest))

    def text(self) -> str:
        return " ".join(["move", self.unit, *self.route])

    def check(self, state: State) -> None:
        need_phase(state, "move", "7.2.1", "actions")
        moving.plan_move(state, state.units[self.unit], self.route)

    def resolve(self, play: Play[State]) -> None:
        unit = play.state.units[self.unit]
        moving.move(play, unit, moving.plan_move(play.state, unit, self.route))
        run(play)


@rule("7.2.2")
class Fire(NamedTuple):
    unit: str
    at: Hex
    support: tuple[str, ...] = ()
    shore: bool = False
    times: int = 1

    @classmethod
    def read(cls, state: State, tokens: list[str]) -> Self:
        words = Words("fire", tokens, values=["--support", "--times"], flags=["--shore"])
        unit, at = words.count(2, 2, "fire UNIT HEX [--support UNIT] [--shore] [--times N]")
        times = words.value("--times") or "1"
        if not (times.isascii() and times.isdigit() and len(times) <= 2 and int(times)):
            raise BadOrder(f"--times {shown(times)}: must be a number from 1 to 99")
        supporters = _units(state, words.values("--support"))
        shore = words.flag("--shore")
        return cls(names.combat_unit(state, unit).id, names.hex(state, at), supporters, shore, int(times))

    def text(self) -> str:
        times = option_text("--times", [str(self.times)] if self.times > 1 else [])
        extra = [*option_text("--support", self.support), *flag_text("--shore", self.shore), *times]
        return " ".join(["fire", self.unit, self.at, *extra])

    def check(self, state: State) -> None:
        need_phase(state, "fire", "7.2.2", "actions")
        marine_fire.check_fire(state, state.units[self.unit], self.at, self.support, self.shore)

    def resolve(self, play: Play[State]) -> None:
        """Again and again until it succeeds, as often as asked for and as the means last."""
        unit = play.state.units[self.unit]
        for _ in range(self.times):
            if marine_fire.fire(play, unit, self.at, self.support, self.shore) or not self._again(play.state):
                break

    def _again(self, state: State) -> bool:
        try:
            self.check(state)
        except Refused:
            return False
        return True


@rule("7.2.4")
class Attack(NamedTuple):
    units: tuple[str, ...]
    on: tuple[Hex, ...]
    support: tuple[str, ...] = ()
    shore: bool = False

    @classmethod
    def read(cls, state: State, tokens: list[str]) -> Self:
        words = Words("attack", tokens, values=["--on", "--support"], flags=["--shore"])
        usage = "attack UNIT… --on HEX [--on HEX] [--support UNIT]… [--shore]"
        units = _units(state, words.count(1, None, usage))
        on = tuple(names.hex(state, word) for word in words.values("--on"))
        if not on:
            raise BadOrder("attack: --on says which hex", hint=f"use it as: {usage}")
        return cls(units, on, _units(state, words.values("--support")), words.flag("--shore"))

    def text(self) -> str:
        extra = [*option_text("--support", self.support), *flag_text("--shore", self.shore)]
        return " ".join(["attack", *self.units, *option_text("--on", self.on), *extra])

    def check(self, state: State) -> None:
        need_phase(state, "attack", "7.2.4", "actions")
        assault.check_attack(state, self.units, self.on, self.support, self.shore)

    def resolve(self, play: Play[State]) -> None:
        assault.begin(play, "attack", self.units, self.on, self.support, self.shore)
        run(play)


@rule("7.2.5")
class Demolish(NamedTuple):
    units: tuple[str, ...]
    on: Hex
    support: tuple[str, ...] = ()

    @classmethod
    def read(cls, state: State, tokens: list[str]) -> Self:
        words = Words("demolish", tokens, values=["--on", "--support"])
        usage = "demolish UNIT… --on HEX [--support UNIT]…"
        units = _units(state, words.count(1, None, usage))
        if not words.value("--on"):
            raise BadOrder("demolish: --on says which hex", hint=f"use it as: {usage}")
        return cls(units, names.hex(state, words.value("--on")), _units(state, words.values("--support")))

    def text(self) -> str:
        return " ".join(["demolish", *self.units, "--on", self.on, *option_text("--support", self.support)])

    def check(self, state: State) -> None:
        need_phase(state, "demolish", "7.2.5", "actions")
        assault.check_demolition(state, self.units, self.on, self.support)

    def resolve(self, play: Play[State]) -> None:
        assault.begin(play, "demolish", self.units, [self.on], self.support, shore=False)
        run(play)


@rule("7.2.6")
class Recover(NamedTuple):
    units: tuple[str, ...]
    pay: bool = False

    @classmethod
    def read(cls, state: State, tokens: list[str]) -> Self:
        words = Words("recover", tokens, flags=["--pay"])
        return cls(_units(state, words.count(1, None, "recover UNIT… [--pay]")), words.flag("--pay"))

    def text(self) -> str:
        return " ".join(["recover", *self.units, *flag_text("--pay", self.pay)])

    def check(self, state: State) -> None:
        need_phase(state, "recover", "7.2.6", "actions")
        for unit in self.units:
            resting.check_recover(state, state.units[unit], self.pay)
        _check_once(self.units, "7.2.6")
        if self.pay and state.stock < len(self.units):
            raise Refused(
                "7.2.6", f"{len(self.units)} supply points are needed, {state.stock} are there", "fewer units"
            )

    def resolve(self, play: Play[State]) -> None:
        for unit in self.units:
            apply.recovery_begun(play, "7.2.6", unit=unit, paid=self.pay)


@rule("11.1")
class Dig(NamedTuple):
    units: tuple[str, ...]

    @classmethod
    def read(cls, state: State, tokens: list[str]) -> Self:
        return cls(_units(state, Words("dig", tokens).count(1, None, "dig UNIT…")))

    def text(self) -> str:
        return " ".join(["dig", *self.units])

    def check(self, state: State) -> None:
        need_phase(state, "dig", "11.1", "actions")
        for unit in self.units:
            resting.check_dig(state, state.units[unit])
        _check_once(self.units, "11.1")

    def resolve(self, play: Play[State]) -> None:
        for unit in self.units:
            apply.digging_begun(play, "11.1", unit=unit)


def _check_once(units: tuple[str, ...], rule: str) -> None:
    twice = next((unit for unit in units if units.count(unit) > 1), "")
    if twice:
        raise Refused(rule, f"{twice} is named twice", "each unit once")
