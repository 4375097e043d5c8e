"""Of many cases a sample is run every time, and every case either then or in the long run."""

import pytest

from tests.kit.sampling import mark_long


@pytest.fixture
def cases(request: pytest.FixtureRequest) -> list[pytest.Item]:
    names = [*(f"test_many[{number}]" for number in range(11)), *(f"test_all[{number}]" for number in range(3))]
    made = [pytest.Function.from_parent(request.node.parent, name=name, callobj=lambda: None) for name in names]
    for item in made[:11]:
        item.add_marker(pytest.mark.sample(4))
    return list(made)


def long(items: list[pytest.Item]) -> list[str]:
    mark_long(items)
    return [item.name for item in items if item.get_closest_marker("long")]


def test_the_first_case_and_every_nth_are_the_sample(cases: list[pytest.Item]) -> None:
    assert long(cases) == [f"test_many[{number}]" for number in (1, 2, 3, 5, 6, 7, 9, 10)]


def test_a_case_that_somebody_asks_for_is_run(cases: list[pytest.Item]) -> None:
    assert long([item for item in cases if item.name == "test_many[5]"]) == []
