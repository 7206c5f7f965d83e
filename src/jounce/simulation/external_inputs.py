"""External inputs of a simulation: wrenches on links, and stiffness that varies with time."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from jounce.errors import InputError
from jounce.functions.inverse_dynamics import with_linear_springs
from jounce.functions.kinematics import jacobian
from jounce.numbers.packing import Array
from jounce.plant.plant import locate
from jounce.robot import Robot
from jounce.robot.validation import short
from jounce.trajectory.path import Path

Push = Path | Callable[[float, Array, Array], ArrayLike]
"""A wrench (moment, force) [Nm, N] in the frame of its link: a path, or a function of (t, q, qd)."""


class ExternalInputs:
    """Wrenches {link or frame: path or function of (t, q, qd)}, and a stiffness K(t) (n coordinates) in place of the springs'."""

    def __init__(self, robot: Robot, wrench: Mapping[Any, Push], stiffness: Path | None) -> None:
        if not isinstance(wrench, Mapping):
            raise InputError(f"wrench: expected {{link: path or function of (t, q, qd)}}, got {short(wrench)}.")
        for link, push in wrench.items():
            locate(robot, link)
            if not callable(push) or (isinstance(push, Path) and push.n != 6):
                raise InputError(
                    f"wrench[{link!r}]: expected a path of 6 coordinates, moment and force, or a function of (t, q, qd) that "
                    f"gives them, got {short(push)}."
                )
        self.robot = robot if stiffness is None else with_linear_springs(robot, stiffness(0.0)[0])
        self.wrench, self.stiffness = wrench, stiffness

    @property
    def paths(self) -> list[Path]:
        """Return the inputs that depend on time alone."""
        return [path for path in (*self.wrench.values(), self.stiffness) if isinstance(path, Path)]

    @property
    def none(self) -> bool:
        """True if there is no external input."""
        return not self.wrench and self.stiffness is None

    @property
    def functions(self) -> bool:
        """True if some wrench is a function, whose active times are unknown."""
        return any(not isinstance(push, Path) for push in self.wrench.values())

    def acting(self, t: float, q: Array, qd: Array) -> dict[str, Any]:
        """Return the inputs at t as keyword arguments of `elastic_forward_dynamics`."""
        arguments: dict[str, Any] = {}
        if self.wrench:
            arguments["wrench"] = {link: (self.push(link, t, q, qd),) for link in self.wrench}
        if self.stiffness is not None:
            arguments["parameters"] = {"stiffness": self.stiffness(t)[0]}
        return arguments

    def push(self, link: Any, t: float, q: Array, qd: Array) -> Array:
        """Return the wrench (6,) at one link; raise InputError if a function returns anything but 6 finite numbers."""
        push = self.wrench[link]
        if isinstance(push, Path):
            wrench: Array = push(t)[0]
            return wrench
        answer = push(t, q.copy(), qd.copy())
        try:
            wrench = np.asarray(answer, dtype=np.float64)
        except (TypeError, ValueError, OverflowError):
            wrench = np.zeros(0)
        if wrench.shape != (6,) or not np.isfinite(wrench).all():
            raise InputError(f"wrench[{link!r}] gave {short(answer)} at t = {t:.6g} s; expected 6 finite numbers.")
        return wrench

    def power(self, t: float, q: Array, qd: Array, delta: Array, acting: Mapping[str, Any]) -> float:
        """Return the external power [W]: wrenches along the motion of their links, and stiffening springs under deflection."""
        total = 0.0
        for link, (push,) in acting.get("wrench", {}).items():
            total += float(push @ (jacobian(self.robot, q, link=link) @ qd))
        if self.stiffness is not None:
            elastic = np.array([drive is not None and drive.elastic for drive in self.robot.motor_drives])
            total += float(0.5 * self.stiffening(t)[elastic] @ np.square(delta[elastic]))
        return total

    def stiffening(self, t: Any) -> Array:
        """Return dK/dt (..., n) [Nm/rad/s or N/m/s]; zero without a K(t)."""
        return np.zeros(self.robot.n) if self.stiffness is None else np.nan_to_num(self.stiffness(t, 1)[1])
