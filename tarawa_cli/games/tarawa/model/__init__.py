"""The state and its changes, the map, charts, scenarios and names."""
