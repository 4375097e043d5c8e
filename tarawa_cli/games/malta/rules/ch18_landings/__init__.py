"""Chapter 18: landings from the sea."""
