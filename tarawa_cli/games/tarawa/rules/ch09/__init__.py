"""Chapter 9: morale."""
