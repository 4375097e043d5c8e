"""Chapter 10: the night."""
