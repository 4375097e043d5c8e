"""The game in a browser beside the shell, while it is played."""

from threading import Timer

from tarawa_cli.cli import output, program
from tarawa_cli.cli.commands import JSON, SAVE
from tarawa_cli.kernel.grammar import Grammar, Number, Option
from tarawa_cli.kernel.visible import on_one_line

WATCH = Grammar(
    "watch",
    """Watch the game in a browser on this machine while it is played.

The page follows the save, no matter who changes it; this command only reads. The page is reachable only from this
machine. Ctrl-C ends it.""",
    options=(
        Option("--port", "Listen on this port.", "N", number=Number(0, 65_535), default="0", unsaid="any that is free"),
        Option("--for", "End after this many seconds.", "SECONDS", number=Number(0, 1_000_000)),
        SAVE,
        JSON,
    ),
)


def watch_(*, port: int, save: str, json: bool, **options: int | None) -> int:
    from tarawa_cli.kernel.film.server import Server, Show

    with Server(Show(save, lambda: program.look(save)), port) as server:
        if json:
            output.say_answer("watch", address=server.address, save=save)
        else:
            output.say(f"{on_one_line(save)} is shown at {server.address} (ends with Ctrl-C)")
        output.flush()
        seconds = options["for"]
        if seconds is not None:
            Timer(seconds, server.shutdown).start()
        try:
            server.serve_forever(poll_interval=0.2)
        except KeyboardInterrupt:
            output.say("")
    return 0
