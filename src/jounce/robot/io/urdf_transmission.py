"""URDF transmissions: gear ratios, rotor inertia, and coupled motors from elements `<transmission>`.

ros_control and ros2_control define two couplings (in their transmission_interface, BSD and Apache-2.0). With the reductions a1,
a2 of the actuators and j1, j2 of the joints, the positions of the first and of the second actuator are

    differential:      a1 (j1 q1 + j2 q2),    a2 (j1 q1 - j2 q2)
    four-bar linkage:  a1 j1 q1,              a2 (q1 + j2 q2)

The first actuator is read as the motor of the first joint, the second actuator as the motor of the second joint; the element
`role` states the order. The gear ratio of a motor refers to the joint of that motor, so that its row of the transmission matrix N
has a one on the diagonal.
"""

from typing import Any, NamedTuple

from jounce.robot.drive import Drive
from jounce.robot.io.problems import MOST, Problems
from jounce.robot.io.xml import Element, element_name, parse_number
from jounce.robot.validation import closest

STATED = {
    "gear_ratio": ("mechanicalReduction", "drake:gear_ratio"),
    "rotor_inertia": ("motorInertia", "drake:rotor_inertia"),
}
"""{field of `Drive`: tags of the elements that state its value}. The value is the text, in Drake's dialect the attribute `value`.

Drake: `drake/multibody/parsing`, tags drake:rotor_inertia and drake:gear_ratio of `<actuator>` (BSD-3-Clause).
"""


COUPLED = ("DifferentialTransmission", "FourBarLinkageTransmission")


class Transmissions(NamedTuple):
    """Drives and couplings of motors that the elements `<transmission>` of a file state."""

    drives: dict[str, Drive]
    """{joint name: drive}."""
    rows: dict[str, dict[str, float]]
    """Rows of the transmission matrix N of coupled motors: {joint of the motor: {joint name: entry}}, in link-side units."""

    def matrix(self, names: list[str]) -> tuple[tuple[float, ...], ...]:
        """Return the transmission matrix N (n, n) for the DOF whose joints are `names`; () if no motor is coupled."""
        if not any(name in self.rows for name in names):
            return ()
        return tuple(  # a joint of several DOF occurs several times, and no motor is coupled to it
            tuple(self.rows[name].get(other, 0.0) if name in self.rows else float(i == j) for j, other in enumerate(names))
            for i, name in enumerate(names)
        )


def read_transmissions(root: Element, problems: Problems) -> Transmissions:
    """Return the drives and couplings of all elements `<transmission>`; drives are rigid, a side file may add the stiffness.

    Transmissions of joints that do not exist, which shortened files may contain, and unknown couplings, which have no gear ratio
    per joint, are ignored. A note is added for such a transmission if it states a gear ratio, or for one joint an inertia.
    """
    joint_names = {e.attributes.get("name", "") for e in root.all("joint")}
    gears = Transmissions({}, {})
    for transmission in root.all("transmission"):
        joints = list(transmission.all("joint"))
        at = f"line {transmission.line}: "
        if len(joints) > 1:
            problems.attempt(lambda e=transmission, j=joints: _coupled(e, j, joint_names, gears, problems), at)  # type: ignore[misc]
        if len(joints) != 1:
            continue
        places = [*transmission.all("actuator"), transmission, joints[0]]  # the actuator's word counts first
        stated = {key: [e for place in places for tag in tags for e in place.all(tag)] for key, tags in STATED.items()}
        values = problems.attempt_all({key: lambda e=elements[0]: _value(e) for key, elements in stated.items() if elements}, at)  # type: ignore[misc]
        if not values:
            continue
        name = problems.attempt(lambda joint=joints[0]: element_name(joint), at)  # type: ignore[misc]
        if name is None:
            continue
        if name not in joint_names:
            hint = "" if len(problems.notes) >= MOST else closest(name, sorted(joint_names))
            problems.notes.append(f"{at}the <transmission> of joint {name!r} is passed over: there is no such joint.{hint}")
            continue
        _put(gears, name, values, at, problems)
    return gears


def _put(gears: Transmissions, name: str, values: dict[str, Any], at: str, problems: Problems) -> None:
    """Add the drive of the joint `name` with the fields `values` to `gears`; collect an error for a second or invalid drive."""
    if name in gears.drives:
        problems.add(f"{at}a second <transmission> for joint {name!r}.")
    drive = problems.attempt(lambda: Drive(**values), f"{at}<transmission> of joint {name!r}: ")
    if drive is not None:
        gears.drives[name] = drive


def _value(element: Element) -> float:
    """Return the number that an element states: the attribute `value` of Drake's elements, the text of other elements."""
    if element.tag.startswith("drake:"):
        return element.number("value")
    return parse_number(element.text, f"line {element.line}: <{element.tag}>")


def _stated(place: Element, key: str, default: float) -> float:
    """Return the value of the field `key` of a drive from the children of the element `place`, or the default."""
    elements = [e for tag in STATED[key] for e in place.all(tag)]
    return _value(elements[0]) if elements else default


def _coupled(
    transmission: Element, joints: list[Element], joint_names: set[str], gears: Transmissions, problems: Problems
) -> None:
    """Add the drives and the rows of N of a coupling of two joints and two actuators to `gears`.

    Other couplings are ignored; a note is added if they state a gear ratio. joints: elements <joint> of the transmission.
    """
    at = f"line {transmission.line}: "
    names = [element_name(e) for e in joints]
    actuators = list(transmission.all("actuator"))
    type_element = transmission.one("type")
    kind = "" if type_element is None else type_element.text.strip().rpartition("/")[2]
    missing = [name for name in names if name not in joint_names]
    if kind not in COUPLED or len(joints) != 2 or len(actuators) != 2 or missing:
        if any(e.tag in STATED["gear_ratio"] for place in (transmission, *transmission.children) for e in place.children):
            why = f"there is no joint {missing[0]!r}" if missing else f"it couples motors, and is none of {', '.join(COUPLED)}"
            problems.notes.append(
                f"{at}the <transmission> of joints {', '.join(name[:60] for name in names[:6])} is passed over: {why}. Give "
                "these joints their drives with with_drives or a side file, and couple them by with_transmission."
            )
        return
    first, second = (_by_role(parts, what) for parts, what in ((joints, "joint"), (actuators, "actuator")))
    (one, two), (j1, j2) = [element_name(e) for e in first], [_stated(e, "gear_ratio", 1.0) for e in first]
    a1, a2 = (_stated(e, "gear_ratio", 1.0) for e in second)
    if not (j1 and j2 and a1 and a2):
        problems.add(f"{at}the <transmission> of joints {one!r} and {two!r} has a reduction of zero.")
        return
    if kind == COUPLED[0]:
        ratios = a1 * j1, -a2 * j2
        rows = {one: 1.0, two: j2 / j1}, {one: -j1 / j2, two: 1.0}
    else:
        ratios = a1 * j1, a2 * j2
        rows = {one: 1.0}, {one: 1.0 / j2, two: 1.0}
    for name, ratio, row, actuator in zip((one, two), ratios, rows, second):
        _put(gears, name, {"gear_ratio": ratio, "rotor_inertia": _stated(actuator, "rotor_inertia", 0.0)}, at, problems)
        gears.rows[name] = row


def _by_role(pair: list[Element], what: str) -> list[Element]:
    """Return two elements sorted by their roles, such as joint1 and joint2; in document order if they have no roles."""
    roles = [role.text.strip() for element in pair if (role := element.one("role")) is not None]
    return pair[::-1] if roles == [f"{what}2", f"{what}1"] else pair
