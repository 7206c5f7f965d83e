"""What acts along a motion beside the motors: stiffness and preloads that are changed on the way, and wrenches."""

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
"""{link or frame: path of (moment, force) in its frame}."""


class TimeVaryingInputs(NamedTuple):
    """Paths in time, where there are any."""

    stiffness: Path | None = None
    """K(t) of the drives (n coordinates) [Nm/rad or N/m]."""
    preload: Path | None = None
    """What second drives carry [Nm or N]."""
    wrench: WrenchPaths = MappingProxyType({})
    """On links and frames, in their frames [Nm, N]."""

    def wrenches(self, t: Array, order: int) -> dict[Any, tuple[Array, ...]]:
        """{link: (W, Wdot, ...)} to this order, as `rnea` takes them."""
        return {link: tuple(path(t, order)) for link, path in self.wrench.items()}

    def drives(self, t: Array, order: int) -> dict[str, Any]:
        """What `inverse_dynamics` takes beside wrenches, with as many derivatives."""
        found: dict[str, Any] = {} if self.stiffness is None else {"stiffness": tuple(self.stiffness(t, max(order, 2)))}
        if self.preload is not None:
            found["parameters"] = {"preload": Jet.from_derivatives(list(self.preload(t, order)))}
        return found


def check_wrench_paths(robot: Robot, wrench: Any) -> WrenchPaths:
    """WrenchPaths along a motion; raises where they are none, or not as smooth as the motors' motion asks."""
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
