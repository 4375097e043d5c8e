"""Chapter 16: special units."""
