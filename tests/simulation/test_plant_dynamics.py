"""Simulation of a plant: another robot than planned, motors that are moved, compiled beside plain."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import jounce as jn
from jounce.control import FeedforwardPD
from jounce.errors import InputError
from jounce.plant.plant import plant_of
from jounce.simulation import native_integrator
from jounce.simulation.plant_dynamics import ExternalInputs
from support.tolerances import ALGEBRA, assert_close

pytestmark = pytest.mark.native

STEP = 1e-9
"""Of adaptive steps to 1e-10 each, over half a second, against the largest entry."""
ROBOT = jn.load("planar_2r")
PATH = jn.trajectory.rest_to_rest([0.1, -0.2], [0.6, 0.3], 0.2, degree=9)
T = np.linspace(0.0, 0.3, 61)
PLAN = jn.feedforward(ROBOT, PATH, T)
PD = FeedforwardPD(ROBOT, 400.0, 20.0)
LWR_PLAN = jn.feedforward(
    jn.load("kuka_lwr"), jn.trajectory.rest_to_rest(np.zeros(7), np.full(7, 0.3), 0.1, degree=9), np.linspace(0.0, 0.12, 7)
)
MANUTEC_PLAN = jn.feedforward(
    jn.load("manutec_r3"), jn.trajectory.rest_to_rest(np.zeros(6), np.full(6, 0.3), 0.2, degree=9), np.linspace(0.0, 0.22, 7)
)
J, K, B = 0.7, 300.0, 0.2


def wheel(**drive):
    """One turning joint of inertia 0.7, without weight."""
    links = [jn.Link("base"), jn.Link("wheel", 2.0, (0.0, 0.0, 0.0), (J,) * 3 + (0.0,) * 3)]
    robot = jn.Robot.build("wheel", links, [jn.Joint("j", "revolute", "base", "wheel")], gravity=(0.0, 0.0, 0.0))
    return robot.with_drives(**drive) if drive else robot


def still(robot, t):
    return jn.feedforward(robot, jn.trajectory.rest_to_rest(np.zeros(robot.n), np.zeros(robot.n), t[-1]), t)


class Recorder:
    """A controller that keeps what it is told, and gives torques of its own."""

    def __init__(self, torque=lambda t: np.zeros(1), names=("theta",)):
        self.torque, self.names = torque, names
        self.seen, self.times = [], []

    def __call__(self, reference, state):
        self.times.append(reference.t)
        self.seen.append([getattr(state, name) for name in self.names])
        return self.torque(reference.t)


# ---------------------------------------------------------------- compiled beside plain


def _push(t, q, qd):
    return [0.0, 0.0, 0.0, 5.0 * np.sin(40.0 * t), -20.0 * qd[0], 3.0]


BLOW = jn.trajectory.spline([0.1, 0.11, 0.12], [[0.0] * 6, [0, 0, 0, 0, -20.0, 0], [0.0] * 6], degree=5)
LOSSY = ROBOT.with_drives(
    stiffness=[jn.robot.HardeningSpring(2000.0, 1e5), 1000.0],
    rotor_inertia=1e-4,
    gear_ratio=100.0,
    damping=[5.0, 0.0],
    viscous_friction=1.0,
    coulomb_friction=[2.0, 0.0],
)
CARRIED = jn.load("planar_2r").with_drives(stiffness=1500.0, rotor_inertia=1e-5, gear_ratio=50.0, coupling="full")
STIFFER = jn.trajectory.rest_to_rest([2000.0, 1000.0], [4000.0, 3000.0], 0.2)
CASES = {
    "springs and wrenches": (ROBOT, PLAN, {"wrench": {"tool": BLOW, 0: _push}}),
    "losses": (LOSSY, PLAN, {}),
    "carried rotors": (CARRIED, PLAN, {}),
    "rigid": (ROBOT.with_rigid_joints(), PLAN, {}),
    "K(t)": (ROBOT, jn.feedforward(ROBOT, PATH, T, stiffness=STIFFER), {}),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("controller", [None, PD], ids=["open", "held"])
def test_compiled_and_plain(monkeypatch, name, controller):
    """Two texts of the rate and two integrators: the same motion, torque, work, loss and gain."""
    robot, plan, more = CASES[name]
    more = {**more, "tolerance": 1e-11}  # rounding changes the steps that are chosen: with 1e-10, by 1.5e-9 without FMA
    fast = jn.simulate(robot, plan, controller, **more)
    monkeypatch.setattr(native_integrator, "integrator_kernel", lambda *_: None)
    slow = jn.simulate(robot, plan, controller, **more)
    for field in ("q", "qd", "theta", "thetad", "tau_m", "work", "loss", "gain"):
        a, b = getattr(fast, field), getattr(slow, field)
        assert np.abs(a - b).max() < STEP * (1.0 + np.abs(b).max()), field
    assert (fast.loss[-1] > 0.0) == (name == "losses")
    assert (fast.gain != 0.0).any() == (name in ("springs and wrenches", "K(t)"))


def test_steps_do_not_excite_what_they_do_not_see():
    """A robot at rest stays at rest: its oscillations would grow from rounding in steps that are too long for them."""
    robot = ROBOT.with_drives(stiffness=1e6, rotor_inertia=1e-4, gear_ratio=100.0)
    t = np.linspace(0.0, 2.0, 5)
    run = jn.simulate(robot, jn.feedforward(robot, jn.trajectory.rest_to_rest([0.1, 0.2], [0.1, 0.2], 1.0), t))
    assert run.tracking_error < 1e-12
    assert np.abs(run.qd).max() < 1e-9


# ---------------------------------------------------------------- plants, motors


def test_another_plant():
    """The robot that moves, whatever the model is."""
    heavier = ROBOT.with_payload(0.3).with_parameters({"stiffness": 1.1 * ROBOT.parameter_values("stiffness")})
    run = jn.simulate(ROBOT, PLAN, PD, plant=heavier)
    assert run == jn.simulate(heavier, PLAN, PD)
    assert run.robot == heavier
    assert run.tracking_error > 1e-3


def test_motors_that_are_moved():
    """A wheel behind a spring whose motor moves as it is told: J qdd = K (theta - q), tau_m = B thetadd + K (theta - q)."""
    robot, t = wheel(stiffness=K, rotor_inertia=B), np.linspace(0.0, 0.5, 26)
    path = jn.trajectory.rest_to_rest([0.0], [0.4], 0.3)
    run = jn.simulate(robot, still(robot, t), motor_motion=path)
    there = solve_ivp(
        lambda s, y: [y[1], K / J * (path(s)[0, 0] - y[0])], (0.0, 0.5), [0.0, 0.0], "DOP853", t, rtol=1e-12, atol=1e-13
    )
    assert_close(run.q[:, 0], there.y[0], STEP)
    theta = path(t, 2)[:, :, 0]
    assert_close(run.theta[:, 0], theta[0], ALGEBRA)
    assert_close(run.tau_m[:, 0], B * theta[2] + K * (theta[0] - there.y[0]), STEP)
    assert np.abs(run.energy_balance).max() < 1e-7


@pytest.mark.parametrize("name", ["losses", "carried rotors", "rigid"])
def test_motors_that_follow_a_plan(name):
    """Motors moved as planned move the links as planned, and take the planned torque."""
    robot = CASES[name][0]
    plan = jn.feedforward(robot, jn.trajectory.rest_to_rest([0.1, -0.2], [0.6, 0.3], 0.2, degree=13), T[::6])
    run = jn.simulate(robot, plan, motor_motion=plan)
    assert run.tracking_error < 1e-8
    assert np.abs(run.tau_m - plan.tau_m).max() < 1e-7 * np.abs(plan.tau_m).max()


LONG = (("losses", "plan"), ("seven joints", "path"), ("axes 4 to 6 rigid", "path"))
"""Plain steps of these take seconds."""
FINE = 1e-13
"""Tolerance of steps: at 1e-10 the two differ by 3e-8 of the work where dry friction turns over, at 1e-13 by 1e-10."""
MOVED = {
    **CASES,
    "one rigid": (ROBOT.with_drives(stiffness=[2000.0, np.inf], rotor_inertia=1e-4, gear_ratio=100.0), PLAN, {}),
    "two shafts": (ROBOT.with_transmission([[1.0, 0.5], [-0.5, 1.0]]), PLAN, {}),
    "two rigid shafts": (ROBOT.with_rigid_joints().with_transmission([[1.0, 0.5], [-0.5, 1.0]]), PLAN, {}),
    "seven joints": (jn.load("kuka_lwr").with_payload(0.5), LWR_PLAN, {}),
    "axes 4 to 6 rigid": (jn.load("manutec_r3"), MANUTEC_PLAN, {}),
}


@pytest.mark.parametrize(
    ("name", "given"),
    [
        pytest.param(name, given, marks=[pytest.mark.slow] if (name, given) in LONG else [])
        for name in MOVED
        for given in ("path", "plan")
    ],
)
def test_moved_motors_compiled_and_plain(monkeypatch, name, given):
    """Motors whose motion is prescribed, by a path or by a plan of another robot: two texts, two integrators."""
    robot, plan, more = MOVED[name]
    if given == "plan":
        ends = [plan.path(x)[0] for x in (plan.path.start_time, plan.path.end_time)]
        path = jn.trajectory.rest_to_rest(*ends, plan.path.end_time, degree=13)
        plan = jn.feedforward(robot, path, plan.t, stiffness=plan.stiffness)
    motion = plan if given == "plan" else moved_as(robot, plan)
    fast = jn.simulate(robot, plan, motor_motion=motion, tolerance=FINE, **more)
    with monkeypatch.context() as patch:
        patch.setattr(native_integrator, "integrator_kernel", lambda *_: None)
        slow = jn.simulate(robot, plan, motor_motion=motion, tolerance=FINE, **more)
    for field in ("q", "qd", "theta", "thetad", "tau_m", "work", "loss", "gain"):
        a, b = getattr(fast, field), getattr(slow, field)
        assert np.abs(a - b).max() < STEP * (1.0 + np.abs(b).max()), field
    assert fast.evaluations > 0


def moved_as(robot, plan):
    """A path of the motors with the plan's joints, as those turn them."""
    turns = plant_of(robot).transmission.matrix(robot.n).T
    ends = [plan.path(x)[0] @ turns for x in (plan.path.start_time, plan.path.end_time)]
    return jn.trajectory.rest_to_rest(*ends, plan.path.end_time, degree=9)


# ---------------------------------------------------------------- wrong use

TOOL = jn.load("moberg_5dof")


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: jn.simulation.Sensor(-1.0), "Sensor, resolution: expected"),
        (lambda: jn.simulation.Sensor(noise="much"), "Sensor, noise: expected"),
        (lambda: jn.simulation.Sensor(delay=[1e-3, 1e-3]), "Sensor, delay: expected one number"),
        (lambda: jn.simulation.Sensor.encoder(0), "bits: expected a number from 1 to 64"),
        (lambda: jn.Sensors(theta=1e-4), r"Sensors, theta: expected jn\.simulation\.Sensor"),
        (lambda: jn.Sensors(None, None, None, None), "at least"),
        (lambda: jn.Sensors(bandwidth=0.0), "bandwidth"),
        (lambda: jn.simulation.Actuator(0.0), "torque_limit"),
        (lambda: jn.simulation.Actuator(bandwidth=np.nan), "bandwidth"),
        (lambda: jn.simulation.Actuator(ripple={0: 0.1}), "ripple"),
        (lambda: jn.simulation.Actuator(ripple={6: 1.5}), "ripple"),
        (lambda: jn.simulation.Actuator(ripple=0.1), "ripple"),
        (lambda: jn.simulate(ROBOT, PLAN, PD, sensors="encoder"), r"sensors: expected jn\.Sensors"),
        (lambda: jn.simulate(ROBOT, PLAN, PD, actuator=3.0), r"actuator: expected jn\.Actuator"),
        (
            lambda: jn.simulate(ROBOT, PLAN, PD, actuator=jn.simulation.Actuator([1.0, 2.0, 3.0])),
            "expected one number or 2, got 3",
        ),
        (lambda: jn.simulate(ROBOT, PLAN, PD, sensors=jn.Sensors(jn.simulation.Sensor([1e-3] * 3))), "resolution has 3 numbers"),
        (lambda: jn.simulate(ROBOT, PLAN, PD, jitter=1e-3), "jitter.*less than a period"),
        (lambda: jn.simulate(ROBOT, PLAN, PD, jitter=-1e-4), "jitter"),
        (lambda: jn.simulate(ROBOT, PLAN, PD, seed=-1), "seed"),
        (lambda: jn.simulate(ROBOT, PLAN, PD, plant="heavier"), "plant: expected a robot"),
        (lambda: jn.simulate(ROBOT, PLAN, plant=wheel()), "has 1 joints, but the plan was made for 2"),
        (lambda: jn.simulate(ROBOT, PLAN, PD, motor_motion=PATH), "there is no controller"),
        (lambda: jn.simulate(ROBOT, PLAN, motor_motion=[0.1, 0.2]), "expected a path of the 2 motors"),
        (lambda: jn.simulate(ROBOT, PLAN, motor_motion=jn.trajectory.rest_to_rest([0.0], [1.0], 1.0)), "of the 2 motors"),
        (
            lambda: jn.simulate(wheel(), still(wheel(), T), motor_motion=jn.trajectory.rest_to_rest([1.0], [2.0], 0.2)),
            "is rigid and",
        ),
    ],
)
def test_wrong_use(make, words):
    with pytest.raises(InputError, match=words):
        make()


# ---------------------------------------------------------------- for ever


@pytest.mark.slow
def test_a_million_ticks():
    """Sensors, actuator and controller for 1000 s at 1 kHz: no drift, and no more memory than a hundredth of it took."""
    import resource

    path = jn.trajectory.harmonic([[0.4, 0.3]], 2.0 * np.pi, 0.0, [0.3, -0.2])
    machine = {
        "sensors": jn.Sensors(jn.simulation.Sensor.encoder(19, delay=1e-3)),
        "actuator": jn.simulation.Actuator(200.0, 2000.0),
        "rate": 1000.0,
    }
    errors, memory = [], []
    for duration in (10.0, 1000.0):
        t = np.linspace(0.0, duration, int(duration) * 10 + 1)
        run = jn.simulate(ROBOT, jn.feedforward(ROBOT, path, t), PD, **machine)
        errors.append(run.error)
        memory.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    short, long = errors
    assert np.isfinite(long).all()
    for part in (long[101:201], long[-100:]):
        assert np.abs(part).max() < 1.02 * np.abs(short).max()
        assert np.abs(part.mean(axis=0) - short[1:].mean(axis=0)).max() < 0.02 * np.abs(short).max()
    assert memory[1] - memory[0] < 100_000  # kB: of each tick when it comes and ends, and what is read then, some ten numbers


def twice_driven():
    """One turning joint with two drives, so m = 2 and n = 1."""
    links = [jn.Link("base"), jn.Link("wheel", 2.0, (0.0, 0.0, 0.0), (J,) * 3 + (0.0,) * 3)]
    drive = jn.Drive(B, stiffness=K)
    joint = jn.Joint("j", "revolute", "base", "wheel", drive=drive, second=jn.robot.SecondDrive(drive))
    return jn.Robot.build("twice", links, [joint])


@pytest.mark.parametrize("t", [0.1, np.zeros(4), np.zeros((2, 3))], ids=np.shape)
def test_rates_of_stiffness_have_one_column_per_motor(t):
    robot = wheel(stiffness=K, rotor_inertia=B)
    growing = jn.trajectory.rest_to_rest([K], [1.2 * K], 0.2)
    assert ExternalInputs(twice_driven(), {}, None).stiffening(t).shape == (*np.shape(t), 2)
    assert ExternalInputs(robot, {}, growing).stiffening(t).shape == (*np.shape(t), 1)
    assert ExternalInputs(robot, {}, None).stiffening(t).shape == (*np.shape(t), 1)
    with pytest.raises(InputError, match="stiffness: where joints have two drives, state their springs"):
        ExternalInputs(twice_driven(), {}, growing)
