"""Identification of the Coulomb and Stribeck speeds of the drives, in which the motor torque is not linear.

Real dry friction jumps at standstill; in the model `Drive.coulomb_speed` smooths the jump, possibly over more than the speeds of
a slow motion. The speed at which Stribeck friction decays is unknown too. Both speeds of a motor are chosen by the residual sum
of squares of the torque rows of its joint; for given speeds all other parameters follow by linear least squares.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from jounce.errors import InputError
from jounce.identification.log import Log
from jounce.identification.torque_regression import (
    FilteredColumns,
    TorqueEquations,
    jumping,
    motion,
    smooth_sign,
    stribeck_sign,
    thin_columns,
    white,
)
from jounce.plant.plant import plant_of
from jounce.robot import Robot
from jounce.trajectory.path import Floats

SPEEDS = (1e-2, 3e-3, 1e-3, 3e-4, 1e-4)
"""Candidates for the Coulomb speed, over which dry friction changes sign, as fractions of the motor's largest speed; candidates
above the `coulomb_speed` of the drive are left out, the `coulomb_speed` itself is a candidate too."""
AWAY = (0.4, 0.2, 0.1, 0.05, 0.025, 0.0125)
"""Candidates for the Stribeck speed, at which Stribeck friction is halved, as fractions of the motor's largest speed."""
NEAR = 0.01
"""Relative accuracy of the Stribeck speed."""
AS_WELL = 1.02
"""The largest Coulomb speed is chosen whose residual sum of squares is at most AS_WELL times the smallest one."""


def torque_equations(robot: Robot, logs: Sequence[Log], names: Sequence[str]) -> tuple[Robot, list[TorqueEquations]]:
    """Return the robot with fitted friction speeds (if coulomb_friction is free), and the torque equations of each recording.

    logs: filtered recordings; names: free kinds of parameters. InputError is raised if a recording has no motor torque.
    """
    if any(log.tau_m is None for log in logs):
        raise InputError("the recording has no motor torque: give tau_m, or current with torque_constant.")
    regressors = [thin_columns(robot, log, names) for log in logs]
    if "coulomb_friction" in names:
        robot = with_speeds(robot, logs, regressors)
    return robot, [_equations(robot, log, columns) for log, columns in zip(logs, regressors)]


def _equations(robot: Robot, log: Log, columns: FilteredColumns) -> TorqueEquations:
    """Return the torque equations of one recording from its filtered regressor columns."""
    regressor = np.concatenate(list(columns.by.values()), axis=2)
    return TorqueEquations(
        tuple(f"torque at {joint.name} [{'N' if joint.prismatic else 'Nm'}]" for joint in robot.axes),
        tuple(columns.by),
        tuple(x.shape[2] for x in columns.by.values()),
        tuple(regressor[columns.keep[:, i], i] for i in range(robot.n)),
        tuple(columns.target[columns.keep[:, i], i] for i in range(robot.n)),
        white(log) * float((np.where(columns.keep, columns.torque, 0.0) ** 2).sum()),
        white(log),
    )


def with_speeds(robot: Robot, logs: Sequence[Log], regressors: Sequence[FilteredColumns]) -> Robot:
    """Return the robot with friction speeds fitted to the recordings; the friction columns of `regressors` change in place.

    Without free Stribeck friction, the largest Coulomb speed is chosen whose residual is within `AS_WELL` of the smallest; with
    free Stribeck friction, the pair of speeds with the smallest residual.
    """
    speeds_of_motors = [motion(robot, log).thetad for log in logs]
    N = plant_of(robot).transmission.matrix(robot.n)
    peak = np.max([np.abs(v).max(axis=0) for v in speeds_of_motors], axis=0)
    stribeck = "stribeck_friction" in regressors[0].by
    sharp, decay = {}, {}
    for i, drive in enumerate(robot.motor_drives[: robot.n]):
        if drive is None or not peak[i] > 0.0:
            continue
        rows = [
            FrictionRows(log, columns, v[:, i], i, float(N[i, i])) for log, columns, v in zip(logs, regressors, speeds_of_motors)
        ]
        speeds = sorted({drive.coulomb_speed, *(share * peak[i] for share in SPEEDS if share * peak[i] < drive.coulomb_speed)})
        pairs = [_away(rows, speed, peak[i]) if stribeck else (_left(rows, speed), np.inf) for speed in speeds]
        least = min(rest for rest, _ in pairs)
        most = least if stribeck else AS_WELL * least  # a sign that is too smooth looks like more friction
        chosen = max(k for k, (rest, _) in enumerate(pairs) if rest <= most)
        name = robot.motor_joints[i].name
        sharp[name], decay[name] = speeds[chosen], pairs[chosen][1]
        for columns, row in zip(regressors, rows):
            for kind, curve in row.thin(sharp[name], decay[name]).items():
                columns.by[kind][:, :, i] = curve[:, None] * N[i]
    return robot.with_drives(coulomb_speed=sharp, stribeck_speed=decay if stribeck else ...)


class FrictionRows(NamedTuple):
    """Torque rows of one recording at the joint of one motor, as functions of the motor's friction speeds."""

    log: Log
    """The filtered recording."""
    columns: FilteredColumns
    """Filtered regressor columns and torques of all joints."""
    v: Floats
    """(T,): velocity of the motor [rad/s or m/s]."""
    i: int
    """Index of the motor and of its joint."""
    turns: float
    """N_ii, the entry of the transmission matrix: motor motion per motion of its joint."""

    def thin(self, speed: float, away: float) -> dict[str, Floats]:
        """Return the filtered columns {kind: (R,)} of Coulomb friction and, if the Stribeck speed `away` is finite, of Stribeck
        friction; speed: Coulomb speed."""
        curves = {"coulomb_friction": smooth_sign(self.v, np.array(speed))}
        if np.isfinite(away):
            curves["stribeck_friction"] = stribeck_sign(self.v, np.array(speed), np.array(away))
        return {name: jumping(curve, self.log) for name, curve in curves.items()}

    def wide(self, speed: float, away: float) -> tuple[Floats, Floats]:
        """Return the regressor (R, P) and target torque (R,) of the joint, with the friction columns of `thin`(speed, away)."""
        friction, rows, i = self.thin(speed, away), self.columns.keep[:, self.i], self.i
        others = [np.delete(x[rows, i], i, axis=1) if name in friction else x[rows, i] for name, x in self.columns.by.items()]
        return np.hstack([*others, *(self.turns * x[rows, None] for x in friction.values())]), self.columns.target[rows, i]


def _left(rows: Sequence[FrictionRows], speed: float, away: float = np.inf) -> float:
    """Return the residual sum of squares of all recordings for Coulomb speed `speed` and Stribeck speed `away` (inf: none)."""
    systems = [row.wide(speed, away) for row in rows]
    return _unexplained(np.vstack([columns for columns, _ in systems]), np.concatenate([targets for _, targets in systems]))


def _away(rows: Sequence[FrictionRows], speed: float, peak: float) -> tuple[float, float]:
    """Return (smallest residual sum of squares, optimal Stribeck speed [rad/s or m/s]) for a Coulomb speed `speed`.

    rows: one entry per recording; peak: largest speed of the motor [rad/s or m/s].
    """
    from scipy.optimize import minimize_scalar

    tried = [_left(rows, speed, share * peak) for share in AWAY]
    k = int(np.argmin(tried))
    ends = sorted(np.log(peak * AWAY[j]) for j in (max(k - 1, 0), min(k + 1, len(AWAY) - 1)))
    refined = minimize_scalar(
        lambda x: _left(rows, speed, float(np.exp(x))), bounds=ends, method="bounded", options={"xatol": NEAR}
    )
    return min((float(refined.fun), float(np.exp(refined.x))), (tried[k], AWAY[k] * peak))


def _unexplained(columns: Floats, targets: Floats) -> float:
    """Return the residual sum of squares of the least-squares fit of targets (R,) by columns (R, P)."""
    sizes = np.linalg.norm(columns, axis=0)
    scaled = columns[:, sizes > 0.0] / sizes[sizes > 0.0]
    residual = targets - scaled @ np.linalg.lstsq(scaled, targets, rcond=1e-6)[0]
    return float(residual @ residual)
