"""Reader of trajectory_msgs/JointTrajectory messages of ROS, as JSON or YAML.

    joint_names: [a, b]
    points: [{positions: [..], velocities: [..], accelerations: [..], time_from_start: {sec: 0, nanosec: 0}}, ...]

Times of both generations of ROS are read, {sec, nanosec} and {secs, nsecs}, and also a plain number of seconds. The message may
be inside the messages of planners: RobotTrajectory, DisplayTrajectory, or a goal of FollowJointTrajectory.
"""

import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from jounce.errors import InputError
from jounce.robot.validation import closest, short
from jounce.trajectory.files.number_parser import bounded
from jounce.trajectory.files.unread import warn_of_unread
from jounce.trajectory.files.yaml import parse_yaml
from jounce.trajectory.path import Floats
from jounce.trajectory.smoothing import Samples

WRAPPERS = ("trajectory", "joint_trajectory", "goal", "msg")
"""Keys under which other messages contain the trajectory."""
DEEPEST = 8
"""Largest depth of messages within messages."""
EXACT = 2.0**53
"""Bound below which a float represents every integer exactly."""
CLOCKS = (("sec", "nanosec"), ("secs", "nsecs"))
"""Pairs of keys for seconds and nanoseconds, of ROS 2 and of ROS 1."""
RATES = ("velocities", "accelerations")
"""Keys of the time derivatives in a point."""


def read_message(text: str, ending: str, names: Sequence[str], followers: Sequence[str] = ()) -> Samples:
    """Return the points of a JointTrajectory for the joints `names`, in the order of `names`.

    ending: file ending, which selects JSON or YAML. Velocities and accelerations are rows of nan where a point has none, and
    None if no point has any. Other joints are ignored; a warning names other joints that move, unless they are `followers`
    (mimic joints).
    """
    data = _json(text) if ending == ".json" else parse_yaml(text)
    message = _find(data, 0)
    joint_names = message["joint_names"]
    columns = _places(joint_names, names, "joint_names")
    points = message["points"]
    if not isinstance(points, list) or len(points) < 2:
        raise InputError(f"points: expected a list of two at least, got {short(points)}.")
    rows = [_point(point, i, len(joint_names)) for i, point in enumerate(points)]
    t = np.array([row[0] for row in rows])
    if (np.diff(t) <= 0.0).any():
        i = int((np.diff(t) <= 0.0).argmax())
        raise InputError(f"points: time_from_start must rise, but {t[i + 1]:.9g} s of point {i + 1} comes after {t[i]:.9g} s.")
    positions, *rates = (np.array([row[1][k] for row in rows]) for k in range(3))
    others = [k for k, name in enumerate(joint_names) if name not in names and name not in followers]
    warn_of_unread([joint_names[k] for k in others], positions[:, others], "joint_names")
    q, qd, qdd = (x[:, columns] for x in (positions, *rates))
    return Samples(t, q, None if np.isnan(qd).all() else qd, None if np.isnan(qdd).all() else qdd)


def read_effort(text: str, ending: str, names: Sequence[str]) -> tuple[Floats, Floats, Floats | None]:
    """Return (times (T,) [s], positions (T, n), efforts (T, n)) of the n joints `names`, in rad, m, Nm, N.

    The text contains a JointTrajectory or a list of sensor_msgs/JointState. ending: file ending, which selects JSON or YAML. In
    YAML the messages may also be documents between lines of ---, as `ros2 topic echo` writes them. The efforts are None if no
    message has any.
    """
    data = _json(text) if ending == ".json" else parse_yaml(text, several=True)
    if not isinstance(data, list) or len(data) < 2:
        message = _find(data, 0)
        points = message["points"] if isinstance(message["points"], list) else []
        states = [_as_state(point, message["joint_names"]) for point in points]
        where = "points"
    else:
        states, where = data, "messages"
    t, q, tau = [], [], []
    first: Any = None
    for i, state in enumerate(states):
        at = f"{where}[{i}]"
        if not isinstance(state, dict) or not isinstance(state.get("name"), list):
            raise InputError(f"{at}: expected a sensor_msgs/JointState with name, position and effort, got {short(state)}.")
        columns = _places(state["name"], names, f"{at}.name" if where == "messages" else "joint_names")
        count = len(state["name"])
        header = state.get("header")
        stamp = state["at"] if "at" in state else header.get("stamp") if isinstance(header, dict) else None
        first = stamp if i == 0 else first
        t.append(_time(stamp, f"{at}.time_from_start") if where == "points" else _since(stamp, first, f"{at}.header.stamp"))
        row = _row(state.get("position"), f"{at}.position", count)
        q.append([row[k] for k in columns])
        effort = state.get("effort")
        if effort not in (None, []):
            row = _row(effort, f"{at}.effort", count)
            tau.append([row[k] for k in columns])
    if tau and len(tau) != len(q):
        raise InputError(f"{where}: {len(tau)} of {len(q)} have an effort; expected all of them, or none.")
    return np.array(t, dtype=np.float64), np.array(q), np.array(tau) if tau else None


def _as_state(point: Any, names: Any) -> Any:
    """Return a point of a trajectory as a dict with the keys of a JointState; names: names of the joints."""
    if not isinstance(point, dict):
        return point
    words = {"position": "positions", "effort": "effort", "at": "time_from_start"}
    return {"name": names, **{word: point.get(key) for word, key in words.items()}}


def _places(joint_names: Any, names: Sequence[str], where: str) -> list[int]:
    """Return the indices of the joints `names` in the list `joint_names` of a message.

    where: place in the message, for errors.
    """
    if not isinstance(joint_names, list) or not all(isinstance(name, str) for name in joint_names):
        raise InputError(f"{where}: expected a list of names, got {short(joint_names)}.")
    columns = []
    for name in names:
        if joint_names.count(name) != 1:
            had = "there twice" if name in joint_names else "not there"
            hint = "" if name in joint_names else closest(name, joint_names)
            raise InputError(f"{where}: joint {name!r} is {had}.{hint}")
        columns.append(joint_names.index(name))
    return columns


def _find(data: Any, depth: int) -> dict[str, Any]:
    """Return the JointTrajectory inside the messages that wrap it; depth: number of wrappers so far."""
    if isinstance(data, list) and len(data) == 1:
        return _find(data[0], depth + 1) if depth < DEEPEST else {}
    if isinstance(data, dict):
        if "joint_names" in data and "points" in data:
            return data
        inner = [data[key] for key in WRAPPERS if key in data]
        if len(inner) == 1 and depth < DEEPEST:
            return _find(inner[0], depth + 1)
    keys = f"keys {', '.join(short(key) for key in list(data)[:8])}" if isinstance(data, dict) else short(data)
    several = f"a list of {len(data)}" if isinstance(data, list) else keys
    raise InputError(f"expected one trajectory_msgs/JointTrajectory, with joint_names and points; got {several}.")


def _point(point: Any, i: int, count: int) -> tuple[float, list[list[float]]]:
    """Return the time [s] of point i, and its positions, velocities and accelerations; count: number of joints."""
    if not isinstance(point, dict) or not {"positions", "time_from_start"} <= point.keys():
        raise InputError(f"points[{i}]: expected positions and time_from_start, got {short(point)}.")
    rows = [_row(point["positions"], f"points[{i}].positions", count)]
    for key in RATES:
        values = point.get(key)
        rows.append(_row(values, f"points[{i}].{key}", count) if values not in (None, []) else [np.nan] * count)
    return _time(point["time_from_start"], f"points[{i}].time_from_start"), rows


def _row(values: Any, where: str, count: int) -> list[float]:
    """Return a list of `count` bounded numbers, one per joint; where: place of the list in the message, for errors."""
    if not isinstance(values, list) or len(values) != count:
        came = f"{len(values)} values" if isinstance(values, list) else short(values)
        raise InputError(f"{where}: expected {count} values, one per joint of joint_names, got {came}.")
    numbers = []
    for k, value in enumerate(values):
        try:
            numbers.append(bounded(value))
        except ValueError as error:
            raise InputError(f"{where}[{k}]: {error}, got {short(value)}.") from None
    return numbers


def _time(value: Any, where: str) -> float:
    """Return a time [s] from a number of seconds or a dict of seconds and nanoseconds.

    where: place in the message, for errors.
    """
    numbers = [value]
    if isinstance(value, dict):
        numbers = next(([value[a], value[b]] for a, b in CLOCKS if value.keys() == {a, b}), [])
    try:
        whole = [bounded(number) for number in numbers[:1]] + [bounded(1e-9 * number) for number in numbers[1:]]
    except (TypeError, ValueError, OverflowError):
        whole = []
    if not whole:
        raise InputError(f"{where}: expected seconds, as a number or as {{sec, nanosec}}, got {short(value)}.")
    return sum(whole)


def _since(stamp: Any, first: Any, where: str) -> float:
    """Return the time [s] from the stamp `first` to `stamp`; where: place in the message, for errors.

    Stamps count from 1970, so that one float cannot keep their nanoseconds. Seconds and nanoseconds are therefore subtracted
    separately.
    """
    stamps = [next(([x[a], x[b]] for a, b in CLOCKS if isinstance(x, dict) and x.keys() == {a, b}), []) for x in (first, stamp)]
    if not all(numbers and all(_is_whole(x) for x in numbers) for numbers in stamps):
        raise InputError(f"{where}: expected {{sec, nanosec}} in whole numbers, got {short(stamp)}.")
    return _time({"sec": stamps[1][0] - stamps[0][0], "nanosec": stamps[1][1] - stamps[0][1]}, where)


def _is_whole(x: Any) -> bool:
    """Return True if x is an integer of JSON, or a float of YAML that represents an integer exactly."""
    return (isinstance(x, int) and not isinstance(x, bool)) or (isinstance(x, float) and x.is_integer() and abs(x) < EXACT)


def _json(text: str) -> Any:
    """Parse a JSON text and return its value; raise `InputError` for invalid text, repeated keys and deep nesting."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        entries = dict(pairs)
        if len(entries) != len(pairs):
            raise ValueError("a key stands twice in one object")
        return entries

    try:
        return json.loads(text, object_pairs_hook=once)
    except RecursionError:
        raise InputError("not valid JSON: nested too deep.") from None
    except ValueError as error:
        raise InputError(f"not valid JSON: {str(error)[:200]}.") from None
