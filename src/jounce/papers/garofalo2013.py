"""Reproduction of [Garofalo2013]: M, C and g of a tree of links, and their derivatives by parameters, state and time."""

import numpy as np

import jounce as jn
from jounce.papers import example_robots
from jounce.papers import garofalo_cases as cases
from jounce.papers import garofalo_figures as figures
from jounce.papers.measurement import ROUNDING, Array, execution, operations, residual, too_slow
from jounce.papers.paper_report import Claim, PaperReport, Progress, Table

DIFFERENCE = 1e-6
"""Step of central differences in positions [rad] and in time [s]."""
DIFFERENCED = 1e-7
"""Bound on the error of central differences with the step `DIFFERENCE`, relative to the largest entry."""

SETTING = """\
TORO's parameters are not published. A humanoid of 25 revolute joints stands for it: two legs of six, a waist, two arms of six, of
boxes of our choosing, its pelvis fixed; where it is said, the pelvis floats. Identities are checked on it. The paper's computer
was an Intel Xeon W3530 at 2.8 GHz."""


def report(progress: Progress) -> PaperReport:
    """Return the report of the paper: all claims, operation counts, the tree of Fig. 2, and times over the number of joints."""
    robot = example_robots.humanoid()
    with jn.backend("python"):
        claims = [*_matrices(robot), *_parameters(robot), *_state(), *_time_derivatives(robot)]
    progress(0.3)
    times = cases.times(robot)
    progress(0.5)
    chains = cases.chains()
    progress(0.9)
    claims += [*_costs(robot, times), *_scaling(chains)]
    drawings = [figures.tree_figure(robot), figures.chain_figure(cases.JOINTS, cases.FEW, chains)]
    return PaperReport("Garofalo, Ott and Albu-Schäffer 2013", "Garofalo2013", SETTING, claims, drawings, [_counts(robot, times)])


def _state_of(robot: jn.Robot, rows: int) -> Array:
    """Return random rows (rows, n) for q, qd, qdd and so on."""
    return np.random.default_rng(0).normal(size=(rows, robot.n))


# ---------------------------------------------------------------- section II


def _matrices(robot: jn.Robot) -> list[Claim]:
    """Return the claims on the matrices M, C and g of a tree of links."""
    q, qd, qdd = _state_of(robot, 3)
    M, C, g = jn.dynamic_matrices(robot, q, qd)
    sums = cases.sums_over_links(robot, q, qd)
    errors = [residual(matrix, expected) for matrix, expected in zip((M, C, g), sums)]
    forces = residual(M @ qdd + C @ qd + g, jn.rnea(robot, q, qd, qdd))
    rate = jn.mass_matrix(robot, q, qd)[1]
    passive = residual(C + C.T, rate)
    mass = sum(link.mass for link in robot.links)
    weight = -mass * jn.com_jacobian(robot, q).T @ np.array(robot.gravity)
    floating = example_robots.humanoid(floating=True)
    q31, qd31 = cases.floating_state(floating)
    on_floating_base = residual(_symmetric(jn.coriolis_matrix(floating, q31, qd31)), jn.mass_matrix(floating, q31, qd31)[1])
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
            f"{floating.n} freedoms; dM/dt = C + C^T to {on_floating_base:.0e}",
            on_floating_base < ROUNDING,
            where="Sec. VI, Remark 7",
        ),
    ]


def _symmetric(C: Array) -> Array:
    """Return C + C^T of matrices (..., n, n)."""
    return C + C.swapaxes(-1, -2)


# ---------------------------------------------------------------- sections III to V


def _parameters(robot: jn.Robot) -> list[Claim]:
    """Return the claims on derivatives of M, C and g by parameters, and on regressors."""
    q, qd, qdd, qd_r, qdd_r = _state_of(robot, 5)
    M, C, g = jn.dynamic_matrices(robot, q, qd)
    by = jn.parameter_derivatives(robot, q, qd)
    linear = max(residual(x @ robot.parameters, y) for x, y in zip((by.dM, by.dC, by.dg), (M, C, g)))
    Y = jn.slotine_li_regressor(robot, q, qd, qd_r, qdd_r)
    adaptive = residual(Y @ robot.parameters, M @ qdd_r + C @ qd_r + g)
    Y = jn.slotine_li_regressor(robot, q, qd, qd, qdd)
    classic = max(residual(Y @ body.parameters, jn.rnea(body, q, qd, qdd)) for body in (robot, cases.heavier(robot)))
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
            f"times the parameters it is Newton-Euler's force to {classic:.0e}, and for links of other masses",
            classic < ROUNDING,
            where="Remark 4",
        ),
    ]


def _state() -> list[Claim]:
    """Return the claims on derivatives of M, C and g by position and velocity."""
    robot = jn.load("kuka_lwr")
    q, qd, qdd = _state_of(robot, 3)
    by = jn.state_derivatives(robot, q, qd)
    steps = DIFFERENCE * np.eye(robot.n)
    ahead, behind = ([jn.dynamic_matrices(robot, q + sign * step, qd) for step in steps] for sign in (1.0, -1.0))
    differences = [np.stack([(a[k] - b[k]) / (2 * DIFFERENCE) for a, b in zip(ahead, behind)], axis=-1) for k in range(3)]
    by_q = max(residual(x, y) for x, y in zip((by.dM_dq, by.dC_dq, by.dg_dq), differences))
    around = [[jn.coriolis_matrix(robot, q, qd + sign * unit) for sign in (1.0, -1.0)] for unit in np.eye(robot.n)]
    by_qd = residual(by.dC_dqd, np.stack([(a - b) / 2.0 for a, b in around], axis=-1))
    rate = jn.mass_matrix(robot, q, qd)[1], jn.coriolis_matrix(robot, q, qd, qdd)[1], jn.gravity_torque(robot, q, qd)[1]
    chain = by.dM_dq @ qd, by.dC_dq @ qd + by.dC_dqd @ qdd, by.dg_dq @ qd
    by_chain_rule = max(residual(x, y) for x, y in zip(chain, rate))
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
            f"to {by_chain_rule:.0e} of the largest entry",
            by_chain_rule < ROUNDING,
            where="Sec. V",
        ),
    ]


def _time_derivatives(robot: jn.Robot) -> list[Claim]:
    """Return the claims on time derivatives of M, C and g."""
    q, qd, qdd = _state_of(robot, 3)
    matrices = jn.dynamic_matrices(robot, q, qd, qdd)
    h = DIFFERENCE
    ahead, behind = (jn.dynamic_matrices(robot, q + s * qd + s * s / 2 * qdd, qd + s * qdd) for s in (h, -h))
    errors = [residual(x[1], (a - b) / (2 * h)) for x, a, b in zip(matrices, ahead, behind)]
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


def _costs(robot: jn.Robot, times: cases.Timing) -> list[Claim]:
    """Return the claims on computing times of the humanoid."""
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
            f"{1e3 * alone:.4f} ms, a call from Python ({execution()})",
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
            f"{1e3 * both:.4f} ms ({execution()})",
            both < 0.346e-3,
            "" if both < 0.346e-3 else too_slow(),
            "Sec. VII",
        ),
    ]


def _scaling(chains: cases.Timing) -> list[Claim]:
    """Return the claim on the cost of derivatives by state, compared with finite differences."""
    ratio = np.array(chains["state"]) / np.array(chains["differences"])
    by_time = np.array(chains["both"]) / (2.0 * np.array(chains["alone"]))
    shown = ", ".join(f"{ratio[cases.FEW.index(n)]:.2f}" for n in (4, 7, 10))
    return [
        Claim(
            "By state the gain is significantly higher than by time: differences evaluate each matrix twice a state variable.",
            "significantly below 0.71",
            f"{shown} of the operations of 4N evaluations, for 4, 7, 10 joints; by time {by_time.min():.2f} or more",
            ratio.max() < min(0.71, by_time.min()),
            where="Sec. VII",
        ),
    ]


# ---------------------------------------------------------------- costs of the humanoid


def _counts(robot: jn.Robot, times: cases.Timing) -> Table:
    """Return the table of operation counts and computing times of the humanoid."""
    head = ("humanoid, 25 joints", "operations", "a call from Python [us]", "a sample of a batch [us]")
    names = ("M, C, g", "M, C, g and their time derivatives")
    rows = [
        (name, f"{operations(jn.dynamic_matrices, robot, k)}", f"{1e6 * times['call'][k]:.1f}", f"{1e6 * times['batch'][k]:.1f}")
        for k, name in enumerate(names)
    ]
    return Table(f"What the humanoid costs, {execution()}, one thread; batches of 64.", head, rows)
