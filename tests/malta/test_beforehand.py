"""Answers given with an order are answers given by hand: the same journal, the same dice, the same position."""

import pytest

from tests.malta.shell import done, malta

AXIS_ATTACKS = [
    *("new hal-far --seed 4", "policy axis hits ask", "policy axis steps weakest", "policy allied hits hold"),
    *("policy allied steps weakest", "policy allied support never"),
    *("next", "step --auto", "next --yes", "support 1714 --air", "next --yes", "next --yes"),
]
ATTACK = "attack fj-burkhardt --on 1714"


@pytest.fixture(autouse=True)
def _before_an_attack(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(str(tmp_path))
    for line in AXIS_ATTACKS:
        done(line)


def journal(last: int) -> list[str]:
    return done(f"log --commands --last {last}").out.splitlines()


def test_they_are_entries_of_their_own_and_one_command_to_undo() -> None:
    told = done(f"{ATTACK} --hits hold --advance fj-burkhardt").out
    assert "fj-burkhardt advances into 1714" in told
    assert journal(2) == [ATTACK, "decide fj-burkhardt #+"]
    after = done("status --json").json["state"]
    done("undo")
    assert journal(1)[0] != ATTACK
    done(ATTACK)
    done("decide fj-burkhardt")
    assert done("status --json").json["state"]["units"] == after["units"], "by hand it comes to the same"
    assert done("verify").code == 0


def test_none_ends_a_list_of_names_and_stays_an_answer_of_its_own() -> None:
    done(f"{ATTACK} --advance none")
    assert journal(2) == [ATTACK, "decide none #+"]


def test_what_nobody_asks_for_is_no_mistake() -> None:
    done(f"{ATTACK} --hits retreat-1 --advance none")
    assert journal(2) == [ATTACK, "decide none #+"], "nobody was hit"


def test_an_answer_that_does_not_fit_leaves_the_question_open() -> None:
    told = malta(f"{ATTACK} --advance fj-kroh")
    assert told.code == 0
    assert "`decide fj-kroh` does not answer this question" in told.err
    assert "→ decide fj-burkhardt — " in told.out
    assert journal(1) == [ATTACK]


def test_a_word_that_can_never_be_an_answer_is_refused_before_anything_is_rolled() -> None:
    told = malta(f"{ATTACK} --hits perhaps")
    assert (told.code, told.out) == (2, "")
    assert "must be one of hold, retreat-1, retreat-2" in told.err
    assert journal(1)[0] != ATTACK


def test_scripts_take_them_too(tmp_path: object) -> None:
    done("run -", stdin=f"{ATTACK} --hits hold --advance all\n")
    assert journal(2) == [ATTACK, "decide all #+"]
