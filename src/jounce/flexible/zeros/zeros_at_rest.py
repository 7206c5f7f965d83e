"""Zeros of a flexible arm at many poses at rest, by one batch of eigenvalues.

While the tool stands still, s = (q_e, qd_e) obeys sd = A s, and each damped elastic joint with a motor a filter of its own. The
zeros of `zero_dynamics` are then the eigenvalues of A, and -K/D of these joints. With carried rotors, springs beside drives,
wrenches or nonlinear springs the zeros are others, and only the pencil of `zero_dynamics` has them.
"""

import numpy as np

from jounce.flexible.dae import Dae
from jounce.flexible.native_evaluation import jacobian_at_rest, surely_determined
from jounce.flexible.tool_targets import Target
from jounce.numbers.packing import Array
from jounce.numerics.eigenvalue_order import sort_eigenvalues
from jounce.plant.plant import plant_of


def zeros_at_rest(dae: Dae, q: Array, targets: Target) -> list[Array] | None:
    """Return the zeros at each pose at rest in q (T, n), by rising real part [rad/s]; None if the pencil has to be used."""
    plant = plant_of(dae.robot)
    if plant.rotors or plant.beside or targets.pushes or not plant.is_linear or not surely_determined(dae, q):
        return None
    damped = [m for m in plant.motors if m.elastic and m.damping > 0.0 and m.spring is not None]
    filters = [-m.spring.stiffness(0.0) / m.damping for m in damped if m.spring is not None]
    internal = np.linalg.eigvals(jacobian_at_rest(dae, q, targets))
    both = np.concatenate([internal, np.tile(np.array(filters, dtype=complex), (len(q), 1))], axis=1)
    return list(sort_eigenvalues(both))
