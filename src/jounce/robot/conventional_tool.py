"""The tool frame of URDF and MJCF files, by conventional names.

URDF and MJCF do not state which frame is the tool. The last link of a file is often a finger; tool frames have conventional names
instead: tool0 (ROS-Industrial), tcp, flange (REP-199), ee_link (Universal Robots), attachment_site (MuJoCo's
menagerie).
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jounce.robot.robot import Robot

NAMES = (
    *("tool", "tool0", "tcp", "tool_frame", "tool_link", "tool_tip", "tool_center_point", "flange", "ee_link", "link_ee"),
    *("eef_link", "link_eef", "eef", "ee", "ee_frame", "end_effector", "end_effector_link", "flange_link", "attachment_site"),
)
"""Names in order of preference; `to_urdf` and `to_mjcf` write the tool as "tool"."""
SEPARATORS = "_/.:-"
"""Characters between a prefix and a conventional name: left_tool0, panda_hand_tcp, ur5/tool0."""


def conventional_tool(robot: "Robot") -> str | None:
    """Return the name of the link or frame with a conventional tool name; None if there is none, or several match one name.

    Full names are preferred to names with a prefix. Frames on the base are not considered: no joint moves them.
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
    """Return the robot with its tool at the frame of a conventional name; unchanged if there is no such frame."""
    name = conventional_tool(robot)
    return robot if name is None else robot.with_tool(name)
