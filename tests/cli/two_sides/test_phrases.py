"""Dice made from a phrase of each side: games by mail that version 0.2 began go on as they are."""

import shutil
from hashlib import sha256
from pathlib import Path

import pytest

from tarawa_cli.games import MALTA
from tarawa_cli.kernel.saves import savefile
from tests.cli.tools import Result, command
from tests.cli.two_sides.tools import done, race

RECORDED = Path(__file__).parents[2] / "saves" / "mail" / "0.2.1"
TEXT, SALT = "the moon: over Grand Harbour", "236cb2ece0a1753f5a9c8c54bf7e7d54"
THEIRS = "three old biplanes"
SEED = int(sha256(f"{TEXT}\n{THEIRS}".encode()).hexdigest()[:12], 16)


class Old:
    """A recorded game, in a folder of its own."""

    def __init__(self, folder: Path, name: str) -> None:
        shutil.copytree(RECORDED / name, folder / name)
        self.save, self.own = folder / name / "game.toml", folder / name / "game.axis.toml"

    def __call__(self, *words: str) -> Result:
        return command(MALTA, *words, "--save", self.save)

    def forged(self, **changes: object) -> None:
        """Other phrases or another seed, in a save that says that the program has written it."""
        content = savefile.read(str(self.save))
        self.save.write_text(savefile.compose(content.doc | changes, content.journal))
        assert not savefile.read(str(self.save)).edited

    @property
    def phrases(self) -> dict[str, dict[str, str]]:
        found: dict[str, dict[str, str]] = savefile.read(str(self.save)).doc["phrases"]
        return found


@pytest.fixture
def sealed(tmp_path: Path) -> Old:
    """The Axis have sealed their phrase."""
    return Old(tmp_path, "phrase-sealed")


@pytest.fixture
def both(tmp_path: Path) -> Old:
    """Both phrases are given, and the first is to be revealed."""
    return Old(tmp_path, "phrase-both-given")


@pytest.fixture
def revealed(tmp_path: Path) -> Old:
    return Old(tmp_path, "phrase-revealed")


def test_a_new_game_by_mail_needs_no_phrases() -> None:
    done("new --mail --save g.toml")
    result = race("phrase moon --as red --save g.toml")
    assert (result.code, "the dice of this game are not made from phrases" in result.err) == (2, True)
    done("new --seed 3 --save h.toml")
    assert race("phrase moon --as red --save h.toml").code == 2


def test_a_phrase_from_each_side_makes_the_dice(tmp_path: Path) -> None:
    old = Old(tmp_path, "phrase-none")
    assert "there are no dice yet: axis and allied must give a phrase" in old("status").err
    told = old("phrase", "over", "the", "moon", "--as", "allied").out
    assert "your phrase is sealed" in told
    assert "game.allied.toml holds it" in told
    assert "over the moon" not in old.save.read_text()
    assert "not made yet" in old("verify").out
    assert old("phrase", "--as", "allied").err == "refused: you have given your phrase: now wait for axis\n"
    assert "over to allied" in old("phrase", "by", "mail", "--as", "axis").out
    seed = int(sha256(b"by mail\nover the moon").hexdigest()[:12], 16)
    assert f"the dice are made: seed {seed}" in old("phrase", "--as", "allied").out
    assert f"from seed {seed}, made from the phrases of axis and allied" in old("verify").out
    assert old("phrase", "once", "more", "--as", "axis").err == f"refused: the dice are made: seed {seed}\n"


def test_what_0_2_has_sealed_is_revealed(both: Old) -> None:
    assert f"the dice are made: seed {SEED}" in both("phrase", "--as", "axis").out
    assert both.phrases["axis"] == {
        "sealed": sha256(f"{SALT}:{TEXT}".encode()).hexdigest(), "salt": SALT, "text": TEXT
    }  # fmt: skip
    assert both("verify").code == 0


def test_before_there_are_dice_a_side_gives_orders_that_need_none(sealed: Old) -> None:
    assert sealed("policy", "allied", "hits", "hold", "--as", "allied").code == 0
    before = sealed.save.read_bytes()
    result = sealed("next", "axis-combat", "--yes")
    assert (result.code, "there are no dice yet" in result.err) == (1, True)
    assert sealed.save.read_bytes() == before


def test_a_phrase_that_was_sealed_is_not_changed(both: Old) -> None:
    assert "reveal it without words" in both("phrase", "another", "--as", "axis").err
    right = both.own.read_text()
    for wrong in (right.replace("moon", "sun"), "text = 3\n", "no toml"):
        both.own.write_text(wrong)
        assert both("phrase", "--as", "axis").code == 3
    both.own.unlink()
    assert "game.axis.toml is not here" in both("phrase", "--as", "axis").err
    both.own.write_text(right)
    assert both("phrase", "--as", "axis").code == 0


CUTS = {
    "at another colon": (f"{SALT}:the moon", " over Grand Harbour"),
    "without a salt": ("", f"{SALT}:{TEXT}"),
    "a short salt": (SALT[:-1], TEXT),
    "a long salt": (f"{SALT}0", TEXT),
    "in capitals": (SALT.upper(), TEXT),
    "no digits": ("g" * 32, TEXT),
    "digits of another script": ("\u0660" * 32, TEXT),
    "an empty text": (SALT, ""),
    "too long": (SALT, "x" * 201),
    "not to be printed": (SALT, "the \a moon"),
    "two lines": (SALT, "the moon\nthree old biplanes"),
}


@pytest.mark.parametrize("cut", CUTS)
def test_what_was_sealed_is_cut_in_one_way_only(cut: str, tmp_path: Path, both: Old, revealed: Old) -> None:
    """Even if the digest is that of SALT:TEXT: whoever may choose where to cut has several phrases to choose from."""
    salt, text = CUTS[cut]
    digest = sha256(f"{salt}:{text}".encode()).hexdigest()
    both.forged(phrases=both.phrases | {"axis": {"sealed": digest}})
    lines = [f"salt = {_quoted(salt)}", f"text = {_quoted(text)}"]
    for own in (lines, ["[phrases]", f'"{digest}" = [{_quoted(salt)}, {_quoted(text)}]']):
        both.own.write_text("\n".join([both.own.read_text().splitlines()[0], *own, ""]))
        before = both.save.read_bytes()
        result = both("phrase", "--as", "axis")
        assert (result.code, both.save.read_bytes() == before) == (3, True), result
    seed = int(sha256(f"{text}\n{THEIRS}".encode()).hexdigest()[:12], 16)
    forged = revealed.phrases | {"axis": {"sealed": digest, "salt": salt, "text": text}}
    revealed.forged(phrases=forged, seed=seed)
    result = revealed("verify")
    assert (result.code, "the phrase of axis is not the one that was sealed" in result.out) == (1, True)


def _quoted(text: str) -> str:
    return '"' + "".join(sign if sign.isprintable() else f"\\u{ord(sign):04x}" for sign in text) + '"'


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["phrase", "moon"], "name your side"),
        (["phrase", "--as", "allied"], "give your phrase"),
        (["phrase", "x" * 201, "--as", "allied"], "at most 200 characters"),
        (["phrase", "\a", "--as", "allied"], "all of them printable"),
    ],
)
def test_a_phrase_that_will_not_do_is_refused(words: list[str], why: str, sealed: Old) -> None:
    before = sealed.save.read_bytes()
    result = sealed(*words)
    assert (result.code, why in result.err) == (2, True)
    assert sealed.save.read_bytes() == before


@pytest.mark.parametrize(("old", "new"), [(TEXT, "the sun"), (THEIRS, "four new ones"), (f"seed = {SEED}", "seed = 1")])
def test_forged_phrases_and_seeds_are_found(old: str, new: str, revealed: Old) -> None:
    text = revealed.save.read_text()
    assert old in text
    content = savefile.dissect(text.replace(old, new), "forged")
    revealed.save.write_text(savefile.compose(content.doc, content.journal))
    assert revealed("verify").code == 1


@pytest.mark.parametrize(
    "text", ["phrases = 3", "phrases.axis = 3", "phrases.axis.salt = 3", "phrases.axis.x = 'x'", ""]
)
def test_phrases_that_cannot_be_read_are_told(text: str, sealed: Old) -> None:
    lines = [line for line in sealed.save.read_text().splitlines() if not line.startswith("phrases")]
    sealed.save.write_text("\n".join([lines[0], text, *lines[1:]]))
    assert sealed("status").code == 3
