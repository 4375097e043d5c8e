"""24.4: the dice of a game by mail: who can know or steer them, and which orders wait for the other side's."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.legal.offers import pick
from tarawa_cli.games.malta.model.charts import CHARTS
from tarawa_cli.kernel.mail import dice
from tarawa_cli.kernel.mail.dice import MailDice
from tarawa_cli.kernel.saves import journal, savefile
from tarawa_cli.kernel.saves.history import prove
from tarawa_cli.kernel.saves.journal import ReplayedEntry
from tests.cli.two_sides.mailed import die, hashed
from tests.malta.mailed import ALLIED, AXIS, Mailed, other

pytestmark = pytest.mark.usefixtures("in_a_folder")
NOBODYS = {"17.2": "weather", "17.6": "royal-navy", "20.3": "surrender"}
"""Rolls that no order asks for."""
LINK = re.compile("[0-9a-f]{64}")


class Roll(NamedTuple):
    """A die as it was asked for."""

    label: str
    subject: str
    purpose: str


@pytest.fixture(autouse=True)
def same_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chains that are the same whenever the tests run."""
    monkeypatch.setattr(dice, "new_game", lambda: "0" * 32)
    monkeypatch.setattr(dice, "new_end", lambda: "0" * 64)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Roll]:
    """Every die that is rolled, with its label."""
    found: list[Roll] = []
    real = MailDice.die

    def noted(self: MailDice, purpose: str, subject: str = "-") -> int:
        value = real(self, purpose, subject)
        found.append(Roll(self.label(subject), subject, purpose))
        return value

    monkeypatch.setattr(MailDice, "die", noted)
    return found


# ── Who can know a die


def test_24_4_no_die_of_a_sitting_can_be_worked_out_from_the_save_as_it_was_handed_over(tmp_path: Path) -> None:
    """Whatever 64 digits the save and the waiting side's file hold: as the opening link they give another root."""
    game = Mailed(tmp_path, "cottonera")
    handed = game.save(AXIS).read_text() + game.own(ALLIED).read_text()
    known = set(LINK.findall(handed))
    known |= {dice.link(name, ALLIED, 1, end, place) for name, end in _chains(game, ALLIED) for place in range(9)}
    game.done(AXIS, "policy axis hits hold")
    right = game.match(AXIS).sittings.root
    entries, name = game.entries(AXIS), game.match(AXIS).post.mail.game
    anchors, closing = [entries[0].split()[3], entries[2].split()[3]], entries[3].split()[3]
    opening = entries[4].split()[3]
    assert right == hashed("tarawa-sitting/1", name, *anchors, 2, AXIS, closing, opening)
    assert opening not in known
    guesses = {hashed("tarawa-sitting/1", name, *anchors, 2, AXIS, closing, link) for link in known}
    assert right not in guesses


def _chains(game: Mailed, side: str) -> list[tuple[str, str]]:
    text = game.own(side).read_text()
    return [(found[1], found[2]) for found in re.finditer(r'"?([0-9a-f]{32})-1"? = \["([0-9a-f]{64})"\]', text)]


def test_24_4_the_waiting_side_cannot_choose_its_closing_link(tmp_path: Path) -> None:
    """Its chain is fixed by its anchor: what it does or leaves in its sitting changes no root."""
    game = Mailed(tmp_path, "cottonera")
    _to_the_allies(game)
    before = game.save(ALLIED).read_bytes(), game.own(ALLIED).read_bytes()
    links = set()
    for answers in ([], ["policy allied hits hold"], ["policy allied hits ask", "policy allied steps ask"]):
        game.save(ALLIED).write_bytes(before[0])
        game.own(ALLIED).write_bytes(before[1])
        for order in answers:
            game.done(ALLIED, order) if "waits" not in game.done(ALLIED, "status").err else None
        _end_sitting(game, ALLIED)
        links.add(game.entries(ALLIED)[-1].split()[3])
    assert len(links) == 1


def _to_the_allies(game: Mailed) -> None:
    _end_sitting(game, AXIS)


def _end_sitting(game: Mailed, side: str) -> None:
    """Nothing but what must be done."""
    while game(side, "handover").code:
        match = game.match(side)
        if match.truth.stack and not match.sittings.waiting:
            found = pick(match.state, Random(1).randrange)
            assert found
            game.done(side, found.text())
        else:
            game.done(side, "resume" if match.sittings.waiting else "next")
    game.handed(side)


# ── What a die depends on


def test_24_4_other_rolls_and_other_attackers_do_not_change_the_dice_of_an_attack(
    tmp_path: Path, asked: list[Roll]
) -> None:
    answers = ("support never", "hits hold", "steps weakest", "retreat nearest-hq")
    game = Mailed(tmp_path, "cottonera", [f"policy allied {answer}" for answer in answers])
    game.done(AXIS, "next axis-combat --yes")
    attacks = [order for order in game.done(AXIS, "legal").out.splitlines() if order.startswith("attack ")]
    by_hex: dict[str, list[str]] = {}
    for order in attacks:
        by_hex.setdefault(order.split("--on ")[1].split()[0], []).append(order)
    start = game.save(AXIS).read_bytes()
    seen: dict[str, set[tuple[int, ...]]] = {}
    for orders in by_hex.values():
        for order in orders[:3]:
            for first in [None, *(one[0] for one in by_hex.values() if one is not orders)]:
                game.save(AXIS).write_bytes(start)
                if first and game(AXIS, first).code == 0 and game.match(AXIS).to_act != AXIS:
                    continue
                asked.clear()
                if game(AXIS, order).code == 0:
                    _note_dice(game, asked, seen)
    assert {label.split()[-1] for label in seen} >= set(by_hex)
    assert all(len(values) == 1 for values in seen.values()), seen


def _note_dice(game: Mailed, asked: list[Roll], seen: dict[str, set[tuple[int, ...]]]) -> None:
    entry = journal.read_entry(game.entries(AXIS)[-1])
    fights = [(roll, value) for roll, value in zip(asked, entry.dice, strict=True) if roll.subject.isdigit()]
    for label in {roll.label for roll, _ in fights}:
        seen.setdefault(label, set()).add(tuple(value for roll, value in fights if roll.label == label)[:2])


def test_24_4_the_name_of_a_zone_is_in_no_label(tmp_path: Path, asked: list[Roll]) -> None:
    rolled = []
    for name in ("quokka", "wombat"):
        folder = tmp_path / name
        folder.mkdir()
        game = Mailed(folder, "herkules --plan own")
        asked.clear()
        turn = CHARTS.turn(1).id
        game.done(AXIS, f"zone {name} 1414 --turn {turn}")
        game.done(AXIS, f"series {name} fj-kroh")
        _jumped(game)
        assert not [roll for roll in asked if name in roll.label]
        rolled.append([roll.label for roll in asked if " airborne " in roll.label])
    assert rolled[0] == rolled[1] != []


def _jumped(game: Mailed) -> None:
    """Go on until the jump is over."""
    side = AXIS
    for _ in range(12):
        _end_sitting(game, side)
        side = other(side)
        if game.match(AXIS).truth.phase.startswith(("axis-m", "axis-s", "axis-c", "allied")):
            return


@pytest.mark.sample(5)
@pytest.mark.parametrize(("start", "sittings"), [("hal-far", 400), ("herkules --plan own", 24), ("south-beach", 24)])
def test_24_4_what_waits_and_what_rolls(start: str, sittings: int, tmp_path: Path, asked: list[Roll]) -> None:
    """A whole game, or a part: no answer and no order that ends a player turn ever rolls; every die is replayed."""
    game, rng, side = Mailed(tmp_path, start), Random(f"waits {start}"), AXIS
    words: set[str] = set()
    for _ in range(sittings):
        words |= set(game.match(AXIS).truth.plan)
        if not game.sit(side, rng):
            break
        side = other(side)
    for each in (AXIS, ALLIED):
        assert "proven" in game.done(each, "verify").out
    assert not [roll for roll in asked if roll.subject in words]
    assert not [roll for roll in asked if re.search(r"[,;]| by | over ", roll.subject)]
    _check_entries(game)


def _check_entries(game: Mailed) -> None:
    match = game.match(AXIS)
    before, waits, resumed = AXIS, 0, 0
    for step in journal.replay(match.game, match.setup, match.source, match.entries):
        active = GAME.sides.active(step.state)
        entry = step.entry
        if entry.dice and entry.name != "resume":
            assert before == step.side, f"{entry.command}: an answer rolls"
            assert active in ("", before), f"{entry.command}: it ends the player turn, and rolls"
        waits += entry.waits
        resumed += entry.name == "resume"
        _check_nobodys(step)
        before = active
    assert waits in (resumed, resumed + 1)
    assert waits


def _check_nobodys(step: ReplayedEntry) -> None:
    """Weather, Royal Navy and surrender come in a sitting of the Axis, or before any choice: if the turn of the Allies
    passes by itself. No order of the Allies rolls for them."""
    rolled = [NOBODYS[event.rule] for event in step.events if event.type in ("roll", "throw") and event.rule in NOBODYS]
    if rolled:
        assert step.side == AXIS or step.entry.name == "resume", rolled


def test_24_4_what_no_order_asks_for_has_no_subject(tmp_path: Path, asked: list[Roll]) -> None:
    game, side = Mailed(tmp_path, "last-stand"), AXIS
    for _ in range(14):
        _end_sitting(game, side)
        side = other(side)
    found = {roll.label.split()[1]: roll.subject for roll in asked if roll.label.split()[1] in NOBODYS.values()}
    assert {"weather", "surrender"} <= set(found)
    assert set(found.values()) == {"-"}


def test_24_4_every_die_follows_from_root_label_and_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The dice that were rolled, by the formula alone."""
    rolled: list[tuple[str, str, int, int]] = []
    real = dice.die

    def noted(root: str, label: str, number: int) -> int:
        rolled.append((root, label, number, real(root, label, number)))
        return rolled[-1][-1]

    monkeypatch.setattr(dice, "die", noted)
    game, rng, side = Mailed(tmp_path, "hal-far"), Random(5), AXIS
    for _ in range(10):
        game.sit(side, rng)
        side = other(side)
    roots = set(_roots(game))
    for root, label, number, value in rolled:
        assert root in roots
        assert value == die(root, label, number)
    assert len(rolled) > 10


def _roots(game: Mailed) -> Iterator[str]:
    name, anchors, closing = game.match(AXIS).post.mail.game, dict[str, str](), ""
    for entry in game.entries(AXIS):
        kind, *words = entry.split()
        if kind == "anchor":
            anchors[words[0]] = words[2]
        if kind == "handover":
            closing = words[2]
        if kind == "sit":
            yield hashed(
                "tarawa-sitting/1", name, anchors[AXIS], anchors[ALLIED], words[1], words[0], closing, words[2]
            )


def test_24_4_dice_are_those_of_the_save_and_of_no_other(tmp_path: Path) -> None:
    """A die that is changed by hand is found, and so is a count of dice."""
    game, rng = Mailed(tmp_path, "hal-far"), Random(2)
    game.sit(AXIS, rng)
    game.sit(ALLIED, rng)
    content = savefile.read(str(game.save(AXIS)))
    entries = savefile.journal_entries(content.journal)
    place = next(place for place, entry in enumerate(entries) if " # " in entry)
    other_die = str(int(entries[place][-1]) % 6 + 1)
    forged = [*entries[:place], entries[place][:-1] + other_die, *entries[place + 1 :]]
    game.save(AXIS).write_text(savefile.compose(content.doc, savefile.journal_text(forged)))
    assert not prove(game.match(AXIS)).holds
