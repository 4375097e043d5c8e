"""What must hold of a position, and over a whole game."""
