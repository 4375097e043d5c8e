"""Where units go: toward what they want, next to enemies whom they outweigh, and not where they would be lost."""

from collections.abc import Iterator

from old_players.malta.ground import Ground, steps_from
from tarawa_cli.games.malta.model.board import distance
from tarawa_cli.games.malta.model.state import DEMORALISED, State, Unit
from tarawa_cli.games.malta.orders.movement import Move
from tarawa_cli.games.malta.rules.ch06_movement import check_mover, check_strategic, stops
from tarawa_cli.games.malta.rules.ch09_combat import attack, defence
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.errors import Refused

REAR = 4
"""Hexes from the enemy from which on a unit goes by strategic movement."""
ALARM = 5
"""Hexes from the enemy up to which a prize wants a garrison."""
EXPOSED = 0.5
"""How much guns and headquarters shun a hex where the enemy outweighs those who shield them."""
SHORE = 1.0
"""How much more enemies draw who have the sea at their backs, and so nowhere to retreat."""
WORTH_IT = 0.15
"""What a hex must be better by, so that a unit moves."""


class Temper:
    """How a player moves."""

    def __init__(self, drive: float, bite: float, fear: float, spread: float, guard: float) -> None:
        self.drive = drive
        """How much prizes draw."""
        self.bite = bite
        """How much enemies draw whom the side outweighs."""
        self.fear = fear
        """How much threats repel."""
        self.spread = spread
        """How much a hex is worth less if it is held already."""
        self.guard = guard
        """How much a prize that nobody else holds is worth when the enemy is near."""


def movers(state: State) -> list[Unit]:
    """Those of the active side who can still move: who fights comes first, leaders and headquarters come last."""
    found = [unit for unit in state.units.values() if unit.side == state.active and _can_move(state, unit)]
    return sorted(found, key=_rank)


def _rank(unit: Unit) -> int:
    return 0 if unit.can("combat") else 1 if unit.can("gun") else 2 if unit.can("hq") else 3


def _can_move(state: State, unit: Unit) -> bool:
    if not unit.on_map or unit.can("ship"):
        return False
    try:
        check_mover(state, unit)
    except Refused:
        return False
    return True


def best_move(ground: Ground, unit: Unit, temper: Temper) -> Move | None:
    """The move that makes a unit stand best; None, if it stands well where it is."""
    score = _scores(ground, unit, temper)
    far = ground.nearest_foe(unit.at) > REAR and _can_go_far(ground, unit)
    ends = stops(ground.field, unit, strategic=far)
    best = max(sorted(ends), key=score, default=unit.at)
    if best == unit.at or score(best) <= score(unit.at) + WORTH_IT:
        return None
    return Move((unit.id,), (best,), strategic=far)


def _can_go_far(ground: Ground, unit: Unit) -> bool:
    try:
        check_strategic(ground.field, unit)
    except Refused:
        return False
    return True


class _scores:
    """What each hex is worth to a unit."""

    def __init__(self, ground: Ground, unit: Unit, temper: Temper) -> None:
        self.ground, self.unit, self.temper = ground, unit, temper
        self.own = attack(unit), defence(unit)
        self.kind = self._fighter if unit.can("combat") else self._gun if unit.can("gun") else self._staff
        self.friends = [other for other in _formation(ground, unit) if other is not unit]

    def __call__(self, at: Hex) -> float:
        return self.kind(at)

    def _fighter(self, at: Hex) -> float:
        ground, temper = self.ground, self.temper
        score = temper.drive * ground.pull.get(at, 0.0) + self._ground_taken(at)
        score += sum(self._bite(foe) for foe in ground.state.board.adjacent[at] if foe in ground.foes)
        others = ground.held_by(at) - (self.own[1] * ground.walls(at) if at == self.unit.at else 0)
        score -= temper.spread * others / 6
        return score - self._fear(at, others)

    def _ground_taken(self, at: Hex) -> float:
        """A prize that the enemy has left open, or that is to be kept; a threatened one wants a garrison."""
        ground, worth = self.ground, self.ground.worth.get(at, 0.0)
        if not worth:
            return 0.0
        if ground.state.controller(at) != self.unit.side:
            return 1.5 * worth
        others = [other for other in ground.field.units(self.unit.side, at) if other is not self.unit]
        held = any(other.can("combat") for other in others)
        alarmed = ground.nearest_fighter(at) <= ALARM
        return self.temper.guard * worth if alarmed and not held else 0.2 * worth

    def _bite(self, foe: Hex) -> float:
        """What it is worth to stand next to enemies, with all who stand there already."""
        ground = self.ground
        beside = [
            other
            for at in ground.state.board.adjacent[foe]
            for other in ground.field.units(self.unit.side, at)
            if other is not self.unit and other.can("combat")
        ]
        weight = self.own[0] + sum(map(attack, beside))
        odds = weight / max(1, ground.strength[foe])
        prey = 1 + 0.3 * ground.worth.get(foe, 0.0) + SHORE * (6 - len(ground.state.board.adjacent[foe])) / 6
        return self.temper.bite * min(odds, 3.0) * prey if odds > 0.4 else 0.0

    def _fear(self, at: Hex, others: int) -> float:
        shield = others + self.own[1] * self.ground.walls(at)
        ratio = self.ground.threat(at) / max(1, shield)
        weak = 2.0 if self.unit.state == DEMORALISED else 1.0
        return self.temper.fear * weak * max(0.0, min(ratio, 6.0) - 1.0)

    def _gun(self, at: Hex) -> float:
        """With the enemy in range, and somebody in front who fights."""
        ground, reach = self.ground, max(2, self.unit.type.range)
        far = max(0, ground.nearest_fighter(at) - reach)
        return 0.4 * min(ground.fighters_within(at, reach), 4) - 0.3 * min(far, 10) - self._exposed(at)

    def _exposed(self, at: Hex) -> float:
        """How likely it is that whoever cannot fight is caught here."""
        ground = self.ground
        friends = (other for other in ground.field.units(self.unit.side, at) if other.can("combat"))
        shield = ground.walls(at) * sum(map(defence, friends))
        return EXPOSED * min(ground.threat(at) / max(1, shield), 6.0)

    def _staff(self, at: Hex) -> float:
        """In the middle of the formation; a headquarters out of reach of the enemy, a leader among the strongest."""
        if not self.friends:
            return 0.0
        away = [steps_from(at).get(other.at, 20) for other in self.friends]
        score = -sum(away) / len(away) - (2.0 if max(away) > 6 else 0.0)
        if self.unit.can("hq"):
            return score - 2 * self._exposed(at)
        company = sum(attack(other) for other in self.friends if other.at == at)
        return score + 0.2 * company - (0.0 if company else 3.0)


def _formation(ground: Ground, unit: Unit) -> Iterator[Unit]:
    """Those whom a staff serves: its formation; those of no formation, everybody."""
    own = [other for other in ground.own("combat") if other.formation == unit.formation]
    yield from own or [other for other in ground.own("combat") if distance(other.at, unit.at) <= 6]
