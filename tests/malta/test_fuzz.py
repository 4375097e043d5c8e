"""Games of both sides played at random have no fault; and whatever breaks the engine is found."""

from collections.abc import Callable
from itertools import product
from operator import attrgetter
from pathlib import Path

import fuzz
import pytest

from tarawa_cli.games.malta import exports, orders
from tarawa_cli.games.malta.game import MALTESE
from tarawa_cli.games.malta.legal import odds, offers
from tarawa_cli.games.malta.model import codec
from tarawa_cli.games.malta.model.apply import land
from tarawa_cli.games.malta.orders import general
from tarawa_cli.kernel.engine import sides
from tests.kit.fuzzing import game
from tests.kit.fuzzing.game import Task
from tests.kit.fuzzing.starts import made_up
from tests.malta.fuzzed import MALTA, VARIANTS

Patch = pytest.MonkeyPatch
CLOSELY = {"undo_every": 25, "nasty_every": 4, "look_every": 12}


def test_whole_games_at_random_have_no_fault() -> None:
    reports = [game.play(MALTA, Task("cottonera", seed, "eager", undo_every=15)) for seed in (2, 3)]
    assert [report.fault for report in reports] == ["", ""]
    assert all(report.outcome for report in reports)
    orders, checks = ({name for report in reports for name in getattr(report, seen)} for seen in ("orders", "checks"))
    assert {"attack", "support", "move", "decide", "next"} <= orders
    assert {"nasty orders refused", "orders taken back", "positions looked at"} <= checks


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", range(6))
def test_a_battle_at_random_and_looked_at_closely_has_no_fault(seed: int) -> None:
    report = game.play(MALTA, Task("battle", seed, ("uniform", "eager", "random")[seed % 3], **CLOSELY, orders=30))
    assert report.fault == ""
    assert report.outcome or report.orders.total() == 30


@pytest.mark.sample(5)
@pytest.mark.parametrize("start", ["invasion", "landing", "late", "thrust"])
@pytest.mark.parametrize("seed", range(3))
def test_a_made_up_start_at_random_has_no_fault(start: str, seed: int) -> None:
    report = game.play(MALTA, Task(start, seed, "random", nasty_every=8, look_every=0, orders=40))
    assert report.fault == ""


@pytest.mark.sample(3)
@pytest.mark.parametrize("start", VARIANTS)
def test_a_start_with_options_has_no_fault(start: str) -> None:
    report = game.play(MALTA, Task(start, 1, "random", nasty_every=8, look_every=0, orders=40))
    assert report.fault == ""


QUICKLY = {"undo_every": 0, "nasty_every": 0, "look_every": 0, "orders": 60}
SEEDS = range(100, 112)
"""The first two are enough; the others are for a change of rules or players."""
SOUGHT = {
    **{start: set(MALTA.events) for start in ("late", "landing", "thrust", "hal-far", "battle", "invasion")},
    VARIANTS[0]: {"set-up", "dummy-laid"},
    VARIANTS[1]: {"landings-delayed", "dummy-placed"},
    VARIANTS[3]: {"plan-sealed", "seal-opened", "dummy-sealed"},
}
"""By start: what a game is played for."""


@pytest.mark.long
def test_everything_that_can_happen_does_happen_in_some_game_at_random() -> None:
    """The same games every time, until nothing is missing any more."""
    missing = set(MALTA.events)
    for seed, (start, sought) in product(SEEDS, SOUGHT.items()):
        if missing & sought:
            missing -= set(game.play(MALTA, Task(start, seed, "eager", **QUICKLY)).events)
    assert missing == set()


def test_every_made_up_start_is_another_one_for_another_seed() -> None:
    for name in MALTA.starts:
        assert len({made_up(MALTA, name, seed) for seed in range(8)}) == 8
        assert made_up(MALTA, name, 3) == made_up(MALTA, name, 3)


# ── What it finds


def forget_who_fired(patch: Patch) -> None:
    patch.setattr(land, "_fire", lambda state, guns: None)


def lead_nowhere(patch: Patch) -> None:
    patch.setattr(offers, "offers", lambda state: [])


def save_too_little(patch: Patch) -> None:
    fewer = {name: key for name, key in codec.UNIT.items() if name != "moved"}
    patch.setattr(codec, "UNIT", fewer)
    patch.setattr(codec, "_SHOWN", tuple(fewer))
    patch.setattr(codec, "_shown_by", attrgetter(*fewer))


def foretell_nothing(patch: Patch) -> None:
    patch.setattr(odds, "forecast", lambda state, words: odds.Forecast(None, [], {}))  # type: ignore[arg-type]


def export_something_else(patch: Patch) -> None:
    position = exports.position
    patch.setattr(exports, "position", lambda *given: position(*given).replace('weather = "c', 'weather = "r'))


def hint_at_what_is_forbidden(patch: Patch) -> None:
    patch.setattr(orders, "_answer", lambda state: "decide moby")


def guard_nothing(patch: Patch) -> None:
    patch.setattr(sides, "_check_owner", lambda *given: None)


def show_nothing(patch: Patch) -> None:
    patch.setattr(MALTESE, "view", lambda state, side: None)


BROKEN: dict[str, tuple[Callable[[Patch], None], list[str], str]] = {
    "does not add up": (forget_who_fired, ["--player", "eager"], "who has fired: "),
    "a dead end": (lead_nowhere, [], "a dead end: nothing is legal in axis-movement of turn 29"),
    "a dead end for one who draws": (
        lead_nowhere,
        ["--player", "random"],
        "a dead end: nothing is legal in axis-movem",
    ),
    "not saved": (save_too_little, ["--look-every", "1"], "once the save is read again"),
    "odds of nothing": (foretell_nothing, ["--look-every", "1", "--player", "eager"], "the chances of 'attack"),
    "no guard": (guard_nothing, ["--look-every", "1"], " is carried out for "),
    "a side that sees nothing": (show_nothing, ["--look-every", "1"], "AttributeError"),
    "a hint that is refused": (hint_at_what_is_forbidden, ["--nasty-every", "1"], "with the hint 'decide moby'"),
}


@pytest.mark.sample(5)
@pytest.mark.parametrize("name", BROKEN)
def test_a_fault_of_the_engine_is_found_and_left_in_a_file_that_shows_it_again(
    name: str, monkeypatch: Patch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    break_it, words, said = BROKEN[name]
    with monkeypatch.context() as patch:
        break_it(patch)
        words = ["--game", "malta", *words, "--games", "6", "--orders", "60", "--folder", str(tmp_path)]
        assert fuzz.main(words) == 1
        assert said in capsys.readouterr().out
        (path,) = tmp_path.glob("*.txt")
        assert fuzz.main(["--game", "malta", "--replay", str(path)]) == 1
        assert said in capsys.readouterr().out
    assert fuzz.main(["--game", "malta", "--replay", str(path)]) == 0


@pytest.mark.sample(3)
@pytest.mark.parametrize("player", ["uniform", "eager", "random"])
def test_a_game_that_goes_round_and_round_is_a_fault(
    player: str, monkeypatch: Patch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(general.Next, "resolve", lambda order, play: None)
    words = [
        "--scenario",
        "last-stand",
        "--player",
        player,
        "--games",
        "1",
        "--longest",
        "200",
        "--folder",
        str(tmp_path),
    ]
    assert fuzz.main(["--game", "malta", "--nasty-every", "0", "--look-every", "0", *words]) == 1
    assert "no end in sight: 200 orders, and it is axis-movement of turn 29" in capsys.readouterr().out


def test_an_unknown_game_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--game", "gozo"], ["--game"]):
        assert fuzz.main(words) == 2
        assert "tarawa, malta" in capsys.readouterr().err
