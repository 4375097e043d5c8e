"""A sample of what has many cases; no test leaves a program behind for the next one."""

from collections.abc import Iterator

import pytest

from tarawa_cli.cli import program
from tarawa_cli.games import TARAWA
from tests.kit.sampling import mark_long


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    mark_long(items)


@pytest.fixture(autouse=True)
def _tarawa_runs() -> Iterator[None]:
    program.start(TARAWA)
    yield
    program.start(TARAWA)
