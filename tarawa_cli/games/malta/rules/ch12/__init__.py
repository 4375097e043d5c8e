"""Chapter 12: artillery."""
