"""`watch`: the game in a browser beside the shell."""

import json
import signal
import subprocess
import sys
from functools import partial
from http.client import HTTPConnection
from urllib.parse import urlsplit

from tests.cli.tools import Game, tarawa, untouched
from tests.kit.waiting import PATIENCE


def test_it_says_where_it_is_and_changes_nothing(game: Game) -> None:
    with untouched(game.path):
        told = game("watch", "--for", "0")
    assert (told.code, told.err) == (0, "")
    assert told.out.startswith(f"watch {game.path} at http://127.0.0.1:")
    assert "(Ctrl-C ends it)" in told.out


def test_a_port_that_is_taken_and_a_save_that_is_not_there(game: Game) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "tarawa_cli", "watch", "--json", "--save", str(game.path)],
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # a shell's background jobs ignore Ctrl-C
    ) as process:
        assert process.stdout
        answer = json.loads(process.stdout.readline())
        port, path = urlsplit(answer["address"]).port, urlsplit(answer["address"]).path
        assert port
        connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        connection.request("GET", path)
        assert connection.getresponse().status == 200
        connection.close()
        connection.request("GET", "/")
        assert connection.getresponse().status == 404
        taken = game("watch", "--port", port, "--for", "0")
        assert taken.code == 3
        assert f"cannot listen on port {port}" in taken.err
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0
    assert tarawa("watch", "--for", "0", "--save", "nosuch.toml").code == 3
