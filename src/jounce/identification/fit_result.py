"""What a fit found: the robot, its numbers with their deviations, and what it says of other recordings."""

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
    """What a robot's numbers say of a recording."""

    t: Floats
    """(T,) [s], those of the recording."""
    tau_m: Floats
    """(T, n): motor torques by the model [Nm or N]."""
    measured: Floats | None
    """(T, n): as they were measured."""
    nrmse: Floats | None
    """(n,): root mean square of the difference over the standard deviation of the measured torque, both low-passed alike."""


@by_value
@dataclass(frozen=True, eq=False)
class Fit:
    """The result of `identify`."""

    robot: Robot
    """With the numbers that were found; ready for `feedforward`."""
    parameters: Mapping[str, Floats]
    """{kind: values}, in the units of `robot.parameter_values`."""
    deviation: Mapping[str, Floats]
    """{kind: standard deviations}, by the information matrix, prior included."""
    informed: Mapping[str, Floats]
    """{kind: share}: 1 where the data say it, 0 where only the prior does; see `report`."""
    residual: Floats
    """(n,): root mean square of measured less explained torque at each joint [Nm or N]."""
    relative_residual: float
    """The same of all joints together, over the measured torque."""
    base: BaseFit | None
    """Base parameters by least squares alone; None where no torque was measured."""
    prior: Robot
    """Whose numbers were the prior."""
    logs: tuple[Log, ...]
    """Recordings as they were used: filtered, thinned."""
    equations: tuple[Equations, ...] = field(compare=False)
    blocks: tuple[ParameterBlock, ...] = field(compare=False)
    estimate: ParameterEstimate = field(compare=False)

    @property
    def free(self) -> tuple[str, ...]:
        """Kinds of numbers that were sought."""
        return tuple(self.parameters)

    @property
    def log(self) -> Log:
        """The recording as it was used; the first one of several."""
        return self.logs[0]

    def predict(self, log: Log) -> Prediction:
        """The motor torque of the robot that was found along the motion of a recording, at its own times.

        Positions of a recording that is not filtered are filtered as those of the fit were.
        """
        return _predicted(self.robot, log, self.log, self.parameters.get("torque_offset"))

    def validate(self, log: Log | Sequence[Log]) -> dict[str, Floats]:
        """Cross-validation on another recording: {"fit": nrmse (n,), "prior": nrmse (n,)}; see `Prediction`.

        Of several recordings the root mean square. Nothing where no motor torque was measured.
        """
        logs = [log] if isinstance(log, Log) else list(log)
        found = {
            "fit": [self.predict(each).nrmse for each in logs],
            "prior": [_predicted(self.prior, each, self.log, None).nrmse for each in logs],
        }
        return {
            name: np.sqrt(np.mean([x**2 for x in rows if x is not None], axis=0))
            for name, rows in found.items()
            if any(x is not None for x in rows)
        }

    def bootstrap(self, count: int = 100, seed: int = 0) -> dict[str, Floats]:
        """{kind: standard deviations} by fits to the explained torque plus residuals drawn anew, joint by joint.

        Unlike `deviation` it takes no noise to be normal; it sees the prior as fixed. Cost: `count` fits.
        """
        return bootstrap(self.equations, self.blocks, self.estimate, count, seed)

    def report(self) -> Report:
        """Tables as text, and with figures as a page."""
        return Report(self)

    def __repr__(self) -> str:
        return f"<Fit: {self.robot.name}, {', '.join(self.free)}; relative residual {100.0 * self.relative_residual:.3g} %>"


def _predicted(robot: Robot, log: Log, used: Log, offset: Floats | None) -> Prediction:
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
