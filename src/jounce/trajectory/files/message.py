"""A motion in a message of ROS: trajectory_msgs/JointTrajectory, as JSON or YAML.

    joint_names: [a, b]
    points: [{positions: [..], velocities: [..], accelerations: [..], time_from_start: {sec: 0, nanosec: 0}}, ...]

Both generations of ROS: `sec` and `nanosec`, `secs` and `nsecs`; a number of seconds too. The message may stand within those that
planners send: RobotTrajectory, DisplayTrajectory, a goal of FollowJointTrajectory.
"""

import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from jounce.errors import InputError
from jounce.robot.values import closest, short
from jounce.trajectory.files.number import bounded
from jounce.trajectory.files.unread import warn_of_unread
from jounce.trajectory.files.yaml import parse_yaml
from jounce.trajectory.path import Floats
from jounce.trajectory.smoothing import Samples

WRAPPERS = ("trajectory", "joint_trajectory", "goal", "msg")
"""Keys of messages that hold the one that is looked for."""
DEEPEST = 8
EXACT = 2.0**53
"""Whole numbers below are exact as floats."""
CLOCKS = (("sec", "nanosec"), ("secs", "nsecs"))
RATES = ("velocities", "accelerations")


def read_message(text: str, ending: str, names: Sequence[str], followers: Sequence[str] = ()) -> Samples:
    """Return the points of the joints `names`, in that order. Rates are rows of nan where a point has none.

    Other joints are not read; a warning names those that move, unless they are followers: joints that mimic another.
    """
    data = _json(text) if ending == ".json" else parse_yaml(text)
    message = _find(data, 0)
    found = message["joint_names"]
    columns = _places(found, names, "joint_names")
    points = message["points"]
    if not isinstance(points, list) or len(points) < 2:
        raise InputError(f"points: expected a list of two at least, got {short(points)}.")
    rows = [_point(point, i, len(found)) for i, point in enumerate(points)]
    t = np.array([row[0] for row in rows])
    if (np.diff(t) <= 0.0).any():
        i = int((np.diff(t) <= 0.0).argmax())
        raise InputError(f"points: time_from_start must rise, but {t[i + 1]:.9g} s of point {i + 1} comes after {t[i]:.9g} s.")
    every, *rates = (np.array([row[1][k] for row in rows]) for k in range(3))
    others = [k for k, name in enumerate(found) if name not in names and name not in followers]
    warn_of_unread([found[k] for k in others], every[:, others], "joint_names")
    q, qd, qdd = (x[:, columns] for x in (every, *rates))
    return Samples(t, q, None if np.isnan(qd).all() else qd, None if np.isnan(qdd).all() else qdd)


def read_effort(text: str, ending: str, names: Sequence[str]) -> tuple[Floats, Floats, Floats | None]:
    """(times, positions, efforts) of the joints `names`: of a JointTrajectory, or of a list of sensor_msgs/JointState.

    In YAML the messages may be documents between lines of ---, too, as `ros2 topic echo` writes them. Efforts are None where the
    messages have none.
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
        given = state.get("effort")
        if given not in (None, []):
            row = _row(given, f"{at}.effort", count)
            tau.append([row[k] for k in columns])
    if tau and len(tau) != len(q):
        raise InputError(f"{where}: {len(tau)} of {len(q)} have an effort; expected all of them, or none.")
    return np.array(t, dtype=np.float64), np.array(q), np.array(tau) if tau else None


def _as_state(point: Any, names: Any) -> Any:
    """A point of a trajectory in the words of a JointState."""
    if not isinstance(point, dict):
        return point
    words = {"position": "positions", "effort": "effort", "at": "time_from_start"}
    return {"name": names, **{word: point.get(key) for word, key in words.items()}}


def _places(found: Any, names: Sequence[str], where: str) -> list[int]:
    """Where the joints are among those of a message."""
    if not isinstance(found, list) or not all(isinstance(name, str) for name in found):
        raise InputError(f"{where}: expected a list of names, got {short(found)}.")
    columns = []
    for name in names:
        if found.count(name) != 1:
            had = "there twice" if name in found else "not there"
            hint = "" if name in found else closest(name, found)
            raise InputError(f"{where}: joint {name!r} is {had}.{hint}")
        columns.append(found.index(name))
    return columns


def _find(data: Any, depth: int) -> dict[str, Any]:
    """The message within those that wrap it."""
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
    """Time, and positions, velocities, accelerations of one point."""
    if not isinstance(point, dict) or not {"positions", "time_from_start"} <= point.keys():
        raise InputError(f"points[{i}]: expected positions and time_from_start, got {short(point)}.")
    rows = [_row(point["positions"], f"points[{i}].positions", count)]
    for key in RATES:
        given = point.get(key)
        rows.append(_row(given, f"points[{i}].{key}", count) if given not in (None, []) else [np.nan] * count)
    return _time(point["time_from_start"], f"points[{i}].time_from_start"), rows


def _row(values: Any, where: str, count: int) -> list[float]:
    if not isinstance(values, list) or len(values) != count:
        came = f"{len(values)} values" if isinstance(values, list) else short(values)
        raise InputError(f"{where}: expected {count} values, one per joint of joint_names, got {came}.")
    found = []
    for k, value in enumerate(values):
        try:
            found.append(bounded(value))
        except ValueError as error:
            raise InputError(f"{where}[{k}]: {error}, got {short(value)}.") from None
    return found


def _time(value: Any, where: str) -> float:
    """Seconds."""
    parts = [value]
    if isinstance(value, dict):
        parts = next(([value[a], value[b]] for a, b in CLOCKS if value.keys() == {a, b}), [])
    try:
        whole = [bounded(part) for part in parts[:1]] + [bounded(1e-9 * part) for part in parts[1:]]
    except (TypeError, ValueError, OverflowError):
        whole = []
    if not whole:
        raise InputError(f"{where}: expected seconds, as a number or as {{sec, nanosec}}, got {short(value)}.")
    return sum(whole)


def _since(stamp: Any, first: Any, where: str) -> float:
    """Seconds since the first stamp: stamps count from 1970, too large for a float to keep their nanoseconds."""
    parts = [next(([x[a], x[b]] for a, b in CLOCKS if isinstance(x, dict) and x.keys() == {a, b}), []) for x in (first, stamp)]
    if not all(part and all(_is_whole(x) for x in part) for part in parts):
        raise InputError(f"{where}: expected {{sec, nanosec}} in whole numbers, got {short(stamp)}.")
    return _time({"sec": parts[1][0] - parts[0][0], "nanosec": parts[1][1] - parts[0][1]}, where)


def _is_whole(x: Any) -> bool:
    """Return whether x is a whole number: an integer of JSON, or a float of YAML without a fraction, which holds it exactly."""
    return (isinstance(x, int) and not isinstance(x, bool)) or (isinstance(x, float) and x.is_integer() and abs(x) < EXACT)


def _json(text: str) -> Any:
    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) != len(pairs):
            raise ValueError("a key stands twice in one object")
        return found

    try:
        return json.loads(text, object_pairs_hook=once)
    except RecursionError:
        raise InputError("not valid JSON: nested too deep.") from None
    except ValueError as error:
        raise InputError(f"not valid JSON: {str(error)[:200]}.") from None
