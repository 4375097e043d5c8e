"""Chapter 12: victory."""
