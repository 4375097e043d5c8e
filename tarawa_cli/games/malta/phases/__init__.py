"""The phases of a turn: when each applies, what happens by itself, when it waits for the player."""
