"""Reproduction of [Hoepler2004]: rotors carried along by links, the derivatives of the motion that they require, and motor
torque."""

import numpy as np

import jounce as jn
from jounce.papers import example_robots
from jounce.papers import hoepler_figures as figures
from jounce.papers.measurement import ROUNDING, Array, exponent, operations, residual
from jounce.papers.paper_report import Claim, PaperReport, Progress

STIFFNESS, RATIO = 1e4, 100.0
"""Stiffness of the joints [Nm/rad], and gear ratio."""
STEP, FILTER, LAG, DURATION = 2.0, 16, 0.08, 2.5
"""Height of the step [rad], order of the filter, its time constant [s], and duration that the figures show [s]."""
CHAINS = tuple(range(2, 13))
"""Numbers of joints N of the chains whose operations are counted."""

SETTING = """\
No parameters of the LBR 2 are published. Here it is the KUKA LWR of [Buondonno2015], whose consecutive axes are at right angles
too, with joints of 10^4 Nm/rad as the paper says, gears of 100, and rotors whose inertia behind the gear is that of the LWR.
Curves can be compared with the paper's in shape only. The motion is the paper's step of 2 rad through a filter of order 16; the
filter's dynamics are not given, and 16 lags of 0.08 s are ours, so that the motion is over after 2.5 s."""


def lbr(coupling: str = "full") -> jn.Robot:
    """Return the arm that stands for the LBR 2: the KUKA LWR with other drives.

    coupling: rotor coupling as in `Robot.with_drives`.
    """
    lwr = jn.load("kuka_lwr")
    rotors = [drive.reflected_inertia / RATIO**2 for drive in lwr.drives if drive is not None]
    return lwr.with_drives(stiffness=STIFFNESS, rotor_inertia=rotors, gear_ratio=RATIO, coupling=coupling)


def report(progress: Progress) -> PaperReport:
    """Return the report of the paper: all claims, S(q) of section VI, operation counts, Figs. 4 and 5."""
    robot = lbr()
    with jn.backend("python"):
        claims = [*_orders(robot), *_structure(robot), *_identities(robot)]
    progress(0.2)
    counts = [operations(jn.inverse_dynamics, example_robots.elastic(example_robots.generic(n), "full")) for n in CHAINS]
    progress(0.6)
    t = np.linspace(0.0, DURATION, 501)
    torques = _torques(LAG, t)
    claims += [_growth(counts), *_experiment(robot, torques, t)]
    progress(0.9)
    drawings = [figures.coupling_figure(robot), figures.complexity_figure(CHAINS, counts), *figures.torque_figures(t, torques)]
    return PaperReport("Höpler and Thümmel 2004", "Hoepler2004", SETTING, claims, drawings, [])


# ---------------------------------------------------------------- required derivatives


def _orders(robot: jn.Robot) -> list[Claim]:
    """Return the claims on the highest order of derivatives of the motion that inverse dynamics requires."""
    chains = {n: example_robots.elastic(example_robots.generic(n), "full").motion_order for n in range(2, 9)}
    orders, last = robot.coupling.orders, _effect_of_highest()
    return [
        Claim(
            "Seven joints in general ask for 2N differentiations of the equations and for the motion to order 2(N + 1).",
            "14, and 16",
            f"{chains[7] - 2}, and {chains[7]}",
            chains[7] == 16,
            where="Sec. III",
        ),
        Claim(
            "N joints in general ask for the motion to order 2(N + 1).",
            "6, 8, 10, 12, 14, 16, 18 for N = 2 to 8",
            ", ".join(map(str, chains.values())),
            all(order == 2 * (n + 1) for n, order in chains.items()),
            where="Sec. III",
        ),
        Claim(
            "The right angles of the LBR 2 reduce the differentiations to 12.",
            "12, the motion to order 14",
            f"{robot.motion_order - 2}, the motion to order {robot.motion_order}: left out, it changes the torque of joint 1 of "
            f"a soft arm of this shape by {last[0]:.0e} of itself, all others by {last[1:].max():.0e}",
            robot.motion_order == 14,
            "12 is a bound that takes off the two of joint 6 only; counted joint by joint, all neighbours act by speed alone, "
            "and the longest way by acceleration, 1 from 3 from 5 from 7, has three steps.",
            "Sec. VI",
        ),
        Claim(
            "The differentiations that a joint needs decrease from tip to base.",
            "largest at the tip",
            f"{', '.join(map(str, orders))} for joints 1 to 7",
            list(orders) == sorted(orders),
            where="Sec. V-B",
        ),
    ]


def _effect_of_highest() -> Array:
    """Return the relative change of the torques (n,) if the highest derivative is left out, for soft joints without gears."""
    robot = lbr().with_drives(stiffness=1.0, rotor_inertia=1.0, gear_ratio=1.0, coupling="full")
    Q = np.random.default_rng(0).normal(size=(robot.motion_order + 1, robot.n))
    whole = jn.inverse_dynamics(robot, *Q).tau_m
    Q[-1] = 0.0
    return np.asarray(np.abs(jn.inverse_dynamics(robot, *Q).tau_m / whole - 1.0))


# ---------------------------------------------------------------- the structure of S(q)


def _structure(robot: jn.Robot) -> list[Claim]:
    """Return the claims on the zeros of the rotor coupling S(q), and on the joints on which its entries depend."""
    rng = np.random.default_rng(0)
    S = np.abs(jn.dynamics.rotor_coupling(robot, rng.normal(size=(50, 7)))).max(axis=0)
    size = S.max()
    off = np.diag(S, 1).max() / size
    arm = example_robots.elastic(example_robots.generic(6), "full")
    q = rng.normal(size=6)
    base = jn.dynamics.rotor_coupling(arm, q)
    depends = [np.abs(jn.dynamics.rotor_coupling(arm, q + step) - base) > 1e-13 * np.abs(base).max() for step in np.eye(6)]
    between = [[[i < k < j for j in range(6)] for i in range(6)] for k in range(6)]
    spin = jn.dynamics.motor_terms(robot, rng.normal(size=7), rng.normal(size=7), np.eye(7)[6]).C_rotor[5]
    return [
        Claim(
            "The coupling of links and rotors S(q) is strictly upper triangular.",
            "zero below and on the diagonal",
            f"largest entry there {np.tril(S).max():.0e} kg m^2, of {size:.1e} kg m^2, 50 poses",
            bool(np.tril(S).max() == 0.0),
            where="(6)",
        ),
        Claim(
            "S_ij depends on the joints between i and j, and on no other.",
            "q_(i+1), ..., q_(j-1)",
            "exactly these, six generic axes" if (np.array(depends) == between).all() else "others too",
            bool((np.array(depends) == between).all()),
            where="(31)",
        ),
        Claim(
            "The first off-diagonal of S(q) vanishes for the LBR 2, and no entry beyond it.",
            "0",
            f"{off:.0e} of the largest entry, 50 poses; smallest peak beyond it {np.min(S[np.triu_indices(7, 2)]) / size:.2f}",
            bool(off < 1e-15 and (S[np.triu_indices(7, 2)] > 1e-3 * size).all()),
            where="Sec. VI",
        ),
        Claim(
            "The sixth equation of the LBR 2 does not depend on the acceleration of rotor 7.",
            "no dependence",
            f"S_67 is {S[5, 6] / size:.0e} of the largest entry, 50 poses; the rotor's speed acts, {abs(spin):.0e} Nm a rad/s",
            bool(S[5, 6] < 1e-15 * size),
            where="Sec. VI",
        ),
    ]


def _identities(robot: jn.Robot) -> list[Claim]:
    """Return the claims on the equations of links and motors, on gyroscopic terms and on accuracy."""
    Q = np.random.default_rng(1).normal(size=(robot.motion_order + 1, robot.n))
    q, qd, qdd = Q[:3]
    dynamics = jn.inverse_dynamics(robot, *Q)
    _, thetad, thetadd = dynamics.theta
    S, Sd = jn.dynamics.rotor_coupling(robot, q, qd)
    terms = jn.dynamics.motor_terms(robot, q, qd, thetad)
    links = jn.rnea(robot, q, qd, qdd) + S @ thetadd + terms.C_rotor
    motors = S.T @ qdd + terms.C_carrier + terms.B * thetadd + dynamics.tau_j[0]
    carrier = residual(terms.C_carrier, Sd.T @ qd)
    work = abs(qd @ terms.C_rotor) / np.abs(qd * terms.C_rotor).max()
    trips = [_round_trip(arm) for arm in (lbr("spong"), robot)]
    return [
        Claim(
            "The solution from tip to base fulfils the equations of links and motors.",
            "(2)-(5)",
            f"to {residual(links, dynamics.tau_j[0]):.0e} and {residual(motors, dynamics.tau_m):.0e} of the largest torque",
            residual(links, dynamics.tau_j[0]) < ROUNDING and residual(motors, dynamics.tau_m) < ROUNDING,
            where="Sec. III",
        ),
        Claim(
            "What the carriers' motion adds to the motors is the rate of S^T qd less S^T qdd.",
            "(33) in (5)",
            f"to {carrier:.0e} of the largest entry",
            carrier < ROUNDING,
            where="(33)",
        ),
        Claim(
            "The gyroscopic torque of the rotors turns with the links and does no work.",
            "qd . C_rotor = 0, by (30)",
            f"{work:.0e} of its largest term",
            bool(work < ROUNDING),
            where="(30)",
        ),
        Claim(
            "High orders may cost digits.",
            "might occur",
            f"forward dynamics gives back qdd to {trips[1]:.1e} with {robot.motion_order} derivatives, to {trips[0]:.1e} with "
            "Spong's 4",
            trips[1] > 10.0 * trips[0],
            "The paper names a risk; the order adds nothing here, and what is lost in both is the digits of theta - q, times K.",
            "Sec. V-B",
        ),
    ]


def _round_trip(robot: jn.Robot) -> float:
    """Return the relative error of link accelerations that forward dynamics computes from the torque of inverse dynamics."""
    Q = np.random.default_rng(1).normal(size=(robot.motion_order + 1, robot.n))
    dynamics = jn.inverse_dynamics(robot, *Q)
    q, qd, qdd = Q[:3]
    back, _ = jn.elastic_forward_dynamics(robot, q, qd, dynamics.theta[0], dynamics.theta[1], dynamics.tau_m)
    return residual(back, qdd)


def _growth(counts: list[int]) -> Claim:
    """Return the claim on the growth of operation counts with the number of joints."""
    third = np.diff(counts, 3)
    power = exponent(CHAINS[3:], counts[3:])
    return Claim(
        "The algorithm costs at worst the cube of the number of joints.",
        "O(N^3)",
        f"third differences of operations: {third.min()} to {third.max()}, N = 2 to {CHAINS[-1]}; N^{power:.2f} from 5 joints on",
        np.ptp(third) < 0.1 * third.mean(),
        where="Sec. V-B",
    )


# ---------------------------------------------------------------- the experiment, section VI


def _torques(lag: float, t: Array) -> dict[str, Array]:
    """Return motor torques (T, n) [Nm] for carried rotors ("full"), Spong's rotors ("spong") and rigid joints ("rigid").

    The entry "q" is q and qd of joint 1, (T, 2). lag: time constant of the filter [s]; t (T,): times [s].
    """
    path = jn.trajectory.filtered_step(np.zeros(7), np.full(7, STEP), time_constant=lag, order=FILTER)
    arms = {"full": lbr(), "spong": lbr("spong"), "rigid": lbr("spong").with_rigid_joints()}
    return {name: jn.feedforward(arm, path, t).tau_m for name, arm in arms.items()} | {"q": path(t, 1)[:, :, 0].T}


def _experiment(robot: jn.Robot, torques: dict[str, Array], t: Array) -> list[Claim]:
    """Return the claims on the arm, the motion and the torque differences of section VI; torques: see `_torques`."""
    peak = np.abs(torques["full"]).max()
    elastic, carried = (np.abs(torques["full"] - torques[name]).max() for name in ("rigid", "spong"))
    faster = _torques(LAG / 2.0, t / 2.0)
    fast = np.abs(faster["full"] - faster["rigid"]).max()
    end = torques["q"][-1, 0]
    path = jn.trajectory.filtered_step(np.zeros(7), np.full(7, STEP), time_constant=LAG, order=FILTER)
    mass = sum(link.mass for link in robot.links)
    reach = float(np.linalg.norm(jn.tool_pose(robot, np.zeros(7))[0]))
    return [
        Claim(
            "The arm is about 1 m long and weighs 17 kg.",
            "about 1 m, 17 kg",
            f"{reach:.2f} m from shoulder to wrist, {mass:.1f} kg",
            None,
            "It is said of the LBR 2, whose parameters are not published; another arm of its kind stands for it.",
            "Sec. II",
        ),
        Claim(
            "The motion is a step of 2 rad through a filter of order 16, smooth enough for all derivatives, over 2.5 s.",
            "2 rad, order 16, 2.5 s",
            f"{end:.4f} rad at 2.5 s; derivatives to order {path.smoothness} are continuous, {robot.motion_order} are needed",
            bool(abs(end - STEP) < 0.01 * STEP and path.smoothness >= robot.motion_order),
            where="Sec. VI",
        ),
        Claim(
            "The motor torques of the elastic and the rigid model differ significantly even for this smooth motion.",
            "significantly (Fig. 5)",
            f"by up to {elastic:.2f} Nm, {100 * elastic / peak:.1f} % of the largest torque; {carried:.2f} Nm by carried rotors",
            bool(elastic > 0.01 * peak),
            "The paper gives a figure and no number; we call significant what exceeds 1 % of the largest torque.",
            "Sec. VI, Fig. 5",
        ),
        Claim(
            "For faster motion the difference increases.",
            "increases",
            f"{fast:.1f} Nm in half the time: {fast / elastic:.1f} times",
            bool(fast > elastic),
            where="Sec. VI",
        ),
    ]
