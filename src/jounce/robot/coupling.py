"""Coupling of carried rotors and joints: rotor mounts, sparsity of the coupling S(q), solution order, orders of derivatives.

The rotor of joint j is mounted on link m, which has the angular velocity w_m. Its momentum is r Ir thetad_j about its axis n_j,
so the link must exert the moment r Ir (thetadd_j n_j + w_m x n_j thetad_j) on the rotor. A joint i with axis z_i between the
base and link m carries

    S_ij thetadd_j,  S_ij = r Ir (z_i . n_j),    and    r Ir z_i . (w_m x n_j) thetad_j

so the torque of joint i depends on the motion of all rotors that act on joint i. The k-th time derivative of this torque needs
theta_j^(k+2) where S_ij is not zero, and theta_j^(k+1) where only the gyroscopic term is left. If joint j is elastic, theta_j^(k)
in turn needs the k-th derivative of the torque of joint j. A term that is zero at random poses is taken to be zero at all poses.
"""

import random
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jounce.errors import InputError, ModelError
from jounce.robot.drive import Drive
from jounce.robot.joint import Joint
from jounce.spatial.geometry import Vector, apply, apply_transpose, rotation_quaternion, skew

if TYPE_CHECKING:
    from jounce.robot.robot import Robot


class RotorMount(NamedTuple):
    """Mount of a rotor that a link carries along."""

    link: int
    """Index of the link that carries the rotor."""
    axis: Vector
    """Unit vector along the rotor's axis (3,) in the frame of the link that carries the rotor."""


def find_rotors(robot: "Robot") -> tuple[RotorMount | None, ...]:
    """Return the rotor mount of each DOF; None where coupling is 'spong' or no moving link carries a rotor with inertia.

    Raise `ModelError` if coupling is 'full' in a robot with mimic joints or second drives.
    """
    if not any(joint.mimic or joint.second for joint in robot.joints):
        return tuple(_rotor(robot, robot.joints[i], robot.parents[i]) for i in robot.velocity_joints)
    carried = next((joint.name for joint in robot.joints if joint.drive is not None and joint.drive.coupling == "full"), None)
    if carried is not None:
        raise ModelError(
            f"joint {carried!r}: rotors that are carried along (coupling='full') need joints with one drive each, none of which "
            "follows another."
        )
    return (None,) * robot.n


def _rotor(robot: "Robot", joint: Joint, parent: int) -> RotorMount | None:
    """Return the rotor mount of one joint; None if no moving link carries a rotor with inertia."""
    drive: Drive | None = joint.drive
    if drive is None or drive.coupling != "full" or drive.rotor_inertia == 0.0:
        return None
    try:
        link, frame = robot.locate(joint.parent if drive.rotor_mount is None else drive.rotor_mount)
    except InputError as error:
        raise ModelError(f"joint {joint.name!r}, rotor_mount: {error}") from None
    stated = drive.rotor_axis
    axis = _axis_in(robot, link, joint, parent) if stated is None else apply(frame.rotation, stated)
    return RotorMount(link, axis) if link >= 0 else None


def _axis_in(robot: "Robot", link: int, joint: Joint, parent: int) -> Vector:
    """Return the axis of `joint`, whose parent link has the index `parent`, in the frame of link `link` at q = 0."""
    axis = apply(joint.placement.rotation, joint.axis)
    for k in _path_to_base(robot, parent):
        axis = apply(robot.joints[k].placement.rotation, axis)
    for k in reversed(_path_to_base(robot, link)):
        axis = apply_transpose(robot.joints[k].placement.rotation, axis)
    return axis


def _path_to_base(robot: "Robot", link: int) -> list[int]:
    """Return the indices of the links on the path from `link`, which is included, to the base."""
    path: list[int] = []
    while link >= 0:
        path.append(link)
        link = robot.parents[link]
    return path


NONE, SPEED, ACCELERATION = 0, 1, 2
POSES = 4
VANISHES, ROUNDED = 1e-10, 1e-4
"""Thresholds of |S_ij| / (r Ir): below VANISHES the term counts as zero; between both, a warning suggests a rounded angle."""


class Coupling(NamedTuple):
    """Coupling of carried rotors and joints: sparsity pattern, solution order and orders of differentiation."""

    pattern: tuple[tuple[int, ...], ...]
    """Action of rotor j on joint i, entry [i][j]: NONE; SPEED: gyroscopic term only; ACCELERATION: S_ij is not zero."""
    sequence: tuple[int, ...]
    """Indices of the DOF in solution order: a joint comes after all elastic joints whose rotors act on it."""
    orders: tuple[int, ...]
    """Number of time derivatives of the joint torque that inverse dynamics needs, one entry per DOF."""
    motion_order: int


def find_coupling(
    joints: Sequence[Joint],
    parents: Sequence[int],
    velocity_joints: Sequence[int],
    rotors: Sequence[RotorMount | None],
    drives: Sequence[Drive | None],
) -> Coupling:
    """Return the coupling of rotors and joints; raise `ModelError`, naming the joints, if rotors act on each other in a cycle.

    joints, parents: one per link; velocity_joints: index of the joint of each DOF; rotors, drives: one per DOF.
    """
    n = len(velocity_joints)
    names = [joints[k].name for k in velocity_joints]
    pattern = _pattern(joints, parents, velocity_joints, rotors)
    elastic = [drive is not None and drive.elastic for drive in drives]
    sequence = _sequence([[kind if bends else NONE for kind, bends in zip(row, elastic)] for row in pattern], names)
    orders = [2 if bends else 0 for bends in elastic]
    motion_order = 2
    for j in reversed(sequence):  # joints later in the sequence require derivatives of earlier ones
        needed = [orders[i] + pattern[i][j] for i in range(n) if pattern[i][j]]
        highest = max([2, *needed])
        if elastic[j]:
            orders[j] = highest
        motion_order = max(motion_order, orders[j] + 2, highest)
    return Coupling(pattern, sequence, tuple(orders), motion_order)


def _turn(joint: Joint, numbers: random.Random) -> NDArray[np.float64]:
    """Return the rotation matrix parent_R_child (3, 3) of a joint at a random position; numbers: random generator."""
    fixed: NDArray[np.float64] = np.array(joint.placement.rotation)
    if joint.prismatic:
        return fixed
    if joint.freedoms > 1:
        return fixed @ np.array(rotation_quaternion([numbers.uniform(-1.0, 1.0) for _ in range(4)]))
    q = numbers.uniform(-3.0, 3.0)
    K: NDArray[np.float64] = np.array(skew(joint.axis))
    turned: NDArray[np.float64] = fixed @ (np.eye(3) + np.sin(q) * K + (1.0 - np.cos(q)) * K @ K)
    return turned


def _spins(joint: Joint) -> NDArray[np.float64]:
    """Return the rotation axis of each DOF of a joint in child axes, one row (3,) per DOF; zero rows for translations."""
    if joint.freedoms > 1:
        return np.eye(joint.freedoms, 3)
    return np.zeros((joint.freedoms, 3)) if joint.prismatic else np.array([joint.axis] * joint.freedoms).reshape(-1, 3)


def _pattern(
    joints: Sequence[Joint], parents: Sequence[int], velocity_joints: Sequence[int], rotors: Sequence[RotorMount | None]
) -> tuple[tuple[int, ...], ...]:
    """Return `Coupling.pattern`, from random poses and velocities; warn if a rotor is nearly at right angles to a joint."""
    n = len(velocity_joints)
    names = [joints[k].name for k in velocity_joints]
    pattern = [[NONE] * n for _ in range(n)]
    largest = [[0.0] * n for _ in range(n)]
    numbers = random.Random(0)
    spins = [_spins(joint) for joint in joints]
    freedoms = [[i for i, k in enumerate(velocity_joints) if k == link] for link in range(len(joints))] if any(rotors) else []
    for _ in range(POSES if any(rotors) else 0):
        turns = [_turn(joint, numbers) for joint in joints]
        w = np.zeros((len(joints) + 1, 3))
        for k, parent in enumerate(parents):
            w[k] = turns[k].T @ w[parent] + sum(numbers.uniform(0.5, 1.5) * spin for spin in spins[k])
        for j, rotor in enumerate(rotors):
            if rotor is None:
                continue
            straight = np.array(rotor.axis)
            across, k = np.cross(w[rotor.link], straight), rotor.link
            while k >= 0:
                for i, spin in zip(freedoms[k], spins[k]):
                    by_speed, by_acceleration = abs(float(spin @ across)), abs(float(spin @ straight))
                    largest[i][j] = max(largest[i][j], by_acceleration)
                    if by_acceleration > VANISHES:
                        pattern[i][j] = ACCELERATION
                    elif by_speed > VANISHES:
                        pattern[i][j] = max(pattern[i][j], SPEED)
                straight, across, k = turns[k] @ straight, turns[k] @ across, parents[k]
    nearly = [(i, j) for i in range(n) for j in range(n) if VANISHES < largest[i][j] < ROUNDED]
    if nearly:
        i, j = nearly[0]
        warnings.warn(
            f"the rotor of joint {names[j]!r} is at right angles to joint {names[i]!r} but for {largest[i][j]:.1g} rad: a right "
            "angle that was rounded? It makes inverse dynamics ask for more derivatives. State it exactly (rpy_deg = 90 in TOML, "
            "1.5707963267948966 in URDF).",
            stacklevel=5,
        )
    return tuple(map(tuple, pattern))


def _sequence(pattern: Sequence[Sequence[int]], names: Sequence[str]) -> tuple[int, ...]:
    """Return the DOF indices in solution order, outermost joints first; raise `ModelError` if rotors act in a cycle.

    pattern: as `Coupling.pattern`, but NONE for rotors of rigid joints; names: joint of each DOF, for the message.
    """
    n = len(pattern)
    waiting = set(range(n))
    sequence: list[int] = []
    while waiting:
        ready = [i for i in waiting if not any(pattern[i][j] for j in waiting)]
        if not ready:
            circle = [names[i] for i in _circle(pattern, waiting)]
            what = (
                f"the rotors of joints {', '.join(circle)} act on each other in a circle"
                if len(circle) > 1
                else f"the rotor of joint {circle[0]} acts on that joint itself"
            )
            raise ModelError(
                f"{what}: the torque there depends on the motion of a rotor whose motion depends on that torque, so there is no "
                "order in which to solve the joints. Mount each motor nearer to the base than the joint that it drives."
            )
        sequence.append(max(ready))
        waiting.remove(max(ready))
    return tuple(sequence)


def _circle(pattern: Sequence[Sequence[int]], waiting: set[int]) -> list[int]:
    """Return the DOF indices of a cycle of rotors that act on each other, among the DOF `waiting`, from the coupling pattern."""
    trail = [min(waiting)]
    while True:
        successor = next(j for j in sorted(waiting) if pattern[trail[-1]][j])
        if successor in trail:
            return trail[trail.index(successor) :]
        trail.append(successor)
