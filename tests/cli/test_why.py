"""`why`: the last roll line by line; `rule WORD`: where the rules speak of it."""

from pathlib import Path

from tests.cli.tools import Game, tarawa


def test_the_last_roll_is_explained_line_by_line(game: Game) -> None:
    game.do("bombard")
    lines = game.do("why").out.splitlines()
    assert lines[:5] == [
        "1. bombard",
        "Pre-invasion Bombardment  [5.1]",
        "     4  die",
        "     4  in all",
        "  row 2-4: 5  (table bombardment, reconstruction)",
    ]
    assert lines[5].endswith("the fleet wins 5 chits  [5.1]")


def test_every_modifier_has_its_name_and_its_paragraph(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.toml", "red-beach-3", "--seed", 7)
    game.do("autoplay --until turn 2 --quiet")
    found = [game.json("why", number)["why"] for number in range(1, 12)]
    for each in found:
        facts = each["roll"]
        for modifier in facts["modifiers"]:
            line = f"  {modifier['value']:>+4d}  {modifier['label']}  [{modifier['rule']}]"
            assert line in each["lines"]
        assert sum(facts["dice"]) + sum(modifier["value"] for modifier in facts["modifiers"]) == facts["total"]
    assert any(each["roll"]["modifiers"] for each in found)


def test_why_at_a_moment_is_the_last_roll_of_that_time(game: Game) -> None:
    game.do("bombard")
    then = game.do("why").out
    game.do("chits beak green pocket red2 red3")
    assert game.do("why").out == game.do("why --at 1").out == then


def test_before_the_first_roll_there_is_nothing_to_explain(game: Game) -> None:
    assert game.do("why").out == "no roll can be explained yet\n"
    assert game.json("why")["why"] is None
    game.do("bombard")
    result = game("why", "2")
    assert (result.code, result.err) == (2, "tarawa: only 1 roll can be explained\n")


def test_a_word_is_looked_for_in_the_rules() -> None:
    lines = tarawa("rule", "stacking").out.splitlines()
    assert lines[0] == "7.6 Stacking"
    assert lines[1].startswith("    On land a hex holds")
    assert "6.4 Moving on the reef" in lines
    facts = tarawa("rule", "stacking", "--json").json["rules"]
    assert facts[0]["rule"] == "7.6"


def test_all_words_must_be_there() -> None:
    both = {hit["rule"] for hit in tarawa("rule", "shore", "point", "--json").json["rules"]}
    each = [{hit["rule"] for hit in tarawa("rule", word, "--json").json["rules"]} for word in ("shore", "point")]
    assert both == each[0] & each[1]


def test_a_word_that_the_rules_do_not_know_is_told() -> None:
    result = tarawa("rule", "zeppelin")
    assert (result.code, result.out) == (2, "")
    assert "nothing mentions 'zeppelin'" in result.err


def test_a_unit_with_nothing_to_do_says_why(game: Game) -> None:
    why = "1/6A cannot come before turn 14; this is turn 1  [13.1]"
    assert game.do("legal 1/6A").out == f"no legal orders for 1/6A:\n  {why}\n"
    assert f"can do nothing now:\n    {why}\n" in game.do("unit 1/6A").out
    assert game.json("unit", "1/6A")["unit"]["why_none"][0]["rule"] == "13.1"
