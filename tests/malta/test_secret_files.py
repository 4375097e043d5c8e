"""24.3, 24.4: the file of a side's secrets beside the save, in games of today and of version 0.2."""

import shutil
import stat
from pathlib import Path

import pytest
import tomli

from tarawa_cli.games import TARAWA
from tarawa_cli.kernel.saves import savefile
from tests.cli.tools import command
from tests.malta.shell import done, malta

OLD = Path(__file__).parents[1] / "saves" / "mail" / "0.2.1"
SAVE, OWN = Path("saves/herkules.toml"), Path("saves/herkules.axis.toml")
PLANS = (
    "zone heights 1414 --turn 29jun-am\nseries heights fj-kroh --offset ne1\n",
    "zone plain 1612 --turn 29jun-am\nseries plain fj-heydte\n",
)

pytestmark = pytest.mark.usefixtures("in_a_folder")


@pytest.fixture
def begun(in_a_folder: None) -> None:
    done("new herkules --sealed --plan own --seed 3")


def old(name: str) -> Path:
    """A game of 0.2.1 with the secrets of a side."""
    shutil.copytree(OLD / name, name)
    return Path(name) / "game.toml"


# ── Plans


@pytest.mark.usefixtures("begun")
def test_24_3_a_plan_that_was_taken_back_is_kept() -> None:
    done("seal - --as axis", PLANS[0])
    first = SAVE.read_bytes()
    done("undo --as axis")
    done("seal - --as axis", PLANS[1])
    second = SAVE.read_bytes()
    for save, told in ((first, "fj-kroh will drop over heights"), (second, "fj-heydte will drop over plain")):
        SAVE.write_bytes(save)  # as git would bring it back
        done("seal --as allied")
        done("next airborne --yes --as axis")
        assert told in done("reveal --as axis").out


@pytest.mark.usefixtures("begun")
def test_24_3_the_file_is_by_digest_and_for_nobody_elses_eyes() -> None:
    done("seal - --as axis", PLANS[0])
    held = tomli.loads(OWN.read_text())
    sealed = tomli.loads(SAVE.read_text())["seals"]
    assert list(held["seals"]) == list(sealed.values())
    assert held["sealed_for"] == {digest: [turn] for turn, digest in sealed.items()}
    assert stat.S_IMODE(OWN.stat().st_mode) == 0o600


@pytest.mark.usefixtures("begun")
def test_24_3_two_plans_that_the_other_side_exchanged_are_not_shown() -> None:
    done("seal - --as axis", PLANS[0].replace("29jun-am", "29jun-pm"))
    done("seal --as allied")
    done("next airborne --yes --as axis")
    text = SAVE.read_text()
    early, late = tomli.loads(text)["seals"]["29jun-am"], tomli.loads(text)["seals"]["29jun-pm"]
    SAVE.write_text(text.replace(early, "x").replace(late, early).replace("x", late))
    result = malta("reveal --as axis")
    assert (result.code, "holds it for 29jun-pm, not for 29jun-am" in result.err) == (3, True)
    assert "heights" not in SAVE.read_text() + result.out + result.err


def test_24_3_a_plan_that_0_2_sealed_is_revealed() -> None:
    save = old("sealed-due")
    before = tomli.loads(save.with_name("game.axis.toml").read_text())
    assert "will drop" in done(f"reveal --as axis --save {save}").out
    done(f"verify --save {save}")
    assert tomli.loads(save.with_name("game.axis.toml").read_text()) == before


def test_24_4_a_phrase_that_0_2_sealed_is_revealed() -> None:
    save = old("phrase-both-given")
    assert "the dice are made" in done(f"phrase --as axis --save {save}").out
    done(f"verify --save {save}")


def begin_with_phrases(options: str = "") -> None:
    """A game whose seed is made from phrases, as `new --mail` of 0.2 began it."""
    done(f"new herkules --seed 1 {options}")
    content = savefile.read(str(SAVE))
    doc = content.doc | {"seed": "phrases", "phrases": {"axis": {}, "allied": {}}}
    SAVE.write_text(savefile.compose(doc, content.journal))


def test_24_4_a_phrase_of_0_2_stays_when_a_plan_is_sealed() -> None:
    begin_with_phrases("--sealed --plan own")
    done("phrase the moon over Grand Harbour --as axis")
    ((salt, text),) = tomli.loads(OWN.read_text())["phrases"].values()
    OWN.write_text(f'# What axis keeps secret in herkules.toml.\nsalt = "{salt}"\ntext = "{text}"\n')  # as 0.2 kept it
    done("seal - --as axis", PLANS[0])
    done("phrase three old biplanes --as allied")
    assert "the dice are made" in done("phrase --as axis").out
    assert tomli.loads(OWN.read_text())["salt"] == salt


def test_24_4_a_phrase_is_kept_when_the_save_comes_back_and_another_is_given() -> None:
    begin_with_phrases()
    empty = SAVE.read_bytes()
    done("phrase the moon over Grand Harbour --as axis")
    first = SAVE.read_bytes()
    SAVE.write_bytes(empty)
    done("phrase three old biplanes --as axis")
    SAVE.write_bytes(first)
    done("phrase mine --as allied")
    assert "axis: the moon over Grand Harbour" in done("phrase --as axis").out


# ── No save is called like it, none is written over it


@pytest.mark.parametrize("name", ["saves/x.axis.toml", "x.ALLIED.toml", "link.toml"])
def test_no_game_is_called_like_a_file_of_secrets(name: str) -> None:
    Path("link.toml").symlink_to("x.axis.toml")
    for line in (f"new cottonera --save {name}", f"new cottonera --force --save {name}", f"new -n --save {name}"):
        result = malta(line)
        assert (result.code, "a file with this name holds a side's secrets" in result.err) == (2, True)
    assert not Path(name).exists()


def test_a_scenario_called_like_a_file_of_secrets_needs_another_name() -> None:
    done("new cottonera --seed 3")
    done("export position my.axis.toml")
    assert "a file with this name" in malta("new my.axis.toml").err
    done("new my.axis.toml --save saves/my.toml")


@pytest.mark.usefixtures("begun")
def test_no_game_of_any_program_is_written_over_secrets() -> None:
    done("seal - --as axis", PLANS[0])
    for path in (OWN, Path("plain.toml")):
        OWN.rename(path)
        before = path.read_bytes()
        for result in (
            malta(f"new cottonera --force --save {path}"),
            command(TARAWA, "new", "--force", "--save", str(path)),
            malta(f"status --save {path}"),
            malta(f"next --save {path}"),
        ):
            assert result.code in (2, 3)
        assert path.read_bytes() == before
        path.rename(OWN)


def test_secrets_are_not_opened_as_a_save_even_if_they_could_be() -> None:
    done("new cottonera --seed 3")
    text = Path("saves/cottonera.toml").read_text()
    Path("both.toml").write_text(f"# What axis keeps secret in x.toml.\n{text}")
    result = malta("status --save both.toml")
    assert (result.code, "holds what a side keeps secret, and is not a save" in result.err) == (3, True)


@pytest.mark.usefixtures("begun")
def test_a_save_in_the_place_of_the_secrets_is_left_alone() -> None:
    shutil.copy(SAVE, OWN)
    before = SAVE.read_bytes()
    result = malta("seal - --as axis", PLANS[0])
    assert (result.code, "does not look like the secrets of a side" in result.err) == (3, True)
    assert SAVE.read_bytes() == OWN.read_bytes() == before
