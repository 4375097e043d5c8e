"""Secret plans by chance: what is sealed, and a keeper who seals and reveals in games that one process plays."""

from random import Random

from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.rules.ch16_special_units import can_be_sealed, hiding_places, layers
from tarawa_cli.games.malta.rules.ch19_drops import jumpers, open_turns
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.mail import secret_files

ZONE = "quokka"
"""A name in secret plans that no page of ours holds."""
SEAL_EVERY = LOST_EVERY = 4


def plan(state: State, rng: Random) -> list[str]:
    """Orders of a secret plan: a zone somewhere, and somebody over it."""
    turn = state.charts.turn(rng.choice(open_turns(state))).id
    zone = f"zone {ZONE} {rng.choice(sorted(state.board.land))} --turn {turn}"
    series = [f"series {ZONE} {rng.choice(free).id}"] if (free := jumpers(state)) else []
    return [zone, *series]


def can_seal(match: Match[State]) -> bool:
    try:
        return bool(match.to_seal("axis", []))
    except Refused:
        return False


class Keeper:
    """Keeps the secrets of one game, and says what is to be sealed or revealed next."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.kept: dict[str, list[str]] = {}
        """By digest: the salt and the plan."""

    def __call__(self, match: Match[State]) -> str:
        """What `legal` does not list; nothing, if there is nothing to be sealed or revealed."""
        if key := match.to_reveal:
            lost = self.rng.randrange(LOST_EVERY) == 0
            return " ".join(["revealed", key, *(["--lost"] if lost else self.kept[match.truth.seals[key]])])
        if can_be_sealed(match.truth) and self.rng.randrange(SEAL_EVERY):
            at = self.rng.choice(hiding_places(match.truth))
            return self._kept(
                match.to_seal(
                    "allied", [f"place cg-dummy {at} --upon {self.rng.choice(layers(match.truth, at))}".split()]
                )
            )
        if (
            match.truth.question
            or not match.truth.setting.options.sealed
            or self.rng.randrange(SEAL_EVERY)
            or not can_seal(match)
        ):
            return ""
        return self._sealed(match)

    def _sealed(self, match: Match[State]) -> str:
        return self._kept(match.to_seal("axis", [line.split() for line in plan(match.truth, self.rng)]))

    def _kept(self, found: dict[str, list[str]]) -> str:
        key = self.rng.choice(sorted(found))
        salt = f"{self.rng.getrandbits(128):032x}"
        digest = secret_files.digest(salt, found[key])
        self.kept[digest] = [salt, *found[key]]
        return f"sealed {key} {digest}"
