"""`fastest_move` against direct transcription with CasADi and IPOPT, on two joints."""

from math import factorial

import numpy as np
import pytest

import jounce as jn

pytestmark = [pytest.mark.native, pytest.mark.slow]
PIECES = 120
"""With 60, and 68 pieces of one more degree here, IPOPT is 0.8 to 1.3 % slower."""


def ipopt(robot, start, goal, guess):
    """The least time of motions whose snap is linear on each of 120 pieces; torque is limited at their ends and half way.

    States are q to its fourth derivative (5 n, 121), controls the fifth one (n, 120). guess: a path to begin with.
    """
    ca = pytest.importorskip("casadi")
    n, opti = robot.n, ca.Opti()
    X, U, T = opti.variable(5 * n, PIECES + 1), opti.variable(n, PIECES), opti.variable()
    sx = ca.SX.sym("x", 5 * n)
    rows = [np.array([sx[j * n + i] for i in range(n)], dtype=object) for j in range(5)]
    torque = ca.Function("torque", [sx], [ca.vertcat(*np.ravel(jn.inverse_dynamics(robot, *rows).tau_m))])
    limit = robot.limits.motor_torque

    def after(k, h):
        """The state h seconds into piece k."""
        known = [X[j * n : (j + 1) * n, k] for j in range(5)] + [U[:, k]]
        return ca.vertcat(*(sum(known[m] * h ** (m - j) / factorial(m - j) for m in range(j, 6)) for j in range(5)))

    for k in range(PIECES):
        opti.subject_to(X[:, k + 1] == after(k, T / PIECES))
        opti.subject_to(opti.bounded(-limit, torque(after(k, 0.5 * T / PIECES)), limit))
    for k in range(PIECES + 1):
        opti.subject_to(opti.bounded(-limit, torque(X[:, k]), limit))
    for k, q in ((0, start), (PIECES, goal)):
        opti.subject_to(X[: 4 * n, k] == np.concatenate([q, np.zeros(3 * n)]))
    opti.subject_to(T > 0.05)
    opti.minimize(T)
    opti.set_initial(T, guess.end_time)
    opti.set_initial(X, np.concatenate(guess(np.linspace(0.0, guess.end_time, PIECES + 1), 4).transpose(0, 2, 1)))
    opti.solver("ipopt", {"print_time": 0}, {"print_level": 0, "sb": "yes", "max_iter": 1000})
    return float(opti.solve().value(T))


@pytest.mark.parametrize("ends", [([0.0, 0.0], [2.0, 0.0]), ([-1.57, 0.0], [1.57, 0.0]), ([0.0, 0.0], [1.2, -0.8])])
def test_two_joints(ends):
    """IPOPT, which begins with the straight way, finds the same way; it is not better by more than 0.3 %, of 32 pieces 3 %."""
    robot = jn.load("planar_2r").with_limits(motor_torque=[60.0, 60.0])
    best = ipopt(robot, *ends, jn.fastest(robot, jn.trajectory.rest_to_rest(*ends, 1.0, degree=9)))
    fine, usual = (jn.fastest_move(robot, *ends, pieces=pieces).status.time for pieces in (64, 32))
    assert best * 0.998 < fine < 1.003 * best
    assert usual < 1.03 * best
