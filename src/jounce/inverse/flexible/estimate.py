"""How far a plan's torque is from the one that keeps the tool on its path, and how far the tool would leave the path under it.

A plan says where links and motors are, x = (q, theta), with velocities and accelerations, and its torque fits the three of them.
Its error is that they do not quite belong together. Over an interval of length h the plan misses

    d1 = x(t + h) - x(t) - integral of xd,      d2 = xd(t + h) - xd(t) - integral of xdd

integrals by Lobatto's rule with four points, of order 6. The torque is then wrong by about mass d2 / h. What the tool does
follows from the equations of motion linearised about the plan,

    mass xdd + loss xd + stiffness x = input u,      error' = A error - (d1, d2) / h

A is kept for a part of the motion at a time, over which the exponential of A h carries the error from interval to interval. An
arm that runs away by itself lets it grow, as it does on the robot. Of rotors that links carry along A has the inertia, and where
they turn with a rigid joint what their spin does to the links; how the spin of the others changes with the motion is left out.
"""

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from jounce.functions.arguments import NOTHING
from jounce.functions.carried import carried_rnea_partials
from jounce.functions.gyrostat import rotor_coupling
from jounce.functions.rigid import mass_matrix
from jounce.inverse.acting import Acting
from jounce.inverse.along import MotorsAlong, along
from jounce.inverse.flexible.dae import Dae
from jounce.numbers.packing import Array
from jounce.plant.linear import linear_model
from jounce.plant.plant import plant_of
from jounce.trajectory.path import Path

NODES = np.array([0.0, 0.5 - 0.05**0.5, 0.5 + 0.05**0.5])
WEIGHTS = np.array([1.0, 5.0, 5.0, 1.0]) / 12.0
"""Lobatto's rule with four points on [0, 1]; the last one is the first of the next interval."""
PARTS = 12
"""Of the motion, over each of which the linearised equations are kept."""


class Errors(NamedTuple):
    """Estimated, the largest along the motion."""

    tool: float
    """Of the tool, open loop [m or rad]."""
    torque: float
    """Of the motor torque [Nm or N]."""
    peak: float
    """Of the motor torque itself, its largest value [Nm or N]."""
    samples: MotorsAlong
    """Links and motors at the instants that were looked at."""


def estimate(dae: Dae, motion: Path, grid: Array, path: Path | None = None) -> Errors:
    """Errors of the plan along a motion of all joints, over the intervals of a grid (T,) [s].

    path: the tool's, if the motion fulfils the equations of springs and tool only nearly. What is left of the springs' load is a
    force that is missing too.
    """
    h = np.diff(grid)
    instants = np.append((grid[:-1, None] + h[:, None] * NODES).ravel(), grid[-1])
    done = along(dae.robot, motion, instants, Acting(wrench=dae.outputs.pushes))
    x = _states(dae, done)  # (3, 3 intervals + 1, size)
    sums = h[:, None] * sum(w * x[1:, j : 3 * len(h) + j : 3] for j, w in enumerate(WEIGHTS))
    ends = x[:2, ::3]
    missed = np.concatenate(list(ends[:, 1:] - ends[:, :-1] - sums), axis=-1)  # (intervals, 2 size)
    size = x.shape[-1]
    edges = np.unique(np.linspace(0, len(h), PARTS + 1).astype(int))
    error, tool, torque = np.zeros(2 * size), 0.0, 0.0
    load = np.zeros((len(h), size))
    if path is not None:
        targets = dae.outputs.target(path, grid, 2)
        tool = float(np.abs(dae.outputs.errors(done.q[:1, ::3], targets)[0]).max())
        load[:, dae.passive] = dae.load(done.q[0, ::3], done.q[1, ::3], done.q[2, ::3], targets)[:-1]
        torque = float(np.abs(load).max())
    off = tool
    parts = list(pairwise(edges))
    A, *others = _linear(dae, done, [3 * ((first + last) // 2) for first, last in parts])
    carried = _carried(A, np.array([h[first:last].mean() for first, last in parts]))
    for (first, last), mass, J, onward, spread in zip(parts, *others, *carried):
        rates = missed[first:last, size:] / h[first:last, None] @ mass.T
        torque = max(torque, float(_at_motors(dae, rates).max(initial=0.0)))
        if path is not None:
            missed[first:last, size:] += h[first:last, None] * np.linalg.solve(mass, load[first:last].T).T
        errors = np.empty((last - first, 2 * size))
        for i, push in enumerate(missed[first:last] @ spread.T):
            error = onward @ error - push
            errors[i] = error
        tool = max(tool, off + float(np.abs(errors[:, : dae.n] @ J.T).max()))
    return Errors(tool, torque, float(np.abs(done.tau_m).max()), done)


def _states(dae: Dae, done: MotorsAlong) -> Array:
    """Links, then motors of elastic joints, with two derivatives (3, T, size)."""
    elastic = plant_of(dae.robot).elastic
    return np.concatenate([done.q[:3], done.theta[:, :, elastic]], axis=-1)


def _linear(dae: Dae, done: MotorsAlong, at: list[int]) -> tuple[Array, Array, Array]:
    """A (parts, 2 size, 2 size), mass (parts, size, size) and the outputs' Jacobian (parts, outputs, n) at some instants."""
    robot, plant = dae.robot, plant_of(dae.robot)
    q, v, a = done.q[:3, at]
    pushed = {link: (path(done.t[at])[0],) for link, path in dae.outputs.pushes.items()} or NOTHING
    by = carried_rnea_partials(robot, q, v, a, wrench=pushed)
    M, S = (mass_matrix(robot, q)[0], rotor_coupling(robot, q)[0]) if plant.rotors else (by.dqdd, np.zeros_like(by.dqdd))
    model = linear_model(plant, M, S, by.dq, by.dqd, q, done.delta[at], done.theta[1, at])
    size = model.mass.shape[-1]
    A = np.zeros((len(at), 2 * size, 2 * size))
    A[:, :size, size:] = np.eye(size)
    A[:, size:] = -np.linalg.solve(model.mass, np.concatenate([model.stiffness, model.loss], axis=-1))
    return A, model.mass, dae.outputs.jacobians(q[None])[0]


def _carried(A: Array, h: Array) -> tuple[Array, Array]:
    """e^(A h) (parts, size, size), and its mean over each interval, which carries what is missed evenly along it."""
    from scipy.linalg import expm

    size = A.shape[-1]
    both = np.zeros((len(A), 2 * size, 2 * size))
    both[:, :size, :size], both[:, :size, size:] = A * h[:, None, None], np.eye(size)
    found = expm(both)
    return found[:, :size, :size], found[:, :size, size:]


def _at_motors(dae: Dae, forces: Array) -> Array:
    """What is missing at the motors (T, motors), of what is missing at links and motors (T, size)."""
    plant = plant_of(dae.robot)
    missing = forces[:, : dae.n].copy()
    for k, i in enumerate(plant.elastic):
        missing[:, i] += forces[:, dae.n + k]
    return np.abs(missing[:, plant.driven])
