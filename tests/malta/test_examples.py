"""The examples in the help of `malta`: all commands that the games share have some, and they work."""

import shutil
from pathlib import Path

import pytest

from tarawa_cli.cli import program
from tarawa_cli.cli.commands import COMMANDS
from tarawa_cli.games import MALTA
from tarawa_cli.games.malta import data
from tarawa_cli.games.malta.orders import ORDERS
from tests.cli.test_git import Repository
from tests.malta.test_24_seals import PLAN, SCENARIO, to_the_jump
from tests.malta.test_cli import malta

EXAMPLES = [line for lines in data.document("examples.toml").values() for line in lines]
STAGES = ("next", "support 1911 --by i-28", "next", "next", "policy", "undo")
POSITIONS = {
    "companies": """\
turn = "1jul-am"
phase = "axis-movement"
units.i-33 = { at = "1513", steps = 2 }
units.i-33-3 = { at = "1513" }""",
    "formations": 'turn = "1jul-am"\nphase = "formations"\nunits.bafile = { at = "1716" }',
    "ammo": """\
turn = "1jul-am"
phase = "axis-status"
stock = 1
units.i-28 = { at = "1913" }
units.i-35 = { at = "1913" }""",
    "advanced": """\
turn = "1jul-am"
phase = "axis-breakthrough"
units.i-33 = { at = "1513", advanced = true }
units.chirieleison = { at = "1513" }
units.11lf = { at = "1512" }""",
    "strike": 'turn = "30jun-am"\nphase = "air-strikes"\nunits.cg-benghisa = { at = "2016" }',
    "replace": 'turn = "3jul-am"\nphase = "replacements"\nunits.i-87 = { at = "1716", steps = 2 }',
    "absorb": 'turn = "3jul-am"\nphase = "absorb"\nunits.1d = { at = "1810", steps = 2 }\nunits.rn-2 = { at = "1810" }',
    "dismantle": """\
turn = "3jul-am"
phase = "dismantle"
units.hq-malta = { at = "1810" }
units.re-24 = { at = "pool" }""",
    "plan": 'turn = "29jun-am"\nphase = "plan-drops"\nunits.adra = { at = "air" }',
    "planned": """\
turn = "29jun-am"
phase = "plan-drops"
plan.north = { turn = "1jul-am", marker = "1414", nation = "italian" }
units.adra = { at = "air" }""",
    "jumped": """\
turn = "29jun-am"
phase = "airborne"
jumped = true
free = ["fj-pio"]
units.fj-pio = { at = "1414", landed = true }""",
    "boxes": """\
turn = "29jun-am"
phase = "approach"
units.i-87 = { at = "follow-up:south" }
units.i-88 = { at = "follow-up:south" }
units.i-33 = { at = "follow-up:east" }""",
    "lift": """\
turn = "29jun-am"
phase = "embark"
units.i-87 = { at = "follow-up:south" }
units.hq-fri = { at = "follow-up:south" }
units.carboni = { at = "follow-up:south" }
[plan.sea]
29jun-am = ["i-87 1416 1"]""",
    "berths": 'turn = "29jun-am"\nphase = "ships"\nunits.gorizia = { at = "pool" }',
    "targets": """\
turn = "29jun-am"
phase = "coast-fire"
units.gorizia = { at = "1820" }
units.cg-benghisa = { at = "2016" }""",
    "fleet": 'turn = "29jun-noon"\nphase = "axis-movement"\nunits.gorizia = { at = "1820" }',
    "airfield": """\
turn = "1jul-am"
phase = "axis-movement"
control.axis = "1613"
units.lspz-1 = { at = "air" }
units.hq-lspz = { at = "air" }""",
}
"""Where orders are tried that the land war has no use for."""
HEAD = '[scenario]\nid = "{0}"\nname = "{0}"\n[position]\ndefault = "absent"\n{1}\n'
FIGHT = 'turn = "6jul-am"\nphase = "axis-combat"\nunits.i-33 = { at = "1513" }\nunits.11lf = { at = "1512" }'
"""Two hits, of which the defenders are asked."""
NIGHT = 'turn = "30jun-night"\nphase = "allied-movement"\nunits.1d = { at = "1810" }\nunits.i-33 = { at = "1716" }'
"""The next order ends the day, and rolls for surrender and weather."""
PHRASE = Path(__file__).parent.parent / "saves" / "mail" / "0.2.1" / "phrase-none"
"""A game that wants a phrase of each side."""
ELSEWHERE = ("adopt", "message |", "watch")
"""What wants an old save, a commit, or an end: tried in the other game."""


@pytest.fixture(scope="module")
def stages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with saves at several points of a game, in git."""
    folder = tmp_path_factory.mktemp("stages")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert malta("new --seed 7").code == 0
        _in_git(Repository(folder))
        for number, order in enumerate(STAGES):
            shutil.copy("saves/cottonera.toml", f"saves/stage-{number}.toml")
            assert malta(order).code == 0, order
        for name, position in POSITIONS.items():
            Path(f"{name}.toml").write_text(HEAD.format(name, position), encoding="utf-8")
            assert malta(f"new ./{name}.toml --save saves/{name}.toml").code == 0, name
        by_mail()
        shutil.copytree(PHRASE, "saves", dirs_exist_ok=True)
        Path("fight.toml").write_text(HEAD.format("fight", FIGHT), encoding="utf-8")
        assert malta("new ./fight.toml --dice manual --save saves/fight.toml").code == 0
        assert malta("attack i-33 --on 1512 --dice 4,6 --save saves/fight.toml").code == 0
        Path("orders.txt").write_text("next\n", encoding="utf-8")
        Path("sealed.toml").write_text(SCENARIO, encoding="utf-8")
        Path("plan.txt").write_text(PLAN, encoding="utf-8")
        assert malta("new sealed.toml --sealed --plan own --seed 3").code == 0
        shutil.copy("saves/sealed.toml", "saves/unsealed.toml")
        to_the_jump(Path("saves/sealed.toml"))
    return folder


def _in_git(repository: Repository) -> None:
    """What is committed so far, with a player's name and somewhere to push to."""
    repository.git("init", "-q", "--bare", "other.git")
    for line in ("user.name x", "user.email x@example.org", "remote.origin.url ./other.git"):
        repository.git("config", *line.split())
    repository.keep()


def by_mail() -> None:
    """A game by mail at night: an order that waits for dice, a lost chain, one that the other side must accept."""
    Path("night.toml").write_text(HEAD.format("night", NIGHT), encoding="utf-8")
    lines = ["new ./night.toml --mail --hot-seat --as allied --save saves/mail.toml"]
    lines += [f"{order} --save saves/mail.toml" for order in ("handover --as allied", "handover --as axis")]
    lines += [f"{order} --as allied --save saves/mail.toml" for order in ("next --yes", "handover")]
    for line in lines:
        assert malta(line).code == 0, line
    for name in ("lost", "asked", "resumed"):
        for side in ("", ".axis", ".allied"):
            shutil.copy(f"saves/mail{side}.toml", f"saves/{name}{side}.toml")
    for name in ("lost", "asked"):
        Path(f"saves/{name}.axis.toml").unlink()
    assert malta("resume --as axis --save saves/resumed.toml").code == 0
    assert malta("anchor --lost --as axis --save saves/asked.toml").code == 0


@pytest.mark.sample(5)
@pytest.mark.parametrize("line", [line for line in EXAMPLES if not line.startswith(ELSEWHERE)])
def test_every_example_works(line: str, stages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(shutil.copytree(stages, tmp_path / "here"))
    why = []
    for save in sorted(path.name for path in Path("saves").glob("*.toml")):
        Path("saves/.current").write_text(f'malta = "saves/{save}"\n', encoding="utf-8")
        result = malta(line.partition("  #")[0].partition(" > ")[0])
        if result.code == 0:
            return
        why.append(f"{save}: {result.err.strip()}")
    raise AssertionError("\n".join(why))


def test_every_command_and_order_has_an_example() -> None:
    program.start(MALTA)
    examples = program.own_game().library.examples
    assert [name for name in (*COMMANDS, *ORDERS) if not examples(name)] == []
