"""Inverse kinematics: tool motion in, joint motion out, with all derivatives.

Joint positions come from Newton's method along the path, each sample begun from a neighbour so that the arm keeps its posture.
Derivatives come from Newton's method on jets: with q known to order k-1, the k-th Taylor coefficient of the tool error is

    e_k(q_0, ..., q_{k-1}, q_k) = e_k(q_0, ..., q_{k-1}, 0) + J(q_0) q_k

so one linear solve with the same Jacobian gives q_k. Nothing is differenced.
"""

import bisect
import math
from collections.abc import Mapping
from types import NoneType
from typing import Any

import numpy as np

from jounce.dynamics.kinematics import body_jacobian, frame_pose
from jounce.errors import ConvergenceError, InputError, SingularityError
from jounce.functions.arguments import check_robot
from jounce.numbers import Jet, Number
from jounce.numbers.packing import assemble
from jounce.plant.outputs import ToolOutputs
from jounce.plant.plant import locate, plant_of
from jounce.robot import Robot
from jounce.robot.values import closest, short
from jounce.trajectory.path import Floats, Path, check_path, coordinates

SINGULAR = 1e-8
"""Ratio of the smallest to the largest singular value of the output Jacobian below which a pose counts as singular."""
LARGEST_STEP = 0.2
"""Between two knots no joint moves farther than this [rad or m]: Newton stays with the posture it came from."""
TOLERANCE = 1e-13
"""Error of the outputs [m, rad] at which Newton stops, relative to the arm's reach; it converges quadratically beyond it."""


def inverse_kinematics(robot: Robot, path: Path, guess: Any, hold: Mapping[str, float] | None = None) -> "JointPath":
    """The joint motion that moves the tool's controlled outputs (`robot.tool.outputs`) along `path`.

    guess: joint positions (n,) near the path's start; they choose the posture. hold: {joint: position} of joints that stay
    where they are, as many as the robot has joints beyond its outputs. Returns a path in joint space with the derivatives
    that `path` has. Raises `SingularityError` where the tool path meets a singular pose, saying when and where.
    """
    check_path(path)
    if not isinstance(hold, Mapping | NoneType):
        raise InputError(f"hold: expected {{joint: position}}, got {short(hold)}.")
    return JointPath(check_robot(robot), path, guess, dict(hold or {}))


class JointPath(Path):
    """A tool-space path seen from the joints."""

    def __init__(self, robot: Robot, path: Path, guess: Any, hold: dict[str, float]) -> None:
        self.robot, self.path = robot, path
        self.n = robot.n
        self.start_time, self.end_time = path.start_time, path.end_time
        self.smoothness, self.max_order = path.smoothness, path.max_order
        if robot.nq != robot.n:
            raise InputError(f"inverse kinematics is for joints of one freedom each; robot {robot.name!r} has others.")
        q = coordinates(guess, "guess").copy()
        if q.size != robot.n:
            raise InputError(f"guess has {q.size} values, but robot {robot.name!r} has {robot.n} joints.")
        for name, value in hold.items():
            if name not in robot.joint_names:
                raise InputError(f"hold: no joint {name!r}.{closest(name, robot.joint_names)}")
            q[robot.joint_names.index(name)] = float(coordinates(value, f"hold, {name}")[0])
        self.free = [i for i, name in enumerate(robot.joint_names) if name not in hold]
        outputs = robot.tool.outputs
        if path.space != "tool":
            raise InputError("the path is in joint space; path.in_tool_space() says that its coordinates are the tool's outputs.")
        if path.n != len(outputs):
            raise InputError(f"the path has {path.n} coordinates, but the tool's outputs are {', '.join(outputs)}.")
        if len(self.free) != len(outputs):
            raise InputError(
                f"{len(self.free)} free joints for {len(outputs)} outputs ({', '.join(outputs)}): "
                f"hold {len(self.free) - len(outputs)} of {', '.join(robot.joint_names)}, or choose other outputs."
                if len(self.free) > len(outputs)
                else f"{len(self.free)} free joints cannot control {len(outputs)} outputs ({', '.join(outputs)})."
            )
        self.tree, self.outputs = plant_of(robot).tree, ToolOutputs.of(outputs)
        self.body, self.frame = locate(robot, robot.tool)
        self.reach = 1e-3 + sum(math.hypot(*j.placement.origin) for j in robot.joints)
        # Solutions along the path, extended as far as anybody asks; from the anchor they are found one after the other.
        anchor = path.start_time if math.isfinite(path.start_time) else 0.0
        self.times = [anchor]
        self.knots = [self._solve(np.array([anchor]), q[None])[0]]

    def derivatives(self, t: Floats, order: int) -> Floats:
        """See `Path`."""
        at = np.clip(t.reshape(-1), self.start_time, self.end_time)
        if at.size:
            self._extend(float(at.min()))
            self._extend(float(at.max()))
        nearest = np.abs(at[:, None] - np.array(self.times)).argmin(axis=1)
        q = self._solve(at, np.array(self.knots)[nearest])
        out = self._higher(t.reshape(-1), q, order)
        return out.reshape(order + 1, *t.shape, self.n)

    def remedy(self, order: int) -> str:
        """See `Path`."""
        return self.path.remedy(order)

    # ---------------------------------------------------------------- the equations

    def _error(self, q: list[Number], target: list[Number]) -> list[Number]:
        """The outputs against the target, see `jounce.plant.outputs`."""
        pose = frame_pose(self.tree, q, self.body, self.frame)
        return self.outputs.errors(pose, target, self.outputs.wanted_rotation(target))

    def _jacobian(self, q: Floats) -> Floats:
        """(samples, outputs, free joints): how the outputs move with the joints where the error is zero."""
        numbers = list(q.T)
        pose = frame_pose(self.tree, numbers, self.body, self.frame)
        rows = self.outputs.rows(pose.rotation, body_jacobian(self.tree, numbers, self.body, self.frame))
        found: Floats = assemble(rows, 0, (len(q),), np.float64)[0][:, :, self.free]
        return found

    def _solve(self, t: Floats, q: Floats) -> Floats:
        """Joint positions at times t from nearby ones, by Newton's method on all samples at once."""
        q = q.copy()
        target = list(self.path(t)[0].T)
        for _ in range(30):
            error = assemble(self._error(list(q.T), target), 0, t.shape, np.float64)[0]
            J = self._jacobian(q)
            self._refuse_singular(t, q, J)
            step = np.linalg.solve(J, error[..., None])[..., 0]
            q[:, self.free] -= step
            if np.abs(error).max(initial=0.0) < TOLERANCE * (1.0 + self.reach) ** 0.5 and np.abs(step).max(initial=0.0) < 1e-8:
                return q
            if not np.isfinite(q).all() or np.abs(step).max(initial=0.0) > 1e3:
                break
        worst = int(np.abs(error).max(axis=-1).argmax())
        raise ConvergenceError(
            f"inverse kinematics of robot {self.robot.name!r} did not converge at t = {t[worst]:.6g} s: the tool stays "
            f"{np.abs(error[worst]).max():.3g} m or rad from the path. Is the path within reach, and the guess near its start?"
        )

    def _refuse_singular(self, t: Floats, q: Floats, J: Floats) -> None:
        sigma = np.linalg.svd(J, compute_uv=False)
        worst = int((sigma[:, -1] / sigma[:, 0]).argmin()) if len(sigma) else 0
        if len(sigma) and sigma[worst, -1] <= SINGULAR * sigma[worst, 0]:
            raise SingularityError(self._singular(f"at t = {t[worst]:.6g} s", q[worst]))

    def _singular(self, when: str, q: Floats) -> str:
        pose = ", ".join(f"{name} = {value:.6g}" for name, value in zip(self.robot.joint_names, q))
        return (
            f"inverse kinematics of robot {self.robot.name!r}: singular pose {when}, near {pose}: the joints cannot move the "
            "tool in every direction there. Move the path, or choose another posture."
        )

    # ---------------------------------------------------------------- along the path

    def _extend(self, t: float) -> None:
        """Knots up to time t, in steps in which no joint moves far."""
        forward = t > self.times[-1]
        stride = t - self.times[-1 if forward else 0]
        while not self.times[0] <= t <= self.times[-1]:
            end = -1 if forward else 0
            known, q = self.times[end], self.knots[end]
            at = t if abs(2.0 * stride) >= abs(t - known) else known + 2.0 * stride
            while (new := self._step(q, at)) is None:
                at = known + 0.5 * (at - known)
                if abs(at - known) < 1e-7 * (1.0 + abs(known)):
                    raise SingularityError(self._singular(f"or end of reach just after t = {known:.6g} s", q))
            signs = np.sign(np.linalg.det(self._jacobian(np.array([q, new]))))
            if signs[0] != signs[1]:
                raise SingularityError(self._singular(f"between t = {known:.6g} s and {at:.6g} s", q))
            stride = at - known
            place = bisect.bisect(self.times, at)
            self.times.insert(place, at)
            self.knots.insert(place, new)

    def _step(self, q: Floats, t: float) -> Floats | None:
        """The solution at t next to q, if there is one."""
        try:
            new: Floats = self._solve(np.array([t]), q[None])[0]
        except (ConvergenceError, SingularityError):
            return None
        return new if np.abs(new - q).max() <= LARGEST_STEP else None

    def _higher(self, t: Floats, q: Floats, order: int) -> Floats:
        """(order+1, samples, n): all derivatives, one Taylor coefficient after the other."""
        out = np.zeros((order + 1, *q.shape))
        out[0] = q
        if order == 0:
            return out
        coeffs = [[column] for column in q.T]
        targets = [Jet.from_derivatives(list(column)) for column in np.moveaxis(self.path(t, order), -1, 0)]
        J = self._jacobian(q)
        for k in range(1, order + 1):
            for known in coeffs:
                known.append(np.zeros(len(q)))
            error = self._error([Jet(known) for known in coeffs], [Jet(target.coeffs[: k + 1]) for target in targets])
            e_k = np.stack([np.broadcast_to(e.coeffs[k], (len(q),)) for e in error], axis=-1)
            step = np.linalg.solve(J, e_k[..., None])[..., 0]
            for column, i in enumerate(self.free):
                coeffs[i][k] = -step[:, column]
                out[k, :, i] = -step[:, column] * math.factorial(k)
        return out
