"""Chapter 3: the names of the phases of a turn in order."""

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
