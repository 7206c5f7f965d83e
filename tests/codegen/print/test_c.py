"""What is generated is strict C99: no warning, no sanitizer's complaint, no state, right numbers. The same for vector code."""

import ctypes
import os
import shutil
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest

import jounce as jn
from jounce.codegen.build.library import Library
from jounce.codegen.print import c, one_sample, simd
from jounce.codegen.print.simd import batch_source
from support.random_robots import random_robot
from support.tolerances import ALGEBRA, CHAIN, assert_close

LWR = jn.load("kuka_lwr")
LARGE = random_robot(3, n=32)
KERNELS = {
    "rnea": (jn.rnea, LWR, {}),
    "rnea order 2": (jn.rnea, LWR, {"order": 2}),
    "rnea in parts": (jn.rnea, LWR, {"order": 3}),
    "rnea as a loop": (jn.rnea, LARGE, {"order": 1}),
    "two inputs": (jn.rnea, LWR, {"order": 1, "wrench": True}),
    "two outputs": (jn.tool_pose, LWR, {"order": 1}),
    "forward dynamics": (jn.forward_dynamics, LWR, {}),
}
STRICT = ["-pedantic", "-Wall", "-Wextra", "-Werror", "-O1"]
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
COMPILERS = [
    pytest.param(name, marks=pytest.mark.skipif(not shutil.which(name), reason=f"no {name}")) for name in ("gcc", "clang")
]
gcc = pytest.mark.skipif(not shutil.which("gcc"), reason="no gcc")
pytestmark = pytest.mark.native


@lru_cache
def compile_kernel(which):
    function, robot, more = KERNELS[which]
    return jn.compile(function, robot, **more)


def plain(which, motion, wrench=()):
    """Each output (order+1, *batch, width) of the public function in plain Python."""
    function, robot, more = KERNELS[which]
    jn.set_backend("python")
    try:
        results = function(robot, *motion, **({"wrench": wrench} if more.get("wrench") else {}))
    finally:
        jn.set_backend("native")
    outputs = results if isinstance(results, tuple) else (results,)  # of forward dynamics the kernel has the pivots as well
    stacks = outputs if more.get("order") else [x[None] for x in outputs]
    batch = motion.shape[1:-1]
    return [x.reshape(*x.shape[: 1 + len(batch)], -1) for x in stacks]


def samples(kernel, batch=()):
    """Random numbers for each input slot, (rows, *batch, width)."""
    rng = np.random.default_rng(1)
    return [rng.normal(size=(slot.rows, *batch, slot.width)) for slot in kernel.program.inputs]


def run(*command, folder, fails=False):
    done = subprocess.run(list(map(str, command)), cwd=folder, capture_output=True, text=True, timeout=120)
    assert (done.returncode != 0) == fails, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def build_and_run(folder, compiler, *flags, sources=("*.c",), fails=False):
    files = [path.name for pattern in sources for path in folder.glob(pattern)]
    run(compiler, "-std=c99", *STRICT, *flags, *files, "-o", "program", "-lm", folder=folder)
    return run("./program", folder=folder, fails=fails)


@pytest.mark.parametrize("which", KERNELS)
@pytest.mark.parametrize("compiler", COMPILERS)
def test_export_is_strict_c99(which, compiler, tmp_path):
    compile_kernel(which).write_c(tmp_path)
    build_and_run(tmp_path, compiler)


@gcc
@pytest.mark.parametrize("which", KERNELS)
def test_export_under_sanitizers(which, tmp_path):
    compile_kernel(which).write_c(tmp_path)
    build_and_run(tmp_path, "gcc", *SANITIZERS)


@gcc
@pytest.mark.slow
@pytest.mark.parametrize("which", KERNELS)
def test_export_is_silent_under_the_analyser(which, tmp_path):
    """Every warning that a controller's build may ask for."""
    kernel = compile_kernel(which)
    kernel.write_c(tmp_path)
    flags = ["-Wconversion", "-Wshadow", "-Wdouble-promotion", "-Wstrict-prototypes", "-fanalyzer"]
    for source in tmp_path.glob("*.c"):
        run("gcc", "-std=c99", *STRICT, *flags, "-c", source.name, "-o", "object.o", folder=tmp_path)


HASHED = """
import hashlib
import jounce as jn
from support.random_robots import random_robot

def show(function, robot, **more):
    print(robot.name, function.__name__, hashlib.sha256(jn.compile(function, robot, **more).source.encode()).hexdigest())

rotors = jn.load("planar_2r").with_drives(stiffness=1e3, rotor_inertia=1e-4, gear_ratio=50.0, coupling="full")
for robot in (jn.load("kuka_lwr"), rotors, random_robot(3, n=8)):
    for function in (jn.rnea, jn.inverse_dynamics, jn.coriolis_matrix, jn.forward_dynamics, jn.rnea_partials):
        show(function, robot)
show(jn.rnea, random_robot(3, n=32), order=1)
show(jn.inverse_dynamics, jn.load("kuka_lwr"), parameters=("payload", "stiffness"), wrench=True)
"""


@pytest.mark.slow
def test_the_source_is_the_same_for_every_seed_of_hashes():
    said = set()
    for seed in ("0", "1", "2", "3735928559", "random"):
        path = os.pathsep.join([str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")])
        environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": path}
        said.add(
            subprocess.run([sys.executable, "-c", HASHED], env=environment, capture_output=True, text=True, check=True).stdout
        )
    assert len(said) == 1
    assert next(iter(said)).count("\n") > 10


@gcc
@pytest.mark.parametrize("which", KERNELS)
def test_export_by_its_prototype(which, tmp_path):
    """Loaded as a controller would call it: one pointer an argument, row-major stacks."""
    kernel = compile_kernel(which)
    kernel.write_c(tmp_path)
    name = kernel.program.name
    run("gcc", "-std=c99", *STRICT, "-shared", "-fPIC", f"{name}.c", "-o", "kernel.so", "-lm", folder=tmp_path)
    inputs = samples(kernel)
    outputs = [np.full((slot.rows, slot.width), np.nan) for slot in kernel.program.outputs]
    function = getattr(ctypes.CDLL(str(tmp_path / "kernel.so")), name)
    function.restype = None
    function(*(ctypes.c_void_p(x.ctypes.data) for x in (*inputs, *outputs)))
    for found, expected in zip(outputs, plain(which, *inputs)):
        for a, b in zip(found, expected):
            assert_close(a, b, CHAIN if which == "forward dynamics" else ALGEBRA)
    assert all(np.isfinite(out).all() for out in outputs)


@gcc
@pytest.mark.parametrize("which", KERNELS)
def test_export_has_no_state_and_no_dependency(which, tmp_path):
    """Symbols of the object: nothing that can be written to, nothing wanted but the C library's mathematics."""
    kernel = compile_kernel(which)
    kernel.write_c(tmp_path)
    name = kernel.program.name
    run("gcc", "-std=c99", *STRICT, "-c", f"{name}.c", "-o", "kernel.o", folder=tmp_path)
    symbols = [line.split()[-2:] for line in run("nm", "kernel.o", folder=tmp_path).splitlines()]
    wanted = {symbol for kind, symbol in symbols if kind == "U"}
    assert {symbol for symbol in wanted if not symbol.startswith("_")} <= {"sin", "cos", "sincos", "atan2", "sqrt"}
    assert [symbol for kind, symbol in symbols if kind in "bBcCdDgGsSuvVwW"] == []
    assert [symbol for kind, symbol in symbols if kind == "T"] == [name]
    assert "alloc" not in (tmp_path / f"{name}.c").read_text()


def test_files_and_header(tmp_path):
    kernel = compile_kernel("two inputs")
    written = kernel.write_c(str(tmp_path / "new" / "folder"))
    assert {path.name for path in written} == {"rnea.c", "rnea.h", "test_rnea.c", "CMakeLists.txt"}
    assert all(path.parent == tmp_path / "new" / "folder" and path.is_file() for path in written)
    header = (tmp_path / "new" / "folder" / "rnea.h").read_text()
    assert "void rnea(const double *motion, const double *wrench, double *tau);" in header
    for words in (
        "'kuka_lwr'",
        "motion: in, 28 numbers, row-major (4, 7)",
        "wrench: in, 12",
        "tau: out, 14",
        "radians",
        "re-entrant",
    ):
        assert words in header
    kernel.write_c(tmp_path / "new" / "folder")  # over what is there


@gcc
def test_header_alone_and_twice(tmp_path):
    compile_kernel("two outputs").write_c(tmp_path)
    (tmp_path / "alone.c").write_text('#include "tool_pose.h"\n#include "tool_pose.h"\nint main(void) { return 0; }\n')
    build_and_run(tmp_path, "gcc", sources=("alone.c",))


@pytest.mark.skipif(not shutil.which("g++") or not shutil.which("gcc"), reason="no g++")
def test_from_cpp(tmp_path):
    compile_kernel("two outputs").write_c(tmp_path)
    (tmp_path / "main.cpp").write_text(
        '#include "tool_pose.h"\n'
        "int main() { double q[14] = {}, p[6], R[18]; tool_pose(q, p, R); return p[2] > 0.5 && R[8] > 0.5 ? 0 : 1; }\n"
    )
    run("gcc", "-std=c99", *STRICT, "-c", "tool_pose.c", folder=tmp_path)
    run("g++", "-std=c++11", *STRICT, "main.cpp", "tool_pose.o", "-o", "program", "-lm", folder=tmp_path)
    run("./program", folder=tmp_path)


@gcc
@pytest.mark.skipif(not shutil.which("cmake") or not shutil.which("ctest"), reason="no cmake")
def test_cmake(tmp_path):
    compile_kernel("rnea").write_c(tmp_path)
    run("cmake", "-S", ".", "-B", "build", "-DCMAKE_C_COMPILER=gcc", f"-DCMAKE_C_FLAGS={' '.join(STRICT)}", folder=tmp_path)
    run("cmake", "--build", "build", folder=tmp_path)
    assert "100% tests passed" in run("ctest", "--output-on-failure", folder=tmp_path / "build")


@gcc
@pytest.mark.skipif(not shutil.which("cmake"), reason="no cmake")
def test_cmake_for_an_instruction_set(tmp_path):
    compile_kernel("rnea").write_c(tmp_path)
    options = ["-DCMAKE_C_COMPILER=gcc", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"]
    for march in ("", "native"):
        run("cmake", "-S", ".", "-B", f"build{march}", *options, f"-DJOUNCE_MARCH={march}", folder=tmp_path)
        commands = (tmp_path / f"build{march}" / "compile_commands.json").read_text()
        assert ("-march=native" in commands) == (march == "native")


WRONG = """
#define rnea computed
#include "rnea.c"
#undef rnea
void rnea(const double *motion, double *tau)
{{
    computed(motion, tau);
    {fault}
}}
"""


@gcc
@pytest.mark.parametrize(
    ("fault", "fails"),
    [("", False), ("tau[0] = NAN;", True), ("tau[6] = INFINITY;", True), ("tau[2] += 1e-9;", True), ("tau[0] = 0.0;", True)],
)
def test_its_test_notices(fault, fails, tmp_path):
    compile_kernel("rnea").write_c(tmp_path)
    (tmp_path / "wrong.c").write_text(WRONG.format(fault=fault))
    build_and_run(tmp_path, "gcc", sources=("wrong.c", "test_rnea.c"), fails=fails)


@gcc
@pytest.mark.parametrize("name", ["arm */ #error", "arm /* left", "/*/ both", "arm\\", "arm ??/", "Ärmel"])
def test_names_stay_in_their_comments(name, tmp_path):
    joint = jn.Joint("a", "revolute", "base", "tip")
    robot = jn.Robot.build(name, [jn.Link("base"), jn.Link("tip", 1.0, (0.5, 0, 0))], [joint])
    jn.compile(jn.rnea, robot).write_c(tmp_path)
    build_and_run(tmp_path, "gcc")


def test_long_programs_are_cut(monkeypatch):
    """Where registers are not allocated."""
    program = compile_kernel("rnea in parts").program
    monkeypatch.setattr(simd, "LONGEST", 0)
    monkeypatch.setattr(one_sample, "LONGEST", 0)
    assert batch_source(program).count("(void)w;") > 1
    assert one_sample.scalar_source(program).count("(void)w;") > 1
    assert "for (" in compile_kernel("rnea as a loop").source


@pytest.mark.parametrize("longest", [1, 50, 333])
def test_cut_anywhere(longest, monkeypatch):
    """Parts of any length give the same numbers, for one sample and in a batch."""
    Q = np.random.default_rng(2).normal(size=(4, 9, 7))
    robot = LWR if longest > 1 else random_robot(1, n=2)
    Q = Q[..., : robot.n]
    whole = jn.compile(jn.rnea, robot, 1)
    assert "(void)w;" not in whole.source
    expected = whole(*Q)
    monkeypatch.setattr(one_sample, "LONGEST", 0)
    monkeypatch.setattr(simd, "LONGEST", 0)
    monkeypatch.setattr(c, "WHOLE", 0)
    monkeypatch.setattr(c, "PIECE", longest)
    parts = Library(whole.program.name, whole.inputs, whole.outputs, "parts")
    for form in ("flat", "batch"):
        parts.build(form, whole.program)
    assert one_sample.scalar_source(whole.program).count("(void)w;") == -(-whole.operations // longest)
    one, many = np.full((2, robot.n), np.nan), np.full((2, 9, robot.n), np.nan)
    assert parts.one(list(Q[:, 3]), [one])
    assert parts.batch(list(np.ascontiguousarray(Q)), [many], 1)
    assert_close(one, expected[:, 3], ALGEBRA)
    assert_close(many, expected, ALGEBRA)


BATCH = """
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define MOST {most}
#define ROWS {rows}
#define OUT_ROWS {out_rows}
int {name}_batch(long long next, long long count, int threads, void (*parallel)(void *(*)(void *), void **, int),
    const double *const *in, const long long *step, double *const *out, const long long *out_step);
static const long long width[ROWS] = {{{widths}}}, out_width[OUT_ROWS] = {{{out_widths}}};
static const double given[] = {{{given}}};
static const double expected[] = {{{expected}}};

/* Buffers of exactly `count` samples, so that one number too far is seen. */
static int check(int count, int stray)
{{
    double *in[ROWS], *out[OUT_ROWS];
    const double *from = given, *right = expected;
    int good = 1;
    for (int r = 0; r < ROWS; from += MOST * width[r++]) {{
        in[r] = malloc(sizeof(double) * (size_t)(count * width[r]));
        memcpy(in[r], from, sizeof(double) * (size_t)(count * width[r]));
    }}
    for (int r = 0; r < OUT_ROWS; ++r) out[r] = malloc(sizeof(double) * (size_t)(count * out_width[r]));
    if (stray) in[ROWS - 1][count * width[ROWS - 1] - 1] = stray == 1 ? NAN : -INFINITY;
    /* the first samples, then the others: from where the last vector of the batch begins in full */
    const int middle = count / 8 * 8;
    const int first = {name}_batch(0, middle, 1, NULL, (const double *const *)in, width, out, out_width);
    good &= (first & {name}_batch(middle, count, 1, NULL, (const double *const *)in, width, out, out_width)) == !stray;
    for (int r = 0; r < OUT_ROWS; right += MOST * out_width[r++]) {{
        double largest = 0.0;
        for (int i = 0; i < MOST * out_width[r]; ++i) largest = fmax(largest, fabs(right[i]));
        for (int i = 0; !stray && i < count * out_width[r]; ++i) good &= fabs(out[r][i] - right[i]) <= {tolerance!r} * largest;
    }}
    for (int r = 0; r < ROWS; ++r) free(in[r]);
    for (int r = 0; r < OUT_ROWS; ++r) free(out[r]);
    return good;
}}

int main(void)
{{
    int good = 1;
    for (int count = 0; count <= MOST; ++count) good &= check(count, 0);
    for (int count = 1; count <= MOST; ++count) good &= check(count, 1) && check(count, 2);
    return good ? 0 : 1;
}}
"""


def batch_program(which, folder):
    """NAME_batch and a main that runs it on 0 to 20 samples."""
    kernel, most = compile_kernel(which), 20
    name = kernel.program.name
    inputs = samples(kernel, (most,))
    if name == "forward_dynamics":  # the pivots too: from the kernel's other form
        expected = [np.stack(out)[None] for out in zip(*(kernel.run(inputs[0][:, k], (), 1)[0] for k in range(most)))]
        assert_close(expected[0], plain(which, *inputs)[0], CHAIN)
    else:
        expected = plain(which, *inputs)

    def numbers(arrays):
        return ", ".join(repr(float(x)) for array in arrays for x in array.ravel())

    widths = [
        [str(slot.width) for slot in slots for _ in range(slot.rows)] for slots in (kernel.program.inputs, kernel.program.outputs)
    ]
    text = BATCH.format(
        name=name,
        most=most,
        rows=len(widths[0]),
        out_rows=len(widths[1]),
        widths=", ".join(widths[0]),
        out_widths=", ".join(widths[1]),
        given=numbers(inputs),
        expected=numbers(expected),
        tolerance=CHAIN if name == "forward_dynamics" else ALGEBRA,
    )
    (folder / "batch.c").write_text(batch_source(kernel.program))
    (folder / "main.c").write_text(text)


def has(feature):
    info = Path("/proc/cpuinfo")
    return info.exists() and feature in info.read_text()


LANES = [
    pytest.param([], id="narrow"),
    pytest.param(["-mavx2", "-mfma"], id="avx2", marks=pytest.mark.skipif(not has("avx2"), reason="no avx2")),
    pytest.param(["-march=native"], id="native"),
]


@pytest.mark.parametrize("which", KERNELS)
@pytest.mark.parametrize("compiler", COMPILERS)
def test_batch_is_strict(which, compiler, tmp_path):
    batch_program(which, tmp_path)
    build_and_run(tmp_path, compiler, "-march=native")


@gcc
@pytest.mark.parametrize("which", ["rnea order 2", "two inputs", "two outputs", "forward dynamics", "rnea as a loop"])
def test_batch_under_sanitizers(which, tmp_path):
    batch_program(which, tmp_path)
    build_and_run(tmp_path, "gcc", "-march=native", *SANITIZERS)


@gcc
@pytest.mark.parametrize("lanes", LANES)
def test_vectors_of_any_length(lanes, tmp_path):
    batch_program("rnea", tmp_path)
    build_and_run(tmp_path, "gcc", *lanes, *SANITIZERS)


@gcc
def test_sanitizers_would_notice(tmp_path):
    """The same program with a batch that reads and writes one sample too far."""
    batch_program("rnea", tmp_path)
    source = (tmp_path / "batch.c").read_text()
    assert source.count("(lanes > 1 ?") == 3, "for 8, 4 and 2 lanes"
    (tmp_path / "batch.c").write_text(source.replace("(lanes > 1 ?", "(lanes >= 1 ?"))
    run("gcc", "-std=c99", *STRICT, *SANITIZERS, "batch.c", "main.c", "-o", "program", "-lm", folder=tmp_path)
    done = subprocess.run(["./program"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert "heap-buffer-overflow" in done.stderr


def test_two_exports_side_by_side(tmp_path):
    """Kernels of other names go into one program."""
    for order, name in ((0, "torque"), (2, "torque_and_rates")):
        files = jn.compile(jn.rnea, jn.load("planar_2r"), order=order).write_c(tmp_path / name, name=name)
        assert {f.name for f in files} == {f"{name}.c", f"{name}.h", f"test_{name}.c", "CMakeLists.txt"}
        assert f"void {name}(const double *motion, double *tau);" in (tmp_path / name / f"{name}.h").read_text()
    header = (tmp_path / "torque_and_rates" / "torque_and_rates.h").read_text()
    assert "rows: q, qd, qdd, q^(3), q^(4)" in header
    with pytest.raises(jn.errors.InputError, match="a name that C allows"):
        jn.compile(jn.rnea, jn.load("planar_2r")).write_c(tmp_path, name="2 torques")


def test_an_export_needs_no_compiler(tmp_path, monkeypatch):
    monkeypatch.setenv("CC", "/nonexistent")
    assert len(jn.compile(jn.rnea, jn.load("planar_2r")).write_c(tmp_path)) == 4


def test_a_kernel_gives_what_its_function_gives():
    robot = jn.load("planar_2r")
    for batch in ((), (5,)):
        q, qd, tau = np.random.default_rng(0).normal(size=(3, *batch, 2))
        for function, arguments in ((jn.forward_dynamics, (q, qd, tau)), (jn.tool_pose, (q,)), (jn.mass_matrix, (q,))):
            found, expected = jn.compile(function, robot)(*arguments), function(robot, *arguments)
            for a, b in zip(found, expected, strict=True):
                assert np.abs(a - b).max() <= 1e-12 * np.abs(b).max()


NO_NAMES = [
    "int",
    "double",
    "restrict",
    "class",
    "sin",
    "main",
    "printf",
    "memcpy",
    "NAN",
    "index",
    "core",
    "real",
    "SIN",
    "w",
    "v14",
]
NO_NAMES += ["worst", "found", "_arm", "arm__1", "2r", "", "test_arm", "test", "m", "a" * 300, "arm\0", "arm\n", 5, b"arm"]


@pytest.mark.parametrize("name", NO_NAMES)
def test_names_that_mean_something_else(name, tmp_path):
    with pytest.raises(jn.errors.InputError, match="name"):
        compile_kernel("rnea in parts").write_c(tmp_path, name=name)
    assert not list(tmp_path.iterdir())


@gcc
def test_two_kernels_in_one_folder(tmp_path):
    """The second leaves the first as it was: names that differ in case alone, and both built by CMake."""
    robot = jn.load("planar_2r")
    jn.compile(jn.rnea, robot).write_c(tmp_path, name="arm")
    jn.compile(jn.rnea, robot, order=1).write_c(tmp_path, name="Arm")
    jn.compile(jn.tool_pose, robot).write_c(tmp_path, name="motion")  # the name of an argument
    main = "int main(void) { return (void *)arm == (void *)0 || (void *)Arm == (void *)0; }\n"
    (tmp_path / "main.c").write_text(f'#include "arm.h"\n#include "Arm.h"\n{main}')
    run(
        "gcc", "-std=c99", "-Wall", "-Werror", "-Wno-address", "main.c", "arm.c", "Arm.c", "-o", "program", "-lm", folder=tmp_path
    )
    run("./program", folder=tmp_path)
    (tmp_path / "test_of_mine.c").write_text("#error not a kernel\n")
    if shutil.which("cmake") and shutil.which("ctest"):
        run("cmake", "-S", ".", "-B", "build", "-DCMAKE_C_COMPILER=gcc", folder=tmp_path)
        run("cmake", "--build", "build", folder=tmp_path)
        assert "100% tests passed, 0 tests failed out of 3" in run("ctest", folder=tmp_path / "build")


def test_folders_that_are_none(tmp_path):
    kernel = compile_kernel("rnea")
    (tmp_path / "file").write_text("mine")
    (tmp_path / "taken" / "rnea.c").mkdir(parents=True)
    for folder in (
        tmp_path / "file",
        tmp_path / "file" / "below",
        f"{tmp_path}/nul\0",
        tmp_path / ("x" * 300),
        tmp_path / "taken",
    ):
        with pytest.raises(jn.errors.InputError, match="folder: expected one to write C files into"):
            kernel.write_c(folder)
    assert (tmp_path / "file").read_text() == "mine"
    assert [path.name for path in (tmp_path / "taken").iterdir()] == ["rnea.c"]


def test_constants_are_finite():
    for x in (float("inf"), float("-inf"), float("nan")):
        with pytest.raises(jn.errors.CompilerError, match="expected finite numbers"):
            c.literal(x)
    assert c.literal(5e-324) == "5e-324"


CROSS, EMULATOR = shutil.which("aarch64-linux-gnu-gcc"), shutil.which("qemu-aarch64")
aarch64 = pytest.mark.skipif(not (CROSS and EMULATOR), reason="no gcc-aarch64-linux-gnu with qemu-user")
AARCH64_ERROR = 1e-13
"""Of exported code on AArch64, relative to the largest value: other products are contracted there."""


def run_on_aarch64(folder):
    files = [path.name for path in folder.glob("*.c")]
    run(CROSS, "-std=c99", *STRICT, "-static", *files, "-o", "program", "-lm", folder=folder)
    return run(EMULATOR, "./program", folder=folder)


@aarch64
@pytest.mark.parametrize("which", ["rnea", "rnea as a loop", "two inputs", "forward dynamics"])
def test_export_on_aarch64(which, tmp_path):
    compile_kernel(which).write_c(tmp_path)
    _, error, _, largest = run_on_aarch64(tmp_path).rsplit(maxsplit=3)
    assert float(error) <= AARCH64_ERROR * float(largest)


@aarch64
@pytest.mark.parametrize("which", ["rnea", "two inputs"])
def test_batch_on_aarch64(which, tmp_path):
    batch_program(which, tmp_path)
    run_on_aarch64(tmp_path)
