"""The combinations of all free numbers that a torque depends on, and their values by plain weighted least squares: no prior."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from jounce.functions.base_parameters import NAMES, told_by_motion
from jounce.identification.torque_regression import RecordedMotion, TorqueEquations, columns
from jounce.numbers.value import by_value
from jounce.plant.plant import plant_of
from jounce.robot import Robot
from jounce.trajectory.path import Floats

SAMPLES = 60
"""Random instants at which columns are compared, for each ten of them."""
ROUNDS = 20
"""Of weights and values in turn."""


@by_value
class BaseFit(NamedTuple):
    """Base parameters, those of drives and friction included, as the data alone have them."""

    names: tuple[str, ...]
    """'link2.Izz + 0.050625 link3.m + 1024 rotor_inertia.axis2', one a combination."""
    values: Floats
    """(P,): by least squares, each joint weighted with its own noise."""
    deviation: Floats
    """(P,): their standard deviations, by the information matrix."""
    map: Floats
    """(P, all free values): the combinations; map @ (values of all kinds, in the order of `free`) are base parameters."""
    noise: Floats
    """(n,): standard deviation of each joint's torque about the fit [Nm or N]."""
    condition: float
    """Of the weighted columns, each scaled to its length: large where some combinations cannot be told from each other."""


def base_fit(robot: Robot, recordings: Sequence[TorqueEquations], apart: Sequence[int] = (), seed: int = 0) -> BaseFit:
    """Weighted least squares on the columns that do not depend on each other; joints of each recording have noise of their own.

    apart: elastic motors that were seen beside their links. They move otherwise, so that a rotor's inertia is not one with
    its link's.
    """
    rng = np.random.default_rng(seed)
    N = plant_of(robot).transmission.matrix(robot.n)
    names, groups = recordings[0].names, [(each, i) for each in recordings for i in range(robot.n)]
    count = SAMPLES + 5 * sum(recordings[0].sizes) // robot.n
    q, qd, qdd = (size * rng.normal(size=(count, robot.n)) for size in (2.0, 3.0, 10.0))
    thetad, thetadd = qd @ N.T, qdd @ N.T
    thetadd[:, list(apart)] += 10.0 * rng.normal(size=(count, len(apart)))

    def rows(robot: Robot) -> Floats:
        by = columns(robot, RecordedMotion(q, qd, qdd, thetad, thetadd), names)
        return np.concatenate([by[name] for name in names], axis=2).reshape(count * robot.n, -1)

    _, chosen, K = told_by_motion(robot, rows)
    factors, known = zip(*((each.factors[i], each.known[i]) for each, i in groups))
    counts, white = (np.array(x) for x in zip(*((len(each.known[i]), each.white) for each, i in groups)))
    weights = np.ones(len(groups))
    for _ in range(ROUNDS):
        A = np.vstack([R[:, chosen] * w for (_, R), w in zip(factors, np.sqrt(white) * weights)])
        b = np.concatenate([Q.T @ y * w for (Q, _), y, w in zip(factors, known, np.sqrt(white) * weights)])
        sizes = np.linalg.norm(A, axis=0)
        sizes[sizes == 0.0] = 1.0
        values = np.linalg.lstsq(A / sizes, b, rcond=None)[0] / sizes
        share = 1.0 - len(chosen) / (white * counts).sum()
        squares = np.array([((each.columns[i][:, chosen] @ values - each.known[i]) ** 2).sum() for each, i in groups])
        noise = np.sqrt(squares / (counts * max(share, 0.1)))
        before, weights = weights, 1.0 / np.maximum(noise, 1e-12 * noise.max() + 1e-300)
        if np.abs(weights / before - 1.0).max() < 1e-6:
            break
    _, s, V = np.linalg.svd(A / sizes, full_matrices=False)
    scaled = V.T / np.maximum(s, 1e-300)
    deviation = np.sqrt((scaled**2).sum(axis=1)) / sizes
    each_joint = np.average((noise**2).reshape(-1, robot.n), axis=0, weights=counts.reshape(-1, robot.n))
    combined = _names(robot, names, K, chosen)
    return BaseFit(combined, values, deviation, K, np.sqrt(each_joint), float(s[0] / max(s[-1], 1e-300)))


def base_values(base: BaseFit, values: Mapping[str, Floats], free: Sequence[str]) -> Floats:
    """The base parameters that values of all kinds make up."""
    return np.asarray(base.map @ np.concatenate([values[name] for name in free]))


def _names(robot: Robot, kinds: Sequence[str], K: Floats, chosen: Sequence[int]) -> tuple[str, ...]:
    words: list[str] = []
    for kind in kinds:
        if kind == "inertia":
            words += [f"{link.name}.{name}" for link in robot.links for name in NAMES]
        elif kind == "payload":
            words += [f"payload.{name}" for name in NAMES]
        else:
            words += [f"{kind}.{name}" for name in robot.motor_names]
    found = []
    for row, own in zip(K, chosen):
        text = words[own]
        for k in np.flatnonzero(row):
            if k != own:
                size = "" if abs(abs(row[k]) - 1.0) < 1e-9 else f"{abs(row[k]):.6g} "
                text += f" {'+' if row[k] > 0 else '-'} {size}{words[int(k)]}"
        found.append(text)
    return tuple(found)
