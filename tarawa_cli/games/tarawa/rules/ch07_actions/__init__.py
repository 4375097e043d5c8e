"""Chapter 7: the fight on land."""
