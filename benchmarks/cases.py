"""What is measured, as data: a measure of a public function, Pinocchio's function for the same question, and the bar to hold."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import peer

import jounce as jn
from jounce.control.laws.feedback_linearization import FROM_TORQUE
from jounce.kernel.dispatch import call, public

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from support.random_robots import random_robot

ROBOT = "kuka_lwr"
CARRIED = "kuka_lwr, full coupling"
TREE = "random tree of 25 joints"
BATCH = 10_000
"""Samples of a batch, in all measures that have one."""
LARGE_BATCH = 100_000
"""Samples of one whose results are larger than the caches, and than what the C library keeps of freed memory."""


@cache
def robot_of(name: str) -> jn.Robot:
    """A robot of the library; a random tree; or the LWR with rotors of gear 100 that are carried along by its links."""
    if name == TREE:
        return random_robot(1, n=25, kinds=("revolute",))
    if name != CARRIED:
        return jn.load(name)
    robot = jn.load(ROBOT)
    rotors = [joint.drive.reflected_inertia / 100.0**2 for joint in robot.joints]
    return robot.with_drives(stiffness=1000.0, rotor_inertia=rotors, gear_ratio=100.0, coupling="full")


@public(FROM_TORQUE)
def feedback_linearization(robot: jn.Robot, *rows: Any, threads: int | None = None) -> tuple[Any, ...]:
    """The law of `FeedbackLinearization` with all it takes: measured (4), desired (5), gains (4), an array (..., n) each."""
    return call(FROM_TORQUE, robot, rows, threads=threads)


@dataclass(frozen=True)
class Case:
    """One measure of one function of one robot.

    measure: what is measured, a key of `measures.MEASURES`:
        operations    of the kernel, after elimination
        C             us of one call of the kernel inside a C program
        Python        us of one call of the public function on NumPy arrays of one sample
        batch         us a sample of the public function on `BATCH` samples, one thread
        two threads   the same on two threads
        large batch   the same on `LARGE_BATCH` samples, one thread
        cold, warm    s from `jounce.load` to the first result in a new process: with an empty cache of kernels, with a full one
    """

    measure: str
    call: Callable[..., Any]
    order: int = 0
    """How many time derivatives of the result."""
    peer: str | None = None
    """Pinocchio's function, timed from Python and from C++ in the same run; it gives no time derivatives."""
    against: str | None = None
    """What the limit is a multiple of: `python` or `cpp` (Pinocchio from there), `one thread`, `spong` (the same without the
    coupling of rotors), `twice` (two calls without derivatives), `frozen` (the same without live parameters), `generated` (C
    generated from Pinocchio by CasADi, the faster of -O2 and -O3); None for the number itself."""
    limit: float | None = None
    robot: str = ROBOT
    live: tuple[str, ...] = ()
    """Parameters of the robot that are arguments of the call; in a batch every sample is another robot."""
    outputs: tuple[str, ...] = ()
    """Results that are wanted, if not all are."""

    @property
    def name(self) -> str:
        """The function and its derivatives, and what is measured."""
        coupled = {CARRIED: ", carried rotors", TREE: ", 25 joints"}.get(self.robot, "")
        live = f", live {', '.join(self.live)}" if self.live else ""
        only = f", {', '.join(self.outputs)} only" if self.outputs else ""
        order = f", {self.order} derivatives" if self.order else ""
        beside = ", beside generated code" if self.against == "generated" else ""
        return f"{self.call.__name__}{coupled}{live}{only}{order}{beside}: {self.measure}"


PEERS = {
    jn.mass_matrix: "crba",
    jn.gravity_torque: "computeGeneralizedGravity",
    jn.forward_dynamics: "aba",
    jn.tool_pose: "forwardKinematics",
    jn.jacobian: "computeJointJacobian",
}
PYTHON_LIMITS: dict[Callable[..., Any], float] = {jn.forward_dynamics: 0.8, jn.tool_pose: 1.0}

CASES = [
    *(Case("operations", jn.rnea, order) for order in (0, 1, 2, 12)),
    Case("C", jn.rnea, 0, "rnea", "cpp", 0.25),
    Case("C", jn.rnea, 2, "rnea", "cpp", 0.65),
    Case("C", jn.rnea, 0, "rnea", "generated", 0.5),
    Case("Python", jn.rnea, 0, "rnea", "python", 1.0),
    Case("Python", jn.rnea, 2, "rnea", "python"),
    Case("batch", jn.rnea, 0, "rnea", "cpp", 0.08),
    Case("batch", jn.rnea, 2, "rnea", "cpp", 0.18),
    Case("two threads", jn.rnea, 0, "rnea", "one thread", 1 / 1.5),
    Case("two threads", jn.rnea, 2, "rnea", "one thread", 1 / 1.5),
    Case("cold", jn.rnea, 2, limit=2.5),
    Case("warm", jn.rnea, 2, limit=0.05),
    Case("cold", jn.rnea, 12, limit=20.0),
    Case("operations", jn.inverse_dynamics, limit=3450),
    Case("C", jn.inverse_dynamics, 0, "rnea", "cpp", 0.40),
    Case("Python", jn.inverse_dynamics, 0, "rnea", "python", 0.7),
    Case("batch", jn.inverse_dynamics, 0, "rnea", "cpp", 0.18),
    Case("large batch", jn.inverse_dynamics, 0, "rnea", "cpp", 0.18),
    Case("operations", jn.inverse_dynamics, outputs=("tau_m",)),
    Case("C", jn.inverse_dynamics, 0, "rnea", "cpp", 0.40, outputs=("tau_m",)),
    Case("C", jn.inverse_dynamics, 0, "rnea", "generated", 0.18, outputs=("tau_m",)),
    Case("Python", jn.inverse_dynamics, 0, "rnea", "python", outputs=("tau_m",)),
    Case("batch", jn.inverse_dynamics, 0, "rnea", "cpp", 0.09, outputs=("tau_m",)),
    Case("large batch", jn.inverse_dynamics, 0, "rnea", "cpp", outputs=("tau_m",)),
    Case("operations", jn.inverse_dynamics, 0, None, "frozen", 1.10, live=("payload", "stiffness")),
    Case("operations", jn.inverse_dynamics, 0, None, "frozen", 1.15, live=("inertia", "stiffness", "rotor_inertia")),
    Case("Python", jn.inverse_dynamics, 0, None, "frozen", 1.3, live=("payload", "stiffness")),
    Case("batch", jn.inverse_dynamics, 0, None, "frozen", 1.3, live=("payload", "stiffness")),
    Case("batch", jn.inverse_dynamics, 0, None, "frozen", live=("inertia", "stiffness", "rotor_inertia")),
    Case("operations", jn.inverse_dynamics, robot=CARRIED),
    Case("C", jn.inverse_dynamics, 0, "rnea", "spong", 12.0, robot=CARRIED),
    Case("operations", feedback_linearization),
    Case("C", feedback_linearization, 0, "rnea", "cpp", 1.5),
    Case("Python", feedback_linearization, 0, "rnea", "python"),
    Case("operations", jn.elastic_forward_dynamics),
    Case("C", jn.elastic_forward_dynamics, 0, "aba", "cpp"),
    Case("operations", jn.dynamic_matrices, robot=TREE),
    Case("C", jn.dynamic_matrices, 0, peer.MATRICES, "cpp", 0.6, robot=TREE),
    Case("C", jn.dynamic_matrices, 1, None, "twice", robot=TREE),
    Case("operations", jn.rnea_partials),
    Case("C", jn.rnea_partials, 0, "computeRNEADerivatives", "cpp", 0.4),
    *(Case("operations", call) for call in PEERS),
    *(Case("C", call, 0, peer, "cpp") for call, peer in PEERS.items()),
    *(Case("Python", call, 0, peer, "python", PYTHON_LIMITS.get(call)) for call, peer in PEERS.items()),
    *(Case("batch", call, 0, peer, "cpp") for call, peer in PEERS.items()),
]
