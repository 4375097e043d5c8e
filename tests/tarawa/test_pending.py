"""Unfinished work in a file: it is read exactly, and whatever is taken can be played to its end."""

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.legal.listing import legal
from tarawa_cli.games.tarawa.model import codec
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.model.work import HANDLERS
from tarawa_cli.games.tarawa.views import reports
from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.saves import savefile
from tests.tarawa.tables import CAMPAIGN
from tests.tarawa.tools import through_text, wrong

Doc = dict[str, Any]

HIT = {"kind": "hit", "unit": "2/8A"}
ASSAULT = {
    "units": ["2/8A", "3/8A"],
    "on": ["2626", "2726"],
    "support": ["sherman-1", "1/10"],
    "shore": 1,
    "left": ["3/8A"],
}
LAND: dict[str, Any] = {
    "turn": 6,
    "default": "absent",
    "heads": ["2530", "2531"],
    "units": {
        "2/8A": {"at": "2627"},
        "2/8B": {"at": "3231"},
        "2/8E": {"at": "2627", "steps": 2},
        "3/8A": {"at": "2625", "steps": 1},
        "hawkins": {"at": "2530"},
        "sherman-1": {"at": "2627"},
        "1/10": {"at": "2628"},
        "lvt-2": {"at": "2628", "beach": "red3", "homeward": True},
    },
}
SEA = {
    "turn": 2,
    "phase": "anti-landing-2",
    "default": "absent",
    "units": {
        "2/8A": {"at": "2327", "beach": "red3"},
        "3/8A": {"at": "in:lvt-1", "beach": "red3"},
        "hawkins": {"at": "pier:1532"},
        "lvt-1": {"at": "2128", "beach": "red3"},
    },
}
BACK: list[dict[str, Any]] = [
    {"kind": "vacated", "hex": "3332", "unit": "2/8B", "stage": "local"},
    {"kind": "retreat", "unit": "2/8B", "left": 2, "hex": "3332"},
    {"kind": "way", "unit": "2/8B", "on": ["3230", "3331"]},
]
# phase → what can be unfinished in it
STACKS: dict[str, list[list[Doc]]] = {
    "actions": [
        [{"kind": "move", "unit": "2/8B", "route": ["3230", "3229"]}, HIT | {"unit": "2/8B"}],
        [{"kind": "attack", **ASSAULT}, {"kind": "hits", "units": ["2/8A"]}, HIT],
        [{"kind": "demolish", **ASSAULT, "units": ["2/8E"], "on": ["2626"], "left": []}, HIT | {"unit": "2/8E"}],
        [{"kind": "clear", "on": ["2626", "2726"], "units": ["2/8A", "3/8A", "1/10"]}],
        [{"kind": "gain", "regiments": ["8th", "10th"]}, {"kind": "gain", "regiments": ["8th"]}],
    ],
    "anti-landing-2": [[{"kind": "arrive"}, {"kind": "anti-landing", "left": ["3/8A", "hawkins", "lvt-1"]}, HIT]],
    "offensive-fire": [
        [{"kind": "arrive"}, {"kind": "offensive-fire", "left": ["red3", "triangle"]}, HIT],
        [{"kind": "sequence"}, {"kind": "hits", "units": ["2/8A"]}, HIT],
    ],
    "night": [
        [{"kind": "arrive"}, {"kind": "raid", "hits": 5, "pins": 1}],
        [{"kind": "arrive"}, {"kind": "raid-marker", "areas": ["red3", "triangle"]}],
        [{"kind": "arrive"}, {"kind": "hits", "units": ["sherman-1", "2/8B"]}, HIT],
        [{"kind": "arrive"}, {"kind": "banzai", "left": 1}, *BACK],
        [
            {"kind": "arrive"},
            {"kind": "general-banzai", "left": ["red3", "triangle"]},
            {"kind": "banzai-round", "heads": ["2530"], "units": ["2/8A", "3/8A"]},
            *BACK,
        ],
    ],
}


def docs() -> list[Doc]:
    """A position for every stack."""
    ground = {"anti-landing-2": SEA}
    return [
        {**ground.get(phase, LAND), "phase": phase, "pending": stack} for phase in STACKS for stack in STACKS[phase]
    ]


def recorded() -> Iterator[Doc]:
    """What older programs have asked."""
    for path in sorted((Path(__file__).parents[1] / "saves").glob("*/asked-*.toml")):
        doc = savefile.read(str(path)).doc
        yield {key: doc[key] for key in (*codec.STATE, "units", "default") if key in doc}


# ── Played to the end


def match_of(doc: Doc, seed: int) -> Match[State]:
    match = Match(GAME, CAMPAIGN, seed)
    match.state = GAME.load(CAMPAIGN, deepcopy(doc))
    return match


def reads_back(state: State) -> None:
    doc = GAME.dump(state)
    assert GAME.dump(GAME.load(CAMPAIGN, through_text(doc))) == doc


def play_out(doc: Doc, seed: int) -> None:
    """Give some of the answers, each on a position of its own, and go on until nothing is unfinished, and once more."""
    rng = Random(seed)
    match = match_of(doc, seed)
    reads_back(match.state)
    reports.status(match.state, match)
    answers = legal(match.state)
    assert answers, "a dead end"
    for answer in rng.sample(answers, min(3, len(answers))):
        match = match_of(doc, seed)
        session.perform(match, answer.split())
        while match.state.stack:
            reads_back(match.state)
            session.perform(match, rng.choice(legal(match.state)).split())
        reads_back(match.state)


@pytest.mark.parametrize("doc", docs(), ids=lambda doc: " ".join([doc["phase"], *(f["kind"] for f in doc["pending"])]))
def test_3_whatever_can_be_unfinished_is_taken_and_played_to_its_end(doc: Doc) -> None:
    state = GAME.load(CAMPAIGN, doc)
    assert state.stack == [HANDLERS.frame(**frame) for frame in doc["pending"]]
    assert state.question == state.stack[-1]
    for seed in range(5):
        play_out(doc, seed)


def test_3_every_kind_of_unfinished_work_is_tried_here() -> None:
    assert {frame["kind"] for doc in docs() for frame in doc["pending"]} == set(HANDLERS.places)


# ── Read exactly


@pytest.mark.parametrize("doc", docs(), ids=lambda doc: " ".join([doc["phase"], *(f["kind"] for f in doc["pending"])]))
def test_save_a_list_in_pending_may_be_one_text_and_becomes_a_list(doc: Doc) -> None:
    texts = [{k: " ".join(v) if isinstance(v, list) else v for k, v in frame.items()} for frame in doc["pending"]]
    assert GAME.load(CAMPAIGN, {**doc, "pending": texts}).stack == GAME.load(CAMPAIGN, doc).stack


def test_10_1_1_one_area_written_without_brackets_is_offered_whole_and_can_be_chosen() -> None:
    match = match_of(
        {**LAND, "phase": "night", "pending": [{"kind": "arrive"}, {"kind": "raid-marker", "areas": "red3"}]}, 1
    )
    assert legal(match.state) == ["decide red3"]
    session.perform(match, ["decide", "red3"])
    assert match.state.raids == {"red3": 2}
    reads_back(match.state)


@pytest.mark.parametrize("count", [True, 2.0, "2", [2], 0, -1, 10, 10**30])
def test_10_1_1_the_hits_of_an_air_raid_are_a_count_that_can_be(count: Any) -> None:
    raid = [{"kind": "arrive"}, {"kind": "raid", "hits": count, "pins": 0}]
    (problem,) = wrong(**LAND, phase="night", pending=raid)
    assert problem.startswith("pending: raid.hits: must be a whole number from 1 to 9, not ")


def test_10_1_1_an_air_raid_with_nobody_to_hit_asks_nothing() -> None:
    raid = [{"kind": "arrive"}, {"kind": "raid", "hits": 1, "pins": 0}]
    assert wrong(turn=6, phase="night", pending=raid) == [
        "pending: raid: the units ashore can take 0 hits, not 1 (10.1.1)"
    ]


@pytest.mark.parametrize(
    ("frame", "reason"),
    [
        ({"kind": "party"}, "'party' is not a kind of unfinished work"),
        ({"kind": "traps", "left": ["red3"]}, "'traps' is not a kind of unfinished work"),
        ({"kind": "hit"}, "hit must have unit, and nothing else"),
        (HIT | {"left": []}, "hit must have unit, and nothing else"),
        ({"kind": "arrive", "left": []}, "arrive must have no key of its own, and nothing else"),
        (HIT | {"unit": "9/9Z"}, "hit.unit: '9/9Z': not a unit"),
        (HIT | {"unit": 7}, "hit.unit: must be a string, not 7"),
        (HIT | {"unit": ["2/8A"]}, "hit.unit: must be a string, not ['2/8A']"),
        (HIT | {"unit": "2/8A 2/8B"}, "hit.unit: must be one unit, not 2"),
        ({"kind": "hits", "units": []}, "hits.units: must name at least 1"),
        ({"kind": "hits", "units": ["2/8A"] * 10}, "hits.units: must name at most 9"),
        ({"kind": "anti-landing", "left": ["lvt-1", "lvt-1"]}, "anti-landing.left: must name each only once"),
        ({"kind": "gain", "regiments": "marines"}, "gain.regiments: 'marines': not a regiment"),
        ({"kind": "way", "unit": "2/8A", "on": "2431"}, "way.on: '2431': not a land hex or the foot of the pier"),
        ({"kind": "vacated", "hex": "3332", "unit": "2/8A", "stage": "total"}, "vacated.stage: must be one of local"),
    ],
)
def test_save_a_piece_of_work_that_cannot_be_is_refused(frame: Doc, reason: str) -> None:
    (problem,) = wrong(**LAND, phase="actions", pending=[frame])
    assert reason in problem


def refused(stack: list[Doc], phase: str, **keys: Any) -> str:
    ground = SEA if phase.startswith("anti-landing") else LAND
    return "\n".join(wrong(**{**ground, "phase": phase, "pending": stack, **keys}))


@pytest.mark.parametrize(
    ("phase", "stack"),
    [
        ("embark", [HIT]),
        ("actions", [{"kind": "arrive"}, HIT]),
        ("actions", [HIT, HIT]),
        ("offensive-fire", [HIT]),
        ("night", [{"kind": "arrive"}, {"kind": "offensive-fire", "left": ["red3"]}, HIT]),
        ("night", [{"kind": "arrive"}, BACK[1], BACK[2]]),
        ("anti-landing-2", [{"kind": "arrive"}, {"kind": "arrive"}, HIT]),
    ],
)
def test_3_work_that_no_phase_leaves_so_is_refused(phase: str, stack: list[Doc]) -> None:
    kinds = ", ".join(frame["kind"] for frame in stack)
    assert refused(stack, phase) == f"pending: {kinds} cannot be unfinished in phase `{phase}`"


def test_3_the_last_piece_of_work_is_a_question() -> None:
    assert refused([HIT, {"kind": "hits", "units": "2/8A"}], "actions") == "pending: the last must be a question"


@pytest.mark.parametrize(
    ("stack", "phase", "reason"),
    [
        ([HIT | {"unit": "1/2A"}], "actions", "hit: 1/2A is not on the map"),
        ([HIT | {"unit": "hawkins"}], "actions", "hit: hawkins has no regiment, so it loses a step"),
        ([{"kind": "hits", "units": "1/2A"}, HIT], "actions", "hits: 1/2A is not on the map"),
        ([{"kind": "move", "unit": "2/8B", "route": "3230"}, HIT], "actions", "about the same unit, not 2/8A, 2/8B"),
        ([STACKS["actions"][1][0] | {"on": ["2626", "2530"]}, HIT], "actions", "attack: 2530 is not an uncleared hex"),
        ([STACKS["actions"][1][0] | {"left": ["2/8B"]}, HIT], "actions", "2/8B in `left` is not one of the units"),
        ([STACKS["actions"][1][0] | {"on": ["2626", "2726", "2725"]}, HIT], "actions", "too many targets (7.2.4)"),
        ([STACKS["actions"][1][0] | {"on": ["4403"]}, HIT], "actions", "3/8A is not next to 4403"),
        ([STACKS["actions"][1][0] | {"units": ["3/8A", "1/2A"]}, HIT], "actions", "attack: 1/2A is not ashore"),
        ([STACKS["actions"][1][0] | {"support": ["lvt-1"]}, HIT], "actions", "attack: lvt-1 cannot support"),
        ([STACKS["actions"][2][0] | {"on": ["2726"]}, HIT | {"unit": "2/8E"}], "actions", "one hex with a pillbox"),
        ([{"kind": "clear", "on": "2530", "units": "2/8A"}], "actions", "clear: 2530 is not an uncleared hex"),
        ([{"kind": "arrive"}, *BACK[:2], BACK[2] | {"on": ["2530"]}], "night", "way: 2/8B cannot fall back to 2530"),
        ([{"kind": "arrive"}, *BACK[:2], BACK[2] | {"on": ["3330"]}], "night", "way: 2/8B cannot fall back to 3330"),
        ([{"kind": "arrive"}, BACK[0] | {"hex": "3330"}, *BACK[1:]], "night", "about the same hex, not 3330, 3332"),
        (
            [{"kind": "arrive"}, {"kind": "banzai-round", "heads": "", "units": "lvt-2"}, *BACK],
            "night",
            "banzai-round: lvt-2 is a craft",
        ),
    ],
)  # fmt: skip
def test_3_work_that_could_not_be_finished_is_refused(stack: list[Doc], phase: str, reason: str) -> None:
    assert reason in refused(stack, phase)


def test_7_6_a_way_over_the_airstrip_leads_through_no_hex_without_room() -> None:
    move: list[dict[str, Any]] = [{"kind": "move", "unit": "2/8B", "route": ["3230", "3229"]}, HIT | {"unit": "2/8B"}]
    units = LAND["units"] | {"3/8A": {"at": "3230"}}
    assert refused(move, "actions", units=units) == "pending: move: there is no room for 2/8B in 3230 (7.6)"


# ── Changed at random

OTHERS: list[Any] = [
    True, 2.0, 0, 1, 7, -1, "", "2/8A", "lvt-2", "1/2A", "red3", "2626", "3331", "2632", "marines", "8th", "general",
    [], {}, [[]], [1], ["2/8A"], ["2/8A", "2/8A"], ["lvt-1"], ["hawkins", "2/8E"], ["red2"], ["2626"], ["3230"],
]  # fmt: skip


def change(doc: Doc, rng: Random) -> Doc:
    """A document with one to three things in `pending`, or the ground below it, changed by chance."""
    doc = deepcopy(doc)
    for _ in range(rng.choice([1, 1, 2, 3])):
        rng.choice([_change_fact, _change_fact, _change_fact, _change_key, _change_frames, _change_ground])(doc, rng)
    return doc


def _change_fact(doc: Doc, rng: Random) -> None:
    frame = rng.choice(doc["pending"] or [{}])
    for fact in rng.sample(sorted(frame), min(1, len(frame))):
        value = frame[fact]
        if isinstance(value, list) and value and rng.random() < 0.4:
            frame[fact] = rng.choice([value[1:], value + value[:1], value[::-1], " ".join(map(str, value)), value[0]])
        else:
            frame[fact] = rng.choice([*OTHERS, *([value + 1, value - 1] if isinstance(value, int) else [])])


def _change_key(doc: Doc, rng: Random) -> None:
    frame = rng.choice(doc["pending"] or [{}])
    if rng.random() < 0.5 and frame:
        del frame[rng.choice(sorted(frame))]
    else:
        frame[rng.choice(["kind", "unit", "units", "left", "hits", "x"])] = rng.choice([*OTHERS, *HANDLERS.places])


def _change_frames(doc: Doc, rng: Random) -> None:
    frames = doc["pending"]
    other = rng.choice([frame for doc in docs() for frame in doc["pending"]])
    place = rng.randrange(len(frames) + 1)
    frames[place : place + rng.randrange(2)] = deepcopy(rng.choice([[], [other], frames[:1], frames[-1:]]))


def _change_ground(doc: Doc, rng: Random) -> None:
    unit = doc["units"].setdefault(rng.choice(["2/8A", "2/8B", "3/8A", "2/8E", "lvt-1", *doc["units"]]), {})
    unit |= rng.choice([{"at": "lost", "steps": 0}, {"at": "3230"}, {"at": "2530"}, {"steps": 1}, {"at": "in:lvt-1"}])
    doc["phase"] = rng.choice([doc["phase"]] * 4 + ["actions", "night", "offensive-fire", "anti-landing-1", "final"])


def test_save_work_changed_by_chance_is_refused_or_can_be_played() -> None:
    starts = [*docs(), *recorded()]
    ends = {"refused": 0, "played": 0}
    for number in range(700):
        doc = change(starts[number % len(starts)], Random(number))
        try:
            GAME.load(CAMPAIGN, deepcopy(doc))
        except BadFile:
            ends["refused"] += 1
            continue
        ends["played"] += 1
        if doc.get("pending"):
            try:
                play_out(doc, number)
            except Exception as fault:
                raise AssertionError(f"mutant {number}: {doc['phase']} {doc['pending']}") from fault
    assert min(ends.values()) > 50, ends
