"""What is on the map, worked out once, and its drawings as text."""
