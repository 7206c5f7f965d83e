"""Stability condition of motor PD control under gravity: the stiffness of motors and drives must exceed the gravity derivative.

The potential energy of a robot with motor gains Kp, drive stiffness K and gravity compensated at the goal has the Hessian

    H = [G(q) + K, -K; -K, K + Kp]        G = dg/dq

H is positive definite if and only if G + (K^-1 + Kp^-1)^-1 is, where the springs of the drives and the motors act in series. At
the goal this condition is necessary and sufficient for stability: with a negative eigenvalue the goal is unstable, whatever the
damping. A sufficient condition for all poses is that (K^-1 + Kp^-1)^-1 > alpha with alpha >= |G(q)|; the goal is then the only
equilibrium. [Tomei1991] requires lambda_min([K, -K; -K, K + Kp]) > alpha, which is sufficient too, and about twice as strict.
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
    """Stability margins of motor PD gains Kp at a goal [Nm/rad]; a margin is positive if its condition holds."""

    goal: float
    """Smallest eigenvalue of G + (K^-1 + Kp^-1)^-1 at the goal. Exact: the goal is stable if positive, unstable if negative."""
    everywhere: float
    """Smallest eigenvalue of (K^-1 + Kp^-1)^-1, less alpha. Sufficient: if positive, the goal is the only equilibrium, and it is
    globally attractive."""
    tomei: float
    """Margin of [Tomei1991], lambda_min([K, -K; -K, K + Kp]) less alpha, sufficient and stricter than `everywhere`; nan for a
    robot with a transmission."""
    alpha: float
    """Upper bound of |dg/dq| over all poses [Nm/rad]."""
    threshold: float
    """Factor on Kp at which `goal` is zero: the gains suffice if it is below 1. Zero if every positive gain suffices, infinite if
    no gain suffices because the drives are too soft."""

    def __str__(self) -> str:
        """Return the margins and their meaning in one sentence."""
        stability = "stable" if self.goal > 0.0 else "UNSTABLE"
        if self.everywhere > 0.0:
            said = "the only rest, reached from anywhere" + ("" if self.tomei > 0.0 else " (Tomei's own condition asks for more)")
        else:
            said = "not shown to be the only rest"
        return (
            f"the goal is {stability} (margin {self.goal:.4g} Nm/rad; Kp x {self.threshold:.4g} is the threshold) and {said} "
            f"(margin {self.everywhere:.4g}, Tomei's {self.tomei:.4g}, |dg/dq| <= {self.alpha:.4g} Nm/rad)."
        )


def gain_condition(robot: Robot, q: Any, kp: Array, compensated: bool = False) -> GainCondition:
    """Return the stability margins of the gains kp (m, m) at a goal q (n,).

    compensated: True if gravity is compensated at the static equilibrium; every kp > 0 then suffices if K > -G.
    The margins are then those of infinite kp, and `tomei` equals `everywhere`.
    """
    linear, alpha = near(robot, q), gravity_slope(robot)
    if compensated:
        kp = 1e9 * np.eye(len(kp)) * max(1.0, float(np.abs(kp).max()))  # motors that hold theta
    series = linear.link_stiffness(kp) - linear.weight
    goal, least = (float(np.linalg.eigvalsh(x)[0]) for x in (series + linear.weight, series))
    if compensated:
        return GainCondition(goal, least - alpha, least - alpha, alpha, 0.0 if goal > 0.0 else np.inf)
    direct = np.array_equal(linear.N, np.eye(len(kp)))
    return GainCondition(goal, least - alpha, _tomei(kp, linear) - alpha if direct else np.nan, alpha, _threshold(linear, kp))


def _tomei(kp: Array, linear: Near) -> float:
    """Return lambda_min([K, -K; -K, K + kp]), in the limit of infinite K at rigid joints."""
    n = len(kp)
    rigid = linear.compliance == 0.0
    K = np.diag(np.where(rigid, 0.0, 1.0 / np.where(rigid, 1.0, linear.compliance)))
    H = np.block([[K, -K], [-K, K + kp]])
    ends = np.eye(2 * n)
    keep = [i for i in range(n) if not rigid[i]]
    both = [(ends[:, i] + ends[:, n + i])[:, None] / np.sqrt(2.0) for i in range(n) if rigid[i]]  # motor and link as one
    basis = np.concatenate([ends[:, keep], ends[:, [n + i for i in keep]], *both], axis=1)
    return float(np.linalg.eigvalsh(basis.T @ H @ basis)[0])


def _threshold(linear: Near, kp: Array) -> float:
    """Return the factor on kp at which the smallest eigenvalue of G + (K^-1 + Kp^-1)^-1 is zero.

    0 if the eigenvalue is positive for every factor, inf if it is for none.
    """
    from scipy.optimize import brentq

    def margin(log: float) -> float:
        return float(np.linalg.eigvalsh(linear.link_stiffness(np.exp(log) * kp))[0])

    low, high = np.log(1e-9), np.log(1e9)
    if margin(low) >= 0.0:
        return 0.0
    if margin(high) <= 0.0:
        return np.inf
    return float(np.exp(brentq(margin, low, high, xtol=1e-14, rtol=1e-14)))


def gravity_slope(robot: Robot) -> float:
    """Return alpha, an upper bound of the 2-norm of dg/dq over all poses, from masses and lengths of the links.

    For a joint j on the chain from joint i outwards, the potential energy U has |d2U / dq_i dq_j| <= |gravity| * sum over links
    beyond j of mass times distance from axis j, with the longest distances that the links allow. alpha is the 2-norm of the
    matrix of these bounds. The bound is attained by revolute joints of a chain in a vertical plane, without position limits, if
    the centres of mass are on the lines from joint to joint. Prismatic joints need position limits.

    Parameters
    ----------
    robot : Robot
        Robot whose joints have one DOF each, without mimic joints.

    Returns
    -------
    float
        Bound alpha [Nm/rad].

    Raises
    ------
    InputError
        If a joint has several DOFs or mimics another, or a prismatic joint has no limits.

    Examples
    --------
    >>> alpha = jn.control.gravity_slope(jn.load("planar_2r"))
    >>> alpha > 0.0
    True
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
