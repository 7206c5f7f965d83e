"""`compile` with live parameters, chosen outputs and several wrenches: the function's results, C that runs, refusals, size."""

import importlib
import inspect
import math
import pickle
import pkgutil
import re
import shutil
import subprocess

import numpy as np
import pytest

import jounce as jn
from jounce.errors import InputError
from jounce.kernel.equation import Equation
from jounce.robot.parameters import PARAMETERS
from support.live import motion_of, numbers_for, parts, robot_of
from support.public_names import equation_functions
from support.random_robots import random_motion, random_robot
from support.tolerances import ALGEBRA, assert_close

LWR = jn.load("kuka_lwr")
ARM = random_robot(1, 2, ("revolute",), chain=True).with_tool("link1", (0.1, 0.2, 0.3), (0.3, 0.2, 0.1))
ARM = ARM.with_drives(stiffness=[300.0, 500.0], rotor_inertia=0.3, gear_ratio=2.0, viscous_friction=1.0, coulomb_friction=1.0)
NATIVE = 1e-13
"""Native against plain: a few ulp, as a product and a sum may be rounded once."""
PUBLIC = equation_functions()
DIFFERENTIATE = ("rnea_partials", "inverse_dynamics_derivatives")
gcc = pytest.mark.skipif(not shutil.which("gcc"), reason="no gcc")


def modules():
    for found in pkgutil.walk_packages(jn.__path__, "jounce."):
        if not found.name.startswith(("jounce.cli.__main__", "jounce.__main__")):
            yield importlib.import_module(found.name)


def plain(function, *arguments, **more):
    with jn.backend("python"):
        return function(*arguments, **more)


def equation_of(function, robot):
    equation = function.equation
    return equation if isinstance(equation, Equation) else equation(robot)


def names_for(name):
    """Parameters that the function may take, all of those that the robot has."""
    return tuple(p for p in numbers_for(ARM, 0) if p != "damping" or not name.startswith("inverse"))


# ---------------------------------------------------------------- what is public


def test_every_marked_function_is_exported():
    marked = {
        name: thing
        for module in modules()
        for name, thing in vars(module).items()
        if inspect.isfunction(thing) and hasattr(thing, "equation") and thing.__module__ == module.__name__
    }
    assert marked == PUBLIC
    assert len(PUBLIC) >= 19


# ---------------------------------------------------------------- the function's own results


def compare(found, expected, tolerance):
    for (name, x), (_, y) in zip(parts(found), parts(expected), strict=True):
        assert_close(x, y, tolerance, name)


@pytest.mark.native
@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_function_compiles(name, tmp_path):
    """With all parameters that there are; its result, its header and its C are those of the function."""
    function, names = PUBLIC[name], names_for(name)
    kernel = jn.compile(function, ARM, parameters=names)
    held = sum(slot.rows for slot in equation_of(function, ARM).auxiliary_slots(ARM))
    if name.startswith("inverse_dynamics_step"):
        Q = motion_of(ARM, 3, kernel.arrays)
        Q = (jn.dynamics.steady_state(ARM, *Q), 0.01, *Q)
    else:
        Q = motion_of(ARM, 3, kernel.arrays + held)
    live = numbers_for(ARM, 3, (), names)
    expected = plain(function, ARM, *Q, parameters=live)
    tolerance = ALGEBRA if "forward" in name else NATIVE  # pivots differ in their last digits
    compare(kernel(*Q, parameters=live), expected, tolerance)
    files = kernel.write_c(tmp_path)
    header = next(file for file in files if file.suffix == ".h").read_text()
    comment = header[: header.index("*/")]
    for slot in (*kernel.inputs, *kernel.outputs):
        line = next(line for line in comment.splitlines() if line.startswith(f" * {slot.name}: "))
        count, shape = re.search(r"(\d+) numbers?, row-major \((.*?),?\):", line).groups()
        assert int(count) == math.prod(map(int, shape.split(","))) == slot.size
    for parameter in names:
        assert PARAMETERS[parameter].entries in comment
    signature = re.search(r"void \w+\(([^)]*)\)", header)[1]
    assert [word.split("*")[-1].strip() for word in signature.split(",")] == [s.name for s in (*kernel.inputs, *kernel.outputs)]


@pytest.mark.native
@pytest.mark.parametrize("outputs", [(), ("tau_m",), "tau_m", ("tau_m", "theta"), ("delta", "tau_m")], ids=str)
@pytest.mark.parametrize("batch", [(), (3,)], ids=str)
def test_payload_and_stiffness(outputs, batch):
    """Outputs that are asked for come alone, or as a tuple in the function's order."""
    robot = robot_of("elastic", 4, n=3)
    kernel = jn.compile(jn.inverse_dynamics, robot, parameters=("payload", "stiffness"), outputs=outputs)
    Q, live = motion_of(robot, 1, kernel.arrays, batch), numbers_for(robot, 1, batch, ("payload", "stiffness"))
    expected = plain(jn.inverse_dynamics, robot, *Q, parameters=live)
    wanted = (outputs,) if isinstance(outputs, str) else outputs
    found = kernel(*Q, parameters=live)
    if not wanted:
        assert isinstance(found, jn.dynamics.InverseDynamics)
        compare(found, expected, NATIVE)
    elif len(wanted) == 1:
        assert_close(found, expected.tau_m, NATIVE)
    else:
        names = [name for name in expected._fields if name in wanted]
        compare(found, tuple(getattr(expected, name) for name in names), NATIVE)


@pytest.mark.native
def test_lwr():
    """As the contract writes it."""
    kernel = jn.compile(jn.inverse_dynamics, LWR, parameters=("payload", "stiffness"), outputs=("tau_m",))
    Q, live = random_motion(LWR, 1, 4), numbers_for(LWR, 1, (), ("payload", "stiffness"))
    assert_close(kernel(*Q, parameters=live), plain(jn.inverse_dynamics, LWR, *Q, parameters=live).tau_m, NATIVE)
    assert "const double *restrict payload, const double *restrict stiffness" in kernel.source


@pytest.mark.native
def test_one_name_is_no_list_of_letters():
    kernel = jn.compile(jn.gravity_torque, ARM, parameters="gravity")
    q, g = motion_of(ARM, 1, 1)[0], np.array([1.0, 2.0, 3.0])
    assert_close(kernel(q, parameters={"gravity": g}), plain(jn.gravity_torque, ARM.with_gravity(tuple(g)), q), NATIVE)


@pytest.mark.native
@pytest.mark.parametrize("name", DIFFERENTIATE)
def test_partial_derivatives(name):
    function, by = PUBLIC[name], ("motion", "stiffness", "payload")
    kernel = jn.compile(function, ARM, by=by)
    Q = motion_of(ARM, 2, kernel.arrays, (3,))
    live = numbers_for(ARM, 2, (), ("stiffness", "payload"))
    found, expected = kernel(*Q, parameters=live), plain(function, ARM, *Q, by=by, parameters=live)
    assert list(found) == list(expected) == list(by)
    for key in by:
        assert_close(found[key], expected[key], NATIVE, key)


@pytest.mark.native
@pytest.mark.parametrize("name", ["rnea", "inverse_dynamics", "forward_dynamics", "elastic_forward_dynamics"])
def test_several_wrenches(name):
    """By name at the call, whatever the order; where they act is said by the names alone."""
    function, rng = PUBLIC[name], np.random.default_rng(0)
    kernel = jn.compile(function, ARM, wrench=("link1", "tool", "link0"), parameters=("gravity",))
    Q, rows = motion_of(ARM, 2, kernel.arrays), kernel.order + 1
    forces = {place: tuple(rng.normal(size=(rows, 6))) for place in ("tool", "link0", "link1")}
    live = {"gravity": rng.normal(size=3)}
    expected = plain(function, ARM, *Q, wrench=forces, parameters=live)
    compare(kernel(*Q, wrench=forces, parameters=live), expected, ALGEBRA)
    compare(kernel(*Q, wrench=dict(reversed(forces.items())), parameters=live), expected, ALGEBRA)
    single = jn.compile(function, ARM, wrench=True, link="tool")
    W = forces["tool"]
    compare(single(*Q, wrench=W), plain(function, ARM, *Q, wrench=W, link="tool"), ALGEBRA)
    with pytest.raises(InputError, match="this kernel takes .* 3 wrenches, .*; got .* and a wrench, with"):
        kernel(*Q, wrench={"tool": W}, parameters=live)
    with pytest.raises(InputError, match="3 wrenches"):
        kernel(*Q, wrench={**forces, 1: W}, parameters=live)
    with pytest.raises(InputError, match="3 wrenches"):
        kernel(*Q, parameters=live)


@pytest.mark.native
def test_a_kernel_travels():
    kernel = jn.compile(jn.inverse_dynamics, ARM, parameters=("stiffness",), outputs=("tau_m",))
    again = pickle.loads(pickle.dumps(kernel))
    assert again == kernel
    Q, live = motion_of(ARM, 5, 5), {"stiffness": [411.0, 512.0]}
    assert (again(*Q, parameters=live) == kernel(*Q, parameters=live)).all()


@pytest.mark.native
def test_robots_that_differ_in_live_numbers_share_code():
    """The recipe of compiled code holds what is baked in, and nothing else."""
    other = ARM.with_parameters({"stiffness": [123.0, 456.0]})
    kernels = [jn.compile(jn.inverse_dynamics, robot, parameters=("stiffness",)) for robot in (ARM, other)]
    assert kernels[0].library.recipe == kernels[1].library.recipe
    frozen = [jn.compile(jn.inverse_dynamics, robot) for robot in (ARM, other)]
    assert frozen[0].library.recipe != frozen[1].library.recipe


# ---------------------------------------------------------------- C for a controller

EXPORTS = {
    "payload and stiffness": (jn.inverse_dynamics, {"parameters": ("payload", "stiffness"), "outputs": ("tau_m",)}),
    "two wrenches": (jn.inverse_dynamics, {"wrench": ("link0", "tool"), "parameters": ("gravity",)}),
    "rates": (jn.rnea, {"order": 2, "wrench": ("link0", "link1"), "parameters": ("inertia", "payload", "gravity")}),
    "forward": (jn.elastic_forward_dynamics, {"parameters": ("stiffness", "damping", "rotor_inertia", "coulomb_friction")}),
    "slopes": (jn.inverse_dynamics_derivatives, {"by": ("motion", "stiffness", "inertia")}),
    "joint slopes": (jn.rnea_partials, {"by": ("inertia",), "wrench": ("tool",)}),
    "nothing live": (jn.mass_matrix, {"order": 1}),
}


@gcc
@pytest.mark.native
@pytest.mark.parametrize("which", EXPORTS)
def test_exported_tests_run(which, tmp_path):
    """Strict C99, and its reference vectors agree."""
    function, more = EXPORTS[which]
    jn.compile(function, ARM, **more).write_c(tmp_path, name="kernel")
    flags = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-O1"]
    command = ["gcc", *flags, "kernel.c", "test_kernel.c", "-o", "program", "-lm"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    done = subprocess.run(["./program"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout


def test_headers_say_where_each_wrench_acts(tmp_path):
    kernel = jn.compile(jn.rnea, ARM, order=1, wrench=("tool", "link0", "base"), parameters=("payload",))
    kernel.write_c(tmp_path)
    comment = (tmp_path / "rnea.h").read_text()
    said = dict(re.findall(r"\* (wrench\d): in, 12 numbers.*moment, then force on '(\w+)'", comment))
    assert len(said) == 3
    assert set(said.values()) == {"tool", "link0", "base"}
    assert "payload: in, 10 numbers" in comment
    by = jn.compile(jn.inverse_dynamics_derivatives, ARM, by=("motion", "stiffness"))
    by.write_c(tmp_path)
    comment = (tmp_path / "inverse_dynamics_derivatives.h").read_text()
    assert re.search(r"tau_m_by_motion: out.*matrix k: by argument k", comment)
    assert re.search(r"tau_m_by_stiffness: out.*by stiffness", comment)
    assert "time derivative" not in "".join(line for line in comment.splitlines() if "_by_" in line)


def test_headers_order_wrenches_as_the_call_does():
    """wrench0, wrench1, ... of the C function are in the order of their links, whatever order the names came in."""
    kernels = [jn.compile(jn.rnea, ARM, wrench=names) for names in (("link1", "link0"), ("link0", "link1"))]
    assert kernels[0].source == kernels[1].source


# ---------------------------------------------------------------- refusals

Q2 = motion_of(ARM, 1, 5)
ONES = np.ones(2)


def kernel_of(**more):
    return jn.compile(jn.inverse_dynamics, ARM, **more)


def test_missing_and_extra_parameters():
    kernel = kernel_of(parameters=("payload", "stiffness"))
    for given in (None, {}, {"stiffness": ONES}, {"stiffness": ONES, "payload": np.ones(10), "gravity": np.ones(3)}):
        with pytest.raises(InputError, match=r"takes 5 arrays \(q, .*\), with parameters payload, stiffness; got 5 arrays \(q, "):
            kernel(*Q2, parameters=given)
    with pytest.raises(
        InputError, match=r"this kernel takes 5 arrays \(.*q\^\(4\)\); got 5 arrays .*, with parameters stiffness\."
    ):
        kernel_of()(*Q2, parameters={"stiffness": ONES})
    with pytest.raises(InputError, match="no parameter 'stifness'. Did you mean 'stiffness'?"):
        kernel(*Q2, parameters={"stifness": ONES})
    jet = jn.numbers.Jet.from_derivatives([ONES] * 3)
    with pytest.raises(
        InputError, match=r"this kernel takes .* payload, stiffness; got .* payload, stiffness with 2 derivatives"
    ):
        kernel(*Q2, parameters={"payload": np.ones(10), "stiffness": jet})


def test_how_many_arrays():
    """A kernel says by name what it takes, and what came."""
    three, q = jn.compile(jn.rnea, ARM), np.zeros(2)
    takes = r"this kernel takes 3 arrays \(q, qd, qdd\); got "
    for count, came in ((0, "no array"), (1, r"1 array \(q\)"), (2, r"2 arrays \(q, qd\)"), (4, r"4 arrays \(.*, q\^\(3\)\)")):
        with pytest.raises(InputError, match=rf"{takes}{came}\."):
            three(*[q] * count)
    with pytest.raises(InputError, match=rf"{takes}3 arrays \(q, qd, qdd\) and a wrench\."):
        three(q, q, q, wrench=(np.zeros(6),))
    with pytest.raises(InputError, match=r"takes 5 arrays \(q, qd, theta, thetad, tau_m\); got 1 array \(q\)"):
        jn.compile(jn.elastic_forward_dynamics, ARM)(q)


@pytest.mark.parametrize("folder", [5, None, b"folder", ["folder"]], ids=repr)
def test_a_folder_that_is_no_path(folder):
    with pytest.raises(InputError, match=r"folder: expected one to write C files into, got "):
        kernel_of().write_c(folder)


@pytest.mark.native
def test_wrong_numbers_at_a_kernel():
    kernel = kernel_of(parameters=("payload", "stiffness"))
    good = {"payload": np.zeros(10), "stiffness": np.full(2, 300.0)}
    for name, value, words in (
        ("stiffness", [0.0, 1.0], "stiffness of joint '.*' is 0; expected numbers above zero"),
        ("stiffness", [9e-31, 1.0], "stiffness of joint '.*': expected 1e-30 or more, got 9e-31; a joint that nothing holds"),
        ("stiffness", [np.nan, 1.0], r"stiffness is nan at index \(0,\)"),
        ("stiffness", np.ones(3), "stiffness has 3 values"),
        ("payload", np.full(10, np.inf), "payload is inf"),
    ):
        with pytest.raises(InputError, match=words):
            kernel(*Q2, parameters={**good, name: value})


BAD = [
    (lambda: kernel_of(parameters=("stifness",)), "no parameter 'stifness'. Did you mean 'stiffness'?"),
    (lambda: kernel_of(parameters="stifness"), "no parameter 'stifness'"),
    (lambda: kernel_of(parameters=("damping",)), "without damping; it does not read 'damping'"),
    (lambda: jn.compile(jn.inverse_dynamics_derivatives, ARM, by=("damping",)), "without damping"),
    (lambda: kernel_of(outputs=("tau",)), "outputs: inverse_dynamics has no output 'tau'. Did you mean 'tau_"),
    (lambda: jn.compile(jn.rnea, ARM, by=("motion",)), "by: rnea gives no partial derivatives"),
    (lambda: jn.compile(jn.rnea_partials, ARM, by=("gravty",)), "by: no parameter 'gravty'. Did you mean 'gravity'?"),
    (lambda: jn.compile(jn.rnea_partials, ARM, outputs=("tau",)), "outputs: rnea_partials has one; by="),
    (lambda: jn.compile(jn.mass_matrix, ARM, wrench=True), "mass_matrix takes no wrench"),
    (lambda: jn.compile(jn.rnea, ARM, wrench=("nope",)), "no link or frame 'nope'"),
    (lambda: jn.compile(jn.jacobian, ARM, link="nope"), "no link or frame 'nope'"),
    (lambda: jn.compile(jn.dynamics.motor_terms, ARM), "expected a function of jounce"),
    (lambda: jn.compile(jn.inverse_dynamics, ARM, order=1), "no time derivatives; order must be 0"),
    (lambda: jn.compile(jn.rnea, ARM, order=-1), "order: expected a whole number"),
]


@pytest.mark.parametrize(("call", "words"), BAD, ids=range(len(BAD)))
def test_bad_input(call, words):
    with pytest.raises(InputError, match=words):
        call()


# ---------------------------------------------------------------- what live numbers cost

MOST = {
    ("payload", "stiffness"): 1.10,
    ("inertia", "stiffness", "rotor_inertia"): 1.15,
}
"""Operations against those of a robot whose numbers are baked in."""


@pytest.mark.parametrize("names", MOST, ids=str)
def test_operations(names):
    frozen, live = (jn.compile(jn.inverse_dynamics, LWR, parameters=p).operations for p in ((), names))
    assert frozen < live <= MOST[names] * frozen


def test_outputs_that_nobody_wants_cost_nothing():
    everything = jn.compile(jn.inverse_dynamics, LWR).operations
    assert jn.compile(jn.inverse_dynamics, LWR, outputs=("tau_m",)).operations < everything
    assert jn.compile(jn.inverse_dynamics, LWR, outputs=("delta",)).operations < 0.5 * everything


def test_names_of_links_do_not_leave_their_comment(tmp_path):
    """A robot's file may be anybody's: what it calls a link stays a name in the C text."""
    evil = "*/ int evil; /*"
    links = [jn.Link("base"), jn.Link(evil, 1.0, (0.5, 0.0, 0.0)), jn.Link("tip", 1.0, (0.5, 0.0, 0.0))]
    joints = [jn.Joint("a", "revolute", "base", evil), jn.Joint("b", "revolute", evil, "tip")]
    robot = jn.Robot.build(evil, links, joints)
    for file in jn.compile(jn.rnea, robot, wrench=[evil, "tip"]).write_c(tmp_path):
        assert "*/ int evil" not in file.read_text()
