"""A tick of a live flexible arm in plain Python: the algorithm of live.c on the functions of `Dae`, `bdf` and `collocation`.

Forward in time where all zeros are stable: one step of backward differentiation. Otherwise one Newton step of collocation over
the preview, of which intervals of age 0, 1, 3, 7, ... and the first are linearised anew. Stages of an interval keep q, v and a of
all joints, which Newton's method moves together. Where deflections change by x, their rates by w and accelerations by da,

    dq_g = n0 + N x,    dv_g = p0 + N w + B x,    da_g = b0 + N da + C x + 2 B w

of driven joints g, see collocation.c.
"""

from collections.abc import Callable
from math import prod
from typing import Any, NamedTuple

import numpy as np

from jounce.errors import JounceError
from jounce.flexible.dae import Dae
from jounce.flexible.live.c_source import NEWTON, ORDER, LiveCode, hermite
from jounce.flexible.live.fault import Fault
from jounce.flexible.live.gate import Gate, gate_sizes
from jounce.flexible.live.live_inputs import RestState, changed
from jounce.flexible.solvers import bdf
from jounce.flexible.tool_targets import Target
from jounce.functions.inverse_dynamics import inverse_dynamics
from jounce.functions.inverse_dynamics_step import inverse_dynamics_step
from jounce.numbers.packing import Array
from jounce.numerics.backward_differences import steps_of_one
from jounce.numerics.gauss_collocation import LAST, MATRIX, NODES, WEIGHTS, eliminated
from jounce.numerics.two_point_boundary import Ends, bidiagonal


class ForwardState(NamedTuple):
    """State where all zeros are stable: positions and velocities of the last instants, latest first, and filters."""

    q: Array
    v: Array
    filters: Array
    pose: Array
    """Motion now, position and velocity (2, n)."""
    gate: Array
    good: Array
    """1 while it may be gone on from; -code after a fault (1,)."""


class PreviewState(NamedTuple):
    """State where one is unstable: of the preview's W intervals, in time, and of instants between and around them."""

    s: Array
    """Deflections and their rates at instants (W+1, S)."""
    rows: Array
    """What ticks took (W+1, taken)."""
    pose: Array
    """Motion now, position and velocity (2, n)."""
    filters: Array
    stable: Array
    unstable: Array
    """(S, S) each, of which the first rows are used."""
    known: Array
    """How many of the stable ones (1,)."""
    bent: Array
    """Springs at rest (passive,)."""
    soft: Array
    """How a load bends them from there, against spring and gravity (passive, passive)."""
    end: Array
    """Motion at the end of the preview, locked springs bent by its load; the latest three, latest first (3, 3, n)."""
    stages: Array
    """Motion at Gauss points (W, 3, 3, n)."""
    step: Array
    """d s' by d s (W, S, S)."""
    moved: Array
    """Deflections and rates of stages by d s (W, 3, S, S)."""
    tangent: Array
    """N, B, C (W, 3, 3, driven, passive)."""
    gate: Array
    good: Array
    """1 while it may be gone on from; -code after a fault (1,)."""


class PythonTick:
    """A live flexible arm whose state is one array of `size` numbers."""

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
        """From rest; whether all went well."""
        state[:] = 0.0
        kept = self._views(state)
        kept.filters[:], kept.good[0], kept.pose[0] = rest.filters.reshape(-1), 1.0, rest.q
        kept.gate[: len(rest.bounds)] = rest.bounds
        Gate.of(self.layout, kept.gate).start(self.layout, self.h, rest.q, rest.inputs)
        if isinstance(kept, ForwardState):
            kept.q[:] = rest.q
            return True
        passive = self.code.dae.passive
        kept.known[0] = len(rest.stable)
        kept.stable[: len(rest.stable)], kept.unstable[: len(rest.unstable)] = rest.stable, rest.unstable
        kept.bent[:] = rest.q[passive]
        kept.soft[:] = np.linalg.inv(self._dae(rest.inputs).stiffness(rest.q, self._target(rest.inputs[None]).at(0)))
        kept.end[:, 0], kept.stages[:, :, 0] = rest.q, rest.q
        kept.rows[:], kept.s[:, : len(passive)] = rest.inputs, rest.q[passive]
        kept.good[0] = self._well(lambda: Fault.NONE if self._receded(kept, list(range(self.window))) else None) == Fault.NONE
        return bool(kept.good[0])

    def tick(self, state: Array, rows: Array, tau: Array, motion: Array) -> int:
        """Torque (m,) and motion of all joints (order+1, n) now, of what a tick takes: a `Fault`, and a safe torque with it."""
        kept = self._views(state)
        gate = Gate.of(self.layout, kept.gate)
        if kept.good[0] != 1.0:
            code = int(-kept.good[0]) if -len(Fault) < kept.good[0] < 0.0 else Fault.NOT_BEGUN
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
        code = Fault.JUMP if jump else self._well(lambda: self._tick(kept, gate, inputs, tau, motion))
        if code == Fault.NONE:
            gate.inputs[:], kept.pose[:] = inputs, motion[:2]
            return code
        motion[:] = before
        kept.good[0] = -code
        with np.errstate(all="ignore"):
            here = kept.rows[0] if isinstance(kept, PreviewState) else gate.inputs
            gate.brake(self.layout, self.h, kept.pose, self.layout.parts(here))
            gate.safe(tau)
        return code

    def _well(self, act: Callable[[], Fault | None]) -> Fault:
        """The fault that an action returns; UNSOLVED if the action is None, or fails."""
        try:
            with np.errstate(all="ignore"):
                code = act()
                return Fault.UNSOLVED if code is None else code
        except (np.linalg.LinAlgError, JounceError, ArithmeticError):
            return Fault.UNSOLVED

    def _views(self, state: Array) -> Any:
        ends = np.cumsum([prod(shape) for shape in self.shapes])
        parts = [part.reshape(shape) for part, shape in zip(np.split(state, ends[:-1]), self.shapes)]
        return (PreviewState if self.window else ForwardState)(*parts)

    # ---------------------------------------------------------------- what ticks took

    def _dae(self, inputs: Array) -> Dae:
        """The arm's equations, with numbers that a tick took."""
        return changed(self.layout.robot, self.layout.links, self.layout.parts(inputs).values())

    def _target(self, rows: Array) -> Target:
        """Of ticks (T, taken), with all derivatives."""
        now = [self.layout.parts(row) for row in rows]
        y = np.stack([part.y for part in now], axis=1)
        pushes = tuple((link, np.stack([part.wrench[link] for part in now], axis=1)) for link in self.layout.links)
        return self.code.dae.outputs.wanted(y)._replace(pushes=pushes)

    def _between(self, before: Array, after: Array) -> Target:
        """At the three Gauss points of intervals between ticks (T, taken), one after the other."""
        pairs = [(self.layout.parts(a), self.layout.parts(b)) for a, b in zip(before, after)]
        y = np.stack([np.concatenate([a.y, b.y]) for a, b in pairs])
        wanted = np.einsum("jkl,tlm->ktjm", self.outputs_between, y).reshape(3, 3 * len(pairs), -1)
        pushes = []
        for link in self.layout.links:
            W = np.stack([np.concatenate([a.wrench[link], b.wrench[link]]) for a, b in pairs])
            pushes.append((link, np.einsum("jl,tli->tji", self.wrench_between, W).reshape(1, 3 * len(pairs), 6)))
        return self.code.dae.outputs.wanted(wanted)._replace(pushes=tuple(pushes))

    # ---------------------------------------------------------------- a tick

    def _tick(self, kept: Any, gate: Gate, rows: Array, tau: Array, motion: Array) -> Fault | None:
        gate.expect(self.layout, self.h, kept.pose[0], rows)
        forward = isinstance(kept, ForwardState)
        found = self._forward(kept, rows) if forward else self._recede(kept, gate, rows)
        if found is None or isinstance(found, Fault):
            return found
        here = rows if forward else kept.rows[0]
        now, exact = self._target(here[None]).at(0), self._dae(here)
        motion[:] = exact.motion(exact.pose(found[0], now), found[1], now, self.layout.order)
        if gate.is_singular(exact.outputs.jacobians(motion[:1])[0][:, exact.driven], 0):
            return Fault.SINGULAR
        tau[:] = self._torque(kept.filters, here, motion)
        tau[self.code.dae.passive] = 0.0
        return gate.bounded(tau, self.h)

    def _torque(self, filters: Array, here: Array, motion: Array) -> Array:
        """The filters take one step."""
        now, machine = self.layout.parts(here), self.code.machine
        order = machine.motion_order
        wrench = {link: tuple(rows[: order - 1]) for link, rows in now.wrench.items()}
        given: dict[str, Any] = {"wrench": wrench} if wrench else {}
        given |= {"parameters": now.parameters} if now.parameters else {}
        if self.code.rigid:
            return inverse_dynamics(machine, *motion[:3], **given).tau_m
        found = inverse_dynamics_step(machine, filters.reshape(order, -1), self.h, *motion[: order + 1], **given)
        filters[:] = found.state.reshape(-1)
        return found.tau_m

    def _forward(self, kept: ForwardState, rows: Array) -> tuple[Array, Array] | None:
        """Pose, and rates of springs, by backward differentiation."""
        dae = self._dae(rows)
        c, ahead = steps_of_one(ORDER)
        c = c / self.h
        at = bdf.index_form(dae, 3, c[0], c[1:] @ kept.q, c[1:] @ kept.v)
        guess = ahead @ kept.q
        found = bdf.newton(dae, at, self._target(rows[None]).at(0), guess)
        if found is None or found[2] > NEWTON:
            return None
        q = found[0]
        kept.q[:], kept.v[:] = np.vstack([q, kept.q[:-1]]), np.vstack([at.V @ q + at.v0, kept.v[:-1]])
        return q, kept.v[0, dae.passive]

    # ---------------------------------------------------------------- a receding horizon

    def _recede(self, kept: PreviewState, gate: Gate, rows: Array) -> tuple[Array, Array] | Fault | None:
        """The same by collocation over the preview, which ends one tick later than before."""
        W, p, passive = self.window, len(self.code.dae.passive), self.code.dae.passive
        for part in (kept.rows, kept.s, kept.stages, kept.step, kept.moved, kept.tangent):
            part[:-1] = part[1:].copy()
        kept.rows[-1] = rows
        if gate.is_singular(self._at_the_end(kept, rows), 1):
            return Fault.SINGULAR
        if not np.isfinite(kept.end).all():
            return None
        kept.s[-1] = kept.end[0, :2, passive].T.reshape(-1)
        kept.stages[-1] = kept.end[1] + NODES[:, None, None] * (kept.end[0] - kept.end[1])
        anew = [i for i in range(W) if i == 0 or (W - 1 - i) & (W - i) == 0]
        if not self._receded(kept, anew):
            return None
        pose = kept.pose[0].copy()
        pose[passive] = kept.s[0, :p]
        return pose, kept.s[0, p:]

    def _at_the_end(self, kept: PreviewState, rows: Array) -> Array:
        """Where the arm would be at the end of the preview if springs moved only as their load bends them; the tool's Jacobian by
        driven joints there."""
        dae, target = self._dae(rows), self._target(rows[None]).at(0)
        passive, driven = dae.passive, dae.driven
        q = np.array(kept.end[0, 0])
        q[passive] = kept.bent
        for _ in range(NEWTON):
            J = dae.outputs.jacobians(q[None])[0][:, driven]
            q[driven] -= np.linalg.solve(J, dae.outputs.errors(q[None], target)[0])
        motion = np.array([q, np.zeros(dae.n), np.zeros(dae.n)])
        for k in (1, 2):
            motion[k, driven] = -np.linalg.solve(J, dae.outputs.errors(motion[: k + 1], target)[k])
        bent = kept.bent - kept.soft @ dae.load(motion[0], motion[1], motion[2], target)
        kept.end[1:] = kept.end[:-1].copy()
        motion[0, passive] = bent
        motion[1, passive] = (1.5 * bent - 2.0 * kept.end[1, 0, passive] + 0.5 * kept.end[2, 0, passive]) / self.h
        motion[2, passive] = (motion[1, passive] - kept.end[1, 1, passive]) / self.h
        kept.end[0] = motion
        return np.array(J)

    def _receded(self, kept: PreviewState, anew: list[int]) -> bool:
        """One Newton step of all intervals, of which some are linearised anew."""
        dae, h, W = self.code.dae, self.h, self.window
        p, passive, driven = len(dae.passive), dae.passive, dae.driven
        S = 2 * p
        gap, r, still = np.zeros((W, S)), np.zeros((W, 3, S)), np.zeros((W, 3, 3, len(driven)))
        known = np.zeros((W, 3, S))
        for i in anew:
            kept.step[i], kept.moved[i], kept.tangent[i], gap[i], r[i], known[i], still[i] = self._linearised(kept, i)
        first, rows = int(kept.known[0]), S - int(kept.known[0])
        last = kept.end[0, :2, passive].T.reshape(-1)
        at = Ends(kept.stable[:first], kept.s[0], kept.unstable[:rows], last)
        ds, _ = bidiagonal(kept.step, gap, at, kept.s)
        if not np.isfinite(ds).all():
            return False
        change = np.einsum("ijuv,iv->iju", kept.moved, ds[:-1]) + known
        x, w = change[..., :p], change[..., p:]
        da = np.einsum("jl,ilu->iju", np.linalg.inv(MATRIX), w - ds[:-1, None, p:] - r[..., p:]) / h
        kept.stages[..., passive] += np.stack([x, w, da], axis=2)
        N, B, C = np.moveaxis(kept.tangent, 2, 0)

        def times(A: Array, b: Array) -> Array:
            found: Array = (A @ b[..., None])[..., 0]
            return found

        moves = (times(N, x), times(N, w) + times(B, x), times(N, da) + times(C, x) + 2.0 * times(B, w))
        kept.stages[..., driven] += still + np.stack(moves, axis=2)
        kept.s[:] += ds
        # rows that see the unstable part turn with the arm
        kept.unstable[:rows] = np.linalg.qr((kept.unstable[:rows] @ kept.step[-1]).T)[0].T
        return True

    def _linearised(self, kept: PreviewState, i: int) -> tuple[Array, ...]:
        """An interval: d s' by d s, stages by d s, N, B, C, gap, what stages miss, their change, and n0, p0, b0."""
        h, motion, s, ends = self.h, kept.stages[i], kept.s[i], kept.s[i + 1]
        dae = self._dae(kept.rows[i + 1])
        target = self._between(kept.rows[i : i + 1], kept.rows[i + 1 : i + 2])
        passive, driven, p = dae.passive, dae.driven, len(dae.passive)
        q, v, a = np.moveaxis(motion, 1, 0)
        J, Jd, Jdd = dae.outputs.jacobians((q, v, a))
        e, ed, edd = dae.outputs.errors((q, v, a), target)[..., None]
        by, load = dae.load_jacobians(q, v, a, target), dae.load(q, v, a, target)[..., None]
        own, turn, bend = J[..., driven], Jd[..., driven], Jdd[..., driven]
        # changes of driven joints by those of the others, and by nothing behind them
        N = -np.linalg.solve(own, np.concatenate([J[..., passive], e], axis=-1))
        B = -np.linalg.solve(own, np.concatenate([Jd[..., passive], ed], axis=-1) + turn @ N)
        C = -np.linalg.solve(own, np.concatenate([Jdd[..., passive], edd], axis=-1) + bend @ N + 2.0 * turn @ B)
        n, b, c = N[..., :p], B[..., :p], C[..., :p]
        A = by.a[..., passive] + by.a[..., driven] @ n
        bx = by.q[..., passive] + by.q[..., driven] @ n + by.v[..., driven] @ b + by.a[..., driven] @ c
        bw = by.v[..., passive] + by.v[..., driven] @ n + 2.0 * by.a[..., driven] @ b
        still = np.stack([N[..., p], B[..., p], C[..., p]], axis=1)  # (3, 3, driven)
        pushed = load + sum(part[..., driven] @ still[:, k, :, None] for k, part in enumerate(by))
        F = -np.linalg.solve(A, np.concatenate([bx, bw, pushed], axis=-1))
        rate = np.concatenate([v[:, passive], a[:, passive]], axis=1)
        here = np.concatenate([q[:, passive], v[:, passive]], axis=1)
        r = s + h * MATRIX @ rate - here
        right = np.concatenate([np.tile(np.eye(2 * p), (3, 1, 1)), r[..., None]], axis=-1)
        right[:, p:, -1] += h * MATRIX @ F[..., -1]
        moved = eliminated(F[None, ..., :-1], np.array([h]), right[None])[0]
        onward = np.tensordot(LAST, moved, axes=(0, 0))
        onward[:, :-1] += (1.0 - LAST.sum()) * np.eye(2 * p)
        gap = s + h * WEIGHTS @ rate - ends + onward[:, -1] - LAST @ r
        return onward[:, :-1], moved[..., :-1], np.stack([n, b, c], axis=1), gap, r, moved[..., -1], still
