"""Joints: class `Joint` with placement on the parent link, type of motion, drive, springs, friction and limits."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from jounce.errors import ModelError
from jounce.robot.drive import Drive, SecondDrive
from jounce.robot.joint_side_elements import Friction, ParallelSpring
from jounce.robot.limits import FREE, JointLimits
from jounce.robot.passive import Bushing, Spring
from jounce.robot.validation import entries, identifier, number, numbers, short, unit, vector
from jounce.spatial.geometry import Matrix, Placement, Vector, matmul, rotation_from_sincos, transpose

MOVING = ("revolute", "continuous", "prismatic", "spherical", "floating")
COMPOSITE = ("planar", "universal", "cylindrical", "bushing")
"""Joint types that `Robot.build` expands into several joints of one DOF."""
TYPES = (*MOVING, *COMPOSITE, "fixed")
FOLLOWING = ("revolute", "continuous", "prismatic")
"""Joint types of one DOF: a mimic joint has one of these types, and so has the joint that it mimics."""
FREEDOMS = {"spherical": 3, "floating": 6}
"""{joint type: number of DOF} of types with several DOF. Their velocity is that of the child relative to the parent, in child
axes: the angular velocity (3,) [rad/s], for a floating joint followed by the velocity of the child's origin (3,) [m/s]."""
POSITIONS = {"spherical": 4, "floating": 7}
"""{joint type: number of position coordinates} of types with several DOF: a quaternion (x, y, z, w), for a floating joint
followed by the origin (x, y, z) [m]."""
TINY = 4e-16
"""Absolute value below which a sine or cosine is set to zero: floating point gives 6e-17 at right angles."""
ROTATION_ROUNDING = 1e-6
"""Largest absolute value of an entry of R R^T - 1 for an accepted rotation matrix R."""


@dataclass(frozen=True, slots=True)
class Mimic:
    """Dependence of a mimic joint: its position is q = multiplier q' + offset with the position q' of another joint.

    A mimic joint has no DOF.

    Examples
    --------
    >>> import jounce as jn
    >>> jn.Joint("right", "prismatic", "hand", "right_finger", mimic=jn.robot.Mimic("left", multiplier=-1.0)).freedoms
    0
    """

    joint: str
    """Name of the joint that is mimicked."""
    multiplier: float = 1.0
    """Ratio qd / qd' of the joint velocities, without unit; between a revolute and a prismatic joint [rad/m or m/rad]."""
    offset: float = 0.0
    """Position q of the mimic joint at q' = 0 [rad or m]."""

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
"""{field of `Joint`: class of the value} of the optional components of a joint, which are None if absent."""


@dataclass(frozen=True, slots=True)
class Joint:
    """A joint that moves the link `child` relative to the link `parent`, about or along `axis`.

    Examples
    --------
    >>> import jounce as jn
    >>> elbow = jn.Joint("elbow", "revolute", "upper_arm", "forearm", jn.placement(xyz=(0.4, 0.0, 0.0)))
    >>> elbow.axis, elbow.freedoms
    ((0.0, 0.0, 1.0), 1)
    """

    name: str
    type: str
    parent: str
    child: str
    placement: Placement = Placement()  # noqa: RUF009  immutable
    """Pose of the joint frame in the parent link's frame: rotation and origin [m]. At q = 0 it is the pose of the child link."""
    axis: tuple[float, float, float] = (0.0, 0.0, 1.0)
    """Unit vector along the joint axis (3,) in the joint frame."""
    drive: Drive | None = None
    spring: Spring | None = None
    bushing: Bushing | None = None
    """Stiffness and damping of a joint of type "bushing", which `Robot.build` expands into joints of one DOF; None otherwise."""
    mimic: Mimic | None = None
    """Dependence of a mimic joint, None for other joints; the force of a mimic joint acts on the mimicked joint."""
    parallel: ParallelSpring | None = None
    """A spring between the two links, parallel to the drive; None without one."""
    friction: Friction | None = None
    """Friction on the link side of the gear; None without friction."""
    second: SecondDrive | None = None
    """A second drive, parallel to `drive`; None for joints with one drive or none."""
    limits: JointLimits = FREE
    """Limits of position, velocity, torque etc. of a joint of one DOF."""

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
            component = getattr(self, field)
            if component is not None and not isinstance(component, kind):
                raise ModelError(f"joint {name!r}: expected a {kind.__name__} or None, got {short(component)}.")
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
        self._check_side_elements(name)
        if self.second is not None and (self.drive is None or self.drive.coupling != "spong"):
            raise ModelError(f"joint {name!r}: a second drive needs a first one, with coupling='spong'.")

    def _check_mimic(self, name: str) -> None:
        """Raise `ModelError` if the type of a mimic joint is not in `FOLLOWING`, or the joint has a drive or a passive spring."""
        if self.type not in FOLLOWING:
            raise ModelError(f"joint {name!r}: a {self.type} joint cannot follow another; expected {', '.join(FOLLOWING)}.")
        if self.drive is not None or self.spring is not None:
            raise ModelError(
                f"joint {name!r} follows joint {self.mimic and self.mimic.joint!r} and has a drive or a spring of its own; state "
                "them at the joint that it follows."
            )

    def _check_side_elements(self, name: str) -> None:
        """Raise `ModelError` if the joint has a parallel spring or link-side friction that its type does not allow."""
        for what, element in (("parallel spring", self.parallel), ("friction on the link side", self.friction)):
            following = self.mimic is not None and element is self.parallel
            if element is not None and (self.type not in FOLLOWING or following):
                raise ModelError(f"joint {name!r}: a {what} needs a joint of one freedom{' of its own' * following}.")
            if element is not None and self.spring is not None:
                raise ModelError(f"joint {name!r}: a {what} is beside a drive; a joint without a motor has its spring's damping.")

    @property
    def prismatic(self) -> bool:
        """Return True if the joint type is "prismatic"."""
        return self.type == "prismatic"

    @property
    def freedoms(self) -> int:
        """Return the number of DOF of a joint of `Robot.joints`; zero for a mimic joint; 1 for fixed and composite types."""
        return 0 if self.mimic is not None else FREEDOMS.get(self.type, 1)

    @property
    def positions(self) -> int:
        """Return the number of position coordinates in q; zero for a mimic joint; 1 for fixed and composite types."""
        return 0 if self.mimic is not None else POSITIONS.get(self.type, 1)


def check_placement(placement: Placement, what: str) -> Placement:
    """Return a placement with float entries after checking that they are finite and that its rotation is a rotation matrix."""
    if not isinstance(placement, Placement):
        raise ModelError(f"{what}: expected a Placement of jounce.spatial.geometry, got {short(placement)}.")
    x, y, z = (vector(row, f"{what}, rotation") for row in entries(placement.rotation, 3, f"{what}, rotation", "rows"))
    R: Matrix = (x, y, z)
    square = matmul(R, transpose(R))
    off = max(abs(square[i][j] - (i == j)) for i in range(3) for j in range(3))
    (a, b, c), (d, e, f), (g, h, k) = R
    if off > ROTATION_ROUNDING or a * (e * k - f * h) - b * (d * k - f * g) + c * (d * h - e * g) < 0.0:
        raise ModelError(f"{what}: its rotation is not one (rows must be orthonormal and right-handed).")
    return Placement(R, vector(placement.origin, f"{what}, origin [m]"))


def sincos(angle: float) -> tuple[float, float]:
    """Return (sine, cosine) of an angle [rad]; absolute values below `TINY` become exactly zero."""
    sine, cosine = math.sin(angle), math.cos(angle)
    return (0.0 if abs(sine) < TINY else sine), (0.0 if abs(cosine) < TINY else cosine)


def rpy_placement(rpy: Sequence[float], xyz: Sequence[float], what: str) -> Placement:
    """Return the placement with fixed-axis angles `rpy` (3,) [rad] as in URDF and origin `xyz` [m]; right angles are exact."""
    roll, pitch, yaw = (sincos(angle) for angle in vector(rpy, f"{what}, rpy [rad]"))
    return Placement(rotation_from_sincos(roll, pitch, yaw), vector(xyz, f"{what}, xyz [m]"))


def placement(xyz: Sequence[float] = (0.0, 0.0, 0.0), rpy: Sequence[float] = (0.0, 0.0, 0.0)) -> Placement:
    """Return the placement of a frame from its origin and fixed-axis angles, as in URDF.

    Parameters
    ----------
    xyz : (3,)
        Origin in the parent frame [m].
    rpy : (3,)
        Roll, pitch, yaw [rad]: rotation Rz(yaw) Ry(pitch) Rx(roll).

    Returns
    -------
    Placement

    Examples
    --------
    >>> import jounce as jn
    >>> jn.placement(xyz=(0.0, 0.0, 0.3)).origin
    (0.0, 0.0, 0.3)
    """
    return rpy_placement(rpy, xyz, "placement")


def degrees(angles: Vector, what: str) -> Vector:
    """Return three angles [rad] from angles in degrees; `rpy_placement` makes multiples of 90 degrees exact."""
    r, p, y = (math.radians(number(a, what)) for a in numbers(angles, 3, what))
    return r, p, y
