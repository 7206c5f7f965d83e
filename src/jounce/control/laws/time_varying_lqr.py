"""Control law: linear-quadratic regulator along a plan, with time-varying gains from the exact linear model at every tick."""

from pathlib import Path as File

import numpy as np
from numpy.typing import ArrayLike

from jounce.control.linearize import StateSpace, linearize
from jounce.control.protocol import Measured, Reference
from jounce.control.tuning.gains import pair, symmetric_matrix
from jounce.control.tuning.pole_placement import without_dry_friction
from jounce.errors import InputError
from jounce.inverse.plan import Plan
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.plant.plant import plant_of
from jounce.robot.validation import positive, short

MOST_TICKS = 1e7
"""Largest number of ticks along a plan; each tick has a linear model."""
RATE = 1000.0
"""Default control rate [Hz]."""


@by_value
class TimeVaryingLQR:
    """Control law: state feedback along a plan that minimises the integral of e^T Q e + u^T R u.

        tau_m = tau_m_d - G(t) (x - x_d),    x = (q, theta, qd, thetad)
        P_k = Q h + A_k^T P_(k+1) (A_k - B_k G_k),    G_k = (R h + B_k^T P_(k+1) B_k)^-1 B_k^T P_(k+1) A_k

    e = x - x_d is the state error and u the torque added to the planned tau_m_d; theta and thetad are those of motors behind
    springs. A_k and B_k are the linear model at tick k of the plan, without dry friction, exactly sampled with the period h. The
    backward recursion ([Anderson1990]) starts from the stationary gains at the end of the plan. The attribute `gains` (T, inputs,
    states) has G at the times of the plan; between these times G is interpolated linearly. All joints must have one DOF each;
    joints with a spring and no motor are allowed.

    Examples
    --------
    >>> robot = jn.load("planar_2r")
    >>> path = jn.trajectory.rest_to_rest([0.0, 0.0], [0.5, -0.3], duration=0.5, degree=9)
    >>> plan = jn.feedforward(robot, path, np.linspace(0.0, 0.5, 51))
    >>> law = jn.control.TimeVaryingLQR.tuned(plan, bandwidth=30.0)
    >>> law.gains.shape  # run = jn.simulate(robot, plan, controller=law)
    (51, 2, 8)
    """

    def __init__(
        self, plan: Plan, state_cost: ArrayLike, torque_cost: ArrayLike, *, rate: float = RATE, decay: float = 0.0
    ) -> None:
        """Compute the gains along the plan.

        Parameters
        ----------
        plan : Plan
            The plan of `jn.feedforward`.
        state_cost : (states,) or (states, states)
            Cost matrix Q of the state errors, symmetric and positive semidefinite.
        torque_cost : float, (inputs,) or (inputs, inputs)
            Cost matrix R of the additional torques, symmetric and positive semidefinite.
        rate : float
            Ticks per second [Hz].
        decay : float
            Prescribed decay rate [1/s]: costs at time t are weighted by e^(2 decay t), so errors decay at least as e^(-decay t).
        """
        if not isinstance(plan, Plan):
            raise InputError(f"plan: expected what jn.feedforward(robot, path, t) gives, got {type(plan).__name__}.")
        self.robot, self.t = plan.robot, np.asarray(plan.t, dtype=np.float64)
        if self.robot.nq != self.robot.n or len(self.t) < 2:
            raise InputError("plan: expected joints of one freedom each, and two times at least.")
        rate = positive(rate, "rate [Hz]")
        if not isinstance(decay, (int, float, np.number)) or isinstance(decay, np.complexfloating) or not 0.0 <= decay < rate:
            raise InputError(f"decay: expected 0 or more [1/s], below the rate of {rate:g} Hz, got {short(decay)}.")
        if (self.t[-1] - self.t[0]) * rate > MOST_TICKS:
            raise InputError(f"rate [Hz]: {rate:g} gives more than {MOST_TICKS:g} ticks along the plan; expected fewer.")
        count = max(1, round((self.t[-1] - self.t[0]) * rate))
        ticks = np.linspace(self.t[0], self.t[-1], count + 1)
        h = float(ticks[1] - ticks[0])
        model = _linear_models(plan, ticks).sampled(h)
        size, inputs = model.B.shape[-2:]
        self.state_cost = symmetric_matrix(state_cost, "state_cost", size)
        self.torque_cost = symmetric_matrix(torque_cost, "torque_cost", inputs)
        at_ticks = _riccati(model, h * self.state_cost, h * self.torque_cost, float(np.exp(decay * h)))
        self.gains = np.stack([_interpolated(ticks, at_ticks, t) for t in self.t])

    @classmethod
    def tuned(cls, plan: Plan, *, bandwidth: float, damping: float = 0.7, rate: float = RATE) -> "TimeVaryingLQR":
        """Return the law with the smallest torques for which undamped oscillations decay as e^(-damping bandwidth t).

        The state cost Q is zero and the prescribed decay is damping bandwidth / 2. The regulator then mirrors the pole p of an
        oscillation about the real part -damping bandwidth / 2, to -damping bandwidth - conj(p). Torque costs are 1 / inertia.

        Parameters
        ----------
        plan : Plan
            The plan of `jn.feedforward`.
        bandwidth : float
            Frequency [rad/s]; bandwidth times damping is the decay rate of undamped oscillations [1/s]; errors of
            other motions decay at half this rate or faster.
        damping : float
            Damping ratio.
        rate : float
            Ticks per second [Hz].

        Returns
        -------
        TimeVaryingLQR

        Raises
        ------
        InputError
            If the robot does not suit the law, or no gains give these poles.
        """
        pair(bandwidth, damping)
        robot = plan.robot
        plant = plant_of(robot)
        size = 2 * (robot.n + len(plant.elastic))
        inertia = np.array([plant.motors[i].inertia or 1.0 for i in plant.driven])
        return cls(plan, np.zeros(size), 1.0 / inertia, rate=rate, decay=0.5 * damping * bandwidth)

    def __call__(self, reference: Reference, state: Measured) -> Array:
        """Return the motor torque of this tick, link side (m,) [Nm or N].

        Parameters
        ----------
        reference : Reference
            The plan at this instant.
        state : Measured
            The measured state.
        """
        plant = plant_of(self.robot)
        soft = plant.elastic
        now = (state.q, state.theta[soft], state.qd, state.thetad[soft])
        desired = (reference.q[0], reference.theta[0][soft], reference.q[1], reference.theta[1][soft])
        error = np.concatenate([a - b for a, b in zip(now, desired)])
        torque: Array = np.array(reference.tau_m, dtype=np.float64)
        torque[plant.driven] -= _interpolated(self.t, self.gains, reference.t) @ error
        return torque

    def write_c(self, folder: str | File, name: str = "lqr") -> list[File]:
        """Write the law as C99 code with its table of gains, and return the paths of `name.h` and `name.c`.

        The C function is void name(t, error, tau), tau = -G(t) error; the caller adds tau to the planned torque.

        Parameters
        ----------
        folder : path
            Folder of the files; created if it does not exist.
        name : str
            Name of the C function and of the files.

        Returns
        -------
        list of paths

        Raises
        ------
        InputError
            If the name is no C identifier.
        """
        if not name.isidentifier():
            raise InputError(f"name: expected a name for a C function, got {name!r}.")
        where = File(folder)
        where.mkdir(parents=True, exist_ok=True)
        count, inputs, size = self.gains.shape
        states = ", ".join(linearize(self.robot, np.zeros(self.robot.n)).states)
        head = (
            f"/* Gains along a plan of robot {self.robot.name}: tau = -G(t) error.\n"
            f"   error ({size}): {states}, measured less planned; tau ({inputs}): added to the planned torque. */\n"
            f"#ifndef {name.upper()}_H\n#define {name.upper()}_H\n"
            f"void {name}(double t, const double *error, double *tau);\n#endif\n"
        )
        times = ", ".join(float(t).hex() for t in self.t)
        rows = ",\n".join(", ".join(float(x).hex() for x in row.ravel()) for row in self.gains)
        body = (
            f'#include "{name}.h"\n\n'
            f"static const double times[{count}] = {{{times}}};\n"
            f"static const double gains[{count}][{inputs * size}] = {{{{\n" + rows.replace(",\n", "},\n{") + "}};\n\n"
            f"void {name}(double t, const double *error, double *tau) {{\n"
            f"    int low = 0, high = {count - 1};\n"
            "    while (high - low > 1) {\n"
            "        const int middle = (low + high) / 2;\n"
            "        if (times[middle] <= t) low = middle; else high = middle;\n"
            "    }\n"
            "    double share = (t - times[low]) / (times[high] - times[low]);\n"
            "    share = share < 0.0 ? 0.0 : share > 1.0 ? 1.0 : share;\n"
            f"    for (int i = 0; i < {inputs}; ++i) {{\n"
            "        double sum = 0.0;\n"
            f"        for (int k = 0; k < {size}; ++k) {{\n"
            f"            const double a = gains[low][i * {size} + k], b = gains[high][i * {size} + k];\n"
            "            sum += (a + share * (b - a)) * error[k];\n"
            "        }\n"
            "        tau[i] = -sum;\n"
            "    }\n"
            "}\n"
        )
        files = [where / f"{name}.h", where / f"{name}.c"]
        for file, text in zip(files, (head, body)):
            file.write_text(text)
        return files


def _linear_models(plan: Plan, ticks: Array) -> StateSpace:
    """Return the linear models, without dry friction, at all ticks [s] along the plan, stacked on axis 0."""
    at = plan.at(ticks)
    return linearize(without_dry_friction(plan.robot), at.q[0], at.q[1], at.theta[0], at.theta[1], at.tau_m)


def _riccati(model: StateSpace, Q: Array, R: Array, growth: float) -> Array:
    """Return the gains (T, inputs, states) by the backward Riccati recursion from the stationary solution of the last model.

    Q, R: cost matrices times the sampling period; growth: factor e^(decay h) on A and B of the sampled models.
    """
    from scipy.linalg import solve_discrete_are

    A, B = growth * model.A, growth * model.B
    try:
        P = solve_discrete_are(A[-1], B[-1], Q, R)
    except (np.linalg.LinAlgError, ValueError):
        raise InputError(
            "costs: no gains hold the robot where the plan ends. Give every error that grows or does not fall a cost, or a decay."
        ) from None
    gains = np.empty((len(A), B.shape[-1], A.shape[-1]))
    for k in reversed(range(len(A))):
        gains[k] = np.linalg.solve(R + B[k].T @ P @ B[k], B[k].T @ P @ A[k])
        P = Q + A[k].T @ P @ (A[k] - B[k] @ gains[k])
        P = 0.5 * (P + P.T)
    return gains


def _interpolated(times: Array, gains: Array, t: float) -> Array:
    """Return the gains at time t [s], interpolated linearly between `times` (T,), constant before and after."""
    k = int(np.clip(np.searchsorted(times, t, side="right") - 1, 0, len(times) - 2))
    share = min(max((t - times[k]) / (times[k + 1] - times[k]), 0.0), 1.0)
    at_t: Array = gains[k] + share * (gains[k + 1] - gains[k])
    return at_t
