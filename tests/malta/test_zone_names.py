"""19.2: names of drop zones, in orders, files and sealed plans: whatever is planned can be named in an order."""

from pathlib import Path

import pytest

from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.model.charts import CHARTS
from tarawa_cli.games.malta.model.codec import is_zone_name
from tarawa_cli.games.malta.rules.ch24_two_players import guess
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.mail import secret_files
from tests.malta.common import refused, table
from tests.malta.shell import called, done, malta

pytestmark = pytest.mark.usefixtures("in_a_folder")

BAD = ["a b", "$(x)", "`x`", "a;b", "-a", "", "A", "a\nb", "\x1b[2J", "a'b", "ü", "9a", "a" * 21, "~root", "#a", "a:b"]
JUMP = '{ turn = "29jun-am", marker = "1414", nation = "german", series = ["fj-kroh"] }'
HEAD = '[scenario]\nid = "x"\nname = "X"\n'


def key(name: str) -> str:
    """The name as a key of TOML."""
    return '"' + "".join(sign if sign.isalnum() and sign.isascii() else f"\\U{ord(sign):08x}" for sign in name) + '"'


@pytest.mark.parametrize("name", BAD)
def test_19_2_no_file_has_a_zone_that_no_order_could_name(name: str) -> None:
    waits = 'turn = "29jun-am"\nphase = "approach"\nunits.fj-kroh.at = "air"\n'
    for text, where in (
        (f"{HEAD}[plan.jumps]\n{key(name)} = {JUMP}\n", "plan.jumps: "),
        (f"{HEAD}[position]\n{waits}plan.{key(name)} = {JUMP}\n", "plan: "),
    ):
        for options in ({}, {"plan": "own"}, {"alone": True}):
            with pytest.raises(BadFile) as told:
                GAME.begin(Setup("x.toml", source=text, options=options))
            assert any(problem.startswith(f"{where}{name!r} is not a name") for problem in told.value.problems)


def test_19_2_a_save_with_such_a_zone_is_refused() -> None:
    done("new herkules --seed 3")
    save = Path("saves/herkules.toml")
    text = save.read_text()
    assert "\nplan.kroh = " in text
    for name in ("a b", "$(touch PWNED)"):
        save.write_text(text.replace("\nplan.kroh = ", f'\nplan."{name}" = '))
        told = malta("status")
        assert told.code == 3
        assert f"plan: '{name}' is not a name for a drop zone" in told.err
        assert called(["cancel", name]).code == 3


def test_19_2_a_name_that_a_file_may_have_is_one_that_an_order_takes() -> None:
    good = ["a", "north-2", "a" * 20, *(f"{formation}-99" for formation in CHARTS.formations)]
    assert all(map(is_zone_name, good))
    text = f"{HEAD}[plan.jumps]\nnorth-2 = {JUMP}\n"
    assert list(GAME.begin(Setup("x.toml", source=text)).plan) == ["north-2"]


def test_19_3_a_second_zone_is_proposed_under_a_name_that_can_be_taken() -> None:
    state = table({"fj-kroh": "air", "2d": "1615"}, turn="29jun-am", phase="plan-drops")
    state.plan["a" * 20] = GAME.begin(Setup("herkules")).plan["kroh"]
    told = refused(state, f"series {'a' * 20} fj-kroh")
    assert is_zone_name(told.hint.split()[1])


# ── Sealed plans


@pytest.mark.parametrize("name", ["$(x)", ";x", "A", "a" * 21, ""])
def test_24_3_a_sealed_zone_without_a_name_that_an_order_takes_is_struck(name: str) -> None:
    salt, words = "5a17" * 8, [f"{name}:1414:fj-kroh", "heights:1514:fj-heydte"]
    done("new herkules --sealed --plan own --seed 3")
    done(f"sealed 29jun-am {secret_files.digest(salt, words)}")
    done("seal --as allied")
    done("next airborne --yes")
    told = called(["revealed", "29jun-am", salt, *words])
    assert told.code == 0, told.err
    assert list(malta("status --json").json["state"]["plan"]) == ["heights"]
    assert "proven" in done("verify").out
    done("cancel heights")


def test_24_3_a_scenario_whose_plan_cannot_be_read_is_never_guessed_from() -> None:
    text = f"{HEAD}[plan.jumps]\nnorth = {{ turn = 3 }}\n"
    with pytest.raises(BadFile, match=r"plan\.jumps: turn: must be a turn"):
        guess(GAME.begin(Setup("x.toml", source=text, options={"plan": "own"})), "allied")
