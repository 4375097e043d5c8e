"""Attacks on the program from outside, round by round; `tests/attack.py` runs them.

A module of an attack has `attack(at: Round)`: one round, which raises Fault where something does not hold.
"""
