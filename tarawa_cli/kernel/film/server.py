"""A film that is shown while the game is played: a server for this machine only, which reads one save."""

import os
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from secrets import token_hex
from threading import Lock
from urllib.parse import parse_qs, urlsplit

from tarawa_cli.kernel.errors import BadFile, GameError
from tarawa_cli.kernel.film.page import as_json, page
from tarawa_cli.kernel.film.reel import Facts, Reel
from tarawa_cli.kernel.hints import Any
from tarawa_cli.kernel.session import Match
from tarawa_cli.kernel.visible import cut

HOME = "127.0.0.1"
_PATIENCE = 20.0
"""Seconds after which a question is answered even if nothing has happened."""
_PAUSE = 0.25
"""Seconds between two looks at the file."""
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class Show:
    """The film of one save, which follows it."""

    def __init__(self, path: str, look: Callable[[], Match[Any]]) -> None:
        self._path, self._look = path, look
        self._lock = Lock()
        match = look()
        camera = match.game.exporting.camera(match.state)
        if camera is None:
            raise BadFile("this game has no film")
        self.reel = Reel(camera)
        self.reel.follow(match)
        self._title = match.game.telling.opening(match.state).name
        self.epoch = token_hex(8)
        """A new server is another one: its numbers mean nothing to an old page."""
        self.serial = 1
        self._seen = _stamp(path)
        self._last_kept = 0
        """How many steps outlived the last change."""
        self._trouble = ""

    def page(self) -> str:
        with self._lock:
            self._follow()
            return page(self._title, self.reel, {"epoch": self.epoch, "serial": self.serial})

    def since(self, asked: dict[str, str]) -> Facts:
        """What a page does not have yet; nothing but who answers, if it has all."""
        with self._lock:
            self._follow()
            if asked.get("epoch") != self.epoch or asked.get("serial") == str(self.serial):
                return {"epoch": self.epoch}
            kept = self._kept(_number(asked, "serial"), _number(asked, "steps"))
            more = self.reel.since(kept, _number(asked, "texts"), _number(asked, "drawings"))
            note = self._trouble or more["note"]
            return more | {"note": note, "kept": kept, "epoch": self.epoch, "serial": self.serial}

    def _kept(self, serial: int, steps: int) -> int:
        """How many of its steps a page keeps: known if it has missed one change only."""
        return min(self._last_kept, steps) if serial == self.serial - 1 else 0

    def _follow(self) -> None:
        """Read the save again if it is another one than before."""
        stamp = _stamp(self._path)
        if stamp == self._seen:
            return
        self._seen = stamp
        try:
            self._last_kept = self.reel.follow(self._look())
            self._trouble = ""
        except GameError as error:
            self._last_kept = len(self.reel.shots)
            self._trouble = cut(error.message)
        self.serial += 1


def _stamp(path: str) -> tuple[int, ...]:
    """What tells one version of a file from another; nothing if there is none."""
    try:
        status = os.stat(path)
    except OSError:
        return ()
    return status.st_mtime_ns, status.st_ino, status.st_size


def _number(asked: dict[str, str], name: str) -> int:
    word = asked.get(name, "")
    return int(word) if word.isascii() and word.isdigit() and len(word) < 10 else 0


class _Handler(BaseHTTPRequestHandler):
    """Answers two questions: the page, and what is new."""

    server: "Server"
    server_version, sys_version = "watch", ""

    def do_GET(self) -> None:
        if self.headers.get("Host") not in self.server.hosts:
            self._answer(403, "text/plain", "this server is for this machine only\n")
            return
        asked = urlsplit(self.path)
        if asked.path == "/":
            self._answer(200, "text/html", self.server.show.page())
        elif asked.path == "/steps":
            query = {name: values[0] for name, values in parse_qs(asked.query, max_num_fields=9).items()}
            self._answer(200, "application/json", as_json(self._news(query)))
        else:
            self._answer(404, "text/plain", "there is nothing here\n")

    def _news(self, asked: dict[str, str]) -> Facts:
        """What is new, as soon as something is."""
        end = time.monotonic() + _PATIENCE
        while True:
            news = self.server.show.since(asked)
            if "steps" in news or news["epoch"] != asked.get("epoch") or time.monotonic() > end:
                return news
            time.sleep(_PAUSE)

    def _answer(self, code: int, kind: str, text: str) -> None:
        body = text.encode("ascii")
        self.send_response(code)
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: Any) -> None:
        """Nothing is logged."""


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, show: Show, port: int) -> None:
        self.show = show
        try:
            super().__init__((HOME, port), _Handler)
        except OSError as error:
            raise BadFile(f"cannot listen on port {port}: {error.strerror}", hint="leave out --port") from None
        self.hosts = tuple(f"{name}:{self.server_port}" for name in (HOME, "localhost"))

    @property
    def address(self) -> str:
        return f"http://{self.hosts[0]}/"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A reader who has gone is no fault."""
