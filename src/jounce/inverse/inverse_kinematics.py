"""Inverse kinematics: joint motion with all derivatives from a motion of the tool.

Joint positions come from Newton's method along the path. Each sample starts from a neighbouring sample, so that the arm keeps
its posture. Derivatives come from Newton's method on jets: with q determined to order k-1, the k-th Taylor coefficient of the
tool error is

    e_k(q_0, ..., q_{k-1}, q_k) = e_k(q_0, ..., q_{k-1}, 0) + J(q_0) q_k

so that one linear solve with the Jacobian J gives q_k, without finite differences.

Arms with more joints than outputs take the pose nearest to a posture q_r, in the sum of squares:

    q - q_r + J(q)^T l = 0,        e(q, t) = 0

Both methods apply to this system as well, with q and the multipliers l as unknowns. The solution depends on the pose of the
tool and not on its history: a closed path of the tool gives a closed motion of the joints.
"""

import bisect
import math
from collections.abc import Mapping
from types import NoneType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from jounce.dynamics.kinematics import body_jacobian, frame_pose
from jounce.errors import ConvergenceError, InputError, SingularityError
from jounce.functions.kinematics import output_errors, output_jacobian, tool_outputs, wanted_rotation
from jounce.kernel.arguments import check_robot
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
"""Largest joint motion between two knots [rad or m], so that Newton's method stays in one posture."""
TOLERANCE = 1e-13
"""Newton's method stops at an output error [m or rad] below TOLERANCE sqrt(1 + reach), reach: sum of the joint offsets [m]."""


def inverse_kinematics(
    robot: Robot, path: Path, guess: ArrayLike, hold: Mapping[str, float] | None = None, posture: ArrayLike | None = None
) -> "JointPath":
    """Return the joint motion that moves the tool's controlled outputs (`robot.tool.outputs`) along a path.

    Parameters
    ----------
    robot : Robot
        The robot; its joints have one DOF each.
    path : Path
        Path of the tool, one coordinate for each output [m, rad].
    guess : array_like (n,)
        Joint positions near the start of the path [rad or m]; they select one of the arm's postures.
    hold : dict, optional
        {joint: position} of joints that do not move [rad or m].
    posture : array_like (n,), optional
        For arms with more free joints than outputs: joint positions to which the arm stays as near as the tool allows, in the
        sum of squares over the free joints [rad or m]; the guess by default.

    Returns
    -------
    JointPath
        Path in joint space with as many derivatives as `path`.

    Raises
    ------
    InputError
        If path, guess, hold or posture do not fit the robot and its outputs.
    ConvergenceError
        If Newton's method does not converge at the start of the path: the start is out of reach or the guess is far from it.
    SingularityError
        If the path meets a singular pose or leaves the reach of the arm; the message names time and pose. Poses after the start
        are solved when the returned path is evaluated, so that this error is raised by the evaluation.

    Examples
    --------
    >>> import jounce as jn
    >>> robot = jn.load("planar_2r")
    >>> robot.tool.outputs
    ('x', 'y')
    >>> path = jn.trajectory.line([1.5, 0.5], [1.0, 1.0], duration=1.0)
    >>> joints = jn.inverse_kinematics(robot, path, guess=[0.0, 1.0])
    >>> joints(0.5, 4).shape
    (5, 2)
    """
    check_path(path)
    if not isinstance(hold, Mapping | NoneType):
        raise InputError(f"hold: expected {{joint: position}}, got {short(hold)}.")
    return JointPath(check_robot(robot), path, guess, dict(hold or {}), posture)


class JointPath(Path):
    """Joint motion along a tool path, as `inverse_kinematics` returns it.

    The unknowns z at an instant are the positions of the free joints, followed by the multipliers of redundant arms.
    """

    def __init__(
        self,
        robot: Robot,
        path: Path,
        guess: Any,
        hold: dict[str, float],
        posture: Any = None,
        knots: tuple[Floats, Floats] | None = None,
    ) -> None:
        """Create the motion and solve for its first pose; arguments as of `inverse_kinematics`.

        knots: increasing times (K,) from the start of the path, and the joint positions (K, n) at these times, at most
        `LARGEST_STEP` apart, if already computed.
        """
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
        """Number of multipliers; zero if there are as many free joints as outputs."""
        target_posture = q if posture is None else coordinates(posture, "posture")
        if target_posture.size != robot.n:
            raise InputError(f"posture has {target_posture.size} values, but robot {robot.name!r} has {robot.n} joints.")
        if posture is not None and not self.multipliers:
            raise InputError(f"posture: the tool's outputs leave no choice to robot {robot.name!r}; expected none.")
        self.fixed, self.posture = q, target_posture[self.free]
        self.tree, self.outputs = plant_of(robot).tree, tool_outputs(robot)
        self.body, self.frame = locate(robot, robot.tool)
        self.reach = 1e-3 + sum(math.hypot(*j.placement.origin) for j in robot.joints)
        # Solutions along the path, extended on demand from the anchor, one after the other.
        anchor = path.start_time if math.isfinite(path.start_time) else 0.0
        self.times = [anchor] if knots is None else knots[0].tolist()
        if knots is None:
            self.knots = [self._solve(np.array([anchor]), np.append(q[self.free], np.zeros(self.multipliers))[None])[0]]
        else:
            self.knots = list(knots[1][:, self.free])

    def derivatives(self, t: Floats, order: int) -> Floats:
        """Return positions and derivatives (order+1, *t.shape, n) at times t [s]; see `Path`."""
        at = np.clip(t.reshape(-1), self.start_time, self.end_time)
        if at.size:
            self._extend(float(at.min()))
            self._extend(float(at.max()))
        nearest = np.abs(at[:, None] - np.array(self.times)).argmin(axis=1)
        z = self._solve(at, np.array(self.knots)[nearest])
        out = self._higher(t.reshape(-1), z, order)
        return out.reshape(order + 1, *t.shape, self.n)

    def remedy(self, order: int) -> str:
        """Return advice, for error messages, on how to obtain a path with a continuous derivative of this order; see `Path`."""
        return self.path.remedy(order)

    # ---------------------------------------------------------------- the equations

    def joints(self, z: list[Number]) -> list[Number]:
        """Return the positions of all n joints from the unknowns z, for scalars of any type."""
        q: list[Number] = list(self.fixed.tolist())
        for i, value in zip(self.free, z):
            q[i] = value
        return q

    def _outputs(self, z: list[Number], target: list[Number]) -> tuple[list[Number], list[list[Number]]]:
        """Return (output errors e, de/dq by free joints as rows, valid at e = 0); see `jounce.plant.tool_outputs`.

        z: unknowns; target: desired outputs.
        """
        q = self.joints(z)
        pose = frame_pose(self.tree, q, self.body, self.frame)
        jacobian = body_jacobian(self.tree, q, self.body, self.frame)
        error = self.outputs.errors(pose, target, self.outputs.wanted_rotation(target))
        rows = self.outputs.rows(pose.rotation, jacobian)
        return error, [[row[i] for i in self.free] for row in rows]

    def _poses(self, z: Floats) -> Floats:
        """Return the positions of all joints (samples, n) from the unknowns z (samples, unknowns)."""
        q = np.tile(self.fixed, (len(z), 1))
        q[:, self.free] = z[:, : len(self.free)]
        return q

    def _output_jacobian(self, q: Floats) -> Floats:
        """Return the output Jacobian (samples, outputs, n) at poses (samples, n); a single pose is evaluated unbatched."""
        stack = output_jacobian(self.robot, q) if len(q) != 1 else output_jacobian(self.robot, q[0])[:, None]
        J: Floats = stack[0]
        return J

    def _residual(self, z: Floats, target: Floats) -> Floats:
        """Return the residual of `equations` (samples, unknowns); z: unknowns, target: desired outputs (samples, outputs)."""
        values = assemble(self.equations(list(z.T), list(target.T)), 0, (len(z),), np.float64) if self.multipliers else None
        residual: Floats = (self._errors(self._poses(z)[None], target[None]) if values is None else values)[0]
        return residual

    def _errors(self, Q: Floats, y: Floats) -> Floats:
        """Return output errors and derivatives (k, samples, outputs) of a motion Q (k, samples, n).

        y: desired outputs and derivatives (k, samples, outputs).
        """
        one = Q.shape[1] == 1  # without the axis of samples, calls are shorter
        Q, y = (Q[:, 0], y[:, 0]) if one else (Q, y)
        position = y[..., : len(self.outputs.positions)]
        errors = output_errors(self.robot, self.outputs, list(Q), position, wanted_rotation(self.outputs, y))
        return errors[:, None] if one else errors

    def equations(self, z: list[Number], target: list[Number]) -> list[Number]:
        """Return the residual of the equations: q - q_r + J^T l if there are multipliers l, then the output errors.

        z: unknowns; target: desired outputs; scalars of any type, such as jets.
        """
        error, J = self._outputs(z, target)
        if not self.multipliers:
            return error
        stationarity = []
        for j, desired in enumerate(self.posture.tolist()):
            gradient = z[j] - desired
            for row, multiplier in zip(J, z[len(self.free) :]):
                gradient = gradient + row[j] * multiplier
            stationarity.append(gradient)
        return stationarity + error

    def equation_jacobian(self, z: list[Number], target: list[Number]) -> list[list[Number]]:
        """Return the Jacobian of `equations` with respect to z as rows, for scalars of any type; J^T l is differentiated by jets.

        z: unknowns; target: desired outputs.
        """
        J = self._outputs(z, target)[1]
        if not self.multipliers:
            return J
        free = len(self.free)
        columns = []
        for j in range(free):
            direction = [Jet([value, float(i == j)]) for i, value in enumerate(z)]
            columns.append([gradient.coeffs[1] for gradient in self.equations(direction, target)[:free]])
        rows = [[*(column[i] for column in columns), *(row[i] for row in J)] for i in range(free)]
        return rows + [[*row, *[0.0] * self.multipliers] for row in J]

    def _jacobians(self, z: Floats, target: Floats) -> tuple[Floats, Floats]:
        """Return the Jacobians of the outputs by the free joints (samples, outputs, free) and of `equations` by z.

        z: unknowns (samples, unknowns); target: desired outputs (samples, outputs).
        """
        count, free = z.shape[0], len(self.free)
        J = self._output_jacobian(self._poses(z))[..., self.free]
        if not self.multipliers:
            return J, J
        # d(J^T l)/dq by jets of order one, all directions in one batch
        repeated, targets = np.repeat(z, free, axis=0), np.repeat(target, free, axis=0)
        directions = np.tile(np.eye(z.shape[1])[:free], (count, 1))
        jets = [Jet([value, direction]) for value, direction in zip(repeated.T, directions.T)]
        gradients = self.equations(jets, list(targets.T))[:free]
        columns = np.stack([np.broadcast_to(gradient.coeffs[1], (len(repeated),)) for gradient in gradients], axis=-1)
        K = np.zeros((count, z.shape[1], z.shape[1]))
        K[:, :free, :free] = columns.reshape(count, free, free).transpose(0, 2, 1)
        K[:, :free, free:] = J.transpose(0, 2, 1)
        K[:, free:, :free] = J
        return J, K

    def _solve(self, t: Floats, z: Floats) -> Floats:
        """Return the unknowns (T, unknowns) at times t (T,) [s] by Newton's method from nearby unknowns z, batched."""
        z = z.copy()
        target = self.path(t)[0]
        m = target.shape[1]
        for _ in range(30):
            residual = self._residual(z, target)
            error = residual[:, -m:]
            J, K = self._jacobians(z, target)
            self._refuse_singular(t, z, J)
            try:
                step = np.linalg.solve(K, residual[..., None])[..., 0]
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
        """Raise `ConvergenceError` if a single controlled angle is half a turn from its target, where its error is zero too."""
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
        """Raise `SingularityError` if the output Jacobian J (T, outputs, free joints) is singular at a sample, see `SINGULAR`."""
        if J.shape[-1] == J.shape[-2] and is_surely_regular(J, SINGULAR):
            return
        sigma = np.linalg.svd(J, compute_uv=False)
        worst = int((sigma[:, -1] / sigma[:, 0]).argmin()) if len(sigma) else 0
        if len(sigma) and sigma[worst, -1] <= SINGULAR * sigma[worst, 0]:
            raise SingularityError(self._singular(f"at t = {t[worst]:.6g} s", z[worst]))

    def _singular(self, when: str, z: Floats) -> str:
        """Return the error message of a singular pose with unknowns z; when: words that state the time."""
        pose = ", ".join(f"{name} = {value:.6g}" for name, value in zip(self.robot.joint_names, self.joints(list(z))))
        return (
            f"inverse kinematics of robot {self.robot.name!r}: singular pose {when}, near {pose}: the joints cannot move the "
            "tool in every direction there. Move the path, or choose another posture."
        )

    # ---------------------------------------------------------------- along the path

    def near(self, t: Floats) -> Floats:
        """Return approximate joint positions (T, n) at times t (T,) [s], interpolated linearly between knots."""
        at = np.clip(t, self.start_time, self.end_time)
        self._extend(float(at.min()))
        self._extend(float(at.max()))
        knots = np.array(self.knots)
        return self._poses(np.stack([np.interp(at, self.times, column) for column in knots.T], axis=1))

    def _extend(self, t: float) -> None:
        """Add knots up to time t, in steps in which no joint moves by more than `LARGEST_STEP`."""
        forward = t > self.times[-1]
        stride = t - self.times[-1 if forward else 0]
        while not self.times[0] <= t <= self.times[-1]:
            end = -1 if forward else 0
            last, z = self.times[end], self.knots[end]
            at = t if abs(2.0 * stride) >= abs(t - last) else last + 2.0 * stride
            while (new := self._step(z, at)) is None:
                at = last + 0.5 * (at - last)
                if abs(at - last) < 1e-7 * (1.0 + abs(last)):
                    raise SingularityError(self._singular(f"or end of reach just after t = {last:.6g} s", z))
            _, K = self._jacobians(np.array([z, new]), self.path(np.array([last, at]))[0])
            signs = np.sign(np.linalg.det(K))
            if signs[0] != signs[1]:
                raise SingularityError(self._singular(f"between t = {last:.6g} s and {at:.6g} s", z))
            stride = at - last
            place = bisect.bisect(self.times, at)
            self.times.insert(place, at)
            self.knots.insert(place, new)

    def _step(self, z: Floats, t: float) -> Floats | None:
        """Return the unknowns near z at time t [s]; None if Newton's method fails or a joint moves too far (`LARGEST_STEP`)."""
        try:
            new: Floats = self._solve(np.array([t]), z[None])[0]
        except (ConvergenceError, SingularityError):
            return None
        return new if np.abs(new - z)[: len(self.free)].max() <= LARGEST_STEP else None

    def _higher(self, t: Floats, z: Floats, order: int) -> Floats:
        """Return joint positions and derivatives (order+1, T, n) at times t (T,) with unknowns z, order by order."""
        out = np.zeros((order + 1, len(z), self.n))
        out[0] = self.fixed
        out[0][:, self.free] = z[:, : len(self.free)]
        if order == 0:
            return out
        desired = self.path(t, order)
        if not self.multipliers:
            J = self._jacobians(z, desired[0])[0]
            for k in range(1, order + 1):
                error = self._errors(out[: k + 1], desired[: k + 1])[k]
                out[k][:, self.free] = -np.linalg.solve(J, error[..., None])[..., 0]
            return out
        coeffs = [[column] for column in z.T]
        targets = [Jet.from_derivatives(list(column)) for column in np.moveaxis(desired, -1, 0)]
        _, K = self._jacobians(z, desired[0])
        for k in range(1, order + 1):
            for series in coeffs:
                series.append(np.zeros(len(z)))
            residual = self.equations([Jet(series) for series in coeffs], [Jet(target.coeffs[: k + 1]) for target in targets])
            f_k = np.stack([np.broadcast_to(f.coeffs[k], (len(z),)) for f in residual], axis=-1)
            step = np.linalg.solve(K, f_k[..., None])[..., 0]
            for column, series in enumerate(coeffs):
                series[k] = -step[:, column]
            out[k][:, self.free] = -step[:, : len(self.free)] * math.factorial(k)
        return out
