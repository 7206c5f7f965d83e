"""A link that bends and twists: a chain of rigid bars with springs in between, as a robot to attach.

Euler-Bernoulli's beam of length L has N nodes in the middles of N cells of length h = L/N. The rigid bars between them have the
mass and the inertia of thin rods; half a bar at the root belongs to the base, half a bar is the tip. Where the bending moment is
B, a node turns by the curvature of its cell,

    angle_i = w_i h B_i / EI

Inside, w = 1: errors of nodes, (2 - 2 cos k)^2 / k^4 = 1 - k^2/6 + k^4/80, and of bars, (2 + cos k)/3 = 1 - k^2/6 + k^4/72, of
a wave k / h cancel up to k^4/720. What is left comes from the ends. The energy of bending, the integral of B^2 / 2 EI, is a sum
over nodes with weights w_i. At the root, where B is largest, w begins with 13/12, 7/8, 25/24: these take the slope of the
integrand there off the midpoint rule, and with them the sum is exact for second degrees. A force at the tip then bends the beam
as it should, whatever N is. Third and fourth differences, which change nothing of that, make few bars better: `THIRD`,
`FOURTH`.

Twist lies at the same nodes, with springs GJ / h. A torque at the tip twists the beam as it should; a wave k / h has the square
frequency (2 - 2 cos k) / k^2 = 1 - k^2/12 of the shaft's.
"""

import math
from collections.abc import Sequence
from numbers import Integral
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from jounce.errors import ModelError
from jounce.robot.frame import Frame, Tool
from jounce.robot.joint import Joint
from jounce.robot.link import Link
from jounce.robot.passive import Spring
from jounce.robot.validation import number, short
from jounce.spatial.placements import Placement

if TYPE_CHECKING:
    from jounce.robot.robot import Robot

FEW = {1: (4.0 / 3.0,), 2: (10.0 / 9.0, 2.0 / 3.0), 3: (13.0 / 12.0, 7.0 / 8.0, 25.0 / 24.0)}
"""Weights of few nodes: a force at the tip bends the beam as it should, and so does a moment if there are two."""
THIRD, FOURTH = -0.0056, 0.0179
"""Shares of third and fourth differences in the weights at the root. With these the first three frequencies of a clamped beam,
with and without a mass at its tip, are within 0.1 % from 8 bars on."""
MOST_SEGMENTS = 200
"""Beyond that the frequencies that differ are of no use to a robot, and the equations are long."""

SMALLEST = 1e-12
"""Smallest number that a beam is made of, in SI units: none has less."""
ROOT, TIP = "root", "tip"


class _Directions(NamedTuple):
    """What a beam does against, None where it is stiff [N m^2]."""

    about_y: float | None
    about_z: float | None
    twist: float | None


def beam(
    length: float,
    *,
    EI: float | Sequence[float | None] | None,
    GJ: float | None = None,
    mass_per_length: float,
    polar_inertia_per_length: float | None = None,
    damping: float = 0.0,
    segments: int = 8,
) -> "Robot":
    """A link that bends: a chain of bars along x of its base 'root', clamped there, to be put on a robot by `Robot.attach`.

    length: [m]. EI: bending stiffness [N m^2], the same in both planes, or a pair (about y, about z); None or inf: it does
    not bend there and has no joint. GJ: torsional stiffness [N m^2]; None or inf: it does not twist. mass_per_length: [kg/m].
    polar_inertia_per_length: of the cross-section about x, density times its polar moment of area [kg m], half of it across;
    needed with GJ, nothing if not given. damping: [s], of Kelvin and Voigt: each spring of stiffness k has damping * k, so
    that a mode of frequency w has the damping ratio damping * w / 2. segments: number of nodes at which it bends, in the
    middles of as many equal parts.

    Joints are 'bend_y1', 'bend_z1', 'twist1', 'bend_y2', ..., as many as there are directions, all with springs and without
    motors; frame 'tip' is the free end, and the tool. Robots with such joints are flexible arms.
    """
    L = _positive(length, "length [m]")
    mass = _positive(mass_per_length, "mass_per_length [kg/m]")
    polar = 0.0
    if polar_inertia_per_length is not None:
        polar = _positive(polar_inertia_per_length, "polar_inertia_per_length [kg m]")
    directions = _Directions(*_pair(EI), _stiffness(GJ, "GJ [N m^2]"))
    if directions.twist is not None and not polar:
        raise ModelError(
            "beam, GJ: a beam that twists needs polar_inertia_per_length [kg m], density times polar moment of area."
        )
    if directions == (None, None, None):
        raise ModelError("beam, EI: it neither bends nor twists; that is a Link. Expected a finite EI or GJ.")
    if isinstance(segments, bool) or not isinstance(segments, Integral) or not 1 <= segments <= MOST_SEGMENTS:
        raise ModelError(f"beam, segments: expected a whole number from 1 to {MOST_SEGMENTS}, got {short(segments)}.")
    delay = number(damping, "beam, damping [s]")
    if delay < 0.0:
        raise ModelError(f"beam, damping [s]: expected zero or more, got {delay}.")
    return _chain(L, mass, polar, directions, delay, int(segments))


def bending_weights(segments: int) -> tuple[float, ...]:
    """w (segments,): node i turns by w_i times the curvature there times h; node 0 is next to the root."""
    if segments in FEW:
        return FEW[segments]
    first = [*FEW[3], 1.0, 1.0]
    if segments > len(first) - 1:
        third, fourth = (-1.0, 3.0, -3.0, 1.0, 0.0), (1.0, -4.0, 6.0, -4.0, 1.0)
        first = [w + THIRD * a + FOURTH * b for w, a, b in zip(first, third, fourth)]
    return tuple([*first, *[1.0] * segments][:segments])


def _chain(length: float, mass: float, polar: float, directions: _Directions, delay: float, segments: int) -> "Robot":
    from jounce.robot.robot import Robot  # which imports all loaders first

    h = length / segments
    end = 0.5 * h  # of the last link
    links, joints = [_rod(ROOT, end, mass, polar)], []
    for i, weight in enumerate(bending_weights(segments), 1):
        bend = weight * h
        ways = (
            (f"bend_y{i}", (0.0, 1.0, 0.0), directions.about_y, bend),
            (f"bend_z{i}", (0.0, 0.0, 1.0), directions.about_z, bend),
            (f"twist{i}", (1.0, 0.0, 0.0), directions.twist, h),
        )
        soft = [(name, axis, stiffness / over) for name, axis, stiffness, over in ways if stiffness is not None]
        for j, (name, axis, k) in enumerate(soft, 1):
            rod = 0.0 if j < len(soft) else 0.5 * h if i == segments else h
            links.append(_rod(f"{name}_bar", rod, mass, polar))
            at = Placement(origin=(end, 0.0, 0.0))
            joints.append(Joint(name, "revolute", links[-2].name, links[-1].name, at, axis, spring=Spring(k, delay * k)))
            end = rod
    tip = Frame(TIP, links[-1].name, Placement(origin=(end, 0.0, 0.0)))
    return Robot.build("beam", links, joints, [tip], tool=Tool(TIP))


def _rod(name: str, length: float, mass: float, polar: float) -> Link:
    """A piece of the beam along x, from the link's origin on; its section has half of its polar moment across, as a round one."""
    across = mass * length**3 / 12.0 + 0.5 * polar * length
    return Link(name, mass * length, (0.5 * length, 0.0, 0.0), (polar * length, across, across, 0.0, 0.0, 0.0))


def _pair(given: Any) -> tuple[float | None, float | None]:
    """EI about y and about z."""
    if isinstance(given, np.ndarray):
        given = given.tolist()
    if isinstance(given, (str, bytes)) or not isinstance(given, Sequence):
        both = _stiffness(given, "EI [N m^2]")
        return both, both
    if len(given) != 2:
        raise ModelError(f"beam, EI [N m^2]: expected a number or a pair (about y, about z), got {short(given)}.")
    return _stiffness(given[0], "EI about y [N m^2]"), _stiffness(given[1], "EI about z [N m^2]")


def _stiffness(given: Any, what: str) -> float | None:
    """A stiffness, None where it is infinite."""
    if given is None or (isinstance(given, float | np.floating) and given == math.inf):
        return None
    return _positive(given, what)


def _positive(given: Any, what: str) -> float:
    value = number(given, f"beam, {what}")
    if value < SMALLEST:
        raise ModelError(f"beam, {what}: expected more than zero, {SMALLEST:g} at least, got {value}.")
    return value
