"""Equations of gyrostats: robots whose links carry rotors, with full inertial and gyroscopic coupling of rotors and links.

    M qdd + C qd + g + S thetadd + C_rotor = tau_j + beside + J^T W        links    [Hoepler2004] (2), (4)
    S^T qdd + C_carrier + B thetadd + tau_j + friction = tau_m    motors   (5)

beside: torque of parallel springs and link friction. A link's inertia contains the locked rotors that the link carries. A
spinning rotor adds the angular momentum L = r Ir thetad about its axis n to the link that carries the rotor; r: gear ratio, Ir:
rotor inertia. All quantities are on the link side of the gear: S and C_carrier are r times their values at the motor shaft.
Numbers of equations in this module are those of [Hoepler2004].
"""

from collections.abc import Sequence
from typing import NamedTuple

from jounce.dynamics.drive import motor_torque
from jounce.dynamics.elastic_joints import (
    Row,
    acting_beside,
    driven,
    without_forces_beside,
)
from jounce.dynamics.newton_euler import BodyMotion, Loads, Wrench, base_motion, inward, outward_pass
from jounce.numbers import Jet, Number, derivatives
from jounce.plant.plant import Plant, Rotor
from jounce.plant.tree import Tree, along_freedoms, gathered, joint_transforms
from jounce.spatial.geometry import ZERO, Vector, add, cross, dot, scale
from jounce.spatial.joints import JointTransform


def rotor_moment(rotor: Rotor, carrier: BodyMotion, thetad: Number, thetadd: Number) -> Vector:
    """Return the rate of a rotor's spin momentum, in the frame of the carrying link: r Ir (thetadd n + w x n thetad). (22)"""
    n = scale(rotor.momentum, rotor.axis)
    return add(scale(thetadd, n), scale(thetad, cross(carrier.w, n)))


def carrier_torque(rotor: Rotor, carrier: BodyMotion) -> Number:
    """Return the motor torque r Ir n . al = (S^T qdd + C_carrier)_j due to the angular acceleration al of the carrier. (33)"""
    return rotor.momentum * dot(rotor.axis, carrier.al)


def inverse_dynamics(
    plant: Plant,
    q: Sequence[Number],
    qd: Sequence[Number],
    qdd: Sequence[Number],
    loads: Loads = (),
) -> tuple[Row, list[Row], list[Row], Row]:
    """Return (tau_m, (tau_j, tau_jd, ...), (theta, thetad, thetadd), delta) for a link motion, one scalar per joint each, O(n).

    q, qd, qdd: jets of order motion_order - 2. If no elastic joint has a carried rotor, the carried rotors move with the joints.
    """
    if any(rotor is not None and motor.elastic for rotor, motor in zip(plant.rotors, plant.motors)):
        return _joint_after_joint(plant, q, qd, qdd, loads)
    tau, carrier = torques(plant, q, qd, qdd, qd, qdd, loads)
    tau_m, tau_j, theta, delta = driven(plant, q, qd, qdd, without_forces_beside(plant, q, qd, tau))
    shaft = plant.tree.over.each(lambda t, carrier: t + derivatives(carrier)[0], tau_m, carrier)
    return shaft, tau_j[: 1 + min(2, *plant.orders)], theta, delta


class _Sweep(NamedTuple):
    """Joint transforms, link motion and inertial wrenches at one instant."""

    tree: Tree
    joints: Sequence[JointTransform]
    motion: list[BodyMotion]
    """Motion of each link, then of the base."""
    load: Sequence[Wrench]
    children: list[list[int]]

    def total(self, i: int, moments: dict[int, list[Vector]], wrenches: dict[int, Wrench], open_rotors: set[int]) -> Wrench:
        """Return the wrench at link i of all bodies that link i carries, itself included, and of the rotors in `moments`.

        moments: {body: moments of rotors that the body carries}. The wrench is cached in `wrenches` unless a carried body is in
        `open_rotors`, the bodies with a rotor whose motion is not computed yet.
        """
        if i in wrenches:
            return wrenches[i]
        moment, force = self.load[i]
        moment = add(moment, *moments.get(i, []))
        for k in self.children[i]:
            hand, _ = inward(self.total(k, moments, wrenches, open_rotors), self.tree.bodies[k], self.joints[k])
            n, f = hand()
            moment, force = add(moment, n), add(force, f)
        if not self._carries(i, open_rotors):
            wrenches[i] = moment, force
        return moment, force

    def _carries(self, i: int, bodies: set[int]) -> bool:
        return i in bodies or any(self._carries(k, bodies) for k in self.children[i])


def _sweep(tree: Tree, q: Sequence[Number], qd: Sequence[Number], qdd: Sequence[Number], loads: Loads) -> _Sweep:
    joints, motion, load = outward_pass(tree, q, qd, qdd, loads)
    children: list[list[int]] = [[] for _ in tree.bodies]
    for k, link in enumerate(tree.bodies):
        if link.parent >= 0:
            children[link.parent].append(k)
    return _Sweep(tree, joints, [*motion, base_motion(tree.gravity)], load, children)


def _joint_after_joint(
    plant: Plant,
    q: Sequence[Number],
    qd: Sequence[Number],
    qdd: Sequence[Number],
    loads: Loads = (),
) -> tuple[Row, list[Row], list[Row], Row]:
    """Return the result of `inverse_dynamics` if elastic joints have carried rotors, joint by joint in order `plant.sequence`.

    The torque of joint i has `plant.orders`[i] time derivatives; no other joint depends on higher ones, so zeros take their place
    in the motion of rotor i. [Hoepler2004], algorithm 1.

    No loop code is generated for this recursion: the motion of a rotor requires two derivatives of the torque of its own joint,
    so that the order of derivatives grows from joint to joint, to 2 (n + 1) for a chain without right angles. So no two joints
    are of one kind.
    """
    n = len(plant.tree.bodies)
    sweep = _sweep(plant.tree, q, qd, qdd, loads)
    length = len(derivatives(q[0]))
    q = along_freedoms(plant.tree, q)
    moments: dict[int, list[Vector]] = {}
    wrenches: dict[int, Wrench] = {}
    waiting: dict[int, int] = {}
    for j, rotor in enumerate(plant.rotors):
        if rotor is not None and plant.motors[j].elastic:
            waiting[j] = rotor.body
        elif rotor is not None:
            moments.setdefault(rotor.body, []).append(rotor_moment(rotor, sweep.motion[rotor.body], qd[j], qdd[j]))
    tau: list[list[Number]] = [[] for _ in range(n)]
    theta: list[list[Number]] = [[] for _ in range(n)]
    delta: Row = [0.0] * n
    tau_m: Row = [0.0] * n
    for i in plant.sequence:
        motor, rotor = plant.motors[i], plant.rotors[i]
        moment, force = sweep.total(i, moments, wrenches, set(waiting.values()))
        carried = plant.tree.bodies[i].joint.along(moment, force) - acting_beside(plant, i, q[i], qd[i])
        stack = derivatives(carried)[: plant.orders[i] + 1]
        tau[i] = [*stack, *[0.0] * (plant.orders[i] + 1 - len(stack))]  # a joint that moves no mass has a plain zero
        rows = [derivatives(x)[0] for x in (q[i], qd[i], qdd[i])]
        if motor.elastic:  # all derivatives of the link motion: with damping, the motor requires one more than the torque
            rows = [*derivatives(q[i])[:-1], *(derivatives(x)[-1] for x in (q[i], qd[i], qdd[i]))]
        tau_m[i], moved, delta[i] = motor_torque(motor, rows, tau[i])
        theta[i] = moved[:3]
        if rotor is not None:
            carrier = sweep.motion[rotor.body]
            tau_m[i] = tau_m[i] + derivatives(carrier_torque(rotor, carrier))[0]
            if motor.elastic:
                turning = Jet.from_derivatives(moved).derivative()
                speeding = turning.derivative()
                turning, speeding = _filled(turning, length), _filled(speeding, length)
                moments.setdefault(rotor.body, []).append(rotor_moment(rotor, carrier, turning, speeding))
                del waiting[i]
    return (
        tau_m,
        [[column[k] for column in tau] for k in range(1 + min(2, *plant.orders))],
        [list(row) for row in zip(*theta)],
        delta,
    )


def _filled(x: Jet, length: int) -> Jet:
    return Jet([*x.coeffs, *[0.0] * (length - len(x.coeffs))])


class Spinning(NamedTuple):
    """Carried rotor with the velocity thetad and acceleration thetadd of its motor, on the link side of the gear."""

    rotor: Rotor
    thetad: Number
    thetadd: Number


def carrier_torques(plant: Plant, motion: Sequence[BodyMotion]) -> Row:
    """Return the `carrier_torque` of the rotor of each joint, one scalar per joint; 0.0 if no link carries the rotor."""
    over, bodies = plant.tree.over, [0 if rotor is None else rotor.body for rotor in plant.rotors]

    def step(rotor: Rotor | None, carrier: BodyMotion) -> Number:
        return 0.0 if rotor is None else carrier_torque(rotor, carrier)

    return over.each(step, plant.rotors, over.at(motion, bodies))


def joint_forces(
    plant: Plant,
    joints: Sequence[JointTransform],
    motion: Sequence[BodyMotion],
    load: Sequence[Wrench],
    thetad: Sequence[Number],
    thetadd: Sequence[Number],
) -> Row:
    """Return the joint forces, one per joint, from the inertial wrenches `load` of the links and the rotor motion."""
    tree, over = plant.tree, plant.tree.over
    spinning: list[list[Spinning]] = [[] for _ in tree.bodies]
    for rotor, speed, acceleration in zip(plant.rotors, thetad, thetadd):
        if rotor is not None:
            spinning[rotor.body].append(Spinning(rotor, speed, acceleration))

    def turned(wrench: Wrench, carrier: BodyMotion, rotors: Sequence[Spinning]) -> Wrench:
        moment, force = wrench
        return add(moment, *(rotor_moment(x.rotor, carrier, x.thetad, x.thetadd) for x in rotors)), force

    whole = over.each(turned, load, motion, spinning)
    _, tau = over.inward(inward, whole, tree.bodies, joints)
    return gathered(tree, tau)


def torques(
    plant: Plant,
    q: Sequence[Number],
    qd: Sequence[Number],
    qdd: Sequence[Number],
    thetad: Sequence[Number],
    thetadd: Sequence[Number],
    loads: Loads = (),
) -> tuple[Row, Row]:
    """Return the joint forces and the `carrier_torques`, for independent motions of links and rotors, O(n).

    Result: (M qdd + C qd + g + S thetadd + C_rotor - J^T W, S^T qdd + C_carrier), one scalar per joint each.
    """
    joints, motion, load = outward_pass(plant.tree, q, qd, qdd, loads)
    return joint_forces(plant, joints, motion, load, thetad, thetadd), carrier_torques(plant, motion)


def rotor_coupling(plant: Plant, q: Sequence[Number]) -> list[list[Number]]:
    """Return the rotor coupling S(q) [kg m^2] (n, n): S_ij = r_j Ir_j z_i . n_j where joint i carries rotor j, else zero. (29)

    z_i: axis of joint i, n_j: axis of rotor j.
    """
    tree, over, n = plant.tree, plant.tree.over, len(plant.tree.bodies)
    return gathered(tree, over.matrix(n, n, coupling_entries(plant, joint_transforms(tree, q))))


def coupling_entries(plant: Plant, joints: Sequence[JointTransform]) -> tuple[list[tuple[int, int]], Sequence[Number]]:
    """Return the index pairs (i, j) and the values of the entries of S for which joint i carries rotor j."""
    carried = [(j, rotor) for j, rotor in enumerate(plant.rotors) if rotor is not None]
    if not carried:
        return [], []
    over = plant.tree.over
    momenta = over.each(lambda rotor: (scale(rotor.momentum, rotor.axis), ZERO), [rotor for _, rotor in carried])
    entries, values = over.climb(inward, momenta, plant.tree.bodies, joints, begins=[rotor.body for _, rotor in carried])
    return [(i, carried[k][0]) for i, k in entries], values
