"""Attributes of MJCF elements: with what their default class says, and as numbers."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from jounce.errors import LoadError
from jounce.robot.io.xml import Element, parse_number
from jounce.robot.joint import sincos
from jounce.robot.rounded_angles import RoundedAngles
from jounce.spatial.matrices import IDENTITY, Matrix, matmul, rotation_about, rotation_quaternion, transpose
from jounce.spatial.placements import Placement
from jounce.spatial.vectors import Vector, cross, dot, scale, sub

ORIENTATIONS = ("quat", "axisangle", "euler", "xyaxes", "zaxis")
ACTUATORS = (
    *("general", "motor", "position", "velocity", "intvelocity", "damper", "cylinder", "muscle", "adhesion", "dcmotor"),
    *("orientation", "pid"),
)
MAIN = "main"
MOST_NUMBERS = 20
"""Of an attribute that may have several: polynomials and friction models have ten."""
READ = {
    "joint": {"type", "pos", "axis", "ref", "springref", "stiffness", "damping", "armature", "frictionloss", "springdamper"}
    | {"range", "limited", "align", "springyield", "actuatorgravcomp", "actuatorfrcrange", "actuatorfrclimited"},
    "geom": {"type", "size", "pos", "fromto", "mass", "density", "group", "shellinertia", "mesh", *ORIENTATIONS},
    "site": {"pos", "fromto", *ORIENTATIONS},
    "general": {"joint", "gear", "armature", "damping", "lugre", "cogging"}
    | {"forcerange", "forcelimited", "ctrlrange", "ctrllimited"},
    "tendon": {"stiffness", "damping", "frictionloss", "armature", "range", "limited"},
}
"""Elements whose classes count, and what is read of them: classes hand on nothing else, so that no file makes them grow."""
AXES: dict[str, Vector] = {"x": IDENTITY[0], "y": IDENTITY[1], "z": IDENTITY[2]}
Classes = Mapping[str, Mapping[str, Mapping[str, str]]]
"""{class: {tag: {attribute: text}}}, each class with what it has from the class around it."""


@dataclass(frozen=True)
class Attributes:
    """What an element says, its class included."""

    tag: str
    line: int
    values: Mapping[str, str]

    def numbers(self, name: str, default: tuple[float, ...], least: int | None = None) -> tuple[float, ...]:
        """As many numbers as `default` has; `least` of them will do, the rest is from there."""
        text = self.values.get(name)
        if text is None:
            return default
        what = f"line {self.line}: <{self.tag}> {name}"
        words = text.split()
        if not (len(default) if least is None else least) <= len(words) <= len(default):
            raise LoadError(f"{what}: expected {len(default)} numbers, got {text[:60]!r}.")
        found = tuple(parse_number(word, what) for word in words)
        return (*found, *default[len(found) :])

    def number(self, name: str, default: float = 0.0) -> float:
        """One number."""
        return self.numbers(name, (default,))[0]

    def several(self, name: str) -> tuple[float, ...]:
        """Return as many numbers as there are, MOST_NUMBERS at most; none where nothing is said."""
        words = self.values.get(name, "").split()
        what = f"line {self.line}: <{self.tag}> {name}"
        if len(words) > MOST_NUMBERS:
            raise LoadError(f"{what}: expected {MOST_NUMBERS} numbers at most, got {len(words)}.")
        return tuple(parse_number(word, what) for word in words)

    def three(self, name: str, default: Vector = (0.0, 0.0, 0.0)) -> Vector:
        """A vector."""
        x, y, z = self.numbers(name, default)
        return x, y, z

    def word(self, name: str, default: str, known: tuple[str, ...]) -> str:
        """One of some words."""
        found = self.values.get(name, default)
        if found not in known:
            raise LoadError(f"line {self.line}: <{self.tag}> {name}: expected {' or '.join(known)}, got {found[:60]!r}.")
        return found


@dataclass(frozen=True)
class Angles:
    """How a file states angles: `compiler` angle and eulerseq."""

    degrees: bool = True
    sequence: str = "xyz"
    rounded: RoundedAngles = field(default_factory=RoundedAngles)

    def radians(self, angle: float) -> float:
        """An angle of the file [rad]."""
        return math.radians(angle) if self.degrees else angle

    def placement(self, element: Attributes) -> Placement:
        """pos and orientation of an element, in the frame around it."""
        return Placement(self.rotation(element), element.three("pos"))

    def rotation(self, element: Attributes) -> Matrix:
        """Return the rotation that quat (w x y z), axisangle, euler, xyaxes or zaxis states, snapped where it was rounded."""
        given = [name for name in ORIENTATIONS if name in element.values]
        if len(given) > 1:
            raise LoadError(f"line {element.line}: <{element.tag}>: {given[0]} and {given[1]} exclude each other.")
        if not given:
            return IDENTITY
        what = f"line {element.line}: <{element.tag}> {given[0]}"
        return self.rounded.rotation(self._stated(element, given[0], what), f"{what} {element.values[given[0]].strip()[:40]}")

    def _stated(self, element: Attributes, kind: str, what: str) -> Matrix:
        """Return the rotation of a kind of statement, its single angles and axes snapped."""
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
        """Return sine and cosine of an angle of the file."""
        return sincos(self.rounded.angle(self.radians(angle), what))

    def _direction(self, v: Vector, what: str) -> Vector:
        return _unit(self.rounded.axis(v, what), what)


def _least_turn(z: Vector) -> Matrix:
    """The least rotation that brings the z axis there; about x where it has to be turned round."""
    axis = cross(IDENTITY[2], z)
    sine = math.sqrt(dot(axis, axis))
    if sine < 1e-15:
        return IDENTITY if z[2] > 0.0 else rotation_about(IDENTITY[0], (0.0, -1.0))
    return rotation_about(scale(1.0 / sine, axis), (sine, z[2]))


def _unit(v: Vector, what: str) -> Vector:
    length = math.sqrt(dot(v, v))
    if length < 1e-12:
        raise LoadError(f"{what}: {' '.join(f'{x:g}' for x in v)} has no direction.")
    return scale(1.0 / length, v)


def classes_of(root: Element) -> Classes:
    """All default classes of a file."""
    found: dict[str, dict[str, dict[str, str]]] = {MAIN: {}}

    def read(element: Element, inherited: dict[str, dict[str, str]], name: str) -> None:
        own = found.setdefault(name, {})
        for tag, values in inherited.items():
            own[tag] = {**values, **own.get(tag, {})}
        for child in element.children:
            tag = "general" if child.tag in ACTUATORS else child.tag
            if tag in READ:
                own[tag] = _over(own.get(tag, {}), {key: value for key, value in child.attributes.items() if key in READ[tag]})
        for child in element.all("default"):
            read(child, own, child.get("class"))

    for element in root.all("default"):
        read(element, {}, element.attributes.get("class", MAIN))
    return found


def attributes_of(element: Element, classes: Classes, around: str | None = None, tag: str = "") -> Attributes:
    """What an element says, over what its class says. around: the childclass of the bodies around it."""
    name = element.attributes.get("class") or around or MAIN
    if name not in classes:
        known = ", ".join([*classes][:20])[:400]
        raise LoadError(f"line {element.line}: <{element.tag}>: no default class {name[:60]!r}. Known: {known}.")
    return Attributes(element.tag, element.line, _over(classes[name].get(tag or element.tag, {}), element.attributes))


def _over(defaults: Mapping[str, str], own: Mapping[str, str]) -> dict[str, str]:
    """An orientation replaces that of the defaults in whatever form it is, and so does `fromto` with a size."""
    kept = defaults
    if any(name in own for name in ORIENTATIONS):
        kept = {key: value for key, value in defaults.items() if key not in ORIENTATIONS}
    return {**kept, **own}
