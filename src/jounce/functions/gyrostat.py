"""Rotors that are carried along by links: their coupling with the joints, and every term of the equations, for inspection."""

from typing import Any, NamedTuple

import numpy as np

from jounce.dynamics import gyrostat
from jounce.dynamics.elastic import Plant
from jounce.functions.equation import Equation, Numbers, Output, Place
from jounce.functions.evaluate import evaluate, public
from jounce.functions.plant import plant
from jounce.functions.rigid import gravity_torque, mass_matrix, rnea
from jounce.numbers.packing import Array
from jounce.robot import Robot
from jounce.robot.tree import Tree
from jounce.spatial.inertia import Inertia
from jounce.spatial.vectors import ZERO


class MotorTerms(NamedTuple):
    """The terms of

        M qdd + C qd + g + S thetadd + C_rotor = tau_j,    S^T qdd + C_carrier + B thetadd + tau_j = tau_m

    on the link side of the gears: [Hoepler2004] (2)-(5).
    """

    M: Array
    """(..., n, n) [kg m^2]."""
    C: Array
    """C qd, centrifugal and Coriolis forces of the links, rotors locked (..., n) [Nm or N]."""
    g: Array
    """(..., n) [Nm or N]."""
    S: Array
    """(..., n, n) [kg m^2]."""
    C_rotor: Array
    """Gyroscopic forces of the turning rotors on the joints (..., n) [Nm]."""
    C_carrier: Array
    """What turning carriers do to the rotors beside S^T qdd (..., n) [Nm]."""
    B: Array
    """Rotor inertia behind the gear (n,) [kg m^2 or kg]."""


def _coupling(read: Plant, motion: list[Numbers], _: Numbers | None, __: Place) -> tuple[list[Numbers]]:
    return (gyrostat.rotor_coupling(read, motion[0]),)


def _bias(read: Plant, motion: list[Numbers], _: Numbers | None, __: Place) -> tuple[Numbers, Numbers]:
    q, qd, thetad = motion
    still: Numbers = [0.0] * len(q)
    return gyrostat.torques(read, q, qd, still, thetad, still)


def _gyrostat(robot: Robot) -> Plant:
    found = plant(robot)
    return found if found.rotors else found._replace(rotors=(None,) * robot.n)


def _rotors_alone(robot: Robot) -> Plant:
    """Links without mass: what is left is due to the rotors, without the rounding errors of all else."""
    nothing = Inertia(0.0, ZERO, (0.0,) * 6)
    return _gyrostat(robot)._replace(tree=Tree(tuple(body._replace(inertia=nothing) for body in robot.tree.bodies), ZERO))


COUPLING = Equation("rotor_coupling", 1, _coupling, lambda n, _: (Output("S", (n, n)),), read=_gyrostat)
BIAS = Equation(
    "rotor_bias",
    3,
    _bias,
    lambda n, _: (Output("rotor", (n,), 0), Output("carrier", (n,), 0)),
    read=_rotors_alone,
    arguments=("q", "qd", "thetad"),
    differentiable=False,
)


@public(COUPLING)
def rotor_coupling(robot: Robot, q: Any, *higher: Any, threads: int | None = None) -> Array:
    """Inertial coupling between joints and rotors, S(q), and its time derivatives (len, ..., n, n) [kg m^2].

    S_ij = r_j Ir_j z_i . n_j where joint i carries the motor of joint j, else zero; the acceleration thetadd_j of motor j
    behind its gear takes S_ij thetadd_j at joint i. Zero for drives with coupling 'spong'. `robot.coupling.pattern` says
    which entries vanish at every pose, and `print(robot)` draws it. Operator form: [Hoepler2004] (29).
    """
    (S,) = evaluate(COUPLING, robot, (q, *higher), threads=threads)
    return S


def motor_terms(robot: Robot, q: Any, qd: Any, thetad: Any) -> MotorTerms:
    """Every term of the equations of a robot with motors, at positions q, velocities qd and motor velocities thetad (..., n)."""
    M, g, S = mass_matrix(robot, q)[0], gravity_torque(robot, q)[0], rotor_coupling(robot, q)[0]
    rigid = rnea(robot, q, qd, np.zeros(robot.n))[0]
    rotor, carrier = evaluate(BIAS, robot, (q, qd, thetad))
    B = np.array([m.inertia for m in plant(robot).motors])
    return MotorTerms(M, rigid - g, g, S, rotor, carrier, B)
