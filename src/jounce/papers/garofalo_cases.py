"""Computations for [Garofalo2013]: matrices as sums over links, times and operation counts of the humanoid and of chains."""

from dataclasses import replace

import numpy as np

import jounce as jn
from jounce.papers import example_robots
from jounce.papers.measurement import Array, native, operations, seconds
from jounce.papers.spatial_matrices import bracket, spatial_inertia

TURNS = 4
"""Number of rounds in which the compared functions are timed in turn, so that a busy moment of the machine affects them
alike."""
JOINTS = (2, 4, 7, 10, 15, 20, 25)
"""Numbers of joints of the chains on which M, C and g are computed."""
FEW = (2, 3, 4, 5, 6, 7, 8, 9, 10)
"""Numbers of joints of the chains on which derivatives by state are computed."""

Timing = dict[str, list[float]]
"""{case: list of seconds or operation counts, one per function or chain}."""


def floating_state(robot: jn.Robot) -> tuple[Array, Array]:
    """Return a random position (nq,), with a unit quaternion, and velocity (n,) of a robot with a floating base."""
    rng = np.random.default_rng(0)
    q = rng.normal(size=robot.nq)
    q[:4] /= np.linalg.norm(q[:4])
    return q, rng.normal(size=robot.n)


def heavier(robot: jn.Robot) -> jn.Robot:
    """Return the robot with mass and inertia of each link multiplied by a random factor from 1 to 2, one factor per link."""
    factors = np.random.default_rng(1).uniform(1.0, 2.0, size=len(robot.links)).tolist()
    pairs = zip(robot.links, factors)
    links = [replace(link, mass=f * link.mass, inertia=tuple(f * x for x in link.inertia)) for link, f in pairs]
    return replace(robot, links=tuple(links))


def sums_over_links(robot: jn.Robot, q: Array, qd: Array) -> tuple[Array, Array, Array]:
    """Return M, C and g by (6), as sums over links with body Jacobians.

    The sums are independent of the composite bodies that the library uses.
    """
    n = robot.n
    M, C, g = np.zeros((n, n)), np.zeros((n, n)), np.zeros(n)
    for k, link in enumerate(robot.links):
        J, Jd = jn.jacobian(robot, q, qd, link=k)
        inertia, ad = spatial_inertia(link), bracket(J @ qd)
        Psi = inertia @ ad - ad.T @ inertia
        rotation = jn.tool_pose(robot, q, link=k)[1]
        M += J.T @ inertia @ J
        C += J.T @ (Psi @ J + inertia @ Jd)
        g += J.T @ inertia @ np.concatenate([np.zeros(3), -rotation.T @ np.array(robot.gravity)])
    return M, C, g


def times(robot: jn.Robot) -> Timing:
    """Return computing times [s] of M, C, g (first entry), and with their time derivatives (second entry).

    "call": one call; "batch": one sample in a batch of 64.
    """
    Q = np.random.default_rng(0).normal(size=(3, 64, robot.n))
    turns = []
    for _ in range(TURNS):
        turns.append([seconds(jn.dynamic_matrices, robot, *Q[: 2 + k, 0]) for k in (0, 1)])
        turns[-1] += [seconds(jn.dynamic_matrices, robot, *Q[: 2 + k], threads=1) / 64 for k in (0, 1)]
    alone, both, batch_alone, batch_both = map(min, zip(*turns))
    return {"call": [alone, both], "batch": [batch_alone, batch_both]}


def chains() -> Timing:
    """Return operation counts and, with native code, times [s] of right-angled chains.

    "alone": M, C, g; "both": with time derivatives; "state": derivatives by state; "differences": M, C, g at 4N states; "one"
    and "two": times of a call for M, C, g without and with time derivatives.
    """
    arms = [example_robots.right_angled(n) for n in JOINTS]
    few = [example_robots.right_angled(n) for n in FEW]
    costs: Timing = {
        "alone": [operations(jn.dynamic_matrices, arm) for arm in arms],
        "both": [operations(jn.dynamic_matrices, arm, 1) for arm in arms],
        "state": [operations(jn.state_derivatives, arm) for arm in few],
        "differences": [4 * arm.n * operations(jn.dynamic_matrices, arm) for arm in few],
    }
    if native():
        Q = np.random.default_rng(0).normal(size=(3, max(JOINTS)))
        turns = [
            [[seconds(jn.dynamic_matrices, arm, *Q[:rows, : arm.n].copy()) for rows in (2, 3)] for arm in arms]
            for _ in range(TURNS)
        ]
        costs["one"], costs["two"] = np.min(turns, axis=0).T.tolist()
    return costs
