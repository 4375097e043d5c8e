"""Tarawa (3W, Mark Seaman): the 2nd Marine Division lands on Betio, November 1943."""

from tarawa_cli.kernel.board.tables import Rulebook
from tarawa_cli.kernel.game import finder

find = finder(__name__)
"""The function or class behind `module:name` in this game."""
BOOK = Rulebook()
rule = BOOK.rule
"""`@rule("6.7")` marks the code that carries out that paragraph."""
