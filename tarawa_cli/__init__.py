"""Tarawa, the solitaire hex wargame, as a file game: one command, one save."""

__version__ = "0.2.2"
