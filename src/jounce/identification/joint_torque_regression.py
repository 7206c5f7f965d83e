"""Measured joint torques against what the links need; and stiffness by them, where nothing is measured at the links."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from jounce.functions.partials import rnea_partials
from jounce.identification.deflection_regression import LINK_SIDE
from jounce.identification.log import DEGREE, Log
from jounce.identification.maximum_a_posteriori import Rows, Values
from jounce.identification.torque_regression import (
    TorqueEquations,
    columns,
    dense,
    model_torque,
    motion,
    own_values,
    thinned,
    white,
    without_motors,
)
from jounce.plant.plant import plant_of
from jounce.robot import Robot


@dataclass(frozen=True, eq=False)
class JointTorqueEquations:
    """Measured joint torques against what the links need, one group of rows a joint."""

    torque: TorqueEquations
    """The same with joint torques in the place of motor torques, and motors that do nothing."""

    @property
    def labels(self) -> tuple[str, ...]:
        """See `Equations`."""
        return tuple(f"joint {label}" for label in self.torque.labels)

    @property
    def counts(self) -> tuple[int, ...]:
        """See `Equations`."""
        return self.torque.counts

    def rows(self, values: Values) -> list[Rows]:
        """See `Equations`."""
        return self.torque.rows(values)

    def resampled(self, values: Values, rng: np.random.Generator) -> "JointTorqueEquations":
        """See `Equations`."""
        return JointTorqueEquations(self.torque.resampled(values, rng))


def joint_torque_equations(robot: Robot, log: Log, names: Sequence[str]) -> JointTorqueEquations:
    """The equations of a recording with joint torques, filtered.

    Where 'stiffness' is among the names the links' positions are those of `by_joint_torque`, q = theta - tau_j / K, and the
    torque that they need depends on K: a column is its derivative, from the partial derivatives of joint forces, at the
    robot's own K.
    """
    from scipy.interpolate import make_interp_spline

    still = without_motors(robot)
    every = dense(log)
    move = motion(still, log, every)
    by = columns(still, move, [name for name in names if name in LINK_SIDE])
    own = {name: own_values(still, name) for name in by}
    if "stiffness" in names:
        K = robot.parameter_values("stiffness")
        elastic = np.isfinite(K)
        own["stiffness"] = np.where(elastic, K, 0.0)
        curve = make_interp_spline(log.t, np.asarray(log.tau_j), k=DEGREE)
        rates = [curve(log.t[::every], nu=k) for k in range(3)]
        parts = rnea_partials(still, move.q, move.qd, move.qdd)
        slopes = sum(part * rate[:, None, :] for part, rate in zip(parts, rates))
        by["stiffness"] = slopes / np.where(elastic, K, np.inf) ** 2
    fixed = model_torque(still, move) - sum(by[name] @ own[name] for name in by)
    step, taken = log.step * every, log.factor // every
    thin = [thinned(x, log, step, taken) for x in by.values()]
    torque = thinned(np.asarray(log.tau_j)[::every], log, step, taken)
    known = torque - thinned(fixed, log, step, taken)
    wide = np.concatenate(thin, axis=2)
    labels = tuple(f"torque at {joint.name} [{'N' if joint.prismatic else 'Nm'}]" for joint in robot.axes)
    sizes = tuple(x.shape[2] for x in thin)
    each = range(robot.n)
    rows, asked = tuple(wide[:, i] for i in each), tuple(known[:, i] for i in each)
    return JointTorqueEquations(TorqueEquations(labels, tuple(by), sizes, rows, asked, float((torque**2).sum()), white(log)))


def by_joint_torque(robot: Robot, log: Log) -> Log:
    """The recording with the links' positions that motors and joint torques tell: N q = theta - N^-T tau_j / K."""
    turns = plant_of(robot).transmission.matrix(robot.n)
    compliance = 1.0 / np.nan_to_num(robot.parameter_values("stiffness"), nan=np.inf)
    delta = compliance * (np.asarray(log.tau_j) @ np.linalg.inv(turns))
    return replace(log, q=(np.asarray(log.theta) - delta) @ np.linalg.inv(turns).T)


def senses_torque(robot: Robot, log: Log) -> bool:
    """Whether deflection is told by joint torques alone: of all joints motor and torque were measured, and no link."""
    there = all(x is not None and bool(np.isfinite(x).all()) for x in (log.theta, log.tau_j))
    return there and log.q is None and any(d is not None and d.elastic and d.law is None for d in robot.motor_drives)
