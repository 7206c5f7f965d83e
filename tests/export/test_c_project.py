"""C that goes into somebody's project: several robots and functions in one library, as C and C++, double and single precision."""

import shutil
import subprocess
from dataclasses import replace

import pytest
from click.testing import CliRunner

import jounce as jn
from jounce.cli.main import main
from jounce.codegen.print.single import single
from jounce.export.argument_docs import remarks
from jounce.export.project_files import in_words
from support.public_names import equation_functions
from support.random_robots import random_robot

FUNCTIONS = equation_functions()
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wdouble-promotion", "-Werror", "-O1"]
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
LANGUAGES = [
    pytest.param(["gcc", "-std=c99"], id="C99"),
    pytest.param(["g++", "-std=c++17", "-x", "c++"], id="C++17"),
    pytest.param(["gcc", "-std=c99", *SANITIZERS], id="C99 under sanitizers", marks=pytest.mark.slow),
    pytest.param(["g++", "-std=c++17", "-x", "c++", *SANITIZERS], id="C++17 under sanitizers", marks=pytest.mark.slow),
]
compilers = pytest.mark.skipif(not shutil.which("gcc") or not shutil.which("g++"), reason="no gcc or no g++")
cmake = pytest.mark.skipif(not shutil.which("cmake") or not shutil.which("ctest"), reason="no cmake")


def kernels():
    """Five functions of an elastic arm, and of one with carried rotors; a long one as a loop; filters, laws and a reference."""
    lwr = jn.load("kuka_lwr")
    carried = jn.load("planar_2r").with_drives(stiffness=1e3, rotor_inertia=1e-4, gear_ratio=50.0, coupling="full")
    found = {"long_torque": jn.compile(jn.rnea, random_robot(3, n=32))}
    found["planar_slopes"] = jn.compile(jn.inverse_dynamics_derivatives, carried)
    hard = jn.load("planar_2r").with_drives(stiffness=jn.robot.HardeningSpring(1e3, 1e5))
    found["planar_hard"] = jn.compile(jn.inverse_dynamics, hard)
    found["planar_step"] = jn.compile(jn.dynamics.inverse_dynamics_step, hard.with_drives(damping=2.0))
    found["planar_step_slopes"] = jn.compile(jn.dynamics.inverse_dynamics_step_derivatives, carried.with_drives(damping=2.0))
    found["planar_law"] = jn.control.FeedbackLinearization(jn.load("planar_2r"), poles=[-50.0] * 4).compile()
    found["planar_impedance"] = jn.control.JointImpedance(carried, 100.0, 10.0).compile()
    found["planar_move"] = jn.export.reference(hard, jn.trajectory.rest_to_rest([0.0, 0.0], [1.0, 0.5], 1.0, degree=9))
    for prefix, robot in (("lwr", lwr), ("planar", carried)):
        found[f"{prefix}_inverse"] = jn.compile(jn.inverse_dynamics, robot, parameters=("payload",), outputs=("tau_m",))
        found[f"{prefix}_coriolis"] = jn.compile(jn.coriolis_matrix, robot)
        found[f"{prefix}_gravity"] = jn.compile(jn.gravity_torque, robot)
        found[f"{prefix}_inertia"] = jn.compile(jn.mass_matrix, robot, order=1)
        found[f"{prefix}_forward"] = jn.compile(jn.elastic_forward_dynamics, robot)
    return found


def run(*command, folder):
    done = subprocess.run(list(map(str, command)), cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module", params=["float64", "float32"])
def folder(request, tmp_path_factory):
    made = tmp_path_factory.mktemp(request.param)
    jn.export.write_c(made, kernels(), dtype=request.param)
    return made


@compilers
@pytest.mark.parametrize("language", LANGUAGES)
def test_two_robots_and_five_functions_are_one_library(language, folder, tmp_path):
    compiler, *flags = language
    names = sorted(path.stem for path in folder.glob("*.h"))
    assert len(names) == 18
    for name in [*names, *(f"test_{name}" for name in names)]:
        run(compiler, *flags, *STRICT, f"-I{folder}", "-c", folder / f"{name}.c", "-o", f"{name}.o", folder=tmp_path)
    run("ar", "rcs", "libarms.a", *(f"{name}.o" for name in names), folder=tmp_path)
    linked = [flag for flag in flags if flag.startswith("-fsan")]
    for name in names:
        run(compiler, *linked, f"test_{name}.o", "libarms.a", "-lm", "-o", f"test_{name}", folder=tmp_path)
        run(f"./test_{name}", folder=tmp_path)
    visible = [line.split() for line in run("nm", "-g", "--defined-only", "libarms.a", folder=tmp_path).splitlines()]
    assert sorted(words[2] for words in visible if len(words) == 3 and words[1] == "T") == names


@compilers
@cmake
def test_one_target_of_cmake_in_a_project(folder, tmp_path):
    """As a subfolder of a C++ project, which includes headers and links one name."""
    real = "float" if "float32" in folder.name else "double"
    shutil.copytree(folder, tmp_path / "arms")
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.10)\nproject(controller C CXX)\nenable_testing()\nadd_subdirectory(arms)\n"
        "add_executable(controller main.cpp)\ntarget_link_libraries(controller jounce_kernels)\n"
    )
    (tmp_path / "main.cpp").write_text(
        '#include "lwr_gravity.h"\n#include "planar_gravity.h"\n'
        f"int main() {{ {real} q[7] = {{0, 1}}, g[7], p[2]; lwr_gravity(q, g); planar_gravity(q, p); return !(g[1] < 0); }}\n"
    )
    run("cmake", "-S", ".", "-B", "build", folder=tmp_path)
    run("cmake", "--build", "build", "-j2", folder=tmp_path)
    run("./controller", folder=tmp_path / "build")
    assert "100% tests passed, 0 tests failed out of 18" in run("ctest", folder=tmp_path / "build")


def test_single_precision_is_single_throughout(folder):
    text = "".join(path.read_text() for path in folder.glob("*_*.c") if not path.name.startswith("test_"))
    assert ("double" in text) == ("float64" in folder.name)
    assert ("sinf(" in text) == ("float32" in folder.name)


@compilers
def test_a_light_wrist_in_single_precision(tmp_path):
    """Where few digits are left in single precision, the exported test asks for no more of them, and no fewer."""
    jn.compile(jn.forward_dynamics_derivatives, jn.load("kuka_lwr")).write_c(tmp_path, "slopes", dtype="float32")
    source = (tmp_path / "slopes.c").read_text()
    for text, fails in ((source, False), (source.replace("(x) sinf(x)", "(x) (1.01f * sinf(x))"), True)):
        (tmp_path / "slopes.c").write_text(text)
        run("gcc", "-std=c99", "-O1", "slopes.c", "test_slopes.c", "-lm", "-o", "check", folder=tmp_path)
        assert bool(subprocess.run([tmp_path / "check"], capture_output=True).returncode) == fails


def test_single_precision_that_is_worth_nothing(tmp_path):
    """A link so light that single precision takes its inertia for zero."""
    robot = jn.load("planar_2r")
    links = (robot.links[0], replace(robot.links[1], mass=1e-30, com=(1e-9, 0.0, 0.0), inertia=(0.0,) * 6))
    kernel = jn.compile(jn.forward_dynamics, replace(robot, links=links).with_drives(stiffness=1e3, rotor_inertia=0.1))
    with pytest.raises(jn.errors.InputError, match="no digit of forward_dynamics"):
        kernel.write_c(tmp_path, "wrist", dtype="float32")
    assert not list(tmp_path.iterdir())
    kernel.write_c(tmp_path, "wrist")


def test_text_in_single_precision():
    text = "const double v14 = 0.1 * x[12] + 2e-320 - 1e-05 * sin(y) + w0;"
    assert single(text) == "const float v14 = 0.1f * x[12] + 0.0f - 1e-05f * sinf(y) + w0;"
    with pytest.raises(jn.errors.CompilerError, match="1e\\+39, expected one that float holds"):
        single("x = 1e+39;")
    with pytest.raises(jn.errors.CompilerError, match="expected one that float holds"):
        single("const real v3 = 1e+39 - v1;\nconst real v4 = v3 * v2;")
    ceiling = "const real v3 = 1e+39 - v1;\nw[2] = v3;\nconst real v4 = SELECT(v3, v1, v2);\nconst real v3 = w[2];"
    assert single(ceiling).startswith("const real v3 = INFINITY - v1;")


@pytest.mark.parametrize("dtype", ["float16", int, "double precision", None.__class__])
def test_types_that_c_does_not_get(dtype, tmp_path):
    with pytest.raises(jn.errors.InputError, match="dtype: expected 'float64' or 'float32'"):
        jn.compile(jn.rnea, jn.load("planar_2r")).write_c(tmp_path, dtype=dtype)


@pytest.mark.parametrize("given", [None, {}, [1], {"a": 1}, jn.rnea])
def test_kernels_that_are_none(given, tmp_path):
    with pytest.raises(jn.errors.InputError, match="kernels: expected"):
        jn.export.write_c(tmp_path, given)
    assert not list(tmp_path.iterdir())


def test_the_header_says_what_it_was_made_from(tmp_path):
    robot = jn.load("planar_2r").with_tool("link2", xyz=(0.1, 0.0, 0.25))
    jn.compile(jn.mass_matrix, robot, order=1).write_c(tmp_path)
    header = (tmp_path / "mass_matrix.h").read_text()
    for words in (
        f"jounce {jn.__version__}",
        "M: out, 8 numbers, row-major (2, 2, 2): 2 matrices of 2 rows of 2 numbers",
        "tool frame in 'link2': origin 0.1 0 0.25 m",
        *robot.joint_names,
        "stiffness",
        "Nm/rad",
        "gravity (",
    ):
        assert words in header, words

    def model(of):
        jn.compile(jn.mass_matrix, of, order=1).write_c(tmp_path)
        return (tmp_path / "mass_matrix.h").read_text().partition("from model ")[2][:16]

    assert model(robot) == model(robot.with_gravity(robot.gravity)) != model(robot.with_gravity((0.0, 0.0, -1.62)))


@pytest.mark.parametrize(
    ("shape", "words"),
    [
        ((7,), "7 numbers"),
        ((1, 7), "7 numbers"),
        ((1, 1), "1 number"),
        ((5, 7), "5 rows of 7 numbers"),
        ((2, 7, 3), "2 matrices of 7 rows of 3 numbers"),
        ((1, 7, 7), "7 rows of 7 numbers"),
        ((4, 2, 7, 3), "4 blocks of 2 matrices of 7 rows of 3 numbers"),
    ],
)
def test_shapes_in_words(shape, words):
    assert in_words(shape) == words


def test_every_argument_has_words():
    """Of all equations that there are, whatever their robot: what each argument is, and nothing that another one is."""
    control, lwr, planar = jn.control, jn.load("kuka_lwr"), jn.load("planar_2r")
    carried = planar.with_drives(stiffness=1e3, rotor_inertia=1e-4, gear_ratio=50.0, coupling="full")
    found = [function.equation for function in FUNCTIONS.values()]
    robots = (lwr, carried, planar.with_drives(stiffness=1e3, damping=2.0, rotor_inertia=0.1))
    kernels = [jn.compile(FUNCTIONS[equation.name], robot) for equation in found for robot in robots if _has(equation, robot)]
    assert {kernel.form.equation for kernel in kernels} == set(found)
    kernels += [made.compile() for made in (control.MomentumObserver(lwr, 30.0), control.StateObserver(lwr, 100.0))]
    kernels += [
        made.compile()
        for made in (control.JointImpedance(lwr, 9.0, 1.0), control.CartesianImpedance(lwr, {"rotation": 9.0}, 1.0))
    ]
    kernels += [made.compile() for made in (control.GravityPD(lwr, 1e4, 1e2), control.StructurePreserving(lwr, 9.0, 1e4, 1e2))]
    kernels += [
        control.KalmanFilter(lwr, {"theta": 1e-5}, {"tau_m": 1.0}).compile(),
        control.CollisionDetector(lwr, 0.1).compile(),
    ]
    kernels += [control.FeedbackLinearization(lwr, poles=[-50.0] * 4).compile()]
    kernels += [control.DynamicFeedbackLinearization(carried, bandwidth=50.0).compile()]
    for kernel in kernels:
        words = remarks(kernel.form, kernel.robot)
        name = kernel.form.equation.name
        for slot in (*kernel.inputs, *kernel.outputs):
            assert words[slot.name], f"{slot.name} of {name}"
        if "state" in words and not name.startswith("inverse_dynamics_step"):
            assert "damped" not in words["state"]
        for matrix in ("kp", "kd", "stiffness", "damping", "rotation", "translation"):
            assert "time derivative" not in words.get(matrix, "")


def _has(equation, robot):
    """Whether there is such a function of a robot."""
    try:
        jn.compile(FUNCTIONS[equation.name], robot)
    except jn.errors.JounceError:
        return False
    return True


def test_which_number_is_which(tmp_path):
    """Joints of several freedoms, joints that follow others, second drives: the header numbers what its table does not."""
    links = [jn.Link(name, mass=1.0, inertia=(0.1,) * 3 + (0.0,) * 3) for name in ("body", "head", "left", "right")]
    joints = [
        jn.Joint("free", "floating", "world", "body"),
        jn.Joint("neck", "spherical", "body", "head"),
        jn.Joint("jaw", "prismatic", "head", "left"),
        jn.Joint("other jaw", "prismatic", "head", "right", mimic=jn.robot.Mimic("jaw", -1.0)),
    ]
    robot = jn.Robot.build("flyer", [jn.Link("world"), *links], joints)
    jn.compile(jn.gravity_torque, robot).write_c(tmp_path, "flyer")
    text = (tmp_path / "flyer.h").read_text()
    position = "0 to 6 free (quaternion x, y, z, w, then origin x, y, z [m]); 7 to 10 neck (quaternion x, y, z, w); 11 jaw"
    assert f"entries of a position: {position}\n" in text
    assert "0 to 5 free (angular velocity, then that of the origin, both in the child's axes); 6 to 8 neck (angular" in text
    plain = jn.load("planar_2r")
    jn.compile(jn.gravity_torque, plain).write_c(tmp_path, "plain")
    plain_text = (tmp_path / "plain.h").read_text()
    assert "entries of" not in plain_text
    assert "motors:" not in plain_text
    drive = jn.Drive(stiffness=1e3, rotor_inertia=0.1)
    double = replace(plain, joints=(replace(plain.joints[0], second=jn.robot.SecondDrive(drive)), *plain.joints[1:]))
    jn.compile(jn.inverse_dynamics, double).write_c(tmp_path, "double_driven")
    assert "motors: 0 joint1; 1 joint2; 2 joint1_second\n" in (tmp_path / "double_driven.h").read_text()


def test_nothing_is_overwritten_silently(tmp_path):
    """The same function of the same robot is written anew; everything else is left as it is."""
    robot = jn.load("planar_2r")
    kernel = jn.compile(jn.rnea, robot)
    kernel.write_c(tmp_path)
    kernel.write_c(tmp_path)
    jn.compile(jn.rnea, robot.with_gravity((0.0, -1.62, 0.0))).write_c(tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    for other in (jn.compile(jn.rnea, jn.load("kuka_lwr")), jn.compile(jn.gravity_torque, robot)):
        with pytest.raises(jn.errors.InputError, match=r"rnea\.h is there and begins with"):
            other.write_c(tmp_path, name="rnea")
        with pytest.raises(jn.errors.InputError, match=r"rnea\.h is there"):  # and nothing of the first one stays
            jn.export.write_c(tmp_path, {"torque": kernel, "rnea": other})
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before
    jn.compile(jn.gravity_torque, robot).write_c(tmp_path, name="rnea", overwrite=True)
    assert "gravity_torque" in (tmp_path / "rnea.h").read_text()


@pytest.mark.parametrize("mine", ["CMakeLists.txt", "rnea.c", "rnea.h", "test_rnea.c"])
def test_files_of_mine_stay(mine, tmp_path):
    (tmp_path / mine).write_text("project(mine)\n")
    with pytest.raises(jn.errors.InputError, match="choose another name"):
        jn.compile(jn.rnea, jn.load("planar_2r")).write_c(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [mine]
    assert (tmp_path / mine).read_text() == "project(mine)\n"


def test_the_program_writes_them(tmp_path):
    words = ["export", "c", "kuka_lwr", "--out", str(tmp_path), "--name", "lwr", "--float", "--parameter", "payload"]
    words += ["--function", "inverse_dynamics", "--function", "rnea", "--json"]
    assert CliRunner().invoke(main, words).exit_code == 0
    header = (tmp_path / "lwr_inverse_dynamics.h").read_text()
    assert "void lwr_inverse_dynamics(const float *motion, const float *payload, float *tau_m" in header
    assert (tmp_path / "test_lwr_rnea.c").is_file()
    refused = CliRunner().invoke(main, ["export", "c", "planar_2r", "--out", str(tmp_path), "--name", "lwr"])
    assert refused.exit_code == 2
    assert "is there and begins with" in refused.stderr
    assert (tmp_path / "lwr_inverse_dynamics.h").read_text() == header
