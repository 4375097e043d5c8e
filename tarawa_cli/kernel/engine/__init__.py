"""Orders and how they are carried out: grammar, phases, work stack, sides, what is legal, odds."""
