"""Forward dynamics of gyrostats: accelerations of links and motors, where links carry rotors along.

The equations of `gyrostat` are solved. Motors of elastic joints (index e) are eliminated, motors of rigid joints (index r) turn
with their joint:

    (M - S_e B_e^-1 S_e^T + S_r + S_r^T + B_r) qdd = tau_j + beside + J^T W - C qd - g - C_rotor - S_e push - carrier_r
    thetadd_e = push - B_e^-1 S_e^T qdd,    push = B_e^-1 (tau_m - tau_j - friction - C_carrier)

beside: torque of parallel springs and link friction; S_e push: torque of rotors that accelerate with push; carrier_r: C_carrier
of rigid joints. [Hoepler2004] (2)-(5).
"""

from collections.abc import Sequence

from jounce.dynamics.articulated_body import articulated_bodies
from jounce.dynamics.drive import friction
from jounce.dynamics.elastic_joints import Row, drive_torques, link_torques, pushed
from jounce.dynamics.factorization import ltdl, solve_rows
from jounce.dynamics.gyrostat import carrier_torques, coupling_entries, joint_forces
from jounce.dynamics.mass_matrix import mass_matrix
from jounce.dynamics.newton_euler import Loads, outward_pass
from jounce.numbers import Number
from jounce.plant.motor import Motor
from jounce.plant.plant import Plant, Rotor
from jounce.plant.tree import Tree, along_freedoms
from jounce.spatial.geometry import ZERO, Vector, add, dot, outer, scale
from jounce.spatial.inertia import Inertia, six
from jounce.spatial.joints import JointTransform


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
    """Return (qdd, thetadd, pivots): accelerations of links and motors, and pivots of the matrix that multiplies qdd, n each.

    The matrix is the one of the module docstring, and its pivots are the diagonal of D in the factorisation L^T D L. The cost is
    O(n); if links carry rotors of rigid joints, O(n depth^2), or up to O(n^3) where such a rotor is mounted on another branch
    than its joint. external: joint torques (n) that no drive exerts.
    """
    tree, over, n, motors = plant.tree, plant.tree.over, len(plant.tree.bodies), plant.motors
    still = [0.0] * n
    speed = over.each(lambda motor, turning, moving: turning if motor.elastic else moving, motors, thetad, qd)
    positions = along_freedoms(tree, q)
    tau = drive_torques(plant, positions, qd, theta, thetad, tau_m)
    acting = pushed(link_torques(plant, positions, qd, tau), external)
    joints, motion, load = outward_pass(tree, q, qd, still, loads)
    carrier = carrier_torques(plant, motion)

    def pushing(motor: Motor, torque: Number, t: Number, turning: Number, carrier: Number) -> Number:
        return (torque - t - friction(motor, turning) - carrier) / motor.inertia if motor.elastic else 0.0

    push = over.each(pushing, motors, tau_m, tau, thetad, carrier)
    bias = joint_forces(plant, joints, motion, load, speed, push)
    b = over.each(lambda motor, t, h, carrier: t - h - (0.0 if motor.elastic else carrier), motors, acting, bias, carrier)
    qdd, pivots = _accelerations(plant, q, joints, b)
    (turned,) = over.outward(lambda al, link, X, qdd: (add(X.into(al), link.joint.spin(qdd)),), ZERO, tree.bodies, joints, qdd)

    def acceleration(motor: Motor, rotor: Rotor | None, push: Number, al: Vector, qdd: Number) -> Number:
        if not motor.elastic or rotor is None:
            return push if motor.elastic else qdd
        return push - rotor.momentum * dot(rotor.axis, al) / motor.inertia

    at = over.at(turned, [0 if rotor is None else rotor.body for rotor in plant.rotors])
    thetadd = over.each(acceleration, motors, plant.rotors, push, at, qdd)
    return qdd, thetadd, pivots


def _accelerations(plant: Plant, q: Sequence[Number], joints: Sequence[JointTransform], b: Sequence[Number]) -> tuple[Row, Row]:
    """Return (qdd, pivots) of the equation (M - S_e B_e^-1 S_e^T + S_r + S_r^T + B_r) qdd = b.

    Solved by articulated bodies, O(n); if rotors of rigid joints are carried, by factorisation of the matrix into L^T D L. Zeros
    of M due to branches of the tree stay zero in L, unless a rotor is mounted on another branch than its rigid joint.
    """
    tree, over, n = _with_free_rotors(plant), plant.tree.over, len(plant.tree.bodies)
    rigid = plant._replace(rotors=plant.rigid_rotors)
    if not rigid.rotors:
        return articulated_bodies(tree._replace(gravity=ZERO), q, [0.0] * n, b, plant.armature)
    paths = [(j, tree.path(rotor.body)) for j, rotor in enumerate(rigid.rotors) if rotor is not None]
    entries, values = coupling_entries(rigid, joints)
    across, diagonal = [(j, i) for i, j in entries], [(i, i) for i in range(n)]
    A, column = mass_matrix(tree, q), [(i, 0) for i in range(n)]
    for places in (entries, across):
        S = over.matrix(n, n, (places, values))
        A = over.update(lambda x, s: x + s, A, [(i, j, 1) for i, j in places], (S, places, True))
    B = over.matrix(n, 1, (column, plant.armature))
    A = over.update(lambda x, B: x + B, A, [(i, i, 1) for i in range(n)], (B, column, True))
    within = all(j in path or path[0] in tree.path(j) for j, path in paths)
    parents = tree.parents if within else range(-1, n - 1)
    L = ltdl(over, parents, A)
    return over.entries(solve_rows(over, parents, L, over.matrix(n, 1, (column, b)), [1.0]), column), over.entries(L, diagonal)


def _with_free_rotors(plant: Plant) -> Tree:
    """Return the tree with link inertias J - (r Ir)^2 / B n n^T: without rotors of elastic joints, as far as they turn about n.

    n: axis of the rotor, r: gear ratio, Ir: rotor inertia, B: reflected inertia. These rotors turn freely: the mass matrix of
    the tree is M - S_e B_e^-1 S_e^T.
    """
    bodies = list(plant.tree.bodies)
    for rotor, motor in zip(plant.rotors, plant.motors):
        if rotor is not None and motor.elastic:
            spin = scale(-(rotor.momentum * rotor.momentum / motor.inertia), rotor.axis)
            free = Inertia(tensor=six(outer(spin, rotor.axis)))
            bodies[rotor.body] = bodies[rotor.body]._replace(inertia=bodies[rotor.body].inertia.plus(free))
    return plant.tree._replace(bodies=tuple(bodies))
