"""Differential index and strangeness index of the flexible arm's equation.

    F(t, X, Xd) = 0,  X = (q, theta, v, w):    link equations of joints without a rigid drive,  qd = v,  thetad = w,  e(q, t) = 0

([Moberg2010] (17), section 7). The derivatives of F, Fd, ... with respect to X, Xd, ... form the derivative array (12), (14):

    d F^(i) / d X^(j) = binomial(i, j) F_X^(i-j) + binomial(i, j-1) F_Xd^(i-j+1)

F_X and F_Xd are the partial derivatives of F by X and Xd. Their time derivatives along a motion are computed exactly.
"""

from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from jounce.errors import InputError, SingularityError
from jounce.flexible.dae import load_under
from jounce.flexible.modal_analysis import bent, linearise
from jounce.flexible.structural_index import structural_index
from jounce.flexible.tool_targets import Outputs, count_motors
from jounce.flexible.zeros.zero_dynamics import fastest
from jounce.functions.linear_model import at_rest, drive_derivatives
from jounce.functions.partials import rnea_slopes
from jounce.functions.rigid_rotors import carried_mass_matrix, carried_rnea
from jounce.kernel.arguments import Parameters, check_robot, position
from jounce.kernel.backends.backend_selection import backend
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.plant.plant import plant_of
from jounce.robot import Robot

TOLERANCE = 1e-9
"""Singular values up to this fraction of max(1, the largest) count as zero; rows and columns are first scaled to largest entries
of about one."""
CLEAR = 1e2
"""Least ratio of the smallest retained to the largest dropped singular value at which a rank counts as determined; `dae_index`
raises `SingularityError` below."""
SCALINGS = 12
"""Number of scalings of the rows and columns of F_X and F_Xd, each by the square root of the row's or column's largest entry;
afterwards all largest entries are about one."""
USUAL, HIGHER, HIGHEST = 2, 5, 11
"""Largest strangeness index that is tried in the first and in the second attempt, and bound of the index in the third."""


@by_value
class DaeIndex(NamedTuple):
    """Indices of a flexible arm's equation in (q, theta, qd, thetad), at one state."""

    differential_index: int
    """Least number of differentiations after which the equation determines the rates of q, theta, qd and thetad."""
    strangeness_index: int
    """Smallest mu for which the hypothesis of Kunkel and Mehrmann holds."""
    differential_variables: int
    """Number of differential variables, equal to the number of states of the zero dynamics."""
    algebraic_variables: int
    ranks: tuple[tuple[int, int, int], ...]
    """Ranks of the three matrices of the hypothesis for mu = 0, 1, ... up to the strangeness index.

    The matrices are M_mu, the derivatives of F, ..., F^(mu) by Xd, ..., X^(mu+1); Z2^T N_mu, where Z2 spans the left null space
    of M_mu and N_mu are the derivatives of F, ..., F^(mu) by X; and F_Xd T2, where T2 spans the null space of Z2^T N_mu."""
    gap: float
    """Least ratio, over all ranks, of the smallest retained to the largest dropped singular value: large if ranks are clear."""
    tolerance: float
    """Threshold between retained and dropped singular values, as a fraction of max(1, the largest singular value)."""
    structural_index: int
    """Index that follows from the occurrence of variables in equations alone, by Pantelides' algorithm in Pryce's form."""
    index_with_torque: int
    """Differential index with the motor torque among the unknowns: `differential_index` + 1.

    The torque follows from the rates. The literature on servo constraints counts this way: the overhead crane has
    index_with_torque 5 and differential_index 4."""


class _Rank:
    """Numerical rank of matrices; `gap` is the least ratio of retained to dropped singular values over all calls."""

    def __init__(self) -> None:
        self.gap = np.inf

    def __call__(self, A: Array) -> int:
        if not A.size:
            return 0
        sigma = np.linalg.svd(A, compute_uv=False)
        largest = max(sigma[0], 1.0)  # entries are of size one: a far smaller matrix is rounding
        rank = int((sigma > TOLERANCE * largest).sum())
        if rank < len(sigma):
            self.gap = min(self.gap, float((sigma[rank - 1] if rank else 1.0) / max(sigma[rank], 1e-300)))
        return rank


def dae_index(robot: Robot, q: ArrayLike, qd: ArrayLike | None = None, *, parameters: Parameters = None) -> DaeIndex:
    """Return the differential and strangeness index of the inverse dynamics of a flexible arm along a tool path.

    [Moberg2010], section 7, finds differential index 3 and strangeness index 2, with 4 differential and 6 algebraic variables,
    for the arm with damping; without damping the index is one higher. The motor torque is not among the unknowns: the torque
    follows from the solution. Papers with the torque as an unknown state `index_with_torque`, which is one higher. Carried
    rotors of rigid joints are included; carried rotors behind a spring are treated as with coupling='spong'.

    Parameters
    ----------
    q : array (n,)
        Joint positions [rad or m].
    qd : array (n,)
        Joint velocities [rad/s or m/s]; rest by default.
    parameters : dict of arrays (size,) by name
        Values that replace the robot's own, as in `Robot.with_parameters`.

    Returns
    -------
    DaeIndex
        Indices, ranks, and the gap of singular values that shows how clear the ranks are.

    Raises
    ------
    SingularityError
        If the ranks from which the index follows are not clear at this pose.
    InputError
        If no index is found up to the largest that is tried, or the tool has not as many outputs as there are motors.

    Examples
    --------
    >>> robot = jn.load("moberg_5dof")
    >>> jn.flexible.dae_index(robot, [0.5, -1.6, 0.0]).strangeness_index
    2
    """
    robot = check_robot(robot, parameters)
    at = position(robot, q)
    velocity = np.zeros(robot.n) if qd is None else position(robot, qd, "qd")
    count_motors(robot, len(plant_of(robot).driven))
    with backend("python"):  # the same bits with every backend
        scale = fastest(linearise(robot, at))
    most = min(HIGHER + 2 * max(len(plant_of(robot).passive) - 1, 0), HIGHEST)  # each further spring may raise the index by two
    for highest in dict.fromkeys((USUAL, HIGHER, most)):  # derivatives are costly, and few robots need many
        with backend("python"):
            by_x, by_rate = _in_units(*_along(robot, at, velocity, highest + 1), scale)
        index = _hypothesis(by_x, by_rate, highest)
        if index is not None:
            if index.gap < CLEAR or index.differential_index != index.strangeness_index + 1:
                raise SingularityError(
                    f"robot {robot.name!r}: its index is not determined at this pose. Singular values at the ranks it follows "
                    f"from differ by a factor of {index.gap:.3g} only, so the pose is next to a singular one, or stiffness and "
                    f"inertia differ by too many powers of ten; differential index {index.differential_index} and strangeness "
                    f"index {index.strangeness_index} came out."
                )
            return index._replace(structural_index=structural_index(robot))
    raise InputError(f"robot {robot.name!r}: no index up to {most + 1} was found at this pose; is it singular?")


def _hypothesis(by_x: Array, by_rate: Array, highest: int) -> DaeIndex | None:
    """Return strangeness index and differential index of the equation F(t, X, Xd) = 0 from its Jacobians along a motion.

    The strangeness index is the smallest mu <= `highest` for which the hypothesis of Kunkel and Mehrmann holds ([Moberg2010],
    section 5); the differential index is the least number <= `highest` + 1 of differentiations that determine Xd. None without
    such mu or such number. by_x, by_rate: partial derivatives of F by X and Xd with their time derivatives, see `_along`.
    """
    size = by_x.shape[-1]
    rank = _Rank()
    ranks: list[tuple[int, int, int]] = []
    for mu in range(highest + 1):
        array = _array(by_x, by_rate, mu)  # columns X, Xd, ..., X^(mu+1)
        inner, first = array[:, size:], array[:, :size]
        full = rank(inner)
        algebraic = (mu + 1) * size - full
        Z2 = _null(inner.T, full)
        constrained = Z2.T @ first
        second = rank(constrained) if algebraic else 0
        T2 = _null(constrained, second) if algebraic else np.eye(size)
        third = rank(by_rate[0] @ T2)
        ranks.append((full, second, third))
        if second == algebraic and third == size - algebraic:
            break
    else:
        return None
    index = next((nu for nu in range(highest + 2) if _determines(by_x, by_rate, nu, rank)), None)
    if index is None:
        return None
    return DaeIndex(index, mu, size - algebraic, algebraic, tuple(ranks), rank.gap, TOLERANCE, index, index + 1)


def _along(robot: Robot, q: Array, qd: Array, order: int) -> tuple[Array, Array]:
    """Return (F_X, F_Xd) with `order` time derivatives, each (order+1, size, size), along a motion from q and qd (n,).

    In this motion the driven joints keep their velocity, and the motorless joints accelerate under spring and link forces.
    """
    plant, n = plant_of(robot), robot.n
    passive, elastic = plant.passive, plant.elastic
    rows = sorted(passive + elastic)
    drives, rest = drive_derivatives(robot), at_rest(robot, q, bent(robot, q))
    K, D = (drives.matrix(by, rest)[rows] for by in (drives.stiffness, drives.loss))  # by links and motors
    Q = np.zeros((order + 3, n))
    Q[0], Q[1] = q, qd
    M = carried_mass_matrix(robot, q)
    for k in range(2, order + 3):
        load = load_under(robot, carried_rnea(robot, *Q[: k + 1])[k - 2], *Q[k - 2 : k])
        Q[k, passive] = -np.linalg.solve(M[np.ix_(passive, passive)], load) if passive else 0.0
    by_q, by_v, by_a = rnea_slopes(robot, *Q)  # (order+1, n, n)
    J = Outputs(robot).jacobians(Q[: order + 1])
    half = n + len(elastic)
    size = 2 * half
    by_x, by_rate = np.zeros((order + 1, size, size)), np.zeros((order + 1, size, size))
    links = len(rows)
    by_x[:, :links, :n], by_x[:, :links, half : half + n] = by_q[:, rows], by_v[:, rows]
    by_rate[:, :links, half : half + n] = by_a[:, rows]
    by_x[0, :links, :half] += K
    by_x[0, :links, half:] += D
    by_rate[0, links : links + half, :half] = np.eye(half)
    by_x[0, links : links + half, half:] = -np.eye(half)
    by_x[:, links + half :, :n] = J
    return by_x, by_rate


def _in_units(by_x: Array, by_rate: Array, scale: float) -> tuple[Array, Array]:
    """Return (F_X, F_Xd) with time in units of 1/scale [s], and rows and columns scaled to largest entries of about one."""
    half = by_x.shape[-1] // 2
    columns = np.concatenate([np.ones(half), np.full(half, scale)])
    by_x, by_rate = by_x * columns, by_rate * columns * scale
    by_x, by_rate = (array * scale ** -np.arange(len(array), dtype=np.float64)[:, None, None] for array in (by_x, by_rate))
    for _ in range(SCALINGS):
        size = np.maximum(np.abs(by_x[0]), np.abs(by_rate[0]))
        rows, columns = (np.sqrt(size.max(axis=axis, keepdims=True)) for axis in (1, 0))
        rows, columns = (np.where(array > 0.0, array, 1.0) for array in (rows, columns))  # zero: an output that no joint moves
        by_x, by_rate = (array / rows / columns for array in (by_x, by_rate))
    return by_x, by_rate


def _array(by_x: Array, by_rate: Array, order: int) -> Array:
    """Return the derivative array: the Jacobian of F, ..., F^(order) with respect to X, ..., X^(order+1)."""
    size = by_x.shape[-1]
    out = np.zeros(((order + 1) * size, (order + 2) * size))
    for i in range(order + 1):
        for j in range(i + 2):
            block = out[i * size : (i + 1) * size, j * size : (j + 1) * size]
            if j <= i:
                block += comb(i, j) * by_x[i - j]
            if j >= 1:
                block += comb(i, j - 1) * by_rate[i - j + 1]
    return out


def _null(A: Array, rank: int) -> Array:
    """Return an orthonormal basis, in columns, of the null space of a matrix A of known rank."""
    return np.linalg.svd(A)[2][rank:].T


def _determines(by_x: Array, by_rate: Array, order: int, rank: _Rank) -> bool:
    """True if F = 0, ..., F^(order) = 0 determine Xd ([Moberg2010], definition 2)."""
    size = by_x.shape[-1]
    inner = _array(by_x, by_rate, order)[:, size:]
    return bool(rank(inner) == size + rank(inner[:, size:]))
