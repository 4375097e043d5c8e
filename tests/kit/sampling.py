"""Samples of tests with many cases: `make test` runs the sample, and `make test-long` the other cases."""

from collections import defaultdict
from collections.abc import Iterable

import pytest


def mark_long(items: Iterable[pytest.Item]) -> None:
    """Mark the cases of a test marked `sample(n)` as `long`, except the first and every nth after it.

    Let n be a prime: then no value of a second parameter is always left out.
    """
    cases = defaultdict[str, list[pytest.Item]](list)
    for item in items:
        if item.get_closest_marker("sample"):
            cases[item.nodeid.partition("[")[0]].append(item)
    for of_one_test in cases.values():
        marker = of_one_test[0].get_closest_marker("sample")
        every: int = marker.args[0] if marker else 1
        for number, case in enumerate(of_one_test):
            if number % every:
                case.add_marker(pytest.mark.long)
