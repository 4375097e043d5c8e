"""24.3 from the wrong side: secret files that are lost, forged or of another kind, and two clones played on at once."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.malta.shell import done, malta

SAVE, OWN = Path("saves/herkules.toml"), Path("saves/herkules.axis.toml")
OLD = Path(__file__).parents[1] / "saves" / "mail" / "0.2.1" / "phrase-both-given"
PLAN = "zone heights 1414 --turn 29jun-am\nseries heights fj-kroh --offset ne1\nseries heights fj-heydte\n"
SECRETS = ("heights", "fj-kroh@ne1", "over Grand Harbour")
NOISE = ("[", "]", '"', "=", "\\", "\x00", "é", "1414", "1413", "seals", "3", "\n", "9" * 400, "x" * 2000)


pytestmark = pytest.mark.usefixtures("in_a_folder")


@pytest.fixture
def sealed(in_a_folder: None) -> None:
    """A sealed plan of the Axis."""
    done("new herkules --seed 7 --sealed --plan own")
    done("seal - --as axis", PLAN)


@pytest.fixture
def due(sealed: None) -> None:
    """The morning of the jump."""
    done("seal --as allied")
    done("next airborne --yes --as axis")


@pytest.fixture
def phrased(in_a_folder: None) -> None:
    """A sealed phrase of the Axis, whose answer is there, as version 0.2 recorded it."""
    Path("saves").mkdir()
    shutil.copy(OLD / "game.toml", SAVE)
    shutil.copy(OLD / "game.axis.toml", OWN)
    done("use herkules")


# ── Files that are not what they should be


def cut_short(text: str, rng: Random) -> str:
    return text[: rng.randrange(len(text))]


def with_noise(text: str, rng: Random) -> str:
    place = rng.randrange(len(text))
    return text[:place] + rng.choice(NOISE) + text[place + rng.randrange(3) :]


def with_lines_exchanged(text: str, rng: Random) -> str:
    lines = text.splitlines()
    rng.shuffle(lines)
    return "\n".join(line.replace("29jun-am", "x").replace("29jun-pm", "29jun-am") for line in lines)


def of_another_type(text: str, rng: Random) -> str:
    value = rng.choice(["3", "[]", "{}", '""', "[3]", "[[]]", "true", "1979-05-27", '["", ""]', f'["{"0" * 32}"]'])
    return rng.choice([f"seals = {value}", f"seals.29jun-am = {value}", f"salt = {value}\ntext = {value}"])


FORGERIES: tuple[Callable[[str, Random], str], ...] = (cut_short, with_noise, with_lines_exchanged, of_another_type)


def check_told(line: str, genuine: str) -> None:
    """A file is taken only if it is what was sealed; otherwise it is told, and the save is as it was."""
    before = SAVE.read_bytes()
    result = malta(line)
    if result.code:
        assert result.code in (1, 3)
        assert result.err.strip()
        assert SAVE.read_bytes() == before, line
    else:
        assert genuine in SAVE.read_text()
        SAVE.write_bytes(before)
    told = "".join(malta(f"{look} --as allied").out for look in ("status", "log", "handover", "export json"))
    assert not [secret for secret in SECRETS if secret in told]


@pytest.mark.sample(5)
@pytest.mark.usefixtures("due")
@pytest.mark.parametrize("forged", FORGERIES)
def test_24_3_a_forged_plan_is_told_and_nothing_of_it_is_shown(forged: Callable[[str, Random], str]) -> None:
    right = OWN.read_bytes().decode()
    for number in range(12):
        OWN.write_bytes(forged(right, Random(number)).encode())
        check_told("reveal --as axis", "heights:1414:fj-kroh@ne1:fj-heydte")
    OWN.write_text(right)
    done("reveal --as axis")
    done("verify")


@pytest.mark.usefixtures("phrased")
@pytest.mark.parametrize("forged", FORGERIES)
def test_24_4_a_forged_phrase_is_told(forged: Callable[[str, Random], str]) -> None:
    right = OWN.read_bytes().decode()
    for number in range(8):
        OWN.write_bytes(forged(right, Random(number)).encode())
        check_told("phrase --as axis", "the moon: over Grand Harbour")
    OWN.write_text(right)
    done("phrase --as axis")


@pytest.mark.usefixtures("due")
def test_24_3_what_is_no_file_is_told_at_once() -> None:
    right = OWN.read_bytes()
    for make in (os.mkfifo, os.mkdir, lambda path: os.symlink("nowhere", path), lambda path: os.symlink(path, path)):
        OWN.unlink()
        make(OWN)
        check_told("reveal --as axis", "never")
        OWN.rmdir() if OWN.is_dir() else OWN.unlink()
        OWN.write_bytes(right)


@pytest.mark.usefixtures("due")
def test_24_3_the_other_side_cannot_open_a_plan_and_a_lost_one_is_in_the_log() -> None:
    for line in ("reveal --as allied", "reveal --lost --as allied", "seal --as allied"):
        before = SAVE.read_bytes()
        result = malta(line)
        assert result.code in (1, 3)
        assert SAVE.read_bytes() == before
        assert not [secret for secret in SECRETS if secret in result.out + result.err]
    OWN.unlink()
    assert malta("reveal --as axis").code == 3
    done("reveal --lost --as axis")
    for side in ("", " --as axis", " --as allied"):
        assert "the plan of 29jun-am, 29jun-pm, 30jun-am, 30jun-pm is lost: nobody drops then" in done(f"log{side}").out


# ── The own file of a game with chains


@pytest.mark.parametrize("forged", FORGERIES)
def test_24_4_a_forged_chain_is_told_and_no_link_of_it_is_shown(forged: Callable[[str, Random], str]) -> None:
    """Whatever stands in the own file: a sitting is opened with the next link of the chain, or not at all."""
    done(f"new hal-far --mail --save {SAVE} --as axis")
    done(f"handover --save {SAVE} --as axis")
    shutil.copy(SAVE, "allied.toml")
    done("handover --save allied.toml --as allied")
    shutil.copy("allied.toml", SAVE)
    before, right = SAVE.read_bytes(), OWN.read_bytes().decode()
    opened = set()
    for number in range(12):
        SAVE.write_bytes(before)
        OWN.write_bytes(forged(right, Random(number)).encode())
        result = malta(f"policy axis hits hold --save {SAVE} --as axis")
        if result.code:
            assert result.code in (1, 3)
            assert result.err.strip()
            assert SAVE.read_bytes() == before
        else:
            opened.add(next(line for line in SAVE.read_text().splitlines() if "sit axis 2" in line))
    OWN.write_bytes(right.encode())
    SAVE.write_bytes(before)
    done(f"policy axis hits hold --save {SAVE} --as axis")
    assert opened <= {line for line in SAVE.read_text().splitlines() if "sit axis 2" in line}
    done(f"verify --save {SAVE} --as axis")


# ── Two clones at once


def played_on(name: str, seed: int, orders: int) -> Path:
    """A copy of the save in which somebody has gone on by chance."""
    path, rng = Path(name), Random(seed)
    shutil.copy("saves/cottonera.toml", path)
    for _ in range(orders):
        legal = done(f"legal --save {path}").out.splitlines()
        done(f"{rng.choice(legal)} --save {path}")
    return path


@pytest.mark.parametrize("seed", range(5))
def test_two_copies_that_were_played_on_are_never_taken_for_one_game(seed: int) -> None:
    done("new cottonera --seed 7")
    done("next axis-combat --yes")
    one, other = played_on("one.toml", seed, 1 + seed % 3), played_on("other.toml", seed + 100, 2)
    merged = subprocess.run(
        ["git", "merge-file", "-p", one, "saves/cottonera.toml", other], capture_output=True, check=False
    )
    if merged.returncode == 0:
        assert merged.stdout in (one.read_bytes(), other.read_bytes())
        return
    one.write_bytes(merged.stdout)
    for line in ("status", "next", "log", "verify", "undo", "handover", "export json"):
        result = malta(f"{line} --save one.toml")
        assert (result.code, "holds a git merge conflict" in result.err) == (3, True)
    assert one.read_bytes() == merged.stdout
