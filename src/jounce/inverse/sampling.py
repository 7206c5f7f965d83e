"""Sampling of paths at the times of inverse dynamics: joint motion, and time-varying stiffness, preloads and external wrenches.

Dry friction of links needs times between the samples. The friction law

    friction v / sqrt(v^2 + s^2),    s: speed over which the friction changes sign

is smooth in u = asinh(v / s): points at equal steps of u resolve the law between two samples. A link that reverses with
acceleration a is within the transition only for a time s / a, often far less than the spacing of samples.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from jounce.errors import InputError, SmoothnessError
from jounce.kernel.arguments import check_robot
from jounce.numbers import Jet
from jounce.numbers.packing import Array
from jounce.plant.multi_dof_joints import from_coordinates
from jounce.plant.plant import LinkFriction, locate, plant_of
from jounce.robot import Robot
from jounce.robot.validation import short
from jounce.trajectory.path import Path, check_path, whole

MotionStack = Any
"""q and its time derivatives, order on axis 0: an array (k, ..., n), or a tuple of k arrays if q has more than n entries."""


def motion(robot: Robot, path: Path, t: ArrayLike, order: int | None = None) -> MotionStack:
    """Sample a path in joint space as a motion of the robot: positions, velocities and their derivatives at times t.

    Functions of the robot take the result as arguments: `f(robot, *jn.trajectory.motion(robot, path, t))`.

    Parameters
    ----------
    robot : Robot
        The robot.
    path : Path
        Path in joint space with n coordinates, one for each DOF [rad or m]. For a spherical joint: roll, pitch, yaw of its child
        in the joint frame, R = Rz(yaw) Ry(pitch) Rx(roll). For a floating joint: these angles, then x, y, z of the child's
        origin in the joint frame.
    t : array_like (...)
        Times [s].
    order : int, optional
        Order of the highest derivative; `robot.motion_order` by default.

    Returns
    -------
    array (order+1, ..., n), or tuple of order + 1 arrays
        Positions, velocities and their time derivatives. A tuple if a joint has several DOF: positions (..., nq) with
        quaternions, then velocity and its derivatives (..., n).

    Raises
    ------
    InputError
        If the path is not in joint space or does not have n coordinates, or if it has no derivative of this order.

    Examples
    --------
    >>> import jounce as jn
    >>> robot = jn.load("planar_2r")
    >>> path = jn.trajectory.rest_to_rest([0.0, 0.0], [1.0, -1.0], duration=2.0)
    >>> Q = jn.trajectory.motion(robot, path, [0.0, 1.0, 2.0], order=2)
    >>> Q.shape, jn.rnea(robot, *Q).shape
    ((3, 3, 2), (3, 2))
    """
    check_robot(robot)
    check_path(path)
    if path.space != "joint" or path.n != robot.n:
        raise InputError(
            f"path: expected one in joint space of {robot.n} coordinates, one for each freedom of robot {robot.name!r}, got "
            f"{path.n} in {path.space} space."
        )
    return sample_path(robot, path, t, robot.motion_order if order is None else whole(order, 0, "order"))


def sample_path(robot: Robot, path: Path, t: ArrayLike, order: int) -> MotionStack:
    """Sample a path in joint space as `motion` does, without checks of the arguments."""
    coordinates = path(t, order)
    if robot.nq == robot.n:
        return coordinates
    columns = from_coordinates(plant_of(robot).tree, [list(np.moveaxis(row, -1, 0)) for row in coordinates])
    return tuple(np.stack(row, axis=-1) for row in columns)


def select_samples(Q: MotionStack, index: Any) -> MotionStack:
    """Select samples of a motion Q (k, T, n), or of its tuple form, by an index, an array of indices or a slice."""
    return Q[:, index] if isinstance(Q, np.ndarray) else tuple(row[index] for row in Q)


WrenchPaths = Mapping[str, Path]
"""{link or frame: path of (moment, force), 6 coordinates, in the axes of the link or frame [Nm, N]}."""


class TimeVaryingInputs(NamedTuple):
    """Paths of time-varying inputs of a robot; None or empty for inputs that are constant or absent."""

    stiffness: Path | None = None
    """K(t) of the drives, n coordinates [Nm/rad or N/m]."""
    preload: Path | None = None
    """Torque of second drives, one coordinate each [Nm or N]."""
    wrench: WrenchPaths = MappingProxyType({})
    """External wrenches (moment, force) on links and frames, in their axes [Nm, N]."""

    def wrenches(self, t: Array, order: int) -> dict[Any, tuple[Array, ...]]:
        """Return the wrenches {link: (W, Wdot, ...)} at times t (T,) with derivatives to `order`, as `rnea` takes them."""
        return {link: tuple(path(t, order)) for link, path in self.wrench.items()}

    def drives(self, t: Array, order: int) -> dict[str, Any]:
        """Return the keyword arguments `stiffness` and `parameters` of `inverse_dynamics` at times t (T,).

        order: highest derivative of the preload; the stiffness has this order too, and at least 2.
        """
        keywords: dict[str, Any] = {} if self.stiffness is None else {"stiffness": tuple(self.stiffness(t, max(order, 2)))}
        if self.preload is not None:
            keywords["parameters"] = {"preload": Jet.from_derivatives(list(self.preload(t, order)))}
        return keywords


def check_wrench_paths(robot: Robot, wrench: Any) -> WrenchPaths:
    """Check that wrenches are {link or frame: path of 6 coordinates} and smooth enough for the motors; return the wrenches."""
    if not isinstance(wrench, Mapping):
        raise InputError(f"wrench: expected {{link: path of (moment, force)}}, got {short(wrench)}.")
    for link, path in wrench.items():
        locate(robot, link)
        if not isinstance(path, Path) or path.n != 6:
            raise InputError(f"wrench[{link!r}]: expected a path of 6 coordinates, moment and force, got {short(path)}.")
        if path.smoothness < robot.motion_order - 3:
            raise SmoothnessError(
                f"wrench[{link!r}]: its derivative {path.smoothness + 1:g} jumps, and with it the motors would have to. "
                f"{path.remedy(robot.motion_order - 2)}"
            )
    return dict(wrench)


SAME = 1e-6
"""Fraction of the shortest interval of t: an added time that is nearer to another time is omitted."""
MOST = 400
"""Largest number of pieces into which the dry friction of a joint divides an interval between two times."""


def has_dry_friction(robot: Robot) -> bool:
    """Return True if a joint or mimic joint has Coulomb friction on the link side; exact."""
    return bool(_dry_frictions(robot))


def _dry_frictions(robot: Robot) -> list[tuple[int, LinkFriction]]:
    """Return (DOF index, friction) for each link-side friction with a Coulomb part, of joints and of mimic joints."""
    return [
        (i, friction) for i, elements in enumerate(plant_of(robot).beside) for friction in elements.rubbing if friction.coulomb
    ]


def resolve_dry_friction(robot: Robot, motion: Path, t: Array, step: float) -> Array:
    """Return increasing times t (T,) with added times that resolve the dry friction of links along a motion.

    Between two neighbouring times, asinh(v / s) of every dry friction changes by at most `step`, with the joint velocity v and
    the speed s = `Friction.speed`. The velocity v is assumed linear between two times of t. Each dry friction divides an interval
    into at most `MOST` pieces.
    """
    frictions = _dry_frictions(robot)
    if not frictions or len(t) < 2:
        return t
    speeds, more = motion(t, 1)[1], [np.zeros(0)]
    for i, friction in frictions:
        v = friction.ratio * speeds[:, i] / friction.speed
        u = np.arcsinh(v)
        for k in np.flatnonzero(np.abs(np.diff(u)) > step):
            count = min(int(np.ceil(abs(u[k + 1] - u[k]) / step)), MOST)
            fraction = (np.sinh(np.linspace(u[k], u[k + 1], count + 1)[1:-1]) - v[k]) / (v[k + 1] - v[k])
            more.append(t[k] + fraction * (t[k + 1] - t[k]))
    union = np.sort(np.concatenate([t, *more]))
    apart = np.append(True, np.diff(union) > SAME * np.diff(t).min())
    added = union[apart & ~np.isin(union, t)]
    near = np.abs(added - t[np.clip(np.searchsorted(t, added) + np.array([[-1], [0]]), 0, len(t) - 1)]).min(axis=0)
    return np.sort(np.concatenate([t, added[near > SAME * np.diff(t).min()]]))
