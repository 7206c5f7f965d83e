"""`live`: inverse dynamics of a flexible arm inside a control loop, from the tool's reference to motor torque, tick by tick."""

import math
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from jounce.errors import CompilerError, ConvergenceError, FaultError, InputError, LimitError, SingularityError
from jounce.flexible.dae import Dae
from jounce.flexible.live.c_project import write_live
from jounce.flexible.live.fault import Fault, words
from jounce.flexible.live.gate import (
    DISTANCE,
    JUMP,
    GateOptions,
    distance,
    gate_options,
    jacobian_size,
    lag,
    positive,
    resting,
    share,
)
from jounce.flexible.live.live_inputs import RestState, TickLayout, are_unusable, changed, tick_layout
from jounce.flexible.live.native_tick import ORDER, LiveCode, NativeTick
from jounce.flexible.live.python_tick import PythonTick
from jounce.flexible.native_solvers import LARGEST, at_rest
from jounce.flexible.zeros.zero_dynamics import MARGIN
from jounce.functions.inverse_dynamics_step import steady_state
from jounce.functions.kinematics import tool_pose
from jounce.kernel.arguments import NOTHING, Parameters, Wrenches, check_names, check_robot
from jounce.kernel.backends.backend_selection import CHOSEN, backend, give_up
from jounce.numbers.packing import Array
from jounce.numbers.value import by_value
from jounce.numerics.backward_differences import growth
from jounce.numerics.two_point_boundary import stable_rows, unstable_rows
from jounce.plant.plant import plant_of
from jounce.robot import Robot
from jounce.robot.parameters import parameter_values
from jounce.robot.validation import short
from jounce.trajectory.path import coordinates

FORGOTTEN = 1e-6
"""Default tolerance: fraction of an error at the end of the preview that remains at its beginning, along an unstable zero."""
FEWEST = 10
"""Least number of intervals of a preview: with fewer, one Newton step per tick does not converge before the torque is due."""
MOST = 2000
"""Largest number of intervals of a preview; `Live.begin` raises `InputError` beyond."""
STEADY = 1.001
"""Largest factor by which a tick may amplify an error along a stable zero, at 1 kHz a factor of e per second; `Live.begin` raises
`InputError` beyond."""
SLOWEST, FASTEST = 1e-2, 1e7
"""Least and largest accepted number of ticks per second: the C code contains powers of a tick's length as constants."""


def live(
    robot: Robot,
    outputs: Sequence[str] | None = None,
    *,
    rate: float = 1000.0,
    preview: float | None = None,
    tolerance: float = FORGOTTEN,
    wrench: Sequence[str | int] = (),
    parameters: Sequence[str] = (),
    torque: ArrayLike | None = None,
    torque_rate: ArrayLike | None = None,
    singularity: float = DISTANCE,
    jump: float = JUMP,
    brake: float | None = None,
    shape: float | None = None,
) -> "Live":
    """Return the inverse dynamics of a flexible arm for use inside a control loop.

    If all zeros of the arm are stable, no preview is needed: backward differentiation runs forward in time. If a zero is
    unstable, the motors act before the tool moves, and the path must be known in advance. `begin` states the initial pose and
    selects the method. A gate refuses ticks with an implausible torque, see `Fault`; a safe torque is then returned until `begin`
    or `again`. Without a C compiler ticks run in plain Python, slowly.

    Parameters
    ----------
    robot : Robot
        Flexible arm: a robot with joints that have a spring and no motor.
    outputs : sequence of str
        Outputs of the tool (default: those of `robot.tool`).
    rate : float
        Ticks per second [Hz].
    preview : float
        Time by which the path is known in advance [s]: at least ln(1 / tolerance) time constants of the slowest unstable zero and
        10 ticks (default: exactly that time).
    tolerance : float
        Fraction of an error at the end of the preview that remains at its beginning, along the slowest unstable zero.
    wrench : sequence of str or int
        Links or frames with external wrenches, passed in each tick: `live.step(rows, wrench={link: (W, Wdot, Wddot)})`.
    parameters : sequence of str
        Parameters that may change from tick to tick, 'payload', 'inertia' or 'gravity':
        `live.step(rows, parameters={"payload": values})`.
    torque, torque_rate : float or array (m,)
        Bounds of motor torque and its rate [Nm or N, per s]; default `robot.limits`. Where these are infinite, the torque bound
        is ten times the torque that a rigid arm far from singular poses would have required for the rows so far, and the rate
        bound is a rise from zero to the torque bound within 2 ms.
    singularity : float
        Least accepted distance from a singular pose. The distance is 0 at a singular pose, and about 1 if driven joints move
        the tool in orthogonal directions.
    jump : float
        Largest accepted inconsistency of rows as derivatives of each other, as a jump of the acceleration within a tick
        [m/s^2 or rad/s^2].
    brake : float
        Time within which the safe torque stops the joints before it holds them [s] (default: it holds them at once).
    shape : float
        Cut-off frequency a [rad/s] of a reference filter (s/a + 1)^-k that computes rows from outputs that may jump, with as many
        poles k as there are rows. A tick then takes outputs without derivatives, and the tool follows k/a [s] later.

    Returns
    -------
    Live
        The arm, with methods `begin`, `step`, `tick`, `again` and `write_c`.

    Raises
    ------
    InputError
        If an option is invalid, or the robot is no flexible arm.

    Examples
    --------
    >>> robot = jn.load("moberg_5dof")
    >>> arm = jn.live(robot, rate=1000.0)
    >>> arm.begin([0.5, -1.6, 0.0])
    >>> position, _ = jn.tool_pose(robot, arm.q[0])
    >>> rows = np.zeros((5, 2))
    >>> rows[0] = position[[0, 2]]
    >>> arm.step(rows).shape
    (3,)
    """
    robot = check_robot(robot)
    if outputs is not None:
        tool = robot.tool
        robot = replace(robot, tool=replace(tool, outputs=check_names(outputs, "outputs")))
    ahead = None if preview is None else positive(preview, "preview", "s")
    frequency = positive(rate, "rate", "ticks a second")
    if not SLOWEST <= frequency <= FASTEST:
        raise InputError(f"rate: expected from {SLOWEST:g} to {FASTEST:g} ticks a second, got {frequency:g}.")
    gate = gate_options(robot, frequency, torque, torque_rate, singularity, jump, brake, shape)
    return Live(tick_layout(robot, wrench, parameters, gate.shape > 0.0), frequency, ahead, share(tolerance), gate)


@by_value
class Tick(NamedTuple):
    """Result of `Live.tick`: fault code and motor torque."""

    fault: Fault
    """Fault code of the tick; `Fault.NONE`, which is 0, on success."""
    tau_m: Array
    """Motor torque (m,), link side [Nm or N]; after a fault the safe torque that brakes or holds the joints."""


@by_value
class Live:
    """A flexible arm in a control loop, as `live` returns it.

    The array `state` is the whole memory of the arm: assigning a copy of an earlier `state` returns the arm to that tick.
    """

    def __init__(self, layout: TickLayout, rate: float, preview: float | None, tolerance: float, gate: GateOptions) -> None:
        robot = layout.robot
        if not plant_of(robot).passive:
            raise InputError(
                f"robot {robot.name!r} has a motor at every joint: its torque follows from the motion at each instant, by "
                "inverse_dynamics or inverse_dynamics_step."
            )
        self.layout = layout
        """Layout of the inputs of a tick."""
        self._dae = changed(robot, layout.links, ())
        self.robot, self.rate, self.h, self.requested_preview = robot, rate, 1.0 / rate, preview
        self.tolerance, self.gate = tolerance, gate
        self.preview: float | None = None
        """Time by which the rows of `step` are ahead of now [s]; 0 if all zeros are stable, None before `begin`."""
        self.state = np.zeros(0)
        self.q = np.zeros((layout.order + 1, robot.n))
        """Positions of all joints now and their derivatives (5, n); more rows if carried rotors need higher derivatives."""
        self.plain = False
        """True if ticks run in plain Python."""
        self._code: LiveCode | None = None
        self._engine: NativeTick | PythonTick | None = None
        self._tau = np.zeros(robot.m)
        self.begun: RestState | None = None
        """State of rest that `begin` computed; None before."""

    @property
    def fault(self) -> Fault:
        """Return the fault that persists until `begin` or `again`; NONE while ticks succeed, NOT_BEGUN before `begin`."""
        last = float(self.state[-1]) if self.state.size else 0.0
        return Fault.NONE if last == 1.0 else Fault(int(-last)) if -len(Fault) < last < 0.0 else Fault.NOT_BEGUN

    @property
    def code(self) -> LiveCode | None:
        """Return the C source of a tick; None before `begin`."""
        return self._code

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in ("_dae", "_code", "_engine")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._dae, self._code, self._engine = changed(self.robot, self.layout.links, ()), None, None
        if self.preview is not None:
            self._code = LiveCode(self._dae, self.h, round(self.preview * self.rate), self.layout)
            self._engine = PythonTick(self._code) if self.plain else NativeTick(self._code)

    def begin(self, q: ArrayLike, *, wrench: Wrenches = NOTHING, parameters: Parameters = None) -> None:
        """Start at rest with the outputs that the tool has in the pose q.

        Parameters
        ----------
        q : array (n,)
            Pose [rad or m]; deflections follow from the load, not from q.
        wrench : dict
            {link: (W,)}: wrenches at rest [Nm, N] (default: zero).
        parameters : dict
            {name: array}: live parameters (default: the robot's own).

        Raises
        ------
        InputError
            If the preview is shorter than the arm requires in this pose, or the rate is too low.
        SingularityError
            If the pose is nearly singular.
        LimitError
            If the motors cannot hold the arm in this pose.
        """
        pose = coordinates(q, "q")
        if pose.shape != (self._dae.n,):
            raise InputError(f"q: expected {self._dae.n} positions of robot {self.robot.name!r}, got {pose.size}.")
        rest = self.layout.at_rest(self._outputs(pose), wrench, parameters)
        now = self.layout.parts(rest)
        unchanged = all(np.array_equal(x, parameter_values(self.robot, name)) for name, x in now.parameters.items())
        with nullcontext() if unchanged else backend("python"):  # parameters that are used once are not worth compiling for
            dae = changed(self.robot, self.layout.links, () if unchanged else now.values())
            target = dae.outputs.desired(now.y[:1])._replace(pushes=tuple((link, W[:1]) for link, W in now.wrench.items()))
            start = at_rest(dae, target, pose)
            _refuse_high_index(dae, start)
            self._refuse_singular(dae, start)
            jacobian = dae.jacobian_at_rest(start, target)
        window = self._window(jacobian)
        code = LiveCode(self._dae, self.h, window, self.layout)
        stable, unstable = stable_rows(jacobian, 0.0), unstable_rows(jacobian, 0.0)
        loads: dict[str, Any] = {"wrench": {link: (W[0],) for link, W in now.wrench.items()}} if now.wrench else {}
        filters = np.zeros(1) if code.rigid else steady_state(code.machine, start, **loads, parameters=now.parameters or None)
        accelerated = np.vstack([np.zeros(dae.n), np.eye(dae.n)[dae.driven]])
        still, *pushed = resting(self.robot, start, accelerated, now)
        self._refuse_weight(still)
        bounds = self.gate.bounds(self.layout, self.h, lag(dae, start), np.abs(np.array(pushed) - still).T)
        parts = (start, filters, stable, unstable, rest, bounds)
        begun = RestState(*(np.ascontiguousarray(array, dtype=np.float64) for array in parts))
        engine = _engine(code)
        self._code, self._engine, self.plain = code, engine, isinstance(engine, PythonTick)
        self.preview, self.begun = window * self.h, begun
        self.again()

    def again(self) -> None:
        """Return the arm to the state of rest that the last `begin` computed, bit-identical.

        Raises
        ------
        InputError
            Before `begin`.
        ConvergenceError
            If the preview cannot be filled with the pose at rest.
        """
        if self._engine is None or self.begun is None:
            raise InputError("live: begin(q) says where the arm rests.")
        self.state = np.zeros(self._engine.size)
        self.q = np.zeros_like(self.q)
        self.q[0] = self.begun.q
        if not self._engine.begin(self.state, self.begun):
            raise ConvergenceError(f"robot {self.robot.name!r}: the preview cannot be filled with the pose at rest.")

    def step(self, rows: ArrayLike, *, wrench: Wrenches = NOTHING, parameters: Parameters = None) -> Array:
        """Return the motor torque of this tick from the tool's motion at the end of the preview.

        Wrenches and parameters are also stated for the end of the preview.

        Parameters
        ----------
        rows : array (5, outputs)
            Outputs of the tool and four derivatives; more derivatives if `robot.motion_order` is above 4. With a reference
            filter: the outputs alone, (outputs,).
        wrench : dict
            {link: (W, Wdot, Wddot)} for all links named in `live`, with two derivatives fewer than rows [Nm, N].
        parameters : dict
            {name: array}: all live parameters named in `live`.

        Returns
        -------
        array (m,) [Nm or N]

        Raises
        ------
        FaultError
            If the gate refuses the tick; `tick` returns the code of the fault instead.
        InputError
            If an array has a wrong shape or is not finite, or an earlier fault persists.
        """
        inputs, state = self._ready(rows, wrench, parameters)
        if state[-1] != 1.0:
            raise InputError(
                f"live: a step before this one failed, {self.fault.name}, or the state is none of this arm; begin(q) starts anew."
            )
        return self._outcome(rows, inputs, state)

    def tick(self, rows: ArrayLike, *, wrench: Wrenches = NOTHING, parameters: Parameters = None) -> Tick:
        """Return fault and motor torque of one tick: `step` without exceptions for events in a control loop.

        After a fault the torque is a safe one, and the fault persists until `begin` or `again`.

        Parameters
        ----------
        rows, wrench, parameters
            As in `step`.

        Returns
        -------
        Tick
            .fault, 0 on success, and .tau_m (m,) [Nm or N].

        Raises
        ------
        InputError
            If an array has a wrong shape or type, or before `begin`.
        """
        if are_unusable(self.robot, wrench, parameters):
            rows, wrench, parameters = np.full((self.layout.order + 1, self.layout.outputs), np.nan), *self.layout.nothing
        inputs, state = self._ready(rows, wrench, parameters)
        assert self._engine is not None
        return Tick(Fault(self._engine.tick(state, inputs, self._tau, self.q)), self._tau.copy())

    def _ready(self, rows: Any, wrench: Wrenches, parameters: Parameters) -> tuple[Array, Array]:
        """Check the inputs of a tick and the state; return both, the inputs packed into one array."""
        if self._engine is None:
            raise InputError("live: begin(q) says where the arm rests before the first step.")
        inputs = self.layout.tick(rows, wrench, parameters)
        state = self.state
        if not isinstance(state, np.ndarray) or state.shape != (self._engine.size,) or state.dtype != np.float64:
            raise InputError(
                f"live.state: expected {self._engine.size} float64 numbers, a copy of it as it was, got {short(state)}."
            )
        if not state.flags.c_contiguous or not state.flags.writeable:
            self.state = state = np.array(state)
        return inputs, state

    def _outcome(self, rows: Any, inputs: Array, state: Array) -> Array:
        """Run a tick and return its motor torque (m,); raise `InputError` or `FaultError` if the tick fails."""
        assert self._engine is not None
        fault = Fault(self._engine.tick(state, inputs, self._tau, self.q))
        if fault == Fault.NONE:
            return self._tau.copy()
        if fault == Fault.NOT_FINITE:
            raise InputError(f"rows: expected finite numbers, got {short(rows)}. Nothing has happened.")
        where, value = state[-3:-1]
        raise FaultError(
            f"robot {self.robot.name!r}: {words(self.layout, self.h, fault, int(where), value)}", fault, self._tau.copy()
        )

    def write_c(self, folder: str | Path, name: str = "live", *, overwrite: bool = False) -> list[Path]:
        """Write the live arm as C99, which is C++ as well: source, header, CMakeLists.txt, and a test with a sequence of ticks.

        The exported arm begins in the state of `begin`, which must be called before. NAME_begin(state) and NAME_step(state, rows,
        tau_m), with wrenches and parameters before tau_m, return 1, or 0 after a fault, which NAME_fault(state) names; tau_m is
        then a safe torque. The caller owns the state.

        Parameters
        ----------
        folder : path
            Folder of the files.
        name : str
            NAME, of the files and functions.
        overwrite : bool
            True also replaces existing files that state another function or robot.

        Returns
        -------
        list of paths

        Raises
        ------
        InputError
            Before `begin`, or if a file must not be replaced.
        """
        if self._code is None:
            raise InputError("live: begin(q) says where the arm rests; what is written begins there.")
        return write_live(self, folder, name, overwrite)

    def _refuse_singular(self, dae: Dae, q: Array) -> None:
        """Raise `SingularityError` if the arm would begin nearer to a singular pose than the gate accepts."""
        away = distance(dae.outputs.jacobians(q[None])[0][:, dae.driven], *jacobian_size(self.robot))
        if away < self.gate.distance:
            raise SingularityError(
                f"robot {self.robot.name!r}: at rest with joints at {np.array2string(q, precision=4)} it is {away:.3g} away from "
                f"a singular pose, singularity={self.gate.distance:g} is the least. Choose another posture, or a smaller one."
            )

    def _refuse_weight(self, torque: Array) -> None:
        """Raise `LimitError` if a motor torque at rest (m,) exceeds its limit."""
        limits = self.gate.robot.limits.motor_torque[: len(torque)]
        for i in np.flatnonzero(np.abs(torque) > limits):
            raise LimitError(
                f"robot {self.robot.name!r}: motor {self.robot.motor_names[i]!r} holds it at rest with {abs(torque[i]):.4g} Nm "
                f"or N, and its limit is {limits[i]:.4g}."
            )

    def _outputs(self, q: Array) -> Array:
        """Return the tool's outputs (outputs,) in the pose q (n,) [m or rad]."""
        position, rotation = tool_pose(self.robot, q)
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

    def _window(self, jacobian: Array) -> int:
        """Return the number of ticks of the preview from the Jacobian of the internal dynamics; 0 if all zeros are stable.

        jacobian: d sd / d s at rest, s the deflections and their rates; its eigenvalues are the zeros. The preview lasts at least
        until a motion along the slowest unstable zero has decayed to the tolerance, in reverse time.
        """
        zeros = np.linalg.eigvals(jacobian)
        unstable = zeros.real[zeros.real > MARGIN * np.abs(zeros).max(initial=0.0)]
        if not len(unstable):
            if growth(zeros, self.h, ORDER) > STEADY:
                raise InputError(
                    f"rate: {self.rate:g} Hz is too low; robot {self.robot.name!r} has zeros of up to {np.abs(zeros).max():.4g} "
                    "rad/s where it rests, whose swings grow from tick to tick."
                )
            return 0
        slowest = float(unstable.min())
        needed = max(math.log(1.0 / self.tolerance) / slowest, FEWEST * self.h)
        window = needed if self.requested_preview is None else self.requested_preview
        if window < needed * (1.0 - 1e-9):
            raise InputError(
                f"preview: {window:.4g} s is too short; robot {self.robot.name!r} has an unstable zero at {slowest:.4g} rad/s "
                f"where it rests, and needs {needed:.4g} s at {self.rate:g} Hz."
            )
        if window * self.rate > MOST:
            raise InputError(
                f"preview: {window:.4g} s are {window * self.rate:.4g} ticks, {MOST} are the most. Robot {self.robot.name!r} has "
                f"an unstable zero at {slowest:.4g} rad/s where it rests; a slower rate takes fewer."
            )
        return math.ceil(window * self.rate - 1e-9)


def _refuse_high_index(dae: Dae, q: Array) -> None:
    """Raise `SingularityError` if two differentiations of the tool's equation do not determine all accelerations."""
    try:
        dae.refuse_high_index(q)
    except SingularityError as error:
        raise SingularityError(
            f"{error} Live ticks differentiate twice; where an arm takes more, feedforward plans by 'derivative-array'."
        ) from None


def _engine(code: LiveCode) -> NativeTick | PythonTick:
    """Return compiled ticks if the backend and the compiler allow them, else ticks in plain Python."""
    if CHOSEN.get() != "python" and code.dae.n <= LARGEST:
        try:
            return NativeTick(code)
        except CompilerError as error:
            give_up(error)
    return PythonTick(code)
