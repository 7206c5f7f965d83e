"""A mass on a rail, whose motions and forces are known by hand: F = m a, q(t) along a line of 1 m."""

import jounce as jn
from jounce.timing.limit_constraints import LimitConstraints
from jounce.timing.move_problem import checked_problem
from jounce.timing.path_geometry import PathGeometry


def slider(mass=1.0, **limits):
    """A mass on a rail, without gravity."""
    joint = jn.Joint("x", "prismatic", "base", "body", axis=(1.0, 0.0, 0.0), limits=jn.robot.JointLimits(**limits))
    return jn.Robot.build("slider", [jn.Link("base"), jn.Link("body", mass)], [joint], gravity=(0.0, 0.0, 0.0))


def line_constraints(mass=1.0, **limits):
    """Limit constraints of the mass on a straight line from 0 to 1 m, whose parameter is the position."""
    line = jn.trajectory.rest_to_rest([0.0], [1.0], 1.0, degree=9)
    return LimitConstraints(slider(mass, **limits), PathGeometry(line))


def move_problem(start=(0.0,), goal=(1.0,), objective="time", goal_velocity=None, via=(), duration=None, within=None, **limits):
    """The problem of the fastest, or the least warm, motion of 1 kg between two positions; one motor constant of 1 N/sqrt(W)."""
    robot = slider(**limits)
    return checked_problem(robot, start, goal, goal_velocity, via, objective, 1.0, duration, within)
