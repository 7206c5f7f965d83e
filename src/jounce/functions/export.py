"""An equation of one robot as C99 for a controller: what its arguments are, and reference vectors to test it with."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from jounce.codegen.print.export import check_name, write_c
from jounce.codegen.program import Printable
from jounce.errors import InputError
from jounce.functions.equation import Form
from jounce.numbers.packing import Array
from jounce.plant.plant import Place, locate
from jounce.robot import Robot
from jounce.robot.parameters import PARAMETERS, parameter_values
from jounce.robot.values import short

REFERENCES = 5
"""Reference vectors."""
DERIVATIVES = "row k: its k-th time derivative"


def export(form: Form, robot: Robot, program: Printable, folder: str | Path, name: str | None) -> list[Path]:
    """Write source, header, CMakeLists.txt and a test; see `Kernel.write_c`."""
    try:
        folder = Path(folder)
    except TypeError:
        raise InputError(f"folder: expected one to write C files into, got {short(folder)}.") from None
    name = check_name(form.equation.name if name is None else name)
    samples = references(form, robot)
    expected = [_plainly(form, robot, sample.tolist()) for sample in samples]
    named: Any = replace(program, name=name)  # type: ignore[type-var]  # both kinds are dataclasses
    title = f"{form.equation.name} of robot {robot.name!r}"
    return write_c(named, folder, title, remarks(form, robot), samples, np.array(expected))


def remarks(form: Form, robot: Robot) -> dict[str, str]:
    """What the rows of each argument are, by its name in C."""
    inputs, outputs = form.slots(robot)
    timed = form.equation.differentiable(robot)
    found = {slot.name: DERIVATIVES for slot in inputs}
    found |= {slot.name: DERIVATIVES if slot.rows > 1 or timed else "" for slot in outputs}
    first = int(inputs[0].name == "coordinates")
    found["motion"] = "rows: " + ", ".join(map(form.equation.argument, range(first, form.arrays)))
    found["coordinates"] = "positions, quaternions (x, y, z, w) where joints have several freedoms"
    found["state"] = "of damped joints: row k: k-th derivative of the deflection; after the highest one D times the next"
    found["compensator"] = "joint by joint: derivatives of the motor from the 2nd on, then of the link beyond what its motor says"
    found["compensator_rate"] = "their time derivatives"
    found["gains"] = "row k: K_k, of the k-th derivative of the error"
    found["next_state"] = "the same after this step"
    found["h"] = "time since the state [s]"
    found["pivots"] = "inertia felt at each joint while those further out hang free; zero where qdd is not determined"
    found |= {name: PARAMETERS[name].entries for name, _ in form.parameters}
    wrenches = [slot.name for slot in inputs if slot.name.startswith("wrench")]
    for slot, place in zip(wrenches, form.wrenches):
        found[slot] = f"moment, then force on {_name(robot, place)!r}, in its frame; {DERIVATIVES}"
    if form.equation.partial:
        by = zip(form.names, outputs)
        found |= {slot.name: f"by {name}, columns last{'; row k: by argument k' * (name == 'motion')}" for name, slot in by}
    return found


def _name(robot: Robot, place: Place) -> str:
    """Of a link or frame that is at this place."""
    names = [*(link.name for link in robot.links), *(frame.name for frame in robot.frames), robot.base, "tool"]
    return next((name for name in names if locate(robot, name) == place), "a frame of its own")


def references(form: Form, robot: Robot) -> Array:
    """Samples of all inputs, one per row; parameters are near those of the robot, and not zero."""
    columns = []
    rng = np.random.default_rng(0)
    for slot in form.slots(robot)[0]:
        values: Array = rng.normal(size=(REFERENCES, slot.size))
        if slot.name == "h":
            values = 0.01 * np.abs(values)
        if slot.name in PARAMETERS:
            own = parameter_values(robot, slot.name)
            own = np.where(np.isfinite(own) & (own != 0.0), own, 1.0)
            values[:, : slot.width] = own * (1.0 + 0.1 * np.abs(values[:, : slot.width]))
        columns.append(values)
    return np.concatenate(columns, axis=1)


def _plainly(form: Form, robot: Robot, numbers: list[float]) -> list[float]:
    """All outputs of one sample of all inputs, in plain Python."""
    rows: list[list[float]] = []
    for slot in form.slots(robot)[0]:
        for _ in range(slot.rows):
            rows.append(numbers[: slot.width])
            numbers = numbers[slot.width :]
    return [float(x) for output in form.evaluate(robot, rows) for row in output for x in row]
