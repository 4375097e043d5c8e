"""The games. Each one is found by its name and imported only when a save asks for it."""

from tarawa_cli.kernel.session import Games

GAMES = Games({"tarawa": "tarawa_cli.games.tarawa.game"})
