"""Motions as C: the numbers of the path, at every instant and to every order."""

import ctypes
import shutil
import subprocess

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError, SmoothnessError

AGREES = 1e-12
"""Of the largest entry of each derivative."""
FLAGS = ["-std=c99", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wdouble-promotion", "-Werror"]
compilers = pytest.mark.skipif(not shutil.which("gcc") or not shutil.which("g++"), reason="no gcc or no g++")
RNG = np.random.default_rng(0)
LWR = jn.load("kuka_lwr")
PLANAR = jn.load("planar_2r")
CARRIED = PLANAR.with_drives(stiffness=1e3, rotor_inertia=1e-4, gear_ratio=50.0, coupling="full")
TIMES = [0.0, 0.5, 1.1, 2.0, 2.3, 3.0]
POINTS = RNG.normal(size=(6, 7))
RATES = np.concatenate([np.zeros((1, 7)), RNG.normal(size=(4, 7)), np.zeros((1, 7))])
POSE = np.array([0.3, 0.8, 0.2, -1.2, 0.1, 0.9, 0.0])


def tool_line(robot, pose, by, **more):
    start = jn.tool_pose(robot, pose)[0][: len(by)]
    return jn.inverse_kinematics(robot, jn.trajectory.line(start, start + by, 0.8, start_time=0.1), pose, **more)


LINE = jn.trajectory.line([0.3, 0.4], [0.4, 0.3], 1.0)
MOVE = jn.trajectory.rest_to_rest([0.0, 0.0], [1.0, 1.0], 1.0)
POINT = LWR.with_tool("link7", outputs=("x", "y", "z"))
PATHS = {
    "move": (LWR, lambda: jn.trajectory.rest_to_rest(np.zeros(7), np.linspace(0.5, 1.5, 7), 1.3, degree=9)),
    "later": (LWR, lambda: jn.trajectory.rest_to_rest(-np.ones(7), np.ones(7), 0.02, degree=31, start_time=5.0)),
    "carried rotors": (CARRIED, lambda: jn.trajectory.rest_to_rest([0.0, 1.0], [1.0, 0.0], 1.0, degree=13)),
    "spline": (LWR, lambda: jn.trajectory.spline(TIMES, POINTS, degree=9)),
    "even spline": (LWR, lambda: jn.trajectory.spline(TIMES, POINTS, degree=6)),
    "with velocities": (LWR, lambda: jn.trajectory.spline(TIMES, POINTS, degree=9, qd=RATES)),
    "tool": (PLANAR, lambda: tool_line(PLANAR, np.array([0.4, 0.9]), [-0.2, 0.1])),
    "tool, a choice": (POINT, lambda: tool_line(POINT, POSE, [0.1, 0.1, -0.1])),
    "tool, held": (
        POINT,
        lambda: tool_line(POINT, POSE, [0.1, 0.1, -0.1], hold={"A3": 0.2, "A5": 0.1, "A6": 0.9, "A7": 0.0}),
    ),
    "tool, spline": (
        PLANAR,
        lambda: jn.inverse_kinematics(
            PLANAR,
            jn.trajectory.spline([0.0, 0.5, 1.0], [[0.3, 0.4], [0.4, 0.3], [0.5, 0.2]], degree=9).in_tool_space(),
            [0.0, 1.0],
        ),
    ),
}


def compiled(reference, folder, compiler=("gcc",), name="move", dtype="float64"):
    """The function of the C file, called with arrays; outputs as arrays."""
    reference.write_c(folder, name, dtype=dtype)
    command = [*compiler, *(FLAGS if compiler == ("gcc",) else FLAGS[1:])]
    subprocess.run([*command, f"{name}.c", f"test_{name}.c", "-lm", "-o", "check"], cwd=folder, check=True)
    subprocess.run([*command, "-fPIC", "-shared", f"{name}.c", "-o", f"lib{name}.so"], cwd=folder, check=True)
    subprocess.run(["./check"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    function = getattr(ctypes.CDLL(str(folder / f"lib{name}.so")), name)
    kind, real = (ctypes.c_float, np.float32) if dtype == "float32" else (ctypes.c_double, np.float64)
    function.restype = None

    def call(*inputs, sizes):
        given = [np.ascontiguousarray(np.atleast_1d(x), dtype=real) for x in inputs]
        found = [np.full(size, np.nan, dtype=real) for size in sizes]
        function(*(x.ctypes.data_as(ctypes.POINTER(kind)) for x in (*given, *found)))
        return found

    return call


def instants(path):
    span = path.end_time - path.start_time
    inside = np.linspace(path.start_time, path.end_time, 40)
    return np.concatenate([[path.start_time - span], inside, [path.end_time + 0.01 * span]])


def agree(found, expected):
    """Row by row: each derivative, relative to its largest entry along the path."""
    scale = np.abs(expected).max(axis=(0, 2), keepdims=True)
    assert (np.abs(found - expected) <= AGREES * np.where(scale == 0.0, 1.0, scale)).all()


@compilers
@pytest.mark.parametrize("name", PATHS)
def test_c_has_the_numbers_of_the_path(name, tmp_path):
    robot, make = PATHS[name]
    path = make()
    order = min(robot.motion_order, 6)
    call = compiled(jn.export.reference(robot, path, None if order == robot.motion_order else order), tmp_path)
    shape = (order + 1, robot.n)
    expected = np.array([path(t, order) for t in instants(path)])
    if name.startswith("tool"):
        rows, guess = [], expected[0, 0] + 0.02
        for t in instants(path):
            motion, missed = call(t, guess, sizes=[shape, 1])
            assert missed[0] < 1e-13
            rows.append(motion)
            guess = motion[0]
    else:
        rows = [call(t, sizes=[shape])[0] for t in instants(path)]
    agree(np.array(rows), expected)


def along(path):
    return jn.inverse_kinematics(PLANAR, path, [0.4, 0.9])


MET = {
    "circle": lambda: along(jn.trajectory.circle([0.6, 0.5], [0.5, 0.5], 1.0)),
    "polyline": lambda: along(jn.trajectory.polyline([[0.6, 0.5], [0.5, 0.5], [0.5, 0.7]], 2.0, 0.03)),
    "shaped": lambda: jn.trajectory.shaped(MOVE, [20.0, 70.0], kind="ZVD"),
    "timed": lambda: jn.fastest(PLANAR.with_limits(motor_torque=[60.0, 25.0]), MOVE),
}


@compilers
@pytest.mark.parametrize("name", MET)
def test_paths_that_are_no_polynomials(name, tmp_path):
    """Met to 1e-9 of each derivative by Taylor series; the joints that follow a tool lose one digit of it."""
    path = MET[name]()
    call = compiled(jn.export.reference(PLANAR, path), tmp_path)
    guess = [path(path.start_time)[0]] if name in ("circle", "polyline") else []
    times = np.concatenate([instants(path), np.linspace(path.start_time, path.end_time, 97)])
    found = []
    for t in times:
        found.append(call(t, *guess, sizes=[(5, 2), *[1] * len(guess)])[0])
        guess = [path(t)[0]] if guess else []
    expected = np.array([path(t, 4) for t in times])
    scale = np.abs(expected).max(axis=(0, 2))
    assert (np.abs(found - expected).max(axis=(0, 2)) <= 1e-8 * scale).all()


def test_paths_that_are_met_by_none():
    """One that turns too often, and a motion that does not end at rest."""

    class Shaken(jn.trajectory.Path):
        def __init__(self):
            self.n, self.start_time, self.end_time, self.smoothness, self.max_order = 2, 0.0, 1.0, 0, 40

        def derivatives(self, t, order):
            inside = (t >= self.start_time) & (t <= self.end_time)
            return jn.trajectory.harmonic([1.0, 1.0], 1e6)(t, order) * inside[..., None]

    with pytest.raises(InputError, match="Shaken is not met by 4000 polynomials"):
        jn.export.reference(PLANAR, Shaken())
    moving = jn.fastest_move(PLANAR.with_limits(motor_torque=[60.0, 25.0]), [0.0, 0.0], [0.5, 0.5], goal_velocity=[0.1, 0.1])
    with pytest.raises(InputError, match="moves at an end"):
        jn.export.reference(PLANAR, moving)


@compilers
@pytest.mark.parametrize("compiler", [("gcc",), ("g++", "-std=c++17", "-x", "c++")], ids=["C", "C++"])
def test_a_move_that_is_stated_with_the_call(compiler, tmp_path):
    names = ("start", "goal", "duration")
    made_of = jn.trajectory.rest_to_rest(np.zeros(7), np.ones(7), 1.0, degree=9, start_time=0.25)
    call = compiled(jn.export.reference(LWR, made_of, parameters=names), tmp_path, compiler)
    start, goal, duration = RNG.normal(size=7), RNG.normal(size=7), 0.37
    other = jn.trajectory.rest_to_rest(start, goal, duration, degree=9, start_time=0.25)
    found = [call(t, start, goal, duration, sizes=[(5, 7)])[0] for t in instants(other)]
    agree(np.array(found), np.array([other(t, 4) for t in instants(other)]))


@compilers
def test_a_line_that_is_stated_with_the_call(tmp_path):
    path = tool_line(PLANAR, np.array([0.4, 0.9]), [-0.2, 0.1])
    call = compiled(jn.export.reference(PLANAR, path, parameters=("duration", "start", "goal")), tmp_path)
    start = path.path.start
    other = jn.inverse_kinematics(PLANAR, jn.trajectory.line(start, start - [0.1, 0.2], 0.5, start_time=0.1), [0.4, 0.9])
    found = [call(t, start, start - [0.1, 0.2], 0.5, path(0.0)[0], sizes=[(5, 2), 1])[0] for t in instants(other)]
    agree(np.array(found), np.array([other(t, 4) for t in instants(other)]))


@compilers
def test_what_cannot_be_reached_is_said(tmp_path):
    """The test of the folder passes, and a place out of reach is not: Newton's method says how far the tool is from it."""
    path = tool_line(PLANAR, np.array([0.4, 0.9]), [-0.2, 0.1])
    call = compiled(jn.export.reference(PLANAR, path, parameters=("start", "goal", "duration")), tmp_path)
    far = np.array([10.0, 0.0])
    missed = call(0.0, far, far, 1.0, [0.4, 0.9], sizes=[(5, 2), 1])[1][0]
    assert not missed < 1.0  # also infinite, or nan
    motion, missed = call(0.1, path.path.start, far, 1.0, [0.0, 0.0], sizes=[(5, 2), 1])  # stretched out: singular
    assert missed[0] == np.inf
    assert (motion == 0.0).all()


@compilers
def test_fits_and_single_precision(tmp_path):
    t = np.linspace(0.0, 2.0, 60)
    path = jn.trajectory.fit(t, np.sin(t * np.pi / 2)[:, None] ** 2 * np.ones(2))
    call = compiled(jn.export.reference(PLANAR, path, 2), tmp_path)
    found = np.array([call(x, sizes=[(3, 2)])[0] for x in instants(path)])
    expected = np.array([path(x, 2) for x in instants(path)])
    assert np.abs(found - expected).max() < 1e-9 * np.abs(expected).max()  # rounding of short pieces, differenced twice
    (tmp_path / "single").mkdir()
    line = tool_line(PLANAR, np.array([0.4, 0.9]), [-0.2, 0.1])
    call = compiled(jn.export.reference(PLANAR, line, 2), tmp_path / "single", dtype="float32")
    found = np.array([call(x, line(x)[0], sizes=[(3, 2), 1])[0] for x in instants(line)])
    expected = np.array([line(x, 2) for x in instants(line)])
    assert np.abs(found - expected).max() < 1e-4 * np.abs(expected).max()


def test_with_kernels_in_one_folder(tmp_path):
    path = jn.trajectory.rest_to_rest([0.0, 0.0], [1.0, 1.0], 1.0, degree=9)
    files = jn.export.write_c(
        tmp_path, {"move": jn.export.reference(PLANAR, path), "inverse": jn.compile(jn.inverse_dynamics, PLANAR)}
    )
    assert {"move.c", "move.h", "inverse.c", "CMakeLists.txt"} <= {file.name for file in files}
    header = (tmp_path / "move.h").read_text()
    assert "motion: out, 10 numbers, row-major (5, 2): 5 rows of 2 numbers; row k: k-th time derivative" in header
    assert "void move(const double *t, double *motion);" in header
    assert repr(jn.export.reference(PLANAR, path)).startswith("<ReferenceGenerator of 'planar_2r'")


WAVES = jn.trajectory.harmonic([[0.5, 0.1], [0.02, 0.0]], [[1.0, 0.7], [5.0, 3.0]], [[0.3, 0.0], [0.1, 0.2]], [0.2, -0.4])


@compilers
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_harmonic_motions_go_on_for_ever(dtype, tmp_path):
    """At every instant, also where no two harmonics have a common period."""
    call = compiled(jn.export.reference(PLANAR, WAVES, 4), tmp_path, dtype=dtype)
    times = np.concatenate([np.linspace(-3.0, 12.0, 50), [1e3, -1e3]])[: None if dtype == "float64" else 50]
    times = times.astype(dtype).astype(float)
    found = np.array([call(t, sizes=[(5, 2)])[0] for t in times])
    expected = np.array([WAVES(t, 4) for t in times])
    assert np.abs(found - expected).max() < (1e-12 if dtype == "float64" else 1e-4) * np.abs(expected).max()


@compilers
@pytest.mark.parametrize("order", [6, 16])
def test_a_step_of_a_filter_dies_out(order, tmp_path):
    """It has no end, but one after which nothing is left of it."""
    path = jn.trajectory.filtered_step([0.1, 0.2], [1.0, -0.5], 0.02, order, start_time=0.3)
    assert np.abs(path(path.settled, 4)[1:]).max() < 1e-20
    assert np.abs(path(path.settled)[0] - path.goal).max() < 1e-15
    call = compiled(jn.export.reference(PLANAR, path, 4), tmp_path)
    times = np.concatenate([[-1.0, 0.2999], np.linspace(0.3, path.settled, 200)[1:], [1e3]])
    found, expected = np.array([call(t, sizes=[(5, 2)])[0] for t in times]), np.array([path(t, 4) for t in times])
    assert (np.abs(found - expected).max(axis=(0, 2)) <= 2e-9 * np.abs(expected).max(axis=(0, 2))).all()


class Endless(jn.trajectory.Path):
    """A motion nobody knows the end of."""

    def __init__(self):
        self.n, self.start_time, self.end_time, self.smoothness, self.max_order = 2, 0.0, np.inf, 9, 9

    def derivatives(self, t, order):
        return np.zeros((order + 1, *t.shape, 2))


@pytest.mark.parametrize(
    ("path", "more", "words"),
    [
        (LINE, {}, "expected a motion of the 2 joints.*got 2 coordinates in tool space; jn.inverse_kinematics"),
        (jn.trajectory.rest_to_rest([0.0] * 3, [1.0] * 3, 1.0), {}, "got 3 coordinates"),
        (Endless(), {}, "begins and ends, got Endless, which goes on for ever"),
        (MOVE, {"parameters": ("start",)}, "expected start, goal and duration"),
        (MOVE, {"parameters": ("begin",)}, "no parameter 'begin'"),
        (
            jn.trajectory.spline([0.0, 1.0], [[0.0, 0.0], [1.0, 1.0]]),
            {"parameters": ("start", "goal", "duration")},
            "rest-to-rest",
        ),
        (MOVE, {"order": -1}, "order: expected a whole number"),
        (3.0, {}, "path: expected a path"),
    ],
)
def test_what_is_no_reference(path, more, words):
    with pytest.raises(InputError, match=words):
        jn.export.reference(PLANAR, path, **more)


def test_derivatives_that_a_path_does_not_have():
    with pytest.raises(SmoothnessError, match="derivative 4 was asked for"):
        jn.export.reference(PLANAR, jn.trajectory.rest_to_rest([0.0, 0.0], [1.0, 1.0], 1.0, degree=3))


@compilers
def test_towards_a_singular_pose(tmp_path):
    """A tool that leaves its reach: `missed` is infinite, and joints stay, before their derivatives grow beyond all bounds."""
    start = np.array([0.2, 0.6])
    y = jn.tool_pose(PLANAR, start)[0][:2]
    path = jn.inverse_kinematics(PLANAR, jn.trajectory.line(y, 0.99 * y, 1.0), start)
    call = compiled(jn.export.reference(PLANAR, path, parameters=("start", "goal", "duration")), tmp_path)
    guess, followed, refused = start, [], []
    for t in np.arange(0.0, 1.0, 1e-4):
        motion, missed = call(t, y, 1.2 * y, 1.0, guess, sizes=[(5, 2), 1])
        if missed[0] < 1e-9:
            followed.append(np.abs(motion).max(axis=1))
            guess = motion[0]
        elif missed[0] == np.inf:
            refused.append(t)
            assert np.array_equal(motion, [guess, *np.zeros((4, 2))])
    snap = np.max(followed, axis=0)[4]
    tool = np.abs(jn.trajectory.line(y, 1.2 * y, 1.0)(np.linspace(0.0, 1.0, 1001), 4)[4]).max()
    assert refused
    assert snap < 1e10 * tool
