"""Rotors carried by links: inertial coupling of rotors and joints, and all terms of the equations of motion with rotors."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from jounce.dynamics import gyrostat
from jounce.functions.rigid import gravity_torque, mass_matrix, rnea
from jounce.kernel.arguments import Parameters, numbers_of
from jounce.kernel.dispatch import call, public
from jounce.kernel.equation import Equation, Inputs, Loop, Output
from jounce.kernel.evaluation import record
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.plant.plant import Plant, plant_of, with_motors
from jounce.robot import Robot
from jounce.spatial.geometry import ZERO
from jounce.spatial.inertia import Inertia


@by_value
class MotorTerms(NamedTuple):
    """Terms of the equations of motion of links and motors, on the link side of the gears.

        M qdd + C qd + g + S thetadd + C_rotor = tau_j,    S^T qdd + C_carrier + B thetadd + tau_j = tau_m

    [Hoepler2004] (2)-(5).
    """

    M: Array
    """Mass matrix of the links with locked rotors (..., n, n) [kg m^2, kg m, kg]; reflected inertia B is not included."""
    C: Array
    """Vector C qd of centrifugal and Coriolis forces of the links with locked rotors (..., n) [Nm or N]."""
    g: Array
    """Gravity torque (..., n) [Nm or N]."""
    S: Array
    """Rotor coupling (..., n, n) [kg m^2]: S thetadd acts on the joints, S^T qdd on the motors."""
    C_rotor: Array
    """Gyroscopic forces of the turning rotors on the joints (..., n) [Nm]."""
    C_carrier: Array
    """Gyroscopic torque of rotating carriers on the rotors, without S^T qdd (..., n) [Nm]."""
    B: Array
    """Reflected inertia of each motor, gear_ratio^2 rotor_inertia (..., n) [kg m^2 or kg]."""


def _with_rotors(robot: Robot, plant: Plant) -> Plant:
    """Return the plant with an entry in `rotors` for each joint, None for each if no link carries a rotor."""
    return with_motors(robot, plant if plant.rotors else plant._replace(rotors=(None,) * robot.n))


def _alone(robot: Robot, plant: Plant) -> Plant:
    """Return the plant with massless links and no gravity: forces are due to rotors alone, without rounding of other terms."""
    massless = tuple(body._replace(inertia=Inertia()) for body in plant.tree.bodies)
    return _with_rotors(robot, plant)._replace(tree=plant.tree._replace(bodies=massless, gravity=ZERO))


def _bias(plant: Plant, x: Inputs) -> tuple[Any, ...]:
    q, qd, thetad = x.motion
    still = [0.0] * len(q)
    return gyrostat.torques(plant, q, qd, still, thetad, still)


COUPLING = Equation(
    "rotor_coupling",
    ("q",),
    lambda plant, x: (gyrostat.rotor_coupling(plant, *x.motion),),
    lambda robot: (Output("S", (robot.n, robot.n)),),
    prepare=_with_rotors,
    loop=Loop(record),
)
BIAS = Equation(
    "rotor_bias",
    ("q", "qd", "thetad"),
    _bias,
    lambda robot: (Output("rotor", (robot.n,), 0), Output("carrier", (robot.n,), 0)),
    prepare=_alone,
    loop=Loop(record),
)


@public(COUPLING)
def rotor_coupling(
    robot: Robot, q: ArrayLike, *higher: ArrayLike, parameters: Parameters = None, threads: int | None = None
) -> Array:
    """Return the inertial coupling S(q) between joints and rotors, with time derivatives if qd, ... are passed.

    S_ij = r_j Ir_j z_i . n_j where joint i carries the motor of joint j, else zero. r_j: gear ratio, Ir_j: rotor inertia, z_i:
    axis of joint i, n_j: axis of rotor j. An acceleration thetadd_j of motor j, behind its gear, requires the force
    S_ij thetadd_j at joint i. S is zero for drives with coupling 'spong'. `robot.coupling.pattern` states which entries vanish at
    every pose, and `print(robot)` draws this pattern. Operator form: [Hoepler2004] (29).

    Parameters
    ----------
    q : array (..., n)
        Joint positions [rad or m].
    *higher : array (..., n)
        Time derivatives of q: qd, qdd, ...
    parameters, threads
        As in `rnea`.

    Returns
    -------
    S : array (..., n, n) [kg m^2]
        With k - 1 higher derivatives passed, the stack (k, ..., n, n) of S, Sdot, ...

    Examples
    --------
    >>> robot = jn.load("kuka_lwr").with_drives(stiffness=1e4, rotor_inertia=2e-4, gear_ratio=100.0, coupling="full")
    >>> jn.dynamics.rotor_coupling(robot, [0.1] * 7).shape
    (7, 7)
    """
    return call(COUPLING, robot, (q, *higher), parameters=parameters, threads=threads)  # type: ignore[no-any-return]


def motor_terms(robot: Robot, q: ArrayLike, qd: ArrayLike, thetad: ArrayLike, *, parameters: Parameters = None) -> MotorTerms:
    """Return all terms of the equations of motion of links and motors with carried rotors.

        M qdd + C qd + g + S thetadd + C_rotor = tau_j,    S^T qdd + C_carrier + B thetadd + tau_j = tau_m

    Parameters
    ----------
    q, qd, thetad : array (..., n)
        Link positions (..., nq), link velocities and motor velocities [rad or m, per s].
    parameters : dict of arrays (..., size) by name
        Values in the place of the robot's own.

    Returns
    -------
    MotorTerms
        .M, .C (the vector C qd), .g, .S, .C_rotor, .C_carrier and .B, on the link side of the gears.

    References
    ----------
    [Hoepler2004] (2)-(5).

    Examples
    --------
    >>> robot = jn.load("kuka_lwr").with_drives(coupling="full")
    >>> jn.dynamics.motor_terms(robot, np.zeros(7), np.ones(7), np.ones(7)).C_rotor.shape
    (7,)
    """
    M, g = mass_matrix(robot, q, parameters=parameters), gravity_torque(robot, q, parameters=parameters)
    S = rotor_coupling(robot, q, parameters=parameters)
    rigid = rnea(robot, q, qd, np.zeros(robot.n), parameters=parameters)
    rotor, carrier = call(BIAS, robot, (q, qd, thetad), parameters=parameters)
    B = np.array([m.inertia for m in plant_of(robot).motors])
    if parameters and "rotor_inertia" in parameters:
        gears = [1.0 if drive is None else drive.gear_ratio for drive in (joint.drive for joint in robot.axes)]
        driven = [drive is not None for drive in (joint.drive for joint in robot.axes)]
        B = np.where(driven, np.square(gears) * np.asarray(numbers_of(parameters["rotor_inertia"])), B)
    return MotorTerms(M, rigid - g, g, S, rotor, carrier, B)
