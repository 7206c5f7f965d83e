"""NUMERICAL METHODS that know no robot: programs, integration, collocation, boundary values, interpolation, eigenvalues."""
