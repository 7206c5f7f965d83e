"""The robot: links, joints and drives on a fixed base. Frozen; every `with_...` returns a new one."""

import math
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jounce.errors import InputError, ModelError
from jounce.numbers.computed_once import ComputedOnce
from jounce.robot import display, parameter_bounds, parameters
from jounce.robot.assembly import assemble
from jounce.robot.attachment import attach, placed
from jounce.robot.coupling import Coupling, find_coupling
from jounce.robot.drive import Drive
from jounce.robot.frame import Frame, Tool
from jounce.robot.io.dh import dh_chain
from jounce.robot.io.toml_writer import save, write_model
from jounce.robot.joint import Joint, rpy_placement
from jounce.robot.limits import NAMES as LIMITS
from jounce.robot.limits import Limits, replace_limits, stack_limits, tighten_for_mimic
from jounce.robot.link import Link, merged_link
from jounce.robot.locking import locked
from jounce.robot.rotors import RotorMount, find_rotors
from jounce.robot.subchain import subchain
from jounce.robot.topology import check_topology, resolve_mimics
from jounce.robot.transmission import check_transmission
from jounce.robot.validation import by_joint_name, checked_tuple, closest, identifier, short, vector
from jounce.spatial.placements import Placement
from jounce.spatial.vectors import Vector

GRAVITY = (0.0, 0.0, -9.81)
"""[m/s^2], unless a model says otherwise."""


@dataclass(frozen=True)
class Robot:
    """A tree of rigid links on a fixed base, with one moving joint a link; parents stand before their children.

    Joints that follow others (`Mimic`) are among `joints`, and have no freedom: see `axes`.

    Built by `jounce.load`, by `Robot.from_dh`, or from links and joints in any order, fixed ones included, by `Robot.build`.
    """

    name: str
    links: tuple[Link, ...]
    """The moving links, in the order of `joints`."""
    joints: tuple[Joint, ...]
    """The moving joints; `joints[i].child` is `links[i].name`."""
    gravity: Vector = GRAVITY
    """In the base frame [m/s^2]."""
    base: str = "base"
    """Name of the link that does not move."""
    frames: tuple[Frame, ...] = ()
    """Named places on links: whatever was attached by fixed joints."""
    tool: Tool = None  # type: ignore[assignment]  # __post_init__ puts it on the last link
    description: str = ""
    source: str = ""
    """Where the numbers come from."""
    transmission: tuple[tuple[float, ...], ...] = ()
    """N (n, n), where motors do not turn each with its own joint: see `with_transmission`."""
    base_link: Link = None  # type: ignore[assignment]  # __post_init__ makes one without mass
    """The base as a body, with what is bolted to it. It has no effect until this robot is attached to another one."""

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

    # ---------------------------------------------------------------- what it is

    @property
    def n(self) -> int:
        """Number of freedoms: of moving joints, unless some have several."""
        return len(self.velocity_joints)

    @ComputedOnce
    def nq(self) -> int:
        """Numbers in a position q: as many as freedoms, but for joints that take a quaternion."""
        return sum(joint.positions for joint in self.joints)

    @ComputedOnce
    def velocity_joints(self) -> tuple[int, ...]:
        """For each of the `n` velocities the index of its joint."""
        return tuple(i for i, joint in enumerate(self.joints) for _ in range(joint.freedoms))

    @ComputedOnce
    def axes(self) -> tuple[Joint, ...]:
        """For each of the `n` velocities its joint: `joints`, but for those that follow others or have several freedoms."""
        return tuple(self.joints[i] for i in self.velocity_joints)

    @property
    def freedoms(self) -> tuple[int, ...]:
        """The old name of `velocity_joints`; goes with the next release."""
        warnings.warn("Robot.freedoms is now Robot.velocity_joints.", DeprecationWarning, stacklevel=2)
        return self.velocity_joints

    @ComputedOnce
    def motor_joints(self) -> tuple[Joint, ...]:
        """For each motor its joint: `axes`, a motor each, then those that have a second drive, in their order."""
        return (*self.axes, *(joint for joint in self.axes if joint.second is not None))

    @ComputedOnce
    def motor_drives(self) -> tuple[Drive | None, ...]:
        """For each of `motor_joints` the drive; None where there is none."""
        seconds = (joint.second.drive for joint in self.axes if joint.second is not None)
        return (*(joint.drive for joint in self.axes), *seconds)

    @property
    def m(self) -> int:
        """Number of motors: of freedoms, and of second drives."""
        return len(self.motor_joints)

    @ComputedOnce
    def motor_names(self) -> tuple[str, ...]:
        """For each motor a name: that of its joint, with `_second` behind it for a second drive (and `_` if a joint has it)."""
        names, taken = [joint.name for joint in self.axes], {joint.name for joint in self.joints}
        for joint in self.motor_joints[self.n :]:
            name = f"{joint.name}_second"
            while name in taken:
                name += "_"
            names.append(name)
            taken.add(name)
        return tuple(names)

    @property
    def joint_names(self) -> tuple[str, ...]:
        """Names of the joints, in order; those that follow others are not among them."""
        return tuple(joint.name for joint in self.joints if joint.mimic is None)

    @ComputedOnce
    def parents(self) -> tuple[int, ...]:
        """For each link the index of the link that carries it, -1 for the base."""
        index = {self.base: -1} | {link.name: i for i, link in enumerate(self.links)}
        return tuple(index[joint.parent] for joint in self.joints)

    @ComputedOnce
    def parameters(self) -> NDArray[np.float64]:
        """Inertial parameters (10 links,): m, m c (3), Ixx, Iyy, Izz, Ixy, Ixz, Iyz about the link frame origin, link by link."""
        values = np.array([link.about_origin.parameters for link in self.links], dtype=np.float64).ravel()
        values.flags.writeable = False
        return values

    @ComputedOnce
    def drives(self) -> tuple[Drive | None, ...]:
        """For each joint its motor, if it has one."""
        return tuple(joint.drive for joint in self.joints)

    @ComputedOnce
    def limits(self) -> Limits:
        """What joints and motors may do, an entry for each of the n DOF; infinite where nothing is said.

        Position, velocity, acceleration and jerk of a joint are also within what its mimic joints may do.
        """
        limits, names = stack_limits(joint.limits for joint in self.axes), [joint.name for joint in self.axes]
        for joint in self.joints:
            if joint.mimic is not None and joint.mimic.joint in names:
                at = names.index(joint.mimic.joint)
                limits = tighten_for_mimic(limits, at, joint.limits, joint.mimic.multiplier, joint.mimic.offset)
        return limits

    @ComputedOnce
    def motor_limits(self) -> Limits:
        """`limits` with an entry for each of the m motors: a second drive has those of its joint."""
        of = [*range(self.n), *(i for i, joint in enumerate(self.axes) if joint.second is not None)]
        return Limits(*(getattr(self.limits, name)[of] for name in LIMITS))

    @ComputedOnce
    def coupling(self) -> Coupling:
        """Which rotors act on which joints, and what `inverse_dynamics` needs because of it; see `jounce.robot.coupling`."""
        bending = [joint.drive for joint in self.axes]
        for i, joint in enumerate(self.axes):
            if joint.second is not None and joint.second.drive.elastic:  # one that bends says how many derivatives are needed
                bending[i] = joint.second.drive
        return find_coupling(self.joints, self.parents, self.velocity_joints, self.rotors, bending)

    @property
    def motion_order(self) -> int:
        """Highest derivative of q that `inverse_dynamics` needs.

        2 if all joints are rigid, 4 if one of them is elastic, up to 2 (n + 1) where rotors are carried along by the links.
        """
        return self.coupling.motion_order

    @ComputedOnce
    def rotors(self) -> tuple[RotorMount | None, ...]:
        """For each freedom where its rotor sits, if links carry it along; None where coupling is 'spong', or nothing gyrates."""
        return find_rotors(self)

    def locate(self, link: str | int | Tool | None) -> tuple[int, Placement]:
        """(index of a moving link, frame in its frame) of a link, by name or index, of a frame, or of a tool; -1 is the base.

        "tool" is `robot.tool`, unless a link or frame has that name.
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
        """What a notebook shows."""
        return display.html(self)

    def __hash__(self) -> int:
        return self._hash

    @ComputedOnce
    def _hash(self) -> int:
        """Of all fields, once: robots of thousands of joints are keys of what was compiled for them."""
        return hash(tuple(getattr(self, field.name) for field in fields(self)))

    def __getstate__(self) -> dict[str, Any]:
        """Fields alone: what was derived is derived again, and a hash of text is another one in another process."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    # ---------------------------------------------------------------- others like it

    def with_drives(
        self,
        *,
        stiffness: Any = ...,
        rotor_inertia: Any = ...,
        gear_ratio: Any = ...,
        damping: Any = ...,
        coupling: Any = ...,
        viscous_friction: Any = ...,
        coulomb_friction: Any = ...,
        coulomb_speed: Any = ...,
        stribeck_friction: Any = ...,
        stribeck_speed: Any = ...,
        rotor_mount: Any = ...,
        rotor_axis: Any = ...,
    ) -> "Robot":
        """The same robot with other drives: what is named changes, the rest stays; what a new drive is not told is as in `Drive`.

        Each argument is one value for all joints that can have a drive, of one freedom and without a spring; a sequence with one
        value for each of them; or {joint name: value} for some of them.
        """
        given = {
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
        for key, column in given.items():
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

    def with_transmission(self, N: Any) -> "Robot":
        """The same robot with motors that turn with N q: coupled wrists, differentials. None: each with its own joint.

            theta = N q + deflection,    tau_j = N^T tau_a,    deflection = tau_a / K

        N (n, n) has a row for each motor and a column for each joint, in link-side units: the motor's own gear ratio is that of
        its drive, so a motor that turns with its joint alone has a one on the diagonal. `theta`, `delta` and `tau_m` are then
        those of the motors, motor i in the place of joint i. Joints without a drive have a one on the diagonal and else zeros.
        """
        given: Any = () if N is None else N
        return replace(self, transmission=given.tolist() if isinstance(given, np.ndarray) else given)

    def with_limits(self, **limits: Any) -> "Robot":
        """The same robot with other limits; those that are not named stay.

        By name as in `JointLimits`: position, velocity, acceleration, jerk, motor_torque, torque_rate, joint_torque, deflection,
        motor_velocity. Each is one value for all joints of one freedom, a sequence with one value for each of them, or {joint
        name: value}, where joints that are not named keep theirs. A position is a pair (lower, upper), and inf takes a limit
        away. Each of the two motors of a joint with a second drive has the joint's limits.
        """
        new = replace_limits({joint.name: joint.limits for joint in self.joints if joint.freedoms == 1}, limits)
        return replace(self, joints=tuple(replace(j, limits=new.get(j.name, j.limits)) for j in self.joints))

    def with_rigid_joints(self) -> "Robot":
        """The same robot, motors and gears included, with joints that do not bend."""

        def stiff(drive: Drive | None) -> Any:
            return None if drive is None else replace(drive, stiffness=math.inf, damping=0.0)

        second = [None if j.second is None else replace(j.second, drive=stiff(j.second.drive)) for j in self.joints]
        joints = [replace(joint, drive=stiff(joint.drive), second=other) for joint, other in zip(self.joints, second)]
        return replace(self, joints=tuple(joints))

    def with_gravity(self, gravity: Sequence[float]) -> "Robot":
        """The same robot under another gravity, in the base frame [m/s^2]."""
        return replace(self, gravity=vector(gravity, "gravity [m/s^2]"))

    def with_payload(
        self,
        mass: float,
        com: Sequence[float] = (0.0, 0.0, 0.0),
        inertia: Sequence[float] = (0.0,) * 6,
        link: str | int | None = None,
    ) -> "Robot":
        """The same robot with a body fixed on a link or frame (default: the tool).

        com [m] in that frame; inertia (Ixx, Iyy, Izz, Ixy, Ixz, Iyz) about com, in that frame's axes [kg m^2].
        """
        index, frame = self.locate("tool" if link is None else link)
        if index < 0:
            raise InputError(f"{'the tool' if link is None else link!r} is on the base, where a payload has no effect.")
        load = Link("payload", mass, com, inertia)  # type: ignore[arg-type]  # Link checks and converts
        old = self.links[index]
        new = merged_link(old.name, [(old, old.about_origin), (load, load.about_origin.seen_from(frame))])
        return replace(self, links=(*self.links[:index], new, *self.links[index + 1 :]))

    def parameter_values(self, name: str) -> NDArray[np.float64]:
        """One of the robot's own numbers as an array (size,), as `with_parameters` takes it.

        The payload is zero: what a link carries is part of it. A rigid joint has stiffness inf; NaN stands where there is no such
        number: no drive, or a spring that is not linear.
        """
        return parameters.parameter_values(self, name)

    def with_parameters(self, values: Mapping[str, Any]) -> "Robot":
        """The same robot with other numbers {name: array}, checked as those of any robot are.

        | name | size | entries |
        |---|---|---|
        | inertia | 10 links | as `parameters`: m, m c (3), Ixx, Iyy, Izz, Ixy, Ixz, Iyz about the link frame's origin |
        | payload | 10 | the same of a body about and in the tool's frame, added to the link that carries the tool |
        | gravity | 3 | in the base frame [m/s^2] |
        | stiffness, damping, rotor_inertia, viscous_friction, coulomb_friction | n | see `Drive` |
        | spring_stiffness, spring_damping | joints with a spring | see `Spring`; couplings between springs stay |

        Entries of joints without such a number (see `parameter_values`), and the stiffness of rigid joints, are not read.
        """
        return parameters.with_parameters(self, values)

    def check_parameters(self, values: Mapping[str, Any]) -> None:
        """Check that live parameters {name: array (..., size)} are those of robots that can exist; raise otherwise.

        Calls with `parameters=` check signs, sizes and moments without mass. This also checks every body's pseudo-inertia, as
        `with_parameters` does, for all samples of a batch: an `UnphysicalError` names parameter, sample and reason.
        """
        parameter_bounds.check_parameters(self, values)

    def with_tool(
        self,
        link: str,
        xyz: Sequence[float] = (0.0, 0.0, 0.0),
        rpy: Sequence[float] = (0.0, 0.0, 0.0),
        outputs: Sequence[str] | None = None,
    ) -> "Robot":
        """The same robot with its tool at a link or frame, displaced there by xyz [m] and rpy [rad]."""
        placement = rpy_placement(rpy, xyz, "tool")  # type: ignore[arg-type]
        names = self.tool.outputs if outputs is None else outputs
        return replace(self, tool=Tool(link, placement, names))  # type: ignore[arg-type]  # Tool checks and converts

    def subchain(self, tip: str | int, base: str | int | None = None) -> "Robot":
        """The joints that lie between `base` (default: this robot's) and link `tip`, as a robot of its own.

        All other joints, and the links they carry, are left out. The new base stands still in the pose that it has at
        q = 0, so gravity keeps its direction there.
        """
        return subchain(self, tip, base)

    def attach(self, other: "Robot", link: str | int, placement: Placement = Placement(), prefix: str = "") -> "Robot":  # noqa: B008
        """This robot with another one on a link or frame: a gripper, an arm on a rail, a second arm on the base.

        placement: the base of `other` in that frame. prefix: put before the names of `other`. Joints are those of this robot,
        then those of `other`; its base becomes a frame, with its mass on the link. Gravity and tool are this robot's.
        """
        return attach(self, other, link, placement, prefix)

    def placed(self, placement: Placement) -> "Robot":
        """The same robot with its base at another place of the world: on a pedestal, on a wall, on a ceiling.

        placement: the base in a new base 'world', in which gravity is now stated, as the same numbers. The old base is a
        frame there.
        """
        return placed(self, placement)

    def locked(self, lock: Mapping[str, Any]) -> "Robot":
        """The same robot with some joints that stand still: {name or pattern such as "*finger*": position [rad or m]}.

        Their links keep mass and inertia, merged into the links that carry them; their frames stay by name. The drive of a locked
        joint goes with it, and with it the rotor's inertia about its own axis. The position of a spherical joint is a quaternion
        (x, y, z, w), that of a floating one the quaternion and then the origin.
        """
        return locked(self, lock)

    # ---------------------------------------------------------------- from and to elsewhere

    @classmethod
    def build(
        cls,
        name: str,
        links: Sequence[Link],
        joints: Sequence[Joint],
        frames: Sequence[Frame] = (),
        **more: Any,
    ) -> "Robot":
        """A robot from links and joints in any order: sorted, checked to be one tree, links on fixed joints merged.

        The one link that no joint moves is the base. `more` are further fields of `Robot`: gravity, tool, ...
        """
        return cls(name, **assemble(name, links, joints, frames), **more)

    @classmethod
    def from_dh(
        cls,
        a: Any = 0.0,
        alpha: Any = 0.0,
        d: Any = 0.0,
        theta: Any = 0.0,
        **more: Any,
    ) -> "Robot":
        """A serial robot from Denavit-Hartenberg parameters; see `jounce.robot.io.dh.dh_chain`."""
        return cls.build(**dh_chain(a, alpha, d, theta, **more))

    def save(self, path: str | Path) -> None:
        """Write the robot as TOML; `jounce.load` gives it back to the last bit. The file appears whole or not at all."""
        save(self, path)

    def to_urdf(self, path: str | Path | None = None) -> str:
        """The robot as URDF, as far as URDF has words for it; with a path ending in .urdf also written there.

        See `jounce.robot.io.urdf_writer.to_urdf` for what is left out.
        """
        from jounce.robot.io.urdf_writer import to_urdf  # not above: it brings Python's XML library

        text = to_urdf(self)
        if path is not None:
            write_model(text, path, ".urdf")
        return text

    def to_mjcf(self, path: str | Path | None = None) -> str:
        """The robot as a MuJoCo model, elastic joints included; with a path ending in .xml also written there.

        See `jounce.robot.io.mjcf_writer.to_mjcf` for names, and for what is refused.
        """
        from jounce.robot.io.mjcf_writer import to_mjcf  # not above: it brings Python's XML library

        text = to_mjcf(self)
        if path is not None:
            write_model(text, path, ".xml")
        return text
