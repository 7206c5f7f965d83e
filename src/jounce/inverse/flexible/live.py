"""Motor torque of a flexible arm inside a control loop: what is wanted of the tool comes in tick by tick, torque goes out."""

import ctypes
import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from jounce.codegen.build.cache import loadable
from jounce.codegen.build.compiler import build
from jounce.codegen.print.c import PER_THREAD
from jounce.errors import CompilerError, ConvergenceError, InputError
from jounce.functions.arguments import check_names, check_robot
from jounce.functions.inverse_dynamics_step import steady_state
from jounce.functions.kinematics import tool_pose
from jounce.inverse.flexible.collocation import split
from jounce.inverse.flexible.dae import Dae
from jounce.inverse.flexible.instants import at_rest
from jounce.inverse.flexible.live_code import LiveCode
from jounce.inverse.flexible.live_export import write_live
from jounce.inverse.flexible.native import HIGHEST
from jounce.inverse.flexible.zero_dynamics import MARGIN, zero_dynamics
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.plant.plant import plant_of
from jounce.robot import Robot
from jounce.robot.values import short
from jounce.trajectory.path import coordinates

FORGOTTEN = 1e-6
"""What may be left of the motion along an unstable zero at the end of a preview, of what it is there, unless said."""
FEWEST = 10
"""Intervals of a preview at least: fewer leave Newton's method, one step a tick, no time to arrive."""
MOST = 2000
"""Intervals of a preview at most."""
ENTRY = """
long long flexible_arm_live(const long long what, void *memory, const double *q, const double *filter, const double *stable,
    const long long count, const double *unstable, const double *rows, double *tau, double *motion)
{
    Live *const s = (Live *)memory;
    if (what == 0) return (long long)sizeof(Live);
    if (what == 1) return from_rest(s, q, filter, stable, (int)count, unstable, rows);
    const int good = tick(s, rows, tau);
    memcpy(motion, s->motion, sizeof s->motion);
    return good;
}
"""


def live(
    robot: Robot,
    outputs: Sequence[str] | None = None,
    *,
    rate: float = 1000.0,
    preview: float | None = None,
    tolerance: float = FORGOTTEN,
) -> "Live":
    """The inverse dynamics of a flexible arm inside a control loop.

        live = jn.live(robot, rate=1000.0, preview=0.1)
        live.begin(q)
        tau_m = live.step(rows)

    outputs: of the tool, if not the robot's own. rate: ticks a second [Hz]. preview: how far ahead the tool's path is known [s].
    Where all zeros of the arm are stable there is none to give: backward differentiation goes forward in time. Where one is
    unstable, the motors act before the tool moves, and the preview has to be ln(1 / tolerance) time constants of the slowest
    unstable zero and 10 ticks long; None: as long as that. `begin` says where the arm rests, and chooses between the two.
    tolerance: what may be left, at the beginning of a preview, of the motion along that zero which is wrong at its end.
    """
    robot = check_robot(robot)
    if outputs is not None:
        tool = robot.tool
        robot = replace(robot, tool=replace(tool, outputs=check_names(outputs, "outputs")))
    ahead = None if preview is None else _positive(preview, "preview", "s")
    return Live(robot, _positive(rate, "rate", "ticks a second"), ahead, _share(tolerance))


def _share(x: Any) -> float:
    found = _positive(x, "tolerance", "share")
    if found >= 1.0:
        raise InputError(f"tolerance: expected a number between 0 and 1, got {short(x)}.")
    return found


def _positive(x: Any, name: str, unit: str) -> float:
    try:
        found = float(x)
    except (TypeError, ValueError):
        found = math.nan
    if not 0.0 < found < math.inf:
        raise InputError(f"{name}: expected a finite number above zero [{unit}], got {short(x)}.")
    return found


@by_value
class Live:
    """A flexible arm in a control loop; see `live`. `state` holds all that it remembers: a copy of it can be put back."""

    def __init__(self, robot: Robot, rate: float, preview: float | None, tolerance: float = FORGOTTEN) -> None:
        if not plant_of(robot).passive:
            raise InputError(
                f"robot {robot.name!r} has a motor at every joint: its torque follows from the motion at each instant, by "
                "inverse_dynamics or inverse_dynamics_step."
            )
        if robot.motion_order > HIGHEST:
            raise InputError(
                f"robot {robot.name!r} takes derivatives of its motion to order {robot.motion_order}, live ones go to {HIGHEST}. "
                "Take coupling='spong'."
            )
        self._dae = Dae(robot)
        self.robot, self.rate, self.h, self.asked = robot, rate, 1.0 / rate, preview
        self.tolerance = tolerance
        self.preview: float | None = None
        """How far ahead of now the rows are that `step` takes [s]; 0 where all zeros are stable. None before `begin`."""
        self.state = np.zeros(0)
        self.q = np.zeros((HIGHEST + 1, robot.n))
        """Of all joints now, with derivatives (5, n)."""
        self._code: LiveCode | None = None
        self._function: Any = None
        self._tau = np.zeros(robot.m)
        self.begun: tuple[Array, ...] = ()
        """Pose at rest, filters, rows that see stable and unstable parts, outputs: all that `begin` found."""

    @property
    def dae(self) -> Dae:
        """The arm's equations."""
        return self._dae

    @property
    def code(self) -> LiveCode | None:
        """A tick as C; None before `begin`."""
        return self._code

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in ("_dae", "_code", "_function")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._dae, self._code, self._function = Dae(self.robot), None, None
        if self.preview is not None:
            self._code = LiveCode(self._dae, self.h, round(self.preview * self.rate))
            self._function = _compiled(self._code)

    def begin(self, q: Any) -> None:
        """Rest with the tool where it is in q (n,) [rad or m]; springs are bent by their load whatever q says of them.

        Raises `InputError` if the preview is too short for the arm there, with the time it needs.
        """
        dae = self._dae
        pose = coordinates(q, "q")
        if pose.shape != (dae.n,):
            raise InputError(f"q: expected {dae.n} positions of robot {self.robot.name!r}, got {pose.size}.")
        y = self._outputs(pose)
        target = dae.outputs.wanted(y[None])
        start = at_rest(dae, target, pose)
        dae.refuse_high_index(start)
        window = self._window(start)
        self.preview = window * self.h
        self._code = LiveCode(dae, self.h, window)
        self._function = _compiled(self._code)
        stable, unstable = split(dae.slope_at_rest(start, target), 0.0)
        filters = np.zeros(1) if self._code.rigid else steady_state(self._code.machine, start)
        self.state = np.zeros(self._call(0) // 8)
        self.begun = (start, filters, stable, unstable, y)
        self.q = np.zeros_like(self.q)
        self.q[0] = start
        if not self._call(1, *(np.ascontiguousarray(part, dtype=np.float64) for part in self.begun)):
            raise ConvergenceError(f"robot {self.robot.name!r}: the preview cannot be filled with the pose at rest.")

    def step(self, rows: Any) -> Array:
        """Motor torque now (m,) [Nm or N]. rows (5, outputs): outputs of the tool, four derivatives, at the preview's end."""
        if self._code is None:
            raise InputError("live: begin(q) says where the arm rests before the first step.")
        try:
            given = np.ascontiguousarray(rows, dtype=np.float64)
        except (TypeError, ValueError):
            raise InputError(f"rows: expected numbers, got {short(rows)}.") from None
        if given.shape != (HIGHEST + 1, self._dae.outputs.m):
            raise InputError(
                f"rows: expected outputs {', '.join(self.robot.tool.outputs)} and {HIGHEST} derivatives, shape "
                f"({HIGHEST + 1}, {self._dae.outputs.m}), got {given.shape}."
            )
        if not self._call(2, rows=given):
            if not np.isfinite(given).all():
                raise InputError(f"rows: expected finite numbers, got {short(given)}.")
            raise ConvergenceError(
                f"robot {self.robot.name!r}: Newton's method does not arrive within a tick of {self.h:.3g} s: is the path "
                "smooth, within reach, and no singular pose on it? begin(q) starts anew."
            )
        return self._tau.copy()

    def write_c(self, folder: str | Path, name: str = "live", *, overwrite: bool = False) -> list[Path]:
        """Write it as C99, which is C++ as well, for a controller: source, header, CMakeLists.txt, and a test with a sequence of
        ticks. It begins where this one was begun; `begin` has to be called before.

        name: of its files and functions, NAME_begin(state) and NAME_step(state, rows, tau_m); the caller owns the state.
        overwrite: as in `write_c`. Returns the paths of the files.
        """
        if self._code is None:
            raise InputError("live: begin(q) says where the arm rests; what is written begins there.")
        return write_live(self, folder, name, overwrite)

    def _outputs(self, q: Array) -> Array:
        """The tool's outputs (m,) in a pose."""
        position, rotation = (part[0] for part in tool_pose(self.robot, q))
        tool = self._dae.outputs.tool
        angles = np.array(
            [
                math.atan2(rotation[2, 1], rotation[2, 2]),
                math.asin(min(1.0, max(-1.0, -rotation[2, 0]))),
                math.atan2(rotation[1, 0], rotation[0, 0]),
            ]
        )
        if tool.flat:
            angles[1] = math.atan2(-rotation[2, 0], rotation[0, 0])
        return np.concatenate([position[list(tool.positions)], angles[list(tool.angles)]])

    def _window(self, q: Array) -> int:
        """Intervals of the preview for an arm at rest in q; 0 where all zeros are stable."""
        zeros = zero_dynamics(self.robot, q).zeros
        unstable = zeros.real[zeros.real > MARGIN * np.abs(zeros).max(initial=0.0)]
        if not len(unstable):
            return 0
        slowest = float(unstable.min())
        needed = max(math.log(1.0 / self.tolerance) / slowest, FEWEST * self.h)
        asked = needed if self.asked is None else self.asked
        if asked < needed * (1.0 - 1e-9):
            raise InputError(
                f"preview: {asked:.4g} s is too short; robot {self.robot.name!r} has an unstable zero at {slowest:.4g} rad/s "
                f"where it rests, and needs {needed:.4g} s at {self.rate:g} Hz."
            )
        if asked * self.rate > MOST:
            raise InputError(
                f"preview: {asked:.4g} s are {asked * self.rate:.0f} ticks, {MOST} are the most. Robot {self.robot.name!r} has "
                f"an unstable zero at {slowest:.4g} rad/s where it rests; a slower rate takes fewer."
            )
        return math.ceil(asked * self.rate - 1e-9)

    def _call(
        self,
        what: int,
        q: Array | None = None,
        filters: Array | None = None,
        stable: Array | None = None,
        unstable: Array | None = None,
        rows: Array | None = None,
    ) -> int:
        def at(x: Array | None) -> ctypes.c_void_p:
            return ctypes.c_void_p(None if x is None else x.ctypes.data)

        count = ctypes.c_longlong(0 if stable is None else len(stable))
        numbers = (at(self.state), at(q), at(filters), at(stable), count, at(unstable), at(rows), at(self._tau), at(self.q))
        return int(self._function(ctypes.c_longlong(what), *numbers))


@lru_cache(maxsize=32)
def _built(robot: Robot, h: float, window: int) -> Any:
    code = LiveCode(Dae(robot), h, window)
    text = code.text(PER_THREAD, faster=True) + ENTRY
    error: Exception | None = None
    for _ in range(2):
        try:
            path = build(text, f"live {robot.name!r}", text.count("\n"), ("-ffp-contract=off",))
            with loadable(path) as name:
                function = ctypes.CDLL(name).flexible_arm_live
                function.restype = ctypes.c_longlong
                return function
        except (OSError, AttributeError) as found:
            error = found
    raise CompilerError(f"what the compiler made of live {robot.name!r} cannot be loaded: {error}")


def _compiled(code: LiveCode) -> Any:
    return _built(code.dae.robot, code.h, code.window)
