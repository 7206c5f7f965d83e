"""What is hardly meant so: numbers that belong to another unit or to the other side of the gear.

Nothing is refused here. Each check has a bound far outside of what robots are, and a sentence says what may be wrong.
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

BENT = math.radians(10.0)
"""Deflection of a joint that turns [rad]; strain-wave gears give way by 0.1 deg, soft series elastic drives by some."""
TOO_MUCH = 10.0
"""Share of the limit of motor torque."""
SLOW, FAST = 0.1, 1e4
"""Eigenfrequencies [Hz] of joints on their springs."""
TURNS = 4.0
"""Positions of a joint that turns; a degree taken for a radian is 57 times as far."""
HEAVY = 50.0
"""Rotor inertia at the joint, over that of the whole robot stretched out. With a gear of ratio r it is r^2 times as much once
it is reflected a second time."""
MOST = 100
"""Freedoms up to which eigenfrequencies are looked at: they cost the cube."""
MASSLESS = 1e-13
"""Share of the largest inertia below which a joint moves nothing but rounding: how fast that swings says nothing."""


def doubts(robot: Robot, q: Array, peaks: Peaks) -> tuple[str, ...]:
    """A sentence for each thing that looks wrong about positions q (T, nq) and the peaks of a plan."""
    held = _by_gravity(robot, q[0])
    found = [
        _far(robot, at_freedoms(robot, q)),
        _bent(robot, peaks, held),
        _strong(peaks),
        _frequencies(robot, q[0], held),
        *_rotors(robot),
    ]
    return tuple(sentence for sentence in found if sentence)


def _far(robot: Robot, q: Array) -> str:
    away = [
        (float(np.abs(q[:, i]).max()), joint.name)
        for i, joint in enumerate(robot.axes)
        if joint.type == "revolute" and np.abs(q[:, i]).max() > TURNS * math.tau
    ]
    if not away:
        return ""
    worst, name = max(away)
    return f"{_joints(name, away)} goes to {worst:.4g} rad, {worst / math.tau:.3g} turns: are the angles in degrees (--degrees)?"


def _by_gravity(robot: Robot, q: Array) -> dict[int, float]:
    """Return the stiffness that gravity gives to joints without a motor in pose q (nq,), by freedom [Nm/rad or N/m].

    Only where it is more than that of their springs: gravity holds such a joint, as it holds the rope of a crane.
    """
    plant = plant_of(robot)
    if not plant.passive:
        return {}
    still = np.zeros(robot.n)
    held = np.diag(rnea_partials(robot, q, still, still).dq)
    springs = {i: plant.motors[i].spring for i in plant.passive}
    return {i: float(held[i]) for i, spring in springs.items() if spring is not None and held[i] > spring.stiffness(0.0)}


def _bent(robot: Robot, peaks: Peaks, held: dict[int, float]) -> str:
    motors = enumerate(zip(robot.motor_names, robot.motor_joints))
    turning = {name for i, (name, joint) in motors if not joint.prismatic and i not in held}
    bent = [(row.peak, row.joint) for row in peaks if row.quantity == "deflection" and row.joint in turning and row.peak > BENT]
    if not bent:
        return ""
    worst, name = max(bent)
    return (
        f"{_joints(name, bent)} bends by {math.degrees(worst):.3g} deg: is its stiffness in Nm/rad (not Nm/mrad, nor per "
        "degree), on the link side of the gear, and the motion meant to be so fast?"
    )


def _strong(peaks: Peaks) -> str:
    strong = [(row.share, row.joint) for row in peaks if row.quantity == "motor_torque" and row.share > TOO_MUCH]
    if not strong:
        return ""
    worst, name = max(strong)
    return (
        f"{_joints(name, strong)} needs {worst:.3g} times the limit of its motor torque: is the limit on the link side of the "
        "gear, and the motion meant to be so fast?"
    )


def _frequencies(robot: Robot, q: Array, by_gravity: dict[int, float]) -> str:
    """Links on their springs with motors held, from det(N^T K N - w^2 M) = 0 at the first pose, and motors on their springs with
    links held, w^2 = K / B. Joints of several freedoms are held, too. Gravity counts only where it holds a joint.
    """
    plant = plant_of(robot)
    motors = plant.motors
    springs = {i: float(m.spring.stiffness(0.0)) + by_gravity.get(i, 0.0) for i, m in enumerate(motors) if m.spring is not None}
    held = [i for i, stiffness in springs.items() if stiffness > 0.0]
    if not held or robot.n > MOST:
        return ""
    K = np.array([springs[i] for i in held])
    N = plant.transmission.matrix(robot.n)
    free = unforced(np.delete(N, held, axis=0).T)  # motions that no motor without a spring forbids
    bends = N[held] @ free
    M = free.T @ mass_matrix(robot, q) @ free
    with np.errstate(all="ignore"):
        scale = np.sqrt((K[:, None] * bends**2).sum(axis=0))
        scaled = M / scale[:, None] / scale
        bends = np.sqrt(K)[:, None] * bends / scale
    if not np.isfinite(scaled).all():
        return ""
    try:
        to = np.linalg.inv(np.linalg.cholesky(bends.T @ bends))
        periods = np.linalg.eigvalsh(to @ scaled @ to.T)  # 1 / w^2
    except np.linalg.LinAlgError:  # coupled springs too far apart for floating point
        return ""
    known = periods[periods > MASSLESS * periods.max(initial=0.0)]
    inertia = np.array([motors[i].inertia for i in held])
    known = np.concatenate([known, (inertia / K)[inertia > 0.0]])
    if not len(known):
        return ""
    least, most = 1.0 / math.tau / np.sqrt(known.max()), 1.0 / math.tau / np.sqrt(known.min())
    if least >= SLOW and most <= FAST:
        return ""
    wrong = least if least < SLOW else most
    return (
        f"robot {robot.name!r} has an eigenfrequency of about {wrong:.3g} Hz, where {SLOW:g} Hz to {FAST:g} Hz are usual: are "
        "stiffness (Nm/rad, link side) and rotor_inertia (kg m^2, at the motor) in these units?"
    )


def _rotors(robot: Robot) -> list[str]:
    """Rotors behind a gear that have more inertia at the joint than the robot could ever have."""
    mass, inertia = _whole(robot)
    found = []
    for slides, whole in ((False, inertia), (True, mass)):
        heavy = [
            (joint.drive.reflected_inertia / whole, joint.name)
            for joint in robot.axes
            if joint.prismatic == slides and joint.drive is not None and abs(joint.drive.gear_ratio) > 1.0 and whole > 0.0
        ]
        heavy = [pair for pair in heavy if pair[0] > HEAVY]
        if heavy:
            worst, name = max(heavy)
            found.append(
                f"{_joints(name, heavy)} has a rotor of {worst:.3g} times the inertia of the whole robot, seen at the joint: is "
                "rotor_inertia stated at the joint already? Divide it by gear_ratio^2, or set gear_ratio = 1."
            )
    return found


def _whole(robot: Robot) -> tuple[float, float]:
    """Mass of all links, and an upper bound of their inertia about the first joint with the robot stretched out."""
    reach: list[float] = []
    mass = inertia = 0.0
    for joint, link, parent in zip(robot.joints, robot.links, robot.parents):
        reach.append(reach[parent] + math.hypot(*joint.placement.origin) if parent >= 0 else 0.0)
        mass += link.mass
        inertia += sum(link.inertia[:3]) + link.mass * (reach[-1] + math.hypot(*link.com)) ** 2
    return mass, inertia


def _joints(name: str, found: Sequence[object]) -> str:
    others = len(found) - 1
    return f"joint {name!r}{f' (the worst of {others + 1})' if others else ''}"
