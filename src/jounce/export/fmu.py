"""Export of a kernel as a functional mock-up unit (FMU) of FMI 2.0, for Simulink, Modelica and other simulators.

An FMU is a ZIP file: `modelDescription.xml` with the variables, C sources of the kernel and of the interface in `sources`, and
their shared library in `binaries`. Functions without a state, such as the inverse dynamics, map inputs to outputs. Forward
dynamics are a plant: positions and velocities are states, motor torques are inputs; the rates of quaternions are separate
outputs. An observer has a discrete state, which advances at each communication step, so it supports co-simulation only; its
arguments other than readings, such as the gain, are parameters.
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

import numpy as np

from jounce.codegen.build.compiler import compiler, run
from jounce.codegen.print.c import SCALAR, body, in_a_row, literal
from jounce.codegen.program import Printable, Sheet, Slot
from jounce.errors import InputError
from jounce.export.c_project import exhibit
from jounce.export.project_files import c_files, check_name, refuse_inner
from jounce.kernel.equation import Form
from jounce.kernel.fingerprint import fingerprint
from jounce.plant.plant import plant_of
from jounce.plant.tree import position_rates
from jounce.robot import Robot
from jounce.robot.io.file_access import write_atomically
from jounce.robot.parameters import parameter_values
from jounce.robot.validation import short

PLANTS = {
    "forward_dynamics": {"q": "qd", "qd": "qdd"},
    "elastic_forward_dynamics": {"q": "qd", "qd": "qdd", "theta": "thetad", "thetad": "thetadd"},
}
"""{name of an equation that is exported as a plant: {state: rate of the state}}."""
TICKS, NEXT = ("h", "period"), "next_"
"""Names of arguments for the time since the last step; and prefix that makes the name of a discrete state after the step."""
RATES = "q_rate"
"""Name of the output with the rates of positions, for robots whose velocities differ from these rates (quaternions)."""
PLATFORMS = {"linux": "linux64", "darwin": "darwin64", "win32": "win64"}
FLAGS = ("-O2", "-std=c99", "-fPIC", "-shared", "-fvisibility=hidden")
"""Compiler flags; they select no instructions specific to this processor, so that the FMU runs on other computers too."""
LONGEST_STEP = 1e-4
"""Default of the longest integration step in co-simulation [s]."""
FILES = ("model", "modelDescription")
"""Names, without endings, of files that every FMU contains; a kernel must not have such a name."""
EARLIEST = (1980, 1, 1, 0, 0, 0)
"""Date of all files in the ZIP archive of an FMU, so that equal models give equal bytes."""


class Variable(NamedTuple):
    """Scalar variable of an FMU; its value reference is its index among all variables."""

    name: str
    kind: str
    """'input', 'parameter', 'state', 'held' (discrete state, or time since the last step), 'output' or 'rate'."""
    about: str
    start: float = 0.0
    of: str = ""
    """For a rate, the name of its state; '' for other kinds."""


def write_fmu(
    path: str | Path, form: Form, robot: Robot, program: Printable, name: str, starts: Mapping[str, Any] | None = None
) -> Path:
    """Write the kernel of a form as an FMU and return its path; see `Kernel.write_fmu`.

    starts: {argument: start value} of the discrete states and parameters of an observer.
    """
    try:
        target = Path(path)
    except TypeError:
        raise InputError(f"path: expected a file that ends in .fmu, got {short(path)}.") from None
    if target.suffix != ".fmu":
        raise InputError(f"path: expected a file that ends in .fmu, got {str(path)!r}.")
    states = _discrete_states(form, robot)
    after = {output.name for output in form.outputs(robot)}
    if states and (
        form.equation.auxiliary_slots(robot)[-1].name not in TICKS or not {f"{NEXT}{name}" for name in states} <= after
    ):
        raise InputError(
            f"{form.equation.name} has the discrete states {', '.join(states)}; its FMU requires the time since the last step "
            "as an input, and the next state among the outputs."
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
    """Raise InputError unless `name` is a valid C name that differs from names of FMI and of other files in the FMU."""
    check_name(name)
    if name.lower().startswith("fmi") or name in FILES:
        raise InputError(f"name: {name!r} has a meaning already in the interface FMI; choose another, such as robot_{name}.")


def _discrete_states(form: Form, robot: Robot) -> list[str]:
    """Return the names of all auxiliary arguments that are discrete states: the equation returns their next values or rates."""
    slots, results = form.equation.auxiliary_slots(robot), {output.name for output in form.equation.outputs(robot)}
    return [slot.name for slot in slots if f"{NEXT}{slot.name}" in results or slot.name == "compensator"]


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
        run([*compiler(), *FLAGS, f"{name}.c", "fmi2.c", "-o", "library", "-lm"], Path(folder), f"the FMU {name}")
        return (Path(folder) / "library").read_bytes()


def _turning(robot: Robot) -> str:
    """Return the C source of `turning(q, qd, rates)`, which computes the rates (nq,) of positions from velocities qd (n,)."""
    sheet = Sheet([Slot("q", 1, robot.nq), Slot("qd", 1, robot.n)])
    rates = list(position_rates(plant_of(robot).tree, *sheet.rows))
    return SCALAR + body(sheet.program("turning", [Slot("rates", 1, robot.nq)], [[rates]]), "turning")


def _inputs(form: Form, robot: Robot, plant: dict[str, str], starts: Mapping[str, Any]) -> Iterator[Variable]:
    """Yield the input variables of an FMU in the order of the kernel's inputs.

    plant: {state: name of the state's rate}, empty if the kernel is no plant; starts: as in `write_fmu`.
    """
    row_of_motion = 0
    auxiliary = (
        {slot.name for slot in form.equation.auxiliary_slots(robot)} if _discrete_states(form, robot) else set()
    )  # gains of laws without state are inputs
    after = {output.name for output in form.outputs(robot)}
    neutral = _neutral_position(robot)
    for slot in form.slots(robot)[0]:
        moving = slot.name in ("motion", "coordinates", "motors")
        values = parameter_values(robot, slot.name) if slot.name in dict(form.parameters) else None
        is_state = slot.name in TICKS or f"{NEXT}{slot.name}" in after
        if slot.name in auxiliary and (slot.name in starts or not is_state):
            values = np.ravel(starts.get(slot.name, np.zeros(slot.rows * slot.width)))
        for row in range(slot.rows):
            name = slot.name if slot.rows == 1 else f"{slot.name}_{row}"
            if moving:
                name = form.equation.argument(row_of_motion)
                name = name if name.isidentifier() else f"q{row_of_motion}"
                row_of_motion += 1
            for i in range(slot.width):
                about = _joint(robot, slot.width, i) if moving else f"entry {i + 1}"
                if slot.name in auxiliary:
                    kind = "held" if is_state else "parameter"
                    start = 0.0 if values is None else float(values[row * slot.width + i])
                    yield Variable(f"{name}[{i + 1}]", kind, f"{about} of {name}", start)
                elif values is not None:
                    start = float(values[i]) if row == 0 and math.isfinite(values[i]) else float(row == 0)
                    yield Variable(f"{name}[{i + 1}]", "parameter", f"{about} of {slot.name}", start)
                else:
                    start = float(neutral[i]) if name == "q" else 0.0
                    yield Variable(f"{name}[{i + 1}]", "state" if name in plant else "input", f"{name} of {about}", start)


def _neutral_position(robot: Robot) -> list[float]:
    """Return the neutral position (nq,): zeros, and unit quaternions (0, 0, 0, 1)."""
    position: list[float] = []
    for joint in robot.joints:
        position += [0.0] * joint.positions
        if joint.freedoms > 1:
            position[len(position) - joint.positions + 3] = 1.0
    return position


def _joint(robot: Robot, width: int, i: int) -> str:
    """Return a description of entry i in a row of motion with `width` entries: the joint's name, or the coordinate's number."""
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
    """Return the indices of all states of a plant, and of their rates, among all variables."""
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
    """Return the text of `model.h`, the data of an FMU for fmi2.c; turning: result of `_turning`, '' if not needed."""
    states, rates = _rates(inputs, outputs, plant)
    call = ", ".join([*in_a_row(program.inputs, "v"), *in_a_row(program.outputs, f"v + {len(inputs)}")])

    discrete = [k for k, x in enumerate(inputs) if x.kind == "held"]
    after = [len(inputs) + k for k, x in enumerate(outputs) if discrete and x.name.startswith(NEXT)][:1]
    last = [x.name for x in inputs if x.kind == "held"][-1:]
    places = {x.name: k for k, x in enumerate([*inputs, *outputs])}
    turned = f"\n    turning(v + {places['q[1]']}, v + {places['qd[1]']}, v + {places[f'{RATES}[1]']});" if turning else ""

    def whole(numbers: list[int]) -> str:
        return ", ".join(map(str, [*numbers, 0]))

    return f"""/* Sizes, start values and kernel of {program.name}, for fmi2.c. Generated code. */
#include "{program.name}.h"
{turning}#define GUID "{guid}"
#define LONGEST_STEP {LONGEST_STEP!r}
enum {{ INPUTS = {len(inputs)}, OUTPUTS = {len(outputs)}, STATES = {len(states)} }};
enum {{ HELD = {max(len(discrete) - 1, 0)}, HELD_AT = {[*discrete, 0][0]} }};
enum {{ TICK_AT = {[0, *discrete][-1]}, NEXT_AT = {[*after, 0][0]} }};
enum {{ SAMPLED = {int(last == ["period[1]"])} }};
static const double starts[INPUTS] = {{{", ".join(literal(x.start) for x in inputs)}}};
static const int states[STATES + 1] = {{{whole(states)}}}, rates[STATES + 1] = {{{whole(rates)}}};

static void compute(double *v)
{{
    {program.name}({call});{turned}
}}
"""


def _description(name: str, title: str, inputs: list[Variable], outputs: list[Variable], plant: dict[str, str], guid: str) -> str:
    """Return the text of `modelDescription.xml`."""
    from xml.sax.saxutils import quoteattr  # not above: it imports urllib.request and ssl, which no other export needs

    states, _ = _rates(inputs, outputs, plant)
    rates = [Variable(f"der({inputs[k].name})", "rate", f"rate of {inputs[k].name}", of=inputs[k].name) for k in states]
    variables = [*inputs, *outputs, *rates]
    if plant:
        variables.append(Variable("step", "parameter", "longest step of the integration in co-simulation [s]", LONGEST_STEP))
    number = {x.name: k + 1 for k, x in enumerate(variables)}
    how = {
        "input": 'causality="input" variability="continuous"',
        "parameter": 'causality="parameter" variability="tunable" initial="exact"',
        "state": 'causality="output" variability="continuous" initial="exact"',
        "held": 'causality="local" variability="discrete" initial="exact"',
        "output": 'causality="output" variability="continuous" initial="calculated"',
        "rate": 'causality="local" variability="continuous" initial="calculated"',
    }
    lines = []
    for k, x in enumerate(variables):
        value = "" if x.kind == "output" else f' derivative="{number[x.of]}"' if x.of else f' start="{x.start!r}"'
        lines.append(
            f'    <ScalarVariable name={quoteattr(x.name)} valueReference="{k}" description={quoteattr(x.about)} {how[x.kind]}>'
            f"<Real{value}/></ScalarVariable>"
        )

    def listed(kinds: tuple[str, ...]) -> str:
        return "".join(f'<Unknown index="{number[x.name]}"/>' for x in variables if x.kind in kinds)

    def section(tag: str, kinds: tuple[str, ...]) -> str:
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
        section("Outputs", ("state", "output")),
        section("Derivatives", ("rate",)),
        section("InitialUnknowns", ("output", "rate")),
        "  </ModelStructure>",
        "</fmiModelDescription>",
        "",
    ]
    return "\n".join(line for line in text if line)
