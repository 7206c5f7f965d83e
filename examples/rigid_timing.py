"""The line between two postures as TOPP-RA times it, for joints that do not bend. Used by 13_fastest.py."""

import logging

import numpy as np
import toppra

import jounce as jn


class Theirs(jn.trajectory.Path):
    """What TOPP-RA hands out, a function of time and the order of a derivative, as a path of ours."""

    start_time, smoothness, max_order = 0.0, 1, 2  # accelerations jump

    def __init__(self, curve, duration, n):
        self.curve, self.end_time, self.n = curve, duration, n

    def derivatives(self, t, order):
        """Positions, velocities and accelerations (order+1, *t.shape, n); at rest outside."""
        inside = np.clip(t, 0.0, self.end_time)
        moving = (t == inside)[..., None]
        rows = [self.curve(inside.ravel(), k).reshape(*t.shape, self.n) for k in range(order + 1)]
        return np.stack([rows[0], *(row * moving for row in rows[1:])])


def topp_ra(rigid, start, goal):
    """The line in the least time by TOPP-RA, with the torque of joints that do not bend."""
    logging.getLogger("toppra").setLevel(logging.ERROR)
    bounds = np.stack([-rigid.limits.motor_torque, rigid.limits.motor_torque], axis=1)
    torque = toppra.constraint.JointTorqueConstraint(
        lambda q, qd, qdd: jn.inverse_dynamics(rigid, q, qd, qdd).tau_m, bounds, np.zeros(rigid.m)
    )
    line = toppra.SplineInterpolator([0.0, 1.0], np.stack([start, goal]))
    grid = np.linspace(0.0, 1.0, 101)
    solver = toppra.algorithm.TOPPRA([torque], line, gridpoints=grid, parametrizer="ParametrizeConstAccel")
    found = solver.compute_trajectory(0.0, 0.0)
    return Theirs(found, float(found.duration), rigid.n)
