"""Solver by constrained optimisation: of all motions that keep the tool on its path, the motion with the least deflections.

    min |q_e - rest|^2    subject to    load = 0,  e = 0

The method is that of [Moberg2010], section 10.1, with differences of sixth order in place of backward differences; rest(t) are
deflections interpolated between those at rest before and after the path. IPOPT solves the problem, with sparse and exact first
and second derivatives. The solver needs CasADi (the extra `optim`).
"""

from typing import Any, ClassVar, final

import numpy as np

from jounce.dynamics.drive import spring_load
from jounce.errors import ConvergenceError, InputError
from jounce.flexible.dae import Dae
from jounce.flexible.solvers.problem import Problem, Solution, Solver
from jounce.flexible.solvers.symmetric_differences import FIRST, SECOND, WIDTH, differences
from jounce.functions.kinematics import tool_pose
from jounce.functions.rigid_rotors import carried_rnea
from jounce.inverse.status import Status
from jounce.kernel.arguments import NOTHING
from jounce.plant.plant import plant_of

TOLERANCE = 1e-9
"""IPOPT's option `tol`: largest scaled error of the optimality conditions at the solution."""


@final
class Constrained(Solver):
    """Constrained optimisation by IPOPT, with the discretised equations as constraints."""

    free_ends: ClassVar[bool] = True

    def solve(self, problem: Problem) -> Solution:
        """Return the motion from problem.begin to problem.end that solves the problem; see `Solver`."""
        try:
            import casadi as ca
        except ImportError:
            raise InputError("method 'constrained' needs CasADi: pip install 'jounce[optim]', or method='collocation'.") from None
        dae, grid, h = problem.dae, problem.grid, problem.h
        targets = dae.outputs.target(problem.path, grid, 0)
        count, n, passive = len(grid), dae.n, dae.passive
        load, error = _functions(dae)
        Q = ca.MX.sym("q", n, count)
        inner = count - 2 * WIDTH
        v = sum(c * Q[:, k : k + inner] for k, c in enumerate(FIRST)) / h
        a = sum(c * Q[:, k : k + inner] for k, c in enumerate(SECOND)) / h**2
        desired = targets.position[0].T
        pushes = [rows[0, WIDTH : WIDTH + inner].T for _, rows in targets.pushes]
        if targets.rotation is not None:
            desired = np.vstack([desired, targets.rotation[0].reshape(count, 9).T])
        share = np.linspace(0.0, 1.0, count)[:, None]
        rest = (problem.start + share * (problem.last - problem.start))[:, passive].T
        deflection = Q[passive, :] - rest
        stiffness = problem.holding[:, None]
        loads = load.map(inner)(Q[:, WIDTH : WIDTH + inner], v, a, *pushes) / stiffness
        equal = ca.vertcat(ca.vec(loads), ca.vec(error.map(count)(Q, desired)))
        options: Any = {"ipopt": {"print_level": 0, "tol": TOLERANCE, "sb": "yes"}, "print_time": False}
        problem_text: Any = {"x": ca.vec(Q), "f": ca.sumsqr(deflection), "g": equal}
        solver = ca.nlpsol("solver", "ipopt", problem_text, options)
        result = solver(x0=problem.warm(grid).ravel(), lbg=0.0, ubg=0.0)
        stats = solver.stats()
        if not stats["success"]:
            raise ConvergenceError(
                f"inverse dynamics of robot {dae.robot.name!r} by constrained optimisation: IPOPT ends with "
                f"{stats['return_status']}. Is the path within reach, and the spacing of {h:.3g} s short enough?"
            )
        q = np.array(result["x"]).reshape(count, n)
        edge = np.zeros((WIDTH, n))
        status = Status(iterations=int(stats["iter_count"]), residual=float(np.abs(np.array(result["g"])).max()))
        return Solution(grid, q, np.concatenate([edge, differences(q, h)[0], edge]), status)


def _functions(dae: Dae) -> tuple[Any, Any]:
    """Return load(q, v, a, *wrenches) and e(q, desired) as CasADi functions.

    desired: desired positions of the tool, then with controlled angles its desired rotation, row by row.
    """
    import casadi as ca

    n, outputs = dae.n, dae.outputs
    q, v, a = (ca.SX.sym(name, n) for name in ("q", "v", "a"))
    pushes = {link: ca.SX.sym(f"wrench{k}", 6) for k, link in enumerate(outputs.pushes)}
    tau: Any = carried_rnea(dae.robot, q, v, a, wrench={link: (push,) for link, push in pushes.items()} or NOTHING)[0]
    load = ca.vertcat(*spring_load(plant_of(dae.robot), *(ca.vertsplit(column) for column in (tau, q, v))))
    position, rotation = tool_pose(dae.robot, q)
    desired = ca.SX.sym("y", len(outputs.places) + 9 * bool(outputs.angles))
    e = [position[k] - desired[i] for i, k in enumerate(outputs.places)]
    if outputs.angles:
        goal = ca.reshape(desired[len(outputs.places) :], 3, 3).T  # CasADi reads columns
        current, target = (tuple(tuple(x[i, j] for j in range(3)) for i in range(3)) for x in (rotation, goal))
        e += outputs.tool.turning(current, target)  # type: ignore[arg-type]  # three by three
    return ca.Function("load", [q, v, a, *pushes.values()], [load]), ca.Function("error", [q, desired], [ca.vertcat(*e)])
