"""Chapter 11: morale."""
