"""Base parameters, the parameter combinations that determine the torque, by weighted least squares without a prior."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from jounce.functions.base_parameters import NAMES, told_by_motion
from jounce.identification.torque_regression import RecordedMotion, TorqueEquations, columns
from jounce.numbers.value import by_value
from jounce.plant.plant import plant_of
from jounce.robot import Robot
from jounce.trajectory.path import Floats

SAMPLES = 60
"""Number of random instants at which regressor columns are tested for linear dependence; for F columns and n joints 5 F / n
instants are added."""
ROUNDS = 20
"""Largest number of alternating updates of the noise weights and the parameter values."""


@by_value
class BaseFit(NamedTuple):
    """Base parameters of links, drives and friction, estimated by weighted least squares without a prior."""

    names: tuple[str, ...]
    """Each base parameter as text, for example 'link2.Izz + 0.050625 link3.m + 1024 rotor_inertia.axis2'."""
    values: Floats
    """(P,): least-squares estimates; the rows of a joint in a recording are weighted by 1 / standard deviation of residuals."""
    deviation: Floats
    """(P,): standard deviations of the values, from the information matrix."""
    map: Floats
    """(P, F): map @ x are the base parameters of the parameter values x (F,), stacked in the order of `kinds`."""
    noise: Floats
    """(n,): standard deviation of the residual torque of each joint over all recordings [Nm or N]."""
    condition: float
    """Condition number of the regressor with weighted rows and unit columns; large if columns are nearly collinear."""
    kinds: tuple[str, ...]
    """Free kinds of parameters that enter the motor torque, in the order of the columns of `map`: for parameter values
    {kind: array}, x = concatenate([values[kind] for kind in kinds]). The order is not that of `free`."""


def base_fit(robot: Robot, recordings: Sequence[TorqueEquations], apart: Sequence[int] = (), seed: int = 0) -> BaseFit:
    """Estimate the base parameters by weighted least squares on a maximal set of independent columns.

    The noise of each joint in each recording is estimated together with the values (iteratively reweighted). apart: indices of
    motors whose link was measured separately; such a motor and its link move differently, so their inertias are not merged.
    seed: of the random motions at which columns are tested for linear dependence.
    """
    rng = np.random.default_rng(seed)
    N = plant_of(robot).transmission.matrix(robot.n)
    names, groups = recordings[0].names, [(recording, i) for recording in recordings for i in range(robot.n)]
    count = SAMPLES + 5 * sum(recordings[0].sizes) // robot.n
    q, qd, qdd = (size * rng.normal(size=(count, robot.n)) for size in (2.0, 3.0, 10.0))
    thetad, thetadd = qd @ N.T, qdd @ N.T
    thetadd[:, list(apart)] += 10.0 * rng.normal(size=(count, len(apart)))

    def rows(robot: Robot) -> Floats:
        """Return the regressor (count n, F) of a robot at `count` random instants, one column per free parameter value."""
        columns_of_kind = columns(robot, RecordedMotion(q, qd, qdd, thetad, thetadd), names)
        return np.concatenate([columns_of_kind[name] for name in names], axis=2).reshape(count * robot.n, -1)

    _, chosen, K = told_by_motion(robot, rows)
    factors, targets = zip(*((recording.factors[i], recording.target[i]) for recording, i in groups))
    counts, white = (np.array(x) for x in zip(*((len(recording.target[i]), recording.white) for recording, i in groups)))
    weights = np.ones(len(groups))
    for _ in range(ROUNDS):
        A = np.vstack([R[:, chosen] * w for (_, R), w in zip(factors, np.sqrt(white) * weights)])
        b = np.concatenate([Q.T @ y * w for (Q, _), y, w in zip(factors, targets, np.sqrt(white) * weights)])
        sizes = np.linalg.norm(A, axis=0)
        sizes[sizes == 0.0] = 1.0
        values = np.linalg.lstsq(A / sizes, b, rcond=None)[0] / sizes
        freedom = 1.0 - len(chosen) / (white * counts).sum()
        squares = np.array(
            [((recording.columns[i][:, chosen] @ values - recording.target[i]) ** 2).sum() for recording, i in groups]
        )
        noise = np.sqrt(squares / (counts * max(freedom, 0.1)))
        before, weights = weights, 1.0 / np.maximum(noise, 1e-12 * noise.max() + 1e-300)
        if np.abs(weights / before - 1.0).max() < 1e-6:
            break
    _, s, V = np.linalg.svd(A / sizes, full_matrices=False)
    scaled = V.T / np.maximum(s, 1e-300)
    deviation = np.sqrt((scaled**2).sum(axis=1)) / sizes
    variance = np.average((noise**2).reshape(-1, robot.n), axis=0, weights=counts.reshape(-1, robot.n))
    labels = _names(robot, names, K, chosen)
    return BaseFit(labels, values, deviation, K, np.sqrt(variance), float(s[0] / max(s[-1], 1e-300)), names)


def _names(robot: Robot, kinds: Sequence[str], K: Floats, chosen: Sequence[int]) -> tuple[str, ...]:
    """Return each base parameter as text; K (P, F): base-parameter map, whose row k has the coefficient 1 in column chosen[k]."""
    columns: list[str] = []
    for kind in kinds:
        if kind == "inertia":
            columns += [f"{link.name}.{name}" for link in robot.links for name in NAMES]
        elif kind == "payload":
            columns += [f"payload.{name}" for name in NAMES]
        else:
            columns += [f"{kind}.{name}" for name in robot.motor_names]
    names = []
    for row, chosen_column in zip(K, chosen):
        text = columns[chosen_column]
        for k in np.flatnonzero(row):
            if k != chosen_column:
                size = "" if abs(abs(row[k]) - 1.0) < 1e-9 else f"{abs(row[k]):.6g} "
                text += f" {'+' if row[k] > 0 else '-'} {size}{columns[int(k)]}"
        names.append(text)
    return tuple(names)
