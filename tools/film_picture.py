"""Take the README's picture of a film: python tools/film_picture.py docs/pictures/film.png

It plays a game, exports its film, and lets Chromium take a picture of it at a moment of the fighting.
"""

import subprocess
import sys
import tempfile
from pathlib import Path
from shutil import which

import tarawa_cli
from tarawa_cli.games import GAMES
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.players import play_on

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
SIZE = "1200,750"


def film() -> str:
    """The film of the first turns of a game by the computer."""
    game, played = tarawa_cli.start("second-morning", seed=4), GAMES("tarawa")
    state = played.begin(Setup("second-morning"))
    for move in play_on(played, state, played.players.player("historical", "4"), 4):
        game.play(move.order.text())
        if game.turn > 10:
            break
    return game.film()


def main(path: str) -> None:
    browser = next((found for name in CHROMIUM if (found := which(name))), None)
    if not browser:
        sys.exit(f"one of these is needed: {', '.join(CHROMIUM)}")
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder, "film.html")
        page.write_text(film(), encoding="utf-8")
        options = ["--headless", "--no-sandbox", "--hide-scrollbars", f"--window-size={SIZE}", f"--screenshot={path}"]
        address = f"{page.as_uri()}#40"
        subprocess.run([browser, *options, "--virtual-time-budget=3000", address], check=True, capture_output=True)


if __name__ == "__main__":
    main(sys.argv[1])
