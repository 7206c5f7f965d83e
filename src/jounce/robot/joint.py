"""A joint: where it sits on its parent link, how it moves its child, and what drives it."""

import math
from dataclasses import dataclass

from jounce.errors import ModelError
from jounce.robot.drive import Drive, SecondDrive
from jounce.robot.joint_side_elements import Friction, ParallelSpring
from jounce.robot.limits import FREE, JointLimits
from jounce.robot.passive import Bushing, Spring
from jounce.robot.validation import entries, identifier, number, numbers, short, unit, vector
from jounce.spatial.matrices import Matrix, matmul, rotation_from_sincos, transpose
from jounce.spatial.placements import Placement
from jounce.spatial.vectors import Vector

MOVING = ("revolute", "continuous", "prismatic", "spherical", "floating")
COMPOSITE = ("planar", "universal", "cylindrical", "bushing")
"""Several joints of one freedom in one: `Robot.build` takes them apart."""
TYPES = (*MOVING, *COMPOSITE, "fixed")
FOLLOWING = ("revolute", "continuous", "prismatic")
"""Those that may follow another one of them."""
FREEDOMS = {"spherical": 3, "floating": 6}
"""Of joints that have more than one; their velocity is the child's relative to the parent, in the child's axes, turning first."""
POSITIONS = {"spherical": 4, "floating": 7}
"""Numbers that say where the child is: a quaternion (x, y, z, w), and for floating the origin (x, y, z) behind it [m]."""
TINY = 4e-16
"""Sines and cosines of right angles are zero; floating point makes them 6e-17."""
ROTATION_ROUNDING = 1e-6
"""How far the rows of a rotation matrix in a file may be from orthonormal."""


@dataclass(frozen=True, slots=True)
class Mimic:
    """What a joint without a freedom of its own follows: q = multiplier q' + offset, q' the position of another joint."""

    joint: str
    """The joint that it follows."""
    multiplier: float = 1.0
    """[1, or rad/m and m/rad between a joint that turns and one that slides]."""
    offset: float = 0.0
    """[rad or m]."""

    def __post_init__(self) -> None:
        put = object.__setattr__
        identifier(self.joint, "mimic, joint")
        put(self, "multiplier", number(self.multiplier, "mimic, multiplier"))
        put(self, "offset", number(self.offset, "mimic, offset"))


PARTS = {
    "drive": Drive,
    "spring": Spring,
    "bushing": Bushing,
    "mimic": Mimic,
    "parallel": ParallelSpring,
    "friction": Friction,
    "second": SecondDrive,
}
"""What a joint may have."""


@dataclass(frozen=True, slots=True)
class Joint:
    """Moves link `child` against link `parent`, about or along `axis`; at q = 0 the child frame stands at `placement`."""

    name: str
    type: str
    parent: str
    child: str
    placement: Placement = Placement()  # noqa: RUF009  immutable
    """The joint frame in the parent link's frame: parent_R_child and origin [m] at q = 0."""
    axis: Vector = (0.0, 0.0, 1.0)
    """Unit vector in the joint frame."""
    drive: Drive | None = None
    spring: Spring | None = None
    bushing: Bushing | None = None
    """Of a joint of type "bushing", which `Robot.build` takes apart."""
    mimic: Mimic | None = None
    """What it follows, if it does not move on its own: then it has no freedom, and hands its force on to the joint it follows."""
    parallel: ParallelSpring | None = None
    """A spring between its two links, beside the drive."""
    friction: Friction | None = None
    """On the link side of the gear."""
    second: SecondDrive | None = None
    """One more drive, beside `drive`."""
    limits: JointLimits = FREE
    """What it may do; of joints of one freedom only."""

    def __post_init__(self) -> None:
        put = object.__setattr__
        name = identifier(self.name, "joint name")
        identifier(self.parent, f"joint {name!r}, parent link")
        identifier(self.child, f"joint {name!r}, child link")
        if not isinstance(self.type, str) or self.type not in TYPES:
            raise ModelError(f"joint {name!r}: expected a type of {', '.join(TYPES)}, got {short(self.type)}.")
        put(self, "placement", check_placement(self.placement, f"joint {name!r}"))
        put(self, "axis", unit(vector(self.axis, f"joint {name!r}, axis"), f"joint {name!r}, axis"))
        for field, kind in PARTS.items():
            given = getattr(self, field)
            if given is not None and not isinstance(given, kind):
                raise ModelError(f"joint {name!r}: expected a {kind.__name__} or None, got {short(given)}.")
        if self.drive is not None and self.spring is not None:
            raise ModelError(f"joint {name!r}: a joint has a drive or a spring, not both (the drive has a stiffness itself).")
        if (self.type == "bushing") != (self.bushing is not None):
            raise ModelError(
                f"joint {name!r}: a joint of type 'bushing' has bushing=Bushing(stiffness, damping), no other one has."
            )
        if not isinstance(self.limits, JointLimits):
            raise ModelError(f"joint {name!r}, limits: expected JointLimits, got {short(self.limits)}.")
        if (self.type in ("fixed", *COMPOSITE) or self.freedoms > 1) and self.limits != FREE:
            raise ModelError(f"joint {name!r}: a {self.type} joint cannot have limits; joints of one freedom can.")
        if (self.type in ("fixed", *COMPOSITE) or self.freedoms > 1) and (self.drive is not None or self.spring is not None):
            raise ModelError(f"joint {name!r}: a {self.type} joint cannot have a drive or a spring.")
        if self.mimic is not None:
            self._check_mimic(name)
        self._check_beside(name)
        if self.second is not None and (self.drive is None or self.drive.coupling != "spong"):
            raise ModelError(f"joint {name!r}: a second drive needs a first one, with coupling='spong'.")

    def _check_mimic(self, name: str) -> None:
        if self.type not in FOLLOWING:
            raise ModelError(f"joint {name!r}: a {self.type} joint cannot follow another; expected {', '.join(FOLLOWING)}.")
        if self.drive is not None or self.spring is not None:
            raise ModelError(
                f"joint {name!r} follows joint {self.mimic and self.mimic.joint!r} and has a drive or a spring of its own; state "
                "them at the joint that it follows."
            )

    def _check_beside(self, name: str) -> None:
        for what, given in (("parallel spring", self.parallel), ("friction on the link side", self.friction)):
            following = self.mimic is not None and given is self.parallel
            if given is not None and (self.type not in FOLLOWING or following):
                raise ModelError(f"joint {name!r}: a {what} needs a joint of one freedom{' of its own' * following}.")
            if given is not None and self.spring is not None:
                raise ModelError(f"joint {name!r}: a {what} is beside a drive; a joint without a motor has its spring's damping.")

    @property
    def prismatic(self) -> bool:
        """Whether it slides."""
        return self.type == "prismatic"

    @property
    def freedoms(self) -> int:
        """How many velocities of its own it has."""
        return 0 if self.mimic is not None else FREEDOMS.get(self.type, 1)

    @property
    def positions(self) -> int:
        """How many numbers of its own say where it is."""
        return 0 if self.mimic is not None else POSITIONS.get(self.type, 1)


def check_placement(placement: Placement, what: str) -> Placement:
    """A placement whose entries are finite and whose rotation is one."""
    if not isinstance(placement, Placement):
        raise ModelError(f"{what}: expected a Placement of jounce.spatial.placements, got {short(placement)}.")
    x, y, z = (vector(row, f"{what}, rotation") for row in entries(placement.rotation, 3, f"{what}, rotation", "rows"))
    R: Matrix = (x, y, z)
    square = matmul(R, transpose(R))
    off = max(abs(square[i][j] - (i == j)) for i in range(3) for j in range(3))
    (a, b, c), (d, e, f), (g, h, k) = R
    if off > ROTATION_ROUNDING or a * (e * k - f * h) - b * (d * k - f * g) + c * (d * h - e * g) < 0.0:
        raise ModelError(f"{what}: its rotation is not one (rows must be orthonormal and right-handed).")
    return Placement(R, vector(placement.origin, f"{what}, origin [m]"))


def sincos(angle: float) -> tuple[float, float]:
    """Sine and cosine, zero to rounding where they are zero."""
    sine, cosine = math.sin(angle), math.cos(angle)
    return (0.0 if abs(sine) < TINY else sine), (0.0 if abs(cosine) < TINY else cosine)


def rpy_placement(rpy: Vector, xyz: Vector, what: str) -> Placement:
    """A placement from fixed-axis angles [rad] as in URDF, right angles exact."""
    roll, pitch, yaw = (sincos(angle) for angle in vector(rpy, f"{what}, rpy [rad]"))
    return Placement(rotation_from_sincos(roll, pitch, yaw), vector(xyz, f"{what}, xyz [m]"))


def placement(xyz: Vector = (0.0, 0.0, 0.0), rpy: Vector = (0.0, 0.0, 0.0)) -> Placement:
    """A frame displaced by xyz [m] and turned by fixed-axis angles rpy [rad]: Rz(yaw) Ry(pitch) Rx(roll), as in URDF."""
    return rpy_placement(rpy, xyz, "placement")


def degrees(angles: Vector, what: str) -> Vector:
    """Degrees to radians; multiples of 90 turn into exact right angles through `rpy_placement`."""
    r, p, y = (math.radians(number(a, what)) for a in numbers(angles, 3, what))
    return r, p, y
