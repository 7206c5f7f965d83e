"""Inverse kinematics: tool motion in, joint motion out, with all derivatives.

Joint positions come from Newton's method along the path, each sample begun from a neighbour so that the arm keeps its posture.
Derivatives come from Newton's method on jets: with q known to order k-1, the k-th Taylor coefficient of the tool error is

    e_k(q_0, ..., q_{k-1}, q_k) = e_k(q_0, ..., q_{k-1}, 0) + J(q_0) q_k

so one linear solve with the same Jacobian gives q_k. Nothing is differenced.

Arms with more joints than outputs have a choice, and take the pose that is nearest to a posture q_r, in the sum of squares:

    q - q_r + J(q)^T l = 0,        e(q, t) = 0

a system for q and the multipliers l, to which the same two methods apply. It depends on where the tool is and not on how it got
there: a closed path of the tool is a closed motion of the joints.
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
from jounce.functions.kinematics import output_jacobian, tool_outputs
from jounce.inverse.tool_outputs import output_errors, wanted_rotation
from jounce.numbers import Jet, Number
from jounce.numbers.packing import assemble
from jounce.numerics.conditioning import is_surely_regular
from jounce.plant.plant import locate, plant_of
from jounce.robot import Robot
from jounce.robot.validation import closest, short
from jounce.trajectory.path import Floats, Path, check_path, coordinates

SINGULAR = 1e-8
"""Ratio of the smallest to the largest singular value of the output Jacobian below which a pose counts as singular."""
LARGEST_STEP = 0.2
"""Between two knots no joint moves farther than this [rad or m]: Newton stays with the posture it came from."""
TOLERANCE = 1e-13
"""Error of the outputs [m, rad] at which Newton stops, relative to the arm's reach; it converges quadratically beyond it."""


def inverse_kinematics(
    robot: Robot, path: Path, guess: Any, hold: Mapping[str, float] | None = None, posture: Any = None
) -> "JointPath":
    """The joint motion that moves the tool's controlled outputs (`robot.tool.outputs`) along `path`.

    guess: joint positions (n,) near the path's start; they choose among the arm's ways to reach it. hold: {joint: position} of
    joints that stay where they are. If more joints are left than there are outputs, the arm is at every instant as near to
    `posture` (n,) as the tool allows, in the sum of squares of all joints; unless said that is the guess. Returns a path in joint
    space with the derivatives that `path` has. Raises `SingularityError` where the tool path meets a singular pose, saying when
    and where.
    """
    check_path(path)
    if not isinstance(hold, Mapping | NoneType):
        raise InputError(f"hold: expected {{joint: position}}, got {short(hold)}.")
    return JointPath(check_robot(robot), path, guess, dict(hold or {}), posture)


class JointPath(Path):
    """A tool-space path seen from the joints."""

    def __init__(
        self,
        robot: Robot,
        path: Path,
        guess: Any,
        hold: dict[str, float],
        posture: Any = None,
        known: tuple[Floats, Floats] | None = None,
    ) -> None:
        """known: rising times (K,) from the path's start on and poses (K, n) that are right there; no joint moves far between."""
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
        if len(self.free) < len(outputs):
            raise InputError(f"{len(self.free)} free joints cannot control {len(outputs)} outputs ({', '.join(outputs)}).")
        self.multipliers = len(outputs) if len(self.free) > len(outputs) else 0
        """How many there are: those of arms that have a choice."""
        wished = q if posture is None else coordinates(posture, "posture")
        if wished.size != robot.n:
            raise InputError(f"posture has {wished.size} values, but robot {robot.name!r} has {robot.n} joints.")
        if posture is not None and not self.multipliers:
            raise InputError(f"posture: the tool's outputs leave no choice to robot {robot.name!r}; expected none.")
        self.held, self.posture = q, wished[self.free]
        self.tree, self.outputs = plant_of(robot).tree, tool_outputs(robot)
        self.body, self.frame = locate(robot, robot.tool)
        self.reach = 1e-3 + sum(math.hypot(*j.placement.origin) for j in robot.joints)
        # Solutions along the path, extended as far as anybody asks; from the anchor they are found one after the other.
        anchor = path.start_time if math.isfinite(path.start_time) else 0.0
        self.times = [anchor] if known is None else known[0].tolist()
        if known is None:
            self.knots = [self._solve(np.array([anchor]), np.append(q[self.free], np.zeros(self.multipliers))[None])[0]]
        else:
            self.knots = list(known[1][:, self.free])

    def derivatives(self, t: Floats, order: int) -> Floats:
        """See `Path`."""
        at = np.clip(t.reshape(-1), self.start_time, self.end_time)
        if at.size:
            self._extend(float(at.min()))
            self._extend(float(at.max()))
        nearest = np.abs(at[:, None] - np.array(self.times)).argmin(axis=1)
        z = self._solve(at, np.array(self.knots)[nearest])
        out = self._higher(t.reshape(-1), z, order)
        return out.reshape(order + 1, *t.shape, self.n)

    def remedy(self, order: int) -> str:
        """See `Path`."""
        return self.path.remedy(order)

    # ---------------------------------------------------------------- the equations

    def joints(self, z: list[Number]) -> list[Number]:
        """All joints, from the unknowns: free joints, then multipliers."""
        q: list[Number] = list(self.held.tolist())
        for i, value in zip(self.free, z):
            q[i] = value
        return q

    def _outputs(self, z: list[Number], target: list[Number]) -> tuple[list[Number], list[list[Number]]]:
        """The outputs against the target, and how they move with the free joints where they agree. See `plant.tool_outputs`."""
        q = self.joints(z)
        pose = frame_pose(self.tree, q, self.body, self.frame)
        jacobian = body_jacobian(self.tree, q, self.body, self.frame)
        error = self.outputs.errors(pose, target, self.outputs.wanted_rotation(target))
        rows = self.outputs.rows(pose.rotation, jacobian)
        return error, [[row[i] for i in self.free] for row in rows]

    def _poses(self, z: Floats) -> Floats:
        """Joint positions (samples, n) of unknowns (samples, unknowns)."""
        q = np.tile(self.held, (len(z), 1))
        q[:, self.free] = z[:, : len(self.free)]
        return q

    def _whole(self, function: Any, q: Floats) -> Floats:
        """What a function of the robot gives for poses (samples, n); of one alone by the short way."""
        found: Floats = function(self.robot, q) if len(q) != 1 else function(self.robot, q[0])[:, None]
        return found

    def _missing(self, z: Floats, target: Floats) -> Floats:
        """The equations on arrays (samples, unknowns)."""
        many = assemble(self.equations(list(z.T), list(target.T)), 0, (len(z),), np.float64) if self.multipliers else None
        found: Floats = (self._errors(self._poses(z)[None], target[None]) if many is None else many)[0]
        return found

    def _errors(self, Q: Floats, y: Floats) -> Floats:
        """The error of the outputs with derivatives (k, samples, outputs) along joints Q (k, samples, n) and a tool's path y."""
        one = Q.shape[1] == 1
        Q, y = (Q[:, 0], y[:, 0]) if one else (Q, y)
        position = y[..., : len(self.outputs.positions)]
        found = output_errors(self.robot, self.outputs, list(Q), position, wanted_rotation(self.outputs, y))
        return found[:, None] if one else found

    def equations(self, z: list[Number], target: list[Number]) -> list[Number]:
        """What has to vanish: with multipliers q - q_r + J^T l first, then the error of the outputs."""
        error, J = self._outputs(z, target)
        if not self.multipliers:
            return error
        pulls = []
        for j, wished in enumerate(self.posture.tolist()):
            pull = z[j] - wished
            for row, multiplier in zip(J, z[len(self.free) :]):
                pull = pull + row[j] * multiplier
            pulls.append(pull)
        return pulls + error

    def slopes(self, z: list[Number], target: list[Number]) -> list[list[Number]]:
        """Rows of the slopes of the equations on any number; those of J^T l by jets of order one."""
        J = self._outputs(z, target)[1]
        if not self.multipliers:
            return J
        free = len(self.free)
        columns = []
        for j in range(free):
            along = [Jet([value, float(i == j)]) for i, value in enumerate(z)]
            columns.append([pull.coeffs[1] for pull in self.equations(along, target)[:free]])
        pulls = [[*(column[i] for column in columns), *(row[i] for row in J)] for i in range(free)]
        return pulls + [[*row, *[0.0] * self.multipliers] for row in J]

    def _linear(self, z: Floats, target: Floats) -> tuple[Floats, Floats]:
        """The Jacobian of the outputs (samples, outputs, free) and that of the equations (samples, unknowns, unknowns)."""
        count, free = z.shape[0], len(self.free)
        J: Floats = self._whole(output_jacobian, self._poses(z))[0][..., self.free]
        if not self.multipliers:
            return J, J
        # d(J^T l)/dq by jets of order one, all directions in one batch
        many, at = np.repeat(z, free, axis=0), np.repeat(target, free, axis=0)
        along = np.tile(np.eye(z.shape[1])[:free], (count, 1))
        jets = [Jet([value, slope]) for value, slope in zip(many.T, along.T)]
        pulls = self.equations(jets, list(at.T))[:free]
        slopes = np.stack([np.broadcast_to(pull.coeffs[1], (len(many),)) for pull in pulls], axis=-1)
        K = np.zeros((count, z.shape[1], z.shape[1]))
        K[:, :free, :free] = slopes.reshape(count, free, free).transpose(0, 2, 1)
        K[:, :free, free:] = J.transpose(0, 2, 1)
        K[:, free:, :free] = J
        return J, K

    def _solve(self, t: Floats, z: Floats) -> Floats:
        """Unknowns at times t from nearby ones, by Newton's method on all samples at once."""
        z = z.copy()
        target = self.path(t)[0]
        m = target.shape[1]
        for _ in range(30):
            found = self._missing(z, target)
            error = found[:, -m:]
            J, K = self._linear(z, target)
            self._refuse_singular(t, z, J)
            try:
                step = np.linalg.solve(K, found[..., None])[..., 0]
            except np.linalg.LinAlgError:
                break
            z -= step
            small = np.abs(step).max(initial=0.0) < 1e-8 * (1.0 + np.abs(z[:, len(self.free) :]).max(initial=0.0))
            if small and np.abs(error).max(initial=0.0) < TOLERANCE * (1.0 + self.reach) ** 0.5:
                self._refuse_opposite(t, z, target)
                return z
            if not np.isfinite(z).all() or np.abs(step[:, : len(self.free)]).max(initial=0.0) > 1e3:
                break
        worst = int(np.abs(error).max(axis=-1).argmax())
        raise ConvergenceError(
            f"inverse kinematics of robot {self.robot.name!r} did not converge at t = {t[worst]:.6g} s: the tool stays "
            f"{np.abs(error[worst]).max():.3g} m or rad from the path. Is the path within reach, and the guess near its start?"
        )

    def _refuse_opposite(self, t: Floats, z: Floats, target: Floats) -> None:
        """Refuse the second zero of one angle's error, half a turn from where it is wanted."""
        one_angle = self.outputs.one_angle
        if one_angle is None:
            return
        pose = frame_pose(self.tree, self.joints(list(z.T)), self.body, self.frame)
        side = np.broadcast_to(one_angle.side(pose.rotation, self.outputs.wanted_rotation(list(target.T))), t.shape)
        if (side <= 0.0).any():
            raise ConvergenceError(
                f"inverse kinematics of robot {self.robot.name!r} found the tool half a turn from its "
                f"{self.robot.tool.outputs[-1]} at t = {t[side <= 0.0][0]:.6g} s. Give a guess nearer to the path's start."
            )

    def _refuse_singular(self, t: Floats, z: Floats, J: Floats) -> None:
        if J.shape[-1] == J.shape[-2] and is_surely_regular(J, SINGULAR):
            return
        sigma = np.linalg.svd(J, compute_uv=False)
        worst = int((sigma[:, -1] / sigma[:, 0]).argmin()) if len(sigma) else 0
        if len(sigma) and sigma[worst, -1] <= SINGULAR * sigma[worst, 0]:
            raise SingularityError(self._singular(f"at t = {t[worst]:.6g} s", z[worst]))

    def _singular(self, when: str, z: Floats) -> str:
        pose = ", ".join(f"{name} = {value:.6g}" for name, value in zip(self.robot.joint_names, self.joints(list(z))))
        return (
            f"inverse kinematics of robot {self.robot.name!r}: singular pose {when}, near {pose}: the joints cannot move the "
            "tool in every direction there. Move the path, or choose another posture."
        )

    # ---------------------------------------------------------------- along the path

    def near(self, t: Floats) -> Floats:
        """Poses (T, n) not far from those at times t (T,): between knots, along straight lines."""
        at = np.clip(t, self.start_time, self.end_time)
        self._extend(float(at.min()))
        self._extend(float(at.max()))
        knots = np.array(self.knots)
        return self._poses(np.stack([np.interp(at, self.times, column) for column in knots.T], axis=1))

    def _extend(self, t: float) -> None:
        """Knots up to time t, in steps in which no joint moves far."""
        forward = t > self.times[-1]
        stride = t - self.times[-1 if forward else 0]
        while not self.times[0] <= t <= self.times[-1]:
            end = -1 if forward else 0
            known, z = self.times[end], self.knots[end]
            at = t if abs(2.0 * stride) >= abs(t - known) else known + 2.0 * stride
            while (new := self._step(z, at)) is None:
                at = known + 0.5 * (at - known)
                if abs(at - known) < 1e-7 * (1.0 + abs(known)):
                    raise SingularityError(self._singular(f"or end of reach just after t = {known:.6g} s", z))
            _, K = self._linear(np.array([z, new]), self.path(np.array([known, at]))[0])
            signs = np.sign(np.linalg.det(K))
            if signs[0] != signs[1]:
                raise SingularityError(self._singular(f"between t = {known:.6g} s and {at:.6g} s", z))
            stride = at - known
            place = bisect.bisect(self.times, at)
            self.times.insert(place, at)
            self.knots.insert(place, new)

    def _step(self, z: Floats, t: float) -> Floats | None:
        """The solution at t next to z, if there is one."""
        try:
            new: Floats = self._solve(np.array([t]), z[None])[0]
        except (ConvergenceError, SingularityError):
            return None
        return new if np.abs(new - z)[: len(self.free)].max() <= LARGEST_STEP else None

    def _higher(self, t: Floats, z: Floats, order: int) -> Floats:
        """(order+1, samples, n): all derivatives, one Taylor coefficient after the other."""
        out = np.zeros((order + 1, len(z), self.n))
        out[0] = self.held
        out[0][:, self.free] = z[:, : len(self.free)]
        if order == 0:
            return out
        wanted = self.path(t, order)
        if not self.multipliers:
            J = self._linear(z, wanted[0])[0]
            for k in range(1, order + 1):
                missing = self._errors(out[: k + 1], wanted[: k + 1])[k]
                out[k][:, self.free] = -np.linalg.solve(J, missing[..., None])[..., 0]
            return out
        coeffs = [[column] for column in z.T]
        targets = [Jet.from_derivatives(list(column)) for column in np.moveaxis(wanted, -1, 0)]
        _, K = self._linear(z, wanted[0])
        for k in range(1, order + 1):
            for known in coeffs:
                known.append(np.zeros(len(z)))
            left = self.equations([Jet(known) for known in coeffs], [Jet(target.coeffs[: k + 1]) for target in targets])
            f_k = np.stack([np.broadcast_to(f.coeffs[k], (len(z),)) for f in left], axis=-1)
            step = np.linalg.solve(K, f_k[..., None])[..., 0]
            for column, known in enumerate(coeffs):
                known[k] = -step[:, column]
            out[k][:, self.free] = -step[:, : len(self.free)] * math.factorial(k)
        return out
