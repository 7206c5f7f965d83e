"""Frequency response of motors and links at one pose: resonances and antiresonances.

Near rest in q the robot is mass xdd + loss xd + stiffness x = input u (`linear_model`), its motors turn by input^T x, and

    G(w) = (stiffness + i w loss - w^2 mass)^-1 input,    motor = input^T G,    link = the first n rows of G.

Without losses the poles of G are the frequencies of the robot with all motors free: its resonances. The response of a motor
to its own torque vanishes at the frequencies of the robot with that motor held and all others free: its anti-resonances. As a
motor that its links do not carry along has an inertia B_i of its own, the trace of mass^-1 stiffness with and without it
gives

    K_i = B_i (sum of resonances^2 - sum of anti-resonances_i^2).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from jounce.errors import InputError
from jounce.flexible.modal_analysis import Linear, frequency_squares, linearise
from jounce.functions.linear_model import unforced
from jounce.kernel.arguments import Parameters, check_robot, position
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.plant.plant import plant_of
from jounce.robot import Robot
from jounce.trajectory.path import coordinates

POINTS = 400
"""Default number of frequencies."""
BELOW, ABOVE = 0.2, 3.0
"""Lowest and highest default frequency, as multiples of the lowest and the highest resonance or anti-resonance."""


@by_value
@dataclass(frozen=True, eq=False)
class FrequencyResponse:
    """Frequency response of a robot at one pose, with a column for each of its p motors."""

    motors: tuple[str, ...]
    """Names of the joints that the p motors drive."""
    frequency: Array
    """Angular frequencies (F,) [rad/s]."""
    motor: Array
    """Response (F, p, p), complex: theta_i per torque tau_m_j [rad/Nm]."""
    link: Array
    """Response (F, n, p), complex: q_i per torque tau_m_j [rad/Nm]."""
    resonances: Array
    """Undamped resonances, rising [rad/s]; zero for a rigid-body motion. Imaginary where gravity makes the pose unstable; the
    array is then complex, as those of `numpy.linalg.eigvals`."""
    antiresonances: tuple[Array, ...]
    """Antiresonances of each motor, increasing [rad/s], at which the motor stands still under its own oscillating torque."""


def frequency_response(
    robot: Robot, q: ArrayLike, frequency: ArrayLike | None = None, *, parameters: Parameters = None
) -> FrequencyResponse:
    """Return the frequency response of motors and links at rest in a pose to motor torques.

    Springs that are not linear have the stiffness at the deflection under the robot's weight. Damping and viscous friction are
    included; dry friction, which has no frequency response, is not.

    Parameters
    ----------
    robot : Robot
        The robot, with at least one motor.
    q : array (n,)
        Pose [rad or m].
    frequency : array (F,), optional
        Frequencies [rad/s]; default: 400 around all resonances and anti-resonances.
    parameters : dict, optional
        {name: array (size,)}, as in `robot.with_parameters`.

    Returns
    -------
    FrequencyResponse
        Responses of motors and links, resonances and anti-resonances.

    Raises
    ------
    InputError
        For a robot without motors, and for a frequency at an undamped resonance.

    Examples
    --------
    >>> robot = jn.load("planar_2r").with_drives(stiffness=200.0, rotor_inertia=0.02)
    >>> jn.identification.frequency_response(robot, [0.0, 0.5]).motor.shape
    (400, 2, 2)
    """
    robot = check_robot(robot, parameters)
    pose = position(robot, q)
    driven = plant_of(robot).driven
    if not driven:
        raise InputError(f"robot {robot.name!r} has no motor that could make it swing. Robot.with_drives gives it some.")
    linear = without_dry_friction(robot, pose)
    resonances = _roots(linear.mass, linear.stiffness)
    antiresonances = []
    for column in linear.input.T:
        keep = unforced(column[:, None])
        antiresonances.append(_roots(keep.T @ linear.mass @ keep, keep.T @ linear.stiffness @ keep))
    at = _grid([resonances, *antiresonances]) if frequency is None else coordinates(frequency, "frequency [rad/s]")
    s = 1j * at[:, None, None]
    try:
        x = np.linalg.solve(linear.stiffness + s * linear.loss + s**2 * linear.mass, linear.input.astype(complex))
    except np.linalg.LinAlgError:
        raise InputError(
            f"frequency: the response of robot {robot.name!r} is infinite at one of these frequencies, which is a resonance "
            "without damping. Leave it out."
        ) from None
    names = tuple(robot.motor_names[i] for i in driven)
    return FrequencyResponse(names, np.array(at), linear.input.T @ x, x[:, : robot.n], resonances, tuple(antiresonances))


def without_dry_friction(robot: Robot, q: Array) -> Linear:
    """Return the linear model at rest in q without the derivative of dry friction, which would lock the motors at standstill."""
    return linearise(without_dry(robot), q)


def without_dry(robot: Robot) -> Robot:
    """Return the robot without dry friction at its motors."""
    robot = robot.with_parameters({"coulomb_friction": np.zeros(robot.m)})
    rubbing = [joint.name for joint in robot.axes if joint.drive is not None and joint.drive.stribeck_friction]
    return robot.with_drives(stribeck_friction=dict.fromkeys(rubbing, 0.0)) if rubbing else robot


def _roots(mass: Array, stiffness: Array) -> Array:
    """Return the undamped frequencies [rad/s] of mass xdd + stiffness x = 0; complex if a squared frequency is negative."""
    if not mass.size:
        return np.zeros(0)
    squares = np.sort(frequency_squares(mass, stiffness))
    roots: Array = np.sqrt(squares if (squares >= 0.0).all() else squares.astype(complex))
    return roots


def _grid(frequencies: list[Array]) -> Array:
    """Return frequencies in equal logarithmic steps, from below the lowest resonance or anti-resonance to above the highest."""
    swinging = np.concatenate([x.real for x in frequencies])
    top = float(swinging.max(initial=0.0))
    swinging = swinging[swinging > 1e-6 * top] if top > 0.0 else np.array([1.0])
    return np.geomspace(BELOW * swinging.min(), ABOVE * swinging.max(), POINTS)
