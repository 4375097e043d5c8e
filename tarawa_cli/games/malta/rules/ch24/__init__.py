"""Chapter 24: two players, one file."""
