"""Flexible beam that bends and twists: a chain of rigid bars with springs in between, as a robot for `Robot.attach`.

An Euler-Bernoulli beam of length L has N nodes in the middles of N cells of length h = L/N. The rigid bars between the nodes have
the mass and inertia of thin rods; half a bar at the root belongs to the base, half a bar is the tip. Under the bending moment B_i
at node i, the spring of the node rotates by the curvature of its cell times h and a weight w_i,

    angle_i = w_i h B_i / EI

Interior nodes have w_i = 1. For waves of wave number k / h, the nodes multiply the bending stiffness by
(2 - 2 cos k)^2 / k^4 = 1 - k^2/6 + k^4/80, and the bars multiply the mass by (2 + cos k)/3 = 1 - k^2/6 + k^4/72. Both errors
cancel in the frequency up to k^4/720; the remaining error comes from the ends of the beam.

The bending energy, the integral of B^2 / 2 EI, becomes a sum over the nodes with weights w_i. At the root, where B is largest,
the weights are 13/12, 7/8, 25/24. They remove the error of the midpoint rule due to the derivative of the integrand at the
root, and make the sum exact for polynomials of degree two. The static deflection of the tip under a force at the tip is then
exact for every N. Third and fourth differences (`THIRD`, `FOURTH`) keep this property and improve beams of few bars.

Torsion springs GJ / h act at the same nodes. The static twist of the tip under a torque is exact; the squared frequency of a
wave k / h is (2 - 2 cos k) / k^2 = 1 - k^2/12 times the squared frequency of the continuous shaft.
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
from jounce.spatial.geometry import Placement

if TYPE_CHECKING:
    from jounce.robot.robot import Robot

FEW = {1: (4.0 / 3.0,), 2: (10.0 / 9.0, 2.0 / 3.0), 3: (13.0 / 12.0, 7.0 / 8.0, 25.0 / 24.0)}
"""{number of nodes: weights w_i} for one to three nodes: the static deflection of the tip under a force at the tip is exact, with
two nodes also under a moment."""
THIRD, FOURTH = -0.0056, 0.0179
"""Coefficients of third and fourth differences in the weights at the root. With these coefficients the first three frequencies of
a clamped beam, with and without a mass at its tip, are within 0.1 % for 8 bars or more."""
MOST_SEGMENTS = 200
"""Largest number of segments: further segments only add modes far above the bandwidth of a robot, and lengthen the equations."""

SMALLEST = 1e-12
"""Smallest accepted length, stiffness, mass per length and inertia per length of a beam, in SI units; less is refused."""
ROOT, TIP = "root", "tip"


class _Stiffness(NamedTuple):
    """Bending stiffness EI about y and z, and torsional stiffness GJ of a beam [N m^2]; None where the beam is rigid."""

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
    """Return a flexible beam along x of its base 'root', clamped there, as a robot for `Robot.attach`.

    Joints are 'bend_y1', 'bend_z1', 'twist1', 'bend_y2', ..., one per node and flexible direction, all with springs and without
    motors; the frame 'tip' is the free end and the tool. Robots with such joints are flexible arms.

    Parameters
    ----------
    length : float
        Length of the beam [m].
    EI : float, pair of float or None
        Bending stiffness [N m^2] in both planes, or (about y, about z); None or inf: rigid in this plane, without a joint.
    GJ : float or None
        Torsional stiffness [N m^2]; None or inf: rigid in torsion.
    mass_per_length : float
        Mass per length of the beam [kg/m].
    polar_inertia_per_length : float or None
        Density times polar moment of area of the cross-section about x [kg m]; its half acts about y and z. Required with GJ,
        zero if None.
    damping : float
        Kelvin-Voigt damping [s]: a spring of stiffness k has the damping `damping * k`, so a mode of frequency w [rad/s] has the
        damping ratio damping * w / 2.
    segments : int
        Number of nodes, in the middles of as many equal segments.

    Returns
    -------
    Robot

    Raises
    ------
    ModelError
        If a parameter is out of range, or the beam is rigid in all directions.

    Examples
    --------
    >>> import jounce as jn
    >>> jn.beam(1.0, EI=(20.0, None), mass_per_length=0.5, segments=3).joint_names
    ('bend_y1', 'bend_y2', 'bend_y3')
    """
    L = _positive(length, "length [m]")
    mass = _positive(mass_per_length, "mass_per_length [kg/m]")
    polar = 0.0
    if polar_inertia_per_length is not None:
        polar = _positive(polar_inertia_per_length, "polar_inertia_per_length [kg m]")
    stiffness = _Stiffness(*_pair(EI), _stiffness(GJ, "GJ [N m^2]"))
    if stiffness.twist is not None and not polar:
        raise ModelError(
            "beam, GJ: a beam that twists needs polar_inertia_per_length [kg m], density times polar moment of area."
        )
    if stiffness == (None, None, None):
        raise ModelError("beam, EI: it neither bends nor twists; that is a Link. Expected a finite EI or GJ.")
    if isinstance(segments, bool) or not isinstance(segments, Integral) or not 1 <= segments <= MOST_SEGMENTS:
        raise ModelError(f"beam, segments: expected a whole number from 1 to {MOST_SEGMENTS}, got {short(segments)}.")
    delay = number(damping, "beam, damping [s]")
    if delay < 0.0:
        raise ModelError(f"beam, damping [s]: expected zero or more, got {delay}.")
    return _chain(L, mass, polar, stiffness, delay, int(segments))


def bending_weights(segments: int) -> tuple[float, ...]:
    """Return the weights w (segments,) of the nodes, root first: node i rotates by w_i h times the curvature (h: cell length)."""
    if segments in FEW:
        return FEW[segments]
    first = [*FEW[3], 1.0, 1.0]
    if segments > len(first) - 1:
        third, fourth = (-1.0, 3.0, -3.0, 1.0, 0.0), (1.0, -4.0, 6.0, -4.0, 1.0)
        first = [w + THIRD * a + FOURTH * b for w, a, b in zip(first, third, fourth)]
    return tuple([*first, *[1.0] * segments][:segments])


def _chain(length: float, mass: float, polar: float, stiffness: _Stiffness, delay: float, segments: int) -> "Robot":
    """Return the robot of a beam of the length `length` [m] with `segments` nodes.

    mass [kg/m] and polar [kg m] are mass and polar inertia per length; delay: damping of a spring divided by its stiffness [s].
    """
    from jounce.robot.robot import Robot  # which imports all loaders first

    h = length / segments
    end = 0.5 * h  # of the last link
    links, joints = [_rod(ROOT, end, mass, polar)], []
    for i, weight in enumerate(bending_weights(segments), 1):
        bend = weight * h
        ways = (
            (f"bend_y{i}", (0.0, 1.0, 0.0), stiffness.about_y, bend),
            (f"bend_z{i}", (0.0, 0.0, 1.0), stiffness.about_z, bend),
            (f"twist{i}", (1.0, 0.0, 0.0), stiffness.twist, h),
        )
        soft = [(name, axis, rigidity / over) for name, axis, rigidity, over in ways if rigidity is not None]
        for j, (name, axis, k) in enumerate(soft, 1):
            rod = 0.0 if j < len(soft) else 0.5 * h if i == segments else h
            links.append(_rod(f"{name}_bar", rod, mass, polar))
            at = Placement(origin=(end, 0.0, 0.0))
            joints.append(Joint(name, "revolute", links[-2].name, links[-1].name, at, axis, spring=Spring(k, delay * k)))
            end = rod
    tip = Frame(TIP, links[-1].name, Placement(origin=(end, 0.0, 0.0)))
    return Robot.build("beam", links, joints, [tip], tool=Tool(TIP))


def _rod(name: str, length: float, mass: float, polar: float) -> Link:
    """Return a rigid bar of round cross-section along x from the link origin; mass [kg/m], polar [kg m]: inertia per length."""
    across = mass * length**3 / 12.0 + 0.5 * polar * length
    return Link(name, mass * length, (0.5 * length, 0.0, 0.0), (polar * length, across, across, 0.0, 0.0, 0.0))


def _pair(EI: Any) -> tuple[float | None, float | None]:
    """Return the bending stiffness EI (about y, about z) [N m^2] from one value or a pair; None where the beam is rigid."""
    if isinstance(EI, np.ndarray):
        EI = EI.tolist()
    if isinstance(EI, (str, bytes)) or not isinstance(EI, Sequence):
        both = _stiffness(EI, "EI [N m^2]")
        return both, both
    if len(EI) != 2:
        raise ModelError(f"beam, EI [N m^2]: expected a number or a pair (about y, about z), got {short(EI)}.")
    return _stiffness(EI[0], "EI about y [N m^2]"), _stiffness(EI[1], "EI about z [N m^2]")


def _stiffness(value: Any, what: str) -> float | None:
    """Return a stiffness after checking that it is at least `SMALLEST`; None (rigid) if the value is None or infinite."""
    if value is None or (isinstance(value, float | np.floating) and value == math.inf):
        return None
    return _positive(value, what)


def _positive(value: Any, what: str) -> float:
    """Return `value` as a float; raise `ModelError`, which names `what`, if the value is below `SMALLEST`."""
    result = number(value, f"beam, {what}")
    if result < SMALLEST:
        raise ModelError(f"beam, {what}: expected more than zero, {SMALLEST:g} at least, got {result}.")
    return result
