"""Robots with elastic joints after Spong: motor torque from link motion, and the motion of links and motors from motor torque."""

from collections.abc import Sequence

from jounce.dynamics.forward import forward_dynamics
from jounce.dynamics.motor import friction, motor_torque, spring_torque
from jounce.dynamics.newton_euler import Loads, newton_euler
from jounce.numbers import Number, derivatives
from jounce.plant.motor import Motor
from jounce.plant.plant import Plant

Row = list[Number]


def inverse_dynamics(
    plant: Plant,
    q: Sequence[Number],
    qd: Sequence[Number],
    qdd: Sequence[Number],
    loads: Loads = (),
) -> tuple[Row, list[Row], list[Row], Row]:
    """(tau_m, (tau_j, tau_jd, ...), (theta, thetad, thetadd), delta), one number per joint each, O(n).

        M(q) qdd + C qd + g = tau_j + J^T W,    tau_j = K (theta - q),    B thetadd + tau_j = tau_m

    q, qd, qdd are jets of order 2 where a joint is elastic, plain numbers otherwise. EJNEA, [Buondonno2015] (7)-(11).
    """
    length = len(derivatives(q[0]))
    tau = [[*x, *[0.0] * (length - len(x))] for x in map(derivatives, newton_euler(plant.tree, q, qd, qdd, loads))]
    motion = [(derivatives(x)[0], derivatives(xd)[0], derivatives(xdd)[0]) for x, xd, xdd in zip(q, qd, qdd)]
    tau_m, theta, delta = zip(*map(motor_torque, plant.motors, motion, tau))
    return list(tau_m), _rows(tau), _rows(theta), list(delta)


def _rows(columns: Sequence[Sequence[Number]]) -> list[Row]:
    return [list(row) for row in zip(*columns)]


def elastic_forward_dynamics(
    plant: Plant,
    q: Sequence[Number],
    qd: Sequence[Number],
    theta: Sequence[Number],
    thetad: Sequence[Number],
    tau_m: Sequence[Number],
    loads: Loads = (),
) -> tuple[Row, Row, Row]:
    """(qdd, thetadd, pivots): accelerations of links and motors, O(n).

        qdd = M(q)^-1 (tau_j + J^T W - C qd - g),    thetadd = (tau_m - tau_j - friction(thetad)) / B

    At a rigid joint the motor's inertia rides on the joint; theta and thetad are not read there, and thetadd = qdd.
    """
    tau = joint_torque(plant, q, qd, theta, thetad, tau_m)
    qdd, pivots = forward_dynamics(plant.tree, q, qd, tau, plant.armature, loads)
    return qdd, motor_acceleration(plant.motors, tau, thetad, tau_m, qdd), pivots


def joint_torque(
    plant: Plant,
    q: Sequence[Number],
    qd: Sequence[Number],
    theta: Sequence[Number],
    thetad: Sequence[Number],
    tau_m: Sequence[Number],
) -> Row:
    """What each link gets from its drive, or from the spring that holds it."""
    tau: Row = []
    for motor, x, xd, th, thd, torque in zip(plant.motors, q, qd, theta, thetad, tau_m):
        if motor.absent:
            tau.append(spring_torque(motor, x, xd, 0.0, 0.0))
        elif motor.elastic:
            tau.append(spring_torque(motor, x, xd, th, thd))
        else:
            tau.append(torque - friction(motor, xd))
    for i, j, stiffness, damping in plant.coupled:
        tau[i] = tau[i] - stiffness * q[j] - damping * qd[j]
        tau[j] = tau[j] - stiffness * q[i] - damping * qd[i]
    return tau


def motor_acceleration(
    motors: Sequence[Motor], tau: Sequence[Number], thetad: Sequence[Number], tau_m: Sequence[Number], qdd: Sequence[Number]
) -> Row:
    """thetadd from the motor equation where the joint is elastic; qdd where it is not."""
    return [
        (torque - t - friction(motor, thd)) / motor.inertia if motor.elastic else xdd
        for motor, t, thd, torque, xdd in zip(motors, tau, thetad, tau_m, qdd)
    ]
