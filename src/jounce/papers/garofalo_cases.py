"""What [Garofalo2013] is held against: sums over links, and what the humanoid and chains cost."""

from dataclasses import replace

import numpy as np

import jounce as jn
from jounce.papers import example_robots
from jounce.papers.measurement import Array, native, operations, seconds
from jounce.papers.spatial_matrices import bracket, spatial_inertia

TURNS = 4
"""How often times that are compared are taken, one after the other: a busy moment then does not hit one of them alone."""
JOINTS = (2, 4, 7, 10, 15, 20, 25)
FEW = (2, 3, 4, 5, 6, 7, 8, 9, 10)

Timing = dict[str, list[float]]


def floating_state(robot: jn.Robot) -> tuple[Array, Array]:
    """Random position, its quaternion of length one, and velocity."""
    rng = np.random.default_rng(0)
    q = rng.normal(size=robot.nq)
    q[:4] /= np.linalg.norm(q[:4])
    return q, rng.normal(size=robot.n)


def heavier(robot: jn.Robot) -> jn.Robot:
    """The same joints with links of up to twice the mass and inertia, each by another factor."""
    factors = np.random.default_rng(1).uniform(1.0, 2.0, size=len(robot.links)).tolist()
    pairs = zip(robot.links, factors)
    links = [replace(link, mass=f * link.mass, inertia=tuple(f * x for x in link.inertia)) for link, f in pairs]
    return replace(robot, links=tuple(links))


def sums_over_links(robot: jn.Robot, q: Array, qd: Array) -> tuple[Array, Array, Array]:
    """(6), with body Jacobians: another way than that of the library. Angular part first."""
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
    """Seconds of M, C, g, and of them with their time derivatives: a call from Python, and a sample of a batch of 64."""
    Q = np.random.default_rng(0).normal(size=(3, 64, robot.n))
    turns = []
    for _ in range(TURNS):
        turns.append([seconds(jn.dynamic_matrices, robot, *Q[: 2 + k, 0]) for k in (0, 1)])
        turns[-1] += [seconds(jn.dynamic_matrices, robot, *Q[: 2 + k], threads=1) / 64 for k in (0, 1)]
    alone, both, batch_alone, batch_both = map(min, zip(*turns))
    return {"call": [alone, both], "batch": [batch_alone, batch_both]}


def chains() -> Timing:
    """Operations and, of native code, seconds of chains with right angles: the links of the LWR over and over."""
    arms = [example_robots.right_angled(n) for n in JOINTS]
    few = [example_robots.right_angled(n) for n in FEW]
    found: Timing = {
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
        found["one"], found["two"] = np.min(turns, axis=0).T.tolist()
    return found
