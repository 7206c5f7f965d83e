"""When springs at the motors hold a robot up: how much gravity may change against how stiff motors and drives are.

The potential energy of a robot whose motors are held by kp, weight compensated at the goal, has the slopes

    H = [G(q) + K, -K; -K, K + Kp]        G = dg/dq

which is positive exactly where G + (K^-1 + Kp^-1)^-1 is: the springs of drives and motors in a row. At the goal that is necessary
and sufficient: with one negative eigenvalue the goal is unstable, whatever the damping. Everywhere, with alpha >= |G(q)|, it
makes the goal the only rest: (K^-1 + Kp^-1)^-1 > alpha. [Tomei1991] asks for lambda_min([K, -K; -K, K + Kp]) > alpha, which is
sufficient, and about twice as much.
"""

from typing import Any, NamedTuple

import numpy as np

from jounce.control.tuning.pole_placement import Near, near
from jounce.errors import InputError
from jounce.kernel.arguments import check_robot
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.plant.plant import plant_of
from jounce.robot import Robot


@by_value
class GainCondition(NamedTuple):
    """Whether gains hold a robot at a goal. Margins are in Nm/rad: above zero where the condition holds."""

    goal: float
    """Exact, at the goal: the smallest eigenvalue of G + (K^-1 + Kp^-1)^-1. Below zero the goal is unstable."""
    everywhere: float
    """Smallest eigenvalue of (K^-1 + Kp^-1)^-1, less alpha: above zero the goal is the only rest, and reached from anywhere."""
    tomei: float
    """lambda_min([K, -K; -K, K + Kp]), less alpha: the condition as [Tomei1991] has it, sufficient for the same."""
    alpha: float
    """A bound of |dg/dq| over all poses [Nm/rad]."""
    threshold: float
    """Kp times this has goal = 0: below 1 the gains are large enough; infinite where no gain is, as the drives are too soft."""

    def __str__(self) -> str:
        """In words."""
        here = "stable" if self.goal > 0.0 else "UNSTABLE"
        if self.everywhere > 0.0:
            said = "the only rest, reached from anywhere" + ("" if self.tomei > 0.0 else " (Tomei's own condition asks for more)")
        else:
            said = "not shown to be the only rest"
        return (
            f"the goal is {here} (margin {self.goal:.4g} Nm/rad; Kp x {self.threshold:.4g} is the threshold) and {said} "
            f"(margin {self.everywhere:.4g}, Tomei's {self.tomei:.4g}, |dg/dq| <= {self.alpha:.4g} Nm/rad)."
        )


def gain_condition(robot: Robot, q: Any, kp: Array, compensated: bool = False) -> GainCondition:
    """Whether kp (m, m) holds the robot at q (n,). compensated: weight by statics, where every kp above zero does if K > -G."""
    here, alpha = near(robot, q), gravity_slope(robot)
    if compensated:
        kp = 1e9 * np.eye(len(kp)) * max(1.0, float(np.abs(kp).max()))  # motors that stand
    series = here.link_stiffness(kp) - here.weight
    goal, least = (float(np.linalg.eigvalsh(x)[0]) for x in (series + here.weight, series))
    if compensated:
        return GainCondition(goal, least - alpha, least - alpha, alpha, 0.0 if goal > 0.0 else np.inf)
    own = np.array_equal(here.N, np.eye(len(kp)))
    return GainCondition(goal, least - alpha, _tomei(kp, here) - alpha if own else np.nan, alpha, _threshold(here, kp))


def _tomei(kp: Array, here: Near) -> float:
    """lambda_min([K, -K; -K, K + Kp]), rigid joints as the limit of stiff ones."""
    n = len(kp)
    rigid = here.compliance == 0.0
    K = np.diag(np.where(rigid, 0.0, 1.0 / np.where(rigid, 1.0, here.compliance)))
    H = np.block([[K, -K], [-K, K + kp]])
    ends = np.eye(2 * n)
    keep = [i for i in range(n) if not rigid[i]]
    both = [(ends[:, i] + ends[:, n + i])[:, None] / np.sqrt(2.0) for i in range(n) if rigid[i]]  # motor and link as one
    basis = np.concatenate([ends[:, keep], ends[:, [n + i for i in keep]], *both], axis=1)
    return float(np.linalg.eigvalsh(basis.T @ H @ basis)[0])


def _threshold(here: Near, kp: Array) -> float:
    """The factor of kp at which the smallest eigenvalue of G + (K^-1 + Kp^-1)^-1 is zero; it rises with the factor."""
    from scipy.optimize import brentq

    def margin(log: float) -> float:
        return float(np.linalg.eigvalsh(here.link_stiffness(np.exp(log) * kp))[0])

    low, high = np.log(1e-9), np.log(1e9)
    if margin(low) >= 0.0:
        return 0.0
    if margin(high) <= 0.0:
        return np.inf
    return float(np.exp(brentq(margin, low, high, xtol=1e-14, rtol=1e-14)))


def gravity_slope(robot: Robot) -> float:
    """alpha >= |dg/dq| (2-norm) over all poses [Nm/rad], from masses and lengths; exact for a chain of links in a vertical plane.

    |d2U / dq_i dq_j| <= |gravity| sum m |distance from axis j|, j carried by i, with the longest distances that the links allow:
    the norm of the matrix of these bounds. Sliding joints need limits of position.
    """
    robot = check_robot(robot)
    plant = plant_of(robot)
    if plant.tree.mimic_bodies or plant.tree.chains:
        raise InputError(
            f"gravity_slope: expected joints of one freedom each, and none that follows another; see {robot.name!r}."
        )
    n = robot.n
    mass, reach, beside = np.zeros(n), np.zeros(n), np.zeros(n)
    for i in reversed(range(n)):
        link, joint = robot.links[i], robot.joints[i]
        slides, axis = joint.type == "prismatic", np.array(joint.axis)
        com = np.array(link.com)
        mass[i] += abs(link.mass)
        reach[i] += abs(link.mass) * np.linalg.norm(com)
        beside[i] += abs(link.mass) * np.linalg.norm(np.cross(axis, com))
        stroke = float(np.abs(robot.limits.position[i]).max()) if slides else 0.0
        if not np.isfinite(stroke):
            raise InputError(
                f"gravity_slope: joint {joint.name!r} slides; state its limits of position, on which the bound depends."
            )
        parent = robot.parents[i]
        if parent >= 0:
            at = np.array(joint.placement.origin)
            mass[parent] += mass[i]
            carried = reach[i] + mass[i] * stroke
            reach[parent] += carried + mass[i] * np.linalg.norm(at)
            beside[parent] += carried + mass[i] * np.linalg.norm(np.cross(robot.joints[parent].axis, at))
    g = np.array(robot.gravity)
    bound = np.zeros((n, n))
    for j in range(n):
        moved = mass[j] if robot.joints[j].type == "prismatic" else beside[j]
        i = j
        while i >= 0:
            if robot.joints[i].type != "prismatic":
                turn = np.array(robot.joints[i].placement.rotation) @ np.array(robot.joints[i].axis)
                pull = np.linalg.norm(np.cross(turn, g) if robot.parents[i] < 0 else g)
                bound[i, j] = bound[j, i] = pull * moved
            i = robot.parents[i]
    return float(np.linalg.norm(bound, 2))
