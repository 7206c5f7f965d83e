"""Result of an identification: estimated robot, parameters with standard deviations, and prediction of other recordings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from jounce.identification.base_parameter_fit import BaseFit
from jounce.identification.fit_report import Report
from jounce.identification.log import FILTER_ORDER, Log, low_pass
from jounce.identification.maximum_a_posteriori import Equations, ParameterEstimate, bootstrap
from jounce.identification.parameter_blocks import ParameterBlock
from jounce.identification.torque_regression import BAND, model_torque, motion
from jounce.numbers.value import by_value
from jounce.robot import Robot
from jounce.trajectory.path import Floats


@by_value
class Prediction(NamedTuple):
    """Motor torque of a model along the motion of a recording, with the measured motor torque for comparison."""

    t: Floats
    """(T,): times of the recording [s]."""
    tau_m: Floats
    """(T, n): motor torques of the model, link side [Nm or N]."""
    measured: Floats | None
    """(T, n): measured motor torques, link side [Nm or N]; None if not measured."""
    nrmse: Floats | None
    """(n,): RMS of (modelled - measured torque) / (standard deviation of the measured torque); None if not measured.

    Modelled and measured torque go through the same low-pass filter first.
    """


@by_value
@dataclass(frozen=True, eq=False)
class Fit:
    """Result of `identify`: the estimated robot with its parameters, their uncertainty, and the data of the fit."""

    robot: Robot
    """Robot with the identified parameters; ready for `feedforward`."""
    parameters: Mapping[str, Floats]
    """{kind: estimated values}, in the units of `robot.parameter_values`."""
    deviation: Mapping[str, Floats]
    """{kind: posterior standard deviations of the values}, from the information matrix."""
    informed: Mapping[str, Floats]
    """{kind: fractions}: fraction of each value's prior variance that the data removed, from 0 (prior only) to 1 (data only)."""
    residual: Floats
    """(n,): root mean square of (measured - model torque) at each joint [Nm or N]; (0,) if no motor torque was fitted."""
    relative_residual: float
    """Root mean square of all torque residuals over that of the measured torques; 0 if no motor torque was fitted."""
    base: BaseFit | None
    """Base parameters by least squares without a prior; None if no motor torque was fitted."""
    prior: Robot
    """Robot whose parameters were the prior mean."""
    logs: tuple[Log, ...]
    """Recordings as the fit used them: filtered and decimated."""
    equations: tuple[Equations, ...] = field(compare=False)
    """Residual rows of the measurements, per recording and channel."""
    blocks: tuple[ParameterBlock, ...] = field(compare=False)
    """Free parameters with their priors, one block per kind."""
    estimate: ParameterEstimate = field(compare=False)
    """Maximum a posteriori estimate with covariances and noise."""

    @property
    def free(self) -> tuple[str, ...]:
        """Return the kinds of parameters that were estimated."""
        return tuple(self.parameters)

    @property
    def log(self) -> Log:
        """Return the first recording as the fit used it: filtered and decimated."""
        return self.logs[0]

    def predict(self, log: Log) -> Prediction:
        """Return the motor torque of the identified robot along the motion of a recording, at the times of the recording.

        Positions of an unfiltered recording are first low-passed at the cut-off frequency of the fit's first recording.

        Parameters
        ----------
        log : Log
            Recording of the same robot.

        Returns
        -------
        Prediction
            .tau_m and .measured (T, n) [Nm or N], .nrmse (n,).
        """
        return _predicted(self.robot, log, self.log, self.parameters.get("torque_offset"))

    def validate(self, log: Log | Sequence[Log]) -> dict[str, Floats]:
        """Return the relative torque errors of the identified and of the prior robot on other recordings (cross-validation).

        Parameters
        ----------
        log : Log or sequence of Log
            Recordings that the fit did not use.

        Returns
        -------
        dict
            {"fit": nrmse (n,), "prior": nrmse (n,)}: see `Prediction.nrmse`; the root mean square over several recordings. Empty
            if no motor torque was measured.
        """
        logs = [log] if isinstance(log, Log) else list(log)
        errors = {
            "fit": [self.predict(each).nrmse for each in logs],
            "prior": [_predicted(self.prior, each, self.log, None).nrmse for each in logs],
        }
        return {
            name: np.sqrt(np.mean([x**2 for x in rows if x is not None], axis=0))
            for name, rows in errors.items()
            if any(x is not None for x in rows)
        }

    def bootstrap(self, count: int = 100, seed: int = 0) -> dict[str, Floats]:
        """Return standard deviations of the values by bootstrap: repeated fits to model output plus resampled residuals.

        Unlike `deviation`, the bootstrap does not assume normal noise. The prior is the same in all fits.

        Parameters
        ----------
        count : int
            Number of fits.
        seed : int
            Seed of the resampling.

        Returns
        -------
        dict
            {kind: standard deviations of the values}.
        """
        return bootstrap(self.equations, self.blocks, self.estimate, count, seed)

    def report(self) -> Report:
        """Return the report of the fit: tables as text, or an HTML page with figures.

        Returns
        -------
        Report
        """
        return Report(self)

    def __repr__(self) -> str:
        return f"<Fit: {self.robot.name}, {', '.join(self.free)}; relative residual {100.0 * self.relative_residual:.3g} %>"


def _predicted(robot: Robot, log: Log, used: Log, offset: Floats | None) -> Prediction:
    """Return the torque of a robot along `log`, filtered like the recording `used`; offset (n,): constant torque offset."""
    smooth = log
    if log.cutoff is None and used.cutoff is not None:
        cutoff = min(used.cutoff, 0.45 / log.step)
        positions: dict[str, Any] = {
            name: low_pass(getattr(log, name), cutoff, log.step, FILTER_ORDER, log.t)
            for name in ("theta", "q")
            if getattr(log, name) is not None
        }
        smooth = Log(t=log.t, cutoff=cutoff, **positions)
    tau = model_torque(robot, motion(robot, smooth)) + (0.0 if offset is None else offset)
    if log.tau_m is None:
        return Prediction(log.t, tau, None, None)
    band = min(BAND / (used.factor * used.step), 0.45 / log.step)
    border = min(int(1.0 / band / log.step), len(log) // 10)
    a, b = (low_pass(x, band, log.step, FILTER_ORDER)[border : len(log) - border] for x in (tau, log.tau_m))
    spread = b.std(axis=0)
    error = np.sqrt(((a - b) ** 2).mean(axis=0)) / np.where(spread > 0.0, spread, 1.0)
    return Prediction(log.t, tau, log.tau_m, error)
