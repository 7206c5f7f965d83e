"""Spatial inertia and Lie bracket of twists as 6 x 6 matrices, angular part first, in the notation of the papers.

The library computes on component scalars; these matrices are independent of that code and serve as its check.
"""

import numpy as np

import jounce as jn
from jounce.papers.measurement import Array


def tilde(a: Array) -> Array:
    """Return the skew-symmetric matrix (3, 3) of the cross product with a vector a (3,)."""
    return np.array([[0.0, -a[2], a[1]], [a[2], 0.0, -a[0]], [-a[1], a[0], 0.0]])


def bracket(v: Array) -> Array:
    """Return the matrix (6, 6) of the Lie bracket with a twist v (6,)."""
    w, u = tilde(v[:3]), tilde(v[3:])
    return np.block([[w, np.zeros((3, 3))], [u, w]])


def spatial_inertia(link: jn.Link) -> Array:
    """Return the spatial inertia (6, 6) of a link about the origin of its frame, by Steiner's theorem."""
    xx, yy, zz, xy, xz, yz = link.inertia
    m, r = link.mass, tilde(np.array(link.com))
    tensor = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) - m * r @ r
    return np.block([[tensor, m * r], [-m * r, m * np.eye(3)]])
