"""Writer of robots as TOML files, from which `jounce.load` restores the robot to the last bit."""

import json
from dataclasses import asdict, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jounce.errors import InputError
from jounce.robot.drive import Drive
from jounce.robot.io.file_access import LARGEST_FILE, LONGEST_PATH, write_atomically
from jounce.robot.limits import FREE
from jounce.robot.link import TENSOR, Link
from jounce.robot.spring_function import SpringFunction
from jounce.robot.validation import short
from jounce.spatial.geometry import IDENTITY, Placement

if TYPE_CHECKING:
    from jounce.robot.robot import Robot


def save(robot: "Robot", path: str | Path) -> None:
    """Write a robot to a TOML file; raise `InputError` if the file would be too large to load."""
    text = to_toml(robot)
    size = len(text.encode(errors="replace"))
    if size > LARGEST_FILE:
        raise InputError(f"the robot takes {size} bytes, and no file above {LARGEST_FILE // 2**20} MiB can be loaded.")
    write_model(text, path, ".toml")


def write_model(text: str, path: str | Path, ending: str) -> None:
    """Write `text` atomically to the file `path`; raise `InputError` unless its name has this ending and the write succeeds."""
    try:
        path = Path(path)
    except TypeError:
        raise InputError(f"path: expected the name of a file, got {short(path)}.") from None
    if len(str(path)) > LONGEST_PATH:
        raise InputError(f"path: expected the name of a file, got {len(str(path))} characters, {short(str(path))}.")
    if path.suffix != ending:
        raise InputError(f"{path}: a robot is saved as {ending[1:].upper()}; expected a name that ends in {ending}.")
    try:
        data = text.encode()
        write_atomically({path: lambda file: file.write(data)})
    except OSError as error:
        raise InputError(f"{path}: the robot cannot be saved there ({error.strerror}).") from None
    except ValueError as error:  # half a surrogate pair in the description, a NUL in the path
        raise InputError(f"{path}: the robot cannot be saved ({error}).") from None


def to_toml(robot: "Robot") -> str:
    """Return a robot as TOML text; raise `InputError` if a spring law is a function."""
    lines = _pairs(name=robot.name, description=robot.description, source=robot.source, base=robot.base)
    lines += _pairs(gravity=robot.gravity, exact=True)
    if robot.transmission:
        lines += _pairs(transmission=robot.transmission)
    for link in (*[robot.base_link] * (robot.base_link != Link(robot.base)), *robot.links):
        lines += ["", "[[link]]", *_pairs(name=link.name, mass=link.mass, com=link.com)]
        lines += _pairs(inertia=dict(zip(TENSOR, link.inertia)))
        if not link.physical:
            lines += _pairs(physical=False)
    for joint in robot.joints:
        lines += ["", "[[joint]]", *_pairs(name=joint.name, type=joint.type, parent=joint.parent, child=joint.child)]
        lines += [*_place(joint.placement), *_pairs(axis=joint.axis)]
        if joint.drive is not None:
            lines += _pairs(drive=_drive(joint.name, joint.drive))
        if joint.second is not None:
            lines += _pairs(second={**_drive(joint.name, joint.second.drive), "preload": joint.second.preload})
        if joint.spring is not None:
            values = {field.name: getattr(joint.spring, field.name) for field in fields(joint.spring)}
            lines += _pairs(spring={key: value for key, value in values.items() if value != ()})
        if joint.parallel is not None:
            law = joint.parallel.law
            if callable(law):
                raise InputError(f"joint {joint.name!r}: a parallel spring that is a function cannot be written.")
            stated = law if isinstance(law, float) else asdict(law)
            lines += _pairs(parallel={"law": stated, "rest": joint.parallel.rest})
        for key, component in (("mimic", joint.mimic), ("friction", joint.friction)):
            if component is not None:
                lines += _pairs(**{key: asdict(component)})
        limits = {name: value for name, value in asdict(joint.limits).items() if value != getattr(FREE, name)}
        if limits:
            lines += _pairs(limits=limits)
    for frame in robot.frames:
        lines += ["", "[[frame]]", *_pairs(name=frame.name, link=frame.link), *_place(frame.placement)]
    tool = robot.tool
    lines += ["", "[tool]", *_pairs(link=tool.link), *_place(tool.placement), *_pairs(outputs=tool.outputs)]
    return "\n".join(lines) + "\n"


def _drive(joint: str, drive: Drive) -> dict[str, Any]:
    """Return {field: value} of a drive without fields that are None; raise `InputError` if the spring law is a function."""
    if isinstance(drive.stiffness, SpringFunction):
        raise InputError(f"joint {joint!r}: a spring that is a function cannot be written; use a TabulatedSpring.")
    return {key: value for key, value in asdict(drive).items() if value is not None}


def _place(placement: Placement) -> list[str]:
    """Return the TOML lines of a placement: xyz [m], and the rotation matrix unless it is the identity."""
    turned = {} if placement.rotation == IDENTITY else {"rotation": placement.rotation}
    return _pairs(xyz=placement.origin, **turned)


def _pairs(**values: Any) -> list[str]:
    """Return the lines `key = value` of TOML, one for each keyword argument."""
    return [f"{key} = {_value(value)}" for key, value in values.items()]


def _value(value: Any) -> str:
    """Return a value in TOML syntax."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, float):
        return repr(value)  # the shortest digits that give the same bits back; inf is TOML too
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_value(v)}" for key, v in value.items()) + " }"
    return "[" + ", ".join(_value(v) for v in value) + "]"
