"""Equations of motor torques with dry friction as sharp as the recording shows it.

Friction that jumps is what machines have; `Drive.coulomb_speed` makes it smooth, and may be far above what a slow motion sees.
How much more there is near standstill (Stribeck) falls over a speed that nobody knows before, either. Both speeds are chosen
for each motor among some, by the sum of squares that the columns of its own rows leave: torque is linear in all other numbers.
"""

from collections.abc import Sequence

import numpy as np

from jounce.errors import InputError
from jounce.identification.log import Log
from jounce.identification.torque import (
    Columns,
    TorqueEquations,
    dense,
    motion,
    smooth_sign,
    stribeck_sign,
    thin_columns,
    thinned,
    white,
)
from jounce.plant.plant import plant_of
from jounce.robot import Robot
from jounce.trajectory.path import Floats

SPEEDS = (1e-2, 3e-3, 1e-3, 3e-4, 1e-4)
"""Of a joint's largest speed: over which dry friction may change sign."""
AWAY = (0.4, 0.28, 0.2, 0.14, 0.1, 0.07, 0.05, 0.035, 0.025, 0.0175, 0.0125)
"""Of a joint's largest speed: at which half of Stribeck's friction may be gone."""
AS_WELL = 1.02
"""Of the smallest sum of squares: a smoother friction that explains the torque as well is taken."""


def torque_equations(robot: Robot, log: Log, names: Sequence[str]) -> tuple[Robot, TorqueEquations]:
    """The equations of a recording that is filtered; and the robot, with dry friction as sharp as the recording shows it."""
    if log.tau_m is None:
        raise InputError("the recording has no motor torque: give tau_m, or current with torque_constant.")
    found = thin_columns(robot, log, names)
    if "coulomb_friction" in names:
        robot = with_speeds(robot, log, found)
    wide = np.concatenate(list(found.by.values()), axis=2)
    return robot, TorqueEquations(
        tuple(f"torque at {joint.name} [{'N' if joint.prismatic else 'Nm'}]" for joint in robot.axes),
        tuple(found.by),
        tuple(x.shape[2] for x in found.by.values()),
        tuple(wide[found.keep[:, i], i] for i in range(robot.n)),
        tuple(found.known[found.keep[:, i], i] for i in range(robot.n)),
        white(log) * float((np.where(found.keep, found.torque, 0.0) ** 2).sum()),
        white(log),
    )


def with_speeds(robot: Robot, log: Log, found: Columns) -> Robot:
    """The robot with the speeds of its dry friction as the recording shows them; columns follow, in place.

    Of some speeds over which it changes sign the largest one is taken with which the joint's own rows are explained as well as
    with any; where Stribeck's friction is sought, both speeds that explain them best.
    """
    every = dense(log)
    thetad = motion(robot, log, every).thetad
    N = plant_of(robot).transmission.matrix(robot.n)
    peak = np.abs(thetad).max(axis=0)
    sharp, gone = {}, {}

    def left(i: int, curves: dict[str, Floats]) -> tuple[float, dict[str, Floats]]:
        """What is left of the rows of motor i with these curves (T,) in the place of its own columns, and these, thinned."""
        thin = {name: thinned(curve[:, None], log, log.step * every, log.factor // every)[:, 0] for name, curve in curves.items()}
        rows = found.keep[:, i]
        rest = [np.delete(x[rows, i], i, axis=1) if name in thin else x[rows, i] for name, x in found.by.items()]
        wide = np.hstack([*rest, *(N[i, i] * x[rows, None] for x in thin.values())])
        return _unexplained(wide, found.known[rows, i]), thin

    for i, drive in enumerate(robot.motor_drives[: robot.n]):
        if drive is None or not peak[i] > 0.0:
            continue
        v, name = thetad[:, i], robot.motor_joints[i].name
        speeds = sorted({drive.coulomb_speed, *(share * peak[i] for share in SPEEDS if share * peak[i] < drive.coulomb_speed)})
        tried = []
        for speed in speeds:
            curves = [{"coulomb_friction": smooth_sign(v, np.array(speed))}]
            if "stribeck_friction" in found.by:
                aways = [np.array(share * peak[i]) for share in AWAY]
                curves = [{**curves[0], "stribeck_friction": stribeck_sign(v, np.array(speed), away)} for away in aways]
            both = [left(i, each) for each in curves]
            best = min(range(len(both)), key=lambda k: both[k][0])
            tried.append((both[best][0], AWAY[best] * peak[i], both[best][1]))
        least = min(row[0] for row in tried)
        most = least if "stribeck_friction" in found.by else AS_WELL * least  # a sign that is too smooth looks like more friction
        chosen = max(k for k, row in enumerate(tried) if row[0] <= most)
        sharp[name], gone[name] = speeds[chosen], float(tried[chosen][1])
        for kind, curve in tried[chosen][2].items():
            found.by[kind][:, :, i] = curve[:, None] * N[i]
    if "stribeck_friction" in found.by:
        robot = robot.with_drives(stribeck_speed=gone)
    return robot.with_drives(coulomb_speed=sharp)


def _unexplained(wide: Floats, known: Floats) -> float:
    """Sum of squares that columns leave."""
    sizes = np.linalg.norm(wide, axis=0)
    scaled = wide[:, sizes > 0.0] / sizes[sizes > 0.0]
    rest = known - scaled @ np.linalg.lstsq(scaled, known, rcond=1e-6)[0]
    return float(rest @ rest)
