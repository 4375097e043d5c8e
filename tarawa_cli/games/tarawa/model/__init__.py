"""The game's pieces: state and its changes, map, charts, scenarios, names."""
