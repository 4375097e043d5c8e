"""Chapter 19: jumps."""
