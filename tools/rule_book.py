"""The rules of a game as a page: `make docs` writes docs/GAME/rules.md."""

import sys

from tarawa_cli.games.malta.views import library as malta
from tarawa_cli.games.tarawa.views import library as tarawa

BOOKS = {"tarawa": (tarawa.BOOK, "The rules of Tarawa"), "malta": (malta.BOOK, "The rules of Island of Death")}


def page(name: str) -> str:
    book, title = BOOKS[name]
    return "\n".join(book.markdown(title)).rstrip("\n") + "\n"


if __name__ == "__main__":
    print(page(sys.argv[1]), end="")
