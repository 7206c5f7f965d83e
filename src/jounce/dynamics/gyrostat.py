"""Gyrostats: robots whose links carry rotors, with the full inertial and gyroscopic coupling between rotors and links.

    M qdd + C qd + g + S thetadd + C_rotor = tau_j + beside + J^T W        links    [Hoepler2004] (2), (4)
    S^T qdd + C_carrier + B thetadd + tau_j + friction = tau_m    motors   (5)

A link's inertia contains its rotors, locked. What a rotor adds is the momentum of its own turning, L = r Ir thetad about n, to
the link that carries it. Everything is on the link side of the gear: S and C_carrier are r times those of the shaft.
"""

from collections.abc import Sequence
from typing import NamedTuple

from jounce.dynamics.drive import friction, motor_torque
from jounce.dynamics.elastic_joints import Row, acting_beside, drive_torques, link_torques, pushed
from jounce.dynamics.factorization import solve_symmetric
from jounce.dynamics.mass_matrix import mass_matrix
from jounce.dynamics.newton_euler import BodyMotion, Loads, Wrench, base_motion, inward, outward_pass
from jounce.numbers import Jet, Number, derivatives
from jounce.plant.plant import Plant, Rotor
from jounce.plant.tree import Tree, along_freedoms, gathered, joint_transforms
from jounce.spatial.geometry import ZERO, Vector, add, cross, dot, scale
from jounce.spatial.joints import JointTransform


def rotor_moment(rotor: Rotor, carrier: BodyMotion, thetad: Number, thetadd: Number) -> Vector:
    """Return the rate of the rotor's own momentum, in the frame of its carrier: r Ir (thetadd n + w x n thetad). (22)"""
    n = scale(rotor.momentum, rotor.axis)
    return add(scale(thetadd, n), scale(thetad, cross(carrier.w, n)))


def carrier_torque(rotor: Rotor, carrier: BodyMotion) -> Number:
    """Return the motor torque by which a rotor follows the rotation of its carrier: r Ir n . al = (S^T qdd + C_carrier)_j.
    (33)"""
    return rotor.momentum * dot(rotor.axis, carrier.al)


class _Sweep(NamedTuple):
    """Positions of joints, motion of links and inertial wrenches of a robot in motion."""

    tree: Tree
    joints: Sequence[JointTransform]
    motion: list[BodyMotion]
    """Motion of each link, then of the base."""
    load: Sequence[Wrench]
    children: list[list[int]]

    def total(self, i: int, moments: dict[int, list[Vector]], wrenches: dict[int, Wrench], open_rotors: set[int]) -> Wrench:
        """Return the wrench at link i of all carried bodies, with the rotors in `moments`; cached once no rotor is missing."""
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


def inverse_dynamics(
    plant: Plant,
    q: Sequence[Number],
    qd: Sequence[Number],
    qdd: Sequence[Number],
    loads: Loads = (),
) -> tuple[Row, list[Row], list[Row], Row]:
    """Return (tau_m, (tau_j, ...), (theta, thetad, thetadd), delta), joint after joint in the order of `plant.sequence`.

    q, qd, qdd: jets of order motion_order - 2. The torque of a joint has the number of derivatives in `plant.orders`; no other
    joint depends on higher ones, so the rotor's motion is padded with zeros beyond. [Hoepler2004], algorithm 1.
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
        tau[i] = [*stack, *[0.0] * (plant.orders[i] + 1 - len(stack))]  # where nothing is moved it is a plain zero
        rows = [derivatives(x)[0] for x in (q[i], qd[i], qdd[i])]
        if motor.elastic:  # all that is known of the link: the motor of a damped joint is one derivative ahead of its torque
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


def torques(
    plant: Plant,
    q: Sequence[Number],
    qd: Sequence[Number],
    qdd: Sequence[Number],
    thetad: Sequence[Number],
    thetadd: Sequence[Number],
    loads: Loads = (),
) -> tuple[Row, Row]:
    """Return (tau_j, carrier): left sides of the links' equation, and S^T qdd + C_carrier of the motors', for any motion of
    both."""
    sweep = _sweep(plant.tree, q, qd, qdd, loads)
    moments: dict[int, list[Vector]] = {}
    carrier: Row = [0.0] * len(plant.rotors)
    for j, rotor in enumerate(plant.rotors):
        if rotor is not None:
            motion = sweep.motion[rotor.body]
            carrier[j] = carrier_torque(rotor, motion)
            moments.setdefault(rotor.body, []).append(rotor_moment(rotor, motion, thetad[j], thetadd[j]))
    wrenches: dict[int, Wrench] = {}
    tau = [
        link.joint.along(*sweep.total(i, moments, wrenches, set())) for i, link in reversed(list(enumerate(plant.tree.bodies)))
    ]
    return gathered(plant.tree, tau[::-1]), carrier


def rotor_coupling(plant: Plant, q: Sequence[Number]) -> list[list[Number]]:
    """Return S(q) [kg m^2]: S_ij = r_j Ir_j z_i . n_j where joint i carries rotor j, else zero. (29)"""
    tree, joints = plant.tree, joint_transforms(plant.tree, q)
    S: list[list[Number]] = [[0.0] * len(plant.rotors) for _ in tree.bodies]
    for j, rotor in enumerate(plant.rotors):
        if rotor is not None:
            wrench = scale(rotor.momentum, rotor.axis), ZERO
            for i in tree.path(rotor.body):
                hand, S[i][j] = inward(wrench, tree.bodies[i], joints[i])
                wrench = hand()
    return gathered(tree, S)


def forward_dynamics(
    plant: Plant,
    q: Sequence[Number],
    qd: Sequence[Number],
    theta: Sequence[Number],
    thetad: Sequence[Number],
    tau_m: Sequence[Number],
    loads: Loads = (),
    external: Sequence[Number] = (),
) -> tuple[Row, Row, Row]:
    """Return (qdd, thetadd, pivots): the 2n equations solved for all accelerations, O(n^3).

    external: joint torques that no drive exerts.

    Motors of elastic joints are eliminated: (M - S B^-1 S^T) qdd = ...; those of rigid joints turn with their joint.
    """
    n = len(plant.tree.bodies)
    still = [0.0] * n
    speed = [thd if m.elastic else xd for m, thd, xd in zip(plant.motors, thetad, qd)]
    positions = along_freedoms(plant.tree, q)
    tau = drive_torques(plant, positions, qd, theta, thetad, tau_m)
    acting = pushed(link_torques(plant, positions, qd, tau), external)
    bias, carrier = torques(plant, q, qd, still, speed, still, loads)
    S = rotor_coupling(plant, q)
    A = mass_matrix(plant.tree, q)
    b = [t - h for t, h in zip(acting, bias)]
    push: Row = [0.0] * n
    for j, motor in enumerate(plant.motors):
        if motor.elastic:
            push[j] = (tau_m[j] - tau[j] - friction(motor, thetad[j]) - carrier[j]) / motor.inertia
        for i in range(n):
            if motor.elastic:
                ratio = S[i][j] / motor.inertia
                b[i] = b[i] - S[i][j] * push[j]
                for k in range(n):
                    A[i][k] = A[i][k] - ratio * S[k][j]
            else:
                A[i][j] = A[i][j] + S[i][j]
                A[j][i] = A[j][i] + S[i][j]
        if not motor.elastic:
            A[j][j] = A[j][j] + motor.inertia
            b[j] = b[j] - carrier[j]
    qdd, pivots = solve_symmetric(A, b)
    thetadd = [
        push[j] - sum(S[i][j] * qdd[i] for i in range(n)) / motor.inertia if motor.elastic else qdd[j]
        for j, motor in enumerate(plant.motors)
    ]
    return qdd, thetadd, pivots
