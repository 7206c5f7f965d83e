"""Regression of measured joint torques on the dynamics of the links; with motor positions, joint torques determine stiffness.

    tau_j = Y(q, qd, qdd) pi - spring(q) + link friction(qd),    N q = theta - delta,    K delta + D deltad = N^-T tau_j

with the transmission matrix N: tau_j is the torque of all drives at the joints, N^-T tau_j the torque of the motors' springs. The
damping D must be known: motor positions and joint torques determine the stiffness only.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from jounce.errors import InputError
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
from jounce.plant.spring_filter import filter_deflections, run_filters
from jounce.robot import Robot
from jounce.trajectory.path import Floats


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
        """Return the number of independent measurements in each row group, for the estimate of the noise of the group."""
        return self.torque.counts

    def rows(self, values: Values) -> list[Rows]:
        """Return (residual, {kind: derivatives}) of each row group at parameter values {kind: array}; see `Equations`."""
        return self.torque.rows(_finite(values))

    def resampled(self, values: Values, rng: np.random.Generator) -> "JointTorqueEquations":
        """Return the equations for measurements replaced by model output plus resampled residuals (bootstrap)."""
        return JointTorqueEquations(self.torque.resampled(_finite(values), rng))


def _finite(values: Values) -> Values:
    """Return the values with zero for the stiffness of rigid joints and nonlinear springs, whose columns are zero."""
    return {name: np.where(np.isfinite(x), x, 0.0) for name, x in values.items()}


def joint_torque_equations(robot: Robot, log: Log, names: Sequence[str]) -> JointTorqueEquations:
    """Return the joint-torque equations of a filtered recording; names: free kinds of parameters.

    If 'stiffness' is free, link positions are those of `by_joint_torque`, so the torque that the links require depends on K. The
    column of K_i is the derivative of this torque by K_i, at the stiffness of the robot:

        dq / dK_i = N^-1 e_i x_i,    K_i x_i + D_i xd_i = delta_i

    with the i-th unit vector e_i.
    """
    still = without_motors(robot)
    N = plant_of(robot).transmission.matrix(robot.n)
    every = dense(log)
    move = motion(still, log, every)
    at_motors = columns(still, move, [name for name in names if name in LINK_SIDE])
    regressors = {name: N.T @ x for name, x in at_motors.items()}
    values = {name: own_values(still, name) for name in regressors}
    if "stiffness" in names:
        K, D = _stiffness(robot), np.nan_to_num(robot.parameter_values("damping"))
        values["stiffness"] = np.where(np.isfinite(K), K, 0.0)
        delta = first_order(log.t, _spring_torques(log, N), K, D)
        by_stiffness = first_order(log.t, delta, K, D)[:, ::every]
        partials = joint_torque_partials(still, move.q, move.qd, move.qdd) @ np.linalg.inv(N)
        regressors["stiffness"] = sum(partial * x[:, None, :] for partial, x in zip(partials, by_stiffness))
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
    """Return the recording with link positions q from N q = theta - delta, where the spring deflections delta follow from tau_j.

    Raise InputError for a damped nonlinear spring.
    """
    N = plant_of(robot).transmission.matrix(robot.n)
    torque, D = _spring_torques(log, N), np.nan_to_num(robot.parameter_values("damping"))
    delta = first_order(log.t, torque, _stiffness(robot), D)[0]
    for i, m in enumerate(plant_of(robot).motors):
        if m.law is not None:
            if D[i] > 0.0:
                raise InputError(
                    f"stiffness: the spring of joint {robot.motor_names[i]!r} is damped and not linear, so theta and tau_j do "
                    "not tell where its link is. Record q, or leave stiffness out of free."
                )
            delta[:, i] = m.law.deflection(torque[0, :, i])
    return replace(log, q=(np.asarray(log.theta) - delta) @ np.linalg.inv(N).T)


def _spring_torques(log: Log, N: Floats) -> Floats:
    """Return the torques N^-T tau_j of the motors' springs with two time derivatives (3, T, n), by a spline in time."""
    from scipy.interpolate import make_interp_spline

    torque = np.asarray(log.tau_j) @ np.linalg.inv(N)
    spline = make_interp_spline(log.t, torque, k=DEGREE)
    return np.stack([torque, spline(log.t, nu=1), spline(log.t, nu=2)])


def _stiffness(robot: Robot) -> Floats:
    """Return the stiffness of the motors' springs (n,); inf for rigid joints and nonlinear springs."""
    return np.nan_to_num(robot.parameter_values("stiffness"), nan=np.inf, posinf=np.inf)


def first_order(t: Floats, y: Floats, K: Floats, D: Floats) -> Floats:
    """Return x and two derivatives (3, T, n) with K x + D xd = y at times t (T,); y (3, T, n): input and two derivatives.

    K (n,): stiffness; inf gives x = 0. D (n,): damping; zero gives x = y / K. The solution starts without transient.
    """
    x, damped = y / K, (D > 0.0) & np.isfinite(K)
    if damped.any():
        y, K, D = y[..., damped], K[damped], D[damped]
        w = run_filters(x[2, 0, damped], t, y, np.zeros(len(t) - 1, dtype=bool), K, D)
        x[..., damped] = filter_deflections(w, y, K, D)
    return np.asarray(x)


def senses_torque(robot: Robot, log: Log) -> bool:
    """Return True if stiffness follows from joint torques: a spring is linear, all theta and tau_j are measured, q is not."""
    measured = all(x is not None and bool(np.isfinite(x).all()) for x in (log.theta, log.tau_j))
    return measured and log.q is None and any(d is not None and d.elastic and d.law is None for d in robot.motor_drives)
