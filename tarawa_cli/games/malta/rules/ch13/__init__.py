"""Chapter 13: battalions and companies."""
