"""The end of every call: outputs checked, those for our own use left out, the rest handed out under their names."""

import math
from typing import Any

from jounce.errors import OutOfMemoryError
from jounce.kernel.equation import Form
from jounce.robot import Robot


def finish(form: Form, robot: Robot, q: Any, outputs: tuple[Any, ...], parameters: dict[str, Any]) -> Any:
    """What the public function gives: a named tuple, a single array, or a tuple of them."""
    equation = form.equation
    if equation.partial:
        found = {name: x if name == "motion" or len(x) > 1 else x[0] for name, x in zip(form.names, outputs)}
        if form.by and form.by != equation.by:
            return {name: found[name] for name in form.by}
        more = (found[name] for name in form.names[1:])
        return found["motion"] if equation.result is None else equation.result(*found["motion"], *more)
    if form.only:
        return outputs[0] if len(outputs) == 1 else outputs
    if equation.check is not None and equation.doubted(robot):
        equation.check(robot, q, outputs, parameters)
    if equation.result is not None:
        return equation.result(*outputs)
    kept = outputs[: len(outputs) - equation.inner]
    return kept[0] if len(kept) == 1 else kept


def refuse_division(form: Form, robot: Robot, q: Any, parameters: dict[str, Any]) -> None:
    """After a division by zero: raise with the reason, if the equation knows one."""
    if form.equation.check is not None:
        form.equation.check(robot, q, None, parameters)


def too_large(form: Form, robot: Robot, batch: tuple[int, ...]) -> OutOfMemoryError:
    """What is said of a batch for whose results there is no memory."""
    shapes = {output.name: (*output.lead(form.order), *batch, *output.shape) for output in form.outputs(robot)}
    size = 8 * sum(math.prod(shape) for shape in shapes.values())
    shown = ", ".join(f"{name} {shape}" for name, shape in shapes.items())
    return OutOfMemoryError(
        f"{form.equation.name} of robot {robot.name!r} on a batch of shape {batch}: the results, {shown}, take "
        f"{size / 1e9:.3g} GB, and there is not enough memory to compute them. Compute the batch in parts, one after the other."
    )
