"""Chapter 17: special rules."""
