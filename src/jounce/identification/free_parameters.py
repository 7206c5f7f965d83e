"""Kinds of parameters that can be free in a fit, with their priors.

A kind builds a `ParameterBlock` with a robot as prior and writes values into a robot. The estimator handles blocks without
knowing what the values mean.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from jounce.errors import InputError
from jounce.identification.parameter_blocks import BodyBlock, ParameterBlock, ScalarBlock
from jounce.robot import Counterbalance, HardeningSpring, Robot
from jounce.robot.validation import closest, short
from jounce.trajectory.path import Floats

if TYPE_CHECKING:
    from jounce.robot.joint_side_elements import ParallelSpring

SPREAD_OF_BODIES = 1.0
"""Prior standard deviation of a mass, relative: large, so that informative data overcome a wrong prior."""
LATE = 0.01
"""[s]: prior standard deviation of the delay between encoders."""
REST = 0.002
"""[s]: typical damping of a spring over its stiffness."""
SPREAD_OF_PAYLOAD = 1.0
"""Prior standard deviation of a load's mass, relative to that of `_some_load`."""


class RecordingScales(NamedTuple):
    """Standard deviations of torque, speed and acceleration in the recordings, which scale otherwise unknown priors."""

    torque: Floats
    """Standard deviation of the motor torques (n,) [Nm or N]."""
    speed: Floats
    """Standard deviation of the joints' speeds (n,) [rad/s or m/s]."""
    acceleration: Floats
    """Standard deviation of the joints' accelerations (n,)."""
    spread: float = SPREAD_OF_BODIES
    """Prior standard deviation of the links' masses, relative."""
    recordings: int = 1
    """Number of recordings: each has its own delay."""


class ParameterKind(NamedTuple):
    """A kind of parameter that `free` may name: functions that build its block and write its values into a robot."""

    block: Callable[[Robot, RecordingScales], ParameterBlock]
    """Build the block, with a robot as prior."""
    put: Callable[[Robot, Floats], Robot]
    """Return the robot with these values of the kind; joints without such a parameter are unchanged."""
    what: str
    """Description in the report."""


def _of_drives(name: str, relative: float, typical: Callable[[Robot, RecordingScales], Floats], what: str) -> ParameterKind:
    """Return the kind of a drive parameter with prior deviation `relative` times its value, or the typical value if larger."""

    def block(robot: Robot, scales: RecordingScales) -> ParameterBlock:
        mean = robot.parameter_values(name)
        driven = np.isfinite(mean)
        spread = np.where(driven, np.maximum(relative * np.where(driven, mean, 0.0), typical(robot, scales)), 0.0)
        return ScalarBlock(name, robot.motor_names, np.where(driven, mean, 0.0), spread, 0.0)

    def put(robot: Robot, values: Floats) -> Robot:
        mean = robot.parameter_values(name)
        return robot.with_parameters({name: np.where(np.isfinite(mean), values, mean)})

    return ParameterKind(block, put, what)


def _gear_square(robot: Robot) -> Floats:
    """Return the squared gear ratios of the motors (m,), 1 where there is no drive."""
    return np.array([1.0 if drive is None else drive.gear_ratio**2 for drive in robot.motor_drives])


def _stiffness(robot: Robot, _: RecordingScales) -> ParameterBlock:
    """Return the block of joint stiffness; rigid joints (inf) and springs that are not linear (nan) are not free."""
    mean = robot.parameter_values("stiffness")
    return ScalarBlock("stiffness", robot.motor_names, mean, np.where(np.isfinite(mean), mean, 0.0), 0.0)


def _typical_damping(robot: Robot, _: RecordingScales) -> Floats:
    """Return K times a typical settling time at elastic joints (m,), zero elsewhere."""
    K = robot.parameter_values("stiffness")
    return np.where(np.isfinite(K), REST * np.where(np.isfinite(K), K, 0.0), 0.0)


def _stribeck(robot: Robot, scales: RecordingScales) -> ParameterBlock:
    """Return the block of the drives' Stribeck friction."""
    mean = np.array([0.0 if drive is None else drive.stribeck_friction for drive in robot.motor_drives])
    driven = np.array([drive is not None for drive in robot.motor_drives])
    return ScalarBlock("stribeck_friction", robot.motor_names, mean, np.where(driven, np.maximum(mean, scales.torque), 0.0), 0.0)


def _put_stribeck(robot: Robot, values: Floats) -> Robot:
    """Return the robot with other Stribeck friction at its drives."""
    new = {name: float(v) for name, v, drive in zip(robot.motor_names, values, robot.motor_drives) if drive is not None}
    return robot.with_drives(stribeck_friction=new)


def _friction(field: str, typical: Callable[[RecordingScales], Floats], what: str) -> ParameterKind:
    """Return the kind of a parameter of `Joint.friction`: friction on the link side, free at joints that have some."""
    name = f"link_{field}_friction"

    def block(robot: Robot, scales: RecordingScales) -> ParameterBlock:
        has = np.array([joint.friction is not None for joint in robot.axes])
        if not has.any():
            raise InputError(
                f"free: no joint of robot {robot.name!r} has friction on the link side, so {name!r} cannot be found. Give it "
                "friction = jn.Friction(...), or take viscous_friction and coulomb_friction, those of the motors."
            )
        mean = np.array([0.0 if joint.friction is None else getattr(joint.friction, field) for joint in robot.axes])
        return ScalarBlock(name, robot.joint_names, mean, np.where(has, np.maximum(mean, typical(scales)), 0.0), 0.0)

    def put(robot: Robot, values: Floats) -> Robot:
        new = {j.name: replace(j.friction, **{field: float(v)}) for j, v in zip(robot.axes, values) if j.friction is not None}
        return _with_joints(robot, "friction", new)

    return ParameterKind(block, put, what)


def _with_joints(robot: Robot, field: str, new: Mapping[str, Any]) -> Robot:
    """Return the robot with a field of some joints replaced."""
    joints = tuple(replace(j, **{field: new[j.name]}) if j.name in new else j for j in robot.joints)
    return replace(robot, joints=joints)


def _offset(robot: Robot, scales: RecordingScales) -> ParameterBlock:
    """Return the block of constant offsets of the measured motor torques."""
    return ScalarBlock("torque_offset", robot.motor_names, np.zeros(robot.n), scales.torque)


def _parallel(robot: Robot, scales: RecordingScales) -> ParameterBlock:
    """Return the block of factors on the laws of springs parallel to the drives."""
    has = np.array([joint.parallel is not None for joint in robot.axes])
    if not has.any():
        raise InputError(f"free: no joint of robot {robot.name!r} has a spring beside its drive, so there is no parallel_spring.")
    for joint in robot.axes:
        if joint.parallel is not None and callable(joint.parallel.law):
            raise InputError(f"free: the parallel spring of joint {joint.name!r} is a function, which has no size to be found.")
    return ScalarBlock("parallel_spring", robot.joint_names, np.ones(robot.n), np.where(has, 0.3, 0.0), 0.0)


def _scaled(spring: "ParallelSpring", by: float) -> "ParallelSpring":
    """Return a parallel spring with its torque multiplied by a factor."""
    law = spring.law
    if isinstance(law, Counterbalance):
        return replace(spring, law=replace(law, gas=law.gas * by))
    if isinstance(law, HardeningSpring):
        return replace(spring, law=replace(law, linear=law.linear * by, cubic=law.cubic * by))
    return replace(spring, law=law * by)  # type: ignore[operator]  # a stiffness


def _put_parallel(robot: Robot, values: Floats) -> Robot:
    """Return the robot with its parallel springs multiplied by factors (n,)."""
    return _with_joints(
        robot, "parallel", {j.name: _scaled(j.parallel, float(v)) for j, v in zip(robot.axes, values) if j.parallel is not None}
    )


def _each_recording(count: int) -> tuple[str, ...]:
    """Return the label of the encoder delay of each recording."""
    return tuple(f"encoders at links{f', recording {k + 1}' if count > 1 else ''}" for k in range(count))


KINDS: dict[str, ParameterKind] = {
    "inertia": ParameterKind(
        lambda robot, s: BodyBlock("inertia", tuple(link.name for link in robot.links), robot.parameters.copy(), s.spread),
        lambda robot, values: robot.with_parameters({"inertia": values}),
        "inertial parameters of the links, ten each",
    ),
    "payload": ParameterKind(
        lambda robot, _: BodyBlock("payload", ("payload",), _some_load(robot), SPREAD_OF_PAYLOAD),
        lambda robot, values: robot.with_parameters({"payload": values}),
        "inertial parameters of a load at the tool",
    ),
    "rotor_inertia": _of_drives(
        "rotor_inertia",
        0.5,
        lambda robot, s: 0.01 * s.torque / s.acceleration / _gear_square(robot),
        "inertia of the rotors, at the motor [kg m^2]",
    ),
    "stiffness": ParameterKind(
        _stiffness,
        lambda robot, values: robot.with_parameters({"stiffness": values}),
        "of the springs between motors and links [Nm/rad or N/m]",
    ),
    "damping": _of_drives("damping", 1.0, _typical_damping, "beside these springs [Nm s/rad or N s/m]"),
    "delay": ParameterKind(
        lambda robot, s: ScalarBlock("delay", _each_recording(s.recordings), np.zeros(s.recordings), np.full(s.recordings, LATE)),
        lambda robot, _: robot,
        "by which readings of encoders at the links are later than those at the motors [s]",
    ),
    "viscous_friction": _of_drives(
        "viscous_friction", 1.0, lambda robot, s: s.torque / s.speed, "at the motor, seen at the joint [Nm s/rad or N s/m]"
    ),
    "coulomb_friction": _of_drives(
        "coulomb_friction", 1.0, lambda robot, s: s.torque, "dry friction at the motor, seen at the joint [Nm or N]"
    ),
    "stribeck_friction": ParameterKind(
        _stribeck,
        _put_stribeck,
        "what dry friction at the motor is more near standstill, seen at the joint [Nm or N]",
    ),
    "link_viscous_friction": _friction("viscous", lambda s: s.torque / s.speed, "on the link side [Nm s/rad or N s/m]"),
    "link_coulomb_friction": _friction("coulomb", lambda s: s.torque, "dry friction on the link side [Nm or N]"),
    "torque_offset": ParameterKind(
        _offset,
        lambda robot, _: robot,
        "constant part of the measured motor torque, which dry friction has that depends on the direction [Nm or N]",
    ),
    "parallel_spring": ParameterKind(_parallel, _put_parallel, "torque of springs beside the drives, as a factor on their law"),
}
"""Parameter kinds by name. A kind that another module adds to this dictionary is accepted in `free`."""
GROUPS = {"friction": ("viscous_friction", "coulomb_friction")}
"""{group name accepted in `free`: the kinds that it stands for}."""


def _some_load(robot: Robot) -> Floats:
    """Return a plausible load (10,): a tenth of the robot's mass, with a radius of gyration of 0.1 m, at the tool."""
    mass = 0.1 * sum(link.mass for link in robot.links)
    return np.array([mass, 0.0, 0.0, 0.0, *[mass * 0.01] * 3, 0.0, 0.0, 0.0])


def free_names(free: Any) -> tuple[str, ...]:
    """Return the names of kinds with groups expanded; raise InputError for unknown or conflicting names."""
    requested = (free,) if isinstance(free, str) else free
    if not isinstance(requested, Sequence) or not requested:
        raise InputError(f"free: expected names such as {', '.join(list(KINDS)[:4])}; got {short(free)}.")
    names: list[str] = []
    for name in requested:
        if not isinstance(name, str) or (name not in KINDS and name not in GROUPS):
            raise InputError(f"free: no parameter {short(name)}.{closest(str(name), [*KINDS, *GROUPS])}")
        names += GROUPS.get(name, (name,))
    kinds = tuple(dict.fromkeys(names))
    if "stribeck_friction" in kinds and "coulomb_friction" not in kinds:
        raise InputError("free: stribeck_friction is what dry friction is more near standstill; expected coulomb_friction too.")
    if "inertia" in kinds and "payload" in kinds:
        raise InputError("free: a load is part of the link that carries it; expected 'inertia' or 'payload', not both.")
    return kinds
