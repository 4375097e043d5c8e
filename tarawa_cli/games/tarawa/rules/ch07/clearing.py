"""7.2.4, 9.2, 11.31: a hex falls, an area is secured."""

from collections.abc import Iterator, Sequence

from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.model.work import Regiments, decision
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules.ch08.supply import relieve
from tarawa_cli.games.tarawa.rules.ch09.morale import HIGHEST, move_marker
from tarawa_cli.games.tarawa.rules.ch12.victory import end_if_won
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.play import Play
from tarawa_cli.kernel.unfinished import Question


@rule("7.2.4", "9.2.1", "9.2.2")
def clear_hex(play: Play[State], at: Hex, by: Sequence[str], rule: str) -> None:
    """A cleared hex gets its star and loses its pillboxes. Clearing a hex again after a banzai moves no morale."""
    state = play.state
    pillboxes = state.pillboxes_standing(at)
    apply.hex_cleared(play, rule, hex=at)
    if pillboxes:
        pillboxes_fall(play, pillboxes, at)
        pillbox_hex_falls(play, at, by)
    after_ground_won(play)


def pillboxes_fall(play: Play[State], number: int, at: Hex) -> None:
    why = f"{'a pillbox is' if number == 1 else f'{number} pillboxes are'} reduced in {at}"
    move_marker(play, "marines", number, why, "9.2.2")


@rule("9.2.1", "9.2.4")
def pillbox_hex_falls(play: Play[State], at: Hex, by: Sequence[str]) -> None:
    """Japanese morale falls, and a regiment that took part may gain."""
    state = play.state
    move_marker(play, "japanese", -1, f"pillbox hex {at} is cleared", "9.2.1")
    took_part = {state.units[id].type.regiment for id in by} - {""}
    able = [regiment for regiment in state.tracks if regiment in took_part and state.tracks[regiment] < HIGHEST]
    if able and (state.gain == "lowest" or (state.gain == "only" and len(able) == 1)):
        _gain(play, min(able, key=lambda regiment: state.tracks[regiment]))
    elif able:
        play.push(ask_gain, regiments=able)


@decision
def ask_gain(state: State, regiments: Regiments) -> Question:
    able = [name for name in regiments if state.tracks[name] < HIGHEST]
    levels = ", ".join(f"{name} at {state.charts.box_name(state.tracks[name])}" for name in able)
    return Question(f"a pillbox hex is cleared: which regiment gains a box? ({levels})", [*able, "none"])


@ask_gain.answered
def gain_answered(play: Play[State], answer: str, regiments: list[str]) -> None:
    if answer != "none":
        _gain(play, answer)


def _gain(play: Play[State], regiment: str) -> None:
    move_marker(play, regiment, +1, "it cleared a pillbox hex", "9.2.4")


@rule("9.2.2", "11.31")
def after_ground_won(play: Play[State]) -> None:
    """Areas secured for the first time raise morale, and the battle may be won."""
    state = play.state
    relieve(play)
    for area in state.board.areas if state.areas_secured - state.secured else ():
        if area not in state.secured and state.is_secured(area):
            apply.area_secured(play, "9.2.2", area=area)
            move_marker(play, "marines", +1, f"{state.board.areas[area].name} is secured", "9.2.2")
    end_if_won(play)


@rule("9.2.2", "7.2.5", "11.31")
def never_secured(state: State) -> Iterator[str]:
    """Why areas listed as once secured cannot have been, even if a banzai has retaken hexes since.

    Clearing a hex destroys its pillboxes for good, and an airstrip hex once entered stays so.
    """
    for area in (area for area in state.board.areas if area in state.secured):
        standing = [at for at in sorted(state.board.around_area(area, 3)) if state.pillboxes_standing(at) > 0]
        unseen = sorted(state.board.airstrip(area) - state.occupied)
        if standing:
            yield f"secured: {area} never was: a pillbox stands in {standing[0]}, in it or within three hexes (9.2.2)"
        elif unseen:
            yield f"secured: {area} never was: no unit has entered the airstrip in {unseen[0]} (9.2.2)"
