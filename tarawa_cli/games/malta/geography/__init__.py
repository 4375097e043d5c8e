"""The grid of the map."""
