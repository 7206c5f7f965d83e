"""Reading of the attributes of MJCF elements: default classes, numbers, angles and orientations."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from jounce.errors import LoadError
from jounce.robot.io.xml import Element, parse_number
from jounce.robot.joint import sincos
from jounce.robot.rounded_angles import RoundedAngles
from jounce.spatial.geometry import (
    IDENTITY,
    Matrix,
    Placement,
    Vector,
    cross,
    dot,
    matmul,
    rotation_about,
    rotation_quaternion,
    scale,
    sub,
    transpose,
)

ORIENTATIONS = ("quat", "axisangle", "euler", "xyaxes", "zaxis")
ACTUATORS = (
    *("general", "motor", "position", "velocity", "intvelocity", "damper", "cylinder", "muscle", "adhesion", "dcmotor"),
    *("orientation", "pid"),
)
MAIN = "main"
MOST_NUMBERS = 20
"""Largest count of numbers that `Attributes.several` accepts in an attribute; polynomials and friction models have ten."""
READ = {
    "joint": {"type", "pos", "axis", "ref", "springref", "stiffness", "damping", "armature", "frictionloss", "springdamper"}
    | {"range", "limited", "align", "springyield", "actuatorgravcomp", "actuatorfrcrange", "actuatorfrclimited"},
    "geom": {"type", "size", "pos", "fromto", "mass", "density", "group", "shellinertia", "mesh", *ORIENTATIONS},
    "site": {"pos", "fromto", *ORIENTATIONS},
    "general": {"joint", "gear", "armature", "damping", "lugre", "cogging"}
    | {"forcerange", "forcelimited", "ctrlrange", "ctrllimited"},
    "tendon": {"stiffness", "damping", "frictionloss", "armature", "range", "limited"},
}
"""{element: its attributes that default classes store}; other defaults are dropped, which bounds the size of classes."""
AXES: dict[str, Vector] = {"x": IDENTITY[0], "y": IDENTITY[1], "z": IDENTITY[2]}
Classes = Mapping[str, Mapping[str, Mapping[str, str]]]
"""Default classes {class: {tag: {attribute: text}}}; each class contains the values inherited from the enclosing class."""


@dataclass(frozen=True)
class Attributes:
    """Tag, line and attributes {name: text} of an MJCF element, completed by the attributes of its default class."""

    tag: str
    line: int
    values: Mapping[str, str]

    def numbers(self, name: str, default: tuple[float, ...], least: int | None = None) -> tuple[float, ...]:
        """Return the attribute `name` as len(default) numbers; the whole default if the attribute is missing.

        The text must have at least `least` numbers (None: len(default)); numbers missing at the end are taken from the default.
        """
        text = self.values.get(name)
        if text is None:
            return default
        what = f"line {self.line}: <{self.tag}> {name}"
        words = text.split()
        if not (len(default) if least is None else least) <= len(words) <= len(default):
            raise LoadError(f"{what}: expected {len(default)} numbers, got {text[:60]!r}.")
        values = tuple(parse_number(word, what) for word in words)
        return (*values, *default[len(values) :])

    def number(self, name: str, default: float = 0.0) -> float:
        """Return the attribute `name` as one number; the default if the attribute is missing."""
        return self.numbers(name, (default,))[0]

    def several(self, name: str) -> tuple[float, ...]:
        """Return all numbers of the attribute `name`, () if it is missing; raise `LoadError` above `MOST_NUMBERS` numbers."""
        words = self.values.get(name, "").split()
        what = f"line {self.line}: <{self.tag}> {name}"
        if len(words) > MOST_NUMBERS:
            raise LoadError(f"{what}: expected {MOST_NUMBERS} numbers at most, got {len(words)}.")
        return tuple(parse_number(word, what) for word in words)

    def three(self, name: str, default: Vector = (0.0, 0.0, 0.0)) -> Vector:
        """Return the attribute `name` as a vector (3,); the default if the attribute is missing."""
        x, y, z = self.numbers(name, default)
        return x, y, z

    def word(self, name: str, default: str, choices: tuple[str, ...]) -> str:
        """Return the text of the attribute `name` or the default; raise `LoadError` unless the text is one of `choices`."""
        value = self.values.get(name, default)
        if value not in choices:
            raise LoadError(f"line {self.line}: <{self.tag}> {name}: expected {' or '.join(choices)}, got {value[:60]!r}.")
        return value


@dataclass(frozen=True)
class Angles:
    """Conventions of an MJCF file for angles, from the attributes angle and eulerseq of `<compiler>`."""

    degrees: bool = True
    sequence: str = "xyz"
    rounded: RoundedAngles = field(default_factory=RoundedAngles)

    def radians(self, angle: float) -> float:
        """Return an angle of the file, in degrees or radians by its convention, in radians."""
        return math.radians(angle) if self.degrees else angle

    def placement(self, element: Attributes) -> Placement:
        """Return the placement of an element in its parent frame, from its attributes pos [m] and orientation."""
        return Placement(self.rotation(element), element.three("pos"))

    def rotation(self, element: Attributes) -> Matrix:
        """Return the rotation matrix from quat (w x y z), axisangle, euler, xyaxes or zaxis, snapped; else the identity."""
        forms = [name for name in ORIENTATIONS if name in element.values]
        if len(forms) > 1:
            raise LoadError(f"line {element.line}: <{element.tag}>: {forms[0]} and {forms[1]} exclude each other.")
        if not forms:
            return IDENTITY
        what = f"line {element.line}: <{element.tag}> {forms[0]}"
        return self.rounded.rotation(self._stated(element, forms[0], what), f"{what} {element.values[forms[0]].strip()[:40]}")

    def _stated(self, element: Attributes, kind: str, what: str) -> Matrix:
        """Return the rotation matrix of the orientation attribute `kind` of an element; angles and axes in the text are snapped.

        what: text that names the attribute in notes and errors.
        """
        if kind == "quat":
            w, x, y, z = element.numbers("quat", (1.0, 0.0, 0.0, 0.0))
            length = math.hypot(w, x, y, z)
            if length < 1e-12:
                raise LoadError(f"{what}: expected a quaternion w x y z, got zeros.")
            return rotation_quaternion((x / length, y / length, z / length, w / length))
        if kind == "axisangle":
            x, y, z, angle = element.numbers("axisangle", (0.0, 0.0, 1.0, 0.0))
            return rotation_about(self._direction((x, y, z), what), self._turn(angle, what))
        if kind == "euler":
            R = IDENTITY
            for axis, angle in zip(self.sequence, element.three("euler")):
                turn = rotation_about(AXES[axis.lower()], self._turn(angle, what))
                R = matmul(R, turn) if axis.islower() else matmul(turn, R)
            return R
        if kind == "xyaxes":
            a, b, c, d, e, f = element.numbers("xyaxes", (1.0, 0.0, 0.0, 0.0, 1.0, 0.0))
            X = _unit((a, b, c), what)
            Y = _unit(sub((d, e, f), scale(dot(X, (d, e, f)), X)), what)
            return transpose((X, Y, cross(X, Y)))
        return _least_turn(self._direction(element.three("zaxis", (0.0, 0.0, 1.0)), what))

    def _turn(self, angle: float, what: str) -> tuple[float, float]:
        """Return (sine, cosine) of an angle in units of the file, after snapping; what: text that names the angle in the note."""
        return sincos(self.rounded.angle(self.radians(angle), what))

    def _direction(self, v: Vector, what: str) -> Vector:
        """Return the unit vector of v after snapping its direction; what: text that names v in notes and errors."""
        return _unit(self.rounded.axis(v, what), what)


def _least_turn(z: Vector) -> Matrix:
    """Return the matrix of the rotation by the smallest angle that takes the z axis to the unit vector `z`.

    The rotation to the opposite direction is about the x axis.
    """
    axis = cross(IDENTITY[2], z)
    sine = math.sqrt(dot(axis, axis))
    if sine < 1e-15:
        return IDENTITY if z[2] > 0.0 else rotation_about(IDENTITY[0], (0.0, -1.0))
    return rotation_about(scale(1.0 / sine, axis), (sine, z[2]))


def _unit(v: Vector, what: str) -> Vector:
    """Return v divided by its length; raise `LoadError`, which begins with `what`, if the length is below 1e-12."""
    length = math.sqrt(dot(v, v))
    if length < 1e-12:
        raise LoadError(f"{what}: {' '.join(f'{x:g}' for x in v)} has no direction.")
    return scale(1.0 / length, v)


def classes_of(root: Element) -> Classes:
    """Return the default classes of a file, {class: {tag: {attribute: text}}}, with inherited values."""
    classes: dict[str, dict[str, dict[str, str]]] = {MAIN: {}}

    def read(element: Element, inherited: dict[str, dict[str, str]], name: str) -> None:
        """Read the class `name`, whose values override the values inherited from the enclosing class, then its inner classes."""
        tags = classes.setdefault(name, {})
        for tag, values in inherited.items():
            tags[tag] = {**values, **tags.get(tag, {})}
        for child in element.children:
            tag = "general" if child.tag in ACTUATORS else child.tag
            if tag in READ:
                tags[tag] = _override(
                    tags.get(tag, {}), {key: value for key, value in child.attributes.items() if key in READ[tag]}
                )
        for child in element.all("default"):
            read(child, tags, child.get("class"))

    for element in root.all("default"):
        read(element, {}, element.attributes.get("class", MAIN))
    return classes


def attributes_of(element: Element, classes: Classes, around: str | None = None, tag: str = "") -> Attributes:
    """Return the attributes of an element, completed by those of its default class.

    around: childclass of the enclosing bodies, the default class of an element without the attribute class; tag: tag under which
    the class stores defaults of the element, if not `element.tag`.
    """
    name = element.attributes.get("class") or around or MAIN
    if name not in classes:
        names = ", ".join([*classes][:20])[:400]
        raise LoadError(f"line {element.line}: <{element.tag}>: no default class {name[:60]!r}. Known: {names}.")
    return Attributes(element.tag, element.line, _override(classes[name].get(tag or element.tag, {}), element.attributes))


def _override(defaults: Mapping[str, str], values: Mapping[str, str]) -> dict[str, str]:
    """Return `defaults` overridden by `values`; an orientation in any form replaces a default orientation in any form."""
    remaining = defaults
    if any(name in values for name in ORIENTATIONS):
        remaining = {key: value for key, value in defaults.items() if key not in ORIENTATIONS}
    return {**remaining, **values}
