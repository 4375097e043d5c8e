"""The games. Each one is found by its name and imported only when a save asks for it."""
