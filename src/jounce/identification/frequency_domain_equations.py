"""Residuals of small motor oscillations about poses, against the linear model: stiffness from motor signals alone.

About a pose, the complex amplitudes theta(w), tau_m(w) (p,) of the positions and torques of p motors at a frequency w satisfy

    theta(w) = G(w) tau_m(w),    G = input^T Z^-1 input,    Z = stiffness + i w loss - w^2 mass     (`frequency_response`)

whatever controller commands the torques. A row is modelled less measured theta(w). Resonances and anti-resonances of G determine
stiffness and rotor inertia; the widths of the peaks of G determine the damping. Z is symmetric, so with X = Z^-1 input and
x = X tau_m the derivative by a parameter a of springs or motors is d theta / da = -X^T dZ/da x. The derivative is exact, as dZ/da
is computed by reverse mode on the expression graph of Z (`drive_derivatives`).

Torque noise reaches the rows through G, which falls with 1 / w^2. At a few Hz this noise is a thousand times the encoder noise;
at the resonances of a wrist's light links it is less. Rows at w are therefore multiplied by L^-1, where L L^H = C(w) is their
covariance

    C(w) = diag(noise of theta)^2 + G diag(noise of tau_m)^2 G^H

with the noise from the residual of the sines fitted to each recording. Without this weight, low-frequency noise hides the
stiffness of a wrist.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from jounce.errors import InputError
from jounce.flexible.modal_analysis import bent
from jounce.functions.linear_model import Instant, LinearModel, at_rest, drive_derivatives, tree_model, with_drives
from jounce.identification.frequency_response import without_dry
from jounce.identification.log import Log
from jounce.identification.log_checks import check
from jounce.identification.maximum_a_posteriori import Rows, Values
from jounce.plant.plant import plant_of
from jounce.robot import Robot
from jounce.trajectory.path import Floats

FREE = ("stiffness", "damping", "rotor_inertia", "viscous_friction")
FACTORS = np.geomspace(0.4, 2.5, 21)
"""Factors on the prior stiffness that are tried as start values of the search."""
LEAST_NOISE = 1e-7
"""Lower bound of the noise, relative to the root mean square of the amplitudes; without noise the weight would be infinite."""
SLOW = 3.0
"""Smallest accepted duration of a recording, in periods of the lowest frequency."""


class Swing(NamedTuple):
    """Complex amplitudes of one recording at F excited frequencies, and the linear model at the mean pose of the recording."""

    tree: LinearModel
    """Linear model of links and carried rotors, without the forces of the drives."""
    rest: Instant
    """State of rest at the mean pose, with springs deflected by gravity."""
    w: Floats
    """Angular frequencies (F,) [rad/s]."""
    theta: Floats
    """Complex amplitudes of the motor positions (F, p) [rad or m]."""
    tau: Floats
    """Complex amplitudes of the motor torques (F, p) [Nm or N]."""
    noise: Floats
    """Standard deviations (2, p) of real and imaginary parts of theta (row 0) and tau (row 1), from the residual of the fit."""


@dataclass(frozen=True, eq=False)
class ResponseEquations:
    """Errors of modelled motor amplitudes at the excited frequencies of all recordings, one row group per motor."""

    robot: Robot
    names: tuple[str, ...]
    """Free kinds of parameters."""
    swings: tuple[Swing, ...]
    """Measured amplitudes, one entry per recording."""
    weights: tuple[Floats, ...] = ()
    """Weights L^-1 (F, p, p) of each recording; if empty, rows are unweighted errors [rad or m]."""

    @property
    def labels(self) -> tuple[str, ...]:
        """Return the name of each row group, one per motor; the rows of a group have the same noise."""
        return tuple(f"swing of {self.robot.motor_names[i]}" for i in plant_of(self.robot).driven)

    @property
    def counts(self) -> tuple[int, ...]:
        """Return the number of independent measurements in each row group, for the estimate of the noise of the group."""
        return (2 * sum(len(swing.w) for swing in self.swings),) * len(self.labels)

    def rows(self, values: Values) -> list[Rows]:
        """Return (residual, {kind: derivatives}) of each row group at parameter values {kind: array}; see `Equations`."""
        errors, slopes = zip(*(self._weighed(k, *self._of(values, swing)) for k, swing in enumerate(self.swings)))
        equations: list[Rows] = []
        for k in range(len(self.labels)):
            r = _real(np.concatenate([error[:, k] for error in errors]))
            by = {name: _real(np.concatenate([slope[name][:, k] for slope in slopes])) for name in self.names}
            equations.append((r, by))
        return equations

    def weighed(self, values: Values) -> "ResponseEquations":
        """Return the equations with weights L^-1 from the covariance C(w) of the rows at parameter values {kind: array}."""
        whitening = []
        for swing in self.swings:
            G = self._response(values, swing)[1]
            covariance = np.eye(G.shape[1]) * swing.noise[0] ** 2 + (G * swing.noise[1] ** 2) @ G.conj().swapaxes(1, 2)
            whitening.append(np.linalg.inv(np.linalg.cholesky(covariance)))
        return ResponseEquations(self.robot, self.names, self.swings, tuple(whitening))

    def errors(self, values: Values) -> Floats:
        """Return modelled less measured amplitudes theta, complex [rad or m]: (F of all recordings stacked, p)."""
        return np.concatenate([self._of(values, swing, slopes=False)[0] for swing in self.swings])

    def _weighed(self, k: int, error: Floats, slopes: dict[str, Floats]) -> tuple[Floats, dict[str, Floats]]:
        """Return errors (F, p) and derivatives {kind: (F, p, size)} of recording k, multiplied by its weights L^-1 if present."""
        if not self.weights:
            return error, slopes
        return (self.weights[k] @ error[..., None])[..., 0], {name: self.weights[k] @ slope for name, slope in slopes.items()}

    def near(self, values: Values) -> dict[str, Floats]:
        """Return start values of the search: stiffnesses scaled by the `FACTORS` that fit the measured amplitudes best.

        First all stiffnesses are scaled together, then each one in turn, twice. A gradient search from the prior would fail: a
        resonance with little damping is so narrow that a model with another resonance has no gradient towards it.
        """
        best = {name: x.copy() for name, x in values.items()}
        if "stiffness" not in self.names:
            return best
        elastic = np.flatnonzero(values["stiffness"] > 0.0)
        for i in [*[elastic] * (len(elastic) > 1), *elastic, *elastic]:
            tried = [{**best, "stiffness": best["stiffness"].copy()} for _ in FACTORS]
            for each, factor in zip(tried, FACTORS):
                each["stiffness"][i] *= factor
            best = min(tried, key=self._mismatch)
        return best

    def _mismatch(self, values: Values) -> float:
        """Return the mean of |log(modelled / measured amplitude)|, which decreases towards the solution even from far away."""
        errors = [self._of(values, swing, slopes=False)[0] + swing.theta for swing in self.swings]
        return float(np.mean([np.abs(np.log(np.abs(x) / np.abs(swing.theta))).mean() for x, swing in zip(errors, self.swings)]))

    @cached_property
    def _without_dry(self) -> Robot:
        """Return the robot without Coulomb and Stribeck friction at its motors (cached)."""
        return without_dry(self.robot)

    def resampled(self, values: Values, rng: np.random.Generator) -> "ResponseEquations":
        """Return the equations for measurements replaced by model output plus resampled residuals (bootstrap)."""
        new: list[Swing] = []
        for k, swing in enumerate(self.swings):
            error = self._of(values, swing)[0]
            new.append(swing._replace(theta=swing.theta + error - self._drawn(k, error, rng)))
        return ResponseEquations(self.robot, self.names, tuple(new), self.weights)

    def _drawn(self, k: int, error: Floats, rng: np.random.Generator) -> Floats:
        """Return resampled errors (F, p) of recording k: each motor's whitened errors are permuted over the frequencies."""
        white: Floats = rng.permuted(self._weighed(k, error, {})[0], axis=0)
        return np.asarray(np.linalg.solve(self.weights[k], white[..., None])[..., 0]) if self.weights else white

    def _response(self, values: Values, swing: Swing) -> tuple[Floats, Floats]:
        """Return X = Z^-1 input (F, states, p) and G = input^T X (F, p, p) for values {kind: array}, at the pose of `swing`."""
        linear = with_drives(self._without_dry, swing.tree, swing.rest, {name: values[name] for name in self.names})
        s = 1j * swing.w[:, None, None]
        X = np.linalg.solve(linear.stiffness + s * linear.loss + s**2 * linear.mass, linear.input.astype(complex))
        return X, linear.input.T @ X

    def _of(self, values: Values, swing: Swing, slopes: bool = True) -> tuple[Floats, dict[str, Floats]]:
        """Return (modelled less measured theta (F, p), {kind: derivatives (F, p, size)}) of `swing`.

        slopes: False for an empty dictionary in place of the derivatives.
        """
        X, G = self._response(values, swing)
        s = 1j * swing.w[:, None, None]
        x = X @ swing.tau[..., None]
        error = (G @ swing.tau[..., None])[..., 0] - swing.theta
        if not slopes:
            return error, {}
        drives, parameters = drive_derivatives(self._without_dry, self.names), {name: values[name] for name in self.names}
        derivatives: dict[str, Floats] = {}
        for name, matrices in drives.by_parameters.items():
            mass, loss, stiffness = (drives.matrix(by, swing.rest, parameters) @ x for by in matrices)
            forces = (stiffness + s * loss + s**2 * mass).reshape(len(x), -1, x.shape[1])  # dZ/dp x (F, size, states)
            derivatives[name] = -(forces @ X).swapaxes(1, 2)
        return error, derivatives


def _real(x: Floats) -> Floats:
    """Return the real parts of complex rows, followed by their imaginary parts."""
    return np.concatenate([x.real, x.imag])


def swing_of(robot: Robot, log: Log, w: Floats, what: str) -> Swing:
    """Return the complex amplitudes of a recording at frequencies w (F,) [rad/s], by a fit of sines, constant and linear drift.

    what: name of the recording in error messages.
    """
    if log.theta is None or log.tau_m is None or not (np.isfinite(log.theta).all() and np.isfinite(log.tau_m).all()):
        raise InputError(f"{what}: expected theta and tau_m of all motors.")
    check(robot, log, what, still=True)
    span = log.t[-1] - log.t[0]
    if span * w.min() < SLOW * 2.0 * np.pi:
        raise InputError(
            f"{what}: {span:.4g} s are less than {SLOW:g} swings of the lowest frequency, {w.min() / (2 * np.pi):.4g} Hz. Record "
            "longer."
        )
    if w.max() * log.step > np.pi:
        raise InputError(
            f"{what}: samples every {log.step:.4g} s do not tell {w.max() / (2 * np.pi):.4g} Hz, which is above half the rate."
        )
    angle = (log.t - log.t[0])[:, None] * w
    drift = np.linspace(-1.0, 1.0, len(log))[:, None]
    X = np.hstack([np.cos(angle), np.sin(angle), np.ones_like(drift), drift])
    driven = list(plant_of(robot).driven)
    both = np.linalg.lstsq(X, np.hstack([log.theta[:, driven], log.tau_m[:, driven]]), rcond=None)[0]
    lines = both[: len(w)] - 1j * both[len(w) : 2 * len(w)]
    rest = np.hstack([log.theta[:, driven], log.tau_m[:, driven]]) - X @ both
    sizes = np.sqrt((np.abs(lines) ** 2).mean(axis=0))
    noise = np.maximum(np.sqrt(2.0 * (rest**2).sum(axis=0) / max(len(X) - X.shape[1], 1) / len(X)), LEAST_NOISE * sizes)
    turns = plant_of(robot).transmission.matrix(robot.n)
    pose = np.linalg.solve(turns, log.theta.mean(axis=0))
    pose = np.linalg.solve(turns, log.theta.mean(axis=0) - bent(robot, pose))  # the links hang in their springs
    rest = at_rest(robot, pose, bent(robot, pose))
    return Swing(tree_model(robot, rest), rest, w, lines[:, : len(driven)], lines[:, len(driven) :], noise.reshape(2, -1))
