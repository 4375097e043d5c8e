"""The page that shows a film: one file, which needs nothing from outside and runs nothing but its own script."""

import json
from base64 import b64encode
from hashlib import sha256
from importlib.resources import files

from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.film import Camera
from tarawa_cli.kernel.film.reel import Facts, Reel
from tarawa_cli.kernel.hints import Any
from tarawa_cli.kernel.render.markup import Markup, ascii_only, escaped

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


def live_policy() -> str:
    """The policy of the live page, for the header of a server."""
    return policy(_script(live=True), live=True)


def _asset(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="ascii")


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
