"""The phases of a turn in order (3), and the standing answers of the player."""

from tarawa_cli.kernel.engine.policies import Policy

IMPULSES = (1, 2, 3)
PHASES = (
    "bombardment",
    "support",
    "supply-points",
    "embark",
    *(f"{part}-{n}" for n in IMPULSES for part in ("impulse", "anti-landing", "suppression")),
    "beach-landing",
    "traps",
    "actions",
    "offensive-fire",
    "supply-check",
    "night",
    "morale",
    "final",
)
PHASE_NAMES = {
    "bombardment": "Pre-invasion bombardment",
    "support": "Shore support",
    "supply-points": "Supply points",
    "embark": "Embarking",
    "impulse": "Invasion impulse",
    "anti-landing": "Japanese anti-landing fire",
    "suppression": "Direct suppression",
    "beach-landing": "Beach landing",
    "traps": "Traps and snipers",
    "actions": "Marine actions",
    "offensive-fire": "Japanese offensive fire",
    "supply-check": "Supply check",
    "night": "Night events",
    "morale": "Morale",
    "final": "Final phase",
}


def phase_name(phase: str) -> str:
    """Its name, with the number of the impulse."""
    name, _, number = phase.rpartition("-")
    return f"{PHASE_NAMES[name]} {number}" if number.isdigit() else PHASE_NAMES[phase]


# ── Standing answers


POLICIES = {
    "hits": Policy(
        "what a hit costs",
        "7.3",
        {
            "ask": "you decide each time",
            "step": "a step of the unit",
            "morale": "a box of its regiment's morale, as long as there is one",
        },
        "morale while the regiment is above 0, otherwise a step",
    ),
    "empty-lvt": Policy(
        "where amtracs go that have unloaded",
        "6.5",
        {"pool": "home to the pool, for the next wave", "wait": "to the edge, to take loads over from boats"},
        "pool",
    ),
    "empty-phases": Policy(
        "phases in which no unit is due, or no unit ashore has AP",
        "3",
        {"wait": "wait for `next`", "pass": "pass by themselves"},
        "pass",
        routine="pass",
    ),
    "suppress": Policy(
        "fire of the ships between two impulses",
        "6.7",
        {"ask": "you name the areas", "always": "they fire on every area that they can; it costs nothing"},
        "always",
        routine="always",
    ),
    "gain": Policy(
        "which regiment gains a box of morale for a pillbox hex",
        "9.2.4",
        {
            "ask": "you decide each time",
            "only": "the only one that can; you are asked if there are more",
            "lowest": "the one with the lowest morale",
        },
        "lowest",
        routine="only",
    ),
    "heads": Policy(
        "when you are asked for a supply head",
        "8.3",
        {
            "ask": "whenever there is room for one",
            "needed": "only for 2731, or for units that have no line to a head",
        },
        "needed, and seldom at other times",
        routine="needed",
    ),
}
ATTRIBUTES = {name: name.replace("-", "_") for name in POLICIES} | {"heads": "new_heads"}
"""What the state calls each of them."""
