"""Checks of a position, and over a whole game."""
