"""A race of two coaches at the command line."""

import io
from contextlib import redirect_stderr, redirect_stdout

import pytest

from tarawa_cli.cli.program import _run
from tarawa_cli.kernel.game import Program, Wording
from tests.cli.tools import Result

COACH = {"--player": Wording("coach", "coach")}
WORDS = {"new": {"SCENARIO": Wording("sprint")}, "autoplay": COACH, "advise": COACH, "simulate": COACH}
WORDS |= {"forecast": COACH, "delegate": COACH}
RIVALS = Program("rivals", "rivals", "A race of two coaches.", WORDS)
SECRET = "xyzzy"
STEP, FORK = 4, 6
BOTH = "leave out --as, and $TARAWA_SIDE, to play for all sides"


def race(line: str, stdin: str = "") -> Result:
    """One command of the program, in this process."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        code = _run(line.split(), RIVALS)
    return Result(code, out.getvalue(), err.getvalue())


def done(line: str, stdin: str = "") -> Result:
    result = race(line, stdin)
    assert result.code == 0, result.err
    return result
