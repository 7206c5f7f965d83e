"""The inverse dynamics of a flexible arm as a differential-algebraic equation in the joint positions q.

    load = (M qdd + C qd + g)_e + K_e q_e + D_e qd_e = 0        of the motorless joints, index e ([Moberg2010] (17b))
    e(q, t) = 0                                                 error of the tool's outputs (17f)

These are n equations for the n positions q. Motor motion and torque follow from q(t) afterwards, by the inverse dynamics of
elastic joints: (17a) and the motor equation (1d). Two differentiations of e = 0 determine the accelerations,

    ( M_e ) qdd = - ( load without qdd )
    ( J   )         ( edd without qdd  )

where M_e are the rows of the mass matrix for the motorless joints and J is the Jacobian of e. Along a path of the tool, the
positions and velocities of the motorless joints, s = (q_e, qd_e), obey an ordinary differential equation sd = f(t, s), the
internal dynamics. Positions q, velocities v and accelerations a are arrays (..., n); leading axes are batch axes. In shapes,
"passive" is the number of motorless joints and "driven" the number of joints with a motor.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from jounce.dynamics.drive import motorless_matrices, spring_load
from jounce.errors import ConvergenceError, InputError, ModelError, SingularityError
from jounce.flexible.tool_targets import Outputs, Target, count_motors
from jounce.functions.rigid_rotors import carried_mass_matrix, carried_rnea, carried_rnea_partials
from jounce.kernel.backends.backend_selection import backend
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.numerics.conditioning import is_surely_regular
from jounce.plant.plant import KEPT, plant_of
from jounce.robot import Robot
from jounce.trajectory.path import Path

POSTURES = 60
"""Number of random postures from which the search for a pose at rest starts."""
NEWTON_STEPS = 50
SINGULAR = 1e-9
"""Ratio of the smallest to the largest singular value of the scaled matrix (M_e; J) below which accelerations are not
determined."""
SHARE = 1e-3
"""The message on a singular pose names the motorless joints whose entries in the undetermined direction of accelerations exceed
this fraction of the largest entry."""
LOOSE = 1e-12
"""Largest ratio of stiffness to inertia of a motorless joint that counts as held by neither spring nor gravity [rad^2/s^2]."""
TOLERANCE = 1e-13
"""Newton's method in `Dae.pose` ends with a largest joint step below ten times this, relative to 1 + the largest absolute joint
position [rad or m]."""


class ResidualJacobians(NamedTuple):
    """Partial derivatives of the load or of the residual of a `Dae` with respect to q, v and a, each (..., rows, n)."""

    q: Array
    v: Array
    a: Array


class InternalRate(NamedTuple):
    """Motion q, v, a (..., n) of all joints at the state s = (q_e, qd_e) of the motorless joints, and the Jacobian d sd / d s."""

    q: Array
    v: Array
    a: Array
    jacobian: Array
    """Jacobian d sd / d s (..., 2 passive, 2 passive)."""


@by_value
class Dae:
    """The inverse dynamics of a flexible arm: residual with exact derivatives, poses at rest, internal dynamics."""

    def __init__(self, robot: Robot, wrench: Mapping[Any, Path] | None = None) -> None:
        """Set up the equation. wrench: {link: path of (moment, force)}, the wrenches that act on links during the motion."""
        for joint in robot.joints:
            if joint.freedoms > 1:
                raise InputError(
                    f"joint {joint.name!r} of robot {robot.name!r} has several freedoms and no motor: an arm on it that bends "
                    "drifts as its tool moves, with no pose at rest before and after the path between which a motion could be "
                    "bounded. Fix its base."
                )
        self.robot, self.n = robot, robot.n
        plant = plant_of(robot)
        self.driven, self.passive = plant.driven, plant.passive
        count_motors(robot, len(self.driven))
        for joint in robot.joints:
            if joint.second is not None:
                raise InputError(f"joint {joint.name!r}: arms with joints that no motor drives take one drive a joint.")
        self._refuse_rotors()
        self._refuse_rubbing()
        self.outputs = Outputs(robot, wrench)
        count = len(self.passive)
        self.K, self.D = (np.array(matrix, dtype=np.float64).reshape(count, count) for matrix in motorless_matrices(plant))

    def _refuse_rotors(self) -> None:
        """Raise `InputError` if the acceleration of a carried rotor behind an elastic drive acts on a motorless joint."""
        names, plant = self.robot.joint_names, plant_of(self.robot)
        for j in plant.elastic if plant.rotors else []:
            pushed = [names[i] for i in self.passive if self.robot.coupling.pattern[i][j]]
            if pushed:
                raise InputError(
                    f"joint {names[j]!r}: its rotor is carried along and its drive is elastic, so that it pushes joint "
                    f"{pushed[0]!r}, which no motor drives, by an acceleration that follows from the fourth derivative of the "
                    "arm's motion. In arms with such joints take coupling='spong' there, or a rigid drive."
                )

    def _refuse_rubbing(self) -> None:
        """Raise `InputError` if a mimic joint of a motorless joint has friction: `load` contains springs and dampers only."""
        sprung = {joint.name for joint in self.robot.joints if joint.spring is not None}
        for joint in self.robot.joints:
            if joint.friction is not None and joint.mimic is not None and joint.mimic.joint in sprung:
                raise InputError(
                    f"joint {joint.name!r} follows joint {joint.mimic.joint!r}, which no motor drives, and has friction on "
                    "the link side; in arms with such joints state it as the damping of the spring."
                )

    # ---------------------------------------------------------------- the equation and its derivatives

    def load(self, q: Array, v: Array, a: Array, target: Target) -> Array:
        """Return the load (..., passive), the unbalanced force of each motorless joint, zero along a solution [Nm or N].

        The load is the link force M qdd + C qd + g under the wrenches of `target`, plus the force of springs and dampers.
        """
        return load_under(self.robot, carried_rnea(self.robot, q, v, a, wrench=target.wrench())[0], q, v)

    def residual(self, q: Array, v: Array, a: Array, target: Target) -> Array:
        """Return the residual (..., n): first the load of the motorless joints, then the errors e of the tool's outputs."""
        return np.concatenate([self.load(q, v, a, target), self.outputs.errors(q[None], target)[0]], axis=-1)

    def load_jacobians(self, q: Array, v: Array, a: Array, target: Target) -> ResidualJacobians:
        """Return the partial derivatives of `load` with respect to q, v and a (..., passive, n)."""
        parts = [
            jacobian[..., self.passive, :] for jacobian in carried_rnea_partials(self.robot, q, v, a, wrench=target.wrench())
        ]
        for jacobian, spring in zip(parts, (self.K, self.D)):
            jacobian[..., :, self.passive] += spring
        return ResidualJacobians(*parts)

    def stiffness(self, q: Array, target: Target) -> Array:
        """Return the stiffness (..., passive, passive) of the motorless joints at rest in q (..., n) [Nm/rad or N/m].

        It is the sum of the spring stiffness and of the geometric stiffness of gravity and wrenches, with the motors locked.
        """
        still = np.zeros_like(q)
        by: Array = self.load_jacobians(q, still, still, target).q
        return by[..., self.passive]

    def holding(self, q: Array, target: Target) -> Array:
        """Return the stiffness scale (passive,) of the motorless joints at rest in q (n,) [Nm/rad or N/m].

        The scale of a joint is its spring stiffness plus the absolute value of its geometric stiffness (diagonal entry of
        `stiffness` less spring stiffness). A load divided by this scale is a deflection.
        """
        spring = np.diag(self.K)
        scale: Array = spring + np.abs(np.diag(self.stiffness(q, target)) - spring)
        return scale

    def residual_jacobians(self, q: Array, v: Array, a: Array, target: Target) -> ResidualJacobians:
        """Return the partial derivatives of `residual` with respect to q, v and a (..., n, n)."""
        by = self.load_jacobians(q, v, a, target)
        J = self.outputs.jacobians(q[None])[0]
        nothing = np.zeros_like(J)
        return ResidualJacobians(*(np.concatenate(pair, axis=-2) for pair in ((by.q, J), (by.v, nothing), (by.a, nothing))))

    # ---------------------------------------------------------------- the internal dynamics

    def pose(self, q: Array, target: Target) -> Array:
        """Return the pose near q (..., n) with the tool on its target; the motorless joints keep their positions.

        Raises `ConvergenceError` if Newton's method does not converge.
        """
        q = np.array(q)
        for _ in range(NEWTON_STEPS):
            J = self.outputs.jacobians(q[None])[0][..., self.driven]
            step = np.linalg.solve(J, self.outputs.errors(q[None], target)[0][..., None])[..., 0]
            largest = np.abs(step).max(initial=0.0)
            q[..., self.driven] -= step * min(1.0, 0.5 / max(largest, 1e-300))
            if largest < TOLERANCE * (1.0 + np.abs(q).max()) * 10.0:
                break
        else:
            raise ConvergenceError(
                f"robot {self.robot.name!r}: the tool does not reach the path with the springs bent as they are."
            )
        return q

    def motion(self, q: Array, passive: Array, target: Target, order: int) -> Array:
        """Return q and its time derivatives to `order` (order+1, ..., n) in a pose q (..., n) with the tool on its target.

        passive: velocities of the motorless joints (..., passive). Each order k takes one linear solve: the equation is
        linear in q^(k), and its value at q^(k) = 0 is the right-hand side.
        """
        out = np.zeros((max(order, 1) + 1, *q.shape))
        out[0] = q
        out[1][..., self.passive] = passive
        J = self.outputs.jacobians(q[None])[0]
        missing = self.outputs.errors(out[:2], target)[1]
        out[1][..., self.driven] = np.linalg.solve(J[..., self.driven], -missing[..., None])[..., 0]
        if order < 2:
            return out[: order + 1]
        M = carried_mass_matrix(self.robot, q)[..., self.passive, :]
        both = np.concatenate([M, J], axis=-2)
        for k in range(2, order + 1):
            tau = carried_rnea(self.robot, *out[: k + 1], wrench=target.wrench(k - 2))[k - 2]
            load = load_under(self.robot, tau, *out[k - 2 : k])
            missing = self.outputs.errors(out[: k + 1], target)[k]
            out[k] = np.linalg.solve(both, -np.concatenate([load, missing], axis=-1)[..., None])[..., 0]
        return out

    def with_tool(self, Z: Array, target: Target) -> Array:
        """Return a jet Z = (q, qd, ...) (k, ..., n) after changing the driven joints so that the tool is on its target.

        The motorless joints keep their positions and derivatives. The tool's error and its k - 1 time derivatives become zero.
        """
        Z = np.array(Z)
        Z[0] = self.pose(Z[0], target)
        J_driven = self.outputs.jacobians(Z[:1])[0][..., self.driven]
        with backend("python"):  # orders differ from arm to arm: compiling them takes longer than a plan does
            for k in range(1, len(Z)):
                Z[k][..., self.driven] = 0.0
                missing = self.outputs.errors(Z[: k + 1], target)[k]
                Z[k][..., self.driven] = -np.linalg.solve(J_driven, missing[..., None])[..., 0]
        return Z

    def rate(self, q: Array, s: Array, target: Target) -> InternalRate:
        """Return the motion of all joints and the Jacobian d sd / d s at the state s = (q_e, qd_e) (..., 2 passive).

        q: a nearby pose (..., n), from which Newton's method for the driven joints starts.
        """
        count = len(self.passive)
        q = np.array(q)
        q[..., self.passive] = s[..., :count]
        q, v, a = self.motion(self.pose(q, target), s[..., count:], target, 2)
        J, Jd, Jdd = self.outputs.jacobians((q, v, a))
        by = self.load_jacobians(q, v, a, target)
        # dq = N dq_e;  dv = N dv_e + P dq_e keep the tool's velocity;  da = A^-1 (...)
        N, P = self._tangent(J, Jd)
        left = np.concatenate([by.a, J], axis=-2)
        bend = np.concatenate([by.q @ N + by.v @ P, Jdd @ N + 2.0 * Jd @ P], axis=-2)
        slip = np.concatenate([by.v @ N, 2.0 * Jd @ N], axis=-2)
        da = -np.linalg.solve(left, np.concatenate([bend, slip], axis=-1))[..., self.passive, :]
        jacobian = np.zeros((*s.shape, 2 * count))
        jacobian[..., :count, count:] = np.eye(count)
        jacobian[..., count:, :] = da
        return InternalRate(q, v, a, jacobian)

    def _tangent(self, J: Array, Jd: Array) -> tuple[Array, Array]:
        """Return (N, P), each (..., n, passive): dq = N dq_e, dv = N dv_e + P dq_e keep the tool's outputs and output rates.

        J, Jd: Jacobian of the outputs and its time derivative (..., m, n).
        """
        N, P = (np.zeros((*J.shape[:-2], self.n, len(self.passive))) for _ in range(2))
        N[..., self.passive, range(len(self.passive))] = 1.0
        J_driven = J[..., self.driven]
        N[..., self.driven, :] = -np.linalg.solve(J_driven, J[..., self.passive])
        P[..., self.driven, :] = -np.linalg.solve(J_driven, Jd @ N)
        return N, P

    def jacobian_at_rest(self, q: Array, target: Target) -> Array:
        """Return the Jacobian d sd / d s (..., 2 passive, 2 passive) of the internal dynamics at rest in q (..., n).

        s = (q_e, qd_e) are positions and velocities of the motorless joints. The eigenvalues are zeros of the arm.
        """
        count = len(self.passive)
        still = np.zeros_like(q)
        by = self.load_jacobians(q, still, still, target)
        J = self.outputs.jacobians(q[None])[0]
        N, _ = self._tangent(J, np.zeros_like(J))
        right = np.zeros((*q.shape, 2 * count))
        right[..., :count, :] = np.concatenate([by.q @ N, by.v @ N], axis=-1)
        jacobian = np.zeros((*q.shape[:-1], 2 * count, 2 * count))
        jacobian[..., :count, count:] = np.eye(count)
        jacobian[..., count:, :] = -np.linalg.solve(np.concatenate([by.a, J], axis=-2), right)[..., self.passive, :]
        return jacobian

    # ---------------------------------------------------------------- determination of accelerations

    def determined(self, q: Array) -> tuple[Array, Array, Array]:
        """Measure how well two differentiations of the tool's equation determine the accelerations at poses q (..., n).

        Returns, of the scaled matrix (M_e; J), the ratio of the smallest to the largest singular value (...,) and the sign of the
        determinant (...,), and the direction of accelerations (..., n) that belongs to the smallest singular value.
        """
        both, across = self._determining(q)
        _, sigma, right = np.linalg.svd(both)
        return sigma[..., -1] / sigma[..., 0], np.linalg.slogdet(both)[0], right[..., -1, :] / across[..., 0, :]

    def _determining(self, q: Array) -> tuple[Array, Array]:
        """Return the scaled matrix (M_e; J) (..., n, n) of the accelerations, and the divisors of its columns (..., 1, n).

        First the rows, then the columns are divided by their largest absolute entries.
        """
        M = carried_mass_matrix(self.robot, q)[..., self.passive, :]
        both = np.concatenate([M, self.outputs.jacobians(q[None])[0]], axis=-2)
        both = both / np.abs(both).max(axis=-1, keepdims=True).clip(1e-300)
        across = np.abs(both).max(axis=-2, keepdims=True).clip(1e-300)
        return both / across, across

    def surely_determined(self, q: Array) -> bool:
        """Return True if the accelerations are determined at all poses q (T, n) and det (M_e; J) keeps its sign.

        The test is conservative: it may return False although both conditions hold.
        """
        both, _ = self._determining(q)
        return is_surely_regular(both, SINGULAR) and np.unique(np.linalg.slogdet(both)[0]).size < 2

    def refuse_high_index(self, q: Array, where: str = "") -> None:
        """Raise `SingularityError` if two differentiations of the tool's equation do not determine all accelerations at q (n,).

        where: text appended to the message, such as the time on the path.
        """
        ratio, _, free = self.determined(q)
        if ratio >= SINGULAR:
            return
        robot, names = self.robot, self.robot.joint_names
        springs = [repr(names[i]) for i in self.passive if np.abs(free[i]) > SHARE * np.abs(free).max()]
        if not springs:
            raise SingularityError(
                f"robot {robot.name!r}: the tool's {', '.join(robot.tool.outputs)} do not depend on the motors independently "
                f"here, a singular pose. Choose another posture.{where}"
            )
        raise SingularityError(
            f"robot {robot.name!r}: with the tool's {', '.join(robot.tool.outputs)} given, the acceleration of joint"
            f"{'s' * (len(springs) > 1)} {', '.join(springs)} is not determined: a singular pose. Choose another posture, or "
            f"other outputs.{where}"
        )

    # ---------------------------------------------------------------- at rest

    def starts(self, guess: Any = None) -> Array:
        """Return the postures (K, n) from which the search for a pose at rest starts: the guess alone, or `POSTURES` random
        postures without deflections."""
        if guess is not None:
            return _posture(self.robot, guess)[None]
        postures = _postures(self.n).copy()
        postures[:, self.passive] = 0.0
        return postures

    def at_rest(self, target: Target, guess: Any = None) -> Array:
        """Return a pose q (n,) at rest with the tool on its target, the first that Newton's method finds from `starts(guess)`.

        If no pose is found, raises `ModelError` if neither spring nor gravity holds a motorless joint, `SingularityError` if the
        guess is a singular pose, otherwise `ConvergenceError`.
        """
        starts = self.starts(guess)
        for start in starts:
            pose = self.settle(start, target)
            if pose is not None:
                return pose
        self._refuse_loose(starts[0], target)
        why = "Is it within reach? A posture near it can be given: guess=q."
        if guess is not None:
            sigma = np.linalg.svd(self.outputs.jacobians(_posture(self.robot, guess)[None])[0][:, self.driven], compute_uv=False)
            if sigma[-1] < SINGULAR * sigma[0]:
                raise SingularityError(
                    f"robot {self.robot.name!r}: in the posture guess the tool's {', '.join(self.robot.tool.outputs)} do not "
                    "depend on the motors independently: a singular pose. Choose another posture, or other outputs."
                )
        if any(self._reached(start, target) for start in starts):
            why = (
                "With its springs straight the tool gets there, but under their load no position of the springs balances them: "
                "the pose is one of buckling, or the springs are too soft for what they carry."
            )
        raise ConvergenceError(
            f"robot {self.robot.name!r}: no pose at rest was found with the tool's {', '.join(self.robot.tool.outputs)} at the "
            f"start of the path, position {np.array2string(target.position[0], precision=4)}. {why}"
        )

    def _refuse_loose(self, q: Array, target: Target) -> None:
        """Raise `ModelError` if neither spring nor gravity holds a motorless joint at rest in q (n,)."""
        still = np.zeros(self.n)
        inertia = np.diag(self.load_jacobians(q, still, still, target).a[:, self.passive])
        loose = np.flatnonzero(self.holding(q, target) <= LOOSE * np.abs(inertia))
        if len(loose):
            name = self.robot.joint_names[self.passive[loose[0]]]
            raise ModelError(
                f"joint {name!r} of robot {self.robot.name!r}: its spring has stiffness 0, and gravity does not hold it in this "
                "pose, so there is none in which it rests. Give its spring a stiffness, or the joint a motor."
            )

    def _reached(self, q: Array, target: Target) -> bool:
        """True if Newton's method on the driven joints alone, started in the pose q (n,), brings the tool to its target."""
        try:
            return self.outputs.reached(self.pose(q, target), target)
        except (ConvergenceError, np.linalg.LinAlgError):
            return False

    def settle(self, q: Array, target: Target) -> Array | None:
        """Return the pose at rest near q (n,) by Newton's method; None if the method fails or the tool is off its target."""
        still = np.zeros(self.n)
        for _ in range(NEWTON_STEPS):
            try:
                step = np.linalg.solve(self.residual_jacobians(q, still, still, target).q, self.residual(q, still, still, target))
            except np.linalg.LinAlgError:
                return None
            q = q - step * min(1.0, 0.5 / max(np.abs(step).max(), 1e-300))
            if np.abs(step).max() < 1e-12:
                return q if self.outputs.reached(q, target) else None
        return None

    def settled(self, q: Array, targets: Target, times: Array) -> Array:
        """Return the poses at rest (T, n) at the instants `times` (T,) of a path [s]; each search starts in the preceding pose.

        The first search starts in q (n,). Raises `SingularityError` if a pose is not found, or if a joint is more than 1 rad or
        m from its position in the preceding pose.
        """
        poses = []
        for i, time in enumerate(times):
            new = self.settle(q, targets.at(i))
            if new is None or np.abs(new - q).max() > 1.0:
                raise SingularityError(
                    f"robot {self.robot.name!r}: the path leaves the robot's reach, or passes a singular pose, before "
                    f"t = {time:.6g} s, with joints near {np.array2string(q, precision=4)}."
                )
            poses.append(new)
            q = new
        return np.array(poses)


def load_under(robot: Robot, tau: Array, q: Array, v: Array) -> Array:
    """Return the load (..., passive) of the motorless joints from link forces tau, positions q and velocities v (..., n).

    The load is linear in (tau, q, v): from their k-th time derivatives the function returns the k-th time derivative of the load.
    """
    rows = (list(np.moveaxis(array, -1, 0)) for array in (tau, q, v))
    return np.stack(spring_load(plant_of(robot), *rows), axis=-1) if plant_of(robot).passive else tau[..., :0]


@lru_cache(maxsize=KEPT)
def _postures(n: int) -> Array:
    """Return `POSTURES` random postures (POSTURES, n), the same in every run."""
    return np.random.default_rng(0).uniform(-1.5, 1.5, (POSTURES, n))


def _posture(robot: Robot, guess: Any) -> Array:
    """Return a guess of all joint positions as floats (n,); raise `InputError` if its shape or a value is wrong."""
    try:
        posture = np.asarray(guess, dtype=np.float64)
    except (TypeError, ValueError):
        posture = np.zeros(0)
    if posture.shape != (robot.n,) or not np.isfinite(posture).all():
        raise InputError(f"guess: expected {robot.n} finite numbers, one per joint of robot {robot.name!r}, got {guess!r}.")
    return posture
