"""Chapter 19: parachute drops."""
