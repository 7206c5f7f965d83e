"""NUMERICAL METHODS: programs, integration steps, collocation and orders of eigenvalues; a method here knows no robot."""
