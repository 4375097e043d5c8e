"""Chapter 6: the invasion, over the reef to the beach."""
