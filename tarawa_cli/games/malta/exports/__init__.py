"""Positions, maps as SVG, the state as JSON."""
