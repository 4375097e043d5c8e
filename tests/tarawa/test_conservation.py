"""A ledger balances as long as events and table agree, and says so when they do not."""

from collections.abc import Callable
from typing import Any

import pytest

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.board.dice import GivenDice
from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.engine.play import Play
from tarawa_cli.kernel.engine.session import Done, Match
from tarawa_cli.kernel.saves import savefile
from tarawa_cli.kernel.saves.journal import Entry
from tests.kit.conservation import Ledger
from tests.tarawa.accounts import ACCOUNTS
from tests.tarawa.tables import CAMPAIGN
from tests.tarawa.tools import new_state, position

Happening = Callable[[Play[State]], None]
Tampering = Callable[[Match[State]], object]


def battle() -> Match[State]:
    """Units ashore and afloat, points in stock, and ground won."""
    match: Match[State] = Match(GAME, CAMPAIGN, None)
    match.state = position(
        turn=9,
        phase="actions",
        casualties=1500,
        cleared="2631 2731 2728 2630",
        heads="2731",
        demolished={"3330": 1},
        stock=4,
        shore=2,
        craft_lost={"lvt": 1},
        operative={"japanese": 0},
        units={
            "2/8A": {"at": "2531", "steps": 5},
            "2/8E": {"at": "2731", "supply": "active", "group": "2/8E@7"},
            "sherman-1": {"at": "2531"},
            "hawkins": {"at": "pier:2632"},
            "3/8A": {"at": "in:lvt-1"},
            "lvt-1": {"at": "2326", "beach": "red3"},
            "lvt-2": {"at": "2330", "beach": "red3", "load": "supply:2/8"},
            "lvt-8": {"at": "lost"},
        },
    )
    return match


def carry_out(match: Match[State], happens: Happening, *dice: int) -> Done:
    """As an order would, journal and all."""
    play = Play(match.state, GivenDice(dice))
    happens(play)
    match.used += len(dice)
    match.journal = savefile.journal_text([Entry("an order", dice).text()])
    return Done("an order", list(dice), play.events)


def rolls(table: str, **more: Any) -> Happening:
    return lambda play: void(play.roll(play.state.charts.table(table), rule="0", **more))


def void(_: object) -> None:
    """A happening has no result."""


def both(*happenings: Happening) -> Happening:
    def happen(play: Play[State]) -> None:
        for happens in happenings:
            happens(play)

    return happen


def hurts(unit: str, spaces: int) -> Happening:
    """A result with an asterisk, and what it comes to."""

    def happen(play: Play[State]) -> None:
        rolls("japanese-fire", column="ashore", on=unit)(play)
        if spaces:
            apply.casualties_counted(play, "7.4", unit=unit, spaces=spaces, total=play.state.casualties + 50 * spaces)

    return happen


def lands(used: bool) -> Happening:
    """A supply point comes in for a battalion, which uses it, or not."""

    def happen(play: Play[State]) -> None:
        apply.supply_brought_in(play, "8.3", craft="lvt-2", battalion="2/8", hex="2531")
        if used:
            apply.supplied_directly(play, "8.3", battalion="2/8", units=["2/8A"], marked=["2/8A"], group="2/8A@9")
        else:
            play.note("supply-wasted", "8.3", battalion="2/8", hex="2531")

    return happen


def wins_supply(play: Play[State]) -> None:
    row, _ = play.roll(play.state.charts.table("supply-points"), rule="8.1")
    points = int(row.result)
    apply.supply_points_won(play, "8.1", points=points, stock=play.state.stock + points)


def wins_support(play: Play[State]) -> None:
    row, _ = play.roll(play.state.charts.table("shore-support"), rule="7.2.3")
    apply.shore_points_set(play, "7.2.3", points=int(row.result))


def die_with_an_asterisk() -> int:
    table = new_state().charts.table("japanese-fire")
    return next(die for die in range(1, 7) if table.row(die, "ashore").result.split().count("S*") == 1)


HIT = die_with_an_asterisk()


def moves(track: str, by: int) -> Happening:
    """A marker moves, with its cause or without."""
    return lambda p: apply.marker_moved(p, "9", track=track, to=p.state.tracks[track] + by, by=by, why="a test")


# what happens, the dice of it, and what does not balance if nobody tells of it
HAPPENINGS: dict[str, tuple[Happening, tuple[int, ...], str]] = {
    "a unit moves": (lambda p: apply.moved(p, "7.2.1", unit="2/8A", to="2631", cost=1), (), "2/8A: from 2531 to 2631"),
    "a step is lost": (lambda p: apply.steps_lost(p, "7.3", unit="2/8A", steps=2, left=3), (), "steps of 2/8A: 5"),
    "a step comes back": (lambda p: apply.step_recovered(p, "7.2.6", unit="2/8A", steps=6), (), "steps of 2/8A"),
    "a unit is lost": (lambda p: apply.unit_lost(p, "6.6.2", unit="sherman-1"), (), "steps of sherman-1: 4"),
    "a craft is lost and another returns": (
        both(
            lambda p: apply.unit_lost(p, "6.6.2", unit="lvt-2"),
            lambda p: apply.supply_lost(p, "6.6.2", craft="lvt-2"),
            lambda p: apply.craft_loss_counted(p, "7.2.6", kind="lvt", lost=2),
            lambda p: apply.craft_returned(p, "7.2.6", craft="lvt-8", steps=3),
        ),
        (),
        "lost craft, lvt: 1",
    ),
    "an asterisk falls on infantry": (hurts("2/8A", 1), (HIT,), "casualties: 1500"),
    "a hex is cleared": (lambda p: apply.hex_cleared(p, "7.2.4", hex="2726"), (), "stars in 2726: 0"),
    "a hex with two pillboxes is cleared, and a regiment gains": (
        both(
            lambda p: apply.hex_cleared(p, "7.2.4", hex="3330"),
            *(moves("marines", +2), moves("japanese", -1), moves("8th", +1)),
        ),
        (),
        "demolition steps in 3330: 1",
    ),
    "a hex is lost": (lambda p: apply.hex_lost(p, "10.1.8", hex="2631"), (), "stars in 2631: 1"),
    "one of two pillboxes falls": (
        both(lambda p: apply.demolished(p, "7.2.5", hex="3330", steps=2, total=3), moves("marines", +1)),
        (),
        "demolition steps in 3330: 1",
    ),
    "supply points are rolled": (wins_supply, (6,), "supply points, in stock and afloat: 5"),
    "a point is given": (lambda p: apply.supply_given(p, "8.2", units=["2/8A"], group="2/8A@9"), (), "supply points"),
    "a free marker is given": (
        lambda p: apply.free_marker_given(p, "8.4", units=["2/8A"], group="2/8A@9"),
        (),
        "supply marker of 2/8A",
    ),
    "markers are used up": (lambda p: apply.markers_used(p, "8.2", units=["2/8E"]), (), "supply marker of 2/8E"),
    "a marker is used as supply": (
        lambda p: apply.supply_status(p, "8.9", unit="2/8E", supply="general", group="", unsupplied=0),
        (),
        "supply marker of 2/8E",
    ),
    "a point is paid": (lambda p: apply.recovery_begun(p, "7.2.6", unit="2/8A", paid=True), (), "supply points"),
    "points are lost": (lambda p: apply.stock_lost(p, "8.1", points=2), (), "supply points"),
    "a head is lost": (lambda p: apply.head_lost(p, "8.5", hex="2731", points=3), (), "supply points"),
    "a load sinks": (lambda p: apply.supply_lost(p, "6.6.2", craft="lvt-2"), (), "supply points"),
    "a load lands and is used": (lands(True), (), "supply points"),
    "a load lands and is wasted": (lands(False), (), "supply points"),
    "shore points are rolled": (wins_support, (6,), "shore points: 2"),
    "a shore point is used": (lambda p: apply.shore_point_used(p, "7.2.3", left=1), (), "shore points: 2"),
    "the ships shell the wreck": (lambda p: apply.wreck_shelled(p, "10.1.4", turns=1), (), "shore points: 2"),
    "the turn ends": (lambda p: apply.markers_cleaned(p, "10", pins=[]), (), "shore points: 2"),
    "a carrier is sunk": (lambda p: apply.carrier_sunk(p, "10.1.5", loss=1), (), "lasting loss"),
    "the fleet is raided": (lambda p: apply.shore_points_hurt(p, "10.1.3", loss=1), (), "lasting loss"),
    "a banzai is repelled": (
        both(
            lambda p: apply.banzai_repelled(p, "10.1.6", unit="2/8A"),
            *(moves("japanese", -1), moves("8th", +1)),
        ),
        (),
        "morale marker of japanese: 3 by its moves",
    ),
    "a hit is taken as morale": (
        both(lambda p: p.note("hit-as-morale", "7.3", unit="2/8A"), moves("8th", -1)),
        (),
        "morale marker of 8th",
    ),
    "infantry is lost": (
        both(lambda p: apply.unit_lost(p, "7.3", unit="2/8A"), moves("japanese", +1)),
        (),
        "morale marker of japanese",
    ),
    "a general banzai takes more ground": (
        both(
            lambda p: p.note("die", "10.1.8", dice=[], purpose="further hexes lost"),
            *(lambda p, at=at: apply.hex_lost(p, "10.1.8", hex=at) for at in ("2630", "2631")),
            moves("japanese", +1),
        ),
        (),
        "morale marker of japanese",
    ),
    "a banzai takes ground": (
        both(lambda p: apply.hex_lost(p, "10.1.6.3", hex="2630"), moves("japanese", +1)),
        (),
        "morale marker of japanese",
    ),
    "an area is secured": (
        both(lambda p: apply.area_secured(p, "9.2.2", area="red3"), moves("marines", +1)),
        (),
        "morale marker of marines",
    ),
    "a price is paid": (
        both(lambda p: apply.price_paid(p, "13.1", name="2/6"), moves("marines", -2)),
        (),
        "morale marker of marines",
    ),
    "levels are copied": (lambda p: apply.levels_copied(p, "3.5.1", levels={"japanese": 3}), (), "morale levels"),
}


@pytest.mark.parametrize("name", HAPPENINGS)
def test_what_is_told_balances(name: str) -> None:
    happens, dice, _ = HAPPENINGS[name]
    match = battle()
    ledger = Ledger(match, ACCOUNTS)
    assert ledger.after(carry_out(match, happens, *dice), match) == []


@pytest.mark.parametrize("name", HAPPENINGS)
def test_what_is_not_told_does_not_balance(name: str) -> None:
    happens, dice, wrong = HAPPENINGS[name]
    match = battle()
    ledger = Ledger(match, ACCOUNTS)
    done = carry_out(match, happens, *dice)
    assert any(found.startswith(wrong) for found in ledger.after(done._replace(events=[]), match))


# what has no effect a second time
HARMLESS = (
    "a unit moves", "a unit is lost", "levels are copied", "the turn ends", "the ships shell the wreck",
    "markers are used up", "a marker is used as supply",
)  # fmt: skip


@pytest.mark.parametrize("name", [name for name in HAPPENINGS if name not in HARMLESS])
def test_what_is_told_twice_does_not_balance(name: str) -> None:
    happens, dice, _ = HAPPENINGS[name]
    match = battle()
    ledger = Ledger(match, ACCOUNTS)
    done = carry_out(match, happens, *dice)
    assert ledger.after(done._replace(events=[*done.events, *done.events]), match)


def star_on_the_beach(match: Match[State]) -> None:
    match.state.cleared |= {"2531"}


TAMPERINGS: dict[str, tuple[Tampering, str]] = {
    "a unit vanishes": (lambda m: m.state.units.pop("2/8E"), "units: "),
    "a unit is there twice": (lambda m: m.state.units.update({"2/8E": m.state.units["2/8A"]}), "units by their names"),
    "no such place": (
        lambda m: setattr(m.state.units["2/8E"], "at", "9999"),
        "2/8E: '9999' is not a place",
    ),
    "on the pier where it has no hex": (lambda m: setattr(m.state.units["2/8E"], "at", "pier:2731"), "2/8E: "),
    "in a craft that is in the pool": (lambda m: setattr(m.state.units["3/8A"], "at", "in:lvt-4"), "3/8A: "),
    "in a craft that is none": (lambda m: setattr(m.state.units["3/8A"], "at", "in:2/8A"), "3/8A: "),
    "more stock than was won": (lambda m: setattr(m.state, "stock", 5), "supply points, in stock and afloat: 5"),
    "a marker that nobody gave": (
        lambda m: setattr(m.state.units["2/8A"], "group", "2/8A@9"),
        "supply marker of 2/8A:  by what has happened, but 2/8A@9 on the table",
    ),
    "a star where no land must be cleared": (star_on_the_beach, "hexes of the island: 303"),
    "a marker beyond its track": (lambda m: m.state.tracks.update(japanese=6), "morale marker of japanese: 6"),
    "a die too many is counted": (lambda m: setattr(m, "used", 1), "dice: 0 were rolled"),
    "the journal has other dice": (
        lambda m: setattr(m, "journal", savefile.journal_text(["an order # 4"])),
        "dice: 'an order' rolled []",
    ),
}


@pytest.mark.parametrize("name", TAMPERINGS)
def test_what_is_done_behind_the_back_of_events_does_not_balance(name: str) -> None:
    tamper, wrong = TAMPERINGS[name]
    match = battle()
    ledger = Ledger(match, ACCOUNTS)
    done = carry_out(match, void)
    tamper(match)
    assert any(found.startswith(wrong) for found in ledger.after(done, match))


def test_points_below_nothing_do_not_balance_even_if_they_are_told() -> None:
    match = battle()
    ledger = Ledger(match, ACCOUNTS)
    spent = both(
        lambda p: apply.stock_lost(p, "8.1", points=5),
        *[lambda p: apply.shore_point_used(p, "7.2.3", left=p.state.shore - 1)] * 3,
    )
    assert ledger.after(carry_out(match, spent), match) == ["supply points: -1 in stock", "shore points: -1 left"]


def test_a_supply_point_that_lands_and_is_neither_used_nor_wasted_does_not_balance() -> None:
    match = battle()
    ledger = Ledger(match, ACCOUNTS)
    done = carry_out(match, lands(False))
    told = [event for event in done.events if event.type != "supply-wasted"]
    assert ledger.after(done._replace(events=told), match) == [
        "supply points: 1 landed, but neither used nor wasted",
    ]


def test_8_2_two_points_of_one_group_do_not_balance() -> None:
    match = battle()
    ledger = Ledger(match, ACCOUNTS)
    given = carry_out(match, lambda p: apply.supply_given(p, "8.2", units=["2/8A"], group="2/8E@7"))
    assert ledger.after(given, match) == ["supply markers: 2/8E@7 was spent before"]


def test_8_2_a_second_marker_for_a_unit_does_not_balance() -> None:
    match = battle()
    ledger = Ledger(match, ACCOUNTS)
    given = carry_out(match, lambda p: apply.supply_given(p, "8.2", units=["2/8A", "2/8E"], group="2/8A@9"))
    assert ledger.after(given, match) == ["supply markers: 2/8E holds one already"]


@pytest.mark.parametrize(("unit", "spaces"), [("2/8A", 0), ("sherman-1", 1), ("lvt-1 (3/8A)", 1)])
def test_an_asterisk_counts_for_combat_units_other_than_tanks_and_only_for_them(unit: str, spaces: int) -> None:
    match = battle()
    ledger = Ledger(match, ACCOUNTS)
    (wrong,) = ledger.after(carry_out(match, hurts(unit, spaces), HIT), match)
    assert wrong.startswith("casualties")


def test_dice_are_told_in_the_order_in_which_they_fell() -> None:
    match = battle()
    ledger = Ledger(match, ACCOUNTS)
    done = carry_out(match, both(rolls("traps"), rolls("course")), 1, 5)
    (wrong,) = ledger.after(done._replace(events=done.events[::-1]), match)
    assert wrong == "dice: [1, 5] were rolled, but the events report [5, 1]"


def test_a_ledger_opened_in_the_middle_of_a_game_balances_from_there_on() -> None:
    match: Match[State] = Match(GAME, CAMPAIGN, 1943)
    session.perform(match, ["bombard"])
    ledger = Ledger(match, ACCOUNTS)
    areas = list(match.state.board.areas)[: match.state.chits_due]
    assert ledger.after(session.perform(match, ["chits", *areas]), match) == []
    assert ledger.after(session.perform(match, ["next"]), match) == []


# ── Causes of morale


@pytest.mark.parametrize("name", ["a banzai is repelled", "a hit is taken as morale", "infantry is lost"])
def test_9_2_a_cause_that_moves_no_marker_does_not_balance(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    happens, _, _ = HAPPENINGS[name]
    monkeypatch.setattr(apply, "marker_moved", lambda play, rule, **facts: None)
    match = battle()
    ledger = Ledger(match, ACCOUNTS)
    (first, *_) = ledger.after(carry_out(match, happens), match)
    assert first.endswith("is due, but it has not moved")


def test_9_2_a_marker_that_moves_without_a_cause_does_not_balance() -> None:
    match = battle()
    ledger = Ledger(match, ACCOUNTS)
    wrong = ledger.after(carry_out(match, moves("marines", -1)), match)
    assert wrong == ["morale marker of marines: moved by -1 without a cause"]


@pytest.mark.parametrize("box", [4, 5])
def test_9_a_marker_goes_as_far_as_its_track(box: int) -> None:
    match = battle()
    match.state.tracks["marines"] = box
    ledger = Ledger(match, ACCOUNTS)
    both_fall = both(lambda p: apply.hex_cleared(p, "7.2.4", hex="3330"), *[moves("marines", +1)] * (5 - box))
    assert ledger.after(carry_out(match, both(both_fall, moves("japanese", -1))), match) == []


def test_9_2_a_regiment_that_breaks_moves_two_other_markers() -> None:
    match = battle()
    match.state.tracks["8th"] = -4
    broken = both(lambda p: p.note("hit-as-morale", "7.3", unit="2/8A"), moves("8th", -1), moves("japanese", +1))
    ledger = Ledger(match, ACCOUNTS)
    wrong = ledger.after(carry_out(match, broken), match)
    assert wrong == ["morale marker of marines: -1 is due, but it has not moved"]


def test_9_2_2_each_full_thousand_of_casualties_moves_the_marker() -> None:
    match = battle()
    match.state.casualties = 1950
    ledger = Ledger(match, ACCOUNTS)
    wrong = ledger.after(carry_out(match, hurts("2/8A", 1), HIT), match)
    assert wrong == ["morale marker of marines: -1 is due, but it has not moved"]


def test_9_3_a_regiment_gains_once_for_a_step_that_comes_back() -> None:
    match = battle()
    ledger = Ledger(match, ACCOUNTS)
    rests = both(lambda p: apply.step_recovered(p, "7.2.6", unit="2/8A", steps=6), moves("8th", +1))
    assert ledger.after(carry_out(match, rests), match) == []
    assert ledger.after(carry_out(match, moves("8th", +1)), match) == [
        "morale marker of 8th: moved by +1 without a cause"
    ]
