"""A player's own tables and numbers: what may be replaced, that it is used, and what is refused with its reason."""

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarawa_cli.games.tarawa.data import SOURCES, document
from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model.board import betio
from tarawa_cli.games.tarawa.model.charts import Charts
from tarawa_cli.games.tarawa.model.own_tables import check_own
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.saves import custom_tables
from tests.tarawa.tools import examples

CHARTS = Charts({})
TABLES = document("tables.toml")
UNITS = document("units.toml")
NUMBERS = document("charts.toml")


def problems(own: dict[str, Any]) -> list[str]:
    """What is wrong with a player's file."""
    try:
        check_own(own, "mine.toml")
    except BadFile as error:
        named = error.message.startswith("mine.toml")
        return list(error.problems) if named else ["the file is not named"]
    return []


OPEN_TABLES = [id for id in TABLES if TABLES[id]["tag"] == "X"]
FIXED_TABLES = [id for id in TABLES if id not in OPEN_TABLES]


def columns_of(rows: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return rows if isinstance(next(iter(rows.values())), dict) else {"": rows}


def replaceable(id: str) -> list[tuple[str, str]]:
    """Column and span of every row of a table that no source fixes."""
    fixed = TABLES[id].get("fixed", {})
    return [
        (column, span)
        for column, rows in columns_of(TABLES[id]["rows"]).items()
        for span in rows
        if (f"{column}.{span}" if column else span) not in fixed
    ]


def with_row(id: str, column: str, span: str, result: Any) -> dict[str, Any]:
    """A player's file with one row of a table changed."""
    rows = copy.deepcopy(TABLES[id]["rows"])
    columns_of(rows)[column][span] = result
    return {"tables": {id: rows}}


@pytest.mark.parametrize("id", OPEN_TABLES)
def test_own_every_reconstructed_row_can_be_replaced_and_is_used(id: str) -> None:
    rows = columns_of(TABLES[id]["rows"])
    for column, span in replaceable(id):
        other = next(result for result in rows[column].values() if result != rows[column][span])
        own = with_row(id, column, span, other)
        assert problems(own) == []
        table = Charts(own).table(id)
        place = list(rows[column]).index(span)
        assert table.columns[column][place].result == other
        changed = [row for row, before in zip(table.columns[column], CHARTS.table(id).columns[column], strict=True) if
                   row != before]  # fmt: skip
        assert len(changed) == 1
        assert table.notes
        assert not CHARTS.table(id).notes


@pytest.mark.parametrize("id", OPEN_TABLES)
def test_own_a_table_may_be_cut_into_other_spans(id: str) -> None:
    """The same chart, die by die: nothing that is fixed has changed."""
    low, high = TABLES[id].get("die", (None, None))
    rows: dict[str, Any] = {}
    for column in columns_of(TABLES[id]["rows"]):
        table = CHARTS.table(id)
        first, last = (low if low is not None else -3), (high if high is not None else 12)
        spans = {str(total): table.result(total, column) for total in range(first, last + 1)}
        if low is None:
            spans = {f"..{first - 1}": table.result(first - 1, column), **spans}
        if high is None:
            spans[f"{last + 1}.."] = table.result(last + 1, column)
        rows[column] = spans
    own = {"tables": {id: rows.get("", rows)}}
    assert problems(own) == []
    for column in rows:
        results = [CHARTS.table(id).result(total, column) for total in range(1, 7)]
        assert [Charts(own).table(id).result(total, column) for total in range(1, 7)] == results


@pytest.mark.parametrize("id", FIXED_TABLES)
def test_own_a_table_of_the_rulebook_is_refused_with_the_reason(id: str) -> None:
    (problem,) = problems({"tables": {id: TABLES[id]["rows"]}})
    assert problem.startswith(f"tables.{id}: fixed (rulebook, ")
    assert TABLES[id]["rule"] in problem


@pytest.mark.parametrize(
    ("id", "column", "span", "result", "source"),
    [
        ("japanese-fire", "afloat", "5", "course", "rulebook"),
        ("night-events", "", "4", "carrier", "rulebook"),
        ("close-support", "", "1..3", "2", "rulebook"),
        ("close-support", "", "5", "3", "rulebook"),
        ("shore-support", "", "1..2", "1", "derived"),
    ],
)
def test_own_a_row_that_a_source_fixes_must_stay(id: str, column: str, span: str, result: str, source: str) -> None:
    (problem,) = problems(with_row(id, column, span, result))
    assert problem.startswith(f"tables.{id}: {column + '.' if column else ''}{span} is fixed")
    assert source in problem


def test_10_1_own_night_events_may_have_other_numbers_but_the_wreck_keeps_its_four() -> None:
    rows = {"..1": "banzai", "2..3": "air raid", "4": "wreck", "5..7": "general banzai", "8..": "submarine"}
    assert problems({"tables": {"night-events": rows}}) == []
    (problem,) = problems({"tables": {"night-events": rows | {"4": "air raid"}}})
    assert problem.startswith("tables.night-events: 4 is fixed")
    assert problems({"tables": {"night-events": rows | {"5..7": "a quiet night"}}})


@pytest.mark.parametrize(("number", "wrong"), [(0, 0), (2, 0), (-1, 1), (100, 1)])
def test_7_2_2_own_number_of_units_that_support_a_fire(number: int, wrong: int) -> None:
    assert len(problems({"values": {"fire-supporters": number}})) == wrong


def test_own_tables_may_let_the_japanese_fight_on_though_ours_never_does() -> None:
    rows = {"1..2": "-", "3..6": "1d6 hexes fall"}
    assert problems({"tables": {"japanese-collapse": rows}}) == []
    assert problems({"tables": {"japanese-collapse": rows | {"1..2": "3d6 hexes fall"}}}) == [
        "tables.japanese-collapse: 1..2: '3d6 hexes fall' is none of: -, 1d6 hexes fall, 2d6 hexes fall, "
        "area falls (9.2.3)"
    ]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ({"..3": "S*", "4..": " ".join(["H"] * 41)}, "4..: the result must be a string of at most 80 characters"),
        ({"..0": "-", **{str(n): "-" for n in range(1, 200)}, "200..": "-"}, "201 rows are too many"),
    ],
)
def test_own_tables_of_absurd_size_are_refused_before_they_are_compared(
    monkeypatch: pytest.MonkeyPatch, rows: dict[str, str], said: str
) -> None:
    for compares in ("_is_known", "_overlap"):
        monkeypatch.setattr(custom_tables, compares, lambda *_: pytest.fail("results are compared"))
    own = {"tables": {"japanese-fire": {**TABLES["japanese-fire"]["rows"], "ashore": rows}}}
    (problem,) = problems(own)
    assert problem.startswith(f"tables.japanese-fire.ashore: {said}")


def test_own_results_of_many_parts_are_known_whatever_their_order() -> None:
    rows = {"..3": "-", "4": " ".join(["Pin 2", "S*", "H"] * 3), "5..": "course H"}
    own = {"tables": {"japanese-fire": {**TABLES["japanese-fire"]["rows"], "ashore": rows}}}
    assert problems(own) == []
    rows["4"] = "Pin 2 S* Pin"
    assert len(problems(own)) == 1


def test_own_a_fixed_total_cannot_hide_in_another_span() -> None:
    rows = {"1": "-", "2": "2", "3": "-", "4..5": "2", "6": "3"}
    (problem,) = problems({"tables": {"close-support": rows}})
    assert "1..3" in problem
    assert problems({"tables": {"close-support": rows | {"2": "-"}}}) == []


@pytest.mark.parametrize("id", OPEN_TABLES)
def test_own_an_incomplete_table_is_refused(id: str) -> None:
    for column, rows in columns_of(TABLES[id]["rows"]).items():
        for span in rows:
            own = copy.deepcopy({"tables": {id: TABLES[id]["rows"]}})
            del columns_of(own["tables"][id])[column][span]
            found = problems(own)
            assert found, f"{id} without {span}"
            assert all(what.startswith(f"tables.{id}") for what in found)


@pytest.mark.parametrize("id", OPEN_TABLES)
def test_own_overlapping_disordered_and_unreadable_spans_are_refused(id: str) -> None:
    column, rows = next(iter(columns_of(TABLES[id]["rows"]).items()))
    first = next(iter(rows))
    for bad in ("3..2", "x", "1-3", "", "5"):
        changed = {bad: "-", **rows} if bad not in rows else dict(reversed(rows.items()))
        own = {"tables": {id: changed if not column else {**TABLES[id]["rows"], column: changed}}}
        assert problems(own), bad
    assert problems(with_row(id, column, first, 7)) == [
        f"tables.{id}{'.' + column if column else ''}: {first}: the result must be a string"
    ]


@pytest.mark.parametrize("id", OPEN_TABLES)
def test_own_unknown_results_are_refused_and_the_known_ones_named(id: str) -> None:
    column, span = replaceable(id)[0]
    for result in ("boom", "", "-5", "²", "123"):
        found = problems(with_row(id, column, span, result))
        assert found, result
        assert found[0].startswith(f"tables.{id}: {span}: {result!r} is none of: ")


@pytest.mark.parametrize("id", ["bombardment", "shore-support", "supply-points"])
def test_own_a_table_of_numbers_takes_other_numbers(id: str) -> None:
    column, span = replaceable(id)[-1]
    own = with_row(id, column, span, "11")
    assert problems(own) == []
    assert Charts(own).table(id).columns[""][-1].result == "11"


@pytest.mark.parametrize("result", ["2", "0", "3"])
def test_7_2_6_own_recovery_gives_one_step_and_no_other_number(result: str) -> None:
    assert problems(with_row("recovery", "", "5..", result)) == [
        f"tables.recovery: 5..: {result!r} is none of: -, 1 (7.2.6)"
    ]
    assert problems({"tables": {"recovery": {"..3": "-", "4..": "1"}}}) == []


def test_5_1_own_bombardment_wins_a_chit_at_least() -> None:
    assert problems(with_row("bombardment", "", "1", "0")) == [
        "tables.bombardment: 0 chits are too few, every bombardment wins one at least (5.1)"
    ]


def test_5_1_own_cup_holds_no_more_chits_than_dice_can_tell_apart() -> None:
    assert problems({"values": {"cup": {"-2": 99, "-1": 99, "0": 18}}}) == []
    assert problems({"values": {"cup": {"-2": 99, "-1": 99, "0": 19}}}) == [
        "values.cup: 217 chits are too many, three dice can choose among 216 (5.1)"
    ]


def test_7_3_own_fire_is_put_together_of_a_few_parts() -> None:
    assert problems(with_row("japanese-fire", "ashore", "9..", " ".join(["H"] * 9))) == []
    (problem,) = problems(with_row("japanese-fire", "ashore", "9..", " ".join(["H"] * 10)))
    assert "is none of" in problem


@pytest.mark.parametrize("steps", [0, 1])
@pytest.mark.parametrize("kind", ["lvt", "lcvp", "lcm", "engineers", "artillery"])
def test_7_2_6_own_units_have_two_steps_at_least_for_their_back_side(kind: str, steps: int) -> None:
    assert problems({"units": {kind: {"steps": 2}}}) == []
    (problem,) = problems({"units": {kind: {"steps": steps}}})
    assert problem.startswith(f"units.{kind}.steps: must be from 2 to 99, not {steps} (2.1, 7.2.6")


@pytest.mark.parametrize("ap", [0, 9])
def test_6_4_own_least_allowance_is_one_that_a_unit_can_have(ap: int) -> None:
    (problem,) = problems({"values": {"least-ap": ap}})
    assert problem.startswith(f"values.least-ap: must be from 1 to 8, not {ap} (6.4")


@pytest.mark.parametrize("rows", [5, "..5", [], True, {}, {"afloat": {}}, {"6": {"6": "S"}}, {"..": 1}])
@pytest.mark.parametrize("id", ["marine-fire", "japanese-fire", "bombardment"])
def test_own_a_table_of_the_wrong_shape_is_refused(id: str, rows: object) -> None:
    found = problems({"tables": {id: rows}})
    assert found
    assert all(what.startswith(f"tables.{id}") for what in found)


def test_own_the_wrong_shape_says_which_shape_is_right() -> None:
    assert problems({"tables": {"marine-fire": 5}}) == ["tables.marine-fire: must have spans and results"]
    assert problems({"tables": {"japanese-fire": {"..5": "-"}}}) == [
        "tables.japanese-fire: must have the columns afloat, ashore"
    ]


def test_5_1_own_chits_must_find_an_area_and_be_in_the_cup() -> None:
    areas = len(betio().areas)
    assert problems(with_row("bombardment", "", "8", str(areas))) == []
    (problem,) = problems(with_row("bombardment", "", "8", str(areas + 1)))
    assert "areas" in problem
    (problem,) = problems({"values": {"cup": {"-2": 1, "-1": 1, "0": 1}}})
    assert "cup" in problem


def test_5_1_an_own_cup_holds_no_more_chits_than_three_dice_can_tell_apart() -> None:
    assert problems({"values": {"cup": {"-2": 72, "-1": 72, "0": 72}}}) == []
    (problem,) = problems({"values": {"cup": {"-2": 72, "-1": 72, "0": 73}}})
    assert problem == "values.cup: 217 chits are too many, three dice can choose among 216 (5.1)"


X_VALUES = [
    (part, name) for part in ("values", "modifiers") for name, sheet in NUMBERS[part].items() if sheet["tag"] == "X"
]
FIXED_VALUES = [
    (part, name) for part in ("values", "modifiers") for name, sheet in NUMBERS[part].items() if sheet["tag"] != "X"
]


def one_more(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: one_more(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [one_more(inner) for inner in value]
    return value + ("s" if isinstance(value, str) else 1)


@pytest.mark.parametrize(("part", "name"), X_VALUES)
def test_own_every_reconstructed_value_and_modifier_can_be_replaced_and_is_used(part: str, name: str) -> None:
    value = one_more(NUMBERS[part][name]["value"])
    own = {part: {name: value}}
    assert problems(own) == []
    used = Charts(own).value(name) if part == "values" else Charts(own).modifier(name).value
    assert used == value
    assert used != (CHARTS.value(name) if part == "values" else CHARTS.modifier(name).value)


@pytest.mark.parametrize(("part", "name"), FIXED_VALUES)
def test_own_fixed_values_and_modifiers_are_refused_with_the_reason(part: str, name: str) -> None:
    sheet = NUMBERS[part][name]
    (problem,) = problems({part: {name: one_more(sheet["value"])}})
    assert problem.startswith(f"{part}.{name}: fixed ({SOURCES[sheet['tag']]}, {sheet['rule']})")


@pytest.mark.parametrize(("part", "name"), X_VALUES)
def test_own_values_of_the_wrong_shape_are_refused(part: str, name: str) -> None:
    for value in ("3", True, 1.5, None, [], [1], {}, {"x": 1}, 1000, -100):
        (problem,) = problems({part: {name: value}})
        assert problem.startswith(f"{part}.{name}: must look like ")


X_UNITS = [(kind, key) for kind, sheet in UNITS.items() for key, tag in sheet["tags"].items() if tag == "X"]
FIXED_UNITS = [(kind, key) for kind, sheet in UNITS.items() for key, tag in sheet["tags"].items() if tag != "X"]


@pytest.mark.parametrize(("kind", "key"), X_UNITS)
def test_own_every_reconstructed_number_of_a_unit_can_be_replaced_and_is_used(kind: str, key: str) -> None:
    value = [7, 2] if key == "ap" else 5
    own = {"units": {kind: {key: value}}}
    assert problems(own) == []
    for id in UNITS[kind]["ids"]:
        assert getattr(Charts(own).units[id], key) == ((7, 2) if key == "ap" else 5)
        gone: dict[str, Any] = {key: None}
        assert Charts(own).units[id]._replace(**gone) == CHARTS.units[id]._replace(**gone)


@pytest.mark.parametrize(("kind", "key"), FIXED_UNITS)
def test_own_fixed_numbers_of_units_are_refused_with_the_reason(kind: str, key: str) -> None:
    (problem,) = problems({"units": {kind: {key: UNITS[kind][key]}}})
    assert problem.startswith(f"units.{kind}.{key}: fixed ({SOURCES[UNITS[kind]['tags'][key]]}, ")


@pytest.mark.parametrize(("kind", "key"), X_UNITS)
def test_own_numbers_of_units_of_the_wrong_shape_are_refused(kind: str, key: str) -> None:
    wrong = ["8", True, 1.5, {}, [8], [8, 5, 2], [8, "5"], -1, 100]
    for value in wrong if key == "steps" else [*wrong, 8, [8, -1]]:
        (problem,) = problems({"units": {kind: {key: value}}})
        assert problem.startswith(f"units.{kind}.{key}: must look like ")


@pytest.mark.parametrize("ap", [[9, 5], [8, 0]])
def test_7_2_1_own_units_keep_at_most_8_ap_and_at_least_one(ap: list[int]) -> None:
    (problem,) = problems({"units": {"engineers": {"ap": ap}}})
    assert problem.startswith("units.engineers.ap: must be from 1 to 8, not ")


def test_own_everything_wrong_is_told_at_once() -> None:
    found = problems(
        {
            "tables": {"night-events": {}, "marine-fire": {"..5": "-"}, "no-such": {}},
            "units": {"hawkins": {"steps": 3, "ids": ["x"], "wings": 2}, "dragoons": {}, "lvt": 3},
            "values": {"heads": "four", "ruin": 1, "luck": 3},
            "modifiers": {"reef": 2, "luck": 1},
            "map": {},
        }
    )
    keys = [what.split(": ")[0] for what in found]
    assert keys == [
        "tables.night-events",
        "tables.marine-fire",
        "tables.no-such",
        "units.hawkins.steps",
        "units.hawkins.ids",
        "units.hawkins.wings",
        "units.dragoons",
        "units.lvt",
        "values.heads",
        "values.ruin",
        "values.luck",
        "modifiers.reef",
        "modifiers.luck",
        "map",
    ]
    assert all(len(what.split(": ", 1)[1]) > 10 for what in found)


@pytest.mark.parametrize("part", ["tables", "units", "values", "modifiers"])
def test_own_a_part_that_is_no_table_is_refused(part: str) -> None:
    assert problems({part: 5}) == [f"{part}: must be a table"]
    assert problems({part: {}}) == []


JUNK = st.recursive(
    st.one_of(st.booleans(), st.integers(-200, 200), st.floats(), st.sampled_from(["-", "S", "2", "left", "²", ""])),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(["1", "1..3", "2..6", "..5", "6..", "..", "4", "afloat", "ashore", "ap", "steps", "x"]),
            inner,
            max_size=4,
        ),
    ),
    max_leaves=8,
)
NAMES = {
    "tables": [*TABLES, "none"],
    "units": [*UNITS, "none"],
    "values": [*NUMBERS["values"], "none"],
    "modifiers": [*NUMBERS["modifiers"], "none"],
}


def some_of(part: str) -> st.SearchStrategy[dict[str, Any]]:
    return st.dictionaries(st.sampled_from(NAMES[part]), JUNK, min_size=1, max_size=3).map(lambda own: {part: own})


@examples(150)
@given(st.one_of(st.dictionaries(st.sampled_from([*NAMES, "map"]), JUNK, max_size=3), *map(some_of, NAMES)))
def test_own_whatever_it_holds_it_is_refused_or_can_be_played(own: dict[str, Any]) -> None:
    if problems(own):
        return
    charts = Charts(own)
    for id in charts.table_ids:
        low, high = TABLES[id].get("die", (-9, 19))
        for column in charts.table(id).columns:
            assert all(charts.table(id).result(total, column) for total in range(low, high + 1))
    state = GAME.begin(Setup("campaign", tables=own))
    assert GAME.dump(GAME.load(Setup("campaign", tables=own), GAME.dump(state))) == GAME.dump(state)
