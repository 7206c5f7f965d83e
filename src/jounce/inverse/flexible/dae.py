"""The inverse dynamics of an arm that bends where no motor acts: a differential-algebraic equation.

    rows without a motor of their own:   M qdd + C qd + g = tau(q, qd, theta, thetad)        ([Moberg2010] (17a), (17b))
    the tool:                            h(q) = y(t)                                         (17f)

in the positions x = (q, theta), theta of the elastic drives only. Rows of motors only say what their torques are, afterwards.
Differential index 3: y must be differentiated twice before an acceleration shows, and once more for theta. All functions take
batches: x, v and a are (..., size), outputs (..., m).
"""

from typing import Any, NamedTuple

import numpy as np

from jounce.dynamics.motor import friction
from jounce.errors import ConvergenceError, InputError
from jounce.functions.kinematics import jacobian, tool_pose
from jounce.functions.partials import rnea_partials
from jounce.functions.plant import plant
from jounce.functions.rigid import rnea
from jounce.numbers.packing import Array
from jounce.robot import Robot
from jounce.robot.frame import POSITIONS

POSTURES = 60
"""From which a starting pose is looked for."""


class Slopes(NamedTuple):
    """Partial derivatives of the residual (..., size, size)."""

    x: Array
    v: Array
    a: Array


class Dae:
    """Residuals and their exact derivatives, for Newton's method."""

    def __init__(self, robot: Robot) -> None:
        self.robot, self.n = robot, robot.n
        self.motors = plant(robot).motors
        outputs = robot.tool.outputs
        if any(name not in POSITIONS for name in outputs):
            raise InputError(f"outputs of the tool: expected positions (x, y, z), got {', '.join(outputs)}.")
        count = sum(not m.absent for m in self.motors)
        if len(outputs) != count:
            raise InputError(
                f"robot {robot.name!r} has {count} motors and {len(outputs)} outputs of its tool ({', '.join(outputs)}); as many "
                "are needed."
            )
        for joint, m in zip(robot.joints, self.motors):
            if m.law is not None or (joint.drive is not None and joint.drive.coupling == "full"):
                raise InputError(f"joint {joint.name!r}: flexible arms take linear springs and coupling='spong'.")
        self.bending = [i for i, m in enumerate(self.motors) if m.elastic]
        self.rows = [i for i, m in enumerate(self.motors) if m.elastic or m.absent]
        self.outputs = [POSITIONS.index(name) for name in outputs]
        self.size = self.n + len(self.bending)
        self.K = np.array([m.stiffness or 0.0 for m in self.motors])
        self.D = np.array([m.damping for m in self.motors])

    def tool(self, q: Array) -> Array:
        """h(q) (..., m)."""
        found: Array = tool_pose(self.robot, q)[0][0][..., self.outputs]
        return found

    def spread(self, theta: Array, otherwise: Array) -> Array:
        """Motor positions, velocities or accelerations of all joints: those of the links where there is no elastic drive."""
        out = np.array(otherwise, dtype=np.float64)
        out[..., self.bending] = theta
        return out

    def _springs(self, x: Array, v: Array) -> Array:
        """tau of every row without a rigid motor (..., n); a spring without motor holds against zero."""
        n = self.n
        still = np.zeros_like(x[..., :n])
        place, speed = self.spread(x[..., n:], still), self.spread(v[..., n:], still)
        found: Array = self.K * (place - x[..., :n]) + self.D * (speed - v[..., :n])
        return found

    def residual(self, x: Array, v: Array, a: Array, y: Array) -> Array:
        """Of x = (q, theta), its rates v and a, for outputs y."""
        n = self.n
        tau = rnea(self.robot, x[..., :n], v[..., :n], a[..., :n])[0]
        links = (tau - self._springs(x, v))[..., self.rows]
        return np.concatenate([links, self.tool(x[..., :n]) - y], axis=-1)

    def slopes(self, x: Array, v: Array, a: Array) -> Slopes:
        """d residual by x, v and a."""
        n, rows = self.n, self.rows
        q = x[..., :n]
        by_q, by_qd, by_qdd = (part[0] for part in rnea_partials(self.robot, q, v[..., :n], a[..., :n]))
        found = Slopes(*(np.zeros((*x.shape[:-1], self.size, self.size)) for _ in range(3)))
        for out, part, diagonal in zip(found, (by_q, by_qd, by_qdd), (self.K, self.D, np.zeros(n))):
            out[..., : len(rows), :n] = (part + np.diag(diagonal))[..., rows, :]
            for k, i in enumerate(self.bending):
                out[..., rows.index(i), n + k] = -diagonal[i]
        J = jacobian(self.robot, q, link="tool")[0][..., 3:, :]
        _, rotation = tool_pose(self.robot, q)
        found.x[..., len(rows) :, :n] = (rotation[0] @ J)[..., self.outputs, :]
        return found

    def torque(self, x: Array, v: Array, a: Array) -> Array:
        """Motor torques (..., n); zero where there is no motor. a: accelerations of links and motors."""
        n = self.n
        springs = self._springs(x, v)
        rigid: Array = rnea(self.robot, x[..., :n], v[..., :n], a[..., :n])[0]
        speed, acceleration = self.spread(v[..., n:], v[..., :n]), self.spread(a[..., n:], a[..., :n])
        out: Array = np.zeros(rigid.shape)
        for i, m in enumerate(self.motors):
            if not m.absent:
                held = springs[..., i] if m.elastic else rigid[..., i]
                out[..., i] = held + m.inertia * acceleration[..., i] + friction(m, speed[..., i])
        return out

    def at_rest(self, y: Array, guess: Any = None) -> Array:
        """x (size,) in which the robot stands still with its tool at y, from a guess of q or from the first of many postures."""
        rng = np.random.default_rng(0)
        passive = np.array([m.absent for m in self.motors])
        starts = [guess] if guess is not None else [np.where(passive, 0.0, q) for q in rng.uniform(-1.5, 1.5, (POSTURES, self.n))]
        for start in starts:
            found = self.settle(y, np.concatenate([start, np.asarray(start)[self.bending]]))
            if found is not None:
                return found
        raise ConvergenceError(
            f"robot {self.robot.name!r}: no pose at rest was found with the tool's {', '.join(self.robot.tool.outputs)} at "
            f"{np.array2string(y, precision=4)}. Is it within reach? A posture near it can be given: guess=q."
        )

    def settle(self, y: Array, x: Array) -> Array | None:
        """The pose at rest next to x, by Newton's method; None if there is none."""
        still = np.zeros(self.size)
        for _ in range(50):
            try:
                step = np.linalg.solve(self.slopes(x, still, still).x, self.residual(x, still, still, y))
            except np.linalg.LinAlgError:
                return None
            x = x - step * min(1.0, 0.5 / max(np.abs(step).max(), 1e-300))
            if np.abs(step).max() < 1e-12:
                return x
        return None
