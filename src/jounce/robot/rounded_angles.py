"""Rounded angles: 1.5708 snapped to pi/2 in robot files, and the ideal geometry of a robot for rank decisions.

CAD programs write five digits. A right angle with an error of 4e-6 rad keeps every product with its cosine in the equations. In
rank decisions, such errors make parameters appear observable that no experiment can identify. Readers therefore snap angles,
quaternions and axes within 5e-5 rad of multiples of pi/4 to these multiples, with a note; `exact=True` keeps the digits of the
file.

Axes that are parallel or perpendicular up to 1e-3 rad make parameters observable with a standard deviation a thousand times
that of other parameters. A rank tolerance on the columns of the regressor cannot separate these parameters, since the residuals
of the columns depend on the motion; only the geometry can. Hand-written files contain 1.57 and 3.14, and robots are also built in
Python: `ideal_geometry` snaps such angles as well.
"""

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from jounce.robot.joint import Joint
from jounce.spatial.geometry import Matrix, Placement, Vector, rotation_from_sincos

if TYPE_CHECKING:
    from jounce.robot.robot import Robot


NEAR = 5e-5
"""Largest distance [rad] from a multiple of pi/4 that is snapped: half a unit of the last digit of 1.5708, 2.3562, 3.1416."""
SAID = 1e-8
"""Smallest change [rad] that a note reports: smaller changes are the rounding of angles with nine or more digits."""
STEP = math.pi / 4
LISTED = 3
ROOT = math.sqrt(0.5)
VALUES = (0.0, ROOT, 1.0, ROOT, 0.0, -ROOT, -1.0, -ROOT)
"""Sines of 0, pi/4, ..., 7 pi/4."""
WORDS = ("0", "pi/4", "pi/2", "3 pi/4", "pi", "5 pi/4", "3 pi/2", "7 pi/4")


class RoundedAngles:
    """Snapping of the angles of one file to multiples of pi/4, and a list of the changes for a note; exact=True: no snapping."""

    def __init__(self, exact: bool = False) -> None:
        self.exact = exact
        self.changes: list[str] = []

    def angle(self, value: float, where: str) -> float:
        """Return the angle `value` [rad], snapped to a multiple of pi/4 within `NEAR`; angles of 100 rad or more stay.

        where: text that names the angle in the note.
        """
        if self.exact or not abs(value) < 100.0:
            return value
        turns = round(value / STEP)
        off = abs(value - turns * STEP)
        if off > NEAR:
            return value
        self._note(off, f"{where} {value:.9g} as {'-' * (turns < 0)}{WORDS[abs(turns) % 8]}")
        return STEP * (turns if abs(turns) <= 8 else turns % 8)

    def three(self, rpy: Vector, where: str) -> Vector:
        """Return the fixed-axis angles (3,) [rad], each snapped to a multiple of pi/4 within `NEAR`."""
        r, p, y = (self.angle(value, where) for value in rpy)
        return r, p, y

    def rotation(self, R: Matrix, where: str) -> Matrix:
        """Return the matrix R after snapping its fixed-axis angles to multiples of pi/4 within `NEAR`, see `snapped_rotation`."""
        if self.exact:
            return R
        snapped, off = snapped_rotation(R, NEAR, STEP)
        self._note(off, where)
        return snapped

    def axis(self, axis: Vector, where: str) -> Vector:
        """Return a direction, snapped to a coordinate axis, a coordinate plane or the bisector of two axes within `NEAR`.

        Only a snapped direction is normalised; other directions keep their length.
        """
        if self.exact:
            return axis
        snapped, off = snapped_axis(axis, NEAR)
        self._note(off, f"{where} {' '.join(f'{x:.6g}' for x in axis)}")
        return snapped

    def _note(self, off: float, change: str) -> None:
        """Record the text `change` if the change `off` [rad] of an angle exceeds `SAID`."""
        if off > SAID:
            self.changes.append(change)

    def notes(self) -> list[str]:
        """Return a list with one sentence about all changes; an empty list if nothing changed."""
        if not self.changes:
            return []
        more = f", and {len(self.changes) - LISTED} more" if len(self.changes) > LISTED else ""
        examples = "; ".join(self.changes[:LISTED])
        return [
            f"angles within {NEAR:g} rad of a multiple of pi/4 are read as that multiple ({examples}{more}); exact=True keeps "
            "the digits of the file."
        ]


def snapped_rotation(R: Matrix, near: float, step: float) -> tuple[Matrix, float]:
    """Return (rotation, largest change [rad]) after snapping fixed-axis angles of R within `near` [rad] of multiples of `step`.

    At least two of the three angles must be near a multiple, since a single angle may be near by chance; otherwise R is returned.
    Where the pitch is a right angle within `near`, roll and yaw rotate about one axis, and their sum or difference is snapped.
    """
    (a, _, _), (d, e, f), (g, h, k) = R
    level = math.hypot(a, d)
    if level <= near:
        angles = math.atan2(-f, e), math.copysign(0.5 * math.pi, -g), 0.0
        pitch = math.atan2(-g, level)
    else:
        angles = math.atan2(h, k), math.atan2(-g, level), math.atan2(d, a)
        pitch = angles[1]
    multiples = [step * round(angle / step) for angle in angles]
    off = [abs(x - y) for x, y in zip(angles, multiples)]
    off[1] = abs(pitch - multiples[1])
    if sorted(off)[1] > near:
        return R, 0.0
    sines = [_sincos(y if o <= near else x) for x, y, o in zip(angles, multiples, off)]
    return rotation_from_sincos(*sines), max(o for o in off if o <= near)


def _sincos(angle: float) -> tuple[float, float]:
    """Return (sine, cosine) of an angle [rad]; multiples of pi/4 give exactly 0, +-1 or +-sqrt(1/2), as in `VALUES`."""
    turns = round(angle / STEP)
    if abs(angle - turns * STEP) < 1e-12:
        return VALUES[turns % 8], VALUES[(turns + 2) % 8]
    return math.sin(angle), math.cos(angle)


def snapped_axis(axis: Vector, near: float) -> tuple[Vector, float]:
    """Return (axis, largest change of a component) after setting components of the unit vector along `axis` below `near` to zero.

    If two components remain and their absolute values are equal within `near`, both become sqrt(1/2). Changed axes have length 1.
    """
    length = math.sqrt(sum(x * x for x in axis))
    if not length > 1e-12:
        return axis, 0.0
    unit = [x / length for x in axis]
    clean = [0.0 if abs(x) <= near else x for x in unit]
    if sum(x != 0.0 for x in clean) == 2:
        low, high = sorted(abs(x) for x in clean if x != 0.0)
        if abs(math.atan2(low, high) - STEP) <= near:
            clean = [math.copysign(ROOT, x) if x else 0.0 for x in clean]
        elif clean != unit:
            clean = [x / math.hypot(low, high) for x in clean]
    elif sum(x != 0.0 for x in clean) == 1:
        clean = [math.copysign(1.0, x) if x else 0.0 for x in clean]
    off = max(abs(x - y) for x, y in zip(unit, clean))
    x, y, z = clean
    same = off < 1e-15 and all((c == 0.0) == (a == 0.0) for c, a in zip(clean, axis))  # normalising is the joint's
    return (axis, 0.0) if same else ((x, y, z), off)


IDEAL_NEAR = 2e-3
"""Tolerance [rad] of `ideal_geometry`: 3.14 differs from pi by 1.6e-3."""
IDEAL_STEP = math.pi / 12
ROUNDING = 1e-10
"""Change of rotation and axis [rad] below which `ideal_geometry` leaves a joint as it is: rank decisions tolerate more."""
SHORT = 5e-5
"""Length [m] below which `ideal_geometry` sets a component of a joint's origin to zero."""


def ideal_geometry(robot: "Robot") -> "Robot":
    """Return the robot with ideal joint frames, for rank decisions; the same object if nothing changes.

    Within `IDEAL_NEAR`, rotations are snapped to fixed-axis angles that are multiples of pi/12, and axes as in `snapped_axis`.
    Components of joint origins below `SHORT` become zero.
    """
    joints = tuple(_ideal(joint) for joint in robot.joints)
    return robot if all(new is old for new, old in zip(joints, robot.joints)) else replace(robot, joints=joints)


def _ideal(joint: Joint) -> Joint:
    """Return the joint with placement and axis snapped as in `ideal_geometry`; the same object if changes are below rounding."""
    rotation, turned = snapped_rotation(joint.placement.rotation, IDEAL_NEAR, IDEAL_STEP)
    axis, bent = snapped_axis(joint.axis, IDEAL_NEAR)
    x, y, z = (0.0 if abs(value) < SHORT else value for value in joint.placement.origin)
    if turned < ROUNDING and bent < ROUNDING and (x, y, z) == joint.placement.origin:
        return joint
    return replace(joint, placement=Placement(rotation, (x, y, z)), axis=axis)
