"""Result of an identification: the robot, its parameters with standard deviations, and predictions for other recordings."""

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
    """Motor torque of a model along a recording, against the measured torque."""

    t: Floats
    """(T,) [s], the times of the recording."""
    tau_m: Floats
    """(T, n): motor torques by the model [Nm or N]."""
    measured: Floats | None
    """(T, n): measured motor torques [Nm or N]; None if not measured."""
    nrmse: Floats | None
    """(n,): RMS of modelled less measured torque / standard deviation of the measured torque, both torques low-passed alike."""


@by_value
@dataclass(frozen=True, eq=False)
class Fit:
    """The result of `identify`."""

    robot: Robot
    """Robot with the identified parameters; ready for `feedforward`."""
    parameters: Mapping[str, Floats]
    """{kind: values}, in the units of `robot.parameter_values`."""
    deviation: Mapping[str, Floats]
    """{kind: posterior standard deviations}, from the information matrix."""
    informed: Mapping[str, Floats]
    """{kind: fraction}: 1 where the data determine the value, 0 where only the prior does; see `report`."""
    residual: Floats
    """(n,): root mean square of measured less model torque at each joint [Nm or N]."""
    relative_residual: float
    """Root mean square of the residuals of all joints, over that of the measured torque."""
    base: BaseFit | None
    """Base parameters by least squares alone; None where no torque was measured."""
    prior: Robot
    """Robot whose parameters were the prior."""
    logs: tuple[Log, ...]
    """Recordings as used: filtered, decimated."""
    equations: tuple[Equations, ...] = field(compare=False)
    blocks: tuple[ParameterBlock, ...] = field(compare=False)
    estimate: ParameterEstimate = field(compare=False)

    @property
    def free(self) -> tuple[str, ...]:
        """Return the kinds of parameters that were estimated."""
        return tuple(self.parameters)

    @property
    def log(self) -> Log:
        """Return the first recording of the fit, as used: filtered, decimated."""
        return self.logs[0]

    def predict(self, log: Log) -> Prediction:
        """Return the motor torque of the identified robot along the motion of a recording, at its own times.

        Positions of an unfiltered recording are filtered like those of the fit.

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
        """Return the cross-validation on other recordings.

        Parameters
        ----------
        log : Log or sequence of Log
            Recordings that the fit did not use.

        Returns
        -------
        dict
            {"fit": nrmse (n,), "prior": nrmse (n,)}, see `Prediction`; over several recordings the root mean square. Empty if no
            motor torque was measured.
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
        """Return standard deviations by resampling: fits to the explained torque plus resampled residuals, joint by joint.

        Unlike `deviation`, the method does not assume normal noise; the prior stays fixed.

        Parameters
        ----------
        count : int
            Number of fits.
        seed : int
            Seed of the resampling.

        Returns
        -------
        dict
            {kind: standard deviations}.
        """
        return bootstrap(self.equations, self.blocks, self.estimate, count, seed)

    def report(self) -> Report:
        """Return the report: tables as text, and with figures as a page.

        Returns
        -------
        Report
        """
        return Report(self)

    def __repr__(self) -> str:
        return f"<Fit: {self.robot.name}, {', '.join(self.free)}; relative residual {100.0 * self.relative_residual:.3g} %>"


def _predicted(robot: Robot, log: Log, used: Log, offset: Floats | None) -> Prediction:
    """Return the model torque along a recording that is filtered like `used`, with its error."""
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
