"""Games played at random have no fault; and the tool that plays them finds one when there is one."""

from collections.abc import Callable, Iterable
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import fuzz
import pytest

from tarawa_cli.games.tarawa import exports, orders
from tarawa_cli.games.tarawa.legal import listing, odds
from tarawa_cli.games.tarawa.legal.offers import offers
from tarawa_cli.games.tarawa.model import codec
from tarawa_cli.games.tarawa.orders.landing import Bombard
from tarawa_cli.games.tarawa.rules import japanese_fire
from tarawa_cli.games.tarawa.views import reports
from tarawa_cli.kernel.engine.legal import Offer
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.saves import journal
from tests.cli.tools import tarawa
from tests.kit import law
from tests.kit.fuzzing import game, nasty, players
from tests.kit.fuzzing.game import Task
from tests.kit.fuzzing.starts import made_up
from tests.tarawa.battles import new_match
from tests.tarawa.fuzzed import TARAWA
from tests.tarawa.tools import new_state

Patch = pytest.MonkeyPatch
CLOSELY = {"undo_every": 25, "nasty_every": 4, "look_every": 12}


# ── Play at random


def test_a_whole_campaign_at_random_has_no_fault() -> None:
    report = game.play(TARAWA, Task("campaign", 1, "eager", undo_every=50))
    assert report.fault == ""
    assert report.outcome
    assert report.orders.total() > 100
    assert {"nasty orders refused", "orders taken back", "positions looked at"} <= set(report.checks)


def test_a_whole_campaign_drawn_without_a_list_has_no_fault() -> None:
    report = game.play(TARAWA, Task("campaign", 3, "random", nasty_every=0, look_every=0, books_every=2))
    assert report.fault == ""
    assert report.outcome
    assert set(report.checks) == {"orders taken back"}


def test_a_plan_of_ones_own_at_random_has_no_fault() -> None:
    report = game.play(TARAWA, Task("free", 3, "uniform", **CLOSELY, orders=150))
    assert report.fault == ""
    assert report.orders.total() == 150


@pytest.mark.sample(5)
@pytest.mark.parametrize("seed", range(8))
def test_a_landing_at_random_and_looked_at_closely_has_no_fault(seed: int) -> None:
    report = game.play(TARAWA, Task("landing", seed, ("uniform", "eager")[seed % 2], **CLOSELY, orders=40))
    assert report.fault == ""
    assert report.orders.total() == 40


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", [0, 4, 6, 11, 13, 21])
def test_a_battle_at_random_and_looked_at_closely_has_no_fault(seed: int) -> None:
    report = game.play(TARAWA, Task("battle", seed, ("uniform", "eager")[seed % 2], **CLOSELY, orders=30))
    assert report.fault == ""
    assert report.outcome or report.orders.total() == 30


def test_the_same_task_gives_the_same_game() -> None:
    task = Task("battle", 4, "eager", orders=8)
    assert game.play(TARAWA, task) == game.play(TARAWA, task)
    assert game.play(TARAWA, task).lines != game.play(TARAWA, task._replace(seed=5)).lines


def test_every_made_up_start_is_another_one_for_another_seed() -> None:
    for name in TARAWA.starts:
        assert len({made_up(TARAWA, name, seed) for seed in range(8)}) > 3
        assert made_up(TARAWA, name, 3) == made_up(TARAWA, name, 3)


def test_a_uniform_player_takes_every_command_and_an_eager_one_rather_attacks() -> None:
    commands = ["dig 2/8A", "attack 2/8A --on 2828", "next"]
    state = new_state()
    uniform, eager = (players.player(TARAWA, name, Random(1)) for name in ("uniform", "eager"))
    counts = [sum(player(state, lambda: commands) == commands[1] for _ in range(300)) for player in (uniform, eager)]
    assert 70 < counts[0] < 130
    assert counts[1] > 150


# ── What it finds


def forget_casualties(patch: Patch) -> None:
    patch.setattr(japanese_fire, "count_casualties", lambda play, unit, spaces: None)


def crash(patch: Patch) -> None:
    patch.setattr(japanese_fire, "area_modifiers", lambda state, area: state.units["nobody"])


def lead_nowhere(patch: Patch) -> None:
    patch.setattr(listing, "offers", lambda state, favoured=None: iter(()))


def list_what_is_forbidden(patch: Patch) -> None:
    offer_more(patch, lambda state: [Offer(1, lambda: [Bombard(0)], sure=True)])


def list_twice(patch: Patch) -> None:
    offer_more(patch, offers)


def offer_more(patch: Patch, more: Callable[[Any], Iterable[Offer]]) -> None:
    """More than is legal in phase `embark`."""
    patch.setattr(
        listing,
        "offers",
        lambda state, favoured=None: [*offers(state, favoured), *(more(state) if state.phase == "embark" else ())],
    )


def save_too_little(patch: Patch) -> None:
    plain = codec._plain
    patch.setattr(codec, "_plain", lambda setting, name, it: 0 if name == "chits_due" else plain(setting, name, it))


def change_by_looking(patch: Patch) -> None:
    patch.setattr(reports, "status", lambda state, match: setattr(state, "casualties", state.casualties + 50))


def foretell_nothing(patch: Patch) -> None:
    patch.setattr(odds, "odds", lambda state, words: [])


def export_something_else(patch: Patch) -> None:
    position = exports.position
    patch.setattr(exports, "position", lambda state: position(state).replace("turn = 1", "turn = 2"))


def leave_a_trace(patch: Patch) -> None:
    def refuse(state: Any, name: str, rule: str, *phases: str) -> None:
        if state.phase not in phases:
            state.casualties += 50
            raise Refused(rule, "not now")

    patch.setattr("tarawa_cli.games.tarawa.orders.landing.need_phase", refuse)


def allow_at_any_time(patch: Patch) -> None:
    patch.setattr("tarawa_cli.games.tarawa.orders.landing.need_phase", lambda *words: None)
    patch.setattr("tarawa_cli.games.tarawa.orders.landing.Withdraw.check", lambda order, state: None)


def hint_at_what_is_forbidden(patch: Patch) -> None:
    patch.setattr(orders, "_way_on", lambda state: "bombard --delay 7")


def repeat_something_else(patch: Patch) -> None:
    repeat = journal.repeat

    def other(game: Any, state: Any, order: Any, entry: Any) -> Any:
        events = repeat(game, state, order, entry)
        state.hits = "morale"
        return events

    patch.setattr(journal, "repeat", other)


# a broken engine, how it is played, and what is said of it
BROKEN: dict[str, tuple[Callable[[Patch], None], list[str], str]] = {
    "does not add up": (forget_casualties, ["--scenario", "battle"], "casualties: "),
    "a crash": (crash, [], "KeyError: 'nobody'"),
    "a dead end": (lead_nowhere, [], "a dead end: nothing is legal in bombardment of turn 1"),
    "a dead end for one who draws": (lead_nowhere, ["--player", "random"], "a dead end: nothing is legal in bombard"),
    "listed, but refused": (
        list_what_is_forbidden,
        ["--look-every", "0", "--nasty-every", "0"],
        "'bombard' is legal, but refused: ",
    ),
    "listed twice": (list_twice, ["--look-every", "2"], "listed more than once: embark"),
    "not saved": (save_too_little, ["--look-every", "1"], "once the save is read again"),
    "looking changes it": (change_by_looking, ["--look-every", "2"], "looking at the position has changed it"),
    "odds of nothing": (foretell_nothing, ["--look-every", "2"], "the chances of 'bombard"),
    "another export": (export_something_else, ["--look-every", "2"], "the exported position is not the position"),
    "a refusal with a trace": (leave_a_trace, ["--nasty-every", "2"], "is refused, but leaves a trace"),
    "allowed out of its phase": (allow_at_any_time, ["--nasty-every", "1"], "is carried out, though it should be"),
    "a hint that is refused": (hint_at_what_is_forbidden, ["--nasty-every", "2"], "with the hint 'bombard --delay 7'"),
    "undo to somewhere else": (repeat_something_else, ["--undo-every", "5"], "cannot go back: the position is not"),
    "a journal that proves nothing": (repeat_something_else, ["--undo-every", "0"], "not proven, entry 60"),
}


@pytest.mark.sample(5)
@pytest.mark.parametrize("name", BROKEN)
def test_a_fault_of_the_engine_is_found_and_left_in_a_file_that_shows_it_again(
    name: str, monkeypatch: Patch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    break_it, words, said = BROKEN[name]
    with monkeypatch.context() as patch:
        break_it(patch)
        assert fuzz.main([*words, "--games", "8", "--orders", "60", "--folder", str(tmp_path)]) == 1
        assert said in capsys.readouterr().out
        (path,) = tmp_path.glob("*.txt")
        assert fuzz.main(["--replay", str(path)]) == 1
        assert said in capsys.readouterr().out
    assert fuzz.main(["--replay", str(path)]) == 0
    assert capsys.readouterr().out.startswith(f"{path}: no fault")


def test_a_game_without_end_is_a_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert fuzz.main(["--games", "1", "--longest", "30", "--folder", str(tmp_path)]) == 1
    assert "no end in sight: 30 orders" in capsys.readouterr().out
    assert fuzz.main(["--replay", str(tmp_path / "campaign-uniform-1.txt")]) == 1
    assert "no end in sight: 30 orders" in capsys.readouterr().out


@pytest.mark.parametrize("scenario", ["campaign", "battle"])
def test_a_file_of_a_fault_is_one_that_a_player_can_run(scenario: str, monkeypatch: Patch, tmp_path: Path) -> None:
    with monkeypatch.context() as patch:
        forget_casualties(patch)
        fuzz.main(["--scenario", scenario, "--player", "uniform", "--games", "4", "--folder", str(tmp_path)])
    (path,) = tmp_path.glob("*.txt")
    text = path.read_text(encoding="utf-8")
    (new,) = [line.split() for line in text.splitlines() if line.startswith("#   tarawa new ")]
    save = str(tmp_path / "fault.toml")
    assert tarawa(*new[2 : new.index("--save")], "--save", save).code == 0
    assert tarawa("run", str(path), "--save", save).code == 0
    assert tarawa("verify", "--save", save).code == 0


def test_the_result_is_the_same_however_many_processes_play(
    monkeypatch: Patch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [
        "--games",
        "6",
        "--orders",
        "12",
        "--scenario",
        "campaign",
        "--scenario",
        "landing",
        "--folder",
        str(tmp_path),
    ]
    assert fuzz.main(words) == 0
    alone = capsys.readouterr()
    assert fuzz.main([*words, "--jobs", "3"]) == 0
    assert capsys.readouterr() == alone
    assert alone.err == ""
    assert alone.out.startswith("6 games, 72 orders: no fault\n")


def test_games_are_counted_on_a_terminal_and_only_there(monkeypatch: Patch) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    terminal, pipe = Terminal(), StringIO()
    for err in (terminal, pipe):
        monkeypatch.setattr("sys.stderr", err)
        assert fuzz.main(["--games", "2", "--orders", "5"]) == 0
    assert terminal.getvalue().endswith("\r2 of 2 games, 10 orders\n")
    assert pipe.getvalue() == ""


def test_it_goes_on_to_as_many_faults_as_are_wanted(
    monkeypatch: Patch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lead_nowhere(monkeypatch)
    for wanted, found in (("1", 1), ("2", 2), ("0", 3)):
        assert fuzz.main(["--games", "3", "--faults", wanted, "--folder", str(tmp_path)]) == 1
        assert capsys.readouterr().out.count("FAULT") == found


def test_a_fault_names_the_run_that_is_its_game_alone(
    monkeypatch: Patch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forget_casualties(monkeypatch)
    words = ["--games", "9", "--orders", "90", "--look-every", "0", "--folder", str(tmp_path)]
    assert fuzz.main(["--scenario", "landing", "--scenario", "battle", *words]) == 1
    told = capsys.readouterr().out.splitlines()
    again = next(line for line in told if "the game again: " in line).partition("tools/fuzz.py ")[2]
    assert fuzz.main([*again.split(), "--folder", str(tmp_path)]) == 1
    assert capsys.readouterr().out.splitlines()[:4] == told[:4]


def test_what_cannot_be_played_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "some.txt"
    path.write_text("next\n", encoding="utf-8")
    for words in (["--replay", str(path)], ["--replay", str(tmp_path / "none")], ["--scenario", "nowhere"]):
        assert fuzz.main(words) == 2
        assert capsys.readouterr().err
    for words in (["--games", "0"], ["--jobs", "none"], ["--player", "nobody"]):
        with pytest.raises(SystemExit) as ended:
            fuzz.main(words)
        assert ended.value.code == 2


def test_nasty_orders_are_of_all_sorts() -> None:
    state = new_state()
    heckler = nasty.Heckler(TARAWA, Random(1))
    heckler.hear(["embark 2/8A lvt-1 red3 1424", "next"])
    shouts = [heckler.shout(state, ["bombard", "bombard --delay 1"]) for _ in range(200)]
    assert {shout.line for shout in shouts if shout.certain} == {"embark 2/8A lvt-1 red3 1424"}
    assert len({shout.line for shout in shouts}) > 100


def test_hints_that_the_player_must_fill_in_are_not_tried() -> None:
    match = new_match("campaign", 1)
    for hint in ("embark supply CRAFT BEACH --for BATTALION", "move 2/8A …", "name another unit"):
        assert law.bad_hint(match, hint) == ""
    assert law.bad_hint(match, "next") != ""
