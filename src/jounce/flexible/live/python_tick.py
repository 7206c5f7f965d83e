"""A tick of a live flexible arm in plain Python: the algorithm of live.c with the functions of `Dae` and `bdf`.

With stable zeros a tick is one step of backward differentiation. Otherwise a tick is one Newton step of collocation over the
preview; only the first interval and intervals of age 0, 1, 3, 7, ... ticks are linearised anew. Each interval stores q, v, a of
all joints at its Gauss points (stages), which Newton's method changes together. If deflections change by x, their rates by w and
their accelerations by da, the driven joints g change by

    dq_g = n0 + N x,    dv_g = p0 + N w + B x,    da_g = b0 + N da + C x + 2 B w

so that the tool stays on its path, see collocation.c.
"""

from collections.abc import Callable
from math import prod
from typing import Any, NamedTuple

import numpy as np

from jounce.errors import JounceError
from jounce.flexible.dae import Dae
from jounce.flexible.live.fault import Fault
from jounce.flexible.live.gate import Gate, gate_sizes
from jounce.flexible.live.live_inputs import RestState, changed
from jounce.flexible.live.native_tick import NEWTON, ORDER, LiveCode, hermite
from jounce.flexible.solvers import bdf
from jounce.flexible.tool_targets import Target
from jounce.functions.inverse_dynamics import inverse_dynamics
from jounce.functions.inverse_dynamics_step import inverse_dynamics_step
from jounce.numbers.packing import Array
from jounce.numerics.backward_differences import steps_of_one
from jounce.numerics.gauss_collocation import LAST, MATRIX, NODES, WEIGHTS, eliminated
from jounce.numerics.two_point_boundary import Ends, bidiagonal


class ForwardState(NamedTuple):
    """State of an arm with stable zeros: q and v of the last `ORDER` ticks, latest first (ORDER, n), filters and gate."""

    q: Array
    v: Array
    filters: Array
    pose: Array
    """Positions and velocities of all joints now (2, n)."""
    gate: Array
    valid: Array
    """1 while the state is valid; after a fault the negative code of the fault (1,)."""


class PreviewState(NamedTuple):
    """State of an arm with an unstable zero: W intervals of the preview in order of time, and W + 1 instants at their ends.

    s contains deflections and their rates; S is the length of s.
    """

    s: Array
    """Deflections and their rates at instants (W+1, S)."""
    rows: Array
    """Packed inputs of the ticks (W+1, size)."""
    pose: Array
    """Positions and velocities of all joints now (2, n)."""
    filters: Array
    stable: Array
    unstable: Array
    """`stable`, `unstable`: rows of the boundary conditions, each (S, S) with unused last rows."""
    stable_count: Array
    """Number of rows of `stable` (1,)."""
    rest_deflection: Array
    """Deflections at rest (passive,)."""
    compliance: Array
    """Deflection per load at rest, the inverse of the stiffness of springs and gravity (passive, passive)."""
    end: Array
    """q, v, a at the end of the preview with quasi-static deflections, for the last three ticks, latest first (3, 3, n)."""
    stages: Array
    """q, v, a of all joints at the three Gauss points of each interval (W, 3, 3, n)."""
    step: Array
    """Derivative of s at the end of an interval by s at its beginning (W, S, S)."""
    moved: Array
    """Derivative of deflections and their rates at the Gauss points by s at the beginning of the interval (W, 3, S, S)."""
    tangent: Array
    """Derivatives N, B, C of q, v and a of the driven joints by the deflections at Gauss points (W, 3, 3, driven, passive)."""
    gate: Array
    valid: Array
    """1 while the state is valid; after a fault the negative code of the fault (1,)."""


class PythonTick:
    """Ticks of a live flexible arm in plain Python; the state is one array of `size` scalars."""

    def __init__(self, code: LiveCode) -> None:
        self.code, self.h, self.window, self.layout = code, code.h, code.window, code.layout
        dae = code.dae
        n, p, m = dae.n, len(dae.passive), len(dae.driven)
        S, W, size = 2 * p, code.window, code.layout.size
        ahead: tuple[tuple[int, ...], ...] = ((W + 1, S), (W + 1, size), (2, n), (code.filters,), (S, S), (S, S), (1,), (p,))
        gate = (sum(gate_sizes(code.layout)),)
        ahead += ((p, p), (3, 3, n), (W, 3, 3, n), (W, S, S), (W, 3, S, S), (W, 3, 3, m, p), gate, (1,))
        self.shapes = ahead if W else ((ORDER, n), (ORDER, n), (code.filters,), (2, n), gate, (1,))
        self.size = sum(map(prod, self.shapes))
        self.outputs_between = hermite(code.h, code.layout.order + 1, 2)
        self.wrench_between = hermite(code.h, code.layout.order - 1, 0)[:, 0]

    def begin(self, state: Array, rest: RestState) -> bool:
        """Fill the array `state` with the state of rest; return True on success."""
        state[:] = 0.0
        memory = self._views(state)
        memory.filters[:], memory.valid[0], memory.pose[0] = rest.filters.reshape(-1), 1.0, rest.q
        memory.gate[: len(rest.bounds)] = rest.bounds
        Gate.of(self.layout, memory.gate).start(self.layout, self.h, rest.q, rest.inputs)
        if isinstance(memory, ForwardState):
            memory.q[:] = rest.q
            return True
        passive = self.code.dae.passive
        memory.stable_count[0] = len(rest.stable)
        memory.stable[: len(rest.stable)], memory.unstable[: len(rest.unstable)] = rest.stable, rest.unstable
        memory.rest_deflection[:] = rest.q[passive]
        memory.compliance[:] = np.linalg.inv(self._dae(rest.inputs).stiffness(rest.q, self._target(rest.inputs[None]).at(0)))
        memory.end[:, 0], memory.stages[:, :, 0] = rest.q, rest.q
        memory.rows[:], memory.s[:, : len(passive)] = rest.inputs, rest.q[passive]
        memory.valid[0] = (
            self._well(lambda: Fault.NONE if self._receded(memory, list(range(self.window))) else None) == Fault.NONE
        )
        return bool(memory.valid[0])

    def tick(self, state: Array, rows: Array, tau: Array, motion: Array) -> int:
        """Run one tick: write torque (m,) and motion of all joints (order+1, n), and return a `Fault`, 0 on success.

        rows: packed inputs of the tick. After a fault tau is the safe torque.
        """
        memory = self._views(state)
        gate = Gate.of(self.layout, memory.gate)
        if memory.valid[0] != 1.0:
            code = int(-memory.valid[0]) if -len(Fault) < memory.valid[0] < 0.0 else Fault.NOT_BEGUN
            if code == Fault.NOT_BEGUN:
                tau[:] = 0.0
            else:
                gate.safe(tau)
            return code
        if not np.isfinite(rows).all():
            tau[:] = gate.tau
            return Fault.NOT_FINITE
        inputs, before = np.array(rows), motion.copy()
        with np.errstate(all="ignore"):
            if gate.shaped[0] == 1.0:
                gate.shape(self.layout, inputs)
            jump = gate.is_jump(self.layout, self.h, self.window, inputs)
        code = Fault.JUMP if jump else self._well(lambda: self._tick(memory, gate, inputs, tau, motion))
        if code == Fault.NONE:
            gate.inputs[:], memory.pose[:] = inputs, motion[:2]
            return code
        motion[:] = before
        memory.valid[0] = -code
        with np.errstate(all="ignore"):
            rows_now = memory.rows[0] if isinstance(memory, PreviewState) else gate.inputs
            gate.brake(self.layout, self.h, memory.pose, self.layout.parts(rows_now))
            gate.safe(tau)
        return code

    def _well(self, act: Callable[[], Fault | None]) -> Fault:
        """Return the fault of an action, or UNSOLVED if the action returns None or raises a numerical error."""
        try:
            with np.errstate(all="ignore"):
                code = act()
                return Fault.UNSOLVED if code is None else code
        except (np.linalg.LinAlgError, JounceError, ArithmeticError):
            return Fault.UNSOLVED

    def _views(self, state: Array) -> Any:
        """Return the fields of the array `state` as views: a `PreviewState` if there is a preview, else a `ForwardState`."""
        ends = np.cumsum([prod(shape) for shape in self.shapes])
        parts = [block.reshape(shape) for block, shape in zip(np.split(state, ends[:-1]), self.shapes)]
        return (PreviewState if self.window else ForwardState)(*parts)

    # ---------------------------------------------------------------- inputs of ticks

    def _dae(self, inputs: Array) -> Dae:
        """Return the arm's equations with the live parameters of a tick."""
        return changed(self.layout.robot, self.layout.links, self.layout.parts(inputs).values())

    def _target(self, rows: Array) -> Target:
        """Return the targets of T ticks with all derivatives. rows: packed inputs of the ticks (T, size)."""
        now = [self.layout.parts(row) for row in rows]
        y = np.stack([inputs.y for inputs in now], axis=1)
        pushes = tuple((link, np.stack([inputs.wrench[link] for inputs in now], axis=1)) for link in self.layout.links)
        return self.code.dae.outputs.desired(y)._replace(pushes=pushes)

    def _between(self, before: Array, after: Array) -> Target:
        """Return the targets at the three Gauss points of the T intervals between the packed inputs `before` and `after`."""
        pairs = [(self.layout.parts(a), self.layout.parts(b)) for a, b in zip(before, after)]
        y = np.stack([np.concatenate([a.y, b.y]) for a, b in pairs])
        targets = np.einsum("jkl,tlm->ktjm", self.outputs_between, y).reshape(3, 3 * len(pairs), -1)
        pushes = []
        for link in self.layout.links:
            W = np.stack([np.concatenate([a.wrench[link], b.wrench[link]]) for a, b in pairs])
            pushes.append((link, np.einsum("jl,tli->tji", self.wrench_between, W).reshape(1, 3 * len(pairs), 6)))
        return self.code.dae.outputs.desired(targets)._replace(pushes=tuple(pushes))

    # ---------------------------------------------------------------- a tick

    def _tick(self, memory: Any, gate: Gate, rows: Array, tau: Array, motion: Array) -> Fault | None:
        """Advance the state by one tick, write torque (m,) and motion (order+1, n), and return the fault or NONE.

        None if Newton's method does not converge.
        """
        gate.expect(self.layout, self.h, memory.pose[0], rows)
        forward = isinstance(memory, ForwardState)
        solution = self._forward(memory, rows) if forward else self._recede(memory, gate, rows)
        if solution is None or isinstance(solution, Fault):
            return solution
        inputs = rows if forward else memory.rows[0]
        now, exact = self._target(inputs[None]).at(0), self._dae(inputs)
        motion[:] = exact.motion(exact.pose(solution[0], now), solution[1], now, self.layout.order)
        if gate.is_singular(exact.outputs.jacobians(motion[:1])[0][:, exact.driven], 0):
            return Fault.SINGULAR
        tau[:] = self._torque(memory.filters, inputs, motion)
        tau[self.code.dae.passive] = 0.0
        return gate.bounded(tau, self.h)

    def _torque(self, filters: Array, inputs: Array, motion: Array) -> Array:
        """Return the motor torque of this tick; advances the spring filters by one step."""
        now, machine = self.layout.parts(inputs), self.code.machine
        order = machine.motion_order
        wrench = {link: tuple(rows[: order - 1]) for link, rows in now.wrench.items()}
        options: dict[str, Any] = {"wrench": wrench} if wrench else {}
        options |= {"parameters": now.parameters} if now.parameters else {}
        if self.code.rigid:
            return inverse_dynamics(machine, *motion[:3], **options).tau_m
        step = inverse_dynamics_step(machine, filters.reshape(order, -1), self.h, *motion[: order + 1], **options)
        filters[:] = step.state.reshape(-1)
        return step.tau_m

    def _forward(self, memory: ForwardState, rows: Array) -> tuple[Array, Array] | None:
        """Return pose and rates of the deflections by one step of backward differentiation; None if Newton's method fails."""
        dae = self._dae(rows)
        c, ahead = steps_of_one(ORDER)
        c = c / self.h
        at = bdf.index_form(dae, 3, c[0], c[1:] @ memory.q, c[1:] @ memory.v)
        guess = ahead @ memory.q
        solution = bdf.newton(dae, at, self._target(rows[None]).at(0), guess)
        if solution is None or solution[2] > NEWTON:
            return None
        q = solution[0]
        memory.q[:], memory.v[:] = np.vstack([q, memory.q[:-1]]), np.vstack([at.V @ q + at.v0, memory.v[:-1]])
        return q, memory.v[0, dae.passive]

    # ---------------------------------------------------------------- a receding horizon

    def _recede(self, memory: PreviewState, gate: Gate, rows: Array) -> tuple[Array, Array] | Fault | None:
        """Move the preview on by one tick; return pose and rates of the deflections by one Newton step of collocation.

        Returns a `Fault` if the pose at the end of the preview is nearly singular, None if a value is not finite.
        """
        W, p, passive = self.window, len(self.code.dae.passive), self.code.dae.passive
        for array in (memory.rows, memory.s, memory.stages, memory.step, memory.moved, memory.tangent):
            array[:-1] = array[1:].copy()
        memory.rows[-1] = rows
        if gate.is_singular(self._at_the_end(memory, rows), 1):
            return Fault.SINGULAR
        if not np.isfinite(memory.end).all():
            return None
        memory.s[-1] = memory.end[0, :2, passive].T.reshape(-1)
        memory.stages[-1] = memory.end[1] + NODES[:, None, None] * (memory.end[0] - memory.end[1])
        anew = [i for i in range(W) if i == 0 or (W - 1 - i) & (W - i) == 0]
        if not self._receded(memory, anew):
            return None
        pose = memory.pose[0].copy()
        pose[passive] = memory.s[0, :p]
        return pose, memory.s[0, p:]

    def _at_the_end(self, memory: PreviewState, rows: Array) -> Array:
        """Store the motion at the end of the preview, with quasi-static deflections; return the tool's Jacobian in this pose.

        rows: packed inputs of the tick. The Jacobian (M, M) is with respect to the driven joints.
        """
        dae, target = self._dae(rows), self._target(rows[None]).at(0)
        passive, driven = dae.passive, dae.driven
        q = np.array(memory.end[0, 0])
        q[passive] = memory.rest_deflection
        for _ in range(NEWTON):
            J = dae.outputs.jacobians(q[None])[0][:, driven]
            q[driven] -= np.linalg.solve(J, dae.outputs.errors(q[None], target)[0])
        motion = np.array([q, np.zeros(dae.n), np.zeros(dae.n)])
        for k in (1, 2):
            motion[k, driven] = -np.linalg.solve(J, dae.outputs.errors(motion[: k + 1], target)[k])
        deflection = memory.rest_deflection - memory.compliance @ dae.load(motion[0], motion[1], motion[2], target)
        memory.end[1:] = memory.end[:-1].copy()
        motion[0, passive] = deflection
        motion[1, passive] = (1.5 * deflection - 2.0 * memory.end[1, 0, passive] + 0.5 * memory.end[2, 0, passive]) / self.h
        motion[2, passive] = (motion[1, passive] - memory.end[1, 1, passive]) / self.h
        memory.end[0] = motion
        return np.array(J)

    def _receded(self, memory: PreviewState, anew: list[int]) -> bool:
        """Linearise the intervals in `anew` again and take one Newton step of all intervals; False if the step is not finite."""
        dae, h, W = self.code.dae, self.h, self.window
        p, passive, driven = len(dae.passive), dae.passive, dae.driven
        S = 2 * p
        gap, r, still = np.zeros((W, S)), np.zeros((W, 3, S)), np.zeros((W, 3, 3, len(driven)))
        constant = np.zeros((W, 3, S))
        for i in anew:
            memory.step[i], memory.moved[i], memory.tangent[i], gap[i], r[i], constant[i], still[i] = self._linearised(memory, i)
        first, rows = int(memory.stable_count[0]), S - int(memory.stable_count[0])
        last = memory.end[0, :2, passive].T.reshape(-1)
        at = Ends(memory.stable[:first], memory.s[0], memory.unstable[:rows], last)
        ds, _ = bidiagonal(memory.step, gap, at, memory.s)
        if not np.isfinite(ds).all():
            return False
        change = np.einsum("ijuv,iv->iju", memory.moved, ds[:-1]) + constant
        x, w = change[..., :p], change[..., p:]
        da = np.einsum("jl,ilu->iju", np.linalg.inv(MATRIX), w - ds[:-1, None, p:] - r[..., p:]) / h
        memory.stages[..., passive] += np.stack([x, w, da], axis=2)
        N, B, C = np.moveaxis(memory.tangent, 2, 0)

        def times(A: Array, b: Array) -> Array:
            product: Array = (A @ b[..., None])[..., 0]
            return product

        moves = (times(N, x), times(N, w) + times(B, x), times(N, da) + times(C, x) + 2.0 * times(B, w))
        memory.stages[..., driven] += still + np.stack(moves, axis=2)
        memory.s[:] += ds
        # the rows of the unstable boundary condition follow the motion of the arm
        memory.unstable[:rows] = np.linalg.qr((memory.unstable[:rows] @ memory.step[-1]).T)[0].T
        return True

    def _linearised(self, memory: PreviewState, i: int) -> tuple[Array, ...]:
        """Linearise interval i and eliminate its stages, the motion at its Gauss points.

        Returns `step`, `moved` and `tangent` of `PreviewState` for this interval, the gap to the next interval, the residual of
        the stages, the change of the stages at d s = 0, and the constants (n0, p0, b0) of the driven joints.
        """
        h, motion, s, ends = self.h, memory.stages[i], memory.s[i], memory.s[i + 1]
        dae = self._dae(memory.rows[i + 1])
        target = self._between(memory.rows[i : i + 1], memory.rows[i + 1 : i + 2])
        passive, driven, p = dae.passive, dae.driven, len(dae.passive)
        q, v, a = np.moveaxis(motion, 1, 0)
        J, Jd, Jdd = dae.outputs.jacobians((q, v, a))
        e, ed, edd = dae.outputs.errors((q, v, a), target)[..., None]
        by, load = dae.load_jacobians(q, v, a, target), dae.load(q, v, a, target)[..., None]
        J_driven, turn, bend = J[..., driven], Jd[..., driven], Jdd[..., driven]
        # derivatives of the driven joints by the motorless ones; the constant terms in the last column
        N = -np.linalg.solve(J_driven, np.concatenate([J[..., passive], e], axis=-1))
        B = -np.linalg.solve(J_driven, np.concatenate([Jd[..., passive], ed], axis=-1) + turn @ N)
        C = -np.linalg.solve(J_driven, np.concatenate([Jdd[..., passive], edd], axis=-1) + bend @ N + 2.0 * turn @ B)
        n, b, c = N[..., :p], B[..., :p], C[..., :p]
        A = by.a[..., passive] + by.a[..., driven] @ n
        bx = by.q[..., passive] + by.q[..., driven] @ n + by.v[..., driven] @ b + by.a[..., driven] @ c
        bw = by.v[..., passive] + by.v[..., driven] @ n + 2.0 * by.a[..., driven] @ b
        still = np.stack([N[..., p], B[..., p], C[..., p]], axis=1)  # (3, 3, driven)
        pushed = load + sum(matrix[..., driven] @ still[:, k, :, None] for k, matrix in enumerate(by))
        F = -np.linalg.solve(A, np.concatenate([bx, bw, pushed], axis=-1))
        rate = np.concatenate([v[:, passive], a[:, passive]], axis=1)
        stage_states = np.concatenate([q[:, passive], v[:, passive]], axis=1)
        r = s + h * MATRIX @ rate - stage_states
        right = np.concatenate([np.tile(np.eye(2 * p), (3, 1, 1)), r[..., None]], axis=-1)
        right[:, p:, -1] += h * MATRIX @ F[..., -1]
        moved = eliminated(F[None, ..., :-1], np.array([h]), right[None])[0]
        onward = np.tensordot(LAST, moved, axes=(0, 0))
        onward[:, :-1] += (1.0 - LAST.sum()) * np.eye(2 * p)
        gap = s + h * WEIGHTS @ rate - ends + onward[:, -1] - LAST @ r
        return onward[:, :-1], moved[..., :-1], np.stack([n, b, c], axis=1), gap, r, moved[..., -1], still
