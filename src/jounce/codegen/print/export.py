"""A kernel as C99 for a controller: `NAME.c`, `NAME.h`, a CMakeLists.txt, and a test program with reference vectors."""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from jounce.codegen.print.c import ON_STACK, arguments, in_a_row, scalar_source, workspace
from jounce.codegen.print.reserved import RESERVED
from jounce.codegen.program import Printable, Slot
from jounce.errors import InputError
from jounce.numbers.packing import Array
from jounce.robot.load.file import write_whole

TOLERANCE = 1e-12
"""Agreement that the exported test asks for, relative to the largest reference value: compilers may contract a*b + c or not."""
CMAKE = """# Builds every kernel in this folder: NAME.c, NAME.h and test_NAME.c.
cmake_minimum_required(VERSION 3.10)
project(jounce_kernels C)
set(CMAKE_C_STANDARD 99)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
enable_testing()

file(GLOB tests RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} test_*.c)
foreach(test ${tests})
  string(REGEX REPLACE "^test_(.*)[.]c$" "\\\\1" name ${test})
  if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${name}.c AND EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${name}.h)
    add_library(${name} ${name}.c)
    target_include_directories(${name} PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
    target_link_libraries(${name} PUBLIC m)
    add_executable(test_${name} ${test})
    target_link_libraries(test_${name} ${name})
    add_test(NAME ${name} COMMAND test_${name})
  endif()
endforeach()
"""
"""The same for any kernel, so that a second one in a folder leaves the first as it was."""
LONGEST_NAME = 63
"""Letters of a name: as many as C99 tells apart."""


def write_c(
    program: Printable, folder: Path, title: str, remarks: Mapping[str, str], samples: Array, expected: Array
) -> list[Path]:
    """Write the files into `folder`; returns their paths.

    remarks: what the rows of each argument are. samples, expected: reference vectors, all inputs and all outputs of each.
    """
    name = program.name
    title, remarks = _in_comment(title), {slot: _in_comment(text) for slot, text in remarks.items()}
    _refuse_own(program, samples[:1], expected[:1])
    files = {
        f"{name}.h": _header(program, title, remarks),
        f"{name}.c": f'/* {title}: see {name}.h. Generated code. */\n#include "{name}.h"\n{scalar_source(program)}',
        f"test_{name}.c": _test(program, samples, expected),
        "CMakeLists.txt": CMAKE,
    }
    _write({folder / file: text for file, text in files.items()}, folder)
    return [folder / file for file in files]


def check_name(name: object) -> str:
    """The name of a kernel, or an error: it must mean nothing yet to C, C++, their library, or CMake."""
    if not isinstance(name, str) or not re.fullmatch("[A-Za-z][A-Za-z0-9_]*", name) or "__" in name:
        raise InputError(f"name: expected a name that C allows, letters first, then digits and single _; got {name!r}.")
    if len(name) > LONGEST_NAME:
        raise InputError(f"name: expected {LONGEST_NAME} letters at most, got {len(name)}.")
    if name in RESERVED or name.startswith("test_"):
        raise InputError(f"name: {name!r} has a meaning already in C, C++ or the build; choose another, such as robot_{name}.")
    return name


def _refuse_own(program: Printable, samples: Array, expected: Array) -> None:
    """Refuse a name that the generated code has for something else, arguments aside."""
    other: Any = replace(program, name="the_kernel_itself")  # type: ignore[type-var]  # both kinds are dataclasses
    text = re.sub(r'/\*.*?\*/|"[^"]*"', "", scalar_source(other) + _test(other, samples, expected), flags=re.DOTALL)
    own = set(re.findall(r"[A-Za-z]\w*", text)) - {slot.name for slot in (*program.inputs, *program.outputs)}
    if program.name in own:
        raise InputError(f"name: {program.name!r} is the name of something inside the generated code; choose another.")


def _write(files: Mapping[Path, str], folder: Path) -> None:
    """All of these files or none."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole({path: partial(_put, text) for path, text in files.items()})
    except (OSError, ValueError) as error:
        raise InputError(f"folder: expected one to write C files into, got {str(folder)!r}: {error}.") from None


def _put(text: str, file: BinaryIO) -> None:
    file.write(text.encode())


def _in_comment(text: str) -> str:
    """Text of a robot's file that neither ends a comment nor begins one."""
    return text.replace("*/", "* /").replace("/*", "/ *")


def _describe(slot: Slot, role: str, remark: str) -> str:
    more = f"; {remark}" if remark else ""
    return f" * {slot.name}: {role}, {slot.size} numbers, row-major ({slot.rows}, {slot.width}){more}.\n"


def _header(program: Printable, title: str, remarks: Mapping[str, str]) -> str:
    guard = f"JOUNCE_{program.name}_H"
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
