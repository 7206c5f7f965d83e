"""`jn.fastest` beside what others find: CasADi and IPOPT for elastic joints, TOPP-RA for rigid ones; limits of many random paths.

    python benchmarks/fastest.py probe      the KUKA LWR's straight path, two masses and a spring
    python benchmarks/fastest.py rigid      TOPP-RA, 500 points
    python benchmarks/fastest.py ipopt [k]  10 random paths, IPOPT from the polynomial and from ours, the better
    python benchmarks/fastest.py random     100 random paths: limits on a finer grid, and the polynomial slowed down

The UR10 and the Panda are those of example-robot-data, with the drives of the library. IPOPT has the same unknowns, coefficients
of a spline w(t / T) and T, of twice as many pieces. Limits hold at eight places of each piece and, along curves through
waypoints, at 64 of the pieces at both ends, where q grows as w^6. What they are exceeded by between these places is stated: its
time is a little below what could be run.
"""

import logging
import sys
from importlib import metadata
from pathlib import Path
from time import process_time

import numpy as np

import jounce as jn
from jounce.timing.path_geometry import PathGeometry, TimedPath
from jounce.timing.time_scaling import TimeScaling, refine

MOTORS = [176.0, 176.0, 100.0, 100.0, 100.0, 38.0, 38.0]
PROBE = [1.0, -0.5, 0.8, 1.2, 0.3, -0.7, 0.5]
FILES = {"ur10": ("ur10_robot.urdf", {}), "panda": ("panda.urdf", {"lock": {"*finger*": 0.0}})}
PIECES = 128
"""Of IPOPT's timing: ours is one of those that it chooses from."""
CASES = [
    ("lwr", 0),
    ("ur10", 0),
    ("panda", 0),
    ("lwr", 1),
    ("ur10", 1),
    ("panda", 1),
    ("lwr", 2),
    ("ur10", 2),
    ("panda", 2),
    ("lwr", 5),
]
"""For IPOPT: an arm and the seed of a path, six lines and four through waypoints."""
ENDS = 2
"""Pieces at either end of a curve in which limits hold at more places."""
INSIDE = 1e-6
"""Share of a piece by which places are away from its ends."""
OVER = 1e-6
"""By which share a limit may be exceeded on the finer grid."""


def arm(name: str) -> jn.Robot:
    if name == "lwr":
        return jn.load("kuka_lwr").with_limits(motor_torque=MOTORS)
    file, options = FILES[name]
    found = next(Path(f.locate()) for f in metadata.files("example-robot-data") if f.name == file)
    return jn.load(found, drives=name, **options)


def largest_share(robot: jn.Robot, path: jn.trajectory.Path, samples: int) -> float:
    plan = jn.feedforward(robot, path, np.linspace(path.start_time, path.end_time, samples))
    return max(row.share for row in plan.peaks)


def random_path(robot: jn.Robot, seed: int):
    """A path by its duration along which the robot can stand: a line, or through four waypoints where 3 divides seed + 1."""
    rng = np.random.default_rng(seed)
    lower, upper = np.clip(robot.limits.position.T, -2.0, 2.0)
    while True:
        points = lower + (upper - lower) * rng.uniform(0.15, 0.85, (4 if seed % 3 == 2 else 2, robot.n))

        def path(duration, points=points):
            if len(points) == 2:
                return jn.trajectory.rest_to_rest(*points, duration, degree=11)
            return jn.trajectory.spline(np.linspace(0.0, duration, len(points)), points, degree=11)

        if largest_share(robot, path(1e3), 201) < 0.999:
            return path


def slowed_down(robot: jn.Robot, path, guess: float) -> float:
    """The duration at which the path in its own timing is within limits [s], to 0.1 %."""
    low, high = 0.0, guess
    while largest_share(robot, path(high), 801) > 1.0:
        low, high = high, 1.5 * high
    while high - low > 1e-3 * high:
        middle = 0.5 * (low + high)
        low, high = (low, middle) if largest_share(robot, path(middle), 801) <= 1.0 else (middle, high)
    return high


# ---------------------------------------------------------------- IPOPT


def shares_along(robot: jn.Robot, path: jn.trajectory.Path, order: int):
    """A CasADi function of w and its time derivatives (order+1,): shares of all limits that are finite, torque rates included."""
    import casadi as ca

    W = ca.SX.sym("w", order + 1)
    P = derivatives_by_place(path, order, W[0])
    powers = [[ca.SX(1)] + [ca.SX(0)] * order]  # Taylor coefficients of (w(t) - w)^j
    factorial = [float(np.prod(np.arange(1, k + 1))) for k in range(order + 1)]
    taylor = [ca.SX(0)] + [W[k] / factorial[k] for k in range(1, order + 1)]
    for _ in range(order):
        powers.append([sum(powers[-1][i] * taylor[k - i] for i in range(k + 1)) for k in range(order + 1)])
    rows = [factorial[k] * sum(P[j] / factorial[j] * powers[j][k] for j in range(order + 1)) for k in range(order + 1)]
    Q = [ca.SX.sym(f"q{k}", robot.n) for k in range(order + 1)]
    done = jn.inverse_dynamics(robot, *Q[: robot.motion_order + 1])
    rate = ca.jtimes(done.tau_m, ca.vcat(Q[:-1]), ca.vcat(Q[1:])) if order > robot.motion_order else None
    values = {"velocity": Q[1], "acceleration": Q[2], "jerk": Q[3], "motor_torque": done.tau_m, "torque_rate": rate}
    values |= {"joint_torque": done.tau_j[0], "deflection": done.delta, "motor_velocity": done.theta[1]}
    found = []
    for name, value in values.items():
        limit = getattr(robot.limits, name)
        found += [value[i] / limit[i] for i in np.flatnonzero(np.isfinite(limit))]
    of_motion = ca.Function("of_motion", Q, [ca.vcat(found)])
    return ca.Function("shares", [W], [of_motion(*rows)])


def derivatives_by_place(path: jn.trajectory.Path, order: int, w):
    """q and its derivatives by w, each (n,), as CasADi expressions: a line by its share of the way, a spline by its time."""
    import casadi as ca

    if not hasattr(path, "points"):
        ends = path(np.array([path.start_time, path.end_time]))[0]
        return [ends[0] + w * (ends[1] - ends[0]), ca.SX(ends[1] - ends[0]), *[ca.SX(path.n, 1)] * (order - 1)]
    begin, length = path.start_time, path.end_time - path.start_time
    breaks = path.piece_ends
    rows = path(breaks[:-1], int(path.max_order))  # derivatives where each piece begins
    found = []
    for k in range(order + 1):
        total = None
        for i in range(len(breaks) - 2, -1, -1):
            u, value = w * length - (breaks[i] - begin), 0.0
            for m in range(len(rows) - 1, k - 1, -1):
                value = value * u / (m - k + 1) + ca.DM(rows[m, i])
            value = value * length**k
            total = value if total is None else ca.if_else(w * length < breaks[i + 1] - begin, value, total)
        found.append(total)
    return found


def places(ends: np.ndarray, straight: bool) -> np.ndarray:
    """Shares of the duration at which IPOPT's limits hold, by the ends of the pieces of its timing."""
    found = []
    for i in range(len(ends) - 1):
        each = 64 if not straight and min(i, len(ends) - 2 - i) < ENDS else 8
        found.append(ends[i] + (ends[i + 1] - ends[i]) * np.linspace(INSIDE, 1.0 - INSIDE, each))
    return np.concatenate(found)


def ipopt(robot: jn.Robot, path: jn.trajectory.Path, guess: float, start=None) -> tuple[float, float, str]:
    """Least time [s], time of computing [s], and what IPOPT says, with the largest share at 20001 instants.

    start: a motion of ours along the same path, to begin with.
    """
    import casadi as ca
    from scipy.interpolate import BSpline

    rated = bool(np.isfinite(robot.limits.torque_rate).any())
    order = robot.motion_order + rated
    straight = not hasattr(path, "points")
    held = order if straight else 1
    degree, pieces = order + 1, PIECES
    knots = np.concatenate([np.zeros(degree), np.linspace(0.0, 1.0, pieces + 1), np.ones(degree)])
    shape = None if start is None else TimeScaling(start.knots, start.coefficients, held)
    while shape is not None and shape.pieces < pieces:
        shape = refine(shape)
    knots = knots if shape is None else shape.knots
    count = len(knots) - degree - 1
    x = places(np.unique(knots), straight)
    basis = BSpline(knots, np.eye(count), degree)
    free = count - 2 * held
    z = ca.MX.sym("z", free + 1)
    T = z[-1] * guess
    c = ca.vertcat(np.zeros(held), z[:-1], np.ones(held))
    W = ca.horzcat(*[ca.sparsify(ca.DM(basis(x, nu=k))) @ c / T**k for k in range(order + 1)]).T
    shares = ca.vec(shares_along(robot, path, order).map(len(x))(W))
    rising = c[1:] - c[:-1]
    problem = {"x": z, "f": z[-1], "g": ca.vertcat(shares, rising)}
    options = {"print_time": False, "ipopt": {"print_level": 0, "sb": "yes", "max_iter": 500, "tol": 1e-6, "max_cpu_time": 300.0}}
    solver = ca.nlpsol("solver", "ipopt", problem, options)
    centres = np.array([knots[i + 1 : i + degree + 1].mean() for i in range(count)])
    own = jn.trajectory.rest_to_rest([0.0], [1.0], 1.0, degree=2 * order + 1)
    first = own(centres)[0, :, 0] if straight else centres
    first = first if shape is None else shape.coefficients
    many = shares.shape[0]
    began = process_time()
    found = solver(
        x0=np.append(first[held:-held], 1.0),
        lbg=np.concatenate([-np.ones(many), np.zeros(count - 1)]),
        ubg=np.concatenate([np.ones(many), np.full(count - 1, np.inf)]),
        lbx=np.append(np.zeros(free), 0.05),
    )
    duration, spent = float(found["x"][-1]) * guess, process_time() - began
    coefficients = np.concatenate([np.zeros(held), np.ravel(found["x"])[:-1], np.ones(held)])
    share = largest_share(robot, TimedPath(path, knots, coefficients, held, duration), 20001)
    return duration, spent, f"{solver.stats()['return_status']}, shares to {share:.4f}"


def beside_ipopt(cases: list[tuple[str, int]]) -> None:
    worst = -np.inf
    for name, seed in cases:
        robot = arm(name)
        path = random_path(robot, seed)
        slow = slowed_down(robot, path, 1.0)
        began = process_time()
        fast = jn.fastest(robot, path(2.0))
        status, ours = fast.status, process_time() - began
        both = [ipopt(robot, path(slow), slow), ipopt(robot, path(2.0), status.time, fast)]
        (best, spent, said), excess = min(both), status.time / min(both)[0] - 1.0
        worst = max(worst, excess)
        kind = "waypoints" if seed % 3 == 2 else "line"
        whence = "ours" if min(both) == both[1] else "the polynomial"
        print(f"{name:6}{seed:3} {kind:10} fastest {status.time:.4f} s in {ours:.2f} s, {100 * excess:+.2f} %", end="   ")
        print(f"IPOPT {best:.4f} s in {spent:.1f} s ({said}, from {whence})", end="   ")
        print(f"rigid {status.rigid_time:.4f} s   polynomial {slow:.4f} s", flush=True)
    print(f"at most {100 * worst:+.2f} % above IPOPT")


# ---------------------------------------------------------------- TOPP-RA


def topp_ra(robot: jn.Robot, path: jn.trajectory.Path, grid: np.ndarray) -> tuple[float, float]:
    """Its least time [s] at these places of the curve, and what it took [s]."""
    import toppra

    logging.getLogger("toppra").setLevel(logging.ERROR)
    curve = PathGeometry(path)

    class Same(toppra.interpolator.AbstractGeometricPath):
        dof, path_interval, waypoints = curve.n, np.array([0.0, 1.0]), None

        def __call__(self, w, order=0):
            found = curve(np.atleast_1d(np.asarray(w, dtype=float)), 2)[order]
            return found[0] if np.ndim(w) == 0 else found

    def torque(q, qd, qdd):
        return jn.inverse_dynamics(robot, q, qd, qdd).tau_m

    limit = robot.limits.motor_torque
    constraint = toppra.constraint.JointTorqueConstraint(torque, np.stack([-limit, limit], axis=1), np.zeros(robot.n))
    began = process_time()
    solver = toppra.algorithm.TOPPRA([constraint], Same(), gridpoints=grid, solver_wrapper="seidel")
    rates = solver.compute_parameterization(0.0, 0.0)[1]
    spent = process_time() - began
    return float(np.sum(2.0 * np.diff(grid) / (rates[1:] + rates[:-1]))), spent


def beside_topp_ra() -> None:
    robot = arm("lwr").with_rigid_joints()
    rng = np.random.default_rng(0)
    paths = {"line": jn.trajectory.rest_to_rest(np.zeros(7), PROBE, 2.0, degree=9)}
    for k in (3, 5):
        paths[f"spline of degree {k}"] = jn.trajectory.spline(np.arange(5.0), rng.uniform(-1.5, 1.5, (5, 7)), degree=k)
    for name, path in paths.items():
        grid = np.linspace(0.0, 1.0, 500) if name == "line" else 0.5 - 0.5 * np.cos(np.pi * np.linspace(0.0, 1.0, 500))
        spent, theirs, ours = [], [], 0.0
        for _ in range(15):
            began = process_time()
            ours = jn.fastest(robot, path).duration
            spent.append(process_time() - began)
            theirs.append(topp_ra(robot, path, grid))
        least = min(row[1] for row in theirs)
        fast = jn.fastest(robot, path)
        share, began = largest_share(robot, fast, 20001), process_time()
        proof = max(float(x.max()) for x in fast.status.shares.values()), process_time() - began
        print(
            f"{name:20} fastest {ours:.4f} s in {1e3 * min(spent):.1f} ms, TOPP-RA {theirs[0][0]:.4f} s in {1e3 * least:.1f} ms, "
            f"time {100 * (ours / theirs[0][0] - 1):+.2f} %, computing {min(spent) / least:.2f}x, largest share {share:.7f}, "
            f"proved {proof[0]:.7f} in {1e3 * proof[1]:.1f} ms"
        )


# ---------------------------------------------------------------- what is known, and what is random


def probe() -> None:
    robot = arm("lwr")
    path = jn.trajectory.rest_to_rest(np.zeros(7), PROBE, 2.0, degree=9)
    jn.fastest(robot, path)
    began = process_time()
    fast = jn.fastest(robot, path)
    spent = process_time() - began
    over = largest_share(robot, fast, 20 * 4 * fast.status.pieces + 1) - 1.0
    slow = slowed_down(robot, lambda T: jn.trajectory.rest_to_rest(np.zeros(7), PROBE, T, degree=9), 1.0)
    print(f"LWR: {fast.status.time:.4f} s in {spent:.2f} s, over a limit by {over:.1e}; polynomial {slow:.4f} s, {fast.status}")
    drive = jn.Drive(rotor_inertia=1.0, gear_ratio=1.0, stiffness=1.0)
    joint = jn.Joint(
        "x", "prismatic", "base", "body", axis=(1.0, 0.0, 0.0), drive=drive, limits=jn.robot.JointLimits(motor_torque=1.0)
    )
    masses = jn.Robot.build("two_masses", [jn.Link("base"), jn.Link("body", 1.0)], [joint], gravity=(0.0, 0.0, 0.0))
    for pieces in (16, 32, 64, 128):
        time = jn.fastest(masses, jn.trajectory.rest_to_rest([0.0], [1.0], 1.0, degree=9), pieces=pieces).status.time
        print(f"two masses and a spring, {pieces} pieces: {time:.5f} s, {100 * (time / 4.21787 - 1):+.4f} % of the optimum")


def random_paths(count: int) -> None:
    over, gain, failed = -np.inf, np.inf, 0
    for k in range(count):
        name, seed = ("lwr", "ur10", "panda")[k % 3], k // 3
        robot = arm(name)
        path = random_path(robot, seed)
        fast = jn.fastest(robot, path(2.0))
        share = largest_share(robot, fast, 20 * 4 * fast.status.pieces + 1)
        slow = slowed_down(robot, path, fast.status.time)
        over, gain = max(over, share - 1.0), min(gain, slow / fast.status.time)
        failed += share > 1.0 + OVER or slow <= fast.status.time
        print(
            f"{name:6}{seed:3} {fast.status.time:.4f} s, share {share:.7f}, polynomial {slow / fast.status.time:.3f}x, rigid "
            f"{fast.status.rigid_time / fast.status.time:.3f}x",
            flush=True,
        )
    print(f"{count} paths: {failed} failed, over a limit by at most {over:.1e}, polynomials at least {gain:.3f}x as long")


if __name__ == "__main__":
    wanted = sys.argv[1:] or ["probe", "rigid", "ipopt", "random"]
    if "probe" in wanted:
        probe()
    if "rigid" in wanted:
        beside_topp_ra()
    if "ipopt" in wanted:
        beside_ipopt([CASES[int(k)] for k in wanted if k.isdigit()] or CASES)
    if "random" in wanted:
        random_paths(100)
