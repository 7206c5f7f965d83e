"""Kinds of parameters that a fit can estimate, such as inertia or stiffness, with their priors.

A kind builds a `ParameterBlock`, with a robot as prior, and writes estimated values into a robot. The estimator uses blocks
only, so it needs no knowledge of the kinds.
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
"""Relative prior standard deviation of a link's mass: large, so that informative data outweigh a wrong prior."""
LATE = 0.01
"""[s]: prior standard deviation of the delay of link encoders against motor encoders."""
REST = 0.002
"""[s]: typical ratio D / K of a spring's damping to its stiffness, for the prior of the damping."""
SPREAD_OF_PAYLOAD = 1.0
"""Relative prior standard deviation of the payload's mass; the prior mean is the mass of `_some_load`."""


class RecordingScales(NamedTuple):
    """Standard deviations of torque, speed and acceleration in the recordings, which scale priors without a nominal value."""

    torque: Floats
    """Standard deviations of the motor torques (n,) [Nm or N]; of the joint torques if no motor torque was measured."""
    speed: Floats
    """Standard deviations of the motor velocities thetad (n,) [rad/s or m/s]."""
    acceleration: Floats
    """Standard deviations of the motor accelerations thetadd (n,) [rad/s^2 or m/s^2]."""
    spread: float = SPREAD_OF_BODIES
    """Relative prior standard deviation of the links' masses."""
    recordings: int = 1
    """Number of recordings; each recording has an encoder delay of its own."""


class ParameterKind(NamedTuple):
    """Kind of parameter, such as stiffness: functions that build its prior and write its values into a robot."""

    block: Callable[[Robot, RecordingScales], ParameterBlock]
    """Function (robot, scales) that returns the parameter block with the values of the robot as prior mean."""
    put: Callable[[Robot, Floats], Robot]
    """Function (robot, values) that returns the robot with these values; joints without such a parameter are unchanged."""
    what: str
    """Meaning and unit of the values, for the report."""


def _of_drives(name: str, relative: float, typical: Callable[[Robot, RecordingScales], Floats], what: str) -> ParameterKind:
    """Return the kind of a drive parameter whose prior deviation is the larger of `relative` times its value and `typical`.

    typical: function (robot, scales) that returns a deviation per motor (m,); what: meaning and unit of the values.
    """

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
    """Return the block of drive stiffnesses; rigid joints (inf) and nonlinear springs (nan) are not free."""
    mean = robot.parameter_values("stiffness")
    return ScalarBlock("stiffness", robot.motor_names, mean, np.where(np.isfinite(mean), mean, 0.0), 0.0)


def _typical_damping(robot: Robot, _: RecordingScales) -> Floats:
    """Return a typical damping, `REST` times stiffness, of elastic joints (m,); zero for all other joints."""
    K = robot.parameter_values("stiffness")
    return np.where(np.isfinite(K), REST * np.where(np.isfinite(K), K, 0.0), 0.0)


def _stribeck(robot: Robot, scales: RecordingScales) -> ParameterBlock:
    """Return the block of Stribeck friction of the drives; prior deviation: the larger of robot value and `scales.torque`."""
    mean = np.array([0.0 if drive is None else drive.stribeck_friction for drive in robot.motor_drives])
    driven = np.array([drive is not None for drive in robot.motor_drives])
    return ScalarBlock("stribeck_friction", robot.motor_names, mean, np.where(driven, np.maximum(mean, scales.torque), 0.0), 0.0)


def _put_stribeck(robot: Robot, values: Floats) -> Robot:
    """Return the robot with `values` (m,) [Nm or N] as Stribeck friction of its drives."""
    new = {name: float(v) for name, v, drive in zip(robot.motor_names, values, robot.motor_drives) if drive is not None}
    return robot.with_drives(stribeck_friction=new)


def _friction(field: str, typical: Callable[[RecordingScales], Floats], what: str) -> ParameterKind:
    """Return the kind 'link_`field`_friction': friction on the link side, free only at joints with a `friction` element.

    field: 'viscous' or 'coulomb'; typical: function of the scales that returns the least prior deviation (n,); what: meaning.
    """
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
    """Return the robot with a field of joints replaced; new: {joint name: value}."""
    joints = tuple(replace(j, **{field: new[j.name]}) if j.name in new else j for j in robot.joints)
    return replace(robot, joints=joints)


def _offset(robot: Robot, scales: RecordingScales) -> ParameterBlock:
    """Return the block of constant offsets of the measured motor torques, with prior mean 0 and deviation `scales.torque`."""
    return ScalarBlock("torque_offset", robot.motor_names, np.zeros(robot.n), scales.torque)


def _parallel(robot: Robot, scales: RecordingScales) -> ParameterBlock:
    """Return the block of factors on the torques of springs parallel to the drives: prior mean 1, standard deviation 0.3."""
    has = np.array([joint.parallel is not None for joint in robot.axes])
    if not has.any():
        raise InputError(f"free: no joint of robot {robot.name!r} has a spring beside its drive, so there is no parallel_spring.")
    for joint in robot.axes:
        if joint.parallel is not None and callable(joint.parallel.law):
            raise InputError(f"free: the parallel spring of joint {joint.name!r} is a function, which has no size to be found.")
    return ScalarBlock("parallel_spring", robot.joint_names, np.ones(robot.n), np.where(has, 0.3, 0.0), 0.0)


def _scaled(spring: "ParallelSpring", by: float) -> "ParallelSpring":
    """Return the parallel spring with its torque multiplied by the factor `by`."""
    law = spring.law
    if isinstance(law, Counterbalance):
        return replace(spring, law=replace(law, gas=law.gas * by))
    if isinstance(law, HardeningSpring):
        return replace(spring, law=replace(law, linear=law.linear * by, cubic=law.cubic * by))
    return replace(spring, law=law * by)  # type: ignore[operator]  # a stiffness


def _put_parallel(robot: Robot, values: Floats) -> Robot:
    """Return the robot with the torques of its parallel springs multiplied by factors (n,)."""
    return _with_joints(
        robot, "parallel", {j.name: _scaled(j.parallel, float(v)) for j, v in zip(robot.axes, values) if j.parallel is not None}
    )


def _each_recording(count: int) -> tuple[str, ...]:
    """Return a label for the encoder delay of each of `count` recordings."""
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
"""{name: parameter kind}. A kind that another module adds to this dictionary is accepted in `free`."""
GROUPS = {"friction": ("viscous_friction", "coulomb_friction")}
"""{group name accepted in `free`: names of the kinds in the group}."""


def _some_load(robot: Robot) -> Floats:
    """Return the prior payload (10,) at the tool: a tenth of the robot's mass, with a radius of gyration of 0.1 m."""
    mass = 0.1 * sum(link.mass for link in robot.links)
    return np.array([mass, 0.0, 0.0, 0.0, *[mass * 0.01] * 3, 0.0, 0.0, 0.0])


def free_names(free: Any) -> tuple[str, ...]:
    """Return the kinds that `free` names, groups expanded; raise InputError for unknown or conflicting names."""
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
