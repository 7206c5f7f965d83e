"""Sanity checks of a plan: values that suggest a wrong unit or the wrong side of the gear.

The checks raise no exception. Each has a bound far outside the range of real robots and returns a sentence on a likely cause.
"""

import math
from collections.abc import Sequence

import numpy as np

from jounce.functions.linear_model import unforced
from jounce.functions.partials import rnea_partials
from jounce.functions.rigid import mass_matrix
from jounce.inverse.peaks import Peaks
from jounce.numbers.packing import Array
from jounce.plant.plant import at_freedoms, plant_of
from jounce.robot import Robot

LARGEST_DEFLECTION = math.radians(10.0)
"""Largest plausible deflection of a revolute joint [rad]; strain-wave gears deflect by 0.1 deg, soft series elastic drives
by some degrees."""
LARGEST_UTILISATION = 10.0
"""Largest plausible utilisation of a motor: peak of the motor torque over its limit."""
SLOW, FAST = 0.1, 1e4
"""Plausible range of eigenfrequencies of links and motors on their springs [Hz]."""
TURNS = 4.0
"""Largest plausible number of revolutions of a joint from zero; degrees read as radians are 57 times too many."""
HEAVY = 50.0
"""Largest plausible ratio of the reflected rotor inertia to the inertia of the stretched robot; an inertia that is reflected
twice is too large by the square of the gear ratio."""
MOST = 100
"""Largest number of DOFs for which eigenfrequencies are computed, at cubic cost."""
MASSLESS = 1e-13
"""Threshold of 1 / w^2 of a mode (w: angular frequency), relative to the largest 1 / w^2: modes below it are ignored."""


def doubts(robot: Robot, q: Array, peaks: Peaks) -> tuple[str, ...]:
    """Return a warning, one sentence, for each sanity check that positions q (T, nq) or peaks of a plan fail."""
    gravity_stiffness = _gravity_stiffness(robot, q[0])
    sentences = [
        _check_positions(robot, at_freedoms(robot, q)),
        _check_deflections(robot, peaks, gravity_stiffness),
        _check_torques(peaks),
        _check_frequencies(robot, q[0], gravity_stiffness),
        *_check_rotors(robot),
    ]
    return tuple(sentence for sentence in sentences if sentence)


def _check_positions(robot: Robot, q: Array) -> str:
    """Return a warning if a revolute joint is more than `TURNS` revolutions from zero, as with angles in degrees; else ''."""
    distant = [
        (float(np.abs(q[:, i]).max()), joint.name)
        for i, joint in enumerate(robot.axes)
        if joint.type == "revolute" and np.abs(q[:, i]).max() > TURNS * math.tau
    ]
    if not distant:
        return ""
    worst, name = max(distant)
    return (
        f"{_joints(name, distant)} goes to {worst:.4g} rad, {worst / math.tau:.3g} turns: are the angles in degrees (--degrees)?"
    )


def _gravity_stiffness(robot: Robot, q: Array) -> dict[int, float]:
    """Return {DOF: stiffness by gravity} of joints without a motor in the pose q (nq,) [Nm/rad or N/m].

    Joints whose stiffness by gravity does not exceed the stiffness of their passive spring are omitted. The rope of a crane, for
    example, is included.
    """
    plant = plant_of(robot)
    if not plant.passive:
        return {}
    zero = np.zeros(robot.n)
    stiffness = np.diag(rnea_partials(robot, q, zero, zero).dq)
    springs = {i: plant.motors[i].spring for i in plant.passive}
    return {
        i: float(stiffness[i]) for i, spring in springs.items() if spring is not None and stiffness[i] > spring.stiffness(0.0)
    }


def _check_deflections(robot: Robot, peaks: Peaks, gravity_stiffness: dict[int, float]) -> str:
    """Return a warning if a revolute joint not in `gravity_stiffness` deflects by more than `LARGEST_DEFLECTION`; else ''."""
    motors = enumerate(zip(robot.motor_names, robot.motor_joints))
    revolute = {name for i, (name, joint) in motors if not joint.prismatic and i not in gravity_stiffness}
    rows = [row for row in peaks if row.quantity == "deflection" and row.joint in revolute]
    deflected = [(row.peak, row.joint) for row in rows if row.peak > LARGEST_DEFLECTION]
    if not deflected:
        return ""
    worst, name = max(deflected)
    return (
        f"{_joints(name, deflected)} bends by {math.degrees(worst):.3g} deg: is its stiffness in Nm/rad (not Nm/mrad, nor per "
        "degree), on the link side of the gear, and the motion meant to be so fast?"
    )


def _check_torques(peaks: Peaks) -> str:
    """Return a warning if a motor torque exceeds `LARGEST_UTILISATION` times its limit; else ''."""
    rows = [row for row in peaks if row.quantity == "motor_torque"]
    overloaded = [(row.share, row.joint) for row in rows if row.share > LARGEST_UTILISATION]
    if not overloaded:
        return ""
    worst, name = max(overloaded)
    return (
        f"{_joints(name, overloaded)} needs {worst:.3g} times the limit of its motor torque: is the limit on the link side of "
        "the gear, and the motion meant to be so fast?"
    )


def _check_frequencies(robot: Robot, q: Array, gravity_stiffness: dict[int, float]) -> str:
    """Return a warning if an eigenfrequency in the pose q (nq,) is outside `SLOW` to `FAST`; else ''.

    The frequencies w are those of links on their springs with motors locked, det(N^T K N - w^2 M) = 0, and those of motors on
    their springs with links locked, w^2 = K / B. Joints of several DOFs are locked. K includes the stiffness by gravity of the
    joints in `gravity_stiffness`, {DOF: stiffness}.
    """
    plant = plant_of(robot)
    motors = plant.motors
    springs = {
        i: float(m.spring.stiffness(0.0)) + gravity_stiffness.get(i, 0.0) for i, m in enumerate(motors) if m.spring is not None
    }
    sprung = [i for i, stiffness in springs.items() if stiffness > 0.0]
    if not sprung or robot.n > MOST:
        return ""
    K = np.array([springs[i] for i in sprung])
    N = plant.transmission.matrix(robot.n)
    free = unforced(np.delete(N, sprung, axis=0).T)  # motions that leave all motors without a spring at rest
    deflections = N[sprung] @ free
    M = free.T @ mass_matrix(robot, q) @ free
    with np.errstate(all="ignore"):
        scale = np.sqrt((K[:, None] * deflections**2).sum(axis=0))
        scaled = M / scale[:, None] / scale
        deflections = np.sqrt(K)[:, None] * deflections / scale
    if not np.isfinite(scaled).all():
        return ""
    try:
        factor = np.linalg.inv(np.linalg.cholesky(deflections.T @ deflections))
        of_links = np.linalg.eigvalsh(factor @ scaled @ factor.T)
    except np.linalg.LinAlgError:  # coupled springs too far apart for floating point
        return ""
    of_links = of_links[of_links > MASSLESS * of_links.max(initial=0.0)]
    inertia = np.array([motors[i].inertia for i in sprung])
    inverse_squares = np.concatenate([of_links, (inertia / K)[inertia > 0.0]])  # 1 / w^2
    if not len(inverse_squares):
        return ""
    least, most = 1.0 / math.tau / np.sqrt(inverse_squares.max()), 1.0 / math.tau / np.sqrt(inverse_squares.min())
    if least >= SLOW and most <= FAST:
        return ""
    wrong = least if least < SLOW else most
    return (
        f"robot {robot.name!r} has an eigenfrequency of about {wrong:.3g} Hz, where {SLOW:g} Hz to {FAST:g} Hz are usual: are "
        "stiffness (Nm/rad, link side) and rotor_inertia (kg m^2, at the motor) in these units?"
    )


def _check_rotors(robot: Robot) -> list[str]:
    """Return warnings of geared rotors whose reflected inertia exceeds `HEAVY` times inertia (or mass) of the stretched robot."""
    mass, inertia = _robot_inertia(robot)
    sentences = []
    for prismatic, whole in ((False, inertia), (True, mass)):
        heavy = [
            (joint.drive.reflected_inertia / whole, joint.name)
            for joint in robot.axes
            if joint.prismatic == prismatic and joint.drive is not None and abs(joint.drive.gear_ratio) > 1.0 and whole > 0.0
        ]
        heavy = [pair for pair in heavy if pair[0] > HEAVY]
        if heavy:
            worst, name = max(heavy)
            sentences.append(
                f"{_joints(name, heavy)} has a rotor of {worst:.3g} times the inertia of the whole robot, seen at the joint: is "
                "rotor_inertia stated at the joint already? Divide it by gear_ratio^2, or set gear_ratio = 1."
            )
    return sentences


def _robot_inertia(robot: Robot) -> tuple[float, float]:
    """Return (mass of all links [kg], upper bound of the inertia of the stretched robot about its first joint [kg m^2])."""
    reach: list[float] = []
    mass = inertia = 0.0
    for joint, link, parent in zip(robot.joints, robot.links, robot.parents):
        reach.append(reach[parent] + math.hypot(*joint.placement.origin) if parent >= 0 else 0.0)
        mass += link.mass
        inertia += sum(link.inertia[:3]) + link.mass * (reach[-1] + math.hypot(*link.com)) ** 2
    return mass, inertia


def _joints(name: str, failing: Sequence[object]) -> str:
    """Return the subject of a warning: the joint `name`, which fails the check most, and the number of entries of `failing`."""
    others = len(failing) - 1
    return f"joint {name!r}{f' (the worst of {others + 1})' if others else ''}"
