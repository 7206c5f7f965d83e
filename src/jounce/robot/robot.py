"""The class `Robot`: links, joints and drives on a fixed base. Robots are frozen; every `with_...` method returns a new robot."""

import math
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from types import EllipsisType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jounce.errors import InputError, ModelError
from jounce.numbers.value import ComputedOnce
from jounce.robot import display, parameter_bounds, parameters
from jounce.robot.assembly import assemble
from jounce.robot.attachment import attach, placed
from jounce.robot.coupling import Coupling, RotorMount, find_coupling, find_rotors
from jounce.robot.drive import Drive
from jounce.robot.frame import Frame, Tool
from jounce.robot.io.dh import dh_chain
from jounce.robot.io.toml_writer import save, write_model
from jounce.robot.joint import Joint, rpy_placement
from jounce.robot.limits import NAMES as LIMITS
from jounce.robot.limits import Limits, replace_limits, stack_limits, tighten_for_mimic
from jounce.robot.link import Link, merged_link
from jounce.robot.locking import locked
from jounce.robot.springs import SpringLaw
from jounce.robot.subchain import subchain
from jounce.robot.topology import check_topology, check_transmission, resolve_mimics
from jounce.robot.validation import by_joint_name, checked_tuple, closest, identifier, short, vector
from jounce.spatial.geometry import Placement

PerJoint = ArrayLike | Mapping[str, ArrayLike] | EllipsisType
"""Argument: one value for all joints, a sequence with one value per joint, or {joint name: value}; `...`: the present values."""
GRAVITY = (0.0, 0.0, -9.81)
"""Default gravitational acceleration (3,) [m/s^2], base frame."""


@dataclass(frozen=True)
class Robot:
    """A tree of rigid links on a fixed base, with one moving joint per link; parents stand before their children.

    Mimic joints (`Mimic`) are among `joints` but have no DOF, so `axes` omits them. `jounce.load` and `Robot.from_dh` return
    robots; `Robot.build` builds a robot from links and joints in any order, fixed joints included.

    Examples
    --------
    >>> import jounce as jn
    >>> robot = jn.load("planar_2r")
    >>> robot.n, robot.motion_order
    (2, 4)
    """

    name: str
    links: tuple[Link, ...]
    """The moving links, in the order of `joints`."""
    joints: tuple[Joint, ...]
    """The moving joints; `joints[i].child` is `links[i].name`."""
    gravity: tuple[float, float, float] = GRAVITY
    """Gravitational acceleration (3,) [m/s^2], base frame."""
    base: str = "base"
    """Name of the base link, which does not move."""
    frames: tuple[Frame, ...] = ()
    """Frames fixed on links, such as the frames of links that were merged because their joints are fixed."""
    tool: Tool = None  # type: ignore[assignment]  # __post_init__ puts it on the last link
    description: str = ""
    source: str = ""
    """Source of the parameters, such as a publication or a data sheet."""
    transmission: tuple[tuple[float, ...], ...] = ()
    """Transmission matrix N (n, n) of coupled motors, see `with_transmission`; () for the identity."""
    base_link: Link = None  # type: ignore[assignment]  # __post_init__ makes one without mass
    """The base as a link, merged with all links fixed to the base; no equation reads its inertia, but `attach` and writers do."""

    def __post_init__(self) -> None:
        put = object.__setattr__
        whose = f"robot {identifier(self.name, 'robot name')!r}"
        identifier(self.base, f"{whose}, base")
        put(self, "links", checked_tuple(Link, self.links, f"{whose}, links"))
        put(self, "joints", checked_tuple(Joint, self.joints, f"{whose}, joints"))
        put(self, "frames", checked_tuple(Frame, self.frames, f"{whose}, frames"))
        put(self, "gravity", vector(self.gravity, f"{whose}, gravity [m/s^2]"))
        for what, text in (("description", self.description), ("source", self.source)):
            if not isinstance(text, str):
                raise ModelError(f"{whose}, {what}: expected text, got {short(text)}.")
        check_topology(self.name, self.base, self.links, self.joints, self.frames)
        put(self, "joints", resolve_mimics(self.joints))
        put(self, "transmission", check_transmission(self.name, self.axes, self.transmission))
        if self.base_link is None:
            put(self, "base_link", Link(self.base))
        if not isinstance(self.base_link, Link) or self.base_link.name != self.base:
            raise ModelError(f"{whose}, base_link: expected a Link named {self.base!r}, got {short(self.base_link)}.")
        if self.tool is None:
            put(self, "tool", Tool(self.links[-1].name))
        if not isinstance(self.tool, Tool):
            raise ModelError(f"{whose}, tool: expected a Tool, got {short(self.tool)}.")
        self.locate(self.tool.link)

    # ---------------------------------------------------------------- properties

    @property
    def n(self) -> int:
        """Return n, the number of DOF."""
        return len(self.velocity_joints)

    @ComputedOnce
    def nq(self) -> int:
        """Return nq, the number of position coordinates in q; larger than n if a joint has a quaternion."""
        return sum(joint.positions for joint in self.joints)

    @ComputedOnce
    def velocity_joints(self) -> tuple[int, ...]:
        """Return, for each of the n DOF, the index in `joints` of the joint that has this DOF."""
        return tuple(i for i, joint in enumerate(self.joints) for _ in range(joint.freedoms))

    @ComputedOnce
    def axes(self) -> tuple[Joint, ...]:
        """Return the joint of each of the n DOF; a joint of several DOF is repeated, mimic joints are absent."""
        return tuple(self.joints[i] for i in self.velocity_joints)

    @property
    def freedoms(self) -> tuple[int, ...]:
        """Return `velocity_joints`, with a DeprecationWarning: the name `freedoms` is removed with the next release."""
        warnings.warn("Robot.freedoms is now Robot.velocity_joints.", DeprecationWarning, stacklevel=2)
        return self.velocity_joints

    @ComputedOnce
    def motor_joints(self) -> tuple[Joint, ...]:
        """Return, for each of the m motors, the joint that the motor drives: `axes`, then the joints with a second drive."""
        return (*self.axes, *(joint for joint in self.axes if joint.second is not None))

    @ComputedOnce
    def motor_drives(self) -> tuple[Drive | None, ...]:
        """Return the drive of each of the m motors, one per DOF, then the second drives; None for a DOF without a drive."""
        seconds = (joint.second.drive for joint in self.axes if joint.second is not None)
        return (*(joint.drive for joint in self.axes), *seconds)

    @property
    def m(self) -> int:
        """Return m, the number of motors: one per DOF, plus the second drives."""
        return len(self.motor_joints)

    @ComputedOnce
    def motor_names(self) -> tuple[str, ...]:
        """Return the name of each of the m motors: the name of its joint, for a second drive with the suffix `_second`.

        Underscores are appended to the name of a second drive until the name is unique.
        """
        names, used = [joint.name for joint in self.axes], {joint.name for joint in self.joints}
        for joint in self.motor_joints[self.n :]:
            name = f"{joint.name}_second"
            while name in used:
                name += "_"
            names.append(name)
            used.add(name)
        return tuple(names)

    @property
    def joint_names(self) -> tuple[str, ...]:
        """Return the names of `joints` in their order, without mimic joints."""
        return tuple(joint.name for joint in self.joints if joint.mimic is None)

    @ComputedOnce
    def parents(self) -> tuple[int, ...]:
        """Return the index of the parent link of each link, -1 for the base."""
        index = {self.base: -1} | {link.name: i for i, link in enumerate(self.links)}
        return tuple(index[joint.parent] for joint in self.joints)

    @ComputedOnce
    def parameters(self) -> NDArray[np.float64]:
        """Return the inertial parameters (10 links,): m, m c (3), Ixx, Iyy, Izz, Ixy, Ixz, Iyz about the link frame origin."""
        values = np.array([link.about_origin.parameters for link in self.links], dtype=np.float64).ravel()
        values.flags.writeable = False
        return values

    @ComputedOnce
    def drives(self) -> tuple[Drive | None, ...]:
        """Return the first drive of each joint; None where there is no drive."""
        return tuple(joint.drive for joint in self.joints)

    @ComputedOnce
    def limits(self) -> Limits:
        """Return the limits of joints and motors as arrays with one entry per DOF; infinite where there is no limit.

        Limits of position, velocity, acceleration and jerk are tightened such that mimic joints keep their own limits.
        """
        limits, names = stack_limits(joint.limits for joint in self.axes), [joint.name for joint in self.axes]
        for joint in self.joints:
            if joint.mimic is not None and joint.mimic.joint in names:
                at = names.index(joint.mimic.joint)
                limits = tighten_for_mimic(limits, at, joint.limits, joint.mimic.multiplier, joint.mimic.offset)
        return limits

    @ComputedOnce
    def motor_limits(self) -> Limits:
        """Return the limits as arrays with one entry for each of the m motors; a second drive has the limits of its joint."""
        of = [*range(self.n), *(i for i, joint in enumerate(self.axes) if joint.second is not None)]
        return Limits(*(getattr(self.limits, name)[of] for name in LIMITS))

    @ComputedOnce
    def coupling(self) -> Coupling:
        """Return the coupling pattern of rotors and joints, and the orders of derivatives that inverse dynamics needs.

        See `jounce.robot.coupling`.
        """
        bending = [joint.drive for joint in self.axes]
        for i, joint in enumerate(self.axes):
            if joint.second is not None and joint.second.drive.elastic:  # an elastic drive decides the number of derivatives
                bending[i] = joint.second.drive
        return find_coupling(self.joints, self.parents, self.velocity_joints, self.rotors, bending)

    @property
    def motion_order(self) -> int:
        """Return the order of the highest time derivative of q that `inverse_dynamics` needs.

        2 if all joints are rigid, 4 if a joint is elastic, up to 2 (n + 1) if links carry rotors along (coupling='full').
        """
        return self.coupling.motion_order

    @ComputedOnce
    def rotors(self) -> tuple[RotorMount | None, ...]:
        """Return the rotor mount of each DOF; None where coupling is 'spong' or no moving link carries a rotor with inertia."""
        return find_rotors(self)

    def locate(self, link: str | int | Tool | None) -> tuple[int, Placement]:
        """Return the index of the moving link that carries a link, frame or tool, and the placement on that moving link.

        Parameters
        ----------
        link : str, int, Tool or None
            Name of a link or frame, index of a link, or a tool; None is the last link. "tool" is `robot.tool`, unless a link or
            frame has that name.

        Returns
        -------
        (int, Placement)
            Index of the moving link, -1 for the base, and the pose of the link, frame or tool in the moving link's frame.

        Raises
        ------
        InputError
            If there is no such link or frame.
        """
        if isinstance(link, Tool):
            body, there = self.locate(link.link)
            return body, there.then(link.placement)
        if link is None:
            return len(self.links) - 1, Placement()
        if isinstance(link, (int, np.integer)) and not isinstance(link, bool):
            count = len(self.links)
            if not -count <= link < count:
                raise InputError(f"link {link}: robot {self.name!r} has links 0 to {count - 1}.")
            return int(link) % count, Placement()
        if not isinstance(link, str):
            raise InputError(f"link: expected a name or an index, got {short(link)}.")
        index = {self.base: -1} | {body.name: i for i, body in enumerate(self.links)}
        if link in index:
            return index[link], Placement()
        for frame in self.frames:
            if frame.name == link:
                return index[frame.link], frame.placement
        if link == "tool":
            return self.locate(self.tool)
        names = [*index, *(frame.name for frame in self.frames)]
        raise InputError(f"robot {self.name!r} has no link or frame {short(link)}.{closest(link, names)}")

    def __str__(self) -> str:
        return display.table(self)

    def __repr__(self) -> str:
        return display.line(self)

    def _repr_html_(self) -> str:
        """Return the HTML table that notebooks show: type, mass, drive and limits of each joint."""
        return display.html(self)

    def __hash__(self) -> int:
        return self._hash

    @ComputedOnce
    def _hash(self) -> int:
        """Return the cached hash of all fields: large robots are keys of the kernel cache."""
        return hash(tuple(getattr(self, field.name) for field in fields(self)))

    def __getstate__(self) -> dict[str, Any]:
        """Return the fields only: cached properties are computed again, and hashes of strings differ between processes."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    # ---------------------------------------------------------------- modified copies

    def with_drives(
        self,
        *,
        stiffness: PerJoint | SpringLaw | Sequence[float | SpringLaw] | Mapping[str, float | SpringLaw] = ...,
        rotor_inertia: PerJoint = ...,
        gear_ratio: PerJoint = ...,
        damping: PerJoint = ...,
        coupling: str | Sequence[str] | Mapping[str, str] | EllipsisType = ...,
        viscous_friction: PerJoint = ...,
        coulomb_friction: PerJoint = ...,
        coulomb_speed: PerJoint = ...,
        stribeck_friction: PerJoint = ...,
        stribeck_speed: PerJoint = ...,
        rotor_mount: str | Sequence[str | None] | Mapping[str, str | None] | EllipsisType | None = ...,
        rotor_axis: PerJoint | None = ...,
    ) -> "Robot":
        """Return the robot with other drives; fields that are not passed stay, or have the defaults of `Drive` in new drives.

        Parameters
        ----------
        stiffness, rotor_inertia, gear_ratio, ...
            Fields of `Drive`. Each is one value for all joints that can have a drive (one DOF, no passive spring), a sequence
            with one value for each of these joints, or {joint name: value} for some of them.

        Returns
        -------
        Robot

        Raises
        ------
        ModelError
            If a value is invalid for a joint.

        Examples
        --------
        >>> import jounce as jn
        >>> robot = jn.load("planar_2r").with_drives(stiffness={"joint1": 500.0})
        >>> robot.drives[0].stiffness
        500.0
        """
        columns = {
            "rotor_inertia": rotor_inertia,
            "gear_ratio": gear_ratio,
            "stiffness": stiffness,
            "damping": damping,
            "coupling": coupling,
            "viscous_friction": viscous_friction,
            "coulomb_friction": coulomb_friction,
            "coulomb_speed": coulomb_speed,
            "stribeck_friction": stribeck_friction,
            "stribeck_speed": stribeck_speed,
            "rotor_mount": rotor_mount,
            "rotor_axis": rotor_axis,
        }
        names = [joint.name for joint in self.axes if joint.spring is None and joint.freedoms == 1]
        changed: dict[str, dict[str, Any]] = {}
        for key, column in columns.items():
            if column is not ...:
                for name, value in by_joint_name(column, names, key).items():
                    changed.setdefault(name, {})[key] = value
        joints = list(self.joints)
        for i, joint in enumerate(joints):
            if joint.name in changed:
                try:
                    joints[i] = replace(joint, drive=replace(joint.drive or Drive(), **changed[joint.name]))
                except ModelError as error:
                    raise ModelError(f"joint {joint.name!r}: {error}") from None
        return replace(self, joints=tuple(joints))

    def with_transmission(self, N: ArrayLike | None) -> "Robot":
        """Return the robot with coupled motors, as in wrists and differentials.

            theta = N q + deflection,    tau_j = N^T tau_a,    deflection = tau_a / K

        theta (n,) are the motor positions, tau_a (n,) the torques of the motors' springs with the stiffnesses K. Entry i of
        `theta`, `delta` and `tau_m` then belongs to motor i, no longer to joint i.

        Parameters
        ----------
        N : array (n, n) or None
            One row per motor and one column per joint, in link-side units. Gear ratios belong to the drives, so the row of a
            motor that turns with its own joint alone is the row of the identity. Rows and columns of joints without a drive must
            be those of the identity. None: the identity, every motor turns with its own joint.

        Returns
        -------
        Robot

        Raises
        ------
        ModelError
            If N is singular, or couples a joint without a drive.

        Examples
        --------
        >>> robot = jn.load("kuka_lwr")
        >>> N = np.eye(7)
        >>> N[6, 5] = 0.5
        >>> robot.with_transmission(N).transmission[6]
        (0.0, 0.0, 0.0, 0.0, 0.0, 0.5, 1.0)
        """
        rows: Any = () if N is None else N
        return replace(self, transmission=rows.tolist() if isinstance(rows, np.ndarray) else rows)

    def with_limits(self, **limits: ArrayLike | Mapping[str, ArrayLike]) -> "Robot":
        """Return the robot with other limits; limits that are not passed stay.

        Parameters
        ----------
        **limits
            Fields of `JointLimits`: position, velocity, acceleration, jerk, motor_torque, torque_rate, joint_torque, deflection,
            motor_velocity. Each is one value for all joints of one DOF, a sequence with one value for each of them, or {joint
            name: value} for some of them. A position is a pair (lower, upper); inf removes a limit. Both motors of a joint with a
            second drive have the joint's limits.

        Returns
        -------
        Robot
        """
        new = replace_limits({joint.name: joint.limits for joint in self.joints if joint.freedoms == 1}, limits)
        return replace(self, joints=tuple(replace(j, limits=new.get(j.name, j.limits)) for j in self.joints))

    def with_rigid_joints(self) -> "Robot":
        """Return the robot with rigid joints: all drives get infinite stiffness and no damping; motors and gears stay.

        Returns
        -------
        Robot

        Examples
        --------
        >>> jn.load("kuka_lwr").with_rigid_joints().motion_order
        2
        """

        def stiff(drive: Drive | None) -> Any:
            return None if drive is None else replace(drive, stiffness=math.inf, damping=0.0)

        second = [None if j.second is None else replace(j.second, drive=stiff(j.second.drive)) for j in self.joints]
        joints = [replace(joint, drive=stiff(joint.drive), second=other) for joint, other in zip(self.joints, second)]
        return replace(self, joints=tuple(joints))

    def with_gravity(self, gravity: Sequence[float]) -> "Robot":
        """Return the robot under another gravitational acceleration.

        Parameters
        ----------
        gravity : array (3,)
            Gravitational acceleration in the base frame [m/s^2].

        Returns
        -------
        Robot

        Examples
        --------
        >>> robot = jn.load("kuka_lwr").with_gravity((0.0, 0.0, 0.0))
        >>> bool((jn.gravity_torque(robot, np.ones(7)) == 0.0).all())
        True
        """
        return replace(self, gravity=vector(gravity, "gravity [m/s^2]"))

    def with_payload(
        self,
        mass: float,
        com: Sequence[float] = (0.0, 0.0, 0.0),
        inertia: Sequence[float] = (0.0,) * 6,
        link: str | int | None = None,
    ) -> "Robot":
        """Return the robot with a payload fixed on a link or frame.

        Parameters
        ----------
        mass : float
            Mass of the payload [kg].
        com : (3,)
            Centre of mass in the frame of `link` [m].
        inertia : (6,)
            Ixx, Iyy, Izz, Ixy, Ixz, Iyz about com, in the axes of `link` [kg m^2].
        link : str, int or None
            Link or frame; None: the tool.

        Returns
        -------
        Robot

        Raises
        ------
        InputError
            If the link is the base, where a payload has no effect.
        UnphysicalError
            If no rigid body can have this mass and inertia.
        """
        index, frame = self.locate("tool" if link is None else link)
        if index < 0:
            raise InputError(f"{'the tool' if link is None else link!r} is on the base, where a payload has no effect.")
        load = Link("payload", mass, com, inertia)  # type: ignore[arg-type]  # Link checks and converts
        old = self.links[index]
        new = merged_link(old.name, [(old, old.about_origin), (load, load.about_origin.seen_from(frame))])
        return replace(self, links=(*self.links[:index], new, *self.links[index + 1 :]))

    def parameter_values(self, name: str) -> NDArray[np.float64]:
        """Return the parameter `name` of the robot as an array, in the layout of `with_parameters`.

        The payload is zero, since the inertia of a link contains its payload. A rigid joint has stiffness inf. NaN marks entries
        without a value: joints without a drive, and the stiffness of nonlinear spring laws.

        Parameters
        ----------
        name : str
            Name of the parameter, see `with_parameters`.

        Returns
        -------
        array (size,)

        Raises
        ------
        InputError
            If there is no parameter of this name.

        Examples
        --------
        >>> jn.load("kuka_lwr").parameter_values("stiffness").shape
        (7,)
        """
        return parameters.parameter_values(self, name)

    def with_parameters(self, values: Mapping[str, ArrayLike]) -> "Robot":
        """Return the robot with new values of some parameters, which are checked as in any robot.

        | name | size | entries |
        |---|---|---|
        | inertia | 10 links | as `parameters`: m, m c (3), Ixx, Iyy, Izz, Ixy, Ixz, Iyz about the link frame's origin |
        | payload | 10 | m, m c, I in the tool frame, about its origin, of a body added to the link that carries the tool |
        | gravity | 3 | in the base frame [m/s^2] |
        | stiffness, damping, rotor_inertia, viscous_friction, coulomb_friction | m | see `Drive`; order of `motor_drives` |
        | preload | second drives | see `SecondDrive` |
        | spring_stiffness, spring_damping | joints with a spring | see `Spring`; couplings between springs stay |

        Parameters
        ----------
        values : dict
            {name: array (size,)}. Entries that are NaN in `parameter_values` (no drive, or a nonlinear spring law) and the
            stiffness of rigid joints are ignored.

        Returns
        -------
        Robot

        Raises
        ------
        InputError, ModelError
            If a name is unknown, an array has another size, or a value is not physical.

        Examples
        --------
        >>> robot = jn.load("kuka_lwr").with_parameters({"damping": np.full(7, 2.0)})
        >>> robot.drives[0].damping
        2.0
        """
        return parameters.with_parameters(self, values)

    def check_parameters(self, values: Mapping[str, ArrayLike]) -> None:
        """Check that live parameters, {name: array (..., size)} as a call takes them, are physically consistent.

        A call with `parameters=` checks only signs and magnitudes, and that a body without mass has no moments. This method also
        checks the pseudo-inertia of every body, as `with_parameters` does, for all samples of a batch.

        Parameters
        ----------
        values : mapping
            {name: array (..., size)}, as `parameters=` of a call takes them.

        Raises
        ------
        InputError
            If an entry is out of bounds.
        UnphysicalError
            If no rigid body has the inertia; the message names parameter, sample and reason.
        """
        parameter_bounds.check_parameters(self, values)

    def with_tool(
        self,
        link: str,
        xyz: Sequence[float] = (0.0, 0.0, 0.0),
        rpy: Sequence[float] = (0.0, 0.0, 0.0),
        outputs: Sequence[str] | None = None,
    ) -> "Robot":
        """Return the robot with its tool at a link or frame.

        Parameters
        ----------
        link : str
            Link or frame that carries the tool.
        xyz : array (3,)
            Position of the tool in that frame [m].
        rpy : array (3,)
            Fixed-axis angles of the tool in that frame [rad], as in URDF.
        outputs : sequence of str
            Controlled outputs, see `Tool`; None: those of the present tool.

        Returns
        -------
        Robot

        Raises
        ------
        InputError
            If there is no such link or frame.
        ModelError
            If an output is unknown, or a number is not finite.

        Examples
        --------
        >>> robot = jn.load("planar_2r")
        >>> robot.with_tool(robot.links[-1].name, xyz=(0.1, 0.0, 0.0)).tool.placement.origin
        (0.1, 0.0, 0.0)
        """
        placement = rpy_placement(rpy, xyz, "tool")
        names = self.tool.outputs if outputs is None else outputs
        return replace(self, tool=Tool(link, placement, names))  # type: ignore[arg-type]  # Tool checks and converts

    def subchain(self, tip: str | int, base: str | int | None = None) -> "Robot":
        """Return a chain of joints as a robot; other joints, and the links they carry, are omitted.

        The base link of the chain is fixed at its pose for q = 0 of this robot; gravity is expressed in the axes of that link.
        The tool stays if it is on `tip`, else it is at the frame of `tip`.

        Parameters
        ----------
        tip : str or int
            Last link of the chain.
        base : str or int
            Link that becomes the base of the chain (default: the base of this robot).

        Returns
        -------
        Robot

        Raises
        ------
        InputError
            If no chain leads from base to tip, motors of the chain are coupled to joints outside the chain, or a mimic joint of
            the chain mimics a joint outside.

        Examples
        --------
        >>> robot = jn.load("kuka_lwr")
        >>> robot.subchain(robot.links[2].name).n
        3
        """
        return subchain(self, tip, base)

    def attach(self, other: "Robot", link: str | int, placement: Placement = Placement(), prefix: str = "") -> "Robot":  # noqa: B008
        """Return this robot with another robot fixed on a link or frame: a gripper, an arm on a rail, a second arm on the base.

        The joints of this robot come first, then the joints of `other`. The base of `other` becomes a frame on the link; mass
        and inertia of this base are added to the link. The result has gravity and tool of this robot.

        Parameters
        ----------
        other : Robot
            The robot to attach.
        link : str or int
            Link or frame of this robot that carries `other`.
        placement : Placement
            Pose of the base of `other` in the frame of `link`.
        prefix : str
            Text put before the names of all links, joints and frames of `other`.

        Returns
        -------
        Robot

        Raises
        ------
        InputError
            If `other` is not a robot, or there is no such link or frame.
        ModelError
            If both robots have a link, frame or joint of the same name.
        """
        return attach(self, other, link, placement, prefix)

    def placed(self, placement: Placement) -> "Robot":
        """Return the robot with its base fixed in a new base 'world': on a pedestal, a wall or a ceiling.

        If a link or frame is named 'world', underscores are appended to the name of the new base. The components of gravity are
        unchanged and now refer to the axes of 'world'. The old base becomes a frame.

        Parameters
        ----------
        placement : Placement
            Pose of the old base in the frame 'world', see `placement`.

        Returns
        -------
        Robot

        Examples
        --------
        >>> robot = jn.load("planar_2r")
        >>> robot.placed(jn.placement(xyz=(0.0, 0.0, 0.5))).base
        'world'
        """
        return placed(self, placement)

    def locked(self, lock: Mapping[str, ArrayLike]) -> "Robot":
        """Return the robot with some joints locked at stated positions.

        The child link of a locked joint is merged, with mass and inertia, into the parent link and becomes a `Frame` there.
        The drive of a locked joint is removed, and with the drive the reflected inertia of the rotor.

        Parameters
        ----------
        lock : dict
            {name or pattern such as "*finger*": position [rad or m]}. The position of a spherical joint is a quaternion (x, y, z,
            w), the position of a floating joint a quaternion followed by the origin (x, y, z) [m].

        Returns
        -------
        Robot

        Raises
        ------
        ModelError
            If a name or pattern matches no joint, a position is invalid, or a coupling of springs or motors forbids the lock.

        Examples
        --------
        >>> robot = jn.load("kuka_lwr")
        >>> robot.locked({robot.joint_names[-1]: 0.2}).n
        6
        """
        return locked(self, lock)

    # ---------------------------------------------------------------- construction and export

    @classmethod
    def build(
        cls,
        name: str,
        links: Sequence[Link],
        joints: Sequence[Joint],
        frames: Sequence[Frame] = (),
        **more: Any,
    ) -> "Robot":
        """Build a robot from links and joints in any order: joints are sorted, and links on fixed joints are merged.

        Parameters
        ----------
        name : str
            Name of the robot.
        links : sequence of Link
            All links; the one that no joint moves is the base.
        joints : sequence of Joint
            All joints, fixed and composite ones included; they must form one tree.
        frames : sequence of Frame
            Further frames on links.
        **more
            Further fields of `Robot`: gravity, tool, ...

        Returns
        -------
        Robot

        Raises
        ------
        ModelError
            If the joints do not form one tree.

        Examples
        --------
        >>> import jounce as jn
        >>> links = [jn.Link("base"), jn.Link("arm", mass=1.0, com=(0.2, 0.0, 0.0))]
        >>> jn.Robot.build("pendulum", links, [jn.Joint("hinge", "revolute", "base", "arm")]).n
        1
        """
        return cls(name, **assemble(name, links, joints, frames), **more)

    @classmethod
    def from_dh(
        cls,
        a: ArrayLike = 0.0,
        alpha: ArrayLike = 0.0,
        d: ArrayLike = 0.0,
        theta: ArrayLike = 0.0,
        **more: Any,
    ) -> "Robot":
        """Build a serial robot from Denavit-Hartenberg parameters.

        Parameters
        ----------
        a, d : float or array (n,)
            Table columns [m], one value or one per joint.
        alpha, theta : float or array (n,)
            Table columns [rad].
        **more
            Convention, types, masses, drives, ...: see `jounce.robot.io.dh.dh_chain`.

        Returns
        -------
        Robot

        Raises
        ------
        ModelError
            If columns have different lengths, or a link is not physical.

        Examples
        --------
        >>> jn.Robot.from_dh(a=[0.5, 0.4], mass=[2.0, 1.0], physical=False).n
        2
        """
        return cls.build(**dh_chain(a, alpha, d, theta, **more))

    def save(self, path: str | Path) -> None:
        """Write the robot to a TOML file, atomically; `jounce.load` restores the robot to the last bit.

        Parameters
        ----------
        path : path
            File name ending in .toml.

        Raises
        ------
        InputError
            If a spring law is a function, or the file cannot be written.

        Examples
        --------
        >>> robot = jn.load("planar_2r")
        >>> robot.save("arm.toml")
        >>> jn.load("arm.toml") == robot
        True
        """
        save(self, path)

    def to_urdf(self, path: str | Path | None = None) -> str:
        """Return the robot as URDF text, and write it to a file if a path is passed.

        See `jounce.robot.io.urdf_writer.to_urdf` for properties that URDF cannot state and that are omitted, with a warning.

        Parameters
        ----------
        path : path
            File name ending in .urdf.

        Returns
        -------
        str

        Examples
        --------
        >>> import warnings
        >>> with warnings.catch_warnings():
        ...     warnings.simplefilter("ignore")
        ...     text = jn.load("planar_2r").to_urdf()
        >>> text.count("<link ")
        4
        """
        from jounce.robot.io.urdf_writer import to_urdf  # deferred: it imports Python's XML library

        text = to_urdf(self)
        if path is not None:
            write_model(text, path, ".urdf")
        return text

    def to_mjcf(self, path: str | Path | None = None) -> str:
        """Return the robot as MJCF text, elastic joints included, and write it to a file if a path is passed.

        See `jounce.robot.io.mjcf_writer.to_mjcf` for names, for properties that are refused, and for limits that are omitted,
        with a warning.

        Parameters
        ----------
        path : path
            File name ending in .xml.

        Returns
        -------
        str

        Raises
        ------
        ModelError
            If MuJoCo has no counterpart of a property.

        Examples
        --------
        >>> jn.load("kuka_lwr").to_mjcf().count("<motor ")
        7
        """
        from jounce.robot.io.mjcf_writer import to_mjcf  # deferred: it imports Python's XML library

        text = to_mjcf(self)
        if path is not None:
            write_model(text, path, ".xml")
        return text
