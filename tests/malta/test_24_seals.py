"""24.3: plans of jumps that are sealed, revealed, lost and forged."""

import re
from hashlib import sha256
from pathlib import Path

import pytest

from tarawa_cli.kernel.mail.secret_files import digest
from tests.malta.shell import done, malta

SCENARIO = """
[scenario]
id = "sealed"
name = "Two plans"
last = "30jun-am"

[position]
turn = "29jun-am"
phase = "plan-drops"
default = "absent"
strongpoints = ""

[position.units]
2rwk = { at = "1911" }
hq-malta = { at = "1810" }
fj-kroh = { at = "air" }
fj-heydte = { at = "air" }
hq-ramcke = { at = "air" }
i-33 = { at = "1616" }
"""
PLAN = """
# over the heights
zone heights 1414 --turn 1jul-am
series heights fj-kroh --offset ne1
"""


@pytest.fixture(autouse=True)
def written(in_a_folder: None) -> None:
    Path("sealed.toml").write_text(SCENARIO)
    Path("plan.txt").write_text(PLAN)


@pytest.fixture
def begun() -> Path:
    done("new sealed.toml --sealed --plan own --seed 3")
    return Path("saves/sealed.toml")


def own_file() -> Path:
    return Path("saves/sealed.axis.toml")


# ── Sealing


@pytest.mark.usefixtures("begun")
def test_24_3_the_save_holds_a_digest_and_the_owner_the_plan() -> None:
    told = done("seal plan.txt --as axis")
    assert "the drops of 1jul-am are planned and sealed" in told.out
    assert "the drops of 1jul-pm are planned and sealed" in told.out, (
        "no plan is sealed too: nobody sees the difference"
    )
    assert "saves/sealed.axis.toml" in told.out
    save = re.sub("[0-9a-f]{64}", "DIGEST", Path("saves/sealed.toml").read_text())  # a digest may hold any digits
    assert "DIGEST" in save
    assert "1414" not in save
    assert "heights" not in save
    assert "heights:1414:fj-kroh@ne1" in own_file().read_text()
    assert "sealed, and not proven until it is revealed: 1jul-am, 1jul-pm" in done("verify").out


def test_24_3_in_whatever_order_turns_are_sealed_the_save_is_the_same(begun: Path) -> None:
    one, other = "a" * 64, "b" * 64
    saves = []
    for orders in (
        (f"sealed 1jul-am {one}", f"sealed 1jul-pm {other}"),
        (f"sealed 1jul-pm {other}", f"sealed 1jul-am {one}"),
    ):
        done("new sealed.toml --sealed --plan own --seed 3 --force")
        for order in orders:
            done(order)
        saves.append([line for line in begun.read_text().splitlines() if line.startswith("seals")])
    assert saves[0] == saves[1] == [f'seals.1jul-am = "{one}"', f'seals.1jul-pm = "{other}"']


@pytest.mark.usefixtures("begun")
def test_24_3_anybody_can_check_a_digest() -> None:
    done("seal plan.txt --as axis")
    line = next(line for line in own_file().read_text().splitlines() if "heights" in line)
    salt = line.split('"')[1]
    wanted = sha256(f"{salt} heights:1414:fj-kroh@ne1".encode()).hexdigest()
    assert f"sealed 1jul-am {wanted}" in Path("saves/sealed.toml").read_text()


@pytest.mark.usefixtures("begun")
@pytest.mark.parametrize(
    ("plan", "why"),
    [
        ("zone heights 1414 --turn 29jun-am", "drops can be planned now for 1jul-am or 1jul-pm"),
        ("zone heights 1414 --turn 1jul-am\nseries heights i-33", "does not come by parachute"),
        ("move i-33 1615", "`move`"),
        ("zone 1414", "zone"),
    ],
)
def test_24_3_a_plan_that_is_not_legal_is_not_sealed(plan: str, why: str, begun: Path) -> None:
    before = begun.read_bytes()
    result = malta("seal - --as axis", plan)
    assert result.code in (1, 2)
    assert why in result.err
    assert begun.read_bytes() == before
    assert not own_file().exists()


@pytest.mark.usefixtures("begun")
def test_24_3_a_sealed_game_takes_no_plan_in_the_open() -> None:
    result = malta("zone heights 1414 --turn 1jul-am")
    assert result.code == 1
    assert "this game is sealed" in result.err
    done("seal plan.txt")
    assert "nothing can be sealed now" in malta("seal plan.txt").err


def test_24_3_an_open_game_seals_nothing() -> None:
    done("new sealed.toml --seed 3")
    assert "this game is not sealed" in malta("seal plan.txt").err
    assert "--sealed needs --plan own" in malta("new sealed.toml --sealed").err


# ── Revealing


@pytest.fixture
def due(begun: Path) -> Path:
    return to_the_jump(begun)


def to_the_jump(begun: Path) -> Path:
    """The morning of a jump that was planned and sealed."""
    done("seal plan.txt --as axis")
    text = SCENARIO.replace('"29jun-am"\nphase = "plan-drops"', '"1jul-am"\nphase = "airborne"\nweather = "clear"')
    text = text.replace('last = "30jun-am"', 'last = "1jul-pm"')
    sealed = next(line.split()[2].strip('",') for line in begun.read_text().splitlines() if "sealed 1jul-am" in line)
    Path("sealed.toml").write_text(text.replace('strongpoints = ""', f'strongpoints = ""\nseals.1jul-am = "{sealed}"'))
    secret = own_file().read_text()
    done("new sealed.toml --sealed --plan own --seed 3 --force --save saves/sealed.toml")
    own_file().write_text(secret)
    return begun


@pytest.mark.usefixtures("due")
def test_24_3_the_jump_waits_for_its_plan_and_is_made_by_it() -> None:
    result = malta("next --as axis")
    assert (result.code, "the plan of this turn is sealed" in result.err) == (1, True)
    told = done("reveal --as axis").out
    assert "the plan of 1jul-am is opened" in told
    assert "fj-kroh will drop over heights, ne1 from the marker" in told
    done("next --as axis")
    assert "marker of heights comes down in" in done("log").out
    assert "sealed, and" not in done("verify").out


@pytest.mark.usefixtures("due")
def test_24_3_what_to_do_next_is_told_of_a_sealed_plan() -> None:
    for side in ("", " --as axis"):
        assert "→ reveal" in done(f"status{side}").out
        assert done(f"legal{side}").out == "reveal\n"
    assert done("legal --as allied").out == "no legal orders\n"
    done("reveal --as axis")
    assert "reveal" not in done("legal --as axis").out
    assert "heights: 1jul-am, marker 1414; fj-kroh ne1" in done("status --as axis").out
    assert "1414" not in done("status --as allied").out
    for scenario in ("herkules", "sealed.toml"):
        Path("sealed.toml").write_text(SCENARIO)
        done(f"new {scenario} --sealed --plan own --force")
        assert "→ seal FILE" in done("status").out
        assert "→ zone" not in done("status").out


@pytest.mark.usefixtures("due")
def test_24_3_on_the_other_players_machine_the_game_waits() -> None:
    own_file().unlink()
    result = malta("reveal --as axis")
    assert (result.code, "sealed.axis.toml is not here" in result.err) == (3, True)
    assert malta("next --as allied").code == 1


def test_24_3_a_secret_that_is_lost_falls_against_its_owner(due: Path) -> None:
    own_file().unlink()
    assert "the plan of 1jul-am is lost: nobody drops" in done("reveal --lost --as axis").out
    assert "revealed 1jul-am --lost" in due.read_text()
    done("verify")


@pytest.mark.parametrize("forged", ["1413", "swap"])
def test_24_3_a_forged_file_is_found(due: Path, forged: str) -> None:
    before, secret = due.read_bytes(), own_file().read_text()
    own_file().write_text(secret.replace("1414", forged) if forged != "swap" else "seals.1jul-am = 3\n")
    result = malta("reveal --as axis")
    assert result.code in (1, 3)
    assert due.read_bytes() == before
    own_file().write_text(secret)
    done("reveal --as axis")


def test_24_3_what_is_illegal_by_then_is_struck(due: Path) -> None:
    text = due.read_text()
    due.write_text(text.replace('units.fj-kroh = { at = "air"', 'units.fj-kroh = { at = "lost", steps = 0'))
    told = done("reveal --as axis").out
    assert "fj-kroh is struck from the plan: fj-kroh is not waiting for a drop" in told
    assert "the drop over heights is cancelled" in told


@pytest.mark.usefixtures("begun")
def test_24_3_nothing_is_revealed_before_its_time() -> None:
    assert "there is nothing to reveal now" in malta("reveal --as axis").err
    assert malta(f"revealed 1jul-am {'0' * 32}").code == 1
    assert malta("revealed 1jul-am nonsense").code == 2
    assert malta("sealed 1jul-am nonsense").code == 2
    assert "cannot be planned now" in malta(f"sealed 29jun-am {'0' * 64}").err


# ── One unit in several plans, and plans that are lost by choice

SALT = "0" * 32
BOTH = "heights:1414:fj-kroh:fj-heydte@ne1"
"""A plan that names two battalions, a series each."""


def sealed_for(position: str, turns: dict[str, str]) -> None:
    """A game at the jump of a turn, for which and for later ones plans are sealed."""
    seals = "\n".join(f'seals.{turn} = "{digest(SALT, [plan] if plan else [])}"' for turn, plan in turns.items())
    text = SCENARIO.replace('turn = "29jun-am"\nphase = "plan-drops"', position).replace(
        'last = "30jun-am"', 'last = "2jul-pm"'
    )
    Path("sealed.toml").write_text(text.replace('strongpoints = ""', f'strongpoints = ""\n{seals}'))
    done("new sealed.toml --sealed --plan own --seed 3 --force")


def to_the_next_jump() -> None:
    while "→ reveal" not in done("status").out:
        done("next --yes")


def revealed(turn: str, plan: str) -> str:
    return done(f"revealed {turn} {SALT} {plan}").out


def test_24_3_a_unit_sealed_for_several_turns_jumps_in_none_but_the_first() -> None:
    """Whatever became of it there: here its jump was cancelled."""
    other = "coast:1515:fj-kroh"
    sealed_for('turn = "29jun-am"\nphase = "airborne"', {"29jun-am": BOTH, "29jun-pm": other, "30jun-am": other})
    revealed("29jun-am", BOTH)
    assert 'planned_before.29jun-am = ["fj-kroh", "fj-heydte"]' in Path("saves/sealed.toml").read_text()
    done("cancel heights")
    to_the_next_jump()
    told = revealed("29jun-pm", other)
    assert "fj-kroh is struck from the plan: fj-kroh was in the plan of 29jun-am, less than two days before" in told
    to_the_next_jump()
    told = revealed("30jun-am", other)
    assert "fj-kroh is struck from the plan" in told
    done("verify")


@pytest.mark.parametrize(
    ("before", "struck"), [("29jun-am", False), ("29jun-pm", True), ("30jun-am", True), ("30jun-pm", True)]
)
def test_24_3_a_unit_may_be_planned_anew_after_two_days(before: str, struck: bool) -> None:
    plan = "coast:1515:fj-kroh"
    earlier = f'turn = "1jul-am"\nphase = "airborne"\nplanned_before.{before} = "fj-kroh"'
    sealed_for(earlier, {"1jul-am": plan})
    assert ("fj-kroh is struck" in revealed("1jul-am", plan)) == struck


def test_24_3_a_unit_that_was_struck_from_a_plan_counts_as_named() -> None:
    """It is struck from the first plan because the marker's series has two formations; the second does not help it."""
    wrong = "heights:1414:fj-kroh,2rwk"
    sealed_for('turn = "29jun-am"\nphase = "airborne"', {"29jun-am": wrong, "29jun-pm": "coast:1515:fj-kroh"})
    assert "fj-kroh,2rwk is struck from the plan" in revealed("29jun-am", wrong)
    to_the_next_jump()
    assert "was in the plan of 29jun-am" in revealed("29jun-pm", "coast:1515:fj-kroh")


@pytest.mark.parametrize("turns", [("1jul-am", "1jul-am"), ("1jul-am", "1jul-pm")])
def test_24_3_one_file_does_not_name_a_unit_twice(turns: tuple[str, str], begun: Path) -> None:
    plan = [f"zone z{number} 141{number} --turn {turn}\nseries z{number} fj-kroh" for number, turn in enumerate(turns)]
    result = malta("seal - --as axis", "\n".join(plan))
    assert (result.code, "fj-kroh is already planned for a drop" in result.err) == (1, True)
    assert "seals" not in begun.read_text()


@pytest.mark.parametrize(
    ("position", "sealed", "left"),
    [
        (
            'turn = "29jun-am"\nphase = "airborne"',
            ("29jun-am", "29jun-pm", "30jun-am", "30jun-pm", "1jul-am", "1jul-pm"),
            {"1jul-am", "1jul-pm"},
        ),
        ('turn = "30jun-am"\nphase = "airborne"', ("30jun-am", "30jun-pm", "1jul-am"), {"1jul-am"}),
        ('turn = "1jul-am"\nphase = "airborne"', ("1jul-am", "1jul-pm", "2jul-am"), {"2jul-am"}),
    ],
)
def test_24_3_a_lost_plan_gives_up_all_that_was_sealed_in_its_segment(
    position: str, sealed: tuple[str, ...], left: set[str]
) -> None:
    """So nobody loses the turns that no longer suit him."""
    sealed_for(position, dict.fromkeys(sealed, ""))
    given_up = [turn for turn in sealed if turn not in left]
    told = done("reveal --lost --as axis").out
    assert f"the plan of {', '.join(given_up)} is lost: nobody drops" in told
    save = Path("saves/sealed.toml").read_text()
    assert f'"revealed {sealed[0]} --lost"' in save
    assert {turn for turn in sealed if f"\nseals.{turn} =" in save} == left
    done("verify")


@pytest.mark.parametrize(
    "value", ["3", "{ 30jun-am = 3 }", '{ 30jun-am = "fj-kroh" }', '{ 29jun-noon = "fj-kroh" }', '{ x = "fj-kroh" }']
)
def test_24_3_earlier_plans_that_cannot_be_are_told(begun: Path, value: str) -> None:
    lines = begun.read_text().splitlines()
    begun.write_text("\n".join([lines[0], f"planned_before = {value}", *lines[1:]]))
    result = malta("status")
    assert (result.code, "planned_before" in result.err) == (3, True)


@pytest.mark.parametrize("value", ["3", "{ 1jul-am = 3 }", '{ 1jul-am = "x" }', '{ nonsense = "x" }'])
def test_24_3_seals_that_cannot_be_read_are_told(begun: Path, value: str) -> None:
    lines = begun.read_text().splitlines()
    begun.write_text("\n".join([lines[0], f"seals = {value}", *lines[1:]]))
    assert malta("status").code == 3
