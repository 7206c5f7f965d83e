"""Rigid links: mass, centre of mass, inertia, and the check that a rigid body can have them."""

from dataclasses import dataclass, replace

import numpy as np

from jounce.errors import ModelError, UnphysicalError
from jounce.robot.validation import identifier, number, numbers, short, vector
from jounce.spatial.inertia import Inertia, Symmetric, full

TENSOR = ("xx", "yy", "zz", "xy", "xz", "yz")
"""Names of the six entries of a symmetric tensor, in the order of all arrays of jounce."""
ROUNDING = 1e-4
"""Tolerance, relative to the largest principal moment of inertia, of the checks in `unphysical`: files state rounded digits."""
SMALLEST_RADIUS = 1e-6
"""Radius of gyration rho [m]: moments of inertia below mass rho^2 count as zero, as some files state +-1e-35 kg m^2."""


@dataclass(frozen=True, slots=True)
class Link:
    """A rigid link: name, mass, centre of mass in the link frame, and inertia about the centre of mass in link axes.

    `physical=False` accepts inertial parameters that no rigid body can have.

    Examples
    --------
    >>> import jounce as jn
    >>> jn.Link("rod", mass=2.0, com=(0.0, 0.0, 0.5), inertia=(0.17, 0.17, 0.0, 0.0, 0.0, 0.0)).about_origin.tensor[0]
    0.67
    """

    name: str
    mass: float = 0.0
    """Mass [kg]."""
    com: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """Centre of mass in the link frame [m]."""
    inertia: tuple[float, float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    """Ixx, Iyy, Izz, Ixy, Ixz, Iyz about the centre of mass, in link axes [kg m^2]."""
    physical: bool = True

    def __post_init__(self) -> None:
        put = object.__setattr__
        name = identifier(self.name, "link name")
        put(self, "mass", number(self.mass, f"link {name!r}, mass [kg]"))
        put(self, "com", vector(self.com, f"link {name!r}, com [m]"))
        put(self, "inertia", numbers(self.inertia, 6, f"link {name!r}, inertia (xx, yy, zz, xy, xz, yz) [kg m^2]"))
        if not isinstance(self.physical, (bool, np.bool_)):
            raise ModelError(f"link {name!r}, physical: expected True or False, got {short(self.physical)}.")
        put(self, "physical", bool(self.physical))
        if self.physical:
            self._check_physical()

    def _check_physical(self) -> None:
        """Raise `UnphysicalError` if no rigid body has these inertial parameters."""
        reason = unphysical(self.mass, self.inertia)
        if reason:
            raise UnphysicalError(
                f"link {self.name!r}: {reason}. Correct its inertial data, or pass physical=False to use them as they are."
            )

    @property
    def about_origin(self) -> Inertia:
        """Return the ten inertial parameters about the link frame's origin."""
        return Inertia.about_com(self.mass, self.com, self.inertia)


def unphysical(mass: float, inertia: Symmetric) -> str:
    """Return the reason why no rigid body has this mass and this inertia about its centre of mass; empty text if a body can."""
    if mass < 0.0:
        return f"its mass is negative ({mass:g} kg)"
    if mass == 0.0 and any(inertia):
        return "it has inertia but no mass"
    low, middle, high = (float(x) for x in np.linalg.eigvalsh(full(inertia)))
    slack = ROUNDING * abs(high) + mass * SMALLEST_RADIUS**2
    moments = f"principal moments {low:.6g}, {middle:.6g}, {high:.6g} kg m^2"
    if low < -slack:
        return f"a principal moment of inertia is negative ({moments})"
    if low + middle < high - slack:
        return f"its inertia breaks the triangle inequality ({moments}: the two smaller ones must reach the largest)"
    return ""


def merged_link(name: str, parts: list[tuple[Link, Inertia]]) -> Link:
    """Return one link `name` with the sum of the inertias of `parts`, pairs (link, its inertia about the common origin).

    If only the first link has mass or inertia, its values are kept to the last bit.
    """
    bodies = [(link, inertia) for link, inertia in parts if link.mass != 0.0 or any(link.inertia)]
    physical = all(link.physical for link, _ in parts)
    if not bodies:
        return Link(name, physical=physical)
    if len(bodies) == 1 and bodies[0][0] is parts[0][0]:
        return replace(bodies[0][0], name=name, physical=physical)
    total = Inertia()
    for _, inertia in bodies:
        total = total.plus(inertia)
    if total.mass == 0.0:  # only with physical=False: without a centre of mass the first moment is dropped
        return Link(name, 0.0, inertia=total.tensor, physical=physical)
    x, y, z = (h / total.mass for h in total.moment)
    return Link(name, total.mass, (x, y, z), total.shifted((-x, -y, -z)).tensor, physical)
