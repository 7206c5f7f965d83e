"""`<transmission>` elements of a URDF: gears and rotors."""

from jounce.robot.drive import Drive
from jounce.robot.load.problems import MOST, Problems
from jounce.robot.load.xml import Element, named, parse_number
from jounce.robot.values import closest

STATED = {
    "gear_ratio": ("mechanicalReduction", "drake:gear_ratio"),
    "rotor_inertia": ("motorInertia", "drake:rotor_inertia"),
}
"""What a drive takes, and the elements that say it: with the number as text, and in Drake's dialect as the attribute `value`.

Drake: `drake/multibody/parsing`, tags drake:rotor_inertia and drake:gear_ratio of `<actuator>` (BSD-3-Clause).
"""


def transmission_drives(root: Element, problems: Problems) -> dict[str, Drive]:
    """Rigid drives with what the transmissions state; a side file adds the stiffness.

    A transmission of several joints (a differential) mixes its motors and has no ratio per joint; one of a joint that does not
    exist was left behind when the file was cut. Both are passed over with a note, if they state anything.
    """
    known = {e.attributes.get("name", "") for e in root.all("joint")}
    drives: dict[str, Drive] = {}
    for transmission in root.all("transmission"):
        joints = list(transmission.all("joint"))
        at = f"line {transmission.line}: "
        if len(joints) != 1:
            _mixed(transmission, joints, problems)
            continue
        places = [*transmission.all("actuator"), transmission, joints[0]]  # the actuator's word counts first
        stated = {key: [e for place in places for tag in tags for e in place.all(tag)] for key, tags in STATED.items()}
        values = problems.all({key: lambda e=found[0]: _value(e) for key, found in stated.items() if found}, at)  # type: ignore[misc]
        if not values:
            continue
        name = problems.trying(lambda joint=joints[0]: named(joint), at)  # type: ignore[misc]
        if name is None:
            continue
        if name not in known:
            hint = "" if len(problems.notes) >= MOST else closest(name, sorted(known))
            problems.notes.append(f"{at}the <transmission> of joint {name!r} is passed over: there is no such joint.{hint}")
            continue
        if name in drives:
            problems.add(f"{at}a second <transmission> for joint {name!r}.")
        drive = problems.trying(lambda v=values: Drive(**v), f"{at}<transmission> of joint {name!r}: ")  # type: ignore[misc]
        if drive is not None:
            drives[name] = drive
    return drives


def _value(element: Element) -> float:
    if element.tag.startswith("drake:"):
        return element.number("value")
    return parse_number(element.text, f"line {element.line}: <{element.tag}>")


def _mixed(transmission: Element, joints: list[Element], problems: Problems) -> None:
    tags = STATED["gear_ratio"]
    if len(joints) > 1 and any(e.tag in tags for part in (transmission, *transmission.children) for e in part.children):
        names = ", ".join(e.attributes.get("name", "?")[:60] for e in joints[:6])
        problems.notes.append(
            f"line {transmission.line}: the <transmission> of joints {names} is passed over: it mixes its motors, and has no "
            "gear ratio per joint. Give these joints their drives with with_drives, or a side file."
        )
