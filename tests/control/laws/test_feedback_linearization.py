"""Feedback linearisation at one instant: the snap that was told, the torque that was planned, the formulas by hand."""

import numpy as np
import pytest

import jounce as jn
from jounce.control import FeedbackLinearization, FeedforwardPD, Reference
from jounce.control.laws.feedback_linearization import feedback_linearization
from jounce.errors import InputError
from jounce.plant.plant import plant_of
from support.experiments import LWR, PATH
from support.random_robots import plainly, random_motion, random_robot
from support.tolerances import ALGEBRA, CHAIN, SHARED, assert_close

POLES = (-4.0, -40.0, -50.0, -60.0)
FRICTION = {"viscous_friction": 2.0, "coulomb_friction": 3.0, "coulomb_speed": 0.1}


def driven(seed, n=5):
    rng = np.random.default_rng(seed)
    drives = {"stiffness": 10 ** rng.uniform(2, 4, size=n), "rotor_inertia": rng.uniform(0.1, 2.0, size=n)}
    return random_robot(seed, n, gravity=(0.0, 0.0, -9.81)).with_drives(**drives, **FRICTION)


def stiffness(robot):
    return np.array([drive.stiffness for drive in robot.drives])


def random_state(robot, seed):
    """Links and motors anywhere, deflections of a few hundredths."""
    q, qd, bend, rate = random_motion(robot, seed, 3)
    bend, rate, K = 0.02 * bend, 0.1 * rate, stiffness(robot)
    return jn.simulation.State(q, qd, q + bend, qd + rate, K * bend, K * rate)


def random_reference(robot, seed):
    nothing = np.zeros((3, robot.n))
    return Reference(0.0, random_motion(robot, seed + 50, 4), nothing, nothing[0])


ROBOTS = [LWR, *(driven(seed) for seed in range(4))]


# ---------------------------------------------------------------- feedback linearisation


@pytest.mark.parametrize("robot", ROBOTS, ids=range(len(ROBOTS)))
def test_links_get_the_snap_they_are_told(robot):
    """The motors' accelerations under this torque are those that M qdd + n = tau_j, differentiated twice, asks for v.

    v is written out with the error's derivatives, its acceleration and jerk from the equations of motion.
    """
    state, wanted = random_state(robot, 1), random_reference(robot, 1)
    controller = FeedbackLinearization(robot, poles=POLES)
    torque = controller(wanted, state)
    qdd, thetadd = jn.elastic_forward_dynamics(robot, state.q, state.qd, state.theta, state.thetad, torque)
    M = jn.mass_matrix(robot, state.q)
    jerk = np.linalg.solve(M, state.tau_jd - jn.rnea(robot, state.q, state.qd, qdd, 0 * qdd)[1])
    found = (state.q, state.qd, qdd, jerk)
    v = wanted.q[4] + sum(k * (d - x) for k, d, x in zip(controller.gains, wanted.q, found))
    taudd = stiffness(robot) * (thetadd - qdd)
    assert_close(taudd, jn.rnea(robot, *found, v)[2], CHAIN)


@pytest.mark.parametrize("robot", ROBOTS, ids=range(len(ROBOTS)))
def test_acceleration_and_jerk_on_the_way(robot):
    """qdd by articulated bodies; jerk from the rate of the joint torque, and by sixth-order differences of qdd over 0.2 ms."""
    q, qd, _, _, tau, taud = random_state(robot, 2)[:6]
    _, qdd, jerk = map(np.array, feedback_linearization(plant_of(robot), q, qd, tau, taud, random_motion(robot, 3, 4), []))
    assert_close(qdd, jn.forward_dynamics(robot, q, qd, tau), CHAIN, "qdd")
    assert_close(jn.rnea(robot, q, qd, qdd, jerk)[1], taud, CHAIN, "the rate of M qdd + n = tau_j")
    h = 2e-4 * np.array([1.0, 2.0, 3.0])[:, None]

    def ahead(t):
        return jn.forward_dynamics(
            robot, q + t * qd + t**2 / 2 * qdd + t**3 / 6 * jerk, qd + t * qdd + t**2 / 2 * jerk, tau + t * taud
        )

    weights = np.array([3 / 4, -3 / 20, 1 / 60])[:, None] / 2e-4
    assert_close((weights * (ahead(h) - ahead(-h))).sum(axis=0), jerk, 1e-10, "jerk")


@pytest.mark.parametrize("robot", ROBOTS, ids=range(len(ROBOTS)))
def test_either_kind_of_sensor(robot):
    state, wanted = random_state(robot, 4), random_reference(robot, 4)
    by_torque, by_motor = (FeedbackLinearization(robot, poles=POLES, sensors=s)(wanted, state) for s in ("torque", "motor"))
    assert_close(by_motor, by_torque, CHAIN)


@pytest.mark.parametrize("robot", ROBOTS, ids=range(len(ROBOTS)))
def test_on_the_plan_it_is_the_plan(robot):
    """Whatever the gains."""
    path = PATH if robot is LWR else jn.trajectory.rest_to_rest(np.zeros(robot.n), np.linspace(-2.0, 2.0, robot.n), 3.0)
    plan = jn.feedforward(robot, path, [1.3])
    state = jn.simulation.State(*plan.q[:2, 0], *plan.theta[:2, 0], *plan.tau_j[:2, 0])
    reference = Reference(1.3, plan.q[:, 0], plan.theta[:, 0], plan.tau_m[0])
    for poles in (POLES, np.linspace(-1.0, -9.0, robot.n * 4).reshape(robot.n, 4)):
        # a rounding of q weighs K0 M B / K in the torque, K0 up to 5e5
        assert_close(FeedbackLinearization(robot, poles=poles)(reference, state), plan.tau_m[0], CHAIN)
    assert_close(FeedforwardPD(robot, 1e3, 1e2)(reference, state), plan.tau_m[0], ALGEBRA)


def test_every_joint_has_its_gains():
    """An error in one link alone is answered by that link's own gains: dv = K0 e, and tau_m follows by B K^-1 M."""
    gains = np.outer([24.0, 50.0, 35.0, 10.0], np.ones(7)) * np.arange(1.0, 8.0) ** np.array([[4.0], [3.0], [2.0], [1.0]])
    controller, state, wanted = FeedbackLinearization(LWR, gains=gains), random_state(LWR, 5), random_reference(LWR, 5)
    M = jn.mass_matrix(LWR, state.q)
    B = np.array([drive.reflected_inertia for drive in LWR.drives])
    for k in range(4):
        moved = wanted.q.copy()
        moved[k, 3] += 10.0
        change = controller(wanted._replace(q=moved), state) - controller(wanted, state)
        assert_close(change, B / 1000.0 * M[:, 3] * gains[k, 3] * 10.0, CHAIN, f"derivative {k}")


@pytest.mark.native
@pytest.mark.parametrize("sensors", ["torque", "motor"])
def test_one_kernel(sensors, tmp_path):
    """The whole law is one compiled function, of state, wish and gains; it can be written as C."""
    robot = driven(1, 3)
    controller = FeedbackLinearization(robot, poles=POLES, sensors=sensors)
    kernel, state, wanted = controller.compile(), random_state(robot, 6), random_reference(robot, 6)
    measured = (state.tau_j, state.tau_jd) if sensors == "torque" else (state.theta, state.thetad)
    torque, _, _ = kernel(state.q, state.qd, *measured, *wanted.q, *controller.gains)
    assert_close(torque, plainly(controller, wanted, state), CHAIN)
    assert_close(controller(wanted, state), torque, SHARED)
    assert 0 < kernel.operations < FeedbackLinearization(driven(1, 4), poles=POLES).compile().operations
    files = {path.name: path for path in kernel.write_c(tmp_path, "law")}
    names = "q, qd, tau_j, tau_jd" if sensors == "torque" else "q, qd, theta, thetad"
    assert f"rows: {names}, q_d, qd_d, qdd_d, q_d^(3), q_d^(4), K0, K1, K2, K3" in files["law.h"].read_text()
    assert "law(" in files["law.c"].read_text()


REFUSED = [
    (LWR.with_rigid_joints(), {}, "'A1' is rigid. For a rigid robot there is RigidComputedTorque"),
    (LWR.with_drives(stiffness=[1e3] * 6 + [np.inf], rotor_inertia=1.0), {}, "'A7' is rigid"),
    (LWR.with_drives(stiffness=1e3, rotor_inertia=[1.0] * 4 + [0.0] * 3), {}, "'A5' has a rotor without inertia"),
    (LWR.with_drives(stiffness=1e3, rotor_inertia=1e-4, gear_ratio=100.0, coupling="full"), {}, "coupling='spong'"),
    (jn.load("moberg_5dof").with_drives(damping=0.0), {}, "has a spring and no motor"),
    (LWR, {"sensors": "both"}, "one of torque, motor, got 'both'"),
    (LWR, {"poles": (-1.0, -2.0, -3.0)}, "poles: expected 4 numbers"),
]


@pytest.mark.parametrize(("robot", "more", "words"), REFUSED, ids=range(len(REFUSED)))
def test_refusals(robot, more, words):
    with pytest.raises(InputError, match=words):
        FeedbackLinearization(robot, **{"poles": POLES, **more})


@pytest.mark.native
def test_what_a_damped_robot_is_told():
    """That it needs sensors at its motors; what is advised works, and so does a law that does not know of the damping."""
    arm = jn.load("planar_2r").with_drives(damping=2.0)
    with pytest.raises(InputError, match="sensors: expected 'motor', got 'torque': joint 'joint1' is damped"):
        FeedbackLinearization(arm, poles=POLES)
    path = jn.trajectory.rest_to_rest([0.0, 0.0], [0.5, -0.5], duration=0.3, degree=9)
    plan = jn.feedforward(arm, path, np.linspace(0.0, 0.3, 31))
    undamped = FeedbackLinearization(arm.with_drives(damping=0.0), poles=[-50.0] * 4)
    damped = FeedbackLinearization(arm, poles=[-50.0] * 3, sensors="motor")
    for controller in (damped, undamped, FeedforwardPD(arm, 500.0, 20.0)):
        assert jn.simulate(arm, plan, controller).tracking_error < 2e-3  # rad, what the hold of 1 ms and the damping leave


def test_a_plan_without_snap():
    wanted = random_reference(LWR, 0)._replace(q=np.zeros((3, 7)))
    with pytest.raises(InputError, match=r"expected q to its 4th derivative, \(5, n\), got \(3, 7\)"):
        FeedbackLinearization(LWR, poles=POLES)(wanted, random_state(LWR, 0))
