"""Motions in files: messages of ROS as JSON and YAML, tables; what is read, what is gone through, and what is refused."""

import json
import warnings
from contextlib import suppress

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError
from jounce.trajectory import load, rest_to_rest, spline
from jounce.trajectory.fitted import Fitted
from support.several_freedoms import random_tree
from support.tolerances import assert_close

ROBOT = jn.load("planar_2r")
MOTION = rest_to_rest([0.1, 0.2], [0.9, -0.4], 0.6, degree=11)
T = np.linspace(0.0, 0.6, 7)


def message(t=T, rates=2, clock=None, names=("joint2", "gripper", "joint1")):
    """A message with a joint too many, and joints in another order than the robot's."""
    clock = clock or (lambda s: {"sec": int(s), "nanosec": round(1e9 * (s - int(s)))})
    rows = MOTION(np.asarray(t), 2)
    points = []
    for i, s in enumerate(t):
        point = {"time_from_start": clock(float(s)), "effort": []}
        for k, key in enumerate(("positions", "velocities", "accelerations")):
            q1, q2 = rows[k, i].tolist()
            point[key] = [q2, 0.5, q1] if k <= rates else []
        points.append(point)
    header = {"stamp": {"sec": 0, "nanosec": 0}, "frame_id": ""}
    return {"header": header, "joint_names": list(names), "points": points}


def block(value, indent=0):
    """YAML as `ros2 topic echo` writes it: everything in lines of its own, lists at the column of their key."""
    pad = " " * indent
    lines = []
    if isinstance(value, dict):
        for key, inner in value.items():
            if isinstance(inner, (dict, list)) and inner:
                lines += [f"{pad}{key}:", *block(inner, indent + 2 * isinstance(inner, dict))]
            else:
                lines.append(f"{pad}{key}: {json.dumps(inner) if inner != '' else chr(39) * 2}")
        return lines
    for item in value:
        inner = block(item, indent + 2) if isinstance(item, dict) else [json.dumps(item)]
        lines += [f"{pad}- {inner[0].strip()}", *inner[1:]]
    return lines


def flow(value, indent=0):
    """YAML as `rostopic echo` writes it: numbers in brackets, a dash in a line of its own."""
    pad = " " * indent
    lines = []
    for key, inner in value.items():
        if isinstance(inner, dict):
            lines += [f"{pad}{key}: ", *flow(inner, indent + 2)]
        elif isinstance(inner, list) and inner and isinstance(inner[0], dict):
            lines.append(f"{pad}{key}: ")
            for item in inner:
                lines += [f"{pad}  - ", *flow(item, indent + 4)]
        else:
            lines.append(f"{pad}{key}: {inner!r}".replace("''", '""'))
    return lines


def seconds(s):
    return {"secs": int(s), "nsecs": round(1e9 * (s - int(s)))}


FORMS = {
    "json": ("m.json", lambda m: json.dumps(m)),
    "topic echo of ROS 2": ("m.yaml", lambda m: "\n".join([*block(m), "---", ""])),
    "rostopic echo": ("m.yml", lambda m: "\n".join(["---", *flow(m), "---"])),
    "JSON is YAML": ("m.yaml", lambda m: json.dumps(m, indent=1)),
    "comments": ("m.yaml", lambda m: "\n".join(["# a plan", *(line + "  # said" for line in block(m))])),
    "lines of Windows": ("m.yaml", lambda m: "\r\n".join(block(m))),
}
WRAPPED = {
    "bare": lambda m: m,
    "RobotTrajectory": lambda m: {"joint_trajectory": m, "multi_dof_joint_trajectory": {"joint_names": [], "points": []}},
    "DisplayTrajectory": lambda m: {"model_id": "arm", "trajectory": [{"joint_trajectory": m}], "trajectory_start": {}},
    "FollowJointTrajectory": lambda m: {"goal": {"trajectory": m, "goal_tolerance": []}},
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("wrapped", WRAPPED)
@pytest.mark.parametrize("clock", [None, seconds, lambda s: s], ids=["sec", "secs", "float"])
def test_points_are_gone_through_exactly(tmp_path, form, wrapped, clock):
    name, write = FORMS[form]
    file = tmp_path / name
    file.write_text(write(WRAPPED[wrapped](message(clock=clock))))
    path = load(file, ROBOT)
    expected = MOTION(T, 2)
    found = path(T, 2)
    assert_close(found[:2], expected[:2], 1e-9)  # times in nanoseconds
    assert_close(found[2, 1:-1], expected[2, 1:-1], 1e-8)
    assert path.smoothness == 4
    jn.feedforward(ROBOT, path, np.linspace(0.0, 0.6, 50))


@pytest.mark.parametrize("rates", [0, 1, 2])
def test_what_is_given_is_kept(tmp_path, rates):
    file = tmp_path / "m.json"
    file.write_text(json.dumps(message(rates=rates)))
    given = MOTION(T, 2)
    given[2, [0, -1]] = 0.0
    expected = spline(T, given[0], 9, given[1] if rates else None, given[2] if rates == 2 else None)
    assert_close(load(file, ROBOT)(np.linspace(0.0, 0.6, 31), 4), expected(np.linspace(0.0, 0.6, 31), 4), 1e-8)


def test_a_point_without_rates_is_free_of_them(tmp_path):
    given = message()
    given["points"][3]["velocities"] = given["points"][3]["accelerations"] = []
    file = tmp_path / "m.json"
    file.write_text(json.dumps(given))
    found = load(file, ROBOT)(T, 1)
    assert_close(found[0], MOTION(T)[0], 1e-9)
    assert_close(found[1, [1, 2, 4, 5]], MOTION(T, 1)[1, [1, 2, 4, 5]], 1e-8)
    assert np.abs(found[1, 3] - MOTION(T, 1)[1, 3]).max() > 1e-6


def test_dense_points_and_a_tolerance_are_fitted(tmp_path):
    dense = np.linspace(0.0, 0.6, 601)
    file = tmp_path / "m.json"
    file.write_text(json.dumps(message(dense)))
    path = load(file, ROBOT)
    assert isinstance(path, Fitted)
    assert path.velocity_deviation.max() > 0.0
    sparse = tmp_path / "n.json"
    sparse.write_text(json.dumps(message(np.linspace(0.0, 0.6, 25))))
    assert not isinstance(load(sparse, ROBOT), Fitted)
    assert isinstance(load(sparse, ROBOT, tolerance=1e-3), Fitted)


def test_a_table(tmp_path):
    t = np.linspace(0.0, 0.6, 301)
    rows = np.column_stack([t, np.degrees(MOTION(t)[0])])
    file = tmp_path / "m.csv"
    np.savetxt(file, rows, delimiter=",", header="time,q1,q2", comments="", fmt="%.17g")
    assert np.abs(load(file, ROBOT, degrees=True)(t)[0] - MOTION(t)[0]).max() <= 1e-4


# Waypoints with rates


@pytest.mark.parametrize("seed", range(3))
def test_quintic_pieces(seed):
    """Degree 5 with velocities and accelerations: each piece is the quintic of its ends, by the formula of books on robots."""
    rng = np.random.default_rng(seed)
    t = np.cumsum(rng.uniform(0.1, 0.9, 5))
    q, v, a = rng.normal(size=(3, 5, 1))
    v[[0, -1]] = a[[0, -1]] = 0.0
    path = spline(t, q, 5, v, a)
    for i in range(4):
        d = t[i + 1] - t[i]
        h = q[i + 1] - q[i]
        c = [
            q[i],
            v[i],
            a[i] / 2,
            (20 * h - (8 * v[i + 1] + 12 * v[i]) * d - (3 * a[i] - a[i + 1]) * d**2) / (2 * d**3),
            (-30 * h + (14 * v[i + 1] + 16 * v[i]) * d + (3 * a[i] - 2 * a[i + 1]) * d**2) / (2 * d**4),
            (12 * h - 6 * (v[i + 1] + v[i]) * d + (a[i + 1] - a[i]) * d**2) / (2 * d**5),
        ]
        s = np.linspace(0.0, d, 7)
        expected = sum(ck * s[:, None] ** k for k, ck in enumerate(c))
        assert_close(path(t[i] + s)[0], expected, 1e-10)


def test_rates_of_the_interpolating_spline_give_it_back():
    """The spline through positions alone has the least integral; told its own velocities it stays what it is."""
    rng = np.random.default_rng(1)
    t, q = np.array([0.0, 0.3, 0.5, 1.1, 1.2, 2.0]), rng.normal(size=(6, 2))
    free = spline(t, q, 9)
    x = np.linspace(-0.1, 2.1, 100)
    told = spline(t, q, 9, free(t, 1)[1])
    assert_close(told(x, 4), free(x, 4), 1e-7)
    assert (told.smoothness, told.inner_smoothness) == (4, 7)


def test_it_is_smooth_where_it_says_so():
    rng = np.random.default_rng(2)
    t, (q, qd, qdd) = np.linspace(0.0, 1.0, 6), rng.normal(size=(3, 6, 2))
    qd[[0, -1]] = 0.0
    path = spline(t, q, 9, qd, qdd)
    before, after = path(t - 1e-9, 5), path(t + 1e-9, 5)
    scale = np.abs(path(np.linspace(0, 1, 500), 6)).max(axis=(1, 2))
    assert (np.abs(after - before)[:5].max(axis=(1, 2)) < 1e-8 * scale[1:6] + 1e-9).all()


@pytest.mark.parametrize(
    ("qd", "qdd", "degree", "words"),
    [
        ([[0.0], [1.0]], None, 9, "end in motion, joint 'a' at 1 rad/s or m/s at t = 1 s"),
        ([[0.5], [0.0]], None, 9, "begin in motion, joint 'a' at 0.5 rad/s"),
        ([[0.0], [0.0]], None, 8, "odd"),
        ([[0.0], [0.0]], None, 3, "odd number from 5"),
        ([[0.0]], None, 9, "shape"),
        ([[0.0], [np.inf]], None, 9, "finite"),
        (None, [[0.0], [0.0]], 9, "only where velocities"),
        ("fast", None, 9, "numbers"),
    ],
)
def test_rates_refused(qd, qdd, degree, words):
    with pytest.raises(InputError, match=words):
        spline([0.0, 1.0], [[0.0], [1.0]], degree, qd, qdd, names=("a",))


# What is refused


def changed(**more):
    return {**message(), **more}


def with_point(i, **more):
    points = message()["points"]
    points[i].update(more)
    return changed(points=points)


BAD = {
    "no message": ({"a": 1}, "expected one trajectory_msgs/JointTrajectory, .* got keys 'a'"),
    "two messages": ({"trajectory": [message(), message()]}, "got a list of 2"),
    "nothing": (None, "got None"),
    "names": (changed(joint_names="joint1"), "joint_names: expected a list of names"),
    "missing joint": (changed(joint_names=["joint1", "a", "b"]), "joint 'joint2' is not there"),
    "twice": (changed(joint_names=["joint1", "joint1", "joint2"]), "joint 'joint1' is there twice"),
    "one point": (changed(points=message()["points"][:1]), "two at least"),
    "no points": (changed(points={}), "points: expected a list"),
    "no time": (changed(points=[{"positions": [0, 0, 0]}] * 2), r"points\[0\]: expected positions and time_from_start"),
    "count": (with_point(2, positions=[0.0]), r"points\[2\].positions: expected 3 values"),
    "text": (with_point(2, velocities=[0.0, "1", 0.0]), r"points\[2\].velocities\[1\]: expected a finite number"),
    "true": (with_point(2, positions=[0.0, True, 0.0]), r"points\[2\].positions\[1\]"),
    "nan": (with_point(2, positions=[0.0, float("nan"), 0.0]), r"points\[2\].positions\[1\]"),
    "huge": (with_point(2, positions=[0.0, 10**400, 0.0]), r"points\[2\].positions\[1\]"),
    "time back": (with_point(2, time_from_start=0.0), "time_from_start must rise"),
    "clock": (with_point(2, time_from_start={"sec": 1}), r"points\[2\].time_from_start: expected seconds"),
    "clock text": (with_point(2, time_from_start={"sec": "1", "nanosec": None}), "expected seconds"),
    "in motion": (
        changed(points=message()["points"][2:]),
        "begin in motion, joint 'joint[12]' at -?[0-9.]+ rad/s or m/s at t = 0.2 s",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_refused(tmp_path, case):
    value, words = BAD[case]
    file = tmp_path / "m.json"
    file.write_text(json.dumps(value))
    with pytest.raises(InputError, match=words) as error:
        load(file, ROBOT)
    assert str(file) in str(error.value)


def test_other_files(tmp_path):
    (tmp_path / "a.txt").write_text("t")
    for name, words in (("a.txt", "ends in .csv, .json"), ("a.json", "no such file")):
        with pytest.raises(InputError, match=words):
            load(tmp_path / name, ROBOT)
    for arguments in ((3, ROBOT), ("m.json", "planar_2r")):
        with pytest.raises(InputError, match="expected the name of a file and a robot"):
            load(*arguments)
    (tmp_path / "m.json").write_text(json.dumps(message()))
    with pytest.raises(InputError, match="joints of several freedoms"):
        load(tmp_path / "m.json", random_tree(0, floating=True))
    with pytest.raises(InputError, match="in radians"):
        load(tmp_path / "m.json", ROBOT, degrees=True)
    with pytest.raises(InputError, match="degrees: expected True or False"):
        load(tmp_path / "m.json", ROBOT, degrees=np.array([1, 2]))


HOSTILE_JSON = {
    "deep": "[" * 100_000,
    "deep maps": '{"trajectory":' * 5_000 + "1" + "}" * 5_000,
    "long number": "[" + "9" * 100_000 + "]",
    "cut": '{"joint_names": ["joint1"',
    "twice": '{"points": 1, "points": 2}',
    "empty": "",
    "zeros": "\x00" * 100,
}
HOSTILE_YAML = {
    "deep lists": "- " * 5_000 + "1",
    "deep maps": "\n".join(" " * i + "a:" for i in range(500)),
    "deep brackets": "a: " + "[" * 100_000,
    "brackets closed": "a: " + "[" * 5_000 + "]" * 5_000,
    "anchor": "a: &x [1]\nb: *x",
    "laughs": "a: &a [1,1]\nb: &b [*a,*a]\nc: [*b,*b]",
    "tag": "a: !!python/object/apply:os.system ['ls']",
    "tag in brackets": "a: [!!int 3]",
    "merge": "<<: {a: 1}",
    "text over lines": "a: |\n  x\n  y",
    "tab": "a:\n\tb: 1",
    "key twice": "a: 1\na: 2",
    "key twice in braces": "{a: 1, a: 2}",
    "open quote": "a: 'b",
    "open bracket": "a: [1, 2",
    "wrong bracket": "a: [1, 2}",
    "two values": "a: [1 [2]]",
    "commas": "a: [1,,2]",
    "behind": "a: [1] 2",
    "indentation": "a: 1\n   b: 2",
    "two documents": "a: 1\n---\nb: 2",
    "empty": "",
    "quotes": "a: " + "'" * 10_001,
    "spaces": " " * 100_000 + "#" * 100_000,
    "hashes": "a: " + "x#" * 50_000,
    "colons": ":" * 100_000,
    "unicode": "\u202e: \u0000",
}


@pytest.mark.parametrize("case", HOSTILE_JSON)
def test_hostile_json(tmp_path, case):
    (tmp_path / "m.json").write_text(HOSTILE_JSON[case])
    with pytest.raises(InputError):
        load(tmp_path / "m.json", ROBOT)


@pytest.mark.parametrize("case", HOSTILE_YAML)
def test_hostile_yaml(tmp_path, case):
    (tmp_path / "m.yaml").write_text(HOSTILE_YAML[case])
    with pytest.raises(InputError):
        load(tmp_path / "m.yaml", ROBOT)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("form", ["json", "topic echo of ROS 2", "rostopic echo"])
def test_damaged_files(tmp_path, form, seed):
    """Characters changed, lines dropped or doubled: a motion, with a warning if a joint is left out, or an error of ours."""
    name, write = FORMS[form]
    rng = np.random.default_rng(seed)
    text = write(message())
    for _ in range(20):
        letters, lines = list(text), text.split("\n")
        at = int(rng.integers(len(letters)))
        letters[at] = str(rng.choice(list("0-:[]{},'\"#& \n\t.eE!")))
        row = int(rng.integers(len(lines)))
        broken = str(
            rng.choice(["".join(letters), "\n".join(lines[:row] + lines[row + 1 :]), "\n".join(lines[: row + 1] + lines[row:])])
        )
        (tmp_path / name).write_text(broken)
        with suppress(InputError), warnings.catch_warnings():
            warnings.filterwarnings("ignore", "joint_names: joints that move here")
            load(tmp_path / name, ROBOT)


def test_a_locked_joint_that_moves_is_named(tmp_path):
    """A finger that opens from 0.02 to 0.036 m in a plan is not locked there: its motion has no effect, and that is said."""
    names = [*jn.load("planar_2r").joint_names, "finger", "camera"]
    points = [
        {"positions": [0.1 * k, 0.2 * k, 0.02 + 0.008 * k, 0.5], "time_from_start": {"sec": k, "nanosec": 0}} for k in range(3)
    ]
    file = tmp_path / "plan.json"
    file.write_text(json.dumps({"joint_names": names, "points": points}))
    robot = jn.load("planar_2r")
    with pytest.warns(UserWarning, match=r"'finger' \(0.02 to 0.036\)\. A locked joint") as notes:
        path = jn.trajectory.load(file, robot)
    assert len(notes) == 1
    for point in points:
        point["positions"][2] = 0.02
    file.write_text(json.dumps({"joint_names": names, "points": points}))
    assert jn.trajectory.load(file, robot).end_time == path.end_time  # without a word: it stands still
    rows = "".join(f"{0.02 * k},{0.001 * k},{0.002 * k},{0.02 + 1e-4 * k},{k}\n" for k in range(60))
    for head, words in (
        ("q_finger", "q_finger"),
        ("finger [m]", "finger"),
        ("finger", "finger"),
        ("theta_finger [rad]", None),
        ("tau_joint3", None),
        ("count", None),
    ):
        table = tmp_path / "plan.csv"
        table.write_text(f"t,{names[0]},{names[1]},{head},tau\n" + rows)
        if words is None:  # any other number of a recording
            jn.trajectory.load(table, robot, 1e-2)
            continue
        with pytest.warns(UserWarning, match=f"{words}.* \\(0.02 to 0.0259\\)"):
            jn.trajectory.load(table, robot, 1e-2)
