"""Reproduction of [Mueller2021]: two time derivatives of the equations of motion, on a planar 2R arm and the KUKA LBR iiwa."""

import numpy as np

import jounce as jn
from jounce.papers import example_robots
from jounce.papers import mueller_cases as cases
from jounce.papers import mueller_figures as figures
from jounce.papers.measurement import ROUNDING, Array, execution, residual, seconds, too_slow
from jounce.papers.paper_report import Claim, PaperReport, Progress, Table

AMPLITUDE = [  # [rad]
    -1.2943753211777664,
    0.7175341454355011,
    -0.5691380764966176,
    0.5848944158627155,
    1.6216297151633214,
    -0.9187855709752027,
    0.4217605991935227,
]
FREQUENCY = [  # [rad/s]
    1.7073873117335832,
    3.079992797637052,
    2.1084514453622774,
    3.5903916041026207,
    1.4183262544423447,
    2.285625793808507,
    5.927533308659986,
]
DURATION, STEP = 5.0, 5e-4
EVALUATIONS = 10_000
PUBLISHED = {
    0.0: [2.5097, -65.3907, 5.7622, 7.2725, -0.6541, 0.4119, -0.0838],
    3.0: [-7.2750, 94.4519, 2.1308, -21.7999, -0.7894, 0.2268, 0.1333],
}
"""{time [s]: forces [Nm] of the seven joints}, read off the vector graphics of Fig. 3(b). At both times the external wrench
passes through zero."""
RESOLUTION = 3.7e-4
"""Resolution of the forces read off Fig. 3(b) [Nm]."""

SETTING = """\
The text of the paper that we had lost its formulas; each was derived again. The iiwa is `jn.load("kuka_iiwa")`, with the table of
the paper about centres of mass, as the paper says. The published curves were computed with the same numbers taken about the
origins of the link frames; they are reproduced by `regressor @ parameters`. The motion, q_i = A_i cos(w_i t) over 5 s in 10,000
steps, and the wrench on the last link, six components 10 sin(pi t), are from the program that the authors published."""


def report(progress: Progress) -> PaperReport:
    """Return the report of the paper: all claims, Figs. 3 and 4, and Table 1 of the iiwa."""
    robot = jn.load("kuka_iiwa")
    with jn.backend("python"):
        claims = [*_structure(robot), *_forms(), *_planar()]
    progress(0.3)
    t = np.arange(0.0, DURATION + STEP / 2, STEP)
    Q, W = _motion(t, 4), _wrench(t, 2)
    forces = jn.rnea(robot, *Q, wrench=[*-W], link="link7")
    progress(0.6)
    published = _published(robot, t, forces[0])
    claims += [*_curves(robot, published), *_differences(forces), _time(robot, Q)]
    progress(0.9)
    drawings = [figures.force_figure(t, Q[0], published, PUBLISHED), figures.derivative_figure(t, forces, STEP)]
    return PaperReport("Müller and Kumar 2021", "Mueller2021", SETTING, claims, drawings, [_table(robot)])


# ---------------------------------------------------------------- closed forms, sections 2 to 5


def _structure(robot: jn.Robot) -> list[Claim]:
    """Return the claims on the symmetry of M and the skew symmetry of dM/dt - 2C, and of their time derivatives."""
    Q = np.random.default_rng(0).normal(size=(4, 50, robot.n))
    M, C = jn.mass_matrix(robot, *Q), jn.coriolis_matrix(robot, *Q)  # two independent algorithms
    columns = cases.mass_by_columns(robot, Q[0])
    smallest = float(np.linalg.eigvalsh(columns).min())
    asymmetry = [residual(matrix, _transposed(matrix)) for matrix in (columns, cases.rate_of_columns(robot, Q[0], Q[1]))]
    skew = [residual(C[k] + _transposed(C[k]), M[k + 1]) for k in range(3)]
    other = max(cases.without_bracket(robot, *q) for q in Q[:2].swapaxes(0, 1)[:5])
    return [
        Claim(
            "The mass matrix is symmetric and positive definite.",
            "M = M^T > 0",
            f"M - M^T is {asymmetry[0]:.0e} of the largest entry, M by columns of Newton-Euler; smallest eigenvalue "
            f"{smallest:.1e} kg m^2, 50 poses",
            asymmetry[0] < ROUNDING and smallest > 0.0,
            where="Sec. 5",
        ),
        Claim(
            "Its derivatives are symmetric.",
            "M^(k) = M^(k)T",
            f"differ by {asymmetry[1]:.0e} of the largest entry, k = 1, by differences of these columns",
            asymmetry[1] < 1e-7,  # differences of step 1e-6 have no more digits
            where="Sec. 5, (36), (47)",
        ),
        Claim(
            "The Coriolis matrix fulfils dM/dt = C + C^T, so that dM/dt - 2C is skew.",
            "0",
            f"{skew[0]:.0e} of the largest entry, 50 poses",
            skew[0] < ROUNDING,
            where="(63), (64)",
        ),
        Claim(
            "The skew symmetry is carried over to the derivatives.",
            "0",
            f"{skew[1]:.0e} and {skew[2]:.0e} of the largest entry, first and second derivative",
            max(skew) < ROUNDING,
            where="Sec. 5",
        ),
        Claim(
            "Another arrangement of the Coriolis matrix, with the same forces, may lack the property.",
            "may not hold",
            f"without the term M b, C + C^T misses dM/dt by up to {100 * other:.0f} % of its largest entry",
            other > 0.01,
            where="Sec. 5, (29), (62)",
        ),
    ]


def _transposed(M: Array) -> Array:
    """Return the transposes of matrices (..., n, n)."""
    return M.swapaxes(-1, -2)


def _forms() -> list[Claim]:
    """Return the claims on closed forms of the generalised forces and of two time derivatives."""
    errors = np.array([cases.closed_form_errors(example_robots.generic(n)) for n in range(1, 9)]).max(axis=0)
    return [
        Claim(
            "The generalised forces are M qdd + C qd + g.",
            "(1)",
            f"equal to Newton-Euler to {errors[0]:.0e}, chains of 1 to 8 joints",
            errors[0] < ROUNDING,
            where="(1)",
        ),
        Claim(
            "Their first derivative follows from the first derivatives of M, C and g.",
            "(35)",
            f"equal to Newton-Euler to {errors[1]:.0e}",
            errors[1] < ROUNDING,
            where="Sec. 3, (35)",
        ),
        Claim(
            "Their second derivative follows from the second derivatives of M, C and g.",
            "(45)",
            f"equal to Newton-Euler to {errors[2]:.0e}",
            errors[2] < ROUNDING,
            where="Sec. 4, (45)",
        ),
    ]


# ---------------------------------------------------------------- the planar 2R arm, section 6.1


def _planar() -> list[Claim]:
    """Return the claims on the planar 2R arm of section 6.1."""
    robot = jn.load("planar_2r")
    Q = np.random.default_rng(0).normal(size=(5, 2))
    errors = [residual(a, b) for a, b in zip(jn.rnea(robot, *Q), cases.two_links(Q, -robot.gravity[1]))]
    return [
        Claim(
            "The forces of the planar 2R arm are those of the textbook.",
            "Lynch and Park, Modern Robotics",
            f"equal to {errors[0]:.0e}",
            errors[0] < ROUNDING,
            where="Sec. 6.1",
        ),
        Claim(
            "Their derivatives are the analytic derivatives of these expressions, to second order.",
            "equal",
            f"to {errors[1]:.0e} and {errors[2]:.0e}, differentiated by hand",
            max(errors) < ROUNDING,
            where="Sec. 6.1",
        ),
    ]


# ---------------------------------------------------------------- the iiwa, section 6.2


def _motion(t: Array, order: int) -> Array:
    """Return the motion of the iiwa and its time derivatives (order+1, T, 7) at times t (T,) [s]."""
    return np.asarray(jn.trajectory.harmonic(AMPLITUDE, FREQUENCY)(t, order))


def _wrench(t: Array, order: int) -> Array:
    """Return the wrench on the last link, six components 10 sin(pi t), and its time derivatives (order+1, T, 6) [Nm, N]."""
    sines = [10.0 * np.pi**k * np.sin(np.pi * t + k * np.pi / 2.0) for k in range(order + 1)]
    return np.repeat(np.array(sines)[..., None], 6, axis=-1)


def _published(robot: jn.Robot, t: Array, force: Array) -> Array:
    """Return the generalised forces (T, n) [Nm] with the inertia of Table 1 taken about frame origins, without Steiner's terms.

    force (T, n): generalised forces with the inertia taken about centres of mass.
    """
    m = np.array([link.mass for link in robot.links])
    x, y, z = np.array([link.com for link in robot.links]).T
    steiner = np.zeros((robot.n, 10))
    steiner[:, 4:] = (m * np.array([y * y + z * z, x * x + z * z, x * x + y * y, -x * y, -x * z, -y * z])).T
    return np.asarray(force - jn.regressor(robot, *_motion(t, 2)) @ steiner.ravel())


def _curves(robot: jn.Robot, published: Array) -> list[Claim]:
    """Return the claims on the published forces of the iiwa; published (T, n): forces with inertia about frame origins [Nm]."""
    index = [round(t / STEP) for t in PUBLISHED]
    read = np.array(list(PUBLISHED.values()))
    difference = np.abs(published[index] - read).max()
    times = np.array(list(PUBLISHED))
    physical = jn.rnea(robot, *_motion(times, 2), wrench=[*-_wrench(times, 0)], link="link7")
    visible = np.abs(physical - read).max()
    return [
        Claim(
            "The generalised forces of the iiwa are the published curves, inertia taken about frame origins.",
            f"-65.39 Nm at 0 s and 94.45 Nm at 3 s, joint 2, and 12 values more, read to {RESOLUTION:.1e} Nm",
            f"{published[index[0], 1]:.2f} Nm and {published[index[1], 1]:.2f} Nm; all 14 within {difference:.1e} Nm",
            difference < RESOLUTION,
            where="Sec. 6.2.3, Fig. 3(b)",
        ),
        Claim(
            "The generalised forces of the iiwa are the published curves, inertia taken about centres of mass.",
            "as the text says, 'relative to the COM of link i'",
            f"off by up to {visible:.1f} Nm at the same 14 values",
            visible < RESOLUTION,
            "The published curves were computed without Steiner's theorem; with it, as the text has it, they are others.",
            "Sec. 6.2.2",
        ),
    ]


def _differences(forces: Array) -> list[Claim]:
    """Return the claims on numerical differentiation of the forces (3, T, n).

    A forward difference is compared with the mean of two samples of the derivative, since it approximates the derivative half a
    step later.
    """
    errors = []
    for k in (0, 1):
        numeric = np.diff(forces[k], axis=0) / STEP
        errors.append(residual(numeric, 0.5 * (forces[k + 1][1:] + forces[k + 1][:-1])))
    coarse = [np.diff(x[::10], axis=0) / (10 * STEP) for x in forces[:2]]
    coarse_errors = [residual(d, 0.5 * (x[10::10] + x[:-10:10])) for d, x in zip(coarse, forces[1:])]
    order = [np.log10(b / a) for a, b in zip(errors, coarse_errors)]
    return [
        Claim(
            "The first derivative matches numerical differentiation.",
            "match (Fig. 4)",
            f"to {errors[0]:.0e} of the largest, a step of 0.5 ms; the error is that of differences, of order {order[0]:.2f}",
            errors[0] < 1e-5 and abs(order[0] - 2.0) < 0.05,
            where="Sec. 6.2.3, Fig. 4",
        ),
        Claim(
            "The second derivative matches numerical differentiation.",
            "match (Fig. 4)",
            f"to {errors[1]:.0e} of the largest; order {order[1]:.2f}",
            errors[1] < 1e-5 and abs(order[1] - 2.0) < 0.05,
            where="Sec. 6.2.3, Fig. 4",
        ),
    ]


def _time(robot: jn.Robot, Q: Array) -> Claim:
    """Return the claim on computing times of second-order inverse dynamics; Q: motion and its derivatives (5, T, n)."""
    one = seconds(jn.rnea, robot, *Q[:, 1000])
    whole = seconds(jn.rnea, robot, *Q[:, :EVALUATIONS], threads=1)
    return Claim(
        "10,000 evaluations of second-order inverse dynamics are fast enough for control in real time.",
        "milliseconds each; the numbers are lost in our text",
        f"{1e6 * one:.2f} us a call from Python; {1e3 * whole:.2f} ms for all 10,000 in one call, one thread ({execution()})",
        one < 1e-3,
        "We call real time a call of less than 1 ms; the paper's own times cannot be compared." if one < 1e-3 else too_slow(),
        "Sec. 6.2.4",
    )


# ---------------------------------------------------------------- Table 1


def _table(robot: jn.Robot) -> Table:
    """Return Table 1: mass, centre of mass and inertia of the links of the iiwa."""
    head = ("link", "m", "cx", "cy", "cz", "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz")
    order = (0, 3, 4, 1, 5, 2)
    rows = [
        (str(k + 1), *(f"{x:.5f}" for x in (link.mass, *link.com, *(link.inertia[i] for i in order))))
        for k, link in enumerate(robot.links)
    ]
    return Table("Table 1: mass [kg], centre of mass [m] and inertia about it [kg m^2] of the links of the iiwa.", head, rows)
