"""Search for the tool frame of a URDF or MJCF file by its name.

URDF and MJCF do not state which frame is the tool, and the last link of a file is often a finger. Tool frames however have
conventional names: tool0 (ROS-Industrial), tcp, flange (REP-199), ee_link (Universal Robots), attachment_site (MuJoCo's
menagerie).
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jounce.robot.robot import Robot

NAMES = (
    *("tool", "tool0", "tcp", "tool_frame", "tool_link", "tool_tip", "tool_center_point", "flange", "ee_link", "link_ee"),
    *("eef_link", "link_eef", "eef", "ee", "ee_frame", "end_effector", "end_effector_link", "flange_link", "attachment_site"),
)
"""Conventional names of tool frames, in order of preference; `to_urdf` and `to_mjcf` write the tool as "tool"."""
SEPARATORS = "_/.:-"
"""Characters that separate a prefix from a conventional name, as in left_tool0, panda_hand_tcp and ur5/tool0."""


def conventional_tool(robot: "Robot") -> str | None:
    """Return the name of the link or frame with a conventional tool name; None if no name matches, or the match is ambiguous.

    Full names are preferred to names with a prefix; "tool" is found as a full name only. Frames on the base are not considered,
    since no joint moves them.
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
    """Return the robot with its tool at the link or frame from `conventional_tool`; the same robot if that returns None."""
    name = conventional_tool(robot)
    return robot if name is None else robot.with_tool(name)
