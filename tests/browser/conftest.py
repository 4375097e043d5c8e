"""A browser for the tests, or the reason why there is none."""

import os
from collections.abc import Iterator

import pytest

from tests.browser.chromium import NAMES, Page, browser, chromium


@pytest.fixture(scope="session")
def tab() -> Iterator[Page]:
    if not browser():
        reason = f"no browser is installed here: none of {', '.join(NAMES)}"
        if os.environ.get("CI"):
            pytest.fail(f"{reason}; with CI set there must be one")
        pytest.skip(reason)
    with chromium() as page:
        yield page


@pytest.fixture
def page(tab: Page) -> Iterator[Page]:
    """A tab; whatever its console complains of is a failure."""
    tab.complaints.clear()
    yield tab
    tab.run("1")  # hear what has been said since
    assert not tab.complaints
