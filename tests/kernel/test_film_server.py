"""The film of a game that is being played: served to this machine only, never written to, always up to date."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tarawa_cli.kernel import session
from tarawa_cli.kernel.film import server as serving
from tarawa_cli.kernel.film.server import HOME, Server, Show
from tarawa_cli.kernel.game import Games
from tests.kernel.test_film import data
from tests.kernel.tools import GAMES, command, new_save, undo

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
    connection = HTTPConnection(HOME, server.server_port, timeout=10)
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
        assert server.address == f"http://127.0.0.1:{server.server_port}/"


@pytest.mark.parametrize("path", ["/nosuch", "/../game.toml", "/game.toml", "/film.js", "/%2e%2e/"])
def test_there_is_one_page_and_nothing_else(save: Path, path: str) -> None:
    with served(save) as server:
        assert ask(server, path)[0].status == 404


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
        assert answer.headers["Content-Security-Policy"] == "frame-ancestors 'none'"
        assert "connect-src 'self'" in text


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
