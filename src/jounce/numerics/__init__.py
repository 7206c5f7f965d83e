"""NUMERICAL METHODS independent of robots: programs, integration, collocation, boundary values, interpolation, eigenvalues."""
