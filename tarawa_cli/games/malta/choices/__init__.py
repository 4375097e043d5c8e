"""What may be ordered now, and what may come of it."""
