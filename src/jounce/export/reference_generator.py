"""Reference generators: C functions of time that return joint positions and derivatives of a motion, for a controller."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path as File
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from jounce.codegen.print.reference import Curve, Joints, ReferenceProgram, Waves
from jounce.codegen.program import Sheet, Slot
from jounce.errors import InputError
from jounce.export.c_project import Exhibit, model_card, write_c
from jounce.export.project_files import Words
from jounce.inverse.inverse_kinematics import JointPath
from jounce.kernel.arguments import check_names, check_robot
from jounce.numbers import Jet, Number
from jounce.robot import Robot
from jounce.robot.validation import closest
from jounce.trajectory.harmonic import Harmonic
from jounce.trajectory.path import Floats, Path, check_path, whole
from jounce.trajectory.polynomial import RestToRest, rest_to_rest
from jounce.trajectory.taylor_pieces import ACCURACY, series

MOVE = ("start", "goal", "duration")
"""Parameters of a rest-to-rest motion that can be arguments of the C function."""
SAMPLES = 12
"""Number of samples of the test that is written with the C files."""
OFF = 1e-3
"""Largest distance of a joint's initial guess in the exported test from its position in the motion [rad or m]."""


def reference(robot: Robot, path: Path, order: int | None = None, *, parameters: Sequence[str] = ()) -> "ReferenceGenerator":
    """Return a generator of C code for a motion: `reference(robot, path).write_c("controller")`, or one entry of `write_c`.

    The C function is `NAME(t, motion)`, or `NAME(t, start, goal, duration, motion)` with live parameters. For a path of the tool
    the function is `NAME(t, ..., guess, motion, missed)`. The input `guess` is a joint position near the motion, such as that of
    the previous instant; the output `missed` is the distance of the tool from its path after Newton's method [m or rad],
    infinite in singular poses. The code allocates no memory and has no state.

    Polynomials and splines agree with path(t, order) to 1e-12, or to the rounding errors of the path if its pieces are short.
    Other paths that begin and end at rest (circles, timed and shaped paths), and filtered steps, are approximated by polynomials
    to 1e-9 of each derivative. Harmonic motions are sines and cosines in C.

    Parameters
    ----------
    robot : Robot
        The robot.
    path : Path
        Path in joint space with n coordinates, for example from `rest_to_rest`, `spline`, `fit` or `inverse_kinematics`.
    order : int, optional
        Order of the highest derivative in the result; `robot.motion_order`, as `inverse_dynamics` needs it, by default.
    parameters : sequence of str
        ("start", "goal", "duration") of a rest-to-rest motion or a line as arguments of the C function; none by default.

    Returns
    -------
    ReferenceGenerator
        Generator with the method `write_c`.

    Raises
    ------
    InputError
        If the path is not a motion of the robot's joints, has no form in C, or has no such parameters.
    SmoothnessError
        If the path has no derivative of this order.

    Examples
    --------
    >>> import jounce as jn
    >>> robot = jn.load("planar_2r")
    >>> path = jn.trajectory.rest_to_rest([0.0, 0.0], [1.0, -1.0], duration=1.0)
    >>> jn.export.reference(robot, path, order=2).order
    2
    """
    check_robot(robot)
    check_path(path)
    order = robot.motion_order if order is None else whole(order, 0, "order")
    if path.n != robot.n or path.space != "joint":
        raise InputError(
            f"path: expected a motion of the {robot.n} joints of robot {robot.name!r}, got {path.n} coordinates in {path.space} "
            "space; jn.inverse_kinematics(robot, path, guess) makes one of a path of the tool."
        )
    path(path.start_time if math.isfinite(path.start_time) else 0.0, order)  # raises if the path has no such derivative
    names = check_names(parameters, "parameters")
    moved = path.path if isinstance(path, JointPath) else path
    for name in names:
        if name not in MOVE:
            raise InputError(f"parameters: no parameter {name!r} of a motion.{closest(str(name), list(MOVE))}")
    if names and (set(names) != set(MOVE) or not isinstance(moved, RestToRest)):
        raise InputError("parameters: expected start, goal and duration, of a rest-to-rest motion or a line; or none.")
    _curve(moved, order + 1)  # raises if the path has no form in C
    return ReferenceGenerator(robot, path, order, bool(names))


@dataclass(frozen=True, repr=False)
class ReferenceGenerator:
    """Generator of C code for a motion of one robot, as `reference` returns it."""

    robot: Robot
    """The robot of the motion."""
    path: Path
    """Path in joint space."""
    order: int
    """Order of the highest derivative in the result."""
    live: bool
    """True if start, goal and duration are arguments of the C function."""

    @property
    def moved(self) -> Path:
        """Return the path that the C code evaluates: the tool path under inverse kinematics, otherwise the joint path."""
        return self.path.path if isinstance(self.path, JointPath) else self.path

    def __repr__(self) -> str:
        """Show the robot, the path and the number of derivatives."""
        return f"<ReferenceGenerator of {self.robot.name!r}: {self.path!r}, {self.order} derivatives>"

    def write_c(
        self, folder: str | File, name: str = "reference", *, dtype: DTypeLike = "float64", overwrite: bool = False
    ) -> list[File]:
        """Write the motion as C99, which is C++ too; see `jn.export.write_c` for several functions at once.

        Parameters
        ----------
        folder, dtype, overwrite
            As in `jn.export.write_c`.
        name : str
            Name of the C function and its files.

        Returns
        -------
        list of Path
            The written files.
        """
        return write_c(folder, {name: self}, dtype=dtype, overwrite=overwrite)

    def exhibit(self, dtype: DTypeLike) -> Exhibit:
        """Return the C program, its descriptions and test data: samples before, during and after the motion, rounded to dtype."""
        program = self._program()
        begin, end = self._span()
        times = np.linspace(begin - 0.1 * (end - begin), end + 0.1 * (end - begin), SAMPLES)
        times = times.astype(dtype).astype(float)
        samples, expected = [], []
        for t in times:
            motion = self.path(t, self.order)
            row = {"t": [t], "guess": motion[0] + OFF * np.cos(np.arange(self.robot.n))}
            if isinstance(self.moved, RestToRest):
                row |= {"start": self.moved.start, "goal": self.moved.goal, "duration": [self.moved.timing.duration]}
            samples.append(np.concatenate([row[slot.name] for slot in program.inputs]))
            expected.append(np.append(motion, np.zeros(len(program.outputs) - 1)))
        title = f"reference of robot {self.robot.name!r}: {type(self.moved).__name__} from {begin:.6g} s on"
        slots = (*program.inputs, *program.outputs)
        words = Words(title, model_card(self.robot), {s.name: (s.rows, s.width) for s in slots}, self._remarks())
        arguments, motions = np.array(samples).astype(dtype).astype(float), np.array(expected)
        return Exhibit(program, words, arguments, motions, self._rounding() / float(np.abs(motions).max(initial=1e-300)))

    def _span(self) -> tuple[float, float]:
        """Return start and end time of the test [s].

        The test of a harmonic motion takes two periods of the slowest harmonic. The test of a filtered step ends when the step
        has settled.
        """
        if isinstance(self.moved, Harmonic):
            slow = np.abs(self.moved.frequency)
            return 0.0, float(4.0 * np.pi / min(slow[slow > 0.0], default=1.0))
        return self.path.start_time, self.path.end_time if self.moved.settled is None else self.moved.settled

    def _rounding(self) -> float:
        """Return the expected error of the highest derivative, in the units of this derivative.

        For a spline: the rounding error of its coefficients, amplified by each differentiation. For a path that is no piecewise
        polynomial: `ACCURACY` times the largest derivative. 0 for rest-to-rest and harmonic motions, whose C code is exact up to
        rounding.
        """
        if isinstance(self.moved, (RestToRest, Harmonic)):
            return 0.0
        if self.moved.piece_ends is None:
            times = np.linspace(*self._span(), 400)
            return ACCURACY * float(np.abs(self.path(times, self.order)).max())
        size = np.abs(self.moved(0.5 * (self.moved.piece_ends[:-1] + self.moved.piece_ends[1:]))).max()
        return float(8.0 * np.finfo(float).eps * size * (2.0 / np.diff(self.moved.piece_ends).min()) ** self.order)

    def _remarks(self) -> dict[str, str]:
        """Return {argument: description} for the C header."""
        where = f"the tool's {', '.join(self.robot.tool.outputs)} [m, rad]" if self.moved is not self.path else "joints"
        remarks = {"t": "time [s]", "start": where, "goal": where, "duration": "of the move [s]"}
        remarks["guess"] = "joints near those that are looked for, such as those of the instant before"
        remarks["motion"] = "row k: k-th time derivative of the joints' positions"
        remarks["missed"] = "how far the tool is from its path [m or rad]; infinite where the pose is singular, or nearly"
        return remarks

    def _program(self) -> ReferenceProgram:
        """Return the C program of the motion with its inputs and outputs."""
        n, rows, width = self.robot.n, self.order + 1, self.moved.n
        inputs, outputs = [Slot("t", 1, 1)], [Slot("motion", rows, n)]
        begin = 0.0
        if self.live:
            assert isinstance(self.moved, RestToRest)
            begin = self.moved.start_time
            inputs += [Slot("start", 1, width), Slot("goal", 1, width), Slot("duration", 1, 1)]
            step = rest_to_rest(0.0, 1.0, 1.0, self.moved.timing.degree)
            curve = _curve(step, rows)
        else:
            curve = _curve(self.moved, rows)
        joints = None
        if isinstance(self.path, JointPath):
            inputs.append(Slot("guess", 1, n))
            outputs.append(Slot("missed", 1, 1))
            joints = _joints(self.path, self.order)
        return ReferenceProgram("reference", tuple(inputs), tuple(outputs), curve, width, begin, joints)


def _curve(path: Path, rows: int) -> Curve | Waves:
    """Return the C form of a path and its derivatives (`rows` rows): Taylor series of pieces, or waves of a harmonic motion."""
    if isinstance(path, Harmonic):
        return Waves(path.amplitude.tolist(), path.frequency.tolist(), path.phase.tolist(), path.offset.tolist(), rows)
    breaks, table = series(path, rows - 1)
    middles: Floats = 0.5 * (breaks[:-1] + breaks[1:])
    return Curve(breaks.tolist(), middles.tolist(), table.tolist(), rows)


def _joints(path: JointPath, order: int) -> Joints:
    """Trace the inverse kinematics of a tool path: Newton's method for the joints, and the recursion for their derivatives."""
    free, m = len(path.free), path.path.n
    unknowns = free + path.multipliers
    z, target = Slot("z", 1, unknowns), Slot("target", 1, m)
    sheet = Sheet([z, target])
    (at,), (desired,) = sheet.slots
    rows = [path.equations(list(at), list(desired)), *path.equation_jacobian(list(at), list(desired))]
    slots = [Slot("f", 1, unknowns), Slot("K", unknowns, unknowns)]
    newton = sheet.program("newton", slots, [rows[:1], rows[1:]])
    inverse, targets = Slot("inverse", unknowns, unknowns), Slot("target", order + 1, m)
    sheet = Sheet([z, inverse, targets])
    (at,), inverse_rows, target_rows = sheet.slots
    motion = _higher(path, list(at), inverse_rows, target_rows, order)
    return Joints(newton, sheet.program("higher", [Slot("motion", order + 1, path.n)], [motion]), path.free)


def _higher(path: JointPath, z: list[Number], inverse: Any, target: Any, order: int) -> list[list[Number]]:
    """Return the joint positions and their time derivatives to `order`, computed one Taylor coefficient after the other.

    z: unknowns of the inverse kinematics, which solve `path.equations`; inverse: inverse of the equations' Jacobian by z; target:
    rows of the desired tool outputs and their time derivatives.
    """
    coeffs = [[x] for x in z]
    targets = [Jet.from_derivatives(list(column)) for column in zip(*target)]
    motion: list[list[Number]] = [path.joints(z)]
    for k in range(1, order + 1):
        for taylor in coeffs:
            taylor.append(0.0)
        residual = path.equations([Jet(taylor) for taylor in coeffs], [Jet(output.coeffs[: k + 1]) for output in targets])
        f_k = [f.coeffs[k] for f in residual]
        row: list[Number] = [0.0] * path.n
        for i, taylor in enumerate(coeffs):
            taylor[k] = 0.0 - sum((weight * f for weight, f in zip(inverse[i], f_k)), 0.0)
            if i < len(path.free):
                row[path.free[i]] = taylor[k] * float(math.factorial(k))
        motion.append(row)
    return motion
