"""The game's own data files, and what their tags mean."""

from tarawa_cli.kernel.saves.scenarios import DataFiles

SOURCES = {"S": "the game's own charts", "D": "derived", "H": "history", "X": "reconstruction"}
"""By tag: where a table or number comes from."""
FILES = DataFiles(__name__, __file__)
text, document = FILES.text, FILES.document
