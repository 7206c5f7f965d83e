"""Joints that gravity holds, with a weak spring or none: cranes against closed forms, index, statics, frequencies, refusals."""

import numpy as np
import pytest

import jounce as jn
from jounce.errors import ModelError
from jounce.flexible.modal_analysis import linearise
from jounce.kernel.backends.backend_selection import backend
from support.tolerances import assert_close

G = 9.81
CLOSED_FORM = 1e-12
"""Swing, rope length and rope force against the closed form, relative."""
RIGID = jn.Drive()


def crane(k, load=100.0, trolley=10.0, damping=0.0):
    """Trolley along x, rope of variable length that swings about y on a spring of stiffness k, point mass."""
    links = [jn.Link("base"), jn.Link("trolley", trolley), jn.Link("rope"), jn.Link("load", load)]
    joints = [
        jn.Joint("x", "prismatic", "base", "trolley", axis=(1, 0, 0), drive=RIGID),
        jn.Joint("swing", "revolute", "trolley", "rope", axis=(0, 1, 0), spring=jn.Spring(k, damping)),
        jn.Joint("r", "prismatic", "rope", "load", axis=(0, 0, -1), drive=RIGID),
    ]
    return jn.Robot.build("crane", links, joints).with_tool("load", outputs=("x", "z"))


def closed_form(path, t, k, load):
    """Swing, rope length, forces of trolley (of 10 kg) and hoist: d'Alembert at the load, m (a + g) is along the rope but for
    the spring's couple k phi / r across it."""
    P = path(t, 4)
    (ax, az), z = P[2].T, P[0][:, 1]
    phi = np.arctan2(ax, G + az)
    for _ in range(50):
        moment = load * (np.cos(phi) * ax - np.sin(phi) * (G + az)) * (-z / np.cos(phi)) - k * phi
        phi = phi + moment / (load * -z * (G + az) / np.cos(phi) ** 2 + k)
    return phi, -z / np.cos(phi), -load * (np.sin(phi) * ax + np.cos(phi) * (G + az))


CRANES = [  # load [kg], start and end (x, z) [m], duration [s]
    (100.0, (0.0, -4.0), (3.0, -2.5), 3.0),
    (60.0, (0.0, -3.0), (2.5, -2.0), 2.5),
    (3.0, (0.0, -1.0), (-2.0, -3.5), 2.3),
    (900.0, (1.0, -5.5), (-4.0, -5.5), 3.2),
    (18.5, (0.0, -0.7), (1.7, -1.2), 1.7),
]


@pytest.mark.parametrize("k", [1.0, 1e-2, 1e-4, 1e-9, 0.0])
@pytest.mark.parametrize(("load", "start", "end", "duration"), CRANES)
def test_overhead_crane_is_met_exactly(load, start, end, duration, k):
    path = jn.trajectory.line(start, end, duration, degree=17)
    t = np.linspace(0.0, duration, 41)
    plan = jn.feedforward(crane(k, load), path, t, guess=[start[0], 0.0, -start[1]])
    phi, r, force = closed_form(path, t, k, load)
    assert plan.method == "derivative-array"
    assert np.abs(phi).max() > 0.3  # far beyond where sin phi = phi
    assert np.abs(plan.q[0][:, 1] - phi).max() < CLOSED_FORM
    assert_close(plan.q[0][:, 2], r, CLOSED_FORM)
    assert_close(plan.tau_m[:, 2], force, CLOSED_FORM)
    assert np.abs(plan.tau_m[:, 1]).max() == 0.0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_random_cranes(seed):
    """Masses over three powers of ten, ropes of 0.5 to 6 m, as fast as the rope stays tight."""
    rng = np.random.default_rng(seed)
    k, load = rng.choice([0.0, 1e-12, 1e-8, 1e-4, 1e-2, 1.0]), 10 ** rng.uniform(0.0, 3.0)
    z = -rng.uniform(0.5, 6.0, 2)
    shift = rng.uniform(-5.0, 5.0)
    duration = 1.0
    while True:
        path = jn.trajectory.line([0.0, z[0]], [shift, z[1]], duration, degree=int(rng.choice([11, 13, 17])))
        t = np.linspace(0.0, duration, 201)
        if (np.abs(path(t, 2)[2]) < 0.7 * G).all():
            break
        duration *= 1.1
    plan = jn.feedforward(crane(k, load), path, t, guess=[0.0, 0.0, -z[0]])
    phi, r, force = closed_form(path, t, k, load)
    assert np.abs(plan.q[0][:, 1] - phi).max() < CLOSED_FORM
    assert_close(plan.q[0][:, 2], r, CLOSED_FORM)
    assert_close(plan.tau_m[:, 2], force, CLOSED_FORM)


def crane_in_space(k, drive=RIGID):
    """Bridge, trolley and hoist; the rope swings in two directions."""
    names = ("base", "bridge", "trolley", "gimbal", "rope", "load")
    links = [jn.Link(name, mass) for name, mass in zip(names, (0.0, 30.0, 20.0, 0.0, 0.0, 100.0))]
    joints = [
        jn.Joint("x", "prismatic", "base", "bridge", axis=(1, 0, 0), drive=drive),
        jn.Joint("y", "prismatic", "bridge", "trolley", axis=(0, 1, 0), drive=drive),
        jn.Joint("roll", "revolute", "trolley", "gimbal", axis=(1, 0, 0), spring=jn.Spring(k)),
        jn.Joint("pitch", "revolute", "gimbal", "rope", axis=(0, 1, 0), spring=jn.Spring(k)),
        jn.Joint("r", "prismatic", "rope", "load", axis=(0, 0, -1), drive=drive),
    ]
    return jn.Robot.build("bridge crane", links, joints).with_tool("load", outputs=("x", "y", "z"))


@pytest.mark.parametrize("k", [1e-6, 0.0])
@pytest.mark.parametrize("drive", [RIGID, jn.Drive(rotor_inertia=0.01, gear_ratio=20.0, stiffness=1e5)], ids=["rigid", "elastic"])
def test_crane_in_space(k, drive):
    """Without springs the rope is along a + g: its direction, its length, and the force in it are known."""
    path = jn.trajectory.line([0.0, 0.0, -4.0], [3.0, -2.0, -2.5], 3.0, degree=21)
    t = np.linspace(0.0, 3.0, 31)
    plan = jn.feedforward(crane_in_space(k, drive), path, t, guess=[0.0, 0.0, 0.0, 0.0, 4.0])
    P = path(t, 2)
    pull = P[2] + [0.0, 0.0, G]
    length = -P[0][:, 2] * np.linalg.norm(pull, axis=1) / pull[:, 2]
    near = CLOSED_FORM if k == 0.0 else 1e-8  # k phi beside 100 kg g r
    assert_close(plan.q[0][:, 4], length, near)
    assert_close(plan.q[0][:, :2], P[0][:, :2] + pull[:, :2] * (length / np.linalg.norm(pull, axis=1))[:, None], near)
    assert_close(plan.tau_j[0][:, 4], -100.0 * np.linalg.norm(pull, axis=1), near)


def test_crane_of_another_plane():
    """Gravity along x and the trolley along y: the same crane, turned."""
    links = [jn.Link("base"), jn.Link("trolley", 10.0), jn.Link("rope"), jn.Link("load", 100.0)]
    joints = [
        jn.Joint("y", "prismatic", "base", "trolley", axis=(0, 1, 0), drive=RIGID),
        jn.Joint("swing", "revolute", "trolley", "rope", axis=(0, 0, 1), spring=jn.Spring(0.0)),
        jn.Joint("r", "prismatic", "rope", "load", axis=(1, 0, 0), drive=RIGID),
    ]
    robot = jn.Robot.build("turned", links, joints, gravity=(G, 0.0, 0.0)).with_tool("load", outputs=("x", "y"))
    path, t = jn.trajectory.line([4.0, 0.0], [2.5, 3.0], 3.0, degree=17), np.linspace(0.0, 3.0, 31)
    plan = jn.feedforward(robot, path, t, guess=[0.0, 0.0, 4.0])
    a, down = path(t, 2)[2], path(t)[0][:, 0]
    assert_close(plan.q[0][:, 2], down / np.cos(np.arctan2(a[:, 1], G - a[:, 0])), CLOSED_FORM)


def test_double_pendulum():
    """A load below a hook: six differentiations. Rope and sling are along what their masses ask for, seen in the plan itself."""
    below, hook, load = 0.7, 20.0, 80.0
    links = [
        jn.Link("base"),
        jn.Link("trolley", 10.0),
        jn.Link("rope"),
        jn.Link("hook", hook),
        jn.Link("load", load, (0, 0, -below)),
    ]
    joints = [
        jn.Joint("x", "prismatic", "base", "trolley", axis=(1, 0, 0), drive=RIGID),
        jn.Joint("swing", "revolute", "trolley", "rope", axis=(0, 1, 0), spring=jn.Spring(0.0)),
        jn.Joint("r", "prismatic", "rope", "hook", axis=(0, 0, -1), drive=RIGID),
        jn.Joint("sling", "revolute", "hook", "load", axis=(0, 1, 0), spring=jn.Spring(0.0)),
    ]
    robot = jn.Robot.build("double", links, joints).with_tool("load", xyz=(0, 0, -below), outputs=("x", "z"))
    path, t = jn.trajectory.line([0.0, -4.7], [3.0, -3.0], 3.0, degree=21), np.linspace(0.0, 3.0, 31)
    plan = jn.feedforward(robot, path, t, guess=[0.0, 0.0, 4.0, 0.0])
    assert plan.status.differentiations == 6
    pull = path(t, 2)[2] + [0.0, G]
    sling = plan.q[0][:, 1] + plan.q[0][:, 3]
    assert np.abs(sling - np.arctan2(pull[:, 0], pull[:, 1])).max() < CLOSED_FORM
    x, phi, r = plan.q[:3, :, 0], plan.q[:3, :, 1], plan.q[:3, :, 2]
    sine, cosine = np.sin(phi[0]), np.cos(phi[0])
    along, across = r[2] - r[0] * phi[1] ** 2, r[0] * phi[2] + 2.0 * r[1] * phi[1]
    hook_pull = np.stack([x[2] - along * sine - across * cosine, -along * cosine + across * sine + G], axis=1)
    total = load * pull + hook * hook_pull
    assert np.abs(phi[0] - np.arctan2(total[:, 0], total[:, 1])).max() < 1e-10  # accelerations are the fourth derivative's


@pytest.mark.parametrize("k", [1.0, 1e-4, 0.0])
def test_index_as_the_literature_counts(k):
    """Index of the pencil with torque among the unknowns: the power at which (s E - A)^-1 E keeps its rank; 5 for the crane."""
    robot, q = crane(k), np.array([0.0, 0.0, 4.0])
    found = jn.flexible.dae_index(robot, q)
    linear = linearise(robot, q)
    n, m = linear.mass.shape[0], linear.input.shape[1]
    size = 2 * n + m
    E, A = np.zeros((size, size)), np.zeros((size, size))
    E[:n, :n], E[n : 2 * n, n : 2 * n] = np.eye(n), linear.mass
    A[:n, n : 2 * n] = np.eye(n)
    A[n : 2 * n, :n], A[n : 2 * n, n : 2 * n], A[n : 2 * n, 2 * n :] = -linear.stiffness, -linear.loss, linear.input
    A[2 * n :, :n] = linear.output
    step = np.linalg.solve(2.0 * E - A, E)
    ranks = [np.linalg.matrix_rank(np.linalg.matrix_power(step, power), tol=1e-9) for power in range(8)]
    index = next(power for power in range(7) if ranks[power] == ranks[power + 1])
    assert (found.differential_index, found.index_with_torque) == (4, 5)
    assert found.index_with_torque == index


@pytest.mark.parametrize("k", [30.0, 1e-6, 0.0])
def test_frequencies_are_those_of_a_pendulum(k):
    """Trolley held: sqrt(g/r + k/(m r^2)); free: the trolley gives way."""
    m, trolley, r = 100.0, 10.0, 4.0
    found = jn.eigenfrequencies(crane(k, m, trolley), [0.0, 0.0, r])
    held = np.sqrt(G / r + k / (m * r**2))
    assert_close(found.locked, [held], 1e-12)
    assert_close(found.free[-1], held * np.sqrt(1.0 + m / trolley), 1e-12)
    assert_close(found.locked_poles.imag, [-held, held], 1e-9)
    assert jn.zero_dynamics(crane(k, m, trolley), [0.0, 0.0, r]).zeros.size == 0
    model = jn.linearize(crane(k, m, trolley), [0.0, 0.0, r])
    assert np.abs(np.abs(model.poles) - held * np.sqrt(1.0 + m / trolley)).min() < 1e-9


@pytest.mark.parametrize("k", [50.0, 0.0])
def test_statics_of_a_hanging_joint(k):
    """A rod on a tilted mount hangs down; its spring, if any, pulls it towards straight."""
    tilt, mass, length = 0.4, 5.0, 0.6
    links = [jn.Link("base"), jn.Link("mount", 1.0), jn.Link("rod", mass, (0, 0, -length))]
    joints = [
        jn.Joint("tilt", "revolute", "base", "mount", axis=(0, 1, 0), drive=RIGID),
        jn.Joint("hang", "revolute", "mount", "rod", axis=(0, 1, 0), spring=jn.Spring(k)),
    ]
    robot = jn.Robot.build("rod", links, joints)
    q = jn.statics(robot, [tilt, 0.0]).q[1]
    assert abs(mass * G * length * np.sin(tilt + q) + k * q) < 1e-12
    assert k or abs(q + tilt) < 1e-12


def test_nothing_holds_it():
    """A rope in weightlessness, and a joint about the vertical axis."""
    path, t = jn.trajectory.line([0.0, -4.0], [3.0, -2.5], 3.0, degree=17), np.linspace(0.0, 3.0, 5)
    with pytest.raises(
        ModelError, match="joint 'swing' of robot 'crane': its spring has stiffness 0, and gravity does not hold it"
    ):
        jn.feedforward(crane(0.0).with_gravity((0.0, 0.0, 0.0)), path, t, guess=[0.0, 0.0, 4.0])
    assert jn.feedforward(crane(5e4).with_gravity((0.0, 0.0, 0.0)), path, t, guess=[0.0, 0.0, 4.0]).method == "derivative-array"


@pytest.mark.slow
def test_what_is_said_of_a_slack_rope():
    """Lowered faster than it falls, no tight rope keeps the load on its path; nothing is claimed of what was not tried."""
    path, t = jn.trajectory.line([0.0, -2.0], [0.5, -6.0], 1.2, degree=17), np.linspace(0.0, 1.2, 5)
    assert (path(np.linspace(0.0, 1.2, 201), 2)[2][:, 1] < -G).any()
    with pytest.raises(jn.errors.JounceError) as refusal:
        jn.feedforward(crane(0.0), path, t, guess=[0.0, 0.0, 2.0])
    assert "no method keeps" not in str(refusal.value)


def test_a_crane_is_no_doubtful_robot():
    """Swinging by 40 degrees on no spring is what ropes do, and gravity's frequency is theirs."""
    path, t = jn.trajectory.line([0.0, -4.0], [3.0, -2.5], 3.0, degree=17), np.linspace(0.0, 3.0, 31)
    for k in (0.0, 1e-4, 1.0):
        assert jn.feedforward(crane(k), path, t, guess=[0.0, 0.0, 4.0]).doubts == ()


def hanging_tool(end):
    """A planar arm with two motors and a rod that hangs from it on no spring; the tool is `end` below the joint [m]."""
    bar = (0.1, 0.1, 0.1, 0.0, 0.0, 0.0)
    links = [jn.Link("base"), jn.Link("upper", 5.0, (0.25, 0, 0), bar), jn.Link("fore", 4.0, (0.2, 0, 0), bar)]
    links.append(jn.Link("rod", 3.0, (0, 0, -0.2), (0.05, 0.05, 0.001, 0.0, 0.0, 0.0)))
    held = [{"drive": RIGID}, {"drive": RIGID}, {"spring": jn.Spring(0.0)}]
    joints = [
        jn.Joint(name, "revolute", links[i].name, links[i + 1].name, jn.robot.Placement(origin=(x, 0, 0)), (0, 1, 0), **held[i])
        for i, (name, x) in enumerate((("j1", 0.0), ("j2", 0.5), ("hang", 0.4)))
    ]
    return jn.Robot.build("hanging", links, joints).with_tool("rod", xyz=(0, 0, -end), outputs=("x", "z"))


@pytest.mark.parametrize(
    ("end", "method", "engine"), [(0.1, "bdf", "auto"), (0.5, "collocation", "auto"), (0.5, "collocation", "python")]
)
def test_hanging_tool_in_plans_and_loops(end, method, engine):
    """Zeros swing on, or one is unstable, by where the tool is: the other solvers, and the same torque tick by tick."""
    robot, q, rate = hanging_tool(end), [-0.5, 1.6, -1.1], 200.0
    y = jn.tool_pose(robot, q)[0][[0, 2]]
    path = jn.trajectory.line(y, y + 0.05, 0.6, degree=11)
    loop = jn.live(robot, rate=rate, tolerance=1e-4)
    with backend(engine):
        loop.begin(q)
        t = np.arange(-loop.preview, 0.6 if engine == "auto" else -loop.preview + 0.1, 1.0 / rate)
        tau = np.array([loop.step(path(np.array([x + loop.preview]), 4)[:, 0]) for x in t])
    plan = jn.feedforward(robot, path, t, guess=q)
    assert plan.method == method
    assert plan.status.tool_error < 1e-9
    assert_close(tau, plan.tau_m, 1e-3)  # one Newton step a tick, and 1e-4 of the unstable motion left
