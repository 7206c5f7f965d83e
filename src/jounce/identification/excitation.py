"""Excitation motions: motions within the limits of joints and motors that give the most information for identification.

Each joint follows a finite Fourier series ([Swevers1997]), at rest at both ends,

    q_i(t) = c_i0 + sum_h  c_ih cos(h w t) + s_ih sin(h w t),    w = 2 pi periods / duration,

or a spline. The coefficients c_ih, s_ih maximise the information W^T W of the base regressor W, which has n rows per sample, each
divided by the noise of its motor, and a column for each identifiable parameter. The objective is, but for a factor and a penalty
(`excitation_design`), f = -log det(W^T W) with the derivative P = df/dW = -2 W (W^T W)^-1. By the chain rule the gradient of f by
the motion is the gradient of sum(P W) with P held constant, which `regressor_columns` computes exactly; the gradient by the
coefficients follows through the basis functions. The utilisations of the limits at all samples enter an augmented Lagrangian. The
final motion is checked between the samples with the full robot model, including springs.
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
from jounce.numerics.blas_threads import single_threaded
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
"""Samples per oscillation of the highest harmonic: the search samples one repetition at SAMPLES * harmonics instants."""
TOP = 1.0
"""Default frequency of the highest harmonic [Hz]; higher if rest at both ends requires more harmonics than this."""
FINER = 8
"""Number of samples of the final limit check per sample of the search."""
INSTEAD = {"torque_rate": "motor_torque", "deflection": "spring_torque"}
"""{limit that only the final motion is checked for: limit that the next search tightens in response}."""
MARGIN, TRIES = 0.98, 5
"""MARGIN: largest utilisation of a limit at the samples, below 1 because peaks are between the samples. TRIES: largest number of
searches; each lowers the allowed utilisation of the limits that the last motion exceeded."""


@by_value
@dataclass(frozen=True, eq=False)
class ExcitationStatus:
    """Expected accuracy of the parameters identified from an excitation motion, before the motion is executed."""

    parameters: tuple[str, ...]
    """Identifiable combinations of parameters, each named by the first parameter of the combination."""
    condition: float
    """Condition number of the base regressor. Its rows are in Nm or N; parameters are in SI units, rotor inertia link side."""
    deviation: Array
    """Expected standard deviation of each combination, for independent samples with torque `noise` at the `rate` below."""
    noise: Array
    """(n,): assumed standard deviation of the measured motor torques [Nm or N]."""
    rate: float
    """Assumed sampling rate of the measurement [Hz]."""
    share: float
    """Largest utilisation of any limit along the motion; at most 1."""
    assumed: tuple[str, ...]
    """Limits that were assumed because the robot states none, as text."""


class Excitation(Path):
    """Excitation path from rest to rest: a Fourier series or a spline per joint. `status` is its `ExcitationStatus`."""

    def __init__(
        self, basis: MotionBasis, coefficients: Floats, periods: int, smoothness: int, status: ExcitationStatus | None
    ) -> None:
        """Build the path from coefficients (basis functions, n).

        periods: number of repetitions; smoothness: number of derivatives that vanish at both ends; status: None in the search.
        """
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


@single_threaded
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
    """Return an excitation motion within `robot.limits` that maximises the information about the `free` parameters.

    Parameters
    ----------
    robot : Robot
        Robot with one DOF and one motor per joint. Limits of position, velocity, acceleration, jerk, motor torque, joint torque
        and deflection are checked with the full robot model, including payload and springs. A joint without position limits
        moves within 90 degrees to either side of zero (prismatic: 0.52 m); a joint without limits of velocity, acceleration and
        motor torque moves at up to 1 rad/s (prismatic: 0.33 m/s); `status.assumed` lists these assumptions. Obstacles are
        unknown: check the motion for collisions.
    duration : float
        Duration of the motion [s].
    limits : Limits or mapping, optional
        Limits that replace those of the robot: {quantity: value} as in `Robot.with_limits`, or an object like `robot.limits`.
    free : sequence of str
        Kinds of parameters to identify: 'inertia', 'rotor_inertia', 'viscous_friction', 'coulomb_friction', or 'friction' for
        the last two.
    criterion : str
        'determinant': maximise the determinant of the information matrix, which minimises the volume of uncertainty.
        'condition': minimise the condition number of the base regressor.
    noise : float or array (n,)
        Standard deviation of the measured motor torques [Nm or N].
    rate : float
        Sampling rate of the measurement [Hz].
    basis : str
        'fourier': a Fourier series, which ends at its first pose. 'spline': a B-spline, which may end at another pose.
    harmonics : int, optional
        Number of harmonics (default: 1 Hz times the duration of a repetition, but at least as many as rest at both ends
        requires); a spline has twice as many pieces.
    periods : int
        Number of repetitions of the motion within `duration`.
    seed : int
        Seed of the random motion from which the search starts.

    Returns
    -------
    Excitation
        The path; `status` has the expected standard deviations of the parameters and the largest utilisation.

    Raises
    ------
    InputError
        If a joint has several DOFs, no motor or two motors, or if a parameter is invalid.
    ConvergenceError
        If the search ends without a motion that satisfies the limits.

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
    """Return the status of a path from its regressor at `samples` instants.

    rate: sampling rate [Hz] of the measurement; share: largest utilisation of a limit; assumed: assumed limits as text.
    """
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
    """Return the peaks of all limited quantities at `samples` + 1 times, by the full robot model with payload and springs.

    bounds: limits of position and velocity, stated or assumed; all other limits are those of the robot.
    """
    stated = robot.with_limits(position=bounds.position, velocity=bounds.velocity)
    return feedforward(stated, path, np.linspace(0.0, path.duration, samples + 1)).peaks


def _free(free: Sequence[str]) -> tuple[str, ...]:
    """Return the free kinds with 'friction' replaced by its two kinds; raise InputError for unknown names."""
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
    """Raise InputError if a joint has several DOFs, no motor, or two motors."""
    for joint in robot.joints:
        if joint.freedoms > 1 or joint.spring is not None or joint.second is not None:
            what = "several freedoms" if joint.freedoms > 1 else "no motor" if joint.spring is not None else "two drives"
            raise InputError(
                f"excitation: joint {joint.name!r} of robot {robot.name!r} has {what}; this is for robots whose joints have one "
                "freedom and one motor each. robot.locked({...}) holds a joint."
            )
