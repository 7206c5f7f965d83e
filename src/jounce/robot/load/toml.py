"""Our own robot files: TOML, SI units, one table per link and per joint. The format is described in docs/guide/robot-files.md.

Unknown keys are refused, with the nearest known one named: a misspelt `stifness` must not become a rigid joint.
"""

import math
from collections.abc import Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from jounce.errors import LoadError, ModelError
from jounce.robot.assembly import bolted_to_base
from jounce.robot.drive import Drive
from jounce.robot.frame import ANGLES, POSITIONS, Frame, Tool
from jounce.robot.joint import Joint, degrees, rpy_placement
from jounce.robot.link import TENSOR, Link
from jounce.robot.load.file import contents
from jounce.robot.load.parse import parse
from jounce.robot.passive import Bushing, Spring
from jounce.robot.robot import Robot
from jounce.robot.springs import HardeningSpring, SpringLaw, TabulatedSpring
from jounce.robot.values import closest, identifier, number, short, vector
from jounce.spatial.placements import Placement

PLACE = ("xyz", "rpy", "rpy_deg", "rotation")
DRIVE = tuple(field.name for field in fields(Drive))
DH = ("a", "alpha", "alpha_deg", "d", "theta", "theta_deg")


def load_toml(path: Path, physical: bool) -> Robot:
    """A robot from our TOML."""
    file = _parse(path)
    top = ("name", "description", "source", "base", "gravity", "dh", "link", "joint", "frame", "tool")
    _known(file, top, "the file")
    more: dict[str, Any] = {key: _text(file, key) for key in ("description", "source") if key in file}
    if "gravity" in file:
        more["gravity"] = vector(file["gravity"], "gravity [m/s^2]")
    if "tool" in file:
        more["tool"] = _tool(_table(file["tool"], "tool"))
    more["frames"] = [_frame(table) for table in _tables(file, "frame")]
    name = _text(file, "name") if "name" in file else path.stem
    base = _text(file, "base") if "base" in file else "base"
    if "dh" in file:
        links = [_link(table, physical, set()) for table in _tables(file, "link")]
        return _from_dh(file, links, name=name, base=base, **more)
    joints = [_joint(table) for table in _tables(file, "joint")]
    bolted = bolted_to_base(joints)
    links = [_link(table, physical, bolted) for table in _tables(file, "link")]
    if base not in [link.name for link in links] and ("base" in file or base in [joint.parent for joint in joints]):
        links = [Link(base), *links]
    robot = Robot.build(name, links, joints, **more)
    if "base" in file and robot.base != base:
        raise LoadError(f"base = {base!r}, but that link is moved by a joint; the one that is not is {robot.base!r}.")
    return _in_order(robot, [joint.name for joint in joints], more.get("tool"))


def _in_order(robot: Robot, names: list[str], tool: Any) -> Robot:
    """The joints as the file has them, where parents stand before their children there: a saved robot keeps its order."""
    place = {name: i for i, name in enumerate(names)}
    if any(joint.name not in place for joint in robot.joints):  # composite joints were taken apart
        return robot
    order = sorted(range(len(robot.joints)), key=lambda i: place[robot.joints[i].name])
    rank = {i: k for k, i in enumerate(order)}
    late = any(parent >= 0 and rank[parent] > rank[i] for i, parent in enumerate(robot.parents))
    if late or order == [*range(len(robot.joints))]:
        return robot
    links, joints = tuple(robot.links[i] for i in order), tuple(robot.joints[i] for i in order)
    return replace(robot, links=links, joints=joints, tool=tool)


def load_drives(path: Path, robot: Robot) -> dict[str, Drive]:
    """Drives from a side file: `[default]` for every joint, `[joint.NAME]` for one; both over what the robot has already."""
    file = _parse(path)
    _known(file, ("default", "joint", "description", "sources"), "the file")
    drive_texts(file)
    default = _table(file.get("default", {}), "default")
    _known(default, DRIVE, "[default]")
    by_joint = _table(file.get("joint", {}), "joint")
    _known(by_joint, robot.joint_names, "[joint]")
    drives: dict[str, Drive] = {}
    for joint in robot.joints:
        own = _table(by_joint.get(joint.name, {}), f"joint.{joint.name}")
        _known(own, DRIVE, f"[joint.{joint.name}]")
        if joint.spring is not None:
            if own:
                raise LoadError(f"[joint.{joint.name}]: this joint has a spring and no motor.")
        elif default or own:
            present = {} if joint.drive is None else {key: getattr(joint.drive, key) for key in DRIVE}
            drives[joint.name] = _drive({**present, **default, **own}, joint.name)
    return drives


def drive_texts(file: dict[str, Any]) -> tuple[str, dict[str, str]]:
    """(description, sources) of a side file, where it has them: what it is of, and for each key where the numbers are from."""
    sources = _table(file.get("sources", {}), "sources")
    _known(sources, DRIVE, "[sources]")
    return _text(file, "description") if "description" in file else "", {key: _text(sources, key, "[sources]") for key in sources}


def _parse(path: Path) -> dict[str, Any]:
    try:
        text = contents(path).decode("utf-8-sig")  # Windows' Notepad likes to begin with a byte order mark
    except UnicodeDecodeError as error:
        raise LoadError(f"not UTF-8 text: {error.reason} at byte {error.start}.") from None
    return parse(text)


def _known(table: Mapping[str, Any], keys: tuple[str, ...], where: str) -> None:
    for key in table:
        if key not in keys:
            raise LoadError(f"{where}: unknown key {short(key)}.{closest(key, keys)}")


def _table(value: Any, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise LoadError(f"{where}: expected a table, got {type(value).__name__}.")
    return value


def _tables(file: dict[str, Any], key: str) -> list[dict[str, Any]]:
    value = file.get(key, [])
    if not isinstance(value, list):
        raise LoadError(f"{key}: expected tables, [[{key}]], got {type(value).__name__}.")
    return [_table(entry, f"[[{key}]] {i + 1}") for i, entry in enumerate(value)]


def _text(table: dict[str, Any], key: str, where: str = "the file") -> str:
    value = table.get(key)
    if not isinstance(value, str):
        raise LoadError(f'{where}: needs {key} = "..."' + (f", got {type(value).__name__}." if key in table else "."))
    return value


def _name(table: dict[str, Any], where: str) -> str:
    return identifier(_text(table, "name", where), f"{where}: name")


def _placement(table: dict[str, Any], where: str) -> Placement:
    given = [key for key in ("rpy", "rpy_deg", "rotation") if key in table]
    if len(given) > 1:
        raise LoadError(f"{where}: {given[0]} and {given[1]} exclude each other.")
    xyz = vector(table.get("xyz", (0.0, 0.0, 0.0)), f"{where}, xyz [m]")
    if "rotation" in table:
        rows = table["rotation"]
        if not isinstance(rows, list) or len(rows) != 3:
            raise LoadError(f"{where}: rotation needs three rows of three numbers.")
        x, y, z = (vector(row, f"{where}, rotation") for row in rows)
        return Placement((x, y, z), xyz)
    if "rpy_deg" in table:
        return rpy_placement(degrees(table["rpy_deg"], f"{where}, rpy_deg"), xyz, where)
    return rpy_placement(table.get("rpy", (0.0, 0.0, 0.0)), xyz, where)


def _link(table: dict[str, Any], physical: bool, bolted: set[str]) -> Link:
    name = _name(table, "[[link]]")
    where = f"link {name!r}"
    _known(table, ("name", "mass", "com", "inertia", "physical"), where)
    tensor = _table(table.get("inertia", {}), f"{where}, inertia")
    _known(tensor, TENSOR, f"{where}, inertia")
    six = [number(tensor.get(key, 0.0), f"{where}, inertia {key}") for key in TENSOR]
    flag = table.get("physical", True)
    if not isinstance(flag, bool):
        raise LoadError(f"{where}: physical is true or false.")
    mass, com = table.get("mass", 0.0), table.get("com", (0.0, 0.0, 0.0))
    return Link(name, mass, com, six, flag and physical and name not in bolted)  # type: ignore[arg-type]


def _drive(table: dict[str, Any], joint: str) -> Drive:
    try:
        if isinstance(table.get("stiffness"), dict):
            table = {**table, "stiffness": _spring_law(table["stiffness"])}
        return Drive(**table)
    except ModelError as error:
        raise LoadError(f"joint {joint!r}, drive: {error}") from None


def _spring_law(table: dict[str, Any]) -> SpringLaw:
    """stiffness = { linear = ..., cubic = ... } or { deflections = [...], torques = [...] }."""
    laws: dict[frozenset[str], type[SpringLaw]] = {
        frozenset(("linear", "cubic")): HardeningSpring,
        frozenset(("deflections", "torques")): TabulatedSpring,
    }
    law = laws.get(frozenset(table))
    if law is None:
        raise LoadError(
            "stiffness: expected a number, { linear = ..., cubic = ... } or { deflections = [...], torques = [...] }, "
            f"got keys {', '.join(sorted(table)) or 'none'}."
        )
    return law(**table)


def _moves(table: dict[str, Any], name: str) -> dict[str, Any]:
    """drive, spring and bushing of a joint."""
    found: dict[str, Any] = {}
    if "drive" in table:
        drive = _table(table["drive"], f"joint {name!r}, drive")
        _known(drive, DRIVE, f"joint {name!r}, drive")
        found["drive"] = _drive(drive, name)
    for key, kind in (("spring", Spring), ("bushing", Bushing)):
        if key not in table:
            continue
        spring = _table(table[key], f"joint {name!r}, {key}")
        _known(spring, tuple(field.name for field in fields(kind)), f"joint {name!r}, {key}")
        if "stiffness" not in spring:
            raise LoadError(f"joint {name!r}, {key}: needs stiffness = ...")
        try:
            found[key] = kind(**spring)
        except ModelError as error:
            raise LoadError(f"joint {name!r}, {key}: {error}") from None
    return found


def _joint(table: dict[str, Any]) -> Joint:
    name = _name(table, "[[joint]]")
    where = f"joint {name!r}"
    _known(table, ("name", "type", "parent", "child", *PLACE, "axis", "drive", "spring", "bushing"), where)
    kind, parent, child = (_text(table, key, where) for key in ("type", "parent", "child"))
    axis = table.get("axis", (0.0, 0.0, 1.0))
    return Joint(name, kind, parent, child, _placement(table, where), axis, **_moves(table, name))


def _frame(table: dict[str, Any]) -> Frame:
    name = _name(table, "[[frame]]")
    _known(table, ("name", "link", *PLACE), f"frame {name!r}")
    return Frame(name, _text(table, "link", f"frame {name!r}"), _placement(table, f"frame {name!r}"))


def _tool(table: dict[str, Any]) -> Tool:
    _known(table, ("link", *PLACE, "outputs"), "[tool]")
    outputs = table.get("outputs", [*POSITIONS, *ANGLES])
    if not isinstance(outputs, list) or not all(isinstance(name, str) for name in outputs):
        raise LoadError("[tool]: outputs is a list of names.")
    return Tool(_text(table, "link", "[tool]"), _placement(table, "[tool]"), tuple(outputs))


def _from_dh(file: dict[str, Any], links: list[Link], **more: Any) -> Robot:
    """A chain whose joints carry Denavit-Hartenberg rows; link data are in the table's frames."""
    tables = _tables(file, "joint")
    if len(tables) != len(links):
        raise LoadError(f"dh: as many links as joints are needed, got {len(links)} and {len(tables)}.")
    names, drives, rows, types = [], {}, [], []
    for table in tables:
        name = _name(table, "[[joint]]")
        _known(table, ("name", "type", "drive", *DH), f"joint {name!r}")
        names.append(name)
        types.append(_text(table, "type", f"joint {name!r}") if "type" in table else "revolute")
        if "drive" in table:
            drives[name] = _moves(table, name)["drive"]
        rows.append((table.get("a", 0.0), _angle(table, "alpha", name), table.get("d", 0.0), _angle(table, "theta", name)))
    a, alpha, d, theta = ([*column] for column in zip(*rows)) if rows else ([], [], [], [])
    frames = more.pop("frames")
    return Robot.from_dh(
        a,
        alpha,
        d,
        theta,
        convention=_text(file, "dh"),
        types=types,
        mass=[link.mass for link in links],
        com=[link.com for link in links],
        inertia=[link.inertia for link in links],
        physical=[link.physical for link in links],
        joint_names=names,
        link_names=[link.name for link in links],
        drives=drives,
        frames=frames,
        **more,
    )


def _angle(table: dict[str, Any], key: str, joint: str) -> float:
    if key in table and f"{key}_deg" in table:
        raise LoadError(f"joint {joint!r}: {key} and {key}_deg exclude each other.")
    if f"{key}_deg" in table:
        return math.radians(number(table[f"{key}_deg"], f"joint {joint!r}, {key}_deg"))
    return number(table.get(key, 0.0), f"joint {joint!r}, {key} [rad]")
