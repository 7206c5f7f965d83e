"""Fault codes of a live flexible arm, and their error messages."""

from enum import IntEnum

from jounce.flexible.live.live_inputs import TickLayout
from jounce.plant.tool_outputs import ToolOutputs
from jounce.robot.frame import ANGLES, POSITIONS


class Fault(IntEnum):
    """Reason why a tick of a live flexible arm fails; the C code has the same numbers."""

    NONE = 0
    NOT_FINITE = 1
    """An input is NaN or infinite, or a parameter beyond its bounds. The state is unchanged: the tick may be repeated."""
    NOT_BEGUN = 2
    """The state was never begun, or is not a state of this arm."""
    JUMP = 3
    """The rows (outputs, derivatives) do not continue the motion of the last tick: row k + 1 is not the derivative of row k."""
    SINGULAR = 4
    """The pose is nearly singular, now or at the end of the preview."""
    UNSOLVED = 5
    """Newton's method does not converge within the tick."""
    TORQUE = 6
    """A motor torque is beyond its bound."""
    TORQUE_RATE = 7
    """A motor torque changes faster than its bound."""


def words(layout: TickLayout, h: float, fault: Fault, where: int, value: float) -> str:
    """Return the error message of a fault. h: length of a tick [s]; where, value: fields of `Gate`."""
    if fault == Fault.JUMP:
        row, column = divmod(where, layout.outputs)
        outputs = ToolOutputs.of(layout.robot.tool.outputs)
        name = [*(POSITIONS[k] for k in outputs.positions), *(ANGLES[k] for k in outputs.angles)][column]
        return (
            f"row {row} of output {name!r} is {value:.3g} away from where the last rows lead within a tick of {h:.3g} s. Rows "
            "are outputs and time derivatives of one motion; jump= allows for more, shape= makes rows of outputs that jump."
        )
    if fault == Fault.SINGULAR:
        end = " at the end of the preview" * where
        return f"the pose{end} is {value:.3g} away from a singular one. Choose another path; singularity= is the least distance."
    if fault == Fault.UNSOLVED:
        return (
            f"Newton's method does not arrive within a tick of {h:.3g} s: is the path smooth, within reach, and no singular pose "
            "on it? begin(q) starts anew."
        )
    name, rate = layout.robot.motor_names[where], fault == Fault.TORQUE_RATE
    change = f"change by {value:.4g} Nm or N per s" if rate else f"be {value:.4g} Nm or N"
    return (
        f"torque of motor {name!r} would {change}, beyond its bound. Move more slowly; {'torque_rate' if rate else 'torque'}= "
        "and robot.limits state the bound."
    )
