"""Which solvers there are; `test_fastest.py` compares their motions with optima in closed form."""

import numpy as np
import pytest

import jounce as jn
from jounce.timing import rest_boundary
from jounce.timing.limit_constraints import LimitConstraints
from jounce.timing.path_geometry import PathGeometry
from jounce.timing.phase_plane import phase_plane
from jounce.timing.rest_boundary import (
    _elevate_degree,
    elastic_solver,
    fastest_from_rest,
    polynomial_time_scalings,
    rigid_solver,
)
from jounce.trajectory.polynomial import smooth_step
from support.slider import line_constraints, slider
from support.tolerances import assert_close


def profile(constraints):
    return phase_plane(constraints.robot, constraints.geometry, 101, 0.0)


def test_rigid_joints_are_bang_bang():
    """1 kg over 1 m with 1 N: 2 s; with a margin of 19 % 2 / 0.9 s."""
    constraints = line_constraints(motor_torque=1.0)
    solve = rigid_solver(constraints, 101, profile(constraints))
    assert solve(0.0, np.zeros(0), 2.0).duration == pytest.approx(2.0, rel=1e-6)
    assert solve(0.19, np.zeros(0), 2.0).duration == pytest.approx(2.0 / 0.9, rel=1e-6)
    certified = fastest_from_rest(constraints, solve, 1.0)
    assert certified.solution.duration == pytest.approx(2.0, rel=1e-4)
    assert certified.solution.duration >= 2.0


def test_a_jerk_limit_in_closed_form():
    """With |jerk| <= 1 alone, 1 m takes (32 m / 1 m/s^3)^(1/3) s at least: four phases of constant jerk."""
    constraints = line_constraints(jerk=1.0, motor_torque=1e3)
    solution = elastic_solver(constraints, 12, profile(constraints))(0.0, np.zeros(0), 2.0)
    assert 32.0 ** (1.0 / 3.0) * 0.999 < solution.duration < 32.0 ** (1.0 / 3.0) * 1.02
    assert_close(solution.scaling.evaluate(np.array([0.0, 1.0]), 2), np.array([[0.0, 1.0], [0.0, 0.0], [0.0, 0.0]]), 1e-9)


def test_a_limit_that_no_duration_satisfies():
    joint = jn.Joint(
        "lift", "prismatic", "base", "body", axis=(0.0, 0.0, 1.0), limits=jn.robot.JointLimits(motor_torque=5.0, jerk=1.0)
    )
    robot = jn.Robot.build("lift", [jn.Link("base"), jn.Link("body", 1.0)], [joint], gravity=(0.0, 0.0, -9.81))
    free = line_constraints(jerk=1.0)
    heavy = type(free)(robot, free.geometry)
    solve = elastic_solver(heavy, 12, profile(free))
    with pytest.raises(
        jn.errors.LimitError, match="joint 'lift': .* 196.2 % of its limit of motor torque are taken however slow"
    ):
        solve(0.0, np.zeros(0), 2.0)


GRID = np.linspace(0.0, 1.0, 21)


@pytest.mark.parametrize(("limit", "rest", "degrees"), [("velocity", 2, [3, 9]), ("jerk", 3, [5, 9]), ("jerk", 5, [9])])
def test_they_are_smooth_steps(limit, rest, degrees):
    """The one of least degree, and that of the path's own timing, which has degree 9."""
    scalings = polynomial_time_scalings(line_constraints(**{limit: 1.0}), rest)
    assert len(scalings) == len(degrees)
    for scaling, degree in zip(scalings, degrees):
        assert_close(scaling.evaluate(GRID, 2), smooth_step(GRID, degree, 2), 1e-11)
        assert (scaling.pieces, scaling.rest) == (1, (degree + 1) // 2)


def test_the_parameter_of_a_spline_that_leaves_rest_by_itself_is_its_time():
    path = jn.trajectory.spline([0.0, 0.5, 1.0], [[0.0], [0.7], [1.0]], degree=5)
    (scaling,) = polynomial_time_scalings(LimitConstraints(slider(jerk=1.0), PathGeometry(path)), 1)
    assert_close(scaling.evaluate(GRID, 2), np.stack([GRID, np.ones(21), np.zeros(21)]), 1e-11)
    assert scaling.degree == 4  # as high as derivatives are continuous


def test_degree_elevation():
    """x^2 has the Bernstein coefficients 0, 0, 1 of degree 2 and 0, 0, 1/3, 1 of degree 3."""
    assert_close(_elevate_degree(np.array([0.0, 0.0, 1.0]), 3), np.array([0.0, 0.0, 1.0 / 3.0, 1.0]))


def certified_as(monkeypatch, durations, unproved):
    """Have polynomials of these durations take part; only the rigid solution is proved, or nothing if `unproved`."""
    constraints = line_constraints(motor_torque=1.0)
    solution = rigid_solver(constraints, 101, profile(constraints))(0.0, np.zeros(0), 2.0)
    verification = rest_boundary.Verification(constraints, solution.scaling)
    polynomials = [(solution._replace(duration=duration), verification) for duration in durations]
    monkeypatch.setattr(rest_boundary, "_faster_polynomials", lambda *_: polynomials)
    proof = rest_boundary.certify

    def certify(candidate, verification, longest=np.inf):
        if candidate.duration in durations and not unproved:
            return rest_boundary.CertifiedTiming(candidate, verification, None), None
        return (None, verification.proof(candidate.duration)) if unproved else proof(candidate, verification, longest)

    monkeypatch.setattr(rest_boundary, "certify", certify)
    return lambda: fastest_from_rest(constraints, rigid_solver(constraints, 101, profile(constraints)), 1.0)


@pytest.mark.parametrize("durations", [(2.5,), (1.5, 3.0), (3.0, 1.5)])
def test_a_polynomial_replaces_the_solution_only_if_it_is_faster(monkeypatch, durations):
    """Its duration is known once its limits hold; without a proof it may have become longer than the solution."""
    found = certified_as(monkeypatch, durations, False)().solution.duration
    assert found == pytest.approx(min(2.0, *durations), rel=1e-4)


def test_polynomials_that_are_not_proved_either_are_an_error_with_words(monkeypatch):
    with pytest.raises(jn.errors.LimitError, match="upwards no duration was found with which its limit of motor torque"):
        certified_as(monkeypatch, (1.5,), True)()
