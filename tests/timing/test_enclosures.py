"""Balls of motions contain every value, and are tight for parabolas."""

import numpy as np
import pytest

import jounce as jn
from jounce.timing.enclosures import path_enclosure, polynomial_breaks, spline_enclosure, taylor_balls
from jounce.timing.motion_spline import approximate_motion, graded_knots
from jounce.timing.path_geometry import PathGeometry
from jounce.timing.time_scaling import approximate_scaling
from support.tolerances import assert_close

CURVE = jn.trajectory.spline([0.0, 1.0, 2.0], [[0.0, 0.0], [0.8, -0.5], [1.2, 0.4]], degree=5)
SCALING = approximate_scaling(lambda x: x**2 * (3.0 - 2.0 * x), 4, 4, 1)


def test_the_ball_of_a_parabola():
    """x^2 within 0.5 of 1 is 1 - 0.75 to 1 + 1.25; its derivative 2 - 1 to 2 + 1, and the second is 2."""
    balls = taylor_balls([np.array([1.0]), np.array([2.0]), np.array([2.0])], np.array([0.5]), 3)
    assert [ball.centre[0] for ball in balls] == [1.0, 2.0, 2.0, 0.0]
    assert [ball.radius[0] for ball in balls] == [1.25, 1.0, 0.0, 0.0]


def contained(balls, values, slack=1e-12):
    """values (k, N, each, n) in balls of N spans."""
    return all(
        (np.abs(row - ball.centre[:, None]) <= ball.radius[:, None] * (1.0 + slack) + slack * np.abs(row).max()).all()
        for ball, row in zip(balls, values)
    )


def spans(ends, each):
    m, h = 0.5 * (ends[1:] + ends[:-1]), 0.5 * np.diff(ends)
    return m, h, m[:, None] + h[:, None] * np.linspace(-1.0, 1.0, each)


@pytest.mark.parametrize("cuts", [1, 4])
def test_a_timed_path_is_inside(cuts):
    geometry, duration = PathGeometry(CURVE), 1.7
    breaks = polynomial_breaks(geometry, SCALING)
    ends = np.unique(np.concatenate([breaks[:-1] + np.diff(breaks) * i / cuts for i in range(cuts)] + [[1.0]]))
    m, h, x = spans(ends, 9)
    balls = path_enclosure(geometry, SCALING, duration)(m, h, 3)
    values = SCALING.timed_path(CURVE, duration)(duration * x, 3)
    assert contained(balls[:3], values[:3])
    assert contained(balls[3:], values[3:, :, 1:-1])  # at ends the third derivative may jump


def test_a_motion_spline_is_inside():
    motion = approximate_motion(lambda x: np.stack([np.sin(3.0 * x), x**2], axis=1), graded_knots(5, (1, 0)), 5, 1.3, np.zeros(0))
    m, h, x = spans(np.unique(motion.knots), 9)
    balls = spline_enclosure(motion)(m, h, 4)
    assert contained(balls, motion.motion(x.ravel(), 4).reshape(5, *x.shape, 2), 1e-9)


def test_spans_half_as_long_have_balls_at_most_half_as_large():
    geometry = PathGeometry(CURVE)
    wide, narrow = (path_enclosure(geometry, SCALING, 1.7)(np.array([0.3]), np.array([h]), 2) for h in (0.02, 0.01))
    for a, b in zip(wide, narrow):
        assert (b.radius < 0.55 * a.radius).all()


def test_breaks_are_knots_and_the_times_at_which_pieces_of_the_path_begin():
    breaks = polynomial_breaks(PathGeometry(CURVE), SCALING)
    assert_close(breaks, np.array([0.0, 0.25, 0.5, 0.75, 1.0]))  # the scaling is symmetric: it is half way at half time
    late = approximate_scaling(lambda x: x**2, 2, 2, 1)  # Schoenberg's spline of x^2
    inside = np.setdiff1d(polynomial_breaks(PathGeometry(CURVE), late), np.unique(late.knots))
    assert_close(late.evaluate(inside, 0)[0], np.array([0.5]))


def test_a_line_has_the_knots_of_its_scaling_alone():
    line = PathGeometry(jn.trajectory.rest_to_rest([0.0], [1.0], 1.0))
    assert np.array_equal(polynomial_breaks(line, SCALING), np.unique(SCALING.knots))
