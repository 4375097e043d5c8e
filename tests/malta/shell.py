"""Commands of `malta`, in this process."""

import io
from contextlib import redirect_stderr, redirect_stdout

import pytest

from tarawa_cli.cli.program import _run
from tarawa_cli.games import MALTA
from tests.cli.tools import Result


def malta(line: str, stdin: str = "") -> Result:
    return called(line.split(), stdin)


def called(words: list[str], stdin: str = "") -> Result:
    """One command, whatever its words hold."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        code = _run(words, MALTA)
    return Result(code, out.getvalue(), err.getvalue())


def done(line: str, stdin: str = "") -> Result:
    """A command that must be carried out."""
    result = malta(line, stdin)
    assert result.code == 0, result.err
    return result
