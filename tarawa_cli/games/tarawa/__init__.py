"""Tarawa (3W, Mark Seaman): the 2nd Marine Division lands on Betio, November 1943."""

from tarawa_cli.kernel.game import finder

find = finder(__name__)
"""The function or class behind `module:name` in this game."""
