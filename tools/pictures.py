"""Make every picture of README and docs: python tools/pictures.py [NAME.png…], or `make pictures`.

Maps are screens of a command (tools/screenshot.py), the film is a page in Chromium (tools/film_picture.py). The games
are saves that never change, so a picture changes only if what it shows is drawn in another way. Look at each one.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "pictures"
PROGRAMS = Path(sys.executable).parent
SAVES = "tests/saves/0.2.2"
SCREENS = {
    "tarawa-map.png": ("80x24", f"tarawa map --save {SAVES}/tarawa/late-strong-turn-15.toml"),
    "tarawa-red3.png": ("80x26", f"tarawa map red3 --save {SAVES}/tarawa/short-red-beach-3.toml"),
    "malta-whole.png": ("120x40", f"malta map --save {SAVES}/malta/late-herkules-4.toml"),
    "malta-close.png": ("80x39", f"malta map 1712 --save {SAVES}/malta/late-herkules-4.toml"),
}
"""By picture, the size of the terminal and the command."""
FILM = "film.png"
PICTURES = (*SCREENS, FILM)


def command_for(name: str) -> list[str]:
    """The command that makes a picture."""
    python, path = sys.executable, str(FOLDER / name)
    if name == FILM:
        return [python, "tools/film_picture.py", path]
    size, words = SCREENS[name]
    program, *rest = words.split()
    return [python, "tools/screenshot.py", path, "--size", size, "--", str(PROGRAMS / program), *rest]


def main(names: list[str]) -> None:
    if unknown := [name for name in names if name not in PICTURES]:
        sys.exit(f"no such picture: {', '.join(unknown)}; there are {', '.join(PICTURES)}")
    for name in names or PICTURES:
        subprocess.run(command_for(name), cwd=ROOT, check=True)
        print(f"docs/pictures/{name}")


if __name__ == "__main__":
    main(sys.argv[1:])
