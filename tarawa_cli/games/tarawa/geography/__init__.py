"""What follows from the map and from the hexes held, computed once."""
