"""What a player may do with a file that somebody has sent: look at it, play it, start from it."""

from collections.abc import Callable
from pathlib import Path

from tarawa_cli.games import MALTA
from tests.attacks.tools import SEED, Round, need
from tests.cli.tools import Result

LOOKS = [
    *("status", "map", "map red3", "units all", "unit 2/8A", "hex 2731", "area red3", "odds next", "log", "advise"),
    *("log --commands", "undo -n", "export position", "export json", "export svg", "export html", "policy", "legal"),
    *("odds bombard", "table units", "verify", "autoplay -n", "status --json", "verify --json", "log --json"),
]
WORDS = ["next", "decide", "decide step", "decide none", "undo", "bombard", "policy hits step", "advance --all"]
MALTA_LOOKS = [
    *("status", "map", "map 1911", "map --sea", "map --layer zoc", "units all", "units ready", "unit i-33", "hex 1911"),
    *("area harbour", "area south", "log", "log --commands", "undo -n", "export position", "export json", "export svg"),
    *(
        "policy",
        "legal",
        "odds attack i-33 --on 1911",
        "table units",
        "verify",
        "autoplay -n",
        "status --json",
        "advise",
    ),
    *("status --as axis", "map --as allied", "verify --json", "log --json", "diff 0"),
    *("handover --as allied", "log --since-mine --as axis"),
]
MALTA_WORDS = [
    *("next", "decide", "decide hold", "decide none", "decide all", "undo", "move i-33 1913", "attack i-33 --on 1911"),
    *("policy axis hits hold", "support 1911 --air", "break i-33", "next turn", "reveal", "reveal --lost --as axis"),
    "phrase --as axis",
]


def explore_save(at: Round, save: Path) -> None:
    """Look at it and play on."""
    readable = at.here("status", "-s", save).code == 0
    at.counts["read" if readable else "refused"] += 1
    for look in at.rng.sample(MALTA_LOOKS if at.played is MALTA else LOOKS, 3):
        untouched(at, save, look)
    at.here(
        "__complete", at.rng.choice(("bash", "zsh")), f"{at.played.name} {at.rng.choice(('decide', 'unit'))} -s {save} "
    )
    for _ in range(3 if readable else 1):
        order(at, save)


def untouched(at: Round, save: Path, look: str) -> Result:
    before = save.read_bytes()
    result = at.here(*look.split(), "-s", save)
    need(save.read_bytes() == before, f"`{look}` has changed the save")
    return result


def order(at: Round, save: Path) -> None:
    """An order that `legal` lists, or any other one: it is carried out completely or not at all."""
    listed = at.here("legal", "-s", save).out.splitlines()
    others = MALTA_WORDS if at.played is MALTA else WORDS
    line = at.rng.choice(listed if listed and at.rng.random() < 0.8 else others)
    before = save.read_bytes()
    result = at.here(*line.split(), "-s", save)
    at.counts["orders"] += result.code == 0
    if result.code:
        need(save.read_bytes() == before, f"`{line}` was refused and has changed the save")
    elif save.read_bytes() != before:  # `decide` alone only shows the question
        loads(at, save, line)


def loads(at: Round, save: Path, after: str) -> None:
    result = at.here("status", "-s", save)
    need(result.code == 0, f"after `{after}` the save cannot be read: {result.err}")
    if not at.forged:
        told = at.here("verify", "-s", save)
        need(told.code == 0, f"after `{after}` the save does not hold: {told.out}")


def explore_start(at: Round, *words: object) -> None:
    """Start a game from a file and let the computer play it for a while."""
    save = at.folder / "started.toml"
    started = at.here("new", *words, "--seed", SEED, "-s", save).code == 0
    at.counts["started" if started else "refused"] += 1
    if not started:
        need(not save.exists(), "a game that was refused has a save")
        return
    for _ in range(2):
        order(at, save)
    played = at.here("autoplay", "--player", "random", "-q", "-s", save, *_one_turn(at, save))
    at.counts["played on"] += played.code == 0
    loads(at, save, "autoplay")


def _one_turn(at: Round, save: Path) -> list[str]:
    state = at.here("status", "--json", "-s", save).state
    turn: int = state.get("turn_number") or state["turn"]
    return ["--until", f"turn {turn + 1}"]


Explorer = Callable[[Round, Path], None]
EXPLORERS: dict[str, Explorer] = {
    "save": explore_save,
    "asked": explore_save,
    "scenario": lambda at, path: explore_start(at, path),
    "tables": lambda at, path: explore_start(at, "--tables", path),
}
