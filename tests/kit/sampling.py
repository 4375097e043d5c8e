"""Many cases of one kind: a sample of them in every run of the tests, the others in the long one (`make test-long`)."""

from collections import defaultdict
from collections.abc import Iterable

import pytest


def mark_long(items: Iterable[pytest.Item]) -> None:
    """Of a test marked `sample(n)` the first case, the last and every nth are the sample; the others become `long`."""
    kinds = defaultdict[str, list[pytest.Item]](list)
    for item in items:
        if item.get_closest_marker("sample"):
            kinds[item.nodeid.partition("[")[0]].append(item)
    for cases in kinds.values():
        marker = cases[0].get_closest_marker("sample")
        every: int = marker.args[0] if marker else 1
        for number, case in enumerate(cases[:-1]):
            if number % every:
                case.add_marker(pytest.mark.long)
