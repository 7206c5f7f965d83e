"""Beams: frequencies, statics and mass against Euler, Bernoulli and Saint-Venant."""

import math
from itertools import pairwise

import numpy as np
import pytest
from scipy.linalg import eigh
from scipy.optimize import brentq

import jounce as jn
from jounce.errors import JounceError, ModelError
from support.cases import some

L, EI, RHO = 0.7, 12.0, 0.4
CLAMPED = np.array([1.8751040687, 4.6940911330, 7.8547574382])
PINNED = np.array([3.9266023120, 7.0685827456, 10.2101761228])


def planar(segments, **more):
    return jn.beam(L, EI=(None, EI), mass_per_length=RHO, segments=segments, **more).with_gravity((0.0, 0.0, 0.0))


def matrices(robot):
    """Mass and stiffness (n, n) of the straight beam."""
    return jn.mass_matrix(robot, np.zeros(robot.n)), np.diag([j.spring.stiffness for j in robot.joints])


def bending(beta):
    return np.asarray(beta) ** 2 * math.sqrt(EI / RHO) / L**2


@pytest.mark.parametrize("segments", range(8, 21))
def test_frequencies_of_a_clamped_beam(segments):
    robot = planar(segments)
    M, K = matrices(robot)
    found = np.sqrt(eigh(K, M, eigvals_only=True))
    np.testing.assert_allclose(found[:3], bending(CLAMPED), rtol=1e-3)  # a chain of bars is no beam: what is promised
    np.testing.assert_allclose(jn.eigenfrequencies(robot, np.zeros(robot.n)).free, found, rtol=1e-9)


@pytest.mark.parametrize("about", [0, 1])
def test_errors_fall_with_the_fourth_power(about):
    def error(segments):
        pair = [None, None]
        pair[about] = EI
        M, K = matrices(jn.beam(L, EI=pair, mass_per_length=RHO, segments=segments))
        return np.sqrt(eigh(K, M, eigvals_only=True)[:3]) / bending(CLAMPED) - 1.0

    assert (np.abs(error(64)) < np.abs(error(16)) / 4.0**3.5 + 1e-9).all()


@pytest.mark.parametrize("segments", [15, 16, 24])
def test_frequencies_of_a_pinned_beam(segments):
    hub = jn.Robot.build(
        "hub", [jn.Link("base"), jn.Link("hub")], [jn.Joint("turn", "continuous", "base", "hub", axis=(0, 0, 1))]
    )
    robot = hub.attach(planar(segments), "hub")
    M = jn.mass_matrix(robot, np.zeros(robot.n))
    K = np.diag([0.0, *(joint.spring.stiffness for joint in robot.joints[1:])])
    found = np.sqrt(np.abs(eigh(K, M, eigvals_only=True)))
    assert found[0] < 1e-3 * found[1]
    np.testing.assert_allclose(found[1:4], bending(PINNED), rtol=1e-3)  # as promised, from 15 bars on


@pytest.mark.parametrize("share", [0.5, 2.0, 10.0])
def test_frequencies_with_a_mass_at_the_tip(share):
    """1 + cos cosh + share beta (cos sinh - sin cosh) = 0, share: the tip's mass against the beam's."""

    def condition(b):
        return 1 / math.cosh(b) + math.cos(b) + share * b * (math.cos(b) * math.tanh(b) - math.sin(b))

    grid = np.linspace(0.05, 9.0, 2000)
    roots = [brentq(condition, a, b, xtol=1e-13) for a, b in pairwise(grid) if condition(a) * condition(b) < 0]
    for segments, most in ((8, 1e-3), (10, 4e-4), (16, 2e-4)):
        M, K = matrices(planar(segments).with_payload(share * RHO * L, link="tip"))
        found = np.sqrt(eigh(K, M, eigvals_only=True))
        np.testing.assert_allclose(found[:3], bending(roots[:3]), rtol=most)
        np.testing.assert_allclose(found[0], bending(roots[0]), rtol=1e-5)  # the error of so many bars at the first mode


def test_published_frequencies_of_a_two_link_arm():
    """[DeLuca1991]: links of 0.5 m, 0.2 kg/m and 1 N m^2; hubs of 1 kg and 0.1 kg m^2; a payload of 0.1 kg and 5e-4 kg m^2.

    They are those of each link by itself, clamped at its hub. The first carries the second hub, link and payload as one mass
    with their inertia about its tip, and no moment of mass: the second link stands across.
    """
    length, density, hub, turning, payload, own = 0.5, 0.2, 1.0, 0.1, 0.1, 5e-4
    mass = density * length
    beyond = (hub + mass + payload, turning + mass * length**2 / 3.0 + payload * length**2 + own)
    for (carried, inertia), published in ((beyond, [0.480, 1.797]), ((payload, own), [2.178, 15.915])):
        link = jn.beam(length, EI=(None, 1.0), mass_per_length=density, segments=24).with_gravity((0.0, 0.0, 0.0))
        robot = link.with_payload(carried, inertia=(inertia / 2, inertia / 2, inertia, 0.0, 0.0, 0.0), link="tip")
        found = jn.eigenfrequencies(robot, np.zeros(robot.n)).locked[:2] / (2 * np.pi)
        assert np.round(clamped(length, density, carried, inertia), 3).tolist() == published  # [Hz]
        np.testing.assert_allclose(found, published, rtol=1e-3)  # a chain of bars is no beam: what is promised


def clamped(length, density, mass, inertia):
    """First two frequencies [Hz] of Euler's and Bernoulli's beam of 1 N m^2, clamped, with a body at its tip."""

    def determinant(b):
        x, w2 = b * length, b**4 / density
        c, s, C, S = math.cos(x), math.sin(x), math.cosh(x), math.sinh(x)
        bend = [-b * b * (c + C) + w2 * inertia * b * (s + S), -b * b * (s + S) - w2 * inertia * b * (c - C)]
        shear = [b**3 * (s - S) + w2 * mass * (c - C), -(b**3) * (c + C) + w2 * mass * (s - S)]
        return (bend[0] * shear[1] - bend[1] * shear[0]) / C

    grid = np.linspace(0.1, 10.0, 400)
    roots = [brentq(determinant, a, b) for a, b in pairwise(grid) if determinant(a) * determinant(b) < 0.0]
    return [b * b / math.sqrt(density) / (2 * math.pi) for b in roots[:2]]


@pytest.mark.parametrize("segments", [1, 2, 3, 4, 5, 8, 13])
def test_a_force_at_the_tip_bends_it_as_it_should(segments):
    robot = jn.beam(L, EI=(EI, 3 * EI), mass_per_length=RHO, segments=segments)
    J = jn.jacobian(robot, np.zeros(robot.n))[3:]
    softness = J @ np.diag([1 / j.spring.stiffness for j in robot.joints]) @ J.T
    np.testing.assert_allclose(softness, np.diag([0.0, L**3 / (9 * EI), L**3 / (3 * EI)]), atol=1e-12)


@pytest.mark.parametrize("EI", [None, 12.0, (None, 5.0)])
@pytest.mark.parametrize("segments", [1, 4, 8])
def test_twist(segments, EI):
    GJ, polar = 7.0, 3e-5
    robot = jn.beam(L, EI=EI, GJ=GJ, mass_per_length=RHO, polar_inertia_per_length=polar, segments=segments)
    J = jn.jacobian(robot, np.zeros(robot.n))[0]
    softness = np.sum(J**2 / [j.spring.stiffness for j in robot.joints])
    np.testing.assert_allclose(softness, L / GJ, rtol=1e-12)
    M, K = matrices(robot)
    twist = [i for i, name in enumerate(robot.joint_names) if name.startswith("twist")]
    found = np.sqrt(eigh(K[np.ix_(twist, twist)], M[np.ix_(twist, twist)], eigvals_only=True))
    np.testing.assert_allclose(M[np.ix_(twist, [i for i in range(robot.n) if i not in twist])], 0.0, atol=1e-15)
    k = (2 * np.arange(segments) + 1) * math.pi / 2 / segments
    np.testing.assert_allclose(found, 2 * np.sin(k / 2) * math.sqrt(GJ / polar) * segments / L, rtol=1e-9)


@pytest.mark.parametrize(("segments", "modes"), [(11, 1), (31, 2), (51, 3)])
def test_frequencies_of_a_shaft(segments, modes):
    robot = jn.beam(L, EI=None, GJ=7.0, mass_per_length=RHO, polar_inertia_per_length=3e-5, segments=segments)
    M, K = matrices(robot)
    exact = (2 * np.arange(modes) + 1) * math.pi / 2 * math.sqrt(7.0 / 3e-5) / L
    np.testing.assert_allclose(np.sqrt(eigh(K, M, eigvals_only=True))[:modes], exact, rtol=1e-3)  # a chain of bars is no shaft


@pytest.mark.parametrize("GJ", [None, math.inf, 7.0])
@pytest.mark.parametrize("EI", [12.0, (None, 5.0), (5.0, math.inf), np.array([3.0, 4.0])])
def test_mass_and_place(EI, GJ):
    polar = 3e-5
    robot = jn.beam(L, EI=EI, GJ=GJ, mass_per_length=RHO, polar_inertia_per_length=polar, segments=5, damping=1e-3)
    bends = 2 if isinstance(EI, (float, np.ndarray)) else 1
    assert robot.n == 5 * (bends + (GJ == 7.0))
    rail = jn.Robot.build("rail", [jn.Link("base"), jn.Link("slide")], [jn.Joint("z", "prismatic", "base", "slide")])
    solid = rail.attach(robot, "slide").locked(dict.fromkeys(robot.joint_names, 0.0)).links[0]
    m = RHO * L
    np.testing.assert_allclose([solid.mass, *solid.com], [m, L / 2, 0, 0], rtol=1e-12)
    across = m * L**2 / 12 + polar * L / 2
    np.testing.assert_allclose(solid.inertia, [polar * L, across, across, 0, 0, 0], rtol=1e-12, atol=1e-18)
    np.testing.assert_allclose(jn.tool_pose(robot, np.zeros(robot.n))[0], [L, 0, 0], atol=1e-15)
    assert all(j.drive is None and math.isclose(j.spring.damping, 1e-3 * j.spring.stiffness) for j in robot.joints)


def test_damping_ratio():
    """Kelvin and Voigt: damping * frequency / 2."""
    robot = planar(8, damping=1e-4)
    modes = jn.eigenfrequencies(robot, np.zeros(robot.n))
    slowest = modes.free_poles[np.argmin(np.abs(modes.free_poles))]
    np.testing.assert_allclose(-slowest.real, 0.5 * 1e-4 * modes.free[0] ** 2, rtol=1e-6)  # damping shifts by its own square


def test_on_an_arm_and_in_a_file(tmp_path):
    part = jn.beam(L, EI=EI, GJ=5.0, mass_per_length=RHO, polar_inertia_per_length=1e-5, segments=3)
    arm = jn.load("planar_2r").attach(part, 1, prefix="boom_")
    assert arm.joint_names[2:] == tuple("boom_" + name for name in part.joint_names)
    assert arm.with_tool("boom_tip").tool.link == "boom_tip"
    arm.save(tmp_path / "arm.toml")
    assert jn.load(tmp_path / "arm.toml") == arm


GOOD = {"length": 1.0, "EI": 1.0, "mass_per_length": 1.0}


@pytest.mark.parametrize(
    "wrong",
    [
        *({"length": x} for x in (0.0, -1.0, math.nan, math.inf, None, "1", True, 1e31, 5e-324, [1.0])),
        *(
            {"EI": x}
            for x in (0.0, -1.0, math.nan, "soft", (1.0,), (1.0, 2.0, 3.0), (None, None), None, math.inf, (1.0, "a"), {})
        ),
        *({"mass_per_length": x} for x in (0.0, -1.0, math.nan, math.inf, None)),
        *({"segments": x} for x in (0, -1, 2.0, True, "8", None, 201, 10**400)),
        *({"damping": x} for x in (-1e-3, math.nan, None)),
        {"GJ": 1.0},
        {"GJ": 0.0, "polar_inertia_per_length": 1.0},
        {"GJ": 1.0, "polar_inertia_per_length": 0.0},
        {"polar_inertia_per_length": -1.0},
        {"length": 1e-12, "EI": 1e30},
    ],
    ids=lambda wrong: str(wrong)[:40],
)
def test_refused(wrong):
    given = {**GOOD, **wrong}
    with pytest.raises(JounceError) as caught:
        jn.beam(given.pop("length"), **given)
    assert isinstance(caught.value, ModelError)
    assert len(str(caught.value)) < 500


def one_link(segments):
    """A motor, a hub, a beam in the plane, a mass at its tip, whose y is given: not minimum phase."""
    drive = jn.Drive(rotor_inertia=0.05, stiffness=500.0, damping=1.0)
    hub = jn.Robot.build(
        "one_link",
        [jn.Link("base"), jn.Link("hub", 1.0, inertia=(0.1, 0.1, 0.1, 0.0, 0.0, 0.0))],
        [jn.Joint("motor", "revolute", "base", "hub", axis=(0, 0, 1), drive=drive)],
        gravity=(0.0, 0.0, 0.0),
    )
    part = jn.beam(0.5, EI=(None, 1.0), mass_per_length=0.2, damping=1e-3, segments=segments)
    return hub.attach(part, "hub").with_payload(0.1, link="tip").with_tool("tip", outputs=("y",))


@pytest.mark.native
@pytest.mark.parametrize(("segments", "method"), some([(2, "auto"), (3, "spline"), (8, "spline")], 2))
def test_the_tip_along_a_path(segments, method):
    """300 mm in 1 s; `verify` integrates the plant, which knows nothing of the solver."""
    robot = one_link(segments)
    assert not jn.zero_dynamics(robot, np.zeros(robot.n)).minimum_phase
    path = jn.trajectory.line([-0.15], [0.15], 1.0, start_time=0.2)
    plan = jn.feedforward(robot, path, np.arange(0.0, 1.5, 1e-3), method)
    seen = jn.verify(plan)
    assert seen.tool_error < 5e-8
    assert plan.status.tool_error > 0.5 * seen.tool_error
    assert np.abs(plan.tau_m[plan.t < 0.199]).max() > 1e-3 * np.abs(plan.tau_m).max()  # the motor acts first
