"""GEOMETRY ON NUMBERS: vectors, matrices, placements, joints and inertia, in components, on any number."""
