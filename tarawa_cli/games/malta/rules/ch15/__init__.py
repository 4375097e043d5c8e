"""Chapter 15: formations."""
