"""The ways in which a unit can have moved in a turn."""

TACTICAL, STRATEGIC, INFILTRATION, HALF = "tactical", "strategic", "infiltration", "half"
JOINED = "joined"
"""Its companies have come together, which ends their moves (13.2)."""
