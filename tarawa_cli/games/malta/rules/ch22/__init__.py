"""Chapter 22: scenarios and their ends."""
