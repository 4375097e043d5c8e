"""`tarawa` and `malta`; also as `python -m tarawa_cli tarawa`, `python -m tarawa_cli malta`.

Most of the start is imports: Ctrl-C during them is no traceback either.
"""

import os


def main() -> None:
    """`tarawa`; it ends the process."""
    try:
        from tarawa_cli.cli.main import main as program

        program()
    except KeyboardInterrupt:
        os._exit(130)


def malta() -> None:
    """`malta`; it ends the process."""
    try:
        from tarawa_cli.cli.main import main as program
        from tarawa_cli.games import MALTA

        program(MALTA)
    except KeyboardInterrupt:
        os._exit(130)


def either() -> None:
    """`python -m tarawa_cli`: says which program is which; the name of one before its command starts it."""
    import sys

    if len(sys.argv) == 1:
        from tarawa_cli.games import PROGRAMS

        print("Two games, a program each:\n")
        for program in PROGRAMS.values():
            print(f"  {program.name:8} {program.title}")
        print("\nTo begin: tarawa new red-beach-3, or malta new. Without the programs on your PATH:")
        print("python -m tarawa_cli tarawa new red-beach-3")
        return
    if sys.argv[1] == "malta":
        del sys.argv[1]
        malta()
    if sys.argv[1] == "tarawa":
        del sys.argv[1]
    main()


if __name__ == "__main__":
    either()
