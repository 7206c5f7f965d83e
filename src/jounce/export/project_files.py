"""Files of a C99 kernel for a controller: `NAME.c`, `NAME.h`, a CMakeLists.txt, and a test program with reference vectors."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from jounce.codegen.print.c import ON_STACK, arguments, body, in_a_row, workspace
from jounce.codegen.print.one_sample import scalar_source
from jounce.codegen.print.single import single
from jounce.codegen.program import Printable, Program, Slot
from jounce.errors import InputError
from jounce.export.reserved_names import PREFIXES, RESERVED, TYPES
from jounce.numbers.packing import Array
from jounce.robot.io.file_access import write_atomically
from jounce.robot.validation import short

TOLERANCE = {"double": 1e-12, "float": 1e-4}
"""{C type: tolerance of the exported test, relative to the largest reference value}. Compilers may or may not contract a*b + c.
In single precision the tolerance is 1700 times the unit roundoff, since sums have thousands of terms that cancel."""
CMAKE = """# Builds every kernel in this folder: NAME.c, NAME.h and test_NAME.c. All are one library, jounce_kernels.
cmake_minimum_required(VERSION 3.10)
project(jounce_kernels C)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(JOUNCE_MARCH "" CACHE STRING "Instruction set of the controller's processor, such as x86-64-v3; empty: any processor")
enable_testing()

add_library(jounce_kernels)
target_include_directories(jounce_kernels PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
if(JOUNCE_MARCH)
  target_compile_options(jounce_kernels PRIVATE -march=${JOUNCE_MARCH})
endif()
set_target_properties(jounce_kernels PROPERTIES C_STANDARD 99 POSITION_INDEPENDENT_CODE ON)
if(UNIX)
  target_link_libraries(jounce_kernels PUBLIC m)
endif()
file(GLOB tests RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} test_*.c)
foreach(test ${tests})
  string(REGEX REPLACE "^test_(.*)[.]c$" "\\\\1" name ${test})
  if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${name}.c AND EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${name}.h)
    target_sources(jounce_kernels PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/${name}.c)
    add_executable(test_${name} ${test})
    set_target_properties(test_${name} PROPERTIES C_STANDARD 99)
    target_link_libraries(test_${name} jounce_kernels)
    add_test(NAME ${name} COMMAND test_${name})
  endif()
endforeach()
"""
"""Text of CMakeLists.txt, equal for all kernels: a second kernel in a folder does not affect the first."""
LONGEST_NAME = 63
"""Largest number of characters of a kernel's name: C99 guarantees that this many are significant."""


class Words(NamedTuple):
    """Texts of the comments in the C header of a kernel."""

    title: str
    model: Sequence[str]
    """Lines that describe the robot: joints, drives, tool, and the source of its parameters."""
    shapes: Mapping[str, tuple[int, ...]]
    """{argument: shape of the row-major array}."""
    remarks: Mapping[str, str]
    """{argument: description in words}."""


class Begin(NamedTuple):
    """C function NAME_begin in the files of an observer NAME; computes the observer's first state from the first sample."""

    program: Program
    words: Words

    def source(self, name: str) -> str:
        """Return the C source of NAME_begin, to be appended to the source of the observer; name: of the observer."""
        called = ", ".join(slot.name for slot in (*self.program.inputs, *self.program.outputs))
        return f"{body(self.program, 'begin', '')}\nvoid {name}_begin({arguments(self.program)})\n{{\n    begin({called});\n}}\n"

    def prototype(self, name: str, real: str) -> str:
        """Return the prototype of NAME_begin with its comment, for the header; real: type of all scalars in C."""
        roles = [(slot, "in") for slot in self.program.inputs] + [(slot, "out") for slot in self.program.outputs]
        slots = "".join(
            _describe(slot, role, self.words.shapes[slot.name], self.words.remarks[slot.name]) for slot, role in roles
        )
        return (
            f"/* Computes the first state of {name} from the first sample.\n *\n{_in_comment(slots)} */\n"
            f"void {name}_begin({arguments(self.program, real).replace('*restrict ', '*')});\n\n"
        )


def c_files(
    program: Printable,
    words: Words,
    samples: Array,
    expected: Array,
    real: str,
    rounding: float = 0.0,
    begin: Begin | None = None,
) -> dict[str, str]:
    """Return {file name: text} of the header, the source, the test and CMakeLists.txt of a kernel.

    samples, expected: inputs and outputs of the reference vectors, a vector per row. real: type of all scalars in C.
    rounding: tolerance of the test relative to the largest output, if above `TOLERANCE`. begin: for an observer, the function
    that computes its first state.
    """
    name, source = program.name, scalar_source(program, real=real)
    _check_inner_names(program, samples[:1], expected[:1])
    if begin is not None:
        source = f"{source}\n{begin.source(name)}"
    first = f"/* {_in_comment(words.title)}: see {name}.h. Generated code. */"
    return {
        f"{name}.h": _header(program, words, real, "" if begin is None else begin.prototype(name, real)),
        f"{name}.c": f'{first}\n#include "{name}.h"\n{single(source) if real == "float" else source}',
        f"test_{name}.c": _test(program, samples, expected, real, rounding),
        "CMakeLists.txt": CMAKE,
    }


def refuse_others(files: Mapping[Path, str]) -> None:
    """Raise InputError if a file exists and states another function or robot in its first line; files: {path: new text}."""
    for path, text in files.items():
        begin = re.split("Generated code|; exit code|: NAME", text.splitlines()[0])[0]
        try:
            if not path.is_file() or not path.stat().st_size:  # nothing to lose; a pipe would be waited for
                continue
            with path.open(encoding="utf-8", errors="replace") as file:
                line = file.readline().rstrip("\n")
        except (OSError, ValueError):
            continue  # nothing that can be written over: the writer says so
        if not line.startswith(begin):
            raise InputError(
                f"{path} is there and begins with {short(line)}, expected {begin!r}: choose another name, or overwrite=True "
                "(--overwrite)."
            )


def check_name(name: object) -> str:
    """Return a kernel's name; raise InputError if it is no C identifier, reserved by C, C++, POSIX or CMake, or too long."""
    if not isinstance(name, str) or not re.fullmatch("[A-Za-z][A-Za-z0-9_]*", name) or "__" in name:
        raise InputError(f"name: expected a name that C allows, letters first, then digits and single _; got {name!r}.")
    if len(name) > LONGEST_NAME:
        raise InputError(f"name: expected {LONGEST_NAME} letters at most, got {len(name)}.")
    if name in RESERVED or name.startswith(PREFIXES) or name.endswith(TYPES):
        raise InputError(f"name: {name!r} has a meaning already in C, C++ or the build; choose another, such as robot_{name}.")
    return name


def _check_inner_names(program: Printable, samples: Array, expected: Array) -> None:
    """Raise InputError if the generated code of a kernel contains the kernel's name otherwise than as name of an argument."""
    other: Any = replace(program, name="the_kernel_itself")  # type: ignore[type-var]  # both kinds are dataclasses
    arguments = {slot.name for slot in (*program.inputs, *program.outputs)}
    refuse_inner(program.name, scalar_source(other) + _test(other, samples, expected), arguments)


def refuse_inner(name: str, text: str, free: Collection[str] = ()) -> None:
    """Raise InputError if a C text has an identifier `name`; free: identifiers that may be used again."""
    code = re.sub(r'/\*.*?\*/|"[^"]*"', "", text, flags=re.DOTALL)
    if name in set(re.findall(r"[A-Za-z]\w*", code)) - {*free}:
        raise InputError(f"name: {name!r} is the name of something inside the generated code; choose another.")


def write(files: Mapping[Path, str], folder: Path) -> None:
    """Write all files {path: text} into the folder; if one file cannot be written, write none and raise InputError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically({path: partial(_put, text) for path, text in files.items()})
    except (OSError, ValueError) as error:
        raise InputError(f"folder: expected one to write C files into, got {str(folder)!r}: {error}.") from None


def _put(text: str, file: BinaryIO) -> None:
    file.write(text.encode())


def _in_comment(text: str) -> str:
    """Return a text without the delimiters of C comments, so that the text can be put inside a comment."""
    return text.replace("*/", "* /").replace("/*", "/ *")


def in_words(shape: tuple[int, ...]) -> str:
    """Return the memory layout of a shape in words: (2, 7, 7) is `2 matrices of 7 rows of 7 numbers`."""
    *outer, width = shape or (1,)
    counts = [count for count in outer if count > 1]
    kinds = ["rows", "matrices", "blocks", "groups"][: len(counts)]
    return "".join(f"{count} {kind} of " for count, kind in zip(counts, reversed(kinds))) + f"{width} number{'s' * (width != 1)}"


def _describe(slot: Slot, role: str, shape: tuple[int, ...], remark: str) -> str:
    more = f"; {remark}" if remark else ""
    several = f"{slot.size} number{'s' * (slot.size != 1)}"
    return f" * {slot.name}: {role}, {several}, row-major {shape}: {in_words(shape)}{more}.\n"


def _header(program: Printable, words: Words, real: str, more: str = "") -> str:
    guard = f"JOUNCE_{program.name}_H"
    roles = [(slot, "in") for slot in program.inputs] + [(slot, "out") for slot in program.outputs]
    slots = "".join(_describe(slot, role, words.shapes[slot.name], words.remarks[slot.name]) for slot, role in roles)
    model = "".join(f" * {line}".rstrip() + "\n" for line in words.model)
    prototype = f"void {program.name}({arguments(program, real).replace('*restrict ', '*')});\n\n"
    return (
        f"/* {_in_comment(words.title)}. Generated code: {program.operations} operations.\n *\n"
        f"{_in_comment(slots)} *\n"
        f"{_stack(program)}"
        " * SI units, radians. No allocation, no state, re-entrant; needs only the C library's mathematics (libm).\n"
        " * Inputs and outputs must not overlap.\n *\n"
        f"{_in_comment(model)} */\n"
        f"#ifndef {guard}\n#define {guard}\n\n"
        '#ifdef __cplusplus\nextern "C" {\n#endif\n\n'
        f"{prototype}{more}"
        "#ifdef __cplusplus\n}\n#endif\n\n"
        f"#endif\n"
    )


def _stack(program: Printable) -> str:
    """Return a comment on the stack [kB] that the code of a large robot needs; '' if it needs at most `ON_STACK` doubles."""
    size = workspace(program)
    return f" * Uses {size * 8 / 1000:.0f} kB of stack: the calling thread must have them.\n" if size > ON_STACK else ""


def _test(program: Printable, samples: Array, expected: Array, real: str = "double", rounding: float = 0.0) -> str:
    def table(rows: Array) -> str:
        return ",\n".join("    {" + ", ".join(repr(float(x)) for x in row) + "}" for row in rows)

    tolerance = max(TOLERANCE[real], rounding)
    inputs = single(table(samples)) if real == "float" else table(samples)
    ins, outs = samples.shape[1], expected.shape[1]
    call = [*in_a_row(program.inputs, "in[k]"), *in_a_row(program.outputs, "found")]
    return f"""/* Runs {program.name} on reference vectors; exit code 0 if it agrees to {tolerance:g} of the largest value. */
#include <math.h>
#include <stdio.h>
#include "{program.name}.h"

static const {real} in[{len(samples)}][{ins}] = {{
{inputs}
}};
static const double expected[{len(samples)}][{outs}] = {{
{table(expected)}
}};

int main(void)
{{
    static {real} found[{outs}];
    double worst = 0.0, largest = 0.0;
    for (int k = 0; k < {len(samples)}; ++k) {{
        {program.name}({", ".join(call)});
        for (int i = 0; i < {outs}; ++i) {{
            const double error = fabs((double)found[i] - expected[k][i]);
            if (error > worst || error != error) worst = error; /* nan stays */
            if (fabs(expected[k][i]) > largest) largest = fabs(expected[k][i]);
        }}
    }}
    printf("{program.name}: largest error %g of %g\\n", worst, largest);
    return worst <= {tolerance!r} * largest ? 0 : 1;
}}
"""
