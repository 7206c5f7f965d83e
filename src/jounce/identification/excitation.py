"""Excitation motions: the most informative motions for identification within the limits of joints and motors.

Each joint follows a finite Fourier series ([Swevers1997]), at rest at both ends,

    q_i(t) = c_i0 + sum_h  c_ih cos(h w t) + s_ih sin(h w t),    w = 2 pi periods / duration,

or a spline. The coefficients maximise the information W^T W of the base regressor: W has n rows for each sample, weighted by the
noise of their motor, and a column for each identifiable parameter. By the chain rule, with P = d f / d W = -2 W (W^T W)^-1 for
the negative logarithm of the determinant, the gradient of f by the motion is that of the sum of P times columns, which
`regressor_columns` computes exactly; the gradient by the coefficients follows through the basis functions. Limits enter an
augmented Lagrangian by their utilisations at all samples. The result is then checked between the samples with the full robot
model, springs included.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from jounce.errors import ConvergenceError, InputError
from jounce.flexible.feedforward import feedforward
from jounce.identification.excitation_design import (
    ExcitationDesign,
    FourierBasis,
    MotionBasis,
    MotionBounds,
    SplineBasis,
    bounds_of,
)
from jounce.identification.regressor_columns import OF_DRIVES, columns_of, independent
from jounce.inverse.peaks import Peaks
from jounce.kernel.arguments import check_robot
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.robot import Robot
from jounce.robot.limits import Limits, LimitValues
from jounce.robot.validation import positive
from jounce.timing.fastest import with_limits
from jounce.trajectory.path import Floats, Path, coordinates, frozen, whole

FREE = ("inertia", *OF_DRIVES)
FRICTION = ("viscous_friction", "coulomb_friction")
CRITERIA = ("determinant", "condition")
BASES = ("fourier", "spline")
SAMPLES = 16
"""Samples of a period per harmonic of the series: equal to the samples per oscillation of the highest harmonic."""
TOP = 1.0
"""Default highest frequency of a motion [Hz]."""
FINER = 8
"""Factor by which samples of the final limit check are denser than those of the search."""
INSTEAD = {"torque_rate": "motor_torque", "deflection": "joint_torque"}
"""{limit checked on the final motion: limit that is tightened in the search if the motion exceeds it}."""
MARGIN, TRIES = 0.98, 5
"""Largest utilisation at samples, which leaves a margin between them; and number of times it is lowered."""


@by_value
@dataclass(frozen=True, eq=False)
class ExcitationStatus:
    """Expected information of a motion, before it is executed."""

    parameters: tuple[str, ...]
    """Identifiable combinations of the robot's parameters, each named by its leading parameter."""
    condition: float
    """Condition number of the base regressor, rows in Nm or N, columns in SI units (rotor inertia reflected to the joint)."""
    deviation: Array
    """Expected standard deviation of each parameter, for the noise below and independent samples."""
    noise: Array
    """(n,): standard deviation of the measured motor torques [Nm or N]."""
    rate: float
    """Sampling rate of the measurement [Hz]."""
    share: float
    """Largest utilisation of a limit."""
    assumed: tuple[str, ...]
    """Assumed limits where the robot states none, as text."""


class Excitation(Path):
    """Excitation path: a Fourier series or a spline of each joint, from rest to rest; `status` states its information."""

    def __init__(
        self, basis: MotionBasis, coefficients: Floats, periods: int, smoothness: int, status: ExcitationStatus | None
    ) -> None:
        """Build the path from coefficients (number of basis functions, n)."""
        self.basis, self.coefficients, self.periods = basis, coefficients, periods
        self.status: Any = status
        self.n = coefficients.shape[1]
        self.duration = basis.period * periods
        self.start_time, self.end_time = 0.0, self.duration
        self.smoothness, self.max_order = smoothness, basis.max_order

    def derivatives(self, t: Floats, order: int) -> Floats:
        """Return positions and derivatives (order+1, *t.shape, n) at times t [s]; see `Path`."""
        inside, moving = np.clip(t, 0.0, self.duration), ((t >= 0.0) & (t <= self.duration))[..., None]
        cycles = np.clip(np.floor(inside / self.basis.period), 0, self.periods - 1)
        rows = self.basis.rows(np.clip(inside - cycles * self.basis.period, 0.0, self.basis.period), order) @ self.coefficients
        return np.stack([rows[0], *(np.where(moving, row, 0.0) for row in rows[1:])])


def excitation(
    robot: Robot,
    duration: float,
    limits: Limits | LimitValues | None = None,
    *,
    free: Sequence[str] = FREE,
    criterion: str = "determinant",
    noise: ArrayLike = 1.0,
    rate: float = 1000.0,
    basis: str = "fourier",
    harmonics: int | None = None,
    periods: int = 1,
    seed: int = 0,
) -> Excitation:
    """Return a motion of `duration` [s] that identifies the `free` parameters as well as possible, within `robot.limits`.

    Parameters
    ----------
    robot : Robot
        One DOF and one motor a joint. Limits of position, velocity, acceleration, jerk, motor torque, joint torque and deflection
        hold for the full robot model, payload and springs included. Default limits: 90 degrees to either side without position
        limits, 1 rad/s without limits of velocity, acceleration and motor torque; `status.assumed` lists them. Obstacles are
        unknown: check the motion first.
    duration : float
        Duration [s].
    limits : Limits or mapping, optional
        Limits in place of `robot.limits`, as `fastest` takes them: {quantity: value} as in `Robot.with_limits`, or an object like
        `robot.limits`.
    free : sequence of str
        'inertia', 'rotor_inertia', 'viscous_friction', 'coulomb_friction', or 'friction' for the last two.
    criterion : str
        'determinant' of the information, which minimises the volume of uncertainty, or 'condition' number of the base regressor.
    noise : float or array (n,)
        Standard deviation of the measured motor torques [Nm or N].
    rate : float
        Sampling rate of the measurement [Hz].
    basis : str
        'fourier' series, or 'spline', which need not end where it begins.
    harmonics : int, optional
        Harmonics of the series, default up to 1 Hz; a spline has twice as many pieces.
    periods : int
        Number of repetitions of the motion.
    seed : int
        Seed of the random start of the search.

    Returns
    -------
    Excitation
        The path, with its expected information in `status`.

    Raises
    ------
    InputError
        For other robots, names or options.
    ConvergenceError
        If no motion of these harmonics satisfies the limits.

    Examples
    --------
    >>> path = jn.excitation(jn.load("planar_2r"), 4.0, free=("inertia",))
    >>> path.status.share <= 1.0
    True
    """
    robot = with_limits(check_robot(robot), limits)
    _refuse(robot)
    duration, rate = positive(duration, "duration [s]"), positive(rate, "rate [Hz]")
    periods, seed = whole(periods, 1, "periods"), whole(seed, 0, "seed")
    smoothness = max(2, robot.motion_order)
    least = smoothness // 2 + 2
    count = max(least, round(TOP * duration / periods)) if harmonics is None else whole(harmonics, least, "harmonics")
    if basis not in BASES:
        raise InputError(f"basis: expected one of {', '.join(BASES)}, got {basis!r}.")
    if criterion not in CRITERIA:
        raise InputError(f"criterion: expected one of {', '.join(CRITERIA)}, got {criterion!r}.")
    sigma = np.broadcast_to(coordinates(noise, "noise [Nm or N]"), robot.n) if np.size(noise) in (1, robot.n) else None
    if sigma is None or not (sigma > 0.0).all():
        raise InputError(f"noise: expected one number above zero, or {robot.n}.")
    bounds, assumed = bounds_of(robot)
    columns = columns_of(robot.with_rigid_joints(), _free(free))
    base = independent(columns)[0]
    period = duration / periods
    functions: MotionBasis = (
        FourierBasis(period, count) if basis == "fourier" else SplineBasis(period, 2 * count, max(smoothness + 1, 5))
    )
    if not base:
        raise InputError(f"free: motion tells none of these numbers of robot {robot.name!r}.")
    design = ExcitationDesign(columns, base, bounds, sigma, criterion, functions, SAMPLES * count, smoothness, periods > 1)
    x = design.start(np.random.default_rng(seed))
    margins = {name: np.full(robot.n, MARGIN) for name in design.shares(design.motion(x))}
    for trial in range(TRIES):
        x = design.best(x, margins, again=trial > 0)
        path = Excitation(functions, frozen(design.coefficients(x)), periods, smoothness, None)
        samples = FINER * len(design.t) * periods
        peaks = _peaks(robot, bounds, path, samples)
        share = max(row.share for row in peaks)
        if share <= 1.0:
            status = _status(design, path, samples, rate, share, assumed)
            return Excitation(functions, path.coefficients, periods, smoothness, status)
        for row in (row for row in peaks if row.share > 1.0):
            name = INSTEAD.get(row.quantity, row.quantity)
            for limit in (name,) if name in margins else margins:
                margins[limit][robot.joint_names.index(row.joint)] *= MARGIN / row.share
    raise ConvergenceError(
        f"excitation: no motion of {count} harmonics in {period:g} s keeps the limits of robot {robot.name!r}: it "
        f"uses {100.0 * share:.0f} % of one. Give the motion more time, or fewer harmonics."
    )


def _status(
    design: ExcitationDesign, path: Excitation, samples: int, rate: float, share: float, assumed: tuple[str, ...]
) -> ExcitationStatus:
    """Return the expected information of a path, evaluated at `samples` instants."""
    t = np.linspace(0.0, path.duration, samples, endpoint=False)
    rows = design.columns.at(*path(t, 2))[..., design.base]
    weighted = (rows / design.noise[:, None]).reshape(-1, len(design.base))
    size = np.linalg.norm(weighted, axis=0)
    inverse = np.linalg.pinv((weighted / size).T @ (weighted / size), hermitian=True)
    deviation = np.sqrt(np.diag(inverse) * samples / (rate * path.duration)) / size
    names = tuple(design.columns.names[k] for k in design.base)
    condition = float(np.linalg.cond(rows.reshape(weighted.shape)))
    return ExcitationStatus(names, condition, deviation, np.array(design.noise), rate, share, assumed)


def _peaks(robot: Robot, bounds: MotionBounds, path: Excitation, samples: int) -> Peaks:
    """Return the peaks of the limited quantities along the path, for the full robot model, payload and springs included."""
    stated = robot.with_limits(position=bounds.position, velocity=bounds.velocity)
    return feedforward(stated, path, np.linspace(0.0, path.duration, samples + 1)).peaks


def _free(free: Sequence[str]) -> tuple[str, ...]:
    """Return the names of free parameters, 'friction' expanded."""
    if isinstance(free, str) or not isinstance(free, Sequence):
        raise InputError(f"free: expected names, such as ('inertia', 'friction'), got {free!r}.")
    kinds: list[str] = []
    for name in free:
        names = FRICTION if name == "friction" else (name,)
        if not set(names) <= set(FREE):
            raise InputError(f"free: a motion can be made to tell {', '.join(FREE)}; got {name!r}.")
        kinds += names
    return tuple(kinds)


def _refuse(robot: Robot) -> None:
    """Raise InputError for joints with several DOFs, without a motor, or with two."""
    for joint in robot.joints:
        if joint.freedoms > 1 or joint.spring is not None or joint.second is not None:
            what = "several freedoms" if joint.freedoms > 1 else "no motor" if joint.spring is not None else "two drives"
            raise InputError(
                f"excitation: joint {joint.name!r} of robot {robot.name!r} has {what}; this is for robots whose joints have one "
                "freedom and one motor each. robot.locked({...}) holds a joint."
            )
