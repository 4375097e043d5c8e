"""Chapter 7: stacking."""
