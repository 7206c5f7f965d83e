"""Frames fixed on links, and the tool with its controlled outputs."""

from collections.abc import Sequence
from dataclasses import dataclass

from jounce.errors import ModelError
from jounce.robot.joint import check_placement
from jounce.robot.validation import identifier, short
from jounce.spatial.geometry import Placement

POSITIONS = ("x", "y", "z")
ANGLES = ("roll", "pitch", "yaw")


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame fixed on a link, such as the frame of a URDF link that was merged because its joint is fixed.

    Examples
    --------
    >>> import jounce as jn
    >>> jn.robot.Frame("camera", "link2", jn.placement(xyz=(0.0, 0.0, 0.1))).placement.origin
    (0.0, 0.0, 0.1)
    """

    name: str
    link: str
    """Name of the moving link, or of the base, that carries the frame."""
    placement: Placement = Placement()  # noqa: RUF009  immutable
    """Pose of the frame in the link's frame."""

    def __post_init__(self) -> None:
        identifier(self.name, "frame name")
        identifier(self.link, f"frame {self.name!r}, link")
        object.__setattr__(self, "placement", check_placement(self.placement, f"frame {self.name!r}"))


@dataclass(frozen=True, slots=True)
class Tool:
    """The tool frame, and the names of its coordinates in the base frame that are the robot's controlled outputs.

    Outputs are any of x, y, z [m], then none, one or all three of roll, pitch, yaw [rad] (fixed-axis angles as in URDF), in this
    order; the default is all six.

    Examples
    --------
    >>> import jounce as jn
    >>> jn.robot.Tool("flange", outputs=("x", "z")).outputs
    ('x', 'z')
    """

    link: str
    """Name of the link or frame that carries the tool."""
    placement: Placement = Placement()  # noqa: RUF009  immutable
    """Pose of the tool in the frame of `link`."""
    outputs: tuple[str, ...] = (*POSITIONS, *ANGLES)

    def __post_init__(self) -> None:
        identifier(self.link, "tool, link")
        object.__setattr__(self, "placement", check_placement(self.placement, "tool"))
        allowed = (*POSITIONS, *ANGLES)
        names = (self.outputs,) if isinstance(self.outputs, str) else self.outputs
        if not isinstance(names, Sequence) or not all(isinstance(name, str) for name in names):
            raise ModelError(f"tool outputs: expected names, some of {', '.join(allowed)}; got {short(names)}.")
        outputs = tuple(names)
        object.__setattr__(self, "outputs", outputs)
        angles = [name for name in outputs if name in ANGLES]
        if not outputs or list(outputs) != sorted(set(outputs), key=lambda x: allowed.index(x) if x in allowed else -1):
            raise ModelError(
                f"tool outputs: expected some of {', '.join(allowed)}, each once, in this order; got {short(outputs)}."
            )
        if any(name not in allowed for name in outputs) or len(angles) == 2:
            raise ModelError(
                f"tool outputs: expected some of {', '.join(allowed)}, with none, one or all angles; got {short(outputs)}."
            )
