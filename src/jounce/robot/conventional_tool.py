"""The tool frame of a file that has no words for a tool, by its name.

URDF and MJCF say nowhere which frame the robot works with. The last link of a file is a finger as often as not; frames have names
that everybody uses instead: tool0 (ROS-Industrial), tcp, flange (REP-199), ee_link (Universal Robots), attachment_site (MuJoCo's
menagerie).
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jounce.robot.robot import Robot

NAMES = (
    *("tool", "tool0", "tcp", "tool_frame", "tool_link", "tool_tip", "tool_center_point", "flange", "ee_link", "link_ee"),
    *("eef_link", "link_eef", "eef", "ee", "ee_frame", "end_effector", "end_effector_link", "flange_link", "attachment_site"),
)
"""The first that a robot has is its tool; "tool" is how `to_urdf` and `to_mjcf` write it."""
SEPARATORS = "_/.:-"
"""Between a prefix and such a name: left_tool0, panda_hand_tcp, ur5/tool0."""


def conventional_tool(robot: "Robot") -> str | None:
    """Return the link or frame that a conventional name makes the tool; None if there is none, or several of the same name.

    Full names count before names with a prefix. Frames on the base are none: no joint moves them.
    """
    places = [*(link.name for link in robot.links), *(frame.name for frame in robot.frames if frame.link != robot.base)]
    lower = [(place, place.lower()) for place in places]
    for name in NAMES:
        full = [place for place, text in lower if text == name]
        if full:
            return full[0] if len(full) == 1 else None
    for name in NAMES[1:]:
        prefixed = [place for place, text in lower if text.endswith(name) and text[-len(name) - 1] in SEPARATORS]
        if prefixed:
            return prefixed[0] if len(prefixed) == 1 else None
    return None


def with_conventional_tool(robot: "Robot") -> "Robot":
    """Return the robot with its tool at the frame of a conventional name, if it has one."""
    name = conventional_tool(robot)
    return robot if name is None else robot.with_tool(name)
