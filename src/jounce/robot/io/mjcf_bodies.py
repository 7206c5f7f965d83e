"""Conversion of MJCF bodies and their joints to links and joints.

For a body with the pose T in its parent, from pos and quat, and with joints 1, 2, ... in series,

    T_body = T M_1 M_2 ...      hinge, ball:  M = Trans(p) R Trans(-p),  R about `axis` by q - ref
                                slide:        M = Trans(axis (q - ref))

so q is MuJoCo's coordinate of the joint, p the joint's position in the body. Every joint except the last moves a massless link.
The frame of a link is the frame of its joint. If the last joint is not at the origin of its body (p is not zero), its link is
named JOINT_link, and the body becomes a frame on this link.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from jounce.errors import LoadError
from jounce.robot.drive import Drive
from jounce.robot.frame import Frame
from jounce.robot.io.mjcf_actuators import JointActuator, limit
from jounce.robot.io.mjcf_attributes import Angles, Attributes, Classes, attributes_of
from jounce.robot.io.mjcf_geoms import geom_inertia
from jounce.robot.io.mjcf_schema import check_joint
from jounce.robot.io.problems import Problems
from jounce.robot.io.xml import Element
from jounce.robot.joint import Joint, sincos
from jounce.robot.joint_side_elements import Friction, ParallelSpring
from jounce.robot.limits import FREE, JointLimits
from jounce.robot.link import Link
from jounce.robot.passive import Spring
from jounce.robot.validation import identifier
from jounce.spatial.geometry import Placement, neg, rotation_about, scale
from jounce.spatial.inertia import Inertia

WORLD = "world"
TYPES = {"hinge": "revolute", "slide": "prismatic", "ball": "spherical", "free": "floating"}
REFUSED = ("include", "composite", "flexcomp", "plugin", "frame", "replicate", "attach")
"""Elements of bodies that generate other elements and are refused; MuJoCo expands them when it saves a model."""
ACTING = ("stiffness", "damping", "armature", "frictionloss")


class MjcfBody(NamedTuple):
    """Mass [kg], centre of mass [m] and inertia [kg m^2] of an MJCF body; becomes a `Link` once all joints are known."""

    name: str
    mass: float = 0.0
    com: Any = (0.0, 0.0, 0.0)
    inertia: Any = (0.0,) * 6

    def link(self, physical: bool) -> Link:
        """Return the body as a link; physical: check that a rigid body can have its inertia."""
        return Link(self.name, self.mass, self.com, self.inertia, physical)


class BodyTree:
    """Reader of MJCF bodies, which collects bodies, joints and frames."""

    def __init__(
        self, classes: Classes, angles: Angles, problems: Problems, motors: Mapping[str, JointActuator], compiler: Attributes
    ) -> None:
        self.classes, self.angles, self.problems, self.motors = classes, angles, problems, motors
        self.compiler = compiler
        self.bodies = [MjcfBody(WORLD)]
        self.joints: list[Joint] = []
        self.frames: list[Frame] = []
        self.names = {WORLD}
        """Names of links and frames in use, including the names of bodies that have not been read yet."""
        self.seen = {WORLD}
        self.counts: dict[str, int] = {}
        self.joint_names: set[str] = set()

    def world(self, worldbodies: list[Element]) -> None:
        """Read all bodies of the elements `<worldbody>` into `bodies`, `joints` and `frames`."""
        for worldbody in worldbodies:
            self.names |= {e.attributes["name"] for e in _below(worldbody) if e.tag == "body" and "name" in e.attributes}
            self.joint_names |= {
                e.attributes["name"] for e in _below(worldbody) if e.tag in ("joint", "freejoint") and "name" in e.attributes
            }
        for worldbody in worldbodies:
            self._inside(worldbody, WORLD, worldbody.attributes.get("childclass"))

    def _inside(self, element: Element, name: str, around: str | None) -> None:
        """Read the sites and bodies inside the body `name`; collect errors for unsupported elements.

        element: the body; around: default class of its children (childclass).
        """
        for child in element.children:
            if child.tag in REFUSED:
                self.problems.add(
                    f"line {child.line}: <{child.tag}> is not supported; load the model in MuJoCo and save it (mj_saveLastXML): "
                    "there it is written out."
                )
            elif child.tag == "site" and "name" in child.attributes:
                self.problems.attempt(lambda e=child: self._site(e, name, around), f"line {child.line}: ")  # type: ignore[misc]
            elif child.tag == "body":
                self.problems.attempt(lambda e=child: self._body(e, name, around), f"line {child.line}: ")  # type: ignore[misc]

    def _site(self, element: Element, link: str, around: str | None) -> None:
        """Add the frame of a named site on the link `link`; around: childclass of the enclosing bodies."""
        site = attributes_of(element, self.classes, around)
        name = identifier(element.attributes["name"], "<site> name")
        name = self._new(name if name not in self.names else f"{name}_site", self.names)
        placement = Placement() if "fromto" in site.values else self.angles.placement(site)
        self.frames.append(Frame(name, link, placement))

    def _new(self, base: str, names: set[str]) -> str:
        """Return the first of `base`, `base`_2, `base`_3, ... that is not in `names`, and add this name to `names`.

        The search begins at the number that the last call with the same `base` returned.
        """
        name, count = base, self.counts.get(base, 1)
        while name in names:
            count += 1
            name = f"{base}_{count}"
        self.counts[base] = count
        names.add(name)
        return name

    # ---------------------------------------------------------------- a body

    def _body(self, element: Element, parent: str, around: str | None) -> None:
        """Read the body `element` in the body `parent`: inertia, joints, sites and inner bodies; around: enclosing childclass."""
        stated = element.attributes.get("name")
        name = self._new("body", self.names) if stated is None else identifier(stated, "<body> name")
        if name in self.seen:
            raise LoadError(f"two bodies are named {name!r}: every body needs a name of its own.")
        self.seen.add(name)
        around = element.attributes.get("childclass", around)
        attributes = Attributes("body", element.line, element.attributes)
        if attributes.values.get("mocap", "false") != "false" or attributes.number("gravcomp") != 0.0:
            self.problems.add(f"line {element.line}: body {name!r}: mocap and gravcomp are not supported.")
        at = self.problems.attempt(lambda: self.angles.placement(attributes))
        body = self.problems.attempt(lambda: self._inertia(element, name, around), f"line {element.line}: ")
        self.bodies.append(MjcfBody(name) if body is None else body)
        moves = [child for child in element.children if child.tag in ("joint", "freejoint")]
        self.problems.attempt(lambda: self._add_joints(moves, parent, name, at or Placement(), around), f"line {element.line}: ")
        self._inside(element, name, around)

    def _add_joints(self, moves: list[Element], parent: str, name: str, at: Placement, around: str | None) -> None:
        """Add the joints `moves` from the link `parent` to the body `name` at pose `at`, with massless links in between.

        A body without joints gets a fixed joint.
        """
        for k, element in enumerate(moves):
            last = k == len(moves) - 1
            joint, after = self._joint(element, parent, at, around, alone=len(moves) == 1)
            child = name if last and after == Placement() else self._new(f"{joint['name']}_link", self.names)
            self.joints.append(Joint(parent=parent, child=child, **joint))
            if child != name:
                self.bodies.append(MjcfBody(child))
            parent, at = child, after
        if parent != name:  # a body without joints, or one that is not at its last joint
            self.joints.append(Joint(self._new(f"{name}_bolt", self.joint_names), "fixed", parent, name, at))

    def _joint(
        self, element: Element, parent: str, at: Placement, around: str | None, alone: bool
    ) -> tuple[dict[str, Any], Placement]:
        """Return ({field: value} of the `Joint` of an element, placement of the body in the frame that the joint moves).

        parent, at: parent link, and pose of the body in this link; around: childclass of the enclosing bodies; alone: True if the
        body has this joint only.
        """
        free_joint = element.tag == "freejoint"
        joint = (
            Attributes("freejoint", element.line, element.attributes)
            if free_joint
            else attributes_of(element, self.classes, around)
        )
        kind = "free" if free_joint else joint.word("type", "hinge", tuple(TYPES))
        stated = element.attributes.get("name")
        name = self._new("joint", self.joint_names) if stated is None else identifier(stated, f"<{element.tag}> name")
        what = f"line {element.line}: joint {name!r}"
        fields = {"name": name, "type": TYPES[kind], "placement": at}
        if kind in ("ball", "free") and any(joint.number(key) != 0.0 for key in ACTING):
            raise LoadError(f"{what}: a {kind} joint with {', '.join(ACTING)} is not supported.")
        if kind == "free":
            if parent != WORLD or not alone:
                raise LoadError(f"{what}: a free joint is the only joint of a body in the world.")
            if joint.values.get("align", "auto") == "true":
                raise LoadError(f"{what}: align='true' moves the body's frame, which is not supported.")
            return {**fields, "placement": Placement()}, Placement()  # its coordinates are the pose in the world
        axis = self.angles.rounded.axis(joint.three("axis", (0.0, 0.0, 1.0)), f"joint {name!r} axis")
        pos = joint.three("pos")
        if kind == "ball":
            return {**fields, "placement": at.then(Placement(origin=pos))}, Placement(origin=neg(pos))
        fields |= {"axis": axis, **self._acting(joint, name, kind, what)}
        unit = Joint("j", "revolute", "a", "b", axis=axis).axis  # checks that it has a direction
        ref = self._coordinate(joint.number("ref"), kind)
        if kind == "slide":
            return {**fields, "placement": at.then(Placement(origin=scale(-ref, unit)))}, Placement()
        turned = Placement(rotation_about(unit, sincos(-ref)), pos)
        return {**fields, "placement": at.then(turned)}, Placement(origin=neg(pos))

    def _acting(self, joint: Attributes, name: str, kind: str, what: str) -> dict[str, Any]:
        """Return {field of `Joint`: value} for drive, springs, friction and limits of a hinge or slide joint `name`."""
        stiffness, damping, armature, friction = (joint.number(key) for key in ACTING)
        if any(joint.numbers("springdamper", (0.0, 0.0))):
            raise LoadError(f"{what}: springdamper is not supported; state stiffness and damping.")
        for wrong in check_joint(joint, what):
            self.problems.add(wrong)
        motor, rest = self.motors.get(name), self._coordinate(joint.number("springref"), kind)
        components: dict[str, Any] = {"limits": self._limits(joint, kind, motor)}
        if stiffness != 0.0 and motor is None and armature == friction == rest == 0.0:
            return {**components, "spring": Spring(stiffness, damping)}
        if stiffness != 0.0:
            components["parallel"] = ParallelSpring(stiffness, rest)
        if damping != 0.0 or friction != 0.0:
            components["friction"] = Friction(damping, friction)
        if motor is not None or armature != 0.0:
            ratio = 1.0 if motor is None else motor.gear
            components["drive"] = Drive(armature / ratio / ratio, ratio)
        return components

    def _limits(self, joint: Attributes, kind: str, motor: JointActuator | None) -> JointLimits:
        """Return the limits of a joint: position if its range is active, and motor torque from the actuators on the joint."""
        position = self._range(joint, kind)
        if motor is None:
            return FREE if position is None else JointLimits(position)
        torque = min(motor.torque, limit(joint, "actuatorfrcrange", self.compiler, self.problems))
        return JointLimits(motor_torque=torque) if position is None else JointLimits(position, motor_torque=torque)

    def _range(self, joint: Attributes, kind: str) -> tuple[float, float] | None:
        """Return the attribute `range` of a joint [rad or m]; None unless `limited` or <compiler autolimits> activates it."""
        limited = joint.word("limited", "auto", ("auto", "true", "false"))
        automatic = self.compiler.values.get("autolimits", "true") != "false"
        if "range" not in joint.values or limited == "false" or (limited == "auto" and not automatic):
            return None
        lower, upper = (self._coordinate(value, kind) for value in joint.numbers("range", (0.0, 0.0)))
        return lower, upper

    def _coordinate(self, value: float, kind: str) -> float:
        """Return a joint coordinate of the file in rad for a hinge joint, in m for a slide joint."""
        return self.angles.radians(value) if kind == "hinge" else value

    # ---------------------------------------------------------------- mass

    def _inertia(self, element: Element, name: str, around: str | None) -> MjcfBody:
        """Return mass and inertia of a body from `<inertial>` or from its geoms, as <compiler inertiafromgeom> selects."""
        mode = self.compiler.word("inertiafromgeom", "auto", ("auto", "true", "false"))
        stated = element.one("inertial")
        if stated is not None and mode != "true":
            return self._inertial(Attributes("inertial", stated.line, stated.attributes), name)
        total = Inertia()
        if mode != "false":
            first, last = self.compiler.numbers("inertiagrouprange", (0.0, 5.0))
            for child in element.all("geom"):
                geom = attributes_of(child, self.classes, around)
                if first <= geom.number("group") <= last:
                    total = total.plus(geom_inertia(geom, self.angles))
        if total.mass == 0.0:
            return MjcfBody(name)
        x, y, z = scale(1.0 / total.mass, total.moment)
        return MjcfBody(name, total.mass, (x, y, z), total.shifted((-x, -y, -z)).tensor)

    def _inertial(self, stated: Attributes, name: str) -> MjcfBody:
        """Return mass and inertia of the body `name` from the attributes of its `<inertial>`."""
        if "mass" not in stated.values:
            raise LoadError(f"line {stated.line}: <inertial> needs the attribute 'mass'.")
        mass, com = stated.number("mass"), stated.three("pos")
        if "fullinertia" in stated.values:
            if any(key in stated.values for key in ("quat", "axisangle", "euler", "xyaxes", "zaxis", "diaginertia")):
                raise LoadError(f"line {stated.line}: <inertial>: fullinertia excludes diaginertia and an orientation.")
            return MjcfBody(name, mass, com, stated.numbers("fullinertia", (0.0,) * 6))
        x, y, z = stated.three("diaginertia")
        turned = Inertia(mass, tensor=(x, y, z, 0.0, 0.0, 0.0)).seen_from(Placement(self.angles.rotation(stated)))
        return MjcfBody(name, mass, com, turned.tensor)


def _below(element: Element) -> list[Element]:
    """Return all descendants of an XML element: children, their children, and so on."""
    descendants, waiting = [], [element]
    while waiting:
        at = waiting.pop()
        descendants += at.children
        waiting += at.children
    return descendants
