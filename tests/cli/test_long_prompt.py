"""A prompt that is open for hours does not grow."""

import gc
import subprocess
import sys
from pathlib import Path

import pytest

from tarawa_cli.cli import play

MEASURED = """
import gc, io, sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from tarawa_cli.cli.program import _run
from tarawa_cli.cli.play import COLLECTING
from tarawa_cli.games import MALTA, TARAWA
from tarawa_cli.kernel.saves.scenarios import REMEMBERED

gc.set_threshold(*COLLECTING)
ROUNDS = {
    "tarawa": (TARAWA, ["new own{}.toml --seed 1 --force", "policy hits step", "next actions --yes", "legal", "map",
                        "odds fire 1/2A 3031", "fire 1/2A 3031", "undo"]),
    "malta": (MALTA, ["new own{}.toml --seed 1 --force", "next axis-combat --yes", "legal",
                      "odds attack i-33 --on 1911", "attack i-33 --on 1911"]),
}
program, lines = ROUNDS[sys.argv[1]]


def carried_out(line):
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()) as said:
        code = _run(line.split(), program)
    assert code == 0, (line, said.getvalue())


carried_out(f"new {sys.argv[2]} --seed 1 --save first.toml")
carried_out("export position --save first.toml -o own.toml")
own = Path("own.toml").read_text()
sizes = []
for number in range(18):
    Path(f"own{number}.toml").write_text(f"{own}\\n# the {number}th of its kind\\n")
    for line in lines:
        carried_out(line.format(number))
    gc.collect()
    sizes.append(sys.getallocatedblocks())
print(sizes[-1] - sizes[-1 - REMEMBERED])
"""


@pytest.mark.sample(2)
@pytest.mark.parametrize(("game", "scenario"), [("tarawa", "second-morning"), ("malta", "cottonera")])
def test_the_prompt_does_not_grow(game: str, scenario: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, game, scenario], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < 500, "blocks of memory that eight rounds with new scenarios leave behind"


def test_the_prompt_looks_for_garbage_at_the_usual_pace() -> None:
    before = gc.get_threshold()
    try:
        with play._at_prompt("saves/x.toml"):
            assert gc.get_threshold() == (700, 10, 10)
    finally:
        gc.set_threshold(*before)
