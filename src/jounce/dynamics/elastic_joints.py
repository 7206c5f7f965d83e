"""Robots with elastic joints after Spong: motor torque from link motion, and the motion of links and motors from motor torque.

    M(q) qdd + C qd + g = tau_j + beside(q, qd) + J^T W        links
    tau_j = N^T tau_a,    tau_a = K (theta - N q)              drives: N is the identity unless motors turn with several joints,
                                                               or joints have two of them
    B thetadd + tau_a + friction(thetad) = tau_m               motors

beside(q, qd): springs parallel to drives, and friction on the link side. Joints of several freedoms, as that of a floating base,
have no motor: in the place of tau_m stands there what is missing, a force on those freedoms. theta is zero there, its rates are
those of the freedoms.
"""

from collections.abc import Sequence

from jounce.dynamics import composite_forward
from jounce.dynamics.articulated_body import articulated_bodies
from jounce.dynamics.drive import friction, motor_torque, motorless_torques, shaft_torque, spring_torque
from jounce.dynamics.newton_euler import Loads, newton_euler
from jounce.numbers import Number, derivatives
from jounce.plant.multi_dof_joints import along_freedoms
from jounce.plant.plant import Plant

Row = list[Number]


def acting_beside(plant: Plant, i: int, q: Number, qd: Number) -> Number:
    """What acts at joint i beside its drive, on any number."""
    if not plant.beside:
        return 0.0
    here = plant.beside[i]
    acting: Number = 0.0 if here.spring is None else here.spring.torque(q)
    for rub in here.rubbing:
        acting = acting - rub.ratio * friction(rub, rub.ratio * qd)
    return acting


def joint_torque(plant: Plant, q: Sequence[Number], qd: Sequence[Number], qdd: Sequence[Number], loads: Loads = ()) -> Row:
    """tau_j, what all drives together must give each joint: the torque of the rigid tree, less what acts beside the drives."""
    tau = newton_euler(plant.tree, q, qd, qdd, loads)
    if not plant.beside:
        return tau
    positions = along_freedoms(plant.tree, q)
    return [t - acting_beside(plant, i, positions[i], qd[i]) for i, t in enumerate(tau)]


def inverse_dynamics(
    plant: Plant,
    q: Sequence[Number],
    qd: Sequence[Number],
    qdd: Sequence[Number],
    loads: Loads = (),
) -> tuple[Row, list[Row], list[Row], Row]:
    """(tau_m, (tau_j, tau_jd, ...), (theta, thetad, thetadd), delta), one number per joint or motor each, O(n).

    q, qd, qdd are jets of order 2 where a joint is elastic, plain numbers otherwise. EJNEA, [Buondonno2015] (7)-(11).
    """
    over, length = plant.tree.over, len(derivatives(q[0]))

    def rows(x: Number) -> Row:
        known = derivatives(x)
        return [*known, *[0.0] * (length - len(known))]

    tau = over.columns(over.each(rows, joint_torque(plant, q, qd, qdd, loads)))
    motion = [over.each(lambda x: derivatives(x)[0], row) for row in (along_freedoms(plant.tree, q), qd, qdd)]
    tau_m, theta, delta = motors(plant, motion, tau)
    return tau_m, tau, theta, delta


def motors(plant: Plant, motion: Sequence[Sequence[Number]], tau: Sequence[Sequence[Number]]) -> tuple[Row, list[Row], Row]:
    """(tau_m, (theta, thetad, thetadd), delta) from (q, qd, qdd) and (tau_j, tau_jd, ...), a row each."""
    drives, over, count = plant.transmission, plant.tree.over, len(motion)
    moved = [drives.to_motors(row) for row in motion]
    preload = [[*derivatives(p), *[0.0] * len(tau)] for p in plant.preload]
    held = [drives.torques_at_motors(row, [p[k] for p in preload]) for k, row in enumerate(tau)]
    found = over.each(lambda motor, *x: motor_torque(motor, x[:count], x[count:]), plant.motors, *moved, *held)
    tau_m, theta, delta = over.columns(found)
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
    """(qdd, thetadd, pivots): accelerations of links and motors, O(n). external: joint torques that no drive gives.

        qdd = M(q)^-1 (tau_j + beside + J^T W - C qd - g),    thetadd = (tau_m - tau_a - friction(thetad)) / B

    At a rigid joint the motor's inertia rides on the joint; theta and thetad are not read there, and thetadd = N qdd. O(n^3)
    where joints follow others, or where a rigid motor turns with several joints.
    """
    positions = along_freedoms(plant.tree, q)
    tau_a = drive_torques(plant, positions, qd, theta, thetad, tau_m)
    tau = pushed(link_torques(plant, positions, qd, tau_a), external)
    qdd, pivots = accelerations(plant, q, qd, tau, loads)
    moved = plant.transmission.to_motors(qdd)
    thetadd = [
        (torque - t - friction(motor, thd)) / motor.inertia if motor.elastic else xdd
        for motor, t, thd, torque, xdd in zip(plant.motors, tau_a, thetad, tau_m, moved)
    ]
    return qdd, thetadd, pivots


def accelerations(
    plant: Plant, q: Sequence[Number], qd: Sequence[Number], tau: Sequence[Number], loads: Loads
) -> tuple[Row, Row]:
    """(qdd, pivots) of the links under joint forces tau, with the motors of rigid joints on them."""
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
    """(qdd, pivots) of the rigid tree: by articulated bodies, unless joints follow others."""
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
    """tau_a: what each drive carries, or the springs that hold a joint without a motor. q: one number a freedom."""
    moved, turning = plant.transmission.to_motors(q), plant.transmission.to_motors(qd)
    tau = motorless_torques(plant, moved, turning)
    for i, (motor, x, xd, th, thd, torque) in enumerate(zip(plant.motors, moved, turning, theta, thetad, tau_m)):
        if motor.elastic:
            tau[i] = spring_torque(motor, x, xd, th, thd)
        elif not motor.absent:
            tau[i] = torque - friction(motor, xd)
    return tau


def pushed(tau: Row, external: Sequence[Number]) -> Row:
    """Joint torques with those that come from outside, where there are any."""
    return [t + x for t, x in zip(tau, external)] if external else tau


def link_torques(plant: Plant, q: Sequence[Number], qd: Sequence[Number], tau_a: Sequence[Number]) -> Row:
    """Return what each link gets from drives and springs that carry tau_a, and beside them. q: one number a freedom."""
    return with_forces_beside(plant, q, qd, plant.transmission.torques_at_joints(tau_a))


def with_forces_beside(plant: Plant, q: Sequence[Number], qd: Sequence[Number], tau_j: Sequence[Number]) -> Row:
    """Add parallel springs and link friction to the torque tau_j (n) of drives and motorless springs. q: one scalar per DOF."""
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
    """Return what drives add to the equations of motion of links (n) and of motors (m), for any motion of both.

        links:   - N^T tau_a - beside(q, qd),    tau_a = tau_m - B thetadd - friction(thetad) where the drive is rigid
        motors:  B thetadd + tau_a + friction(thetad) - tau_m, zero where the drive is rigid

    With the joint force of the tree, and what links do to rotors that they carry along, both sums are zero. Rows of motors are
    those of all: of rigid ones N q and its derivatives. q: one number a freedom.
    """
    acting = [torque - m.inertia * a for m, a, torque in zip(plant.motors, thetadd, tau_m)]  # not read behind springs
    tau_a = drive_torques(plant, q, qd, theta, thetad, acting)
    links = [-t for t in link_torques(plant, q, qd, tau_a)]
    shafts = zip(plant.motors, zip(theta, thetad, thetadd), tau_a, tau_m)
    return links, [shaft_torque(m, rows, t) - torque if m.elastic else 0.0 for m, rows, t, torque in shafts]


def dissipated_power(plant: Plant, qd: Sequence[Number], thetad: Sequence[Number]) -> Number:
    """Return the power [W] that dampers and friction of drives, links and springs without a motor take."""
    loss: Number = 0.0
    for m, v, turn in zip(plant.motors, thetad, plant.transmission.to_motors(qd)):
        slip = -turn if m.absent else v - turn
        loss = loss + m.damping * slip * slip + friction(m, v) * v
    for i, here in enumerate(plant.beside):
        for rub in here.rubbing:
            v = rub.ratio * qd[i]
            loss = loss + friction(rub, v) * v
    for i, j, _, damping in plant.coupled:
        loss = loss + 2.0 * damping * qd[i] * qd[j]
    return loss
