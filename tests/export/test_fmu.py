"""FMUs: what FMI 2.0 asks for, the numbers of the kernel, and a plant that moves as the robot does."""

import contextlib
import ctypes
import re
import shutil
import xml.etree.ElementTree as ET
import zipfile
from types import SimpleNamespace

import numpy as np
import pytest
from click.testing import CliRunner
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

import jounce as jn
from jounce.cli.main import main
from jounce.errors import InputError
from support.random_robots import random_motion, random_robot

AGREES = 1e-12
ROBOT = random_robot(5, n=3).with_drives(stiffness=[500.0, 900.0, 700.0], rotor_inertia=0.1, damping=0.0)
PLANAR = jn.load("planar_2r")
pytestmark = pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler")


class Unit:
    """An FMU as a simulator without a library sees it: its description, and the functions of its binary."""

    def __init__(self, path, folder):
        with zipfile.ZipFile(path) as packed:
            packed.extractall(folder)
        self.root = ET.parse(folder / "modelDescription.xml").getroot()
        (binary,) = (folder / "binaries").glob("*/*")
        assert binary.stem == self.root.find("CoSimulation").get("modelIdentifier")
        self.library = ctypes.CDLL(str(binary))
        self.variables = {v.get("name"): v for v in self.root.iter("ScalarVariable")}
        self.at = {name: int(v.get("valueReference")) for name, v in self.variables.items()}
        self.library.fmi2GetVersion.restype = ctypes.c_char_p
        self.library.fmi2Instantiate.restype = ctypes.c_void_p
        self.one = self.instance(self.root.get("guid"))
        assert self.one is not None
        for name in ("fmi2EnterInitializationMode", "fmi2ExitInitializationMode"):
            assert self.call(name) == 0

    def instance(self, guid):
        given = (b"one", 1, guid.encode(), None, None, 0, 0)
        return self.library.fmi2Instantiate(*given)

    def call(self, name, *given):
        return getattr(self.library, name)(ctypes.c_void_p(self.one), *given)

    def _places(self, names):
        return (ctypes.c_uint * len(names))(*(self.at[name] for name in names)), ctypes.c_size_t(len(names))

    def set(self, values):
        numbers = (ctypes.c_double * len(values))(*values.values())
        return self.call("fmi2SetReal", *self._places(list(values)), numbers)

    def get(self, names):
        numbers = (ctypes.c_double * len(names))()
        assert self.call("fmi2GetReal", *self._places(names), numbers) == 0
        return np.array(numbers)

    def step(self, t, h):
        return self.call("fmi2DoStep", ctypes.c_double(t), ctypes.c_double(h), 0)


def named(name, values):
    return {f"{name}[{i + 1}]": float(x) for i, x in enumerate(values)}


def test_inverse_dynamics_in_an_fmu(tmp_path):
    kernel = jn.compile(jn.inverse_dynamics, ROBOT, parameters=("payload", "stiffness"))
    unit = Unit(kernel.write_fmu(tmp_path / "arm.fmu"), tmp_path / "arm")
    assert unit.library.fmi2GetVersion() == b"2.0"
    assert unit.instance("{another}") is None
    Q = random_motion(ROBOT, 3, 4)
    for row, name in zip(Q, ("q", "qd", "qdd", "q3", "q4")):
        assert unit.set(named(name, row)) == 0
    torques = [f"tau_m[{i + 1}]" for i in range(3)]
    own = {name: ROBOT.parameter_values(name) for name in ("payload", "stiffness")}
    for change in ({}, {"payload": np.arange(1.0, 11.0)}, {"stiffness": np.array([300.0, 400.0, 500.0])}):
        for name, values in change.items():
            assert unit.set(named(name, values)) == 0
        own |= change
        expected = jn.inverse_dynamics(ROBOT, *Q, parameters=own)
        assert np.abs(unit.get(torques) - expected.tau_m).max() <= AGREES * np.abs(expected.tau_m).max()
        rates = unit.get([f"tau_j[{k},{i}]" for k in (1, 2, 3) for i in (1, 2, 3)]).reshape(3, 3)
        assert np.abs(rates - expected.tau_j).max() <= AGREES * np.abs(expected.tau_j).max()
    assert unit.step(0.0, 0.1) == 0
    assert unit.set({"tau_m[1]": 1.0}) != 0
    assert {v.get("causality") for v in unit.variables.values()} == {"input", "output", "parameter"}
    assert "joint0" in unit.variables["q[1]"].get("description")


def rest(robot):
    return np.zeros(robot.n), np.zeros(robot.n), np.full(robot.m, 0.1), np.zeros(robot.m)


@pytest.mark.parametrize("robot", [ROBOT, PLANAR], ids=["random", "planar"])
def test_the_plant_moves_as_the_robot_does(robot, tmp_path):
    """Co-simulation against SciPy's integration of `elastic_forward_dynamics`, states and derivatives."""
    unit = Unit(jn.compile(jn.elastic_forward_dynamics, robot).write_fmu(tmp_path / "plant.fmu", "plant"), tmp_path / "plant")
    tau, state = np.linspace(1.0, 2.0, robot.m), rest(robot)
    for name, values in zip(("q", "qd", "theta", "thetad", "tau_m"), (*state, tau)):
        assert unit.set(named(name, values)) == 0
    n = robot.n

    def slope(t, x):
        q, qd, theta, thetad = x.reshape(4, n)
        qdd, thetadd = jn.elastic_forward_dynamics(robot, q, qd, theta, thetad, tau)
        return np.concatenate([qd, qdd, thetad, thetadd])

    names = [f"{name}[{i + 1}]" for name in ("q", "qd", "theta", "thetad") for i in range(n)]
    x0 = np.concatenate(state)
    slopes = unit.get([f"der({name})" for name in names])
    assert np.abs(slopes - slope(0.0, x0)).max() <= AGREES * np.abs(slopes).max()
    found = solve_ivp(slope, (0.0, 0.05), x0, method="DOP853", rtol=1e-11, atol=1e-12)
    assert unit.set({"step": 2e-5}) == 0
    assert unit.set({"step": 0.0}) != 0
    for k in range(5):
        assert unit.step(0.01 * k, 0.01) == 0
    assert np.abs(unit.get(names) - found.y[:, -1]).max() < 1e-9
    kept = ctypes.c_void_p(None)
    assert unit.call("fmi2GetFMUstate", ctypes.byref(kept)) == 0
    before = unit.get(names)
    assert unit.step(0.05, 0.01) == 0
    assert (unit.get(names) != before).any()
    assert unit.call("fmi2SetFMUstate", kept) == 0
    assert (unit.get(names) == before).all()
    assert unit.call("fmi2FreeFMUstate", ctypes.byref(kept)) == 0
    assert unit.call("fmi2Reset") == 0
    assert (unit.get(names) == 0.0).all()
    unit.set({"q[1]": np.nan})
    assert unit.step(0.0, 0.01) != 0


def test_fmpy_finds_nothing_wrong(tmp_path):
    """The interface's own checks, and a simulation of both kinds."""
    fmpy = pytest.importorskip("fmpy")
    from fmpy.validation import validate_fmu

    inverse = jn.compile(jn.inverse_dynamics, PLANAR, parameters=("payload",)).write_fmu(tmp_path / "inverse.fmu")
    plant = jn.compile(jn.elastic_forward_dynamics, PLANAR).write_fmu(tmp_path / "plant.fmu", name="planar_plant")
    matrix = jn.compile(jn.mass_matrix, PLANAR, order=1).write_fmu(tmp_path / "matrix.fmu")
    rigid = jn.compile(jn.forward_dynamics, PLANAR).write_fmu(tmp_path / "rigid.fmu")
    for path in (inverse, plant, matrix, rigid):
        assert validate_fmu(str(path)) == []
    path = jn.trajectory.rest_to_rest([0.0, 0.5], [1.0, 0.0], 0.5, degree=9)
    t = np.linspace(0.0, 0.5, 51)
    Q = path(t, 4)
    names = [f"{name}[{i}]" for name in ("q", "qd", "qdd", "q3", "q4") for i in (1, 2)]
    table = np.rec.fromarrays([t, *Q.transpose(0, 2, 1).reshape(10, -1)], names=["time", *names])
    expected = jn.inverse_dynamics(PLANAR, *Q).tau_m
    for kind in ("CoSimulation", "ModelExchange"):
        found = fmpy.simulate_fmu(
            str(inverse), fmi_type=kind, stop_time=0.5, output_interval=0.01, input=table, output=["tau_m[1]", "tau_m[2]"]
        )
        torque = np.stack([found["tau_m[1]"], found["tau_m[2]"]], axis=-1)
        assert np.abs(found["time"] - t).max() < 1e-12
        late = int(kind == "CoSimulation")  # which holds inputs during a step
        assert np.abs(torque[1:-1] - expected[1 - late : -1 - late]).max() <= AGREES * np.abs(expected).max()
    ends = []
    for kind in ("CoSimulation", "ModelExchange"):
        found = fmpy.simulate_fmu(
            str(plant),
            fmi_type=kind,
            stop_time=0.1,
            start_values={"tau_m[1]": 3.0},
            output=["q[1]", "theta[2]"],
            relative_tolerance=1e-9,
        )
        ends.append([found["q[1]"][-1], found["theta[2]"][-1]])
    assert abs(ends[0][0]) > 1e-3
    assert np.abs(np.subtract(*ends)).max() < 1e-6  # of the solver of model exchange


def test_what_is_held_goes_on(tmp_path):
    """The inverse dynamics of damped joints, step by step, beside the public function; the state may be set at first."""
    damped = PLANAR.with_drives(damping=[0.5, 0.2])
    unit = Unit(jn.compile(jn.dynamics.inverse_dynamics_step, damped).write_fmu(tmp_path / "step.fmu"), tmp_path / "step")
    assert unit.root.find("ModelExchange") is None
    path = jn.trajectory.rest_to_rest([0.0, 0.5], [1.0, 0.0], 0.5, degree=9)
    state = jn.dynamics.steady_state(damped, *path(0.0, 4))
    for k, row in enumerate(state):
        assert unit.set(named(f"state_{k}", row)) == 0
    for k in range(40):
        Q = path(0.01 * k, 4)
        for row, name in zip(Q, ("q", "qd", "qdd", "q3", "q4")):
            assert unit.set(named(name, row)) == 0
        assert unit.step(0.01 * k, 0.01) == 0
        expected = jn.dynamics.inverse_dynamics_step(damped, state, 0.01, *Q)
        state = expected.state
        found = unit.get(["tau_m[1]", "tau_m[2]"])
        assert np.abs(found - expected.tau_m).max() <= AGREES * max(1.0, np.abs(expected.tau_m).max())
    held = unit.get([f"state_{k}[{i}]" for k in range(4) for i in (1, 2)])
    assert np.abs(held - np.ravel(state)).max() <= AGREES * np.abs(state).max()
    with pytest.raises(InputError, match="next state"):
        jn.compile(jn.dynamics.inverse_dynamics_step, damped, outputs=("tau_m",)).write_fmu(tmp_path / "less.fmu")
    fmpy = pytest.importorskip("fmpy")
    from fmpy.validation import validate_fmu

    assert validate_fmu(str(tmp_path / "step.fmu")) == []
    torque = fmpy.simulate_fmu(str(tmp_path / "step.fmu"), stop_time=0.1, output_interval=0.01, output=["tau_m[1]"])["tau_m[1]"]
    assert np.isfinite(torque).all()


def test_a_plant_that_floats(tmp_path):
    """An arm on a floating base: its quaternion has rates of its own. Against SciPy's rotations and its integration."""
    arm = random_robot(3, n=2)
    links = [jn.Link("world"), jn.Link("hull", 5.0, inertia=(0.3, 0.4, 0.5, 0.0, 0.0, 0.0))]
    robot = jn.Robot.build("ship", links, [jn.Joint("free", "floating", "world", "hull")]).attach(arm, "hull", prefix="arm_")
    n, nq, tau = robot.n, robot.nq, np.linspace(0.1, 0.5, robot.n)
    unit = Unit(jn.compile(jn.forward_dynamics, robot).write_fmu(tmp_path / "plant.fmu", "plant"), tmp_path / "plant")
    names = [*(f"q[{i + 1}]" for i in range(nq)), *(f"qd[{i + 1}]" for i in range(n))]
    start = unit.get(names)
    assert start[3] == np.abs(start).sum() == 1.0  # no rotation, unless said
    start[:nq] = [0.1, -0.2, 0.3, np.sqrt(0.86), 0.5, -0.6, 0.7, 0.2, -0.3]
    start[nq:] = np.linspace(0.3, -0.4, n)
    for name, values in (("q", start[:nq]), ("qd", start[nq:]), ("tau", tau)):
        assert unit.set(named(name, values)) == 0

    def slope(t, x):
        q, qd = x[:nq], x[nq:]
        turned = Rotation.from_quat(q[:4])
        rate = 0.5 * np.linalg.norm(q[:4]) * _product(turned.as_quat(), [*qd[:3], 0.0])
        return np.concatenate([rate, turned.apply(qd[3:6]), qd[6:], jn.forward_dynamics(robot, q, qd, tau)])

    rates = unit.get([f"der({name})" for name in names])
    assert np.abs(rates - slope(0.0, start)).max() < AGREES * np.abs(rates).max()
    for k in range(10):
        assert unit.step(0.01 * k, 0.01) == 0
    found = solve_ivp(slope, (0.0, 0.1), start, method="DOP853", rtol=1e-11, atol=1e-12).y[:, -1]
    assert np.abs(unit.get(names) - found).max() < 1e-9
    fmpy = pytest.importorskip("fmpy.validation")
    assert fmpy.validate_fmu(str(tmp_path / "plant.fmu")) == []


def _product(p, q):
    """Of quaternions (x, y, z, w), with the sign of p's w."""
    (x, y, z, w), (a, b, c, d) = p, q
    return np.array(
        [
            w * a + x * d + y * c - z * b,
            w * b - x * c + y * d + z * a,
            w * c + x * b - y * a + z * d,
            -x * a - y * b - z * c + w * d,
        ]
    )


OBSERVERS = {
    "momentum": lambda: jn.control.MomentumObserver(ROBOT, 50.0, measured=("q", "qd", "tau_j")),
    "differences": lambda: jn.control.MomentumObserver(ROBOT, 50.0, measured=("theta", "tau_j")),
    "state": lambda: jn.control.StateObserver(ROBOT, 200.0),
}


@pytest.mark.parametrize("name", OBSERVERS)
def test_observers_go_on(name, tmp_path):
    """Step by step beside the observer itself, with its own numbers unless others are set; outputs are those of the last step."""
    observer = OBSERVERS[name]()
    kernel = observer.compile()
    unit = Unit(kernel.write_fmu(tmp_path / "observer.fmu"), tmp_path / "observer")
    assert unit.root.find("ModelExchange") is None
    given = [x for x in unit.variables if unit.variables[x].get("causality") == "output" and not x.startswith("next_")]
    outputs = [x for x in given if not x.startswith("rejected")]
    (flag,) = set(given) - set(outputs)
    assert (unit.get(given) == 0.0).all()
    rng, arrays = np.random.default_rng(1), getattr(observer, "measured", ("theta", "tau_m"))
    first = {argument: rng.normal(size=ROBOT.n) for argument in arrays}
    state = observer.begin(*first.values()) if name != "state" else observer.begin(first["theta"])
    assert unit.set(named("state", state)) == 0
    for k in range(20):
        given = {argument: value + 0.01 * rng.normal(size=ROBOT.n) for argument, value in first.items()}
        for argument, values in given.items():
            assert unit.set(named(argument, values)) == 0
        assert unit.step(k / observer.rate, 1.0 / observer.rate) == 0
        state, found = observer.step(state, *given.values())
        expected = np.ravel(found if name != "state" else np.array(found[:4]))
        assert np.abs(unit.get(outputs) - expected).max() <= AGREES * max(1.0, np.abs(expected).max())
    kept = unit.get(outputs)
    assert unit.set({f"{arrays[0]}[1]": 9.0}) == 0
    assert (unit.get(outputs) == kept).all()
    assert unit.get([flag]) == 0.0
    assert unit.set({f"{arrays[0]}[1]": np.nan}) == 0
    assert unit.step(20 / observer.rate, 1.0 / observer.rate) == 0
    assert unit.get([flag]) == 1.0
    assert (unit.get(outputs) == kept).all()
    fmpy = pytest.importorskip("fmpy.validation")
    assert fmpy.validate_fmu(str(tmp_path / "observer.fmu")) == []


def test_the_same_model_gives_the_same_file(tmp_path):
    kernel = jn.compile(jn.gravity_torque, PLANAR)
    one, two = (kernel.write_fmu(tmp_path / f"{k}.fmu") for k in range(2))
    with zipfile.ZipFile(one) as a, zipfile.ZipFile(two) as b:
        assert a.namelist() == b.namelist()
        assert {name for name in a.namelist() if not name.startswith("binaries/")} == {
            "modelDescription.xml",
            "sources/fmi2.c",
            "sources/gravity_torque.c",
            "sources/gravity_torque.h",
            "sources/model.h",
        }
        assert a.read("modelDescription.xml") == b.read("modelDescription.xml")
    moon = jn.compile(jn.gravity_torque, PLANAR.with_gravity((0.0, -1.62, 0.0))).write_fmu(tmp_path / "moon.fmu")
    with zipfile.ZipFile(one) as a, zipfile.ZipFile(moon) as b:
        assert a.read("modelDescription.xml") != b.read("modelDescription.xml")


@pytest.mark.parametrize(("order", "names"), [(0, {"g[1]", "g[2]"}), (1, {"g[1,1]", "g[1,2]", "g[2,1]", "g[2,2]"})])
def test_outputs_have_a_row_index_if_there_are_derivatives(order, names, tmp_path):
    unit = Unit(jn.compile(jn.gravity_torque, PLANAR, order).write_fmu(tmp_path / "g.fmu", "weight"), tmp_path / "g")
    assert {name for name, v in unit.variables.items() if v.get("causality") == "output"} == names


def test_sources_compile_without_a_word(tmp_path):
    """Also under the prefix of those who compile several into one program, and as C++."""
    import subprocess

    path = jn.compile(jn.elastic_forward_dynamics, PLANAR).write_fmu(tmp_path / "plant.fmu")
    with zipfile.ZipFile(path) as packed:
        packed.extractall(tmp_path)
    strict = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-c", "fmi2.c", "-o", "made.o"]
    for command in (["cc", "-std=c99"], ["cc", "-std=c99", "-DFMI2_FUNCTION_PREFIX=plant_"], ["c++", "-std=c++17", "-x", "c++"]):
        if shutil.which(command[0]):
            subprocess.run([*command, *strict], cwd=tmp_path / "sources", check=True)


def test_gains_go_in(tmp_path):
    """Controllers without a state of their own: what goes in beside the motion is not held from step to step."""
    law = jn.control.JointImpedance(PLANAR, [100.0, 50.0], [10.0, 5.0])
    unit = Unit(law.compile().write_fmu(tmp_path / "law.fmu", "law"), tmp_path / "law")
    q_d, theta, thetad = np.array([0.3, 0.4]), np.array([0.32, 0.35]), np.array([0.1, -0.2])
    rows = {"q_d": q_d, "tau_j": np.zeros(2), "theta": theta, "thetad": thetad, "shares": law.shares}
    for name in ("stiffness", "damping"):
        rows |= {f"{name}_{k}": row for k, row in enumerate(getattr(law, name))}
    for name, row in rows.items():
        assert unit.set(named(name, row)) == 0
    reference = jn.control.Reference(0.0, np.array([q_d, 0.0 * q_d]), np.array([theta, thetad]), np.zeros(2))
    expected = law(reference, SimpleNamespace(theta=theta, thetad=thetad, tau_j=np.zeros(2)))
    for k in range(2):
        assert np.abs(unit.get(["tau_m[1]", "tau_m[2]"]) - expected).max() <= AGREES * np.abs(expected).max()
        assert unit.step(0.1 * k, 0.1) == 0
    assert {v.get("causality") for v in unit.variables.values()} == {"input", "output"}
    slopes = jn.compile(jn.forward_dynamics_derivatives, PLANAR)
    assert "tau[1]" in Unit(slopes.write_fmu(tmp_path / "slopes.fmu"), tmp_path / "slopes").variables
    carried = PLANAR.with_drives(stiffness=1e3, rotor_inertia=1e-4, gear_ratio=50.0, coupling="full")
    with pytest.raises(InputError, match="dynamic_feedback_linearization has the discrete states compensator"):
        jn.control.DynamicFeedbackLinearization(carried, bandwidth=50.0).compile().write_fmu(tmp_path / "law.fmu")


def test_what_is_no_fmu(tmp_path):
    kernel = jn.compile(jn.rnea, PLANAR)
    for wrong in ("arm", tmp_path / "arm.zip", 3):
        with pytest.raises(InputError, match=r"path: expected a file that ends in \.fmu"):
            kernel.write_fmu(wrong)
    with pytest.raises(InputError, match="path: expected a file that can be written"):
        kernel.write_fmu(tmp_path / "nowhere" / "arm.fmu")
    with pytest.raises(InputError, match="name: expected a name that C allows"):
        kernel.write_fmu(tmp_path / "arm.fmu", name="my arm")
    assert not list(tmp_path.iterdir())


def test_the_program_writes_one(tmp_path):
    words = ["export", "fmu", "planar_2r", "--function", "elastic_forward_dynamics", "--name", "plant", "--out"]
    done = CliRunner().invoke(main, [*words, str(tmp_path / "plant.fmu")])
    assert done.exit_code == 0, done.output
    unit = Unit(tmp_path / "plant.fmu", tmp_path / "plant")
    assert unit.root.get("modelName") == "plant"
    for more in (["--float"], ["--function", "rnea"], ["--overwrite"]):
        assert CliRunner().invoke(main, [*words, str(tmp_path / "plant.fmu"), *more]).exit_code == 2
    assert CliRunner().invoke(main, [*words, str(tmp_path / "plant.xml")]).exit_code == 2


@pytest.mark.parametrize(
    "name",
    [
        *(
            "compute",
            "starts",
            "states",
            "rates",
            "fmi2Reset",
            "fmi2Status",
            "fmi2",
            "fmi2AnythingNew",
            "FMI",
            "model",
            "instance",
        ),
        *(
            "INPUTS",
            "GUID",
            "VALUES",
            "STEP",
            "HELD",
            "SAMPLED",
            "LONGEST_STEP",
            "VISIBLE",
            "begin",
            "renew",
            "turning_t",
            "div_t",
        ),
        *(
            "time",
            "clock",
            "read",
            "write",
            "pthread_create",
            "sched_yield",
            "malloc",
            "memcpy",
            "main",
            "test_it",
            "linux",
            "int",
        ),
    ],
)
def test_names_that_mean_something_already(name, tmp_path):
    for function in (jn.rnea, jn.elastic_forward_dynamics):
        with pytest.raises(InputError, match="name: "):
            jn.compile(function, ROBOT).write_fmu(tmp_path / "x.fmu", name=name)
    assert not (tmp_path / "x.fmu").exists()


@pytest.mark.slow
def test_every_name_of_the_interface_is_refused_or_works(tmp_path):
    """All words of the generated files, those of comments included: a refusal, or an FMU that a compiler made."""
    kernel = jn.compile(jn.elastic_forward_dynamics, ROBOT)
    kernel.write_fmu(tmp_path / "x.fmu", name="a_name_of_our_own")
    with zipfile.ZipFile(tmp_path / "x.fmu") as packed:
        texts = [packed.read(name).decode() for name in packed.namelist() if name.startswith("sources/")]
    words = sorted({word for text in texts for word in re.findall(r"[A-Za-z]\w*", text) if not re.fullmatch(r"[a-z]\d+", word)})
    assert len(words) > 250
    for word in words:
        with contextlib.suppress(InputError):
            assert kernel.write_fmu(tmp_path / "x.fmu", name=word).exists()
