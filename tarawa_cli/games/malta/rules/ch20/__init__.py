"""Chapter 20: victory."""
