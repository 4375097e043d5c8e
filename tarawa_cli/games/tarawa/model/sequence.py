"""Chapter 3: the phases of a turn in order."""

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
