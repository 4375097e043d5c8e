"""Many at once: several units in one order, an entry each in the journal, one command to take back."""

from pathlib import Path

import pytest

from tests.cli.test_ashore import RED_3, TRACKS
from tests.cli.test_completion import offered
from tests.cli.tools import SEED, Game, asked_game, game_at, tarawa, untouched

SUPPLIED = f"""\
turn = 4
phase = "supply-points"
default = "absent"
{TRACKS}stock = 2
heads = "2531"
cleared = "2630 2631 2727 2728 2729 2731"
units."2/8A" = {{ at = "2727", steps = 6 }}
units."2/8B" = {{ at = "2728", steps = 6 }}
units."3/8A" = {{ at = "2530", steps = 3 }}
units."1/8A" = {{ at = "2529", steps = 3 }}
"""


@pytest.fixture
def ashore(tmp_path: Path) -> Game:
    return game_at(tmp_path, RED_3, "--dice", "manual")


def plain(game: Game, line: str) -> list[str]:
    """The plain orders that a line means."""
    with untouched(game.path):
        answer = game.json(*line.split(), "--dry-run")
    found: list[str] = answer.get("commands", [answer["command"]])
    return found


# ── The landing


def test_all_that_are_due_embark_in_the_best_craft_that_is_left(game: Game) -> None:
    game.to_embark()
    orders = plain(game, "embark --due")
    assert orders == [
        *("embark 2/2A lvt-1 red2 1433", "embark 2/2B lvt-2 red2 1434", "embark 3/2A lvt-3 red1 1440"),
        *("embark 3/2B lvt-4 red1 1441", "embark 2/8A lvt-5 red3 1424", "embark 2/8B lvt-6 red3 1425"),
        *("embark hawkins 1431", "embark 2/2E lvt-7 red2 1435", "embark 3/2E lvt-8 red1 1442"),
        *("embark 2/8E lcvp-1 red3 1426", "embark sherman-1 lcm-1 red1 1443"),
    ]
    assert game("embark", "--due", "-n").out.splitlines() == ["legal, 11 orders:", *(f"  {order}" for order in orders)]
    before = game.journal
    result = game.do("embark --due")
    assert len([line for line in result.out.splitlines() if "embarks in" in line]) == 10
    assert game.journal == [*before, orders[0], *(f"{order} #+" for order in orders[1:])]
    assert game("embark", "--due").code == 1
    game.do("undo")
    assert (game.journal, game.state["mulligans"]) == (before, 0)


def test_a_battalion_embarks(game: Game) -> None:
    game.to_embark()
    assert plain(game, "embark 2/8") == [
        *("embark 2/8A lvt-1 red3 1424", "embark 2/8B lvt-2 red3 1425", "embark 2/8E lvt-3 red3 1426"),
    ]
    assert plain(game, "embark 2/8E") == ["embark 2/8E lvt-1 red3 1424"]
    assert plain(game, "embark 2/8E,hawkins") == ["embark hawkins 1431", "embark 2/8E lvt-1 red3 1424"]
    game.do("embark 2/8A lvt-2 red3")
    result = game.do("embark 2/8")
    assert result.err == "note: left out: 2/8A is not waiting to embark: it is in lvt-2\n"
    assert game("embark", "2/8", "lvt-5", "red3").code == 2, "a craft takes one unit"
    assert game("embark", "2/2A", "--due").code == 2
    assert game("embark", "6th").code == 2
    refused = game("embark", "1/6")
    assert (refused.code, refused.err.splitlines()[0]) == (
        1,
        "refused (13.1): none of 1/6 can embark: 1/6A cannot come before turn 14; this is turn 1",
    )


def test_advance_and_unload_all(game: Game) -> None:
    game.to_impulse()
    assert (
        plain(game, "unload --all") == plain(game, "unload all") == plain(game, "unload 2/8") == ["unload lcvp-1 1425"]
    )
    assert plain(game, "advance --all") == ["advance lvt-1", "advance hawkins"]
    assert plain(game, "advance 2/8") == ["advance lvt-1"]
    assert plain(game, "advance 2/8A,hawkins") == ["advance lvt-1", "advance hawkins"]
    assert plain(game, "advance @1424") == ["advance lvt-1"]
    assert game("advance", "@2626").code == 1
    assert game("advance", "--all", "lvt-1").code == 2
    game.do("advance --all")
    assert game.journal[-2:] == ["advance lvt-1", "advance hawkins #+"]


def test_withdraw_takes_several(game: Game) -> None:
    game.to_embark()
    for unit, craft in (("2/8A", "lcvp-1"), ("2/8B", "lcvp-2")):
        game.do(f"embark {unit} {craft} red3")
    assert (
        plain(game, "withdraw lcvp-1 lcvp-2") == plain(game, "withdraw 2/8") == ["withdraw lcvp-1", "withdraw lcvp-2"]
    )
    game.do("withdraw all")
    assert game.journal[-2:] == ["withdraw lcvp-1", "withdraw lcvp-2 #+"]


def test_areas_are_suppressed_one_after_the_other(game: Game) -> None:
    game.to_embark()
    for order in ("embark --due", "next", "advance --all", "next"):
        game.do(order)
    assert game.state["phase"] == "suppression-1"
    areas = [order.split()[1] for order in game.legal if order.startswith("suppress")]
    assert len(areas) > 2
    assert plain(game, "suppress --all") == plain(game, "suppress all") == [f"suppress {area}" for area in areas]
    game.do(f"suppress {areas[1]},{areas[0]}")
    assert [entry.rpartition(" #+")[0] or entry for entry in game.journal[-2:]] == [
        *(f"suppress {areas[1]}", f"suppress {areas[0]}"),
    ]
    assert plain(game, "suppress --all") == [f"suppress {area}" for area in areas[2:]]
    game.do("undo")
    assert game.state["mulligans"] == 1
    with untouched(game.path):
        assert game("suppress", "eastend", areas[0]).code == 1, "the first cannot be fired on: nothing is done"
        assert game("suppress").code == 2
        assert game("suppress", "--all", areas[0]).code == 2
    stopped = game("suppress", areas[0], areas[0] + "," + areas[1], "eastend", areas[2])
    assert stopped.code == 5
    done = "; ".join(f"suppress {area}" for area in areas[:2])
    assert stopped.err.splitlines()[1:3] == [f"  done: {done}", f"  not done: suppress eastend; suppress {areas[2]}"]
    assert stopped.err.startswith("stopped (6.7): no unit is heading for a beach in eastend\n")
    assert "Marine Fire on" in stopped.out
    game.do("undo")
    answer = game("suppress", areas[0], "eastend", "--json")
    assert (answer.code, answer.json["ok"]) == (5, False)
    assert answer.json["done"] == [f"suppress {areas[0]}"]
    assert answer.json["not_done"] == ["suppress eastend"]
    assert answer.error["kind"] == "stopped"
    assert answer.json["events"]
    assert game("verify").code == 0


def test_a_beach_means_its_areas(game: Game) -> None:
    game.to_embark()
    for order in ("embark --due", "next", "advance --all", "next"):
        game.do(order)
    red_1 = ["suppress beak", "suppress green", "suppress pocket"]
    assert plain(game, "suppress red1") == red_1
    assert plain(game, "suppress red1 red2") == [*red_1, "suppress red2"]
    assert plain(game, "suppress red2") == ["suppress red2"], "an area of the same name comes first"
    assert game("suppress", "black1").code == 1


def test_several_orders_say_in_json_that_nobody_was_left_out_and_one_order_says_nothing(game: Game) -> None:
    game.to_embark()
    both = game.json("embark", "2/8A,2/8B")
    assert (both["left_out"], len(both["commands"])) == ([], 2)
    assert "left_out" not in game.json("embark", "2/8E")


# ── Ashore


def test_a_battalion_fires(ashore: Game) -> None:
    assert plain(ashore, "fire 2/8 2828 --times 3") == [
        *("fire 2/8A 2828 --times 3", "fire 2/8B 2828 --times 3"),
    ]
    answer = ashore.json("fire", "2/8", "2828", "-n")
    assert answer["left_out"] == ["left out: 2/8E, 2828 is not next to 2/8E"]
    same = plain(ashore, "fire 2/8A 2/8B 2828")
    assert same == plain(ashore, "fire 2/8A,2/8B --on 2828") == plain(ashore, "fire 2/8A 2/8B --on 2828")
    assert plain(ashore, "fire 2/8A --on 2828") == ["fire 2/8A 2828"]
    assert plain(ashore, "fire @2727 2828") == ["fire 2/8A 2828"]
    assert ashore("fire", "2/8A").code == 2
    assert ashore("fire", "2/8A", "2828", "--on", "2828").code == 2
    with untouched(ashore.path):
        result = ashore("fire", "2/8", "2828", "--dice", "6")
    assert result.code == 4
    assert "at least 2 dice are needed, 1 given" in result.err
    ashore.do("fire 2/8 2828 --dice 6,6")
    assert ashore.json("hex", "2828")["hex"]["suppressed"] == 2


def test_a_battalion_attacks_with_its_engineers_in_support(ashore: Game) -> None:
    ashore.do("move 2/8E 2728")
    assert plain(ashore, "attack 2/8 --on 2828") == ["attack 2/8A 2/8B --on 2828 --support 2/8E"]
    assert plain(ashore, "attack 2/8A,2/8B --on 2828") == ["attack 2/8A 2/8B --on 2828"]
    assert plain(ashore, "attack 2/8A --on 2828 --support 2/8E,2/8B") == [
        "attack 2/8A --on 2828 --support 2/8E --support 2/8B"
    ]
    refused = ashore("attack", "3/8", "--on", "2828")
    assert (refused.code, "3/8A" in refused.err) == (1, True)


def test_odds_are_those_of_one_order(ashore: Game) -> None:
    ashore.do("move 2/8E 2728")
    assert ashore.json("odds", "attack", "2/8", "--on", "2828")["command"] == (
        "odds attack 2/8A 2/8B --on 2828 --support 2/8E"
    )
    several = ashore("odds", "fire", "2/8", "2828")
    assert (several.code, "odds are for one order" in several.err) == (2, True)


def test_units_move_dig_and_recover(ashore: Game) -> None:
    assert plain(ashore, "dig all") == [f"dig {unit}" for unit in ("2/8A", "2/8B", "3/8A", "2/8E")]
    assert plain(ashore, "dig 2/8A,2/8A 2/8B") == ["dig 2/8A", "dig 2/8B"]
    assert plain(ashore, "dig 2/8A 2/8B") == ["dig 2/8A", "dig 2/8B"]
    with untouched(ashore.path):
        assert ashore("recover", "2/8A", "3/8A").code == 1, "all or nothing"
    ashore.do("dig 2/8A,2/8B")
    assert ashore.journal == ["dig 2/8A", "dig 2/8B #+"]
    ashore.do("undo")
    assert ashore.journal == []
    assert plain(ashore, "move 2/8A,2/8B 2729") == ["move 2/8A 2729", "move 2/8B 2729"]
    with untouched(ashore.path):
        assert ashore("move", "2/8A,2/8B", "2828").code == 1


def test_supply_for_all_that_can_get_some(tmp_path: Path) -> None:
    game = game_at(tmp_path, SUPPLIED, "--dice", "manual")
    able = [order for order in game.legal if order.startswith("supply")]
    assert len(able) > 2
    orders = plain(game, "supply all")
    assert len(orders) == 2, "there are two points"
    game.do("supply all")
    assert game.journal == [orders[0], f"{orders[1]} #+"]


# ── Scripts


def test_commands_from_the_log_give_the_same_save(tmp_path: Path, game: Game) -> None:
    game.to_embark()
    game.do("policy hits morale")
    for order in ("embark --due", "next", "unload --all", "advance --all", "next", "suppress --all"):
        game.do(order)
    (tmp_path / "all.txt").write_text(tarawa("log", "--commands", "--save", game.path).out, encoding="utf-8")
    again = Game(tmp_path / "again.toml", "--seed", SEED)
    result = again.do("run all.txt")
    assert again.bytes == game.bytes
    assert "10 commands done" in result.out
    again.do("undo")
    assert again.journal[-1].startswith("next")


def test_a_group_in_a_script_is_part_of_all_or_nothing(game: Game) -> None:
    game.to_embark()
    for order in ("embark --due", "next", "advance --all", "next"):
        game.do(order)
    before = game.journal
    result = game("run", "-", stdin=b"suppress red3 eastend\n")
    assert result.code == 1
    assert result.err.startswith("refused (6.7): line 1: no unit is heading for a beach in eastend; nothing was done")
    assert (game.journal, game.state["mulligans"]) == (before, 0)
    result = game("run", "-", "--keep-going", stdin=b"suppress red3 eastend\nsuppress red2\n")
    assert result.code == 5
    assert [entry.split()[1] for entry in game.journal[len(before) :]] == ["red3", "red2"]
    assert "#+" not in game.journal[-1]


def test_a_mark_counts_only_after_a_line_of_the_same_script(game: Game) -> None:
    game("run", "-", stdin=b"policy hits step #+\npolicy hits ask #+\nundo\npolicy hits morale #+\n")
    assert game.journal == ["policy hits morale"]


# ── TAB


def test_tab_offers_battalions_and_all_where_they_are_legal(ashore: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TARAWA_SAVE", str(ashore.path))
    words = offered("tarawa fire ")
    assert words[:2] == ["2/8A", "2/8B"]
    assert {"2/8", "all"} <= set(words)
    assert "1/8" not in words
    assert "2828" in offered("tarawa fire 2/8 ")
    assert "2828" in offered("tarawa attack 2/8 --on ")
    assert offered("tarawa fire 2/8A,2/8B 28")
    assert "all" not in offered("tarawa suppress ")
    assert offered("tarawa fire 2/8A,nosuch ") == []


def test_tab_offers_no_craft_for_several(game: Game) -> None:
    game.to_embark()
    assert "2/8" in offered(f"tarawa embark --save {game.path} ")
    assert offered(f"tarawa embark --save {game.path} 2/8 ") == []


def test_tab_offers_the_flags_that_mean_everybody(game: Game) -> None:
    game.to_embark()
    assert "--due" in offered(f"tarawa embark --save {game.path} --d")
    assert "--due" not in offered(f"tarawa embark --save {game.path} 2/8A --d")
    assert "--all" not in offered(f"tarawa advance --save {game.path} --a")
    for order in ("embark 2/8A lvt-1 red3", "embark 2/8E lcvp-1 red3", "next"):
        game.do(order)
    assert offered(f"tarawa advance --save {game.path} --a") == ["--all"]
    assert offered(f"tarawa unload --save {game.path} --a") == ["--all"]


# ── Nobody


def refusal(game: Game, line: str) -> str:
    """Why a line is refused; it changes nothing."""
    with untouched(game.path):
        result = game(*line.split())
    assert result.code == 1
    return result.err.splitlines()[0]


def test_it_says_why_nobody_takes_part(tmp_path: Path, game: Game) -> None:
    game.to_embark()
    assert refusal(game, "dig all") == "refused (11.1): `dig` works only in phase `actions`; this is `embark` of turn 1"
    game.do("embark --due")
    assert refusal(game, "embark --due").startswith("refused (13.1): no unit is due: ")
    game.do("next")
    assert refusal(game, "embark --due").startswith("refused (6.2): `embark` works only in phase `embark`")
    ashore = game_at(tmp_path, RED_3, "--dice", "manual")
    ashore.do("recover all")
    assert refusal(ashore, "recover all").startswith("refused (7.2.6): nobody can recover: 2/8A ")
    assert refusal(ashore, "fire @2727 2626") == "refused (7.2.2): 2626 is not next to 2/8A"
    assert refusal(ashore, "dig @2020") == "refused: none of @2020 can dig"
    assert refusal(ashore, "dig 1/2A").startswith("refused (7.2): 1/2A is not ashore: it is ")


def test_a_question_comes_first(tmp_path: Path) -> None:
    game = asked_game(tmp_path / "asked.toml")
    for line in ("embark --due", "advance --all", "dig all"):
        assert refusal(game, line).startswith("refused (3): a decision is pending"), line
