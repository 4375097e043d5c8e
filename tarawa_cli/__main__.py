"""`tarawa` and `malta`; the first also as `python -m tarawa_cli`.

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


if __name__ == "__main__":
    main()
