"""Reader of TOML files of robots and of drives: SI units, one table per link and per joint; see docs/guide/robot-files.md.

Unknown keys are refused with a hint to the most similar key, since a misspelt `stifness` must not become a rigid joint.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields, replace
from pathlib import Path
from typing import Any

from jounce.errors import LoadError, ModelError
from jounce.robot.assembly import assemble, bolted_to_base, restore_order
from jounce.robot.drive import Drive, SecondDrive
from jounce.robot.frame import ANGLES, POSITIONS, Frame, Tool
from jounce.robot.io.file_access import read_bytes
from jounce.robot.io.problems import LoadResult
from jounce.robot.io.toml_parser import parse_toml
from jounce.robot.joint import PARTS, Joint, Mimic, check_placement, degrees, rpy_placement
from jounce.robot.joint_side_elements import Counterbalance, Friction, ParallelSpring
from jounce.robot.limits import NAMES as LIMITS
from jounce.robot.limits import JointLimits
from jounce.robot.link import TENSOR, Link
from jounce.robot.passive import Bushing, Spring
from jounce.robot.robot import Robot
from jounce.robot.rounded_angles import RoundedAngles
from jounce.robot.springs import HardeningSpring, SpringLaw, TabulatedSpring
from jounce.robot.validation import closest, identifier, number, short, vector
from jounce.spatial.geometry import Placement

PLACE = ("xyz", "rpy", "rpy_deg", "rotation")
DRIVE = tuple(field.name for field in fields(Drive))
SIDE = (*DRIVE, *LIMITS, "speed")
"""Keys of a joint in a side file of drives; `speed`, the word of data sheets, means the limit `velocity`."""
DH = ("a", "alpha", "alpha_deg", "d", "theta", "theta_deg")


def load_toml(path: Path, physical: bool, exact: bool = False) -> LoadResult:
    """Return the robot of a TOML file, with notes; `exact`, also as a key of the file, keeps angles without snapping.

    physical: check that the inertia of links is physical.
    """
    file = _parse(path)
    top = ("name", "description", "source", "base", "gravity", "exact", "dh", "link", "joint", "frame", "tool", "transmission")
    _check_keys(file, top, "the file")
    if not isinstance(file.get("exact", False), bool):
        raise LoadError("the file: exact is true or false.")
    angles = RoundedAngles(exact or file.get("exact", False))
    robot = _robot(file, path.stem, physical, angles)
    return LoadResult(robot, notes=(*angles.notes(),))


def _robot(file: dict[str, Any], stem: str, physical: bool, angles: RoundedAngles) -> Robot:
    """Return the robot built from the tables of a TOML file; stem: default name of the robot."""
    more: dict[str, Any] = {key: _text(file, key) for key in ("description", "source") if key in file}
    if "gravity" in file:
        more["gravity"] = vector(file["gravity"], "gravity [m/s^2]")
    if "transmission" in file:
        more["transmission"] = file["transmission"]
    if "tool" in file:
        more["tool"] = _tool(_table(file["tool"], "tool"), angles)
    more["frames"] = [_frame(table, angles) for table in _tables(file, "frame")]
    name = _text(file, "name") if "name" in file else stem
    base = _text(file, "base") if "base" in file else "base"
    if "dh" in file:
        links = [_link(table, physical, set()) for table in _tables(file, "link")]
        return _from_dh(file, links, angles, name=name, base=base, **more)
    joints = [_joint(table, angles) for table in _tables(file, "joint")]
    bolted = bolted_to_base(joints)
    links = [_link(table, physical, bolted) for table in _tables(file, "link")]
    if base not in [link.name for link in links] and ("base" in file or base in [joint.parent for joint in joints]):
        links = [Link(base), *links]
    frames = more.pop("frames")
    parts = restore_order(
        assemble(name, links, joints, frames), [joint.name for joint in joints]
    )  # a saved robot keeps its order
    if "base" in file and parts["base"] != base:
        raise LoadError(f"base = {base!r}, but that link is moved by a joint; the one that is not is {parts['base']!r}.")
    return Robot(name, **parts, **more)


def load_drives(path: Path, robot: Robot, still: tuple[str, ...] = ()) -> LoadResult:
    """Return the robot with the drives and limits of a side file, which override the robot's drives and limits.

    The table `[default]` holds for every joint that can have a drive, `[joint.NAME]` for one joint; `tool`, a name or a table,
    sets the tool. still: names of locked joints, for which the file may have tables too.
    """
    file = _parse(path)
    _check_keys(file, ("default", "joint", "description", "sources", "tool"), "the file")
    drive_texts(file)
    default = _table(file.get("default", {}), "default")
    default = _side(default, "[default]")
    by_joint = _table(file.get("joint", {}), "joint")
    _check_keys(by_joint, (*(joint.name for joint in robot.joints), *still), "[joint]")
    joints = tuple(
        _override(joint, default, _table(by_joint.get(joint.name, {}), f"joint.{joint.name}")) for joint in robot.joints
    )
    angles = RoundedAngles()
    tool = robot.tool
    if isinstance(file.get("tool"), str):
        tool = Tool(file["tool"], outputs=tool.outputs)
    elif "tool" in file:
        tool = _tool(_table(file["tool"], "tool"), angles, tool.outputs)
    return LoadResult(replace(robot, joints=joints, tool=tool), still, (*angles.notes(),))


def _side(table: dict[str, Any], where: str) -> dict[str, Any]:
    """Return a table of a side file with the key `speed` renamed to `velocity`; raise `LoadError` for unknown keys.

    where: text that names the table in messages.
    """
    _check_keys(table, SIDE, where)
    if "speed" in table and "velocity" in table:
        raise LoadError(f"{where}: speed and velocity are the same limit; state one of them.")
    return {"velocity" if key == "speed" else key: value for key, value in table.items()}


def _override(joint: Joint, default: dict[str, Any], table: dict[str, Any]) -> Joint:
    """Return the joint with drive and limits of the table `[default]`, overridden by `table`, the table [joint.NAME].

    `[default]` does not apply to mimic joints, joints of several DOF and joints with a passive spring.
    """
    where = f"[joint.{joint.name}]"
    table = _side(table, where)
    if joint.mimic is not None:
        if table:
            raise LoadError(f"{where}: this joint follows {joint.mimic.joint!r}; state drives and limits there.")
        return joint
    if joint.freedoms > 1:
        if table:
            raise LoadError(f"{where}: this joint has several freedoms; drives and limits are for joints of one.")
        return joint
    if joint.spring is not None and any(key in DRIVE for key in table):
        raise LoadError(f"{where}: this joint has a spring and no motor.")
    stated = table if joint.spring is not None else {**default, **table}
    drive, limits = ({key: value for key, value in stated.items() if key in keys} for keys in (DRIVE, LIMITS))
    if drive:
        present = {} if joint.drive is None else {key: getattr(joint.drive, key) for key in DRIVE}
        joint = replace(joint, drive=_drive({**present, **drive}, joint.name))
    return replace(joint, limits=_limits(limits, joint.name, joint.limits)) if limits else joint


def drive_texts(file: dict[str, Any]) -> tuple[str, dict[str, str]]:
    """Return (description, {key: source of the values of this key}) of a side file; both are empty if they are missing."""
    sources = _table(file.get("sources", {}), "sources")
    _check_keys(sources, SIDE, "[sources]")
    return _text(file, "description") if "description" in file else "", {key: _text(sources, key, "[sources]") for key in sources}


def _parse(path: Path) -> dict[str, Any]:
    """Return the contents of a TOML file in UTF-8 as a dictionary; raise `LoadError` if the file is invalid."""
    try:
        text = read_bytes(path).decode("utf-8-sig")  # Notepad of Windows writes a byte order mark
    except UnicodeDecodeError as error:
        raise LoadError(f"not UTF-8 text: {error.reason} at byte {error.start}.") from None
    return parse_toml(text)


def _check_keys(table: Mapping[str, Any], keys: tuple[str, ...], where: str) -> None:
    """Raise `LoadError` if a table has a key that is not in `keys`; where: text that names the table in the message."""
    for key in table:
        if key not in keys:
            raise LoadError(f"{where}: unknown key {short(key)}.{closest(key, keys)}")


def _table(value: Any, where: str) -> dict[str, Any]:
    """Return `value` after checking that it is a table; raise `LoadError` otherwise."""
    if not isinstance(value, dict):
        raise LoadError(f"{where}: expected a table, got {type(value).__name__}.")
    return value


def _tables(file: dict[str, Any], key: str) -> list[dict[str, Any]]:
    """Return the tables of the array [[key]] of a file; an empty list if the array is missing."""
    value = file.get(key, [])
    if not isinstance(value, list):
        raise LoadError(f"{key}: expected tables, [[{key}]], got {type(value).__name__}.")
    return [_table(entry, f"[[{key}]] {i + 1}") for i, entry in enumerate(value)]


def _text(table: dict[str, Any], key: str, where: str = "the file") -> str:
    """Return the string at `key` of a table; raise `LoadError` if it is missing or no string."""
    value = table.get(key)
    if not isinstance(value, str):
        raise LoadError(f'{where}: needs {key} = "..."' + (f", got {type(value).__name__}." if key in table else "."))
    return value


def _name(table: dict[str, Any], where: str) -> str:
    """Return the string at the key `name` of a table; raise `ModelError` if it is missing or not printable."""
    return identifier(_text(table, "name", where), f"{where}: name")


def _placement(table: dict[str, Any], where: str, angles: RoundedAngles) -> Placement:
    """Return the placement in a table, from the keys xyz [m] and one of rpy, rpy_deg and rotation; default: the identity."""
    keys = [key for key in ("rpy", "rpy_deg", "rotation") if key in table]
    if len(keys) > 1:
        raise LoadError(f"{where}: {keys[0]} and {keys[1]} exclude each other.")
    xyz = vector(table.get("xyz", (0.0, 0.0, 0.0)), f"{where}, xyz [m]")
    if "rotation" in table:
        rows = table["rotation"]
        if not isinstance(rows, list) or len(rows) != 3:
            raise LoadError(f"{where}: rotation needs three rows of three numbers.")
        x, y, z = (vector(row, f"{where}, rotation") for row in rows)
        R = check_placement(Placement((x, y, z), xyz), where).rotation
        return Placement(angles.rotation(R, f"{where} rotation"), xyz)
    if "rpy_deg" in table:
        rpy = degrees(table["rpy_deg"], f"{where}, rpy_deg")
    else:
        rpy = vector(table.get("rpy", (0.0, 0.0, 0.0)), f"{where}, rpy [rad]")
    return rpy_placement(angles.three(rpy, f"{where} rpy"), xyz, where)


def _link(table: dict[str, Any], physical: bool, bolted: set[str]) -> Link:
    """Return the link of a table [[link]]; links named in `bolted`, which are fixed to the base, may be unphysical."""
    name = _name(table, "[[link]]")
    where = f"link {name!r}"
    _check_keys(table, ("name", "mass", "com", "inertia", "physical"), where)
    tensor = _table(table.get("inertia", {}), f"{where}, inertia")
    _check_keys(tensor, TENSOR, f"{where}, inertia")
    six = [number(tensor.get(key, 0.0), f"{where}, inertia {key}") for key in TENSOR]
    flag = table.get("physical", True)
    if not isinstance(flag, bool):
        raise LoadError(f"{where}: physical is true or false.")
    mass, com = table.get("mass", 0.0), table.get("com", (0.0, 0.0, 0.0))
    return Link(name, mass, com, six, flag and physical and name not in bolted)  # type: ignore[arg-type]


def _drive(table: dict[str, Any], joint: str) -> Drive:
    """Return the drive with the fields in `table`; its `stiffness` may be the table of a spring law; joint: name for errors."""
    try:
        if isinstance(table.get("stiffness"), dict):
            table = {**table, "stiffness": _spring_law(table["stiffness"])}
        return Drive(**table)
    except ModelError as error:
        raise LoadError(f"joint {joint!r}, drive: {error}") from None


def _spring_law(table: dict[str, Any]) -> SpringLaw:
    """Return the spring law of a table { linear = ..., cubic = ... } or { deflections = [...], torques = [...] }."""
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


def _limits(table: dict[str, Any], joint: str, present: JointLimits) -> JointLimits:
    """Return the limits `present` after replacing those that `table`, {quantity: limit}, states; joint: name for messages."""
    try:
        return replace(present, **table)
    except ModelError as error:
        raise LoadError(f"joint {joint!r}, limits: {error}") from None


def _components(table: dict[str, Any], name: str) -> dict[str, Any]:
    """Return {field of `Joint`: value} for drives, springs, mimic joint, friction and limits in the table of the joint `name`."""
    components: dict[str, Any] = {}
    if "second" in table:
        second = _table(table["second"], f"joint {name!r}, second")
        _check_keys(second, (*DRIVE, "preload"), f"joint {name!r}, second")
        drive_table = {key: value for key, value in second.items() if key != "preload"}
        components["second"] = SecondDrive(_drive(drive_table, name), second.get("preload", 0.0))
    if "parallel" in table:
        components["parallel"] = _parallel(_table(table["parallel"], f"joint {name!r}, parallel"), name)
    for key, cls in (("mimic", Mimic), ("friction", Friction)):
        if key in table:
            components[key] = _fields(cls, _table(table[key], f"joint {name!r}, {key}"), f"joint {name!r}, {key}")
    if "limits" in table:
        limits = _table(table["limits"], f"joint {name!r}, limits")
        _check_keys(limits, LIMITS, f"joint {name!r}, limits")
        components["limits"] = _limits(limits, name, JointLimits())
    if "drive" in table:
        drive = _table(table["drive"], f"joint {name!r}, drive")
        _check_keys(drive, DRIVE, f"joint {name!r}, drive")
        components["drive"] = _drive(drive, name)
    for key, kind in (("spring", Spring), ("bushing", Bushing)):
        if key not in table:
            continue
        spring = _table(table[key], f"joint {name!r}, {key}")
        _check_keys(spring, tuple(field.name for field in fields(kind)), f"joint {name!r}, {key}")
        if "stiffness" not in spring:
            raise LoadError(f"joint {name!r}, {key}: needs stiffness = ...")
        try:
            components[key] = kind(**spring)
        except ModelError as error:
            raise LoadError(f"joint {name!r}, {key}: {error}") from None
    return components


def _parallel(table: dict[str, Any], name: str) -> ParallelSpring:
    """Return the parallel spring of a table { law = K or { linear, cubic } or { distance, radius, ... }, rest }."""
    where = f"joint {name!r}, parallel"
    _check_keys(table, ("law", "rest"), where)
    law = table.get("law")
    if isinstance(law, dict):
        law = _fields(Counterbalance if "distance" in law else HardeningSpring, law, f"{where}, law")
    try:
        return ParallelSpring(law, table.get("rest", 0.0))  # type: ignore[arg-type]  # it checks
    except ModelError as error:
        raise LoadError(f"{where}: {error}") from None


def _fields(kind: Any, table: dict[str, Any], where: str) -> Any:
    """Return an instance of the dataclass `kind` from a table of its fields; raise `LoadError` for wrong or missing keys."""
    declared = fields(kind)
    _check_keys(table, tuple(field.name for field in declared), where)
    missing = [field.name for field in declared if field.default is MISSING and field.name not in table]
    if missing:
        raise LoadError(f"{where}: needs {missing[0]} = ...")
    try:
        return kind(**table)
    except ModelError as error:
        raise LoadError(f"{where}: {error}") from None


def _joint(table: dict[str, Any], angles: RoundedAngles) -> Joint:
    """Return the joint of a table [[joint]]."""
    name = _name(table, "[[joint]]")
    where = f"joint {name!r}"
    _check_keys(table, ("name", "type", "parent", "child", *PLACE, "axis", *PARTS, "limits"), where)
    kind, parent, child = (_text(table, key, where) for key in ("type", "parent", "child"))
    axis = angles.axis(vector(table.get("axis", (0.0, 0.0, 1.0)), f"{where}, axis"), f"{where} axis")
    return Joint(name, kind, parent, child, _placement(table, where, angles), axis, **_components(table, name))


def _frame(table: dict[str, Any], angles: RoundedAngles) -> Frame:
    """Return the frame of a table [[frame]]."""
    name = _name(table, "[[frame]]")
    _check_keys(table, ("name", "link", *PLACE), f"frame {name!r}")
    return Frame(name, _text(table, "link", f"frame {name!r}"), _placement(table, f"frame {name!r}", angles))


def _tool(table: dict[str, Any], angles: RoundedAngles, outputs: Sequence[str] = (*POSITIONS, *ANGLES)) -> Tool:
    """Return the tool of a table [tool]; outputs: controlled outputs if the table does not state them."""
    _check_keys(table, ("link", *PLACE, "outputs"), "[tool]")
    outputs = table.get("outputs", [*outputs])
    if not isinstance(outputs, list) or not all(isinstance(name, str) for name in outputs):
        raise LoadError("[tool]: outputs is a list of names.")
    return Tool(_text(table, "link", "[tool]"), _placement(table, "[tool]", angles), tuple(outputs))


def _from_dh(file: dict[str, Any], links: list[Link], angles: RoundedAngles, **more: Any) -> Robot:
    """Return the serial robot of a file whose joints have Denavit-Hartenberg rows; links: data in the frames of these rows."""
    tables = _tables(file, "joint")
    if len(tables) != len(links):
        raise LoadError(f"dh: as many links as joints are needed, got {len(links)} and {len(tables)}.")
    names, rows, types = [], [], []
    parts: dict[str, dict[str, Any]] = {}
    for table in tables:
        name = _name(table, "[[joint]]")
        _check_keys(table, ("name", "type", "drive", "parallel", "friction", "second", "limits", *DH), f"joint {name!r}")
        names.append(name)
        types.append(_text(table, "type", f"joint {name!r}") if "type" in table else "revolute")
        parts[name] = _components(table, name)
        alpha, theta = (angles.angle(_angle(table, key, name), f"joint {name!r} {key}") for key in ("alpha", "theta"))
        rows.append((table.get("a", 0.0), alpha, table.get("d", 0.0), theta))
    columns = [[*column] for column in zip(*rows)] if rows else [[], [], [], []]
    frames = more.pop("frames")
    robot = Robot.from_dh(
        *columns,
        exact=True,
        convention=_text(file, "dh"),
        types=types,
        mass=[link.mass for link in links],
        com=[link.com for link in links],
        inertia=[link.inertia for link in links],
        physical=[link.physical for link in links],
        joint_names=names,
        link_names=[link.name for link in links],
        frames=frames,
        **more,
    )
    return replace(robot, joints=tuple(replace(joint, **parts[joint.name]) for joint in robot.joints))


def _angle(table: dict[str, Any], key: str, joint: str) -> float:
    """Return an angle [rad] from `key`, or from `key`_deg in degrees; zero if both are missing."""
    if key in table and f"{key}_deg" in table:
        raise LoadError(f"joint {joint!r}: {key} and {key}_deg exclude each other.")
    if f"{key}_deg" in table:
        return math.radians(number(table[f"{key}_deg"], f"joint {joint!r}, {key}_deg"))
    return number(table.get(key, 0.0), f"joint {joint!r}, {key} [rad]")
