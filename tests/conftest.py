"""No test leaves a program behind for the next one."""

from collections.abc import Iterator

import pytest

from tarawa_cli.cli import program
from tarawa_cli.games import TARAWA


@pytest.fixture(autouse=True)
def _tarawa_runs() -> Iterator[None]:
    program.start(TARAWA)
    yield
    program.start(TARAWA)
