"""What lies on the table: map, units, charts, the state and its keys in a file; `apply`, the only changes of state."""
