"""What is left out where a map is larger than its screen: rows and columns in which there is the least to see."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise

Weights = Mapping[int, int]
"""By row or column how much there is to see: 0 open water, 1 land, 2 a front, 3 somebody."""


def least(kept: Iterable[int], weights: Weights) -> int:
    """The row or column to do without: with the least to see, farthest from where there is more, the last of those."""
    lines = list(kept)
    near = [line for line in lines if weights.get(line, 0) > 1]

    def worth(line: int) -> tuple[int, int, int]:
        return weights.get(line, 0), -min((abs(line - other) for other in near), default=0), -line

    return min(lines, key=worth)


def fitted_lines(lines: Iterable[int], weights: Weights, fits: Callable[[Sequence[int]], bool]) -> list[int]:
    """As many of the rows or columns as fit, in their order."""
    kept = sorted(lines)
    while len(kept) > 1 and not fits(kept):
        kept.remove(least(kept, weights))
    return kept


def bridged(lines: Iterable[int], gap: int) -> list[int]:
    """Rows or columns with the gaps between them filled that are not worth folding."""
    found = sorted(set(lines))
    filled = {line for one, other in pairwise(found) if other - one <= gap + 1 for line in range(one, other)}
    return sorted(filled.union(found))


def gaps(lines: Sequence[int]) -> list[tuple[int, int]]:
    """What is folded between rows or columns: the first and the last of each."""
    return [(one + 1, other - 1) for one, other in pairwise(lines) if other - one > 1]
