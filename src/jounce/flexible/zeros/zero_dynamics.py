"""Zero dynamics: the motions of a robot while its tool stands still, and the transmission zeros from motor torque to tool.

`zero_dynamics` computes the zeros in one pose, as eigenvalues of a pencil. `zeros_at_rest` computes them for many poses at rest
as one batch of eigenvalues. While the tool stands still, s = (q_e, qd_e) obeys sd = A s, and each damped elastic joint with a
motor obeys its own filter equation. The zeros are then the eigenvalues of A, and -K/D of each such joint. With carried rotors,
parallel springs, wrenches or nonlinear springs this does not hold, and the zeros follow from the pencil only.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from jounce.errors import SingularityError
from jounce.flexible.dae import Dae
from jounce.flexible.modal_analysis import Linear, linearise
from jounce.flexible.native_solvers import jacobian_at_rest, surely_determined
from jounce.flexible.tool_targets import Target, count_motors
from jounce.functions.linear_model import unforced
from jounce.kernel.arguments import Parameters, check_robot, position
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.numerics.eigenvalue_order import sort_eigenvalues
from jounce.plant.plant import plant_of
from jounce.robot import Robot

INFINITE = 1e4
"""Ratio to the robot's fastest frequency above which an eigenvalue of the pencil counts as infinite, perturbed by rounding."""
DOUBTFUL = 10.0
"""Ratio to the robot's fastest frequency above which a zero may be infinite, so that the finite zeros are counted by ranks."""
SINGULAR = 1e-8
"""Largest ratio of the smallest to the largest singular value at which the pencil counts as singular."""
RANK = 1e-10
"""Singular values up to this count as zero in the count of finite zeros, of matrices whose rows have largest entries of one."""
MARGIN = 1e-9
"""A zero is unstable if its real part exceeds this fraction of the fastest frequency."""


@by_value
class ZeroDynamics(NamedTuple):
    """Transmission zeros of the robot linearised at rest in one pose, and their stability."""

    zeros: Array
    """Transmission zeros (z,) from motor torques to the tool's outputs [rad/s], by rising real part.

    Conjugates are next to each other, the zero with the negative imaginary part first."""
    minimum_phase: bool
    """True if all zeros are stable, so that motor torque can be computed from the tool's motion forward in time."""


def zero_dynamics(robot: Robot, q: ArrayLike, *, parameters: Parameters = None) -> ZeroDynamics:
    """Return the transmission zeros of the robot at rest in q, from motor torques to the outputs of its tool.

    The zeros are the values s for which some motion e^(st) of links and motors leaves the tool at rest: finite eigenvalues of

        ( mass s^2 + loss s + stiffness   -input )
        ( output                             0   )

    A robot with motors at all joints and no damping has no zeros (it is flat). Each damped elastic joint with a motor adds the
    stable zero -K/D. With an unstable zero the inverse dynamics grows without bound forward in time.

    Parameters
    ----------
    q : array (n,)
        Joint positions [rad or m].
    parameters : dict of arrays (size,) by name
        Values that replace the robot's own, as in `Robot.with_parameters`.

    Returns
    -------
    ZeroDynamics
        .zeros (z,), complex [rad/s], and .minimum_phase.

    Raises
    ------
    InputError
        If the tool has not as many outputs as the robot has motors.
    SingularityError
        If the outputs do not depend on the joints independently in this pose.

    References
    ----------
    [Moberg2010], section 8.

    Examples
    --------
    >>> jn.zero_dynamics(jn.load("moberg_5dof"), [0.5, -1.6, 0.0]).minimum_phase
    True
    """
    robot = check_robot(robot, parameters)
    at = position(robot, q)
    count_motors(robot, sum(joint.spring is None for joint in robot.axes))
    linear = linearise(robot, at)
    scale = fastest(linear)
    zeros = _zeros(linear, scale)
    return ZeroDynamics(sort_eigenvalues(zeros), bool((zeros.real <= MARGIN * scale).all()))


def fastest(linear: Linear) -> float:
    """Return the fastest frequency of a linear model [rad/s]: max(sqrt(rho(M^-1 K)), rho(M^-1 D)), rho: spectral radius."""
    inverse = np.linalg.inv(linear.mass)
    swinging = np.sqrt(np.abs(np.linalg.eigvals(inverse @ linear.stiffness)).max())
    return float(max(swinging, np.abs(np.linalg.eigvals(inverse @ linear.loss)).max()))


def _zeros(linear: Linear, scale: float) -> Array:
    """Return the finite eigenvalues of the pencil of `zero_dynamics` [rad/s]. scale: result of `fastest`.

    The tool at rest leaves motions x = N z. The equations of rows without a motor, (a s^2 + b s + c) z = 0, are square. Time is
    measured in 1/scale and each row by its largest entry, so that infinite eigenvalues lie far from all others.
    """
    from scipy.linalg import eig, null_space

    still = null_space(linear.output)
    if still.shape[1] != linear.output.shape[1] - linear.output.shape[0]:
        raise SingularityError(
            "zero dynamics: the tool's outputs do not depend on the joints independently here: a singular pose."
        )
    free = unforced(linear.input).T
    a, b, c = (
        factor * free @ matrix @ still
        for factor, matrix in ((scale**2, linear.mass), (scale, linear.loss), (1.0, linear.stiffness))
    )
    size = len(c)
    if size == 0:
        return np.zeros(0, dtype=complex)
    rows = np.maximum(np.maximum(np.abs(a), np.abs(b)), np.abs(c)).max(axis=1, keepdims=True)
    a, b, c = a / rows, b / rows, c / rows
    one, nothing = np.eye(size), np.zeros((size, size))
    left, right = np.block([[nothing, one], [-c, -b]]), np.block([[one, nothing], [nothing, a]])
    alpha, beta = eig(left, right, right=False, homogeneous_eigvals=True)
    finite = np.abs(beta) * INFINITE > np.abs(alpha)
    candidates = scale * alpha[finite] / beta[finite]
    zeros = np.array([s for s in candidates if _is_zero(linear, s)], dtype=complex)
    if np.abs(zeros).max(initial=0.0) < DOUBTFUL * scale:
        return zeros
    return zeros[np.argsort(np.abs(zeros))[: _count(a, b, c)]]


def _count(a: Array, b: Array, c: Array) -> int | None:
    """Return the number of finite eigenvalues of a s^2 + b s + c; None if no number of differentiations determines it.

    It is the dimension that the equation and its derivatives leave free in (z, zd). The count is needed if infinite eigenvalues
    are multiple, which rounding turns into large finite ones.
    """
    size = len(a)
    rate = np.sqrt(np.linalg.norm(c) / np.linalg.norm(a)) if a.any() else 1.0
    parts = [c, rate * b, rate**2 * a]
    rows = np.max([np.abs(matrix).max(axis=1, keepdims=True) for matrix in parts], axis=0)
    for more in range(2 * size + 1):
        array = np.zeros(((more + 1) * size, (more + 3) * size))
        for i in range(more + 1):
            for k, matrix in enumerate(parts):
                array[i * size : (i + 1) * size, (i + k) * size : (i + k + 1) * size] = matrix / rows
        whole, rest = (np.linalg.svd(array[:, k * size :], compute_uv=False) for k in (2, 3))
        rank = int((whole > RANK).sum())
        if rank == size + int((rest > RANK).sum()):
            return 2 * size - (len(array) - rank)
    return None


def _is_zero(linear: Linear, s: complex) -> bool:
    """True if the pencil, with rows and columns scaled by their largest entries, loses rank at s, so that s is a zero."""
    m = linear.input.shape[1]
    P = np.block([[linear.mass * s**2 + linear.loss * s + linear.stiffness, -linear.input], [linear.output, np.zeros((m, m))]])
    P = P / np.abs(P).max(axis=1, keepdims=True)
    P = P / np.abs(P).max(axis=0, keepdims=True)
    sigma = np.linalg.svd(P, compute_uv=False)
    return bool(sigma[-1] <= SINGULAR * sigma[0])


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
