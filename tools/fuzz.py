"""Play games at random and check everything that must hold after every command.

    python tools/fuzz.py --games 100 --seed 1 --jobs 2
    python tools/fuzz.py --replay fuzz-faults/campaign-eager-17.txt

Each game has a seed of its own, counted up from the first one's, for its dice and for all choices; what is printed does
not depend on --jobs. A fault leaves a file of commands that leads to it. Exit code 1: there was a fault.
"""

import sys

import checkout  # noqa: F401

from tests.kit.fuzzing import command
from tests.tarawa.fuzzed import TARAWA


def main(words: list[str] | None = None) -> int:
    return command.main(TARAWA, (__doc__ or "").partition("\n")[0], words)


if __name__ == "__main__":
    sys.exit(main())
