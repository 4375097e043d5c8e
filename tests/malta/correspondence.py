"""Two players, each with a folder of his own, who play at random by the command line and mail each other the save.

On the way each does to the other's game what he should not: orders of the wrong side, forged and lost secret files, two
copies played on at once; in a game with chains also forged links, changed counts, forks and stale saves
(`correspondence_cheats`). Everything is told with the right exit code, and leaves the save as it was.
"""

import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from traceback import format_exc
from typing import NamedTuple
from unittest.mock import patch

from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.legal.offers import pick
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.orders import passes
from tarawa_cli.games.malta.orders.general import Next
from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.mail import dice
from tarawa_cli.kernel.saves import savefile
from tests.cli.tools import Result
from tests.malta.sealing import ZONE, can_seal, plan
from tests.malta.shell import called

SIDES = ("axis", "allied")
STARTS = (
    "herkules --mail --sealed --plan own",
    "herkules --mail --sealed --plan own --setup own --delayed",
    "herkules --mail --plan own --with 8ko,1ches,88cn",
    "herkules --sealed --plan own --dice manual",
    "south-beach --mail",
    "south-beach --dice manual",
    "south-beach --alone",
    "hal-far --mail",
    "cottonera --mail",
    "last-stand --dice manual",
)
"""How games begin; in turn."""
LOOKS = ("status", "log", "legal", "handover", "map --json", "status --json", "export json", "verify", "units all")
ATTACK_EVERY = 3
LOST_EVERY = 4
HASTE = 0.3
"""How often a player goes on at once."""
MOST_DICE = 90


class Wrong(Exception):
    """Something that must not be."""


class Task(NamedTuple):
    start: str
    seed: int
    orders: int


class Correspondence:
    """A game in two folders; `by` names whose copy is meant."""

    def __init__(self, folder: Path, task: Task) -> None:
        self.folder, self.task = folder, task
        self.rng = Random(f"mail {task.seed}")
        self.seen: Counter[str] = Counter()
        self.revealed = False
        """Whether a sealed plan has been read out, and is no secret any more."""
        self.chained = "--mail" in task.start
        self.begun: dict[str, tuple[bytes, bytes]] = {}
        """The save and the own file of a side when its last sitting began."""
        for side in SIDES:
            (folder / side).mkdir()
        seed = [] if "--mail" in task.start or "manual" in task.start else ["--seed", str(task.seed)]
        self.first = "allied" if "--setup own" in task.start and self.chained else "axis"
        self.must(["new", *task.start.split(), *seed], self.first)
        if self.chained:
            self.join()
        else:
            self.hand_over("axis")

    def join(self) -> None:
        """The first two sittings: before there are dice, both set up, and the Axis seal their first plan."""
        for side in (self.first, other_side(self.first)):
            if side == "axis" and can_seal(self.match(side)):
                self.must(["seal", "-"], side, stdin="\n".join(plan(self.match("axis").truth, self.rng)))
            elif side == "allied" and self.match(side).truth.phase == "setup-allied":
                self.must(["next"], side)
            self.hand_over(side)
        self.begun[self.first] = self.save(self.first).read_bytes(), self.own(self.first).read_bytes()

    # ── Both copies

    def save(self, by: str) -> Path:
        return self.folder / by / "game.toml"

    def own(self, by: str) -> Path:
        """What a player keeps to himself."""
        return self.folder / by / f"game.{by}.toml"

    def give(self, words: list[str], by: str, side: str = "", stdin: str = "") -> Result:
        """A command in a player's folder, as his side or as another."""
        return called([*words, "--save", str(self.save(by)), "--as", side or by], stdin)

    def must(self, words: list[str], by: str, stdin: str = "") -> Result:
        result = self.give(words, by, stdin=stdin)
        if result.code:
            raise Wrong(f"{' '.join(words)!r} of {by}: {result.code}, {result.err.strip()}")
        return result

    def must_not(self, words: list[str], by: str, side: str = "", codes: tuple[int, ...] = (1,)) -> Result:
        """A command that is told why it cannot be, and leaves the save as it was."""
        before = self.save(by).read_bytes()
        result = self.give(words, by, side)
        if result.code not in codes or not (result.err.strip() or result.out.strip()):
            raise Wrong(f"{' '.join(words)!r} as {side or by} in the copy of {by}: {result.code}, {result.err.strip()}")
        if self.save(by).read_bytes() != before:
            raise Wrong(f"{' '.join(words)!r} is refused, but leaves a trace")
        return result

    def match(self, by: str) -> Match[State]:
        """The game as a player's copy has it, through his eyes."""
        path = str(self.save(by))
        found: Match[State] = session.load(lambda name: GAME, path, savefile.dissect(Path(path).read_text(), path))
        found.side = by
        return found

    def hand_over(self, by: str) -> None:
        if self.chained:
            self.must(["handover"], by)
        self.send(by)

    def send(self, by: str) -> None:
        shutil.copy(self.save(by), self.save(other_side(by)))

    # ── Playing

    def play(self) -> None:
        side = self.first
        for _ in range(self.task.orders):
            match = self.match(side)
            if match.truth.outcome:
                break
            side = self.sitter(side) if self.chained else match.to_act
            if self.match(side).truth.outcome:
                break
            self.turn(side)
        if self.chained and self.can_hand_over(side):
            self.hand_over(side)
        for each in SIDES if not self.chained else (side,):
            self.must(["verify"], each)

    def sitter(self, side: str) -> str:
        """The side that can give an order; on the way the other hands over, and what waits is carried out."""
        while not self.match(side).truth.outcome:
            waiting = (match := self.match(side)).sittings.waiting
            if waiting and waiting.side != side:
                self.must(["resume"], side)
                self.seen["resume"] += 1
            elif waiting or match.to_act != side:
                self.hand_over(side)
                self.seen["handover"] += 1
                side = other_side(side)
                self.begun[side] = self.save(side).read_bytes(), self.own(side).read_bytes()
            else:
                break
        return side

    def can_hand_over(self, side: str) -> bool:
        match = self.match(side)
        waiting = match.sittings.waiting
        return bool(match.truth.outcome) or (waiting.side == side if waiting else match.to_act != side)

    def turn(self, side: str) -> None:
        """One order of a side, and perhaps an attack before it; then the other gets the save."""
        match = self.match(side)
        order = self.chosen(match, side)
        known = (*ATTACKS, *self.cheats()) if self.chained else ATTACKS
        attacks = [self.rng.choice(known)] if self.rng.randrange(ATTACK_EVERY) == 0 else []
        for attack in [*attacks, *(ON_SECRETS if order[0] == "reveal" else ())]:
            attack(self, side, order)
            self.seen[_name(attack)] += 1
        self.order(order, side)
        if not self.chained:
            self.send(side)

    def cheats(self) -> "Sequence[Attack]":
        from tests.malta.correspondence_cheats import CHEATS

        return CHEATS

    def chosen(self, match: Match[State], side: str) -> list[str]:
        """An order by chance; a plan that can be sealed is sealed, and one that is due is revealed."""
        if match.to_reveal:
            return ["reveal", *(["--lost"] if self.rng.randrange(LOST_EVERY) == 0 else [])]
        if side == "axis" and can_seal(match) and not (self.chained and match.truth.phase == "setup-axis"):
            return ["seal", "-"]
        if self.rng.random() < HASTE and passes(match.state, Next()):
            return ["next"]
        found = pick(match.state, self.rng.randrange)
        if found is None:
            raise Wrong(f"a dead end: nothing is legal for {side} in {match.truth.phase}")
        return found.text().split()

    def order(self, words: list[str], side: str) -> None:
        secret = plan(self.match("axis").truth, self.rng) if words[0] == "seal" else []
        result = self.give(words, side, stdin="\n".join(secret))
        dice: list[str] = []
        while result.code == 4 and len(dice) < MOST_DICE:
            dice.append(str(self.rng.randint(1, 6)))
            result = self.give([*words, "--dice", ",".join(dice)], side, stdin="\n".join(secret))
        if result.code:
            raise Wrong(f"{' '.join(words)!r} of {side}: {result.code}, {result.err.strip()}")
        self.revealed = self.revealed or words[0] == "reveal"
        self.seen[words[0]] += 1
        if words == ["reveal", "--lost"] and "is lost" not in self.must(["log"], side).out:
            raise Wrong("the log does not tell that a plan is lost")


def other_side(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


# ── What the other one does, or the owner of a secret to himself


def wrong_side(game: Correspondence, side: str, order: list[str]) -> None:
    """The other side gives the order."""
    if order[0] not in ("seal", "policy"):
        game.must_not(order, other_side(side), codes=(1, 2, 3, 4))


def foreign_answer(game: Correspondence, side: str, order: list[str]) -> None:
    """The other side sets a standing answer for this one."""
    game.must_not(["policy", side, "hits", "hold"], other_side(side))


def foreign_undo(game: Correspondence, side: str, order: list[str]) -> None:
    """An order of this side, and the other takes it back."""
    before = game.save(side).read_bytes()
    game.must(["policy", side, "support", "always"], side)
    game.send(side)
    game.must_not(["undo"], other_side(side))
    game.save(side).write_bytes(before)
    game.send(side)


def prying(game: Correspondence, side: str, order: list[str]) -> None:
    """Nothing of a sealed plan is in what the Allies see, nor in the save, until one is revealed."""
    kept = [(path, path.read_bytes()) for path in (game.save("allied"), game.own("allied")) if path.exists()]
    told = [(look, game.give(look.split(), "allied")) for look in LOOKS]
    for path, held in kept:  # `handover` may have closed a sitting
        path.write_bytes(held)
    leaks = [look for look, result in told if ZONE in result.out + result.err]
    if not game.revealed and (leaks or ZONE in game.save("allied").read_text()):
        raise Wrong(f"the sealed plan is in {', '.join(leaks) or 'the save'}")


def forged(game: Correspondence, side: str, order: list[str]) -> None:
    """A secret file with something else in it."""
    right, match = game.own(side).read_bytes(), game.match(side)
    for wrong in _spoilt(right, match.truth.seals[match.to_reveal].encode(), game.rng):
        game.own(side).write_bytes(wrong)
        game.must_not(["reveal"], side, codes=(1, 3))
    game.own(side).write_bytes(right)


def _spoilt(right: bytes, digest: bytes, rng: Random) -> list[bytes]:
    """A letter or digit of what was sealed is another; or the file is cut, of another kind, or empty."""
    start = right.index(digest) + len(digest)
    place = rng.choice([place for place in range(start, right.index(b"]", start)) if chr(right[place]).isalnum()])
    other = b"b" if right[place : place + 1] != b"b" else b"c"
    return [right[:place] + other + right[place + 1 :], right[:start], b"seals = 3\n", b""]


def lost(game: Correspondence, side: str, order: list[str]) -> None:
    """A secret file that is not there."""
    right = game.own(side).read_bytes()
    game.own(side).unlink()
    game.must_not(["reveal"], side, codes=(3,))
    game.own(side).write_bytes(right)


def played_on_at_once(game: Correspondence, side: str, order: list[str]) -> None:
    """Both go on with the same save; what git makes of the two is one of them, or is refused by every command."""
    other, base = other_side(side), game.save(side).read_bytes()
    if game.chained:  # whose sitting it is not cannot go on at all
        game.must_not(["policy", other, "steps", "ask"], other)
        return
    game.must(["policy", other, "steps", "ask"], other)
    game.order(order, side)
    ours, theirs = game.save(side).read_bytes(), game.save(other).read_bytes()
    (game.folder / "base").write_bytes(base)
    merged = subprocess.run(
        ["git", "merge-file", "-p", game.save(side), game.folder / "base", game.save(other)],
        capture_output=True, check=False,
    )  # fmt: skip
    game.save(other).write_bytes(merged.stdout)
    if merged.stdout not in (ours, theirs):
        for line in ("status", "next", "log", "verify", "undo"):
            game.must_not([line], other, codes=(3,))
    game.save(side).write_bytes(base)
    game.send(side)


Attack = Callable[[Correspondence, str, list[str]], None]
ATTACKS: tuple[Attack, ...] = (wrong_side, wrong_side, foreign_answer, foreign_undo, prying, played_on_at_once)
ON_SECRETS: tuple[Attack, ...] = (forged, lost)
"""Before a secret is revealed."""


def _name(attack: Attack) -> str:
    return attack.__name__.replace("_", " ")


ATTACK_NAMES = [_name(attack) for attack in (*ATTACKS, *ON_SECRETS)]


def some(games: int, seed: int, orders: int) -> int:
    """Play some, each from another start; exit code 1 at the first fault."""
    seen: Counter[str] = Counter()
    for number in range(seed, seed + games):
        task = Task(STARTS[number % len(STARTS)], number, orders)
        try:
            with TemporaryDirectory(prefix="by mail ") as folder:
                seen += play(Path(folder), task)
        except Exception:
            print(f"FAULT in {task.start}, seed {number}:\n{format_exc()}")
            print(f"  again: python tools/fuzz.py --game malta --mail --games 1 --orders {orders} --seed {number}")
            return 1
    from tests.malta.correspondence_cheats import CHEATS

    no_orders = {*ATTACK_NAMES, *map(_name, CHEATS), "handover", "resume", "forks"}
    given = sum(count for name, count in seen.items() if name not in no_orders)
    print(f"{games} games by mail, {given} orders: no fault")
    print(", ".join(f"{name} {count}" for name, count in sorted(seen.items())))
    return 0


def play(folder: Path, task: Task) -> Counter[str]:
    """Play one; Wrong, if anything is. What was done, by name. The chains come from the seed too."""
    chances = Random(f"chains {task.seed}")
    with patch.multiple(
        dice, new_end=lambda: chances.randbytes(32).hex(), new_game=lambda: chances.randbytes(16).hex()
    ):
        game = Correspondence(folder, task)
        game.play()
    return game.seen
