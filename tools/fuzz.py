"""Play games at random and check everything that must hold after every command.

    python tools/fuzz.py --games 100 --seed 1 --jobs 2
    python tools/fuzz.py --game malta --scenario battle
    python tools/fuzz.py --game malta --mail --games 50 --orders 200
    python tools/fuzz.py --replay fuzz-faults/campaign-eager-17.txt

Each game has a seed of its own, counted up from the first one's, for its dice and for all choices; what is printed does
not depend on --jobs. A fault leaves a file of commands that leads to it. Exit code 1: there was a fault.
"""

import argparse
import sys

import checkout  # noqa: F401

from tests.kit.fuzzing import command

ABOUT = (__doc__ or "").partition("\n")[0]


def main(words: list[str] | None = None) -> int:
    """`--game malta`, if it is there, comes first; it is Tarawa otherwise."""
    given = sys.argv[1:] if words is None else words
    if given[:1] != ["--game"]:
        return _tarawa(given)
    games = {"tarawa": _tarawa, "malta": _malta}
    name = given[1] if len(given) > 1 else ""
    if name not in games:
        print(f"--game takes one of {', '.join(games)}", file=sys.stderr)
        return 2
    return games[name](given[2:])


def _tarawa(words: list[str]) -> int:
    from tests.tarawa.fuzzed import TARAWA

    return command.main(TARAWA, ABOUT, words)


def _malta(words: list[str]) -> int:
    """`--mail`: two players in two folders, by the command line."""
    if words[:1] == ["--mail"]:
        return _by_mail(words[1:])
    from tests.malta.fuzzed import MALTA

    return command.main(MALTA, ABOUT, words)


def _by_mail(words: list[str]) -> int:
    from tests.malta import correspondence

    parser = argparse.ArgumentParser(description="Two players who mail each other the save, and cheat.")
    for name, default in (("games", 10), ("seed", 1), ("orders", 100)):
        parser.add_argument(f"--{name}", type=int, default=default, metavar="N")
    given = parser.parse_args(words)
    return correspondence.some(given.games, given.seed, given.orders)


if __name__ == "__main__":
    sys.exit(main())
