"""Swing a two-link arm up with little torque: an optimal-control problem on jounce's equations, solved by CasADi and IPOPT."""

import casadi
import numpy as np

import jounce as jn

robot = jn.load("planar_2r")
N, T = 40, 2.0  # intervals, duration [s]
h = T / N

# The dynamics as a CasADi function: our recursion, run on CasADi's symbols.
q, v, a = (casadi.SX.sym(name, robot.n) for name in ("q", "v", "a"))
torque = casadi.Function("torque", [q, v, a], [jn.rnea(robot, q, v, a)])

problem = casadi.Opti()
Q, V, A = (problem.variable(robot.n, N + 1) for _ in range(3))
tau = torque.map(N + 1)(Q, V, A)
problem.minimize(h * casadi.sumsqr(tau))
# Accelerations are linear between the nodes: positions and velocities follow exactly.
problem.subject_to(V[:, 1:] == V[:, :-1] + h / 2 * (A[:, :-1] + A[:, 1:]))
problem.subject_to(Q[:, 1:] == Q[:, :-1] + h * V[:, :-1] + h**2 / 6 * (2 * A[:, :-1] + A[:, 1:]))
for at, pose in ((0, (-np.pi / 2, 0.0)), (N, (np.pi / 2, 0.0))):  # hanging, upright
    problem.subject_to(Q[:, at] == casadi.vertcat(*pose))
    problem.subject_to(V[:, at] == 0)
s = np.linspace(0, 1, N + 1)
problem.set_initial(Q, np.vstack([np.pi * (s - 0.5), np.sin(np.pi * s)]))
problem.solver("ipopt", {"print_time": False, "ipopt": {"print_level": 0, "sb": "yes"}})
solution = problem.solve()

tau = solution.value(tau)
straight = jn.trajectory.rest_to_rest([-np.pi / 2, 0], [np.pi / 2, 0], T, degree=5)
direct = jn.rnea(robot, *straight(np.linspace(0, T, N + 1), 2))
print(f"{solution.stats()['iter_count']} iterations; peak torque {np.abs(tau).max():.1f} Nm")
print(f"cost {h * (tau**2).sum():.0f} Nm^2 s, against {h * (direct**2).sum():.0f} for lifting the stretched arm")
