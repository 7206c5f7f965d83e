"""What is timed, as data: a name, a robot, a call, and the Pinocchio function for the same question (None: it has none)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import jounce as jn


@dataclass(frozen=True)
class Case:
    """One question put to one robot; `order` is how many time derivatives of the result are asked for."""

    name: str
    robot: str
    call: Callable[..., Any]
    inputs: int
    """How many arrays (q, qd, ...) the call takes."""
    peer: str | None = None
    batch: int = 1


CASES = [
    Case("rnea", "kuka_lwr", jn.rnea, 3, "rnea"),
    Case("rnea, 2 derivatives", "kuka_lwr", jn.rnea, 5),
    Case("rnea, 12 derivatives", "kuka_lwr", jn.rnea, 15),
    Case("rnea, batch", "kuka_lwr", jn.rnea, 3, "rnea", batch=10_000),
    Case("rnea, 2 derivatives, batch", "kuka_lwr", jn.rnea, 5, batch=10_000),
    Case("mass_matrix", "kuka_lwr", jn.mass_matrix, 1, "crba"),
    Case("gravity_torque", "kuka_lwr", jn.gravity_torque, 1, "computeGeneralizedGravity"),
    Case("forward_dynamics", "kuka_lwr", jn.forward_dynamics, 3, "aba"),
]
