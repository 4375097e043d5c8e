"""What follows from the map and from the hexes held, worked out once."""
