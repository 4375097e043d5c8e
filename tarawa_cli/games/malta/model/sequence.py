"""Chapter 4: the names of the phases of a day in their order."""

INITIAL = (
    "setup-allied",
    "setup-axis",
    "approach",
    "formations",
    "weather",
    "air-strikes",
    "plan-drops",
    "aides",
    "replacements",
    "absorb",
    "ammunition",
    "dismantle",
    "royal-navy",
)
"""The initial segment, once a day (4.1); before the first one the players may set up their own way (22)."""
LANDINGS = ("embark", "ships", "coast-fire", "first-wave", "second-wave", "airborne")
LAND = ("movement", "support", "bombardment", "combat", "breakthrough")
PHASES = (
    *INITIAL,
    "axis-status",
    *LANDINGS,
    *(f"axis-{part}" for part in LAND),
    "allied-status",
    *(f"allied-{part}" for part in LAND),
    "surrender",
    "transition",
)
