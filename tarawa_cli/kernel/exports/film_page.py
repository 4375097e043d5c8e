"""The page that shows a film, and the server that shows it while the game is played.

The page is one file, which needs nothing from outside and runs nothing but its own script.

The server is for this machine only, and reads one save. Whatever else runs on this machine, or in its browser, can
reach the port. So the address holds a secret that changes with every start, a request must name this machine as its
host, and nobody can keep a connection open for long: a request must arrive within a few seconds, be small, and be one
of a limited number at a time.
"""

import io
import json
import os
import socket
import time
from base64 import b64encode
from hashlib import sha256
from hmac import compare_digest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from secrets import token_hex
from threading import BoundedSemaphore, Lock
from urllib.parse import parse_qs, urlsplit

from tarawa_cli.kernel.engine.order_words import split_line
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.engine.sides import own_orders
from tarawa_cli.kernel.errors import BadFile, GameError
from tarawa_cli.kernel.exports.film import Camera, Facts, Reel
from tarawa_cli.kernel.exports.svg import Markup, ascii_only, escaped
from tarawa_cli.kernel.hints import Any, Callable
from tarawa_cli.kernel.narration.visible import cut, visible

_SCRIPTS = ("positions.js", "board.js", "stacks.js", "acts.js", "words.js", "strip.js")
"""The parts of the script before the one that begins."""


def html(match: Match[Any], camera: Camera) -> str:
    """The film of a match up to now."""
    reel = Reel(camera)
    reel.follow(match)
    return page(match.game.narration.opening(match.state).name, reel)


def page(title: str, reel: Reel, live: Facts | None = None) -> str:
    """The page of a film; a live one asks its server what has been played since, and says by `live` what it has."""
    script = _script(bool(live))
    parts = {
        "POLICY": escaped(policy(script, bool(live))),
        "TITLE": escaped(title),
        "STYLE": Markup(_asset("film.css")),
        "PICTURE": reel.camera.backdrop(),
        "DATA": Markup(_data(reel, live or {})),
        "SCRIPT": Markup(script),
    }
    template = _asset("film.html").split("@@")
    return ascii_only(Markup("".join(parts[part] if place % 2 else part for place, part in enumerate(template))))


def _script(live: bool) -> str:
    return "".join(map(_asset, (*_SCRIPTS, *(["live.js"] if live else []), "film.js")))


def _asset(name: str) -> str:
    return files(__package__).joinpath("assets", name).read_text(encoding="ascii")


def policy(script: str, live: bool) -> str:
    """What the page may do: run this script, and nothing that a save could smuggle in."""
    digest = b64encode(sha256(script.encode()).digest()).decode()
    asks = "connect-src 'self'; " if live else ""
    return f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; {asks}base-uri 'none'"


def _data(reel: Reel, live: Facts) -> str:
    still, camera = reel.still(), reel.camera
    charts = [chart._asdict() for chart in camera.charts]
    return as_json(reel.since() | {"still": still, "charts": charts, "names": dict(camera.names)} | live)


def as_json(facts: Facts) -> str:
    """JSON that can stand in a page: no text in it can end the script that holds it."""
    text = json.dumps(facts, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


HOME = "127.0.0.1"
_PATIENCE = 20.0
"""Seconds after which a request is answered even if nothing has happened."""
_PAUSE = 0.25
"""Seconds between two looks at the file."""
_READING = 5.0
"""Seconds in which a request must have arrived."""
_WRITING = 30.0
"""Seconds in which an answer must have been taken."""
_LARGEST = 16_384
"""Bytes of a request: its first line and its headers."""
_OFFERED = 1_000
"""How many orders of a unit are shown."""
_CONNECTIONS = 32
"""How many requests are answered at a time; a page keeps one open."""
_FRAMED = "frame-ancestors 'none'"
_NOTHING = f"default-src 'none'; {_FRAMED}"
"""The policy of an answer that is no page."""
_HEADERS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class Show:
    """The film of one save, which follows it."""

    def __init__(self, path: str, look: Callable[[], Match[Any]]) -> None:
        self._path, self._look = path, look
        self._lock = Lock()
        match = self._match = look()
        camera = match.game.exports.camera(match.state)
        if camera is None:
            raise BadFile("this game has no film")
        self.reel = Reel(camera)
        self.reel.follow(match)
        self._title = match.game.narration.opening(match.state).name
        self.epoch = token_hex(8)
        """Identifies this server: its numbers mean nothing to the page of another."""
        self.serial = 1
        self._seen = _stamp(path)
        self._last_kept = 0
        """How many steps the last change kept."""
        self._trouble = ""

    def page(self) -> str:
        with self._lock:
            self._follow()
            live = {"epoch": self.epoch, "serial": self.serial, "program": self._match.game.id}
            return page(self._title, self.reel, live)

    # ── Orders, to be read only

    def legal(self, asked: dict[str, str]) -> Facts:
        """The orders that a unit can be given now, or why there are none."""
        with self._lock:
            self._follow()
            match = self._match
            try:
                name, found = match.game.legal.legal_for(match.state, asked.get("unit", ""))
            except GameError as error:
                return {"orders": [], "why": cut(error.message)}
            own = own_orders(match.game, match.state, found, match.side)
            why = [] if own else [f"{why} [{rule}]" for rule, why in match.game.legal.idle(match.state, name)]
            return {"orders": [*map(visible, own[:_OFFERED])], "why": visible("; ".join(why))}

    def odds(self, asked: dict[str, str]) -> Facts:
        """The odds of an order, or why there are none."""
        with self._lock:
            self._follow()
            match = self._match
            try:
                return {"text": visible(match.game.legal.odds(match.state, split_line(asked.get("order", ""))).text())}
            except GameError as error:
                return {"text": "", "why": cut(error.message)}

    def since(self, asked: dict[str, str]) -> Facts:
        """What a page does not have yet; only the server's identity, if it has everything."""
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
            match = self._look()
            self._last_kept = self.reel.follow(match)
            self._match = match
            self._trouble = ""
        except GameError as error:
            self._last_kept = len(self.reel.shots)
            self._trouble = cut(error.message)
        self.serial += 1


def _stamp(path: str) -> tuple[int, ...]:
    """What distinguishes one version of a file from another; nothing if there is none."""
    try:
        status = os.stat(path)
    except OSError:
        return ()
    return status.st_mtime_ns, status.st_ino, status.st_size


def _number(asked: dict[str, str], name: str) -> int:
    word = asked.get(name, "")
    return int(word) if word.isascii() and word.isdigit() and len(word) < 10 else 0


class _TooLarge(Exception):
    """A request has more bytes than any of ours."""


class _Incoming(io.RawIOBase):
    """What arrives on a connection, as far as it arrives in time; a limit for each single read would not be enough."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._end = time.monotonic() + _READING
        self._left = _LARGEST

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if not self._left:
            raise _TooLarge
        seconds = self._end - time.monotonic()
        if seconds <= 0:
            raise TimeoutError
        self._connection.settimeout(seconds)
        count = self._connection.recv_into(memoryview(buffer)[: self._left])
        self._left -= count
        return count


_QUESTIONS = ("steps", "legal", "odds")


class _Handler(BaseHTTPRequestHandler):
    """Answers with the page, with what is new, with what a unit can be ordered to do, and with the odds of that."""

    server: "Server"

    def setup(self) -> None:
        super().setup()
        self.rfile.close()
        self.rfile = io.BufferedReader(_Incoming(self.connection))

    def handle_one_request(self) -> None:
        try:
            super().handle_one_request()
        except _TooLarge:
            self.send_error(431)

    def do_GET(self) -> None:
        self.connection.settimeout(_WRITING)
        if self.headers.get_all("Host", []) not in self.server.hosts:
            self._answer(403, "text/plain", "this server is for this machine only\n")
            return
        asked = urlsplit(self.path)
        folder, _, name = asked.path.rpartition("/")
        if not compare_digest(folder.encode(), self.server.folder.encode()) or name not in ("", *_QUESTIONS):
            self._answer(404, "text/plain", "there is nothing here\n")
        elif name:
            query = {name: values[0] for name, values in parse_qs(asked.query, max_num_fields=9).items()}
            answered = self._news(query) if name == "steps" else getattr(self.server.show, name)(query)
            self._answer(200, "application/json", as_json(answered))
        else:
            guarded = f"{policy(_script(live=True), live=True)}; {_FRAMED}"
            self._answer(200, "text/html", self.server.show.page(), guarded)

    def _news(self, asked: dict[str, str]) -> Facts:
        """What is new, as soon as something is."""
        end = time.monotonic() + _PATIENCE
        while True:
            news = self.server.show.since(asked)
            if "steps" in news or news["epoch"] != asked.get("epoch") or time.monotonic() > end:
                return news
            time.sleep(_PAUSE)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """An answer to what is no request of ours, with the same headers as all; it repeats nothing of the request."""
        self.connection.settimeout(_WRITING)
        self._answer(code, "text/plain", f"{self.responses[code][0]}\n" if code in self.responses else "")

    def _answer(self, code: int, kind: str, text: str, policy: str = _NOTHING) -> None:
        body = text.encode("ascii")
        self.request_version = "HTTP/1.0"  # whatever was asked: an answer without headers is none
        self.close_connection = True
        self.send_response_only(code)
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        self.send_header("Content-Security-Policy", policy)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: Any) -> None:
        """Nothing is logged."""


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 2 * _CONNECTIONS

    def __init__(self, show: Show, port: int) -> None:
        self.show = show
        self.folder = f"/{token_hex(16)}"
        """The folder of the page, with a random name."""
        self._free = BoundedSemaphore(_CONNECTIONS)
        try:
            super().__init__((HOME, port), _Handler)
        except OSError as error:
            raise BadFile(f"cannot listen on port {port}: {error.strerror}", hint="leave out --port") from None
        names = (HOME, "localhost")
        unsaid = names if self.server_port == 80 else ()  # a browser leaves out the port that is usual
        self.hosts = tuple([name] for name in (*(f"{name}:{self.server_port}" for name in names), *unsaid))
        """The Host headers of a request that may be answered: one, and one of these."""

    @property
    def address(self) -> str:
        return f"http://{HOME}:{self.server_port}{self.folder}/"

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer a request in a thread of its own, or close the connection if there are too many."""
        if not self._free.acquire(blocking=False):
            self.shutdown_request(request)
            return
        try:
            super().process_request(request, client_address)
        except BaseException:  # no thread was started that could release it
            self._free.release()
            raise

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._free.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A closed connection is not an error."""
