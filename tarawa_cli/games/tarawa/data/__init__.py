"""The game's own data files, and what their tags mean."""

from tarawa_cli.kernel.saves.scenarios import DataFiles

SOURCES = {
    "R": "rulebook",
    "S": "sequence aid",
    "T": "terrain chart",
    "D": "derived",
    "X": "reconstruction",
}
"""By tag: where a table or number comes from."""
FILES = DataFiles(__name__, __file__)
text, document = FILES.text, FILES.document
