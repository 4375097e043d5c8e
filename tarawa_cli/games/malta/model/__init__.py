"""Map, units, charts, the state and its keys in a file; `apply` has all changes of state."""
