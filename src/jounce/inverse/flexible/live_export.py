"""A live flexible arm as C for a controller: `NAME.c`, `NAME.h`, a CMakeLists.txt, and a test with a sequence of ticks."""

from pathlib import Path
from typing import Any, Protocol

import numpy as np

from jounce.codegen.print.c import literal
from jounce.codegen.print.export import CMAKE, check_name, refuse_others, write
from jounce.errors import ConvergenceError, InputError
from jounce.functions.export import model_card
from jounce.inverse.flexible.live_code import NEWTON, POSE_STEPS, LiveCode
from jounce.inverse.flexible.native import HIGHEST
from jounce.numbers.packing import Array
from jounce.robot import Robot
from jounce.robot.values import short
from jounce.trajectory.polynomial import rest_to_rest

TICKS = 40
"""Of the move in the reference sequence, which goes on until it is at the beginning of the preview."""
FARTHEST = 5e-3
"""How far it moves the tool in each output [m or rad]."""
AGREEMENT = 1e-6
"""Agreement of torques that the exported test asks for, against the largest. Where sin and cos are those of the same C library,
all bits agree (see `UNCONTRACTED`); where another one rounds them otherwise, 6e-14 to 4e-7 may be left,
by the arm's fastest zero."""


class Begun(Protocol):
    """What is known of a live arm."""

    robot: Robot
    rate: float
    preview: float | None
    begun: tuple[Array, ...]
    state: Array

    @property
    def code(self) -> LiveCode | None:
        """A tick as C."""

    def step(self, rows: Any) -> Array:
        """Torque of a tick."""

    def begin(self, q: Any) -> None:
        """At rest."""


def write_live(live: Begun, folder: str | Path, name: str, overwrite: bool) -> list[Path]:
    """See `Live.write_c`. The arm is left as it was."""
    try:
        folder = Path(folder)
    except TypeError:
        raise InputError(f"folder: expected one to write C files into, got {short(folder)}.") from None
    check_name(name)
    state = live.state
    try:
        rows, torque = _sequence(live)
    finally:
        live.state = state
    texts = {
        f"{name}.h": _header(live, name),
        f"{name}.c": _source(live, name),
        f"test_{name}.c": _test(name, rows, torque),
        "CMakeLists.txt": CMAKE,
    }
    files = {folder / file: text for file, text in texts.items()}
    if not overwrite:
        refuse_others(files)
    write(files, folder)
    return list(files)


def _sequence(live: Begun) -> tuple[Array, Array]:
    """Rows (T, 5, outputs) of a short move from rest, and torques (T, m)."""
    assert live.code is not None
    y, count = live.begun[4], live.code.window + TICKS
    for share in (1.0, 0.1, 0.01):
        path = rest_to_rest(y, y + share * FARTHEST, TICKS / live.rate, degree=9)
        rows = np.moveaxis(path(np.arange(1, count + 1) / live.rate, HIGHEST), 1, 0)
        live.begin(live.begun[0])
        try:
            return rows, np.array([live.step(row) for row in rows])
        except ConvergenceError:
            continue
    raise ConvergenceError(f"robot {live.robot.name!r}: no reference sequence was found where it rests.")


def _header(live: Begun, name: str) -> str:
    robot = live.robot
    outputs = ", ".join(robot.tool.outputs)
    when = f"{live.preview:.6g} s from now, at the end of the preview" if live.preview else "now"
    card = "\n".join(f"   {line}".rstrip() for line in model_card(robot)).replace("*/", "* /")
    guard = f"{name.upper()}_H"
    return f"""/* live motor torque of robot {_clean(robot.name)}. Generated code.

   Tick by tick, {live.rate:g} a second: {name}_begin once, at rest; then {name}_step in every tick. No memory is allocated,
   nothing is shared between states. Both give 1 if all went well, else 0, and the state is then of no use until {name}_begin.
   {_bounded(live)}

{card}
*/
#ifndef {guard}
#define {guard}

#ifdef __cplusplus
extern "C" {{
#endif

/* All that is remembered from tick to tick; the caller owns it. */
typedef struct {{ double memory[{live.state.size}]; }} {name}_state;

/* At rest with joints at {", ".join(f"{x:.6g}" for x in live.begun[0])} (links' joints in order) [rad or m]. */
int {name}_begin({name}_state *state);

/* rows: {HIGHEST + 1} by {len(robot.tool.outputs)}, row k: the k-th time derivative of the tool's {outputs} {when}.
   tau_m: {robot.m} motor torques now, link side [Nm or N], zero where no motor is. */
int {name}_step({name}_state *state, const double *rows, double *tau_m);

#ifdef __cplusplus
}}
#endif
#endif
"""


def _bounded(live: Begun) -> str:
    """What a tick does at most."""
    assert live.code is not None
    forward = f"Newton steps of a tick are capped: {NEWTON} of the state"
    ahead = f"Newton steps of a tick are capped: 1 over the preview, {NEWTON} at its end"
    return f"{ahead if live.code.window else forward}, {POSE_STEPS} to the motors' pose; nothing else repeats."


def _source(live: Begun, name: str) -> str:
    assert live.code is not None
    start, filters, stable, unstable, y = live.begun

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
            table("BEGIN_Y", y),
            f"typedef char {name}_fits[sizeof(Live) == sizeof({name}_state) ? 1 : -1];",
            f"int {name}_begin({name}_state *state)",
            "{",
            f"    return from_rest((Live *)state, BEGIN_Q, BEGIN_FILTER, BEGIN_STABLE, {len(stable)}, BEGIN_UNSTABLE, BEGIN_Y);",
            "}",
            f"int {name}_step({name}_state *state, const double *rows, double *tau_m)",
            "{",
            "    return tick((Live *)state, rows, tau_m);",
            "}",
            "",
        ]
    )


def _test(name: str, rows: Array, torque: Array) -> str:
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
        if (!{name}_step(&state, rows[i], tau)) return 3;
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
    """A text that may stand in a comment."""
    return repr(text).replace("*/", "* /").replace("/*", "/ *")
