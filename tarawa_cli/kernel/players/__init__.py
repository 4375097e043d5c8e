"""Computer players, delegation, simulation, statistics."""
