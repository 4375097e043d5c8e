"""The film of a game that is being played: served to this machine only, never written to, always up to date."""

import json
import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from threading import Thread, active_count
from typing import Any

import pytest

from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.exports import film_page as serving
from tarawa_cli.kernel.exports.film_page import HOME, Server, Show
from tarawa_cli.kernel.game import Games
from tests.kernel.test_film import data
from tests.kernel.tools import GAMES, command, new_save, undo
from tests.kit.waiting import PATIENCE, until

RIVALS = Games({"rivals": "tests.kernel.rivals"})


@contextmanager
def served(save: Path, games: Games = GAMES, side: str = "") -> Iterator[Server]:
    with Server(Show(str(save), lambda: session.look(games, str(save), side)), 0) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture
def save(tmp_path: Path) -> Path:
    return new_save(tmp_path / "game.toml", "marathon")


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "_PATIENCE", 0.0)


def ask(server: Server, path: str, method: str = "GET", host: str = "") -> tuple[HTTPResponse, str]:
    """An answer to what is asked below the secret part of the address."""
    return ask_at(server, server.folder + path, method, host)


def ask_at(server: Server, path: str, method: str = "GET", host: str = "") -> tuple[HTTPResponse, str]:
    connection = HTTPConnection(HOME, server.server_port, timeout=PATIENCE)
    connection.request(method, path, headers={"Host": host} if host else {})
    answer = connection.getresponse()
    text = answer.read().decode("ascii")
    connection.close()
    return answer, text


class Reader:
    """A page: what it has, and what it asks for."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.film = data(ask(server, "/")[1])

    def news(self) -> Any:
        film = self.film
        has = {"epoch": film["epoch"], "serial": film["serial"], "steps": len(film["steps"])}
        has |= {name: len(film[name]) for name in ("texts", "drawings")}
        return json.loads(ask(self.server, "/steps?" + "&".join(f"{name}={it}" for name, it in has.items()))[1])

    def take(self) -> None:
        more = self.news()
        self.film["steps"] = self.film["steps"][: more["kept"]] + more["steps"]
        for name in ("texts", "drawings"):
            self.film[name] += more[name]
        self.film |= {name: more[name] for name in ("serial", "note")}

    def commands(self) -> list[str]:
        return [self.film["texts"][step["c"]] for step in self.film["steps"]]


# ── Who is answered


@pytest.mark.parametrize("host", ["example.org", "127.0.0.1", "localhost:1", "127.0.0.1.example.org:80", "[::1]:80"])
def test_whoever_calls_it_by_another_name_gets_nothing(save: Path, host: str) -> None:
    with served(save) as server:
        answer, text = ask(server, "/", host=host)
        assert (answer.status, text) == (403, "this server is for this machine only\n")
        assert ask(server, "/steps", host=host)[0].status == 403
        assert ask(server, "/", host=f"localhost:{server.server_port}")[0].status == 200


def test_it_listens_on_this_machine_alone(save: Path) -> None:
    with served(save) as server:
        assert server.server_address[0] == "127.0.0.1"
        assert server.address == f"http://127.0.0.1:{server.server_port}{server.folder}/"


def test_two_host_headers_are_one_too_many(save: Path) -> None:
    with served(save) as server:
        host = f"Host: 127.0.0.1:{server.server_port}\r\n"
        request = f"GET {server.folder}/ HTTP/1.1\r\n"
        assert raw(server, f"{request}{host}\r\n").startswith(b"HTTP/1.0 200 ")
        assert raw(server, f"{request}{host}Host: example.org\r\n\r\n").startswith(b"HTTP/1.0 403 ")
        assert raw(server, f"{request}\r\n").startswith(b"HTTP/1.0 403 ")


def test_nobody_can_guess_the_address(save: Path) -> None:
    folders = set[str]()
    for _ in range(5):
        with served(save) as server:
            folders.add(server.folder)
    assert len(folders) == 5
    assert all(re.fullmatch("/[0-9a-f]{32}", folder) for folder in folders)


@pytest.mark.parametrize("path", ["/nosuch", "/../game.toml", "/game.toml", "/film.js", "/%2e%2e/", "/steps/", ""])
def test_there_is_one_page_and_nothing_else(save: Path, path: str) -> None:
    with served(save) as server:
        assert ask(server, path)[0].status == 404


@pytest.mark.parametrize("path", ["/", "/steps", "/0123456789abcdef0123456789abcdef/", "//", "/\xe9/", "/favicon.ico"])
def test_without_the_secret_part_of_the_address_nothing_is_told(save: Path, path: str) -> None:
    with served(save) as server:
        request = f"GET {path} HTTP/1.0\r\nHost: 127.0.0.1:{server.server_port}\r\n\r\n"
        head, _, body = raw(server, request).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.0 404 ")
    assert body == b"there is nothing here\n"
    assert not re.search(b"(?i)server:|python|tarawa|watch", head)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_nothing_can_be_sent_to_it(save: Path, method: str) -> None:
    before = save.read_bytes()
    with served(save) as server:
        assert ask(server, "/", method)[0].status == 501
    assert save.read_bytes() == before


def test_its_headers_forbid_what_the_page_does_not_need(save: Path) -> None:
    with served(save) as server:
        answer, text = ask(server, "/")
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        policy = answer.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'; script-src 'sha256-")
        assert policy.endswith("frame-ancestors 'none'")
        assert "connect-src 'self'" in policy
        assert "connect-src 'self'" in text


@pytest.mark.parametrize(
    "request_line", ["GET / HTTP/1.0", "POST / HTTP/1.0", "GET / HTTP/9.9", "nonsense", "GET a b c"]
)
def test_every_other_answer_has_these_headers_too(save: Path, request_line: str) -> None:
    with served(save) as server:
        answer = raw(server, f"{request_line}\r\nHost: 127.0.0.1:{server.server_port}\r\n\r\n")
    assert answer.startswith((b"HTTP/1.0 4", b"HTTP/1.0 5"))
    assert b"Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n" in answer
    for header in (b"X-Content-Type-Options: nosniff", b"Cache-Control: no-store", b"Referrer-Policy: no-referrer"):
        assert header in answer


# ── Those who keep a connection, and do nothing with it


def raw(server: Server, request: str) -> bytes:
    """All that is answered to these bytes."""
    with socket.create_connection((HOME, server.server_port), timeout=PATIENCE) as connection:
        connection.sendall(request.encode("latin-1"))
        return everything(connection)


def everything(connection: socket.socket) -> bytes:
    """What arrives until the other end closes the connection; it may do so because it has had enough."""
    answer = b""
    try:
        while more := connection.recv(65_536):
            answer += more
    except ConnectionError:
        pass
    return answer


def is_answered(server: Server) -> bool:
    """Whether the page is answered, now or once those before it have been given up."""

    def answered() -> bool:
        try:
            return ask(server, "/")[0].status == 200
        except ConnectionError:
            return False

    return until(answered)


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "_READING", 0.4)


@pytest.mark.usefixtures("strict")
@pytest.mark.parametrize("begun", ["", "GET", "GET / HTTP/1.0\r\nHost: 127.0.0.1"])
def test_a_request_that_never_ends_is_given_up(save: Path, begun: str) -> None:
    with served(save) as server:
        assert raw(server, begun) == b""
        assert is_answered(server)


@pytest.mark.usefixtures("strict")
def test_a_request_that_comes_byte_by_byte_is_given_up(save: Path) -> None:
    with served(save) as server, socket.create_connection((HOME, server.server_port), timeout=PATIENCE) as slow:
        slow.settimeout(0.1)

        def given_up() -> bool:
            try:
                slow.sendall(b"G")  # each byte comes in time, all of them do not
                return not slow.recv(1)
            except TimeoutError:
                return False
            except ConnectionError:
                return True

        assert until(given_up)
        assert is_answered(server)


def test_a_reader_that_takes_nothing_is_given_up(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "_WRITING", 0.3)
    monkeypatch.setattr(Show, "page", lambda _: "x" * 50_000_000)
    with served(save) as server, socket.create_connection((HOME, server.server_port), timeout=PATIENCE) as lazy:
        threads = active_count()
        host = f"127.0.0.1:{server.server_port}"
        lazy.sendall(f"GET {server.folder}/ HTTP/1.0\r\nHost: {host}\r\n\r\n".encode())
        assert until(lambda: lazy.recv(1, socket.MSG_PEEK) and active_count() <= threads)


@pytest.mark.parametrize(
    "request_text",
    [
        "GET /" + 60_000 * "x",
        "GET / HTTP/1.0\r\nHost: " + 60_000 * "x",
        "GET / HTTP/1.0\r\n" + 9_000 * "A: b\r\n",
    ],
)
def test_a_request_that_is_too_large_is_not_read_to_its_end(save: Path, request_text: str) -> None:
    with served(save) as server:
        with socket.create_connection((HOME, server.server_port), timeout=PATIENCE) as connection:
            connection.sendall(request_text[: serving._LARGEST].encode())
            assert everything(connection).startswith(b"HTTP/1.0 431 ")
        assert is_answered(server)


@pytest.mark.usefixtures("strict")
def test_many_connections_at_once_are_turned_away_and_the_server_still_answers(
    save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "_CONNECTIONS", 4)
    with served(save) as server, ExitStack() as held:
        idle = [
            held.enter_context(socket.create_connection((HOME, server.server_port), timeout=PATIENCE))
            for _ in range(40)
        ]
        assert [everything(connection) for connection in idle] == [b""] * 40
        assert is_answered(server)
        assert server._free.acquire(blocking=False)


def test_no_more_threads_than_connections_are_allowed(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "_CONNECTIONS", 4)
    with served(save) as server, ExitStack() as held:
        before = active_count()
        idle = [
            held.enter_context(socket.create_connection((HOME, server.server_port), timeout=PATIENCE))
            for _ in range(40)
        ]
        assert [everything(connection) for connection in idle[4:]] == [b""] * 36, "closed at once"
        assert active_count() - before <= 4


def test_a_connection_that_gets_no_thread_does_not_count(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "_CONNECTIONS", 1)
    with served(save) as server:
        with monkeypatch.context() as broken:
            broken.setattr(Thread, "start", _no_thread)
            assert raw(server, "GET / HTTP/1.0\r\n\r\n") == b""
        assert is_answered(server)


def _no_thread(_: Thread) -> None:
    raise RuntimeError("can't start new thread")


# ── What is new


def test_the_page_follows_the_save_order_by_order(save: Path) -> None:
    with served(save) as server:
        reader = Reader(server)
        assert reader.commands() == ["the start"]
        assert "steps" not in reader.news()
        for line in ("cheer a go", "cheer b run"):
            command(save, line)
            reader.take()
        assert reader.commands() == ["the start", "cheer a go", "cheer b run"]
        undo(save)
        reader.take()
        assert reader.commands() == ["the start", "cheer a go"]
        assert "steps" not in reader.news()


def test_a_page_that_has_missed_something_gets_all(save: Path) -> None:
    with served(save) as server:
        slow, quick = Reader(server), Reader(server)
        for line in ("cheer a go", "cheer b run", "cheer a now"):
            command(save, line)
            quick.take()
        undo(save, 2)
        quick.take()
        slow.take()
        assert slow.commands() == quick.commands() == ["the start", "cheer a go"]


def test_a_page_of_an_older_server_is_told_so(save: Path) -> None:
    with served(save) as server:
        reader = Reader(server)
        reader.film["epoch"] = "another"
        assert reader.news() == {"epoch": server.show.epoch}


@pytest.mark.parametrize("query", ["", "serial=x&steps=-1", "steps=99999999999999&serial=0", "texts=%D9%A1"])
def test_odd_questions_are_answered(save: Path, query: str) -> None:
    with served(save) as server:
        assert ask(server, f"/steps?epoch={server.show.epoch}&{query}")[0].status == 200


def test_a_save_that_is_gone_or_broken_is_noted_and_the_film_stays(save: Path) -> None:
    with served(save) as server:
        reader = Reader(server)
        text = save.read_text()
        save.write_text("nonsense")
        reader.take()
        assert "game.toml" in reader.film["note"]
        assert reader.commands() == ["the start"]
        save.unlink()
        reader.take()
        assert reader.film["note"]
        save.write_text(text)
        command(save, "cheer a go")
        reader.take()
        assert reader.film["note"] == ""
        assert reader.commands() == ["the start", "cheer a go"]


def test_a_side_is_shown_only_what_it_may_know(tmp_path: Path) -> None:
    from tests.kernel import rivals
    from tests.kernel.tools import new_match

    save = tmp_path / "rivals.toml"
    match: Any = session.Match(rivals.GAME, new_match().setup, None)
    session.perform(match, ["plan", "xyzzy"], [3])
    session.begin(str(save), match, force=False)
    with served(save, RIVALS, "blue") as server:
        assert "xyzzy" not in ask(server, "/")[1]
        session.perform(match, ["race", "red"], [4])
        session.keep(str(save), match)
        news = ask(server, f"/steps?epoch={server.show.epoch}&serial=0")[1]
        assert "race red" in news
        assert "xyzzy" not in news
    with served(save, RIVALS, "red") as server:
        assert "xyzzy" in ask(server, "/")[1]


# ── Orders, to be read only


def test_what_a_unit_can_do_is_what_legal_says_and_nothing_is_done(save: Path) -> None:
    before = save.read_bytes()
    with served(save) as server:
        match = server.show._match
        runner = next(iter(match.state.at))
        told = json.loads(ask(server, f"/legal?unit={runner}")[1])
        assert told["orders"] == match.game.legal.legal_for(match.state, runner)[1] != []
        assert told["why"] == ""
        told = json.loads(ask(server, "/odds?order=race+red")[1])
        assert told["text"] == ""
        assert "no odds" in told["why"]
    assert save.read_bytes() == before


@pytest.mark.parametrize(
    "question", ["/legal", "/legal?unit=nobody", "/legal?unit=%1b[31m", "/odds", "/odds?order=%00"]
)
def test_odd_questions_about_orders_are_answered_in_words(save: Path, question: str) -> None:
    with served(save) as server:
        answer, text = ask(server, question)
        assert answer.status == 200
        assert "\x1b" not in "".join(map(str, json.loads(text).values()))
