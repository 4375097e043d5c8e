"""Chapter 11: special rules: the pier."""
