"""What acts on a robot from outside while it is simulated: wrenches on its links, and stiffness that is changed on the way."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from jounce.errors import InputError
from jounce.functions.inverse_dynamics import with_linear_springs
from jounce.functions.kinematics import jacobian
from jounce.numbers.packing import Array
from jounce.plant.plant import locate
from jounce.robot import Robot
from jounce.robot.values import short
from jounce.trajectory.path import Path

Push = Path | Callable[[float, Array, Array], Any]
"""A wrench (moment, force) [Nm, N] in the frame of its link: in time, or a function of (t, q, qd)."""


class Surroundings:
    """Wrenches {link or frame: path or function of (t, q, qd)}, and K(t) (n coordinates) in the place of the springs' own."""

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
        """What is a function of time alone."""
        return [path for path in (*self.wrench.values(), self.stiffness) if isinstance(path, Path)]

    @property
    def none(self) -> bool:
        """Whether nothing acts."""
        return not self.wrench and self.stiffness is None

    @property
    def functions(self) -> bool:
        """Whether some wrench is a function, of which nobody knows when it acts."""
        return any(not isinstance(push, Path) for push in self.wrench.values())

    def acting(self, t: float, q: Array, qd: Array) -> dict[str, Any]:
        """What `elastic_forward_dynamics` takes of it."""
        found: dict[str, Any] = {}
        if self.wrench:
            found["wrench"] = {link: (self.push(link, t, q, qd),) for link in self.wrench}
        if self.stiffness is not None:
            found["parameters"] = {"stiffness": self.stiffness(t)[0]}
        return found

    def push(self, link: Any, t: float, q: Array, qd: Array) -> Array:
        """What acts at one of them (6,)."""
        push = self.wrench[link]
        if isinstance(push, Path):
            found: Array = push(t)[0]
            return found
        given = push(t, q.copy(), qd.copy())
        try:
            found = np.asarray(given, dtype=np.float64)
        except (TypeError, ValueError, OverflowError):
            found = np.zeros(0)
        if found.shape != (6,) or not np.isfinite(found).all():
            raise InputError(f"wrench[{link!r}] gave {short(given)} at t = {t:.6g} s; expected 6 finite numbers.")
        return found

    def power(self, t: float, q: Array, qd: Array, delta: Array, acting: Mapping[str, Any]) -> float:
        """What flows in [W]: wrenches along the motion of their links, and springs that are made stiffer while they are bent."""
        total = 0.0
        for link, (push,) in acting.get("wrench", {}).items():
            total += float(push @ (jacobian(self.robot, q, link=link)[0] @ qd))
        if self.stiffness is not None:
            elastic = np.array([drive is not None and drive.elastic for drive in self.robot.motor_drives])
            total += float(0.5 * self.stiffening(t)[elastic] @ np.square(delta[elastic]))
        return total

    def stiffening(self, t: Any) -> Array:
        """dK/dt (..., n) [Nm/rad/s or N/m/s]; zero where springs are the robot's own."""
        return np.zeros(self.robot.n) if self.stiffness is None else np.nan_to_num(self.stiffness(t, 1)[1])
