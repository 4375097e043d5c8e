"""How much work something is: the functions that it calls, which are as many on a slow or busy machine."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def calls(work: Callable[[], object]) -> int:
    """The number of Python functions that are called."""
    number = 0

    def count(_: FrameType, event: str, __: Any) -> None:
        nonlocal number
        number += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return number
