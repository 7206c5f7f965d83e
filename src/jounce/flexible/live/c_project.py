"""Export of a live flexible arm as a C project: `NAME.c`, `NAME.h`, a CMakeLists.txt, and a test with a sequence of ticks."""

from copy import copy
from itertools import accumulate
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from jounce.codegen.print.c import literal
from jounce.errors import ConvergenceError, InputError
from jounce.export.c_project import model_card
from jounce.export.project_files import CMAKE, check_name, refuse_others, write
from jounce.flexible.live.fault import Fault
from jounce.flexible.live.gate import PLAUSIBLE, GateOptions
from jounce.flexible.live.live_inputs import RestState, TickLayout
from jounce.flexible.live.native_tick import NEWTON, POSE_STEPS, LiveCode
from jounce.numbers.packing import Array
from jounce.robot import Robot
from jounce.robot.parameters import PARAMETERS, parameter_size
from jounce.robot.validation import short
from jounce.trajectory.polynomial import rest_to_rest

TICKS = 40
"""Number of ticks of the motion in the reference sequence of the exported test; the sequence is longer by the preview."""
FARTHEST = 5e-3
"""Distance of the motion in the reference sequence, in each output [m or rad]."""
SHARES = (1.0, 0.1, 0.01, 1e-3, 1e-4, 0.0)
"""Fractions of `FARTHEST`, tried in turn until the gate accepts the reference sequence."""
AGREEMENT = 1e-6
"""Largest difference of torques in the exported test, relative to the largest torque. With sin and cos of the same C library all
bits agree (see `UNCONTRACTED`); a library with other rounding leaves 6e-14 to 4e-7, depending on the arm's fastest zero."""


class LiveArm(Protocol):
    """Protocol with the members of `Live` that the C export uses."""

    robot: Robot
    rate: float
    preview: float | None
    layout: TickLayout
    begun: RestState | None
    gate: GateOptions

    @property
    def code(self) -> LiveCode | None:
        """Return the C source of a tick; None before `Live.begin`."""

    def step(self, rows: Any, *, wrench: Any, parameters: Any) -> Array:
        """Return the motor torque (m,) of one tick."""

    def again(self) -> None:
        """Return the arm to the state of rest of `begin`."""


def write_live(live: LiveArm, folder: str | Path, name: str, overwrite: bool) -> list[Path]:
    """Write the C project of `Live.write_c` and return its files; the state of the arm is unchanged."""
    try:
        folder = Path(folder)
    except TypeError:
        raise InputError(f"folder: expected one to write C files into, got {short(folder)}.") from None
    check_name(name)
    rows, torque = _sequence(copy(live))
    texts = {
        f"{name}.h": _header(live, name),
        f"{name}.c": _source(live, name),
        f"test_{name}.c": _test(live, name, rows, torque),
        "CMakeLists.txt": CMAKE,
    }
    files = {folder / file: text for file, text in texts.items()}
    if not overwrite:
        refuse_others(files)
    write(files, folder)
    return list(files)


def _sequence(live: LiveArm) -> tuple[Array, Array]:
    """Return the packed inputs (T, size) of the ticks along a short motion from rest, and their motor torques (T, m)."""
    assert live.code is not None
    assert live.begun is not None
    layout, rest = live.layout, live.layout.parts(live.begun.inputs)
    count = live.code.window + TICKS
    at_rest = {link: rows[:1] for link, rows in rest.wrench.items()}
    for share in SHARES:

        def along(start: Array, far: float, order: int) -> Array:
            path = rest_to_rest(start, start + far, TICKS / live.rate, degree=2 * layout.order + 1)
            return np.moveaxis(path(np.arange(1, count + 1) / live.rate, order), 1, 0)  # (T, order+1, columns)

        y = along(rest.y[0], share * FARTHEST, layout.order)
        pushes = {link: along(W[0], share, layout.order - 2) for link, W in at_rest.items()}
        scale = along(np.zeros(1), share, 0)[:, 0, 0]
        numbers = {name: x + np.multiply.outer(scale, _change(name, x)) for name, x in rest.parameters.items()}
        live.again()
        torque, rows = [], []
        try:
            for i in range(count):
                inputs = {link: W[i] for link, W in pushes.items()}, {name: x[i] for name, x in numbers.items()}
                rows.append(layout.tick(y[i], *inputs))
                torque.append(live.step(y[i], wrench=inputs[0], parameters=inputs[1]))
            return np.array(rows), np.array(torque)
        except ConvergenceError:
            continue
    raise ConvergenceError(f"robot {live.robot.name!r}: no reference sequence was found where it rests.")


def _change(name: str, x: Array) -> Array:
    """Return the change of a live parameter x along the reference sequence: 0.1 kg of payload mass, or 1 % of x."""
    return 0.1 * np.eye(len(x))[0] if name == "payload" else 0.01 * x


def _arguments(layout: TickLayout) -> list[tuple[str, int, str]]:
    """Return (name in C, size, meaning) of each argument of a tick."""
    outputs, rates, rows = ", ".join(layout.robot.tool.outputs), layout.order - 1, layout.order + 1
    arguments = [
        ("rows", rows * layout.outputs, f"{rows} by {layout.outputs}, row k: the k-th time derivative of the tool's {outputs}")
    ]
    if layout.shaped:
        arguments = [("goal", layout.outputs, f"the tool's {outputs}, which a filter with {rows} poles follows; they may jump")]
    for k, link in enumerate(layout.links):
        where = _clean(str(link))
        label = "wrench" if len(layout.links) == 1 else f"wrench{k}"
        arguments.append(
            (
                label,
                6 * rates,
                f"{rates} by 6, row k: the k-th time derivative of (moment, force) on {where}, in its frame [Nm, N]",
            )
        )
    for name in layout.parameters:
        size = parameter_size(layout.robot, name)
        arguments.append((name, size, f"{size} numbers of the robot: {PARAMETERS[name].entries}"))
    return arguments


def _starts(layout: TickLayout) -> list[int]:
    """Return the offset of each argument in the packed inputs of a tick."""
    sizes = [size for _, size, _ in _arguments(layout)]
    return [0, *accumulate(sizes[1:-1], initial=(layout.order + 1) * layout.outputs)][: len(sizes)]


def _takes(layout: TickLayout) -> str:
    """Return the C declarations of the arguments of a tick."""
    return "".join(f"const double *{name}, " for name, _, _ in _arguments(layout))


def _header(live: LiveArm, name: str) -> str:
    robot = live.robot
    assert live.code is not None
    assert live.begun is not None
    when = f"{live.preview:.6g} s from now, at the end of the preview" if live.preview else "now"
    card = "\n".join(f"   {line}".rstrip() for line in model_card(robot)).replace("*/", "* /")
    guard = f"{name.upper()}_H"
    faults = "; ".join(f"{code}: {what}" for code, what in FAULTS.items())
    meant = "\n   ".join(f"{what}: {words}." for what, _, words in _arguments(live.layout))
    return f"""/* live motor torque of robot {_clean(robot.name)}. Generated code.

   Tick by tick, {live.rate:g} a second: {name}_begin once, at rest; then {name}_step in every tick. No memory is allocated,
   nothing is shared between states. Both give 1 if all went well, else 0; {name}_fault then says why. tau_m is always a safe
   torque. After numbers that are not finite nothing has happened: tau_m is as it was, and the tick may be repeated. After any
   other fault {name}_step gives 0, and a torque that {_goes(live)}, until {name}_begin is called.
   {_bounded(live)}
   {_gate(live)}

{card}
*/
#ifndef {guard}
#define {guard}

#ifdef __cplusplus
extern "C" {{
#endif

/* All that is remembered from tick to tick; the caller owns it. */
typedef struct {{ double memory[{live.code.memory}]; }} {name}_state;

/* At rest with joints at {", ".join(f"{x:.6g}" for x in live.begun.q)} (links' joints in order) [rad or m]. */
int {name}_begin({name}_state *state);

/* All that goes in is of {when}.
   {meant}
   tau_m: {robot.m} motor torques now, link side [Nm or N], zero where no motor is. */
int {name}_step({name}_state *state, {_takes(live.layout)}double *tau_m);

/* The fault that stays until {name}_begin. {faults} */
int {name}_fault(const {name}_state *state);

#ifdef __cplusplus
}}
#endif
#endif
"""


FAULTS = {
    Fault.NONE: "none, or numbers that are not finite",
    Fault.NOT_BEGUN: "not begun",
    Fault.JUMP: "rows jump, row k + 1 is\n   not the derivative of row k",
    Fault.SINGULAR: "nearly a singular pose",
    Fault.UNSOLVED: "Newton's method does not arrive",
    Fault.TORQUE: "torque beyond its bound",
    Fault.TORQUE_RATE: "torque\n   rate beyond its bound.",
}


def _goes(live: LiveArm) -> str:
    """Return the words of the header on the torque after a fault."""
    if live.gate.brake:
        return f"stops the joints within {live.gate.brake:g} s and then holds them"
    return "holds the joints where they are"


def _gate(live: LiveArm) -> str:
    """Return the sentence of the header on the gate's bounds of torque and torque rate."""
    assert live.begun is not None
    m, driven = live.robot.m, [i for i, drive in enumerate(live.robot.motor_drives) if drive is not None]
    torque, rate = live.begun.bounds[:m], live.begun.bounds[m : 2 * m] * live.rate

    def stated(bounds: Array, otherwise: str) -> str:
        return ", ".join(f"{bounds[i]:.6g}" if bounds[i] else "-" for i in driven) if bounds.any() else otherwise

    free = f"(-) {PLAUSIBLE:g} times what rows have asked for"
    return f"Bounds of torque [Nm or N]: {stated(torque, free)}; of torque rate [per s]: {stated(rate, '(-) that within 2 ms')}."


def _bounded(live: LiveArm) -> str:
    """Return the sentence of the header on the largest number of Newton steps of a tick."""
    assert live.code is not None
    forward = f"Newton steps of a tick are capped: {NEWTON} of the state"
    ahead = f"Newton steps of a tick are capped: 1 over the preview, {NEWTON} at its end"
    return f"{ahead if live.code.window else forward}, {POSE_STEPS} to the motors' pose; nothing else repeats."


def _source(live: LiveArm, name: str) -> str:
    assert live.code is not None
    assert live.begun is not None
    start, filters, stable, unstable, rest, bounds = live.begun
    arguments = [(what, size) for what, size, _ in _arguments(live.layout)]
    copies = [
        f"    memcpy(taken + {at}, {what}, sizeof(double) * {size});" for (what, size), at in zip(arguments, _starts(live.layout))
    ]
    room = f"    double taken[TAKEN]{' = {0.0}' * live.layout.shaped};"
    joined = [room, *copies] if len(arguments) > 1 or live.layout.shaped else ["    const double *const taken = rows;"]

    def table(what: str, x: Array) -> str:
        numbers = ", ".join(literal(v) for v in np.ravel(x)) or "0.0"
        return f"static const double {what}[{max(1, np.size(x))}] = {{{numbers}}};"

    return "\n".join(
        [
            f"/* live motor torque of robot {_clean(live.robot.name)}: see {name}.h. Generated code. */",
            f'#include "{name}.h"',
            live.code.text(),
            table("BEGIN_Q", start),
            table("BEGIN_FILTER", filters),
            table("BEGIN_STABLE", stable),
            table("BEGIN_UNSTABLE", unstable),
            table("BEGIN_TAKEN", rest),
            table("BEGIN_BOUNDS", bounds),
            f"typedef char {name}_fits[sizeof(Live) == sizeof({name}_state) ? 1 : -1];",
            f"int {name}_begin({name}_state *state)",
            "{",
            f"    const int stable = {len(stable)};",
            "    return from_rest(",
            "        (Live *)state, BEGIN_Q, BEGIN_FILTER, BEGIN_STABLE, stable, BEGIN_UNSTABLE, BEGIN_TAKEN, BEGIN_BOUNDS);",
            "}",
            f"int {name}_step({name}_state *state, {_takes(live.layout)}double *tau_m)",
            "{",
            *joined,
            "    return tick((Live *)state, taken, tau_m) == FINE;",
            "}",
            f"int {name}_fault(const {name}_state *state)",
            "{",
            "    return fault((const Live *)state);",
            "}",
            "",
        ]
    )


def _test(live: LiveArm, name: str, rows: Array, torque: Array) -> str:
    arguments = ", ".join(f"rows[i] + {at}" if at else "rows[i]" for at in _starts(live.layout))

    def table(what: str, x: Array) -> str:
        lines = ",\n".join("    {" + ", ".join(literal(v) for v in np.ravel(row)) + "}" for row in x)
        return f"static const double {what}[{len(x)}][{x[0].size}] = {{\n{lines},\n}};"

    return f"""/* Test of {name}: a sequence of ticks; exit code 0 if torques agree. Generated code. */
#include <math.h>
#include <stdio.h>
#include "{name}.h"

{table("rows", rows)}
{table("expected", torque)}

static {name}_state state;

int main(void)
{{
    double largest = 0.0, worst = 0.0, tau[{torque.shape[1]}];
    if (!{name}_begin(&state)) return 2;
    for (int i = 0; i < {len(rows)}; ++i) {{
        if (!{name}_step(&state, {arguments}, tau)) return 3;
        for (int k = 0; k < {torque.shape[1]}; ++k) {{
            const double apart = fabs(tau[k] - expected[i][k]);
            worst = apart > worst || apart != apart ? apart : worst;
            largest = fabs(expected[i][k]) > largest ? fabs(expected[i][k]) : largest;
        }}
    }}
    printf("{name}: torques differ by %.1e of the largest\\n", worst / largest);
    return worst <= {AGREEMENT!r} * largest ? 0 : 1;
}}
"""


def _clean(text: str) -> str:
    """Return a text that cannot close or open a C comment."""
    return repr(text).replace("*/", "* /").replace("/*", "/ *")
