"""Every feature with every other: the table of `docs/guide/combinations.md` is what runs here, on small random robots.

The witness of models is a Pinocchio tree in which every motor is a joint of its own (`support.motor_tree`), that of derivatives
are differences with 40 digits."""

import itertools
import re
from pathlib import Path

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError
from support import combinations as checks
from support.combinations import case, close, flexible

PAGE = Path(__file__).parents[1] / "docs" / "guide" / "combinations.md"
ORDER = "FDNKWPLCXSAB"
MODELS = "FDNKWB"
USES = {
    "P": checks.differentiated,
    "L": checks.linearised,
    "C": checks.in_casadi,
    "X": checks.in_c,
    "S": checks.simulated,
}


def stepped_in_casadi(this, _=None):
    """The step of damped joints on CasADi symbols."""
    import casadi

    robot, (Q, _) = this.robot, this.instant()
    state = jn.dynamics.steady_state(robot, *[x + 0.01 for x in Q])
    expected = jn.dynamics.inverse_dynamics_step(robot, state, 0.003, *Q)
    symbols = [casadi.SX.sym(f"q{k}", len(row)) for k, row in enumerate(Q)]
    before = [casadi.SX.sym(f"x{k}", len(row)) for k, row in enumerate(state)]
    found = jn.dynamics.inverse_dynamics_step(robot, before, 0.003, *symbols)
    function = casadi.Function("f", [*before, *symbols], [found.tau_m, casadi.vertcat(*found.state)])
    tau_m, after = function(*state, *Q)
    close(tau_m.full().ravel(), expected.tau_m)
    close(after.full().ravel(), np.ravel(expected.state))


def stepped_in_c(this, folder):
    """The step of damped joints in exported C: its own test program compares it with plain Python."""
    jn.compile(jn.dynamics.inverse_dynamics_step, this.robot).write_c(folder)
    checks.run_own_test(folder)


def stepped_slopes(this, _=None):
    """Partial derivatives of the step, by motion and state, along a random direction against differences with 40 digits."""
    checks.step_differentiated(this)


def law_in_casadi(this):
    """The law of feedback linearisation on CasADi symbols."""
    import casadi

    law, (reference, state) = checks.controller(this), checks.state_of(this)
    symbols = [casadi.SX.sym(f"x{k}", this.robot.n) for k in range(4)]
    found = law(reference, checks.Measured(*symbols))
    function = casadi.Function("law", symbols, [found])
    close(function(*state[:4]).full().ravel(), law(reference, state))
    slopes = casadi.Function("slopes", symbols, [casadi.jacobian(found, x) for x in symbols])
    for ours, theirs in zip(law.derivatives(reference, state), slopes(*state[:4])):
        close(ours, theirs.full(), 1e-11)


def law_in_c(this, folder):
    checks.controller(this).compile().write_c(folder)
    checks.run_own_test(folder)


def law_simulated(this):
    """Held at 1 ms, beside the plan at the start: the error dies out as its poles say."""
    plan = this.plan
    start = [plan.q[0, 0] + 1e-3, plan.q[1, 0], plan.theta[0, 0] + 1e-3, plan.theta[1, 0]]
    run = jn.simulate(this.robot, plan, checks.controller(this), start=start, rate=4000.0)
    poles = np.array(checks.POLES)
    # e + e' ... of a chain of four with e(0) = 1e-3, the acceleration and jerk that the springs then have
    assert np.abs(run.error[-1]).max() < 1e-3 * 40 * np.exp(poles.max() * checks.END)


def slopes_in_casadi(this):
    """CasADi's own derivative of our expressions is ours."""
    import casadi

    Q, _ = this.instant()
    symbols = [casadi.SX.sym(f"q{k}", len(row)) for k, row in enumerate(Q)]
    tau_m = jn.inverse_dynamics(this.robot, *symbols).tau_m
    function = casadi.Function("slopes", symbols, [casadi.jacobian(tau_m, x) for x in symbols])
    for ours, theirs in zip(jn.inverse_dynamics_derivatives(this.robot, *Q), function(*Q)):
        close(ours, theirs.full(), 1e-11)


def slopes_in_c(this, folder):
    jn.compile(jn.inverse_dynamics_derivatives, this.robot).write_c(folder)
    checks.run_own_test(folder)


def forward_in_casadi(this):
    """The accelerations that are integrated, as CasADi expressions."""
    import casadi

    robot = this.robot
    state = [np.random.default_rng(4).normal(size=n) for n in (robot.nq, robot.n, robot.m, robot.m, robot.m)]
    symbols = [casadi.SX.sym(f"x{k}", len(row)) for k, row in enumerate(state)]
    function = casadi.Function("f", symbols, list(jn.elastic_forward_dynamics(robot, *symbols)))
    for ours, theirs in zip(jn.elastic_forward_dynamics(robot, *state), function(*state)):
        close(ours, theirs.full().ravel(), 1e-11)


def forward_in_c(this, folder):
    jn.compile(jn.elastic_forward_dynamics, this.robot).write_c(folder)
    checks.run_own_test(folder)


def both_in_c_and_casadi(this, folder):
    checks.in_casadi(this)
    checks.in_c(this, folder)


OWN = {
    "DP": (stepped_slopes, case("D")),
    "DC": (stepped_in_casadi, case("D")),
    "DX": (stepped_in_c, case("D")),
    "PL": (law_in_casadi, case("")),
    "LC": (law_in_casadi, case("N")),
    "LX": (law_in_c, case("N")),
    "LS": (law_simulated, case("")),
    "PC": (slopes_in_casadi, case("")),
    "PX": (slopes_in_c, case("")),
    "PS": (checks.forward_differentiated, case("FD")),
    "CX": (both_in_c_and_casadi, case("")),
    "CS": (forward_in_casadi, case("DN")),
    "XS": (forward_in_c, case("DN")),
    "CA": (forward_in_casadi, flexible("")),
    "XA": (forward_in_c, flexible("")),
    "SA": (checks.tool_held, flexible("")),
    "FA": (checks.tool_held, flexible("F")),
    "DA": (checks.tool_held, flexible("D")),
    "NA": (checks.tool_held, flexible("N")),
    "KA": (checks.tool_held, flexible("K")),
    "WA": (checks.tool_held, flexible("W")),
}
REFUSED = {
    "PA": (lambda: jn.inverse_dynamics_derivatives(flexible("").robot, *np.zeros((5, 3))), "its motion cannot be chosen"),
    "LA": (lambda: checks.controller(flexible("")), "has a spring and no motor"),
    "LB": (lambda: checks.controller(case("B")), "fewer motors than freedoms"),
    "AB": (lambda: checks.on_floating_base(), "several freedoms"),
}


def pairs():
    return ["".join(pair) for pair in itertools.combinations(ORDER, 2)]


def cell(pair):
    """'+' or '-', as the page shows it."""
    return "-" if pair in REFUSED else "+"


@pytest.mark.native
@pytest.mark.parametrize("pair", [pair for pair in pairs() if pair not in REFUSED])
def test_together(pair, tmp_path):
    if pair in OWN:
        check, this = OWN[pair]
        check(this, tmp_path) if check in (stepped_in_c, law_in_c, slopes_in_c, forward_in_c, both_in_c_and_casadi) else check(
            this
        )
        return
    models = [x for x in pair if x in MODELS]
    uses = [x for x in pair if x in USES]
    this = case("".join(models))
    if not uses:
        checks.inverted(this)
    for use in uses:
        USES[use](this, tmp_path) if use == "X" else USES[use](this)


@pytest.mark.parametrize("pair", REFUSED)
def test_refused_for_the_reason_on_the_page(pair):
    call, words = REFUSED[pair]
    with pytest.raises(InputError, match=words):
        call()
    assert re.search(rf"^\*\*{pair[0]} with {pair[1]}\*\*", PAGE.read_text(), re.M)


def test_the_page_shows_this_table():
    """Sixty-six pairs, and those that are refused are at most four."""
    rows = {
        line.split("|")[1].strip(" *"): line for line in PAGE.read_text().splitlines() if re.match(r"^\| \*\*[A-Z]\*\* \|", line)
    }
    assert list(rows) == list(ORDER)
    for a in ORDER:
        shown = [x.strip() for x in rows[a].split("|")[2:-1]]
        wanted = ["" if a == b else cell(min(a + b, b + a, key=lambda p: ORDER.index(p[0]))) for b in ORDER]
        assert shown == wanted, a
    assert len(pairs()) == 66
    assert len(REFUSED) <= 4
