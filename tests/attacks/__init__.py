"""Attacks on the program from outside, round by round; `tests/attack.py` runs them.

Each module has `attack(at: Round)`: one round, with chances of its own, which raises Fault where something does not hold.
"""
