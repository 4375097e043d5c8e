"""Odds before their phase has come, with the guns that the defender may add, and of answers; the strengths in `why`."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.legal import api, odds, odds_report
from tarawa_cli.kernel.errors import BadOrder, Refused
from tests.malta.common import HELD, cottonera, order, table
from tests.malta.shell import done, malta

ATTACK = "attack i-33 ii-33 liv-gen --on 1911"


@pytest.fixture
def saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    done("new cottonera --seed 3 -s game.toml")
    return " -s game.toml"


def test_in_another_phase_they_answer_as_if_it_had_come(saved: str) -> None:
    early = done(f"odds {ATTACK}{saved}").out.splitlines()
    assert early[0] == "as if it were the `axis-combat` phase:"
    facts = done(f"odds {ATTACK} --json{saved}").json["odds"]
    assert facts["as_if"] == "axis-combat"
    done(f"next axis-combat --yes{saved}")
    assert done(f"odds {ATTACK}{saved}").out.splitlines() == early[1:]
    theirs = done(f"odds attack 11lf --on 1713{saved}").out
    assert theirs.startswith("as if it were the `allied-combat` phase:\n")


def test_what_no_phase_allows_is_refused_for_the_reason_of_its_own(saved: str) -> None:
    told = malta(f"odds attack i-33 --on 1414{saved}")
    assert (told.code, told.out) == (1, "")
    assert "is not next to i-33" in told.err


def test_nothing_is_changed_by_asking_in_another_phase() -> None:
    state = cottonera()
    before = GAME.dump(state)
    api.odds(state, ATTACK.split()).text()
    assert GAME.dump(state) == before


def test_9_2_the_headline_has_the_best_and_the_worst_case_of_the_defenders_guns() -> None:
    state = table({"i-33": "1513", "ii-33": "1513", "11lf": {"at": "1512", "steps": 2}, "12f-1": "1410"}, policy=HELD)
    words = ["attack", "i-33", "ii-33", "--on", "1512"]
    guns = odds.forecast(state, words).guns
    assert guns
    assert guns.able == ("12f-1",)
    assert guns.with_all < guns.without
    for answer, share in (("never", guns.without), ("always", guns.with_all), ("ask", guns.without)):
        state.policies["allied"]["support"] = answer
        found = odds.forecast(state, words)
        assert odds_report.summary(found)["falls"] == float(share), answer
        assert found.guns == guns, "whatever the standing answer is"
    first = odds_report.text(state, found).splitlines()[0]
    best, worst = (f"{float(share) * 100:.1f} %" for share in guns[1:])
    assert f"; {best} if the defender adds no guns, {worst} with 12f-1; " in first


def sums(line: str) -> int:
    """The sum that a line of strengths gives, by its own figures."""
    _, _, rest = line.partition(": ")
    own, _, support = rest.partition("; support ")
    units = sum(map(int, re.findall(r" (\d+)(?= \+|$|,)", own.partition(", times")[0])))
    times = int(found[1]) if (found := re.search(r"times (\d)", own)) else 1
    given, _, counted = support.partition(", of which only ")
    added = int(counted.split()[0]) if counted else sum(map(int, re.findall(r" (\d+)(?= \+|$)", given)))
    return units * times + added


def test_9_2_the_sums_that_are_shown_add_up_and_name_their_cap(saved: str) -> None:
    done(f"policy allied support always{saved}")
    lines = done(f"odds {ATTACK}{saved}").out.splitlines()
    strengths = [line for line in lines if line.startswith(("attack ", "defence "))]
    assert [sums(line) for line in strengths] == [int(line.split()[1].rstrip(":")) for line in strengths]
    assert "of which only 7 counts, the units' own strength [9.2]" in strengths[1]


def test_a_column_beyond_the_last_is_told() -> None:
    weak = {"at": "1512", "steps": 1, "state": "demoralised"}
    near = dict.fromkeys(("i-33", "ii-33", "iii-33"), "1513") | {"i-34": "1612", "ii-34": "1612"}
    state = table({**near, "11lf": weak}, policy=HELD)
    lines = odds_report.text(state, odds.forecast(state, ["attack", *near, "--on", "1512"])).splitlines()
    (column,) = [int(line.split()[1]) for line in lines if line.startswith("column ")]
    shifts = [int(line.split()[0]) for line in lines if re.match(r"  [+-]\d ", line)]
    assert column + sum(shifts) > 11
    assert "rolled in column 11: the last one" in lines


def test_answers_have_odds() -> None:
    state = table({"i-33": "1513", "ii-33": "1513", "11lf": {"at": "1512", "steps": 2}, "12f-1": "1410"}, policy=HELD)
    words = ["attack", "i-33", "ii-33", "--on", "1512"]
    guns = odds.forecast(state, words).guns
    assert guns
    state.policies["allied"]["support"] = "ask"
    order(state, " ".join(words))
    assert state.question
    before = GAME.dump(state)
    for answer, share in (("done", guns.without), ("all", guns.with_all)):
        look = api.odds(state, ["decide", answer])
        facts = look.facts()
        assert facts["falls"] == float(share)
        assert sum(Fraction(outcome["exact"]) for outcome in facts["outcomes"]) == 1
        assert look.text().startswith(f"1512 falls: {float(share) * 100:.1f} %; steps lost on average: axis ")
    assert GAME.dump(state) == before
    with pytest.raises(BadOrder):
        api.odds(state, ["decide", "nosuch"])


def test_without_a_question_there_is_nothing_to_answer() -> None:
    with pytest.raises(Refused, match="no decision is pending"):
        api.odds(cottonera(), ["decide", "hold"])


def test_why_shows_the_strengths_behind_a_column(saved: str) -> None:
    done(f"next axis-combat --yes{saved}")
    done(f"{ATTACK}{saved}")
    done(f"decide all{saved}")
    lines = done(f"why{saved}").out.splitlines()
    assert lines[2].startswith("  attack 14: i-33 6 + ii-33 6 + liv-gen 2")
    assert lines[3].startswith("  defence 21: 2rwk 4 + laa-3m 2 + rn-1 1, times 2 for walls; support 12f-1 6")
    assert any("14 to 21: column 3" in line for line in lines)
    told = json.loads(done(f"why --json{saved}").out)["why"]["lines"]
    assert told[1:3] == lines[2:4]


def test_24_2_decide_alone_shows_the_question(saved: str) -> None:
    done(f"next axis-combat --yes{saved}")
    done(f"{ATTACK}{saved}")
    told = done(f"decide{saved}").out
    assert "Allied: Which guns support the defence of 1911?" in told
    assert "→ decide all" in told
    assert done(f"decide --json{saved}").json["pending"]["options"][:2] == ["done", "all"]
