"""Random lines and splines of arms with the drives of the library: within limits, and below the polynomial slowed down."""

from importlib import metadata
from pathlib import Path

import numpy as np
import pytest

import jounce as jn

pytestmark = pytest.mark.native
MOTORS = [176.0, 176.0, 100.0, 100.0, 100.0, 38.0, 38.0]
EXAMPLES = {"ur10": ("ur10_robot.urdf", {}), "panda": ("panda.urdf", {"lock": {"*finger*": 0.0}})}


def arm(name):
    if name == "lwr":
        return jn.load("kuka_lwr").with_limits(motor_torque=MOTORS)
    try:
        files = metadata.files("example-robot-data")
    except metadata.PackageNotFoundError as reason:
        pytest.skip(str(reason))
    file, options = EXAMPLES[name]
    return jn.load(next(Path(f.locate()) for f in files if f.name == file), drives=name, **options)


def share(robot, path, samples):
    plan = jn.feedforward(robot, path, np.linspace(path.start_time, path.end_time, samples))
    return max(row.share for row in plan.peaks)


def random_case(robot, seed):
    """A path by duration, along which the robot can stand: random ones until one is."""
    rng = np.random.default_rng(seed)
    lower, upper = np.clip(robot.limits.position.T, -2.0, 2.0)
    while True:
        points = lower + (upper - lower) * rng.uniform(0.15, 0.85, (4 if seed % 3 == 2 else 2, robot.n))

        def path(duration, points=points):
            if len(points) == 2:
                return jn.trajectory.rest_to_rest(*points, duration, degree=11)
            return jn.trajectory.spline(np.linspace(0.0, duration, len(points)), points, degree=11)

        if share(robot, path(1e3), 201) < 0.999:
            return path


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        pytest.param(name, seed, marks=[] if name == "lwr" and seed in (0, 2) else [pytest.mark.slow])
        for name in ("lwr", "ur10", "panda")
        for seed in range(12)
    ],
)
def test_random_paths(name, seed):
    robot = arm(name)
    path = random_case(robot, seed)
    fast = jn.fastest(robot, path(2.0))
    assert share(robot, fast, 8001) < 1.0 + 1e-6
    duration = fast.status.time
    while share(robot, path(duration), 401) > 1.0:
        duration *= 1.02
    assert fast.status.time < duration
