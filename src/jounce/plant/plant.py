"""A robot as the equations read it, with its own numbers or with others in their place."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from jounce.errors import InputError
from jounce.numbers import Number
from jounce.numbers.packing import Array
from jounce.plant.chains import along_freedoms
from jounce.plant.motor import Motor, SpringLike, driven, linear, motor, without_motor
from jounce.plant.orders import Orders
from jounce.plant.transmission import Transmission, transmission
from jounce.plant.tree import Tree, make_tree, with_inertia, with_load
from jounce.robot import Joint, ParallelSpring, Robot
from jounce.robot.frame import Tool
from jounce.robot.parameters import OF_DRIVES
from jounce.robot.passive import spring_couplings
from jounce.robot.rotors import RotorMount
from jounce.spatial.matrices import IDENTITY, apply, transpose
from jounce.spatial.placements import Placement
from jounce.spatial.vectors import Vector

KEPT = 512
"""Robots whose plants are remembered."""
Values = Mapping[str, Sequence[Number]]
"""Numbers that take the place of the robot's own, by parameter name (see `jounce.robot.parameters`)."""


class Place(NamedTuple):
    """A frame on a body of the tree, -1 for the base: where a wrench acts or a pose is asked for."""

    body: int
    frame: Placement


class Rotor(NamedTuple):
    """A rotor that is carried along: where it sits, and the momentum it has for each rad/s of the motor behind the gear."""

    body: int
    """The body that carries it."""
    axis: Vector
    """Unit vector in that body's frame."""
    momentum: Number
    """r Ir [kg m^2]."""


class LinkFriction(NamedTuple):
    """Friction on the link side of a joint, or of one that follows it `ratio` times as far."""

    ratio: float
    viscous: float
    """[Nm s/rad or N s/m]."""
    coulomb: float
    """[Nm or N]."""
    speed: float
    """Speed over which Coulomb friction changes sign [rad/s or m/s]."""
    stribeck: float = 0.0
    stribeck_speed: float = 1.0


class Beside(NamedTuple):
    """What acts at a joint beside its drive."""

    spring: ParallelSpring | None = None
    rubbing: tuple[LinkFriction, ...] = ()


class CoupledSprings(NamedTuple):
    """Joints i and j without motors whose springs act on each other."""

    i: int
    j: int
    stiffness: Number
    damping: Number


class Plant(NamedTuple):
    """What the equations read of a robot."""

    tree: Tree
    motors: tuple[Motor, ...]
    """One for each freedom, then one for each second drive."""
    rotors: tuple[Rotor | None, ...] = ()
    """Those that are carried along by links, one entry per joint; none at all where all drives are Spong's."""
    sequence: tuple[int, ...] = ()
    """The order in which joints can then be solved, ..."""
    orders: tuple[int, ...] = ()
    """... and how many derivatives of its torque each needs."""
    coupled: tuple[CoupledSprings, ...] = ()
    beside: tuple[Beside, ...] = ()
    """What acts at each freedom beside its drive; none at all where nothing does."""
    transmission: Transmission = Transmission()
    """How motors turn with joints, where not each with its own."""
    preload: tuple[Number, ...] = ()
    """What each second drive carries [Nm or N]."""
    essential: Orders | None = None
    """How far links and motors are read, where feedback linearisation asks for it."""

    @property
    def armature(self) -> tuple[Number, ...]:
        """For each motor its inertia where that rides on the links: all of it where the joint is rigid."""
        return tuple(0.0 if m.elastic else m.inertia for m in self.motors)

    @property
    def rigid_rotors(self) -> tuple[Rotor | None, ...]:
        """Rotors that are carried along and turn with their joints, one entry per joint; none at all where there are none."""
        found = tuple(rotor if rotor is not None and not m.elastic else None for rotor, m in zip(self.rotors, self.motors))
        return found if any(found) else ()

    @property
    def is_linear(self) -> bool:
        """Whether all springs are linear."""
        return all(m.is_linear for m in self.motors)

    @property
    def driven(self) -> list[int]:
        """Motors that are there; those of freedoms first."""
        return [i for i, m in enumerate(self.motors) if not m.absent]

    @property
    def passive(self) -> list[int]:
        """Freedoms that a spring holds and no motor drives."""
        return [i for i, m in enumerate(self.motors) if m.absent]

    @property
    def elastic(self) -> list[int]:
        """Motors that can move against the links."""
        return [i for i, m in enumerate(self.motors) if m.elastic]


@lru_cache(maxsize=KEPT)
def plant_of(robot: Robot) -> Plant:
    """The robot with its own numbers. The order of solving joints is left out: see `solvable`."""
    tree = make_tree(robot)
    seconds = [(i, joint.second) for i, joint in enumerate(robot.axes) if joint.second is not None]
    motors = tuple(motor(joint) if joint.freedoms == 1 else Motor() for joint in robot.axes)
    motors += tuple(driven(second.drive) for _, second in seconds)
    pairs = spring_couplings([joint.name for joint in robot.axes], [joint.spring for joint in robot.axes])
    coupled = tuple(CoupledSprings(*pair) for pair in pairs)
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
    """What acts at a joint, friction of those that follow it included."""
    found = []
    for other in robot.joints:
        ratio = 1.0 if other is joint else other.mimic.multiplier if other.mimic and other.mimic.joint == joint.name else 0.0
        if ratio and other.friction is not None:
            found.append(LinkFriction(ratio, other.friction.viscous, other.friction.coulomb, other.friction.speed))
    return Beside(joint.parallel, tuple(found))


def _rotor(tree: Tree, at: RotorMount, momentum: float) -> Rotor:
    body = tree.link_bodies[at.link]
    return Rotor(body, apply(transpose(tree.bodies[body].align), at.axis), momentum)


def solvable(robot: Robot, plant: Plant) -> Plant:
    """The same plant with the order in which joints can be solved; raises where there is none."""
    return plant._replace(sequence=robot.coupling.sequence, orders=robot.coupling.orders)


def read(robot: Robot, values: Values) -> Plant:
    """The robot with other numbers in the place of some of its own.

    Entries of joints that have no such number are passed over: a rigid joint stays rigid, a spring law stays what it is.
    """
    plant = plant_of(robot)
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
        own = {name: values[name][i] for name in OF_DRIVES if name in values}
        motors[i] = _with_numbers(motors[i], own, drive.gear_ratio)
        rotor = rotors[i] if i < len(rotors) else None
        if rotor is not None and "rotor_inertia" in own:
            rotors[i] = rotor._replace(momentum=drive.gear_ratio * own["rotor_inertia"])
    for k, i in enumerate(plant.passive):
        if "spring_stiffness" in values:
            motors[i] = motors[i]._replace(spring=without_motor(values["spring_stiffness"][k]))
        if "spring_damping" in values:
            motors[i] = motors[i]._replace(damping=values["spring_damping"][k])
    preload = tuple(values["preload"]) if "preload" in values else plant.preload
    return plant._replace(tree=tree, motors=tuple(motors), rotors=tuple(rotors), preload=preload)


def _with_numbers(old: Motor, own: Mapping[str, Number], ratio: float) -> Motor:
    spring: SpringLike | None = old.spring
    if spring is not None and old.is_linear and "stiffness" in own:
        spring = linear(own["stiffness"])
    return old._replace(
        inertia=ratio**2 * own["rotor_inertia"] if "rotor_inertia" in own else old.inertia,
        spring=spring,
        damping=own.get("damping", old.damping) if old.elastic else old.damping,
        viscous=own.get("viscous_friction", old.viscous),
        coulomb=own.get("coulomb_friction", old.coulomb),
    )


def locate(robot: Robot, link: str | int | Tool | None) -> Place:
    """Where a link, a frame or a tool is, in the body frame of the tree; None: the last link."""
    try:
        return _located(robot, link)
    except TypeError:  # no name, index or tool, and not even hashable: refused by what it is
        return _located.__wrapped__(robot, link)


@lru_cache(maxsize=KEPT)
def _located(robot: Robot, link: str | int | Tool | None) -> Place:
    index, frame = robot.locate(link)
    tree = plant_of(robot).tree
    body = tree.link_bodies[index] if index >= 0 else -1
    align = tree.bodies[body].align if body >= 0 else IDENTITY
    return Place(body, Placement(transpose(align)).then(frame))


def at_freedoms(robot: Robot, q: Array) -> Array:
    """Positions (..., nq) as one number a freedom (..., n): zero in joints of several freedoms."""
    if robot.nq == robot.n:
        return q
    columns = along_freedoms(plant_of(robot).tree, list(np.moveaxis(q, -1, 0)))
    return np.stack(np.broadcast_arrays(*columns, q[..., 0])[:-1], axis=-1)


def spring_matrices(plant: Plant) -> tuple[Array, Array]:
    """Return stiffness and damping (n, n) of joints without a motor, zero elsewhere: constants that loop forms read."""
    n = plant.tree.freedoms
    K, D = np.zeros((n, n)), np.zeros((n, n))
    for i in plant.passive:
        spring = plant.motors[i].spring
        assert spring is not None
        K[i, i], D[i, i] = spring.stiffness(0.0), plant.motors[i].damping
    for i, j, stiffness, damping in plant.coupled:
        K[i, j] = K[j, i] = stiffness
        D[i, j] = D[j, i] = damping
    return K, D
