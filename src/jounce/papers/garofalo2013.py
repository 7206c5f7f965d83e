"""[Garofalo2013]: M, C and g of a tree, and their derivatives by parameters, state and time."""

import numpy as np

import jounce as jn
from jounce.functions.backend import plainly
from jounce.numbers.packing import Array
from jounce.papers import robots
from jounce.papers.bodies import bracket, spatial_inertia
from jounce.papers.claim import Claim, Drawing, Progress, Report, Table
from jounce.papers.draw import BLUE, GREEN, ORANGE, PAGE, blank, small
from jounce.papers.measure import ROUNDING, native, operations, residual, seconds, too_slow, way

DIFFERENCE = 1e-6
"""Step of central differences."""
DIFFERENCED = 1e-7
"""What they may be off by, relative to the largest entry: such a step leaves no more digits."""
TURNS = 4
"""How often times that are compared are taken, one after the other: a busy moment then does not hit one of them alone."""
JOINTS = (2, 4, 7, 10, 15, 20, 25)
FEW = (2, 3, 4, 5, 6, 7, 8, 9, 10)

SETTING = """\
TORO's parameters are not published. A humanoid of 25 revolute joints stands for it: two legs of six, a waist, two arms of six, of
boxes of our choosing, its pelvis fixed; where it is said, the pelvis floats. Identities are checked on it. The paper's computer
was an Intel Xeon W3530 at 2.8 GHz."""

Timing = dict[str, list[float]]


def report(progress: Progress) -> Report:
    """All claims, the tree of Fig. 2, and time against the number of joints."""
    robot = robots.humanoid()
    with plainly():
        claims = [*_matrices(robot), *_parameters(robot), *_state(), *_time_derivatives(robot)]
    progress(0.3)
    times = _times(robot)
    progress(0.5)
    chains = _chains()
    progress(0.9)
    claims += [*_costs(robot, times), *_scaling(chains)]
    drawings = [_tree(robot), _against_joints(chains)]
    return Report("Garofalo, Ott and Albu-Schäffer 2013", "Garofalo2013", SETTING, claims, drawings, [_counts(robot, times)])


def _state_of(robot: jn.Robot, rows: int) -> Array:
    return np.random.default_rng(0).normal(size=(rows, robot.n))


# ---------------------------------------------------------------- section II


def _matrices(robot: jn.Robot) -> list[Claim]:
    q, qd, qdd = _state_of(robot, 3)
    M, C, g = (x[0] for x in jn.dynamic_matrices(robot, q, qd))
    sums = _sums_over_links(robot, q, qd)
    errors = [residual(found, expected) for found, expected in zip((M, C, g), sums)]
    forces = residual(M @ qdd + C @ qd + g, jn.rnea(robot, q, qd, qdd)[0])
    rate = jn.mass_matrix(robot, q, qd)[1]
    passive = residual(C + C.T, rate)
    mass = sum(link.mass for link in robot.links)
    weight = -mass * jn.com_jacobian(robot, q)[0].T @ np.array(robot.gravity)
    floating = robots.humanoid(floating=True)
    q31, qd31 = _floating_state(floating)
    loose = residual(_symmetric(jn.coriolis_matrix(floating, q31, qd31)[0]), jn.mass_matrix(floating, q31, qd31)[1])
    return [
        Claim(
            "M, C and g are sums over the links, of body Jacobians, their rates and constant inertia.",
            "(6a)-(6c)",
            f"equal to {errors[0]:.0e}, {errors[1]:.0e}, {errors[2]:.0e}: ours are of composite bodies",
            max(errors) < ROUNDING,
            where="(6)",
        ),
        Claim(
            "M qdd + C qd + g are the forces of the tree.",
            "(5)",
            f"equal to Newton-Euler to {forces:.0e} of the largest",
            forces < ROUNDING,
            where="(5)",
        ),
        Claim(
            "Passivity: dM/dt = C + C^T.",
            "0",
            f"{passive:.0e} of the largest entry",
            passive < ROUNDING,
            where="Remarks 1 and 5",
        ),
        Claim(
            "Gravity is the weight in the centre of mass, through its Jacobian.",
            "(7)",
            f"equal to {residual(weight, g):.0e} of the largest entry",
            residual(weight, g) < ROUNDING,
            where="Remark 3, (7)",
        ),
        Claim(
            "Joints may have up to six freedoms, as that of a floating base.",
            "up to six",
            f"{floating.n} freedoms; dM/dt = C + C^T to {loose:.0e}",
            loose < ROUNDING,
            where="Sec. VI, Remark 7",
        ),
    ]


def _symmetric(C: Array) -> Array:
    return C + C.swapaxes(-1, -2)


def _floating_state(robot: jn.Robot) -> tuple[Array, Array]:
    rng = np.random.default_rng(0)
    q = rng.normal(size=robot.nq)
    q[:4] /= np.linalg.norm(q[:4])
    return q, rng.normal(size=robot.n)


def _sums_over_links(robot: jn.Robot, q: Array, qd: Array) -> tuple[Array, Array, Array]:
    """(6), with body Jacobians: another way than that of the library. Angular part first."""
    n = robot.n
    M, C, g = np.zeros((n, n)), np.zeros((n, n)), np.zeros(n)
    for k, link in enumerate(robot.links):
        J, Jd = jn.jacobian(robot, q, qd, link=k)
        inertia, ad = spatial_inertia(link), bracket(J @ qd)
        Psi = inertia @ ad - ad.T @ inertia
        rotation = jn.tool_pose(robot, q, link=k)[1][0]
        M += J.T @ inertia @ J
        C += J.T @ (Psi @ J + inertia @ Jd)
        g += J.T @ inertia @ np.concatenate([np.zeros(3), -rotation.T @ np.array(robot.gravity)])
    return M, C, g


# ---------------------------------------------------------------- sections III to V


def _parameters(robot: jn.Robot) -> list[Claim]:
    q, qd, qdd, qd_r, qdd_r = _state_of(robot, 5)
    M, C, g = (x[0] for x in jn.dynamic_matrices(robot, q, qd))
    by = jn.parameter_derivatives(robot, q, qd)
    linear = max(residual(x @ robot.parameters, y) for x, y in zip((by.dM, by.dC, by.dg), (M, C, g)))
    Y = jn.slotine_li_regressor(robot, q, qd, qd_r, qdd_r)
    adaptive = residual(Y @ robot.parameters, M @ qdd_r + C @ qd_r + g)
    classic = jn.slotine_li_regressor(robot, q, qd, qd, qdd) @ robot.parameters
    forces = residual(classic, jn.rnea(robot, q, qd, qdd)[0])
    return [
        Claim(
            "M, C and g are linear in ten parameters a link, so that their derivatives give them back.",
            "(13)",
            f"equal to {linear:.0e} of the largest entry, {robot.parameters.size} parameters",
            linear < ROUNDING,
            where="Sec. III, (8)-(13)",
        ),
        Claim(
            "The Slotine-Li regressor times the parameters is M qdd_r + C qd_r + g.",
            "(16)",
            f"equal to {adaptive:.0e} of the largest force",
            adaptive < ROUNDING,
            where="Remark 4, (16)",
        ),
        Claim(
            "With the motion as its own reference it is the classic regressor.",
            "equal",
            f"times the parameters it is Newton-Euler's force to {forces:.0e}",
            forces < ROUNDING,
            where="Remark 4",
        ),
    ]


def _state() -> list[Claim]:
    robot = jn.load("kuka_lwr")
    q, qd, qdd = _state_of(robot, 3)
    by = jn.state_derivatives(robot, q, qd)
    steps = DIFFERENCE * np.eye(robot.n)
    ahead, behind = ([jn.dynamic_matrices(robot, q + sign * step, qd) for step in steps] for sign in (1.0, -1.0))
    slopes = [np.stack([(a[k][0] - b[k][0]) / (2 * DIFFERENCE) for a, b in zip(ahead, behind)], axis=-1) for k in range(3)]
    by_q = max(residual(x, y) for x, y in zip((by.dM_dq, by.dC_dq, by.dg_dq), slopes))
    around = [[jn.coriolis_matrix(robot, q, qd + sign * unit)[0] for sign in (1.0, -1.0)] for unit in np.eye(robot.n)]
    by_qd = residual(by.dC_dqd, np.stack([(a - b) / 2.0 for a, b in around], axis=-1))
    rate = jn.mass_matrix(robot, q, qd)[1], jn.coriolis_matrix(robot, q, qd, qdd)[1], jn.gravity_torque(robot, q, qd)[1]
    chain = by.dM_dq @ qd, by.dC_dq @ qd + by.dC_dqd @ qdd, by.dg_dq @ qd
    ruled = max(residual(x, y) for x, y in zip(chain, rate))
    return [
        Claim(
            "The derivatives of M, C and g by position.",
            "(24a), (24b), (24d)",
            f"equal to central differences to {by_q:.0e} of the largest entry, KUKA LWR",
            by_q < DIFFERENCED,
            where="Sec. IV, (24)",
        ),
        Claim(
            "The derivative of C by velocity.",
            "(24c)",
            f"equal to differences of step 1, exact as C is linear in velocity, to {by_qd:.0e}",
            by_qd < ROUNDING,
            where="Sec. IV, (24c)",
        ),
        Claim(
            "The time derivatives could be computed by the chain rule from these.",
            "equal",
            f"to {ruled:.0e} of the largest entry",
            ruled < ROUNDING,
            where="Sec. V",
        ),
    ]


def _time_derivatives(robot: jn.Robot) -> list[Claim]:
    q, qd, qdd = _state_of(robot, 3)
    found = jn.dynamic_matrices(robot, q, qd, qdd)
    h = DIFFERENCE
    ahead, behind = (jn.dynamic_matrices(robot, q + s * qd + s * s / 2 * qdd, qd + s * qdd) for s in (h, -h))
    errors = [residual(x[1], (a[0] - b[0]) / (2 * h)) for x, a, b in zip(found, ahead, behind)]
    lwr = jn.load("kuka_lwr")
    direct, chained = operations(jn.dynamic_matrices, lwr, 1), operations(jn.state_derivatives, lwr)
    return [
        Claim(
            "The time derivatives of M, C and g.",
            "(25)",
            f"equal to central differences to {errors[0]:.0e}, {errors[1]:.0e}, {errors[2]:.0e} of the largest entry",
            max(errors) < DIFFERENCED,
            where="Sec. V, (25)",
        ),
        Claim(
            "Direct differentiation by time is more efficient than the chain rule with derivatives by state.",
            "more efficient",
            f"{direct} operations with M, C and g themselves, against {chained} for those by state alone, KUKA LWR",
            direct < chained,
            where="Sec. V",
        ),
    ]


# ---------------------------------------------------------------- time, section VII


def _times(robot: jn.Robot) -> Timing:
    """Seconds of M, C, g, and of them with their time derivatives: a call from Python, and a sample of a batch of 64."""
    Q = np.random.default_rng(0).normal(size=(3, 64, robot.n))
    turns = []
    for _ in range(TURNS):
        turns.append([seconds(jn.dynamic_matrices, robot, *Q[: 2 + k, 0]) for k in (0, 1)])
        turns[-1] += [seconds(jn.dynamic_matrices, robot, *Q[: 2 + k], threads=1) / 64 for k in (0, 1)]
    alone, both, batch_alone, batch_both = map(min, zip(*turns))
    return {"call": [alone, both], "batch": [batch_alone, batch_both]}


def _costs(robot: jn.Robot, times: Timing) -> list[Claim]:
    alone, both = times["call"]
    count = [operations(jn.dynamic_matrices, robot, k) for k in (0, 1)]
    ratio, batch = (both / (2.0 * alone) for alone, both in (times["call"], times["batch"]))
    why = (
        "Our M, C and g are of composite bodies, which makes two evaluations cheap, while a product of two jets of order 1 takes "
        "three products and a sum; how the paper's sums over Jacobians share work was not timed here."
    )
    return [
        Claim(
            "M, C and g of a humanoid of 25 joints take 0.244 ms.",
            "0.244 ms",
            f"{1e3 * alone:.4f} ms, a call from Python ({way()})",
            alone < 0.244e-3,
            "" if alone < 0.244e-3 else too_slow(),
            "Sec. VII",
        ),
        Claim(
            "M, C, g and their time derivatives take 0.71 of the time of M, C and g at two instants.",
            "0.71",
            f"{batch:.2f} in batches, {ratio:.2f} in calls from Python with their overhead; of operations "
            f"{count[1] / (2 * count[0]):.2f}, {count[1]} to twice {count[0]}",
            max(ratio, batch) < 0.78,
            why,
            "Sec. VII",
        ),
        Claim(
            "M, C, g and their time derivatives of 25 joints are computed in the time that follows from the two numbers above.",
            "0.71 x 2 x 0.244 ms = 0.346 ms",
            f"{1e3 * both:.4f} ms ({way()})",
            both < 0.346e-3,
            "" if both < 0.346e-3 else too_slow(),
            "Sec. VII",
        ),
    ]


def _chains() -> Timing:
    """Operations and, of native code, seconds of chains with right angles: the links of the LWR over and over."""
    arms = [robots.right_angled(n) for n in JOINTS]
    few = [robots.right_angled(n) for n in FEW]
    found: Timing = {
        "alone": [operations(jn.dynamic_matrices, arm) for arm in arms],
        "both": [operations(jn.dynamic_matrices, arm, 1) for arm in arms],
        "state": [operations(jn.state_derivatives, arm) for arm in few],
        "differences": [4 * arm.n * operations(jn.dynamic_matrices, arm) for arm in few],
    }
    if native():
        Q = np.random.default_rng(0).normal(size=(3, max(JOINTS)))
        turns = [
            [[seconds(jn.dynamic_matrices, arm, *Q[:rows, : arm.n].copy()) for rows in (2, 3)] for arm in arms]
            for _ in range(TURNS)
        ]
        found["one"], found["two"] = np.min(turns, axis=0).T.tolist()
    return found


def _scaling(chains: Timing) -> list[Claim]:
    ratio = np.array(chains["state"]) / np.array(chains["differences"])
    shown = ", ".join(f"{ratio[FEW.index(n)]:.2f}" for n in (4, 7, 10))
    return [
        Claim(
            "By state the gain is significantly higher than by time: differences evaluate each matrix twice a state variable.",
            "significantly below 0.71",
            f"{shown} of the operations of 4N evaluations, for 4, 7, 10 joints",
            ratio.max() < 0.71,
            where="Sec. VII",
        ),
    ]


# ---------------------------------------------------------------- figures and tables


def _tree(robot: jn.Robot) -> Drawing:
    figure, (left, right) = blank(1, 2, PAGE, 3.0, width_ratios=(1, 1.25))
    q = np.zeros(robot.n)
    places = np.array([jn.tool_pose(robot, q, link=k)[0][0] for k in range(robot.n)])
    colours = {0: BLUE, 1: ORANGE, 2: GREEN}
    M = np.abs(jn.mass_matrix(robot, np.random.default_rng(0).normal(size=robot.n))[0])
    with small():
        for k, parent in enumerate(robot.parents):
            start = places[parent] if parent >= 0 else np.zeros(3)
            left.plot([start[1], places[k][1]], [start[2], places[k][2]], color="0.6", linewidth=1.5, zorder=1)
            axis = int(np.argmax(np.abs(robot.joints[k].axis)))
            shift = 0.022 * (axis - 1)  # three axes meet in a hip
            left.plot(places[k][1] + shift, places[k][2], "o", color=colours[axis], markersize=4, zorder=2)
        for axis, name in enumerate("xyz"):
            left.plot([], [], "o", color=colours[axis], markersize=4, label=f"about {name}")
        left.set(xlabel="y [m]", ylabel="z [m]", aspect="equal")
        left.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
        right.grid(False)
        shown = np.where(M > 0.0, M, np.nan)
        image = right.imshow(np.log10(shown), cmap="cividis")
        right.set(xlabel="joint j", ylabel="joint i", xticks=range(0, 25, 6), yticks=range(0, 25, 6))
        right.set(xticklabels=range(1, 26, 6), yticklabels=range(1, 26, 6))
        figure.colorbar(image, ax=right, label="log$_{10}$ |M$_{ij}$| [kg m$^2$]")
    caption = (
        "Fig. 2: the humanoid that stands for TORO, seen from the front, and its mass matrix at a random pose; white: zero, "
        "mostly as the two joints are on different branches."
    )
    return Drawing("figure2", figure, caption)


def _against_joints(chains: Timing) -> Drawing:
    figure, (left, right) = blank(1, 2, PAGE, 2.6)
    timed = "one" in chains
    alone, both = (np.array(chains[k]) for k in (("one", "two") if timed else ("alone", "both")))
    scale, unit = (1e6, "time of a call from Python [us]") if timed else (1e-3, "operations [1000]")
    with small():
        left.plot(JOINTS, scale * both, "s-", color=ORANGE, markersize=3, label="M, C, g and their time derivatives")
        left.plot(JOINTS, scale * 2 * alone, "o--", color=BLUE, markersize=3, label="M, C, g at two instants")
        left.plot(JOINTS, scale * alone, "o-", color=BLUE, markersize=3, label="M, C, g")
        left.set(xlabel="joints", ylabel=unit, ylim=(0, None))
        left.legend()
        count = np.array(chains["both"]) / (2 * np.array(chains["alone"]))
        by_state = np.array(chains["state"]) / np.array(chains["differences"])
        if timed:
            right.plot(JOINTS, both / (2 * alone), "s-", color=ORANGE, markersize=3, label="by time, time taken")
        right.plot(JOINTS, count, "s:", color=ORANGE, markersize=3, label="by time, operations")
        right.plot(FEW, by_state, "^-", color=GREEN, markersize=3, label="by state, operations")
        right.axhline(0.71, color="black", linestyle="--", linewidth=1.0, label="paper, by time: 0.71")
        right.set(xlabel="joints", ylabel="derivatives / differences", ylim=(0, 2.0))
        right.legend(loc="upper right", ncols=2)
    caption = (
        "Section VII: M, C, g with derivatives against M, C, g at two instants, on chains of the LWR's links. Right: the "
        "ratio, and that of derivatives by state to 4N evaluations."
    )
    return Drawing("time", figure, caption)


def _counts(robot: jn.Robot, times: Timing) -> Table:
    head = ("humanoid, 25 joints", "operations", "a call from Python [us]", "a sample of a batch [us]")
    names = ("M, C, g", "M, C, g and their time derivatives")
    rows = [
        (name, f"{operations(jn.dynamic_matrices, robot, k)}", f"{1e6 * times['call'][k]:.1f}", f"{1e6 * times['batch'][k]:.1f}")
        for k, name in enumerate(names)
    ]
    return Table(f"What the humanoid costs, {way()}, one thread; batches of 64.", head, rows)
