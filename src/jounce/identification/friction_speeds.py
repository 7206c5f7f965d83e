"""Equations of motor torques with dry friction as sharp as the recording shows it.

Friction that jumps is what machines have; `Drive.coulomb_speed` makes it smooth, and may be far above what a slow motion sees.
How much more there is near standstill (Stribeck) falls over a speed that nobody knows before, either. Both speeds are chosen
for each motor among some, by the sum of squares that the columns of its own rows leave: torque is linear in all other numbers.
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
"""Of a joint's largest speed: over which dry friction may change sign."""
AWAY = (0.4, 0.2, 0.1, 0.05, 0.025, 0.0125)
"""Of a joint's largest speed: at which half of Stribeck's friction may be gone; the search then goes on between them."""
NEAR = 0.01
"""Relative: how well the speed over which it goes is found among these."""
AS_WELL = 1.02
"""Of the smallest sum of squares: a smoother friction that explains the torque as well is taken."""


def torque_equations(robot: Robot, logs: Sequence[Log], names: Sequence[str]) -> tuple[Robot, list[TorqueEquations]]:
    """The equations of each recording, filtered before; and the robot, with dry friction as sharp as they all show it."""
    if any(log.tau_m is None for log in logs):
        raise InputError("the recording has no motor torque: give tau_m, or current with torque_constant.")
    found = [thin_columns(robot, log, names) for log in logs]
    if "coulomb_friction" in names:
        robot = with_speeds(robot, logs, found)
    return robot, [_equations(robot, log, each) for log, each in zip(logs, found)]


def _equations(robot: Robot, log: Log, found: FilteredColumns) -> TorqueEquations:
    wide = np.concatenate(list(found.by.values()), axis=2)
    return TorqueEquations(
        tuple(f"torque at {joint.name} [{'N' if joint.prismatic else 'Nm'}]" for joint in robot.axes),
        tuple(found.by),
        tuple(x.shape[2] for x in found.by.values()),
        tuple(wide[found.keep[:, i], i] for i in range(robot.n)),
        tuple(found.known[found.keep[:, i], i] for i in range(robot.n)),
        white(log) * float((np.where(found.keep, found.torque, 0.0) ** 2).sum()),
        white(log),
    )


def with_speeds(robot: Robot, logs: Sequence[Log], found: Sequence[FilteredColumns]) -> Robot:
    """The robot with the speeds of its dry friction as the recordings show them; columns follow, in place.

    Of some speeds over which it changes sign the largest one is taken with which the joint's own rows are explained as well as
    with any; where Stribeck's friction is sought, both speeds that explain them best.
    """
    moving = [motion(robot, log).thetad for log in logs]
    N = plant_of(robot).transmission.matrix(robot.n)
    peak = np.max([np.abs(v).max(axis=0) for v in moving], axis=0)
    stribeck = "stribeck_friction" in found[0].by
    sharp, gone = {}, {}
    for i, drive in enumerate(robot.motor_drives[: robot.n]):
        if drive is None or not peak[i] > 0.0:
            continue
        rows = [FrictionRows(log, each, v[:, i], i, float(N[i, i])) for log, each, v in zip(logs, found, moving)]
        speeds = sorted({drive.coulomb_speed, *(share * peak[i] for share in SPEEDS if share * peak[i] < drive.coulomb_speed)})
        pairs = [_away(rows, speed, peak[i]) if stribeck else (_left(rows, speed), np.inf) for speed in speeds]
        least = min(rest for rest, _ in pairs)
        most = least if stribeck else AS_WELL * least  # a sign that is too smooth looks like more friction
        chosen = max(k for k, (rest, _) in enumerate(pairs) if rest <= most)
        name = robot.motor_joints[i].name
        sharp[name], gone[name] = speeds[chosen], pairs[chosen][1]
        for each, row in zip(found, rows):
            for kind, curve in row.thin(sharp[name], gone[name]).items():
                each.by[kind][:, :, i] = curve[:, None] * N[i]
    return robot.with_drives(coulomb_speed=sharp, **({"stribeck_speed": gone} if stribeck else {}))


class FrictionRows(NamedTuple):
    """What one recording says of one motor's friction."""

    log: Log
    found: FilteredColumns
    v: Floats
    """(T,): speed of the motor [rad/s or m/s]."""
    i: int
    """Which motor."""
    turns: float
    """N_ii: how often it turns with its joint."""

    def thin(self, speed: float, away: float) -> dict[str, Floats]:
        """Columns of dry friction (R,) that changes sign over `speed`, and of Stribeck's, half of which is gone at `away`."""
        curves = {"coulomb_friction": smooth_sign(self.v, np.array(speed))}
        if np.isfinite(away):
            curves["stribeck_friction"] = stribeck_sign(self.v, np.array(speed), np.array(away))
        return {name: jumping(curve, self.log) for name, curve in curves.items()}

    def wide(self, speed: float, away: float) -> tuple[Floats, Floats]:
        """All columns of the joint's rows with these two in the place of its own, and what they are to sum up to."""
        thin, rows, i = self.thin(speed, away), self.found.keep[:, self.i], self.i
        rest = [np.delete(x[rows, i], i, axis=1) if name in thin else x[rows, i] for name, x in self.found.by.items()]
        return np.hstack([*rest, *(self.turns * x[rows, None] for x in thin.values())]), self.found.known[rows, i]


def _left(rows: Sequence[FrictionRows], speed: float, away: float = np.inf) -> float:
    """Sum of squares that the columns of all recordings leave."""
    both = [row.wide(speed, away) for row in rows]
    return _unexplained(np.vstack([wide for wide, _ in both]), np.concatenate([known for _, known in both]))


def _away(rows: Sequence[FrictionRows], speed: float, peak: float) -> tuple[float, float]:
    """What is left with the best speed over which Stribeck's friction goes, and that speed: the best of some, then between its
    neighbours."""
    from scipy.optimize import minimize_scalar

    tried = [_left(rows, speed, share * peak) for share in AWAY]
    k = int(np.argmin(tried))
    ends = sorted(np.log(peak * AWAY[j]) for j in (max(k - 1, 0), min(k + 1, len(AWAY) - 1)))
    found = minimize_scalar(
        lambda x: _left(rows, speed, float(np.exp(x))), bounds=ends, method="bounded", options={"xatol": NEAR}
    )
    return min((float(found.fun), float(np.exp(found.x))), (tried[k], AWAY[k] * peak))


def _unexplained(wide: Floats, known: Floats) -> float:
    """Sum of squares that columns leave."""
    sizes = np.linalg.norm(wide, axis=0)
    scaled = wide[:, sizes > 0.0] / sizes[sizes > 0.0]
    rest = known - scaled @ np.linalg.lstsq(scaled, known, rcond=1e-6)[0]
    return float(rest @ rest)
