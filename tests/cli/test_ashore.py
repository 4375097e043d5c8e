"""The orders of the fight ashore, of supply and of the wreck, from the command line, with the player's own dice."""

from pathlib import Path

import pytest
import tomli_w

from tarawa_cli.cli.commands import orders
from tests.cli.tools import ORDERS, Game, asked_game, game_at, tarawa, untouched
from tests.tarawa.tables import PLAIN

TRACKS = 'tracks = { japanese = 0, marines = 0, "2nd" = 0, "6th" = 0, "8th" = 0, "10th" = 0 }\n'
RED_3 = f"""\
turn = 4
phase = "actions"
default = "absent"
{TRACKS}shore = 2
heads = "2531"
cleared = "2630 2631 2727 2728 2729 2731"
units."2/8A" = {{ at = "2727", steps = 6, supply = "active" }}
units."2/8B" = {{ at = "2728", steps = 6, supply = "active" }}
units."2/8E" = {{ at = "2627", steps = 4, supply = "active" }}
units.stuart-1 = {{ at = "2729" }}
units."3/8A" = {{ at = "2530", steps = 3, supply = "active" }}
"""
WRECK = f"""\
turn = 8
phase = "actions"
default = "absent"
{TRACKS}shore = 2
wreck = "occupied"
cleared = "2631 2731"
units."2/8A" = {{ at = "2531" }}
"""


@pytest.fixture
def ashore(tmp_path: Path) -> Game:
    """Part of the 8th Marines on Red Beach 3, in the afternoon of the first day."""
    return game_at(tmp_path, RED_3, "--dice", "manual")


def unit(game: Game, id: str) -> dict[str, object]:
    found: dict[str, object] = game.json("unit", id)["unit"]
    return found


def types(game: Game, *words: object) -> list[str]:
    return [event["type"] for event in game.json(*words)["events"]]


# ── The fight ashore


def test_every_order_of_the_phase_is_legal_as_it_is_listed(ashore: Game) -> None:
    listed = {command.split()[0] for command in ashore.legal}
    assert listed == {"move", "fire", "attack", "demolish", "recover", "dig", "next"}
    for name in sorted(listed):
        command = next(command for command in ashore.legal if command.split()[0] == name)
        with untouched(ashore.path):
            told = ashore(*command.split(), "--dry-run").out
            assert told.partition(": costs ")[0].partition(": by ")[0].strip() == f"legal: {command}"
            assert ("AP of" in told) == (name in ("move", "fire", "attack", "demolish"))


def test_move_by_the_cheapest_way_and_by_every_hex(ashore: Game) -> None:
    assert "2/8A moves to 2728 (1 AP)  [7.2.1]" in ashore.do("move 2/8A 2728").out
    ashore.do("move 3/8A 2530 2630 2729")
    assert unit(ashore, "3/8A")["at"] == "2729"
    assert ashore.journal[1] == "move 3/8A 2530 2630 2729"


def test_move_onto_the_airstrip_is_fired_at(ashore: Game) -> None:
    with untouched(ashore.path):
        asked = ashore("move", "stuart-1", "2830")
    assert asked.code == 4
    assert "die 1 is for Japanese Fire (ashore) on stuart-1" in asked.err
    assert "die 3, +1 in airstrip = 4 → S*  [11.31]" in ashore.do("move stuart-1 2830 --dice 3").out


def test_fire(ashore: Game) -> None:
    with untouched(ashore.path):
        asked = ashore("fire", "2/8A", "2827")
    assert asked.code == 4
    assert "die 1 is for Marine Fire on 2827" in asked.err
    out = ashore.do("fire 2/8A 2827 --dice 6").out
    assert "  Marine Fire on 2827: die 6 → S  [7.2.2]\n" in out
    assert "  2/8A suppresses 2827: 1 marker on it  [7.2.2]\n" in out
    assert ashore("fire", "2/8A", "2827", "--json").error["rule"] == "7.2"


def test_fire_with_support_and_a_shore_point_again_and_again(ashore: Game) -> None:
    given = "fire 2/8A 2828 --support 2/8B --shore --times 3"
    done = ashore(*given.split(), "--dice", "1,6", "--json").json
    rolls = [event for event in done["events"] if event["type"] == "roll"]
    assert [roll["dice"] for roll in rolls] == [[1], [6]]
    assert done["state"]["shore"] == 0
    assert ashore.journal == [f"{given} --dice 1,6"]
    assert ashore("verify").code == 0


def test_attack(ashore: Game) -> None:
    out = ashore.do("attack 2/8B --on 2828 --dice 1,6").out
    assert "→ one hex cleared  [7.2.4]\n  2828 is cleared  [7.2.4]\n" in out
    assert ashore.state["counts"]["cleared"] == 7


def test_attack_with_two_units_on_two_hexes_keeps_the_order_of_its_words(ashore: Game) -> None:
    given = "attack 2/8A 2/8B --on 2827 --on 2828"
    with untouched(ashore.path):
        assert ashore(*given.split(), "--dry-run", "--json").json["command"] == given
        mixed = ashore("attack", "--on", "2827", "2/8A", "--on", "2828", "2/8B", "--dry-run", "--json")
    assert mixed.json["command"] == given


def test_a_hit_in_an_attack_is_asked_and_the_attack_goes_on_after_the_answer(tmp_path: Path) -> None:
    (tmp_path / "plain.toml").write_text(tomli_w.dumps(PLAIN), encoding="utf-8")
    ashore = game_at(tmp_path, RED_3, "--dice", "manual", tables="plain.toml")
    asked = ashore.json("attack", "2/8B", "--on", "2828", "--dice", "6")
    assert asked["state"]["pending"]["options"] == ["step", "morale"]
    assert ashore("next", "--json").error["kind"] == "refused"
    with untouched(ashore.path):
        short = ashore("decide", "step")
    assert short.code == 4
    assert "die 1 is for Marine Attack on 2828" in short.err
    done = ashore.json("decide", "step", "--dice", "6")
    assert done["state"]["pending"] is None
    assert [event["type"] for event in done["events"]][-1] == "hex-cleared"
    assert unit(ashore, "2/8B")["steps"] == 5
    assert ashore("verify").code == 0


def test_demolish(ashore: Game) -> None:
    ashore.do("fire 2/8E 2626 --dice 6")
    out = ashore.do("demolish 2/8E --on 2626 --dice 1,6").out
    assert "Demolition on 2626: die 6, +1 suppression marker = 7 → D1  [7.2.5]" in out
    assert "1 demolition step in 2626, 1 of 2  [7.2.5]" in out
    assert ashore("demolish", "2/8A", "--on", "2626", "--json").error["rule"] == "7.2.5"


def test_dig(ashore: Game) -> None:
    assert "2/8A starts to dig in  [11.1]" in ashore.do("dig 2/8A 2/8B").out
    assert ashore("move", "2/8A", "2627", "--json").error["rule"] == "7.2"


def test_recover(ashore: Game) -> None:
    assert "3/8A tries to recover  [7.2.6]" in ashore.do("recover 3/8A").out
    assert ashore("recover", "2/8A", "--pay", "--json").error["kind"] == "refused"


@pytest.mark.parametrize(
    "words",
    [
        "move 2/8A",
        "fire 2/8A",
        "fire 2/8A 2827 --times x",
        "fire 2/8A 2827 --times 0",
        "attack 2/8A",
        "attack --on 2828",
        "attack 2/8A --on nowhere",
        "attack 2/8A --on 2828 --support nobody",
        "demolish 2/8E",
        "demolish 2/8E --on 2626 --on 2828",
        "recover",
        "dig",
        "dig nobody",
        "wreck",
        "wreck 2/8A --shore",
        "supply",
        "supply nobody",
        "head",
        "head nowhere",
        "odds",
        "odds dig 2/8A",
        "odds nonsense",
    ],
)
def test_what_is_not_understood_is_2(ashore: Game, words: str) -> None:
    with untouched(ashore.path):
        result = ashore(*words.split())
    assert result.code == 2
    assert (result.out, bool(result.err), "Traceback" in result.err) == ("", True, False)


# ── Odds


def test_odds_as_text(ashore: Game) -> None:
    with untouched(ashore.path):
        out = ashore.do("odds fire 2/8A 2827").out
    assert "  no effect             83.3 %\n" in out
    assert "  suppressed (S)        16.7 %\n" in out


def test_odds_as_json(ashore: Game) -> None:
    with untouched(ashore.path):
        answer = ashore.json("odds", "attack", "2/8B", "--on", "2828")
    assert (answer["ok"], answer["events"]) == (True, [])
    odds = answer["odds"]
    assert set(odds) == {"answer", "aims", "expected_loss", "rolls", "results", "expected_losses", "outcomes"}
    assert odds["answer"].startswith(f"cleared {odds['aims']['cleared'] * 100:.1f} %, expected loss ")
    assert odds["rolls"][0]["table"] == "marine-attack"
    assert all(set(o) == {"chance", "exact", "result", "losses", "pinned"} for o in odds["outcomes"])
    assert sum(odds["results"].values()) == pytest.approx(1)
    assert sum(o["chance"] for o in odds["outcomes"]) == pytest.approx(1)
    assert set(odds["results"]) == {o["result"] for o in odds["outcomes"]}
    assert set(odds["expected_losses"]) == {"2/8B"}


def test_odds_of_what_is_not_legal_are_refused_as_the_order_is(ashore: Game) -> None:
    for order in ("attack 2/8A --on 2626", "fire 2/8A 3030"):
        plain, odds = ashore(*order.split(), "--json"), ashore("odds", *order.split(), "--json")
        assert (odds.code, odds.error) == (plain.code, plain.error)
        assert plain.code == 1


def test_odds_in_another_phase_answer_as_if_it_had_come(
    ashore: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = "attack 2/8A --on 2828"
    now = ashore.do(f"odds {line}").out
    position = RED_3.replace('phase = "actions"', 'phase = "embark"')
    (tmp_path / "early").mkdir()
    monkeypatch.chdir(tmp_path / "early")
    early = game_at(tmp_path / "early", position, "--dice", "manual")
    assert early.legal != ashore.legal
    told = early.do(f"odds {line}").out
    assert told == f"as if it were the `actions` phase:\n{now}"
    assert early.json("odds", *line.split())["odds"]["as_if"] == "actions"
    assert "2626" in early("odds", *["attack", "2/8A", "--on", "2626"]).err, "the reason, not the phase"


def test_answers_have_odds(tmp_path: Path) -> None:
    game = asked_game(tmp_path / "asked.toml")
    with untouched(game.path):
        step, morale = (game.json("odds", "decide", answer)["odds"] for answer in ("step", "morale"))
    assert sum(step["expected_losses"].values()) == 1
    assert morale["expected_losses"] == {}
    assert sum(outcome["chance"] for outcome in morale["outcomes"]) == 1


# ── Supply


def test_supply_in_its_phase(tmp_path: Path) -> None:
    position = RED_3.replace('phase = "actions"', 'phase = "supply-points"\nstock = 2')
    game = game_at(tmp_path, position.replace(', supply = "active"', ', supply = "none"'), "--dice", "manual")
    assert "supply 2/8A" in game.legal
    done = game.json("supply", "2/8")
    assert done["state"]["stock"] == 1
    assert unit(game, "2/8A")["supply"] == "active"
    assert game.journal == ["supply 2/8"]


def test_head_in_its_phase(tmp_path: Path) -> None:
    game = game_at(tmp_path, RED_3.replace('phase = "actions"', 'phase = "supply-check"'), "--dice", "manual")
    assert "head 2731" in game.legal
    assert types(game, "head", "2731") == ["head-placed"]
    assert "Supply heads: 2531 2731\n" in game("status").out


@pytest.mark.parametrize(("order", "rule"), [("supply 2/8", "8.2"), ("head 2731", "8.3")])
def test_supply_and_head_elsewhere_are_refused(ashore: Game, order: str, rule: str) -> None:
    with untouched(ashore.path):
        error = ashore(*order.split(), "--json").error
    assert (error["kind"], error["rule"]) == ("refused", rule)


# ── The wreck


def test_the_ships_fire_at_the_wreck(tmp_path: Path) -> None:
    game = game_at(tmp_path, WRECK, "--dice", "manual")
    assert game.json("wreck", "--shore")["state"]["shore"] == 0
    assert game("wreck", "2/8A", "--json").error["rule"] == "10.1.4"


def test_a_party_goes_to_the_wreck(tmp_path: Path) -> None:
    game = game_at(tmp_path, WRECK, "--dice", "manual")
    game.do("wreck 2/8a")
    assert game.journal == ["wreck 2/8A"]
    assert game("move", "2/8A", "2530", "--json").error["rule"] == "7.2"


def test_no_wreck_to_deal_with(ashore: Game) -> None:
    assert ashore("wreck", "--shore", "--json").error["rule"] == "10.1.4"


# ── Help


@pytest.mark.parametrize("name", [name for name in orders() if name not in ("policy", "next", "decide", "resign")])
def test_help_names_the_paragraph_in_a_line_that_is_not_cut(name: str) -> None:
    assert name in ORDERS
    summary = tarawa(name, "--help").out.splitlines()[2].strip()
    assert summary.endswith(").")
    assert summary in " ".join(tarawa("help", "--all").out.split())
