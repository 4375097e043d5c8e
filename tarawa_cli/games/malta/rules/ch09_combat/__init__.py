"""Chapter 9: combat."""
