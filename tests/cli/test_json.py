"""`--json`: one object, the same keys for everybody."""

import json
from pathlib import Path

import pytest

from tarawa_cli.games.tarawa.model.state import POLICIES
from tests.cli.tools import LOOKING, ORDERS, SEED, Game, asked_game, die, fired, game_at, manual_game, tarawa

ANSWERS = {
    "status": "state",
    "map": "map",
    "units": "units",
    "unit": "unit",
    "hex": "hex",
    "area": "area",
    "legal": "commands",
    "odds": "odds",
    "table": "table",
    "rule": "rule",
    "scenarios": "scenario",
    "diff": "changes",
    "why": "why",
    "log": "entries",
    "verify": "proof",
    "policy": "policy",
    "show": "unit",
}
STATE = {
    *("turn", "phase", "tracks", "casualties", "shore", "stock", "pending", "mulligans", "outcome", "counts"),
}


@pytest.mark.parametrize("name", LOOKING)
def test_looking_answers_under_one_key(game: Game, name: str) -> None:
    result = game(name, *LOOKING[name], "--json")
    assert result.code == 0
    assert result.err == ""
    assert result.out.count("\n") == 1
    assert result.json["ok"] is True
    assert result.json["command"].split()[0] == ("unit" if name == "show" else name)
    assert result.json["events"] == []
    assert ANSWERS[name] in result.json
    if name not in ("table", "rule", "scenarios"):
        assert result.state.keys() >= STATE


def test_lists_have_keys_of_their_own() -> None:
    assert len(tarawa("table", "--json").json["tables"]) == 17
    assert {"rule": "6.6.1", "title": "Anti-landing fire: the roll"} in tarawa("rule", "--json").json["rules"]
    assert "campaign" in [scenario["id"] for scenario in tarawa("scenarios", "--json").json["scenarios"]]


def test_an_order_gives_its_events_and_the_state(game: Game) -> None:
    answer = game.json("bombard")
    assert answer["ok"] is True
    assert answer["command"] == "bombard"
    assert answer["state"].keys() >= STATE
    assert all(event["type"] and event["rule"] for event in answer["events"])
    assert answer["events"][0] == {
        "type": "roll",
        "rule": "5.1",
        "table": "bombardment",
        "dice": [die(1)],
        "modifiers": [],
        "total": die(1),
        "result": answer["events"][0]["result"],
    }


def test_a_roll_has_every_modifier_with_its_paragraph(tmp_path: Path) -> None:
    game = manual_game(tmp_path / "manual.toml")
    roll = fired(game)["events"][1]
    assert roll["type"] == "roll"
    assert roll["rule"] == "6.6.1"
    assert roll["table"] == "japanese-fire"
    assert roll["column"] == "afloat"
    assert roll["dice"] == game.json("log", "-n", "1")["entries"][0]["dice"]
    assert {"value": 2, "label": "Japanese morale", "rule": "9.4"} in roll["modifiers"]
    assert {"value": 1, "label": "target on the reef", "rule": "2.3"} in roll["modifiers"]
    assert roll["total"] == roll["dice"][0] + sum(modifier["value"] for modifier in roll["modifiers"])
    assert isinstance(roll["result"], str)


def test_the_state(game: Game) -> None:
    state = game.state
    assert (state["turn"], state["phase"]) == (1, "bombardment")
    box = {"box": 3, "level": 2, "name": "+2, first box"}
    assert state["tracks"]["japanese"] == {"marker": box, "operative": box}
    assert list(state["tracks"]) == ["japanese", "marines", "2nd", "6th", "8th", "10th"]
    assert [state[key] for key in ("casualties", "shore", "stock", "mulligans")] == [0, 0, 0, 0]
    assert state["pending"] is None
    assert state["outcome"] is None
    assert state["counts"]["uncleared"] > 200
    assert state["seed"] == SEED
    assert state["policy"] == {name: policy.usual for name, policy in POLICIES.items()}
    assert state["units"]["2/8A"]["at"] == "schedule"
    assert state["areas"]["red3"]["secured"] is False


def test_a_pending_decision(tmp_path: Path) -> None:
    game = asked_game(tmp_path / "manual.toml")
    pending = game.json("legal")["state"]["pending"]
    assert pending["kind"] == "hit"
    assert pending["question"]
    assert {"step", "morale"} <= set(pending["options"])


def test_the_end_of_a_game(tmp_path: Path) -> None:
    game = game_at(tmp_path, 'turn = 30\nphase = "final"\noutcome = "time"\n')
    assert game.state["outcome"] == "time"
    assert game.legal == []
    assert "Defeat: Betio is not cleared in time." in game("status").out
    result = game("next", "--json")
    assert (result.code, result.error["kind"], result.error["rule"]) == (1, "refused", "12")


def test_a_unit(game: Game) -> None:
    game.to_impulse()
    unit = game.json("unit", "2/8a")["unit"]
    wanted = {"id": "2/8A", "at": "in:lvt-1", "steps": 8, "ap": 8, "pins": 0, "beach": "red3"}
    assert unit.items() >= wanted.items()
    assert unit["supply"] in ("active", "general", "none")
    assert "advance lvt-1" in unit["commands"]
    assert game.json("unit", "lvt-1")["unit"]["load"] == "2/8A"


@pytest.mark.parametrize(
    ("hex", "terrain", "status"),
    [
        ("2731", "shore", "uncleared"),
        ("2531", "landing beach", "landing"),
        ("2730", "airstrip", "airstrip"),
        ("1824", "reef", "reef"),
        ("1424", "entry hex", "entry"),
        ("1832", "pier", "pier"),
        ("1405", "open sea", "sea"),
    ],
)
def test_a_hex(game: Game, hex: str, terrain: str, status: str) -> None:
    fact = game.json("hex", hex)["hex"]
    assert (fact["id"], fact["terrain"], fact["status"]) == (hex, terrain, status)
    assert (fact["pillboxes"], fact["demolished"], fact["units"]) == (0, 0, [])
    assert fact["area"] == ("red3" if hex.startswith(("25", "27")) else "")


def test_a_pillbox_hex_and_a_cleared_one(tmp_path: Path) -> None:
    game = game_at(tmp_path, 'turn = 3\nphase = "actions"\ncleared = "2731"\ndemolished = { "2626" = 1 }\n')
    assert game.json("hex", "2731")["hex"]["status"] == "cleared"
    fact = game.json("hex", "2626")["hex"]
    assert (fact["pillboxes"], fact["demolished"], fact["area"]) == (1, 1, "red3")


def test_an_area(game: Game) -> None:
    area = game.json("area", "RED3")["area"]
    assert (area["id"], area["name"], area["secured"]) == ("red3", "Red Beach 3", False)
    assert len(area["uncleared"]) == area["defended"]
    assert area["pillboxes"].keys() >= {"2626", "2728"}


def test_the_log(game: Game) -> None:
    game.do("bombard")
    (entry,) = game.json("log")["entries"]
    assert (entry["number"], entry["turn"], entry["phase"]) == (1, 1, "bombardment")
    assert (entry["command"], entry["dice"]) == ("bombard", [die(1)])
    assert [event["type"] for event in entry["events"]] == ["roll", "bombarded"]


@pytest.mark.parametrize(
    "id",
    [
        *("japanese-fire", "marine-fire", "marine-attack", "demolition", "traps", "recovery", "close-support"),
        *("shore-support", "supply-points", "bombardment", "course", "night-events", "air-raid", "fleet-raid"),
        *("banzai", "japanese-collapse", "invasion-collapse"),
    ],
)
def test_a_table(id: str) -> None:
    table = tarawa("table", id, "--json").json["table"]
    assert table["id"] == id
    assert table["source"]
    assert all(rows for rows in table["columns"].values())
    if id == "japanese-fire":
        assert list(table["columns"]) == ["afloat", "ashore"]


@pytest.mark.parametrize("id", ["terrain", "units", "turns", "morale", "values", "modifiers"])
def test_a_chart(id: str) -> None:
    table = tarawa("table", id, "--json").json["table"]
    assert (table["id"], bool(table["rows"])) == (id, True)
    assert len(tarawa("table", id).out.splitlines()) > 1


@pytest.mark.parametrize(
    ("words", "code", "kind", "rule"),
    [
        (["advance", "--all"], 1, "refused", "6.4"),
        (["unit", "nosuch"], 2, "usage", ""),
        (["hex"], 2, "usage", ""),
        (["nosuch"], 2, "usage", ""),
        (["status", "--nosuch"], 2, "usage", ""),
        (["map", "--radius", "x"], 2, "usage", ""),
        (["verify", "nosuch.toml"], 3, "file", ""),
        (["run", "nosuch.txt"], 3, "file", ""),
        (["new"], 3, "file", ""),
    ],
)
def test_errors_too(game: Game, words: list[str], code: int, kind: str, rule: str) -> None:
    result = game(*words, "--json")
    assert result.code == code
    assert result.err == ""
    assert result.json["ok"] is False
    assert (result.error["kind"], result.error["rule"]) == (kind, rule)
    assert result.error["message"]
    assert result.error.keys() == {"kind", "rule", "message", "hint"}


def test_too_few_dice(tmp_path: Path) -> None:
    result = manual_game(tmp_path / "manual.toml")("next", "--json")
    assert result.code == 4
    assert result.error["kind"] == "dice"


@pytest.mark.parametrize("name", ORDERS)
def test_a_dry_run(game: Game, name: str) -> None:
    result = game(name, *ORDERS[name], "--dry-run", "--json")
    if result.code:
        assert result.error["kind"] == "refused"
    else:
        assert result.json["dry_run"] is True
        assert result.json["events"] == []
        assert result.state["phase"] == "bombardment"


def test_new_undo_run_and_export(tmp_path: Path, game: Game) -> None:
    new = tarawa("new", "-s", tmp_path / "other.toml", "--seed", "7", "--hits", "step", "--json").json
    assert (new["ok"], new["command"], new["seed"], new["events"][0]["type"]) == (True, "new campaign", 7, "policy-set")
    game.do("bombard")
    undo = game.json("undo")
    assert (undo["undone"], undo["events"], undo["state"]["mulligans"]) == (["bombard"], [], 1)
    run = game("run", "-", "--json", stdin=b"policy hits step\nbombard\n").json
    assert (run["ok"], [done["command"] for done in run["commands"]]) == (True, ["policy hits step", "bombard"])
    assert [event["type"] for event in run["events"]] == ["policy-set", "roll", "bombarded"]
    assert "[position]" in game.json("export", "position")["text"]
    assert json.loads(game.json("export", "json")["text"]) == game.state
    assert game.json("export", "json", tmp_path / "state.json")["file"] == str(tmp_path / "state.json")


def test_output_that_knows_only_ascii_gets_the_same_object(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    import io
    import sys

    from tarawa_cli.cli.output import json_text, say

    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    say(json_text({"text": "→ ½ \udcff"}))
    sys.stdout.flush()
    assert json.loads(raw.getvalue()) == {"text": "→ ½ \udcff"}
