"""Chapter 14: leaders."""
