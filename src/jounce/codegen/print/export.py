"""A kernel as C99 for a controller: `NAME.c`, `NAME.h`, a CMakeLists.txt, and a test program with reference vectors."""

from collections.abc import Mapping
from pathlib import Path

from jounce.codegen.print.c import ON_STACK, arguments, in_a_row, scalar_source, workspace
from jounce.codegen.program import Printable, Slot
from jounce.numbers.packing import Array

TOLERANCE = 1e-12
"""Agreement that the exported test asks for, relative to the largest reference value: compilers may contract a*b + c or not."""


def write_c(
    program: Printable, folder: Path, title: str, remarks: Mapping[str, str], samples: Array, expected: Array
) -> list[Path]:
    """Write the files into `folder`; returns their paths.

    remarks: what the rows of each argument are. samples, expected: reference vectors, all inputs and all outputs of each.
    """
    folder.mkdir(parents=True, exist_ok=True)
    name = program.name
    title = title.replace("*/", "* /").replace("/*", "/ *")  # it stands in comments
    files = {
        f"{name}.h": _header(program, title, remarks),
        f"{name}.c": f'/* {title}: see {name}.h. Generated code. */\n#include "{name}.h"\n{scalar_source(program)}',
        f"test_{name}.c": _test(program, samples, expected),
        "CMakeLists.txt": _cmake(name),
    }
    for file, text in files.items():
        (folder / file).write_text(text, encoding="utf-8")
    return [folder / file for file in files]


def _describe(slot: Slot, role: str, remark: str) -> str:
    more = f"; {remark}" if remark else ""
    return f" * {slot.name}: {role}, {slot.size} numbers, row-major ({slot.rows}, {slot.width}){more}.\n"


def _header(program: Printable, title: str, remarks: Mapping[str, str]) -> str:
    guard = f"JOUNCE_{program.name.upper()}_H"
    roles = [(slot, "in") for slot in program.inputs] + [(slot, "out") for slot in program.outputs]
    slots = "".join(_describe(slot, role, remarks[slot.name]) for slot, role in roles)
    return (
        f"/* {title}. Generated code: {program.operations} operations.\n *\n"
        f"{slots} *\n"
        f"{_stack(program)}"
        " * SI units, radians. No allocation, no state, re-entrant; needs only the C library's mathematics (libm).\n"
        " * Inputs and outputs must not overlap. */\n"
        f"#ifndef {guard}\n#define {guard}\n\n"
        '#ifdef __cplusplus\nextern "C" {\n#endif\n\n'
        f"void {program.name}({arguments(program).replace('*restrict ', '*')});\n\n"
        "#ifdef __cplusplus\n}\n#endif\n\n"
        f"#endif\n"
    )


def _stack(program: Printable) -> str:
    """What a long robot needs, for a controller whose threads have small stacks."""
    size = workspace(program)
    return f" * Works in {size * 8 / 1000:.0f} kB on the stack: see that its thread has them.\n" if size > ON_STACK else ""


def _test(program: Printable, samples: Array, expected: Array) -> str:
    def table(rows: Array) -> str:
        return ",\n".join("    {" + ", ".join(repr(float(x)) for x in row) + "}" for row in rows)

    ins, outs = samples.shape[1], expected.shape[1]
    call = [*in_a_row(program.inputs, "in[k]"), *in_a_row(program.outputs, "found")]
    return f"""/* Runs {program.name} on reference vectors; exit code 0 if it agrees to {TOLERANCE:g} of the largest value. */
#include <math.h>
#include <stdio.h>
#include "{program.name}.h"

static const double in[{len(samples)}][{ins}] = {{
{table(samples)}
}};
static const double expected[{len(samples)}][{outs}] = {{
{table(expected)}
}};

int main(void)
{{
    static double found[{outs}];
    double worst = 0.0, largest = 0.0;
    for (int k = 0; k < {len(samples)}; ++k) {{
        {program.name}({", ".join(call)});
        for (int i = 0; i < {outs}; ++i) {{
            const double error = fabs(found[i] - expected[k][i]);
            if (error > worst || error != error) worst = error; /* nan stays */
            if (fabs(expected[k][i]) > largest) largest = fabs(expected[k][i]);
        }}
    }}
    printf("{program.name}: largest error %g of %g\\n", worst, largest);
    return worst <= {TOLERANCE!r} * largest ? 0 : 1;
}}
"""


def _cmake(name: str) -> str:
    return f"""cmake_minimum_required(VERSION 3.10)
project({name} C)
set(CMAKE_C_STANDARD 99)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

add_library({name} {name}.c)
target_include_directories({name} PUBLIC ${{CMAKE_CURRENT_SOURCE_DIR}})
target_link_libraries({name} PUBLIC m)

enable_testing()
add_executable(test_{name} test_{name}.c)
target_link_libraries(test_{name} {name})
add_test(NAME {name} COMMAND test_{name})
"""
