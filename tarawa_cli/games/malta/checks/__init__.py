"""What must hold of a position."""
