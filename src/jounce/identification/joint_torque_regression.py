"""Regression of measured joint torques on the dynamics of the links; with motor positions, joint torques determine stiffness.

    tau_j = Y(q, qd, qdd) pi - spring(q) + link friction(qd),    N q = theta - N^-T tau_j / K

with the transmission matrix N: tau_j is the torque of all drives at the joints, N^-T tau_j the torque of the motors' springs.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from jounce.functions.partials import joint_torque_partials
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
    """Linear regression of the measured joint torques of one recording, with one row group per joint."""

    torque: TorqueEquations
    """Torque equations of the robot without motor inertia and friction, with joint torques in place of motor torques."""

    @property
    def labels(self) -> tuple[str, ...]:
        """Return name and unit of each row group; the rows of a group have the same noise."""
        return tuple(f"joint {label}" for label in self.torque.labels)

    @property
    def counts(self) -> tuple[int, ...]:
        """Return the number of independent measurements in each row group, for the estimate of its noise."""
        return self.torque.counts

    def rows(self, values: Values) -> list[Rows]:
        """Return (residual, {kind: derivatives}) of each row group at parameter values {kind: array}; see `Equations`."""
        return self.torque.rows(values)

    def resampled(self, values: Values, rng: np.random.Generator) -> "JointTorqueEquations":
        """Return the equations for measurements replaced by model output plus resampled residuals (bootstrap)."""
        return JointTorqueEquations(self.torque.resampled(values, rng))


def joint_torque_equations(robot: Robot, log: Log, names: Sequence[str]) -> JointTorqueEquations:
    """Return the joint-torque equations of a filtered recording; names: free kinds of parameters.

    If 'stiffness' is free, link positions are those of `by_joint_torque`, so the torque that the links require depends on K. The
    column of K_i is the derivative of this torque by K_i, at the stiffness of the robot:

        dq / dK_i = N^-1 e_i (N^-T tau_j)_i / K_i^2
    """
    from scipy.interpolate import make_interp_spline

    still = without_motors(robot)
    N = plant_of(robot).transmission.matrix(robot.n)
    every = dense(log)
    move = motion(still, log, every)
    at_motors = columns(still, move, [name for name in names if name in LINK_SIDE])
    regressors = {name: N.T @ x for name, x in at_motors.items()}
    values = {name: own_values(still, name) for name in regressors}
    if "stiffness" in names:
        K = robot.parameter_values("stiffness")
        elastic = np.isfinite(K)
        values["stiffness"] = np.where(elastic, K, 0.0)
        spline = make_interp_spline(log.t, np.asarray(log.tau_j) @ np.linalg.inv(N), k=DEGREE)
        rates = [spline(log.t[::every], nu=k) for k in range(3)]
        partials = joint_torque_partials(still, move.q, move.qd, move.qdd) @ np.linalg.inv(N)
        by_deflection = sum(partial * rate[:, None, :] for partial, rate in zip(partials, rates))
        regressors["stiffness"] = by_deflection / np.where(elastic, K, np.inf) ** 2
    fixed_torque = model_torque(still, move) @ N - sum(regressors[name] @ values[name] for name in regressors)
    step, stride = log.step * every, log.factor // every
    thin = [thinned(x, log, step, stride) for x in regressors.values()]
    torque = thinned(np.asarray(log.tau_j)[::every], log, step, stride)
    targets = torque - thinned(fixed_torque, log, step, stride)
    stacked = np.concatenate(thin, axis=2)
    labels = tuple(f"torque at {joint.name} [{'N' if joint.prismatic else 'Nm'}]" for joint in robot.axes)
    sizes = tuple(x.shape[2] for x in thin)
    joints = range(robot.n)
    rows, right_sides = tuple(stacked[:, i] for i in joints), tuple(targets[:, i] for i in joints)
    return JointTorqueEquations(
        TorqueEquations(labels, tuple(regressors), sizes, rows, right_sides, float((torque**2).sum()), white(log))
    )


def by_joint_torque(robot: Robot, log: Log) -> Log:
    """Return the recording with link positions q computed from theta and tau_j: N q = theta - N^-T tau_j / K."""
    N = plant_of(robot).transmission.matrix(robot.n)
    compliance = 1.0 / np.nan_to_num(robot.parameter_values("stiffness"), nan=np.inf)
    delta = compliance * (np.asarray(log.tau_j) @ np.linalg.inv(N))
    return replace(log, q=(np.asarray(log.theta) - delta) @ np.linalg.inv(N).T)


def senses_torque(robot: Robot, log: Log) -> bool:
    """Return True if stiffness follows from joint torques: a joint is elastic, theta and tau_j are measured, q is not."""
    measured = all(x is not None and bool(np.isfinite(x).all()) for x in (log.theta, log.tau_j))
    return measured and log.q is None and any(d is not None and d.elastic and d.law is None for d in robot.motor_drives)
