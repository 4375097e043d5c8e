"""24.3: plans of jumps that are sealed, revealed, lost and forged."""

from hashlib import sha256
from pathlib import Path

import pytest

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
    assert "the jumps of 1jul-am are planned and sealed" in told.out
    assert "the jumps of 1jul-pm are planned and sealed" in told.out, (
        "no plan is sealed too: nobody sees the difference"
    )
    assert "saves/sealed.axis.toml" in told.out
    save = Path("saves/sealed.toml").read_text()
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
    digest = sha256(f"{salt} heights:1414:fj-kroh@ne1".encode()).hexdigest()
    assert f"sealed 1jul-am {digest}" in Path("saves/sealed.toml").read_text()


@pytest.mark.usefixtures("begun")
@pytest.mark.parametrize(
    ("plan", "why"),
    [
        ("zone heights 1414 --turn 29jun-am", "jumps can be planned now for 1jul-am or 1jul-pm"),
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
    assert "--sealed goes with --plan own" in malta("new sealed.toml --sealed").err


# ── Revealing


@pytest.fixture
def due(begun: Path) -> Path:
    return to_the_jump(begun)


def to_the_jump(begun: Path) -> Path:
    """The morning of a jump that was planned and sealed."""
    done("seal plan.txt --as axis")
    text = SCENARIO.replace('"29jun-am"\nphase = "plan-drops"', '"1jul-am"\nphase = "airborne"\nweather = "clear"')
    text = text.replace('last = "30jun-am"', 'last = "1jul-pm"')
    digest = next(line.split()[2].strip('",') for line in begun.read_text().splitlines() if "sealed 1jul-am" in line)
    Path("sealed.toml").write_text(text.replace('strongpoints = ""', f'strongpoints = ""\nseals.1jul-am = "{digest}"'))
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
    assert "fj-kroh will jump over heights, ne1 of the marker" in told
    done("next --as axis")
    assert "marker of heights lies in" in done("log").out
    assert "sealed, and" not in done("verify").out


@pytest.mark.usefixtures("due")
def test_24_3_what_to_do_next_is_told_of_a_sealed_plan() -> None:
    for side in ("", " --as axis"):
        assert "→ reveal" in done(f"status{side}").out
        assert done(f"legal{side}").out == "reveal\n"
    assert done("legal --as allied").out == "nothing\n"
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
    assert "the plan of 1jul-am is lost: nobody jumps" in done("reveal --lost --as axis").out
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
    assert "fj-kroh is struck from the plan: fj-kroh does not wait for a jump" in told
    assert "the jump over heights is cancelled" in told


@pytest.mark.usefixtures("begun")
def test_24_3_nothing_is_revealed_before_its_time() -> None:
    assert "nothing is to be revealed now" in malta("reveal --as axis").err
    assert malta(f"revealed 1jul-am {'0' * 32}").code == 1
    assert malta("revealed 1jul-am nonsense").code == 2
    assert malta("sealed 1jul-am nonsense").code == 2
    assert "cannot be planned now" in malta(f"sealed 29jun-am {'0' * 64}").err


@pytest.mark.parametrize("value", ["3", "{ 1jul-am = 3 }", '{ 1jul-am = "x" }', '{ nonsense = "x" }'])
def test_24_3_seals_that_cannot_be_read_are_told(begun: Path, value: str) -> None:
    lines = begun.read_text().splitlines()
    begun.write_text("\n".join([lines[0], f"seals = {value}", *lines[1:]]))
    assert malta("status").code == 3
