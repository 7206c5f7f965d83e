"""Base inertial parameters: the smallest set of combinations of inertial parameters that joint forces depend on."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from jounce.errors import ConvergenceError
from jounce.functions.matrices import regressor
from jounce.kernel.arguments import check_robot
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.numerics.blas_threads import single_threaded
from jounce.robot import Robot
from jounce.robot.rounded_angles import ideal_geometry

NAMES = ("m", "mx", "my", "mz", "Ixx", "Iyy", "Izz", "Ixy", "Ixz", "Iyz")
DEPENDENT = 1e-9
"""Tolerance of `independent`: residual of a linearly dependent regressor column, relative to the column's length, length of a
zero column, relative to the longest column, and coefficient that is set to zero."""


@by_value
class BaseParameters(NamedTuple):
    """Base parameters of a robot: tau = Y @ robot.parameters = Y[:, columns] @ (map @ robot.parameters), Y: `regressor`."""

    columns: tuple[int, ...]
    """Indices into `robot.parameters`, one for each combination."""
    map: Array
    """Coefficients (dimension, 10 links) of the combinations; the submatrix map[:, columns] is the identity."""
    names: tuple[str, ...]
    """Combinations as text, for example 'link2.Izz + 0.25 link3.m'."""

    @property
    def dimension(self) -> int:
        """Return the number of base parameters."""
        return len(self.columns)


@single_threaded
def base_parameters(robot: Robot, seed: int = 0) -> BaseParameters:
    """Return the base parameters of a robot: the smallest set of inertial parameters that determines all joint forces.

    The parameters are computed from the regressor at random motions. Columns are selected from the first link to the last; a
    column that depends on selected columns is expressed by these, so that the mass of an outer link is part of the moments of the
    links that carry it. The result is checked at other random motions. A combination that is observable only through rounding of
    the geometry (angles within 2e-3 rad of a multiple of 15 degrees, offsets below 0.05 mm) is dropped: the map is then computed
    for the ideal geometry, and is accurate to the precision of the angles.

    Parameters
    ----------
    robot : Robot
        The robot.
    seed : int
        Seed of the random motions; the combinations do not depend on it.

    Returns
    -------
    BaseParameters
        Selected columns, coefficients and names of the combinations.

    Raises
    ------
    InputError
        If `robot` is not a Robot.
    ConvergenceError
        If the combinations do not hold for other random motions.

    References
    ----------
    [Garofalo2013] for the regressor.

    Examples
    --------
    >>> base = jn.dynamics.base_parameters(jn.load("planar_2r"))
    >>> base.dimension, base.map.shape
    (6, (6, 20))
    """
    robot = check_robot(robot)
    rng = np.random.default_rng(seed)
    count = 3 * 10 + 20

    def sample(robot: Robot) -> Array:
        q, qd, qdd = (size * rng.normal(size=(count, n)) for size, n in ((2.0, robot.nq), (3.0, robot.n), (10.0, robot.n)))
        rows: Array = regressor(robot, q, qd, qdd).reshape(-1, 10 * len(robot.links))
        return rows

    robot, columns, K = told_by_motion(robot, sample)
    other = sample(robot)
    if np.abs(other[:, columns] @ K - other).max() > 1e-8 * np.abs(other).max():
        raise ConvergenceError(f"base parameters of robot {robot.name!r}: the combinations found do not hold on other motions.")
    return BaseParameters(tuple(columns), K, tuple(_words(robot, row, column) for row, column in zip(K, columns)))


def told_by_motion(robot: Robot, rows: Callable[[Robot], Array]) -> tuple[Robot, list[int], Array]:
    """Return (robot, columns, K) with (columns, K) from `independent`(rows(robot)).

    The returned robot has ideal geometry (`ideal_geometry`) if fewer columns of that robot are independent, else it is the
    argument. rows: function that returns the regressor rows of a robot.
    """
    columns, K = independent(rows(robot))
    ideal = ideal_geometry(robot)
    if ideal is not robot:
        fewer, map_of_fewer = independent(rows(ideal))
        if len(fewer) < len(columns):
            return ideal, fewer, map_of_fewer
    return robot, columns, K


def independent(Y: Array) -> tuple[list[int], Array]:
    """Return (columns, K) with Y = Y[:, columns] @ K; columns: those that are linearly independent of the columns before them."""
    lengths = np.linalg.norm(Y, axis=0)
    basis: list[Array] = []
    columns: list[int] = []
    for column in range(Y.shape[1]):
        if lengths[column] <= DEPENDENT * lengths.max():
            continue
        rest = Y[:, column] / lengths[column]
        for _ in range(2):  # the second pass removes the rounding error of the first; a third has no effect
            for direction in basis:
                rest = rest - direction * (direction @ rest)
        if np.linalg.norm(rest) > DEPENDENT:
            basis.append(rest / np.linalg.norm(rest))
            columns.append(column)
    K = np.linalg.lstsq(Y[:, columns] / lengths[columns], Y, rcond=None)[0] / lengths[columns][:, None]
    K[np.abs(K) < DEPENDENT] = 0.0
    return columns, K


def _words(robot: Robot, row: Array, leading: int) -> str:
    """Return a combination as text such as 'link2.Izz + 0.25 link3.m'; row: coefficients, leading: column of the first term."""

    def name(k: int) -> str:
        return f"{robot.links[k // 10].name}.{NAMES[k % 10]}"

    text = name(leading)
    for k in np.flatnonzero(row):
        if k != leading:
            size = "" if abs(abs(row[k]) - 1.0) < 1e-9 else f"{abs(row[k]):.6g} "
            text += f" {'+' if row[k] > 0 else '-'} {size}{name(int(k))}"
    return text
