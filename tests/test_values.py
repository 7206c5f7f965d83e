"""Every public value can be copied, pickled, compared and hashed by what it is, and sent to another process and used there."""

import copy
import inspect
import multiprocessing
import pickle
from functools import cache

import numpy as np
import pytest

import jounce as jn
from jounce.flexible.joint_motion import SplineMotion
from jounce.flexible.solvers.continuation import Slowed
from support.flexible import MP, through_infinity
from support.public_names import public
from support.random_robots import random_motion, random_robot
from support.recordings import swinging
from support.travel import cube, echo, evaluate, root

T = np.linspace(0.0, 0.6, 5)
PATH = jn.trajectory.rest_to_rest([0.1, -0.2], [0.5, 0.3], 0.5, degree=11)
LINE = jn.trajectory.line([1.2, 0.3], [0.5, 1.2], 0.5)
TOOL_LINE = jn.trajectory.line([0.9, -1.2], [1.0, -1.1], 0.2, start_time=0.05)
PLANAR = jn.load("planar_2r").with_rigid_joints()
PUSH = jn.trajectory.rest_to_rest(np.zeros(6), np.ones(6), 1.0, degree=9)
STIFFNESS = jn.trajectory.rest_to_rest([600.0, 500.0], [700.0, 400.0], 0.5)


def arm(**drives):
    return random_robot(11, n=2).with_drives(**({"stiffness": [800.0, 500.0], "rotor_inertia": 0.2} | drives))


def doubled(robot, part):
    return 2.0 * part["a"]


def plan(robot, **more):
    return jn.feedforward(robot, PATH, T, **more)


def state():
    return jn.simulation.State(*np.random.default_rng(1).normal(size=(len(jn.simulation.State._fields), 2)))


def reference():
    return jn.control.Reference(0.1, *(np.ones(shape) for shape in ((5, 2), (3, 2), (2,))))


def used_pid():
    """A controller that has summed something up."""
    controller = jn.control.FeedforwardPID(arm(), 10.0, 1.0, 0.1)
    for k in range(3):
        controller(reference()._replace(t=0.1 * k), state())
    return controller


@cache
def flexible():
    return jn.feedforward(MP, TOOL_LINE, np.linspace(0.0, 0.3, 31))


@cache
def fit():
    t = np.arange(1500) / 250.0
    q, qd, qdd = [a * (x(np.outer(t, [1.0, 2.3])) * [w**k for w in (1.0, 2.3)]) for k, (a, x) in enumerate(WAVES)]
    tau = jn.inverse_dynamics(PLANAR, q, qd, qdd).tau_m
    return jn.identify(PLANAR, jn.Log(t=t, theta=q, tau_m=tau), free=("viscous_friction", "torque_offset"))


def swings():
    robot, rate = arm(), 2.0 * np.pi * np.arange(3, 13)
    return jn.identification.identify_response(
        robot, [swinging(robot, MOTION[0], rate, np.full(robot.n, 0.3), duration=2.0)], rate
    )


WAVES = ((1.0, np.sin), (1.0, np.cos), (-1.0, np.sin))
MOTION = random_motion(arm(), 3, 4)
EXAMPLES = {
    "robot": arm,
    "rigid robot": lambda: random_robot(12, n=3),
    "carried rotors": lambda: arm(coupling="full"),
    "spring laws": lambda: arm(stiffness=jn.robot.HardeningSpring(500.0, 2e4)),
    "flexible robot": lambda: jn.load("moberg_5dof"),
    "link": lambda: arm().links[0],
    "joint": lambda: arm().joints[1],
    "tick": lambda: jn.flexible.Tick(jn.flexible.Fault.NONE, np.ones(2)),
    "joint limits": lambda: jn.robot.JointLimits((-1.0, 2.0), 3.0),
    "limits": lambda: arm().with_limits(velocity=2.0).limits,
    "drive": lambda: arm().drives[0],
    "frame": lambda: jn.robot.Frame("f", "link0", jn.placement((1, 2, 3))),
    "tool": lambda: arm().tool,
    "placement": lambda: jn.placement((1, 2, 3), (0.1, 0.2, 0.3)),
    "spring": lambda: jn.Spring(10.0, 1.0, (jn.robot.SpringCoupling("j", 1.0),)),
    "spring coupling": lambda: jn.robot.SpringCoupling("j", 1.0),
    "mimic": lambda: jn.robot.Mimic("j", -2.0, 0.1),
    "friction": lambda: jn.Friction(0.5, 1.0),
    "second drive": lambda: jn.robot.SecondDrive(jn.Drive(1e-4, 50.0, 1e3), 2.0),
    "parallel spring": lambda: jn.robot.ParallelSpring(jn.robot.HardeningSpring(10.0, 5.0), 0.1),
    "counterbalance": lambda: jn.robot.Counterbalance(0.8, 0.2, 1.67e-3, 9.6e-4, 15_600.0, 0.4, -1.0),
    "bushing": lambda: jn.robot.Bushing(np.diag([1.0, 2.0, 3.0])),
    "hardening spring": lambda: jn.robot.HardeningSpring(1e3, 1e4),
    "tabulated spring": lambda: jn.robot.TabulatedSpring(np.linspace(-1, 1, 5), np.linspace(-2, 2, 5)),
    "spring function": lambda: jn.robot.SpringFunction(cube, root),
    "jet": lambda: jn.numbers.Jet.from_derivatives([1.0, 2.0, 3.0]),
    "jet of arrays": lambda: jn.numbers.Jet.from_derivatives([np.ones(2), np.arange(2.0), np.zeros(2)]),
    "reference as C": lambda: jn.export.reference(arm(), jn.trajectory.rest_to_rest([0.0, 0.0], [1.0, 1.0], 1.0, degree=9)),
    "rigid plan": lambda: plan(random_robot(11, n=2)),
    "elastic plan": lambda: plan(arm()),
    "damped plan": lambda: plan(arm(damping=2.0)),
    "plan of other parameters": lambda: plan(arm(), parameters={"stiffness": [700.0, 300.0]}),
    "plan of a stiffness in time": lambda: plan(arm(), stiffness=STIFFNESS),
    "plan of joints from the tool": lambda: jn.feedforward(PLANAR, jn.inverse_kinematics(PLANAR, LINE, [0.2, 1.0]), T),
    "flexible plan": flexible,
    "peaks": lambda: plan(arm()).peaks,
    "peak": lambda: plan(arm()).peaks[0],
    "status": lambda: plan(arm(damping=2.0)).status,
    "flexible status": lambda: flexible().status,
    "sensor": lambda: jn.simulation.Sensor([1e-4, 2e-4], 1e-5, 1e-3),
    "sweep": lambda: jn.sweep(doubled, PLANAR, {"a": np.arange(6.0)}),
    "worst sample": lambda: jn.sweep(doubled, PLANAR, {"a": np.arange(6.0)}).worst(),
    "sensors": lambda: jn.Sensors(q=jn.simulation.Sensor.encoder(19), bandwidth=500.0),
    "actuator": lambda: jn.simulation.Actuator([10.0, 20.0], 300.0, {6: 0.01, 12: 0.005}),
    "measurements": lambda: jn.simulation.Measurements(T, theta=np.ones((5, 2))),
    "run": lambda: jn.simulate(arm(), plan(arm()), tolerance=1e-6),
    "state": state,
    "inverse dynamics": lambda: jn.inverse_dynamics(arm(), *MOTION),
    "matrices": lambda: jn.dynamic_matrices(arm(), *MOTION[:3]),
    "state derivatives": lambda: jn.state_derivatives(arm(), *MOTION[:2]),
    "parameter derivatives": lambda: jn.parameter_derivatives(arm(), *MOTION[:2]),
    "partial derivatives": lambda: jn.rnea_partials(arm(), *MOTION[:3]),
    "forward derivatives": lambda: jn.forward_dynamics_derivatives(arm(), *MOTION[:3]),
    "elastic forward derivatives": lambda: jn.elastic_forward_dynamics_derivatives(arm(), *MOTION[:5]),
    "step of damped joints": lambda: jn.dynamics.inverse_dynamics_step(
        arm(damping=2.0), jn.dynamics.steady_state(arm(damping=2.0), MOTION[0]), 0.01, *MOTION
    ),
    "verified plan": lambda: jn.verify(flexible(), tolerance=1e-8),
    "plan under wrenches": lambda: plan(arm(), wrench={"link0": PUSH}),
    "motor terms": lambda: jn.dynamics.motor_terms(arm(coupling="full"), *MOTION[:3]),
    "base parameters": lambda: jn.dynamics.base_parameters(arm()),
    "eigenfrequencies": lambda: jn.eigenfrequencies(arm(), MOTION[0]),
    "excitation": lambda: jn.excitation(arm().with_rigid_joints(), 3.0, harmonics=4, free=("inertia",)),
    "frequency response": lambda: jn.identification.frequency_response(arm(), MOTION[0]),
    "zero dynamics": lambda: jn.zero_dynamics(MP, [0.5, 1.0, 0.0]),
    "drives of the library": lambda: jn.robot.drive_sets()[0],
    "index": lambda: jn.flexible.dae_index(MP, [0.5, 1.0, 0.0]),
    "kernel": lambda: jn.compile(jn.inverse_dynamics, arm()),
    "kernel of rates": lambda: jn.compile(jn.rnea, arm(), 2),
    "kernel with parameters": lambda: jn.compile(
        jn.inverse_dynamics, arm(), parameters=("payload", "stiffness"), outputs="tau_m"
    ),
    "kernel with a wrench": lambda: jn.compile(jn.rnea, arm(), wrench=True, link="link0"),
    "kernel with wrenches": lambda: jn.compile(jn.rnea, arm(), wrench=("link0", "tool")),
    "kernel of partial derivatives": lambda: jn.compile(jn.rnea_partials, arm(), by=("inertia",)),
    "kernel of a frame": lambda: jn.compile(jn.jacobian, arm(), link="link0"),
    "kernel of a controller": lambda: jn.control.FeedbackLinearization(arm(), poles=[-9.0] * 4).compile(),
    "code of a GPU": lambda: jn.compile(jn.rnea, arm()).cuda("float32"),
    "reference": reference,
    "PD": lambda: jn.control.FeedforwardPD(arm(), 10.0, [1.0, 2.0]),
    "PID": lambda: jn.control.FeedforwardPID(arm(), 10.0, 1.0, 0.1),
    "used PID": used_pid,
    "computed torque": lambda: jn.control.RigidComputedTorque(arm().with_rigid_joints(), poles=[-9.0, -8.0]),
    "dynamic feedback linearisation": lambda: jn.control.DynamicFeedbackLinearization(arm(coupling="full"), poles=-9.0),
    "linearised": lambda: jn.control.Linearized(np.ones(2), np.ones(4), np.ones((6, 2))),
    "feedback linearisation": lambda: jn.control.FeedbackLinearization(arm(), poles=[-9.0] * 4, sensors="motor"),
    "gravity PD": lambda: jn.control.GravityPD(arm(), 30.0, [1.0, 2.0], "statics"),
    "gain condition": lambda: jn.control.GravityPD(arm(), 30.0, 1.0).condition(MOTION[0]),
    "joint impedance": lambda: jn.control.JointImpedance(arm(), 30.0, 1.0),
    "Cartesian impedance": lambda: jn.control.CartesianImpedance(
        arm(), {"rotation": [1.0, 2.0, 3.0], "translation": [10.0, 20.0, 30.0]}, 1.0
    ),
    "structure preserving control": lambda: jn.control.StructurePreserving(arm(), 1.0, 30.0, 2.0),
    "time-varying LQR": lambda: jn.control.TimeVaryingLQR.tuned(plan(arm()), bandwidth=5.0, rate=100.0),
    "live arm": lambda: jn.live(MP, rate=500.0),
    "fault of a live arm": lambda: jn.flexible.Fault.TORQUE,
    "momentum observer": lambda: jn.control.MomentumObserver(arm(), 30.0, ("q", "theta")),
    "collision detector": lambda: jn.control.CollisionDetector(arm(), [0.1, 0.2], 0.1),
    "collision": lambda: jn.control.Collision(*[MOTION[0]] * 5),
    "external wrench": lambda: jn.control.external_wrench(arm(), MOTION[0], MOTION[1]),
    "state observer": lambda: jn.control.StateObserver(arm(), 40.0),
    "estimate": lambda: jn.control.Estimate(*MOTION[:2], *MOTION[:2]),
    "Kalman filter": lambda: jn.control.KalmanFilter(arm(), {"theta": 1e-5}, {"tau_m": [0.1, 0.2]}),
    "state space": lambda: jn.linearize(arm(), MOTION[0]),
    "robot at rest": lambda: jn.statics(arm(), 0.1 * MOTION[0]),
    "robot that comes to rest": lambda: jn.dynamics.statics_step(arm(), 0.1 * MOTION[0], 0.1 * MOTION[0]),
    "motors at rest": lambda: jn.dynamics.motor_statics(arm(), MOTION[0]),
    "rest to rest": lambda: PATH,
    "line": lambda: LINE,
    "circle": lambda: jn.trajectory.circle([0.0, 1.0], [1.0, 2.0], 1.0),
    "polyline": lambda: jn.trajectory.polyline([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]], 1.0, 0.1),
    "spline": lambda: jn.trajectory.spline([0.0, 0.5, 1.0], [[0.0], [1.0], [0.5]]),
    "spline with velocities": lambda: jn.trajectory.spline([0.0, 0.5, 1.0], [[0.0], [1.0], [0.5]], 9, qd=[[0.0], [0.3], [0.0]]),
    "harmonic": lambda: jn.trajectory.harmonic([[0.3, 0.2]], [[2.0]]),
    "filtered step": lambda: jn.trajectory.filtered_step([0.0], [1.0], 0.05),
    "fitted": lambda: jn.trajectory.fit(
        np.linspace(0, 1, 41), jn.trajectory.rest_to_rest([0.0], [1.0], 1.0)(np.linspace(0, 1, 41))[0]
    ),
    "path of joints": lambda: jn.inverse_kinematics(PLANAR, LINE, [0.2, 1.0]),
    "motion of a flexible arm": lambda: flexible().motion,
    "path that is slower": lambda: Slowed(LINE, 2.0, 0.1),
    "motion of splines": lambda: SplineMotion(np.linspace(0.0, 1.0, 5), np.repeat([0.0, 1.0], 10), np.eye(10)[:, :2]),
    "view": lambda: jn.view(plan(PLANAR)),
    "recording": lambda: fit().log,
    "fit": fit,
    "base fit": lambda: fit().base,
    "prediction": lambda: fit().predict(fit().log),
    "report": lambda: fit().report(),
    "timed path": lambda: fast(),
    "timing status": lambda: fast().status,
    "active limit": lambda: fast().status.active[0],
    "move": lambda: calm(),
    "move status": lambda: calm().status,
    "excitation status": lambda: example("excitation").status,
    "fit of swings": swings,
    "motion of an arm of higher index": lambda: beyond().motion,
    "motion near a path": lambda: nearest().motion,
    "shaped path": lambda: jn.trajectory.shaped(jn.trajectory.rest_to_rest([0.0], [1.0], 1.0), [4.0, 9.0], "ZVD"),
}
UNSEEN = {"control.Controller", "control.Measured", "numbers.Graph", "numbers.Number", "numbers.Scalar", "numbers.Symbol"}
"""Protocols, and expressions, which are compared as objects."""


def fast():
    robot = jn.load("planar_2r").with_rigid_joints().with_limits(motor_torque=[60.0, 25.0])
    return jn.fastest(robot, jn.trajectory.rest_to_rest([0.0, 0.0], [1.2, -0.8], 1.0), pieces=20)


def calm():
    robot = jn.load("planar_2r").with_rigid_joints()
    return jn.fastest_move(robot, [0.0, 0.0], [1.2, -0.8], objective="energy", duration=1.0, pieces=8)


def beyond():
    """A plan of a mass that a spring holds beyond the motor, on its axis."""
    links = [jn.Link("base"), *(jn.Link(name, 1.0, inertia=(1.0, 1.0, 1.0, 0, 0, 0)) for name in "ab")]
    held = [{"drive": jn.Drive(1e-4, gear_ratio=100.0, stiffness=1e4)}, {"spring": jn.Spring(1e4)}]
    joints = [
        jn.Joint(f"to_{link}", "revolute", parent, link, axis=(0, 1, 0), **by)
        for parent, link, by in zip(("base", "a"), ("a", "b"), held)
    ]
    robot = jn.Robot.build("masses", links, joints, gravity=(0, 0, 0)).with_tool("b", outputs=("pitch",))
    return jn.feedforward(robot, jn.trajectory.line([0.0], [0.3], 0.3, degree=13), np.linspace(0.0, 0.3, 31), guess=np.zeros(2))


def nearest():
    """A plan on whose way a zero runs through infinity."""
    robot, path, (start, _) = through_infinity()
    return jn.feedforward(robot, path, np.arange(0.0, path.end_time, 1e-3), guess=start)


@cache
def example(name):
    return EXAMPLES[name]()


def kinds(base):
    """All classes that are made from one and are not abstract."""
    found = set() if base.__abstractmethods__ else {base}
    return found.union(*(kinds(other) for other in base.__subclasses__()))


@pytest.mark.native
def test_every_public_class_has_an_example():
    covered = {type(example(name)) for name in EXAMPLES}
    listed = [x for name, x in public().items() if isinstance(x, type) and name not in UNSEEN]
    classes = {x for x in listed if not issubclass(x, Exception) and not inspect.isabstract(x)} | {
        x for x in kinds(jn.trajectory.Path) if x.__module__.startswith("jounce")
    }
    assert len(classes) > 35
    assert {x.__name__ for x in classes - covered} == set()


WAYS = {
    "copy": copy.copy,
    "deep copy": copy.deepcopy,
    **{f"pickle {k}": lambda x, k=k: pickle.loads(pickle.dumps(x, k)) for k in range(2, pickle.HIGHEST_PROTOCOL + 1)},
}


def check(value, again):
    assert type(again) is type(value)
    assert again == value
    assert not again != value  # noqa: SIM202
    assert hash(again) == hash(value)
    assert {value: 1}[again] == 1
    assert again != "text"
    assert value != 3
    assert value is not None


@pytest.mark.native
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", EXAMPLES)
def test_a_copy_is_equal(name, way):
    check(example(name), WAYS[way](example(name)))


@pytest.mark.native
@pytest.mark.parametrize("name", EXAMPLES)
def test_made_twice_is_equal(name):
    check(example(name), EXAMPLES[name]())


@pytest.mark.native
def test_all_others_are_not():
    """No two examples are equal, but for a controller that was used and one that was not."""
    values = {name: example(name) for name in EXAMPLES if name != "used PID"}
    for name, value in values.items():
        assert [other for other in values if values[other] == value] == [name]
    assert example("used PID") == example("PID")


def test_a_number_more_is_another():
    for name in ("inverse dynamics", "matrices", "partial derivatives", "state", "reference", "zero dynamics", "motor terms"):
        value = example(name)
        field = value._fields[-1] if name != "zero dynamics" else "zeros"
        assert value._replace(**{field: getattr(value, field) + 1e-9}) != value
    pid = [jn.control.FeedforwardPID(arm(), 10.0, ki, 0.1) for ki in (1.0, 1.0 + 1e-9)]
    assert pid[0] != pid[1]
    assert jn.numbers.Jet([1.0, 2.0]) != jn.numbers.Jet([1.0, 2.0, 0.0])
    assert jn.numbers.Jet([1.0, 2.0]) != jn.numbers.Jet([1.0, 3.0])
    assert jn.numbers.Jet([1.0]) != 1.0


# ---------------------------------------------------------------- after use


FORCES = {"link0": np.arange(6.0)[None], "tool": np.ones((1, 6))}
PAYLOAD = [0.5, 0.05, 0.0, 0.1, 0.05, 0.05, 0.05, 0.0, 0.0, 0.0]
KERNELS = {
    "kernel": (MOTION, {}),
    "kernel of rates": (MOTION, {}),
    "kernel with parameters": (MOTION, {"parameters": {"stiffness": [700.0, 300.0], "payload": PAYLOAD}}),
    "kernel with a wrench": (MOTION[:3], {"wrench": np.arange(6.0)[None]}),
    "kernel with wrenches": (MOTION[:3], {"wrench": FORCES}),
    "kernel of partial derivatives": (MOTION[:3], {}),
    "kernel of a frame": (MOTION[:1], {}),
    "kernel of a controller": (random_motion(arm(), 1, 12), {}),
}


def same(one, two):
    """Whether answers, of one kind, hold the same numbers to the last bit."""
    assert type(one) is type(two)
    if isinstance(one, dict):
        return one.keys() == two.keys() and all(same(one[key], two[key]) for key in one)
    return all(map(same, one, two)) if isinstance(one, tuple) else bool((one == two).all())


@pytest.mark.native
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", KERNELS)
def test_a_copied_kernel_computes(name, way):
    assert {n for n in EXAMPLES if n.startswith("kernel")} == set(KERNELS)
    motion, more = KERNELS[name]
    kernel = EXAMPLES[name]()
    batch = np.repeat(motion[:, None], 5, axis=1)
    before = kernel(*motion, **more), kernel(*batch, **more)
    again = WAYS[way](kernel)
    assert same(before[0], again(*motion, **more))
    assert same(before[1], again(*batch, **more))
    assert again.source == kernel.source
    assert again.operations == kernel.operations


CALLS = {
    "rnea": lambda robot: jn.rnea(robot, *MOTION),
    "batch": lambda robot: jn.rnea(robot, *np.repeat(MOTION[:, None], 5, axis=1)),
    "inverse_dynamics": lambda robot: jn.inverse_dynamics(robot, *MOTION),
    "parameters": lambda robot: jn.inverse_dynamics(robot, *MOTION, parameters={"stiffness": [700.0, 300.0]}),
    "wrenches": lambda robot: jn.rnea(robot, *MOTION[:3], wrench=FORCES),
    "partials": lambda robot: jn.inverse_dynamics_derivatives(robot, *MOTION, by=("motion", "stiffness")),
    "forward": lambda robot: jn.elastic_forward_dynamics(robot, *MOTION),
    "jacobian": lambda robot: jn.jacobian(robot, *MOTION[:2], link="link0"),
    "compile": lambda robot: jn.compile(jn.rnea, robot)(*MOTION[:3]),
    "plan": lambda robot: jn.feedforward(robot, PATH, T).tau_m,
}


@pytest.mark.native
def test_a_robot_after_many_calls():
    """What was made for it stays behind; a copy is as good, also one made in the middle."""
    robot = arm()
    before = len(pickle.dumps(robot))
    answers = {}
    for name, call in CALLS.items():
        answers[name] = call(robot), call(robot)
        for way in WAYS.values():
            check(robot, way(robot))
    assert len(pickle.dumps(robot)) == before
    for way in WAYS.values():
        again = way(robot)
        for name, call in CALLS.items():
            for expected in answers[name]:
                assert same(call(again), expected), name


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ["elastic plan", "damped plan", "rigid plan", "plan of a stiffness in time", "flexible plan"])
@pytest.mark.native
def test_a_copied_plan_goes_on(name, way):
    one = example(name)
    assert WAYS[way](one).at([0.07, 0.11]) == one.at([0.07, 0.11])


@pytest.mark.parametrize("way", WAYS)
def test_a_copied_controller_goes_on(way):
    one = used_pid()
    again = WAYS[way](one)
    later = reference()._replace(t=0.5)
    expected = one(later, state())
    assert (again(later, state()) == expected).all()
    assert (again(later, state()) != expected).any()  # time has not gone on: a new sum, and its own


# ---------------------------------------------------------------- other processes

START = [method for method in ("spawn", "fork", "forkserver") if method in multiprocessing.get_all_start_methods()]
QUIET = pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
LIMIT = 120.0
"""Seconds after which a process hangs."""


@QUIET
@pytest.mark.native
@pytest.mark.parametrize("method", START)
def test_every_value_travels(method):
    names = list(EXAMPLES)
    with multiprocessing.get_context(method).Pool(1) as pool:
        found = pool.map_async(echo, [(example(name), EXAMPLES[name]()) for name in names]).get(LIMIT)
    for name, (equal, back) in zip(names, found):
        assert equal, name
        check(example(name), back)


@QUIET
@pytest.mark.native
@pytest.mark.parametrize("method", START)
def test_every_kernel_computes_elsewhere(method):
    jobs = [("native", example(name), tuple(motion), more) for name, (motion, more) in KERNELS.items()]
    with multiprocessing.get_context(method).Pool(1) as pool:
        found = pool.map_async(evaluate, jobs).get(LIMIT)
    for answer, job in zip(found, jobs):
        assert same(answer, evaluate(job))
