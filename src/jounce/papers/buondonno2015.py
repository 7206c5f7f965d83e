"""[Buondonno2015]: EJNEA on a KUKA LWR from rest to rest, what elasticity changes, what it costs."""

import numpy as np

import jounce as jn
from jounce.control import FeedbackLinearization
from jounce.control.protocol import Reference
from jounce.functions.backend import plainly
from jounce.numbers.packing import Array
from jounce.papers import robots
from jounce.papers.claim import Claim, Drawing, Progress, Report, Table
from jounce.papers.draw import BLUE, COLUMN, GREEN, ORANGE, blank, single, small
from jounce.papers.measure import EPSILON, ROUNDING, operations, residual, seconds, too_slow, way

DURATION, STEP = 4.0, 0.01
START = np.radians([95.0, -80.0, -95.0, -95.0, -90.0, 105.0, -80.0])
GOAL = np.radians([-120.0, 120.0, 110.0, 120.0, 100.0, -95.0, 105.0])
FINE = 2001
"""Samples on which peaks are looked for; every fifth is drawn."""
CHAINS = tuple(range(5, 31))
MOTIONS = 1000
"""Random ones, with the speeds of the paper, among which large differences are looked for."""

CHOSEN = "Start and goal are ours, and were chosen so."

SETTING = """\
The robot is the KUKA LWR of Table I (`jn.load("kuka_lwr")`), its inertia rows read as xx, xy, xz, yy, yz, zz. Start and goal of
the motion are not in the paper. Ours, from (95, -80, -95, -95, -90, 105, -80) to (-120, 120, 110, 120, 100, -95, 105) deg, are
multiples of 5 deg within the arm's range, chosen for the speeds, deflections and torque differences that section V states."""


def report(progress: Progress) -> Report:
    """All claims and Figs. 1 to 5."""
    robot = jn.load("kuka_lwr")
    path = jn.trajectory.rest_to_rest(START, GOAL, DURATION, degree=7)
    t = np.linspace(0.0, DURATION, FINE)
    elastic, rigid = jn.feedforward(robot, path, t), jn.feedforward(robot.with_rigid_joints(), path, t)
    progress(0.1)
    claims = _model(robot)
    progress(0.3)
    growth = _growth()
    progress(0.6)
    claims += [*_complexity(growth), *_direct(growth), *_experiment(elastic, rigid)]
    claims += _times(robot, path)
    progress(0.9)
    drawings = [*_figures(elastic, rigid), _cost(growth)]
    return Report("Buondonno and De Luca 2015", "Buondonno2015", SETTING, claims, drawings, [_table_1(robot)])


# ---------------------------------------------------------------- the model and its inverse, sections II to IV


def _model(robot: jn.Robot) -> list[Claim]:
    Q = np.random.default_rng(0).normal(size=(5, robot.n))
    state = [jn.State._fields.index(name) for name in ("q", "qd", "theta", "thetad")]
    K = np.array([1e3, 1e6])
    soft, stiff = (_elastic_share(robot, k, Q) for k in K)
    with plainly():
        sizes = [_recursion_error(robots.generic(n)) for n in range(1, 9)]
        slid = _recursion_error(robots.generic(6, sliding=True))
    snap, condition = _snap_error(robot, Q), float(np.linalg.cond(jn.mass_matrix(robot, Q[0])[0]))
    moment = _best_moment()
    return [
        Claim(
            "The state of a robot with N elastic joints has 4N numbers.",
            "4N = 28",
            f"{len(state) * robot.n}",
            len(state) * robot.n == 28,
            where="Sec. II",
        ),
        Claim(
            "Inverse dynamics takes the desired motion to its fourth derivative, two more than for rigid joints.",
            "4, and 2 if rigid",
            f"{robot.motion_order}, and {robot.with_rigid_joints().motion_order} if rigid",
            (robot.motion_order, robot.with_rigid_joints().motion_order) == (4, 2),
            where="Sec. II-A, (11)",
        ),
        Claim(
            "As K goes to infinity, the torque of the rigid robot is recovered.",
            "limit of (11) is (2)",
            f"difference {soft:.2e} Nm at K = 1e3, {stiff:.2e} Nm at K = 1e6 Nm/rad: as 1/K",
            bool(abs(soft / stiff / 1e3 - 1.0) < 1e-6),
            where="Sec. II-A",
        ),
        Claim(
            "The recursion gives the torque and its two derivatives that the model (6) gives, on robots of growing size.",
            "equal",
            f"to {max(sizes):.0e} of the largest entry, N = 1 to 8, generic axes",
            max(sizes) < ROUNDING,
            where="Sec. V, (39)-(41)",
        ),
        Claim(
            "The equations hold for revolute and for prismatic joints.",
            "equal",
            f"to {slid:.0e}, N = 6, every other joint prismatic",
            slid < ROUNDING,
            where="Sec. III-A",
        ),
        Claim(
            "The control law (12) with (14), (15) gives each link the fourth derivative v that it is told.",
            "snap of q = v",
            f"to {snap:.0e} of the largest entry, through forward dynamics; M has condition {condition:.0e}",
            snap < 10.0 * EPSILON * condition,
            where="Sec. II-B, IV",
        ),
        Claim(
            "The inertia rows of the parameter table are xx, yy, zz, xy, yz, zx.",
            "as labelled",
            f"every link has a negative principal moment, {moment:.2f} g m^2 or less",
            moment > 0.0,
            "So read, no link's tensor is positive definite; read as xx, xy, xz, yy, yz, zz all are, and that is the robot here.",
            "Table I",
        ),
    ]


def _elastic_share(robot: jn.Robot, stiffness: float, Q: Array) -> float:
    """Largest difference [Nm] of motor torque between elastic and rigid joints."""
    B = [drive.reflected_inertia for drive in robot.drives if drive is not None]
    soft = robot.with_drives(stiffness=stiffness, rotor_inertia=B)
    rigid = soft.with_rigid_joints()
    return float(np.abs(jn.inverse_dynamics(soft, *Q).tau_m - jn.inverse_dynamics(rigid, *Q[:3]).tau_m).max())


def _recursion_error(robot: jn.Robot) -> float:
    """Newton-Euler against M, C and g, relative to the largest entry of each derivative."""
    Q = np.random.default_rng(robot.n).normal(size=(5, robot.n))
    return max(residual(found, expected) for found, expected in zip(jn.rnea(robot, *Q), _by_matrices(robot, Q)))


def _by_matrices(robot: jn.Robot, Q: Array) -> Array:
    """tau_e and two derivatives by M, C, g and theirs, (4a)-(6): another way than the recursion."""
    _, qd, qdd, jerk, snap = Q
    M, C, g = jn.dynamic_matrices(robot, *Q[:4])
    first = M[0] @ jerk + M[1] @ qdd + C[0] @ qdd + C[1] @ qd + g[1]
    second = M[0] @ snap + 2 * M[1] @ jerk + M[2] @ qdd + C[0] @ jerk + 2 * C[1] @ qdd + C[2] @ qd + g[2]
    return np.array([M[0] @ qdd + C[0] @ qd + g[0], first, second])


def _snap_error(robot: jn.Robot, Q: Array) -> float:
    """The law's torque at a state off the desired motion, put into forward dynamics, and the snap that comes out against v."""
    q, qd, theta, thetad = Q[0], Q[1], Q[0] + 0.05 * Q[2], Q[1] + 0.05 * Q[3]
    K = np.array([drive.stiffness for drive in robot.drives if drive is not None])
    tau, taud = K * (theta - q), K * (thetad - qd)
    law = FeedbackLinearization(robot, poles=[-10.0, -11.0, -12.0, -13.0])
    desired = np.random.default_rng(1).normal(size=(5, robot.n))
    reference = Reference(0.0, desired, desired[:3], tau)
    tau_m = law(reference, jn.State(q, qd, theta, thetad, tau, taud))
    qdd, thetadd = jn.elastic_forward_dynamics(robot, q, qd, theta, thetad, tau_m)
    M, none = jn.mass_matrix(robot, q)[0], np.zeros(robot.n)
    jerk = np.linalg.solve(M, taud - jn.rnea(robot, q, qd, qdd, none)[1])  # (15)
    snap = np.linalg.solve(M, K * (thetadd - qdd) - jn.rnea(robot, q, qd, qdd, jerk, none)[2])  # (6)
    v = desired[4] + sum(k * (w - x) for k, w, x in zip(law.gains, desired, (q, qd, qdd, jerk)))  # (13)
    return residual(snap, v)


def _best_moment() -> float:
    """Smallest principal moment [g m^2] of the link that has the largest such, rows labelled as in the table."""
    columns = [  # links 1 and 3, 2 and 4, 5, 6, 7: xx, yy, zz, xy, yz, zx as printed
        (16.341, 0.003, 0.001, 5.026, 3.533, 16.173),
        (16.341, 0.001, 0.003, 16.173, 3.533, 5.026),
        (9.818, 0.001, 0.001, 3.708, 3.094, 9.092),
        (3.012, 0.0, 0.0, 3.023, 0.019, 3.414),
        (0.102, 0.0, 0.0, 0.102, 0.0, 0.158),
    ]
    tensors = [[[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]] for xx, yy, zz, xy, yz, xz in columns]
    return float(np.linalg.eigvalsh(tensors)[:, 0].max())


# ---------------------------------------------------------------- what it costs, sections III and IV

Growth = dict[str, list[int]]


def _growth() -> Growth:
    """Operations of chains with generic axes, N = 5 to 30. The factorisation and a solution with it are counted by hand."""
    arms = [robots.elastic(robots.generic(n)) for n in CHAINS]
    solving = [sum(k * k for k in range(1, r.n + 1)) + r.n * (2 * r.n - 1) for r in arms]  # L^T D L and one solution with it
    mass, bias = ([operations(call, r) for r in arms] for call in (jn.mass_matrix, jn.rnea))
    return {
        "EJNEA": [operations(jn.inverse_dynamics, r) for r in arms],
        "CRBA": mass,
        "law": [FeedbackLinearization(r, poles=[-9.0] * 4).compile().operations for r in arms],
        "ABA": [operations(jn.forward_dynamics, r) for r in arms],
        "factored": [a + b + c for a, b, c in zip(mass, bias, solving)],
    }


def _complexity(growth: Growth) -> list[Claim]:
    linear, square, cube = (np.diff(growth[name], k) for name, k in (("EJNEA", 1), ("CRBA", 2), ("law", 3)))
    return [
        Claim(
            "EJNEA runs in linear time in the number of joints.",
            "O(N)",
            f"{_span(linear)} operations more for each joint, N = 5 to 30, generic axes",
            _constant(linear),
            where="Abstract, Sec. III",
        ),
        Claim(
            "The link inertia matrix by composite rigid bodies takes quadratic time.",
            "O(N^2)",
            f"second differences of operations: {_span(square)}, N = 5 to 30",
            _constant(square),
            where="Sec. IV",
        ),
        Claim(
            "The complete feedback linearisation takes cubic time.",
            "O(N^3)",
            f"third differences of operations: {_span(cube)}, N = 5 to 30, which is N^3/3 and lower powers",
            _constant(cube),
            where="Abstract, Sec. IV",
        ),
    ]


def _span(differences: Array) -> str:
    least, most = differences.min(), differences.max()
    return f"{least}" if least == most else f"{least} to {most}"


def _constant(differences: Array) -> bool:
    """Up to an operation or two that two joints happen to share."""
    return bool(np.ptp(differences) <= 2)


def _direct(growth: Growth) -> list[Claim]:
    ratio = np.array(growth["ABA"]) / np.array(growth["factored"])
    seven = ratio[CHAINS.index(7)]
    crossing = CHAINS[int(np.argmax(ratio < 1.0))]
    return [
        Claim(
            "Direct dynamics of seven joints costs less by CRBA and a factorisation than by articulated bodies.",
            "ABA much larger",
            f"ABA takes {seven:.2f} times the operations, generic axes",
            bool(seven > 1.0),
            where="Sec. IV",
        ),
        Claim(
            "Articulated bodies start to pay at about nine joints.",
            "N about 9",
            f"from N = {crossing} on, generic axes",
            abs(crossing - 9) <= 1,
            "The paper does not say what it counted; we count scalar operations of our generated code, after elimination.",
            "Sec. IV",
        ),
    ]


# ---------------------------------------------------------------- the experiment, section V


def _experiment(elastic: jn.Plan, rigid: jn.Plan) -> list[Claim]:
    ends = elastic.path(np.array([0.0, DURATION]), 3)[1:]
    speed = np.degrees(_largest(elastic.q[1]))
    bend = np.degrees(_largest(elastic.delta))
    share = 100.0 * _largest(elastic.tau_m - rigid.tau_m) / _largest(elastic.tau_m)
    overall = 100.0 * _largest(elastic.tau_m - rigid.tau_m).max() / _largest(elastic.tau_m).max()
    arm, wrist = share[:4], share[4:]
    anywhere = _random_shares(elastic.robot)
    return [
        Claim(
            "The motion is of degree 7 and lasts 4 s; velocity, acceleration and jerk are zero at both ends.",
            "0",
            f"{np.abs(ends).max():.0e}",
            bool(np.abs(ends).max() < ROUNDING),
            where="Sec. V, Fig. 1",
        ),
        Claim(
            "Peak speeds of all joints are between 90 and 120 deg/s.",
            "90 to 120 deg/s",
            f"{speed.min():.0f} to {speed.max():.0f} deg/s",
            bool(speed.min() >= 90.0 and speed.max() <= 120.0),
            CHOSEN,
            "Sec. V, Fig. 2",
        ),
        Claim(
            "Elastic deflections are as large as 3 deg.",
            "3 deg",
            f"{bend.max():.2f} deg, joint {int(bend.argmax()) + 1}",
            bool(2.5 < bend.max() < 3.5),
            CHOSEN,
            "Sec. V, Fig. 3",
        ),
        Claim(
            "The torques of elastic and rigid joints differ by 2 to 5 % of the peak torque: joints 1 to 4, and over all.",
            "2 to 5 %",
            f"{', '.join(f'{x:.2f}' for x in arm)} %; {overall:.2f} % over all",
            bool(arm.min() > 2.0 and arm.max() < 5.0 and 2.0 < overall < 5.0),
            f"{CHOSEN} It is no property of the arm: in {MOTIONS} random motions as fast as this one the largest were "
            f"{', '.join(f'{x:.0f}' for x in anywhere[:4])} %.",
            "Sec. V, Fig. 5",
        ),
        Claim(
            "The torques of elastic and rigid joints differ by 2 to 5 % of the peak torque: joints 5 to 7.",
            "2 to 5 %",
            f"{', '.join(f'{x:.2g}' for x in wrist)} %",
            bool(wrist.min() > 2.0 and wrist.max() < 5.0),
            f"Start and goal are not in the paper, and we found none that do it: in {MOTIONS} random motions as fast as this one "
            f"the largest were {', '.join(f'{x:.2g}' for x in anywhere[4:])} %, with the inertia of Table I.",
            "Sec. V, Fig. 5",
        ),
    ]


def _random_shares(robot: jn.Robot) -> Array:
    """Largest difference of elastic and rigid torque [% of the peak] over random starts and peak speeds of 90 to 120 deg/s."""
    rng = np.random.default_rng(0)
    start = np.radians(rng.uniform(-170.0, 170.0, size=(MOTIONS, 1, robot.n)))
    peak = np.radians(rng.uniform(90.0, 120.0, size=start.shape)) * rng.choice([-1.0, 1.0], size=start.shape)
    unit = jn.trajectory.rest_to_rest([0.0], [1.0], DURATION, degree=7)(np.linspace(0.0, DURATION, 81), 4)
    Q = unit[:, None] * peak * DURATION * 16.0 / 35.0  # of degree 7 the peak speed is 35/16 of the mean
    Q[0] += start
    soft, stiff = (jn.inverse_dynamics(r, *Q[: r.motion_order + 1]).tau_m for r in (robot, robot.with_rigid_joints()))
    return np.asarray((100.0 * np.abs(soft - stiff).max(axis=1) / np.abs(soft).max(axis=1)).max(axis=0))


def _largest(x: Array) -> Array:
    return np.asarray(np.abs(x).max(axis=0))


def _times(robot: jn.Robot, path: jn.trajectory.Path) -> list[Claim]:
    Q = path(np.arange(0.0, DURATION, STEP), 4)
    one = 1e6 * seconds(jn.inverse_dynamics, robot, *Q[:, 100])
    whole = 1e3 * seconds(jn.inverse_dynamics, robot, *Q, threads=1)
    return [
        Claim(
            "One evaluation of EJNEA for the LWR takes 33.258 us, fit for control in real time.",
            "33.258 us",
            f"{one:.2f} us, one call from Python ({way()})",
            one < 33.258,
            "" if one < 33.258 else too_slow(),
            "Sec. V",
        ),
        Claim(
            "Inverse dynamics of 4 s, a sample every 0.01 s, takes 13 ms.",
            "13 ms",
            f"{whole:.3f} ms, {len(Q[0])} samples in one call, one thread ({way()})",
            whole < 13.0,
            "" if whole < 13.0 else too_slow(),
            "Sec. V",
        ),
    ]


# ---------------------------------------------------------------- figures and tables


def _figures(elastic: jn.Plan, rigid: jn.Plan) -> list[Drawing]:
    drawn = slice(None, None, 5)
    t = elastic.t[drawn]
    names = ["joint 1", *"234567"]
    shown = [
        (np.degrees(elastic.q[0]), "joint position [deg]", "Fig. 1: joint positions q."),
        (np.degrees(elastic.q[1]), "joint velocity [deg/s]", "Fig. 2: joint velocities."),
        (np.degrees(elastic.delta), "joint deflection [deg]", "Fig. 3: joint deflections theta - q."),
        (elastic.tau_m, "motor torque [Nm]", "Fig. 4: motor torques."),
        (elastic.tau_m - rigid.tau_m, "elastic - rigid [Nm]", "Fig. 5: motor torque of elastic less that of rigid joints."),
    ]
    return [
        Drawing(f"figure{k + 1}", single(t, values[drawn], names, unit, pairs=True), caption)
        for k, (values, unit, caption) in enumerate(shown)
    ]


def _cost(growth: Growth) -> Drawing:
    figure, ax = blank(width=COLUMN)
    lines = [
        ("law", "feedback linearisation, N$^3$", ORANGE, "o-"),
        ("EJNEA", "EJNEA, N", BLUE, "s-"),
        ("factored", "direct dynamics, CRBA", GREEN, "^--"),
        ("ABA", "direct dynamics, ABA", "black", "v:"),
    ]
    with small():
        for name, label, colour, marks in lines:
            ax.plot(CHAINS, np.array(growth[name]) / 1e3, marks, color=colour, label=label, markersize=2.5)
        ax.set(xlabel="joints N", ylabel="operations [1000]", xlim=(4, 31), ylim=(0, None))
        ax.legend(loc="upper left", handlelength=2.2)
    return Drawing("complexity", figure, "Sections III and IV: scalar operations against the number of joints, generic axes.")


def _table_1(robot: jn.Robot) -> Table:
    head = ("", *(str(i) for i in range(1, 8)))
    drives = [drive for drive in robot.drives if drive is not None]
    rows = [
        ("m [kg]", *(f"{link.mass:g}" for link in robot.links)),
        ("B [kg m^2]", *(f"{drive.reflected_inertia:g}" for drive in drives)),
        ("K [Nm/rad]", *(f"{drive.stiffness:g}" for drive in drives)),
    ]
    caption = "Table I: masses, reflected rotor inertia and stiffness of the joints."
    return Table(caption, head, rows)
