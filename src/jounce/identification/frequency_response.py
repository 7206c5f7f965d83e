"""Frequency response of motors and links to motor torques at one pose, with resonances and anti-resonances.

Near rest at q the robot is the linear system mass xdd + loss xd + stiffness x = input u (`linear_model`), where u are the motor
torques and input^T x the motor positions. At a frequency w,

    G(w) = (stiffness + i w loss - w^2 mass)^-1 input,    motor response = input^T G,    link response = first n rows of G.

Without losses, the resonances are the poles of G: the natural frequencies of the robot with all motors free. The anti-resonances
of motor i are the zeros of its response to its own torque: the natural frequencies of the robot with motor i held and all other
motors free. For a motor with inertia B_i that no link carries along, the traces of mass^-1 stiffness for the two systems give
the stiffness of the spring of motor i,

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
"""Number of frequencies by default."""
BELOW, ABOVE = 0.2, 3.0
"""Default range of frequencies: BELOW times the lowest to ABOVE times the highest resonance or anti-resonance."""


@by_value
@dataclass(frozen=True, eq=False)
class FrequencyResponse:
    """Frequency response of n links and p motors of a robot to its motor torques, at one pose."""

    motors: tuple[str, ...]
    """Names of the p motors."""
    frequency: Array
    """Angular frequencies (F,) [rad/s]."""
    motor: Array
    """Motor response (F, p, p), complex: [k, i, j] is motor position theta_i per motor torque tau_m_j [rad/Nm]."""
    link: Array
    """Link response (F, n, p), complex: [k, i, j] is link position q_i per motor torque tau_m_j [rad/Nm]."""
    resonances: Array
    """Undamped resonances in increasing order [rad/s]; zero for a rigid-body motion. If gravity makes the pose unstable the array
    is complex, and the unstable motions have imaginary entries."""
    antiresonances: tuple[Array, ...]
    """Undamped anti-resonances of each motor i in increasing order [rad/s]: the torque of motor i does not move motor i."""


def frequency_response(
    robot: Robot, q: ArrayLike, frequency: ArrayLike | None = None, *, parameters: Parameters = None
) -> FrequencyResponse:
    """Return the frequency response of motors and links to motor torques, for small motions about rest in a pose.

    A nonlinear spring enters with its stiffness at the deflection under gravity. Damping and viscous friction are included; dry
    friction has no frequency response and is omitted.

    Parameters
    ----------
    robot : Robot
        The robot, with at least one motor.
    q : array (n,)
        Pose [rad or m].
    frequency : array (F,), optional
        Angular frequencies [rad/s] (default: 400 that span all resonances and anti-resonances).
    parameters : dict, optional
        Values {name: array (size,)} that replace those of the robot, as in `robot.with_parameters`.

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
    """Return the linear model at rest in q (n,) without dry friction, whose derivative would lock motors at standstill."""
    return linearise(without_dry(robot), q)


def without_dry(robot: Robot) -> Robot:
    """Return the robot without Coulomb and Stribeck friction at its motors."""
    robot = robot.with_parameters({"coulomb_friction": np.zeros(robot.m)})
    rubbing = [joint.name for joint in robot.axes if joint.drive is not None and joint.drive.stribeck_friction]
    return robot.with_drives(stribeck_friction=dict.fromkeys(rubbing, 0.0)) if rubbing else robot


def _roots(mass: Array, stiffness: Array) -> Array:
    """Return the natural frequencies [rad/s] of mass xdd + stiffness x = 0; complex if a squared frequency is negative."""
    if not mass.size:
        return np.zeros(0)
    squares = np.sort(frequency_squares(mass, stiffness))
    roots: Array = np.sqrt(squares if (squares >= 0.0).all() else squares.astype(complex))
    return roots


def _grid(frequencies: list[Array]) -> Array:
    """Return `POINTS` frequencies in equal logarithmic steps, from `BELOW` to `ABOVE` about the nonzero ones of `frequencies`."""
    swinging = np.concatenate([x.real for x in frequencies])
    top = float(swinging.max(initial=0.0))
    swinging = swinging[swinging > 1e-6 * top] if top > 0.0 else np.array([1.0])
    return np.geomspace(BELOW * swinging.min(), ABOVE * swinging.max(), POINTS)
