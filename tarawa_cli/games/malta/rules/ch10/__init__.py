"""Chapter 10: bombardment and breakthrough."""
