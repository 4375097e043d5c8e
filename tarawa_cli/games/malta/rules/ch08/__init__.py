"""Chapter 8: supply."""
