"""What may be ordered now, the words for it, and its chances."""
