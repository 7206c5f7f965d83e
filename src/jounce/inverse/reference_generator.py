"""A motion as C for a controller: positions of the joints and all derivatives at an instant."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path as File
from typing import Any

import numpy as np

from jounce.codegen.print.export import Words
from jounce.codegen.print.reference import Curve, Joints, Waves
from jounce.codegen.print.reference import Reference as Printed
from jounce.codegen.program import Sheet, Slot
from jounce.errors import InputError
from jounce.functions.arguments import check_names, check_robot
from jounce.functions.export import Exhibit, model_card, write_c
from jounce.inverse.inverse_kinematics import JointPath
from jounce.numbers import Jet, Number
from jounce.robot import Robot
from jounce.robot.validation import closest
from jounce.trajectory.harmonic import Harmonic
from jounce.trajectory.path import Floats, Path, check_path, whole
from jounce.trajectory.polynomial import RestToRest, rest_to_rest
from jounce.trajectory.taylor_pieces import ACCURACY, series

MOVE = ("start", "goal", "duration")
"""What a move between two points may leave open."""
SAMPLES = 12
"""Instants of the test that goes with the C files."""
OFF = 1e-3
"""How far the guess of that test is from the joints [rad or m]."""


def reference(robot: Robot, path: Path, order: int | None = None, *, parameters: Sequence[str] = ()) -> "ReferenceGenerator":
    """A motion of the robot's joints as C: `reference(robot, path).write_c("controller")`, or among others in `write_c`.

    path: polynomials and splines (`rest_to_rest`, `spline`, `fit`), or `inverse_kinematics` along such a path of the tool. The
    numbers in C are those of path(t, order) to 1e-12, or to the rounding of the path itself where its pieces are short. Other
    paths that begin and end at rest (circles, timed and shaped ones), and steps of filters, are met by polynomials to 1e-9 of
    each derivative. Harmonic motions, which have no end, are sines and cosines in C. order:
    derivatives that come out, `robot.motion_order` unless said, which is what `inverse_dynamics` takes. parameters: of
    rest-to-rest motions and lines what comes with the call in the place of the path's own numbers: "start", "goal" and
    "duration", all three.

    In C, `NAME(t, motion)` or `NAME(t, start, goal, duration, motion)`; where the path is the tool's, `NAME(t, ..., guess,
    motion, missed)`: joints near the motion go in, such as those of the instant before, and how far Newton's method leaves the
    tool from its path comes out [m or rad], infinite in singular poses. Nothing is allocated and no state is kept.
    """
    check_robot(robot)
    check_path(path)
    order = robot.motion_order if order is None else whole(order, 0, "order")
    if path.n != robot.n or path.space != "joint":
        raise InputError(
            f"path: expected a motion of the {robot.n} joints of robot {robot.name!r}, got {path.n} coordinates in {path.space} "
            "space; jn.inverse_kinematics(robot, path, guess) makes one of a path of the tool."
        )
    path(path.start_time if math.isfinite(path.start_time) else 0.0, order)  # refuses what it does not have
    names = check_names(parameters, "parameters")
    moved = path.path if isinstance(path, JointPath) else path
    for name in names:
        if name not in MOVE:
            raise InputError(f"parameters: no parameter {name!r} of a motion.{closest(str(name), list(MOVE))}")
    if names and (set(names) != set(MOVE) or not isinstance(moved, RestToRest)):
        raise InputError("parameters: expected start, goal and duration, of a rest-to-rest motion or a line; or none.")
    _curve(moved, order + 1)  # refuses what is not met by polynomials
    return ReferenceGenerator(robot, path, order, bool(names))


@dataclass(frozen=True, repr=False)
class ReferenceGenerator:
    """A motion that can be written as C."""

    robot: Robot
    path: Path
    """In joint space."""
    order: int
    live: bool
    """Whether start, goal and duration come with the call."""

    @property
    def moved(self) -> Path:
        """What polynomials are made of: the motion of the joints, or of the tool."""
        return self.path.path if isinstance(self.path, JointPath) else self.path

    def __repr__(self) -> str:
        return f"<ReferenceGenerator of {self.robot.name!r}: {self.path!r}, {self.order} derivatives>"

    def write_c(
        self, folder: str | File, name: str = "reference", *, dtype: Any = "float64", overwrite: bool = False
    ) -> list[File]:
        """Write it as C99, which is C++ as well; see `jounce.write_c`, which writes several at once."""
        return write_c(folder, {name: self}, dtype=dtype, overwrite=overwrite)

    def exhibit(self, dtype: Any) -> Exhibit:
        """What is written of it, with instants before, during and after the motion to test it with."""
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
        given, found = np.array(samples).astype(dtype).astype(float), np.array(expected)
        return Exhibit(program, words, given, found, self._rounding() / float(np.abs(found).max(initial=1e-300)))

    def _span(self) -> tuple[float, float]:
        """When it is looked at [s]: of motions without an end two turns of the slowest harmonic, or until they have died out."""
        if isinstance(self.moved, Harmonic):
            slow = np.abs(self.moved.frequency)
            return 0.0, float(4.0 * np.pi / min(slow[slow > 0.0], default=1.0))
        return self.path.start_time, self.path.end_time if self.moved.settled is None else self.moved.settled

    def _rounding(self) -> float:
        """Of the path's highest derivative: that of a spline's coefficients, which are differenced for each, if it is one. Paths
        that are no polynomials are met to `ACCURACY` of each derivative."""
        if isinstance(self.moved, (RestToRest, Harmonic)):
            return 0.0
        if self.moved.piece_ends is None:
            times = np.linspace(*self._span(), 400)
            return ACCURACY * float(np.abs(self.path(times, self.order)).max())
        size = np.abs(self.moved(0.5 * (self.moved.piece_ends[:-1] + self.moved.piece_ends[1:]))).max()
        return float(8.0 * np.finfo(float).eps * size * (2.0 / np.diff(self.moved.piece_ends).min()) ** self.order)

    def _remarks(self) -> dict[str, str]:
        where = f"the tool's {', '.join(self.robot.tool.outputs)} [m, rad]" if self.moved is not self.path else "joints"
        found = {"t": "time [s]", "start": where, "goal": where, "duration": "of the move [s]"}
        found["guess"] = "joints near those that are looked for, such as those of the instant before"
        found["motion"] = "row k: k-th time derivative of the joints' positions"
        found["missed"] = "how far the tool is from its path [m or rad]; infinite where the pose is singular, or nearly"
        return found

    def _program(self) -> Printed:
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
        return Printed("reference", tuple(inputs), tuple(outputs), curve, width, begin, joints)


def _curve(path: Path, rows: int) -> Curve | Waves:
    """A path as Taylor series about the middles of its pieces; harmonic motions as they are."""
    if isinstance(path, Harmonic):
        return Waves(path.amplitude.tolist(), path.frequency.tolist(), path.phase.tolist(), path.offset.tolist(), rows)
    breaks, table = series(path, rows - 1)
    middles: Floats = 0.5 * (breaks[:-1] + breaks[1:])
    return Curve(breaks.tolist(), middles.tolist(), table.tolist(), rows)


def _joints(path: JointPath, order: int) -> Joints:
    """Newton's method for the joints, and their derivatives, on symbols. See `JointPath`."""
    free, m = len(path.free), path.path.n
    unknowns = free + path.multipliers
    z, target = Slot("z", 1, unknowns), Slot("target", 1, m)
    sheet = Sheet([z, target])
    (at,), (wanted,) = sheet.slots
    found = [path.equations(list(at), list(wanted)), *path.slopes(list(at), list(wanted))]
    slots = [Slot("f", 1, unknowns), Slot("K", unknowns, unknowns)]
    newton = sheet.program("newton", slots, [found[:1], found[1:]])
    inverse, rows = Slot("inverse", unknowns, unknowns), Slot("target", order + 1, m)
    sheet = Sheet([z, inverse, rows])
    (at,), inverted, wanted_rows = sheet.slots
    motion = _higher(path, list(at), inverted, wanted_rows, order)
    return Joints(newton, sheet.program("higher", [Slot("motion", order + 1, path.n)], [motion]), path.free)


def _higher(path: JointPath, z: list[Number], inverse: Any, wanted: Any, order: int) -> list[list[Number]]:
    """All derivatives, one Taylor coefficient after the other, with the inverse of the slopes given."""
    coeffs = [[x] for x in z]
    targets = [Jet.from_derivatives(list(column)) for column in zip(*wanted)]
    motion: list[list[Number]] = [path.joints(z)]
    for k in range(1, order + 1):
        for known in coeffs:
            known.append(0.0)
        missing = path.equations([Jet(known) for known in coeffs], [Jet(target.coeffs[: k + 1]) for target in targets])
        f_k = [f.coeffs[k] for f in missing]
        row: list[Number] = [0.0] * path.n
        for i, known in enumerate(coeffs):
            known[k] = 0.0 - sum((share * f for share, f in zip(inverse[i], f_k)), 0.0)
            if i < len(path.free):
                row[path.free[i]] = known[k] * float(math.factorial(k))
        motion.append(row)
    return motion
