"""Named places on links, and the tool whose motion is controlled."""

from collections.abc import Sequence
from dataclasses import dataclass

from jounce.errors import ModelError
from jounce.robot.joint import check_placement
from jounce.robot.validation import identifier, short
from jounce.spatial.placements import Placement

POSITIONS = ("x", "y", "z")
ANGLES = ("roll", "pitch", "yaw")


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame fixed on a link: what a URDF link on a fixed joint becomes once it is merged into its carrier."""

    name: str
    link: str
    """The moving link that carries it, or the base."""
    placement: Placement = Placement()  # noqa: RUF009  immutable
    """The frame in that link's frame."""

    def __post_init__(self) -> None:
        identifier(self.name, "frame name")
        identifier(self.link, f"frame {self.name!r}, link")
        object.__setattr__(self, "placement", check_placement(self.placement, f"frame {self.name!r}"))


@dataclass(frozen=True, slots=True)
class Tool:
    """The tool frame, and which of its coordinates in the base frame are the robot's controlled outputs.

    Outputs are any of x, y, z [m], then none or all of roll, pitch, yaw [rad] (fixed-axis angles as in URDF), or a single one
    of these for an arm that turns its tool about that one axis only.
    """

    link: str
    """A link, or a frame on one."""
    placement: Placement = Placement()  # noqa: RUF009  immutable
    """The tool in that frame."""
    outputs: tuple[str, ...] = (*POSITIONS, *ANGLES)

    def __post_init__(self) -> None:
        identifier(self.link, "tool, link")
        object.__setattr__(self, "placement", check_placement(self.placement, "tool"))
        known = (*POSITIONS, *ANGLES)
        given = (self.outputs,) if isinstance(self.outputs, str) else self.outputs
        if not isinstance(given, Sequence) or not all(isinstance(name, str) for name in given):
            raise ModelError(f"tool outputs: expected names, some of {', '.join(known)}; got {short(given)}.")
        outputs = tuple(given)
        object.__setattr__(self, "outputs", outputs)
        angles = [name for name in outputs if name in ANGLES]
        if not outputs or list(outputs) != sorted(set(outputs), key=lambda x: known.index(x) if x in known else -1):
            raise ModelError(
                f"tool outputs: expected some of {', '.join(known)}, each once, in this order; got {short(outputs)}."
            )
        if any(name not in known for name in outputs) or len(angles) == 2:
            raise ModelError(
                f"tool outputs: expected some of {', '.join(known)}, with none, one or all angles; got {short(outputs)}."
            )
