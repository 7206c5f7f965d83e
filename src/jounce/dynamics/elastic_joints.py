"""Robots with elastic joints after Spong: motor torque from link motion, and the motion of links and motors from motor torque.

    M(q) qdd + C qd + g = tau_j + beside(q, qd) + J^T W        links
    tau_j = N^T tau_a,    tau_a = K (theta - N q)              drives: N is the identity unless motors turn with several joints,
                                                               or a joint has two motors
    B thetadd + tau_a + friction(thetad) = tau_m               motors

beside(q, qd): torque of springs parallel to drives, and of link friction. Joints of several DOFs, such as a floating base, have
no motor: their entries of tau_m are the missing generalised force, their theta is zero, and thetad, thetadd are qd, qdd.
"""

from collections.abc import Sequence

from jounce.dynamics import composite_forward
from jounce.dynamics.articulated_body import articulated_bodies
from jounce.dynamics.drive import (
    friction,
    motor_torque,
    motorless_torque,
    shaft_torque,
    spring_torque,
    with_coupled_springs,
)
from jounce.dynamics.newton_euler import Loads, newton_euler
from jounce.numbers import Number, derivatives
from jounce.plant.motor import Motor
from jounce.plant.plant import Plant
from jounce.plant.tree import along_freedoms

Row = list[Number]


def acting_beside(plant: Plant, i: int, q: Number, qd: Number) -> Number:
    """Return the torque at joint i of its parallel spring and its link friction."""
    if not plant.beside:
        return 0.0
    joint = plant.beside[i]
    acting: Number = 0.0 if joint.spring is None else joint.spring.torque(q)
    for rub in joint.rubbing:
        acting = acting - rub.ratio * friction(rub, rub.ratio * qd)
    return acting


def joint_torque(plant: Plant, q: Sequence[Number], qd: Sequence[Number], qdd: Sequence[Number], loads: Loads = ()) -> Row:
    """Return tau_j (n), the torque of all drives at each joint: the joint force of the rigid tree less `acting_beside`."""
    return without_forces_beside(plant, q, qd, newton_euler(plant.tree, q, qd, qdd, loads))


def without_forces_beside(plant: Plant, q: Sequence[Number], qd: Sequence[Number], tau: Sequence[Number]) -> Row:
    """Return the torque of all drives at each joint (n): the joint force tau (n) of the links less `acting_beside`."""
    if not plant.beside:
        return tau  # type: ignore[return-value]  # a list, or a field where loops are recorded
    positions = along_freedoms(plant.tree, q)
    return [t - acting_beside(plant, i, positions[i], qd[i]) for i, t in enumerate(tau)]


def inverse_dynamics(
    plant: Plant,
    q: Sequence[Number],
    qd: Sequence[Number],
    qdd: Sequence[Number],
    loads: Loads = (),
) -> tuple[Row, list[Row], list[Row], Row]:
    """Return (tau_m, (tau_j, tau_jd, ...), (theta, thetad, thetadd), delta), one scalar per joint or motor each, O(n).

    q, qd, qdd: jets of order 2 if a joint is elastic, plain scalars otherwise. Elastic-joint Newton-Euler algorithm (EJNEA),
    [Buondonno2015] (7)-(11).
    """
    return driven(plant, q, qd, qdd, joint_torque(plant, q, qd, qdd, loads))


def driven(
    plant: Plant, q: Sequence[Number], qd: Sequence[Number], qdd: Sequence[Number], tau_j: Sequence[Number]
) -> tuple[Row, list[Row], list[Row], Row]:
    """Return (tau_m, (tau_j, ...), (theta, thetad, thetadd), delta) from a link motion and its joint torque tau_j, as jets."""
    over, length = plant.tree.over, len(derivatives(q[0]))

    def rows(x: Number) -> Row:
        rows_to_order = derivatives(x)
        return [*rows_to_order, *[0.0] * (length - len(rows_to_order))]

    tau = over.columns(over.each(rows, tau_j))
    motion = [over.each(lambda x: derivatives(x)[0], row) for row in (along_freedoms(plant.tree, q), qd, qdd)]
    tau_m, theta, delta = motors(plant, motion, tau)
    return tau_m, tau, theta, delta


def motors(plant: Plant, motion: Sequence[Sequence[Number]], tau: Sequence[Sequence[Number]]) -> tuple[Row, list[Row], Row]:
    """Return (tau_m, (theta, thetad, thetadd), delta) of all motors (m).

    motion: rows (q, qd, qdd) of the joints. tau: rows (tau_j, tau_jd, ...) of the joint torque.
    """
    drives, over, count = plant.transmission, plant.tree.over, len(motion)
    moved = [drives.to_motors(row) for row in motion]
    preload = [[*derivatives(p), *[0.0] * len(tau)] for p in plant.preload]
    torques = [drives.torques_at_motors(row, [p[k] for p in preload]) for k, row in enumerate(tau)]
    per_motor = over.each(lambda motor, *x: motor_torque(motor, x[:count], x[count:]), plant.motors, *moved, *torques)
    tau_m, theta, delta = over.columns(per_motor)
    return tau_m, over.columns(theta), delta


def elastic_forward_dynamics(
    plant: Plant,
    q: Sequence[Number],
    qd: Sequence[Number],
    theta: Sequence[Number],
    thetad: Sequence[Number],
    tau_m: Sequence[Number],
    loads: Loads = (),
    external: Sequence[Number] = (),
) -> tuple[Row, Row, Row]:
    """Return (qdd, thetadd, pivots), accelerations of links and motors, O(n). external: joint torques (n) that no drive exerts.

        qdd = M(q)^-1 (tau_j + beside + J^T W - C qd - g),    thetadd = (tau_m - tau_a - friction(thetad)) / B

    beside: torque of parallel springs and link friction. At a rigid joint the reflected inertia of the motor adds to M, theta and
    thetad are not read, and thetadd = N qdd. O(n^3) with mimic joints, or if a rigid motor turns with several joints.
    """
    positions = along_freedoms(plant.tree, q)
    tau_a = drive_torques(plant, positions, qd, theta, thetad, tau_m)
    tau = pushed(link_torques(plant, positions, qd, tau_a), external)
    qdd, pivots = accelerations(plant, q, qd, tau, loads)
    moved = plant.transmission.to_motors(qdd)
    return qdd, plant.tree.over.each(_motor_acceleration, plant.motors, tau_a, thetad, tau_m, moved), pivots


def _motor_acceleration(motor: Motor, tau_a: Number, thetad: Number, tau_m: Number, rigid: Number) -> Number:
    """Return the acceleration of a motor; rigid: the acceleration N qdd of its joints, which a motor without a spring has."""
    return (tau_m - tau_a - friction(motor, thetad)) / motor.inertia if motor.elastic else rigid


def accelerations(
    plant: Plant, q: Sequence[Number], qd: Sequence[Number], tau: Sequence[Number], loads: Loads
) -> tuple[Row, Row]:
    """Return (qdd, pivots) of the links under joint forces tau (n); motors of rigid joints add their reflected inertia to M."""
    if not plant.transmission.N:
        return forward_dynamics(plant, q, qd, tau, plant.armature, loads)
    if len(plant.elastic) == len(plant.motors):
        return forward_dynamics(plant, q, qd, tau, None, loads)
    armature = plant.transmission.inertia_at_joints(plant.armature)
    return composite_forward.forward_dynamics(plant.tree, q, qd, tau, armature, loads)


def forward_dynamics(
    plant: Plant,
    q: Sequence[Number],
    qd: Sequence[Number],
    tau: Sequence[Number],
    armature: Sequence[Number] | None,
    loads: Loads,
) -> tuple[Row, Row]:
    """Return (qdd, pivots) of the rigid tree by articulated bodies, or by the mass matrix if there are mimic joints.

    armature: inertia added to the diagonal of M (n), None for zero.
    """
    if not plant.tree.mimic_bodies:
        return articulated_bodies(plant.tree, q, qd, tau, armature, loads)
    n = plant.tree.freedoms
    more = None if armature is None else [[armature[i] if i == j else 0.0 for j in range(n)] for i in range(n)]
    return composite_forward.forward_dynamics(plant.tree, q, qd, tau, more, loads)


def drive_torques(
    plant: Plant,
    q: Sequence[Number],
    qd: Sequence[Number],
    theta: Sequence[Number],
    thetad: Sequence[Number],
    tau_m: Sequence[Number],
) -> Row:
    """Return tau_a (m), the torque that each drive or motorless spring transmits. q: one scalar per DOF.

    A rigid drive transmits tau_m less friction; the torque B thetadd that accelerates its motor is not subtracted.
    """
    moved, turning = plant.transmission.to_motors(q), plant.transmission.to_motors(qd)
    tau = plant.tree.over.each(_drive_torque, plant.motors, moved, turning, theta, thetad, tau_m)
    return with_coupled_springs(plant, tau, moved, turning)


def _drive_torque(motor: Motor, q: Number, qd: Number, theta: Number, thetad: Number, tau_m: Number) -> Number:
    """Return the torque tau_a of one drive or motorless spring, see `drive_torques`; q, qd: its entries of N q and N qd."""
    if motor.absent:
        return motorless_torque(motor, q, qd)
    return spring_torque(motor, q, qd, theta, thetad) if motor.elastic else tau_m - friction(motor, qd)


def pushed(tau: Row, external: Sequence[Number]) -> Row:
    """Return the joint torques tau plus the external joint torques; empty `external` stands for zeros."""
    return [t + x for t, x in zip(tau, external)] if external else tau


def link_torques(plant: Plant, q: Sequence[Number], qd: Sequence[Number], tau_a: Sequence[Number]) -> Row:
    """Return the torque at each joint (n): N^T tau_a of drives and motorless springs, plus parallel springs and link friction."""
    return with_forces_beside(plant, q, qd, plant.transmission.torques_at_joints(tau_a))


def with_forces_beside(plant: Plant, q: Sequence[Number], qd: Sequence[Number], tau_j: Sequence[Number]) -> Row:
    """Return the torque tau_j (n) of drives and motorless springs plus `acting_beside`. q: one scalar per DOF."""
    tau = list(tau_j)
    return [t + acting_beside(plant, i, q[i], qd[i]) for i, t in enumerate(tau)] if plant.beside else tau


def drive_forces(
    plant: Plant,
    q: Sequence[Number],
    qd: Sequence[Number],
    theta: Sequence[Number],
    thetad: Sequence[Number],
    thetadd: Sequence[Number],
    tau_m: Sequence[Number],
) -> tuple[Row, Row]:
    """Return (links (n), motors (m)): the terms of drives in the equations of motion, for any motion of links and motors.

        links:   - N^T tau_a - beside(q, qd),    tau_a = tau_m - B thetadd - friction(thetad) where the drive is rigid
        motors:  B thetadd + tau_a + friction(thetad) - tau_m, zero where the drive is rigid

    beside: torque of parallel springs and link friction. Along a motion that satisfies the equations, the sum of these terms, the
    joint forces of the tree and the gyroscopic terms of carried rotors is zero. theta of a rigid motor is N q. q: one scalar per
    DOF.
    """
    acting = [torque - m.inertia * a for m, a, torque in zip(plant.motors, thetadd, tau_m)]  # not read for motors behind springs
    tau_a = drive_torques(plant, q, qd, theta, thetad, acting)
    links = [-t for t in link_torques(plant, q, qd, tau_a)]
    shafts = zip(plant.motors, zip(theta, thetad, thetadd), tau_a, tau_m)
    return links, [shaft_torque(m, rows, t) - torque if m.elastic else 0.0 for m, rows, t, torque in shafts]


def dissipated_power(plant: Plant, qd: Sequence[Number], thetad: Sequence[Number]) -> Number:
    """Return the power [W] dissipated by dampers and friction of drives, links and motorless springs."""
    loss: Number = 0.0
    for m, v, turn in zip(plant.motors, thetad, plant.transmission.to_motors(qd)):
        slip = -turn if m.absent else v - turn
        loss = loss + m.damping * slip * slip + friction(m, v) * v
    for i, joint in enumerate(plant.beside):
        for rub in joint.rubbing:
            v = rub.ratio * qd[i]
            loss = loss + friction(rub, v) * v
    for i, j, _, damping in plant.coupled:
        loss = loss + 2.0 * damping * qd[i] * qd[j]
    return loss
