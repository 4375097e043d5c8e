"""Chapter 6: movement."""
