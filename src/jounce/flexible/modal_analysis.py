"""Linearisation of a robot with motors and springs about a pose at rest, and the poles and eigenfrequencies in this pose."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from jounce.errors import SingularityError
from jounce.flexible.tool_targets import Outputs
from jounce.functions.inverse_dynamics import joint_torque
from jounce.functions.linear_model import at_rest, linear_model, unforced
from jounce.kernel.arguments import Parameters, check_robot, position
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.numerics.eigenvalue_order import sort_eigenvalues
from jounce.plant.plant import plant_of
from jounce.robot import Robot

ROUNDING = 1e-12
"""Largest magnitude of a negative eigenvalue of the mass matrix, as a fraction of the largest eigenvalue, that counts as rounding
error; `eigenfrequencies` raises `SingularityError` beyond."""
CANCELLED = 1e-13
"""Stiffness of a mode, as a fraction of the sum of its absolute terms, below which it counts as zero: the terms cancel."""


class Linear(NamedTuple):
    """Linear model mass xdd + loss xd + stiffness x = input u, y = output x; see `functions.linear_model`.

    x: deviations of the links and of the motors of elastic joints, u: motor torques, y: outputs of the tool.
    """

    mass: Array
    loss: Array
    stiffness: Array
    input: Array
    output: Array


@by_value
@dataclass(frozen=True, eq=False)
class Eigenfrequencies:
    """Eigenfrequencies and poles of the robot linearised at one pose, with all motors free to turn and with all motors locked.

    Unpacks into the frequencies: `free, locked = jn.eigenfrequencies(robot, q)`.
    """

    free: Array
    """Undamped frequencies with motors free, rising [rad/s]; zero for rigid-body motions and for unstable motions."""
    locked: Array
    """Undamped frequencies with motors locked, rising [rad/s]; zero for rigid-body motions and for unstable motions."""
    free_poles: Array
    """Poles s of all motions e^(st), damping and friction included, by rising real part, conjugates next to each other with
    the negative imaginary part first [rad/s]. A positive real part means that the pose is unstable."""
    locked_poles: Array
    """Poles s with motors locked [rad/s], in the order of `free_poles`."""
    free_unstable: Array
    """Rates s of undamped motions e^(st) by which the robot topples from this pose under gravity, motors free, rising [rad/s].

    The array is empty in most poses."""
    locked_unstable: Array
    """Rates s of undamped motions e^(st) by which the robot topples under gravity with motors locked, rising [rad/s]."""

    def __iter__(self) -> Iterator[Array]:
        return iter((self.free, self.locked))


def linearise(robot: Robot, q: Array) -> Linear:
    """Linearise a robot at rest in q (n,), with springs deflected by its weight and constant motor torques that balance it."""
    model = linear_model(robot, at_rest(robot, q, bent(robot, q)))
    output = np.zeros((len(robot.tool.outputs), len(model.mass)))
    output[:, : robot.n] = Outputs(robot).jacobians(q[None])[0]
    return Linear(*model, output)


def bent(robot: Robot, q: Array) -> Array:
    """Return the deflections (m,) of the drives' springs under the robot's weight at rest in q (n,)."""
    still = np.zeros(robot.n)
    plant = plant_of(robot)
    weight = plant.transmission.torques_at_motors(joint_torque(robot, q, still, still)[0], plant.preload)
    delta = np.zeros(robot.m)
    for i, m in enumerate(plant_of(robot).motors):
        if m.elastic and m.spring is not None:
            delta[i] = m.spring.deflection_rows([weight[i]])[0] if m.law is None else m.law.deflection(weight[i])
    return delta


def eigenfrequencies(robot: Robot, q: ArrayLike, *, parameters: Parameters = None) -> Eigenfrequencies:
    """Return the eigenfrequencies and poles [rad/s] at rest in q, with motors free and with motors locked.

    The stiffness of a nonlinear spring is taken at its deflection under gravity. A rigid joint moves with its motor and is
    locked if the motor is.

    Parameters
    ----------
    q : array (n,)
        Joint positions [rad or m].
    parameters : dict of arrays (size,) by name
        Values that replace the robot's own, as in `Robot.with_parameters`.

    Returns
    -------
    Eigenfrequencies
        .free and .locked [rad/s], .free_poles and .locked_poles [rad/s], unstable rates.

    Raises
    ------
    SingularityError
        If rotors have more inertia than the links that carry them.

    Examples
    --------
    >>> free, locked = jn.eigenfrequencies(jn.load("kuka_lwr"), [0.0, 0.5, 0.0, -1.0, 0.0, 0.5, 0.0])
    >>> free.shape, locked.shape
    ((14,), (7,))
    """
    robot = check_robot(robot, parameters)
    linear = linearise(robot, position(robot, q))
    inertia = np.linalg.eigvalsh(linear.mass)
    if inertia[0] < -ROUNDING * inertia[-1]:
        raise SingularityError(
            f"robot {robot.name!r}: its rotors have more inertia than the links that carry them, which are stated with the "
            "rotors in them; no such robot exists. Lower rotor_inertia, or raise the links' inertia."
        )
    frequencies, poles, away = zip(*(_modes(linear, keep) for keep in (np.eye(len(linear.mass)), unforced(linear.input))))
    return Eigenfrequencies(*frequencies, *poles, *away)


def _modes(linear: Linear, keep: Array) -> tuple[Array, Array, Array]:
    """Return undamped frequencies, damped poles, and rates of undamped unstable motions, each [rad/s].

    Only motions x = keep y count, where the columns of `keep` span the motions with free or with locked motors.
    """
    from scipy.linalg import eig

    if not keep.size:
        return np.zeros(0), np.zeros(0, dtype=complex), np.zeros(0)
    mass, loss, stiffness = (keep.T @ matrix @ keep for matrix in (linear.mass, linear.loss, linear.stiffness))
    squares = np.sort(frequency_squares(mass, stiffness))
    frequencies, away = np.sqrt(np.maximum(squares, 0.0)), np.sort(np.sqrt(-squares[squares < 0.0]))
    one, nothing = np.eye(len(mass)), np.zeros_like(mass)
    poles = eig(
        np.block([[nothing, one], [-stiffness, -loss]]), np.block([[one, nothing], [nothing, mass]]), left=False, right=False
    )
    return frequencies, sort_eigenvalues(poles), away


def frequency_squares(mass: Array, stiffness: Array) -> Array:
    """Return the squares of the undamped frequencies [rad^2/s^2], negative for motions that are unstable.

    A mode z has the square z^T stiffness z / z^T mass z. The square is set to zero only if the terms of z^T stiffness z cancel
    to rounding: a heavy mode may be many powers of ten slower than the fastest mode without being a rigid-body motion.
    """
    from scipy.linalg import eig, eigh

    symmetric = 0.5 * (stiffness + stiffness.T)
    try:
        z = eigh(symmetric, mass)[1]
    except np.linalg.LinAlgError:  # a part of the robot has no mass
        values, z = eig(stiffness, mass)
        z = np.real(z[:, np.isfinite(values)])
    stored = np.einsum("ik,ij,jk->k", z, symmetric, z)
    parts = np.einsum("ik,ij,jk->k", np.abs(z), np.abs(symmetric), np.abs(z))
    squares: Array = np.where(np.abs(stored) <= CANCELLED * parts, 0.0, stored / np.einsum("ik,ij,jk->k", z, mass, z))
    return squares
