"""Snapping of rounded angles in robot files: 1.5708 to pi/2, 0.70711 to the square root of 1/2.

CAD programs write five digits. A right angle with an error of 4e-6 rad keeps every product with its cosine in the equations, and
makes parameters observable in rank decisions that no experiment can identify. Readers therefore snap angles, quaternions and axes
to multiples of pi/4, with a note; `exact=True` keeps the digits of the file.
"""

import math

from jounce.spatial.geometry import Matrix, Vector, rotation_from_sincos

NEAR = 5e-5
"""Tolerance [rad] for a multiple of pi/4: half a unit of the last digit of 1.5708 (and 2.3562, 3.1416)."""
SAID = 1e-8
"""Smallest change [rad] that is noted: smaller ones are rounding of nine or more digits."""
STEP = math.pi / 4
LISTED = 3
ROOT = math.sqrt(0.5)
VALUES = (0.0, ROOT, 1.0, ROOT, 0.0, -ROOT, -1.0, -ROOT)
"""Sines of the multiples of pi/4."""
WORDS = ("0", "pi/4", "pi/2", "3 pi/4", "pi", "5 pi/4", "3 pi/2", "7 pi/4")


class RoundedAngles:
    """Snaps the angles of one file and collects the changes for one note."""

    def __init__(self, exact: bool = False) -> None:
        self.exact = exact
        self.changes: list[str] = []

    def angle(self, value: float, where: str) -> float:
        """Return the angle [rad], snapped to a multiple of pi/4 within `NEAR`."""
        if self.exact or not abs(value) < 100.0:
            return value
        turns = round(value / STEP)
        off = abs(value - turns * STEP)
        if off > NEAR:
            return value
        self._note(off, f"{where} {value:.9g} as {'-' * (turns < 0)}{WORDS[abs(turns) % 8]}")
        return STEP * (turns if abs(turns) <= 8 else turns % 8)

    def three(self, rpy: Vector, where: str) -> Vector:
        """Return fixed-axis angles [rad], each snapped."""
        r, p, y = (self.angle(value, where) for value in rpy)
        return r, p, y

    def rotation(self, R: Matrix, where: str) -> Matrix:
        """Return the rotation matrix, its fixed-axis angles snapped."""
        if self.exact:
            return R
        snapped, off = snapped_rotation(R, NEAR, STEP)
        self._note(off, where)
        return snapped

    def axis(self, axis: Vector, where: str) -> Vector:
        """Return the direction, snapped onto a coordinate axis, a coordinate plane or halfway between two axes.

        It is normalised only if it is snapped.
        """
        if self.exact:
            return axis
        snapped, off = snapped_axis(axis, NEAR)
        self._note(off, f"{where} {' '.join(f'{x:.6g}' for x in axis)}")
        return snapped

    def _note(self, off: float, change: str) -> None:
        """Record a change above `SAID`."""
        if off > SAID:
            self.changes.append(change)

    def notes(self) -> list[str]:
        """Return one sentence about all changes, or no sentence."""
        if not self.changes:
            return []
        more = f", and {len(self.changes) - LISTED} more" if len(self.changes) > LISTED else ""
        examples = "; ".join(self.changes[:LISTED])
        return [
            f"angles within {NEAR:g} rad of a multiple of pi/4 are read as that multiple ({examples}{more}); exact=True keeps "
            "the digits of the file."
        ]


def snapped_rotation(R: Matrix, near: float, step: float) -> tuple[Matrix, float]:
    """Return (rotation, largest change [rad]) with fixed-axis angles within `near` of a multiple of `step` snapped to it.

    At least two of the three angles must be near: a single one near a multiple happens by chance. Where the pitch is a right
    angle within `near`, roll and yaw rotate about one axis, and their sum or difference is snapped.
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
    """Return sine and cosine; multiples of pi/4 give exact zeros and ones, and one value of sqrt(1/2)."""
    turns = round(angle / STEP)
    if abs(angle - turns * STEP) < 1e-12:
        return VALUES[turns % 8], VALUES[(turns + 2) % 8]
    return math.sin(angle), math.cos(angle)


def snapped_axis(axis: Vector, near: float) -> tuple[Vector, float]:
    """Return (axis, change [rad]) with components within `near` of zero set to zero, and two nearly equal ones set equal."""
    length = math.sqrt(sum(x * x for x in axis))
    if not length > 1e-12:
        return axis, 0.0
    unit = [x / length for x in axis]
    clean = [0.0 if abs(x) <= near else x for x in unit]
    if sum(x != 0.0 for x in clean) == 2:
        low, high = sorted(abs(x) for x in clean if x != 0.0)
        if abs(math.atan2(low, high) - STEP) <= near:
            clean = [math.copysign(ROOT, x) if x else 0.0 for x in clean]
    elif sum(x != 0.0 for x in clean) == 1:
        clean = [math.copysign(1.0, x) if x else 0.0 for x in clean]
    off = max(abs(x - y) for x, y in zip(unit, clean))
    x, y, z = clean
    same = off < 1e-15 and all((c == 0.0) == (a == 0.0) for c, a in zip(clean, axis))  # normalising is the joint's
    return (axis, 0.0) if same else ((x, y, z), off)
