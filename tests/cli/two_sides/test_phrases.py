"""A game of two sides: dice that nobody has picked."""

from hashlib import sha256
from pathlib import Path

import pytest

from tests.cli.two_sides.tools import done, race

# ── Dice that nobody has picked


@pytest.fixture
def mailed() -> None:
    done("new --mail")


@pytest.mark.usefixtures("mailed", "either_way")
def test_a_phrase_from_each_side_makes_the_dice(tmp_path: Path) -> None:
    assert "there are no dice yet: red and blue must say a phrase" in done("status").err
    assert "there are no dice yet: red is to say a phrase" in race("race red").err
    told = done("phrase over the moon --as blue").out
    assert "your phrase is sealed" in told
    assert "saves/sprint.blue.toml holds it" in told
    assert "over the moon" not in (tmp_path / "saves/sprint.toml").read_text()
    assert "not made yet" in done("verify").out
    assert race("phrase --as blue").err == "refused: you have given your phrase: red is to act\n"
    assert race("handover --as red").code == 1, "red is to act"
    assert "red is to act" in done("handover --as blue").out
    assert "now it is for blue" in done("phrase  by  mail --as red").out
    seed = int(sha256(b"by mail\nover the moon").hexdigest()[:12], 16)
    assert f"the dice are made: seed {seed}" in done("phrase --as blue").out
    assert f"from seed {seed}, made from the phrases of red and blue" in done("verify").out
    done("race red")
    assert race("phrase once more --as red").err == f"refused: the dice are made: seed {seed}\n"


@pytest.mark.usefixtures("mailed", "either_way")
def test_before_there_are_dice_a_side_gives_orders_that_need_none(tmp_path: Path) -> None:
    done("policy blue long --as blue")
    before = (tmp_path / "saves/sprint.toml").read_bytes()
    for line in ("race red", "autoplay"):
        result = race(line)
        assert (result.code, "there are no dice yet" in result.err) == (1, True)
    result = race("run - --keep-going", "race red\n")
    assert "0 commands done, 1 skipped" in result.out
    assert (tmp_path / "saves/sprint.toml").read_bytes() == before
    done("phrase over the moon --as blue")
    done("phrase by mail --as red")
    done("phrase --as blue")
    assert "policy blue long" in done("log").out
    assert "proven, 1 entry" in done("verify").out


@pytest.mark.usefixtures("mailed")
def test_a_phrase_that_was_sealed_is_not_changed(tmp_path: Path) -> None:
    done("phrase over the moon --as blue")
    assert race("phrase another --as blue").code == 1
    done("phrase mine --as red")
    assert "reveal it without words" in race("phrase another --as blue").err
    kept = tmp_path / "saves/sprint.blue.toml"
    right = kept.read_text()
    for wrong in (right.replace("moon", "sun"), "text = 3\n", "no toml"):
        kept.write_text(wrong)
        assert race("phrase --as blue").code == 3
    kept.unlink()
    assert "sprint.blue.toml is not here" in race("phrase --as blue").err
    kept.write_text(right)
    done("phrase --as blue")


@pytest.mark.usefixtures("mailed")
@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("phrase moon", "say which side you are"),
        ("phrase --as red", "say your phrase"),
        (f"phrase {'x' * 201} --as red", "at most 200 signs"),
        ("phrase \a --as red", "all of them printable"),
        ("new --mail --seed 3", "leave out --seed and --dice"),
        ("new --mail --dice manual", "leave out --seed and --dice"),
    ],
)
def test_a_phrase_that_will_not_do_is_refused(line: str, why: str) -> None:
    result = race(line)
    assert result.code == 2
    assert why in result.err


def test_a_game_with_other_dice_takes_no_phrase() -> None:
    done("new --seed 3")
    result = race("phrase moon --as red")
    assert (result.code, "are not made from phrases" in result.err) == (2, True)


@pytest.mark.usefixtures("mailed")
@pytest.mark.parametrize(("old", "new"), [("the moon", "the sun"), ("by mail", "by post"), ("seed = ", "seed = 1")])
def test_forged_phrases_and_seeds_are_found(tmp_path: Path, old: str, new: str) -> None:
    done("phrase over the moon --as blue")
    done("phrase by mail --as red")
    done("phrase --as blue")
    save = tmp_path / "saves/sprint.toml"
    save.write_text(save.read_text().replace(old, new))
    assert race("verify").code == 1


@pytest.mark.usefixtures("mailed")
@pytest.mark.parametrize("text", ["phrases = 3", "phrases.red = 3", "phrases.red.salt = 3", "phrases.red.x = 'x'", ""])
def test_phrases_that_cannot_be_read_are_told(tmp_path: Path, text: str) -> None:
    save = tmp_path / "saves/sprint.toml"
    lines = [line for line in save.read_text().splitlines() if not line.startswith("phrases")]
    save.write_text("\n".join([lines[0], text, *lines[1:]]))
    assert race("status").code == 3
