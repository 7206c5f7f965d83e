"""SPATIAL ALGEBRA: vectors, rotations, placements, joint transforms and inertia, as tuples of scalars of any type."""
