"""SPATIAL ALGEBRA: vectors, rotations, placements, joint transforms and inertia as component scalars of any type."""
