"""The inverse dynamics of an arm that bends where no motor acts: a differential-algebraic equation.

    joints without a motor:   (M qdd + C qd + g)_e + K_e q_e + D_e qd_e = 0        ([Moberg2010] (17b))
    the tool:                 e(q, t) = 0                                          (17f)

in the joint positions q alone, as many equations as joints. Motor motion and torque follow from q(t) afterwards, as the inverse
dynamics of elastic joints: (17a) and the motor equation (1d). Two differentiations of the constraint determine the acceleration:

    ( M_e ) qdd = - ( load without qdd )
    ( J   )         ( edd without qdd  )

Along a given path of the tool, positions and velocities of the joints without a motor, s = (q_e, qd_e), obey an ordinary
differential equation sd = f(t, s). All functions take batches: q, v and a are (..., n).
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from jounce.dynamics.motorless_springs import motorless_matrices, spring_load
from jounce.errors import ConvergenceError, InputError, ModelError, SingularityError
from jounce.flexible.tool_targets import Outputs, Target, count_motors
from jounce.functions.backends.choice import backend
from jounce.functions.carried import carried_mass_matrix, carried_rnea, carried_rnea_partials
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.numerics.conditioning import is_surely_regular
from jounce.plant.plant import KEPT, plant_of
from jounce.robot import Robot
from jounce.trajectory.path import Path

POSTURES = 60
"""Random postures from which a starting pose is looked for."""
NEWTON_STEPS = 50
SINGULAR = 1e-9
"""Ratio of singular values below which accelerations are not determined."""
SHARE = 1e-3
"""A joint takes part in a motion if it moves by more than this share of the farthest."""
LOOSE = 1e-12
"""Square of a frequency below which nothing holds a joint [rad^2/s^2]."""
TOLERANCE = 1e-13
"""Of a pose, against the step that Newton's method still takes [rad or m]."""


class ResidualJacobians(NamedTuple):
    """Partial derivatives of the residual (..., n, n)."""

    q: Array
    v: Array
    a: Array


class InternalRate(NamedTuple):
    """The motion of all joints that belongs to s = (q_e, qd_e), (..., n) each, so that sd = (v_e, a_e)."""

    q: Array
    v: Array
    a: Array
    slope: Array
    """d sd / d s (..., 2 passive, 2 passive)."""


@by_value
class Dae:
    """Residuals and their exact derivatives, for Newton's method."""

    def __init__(self, robot: Robot, wrench: Mapping[Any, Path] | None = None) -> None:
        """wrench: {link: path} that act along the way."""
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
        self.K, self.D = (np.array(part, dtype=np.float64).reshape(count, count) for part in motorless_matrices(plant))

    def _refuse_rotors(self) -> None:
        """Raise where the rotor of an elastic joint pushes a spring that no motor holds."""
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
        """Raise where a joint with friction follows one without a motor: its equation has a spring and a damper alone."""
        sprung = {joint.name for joint in self.robot.joints if joint.spring is not None}
        for joint in self.robot.joints:
            if joint.friction is not None and joint.mimic is not None and joint.mimic.joint in sprung:
                raise InputError(
                    f"joint {joint.name!r} follows joint {joint.mimic.joint!r}, which no motor drives, and has friction on "
                    "the link side; in arms with such joints state it as the damping of the spring."
                )

    # ---------------------------------------------------------------- the equation and its derivatives

    def load(self, q: Array, v: Array, a: Array, target: Target) -> Array:
        """Force that the joints without a motor need beyond that of springs and wrenches (..., passive) [Nm or N]."""
        return load_under(self.robot, carried_rnea(self.robot, q, v, a, wrench=target.wrench())[0], q, v)

    def residual(self, q: Array, v: Array, a: Array, target: Target) -> Array:
        """(..., n): the load of joints without a motor, then e."""
        return np.concatenate([self.load(q, v, a, target), self.outputs.errors(q[None], target)[0]], axis=-1)

    def load_jacobians(self, q: Array, v: Array, a: Array, target: Target) -> ResidualJacobians:
        """d load by q, v and a (..., passive, n)."""
        parts = [part[..., self.passive, :] for part in carried_rnea_partials(self.robot, q, v, a, wrench=target.wrench())]
        for part, spring in zip(parts, (self.K, self.D)):
            part[..., :, self.passive] += spring
        return ResidualJacobians(*parts)

    def stiffness(self, q: Array, target: Target) -> Array:
        """Return the stiffness (..., passive, passive) of the joints without a motor at rest in q (..., n) [Nm/rad or N/m].

        Springs, and what gravity and wrenches add (the geometric stiffness), while the motors stand still.
        """
        still = np.zeros_like(q)
        by: Array = self.load_jacobians(q, still, still, target).q
        return by[..., self.passive]

    def holding(self, q: Array, target: Target) -> Array:
        """Return what holds each joint without a motor at rest in q (n,), the sizes of spring and gravity added (passive,)
        [Nm/rad or N/m]: by it, loads are measured as deflections."""
        spring = np.diag(self.K)
        found: Array = spring + np.abs(np.diag(self.stiffness(q, target)) - spring)
        return found

    def residual_jacobians(self, q: Array, v: Array, a: Array, target: Target) -> ResidualJacobians:
        """d residual by q, v and a."""
        by = self.load_jacobians(q, v, a, target)
        J = self.outputs.jacobians(q[None])[0]
        nothing = np.zeros_like(J)
        return ResidualJacobians(*(np.concatenate(pair, axis=-2) for pair in ((by.q, J), (by.v, nothing), (by.a, nothing))))

    # ---------------------------------------------------------------- the motion of the joints without a motor

    def pose(self, q: Array, target: Target) -> Array:
        """q (..., n) with the tool on its target: the driven joints are moved, the others keep their positions."""
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
        """q and its derivatives to `order` (order+1, ..., n) from a pose q and velocities of joints without a motor.

        One linear solve per order k: the equation is linear in q^(k), and its value at q^(k) = 0 is the right-hand side.
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
        """Return a jet Z (k, ..., n) whose driven joints are moved so that the tool has its target with all derivatives."""
        Z = np.array(Z)
        Z[0] = self.pose(Z[0], target)
        own = self.outputs.jacobians(Z[:1])[0][..., self.driven]
        with backend("python"):  # orders differ from arm to arm: compiling them takes longer than a plan does
            for k in range(1, len(Z)):
                Z[k][..., self.driven] = 0.0
                missing = self.outputs.errors(Z[: k + 1], target)[k]
                Z[k][..., self.driven] = -np.linalg.solve(own, missing[..., None])[..., 0]
        return Z

    def rate(self, q: Array, s: Array, target: Target) -> InternalRate:
        """sd and d sd / d s of s = (q_e, qd_e) (..., 2 passive). q: a pose nearby, from which Newton's method starts."""
        count = len(self.passive)
        q = np.array(q)
        q[..., self.passive] = s[..., :count]
        q, v, a = self.motion(self.pose(q, target), s[..., count:], target, 2)
        J, Jd, Jdd = self.outputs.jacobians((q, v, a))
        by = self.load_jacobians(q, v, a, target)
        # dq = N dq_e;  dv = N dv_e + P dq_e: the tool's velocity does not change;  da = A^-1 (...)
        N, P = self._tangent(J, Jd)
        left = np.concatenate([by.a, J], axis=-2)
        bend = np.concatenate([by.q @ N + by.v @ P, Jdd @ N + 2.0 * Jd @ P], axis=-2)
        slip = np.concatenate([by.v @ N, 2.0 * Jd @ N], axis=-2)
        da = -np.linalg.solve(left, np.concatenate([bend, slip], axis=-1))[..., self.passive, :]
        slope = np.zeros((*s.shape, 2 * count))
        slope[..., :count, count:] = np.eye(count)
        slope[..., count:, :] = da
        return InternalRate(q, v, a, slope)

    def _tangent(self, J: Array, Jd: Array) -> tuple[Array, Array]:
        """N and P (..., n, passive) with dq = N dq_e and dv = N dv_e + P dq_e along which the tool's motion does not change."""
        N, P = (np.zeros((*J.shape[:-2], self.n, len(self.passive))) for _ in range(2))
        N[..., self.passive, range(len(self.passive))] = 1.0
        own = J[..., self.driven]
        N[..., self.driven, :] = -np.linalg.solve(own, J[..., self.passive])
        P[..., self.driven, :] = -np.linalg.solve(own, Jd @ N)
        return N, P

    def jacobian_at_rest(self, q: Array, target: Target) -> Array:
        """d sd / d s (..., 2 passive, 2 passive) where the robot rests in q (..., n): its eigenvalues are the zeros there."""
        count = len(self.passive)
        still = np.zeros_like(q)
        by = self.load_jacobians(q, still, still, target)
        J = self.outputs.jacobians(q[None])[0]
        N, _ = self._tangent(J, np.zeros_like(J))
        right = np.zeros((*q.shape, 2 * count))
        right[..., :count, :] = np.concatenate([by.q @ N, by.v @ N], axis=-1)
        slope = np.zeros((*q.shape[:-1], 2 * count, 2 * count))
        slope[..., :count, count:] = np.eye(count)
        slope[..., count:, :] = -np.linalg.solve(np.concatenate([by.a, J], axis=-2), right)[..., self.passive, :]
        return slope

    # ---------------------------------------------------------------- whether accelerations are determined

    def determined(self, q: Array) -> tuple[Array, Array, Array]:
        """Whether two differentiations of the tool's equation determine all accelerations at poses q (..., n).

        Ratio of the smallest to the largest singular value (...,), sign of the determinant (...,), and the accelerations that
        are determined least (..., n).
        """
        both, across = self._determining(q)
        _, sigma, right = np.linalg.svd(both)
        return sigma[..., -1] / sigma[..., 0], np.linalg.slogdet(both)[0], right[..., -1, :] / across[..., 0, :]

    def _determining(self, q: Array) -> tuple[Array, Array]:
        """The matrix of accelerations (..., n, n), its rows and columns measured by their largest entries; those of columns."""
        M = carried_mass_matrix(self.robot, q)[..., self.passive, :]
        both = np.concatenate([M, self.outputs.jacobians(q[None])[0]], axis=-2)
        both = both / np.abs(both).max(axis=-1, keepdims=True).clip(1e-300)
        across = np.abs(both).max(axis=-2, keepdims=True).clip(1e-300)
        return both / across, across

    def surely_determined(self, q: Array) -> bool:
        """Whether they do at all poses q (T, n), and the determinant has one sign: a quick answer, no where it is not clear."""
        both, _ = self._determining(q)
        return is_surely_regular(both, SINGULAR) and np.unique(np.linalg.slogdet(both)[0]).size < 2

    def refuse_high_index(self, q: Array, where: str = "") -> None:
        """Raise if two differentiations of the tool's equation do not determine all accelerations at q (n,), where more do not
        either."""
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
        """Postures (K, n) from which a pose at rest is looked for: a guess, or many at random."""
        if guess is not None:
            return _posture(self.robot, guess)[None]
        found = _postures(self.n).copy()
        found[:, self.passive] = 0.0
        return found

    def at_rest(self, target: Target, guess: Any = None) -> Array:
        """q (n,) in which the robot rests with its tool on the target: the one near a guess, or the first that is found."""
        starts = self.starts(guess)
        for start in starts:
            found = self.settle(start, target)
            if found is not None:
                return found
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
        """Raise if neither a spring nor gravity holds a joint without a motor at rest in q (n,)."""
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
        """Whether the tool gets to its target from a pose nearby, with springs as they are there."""
        try:
            return self.outputs.reached(self.pose(q, target), target)
        except (ConvergenceError, np.linalg.LinAlgError):
            return False

    def settle(self, q: Array, target: Target) -> Array | None:
        """The pose at rest next to q, by Newton's method; None if there is none."""
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
        """Poses at rest (T, n) at instants of a path, each looked for near the one before it, the first near q (n,)."""
        found = []
        for i, time in enumerate(times):
            new = self.settle(q, targets.at(i))
            if new is None or np.abs(new - q).max() > 1.0:
                raise SingularityError(
                    f"robot {self.robot.name!r}: the path leaves the robot's reach, or passes a singular pose, before "
                    f"t = {time:.6g} s, with joints near {np.array2string(q, precision=4)}."
                )
            found.append(new)
            q = new
        return np.array(found)


def load_under(robot: Robot, tau: Array, q: Array, v: Array) -> Array:
    """Return the load (..., passive) under joint forces tau (..., n) of the links, or a time derivative of it of all three."""
    rows = (list(np.moveaxis(part, -1, 0)) for part in (tau, q, v))
    return np.stack(spring_load(plant_of(robot), *rows), axis=-1) if plant_of(robot).passive else tau[..., :0]


@lru_cache(maxsize=KEPT)
def _postures(n: int) -> Array:
    """Many at random (POSTURES, n), always the same."""
    return np.random.default_rng(0).uniform(-1.5, 1.5, (POSTURES, n))


def _posture(robot: Robot, guess: Any) -> Array:
    """A guess of all joint positions (n,), checked."""
    try:
        found = np.asarray(guess, dtype=np.float64)
    except (TypeError, ValueError):
        found = np.zeros(0)
    if found.shape != (robot.n,) or not np.isfinite(found).all():
        raise InputError(f"guess: expected {robot.n} finite numbers, one per joint of robot {robot.name!r}, got {guess!r}.")
    return found
