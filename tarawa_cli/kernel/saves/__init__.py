"""The save: file, header, journal, replay, undo, scenarios, custom tables, git."""
