"""The plant: the data of a robot in the form that the equations of motion read, with its own parameters or live parameters.

`with_motors` and the functions `refuse_...` check that the equations with motors apply to the robot; their errors name the joint
and the reason.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from jounce.errors import InputError
from jounce.numbers import Number
from jounce.numbers.elementary import is_constant
from jounce.numbers.packing import Array
from jounce.plant.motor import Motor, SpringLike, Transmission, driven, linear, motor, transmission, without_motor
from jounce.plant.tree import Tree, along_freedoms, make_tree, with_inertia, with_load
from jounce.robot import Joint, ParallelSpring, Robot
from jounce.robot.coupling import RotorMount
from jounce.robot.frame import Tool
from jounce.robot.parameters import OF_DRIVES
from jounce.robot.passive import spring_couplings
from jounce.spatial.geometry import IDENTITY, Placement, Vector, apply_transpose, transpose


class Orders(NamedTuple):
    """Essential orders of dynamic feedback linearisation: orders of the highest derivatives on which the motor torques depend."""

    torques: tuple[int, ...]
    """o_i of joint i: order of the highest derivative of its joint torque that the motor torques depend on; 0 if rigid."""
    motors: tuple[int, ...]
    """s_i of joint i: order of the highest derivative of theta_i that the motor torques depend on; 0 for a rigid joint."""
    links: tuple[int, ...]
    """r_i of joint i: order of the highest derivative of q_i that the motor torques contain; its chain has r_i integrators."""

    @property
    def highest(self) -> int:
        """Return the largest r_i, the length of the longest chain of integrators."""
        return max(self.links)

    @property
    def states(self) -> int:
        """Return the number of states of the dynamic compensator, the feedback law that linearises the robot."""
        return sum(max(s - 2, 0) + r - o - 2 for o, s, r in zip(*self))


KEPT = 512
"""Number of results that each cache with robots as keys holds, such as the cache of `plant_of` (least recently used go)."""
Values = Mapping[str, Sequence[Number]]
"""Live parameters, {name: entries}, see `jounce.robot.parameters`."""


class Place(NamedTuple):
    """Index of a body of the tree (-1: the base), and the placement of a frame on this body, where for example a wrench acts."""

    body: int
    frame: Placement


class Rotor(NamedTuple):
    """A rotor that a link carries along: the body that carries the rotor, axis, and angular momentum per motor velocity."""

    body: int
    """Index of the body that carries the rotor."""
    axis: Vector
    """Unit vector along the rotor's axis (3,) in the frame of the body."""
    momentum: Number
    """Angular momentum per motor velocity on the link side: r Ir, gear ratio times rotor inertia [kg m^2]."""


class LinkFriction(NamedTuple):
    """Link-side friction that acts on a DOF: of its joint (ratio = 1), or of a mimic joint with the multiplier `ratio`."""

    ratio: float
    viscous: float
    """Coefficient of viscous friction [Nm s/rad or N s/m]."""
    coulomb: float
    """Coulomb friction at joint speeds far above `speed` [Nm or N]."""
    speed: float
    """Joint speed at which the Coulomb friction torque is 71 % of `coulomb` [rad/s or m/s]."""
    stribeck: float = 0.0
    stribeck_speed: float = 1.0


class Beside(NamedTuple):
    """Elements parallel to the drive of a joint: parallel spring (None: none), link-side friction of the joint and its mimics."""

    spring: ParallelSpring | None = None
    rubbing: tuple[LinkFriction, ...] = ()


class CoupledSprings(NamedTuple):
    """Off-diagonal entries (i, j) of the stiffness and the damping matrix of the passive springs; i, j: DOF indices."""

    i: int
    j: int
    stiffness: Number
    damping: Number


class Plant(NamedTuple):
    """The data of a robot in the form that the equations of motion read."""

    tree: Tree
    motors: tuple[Motor, ...]
    """Motors (m): one for each DOF, then one for each second drive."""
    rotors: tuple[Rotor | None, ...] = ()
    """Rotors that links carry along, one entry per DOF, None without such a rotor; empty if no link carries a rotor along."""
    sequence: tuple[int, ...] = ()
    """DOF indices in the order in which the equations with carried rotors are solved, see `jounce.robot.coupling`; set by
    `solvable`."""
    orders: tuple[int, ...] = ()
    """Number of time derivatives of the joint torque that inverse dynamics needs, one entry per DOF; set by `solvable`."""
    coupled: tuple[CoupledSprings, ...] = ()
    beside: tuple[Beside, ...] = ()
    """Parallel spring and link-side friction, one entry per DOF; empty if no joint has them."""
    transmission: Transmission = Transmission()
    """Transmission matrix N between motors and joints, and the inverse of its first n rows."""
    preload: tuple[Number, ...] = ()
    """Torque of the spring of each second drive, one entry per second drive [Nm or N]."""
    essential: Orders | None = None
    """Essential orders, set only for dynamic feedback linearisation; None otherwise."""

    @property
    def armature(self) -> tuple[Number, ...]:
        """Return the motor inertia that moves with the joint (m): reflected inertia B of a rigid motor, zero for an elastic."""
        return tuple(0.0 if m.elastic else m.inertia for m in self.motors)

    @property
    def rigid_rotors(self) -> tuple[Rotor | None, ...]:
        """Return `rotors` with None for the rotors of elastic joints; empty if no rigid joint has a carried rotor."""
        rotors = tuple(rotor if rotor is not None and not m.elastic else None for rotor, m in zip(self.rotors, self.motors))
        return rotors if any(rotors) else ()

    @property
    def size(self) -> int:
        """Return the number of coordinates: the DOF, plus the motors behind springs, which move relative to the links."""
        return self.tree.freedoms + len(self.elastic)

    def motors_of(self, links: Sequence[Number], behind_springs: Sequence[Number]) -> list[Number]:
        """Return one scalar per motor (m), such as its velocity, from one scalar per DOF and one per motor behind a spring.

        links: one scalar per DOF (n), such as qd; behind_springs: one per elastic motor. A rigid motor i gets entry i of
        N `links` with the transmission matrix N, an elastic motor its entry of `behind_springs`.
        """
        row = list(self.transmission.to_motors(links))
        for i, x in zip(self.elastic, behind_springs):
            row[i] = x
        return row

    @property
    def is_linear(self) -> bool:
        """Return True if no motor has a nonlinear spring; exact."""
        return all(m.is_linear for m in self.motors)

    @property
    def driven(self) -> list[int]:
        """Return the indices in `motors` of all motors except those of joints with a passive spring; second drives are last."""
        return [i for i, m in enumerate(self.motors) if not m.absent]

    @property
    def passive(self) -> list[int]:
        """Return the indices of the DOF with a passive spring and no motor."""
        return [i for i, m in enumerate(self.motors) if m.absent]

    @property
    def elastic(self) -> list[int]:
        """Return the indices in `motors` of the motors behind springs, which can move relative to the links."""
        return [i for i, m in enumerate(self.motors) if m.elastic]


@lru_cache(maxsize=KEPT)
def plant_of(robot: Robot) -> Plant:
    """Return the plant of a robot with the robot's own parameters; `solvable` adds the solution order of the joints."""
    tree = make_tree(robot)
    seconds = [(i, joint.second) for i, joint in enumerate(robot.axes) if joint.second is not None]
    motors = tuple(motor(joint) if joint.freedoms == 1 else Motor() for joint in robot.axes)
    motors += tuple(driven(second.drive) for _, second in seconds)
    names, springs = [joint.name for joint in robot.axes], [joint.spring for joint in robot.axes]
    coupled = tuple(CoupledSprings(*pair) for pair in spring_couplings(names, springs)) if any(springs) else ()
    rotors: tuple[Rotor | None, ...] = ()
    if any(robot.rotors):
        rotors = tuple(
            None if at is None or drive is None else _rotor(tree, at, drive.gear_ratio * drive.rotor_inertia)
            for at, drive in zip(robot.rotors, robot.motor_drives)
        )
    beside = tuple(_beside(robot, joint) for joint in robot.axes) if any(j.parallel or j.friction for j in robot.joints) else ()
    shafts = transmission(robot.transmission, robot.n, [i for i, _ in seconds])
    preload = tuple(second.preload for _, second in seconds)
    return Plant(tree, motors, rotors, coupled=coupled, beside=beside, transmission=shafts, preload=preload)


def _beside(robot: Robot, joint: Joint) -> Beside:
    """Return the parallel spring of a joint, and the link-side friction of the joint and of its mimic joints."""
    frictions = []
    for other in robot.joints:
        ratio = 1.0 if other is joint else other.mimic.multiplier if other.mimic and other.mimic.joint == joint.name else 0.0
        if ratio and other.friction is not None:
            frictions.append(LinkFriction(ratio, other.friction.viscous, other.friction.coulomb, other.friction.speed))
    return Beside(joint.parallel, tuple(frictions))


def _rotor(tree: Tree, at: RotorMount, momentum: float) -> Rotor:
    """Return the rotor on the mount `at`, with its axis converted from the link frame to the body frame."""
    body = tree.link_bodies[at.link]
    return Rotor(body, apply_transpose(tree.bodies[body].align, at.axis), momentum)


def solvable(robot: Robot, plant: Plant) -> Plant:
    """Return the plant with `sequence` and `orders` set; raise `ModelError` if rotors act on each other in a cycle."""
    return plant._replace(sequence=robot.coupling.sequence, orders=robot.coupling.orders)


def read(robot: Robot, values: Values, plant: Plant | None = None) -> Plant:
    """Return the plant of a robot with the live parameters `values` in place of the robot's parameters.

    plant: plant in which the parameters are replaced; None: `plant_of(robot)`. A stiffness for a
    rigid joint or for a nonlinear spring law, and the damping of a rigid joint, are ignored.
    """
    plant = plant or plant_of(robot)
    if not values:
        return plant
    tree = plant.tree
    if "inertia" in values:
        tree = with_inertia(tree, values["inertia"])
    if "payload" in values:
        body, frame = locate(robot, robot.tool)
        if body < 0:
            raise InputError(f"payload: the tool of robot {robot.name!r} is on the base, where a payload has no effect.")
        tree = with_load(tree, values["payload"], body, frame)
    if "gravity" in values:
        x, y, z = values["gravity"]
        tree = tree._replace(gravity=(x, y, z))
    motors, rotors = list(plant.motors), list(plant.rotors)
    for i, drive in enumerate(robot.motor_drives):
        if drive is None:
            continue
        parameters = {name: values[name][i] for name in OF_DRIVES if name in values}
        motors[i] = _with_parameters(motors[i], parameters, drive.gear_ratio)
        rotor = rotors[i] if i < len(rotors) else None
        if rotor is not None and "rotor_inertia" in parameters:
            rotors[i] = rotor._replace(momentum=drive.gear_ratio * parameters["rotor_inertia"])
    for k, i in enumerate(plant.passive):
        if "spring_stiffness" in values:
            motors[i] = motors[i]._replace(spring=without_motor(values["spring_stiffness"][k]))
        if "spring_damping" in values:
            motors[i] = motors[i]._replace(damping=values["spring_damping"][k])
    preload = tuple(values["preload"]) if "preload" in values else plant.preload
    return plant._replace(tree=tree, motors=tuple(motors), rotors=tuple(rotors), preload=preload)


def _with_parameters(old: Motor, parameters: Mapping[str, Number], ratio: float) -> Motor:
    """Return the motor `old` with live parameters {field of `Drive`: value}; ratio: gear ratio of the motor."""
    spring: SpringLike | None = old.spring
    if spring is not None and old.is_linear and "stiffness" in parameters:
        spring = linear(parameters["stiffness"])
    return old._replace(
        inertia=ratio**2 * parameters["rotor_inertia"] if "rotor_inertia" in parameters else old.inertia,
        spring=spring,
        damping=parameters.get("damping", old.damping) if old.elastic else old.damping,
        viscous=parameters.get("viscous_friction", old.viscous),
        coulomb=parameters.get("coulomb_friction", old.coulomb),
    )


def locate(robot: Robot, link: str | int | Tool | None) -> Place:
    """Return (index of the body that carries a link, frame or tool; pose of this link, frame or tool in the body frame).

    link: name, index or tool, as `Robot.locate` takes it; None: the last link.
    """
    try:
        return _located(robot, link)
    except TypeError:  # not hashable, hence no name, index or tool: raises the proper error
        return _located.__wrapped__(robot, link)


@lru_cache(maxsize=KEPT)
def _located(robot: Robot, link: str | int | Tool | None) -> Place:
    """Return the result of `locate`, cached by robot and link."""
    index, frame = robot.locate(link)
    tree = plant_of(robot).tree
    body = tree.link_bodies[index] if index >= 0 else -1
    align = tree.bodies[body].align if body >= 0 else IDENTITY
    return Place(body, Placement(transpose(align)).then(frame))


def at_freedoms(robot: Robot, q: Array) -> Array:
    """Return the positions q (..., nq) as an array (..., n) with one coordinate per DOF; zero for joints of several DOF."""
    if robot.nq == robot.n:
        return q
    columns = along_freedoms(plant_of(robot).tree, list(np.moveaxis(q, -1, 0)))
    return np.stack(np.broadcast_arrays(*columns, q[..., 0])[:-1], axis=-1)


def with_motors(robot: Robot, plant: Plant) -> Plant:
    """Return the plant; raise `InputError` if live parameters give inertia to a rotor that the equations cannot carry along.

    If a drive with coupling 'full' has rotor_inertia = 0 in the robot, the equations have no terms for this carried rotor.
    """
    for joint, m in zip(robot.axes, plant.motors):
        if _could_be_carried(robot, joint) and not is_constant(m.inertia, 0.0):
            raise InputError(
                f"rotor_inertia: joint {joint.name!r} of robot {robot.name!r} has a rotor without inertia, so what a carried "
                "rotor does to the other joints is not among its equations. Give its drive a rotor_inertia above zero, or "
                "build the robot with it: robot.with_parameters({'rotor_inertia': ...})."
            )
    return plant


def _could_be_carried(robot: Robot, joint: Joint) -> bool:
    """Return True if the joint has a drive of coupling 'full' on a moving link, with a rotor without inertia; exact."""
    drive = joint.drive
    if drive is None or drive.coupling != "full" or drive.rotor_inertia > 0.0:
        return False
    return robot.locate(joint.parent if drive.rotor_mount is None else drive.rotor_mount)[0] >= 0


def refuse_motorless(robot: Robot) -> None:
    """Raise `InputError` if a joint has a passive spring and no motor, since the motion of such a joint cannot be prescribed."""
    for joint in robot.joints:
        if joint.spring is not None:  # checked first, since it excludes all other cases
            raise InputError(
                f"joint {joint.name!r} of robot {robot.name!r} has a spring and no motor: its motion cannot be chosen, so the "
                "motion of all joints does not have a motor torque."
            )


def refuse_damping(robot: Robot, plant: Plant) -> Plant:
    """Return the plant; raise `InputError` if an elastic joint is damped: its motor torque depends on the past motion.

    Joints with a passive spring and no motor are refused as well.
    """
    refuse_motorless(robot)
    for i, m in enumerate(plant.motors):
        if m.elastic and not is_constant(m.damping, 0.0):
            raise damped_joint_error(robot, i)
    return plant


def damped_joint_error(robot: Robot, freedom: int) -> InputError:
    """Return the error for a call that requests the motor torque of a damped elastic joint at an instant.

    freedom: index of the motor.
    """
    return InputError(
        f"joint {robot.motor_joints[freedom].name!r} of robot {robot.name!r} is elastic and damped: its motor "
        "torque depends on the motion before this instant. Use jn.feedforward(robot, path, t), step along the motion with "
        "jn.dynamics.inverse_dynamics_step, or take drives with damping = 0."
    )
