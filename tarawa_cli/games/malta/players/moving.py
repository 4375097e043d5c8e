"""Where units go: toward what they want, next to enemies whom they outweigh, and not where they would be lost."""

from collections import Counter

from tarawa_cli.games.malta.model.board import distance
from tarawa_cli.games.malta.model.state import DEMORALISED, State, Unit
from tarawa_cli.games.malta.model.unit import HALF
from tarawa_cli.games.malta.orders.movement import Infiltrate, Move
from tarawa_cli.games.malta.players.ground import GroundValue, steps_from
from tarawa_cli.games.malta.rules.ch06_movement import can_go_far, infiltrations, kind_of, movers, stops
from tarawa_cli.games.malta.rules.ch09_combat import attack, defence
from tarawa_cli.kernel.board.hexes import Hex, Path
from tarawa_cli.kernel.hints import Iterable, Iterator, Mapping, NamedTuple

REAR = 4
"""Hexes from the enemy from which on a unit goes by strategic movement."""
EXPOSED = 0.5
"""How much guns and headquarters shun a hex where the enemy outweighs those who shield them."""
SHORE = 1.0
"""How much more enemies draw who have the sea at their backs, and so nowhere to retreat."""
WORTH_IT = 0.15
"""What a hex must be better by, so that a unit moves."""
OTHERS = 0.4
"""What counts of the enemies next to a hex besides the one who draws most: nobody attacks twice."""
STRAYS = 0.5
"""What a gun loses for every hex that it is away from those who fight."""
IN_ACTION = 2.5
"""What it is worth to a gun that it can fire in this turn."""


class Style(NamedTuple):
    """How a player moves."""

    drive: float
    """How much prizes draw."""
    bite: float
    """How much enemies draw whom the side outweighs."""
    fear: float
    """How much threats repel."""
    spread: float
    """How much a hex is worth less if it is held already."""
    guard: float
    """How much a prize is worth that nobody else holds and the enemy can reach."""
    hunt: float
    """How much the enemy draws from afar."""
    deny: float = 0.0
    """How much it is worth to stand next to objectives that the Axis leave empty, which then do not count (20.3)."""


def in_order(state: State) -> list[Unit]:
    """Those of the active side who can still move: who fights comes first, leaders and headquarters come last."""
    return sorted(movers(state), key=_rank)


def _rank(unit: Unit) -> int:
    return 0 if unit.can("combat") else 1 if unit.can("gun") else 2 if unit.can("hq") else 3


def best_move(ground: GroundValue, unit: Unit, style: Style) -> Move | Infiltrate | None:
    """The move that makes a unit stand best; None, if it stands well where it is."""
    far = ground.nearest_foe(unit.at) > REAR and can_go_far(ground.field, unit)
    ends = stops(ground.field, unit, strategic=far)
    score = _scores(ground, unit, style, ends)
    beside = infiltrations(ground.field, unit) if unit.can("combat") else []
    best = max(sorted({*ends, *beside}), key=score, default=unit.at)
    if best == unit.at or score(best) <= score(unit.at) + WORTH_IT:
        return None
    return Move((unit.id,), (best,), strategic=far) if best in ends else Infiltrate((unit.id,), best)


class _scores:
    """What each hex is worth to a unit."""

    def __init__(self, ground: GroundValue, unit: Unit, style: Style, ends: Mapping[Hex, Path]) -> None:
        self.ground, self.unit, self.style, self.ends = ground, unit, style, ends
        self.own = attack(unit), defence(unit)
        self.kind = self._fighter if unit.can("combat") else self._gun if unit.can("gun") else self._staff
        self.friends = [] if unit.can("combat") else [other for other in _formation(ground, unit) if other is not unit]
        self.friends_at = Counter([other.at for other in self.friends])
        self._bites: dict[Hex, float] = {}

    def __call__(self, at: Hex) -> float:
        return self.kind(at)

    def _fighter(self, at: Hex) -> float:
        ground, style = self.ground, self.style
        score = style.drive * ground.pull(at) + self._ground_taken(at)
        if bites := [self._bite(foe) for foe in ground.state.board.adjacent[at] if foe in ground.foes]:
            score += OTHERS * sum(bites) + (1 - OTHERS) * max(bites)
        others = ground.held_by(at) - (self.own[1] * ground.walls(at) if at == self.unit.at else 0)
        score -= style.spread * others / 6
        if style.deny:
            score += style.deny * ground.denied_from(at, self.unit)
        return score - self._fear(at, others)

    def _ground_taken(self, at: Hex) -> float:
        """A prize that the enemy has left open, or that is to be kept; one that he can reach wants a garrison."""
        ground, worth = self.ground, self.ground.worth.get(at, 0.0)
        if not worth:
            return 0.0
        if ground.state.controller(at) != self.unit.side:
            return self.style.guard * worth
        return self.style.guard * worth if ground.wants_guard(at, self.unit) else 0.2 * worth

    def _bite(self, foe: Hex) -> float:
        """What it is worth to stand next to enemies, with all who stand there already."""
        if foe not in self._bites:
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
            self._bites[foe] = self.style.bite * min(odds, 3.0) * prey if odds > 0.4 else 0.0
        return self._bites[foe]

    def _fear(self, at: Hex, others: int) -> float:
        shield = others + self.own[1] * self.ground.walls(at)
        ratio = self.ground.threat(at) / max(1, shield)
        weak = 2.0 if self.unit.state == DEMORALISED else 1.0
        return self.style.fear * weak * max(0.0, min(ratio, 6.0) - 1.0)

    def _gun(self, at: Hex) -> float:
        """With the enemy in range, and a fighting unit in front; a gun that has moved cannot fire this turn."""
        ground, reach = self.ground, max(2, self.unit.type.range)
        far = max(0, ground.nearest_fighter(at) - reach)
        score = 0.4 * min(ground.fighters_within(at, reach), 4) - 0.3 * min(far, 10) - self._exposed(at)
        score -= STRAYS * max(0, self._from_friends(at) - 1)
        return score + (IN_ACTION if self._fires_from(at) else 0.0)

    def _fires_from(self, at: Hex) -> bool:
        """Whether a gun could still fire from there in this turn, at enemies whom its side can attack."""
        gun, ground = self.unit, self.ground
        if not gun.ammo or gun.fired or gun.state == DEMORALISED:
            return False
        if at != gun.at and (at not in self.ends or kind_of(gun, ground.state, self.ends[at], False) != HALF):
            return False
        near = (foe for foe in ground.survey.fighters if distance(at, foe) <= gun.type.range)
        return any(ground.is_held(beside) for foe in near for beside in ground.state.board.adjacent[foe])

    def _exposed(self, at: Hex) -> float:
        """How likely a unit that cannot fight is caught here; friends next to it count half."""
        ground = self.ground
        beside = sum(map(ground.shield, ground.state.board.adjacent[at]))
        shield = ground.walls(at) * ground.shield(at) + beside / 2
        return EXPOSED * min(ground.threat(at) / max(1.0, shield), 6.0)

    def _from_friends(self, at: Hex) -> int:
        """How far the nearest of its own who fight are."""
        return min([distance(at, there) for there in self.ground.held], default=0)

    def _staff(self, at: Hex) -> float:
        """In the middle of the formation; a headquarters out of reach of the enemy, a leader among the strongest."""
        if not self.friends:
            return 0.0
        steps = steps_from(at)
        away = [(steps.get(there, 20), count) for there, count in self.friends_at.items()]
        score = -sum(far * count for far, count in away) / len(self.friends) - (2.0 if max(away)[0] > 6 else 0.0)
        if self.unit.can("hq"):
            return score - 2 * self._exposed(at)
        company = sum(attack(other) for other in self.friends if other.at == at)
        return score + 0.2 * company - (0.0 if company else 3.0)


def _formation(ground: GroundValue, unit: Unit) -> Iterator[Unit]:
    """Those whom a staff serves: its formation; those of no formation, everybody near."""
    fighters = ground.own("combat")
    own = [other for other in fighters if other.formation == unit.formation]
    yield from own or _near(fighters, unit)


def _near(units: Iterable[Unit], to: Unit) -> Iterator[Unit]:
    return (other for other in units if distance(other.at, to.at) <= 6)
