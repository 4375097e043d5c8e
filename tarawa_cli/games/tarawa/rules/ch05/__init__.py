"""Chapter 5: the bombardment."""
