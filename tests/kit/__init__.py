"""Tests that any game can use: each takes the game as a parameter.

A game describes itself once as a `Subject` (`subject.py`), which `fuzzing` plays at random. The other modules need only
the game: `scripted` plays orders with chosen dice, `law` compares what is listed with what is allowed, `chances` plays
out all dice, `recorded` replays whole games, `console` runs the commands that a page shows.
"""
