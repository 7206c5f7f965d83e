"""Serial robots from Denavit-Hartenberg parameters, standard and modified."""

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from jounce.errors import ModelError
from jounce.robot.drive import Drive
from jounce.robot.frame import Tool
from jounce.robot.joint import Joint, rpy_placement
from jounce.robot.link import Link
from jounce.robot.rounded_angles import RoundedAngles
from jounce.robot.validation import closest, identifier, number, numbers, per_joint, short
from jounce.spatial.geometry import Placement
from jounce.spatial.inertia import Inertia

CONVENTIONS = ("standard", "modified")


def dh_chain(
    a: Any = 0.0,
    alpha: Any = 0.0,
    d: Any = 0.0,
    theta: Any = 0.0,
    *,
    convention: str = "standard",
    types: Any = "revolute",
    mass: Any = 0.0,
    com: Any = (0.0, 0.0, 0.0),
    inertia: Any = (0.0,) * 6,
    joint_names: Sequence[str] | None = None,
    link_names: Sequence[str] | None = None,
    drives: Mapping[str, Drive] | None = None,
    physical: Any = True,
    name: str = "dh_robot",
    base: str = "base",
    tool: Tool | None = None,
    exact: bool = False,
    **more: Any,
) -> dict[str, Any]:
    """Return the arguments of `Robot.build` for a serial robot from its Denavit-Hartenberg table; used by `Robot.from_dh`.

    Row i of the table is the pose of frame i in frame i-1, with q_i added to theta_i (revolute) or to d_i (prismatic):

        standard:  Rz(theta) Tz(d) Tx(a) Rx(alpha)     joint i is at frame i-1, frame i at the far end of link i
        modified:  Rx(alpha) Tx(a) Rz(theta) Tz(d)     joint i is at frame i (Craig); a, alpha are a_{i-1}, alpha_{i-1}

    In the robot, the frame of link i is the frame of joint i after the joint's motion, as everywhere in jounce. With the standard
    convention this is not frame i of the table. The default tool is the last frame of the table.

    Parameters
    ----------
    a, d : float or (n,)
        Table columns [m], one value or one per joint.
    alpha, theta : float or (n,)
        Table columns [rad].
    convention : str
        "standard" or "modified".
    types : str or sequence of str
        Joint types, one for all joints or one per joint.
    mass : float or (n,)
        Masses of the links [kg].
    com : (3,) or (n, 3)
        Centres of mass in frame i of the table [m].
    inertia : (6,) or (n, 6)
        Ixx, Iyy, Izz, Ixy, Ixz, Iyz about com, in axes of frame i of the table [kg m^2].
    joint_names, link_names : sequence of str or None
        Names; None: joint1, ... and link1, ...
    drives : mapping or None
        {joint name: Drive}.
    physical : bool or sequence of bool
        False accepts inertia that no rigid body can have.
    name, base : str
        Names of the robot and of its base link.
    tool : Tool or None
        The tool; None: the table's last frame.
    exact : bool
        False snaps alpha and theta within 5e-5 rad of a multiple of pi/4 to that multiple, with a warning.
    **more
        Further fields of `Robot`, such as gravity.

    Returns
    -------
    dict
        Arguments of `Robot.build`.

    Raises
    ------
    ModelError
        If columns have different lengths, or a value is invalid.

    Examples
    --------
    >>> import jounce as jn
    >>> jn.Robot.from_dh(a=[0.5, 0.4], mass=1.0).n
    2
    """
    if not isinstance(convention, str) or convention not in CONVENTIONS:
        raise ModelError(f"convention: expected {' or '.join(CONVENTIONS)}, got {short(convention)}.")
    columns = (a, alpha, d, theta, mass, types, joint_names, link_names)
    n = max((len(x) for x in columns if isinstance(x, (list, tuple)) or (isinstance(x, np.ndarray) and x.ndim)), default=1)
    if n == 0:
        raise ModelError("the table has no rows: a robot needs a joint.")
    joints = _names(joint_names, n, "joint")
    links = _names(link_names, n, "link")
    drives = {} if drives is None else drives
    if not isinstance(drives, Mapping):
        raise ModelError(f"drives: expected {{joint name: Drive}}, got {short(drives)}.")
    for joint in drives:
        if joint not in joints:
            raise ModelError(f"drives: no joint {short(joint)} here.{closest(str(joint), joints)}")

    def column(values: Any, what: str) -> list[float]:
        """Return a column of the table as one finite number per joint; a single value is repeated; what: name for errors."""
        return [number(v, f"joint {joint!r}, {what}") for joint, v in zip(joints, per_joint(values, joints, what))]

    rounded = RoundedAngles(exact)

    def angles(values: Any, what: str) -> list[float]:
        """Return a column of angles [rad], one per joint, snapped to multiples of pi/4 within 5e-5 rad unless `exact`."""
        return [rounded.angle(v, f"joint {joint!r} {what}") for joint, v in zip(joints, column(values, f"{what} [rad]"))]

    zero = [0.0] * n
    turn = _placements((zero, zero, angles(theta, "theta")), (zero, zero, column(d, "d [m]")))
    tilt = _placements((angles(alpha, "alpha"), zero, zero), (column(a, "a [m]"), zero, zero))
    for note in rounded.notes():
        warnings.warn(f"robot {name!r}: {note}", stacklevel=3)
    # Rotation about z and translation along z commute, so theta and d stand before the joint's motion in both conventions.
    # Only `tilt` differs: it stands after the motion, inside the link, or before the motion.
    still = [Placement()] * n
    before, behind = (still, tilt) if convention == "standard" else (tilt, still)

    coms = _rows(com, 3, links, "com [m]")
    inertias = _rows(inertia, 6, links, "inertia (xx, yy, zz, xy, xz, yz) [kg m^2]")
    masses, flags, kinds = (
        per_joint(mass, links, "mass"),
        per_joint(physical, links, "physical"),
        per_joint(types, joints, "types"),
    )
    bodies, hinges = [Link(base)], []
    for i in range(n):
        table = Link(links[i], masses[i], coms[i], inertias[i], flags[i])
        turned = Inertia(tensor=table.inertia).seen_from(Placement(behind[i].rotation)).tensor
        bodies.append(replace(table, com=behind[i].point(table.com), inertia=turned))
        placement = (behind[i - 1] if i else Placement()).then(before[i]).then(turn[i])
        hinges.append(Joint(joints[i], kinds[i], links[i - 1] if i else base, links[i], placement, drive=drives.get(joints[i])))
    tool = Tool(links[-1], behind[-1]) if tool is None else tool
    return {"name": name, "links": bodies, "joints": hinges, "tool": tool, **more}


def _placements(rpy: tuple[list[float], ...], xyz: tuple[list[float], ...]) -> list[Placement]:
    """Return one placement per joint from columns (roll, pitch, yaw) [rad] and (x, y, z) [m], each with one entry per joint."""
    return [rpy_placement(angles, shift, "dh") for angles, shift in zip(zip(*rpy), zip(*xyz))]


def _names(names: Sequence[str] | None, n: int, what: str) -> list[str]:
    """Return n names after checking them; None: the default names WHAT1, WHAT2, ..."""
    if names is None:
        return [f"{what}{i + 1}" for i in range(n)]
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise ModelError(f"{what}_names: expected a list of names, got {short(names)}.")
    if len(names) != n:
        raise ModelError(f"the table has {n} rows, but {len(names)} {what} names were given.")
    return [identifier(name, f"{what}_names") for name in names]


def _rows(values: Any, width: int, links: Sequence[str], what: str) -> list[Any]:
    """Return one row of `width` numbers per link, from one row per link or from a single row for all links."""
    if isinstance(values, np.ndarray):
        values = values.tolist()
    single = isinstance(values, Sequence) and len(values) == width and isinstance(values[0], (int, float))
    rows = [values] * len(links) if single else per_joint(values, links, what)
    return [numbers(row, width, f"link {link!r}, {what}") for link, row in zip(links, rows)]
