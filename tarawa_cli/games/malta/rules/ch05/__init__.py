"""Chapter 5: zones of control."""
