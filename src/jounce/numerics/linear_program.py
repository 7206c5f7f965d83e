"""Linear programs with many rows and few unknowns, solved by the simplex method on their dual.

    min c x + eps sum |x_i| / (u_i - l_i)   s.t.   A x <= b,   l <= x <= u

The simplex basis of this program has as many columns as A has rows, thousands. The basis of its dual

    min b y + u v - l w   s.t.   A^T y + v - w + z = -c,   y, v, w >= 0,   |z_i| <= eps / (u_i - l_i)

has as many columns as there are unknowns. On programs of 3,000 rows and 72 unknowns HiGHS takes 15 ms for the dual and 65 ms
for the program itself. The small term with eps selects, among several minimisers, the minimiser closest to zero instead of a
corner of the bounds. Near a resonance a few millionths of a limit decide, and eps is too large: such programs are solved with
eps = 0.
"""

from typing import Any

import numpy as np

from jounce.numbers.packing import Array

ITERATIONS = 5000
"""Largest number of steps of the simplex method; the program counts as unsolved beyond."""
TIE_BREAK = 1e-6
"""Weight eps of the term that selects the minimiser closest to zero among several."""


def linear_program(cost: Array, rows: Any, upper: Array, bounds: Array, exact: bool) -> Array | None:
    """Return the minimiser x (n,) of cost . x subject to rows x <= upper and bounds (n, 2) of x; None if HiGHS finds none.

    rows: sparse matrix (m, n). Upper bounds may be infinite; equal bounds fix an unknown. exact: True to solve the program
    itself; False to solve its dual, with the term of weight `TIE_BREAK` that selects the minimiser closest to zero.
    """
    if exact:
        program = _solved(cost, A_ub=rows, b_ub=upper, bounds=bounds)
        return None if program is None else np.asarray(program.x)
    return _by_the_dual(cost, rows, upper, bounds)


def _solved(cost: Array, **program: Any) -> Any:
    """Return the solution of a linear program by HiGHS, tried without presolve and then with presolve; None if both fail."""
    from scipy.optimize import linprog

    for presolve in (False, True):  # without presolve most programs take half of the time, and some fail
        options = {"presolve": presolve, "maxiter": ITERATIONS}
        solution = linprog(cost, **program, method="highs-ds", options=options)
        if solution.status == 0:
            return solution
    return None


def _by_the_dual(cost: Array, rows: Any, upper: Array, bounds: Array) -> Array | None:
    """Return the minimiser of the program by way of its dual, the one closest to zero if several exist; None if HiGHS fails."""
    from scipy.sparse import csc_array, eye_array, hstack

    least, most = bounds.T
    free = np.isfinite(most) & (most > least)
    unit, bounded = eye_array(len(cost), format="csc"), np.isfinite(most)
    columns = hstack([csc_array(rows.T), unit[:, bounded], -unit, unit[:, free]], format="csc")
    dual_cost = np.concatenate([upper, most[bounded], -least, np.zeros(np.count_nonzero(free))])
    width = TIE_BREAK / (most - least)[free]
    signed = np.array([[0.0, np.inf]]).repeat(columns.shape[1] - len(width), axis=0)
    dual_bounds = np.concatenate([signed, np.stack([-width, width], axis=1)])
    dual = _solved(dual_cost, A_eq=columns, b_eq=-cost, bounds=dual_bounds)
    return None if dual is None else np.clip(dual.eqlin.marginals, least, most)
