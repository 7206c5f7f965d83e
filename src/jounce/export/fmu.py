"""A kernel as a functional mock-up unit (FMU) of FMI 2.0, for Simulink, Modelica and other simulators.

A ZIP file: `modelDescription.xml` with the variables, the kernel and the functions of the interface as C in `sources`, and the
library made of them in `binaries`. Functions without a state, such as the inverse dynamics, take inputs and give outputs. Forward
dynamics are a plant: positions and velocities are states, motor torques go in; quaternions of joints of several freedoms have
rates of their own. What a function holds from step to step goes on by itself in co-simulation, which is all that such a function
has; numbers of an observer, such as its gain, are parameters.
"""

import hashlib
import math
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from importlib import import_module, resources
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple
from xml.sax.saxutils import quoteattr

import numpy as np

from jounce.codegen.build.compiler import compiler, run
from jounce.codegen.print.c import SCALAR, body, in_a_row, literal
from jounce.codegen.program import Printable, Sheet, Slot
from jounce.errors import InputError
from jounce.export.c_project import exhibit
from jounce.export.project_files import c_files, check_name, refuse_inner
from jounce.kernel.fingerprint import fingerprint
from jounce.kernel.form import Form
from jounce.plant.multi_dof_joints import position_rates
from jounce.plant.plant import plant_of
from jounce.robot import Robot
from jounce.robot.io.file_access import write_atomically
from jounce.robot.parameters import parameter_values
from jounce.robot.validation import short

PLANTS = {
    "forward_dynamics": {"q": "qd", "qd": "qdd"},
    "elastic_forward_dynamics": {"q": "qd", "qd": "qdd", "theta": "thetad", "thetad": "thetadd"},
}
"""States of plants, and what their rates are called."""
TICKS, NEXT = ("h", "period"), "next_"
"""The time since the last step; and before the name of what is held from step to step: what it is after a step."""
RATES = "q_rate"
"""Rates of positions, where they are not the velocities."""
PLATFORMS = {"linux": "linux64", "darwin": "darwin64", "win32": "win64"}
FLAGS = ("-O2", "-std=c99", "-fPIC", "-shared", "-fvisibility=hidden")
"""Nothing of the processor at hand: the file may go to another computer."""
LONGEST_STEP = 1e-4
"""Of the integration in co-simulation [s], unless said."""
FILES = ("model", "modelDescription")
"""Names of files in an FMU, without endings."""
EARLIEST = (1980, 1, 1, 0, 0, 0)
"""A date for all files in it: the same model gives the same bytes."""


class Variable(NamedTuple):
    """A number that goes in or comes out, at its place among all."""

    name: str
    kind: str
    """'input', 'parameter', 'state', 'held', 'output' or 'rate'."""
    about: str
    start: float = 0.0
    of: str = ""
    """Of a rate: the state whose rate it is."""


def write_fmu(
    path: str | Path, form: Form, robot: Robot, program: Printable, name: str, starts: Mapping[str, Any] | None = None
) -> Path:
    """See `Kernel.write_fmu`. starts: what is held at first, and numbers of an observer."""
    try:
        target = Path(path)
    except TypeError:
        raise InputError(f"path: expected a file that ends in .fmu, got {short(path)}.") from None
    if target.suffix != ".fmu":
        raise InputError(f"path: expected a file that ends in .fmu, got {str(path)!r}.")
    kept = _kept(form, robot)
    after = {output.name for output in form.outputs(robot)}
    if kept and (form.equation.auxiliary_slots(robot)[-1].name not in TICKS or not {f"{NEXT}{name}" for name in kept} <= after):
        raise InputError(
            f"{form.equation.name} keeps {', '.join(kept)} from call to call; an FMU of it needs the time since the last "
            "step to go in, and the next state among its outputs."
        )
    plant = PLANTS.get(form.equation.name, {})
    if plant and robot.nq != robot.n:
        plant = {**plant, "q": RATES}
    _check_unit(name)
    named: Any = replace(program, name=name)  # type: ignore[type-var]  # both kinds are dataclasses
    shown = exhibit(form, robot, program, float)
    files = c_files(named, shown.words, shown.samples, shown.expected, "double")
    inputs, outputs = list(_inputs(form, robot, plant, starts or {})), list(_outputs(form, robot))
    turning = ""
    if RATES in plant.values():
        outputs += [Variable(f"{RATES}[{i + 1}]", "output", f"rate of {_joint(robot, robot.nq, i)}") for i in range(robot.nq)]
        turning = _turning(robot)
    sources = {f"{name}.c": files[f"{name}.c"], f"{name}.h": files[f"{name}.h"], "fmi2.c": _interface()}
    guid = _guid([repr(inputs), repr(outputs), fingerprint(robot), *sources.values()])
    sources["model.h"] = _model(named, inputs, outputs, plant, guid, turning)
    anonymous: Any = replace(program, name="the_kernel_itself")  # type: ignore[type-var]
    refuse_inner(name, _model(anonymous, inputs, outputs, plant, guid, turning) + _interface())
    content: dict[str, bytes] = {f"sources/{file}": text.encode() for file, text in sources.items()}
    content["modelDescription.xml"] = _description(name, shown.words.title, inputs, outputs, plant, guid).encode()
    ending = {"win32": "dll", "darwin": "dylib"}.get(sys.platform, "so")
    content[f"binaries/{PLATFORMS.get(sys.platform, sys.platform)}/{name}.{ending}"] = _built(sources, name)
    try:
        write_atomically({target: lambda file: _zip(content, file)})
    except (OSError, ValueError) as error:
        raise InputError(f"path: expected a file that can be written, got {str(target)!r}: {error}.") from None
    return target


def _check_unit(name: str) -> None:
    """Check the name of a unit: not one of FMI's functions and types, nor that of a file beside the kernel's."""
    check_name(name)
    if name.lower().startswith("fmi") or name in FILES:
        raise InputError(f"name: {name!r} has a meaning already in the interface FMI; choose another, such as robot_{name}.")


def _kept(form: Form, robot: Robot) -> list[str]:
    """What an equation holds from step to step, of all that goes in beside the motion."""
    held, results = form.equation.auxiliary_slots(robot), {output.name for output in form.equation.outputs(robot)}
    return [slot.name for slot in held if f"{NEXT}{slot.name}" in results or slot.name == "compensator"]


def _zip(content: dict[str, bytes], file: BinaryIO) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for inner, data in sorted(content.items()):
            packed.writestr(zipfile.ZipInfo(inner, EARLIEST), data, zipfile.ZIP_DEFLATED)


def _interface() -> str:
    return (resources.files("jounce.export") / "fmi2.c").read_text(encoding="utf-8")


def _guid(parts: list[str]) -> str:
    digest = hashlib.sha256("\0".join(parts).encode()).hexdigest()
    return "{" + "-".join([digest[:8], digest[8:12], digest[12:16], digest[16:20], digest[20:32]]) + "}"


def _built(sources: dict[str, str], name: str) -> bytes:
    with tempfile.TemporaryDirectory(prefix="jounce-fmu-") as folder:
        for file, text in sources.items():
            (Path(folder) / file).write_text(text, encoding="utf-8")
        run([*compiler(), *FLAGS, f"{name}.c", "fmi2.c", "-o", "made", "-lm"], Path(folder), f"the FMU {name}")
        return (Path(folder) / "made").read_bytes()


def _turning(robot: Robot) -> str:
    """`turning(q, qd, rates)`: rates of positions, those of quaternions among them."""
    sheet = Sheet([Slot("q", 1, robot.nq), Slot("qd", 1, robot.n)])
    rates = list(position_rates(plant_of(robot).tree, *sheet.rows))
    return SCALAR + body(sheet.program("turning", [Slot("rates", 1, robot.nq)], [[rates]]), "turning")


def _inputs(form: Form, robot: Robot, plant: dict[str, str], starts: Mapping[str, Any]) -> Iterator[Variable]:
    """In the order of the kernel's inputs."""
    taken = 0
    held = (
        {slot.name for slot in form.equation.auxiliary_slots(robot)} if _kept(form, robot) else set()
    )  # or else gains are inputs
    after = {output.name for output in form.outputs(robot)}
    level = _unturned(robot)
    for slot in form.slots(robot)[0]:
        moving = slot.name in ("motion", "coordinates", "motors")
        own = parameter_values(robot, slot.name) if slot.name in dict(form.parameters) else None
        goes_on = slot.name in TICKS or f"{NEXT}{slot.name}" in after
        if slot.name in held and (slot.name in starts or not goes_on):
            own = np.ravel(starts.get(slot.name, np.zeros(slot.rows * slot.width)))
        for row in range(slot.rows):
            name = slot.name if slot.rows == 1 else f"{slot.name}_{row}"
            if moving:
                name = form.equation.argument(taken)
                name = name if name.isidentifier() else f"q{taken}"
                taken += 1
            for i in range(slot.width):
                about = _joint(robot, slot.width, i) if moving else f"entry {i + 1}"
                if slot.name in held:
                    kind = "held" if goes_on else "parameter"
                    start = 0.0 if own is None else float(own[row * slot.width + i])
                    yield Variable(f"{name}[{i + 1}]", kind, f"{about} of {name}", start)
                elif own is not None:
                    start = float(own[i]) if row == 0 and math.isfinite(own[i]) else float(row == 0)
                    yield Variable(f"{name}[{i + 1}]", "parameter", f"{about} of {slot.name}", start)
                else:
                    start = float(level[i]) if name == "q" else 0.0
                    yield Variable(f"{name}[{i + 1}]", "state" if name in plant else "input", f"{name} of {about}", start)


def _unturned(robot: Robot) -> list[float]:
    """Positions that are zero, and quaternions (x, y, z, w) without a rotation."""
    found: list[float] = []
    for joint in robot.joints:
        found += [0.0] * joint.positions
        if joint.freedoms > 1:
            found[len(found) - joint.positions + 3] = 1.0
    return found


def _joint(robot: Robot, width: int, i: int) -> str:
    """What entry i of a row of motion belongs to."""
    names = robot.motor_names if width == robot.m and robot.m != robot.n else [axis.name for axis in robot.axes]
    return f"joint {names[i]!r}" if width == len(names) else f"coordinate {i + 1}"


def _outputs(form: Form, robot: Robot) -> Iterator[Variable]:
    for output in form.outputs(robot):
        shape = (*output.lead(form.order), *output.shape)
        for flat in range(math.prod(shape)):
            index, rest = [], flat
            for size in reversed(shape):
                index.append(rest % size + 1)
                rest //= size
            place = ",".join(map(str, reversed(index)))
            if shape:
                yield Variable(f"{output.name}[{place}]", "output", f"entry {place} of {output.name}")
            else:  # a number by itself has no index
                yield Variable(output.name, "output", output.name)


def _rates(inputs: list[Variable], outputs: list[Variable], plant: dict[str, str]) -> tuple[list[int], list[int]]:
    """Places of the states, and of what their rates are."""
    places = {x.name: k for k, x in enumerate([*inputs, *outputs])}
    states = [k for k, x in enumerate(inputs) if x.kind == "state"]
    rates = []
    for k in states:
        name, index = inputs[k].name.split("[")
        rates.append(places[f"{plant[name]}[{index}"])
    return states, rates


def _model(
    program: Printable, inputs: list[Variable], outputs: list[Variable], plant: dict[str, str], guid: str, turning: str
) -> str:
    """`model.h`. turning: rates of positions as C, where they are not the velocities."""
    states, rates = _rates(inputs, outputs, plant)
    call = ", ".join([*in_a_row(program.inputs, "v"), *in_a_row(program.outputs, f"v + {len(inputs)}")])

    held = [k for k, x in enumerate(inputs) if x.kind == "held"]
    after = [len(inputs) + k for k, x in enumerate(outputs) if held and x.name.startswith(NEXT)][:1]
    last = [x.name for x in inputs if x.kind == "held"][-1:]
    places = {x.name: k for k, x in enumerate([*inputs, *outputs])}
    turned = f"\n    turning(v + {places['q[1]']}, v + {places['qd[1]']}, v + {places[f'{RATES}[1]']});" if turning else ""

    def whole(numbers: list[int]) -> str:
        return ", ".join(map(str, [*numbers, 0]))

    return f"""/* What fmi2.c needs to know of {program.name}. Generated code. */
#include "{program.name}.h"
{turning}#define GUID "{guid}"
#define LONGEST_STEP {LONGEST_STEP!r}
enum {{ INPUTS = {len(inputs)}, OUTPUTS = {len(outputs)}, STATES = {len(states)} }};
enum {{ HELD = {max(len(held) - 1, 0)}, HELD_AT = {[*held, 0][0]}, TICK_AT = {[0, *held][-1]}, NEXT_AT = {[*after, 0][0]} }};
enum {{ SAMPLED = {int(last == ["period[1]"])} }};
static const double starts[INPUTS] = {{{", ".join(literal(x.start) for x in inputs)}}};
static const int states[STATES + 1] = {{{whole(states)}}}, rates[STATES + 1] = {{{whole(rates)}}};

static void compute(double *v)
{{
    {program.name}({call});{turned}
}}
"""


def _description(name: str, title: str, inputs: list[Variable], outputs: list[Variable], plant: dict[str, str], guid: str) -> str:
    """`modelDescription.xml`."""
    states, _ = _rates(inputs, outputs, plant)
    rates = [Variable(f"der({inputs[k].name})", "rate", f"rate of {inputs[k].name}", of=inputs[k].name) for k in states]
    known = [*inputs, *outputs, *rates]
    if plant:
        known.append(Variable("step", "parameter", "longest step of the integration in co-simulation [s]", LONGEST_STEP))
    number = {x.name: k + 1 for k, x in enumerate(known)}
    how = {
        "input": 'causality="input" variability="continuous"',
        "parameter": 'causality="parameter" variability="tunable" initial="exact"',
        "state": 'causality="output" variability="continuous" initial="exact"',
        "held": 'causality="local" variability="discrete" initial="exact"',
        "output": 'causality="output" variability="continuous" initial="calculated"',
        "rate": 'causality="local" variability="continuous" initial="calculated"',
    }
    lines = []
    for k, x in enumerate(known):
        value = "" if x.kind == "output" else f' derivative="{number[x.of]}"' if x.of else f' start="{x.start!r}"'
        lines.append(
            f'    <ScalarVariable name={quoteattr(x.name)} valueReference="{k}" description={quoteattr(x.about)} {how[x.kind]}>'
            f"<Real{value}/></ScalarVariable>"
        )

    def listed(kinds: tuple[str, ...]) -> str:
        return "".join(f'<Unknown index="{number[x.name]}"/>' for x in known if x.kind in kinds)

    def part(tag: str, kinds: tuple[str, ...]) -> str:
        return f"    <{tag}>{listed(kinds)}</{tag}>" if listed(kinds) else ""

    about = 'canNotUseMemoryManagementFunctions="true" canGetAndSetFMUstate="true" canSerializeFMUstate="true"'
    steps = any(x.kind == "held" for x in inputs)
    files = f'<SourceFiles><File name="{name}.c"/><File name="fmi2.c"/></SourceFiles>'
    version = import_module("jounce").__version__
    text = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<fmiModelDescription fmiVersion="2.0" modelName={quoteattr(name)} guid="{guid}" description={quoteattr(title)}',
        f'    generationTool="jounce {version}" variableNamingConvention="structured" numberOfEventIndicators="0">',
        "" if steps else f'  <ModelExchange modelIdentifier="{name}" {about}>{files}</ModelExchange>',
        f'  <CoSimulation modelIdentifier="{name}" canHandleVariableCommunicationStepSize="true" {about}>{files}</CoSimulation>',
        '  <DefaultExperiment startTime="0" stopTime="1" stepSize="0.001"/>',
        "  <ModelVariables>",
        *lines,
        "  </ModelVariables>",
        "  <ModelStructure>",
        part("Outputs", ("state", "output")),
        part("Derivatives", ("rate",)),
        part("InitialUnknowns", ("output", "rate")),
        "  </ModelStructure>",
        "</fmiModelDescription>",
        "",
    ]
    return "\n".join(line for line in text if line)
