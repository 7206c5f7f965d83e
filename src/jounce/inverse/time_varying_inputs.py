"""Inputs that vary along a motion besides motor torque: stiffness, preloads of second drives, and external wrenches."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from jounce.errors import InputError, SmoothnessError
from jounce.numbers import Jet
from jounce.numbers.packing import Array
from jounce.plant.plant import locate
from jounce.robot import Robot
from jounce.robot.validation import short
from jounce.trajectory.path import Path

WrenchPaths = Mapping[Any, Path]
"""{link or frame: path of (moment, force), 6 coordinates, in the axes of the link or frame [Nm, N]}."""


class TimeVaryingInputs(NamedTuple):
    """Paths of the inputs over time; None or empty for inputs that are constant or absent."""

    stiffness: Path | None = None
    """K(t) of the drives, n coordinates [Nm/rad or N/m]."""
    preload: Path | None = None
    """Torque of second drives, one coordinate each [Nm or N]."""
    wrench: WrenchPaths = MappingProxyType({})
    """Wrenches on links and frames, in their axes [Nm, N]."""

    def wrenches(self, t: Array, order: int) -> dict[Any, tuple[Array, ...]]:
        """Return {link: (W, Wdot, ...)} at times t (T,) to this order, the argument `wrench` of `rnea`."""
        return {link: tuple(path(t, order)) for link, path in self.wrench.items()}

    def drives(self, t: Array, order: int) -> dict[str, Any]:
        """Return the arguments `stiffness` and `parameters` of `inverse_dynamics` at times t (T,), derivatives to this order.

        Stiffness has two derivatives at least.
        """
        keywords: dict[str, Any] = {} if self.stiffness is None else {"stiffness": tuple(self.stiffness(t, max(order, 2)))}
        if self.preload is not None:
            keywords["parameters"] = {"preload": Jet.from_derivatives(list(self.preload(t, order)))}
        return keywords


def check_wrench_paths(robot: Robot, wrench: Any) -> WrenchPaths:
    """Check wrenches along a motion: links or frames of the robot, paths of 6 coordinates, smooth enough for the motors."""
    if not isinstance(wrench, Mapping):
        raise InputError(f"wrench: expected {{link: path of (moment, force)}}, got {short(wrench)}.")
    for link, path in wrench.items():
        locate(robot, link)
        if not isinstance(path, Path) or path.n != 6:
            raise InputError(f"wrench[{link!r}]: expected a path of 6 coordinates, moment and force, got {short(path)}.")
        if path.smoothness < robot.motion_order - 3:
            raise SmoothnessError(
                f"wrench[{link!r}]: its derivative {path.smoothness + 1:g} jumps, and with it the motors would have to. "
                f"{path.remedy(robot.motion_order - 2)}"
            )
    return dict(wrench)
