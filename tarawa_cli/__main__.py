"""`tarawa` and `malta`; also as `python -m tarawa_cli tarawa`, `python -m tarawa_cli malta`.

Most of the start is imports, and Ctrl-C during them is no traceback either. Until the program runs, Ctrl-C ends the
process as it ends any other. From then on it is an exception, so that whatever was begun is cleaned up; but not in the
middle of an import, where Python would lose it or report it as a fault.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
    from types import FrameType
else:
    try:
        import _signal as signal  # part of the interpreter: importing `signal` takes 1 ms, and Ctrl-C could hit that
    except ImportError:
        import signal

if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # else a shell has it ignored, in the background
    signal.signal(signal.SIGINT, signal.SIG_DFL)

import os  # noqa: E402

AGAIN = 0.002
"""Seconds after which an interrupt is repeated that came in the middle of an import."""


def _listen() -> None:
    """From now on Ctrl-C is an exception."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_DFL:
        signal.signal(signal.SIGALRM, _interrupt)
        signal.signal(signal.SIGINT, _interrupt)


def _interrupt(_: int, frame: "FrameType | None") -> None:
    while frame and not frame.f_code.co_filename.startswith("<frozen importlib"):
        frame = frame.f_back
    if not frame:
        raise KeyboardInterrupt
    signal.setitimer(signal.ITIMER_REAL, AGAIN)


def main() -> None:
    """Run `tarawa`, and end the process."""
    try:
        _listen()
        from tarawa_cli.cli.program import main as program  # start-up

        program()
    except KeyboardInterrupt:
        os._exit(130)


def malta() -> None:
    """Run `malta`, and end the process."""
    try:
        _listen()
        from tarawa_cli.cli.program import main as program  # start-up
        from tarawa_cli.games import MALTA

        program(MALTA)
    except KeyboardInterrupt:
        os._exit(130)


def either() -> None:
    """Run `python -m tarawa_cli`: the program named first, or a line on each of them."""
    import sys  # start-up

    if len(sys.argv) == 1:
        from tarawa_cli.games import PROGRAMS  # start-up

        print("Two games, a program each:\n")
        for program in PROGRAMS.values():
            print(f"  {program.name:8} {program.title}")
        print("\nTo begin: tarawa new red-beach-3, or malta new. Without the programs on your PATH:")
        print("pipx run tarawa-cli tarawa new red-beach-3, or python -m tarawa_cli tarawa new red-beach-3")
        return
    if sys.argv[1] == "malta":
        del sys.argv[1]
        malta()
    if sys.argv[1] == "tarawa":
        del sys.argv[1]
    main()


if __name__ == "__main__":
    either()
